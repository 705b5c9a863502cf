"""Bots' moves: which policy, which random word, and where the thinking is done."""

from __future__ import annotations

import asyncio
import hmac
import multiprocessing
import multiprocessing.connection
import os
import threading
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import numpy as np

from swipe.bots.contract import UnknownBot, choose, find_policy, policies
from swipe.games.contract import Game, State
from swipe.games.registry import find_game


def bot_names(game: Game) -> list[str]:
    """The bots of a game, the weakest first."""
    return list(policies(game))


def holder_bot(game: Game) -> str:
    """The bot that holds the seat of a person who is away: the strongest there is."""
    return bot_names(game)[-1]


def check_bot(game: Game, name: str) -> str:
    """Return the name of a bot that the game has.

    Raises:
        UnknownBot: it has no such bot.
    """
    find_policy(game, name)
    return name


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
    return choose(game, find_policy(game, policy), state, word)


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

    async def action(self, game: Game, policy: str, state: State, word: int) -> str:
        """The text of the action that a policy takes for the seat to act.

        Raises:
            UnknownBot: the game has no such bot.
        """
        arguments = (game.name, policy, state.tobytes(), word)
        loop = asyncio.get_running_loop()
        try:
            action = await loop.run_in_executor(self._start(), _think, *arguments)
        except BrokenProcessPool:
            # A worker was killed; the next pool thinks the same.
            self.close()
            action = await loop.run_in_executor(self._start(), _think, *arguments)
        return game.notation.format_action(action)

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
    "check_bot",
    "end_with_parent",
    "holder_bot",
]
