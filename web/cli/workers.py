"""What works at many records: this process, processes beside it, or those of a Dask cluster."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from records.service.jobs.batch import batched
from records.service.jobs.hands import OwnHands
from records.service.jobs.pool import WorkerPool
from records.service.jobs.tasks import Task
from records.service.sent_logs import SentCards
from web.books import content_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from records.service.jobs.hands import Ended, Hands, Place
    from web.cli.places import StoreChoice

A = TypeVar("A")
MOST_JOBS = 64
LONGEST = 24 * 3600.0
"""Seconds that a process may take for one task."""
FILE = click.Path(exists=True, dir_okay=False)


@dataclass(frozen=True, slots=True)
class Workers:
    """What was asked for."""

    jobs: int | None = None
    """Processes beside this one; None for the usual number."""
    scheduler: str = ""
    tls: tuple[str, str, str] | None = None
    """Files: of who signed, the certificate, its key."""

    @property
    def named(self) -> bool:
        """Whether anything was asked for."""
        return self != Workers()

    def hands(self, usual: int = 1) -> AbstractContextManager[Hands]:
        """Return what does the work, to be closed; ``usual``: so many processes where no number was asked for, 1 for this one.

        Raises ``JobRefused`` as ``ClusterHands`` does.
        """
        if self.scheduler:
            from records.service.jobs.cluster import ClusterHands, TlsFiles  # noqa: PLC0415 -- an extra

            return closing(ClusterHands(self.scheduler, None if self.tls is None else TlsFiles(*self.tls)))
        jobs = usual if self.jobs is None else self.jobs
        return closing(WorkerPool(jobs, longest=LONGEST) if jobs > 1 else OwnHands())


def with_workers(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--jobs``, ``--scheduler`` and what makes its connection safe; the command is given ``workers``."""

    @click.option("--jobs", metavar="N", type=click.IntRange(1, MOST_JOBS), help="Number of processes.")
    @click.option("--scheduler", metavar="ADDRESS", default="", help="A Dask scheduler, whose workers do it: tcp://10.0.0.5:8786.")
    @click.option("--tls-ca-file", metavar="FILE", type=FILE, help="Who signed the certificates of the cluster.")
    @click.option("--tls-cert", metavar="FILE", type=FILE, help="The certificate to show to the cluster.")
    @click.option("--tls-key", metavar="FILE", type=FILE, help="The key of that certificate.")
    @wraps(command)
    def wrapped(*args: Any, jobs: int | None, scheduler: str, **options: Any) -> Any:
        files = tuple(options.pop(name) for name in ("tls_ca_file", "tls_cert", "tls_key"))
        if jobs is not None and scheduler:
            raise click.UsageError("--jobs says how many processes work here, --scheduler that others do; name one of them")
        if any(files) and not (scheduler and all(files)):
            raise click.UsageError("--tls-ca-file, --tls-cert and --tls-key go together, with --scheduler")
        return command(*args, workers=Workers(jobs, scheduler, files if any(files) else None), **options)

    return wrapped


def sent_cards(place: StoreChoice) -> SentCards | None:
    """Return the cards that were named, for those who do not have the file; raises ``ImportRefused``."""
    return SentCards(place.cards, content_of(place.cards)) if place.cards else None


def answers(hands: Hands, names: Sequence[str], task_of: Callable[[str], A | Task], answer: Callable[[str, Ended], A]) -> Iterator[A]:
    """Yield an answer for each name, in their order: what ``task_of`` gives where that is no task, else what ``answer`` makes of its end.

    That is made as soon as a task has ended, also while an earlier one is not done.
    """
    found: dict[int, A] = {}

    def tasks() -> Iterator[tuple[Place, Task]]:
        for nth, name in enumerate(names):
            made = task_of(name)
            if isinstance(made, Task):
                yield (name, nth), made
            else:
                found[nth] = made

    told = 0
    with closing(batched(hands, tasks())) as ended:
        for one in ended:
            name, nth = one.place
            found[nth] = answer(name, one)
            while told in found:
                yield found.pop(told)
                told += 1
    for nth in range(told, len(names)):
        yield found.pop(nth)
