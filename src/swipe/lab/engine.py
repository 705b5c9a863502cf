"""Where the batches of a run are played: in this process, or as tasks of a Ray cluster."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Protocol

from swipe.kernels import Kernel
from swipe.lab.spec import RunSpec, make_kernel
from swipe.lab.tally import Stopped, Tally, play_batch

Heartbeat = Callable[[int], None]


class Engine(Protocol):
    """Plays batches; the results come in any order, and are the same from every engine."""

    def play(
        self, spec: RunSpec, batches: Sequence[int], heartbeat: Heartbeat
    ) -> Iterator[tuple[int, Tally]]:
        """Play the batches of a run and yield each with its number."""


class LocalEngine:
    """Plays in threads of this process: compiled games hold no lock, so that each takes a core."""

    def __init__(self, processes: int = 1) -> None:
        self.processes = processes
        self._kernels: dict[tuple[str, tuple[str, ...]], Kernel] = {}

    def prepare(self, spec: RunSpec) -> Kernel:
        """Load or compile what a run needs; play does it too."""
        key = (spec.identity, spec.bots)
        if key not in self._kernels:
            kernel = make_kernel(spec)
            kernel.play(spec.seed, 0, 1)
            self._kernels[key] = kernel
        return self._kernels[key]

    def play(
        self, spec: RunSpec, batches: Sequence[int], heartbeat: Heartbeat
    ) -> Iterator[tuple[int, Tally]]:
        kernel = self.prepare(spec)
        stop = threading.Event()

        def beat(games: int) -> None:
            if stop.is_set():
                raise Stopped
            heartbeat(games)

        waiting = iter(batches)
        running: dict[Future[Tally], int] = {}
        with ThreadPoolExecutor(self.processes) as pool:

            def top_up() -> None:
                while len(running) < 2 * self.processes:
                    index = next(waiting, None)
                    if index is None:
                        return
                    running[pool.submit(play_batch, spec, kernel, index, beat)] = index

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
    """Plays every batch as a task of a Ray cluster, which places them and repeats lost ones.

    Args:
        address: of the cluster, or ``local`` for one on this machine.
        workers: how many processors a local cluster has.
    """

    RETRIES = 5

    def __init__(self, address: str, workers: int | None = None) -> None:
        import ray

        self._ray = ray
        self._started = not ray.is_initialized()
        if self._started:
            local = address == "local"
            ray.init(
                address=None if local else address,
                num_cpus=workers if local else None,
                include_dashboard=False,
                log_to_driver=False,
                logging_level="ERROR",
            )

    def close(self) -> None:
        if self._started:
            self._ray.shutdown()

    def play(
        self, spec: RunSpec, batches: Sequence[int], heartbeat: Heartbeat
    ) -> Iterator[tuple[int, Tally]]:
        ray = self._ray
        task = ray.remote(max_retries=self.RETRIES)(_play_remotely)
        window = max(4, 4 * int(ray.cluster_resources().get("CPU", 1)))
        text = spec.to_json()
        waiting = iter(batches)
        running = {}
        try:
            while True:
                while len(running) < window and (index := next(waiting, None)) is not None:
                    running[task.remote(text, index)] = index
                if not running:
                    return
                done, _ = ray.wait(list(running), num_returns=1)
                for reference in done:
                    index = running.pop(reference)
                    arrays = ray.get(reference)
                    heartbeat(spec.span(index)[1])
                    yield index, Tally.from_arrays(arrays)
        finally:
            for reference in running:
                ray.cancel(reference)


_remote_kernels: dict[str, Kernel] = {}


def _play_remotely(text: str, index: int) -> dict[str, object]:
    """One batch, in a worker process of the cluster."""
    from swipe.lab.spec import spec_from_json

    if text not in _remote_kernels:
        _remote_kernels.clear()
        _remote_kernels[text] = make_kernel(spec_from_json(text))
    spec = spec_from_json(text)
    return dict(play_batch(spec, _remote_kernels[text], index).arrays())
