"""A connection to a cluster: tasks go there by the name of their function, and come back as they end.

Dask and the libraries under it log nothing meanwhile, since their messages do not concern users of vsym.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import json
import logging
import queue
import re
import sys
import time
import uuid
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from importlib.util import find_spec
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal

from vsym.basics.frozen import frozen
from vsym.basics.options import ClusterLostError, ClusterSettings, RefusedError
from vsym.cluster.address import Local, Remote, place, require_loopback
from vsym.cluster.embedded import embedded
from vsym.cluster.task import Function, Identity, described, envelope, identity, perform

if TYPE_CHECKING:
    from distributed import Client, Future


RETRIES = 3
"""The retries of a task that raises. The scheduler also reruns a task whose worker dies, as often as it allows."""

PATIENCE = 10.0
"""Seconds in which a scheduler has to answer, and to have a worker."""


_LOGGERS = ("distributed", "distributed.client", "distributed.gc", "tornado", "tornado.application", "asyncio")


@frozen
class Completed:
    """A task that has ended, with the result of its function."""

    key: str
    result: Any


@frozen
class Failed:
    """A task without a result: workers that ran it died, the system failed it, or there is a bug of ours."""

    key: str
    reason: str
    cause: Literal["killed", "system", "bug"]


class Connection:
    """Use it as a context manager: at the end, it cancels its tasks on the cluster, and ends a local one.

    Entering raises RefusedError where there is no cluster, or one that runs another vsym. Methods that need a
    scheduler that has gone raise ClusterLostError.
    """

    def __init__(self, settings: ClusterSettings) -> None:
        """Raises RefusedError for an invalid address, or invalid files."""
        self._place = place(settings)
        self._session = f"vsym-{uuid.uuid4().hex}"
        self._futures: dict[str, Future[str]] = {}
        self._ended: queue.SimpleQueue[tuple[str, Future[str], Completed | Failed | Exception]] = queue.SimpleQueue()
        self._begun: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._stack = ExitStack()

    def __enter__(self) -> Connection:
        try:
            _hushed()
        except ImportError as error:
            raise RefusedError(
                "a cluster needs Dask's `distributed`, which is not installed; `pip install vsym[cluster]` gets it"
            ) from error
        with ExitStack() as stack:
            here = self._place
            self.address = stack.enter_context(embedded(here.workers)) if isinstance(here, Local) else here.address
            self._client = _client(self.address, here)
            stack.callback(self._close)
            if isinstance(here, Remote) and here.tls is None:
                for address in (self._client.scheduler_info()["address"], *self._client.nthreads()):
                    require_loopback(self.address, address)
            self.require_same()
            self._client.subscribe_topic(self._session, lambda event: self._begun.put(event[1]))
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    @property
    def workers(self) -> int:
        """The number of workers that are alive now."""
        try:
            return len(self._client.nthreads())
        except (OSError, RuntimeError) as error:
            raise self._lost() from error

    @property
    def dashboard(self) -> str | None:
        """The address of Dask's own pages on the cluster, which need Bokeh; None where it has none."""
        if isinstance(self._place, Local) and find_spec("bokeh") is None:
            return None
        try:
            link: str | None = self._client.dashboard_link
        except (KeyError, OSError):
            return None
        return link

    def require_same(self) -> None:
        """Raise RefusedError unless the scheduler and every worker run this very vsym.

        For workers that come later, each task checks this.
        """
        try:
            of_workers = {f"the worker {name}": reply for name, reply in self._asked_of_workers().items()}
            try:
                of_scheduler: Any = self._client.run_on_scheduler(described)
            except (ImportError, AttributeError) as error:
                of_scheduler = error
            replies = {f"the scheduler {self.address}": of_scheduler, **of_workers}
        except OSError as error:
            raise self._lost() from error
        for name, reply in replies.items():
            if isinstance(reply, Exception):
                raise RefusedError(f"{name} does not run vsym {identity()}: {type(reply).__name__}: {reply}")
            if reply != described():
                raise _other(name, Identity(*reply))

    def submit(self, function: Function, argument: Any, key: str) -> None:
        """Have a worker run a public function of a module of vsym, from a JSON value to a JSON value.

        Keys are those of tasks that have not ended yet, each once.
        """
        if key in self._futures:
            raise ValueError(f"{key} is a task already")
        text = envelope(function, argument, key, self._session)
        self._require_alive()
        future = self._client.submit(perform, text, key=f"{key}-{self._session}", pure=False, retries=RETRIES)
        self._futures[key] = future
        self._client.loop.add_callback(self._await, key, future)

    def begun(self) -> list[str]:
        """The keys of tasks that workers have begun since the last call; a task that runs again is listed again."""
        return [*_drained(self._begun)]

    def completed(self, timeout: float) -> list[Completed | Failed]:
        """The tasks that have ended since the last call; if there are none, wait up to `timeout` seconds for one.

        Raises RefusedError where a task says so, or where its worker runs another vsym.
        """
        end = time.monotonic() + timeout
        while True:
            results = [*_drained(self._ended)]
            if not results:
                self._require_alive()
                with suppress(queue.Empty):
                    results = [self._ended.get(timeout=max(0.0, end - time.monotonic()))]
            outcomes = []
            for key, future, ended in results:
                if self._futures.get(key) is not future:
                    # It was given up meanwhile.
                    continue
                if isinstance(ended, Exception):
                    raise ended
                del self._futures[key]
                outcomes.append(ended)
            if outcomes or time.monotonic() >= end:
                return outcomes

    def cancel(self) -> None:
        """Give up all tasks; those that run have to check if they are still `wanted`."""
        futures = [*self._futures.values()]
        self._futures.clear()
        if futures and self._client.status == "running":
            with suppress(OSError):
                self._client.cancel(futures, force=True)

    def _close(self) -> None:
        self.cancel()
        with suppress(OSError):
            self._client.close(timeout=PATIENCE)

    async def _await(self, key: str, future: Future[str]) -> None:
        from distributed.scheduler import KilledWorker

        ended: Completed | Failed | Exception
        try:
            ended = self._opened(key, json.loads(await future))
        except KilledWorker as error:
            count = error.allowed_failures + 1
            last = getattr(error.last_worker, "address", error.last_worker)
            ended = Failed(key, f"{count} workers died while they ran it, the last one {last}", "killed")
        except (asyncio.CancelledError, concurrent.futures.CancelledError):
            ended = self._lost()
        except Exception as error:
            said = " ".join(f"{type(error).__name__}: {error}".split())
            alive = self._client.status == "running"
            ended = Failed(key, said, "system" if isinstance(error, OSError) else "bug") if alive else self._lost()
        self._ended.put((key, future, ended))

    def _opened(self, key: str, message: dict[str, Any]) -> Completed | Exception:
        if "refused" in message:
            return RefusedError(message["refused"])
        if "other" in message:
            return _other(f"the worker {message['worker']}", Identity(*message["other"]))
        return Completed(key, message["result"])

    def _asked_of_workers(self) -> dict[str, Any]:
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as error:
            raise RefusedError(
                f"the scheduler {self.address} has no worker; `dask worker {self.address} --nthreads 1` starts one"
            ) from error
        replies: dict[str, Any] = self._client.run(described, on_error="return")
        return replies

    def _require_alive(self) -> None:
        if self._client.status != "running":
            raise self._lost()

    def _lost(self) -> ClusterLostError:
        return ClusterLostError(
            f"the scheduler {self.address} was lost; finished work is kept, and the same command continues from there"
        )


def _client(address: str, here: Local | Remote) -> Client:
    """Raises RefusedError where no scheduler answers."""
    from distributed import Client, Security

    tls = here.tls if isinstance(here, Remote) else None
    try:
        security = None
        if tls is not None:
            security = Security(
                tls_ca_file=tls.ca, tls_client_cert=tls.cert, tls_client_key=tls.key, require_encryption=True
            )
        return Client(address, security=security, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        said = re.sub(r"^in <[^>]*>: ", "", " ".join(str(error.__cause__ or error).split()))
        late = f"it took more than {PATIENCE:g} seconds"
        raise RefusedError(f"no scheduler answers at {address}: {said or late}") from error


def _other(name: str, there: Identity) -> RefusedError:
    same = " of other sources" if there.version == identity().version else ""
    return RefusedError(
        f"{name} runs vsym {there}{same}, and this is vsym {identity()}; install the same version everywhere"
    )


def _drained(events: queue.SimpleQueue[Any]) -> Iterator[Any]:
    with suppress(queue.Empty):
        while True:
            yield events.get_nowait()


def _hushed() -> None:
    """Import Dask's scheduler of tasks so that neither it nor a library it uses writes to standard error.

    A program that has already imported it decides where its messages go. Raises ImportError where it is missing.
    """
    if sys.modules.get("distributed") is not None:
        return
    import distributed  # noqa: F401
    from distributed.versions import VersionMismatchWarning

    for name in _LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers[:] = [logging.NullHandler()]
        logger.propagate = False
    warnings.filterwarnings("ignore", category=VersionMismatchWarning)
