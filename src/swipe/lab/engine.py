"""Where work is done: in threads of this process, or as tasks of a Ray cluster.

Work is a function at the top level of a module, ``work(text, index, heartbeat)``: the piece number
``index`` of what ``text`` describes. It returns arrays of whole numbers that depend on nothing
else, so that who does it, in which order and how often, makes no difference.
"""

from __future__ import annotations

import logging
import re
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Heartbeat: TypeAlias = Callable[[int], None]
"""Is called with the games played since it was called last; may raise to stop the work."""

Arrays: TypeAlias = dict[str, NDArray[np.int64]]
Work: TypeAlias = Callable[[str, int, Heartbeat], Arrays]


class Stopped(Exception):
    """The work was asked to stop in the middle of a piece."""


class BadCluster(ValueError):
    """A Ray cluster that cannot be used; the message says what would be right."""


class Engine(Protocol):
    """Does pieces of work; the results come in any order, and are the same from every engine."""

    def map(
        self, work: Work, text: str, pieces: Sequence[int], heartbeat: Heartbeat
    ) -> Iterator[tuple[int, Arrays]]:
        """Do the pieces and yield the arrays of each with its number."""


class LocalEngine:
    """Works in threads of this process: compiled games hold no lock, so that each takes a core."""

    def __init__(self, processes: int = 1) -> None:
        self.processes = processes

    def map(
        self, work: Work, text: str, pieces: Sequence[int], heartbeat: Heartbeat
    ) -> Iterator[tuple[int, Arrays]]:
        stop = threading.Event()

        def beat(games: int) -> None:
            if stop.is_set():
                raise Stopped
            heartbeat(games)

        waiting = iter(pieces)
        running: dict[Future[Arrays], int] = {}
        with ThreadPoolExecutor(self.processes) as pool:

            def top_up() -> None:
                while len(running) < 2 * self.processes:
                    index = next(waiting, None)
                    if index is None:
                        return
                    running[pool.submit(work, text, index, beat)] = index

            try:
                top_up()
                while running:
                    done, _ = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        index = running.pop(future)
                        yield index, future.result()
                    top_up()
            finally:
                stop.set()
                pool.shutdown(wait=True, cancel_futures=True)


class RayEngine:
    """Does every piece as a task of a Ray cluster, which places them and repeats lost ones.

    Args:
        address: of the cluster, or ``local`` for one on this machine.
        workers: how many processors a local cluster has.

    Raises:
        BadCluster: there is no cluster at the address.
    """

    RETRIES = 5
    """How often Ray repeats a task whose worker was lost."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        import ray

        self._ray = ray
        self._started = not ray.is_initialized()
        if not self._started:
            return
        local = address == "local"
        _check_address(address)
        try:
            ray.init(
                address=address,
                num_cpus=workers if local else None,
                include_dashboard=False if local else None,
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise BadCluster(f"no Ray cluster at {address!r}: {error}") from error

    def close(self) -> None:
        """Leave the cluster, and end it if it was started here."""
        if self._started:
            self._ray.shutdown()

    def map(
        self, work: Work, text: str, pieces: Sequence[int], heartbeat: Heartbeat
    ) -> Iterator[tuple[int, Arrays]]:
        ray = self._ray
        task = ray.remote(max_retries=self.RETRIES)(_work_remotely)
        window = max(4, 4 * int(ray.cluster_resources().get("CPU", 1)))
        waiting = iter(pieces)
        running: dict[Any, int] = {}
        try:
            while True:
                while len(running) < window and (index := next(waiting, None)) is not None:
                    running[task.remote(work, text, index)] = index
                if not running:
                    return
                done, _ = ray.wait(list(running), num_returns=1)
                for reference in done:
                    index = running.pop(reference)
                    games, arrays = self._get(reference)
                    heartbeat(games)
                    yield index, arrays
        finally:
            for reference in running:
                ray.cancel(reference)

    def _get(self, reference: Any) -> tuple[int, Arrays]:
        """What a task returned.

        Raises:
            BadCluster: its worker lacks something, such as a solved table.
        """
        try:
            found: tuple[int, Arrays] = self._ray.get(reference)
        except self._ray.exceptions.RayTaskError as error:
            if isinstance(error.cause, ValueError):
                raise BadCluster(f"a worker of the cluster cannot play: {error.cause}") from error
            raise
        return found


def _check_address(address: str) -> None:
    """Refuse an address where nobody listens at once; Ray tries for minutes.

    Raises:
        BadCluster: nobody listens.
    """
    found = re.fullmatch(r"(?:ray://)?(\[[^]]+\]|[^:/]+):([0-9]+)", address)
    if found is None:
        return  # "local", "auto" and whatever else Ray may know
    try:
        socket.create_connection((found[1].strip("[]"), int(found[2])), timeout=5).close()
    except (OSError, OverflowError) as error:
        raise BadCluster(f"no Ray cluster at {address!r}: {error}") from error


def _work_remotely(work: Work, text: str, index: int) -> tuple[int, Arrays]:
    """One piece in a worker process of the cluster, and how many games it took."""
    games: list[int] = []
    arrays = work(text, index, games.append)
    return sum(games), arrays
