"""Measures the solver: whole tables by the clock, and its sweeps against the limit of the memory.

    python benchmarks/bench_solve.py [--large]

The tables of two players are solved with one thread and with two, in turns, after a first time that
compiles. ``--large`` adds Swipe dice for three players in the usual box, which takes minutes.

A sweep reads a row of the pool for every edge of a level. The limit beside it is NumPy's ``take``
of the same rows in the same order and nothing else: no weights, no sums, no choice. Both are
measured in turns, in one thread, on the first level of three players.
"""

import argparse
import os
import platform
import tempfile
import time
from pathlib import Path

import numpy as np

from swipe.games.registry import find_game
from swipe.solve import plan_of
from swipe.solve.graph import Sweeper, choose_nodes, mix_nodes
from swipe.solve.run import make_expander, solve

TURNS = 3
SWEEPS = 20


def seconds(plan, threads):
    """The time that solving takes, and the table's bound."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        table = solve(plan, Path(folder), threads)
        return time.perf_counter() - began, table.bound


def whole_tables(large):
    print("| table | positions | bound | one thread, s | two threads, s |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name in ("swipe-dice", "skip-bo-dice"):
        plan = plan_of(find_game(name).configure(2))
        seconds(plan, 2)
        times = {1: [], 2: []}
        for _ in range(TURNS):
            for threads, found in times.items():
                took, bound = seconds(plan, threads)
                found.append(took)
        best = [min(found) for found in times.values()]
        print(
            f"| {name}, 2 players | {plan.states:,} | {bound:.1e} | {best[0]:.2f} | {best[1]:.2f} |"
        )
    if large:
        plan = plan_of(find_game("swipe-dice").configure(3))
        took, bound = seconds(plan, 2)
        print(f"| swipe-dice, 3 players | {plan.states:,} | {bound:.1e} | | {took:.0f} |")


def against_memory():
    plan = plan_of(find_game("swipe-dice").configure(3))
    level = plan.levels[0]
    solved = np.zeros((plan.rows, 2 * plan.players))
    solved[: len(plan.ends)] = np.tile(plan.ends, 2)
    nothing = np.zeros(0, np.uint64), np.zeros((0, plan.most_actions))
    expander = make_expander(plan, 2)
    graph = expander.graph(level.number, level.roots, level.base, solved, *nothing)
    even = np.full((graph.roots, graph.players), 1.0 / graph.players)
    pool, weight = graph.pool(even, graph.constant_value), graph.node_weight.copy()
    scratch = np.empty((graph.roots, graph.players))
    kept, flips = np.zeros(graph.nodes, np.bool_), np.zeros(graph.nodes, np.int32)
    rows = np.concatenate([graph.node_ref, graph.root_ref]).astype(np.int64)
    taken = np.empty((len(rows), graph.players))
    sweeper = Sweeper(1)

    def choose():
        sweeper.nodes(choose_nodes, graph, pool, weight, kept, flips)
        sweeper.roots(graph, pool, scratch, graph.root_value)

    def play():
        sweeper.nodes(mix_nodes, graph, pool, weight)
        sweeper.roots(graph, pool, scratch, graph.root_value)

    def take():
        np.take(pool, rows, axis=0, out=taken, mode="clip")

    kinds = {
        "take the rows": take,
        "sweep, weights as they are": play,
        "sweep, best choices": choose,
    }
    for each in kinds.values():
        each()
    times = {kind: [] for kind in kinds}
    for _ in range(SWEEPS):
        for kind, each in kinds.items():
            began = time.perf_counter()
            each()
            times[kind].append(time.perf_counter() - began)
    limit = min(times["take the rows"])
    size = f"{graph.roots:,} turn starts, {graph.nodes:,} positions within turns"
    print(f"\nOne sweep of {size}, {len(rows):,} edges:\n")
    print("| | ms | ns an edge | limit / this |")
    print("| --- | ---: | ---: | ---: |")
    for kind, found in times.items():
        best = min(found)
        print(
            f"| {kind} | {best * 1e3:.1f} | {best * 1e9 / len(rows):.1f} | **{limit / best:.2f}** |"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--large", action="store_true", help="solve three players' usual box too")
    large = parser.parse_args().large
    cores, load = os.cpu_count(), os.getloadavg()[0]
    print(f"{platform.processor() or platform.machine()}, {cores} cores, load average {load:.1f}\n")
    whole_tables(large)
    against_memory()


if __name__ == "__main__":
    main()
