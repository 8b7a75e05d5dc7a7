"""Records audited by any hands; those in which all is as the rules say are kept by, and not decided again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from records.errors import RecordsError
from records.rulings.audit import Judged, Verdict
from records.service.jobs.tasks import Task
from records.service.sent_logs import NotAudited, audited, sent
from web.cli.kept_answers import keeping, kept, kept_file, key_of
from web.cli.workers import answers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from records.service import GameBook, RecordView
    from records.service.jobs.hands import Ended, Hands
    from records.service.sent_logs import SentCards


class AuditedRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a record."""

    asked: str
    """As it was named."""
    view: RecordView | None = None
    judged: Sequence[Judged] | None = None
    """None where it could not be audited."""
    why: str = ""
    unknown: bool = False
    """Whether that is because its rules are not known here."""


class CleanRecord(msgspec.Struct, frozen=True):
    """A record in which every decision is as the rules say; it tells nothing else."""

    key: str
    decisions: tuple[int, ...]


def audited_by(
    book: GameBook, hands: Hands, names: Sequence[str], viewer: str, cards: SentCards | None, *, everything: bool
) -> Iterator[AuditedRecord]:
    """Let hands audit records, and yield what became of each in their order.

    With ``everything`` the names are whole ids, and a record that was found clean before is not decided again; it is read.
    """
    file = kept_file("audit")
    clean = dict(kept(file, CleanRecord)) if everything else {}
    own = (cards.text.hex(),) if cards is not None else ()
    views: dict[str, RecordView] = {}

    def task_of(name: str) -> AuditedRecord | Task:
        try:
            view = book.record(book.keeper, name if everything else book.records.resolve(book.keeper, name), viewer)
            log = sent(view)
        except RecordsError as error:  # the others are audited all the same
            return AuditedRecord(asked=name, why=str(error))
        if everything and (before := clean.get(key_of(view, *own))) is not None:
            kept_all = tuple(Judged(version=at, verdict=Verdict.KEPT, at=at) for at in before.decisions)
            return AuditedRecord(asked=name, view=view, judged=kept_all)
        views[name] = view
        return Task(audited, (log, cards))

    with keeping(file) as keep:

        def answer(name: str, ended: Ended) -> AuditedRecord:
            view = views[name]
            if ended.why:
                return AuditedRecord(asked=name, view=view, why=ended.why)
            judged: Sequence[Judged] | NotAudited = ended.value
            if isinstance(judged, NotAudited):
                return AuditedRecord(asked=name, view=view, why=judged.why, unknown=judged.unknown)
            if everything and all(one.verdict is Verdict.KEPT for one in judged):
                keep(CleanRecord(key_of(view, *own), tuple(one.version for one in judged)))
            return AuditedRecord(asked=name, view=view, judged=judged)

        yield from answers(hands, names, task_of, answer)
