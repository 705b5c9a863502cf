"""People who play in a terminal by reading what it says, in this process and in a real one."""

import fcntl
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path

from swipe.games.registry import find_game
from swipe.match.decide import create
from swipe.tui.contract import find_view
from swipe.tui.screen import Screen
from swipe.tui.session import Session
from swipe.tui.storage import RecordFile
from swipe.tui.table import LocalTable, Player

CTRL_C = "\x03"
ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
Reply = Callable[[str], str]


class Sink:
    """Output that is kept, in segments that are cut where the screen is cleared."""

    encoding = "utf-8"

    def __init__(self) -> None:
        self.segments = [""]

    def write(self, text: str) -> None:
        self.segments[-1] += text

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return False

    @property
    def text(self) -> str:
        return "".join(self.segments)


class Source:
    """Input that comes from whoever reads the prompt."""

    def __init__(self, sink: Sink, reply: Reply) -> None:
        self.sink = sink
        self.reply = reply
        self.prompts: list[str] = []

    def readline(self) -> str:
        prompt = last_prompt(self.sink.segments[-1])
        self.prompts.append(prompt)
        try:
            return self.reply(prompt) + "\n"
        except StopIteration:
            return ""


class SegmentedScreen(Screen):
    """A screen whose output is cut where it is cleared."""

    def clear(self) -> None:
        self.sink.segments.append("")


PROMPT = re.compile(r"(Type|What|Who|Press|Pass|Is|.*, press Enter)\b.*:")


def find_prompt(output: str) -> str:
    """The prompt at the end of the output, which may have been wrapped; empty if there is none."""
    lines = output.split("\n")
    if not lines[-1].endswith(": "):
        return ""
    for first in range(1, min(5, len(lines) + 1)):
        prompt = " ".join(line.strip() for line in lines[-first:])
        if PROMPT.fullmatch(prompt):
            return prompt
    return ""


def last_prompt(output: str) -> str:
    prompt = find_prompt(output)
    assert prompt, f"no prompt that says what it accepts: {output[-300:]!r}"
    return prompt


def sit(
    folder: Path,
    game: str,
    people: list[str],
    bots: list[str],
    reply: Reply,
    *,
    chance: str = "seeded",
    seed: int | None = 1,
    **options: str,
) -> tuple[Session, Source, Sink]:
    """A session of people that a function stands for, and of bots."""
    rules = find_game(game).configure(len(people) + len(bots), options)
    players = [Player(name) for name in people]
    players += [Player(f"Bot {n}", policy) for n, policy in enumerate(bots, 1)]
    created, secret = create(
        "test", rules, chance=chance, seed=seed if chance == "seeded" else None
    )
    file = RecordFile.begin(folder / "test.swipe", secret)
    table = LocalTable.open(created, secret, players, file)
    sink = Sink()
    source = Source(sink, reply)
    screen = SegmentedScreen(source, sink)
    return Session(table, find_view(rules.game), screen), source, sink


class Person:
    """Answers every prompt by what it says it accepts, and by nothing else."""

    def __init__(self, seed: int = 0) -> None:
        self.random = random.Random(seed)

    def __call__(self, prompt: str) -> str:
        if "press Enter" in prompt.replace("Press", "press"):
            return ""
        if match := re.search(r"number from 1 to (\d+)", prompt):
            return str(self.random.randint(1, int(match[1])))
        if match := re.search(r"such as (.*) \(\? for help\):$", prompt):
            return self.random.choice(re.split(r", | and ", match[1]))
        if "Type the seat" in prompt:
            return "1"
        if match := re.search(r"dice (\d+) to (\d+) of", prompt):
            count = int(match[2]) - int(match[1]) + 1
            return " ".join(self.random.choice("NB") for _ in range(count))
        if re.search(r"does die \d+ of", prompt):
            return self.random.choice("NB")
        if match := re.search(r"one each of (.*), in this order", prompt):
            return " ".join(self.random.choice("CX") for _ in match[1].split(", "))
        faces = ("C", "D", "X", "SD", "SC")
        if match := re.search(r"do the (\d+) dice of", prompt):
            return " ".join(self.random.choice(faces) for _ in range(int(match[1])))
        if "does the die of" in prompt:
            return self.random.choice(faces)
        raise AssertionError(f"this prompt does not say what it accepts: {prompt!r}")


# A shell's background ignores Ctrl+C, and Ray blocks it in the process that started it; both are
# handed on to children. What a terminal starts hears it.
START = """
import signal
signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
signal.signal(signal.SIGINT, signal.default_int_handler)
from swipe.cli import main
main()
"""


class Terminal:
    """The command in a real pseudo-terminal of 80 columns and 24 rows."""

    def __init__(self, *arguments: str, home: Path, columns: int = 80, rows: int = 24) -> None:
        self.columns = columns
        main, end = pty.openpty()
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environment = {
            **os.environ,
            "TERM": "xterm-256color",
            "SWIPE_HOME": str(home),
            "LANG": "C.UTF-8",
            "PYTHONIOENCODING": "utf-8",
        }
        environment.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, *arguments],
            stdin=end,
            stdout=end,
            stderr=end,
            env=environment,
            close_fds=True,
            start_new_session=True,
        )
        os.close(end)
        self._main = main
        self.output = ""
        self._read_to = 0
        self._interrupted = False

    def _interrupt(self) -> None:
        self._interrupted = True
        self.process.send_signal(signal.SIGINT)

    def _receive(self) -> bool:
        """Read some output; False when the program has ended."""
        ready, _, _ = select.select([self._main], [], [], 5)
        if not ready and self._interrupted:
            # A signal between the prompt and the wait for a key waits for the next one: a limit of
            # Python's line editing, where a person presses again.
            self._interrupt()
        ready = ready or select.select([self._main], [], [], 60)[0]
        assert ready, f"nothing more came after {self.output[-500:]!r}"
        try:
            data = os.read(self._main, 65536)
        except OSError:  # the other end is closed
            return False
        self.output += data.decode("utf-8", "replace")
        return bool(data)

    def play(self, reply: Reply) -> int:
        """Answer prompts until the program ends; its exit code."""
        try:
            while self._receive():
                fresh = ANSI.sub("", self.output[self._read_to :]).replace("\r\n", "\n")
                if prompt := find_prompt(fresh):
                    answer = reply(prompt)
                    self._read_to = len(self.output)
                    if answer == CTRL_C:
                        self._interrupt()
                    else:
                        os.write(self._main, answer.encode() + b"\n")
            return self.process.wait(60)
        finally:
            os.close(self._main)
            self.process.kill()
            self.process.wait(60)

    @property
    def lines(self) -> list[str]:
        return ANSI.sub("", self.output).replace("\r\n", "\n").replace("\r", "").split("\n")
