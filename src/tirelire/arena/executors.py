"""Executors for boards: this process, processes of this machine, or a Dask cluster.

All of them are executors of `concurrent.futures`, and play by the same function.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

from tirelire import __version__
from tirelire.core.codes import quote
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal

SECONDS_TO_CONNECT = 10
"""Timeout for the scheduler of a cluster."""
SECONDS_FOR_WORKERS = 10
"""Timeout for its first worker."""


@dataclass(frozen=True)
class Crew:
    """An executor, with its capacity and the errors that a lost worker raises."""

    executor: Executor
    room: int
    """Number of boards to submit at once."""
    losses: tuple[type[BaseException], ...] = ()
    """The errors that a board raises when its worker has died."""


@contextmanager
def gather(games: Sequence[str], workers: int | None, cluster: str | None) -> Iterator[Crew]:
    """Gather a crew that plays some games; on exit it stops at once, in the middle of a board.

    All workers compile before the first board: compiling would count as thinking time.
    `workers` is the number of processes, by default one for each core; 1 means this process
    itself. `cluster` is the address of a Dask scheduler.
    """
    count = workers or os.cpu_count() or 1
    if cluster is not None:
        with _cluster(games, cluster) as found:
            yield found
        return
    prepare(games)  # compiled here, loaded in other processes
    if count == 1:
        yield Crew(_Here(), 1)
    else:
        pool = _Workers(count, games)
        try:
            yield Crew(pool, 2 * count, (BrokenExecutor,))
        finally:
            pool.shutdown(cancel_futures=True)


def prepare(games: Sequence[str]) -> str:
    """Compile what the bots of some games need, or load it; return which version did."""
    from tirelire.bots.compiled_policy import compiled_policy
    from tirelire.games import game as find_game

    for game in map(find_game, games):
        game.engine.warm_up()
        compiled_policy(game).warm_up()
    return __version__


class _Here(Executor):
    """Runs each task at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call a function and return a future that is done."""
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class _Workers(ProcessPoolExecutor):
    """Worker processes that exit in the middle of a board when the parent has gone.

    They hold one end of a pipe, which breaks when the parent closes the other end or is killed;
    without it they would live on and wait for work.
    """

    def __init__(self, count: int, games: Sequence[str]) -> None:
        # Compiled code may hold threads and locks that a fork would tear.
        context = get_context("spawn")
        reader, self._writer = context.Pipe(duplex=False)
        super().__init__(count, context, initializer=_begin, initargs=(reader, games))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop the workers; with `cancel_futures` at once, in the middle of a board."""
        if cancel_futures:
            self._writer.close()
        super().shutdown(wait, cancel_futures=cancel_futures)


def _begin(pipe: Connection, games: Sequence[str]) -> None:
    """Prepare a worker, which exits when the pipe breaks, and only then."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def wait() -> None:
        pipe.poll(None)
        os._exit(0)

    Thread(target=wait, daemon=True).start()
    prepare(games)


@contextmanager
def _cluster(games: Sequence[str], address: str) -> Iterator[Crew]:
    """Connect to a Dask scheduler, and prepare all its workers."""
    try:
        from distributed import Client, KilledWorker
        from distributed.comm import resolve_address
    except ImportError:
        raise OptionError(Refusal("arena.no_distributed")) from None
    try:
        resolve_address(address)  # a client with a wrong address cannot even be closed
        client = Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise _unreachable(address, error) from None
    try:
        try:
            client.wait_for_workers(1, timeout=SECONDS_FOR_WORKERS)
            threads = client.nthreads()
            preparing = [client.submit(prepare, games, workers=[x], pure=False) for x in threads]
            versions = set(client.gather(preparing))
        except Exception as error:  # a worker without our package can raise anything
            raise _unreachable(address, error) from None
        if versions != {__version__}:
            found = ", ".join(sorted(versions))
            raise OptionError(Refusal("arena.version", wanted=__version__, found=found))
        executor = client.get_executor(pure=False)
        try:
            yield Crew(executor, 2 * sum(threads.values()), (CancelledError, KilledWorker))
        finally:
            executor.shutdown(wait=False)
    finally:
        client.close()


def _unreachable(address: str, error: Exception) -> OptionError:
    reason = f"{type(error).__name__}: {error}"[:300]
    return OptionError(Refusal("arena.cluster", address=quote(address), reason=reason))
