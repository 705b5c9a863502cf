"""Measures the fast core and writes RESULTS.md beside this file.

    python benchmarks/run.py [--quick] [--out FILE]

Everything is measured in one run: the reference program in C and our core take turns, so that
both meet the same machine in the same mood. Rates on one core are of processor time; what other
programs do meanwhile costs caches and clock, but no time that is counted.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from swipe.games.registry import GAMES, find_game
from swipe.kernels import Kernel
from swipe.lab.engine import LocalEngine
from swipe.lab.run import play_run
from swipe.lab.spec import make_plan, make_spec
from swipe.lab.tally import play_batch

HERE = Path(__file__).parent
SOURCE = HERE / "reference" / "swipe_dice.c"
LONG_RUN = 10_000_000
"""Games of the run whose batches are played against C."""

COMMAND = "python benchmarks/run.py"


def compile_reference(folder: Path) -> Path:
    """The reference program, built with -O3 -march=native."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise SystemExit("benchmarks: no C compiler (cc, gcc or clang) was found")
    program = folder / "swipe_dice"
    subprocess.run(
        [compiler, "-O3", "-march=native", "-std=c11", "-o", program, SOURCE], check=True
    )
    return program


def run_reference(program: Path, players: int, games: int, seed: int) -> dict[str, object]:
    arguments = [str(program), str(players), str(games), str(seed)]
    done = subprocess.run(arguments, capture_output=True, text=True, check=True)
    found: dict[str, object] = json.loads(done.stdout)
    return found


def against_c(rounds: int, games: int) -> list[str]:
    """Random play of Swipe dice on one core, all counting of the laboratory included."""
    lines = [
        "## Random play of Swipe dice, against C, one core",
        "",
        "The reference is `reference/swipe_dice.c`, compiled with `-O3 -march=native`: default",
        "rules hard-wired, one random word a turn, a die at a time, counting only wins and turns.",
        f"Ours are batches of `swipe simulate swipe-dice --games {LONG_RUN // 10**6}M`, with",
        "everything that a report needs counted. Games per second of processor time, best of",
        f"{rounds} turns each.",
        "",
        "| players | C | core | core / C | median of the turns | first seat wins, C | core |",
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    dice = find_game("swipe-dice")
    with tempfile.TemporaryDirectory() as folder:
        program = compile_reference(Path(folder))
        for players in (4, 2, 6):
            spec = make_spec(dice, players, {}, ["random"], LONG_RUN, 1)
            text, batches = spec.to_json(), max(1, games // spec.batch)
            play_batch(text, 0, lambda _: None)
            theirs, ours, ratios, wins, played = 0.0, 0.0, [], 0, 0
            share_c: list[float] = []
            for turn in range(rounds):
                reference = run_reference(program, players, games, turn + 1)
                rate_c = float(str(reference["games_per_second"]))
                share_c.append(reference["win_share"][0])  # type: ignore[index]
                started = time.thread_time()
                for batch in range(batches):
                    tally = play_batch(
                        text, (turn * batches + batch) % spec.batches, lambda _: None
                    )
                    wins += int(tally["shares"][0])
                    played += int(tally["games"][0])
                rate = batches * spec.batch / (time.thread_time() - started)
                theirs, ours = max(theirs, rate_c), max(ours, rate)
                ratios.append(rate / rate_c)
            lines.append(
                f"| {players} | {theirs:,.0f} | {ours:,.0f} | **{ours / theirs:.2f}** "
                f"| {statistics.median(ratios):.2f} | {100 * statistics.mean(share_c):.2f} % "
                f"| {100 * wins / 840 / played:.2f} % |"
            )
    return [*lines, ""]


def two_cores(rounds: int, games: int) -> list[str]:
    """The same by the clock, with one and with two processes."""
    dice = find_game("swipe-dice")
    spec = make_spec(dice, 4, {}, ["random"], games, 1)
    best = {1: 0.0, 2: 0.0}
    cost = {1: np.inf, 2: np.inf}
    for _ in range(rounds):
        for processes in best:
            before = time.process_time()
            played = play_run(spec, LocalEngine(processes), shown=False)
            cost[processes] = min(cost[processes], time.process_time() - before)
            best[processes] = max(best[processes], played.games / played.seconds)
    return [
        "## Two cores",
        "",
        f"Random play of 4-player Swipe dice by the clock, best of {rounds} turns each. Where",
        "other programs want the cores too, the clock says little; then see the processor time",
        "that the same games take: what two processes lose to each other is the difference.",
        "",
        "| processes | games/s by the clock | processor time, s |",
        "| ---: | ---: | ---: |",
        *(f"| {n} | {best[n]:,.0f} | {cost[n]:.2f} |" for n in best),
        "",
        f"Two are **{best[2] / best[1]:.2f}** times as fast as one by the clock, and would be "
        f"{2 * cost[1] / cost[2]:.2f} times as fast with two cores to themselves "
        f"(load average before the run: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores).",
        "",
    ]


def against_interpreted(games: int) -> list[str]:
    """All games compiled and in plain Python: the same source, the same games."""
    lines = [
        "## Compiled against interpreted",
        "",
        "The same source plays the same games, to the byte: 4 random players, default rules, per",
        "second of processor time.",
        "",
        "| game | compiled games/s | interpreted games/s | ratio | compiled moves/s |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for name, game in GAMES.items():
        spec = make_spec(game, 4, {}, ["random"], 1000, 1)
        plan = make_plan(spec.rules, spec.bots)
        compiled, interpreted = Kernel(plan), Kernel(plan, compiled=False)
        compiled.play(1, 0, 10)
        slow, seconds = 0, 0.0
        while seconds < 1.0:
            started = time.thread_time()
            interpreted.play(1, slow, 2)
            seconds += time.thread_time() - started
            slow += 2
        rate_slow = slow / seconds
        fast, moves, best = 0, 0, 0.0
        for turn in range(5):
            started = time.thread_time()
            batch = compiled.play(1, turn * games, games, watch_every=1 << 40)
            rate = games / (time.thread_time() - started)
            if rate > best:
                best, moves = rate, int(batch.rows["moves"].sum())
        fast = moves / games * best
        lines.append(
            f"| {name} | {best:,.0f} | {rate_slow:,.1f} | **{best / rate_slow:,.0f}** "
            f"| {fast:,.0f} |"
        )
    return [*lines, ""]


def steps_per_second(play: Callable[[], int], seconds: float = 1.5) -> float:
    """Steps per second of processor time of a function that plays a game and counts them."""
    play()
    steps, started = 0, time.thread_time()
    while time.thread_time() - started < seconds:
        steps += play()
    return steps / (time.thread_time() - started)


def peers() -> list[str]:
    """The nearest games of the libraries that people use, played at random from Python."""
    import pyspiel

    draw = random.Random(1)

    def spiel(name: str) -> Callable[[], int]:
        game = pyspiel.load_game(name)

        def play() -> int:
            state, steps = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(draw.random() * len(outcomes))][0])
                else:
                    legal = state.legal_actions()
                    state.apply_action(legal[int(draw.random() * len(legal))])
                steps += 1
            return steps

        return play

    def zoo() -> int:
        environment.reset(seed=draw.randrange(1 << 30))
        steps = 0
        for _ in environment.agent_iter():
            observation, _, ended, cut, _ = environment.last()
            if ended or cut:
                environment.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            environment.step(int(legal[int(draw.random() * len(legal))]))
            steps += 1
        return steps

    rates = {
        "OpenSpiel pig": steps_per_second(spiel("pig(players=4)")),
        "OpenSpiel crazy_eights": steps_per_second(spiel("crazy_eights(players=4)")),
    }
    try:
        from pettingzoo.classic import connect_four_v3
    except ModuleNotFoundError as error:  # all its classic games draw with pygame
        print(f"PettingZoo is left out: {error}", file=sys.stderr)
    else:
        environment = connect_four_v3.raw_env()
        rates["PettingZoo connect_four"] = steps_per_second(zoo)
    nearest = {
        "swipe-dice": ("OpenSpiel pig", "PettingZoo connect_four"),
        "skip-bo-dice": ("OpenSpiel pig", "PettingZoo connect_four"),
        "swipe-cards": ("OpenSpiel crazy_eights", "PettingZoo connect_four"),
    }
    lines = [
        "## Against the nearest games of OpenSpiel and PettingZoo",
        "",
        "Random play, steps per second of processor time on one core. A step is a decision or a",
        "chance event; a whole throw or deal is one step of ours and several of OpenSpiel's. Their",
        "games are stepped from Python, as their users do; PettingZoo's card games need a further",
        "library, so its nearest game without one is connect_four.",
        "",
        "| game | steps/s | nearest | steps/s | ratio |",
        "| --- | ---: | --- | ---: | ---: |",
    ]
    for name, others in nearest.items():
        spec = make_spec(GAMES[name], 4, {}, ["random"], 1000, 1)
        kernel = Kernel(make_plan(spec.rules, spec.bots))

        def ours(kernel: Kernel = kernel) -> int:
            return int(kernel.play(1, 0, 500, watch_every=1 << 40).rows["moves"].sum())

        rate = steps_per_second(ours)
        lines += [
            f"| {name} | {rate:,.0f} | {other} | {rates[other]:,.0f} "
            f"| **{rate / rates[other]:,.0f}** |"
            for other in others
            if other in rates
        ]
    return [*lines, ""]


def cold_start() -> list[str]:
    """A new process from its start to its result, the compiled code on disk."""
    lines = [
        "## A cold `swipe simulate`, compiled before",
        "",
        "1,000 games, from the start of the process to the result.",
        "",
        "| game | s by the clock | s of processor time |",
        "| --- | ---: | ---: |",
    ]
    for name in GAMES:
        command = [sys.executable, "-m", "swipe", "simulate", name, "--games", "1000", "--json"]
        clock, cpu = np.inf, np.inf
        for attempt in range(4):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            started = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if attempt:  # the first may compile
                clock = min(clock, time.perf_counter() - started)
                spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                cpu = min(cpu, spent)
        lines.append(f"| {name} | {clock:.2f} | {cpu:.2f} |")
    return [*lines, ""]


def memory(games: tuple[int, int]) -> list[str]:
    """The most memory that a run has in use, for a short and a long one."""
    script = (
        "import re, sys, swipe.cli; from click.testing import CliRunner; "
        "CliRunner().invoke(swipe.cli.swipe, sys.argv[1:]); "
        "print(re.search('VmHWM:[^0-9]*([0-9]+)', open('/proc/self/status').read())[1])"
    )
    lines = ["## Memory", "", "| games | most in use, MB |", "| ---: | ---: |"]
    for count in games:
        with tempfile.TemporaryDirectory() as folder:
            arguments = ["simulate", "swipe-dice", "--games", str(count), "--processes", "1"]
            command = [sys.executable, "-c", script, *arguments, "--out", f"{folder}/a.parquet"]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
        lines.append(f"| {count:,} | {int(done.stdout) / 1024:,.0f} |")
    return [*lines, ""]


def machine() -> str:
    name = platform.processor() or platform.machine()
    information = Path("/proc/cpuinfo")
    if information.exists():
        models = [x for x in information.read_text().splitlines() if x.startswith("model name")]
        name = models[0].partition(":")[2].strip() if models else name
    return (
        f"{name}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"
    )


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer and shorter turns")
    parser.add_argument("--out", type=Path, default=HERE / "RESULTS.md")
    chosen = parser.parse_args()
    rounds, games = (3, 80_000) if chosen.quick else (9, 200_000)
    lines = [
        "# What was measured",
        "",
        f"With `{COMMAND}`, {datetime.now(UTC):%Y-%m-%d}, on {machine()}; load average before the "
        f"run {os.getloadavg()[0]:.1f}. The command writes this file again.",
        "",
    ]
    parts: list[Callable[[], list[str]]] = [
        lambda: against_c(rounds, games),
        lambda: two_cores(rounds, 5 * games),
        lambda: against_interpreted(games // 100),
        peers,
        cold_start,
        lambda: memory((games, 10 * games)),
    ]
    for part in parts:
        found = part()
        print("\n".join(found), flush=True)
        lines += found
    chosen.out.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
