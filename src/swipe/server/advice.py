"""The coach at the table: who may ask, and where the figures are worked out.

Figures take from a millisecond (a table) to minutes (the review of a match of cards), so they are
worked out in processes of their own: the loop never waits, and neither do the bots.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache

import msgspec
import numpy as np

from swipe.coach.chances import OPEN, Source, find_source, look
from swipe.coach.review import Review, review, review_games
from swipe.games.contract import SPECTATOR
from swipe.games.registry import find_game
from swipe.match.events import MatchEvent
from swipe.match.fold import Match, fold
from swipe.protocol import Outlook
from swipe.server.errors import NoCoach, TooMuchToThink
from swipe.server.thinking import end_with_parent

MOST_WAITING = 64
"""Questions that wait for an answer; further ones are refused."""

KEPT = 256
"""Answers that are kept: several people ask the same."""


def may_ask(match: Match) -> bool:
    """Whether chances may be told: agreed on, alone with bots, real dice, or after the end."""
    people = sum(holder is not None and not holder.bot for holder in match.seats)
    created = match.created
    return created.coach or created.chance == "typed" or match.ended is not None or people <= 1


def check_may_ask(match: Match) -> None:
    """Refuse where the coach may not be asked.

    Raises:
        NoCoach: the table has agreed to play without.
    """
    if not may_ask(match):
        raise NoCoach("this table plays without a coach; it may be asked once the match has ended")


@lru_cache(maxsize=32)
def _source(game: str, players: int, options: tuple[tuple[str, str], ...]) -> Source:
    return find_source(find_game(game).configure(players, dict(options)))


def _look(game: str, players: int, options: dict[str, str], body: bytes, observer: int) -> bytes:
    found = find_game(game)
    state = np.frombuffer(bytearray(body), found.dtype).view(np.recarray)[0]
    source = _source(game, players, tuple(options.items()))
    return msgspec.json.encode(look(found, source, state, observer))


def _review(bodies: Sequence[bytes]) -> bytes:
    events = [msgspec.json.decode(body, type=MatchEvent) for body in bodies]
    rules = fold(events).rules
    return msgspec.json.encode(review(events, find_source(rules, games=review_games(rules))))


class Adviser:
    """Answers questions about chances, off the event loop.

    Args:
        workers: a process for questions and one for reviews if above 0; 0 for threads.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._executors: dict[str, Executor] = {}
        self._answers: OrderedDict[object, asyncio.Task[bytes]] = OrderedDict()

    async def outlook(self, match: Match, observer: int) -> Outlook:
        """The chances of a match under way, or over, as an observer may know them.

        Args:
            match: has started.
            observer: a seat or SPECTATOR.

        Raises:
            TooMuchToThink: too many questions are waiting.
        """
        created, game = match.created, match.game
        if match.ended is not None:
            observer = OPEN
        elif not game.has_hidden_information:
            observer = SPECTATOR
        # What is hidden does not even reach the process that thinks.
        state = match.state if observer == OPEN else game.view.redact(match.state, observer)
        key = (created.match, match.version, observer)
        arguments = (created.game, created.players, created.options, state.tobytes(), observer)
        found = await self._answer(key, "looks", _look, *arguments)
        return msgspec.json.decode(found, type=Outlook)

    async def review(self, name: str, bodies: Sequence[bytes]) -> Review:
        """The review of a finished match from its stored events.

        Raises:
            TooMuchToThink: too many questions are waiting.
        """
        found = await self._answer((name, "review"), "reviews", _review, list(bodies))
        return msgspec.json.decode(found, type=Review)

    async def _answer(
        self, key: object, kind: str, work: Callable[..., bytes], *arguments: object
    ) -> bytes:
        task = self._answers.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            waiting = sum(not each.done() for each in self._answers.values())
            if waiting >= MOST_WAITING:
                raise TooMuchToThink("the coach has too many questions to answer: ask again later")
            task = asyncio.create_task(self._work(kind, work, *arguments))
            self._answers[key] = task
            while len(self._answers) > KEPT:
                self._answers.popitem(last=False)
        self._answers.move_to_end(key)
        return await asyncio.shield(task)

    async def _work(self, kind: str, work: Callable[..., bytes], *arguments: object) -> bytes:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._executor(kind), work, *arguments)
        except BrokenProcessPool:
            # A worker was killed; the next one thinks the same.
            self._executors.pop(kind).shutdown(wait=False)
            return await loop.run_in_executor(self._executor(kind), work, *arguments)

    def _executor(self, kind: str) -> Executor:
        if kind not in self._executors:
            if self._workers:
                self._executors[kind] = ProcessPoolExecutor(
                    1,
                    mp_context=multiprocessing.get_context("spawn"),
                    initializer=end_with_parent,
                )
            else:
                self._executors[kind] = ThreadPoolExecutor(1, thread_name_prefix=kind)
        return self._executors[kind]

    def close(self) -> None:
        """Give back the workers; what they are at is of no more use to anybody."""
        for task in self._answers.values():
            task.cancel()
        for executor in self._executors.values():
            # A review may take minutes: its process is ended rather than waited for.
            for process in list((getattr(executor, "_processes", None) or {}).values()):
                process.terminate()
            executor.shutdown(wait=True, cancel_futures=True)
        self._executors.clear()
