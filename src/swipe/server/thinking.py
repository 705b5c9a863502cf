"""Bots' moves: which policy, which random word, and where the thinking is done."""

from __future__ import annotations

import asyncio
import hmac
import logging
import multiprocessing
import multiprocessing.connection
import os
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

import numpy as np

from swipe.bots.contract import OPTIMAL, Policy, UnknownBot, choose, find_policy, policies
from swipe.bots.optimal import NoTable, find_optimal
from swipe.games.contract import Game, Rules, State
from swipe.games.registry import find_game

T = TypeVar("T")

log = logging.getLogger(__name__)


def bot_names(game: Game) -> list[str]:
    """The bots of a game, the weakest first."""
    return list(policies(game))


def holder_bot(game: Game) -> str:
    """The bot that holds the seat of a person who is away: the strongest there is."""
    return bot_names(game)[-1]


def bot_word(secret: bytes, match: str, version: int) -> int:
    """The 64 random bits of a bot's move at a version of a match.

    The first 8 bytes, big-endian, of ``HMAC-SHA256(secret, "swipe-bot/1" || 0x00 || match || 0x00
    || version in decimal)``: a restarted server, or another one, comes to the same move, and nobody
    who does not know the secret of the match can foretell it. Where nothing is drawn from a secret
    it is empty.
    """
    message = b"swipe-bot/1\0" + match.encode() + b"\0" + str(version).encode()
    return int.from_bytes(hmac.digest(secret, message, "sha256")[:8], "big")


def _think(name: str, policy: str, body: bytes, word: int) -> int:
    game = find_game(name)
    state = np.frombuffer(bytearray(body), game.dtype).view(np.recarray)[0]
    return choose(game, _policy(game, state, policy), state, word)


def _policy(game: Game, state: State, name: str) -> Policy:
    """The policy; where a table has gone that was there, the strongest bot goes on in its place."""
    if name != OPTIMAL:
        return find_policy(game, name)
    rules = game.configure(int(state.players), game.rules.read_options(state))
    try:
        return find_optimal(rules)
    except NoTable as error:
        log.warning("%s; until then %s plays", error, holder_bot(game))
        return find_policy(game, holder_bot(game))


def _find_optimal(name: str, players: int, options: dict[str, str]) -> None:
    find_optimal(find_game(name).configure(players, options))


def end_with_parent() -> None:
    """A worker whose server was killed has nobody left to work for."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class Thinker:
    """Works out bots' moves off the event loop."""

    def __init__(self, workers: int) -> None:
        """``workers`` processes, started with the first move; 0 for a thread."""
        self._workers = workers
        self._executor: Executor | None = None

    async def check(self, rules: Rules, bot: str) -> None:
        """Refuse a bot that these rules do not have. Whether they are solved a worker finds out.

        Raises:
            UnknownBot: there is no such bot.
        """
        if bot == OPTIMAL:
            await self._run(_find_optimal, rules.game.name, rules.players, dict(rules.options))
        else:
            find_policy(rules.game, bot)

    async def action(self, game: Game, policy: str, state: State, word: int) -> str:
        """The text of the action that a policy takes for the seat to act.

        Raises:
            UnknownBot: the game has no such bot.
        """
        arguments = (game.name, policy, state.tobytes(), word)
        action = await self._run(_think, *arguments)
        return game.notation.format_action(action)

    async def _run(self, work: Callable[..., T], *arguments: object) -> T:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._start(), work, *arguments)
        except BrokenProcessPool:
            # A worker was killed; the next pool thinks the same.
            self.close()
            return await loop.run_in_executor(self._start(), work, *arguments)

    def _start(self) -> Executor:
        if self._executor is None:
            if self._workers:
                self._executor = ProcessPoolExecutor(
                    self._workers,
                    mp_context=multiprocessing.get_context("spawn"),
                    initializer=end_with_parent,
                )
            else:
                self._executor = ThreadPoolExecutor(1, thread_name_prefix="bots")
        return self._executor

    def close(self) -> None:
        """Give back the workers."""
        if self._executor is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)
            self._executor = None


__all__ = [
    "Thinker",
    "UnknownBot",
    "bot_names",
    "bot_word",
    "end_with_parent",
    "holder_bot",
]
