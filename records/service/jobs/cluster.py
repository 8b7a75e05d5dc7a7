"""The processes of a Dask cluster as hands for tasks: they open no store, and each must be the same program as this one."""

from __future__ import annotations

import logging
import secrets
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

import msgspec

from records.errors import JobRefused
from records.service.jobs.engine import Engine, engine
from records.service.jobs.hands import Ended, attempt

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from distributed import Client, Future

    from records.service.jobs.hands import Place
    from records.service.jobs.tasks import Task

FETCHED = 30.0
"""Seconds in which a finished worker must deliver a task's result."""
PATIENCE = 10.0
"""Seconds in which a scheduler must answer, and have a worker."""


class TlsFiles(msgspec.Struct, frozen=True):
    """TLS files of a connection to a cluster, as Dask takes them: paths of PEM files."""

    ca: str
    certificate: str
    key: str


class ClusterHands:
    """One task at a time for each thread of the workers. The scheduler gives a killed worker's task to another."""

    def __init__(self, address: str, tls: TlsFiles | None = None, *, patience: float = PATIENCE, wanted: Engine | None = None) -> None:
        """Raise ``JobRefused`` without ``distributed``, scheduler or worker, and if a worker's program is not the ``wanted`` one.

        The default is this program.
        """
        self._wanted = wanted or engine()
        self._client = _connected(address, tls, patience)
        try:
            _check(address, self._client, patience, self._wanted)
        except BaseException:
            self._client.close()
            raise
        self._name = secrets.token_hex(8)
        self._futures: dict[Place, Future[Any]] = {}
        self._ended: SimpleQueue[tuple[Place, Future[Any]]] = SimpleQueue()

    @property
    def free(self) -> int:
        """See ``Hands``; if all workers are gone, one task waits for the next."""
        threads: Mapping[str, int] = self._client.nthreads()
        return max(1, sum(threads.values())) - len(self._futures)

    def begin(self, place: Place, task: Task) -> None:
        """See ``Hands``."""
        key = f"kiebitz-{self._name}-{secrets.token_hex(8)}"
        future = self._futures[place] = self._client.submit(attempt_by, self._wanted, place, task, key=key, pure=False)
        future.add_done_callback(lambda done: self._ended.put((place, done)))

    def ended(self, seconds: float) -> Sequence[Ended]:
        """See ``Hands``."""
        found: list[Ended] = []
        while not found or not self._ended.empty():
            try:
                place, future = self._ended.get(timeout=seconds)
            except Empty:
                break
            if self._futures.get(place) is future:
                del self._futures[place]
                found.append(_what(place, future))
        return found

    def drop(self, place: Place) -> None:
        """See ``Hands``. A worker that has begun it finishes it, but the result is ignored."""
        if (future := self._futures.pop(place, None)) is not None:
            future.cancel()

    def close(self) -> None:
        """See ``Hands``; the cluster stays."""
        for place in list(self._futures):
            self.drop(place)
        self._client.close()


def attempt_by(wanted: Engine, place: Place, task: Task) -> Ended:
    """Execute a task if this program is the wanted one: a worker may have joined after all were checked."""
    return attempt(place, task) if engine() == wanted else Ended(place, why=f"a worker is {engine()}")


def _connected(address: str, tls: TlsFiles | None, patience: float) -> Client:
    try:
        import distributed  # noqa: PLC0415 -- an extra, and a second that others do not need
    except ImportError:
        raise JobRefused("a cluster needs distributed, which is not installed: pip install 'kiebitz[cluster]'") from None
    logging.getLogger("distributed").setLevel(logging.ERROR)  # its exceptions say what matters
    security = None
    if tls is not None:
        security = distributed.Security(
            require_encryption=True, tls_ca_file=tls.ca, tls_client_cert=tls.certificate, tls_client_key=tls.key
        )
    try:
        return distributed.Client(address, security=security, timeout=patience, set_as_default=False)
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        raise JobRefused(f"no scheduler answers at {address}: {error}") from error


def _check(address: str, client: Client, patience: float, here: Engine) -> None:
    try:
        client.wait_for_workers(1, timeout=patience)
    except TimeoutError:
        raise JobRefused(f"the scheduler at {address} has no worker; start one by: dask worker {address}") from None
    found: Mapping[str, Engine | Exception] = client.run(engine, on_error="return")
    others = {worker: said for worker, said in found.items() if said != here}
    if others:
        worker, said = min(others.items())
        what = str(said) if isinstance(said, Engine) else f"no Kiebitz ({type(said).__name__})"
        more = f", and {len(others) - 1} more are not" if len(others) > 1 else ""
        raise JobRefused(f"here is {here}, and the worker {worker} is {what}{more}; install the same everywhere")


def _what(place: Place, future: Future[Any]) -> Ended:
    from distributed import KilledWorker  # noqa: PLC0415 -- as above

    try:
        ended: Ended = future.result(timeout=FETCHED)
    except KilledWorker:
        return Ended(place, why="each worker that began it was killed")
    except TimeoutError:
        return Ended(place, why="what it came to was lost with its worker", lost=True)
    except Exception as error:  # noqa: BLE001 -- whatever the cluster does to one task, the others go on
        return Ended(place, why=type(error).__name__)
    return ended
