"""Audit: every decision of a record is decided again by the rules, with the chance that the record holds (design/events: Audit).

A record may break a rule, for facts are not rulings; the audit says where. It works on any viewer's log: what a log does not show it
cannot judge, and it says so.
"""

from __future__ import annotations

from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.asking.chance import FromRecord, batches
from records.core.editions.rulesets import Ruleset, WatchedRuleset
from records.core.events import Event, Recorded, Sort, name_of
from records.core.faces import known
from records.core.logs.effective import effective
from records.core.logs.fold import Folder
from records.core.position import frozen
from records.core.sentences import N_, Sentence
from records.core.shared import TakenBack
from records.errors import MalformedCommand, NotNoted, RecordsError, RuleViolation
from records.rulings.alike import alike, secrets
from records.rulings.late import begins_late
from records.rulings.unnoted import unnoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from records.core.game import Game
    from records.core.header import Header
    from records.core.position import Position

Log = tuple[Recorded[Any], ...]


class Verdict(Enum):
    """What the rules say of a batch."""

    KEPT = "kept"
    """The rules give the recorded batch again."""
    BROKEN = "broken"
    """A rule forbids the decision."""
    DIFFERS = "differs"
    """The decision may be taken, but something else follows from it."""
    OPEN = "cannot be judged"
    """It depends on a card that this log does not show, or on rules or cards that are not known here."""


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """The judgement of one batch by the rules."""

    version: int
    """Of its decision."""
    verdict: Verdict
    at: int
    """The event at which the record and the rules part ways; the decision's if they do not, or if it is refused."""
    paragraph: str = ""
    """The broken paragraph, or that of the missing consequence."""
    unjudged: tuple[str, ...] = ()
    """Paragraphs by which it could not be judged, because the record's edition of the rules or of the cards is not known here."""
    why: Sentence | None = None
    """None if nothing is wrong."""
    detail: str = ""
    """The same for a program where words say less: names of events and fields, values as JSON, an error. May be empty."""
    recorded: Event | None = None
    """The recorded event where the record and the rules part ways; None if the rules continue and the record does not."""
    ruled: Event | None = None
    """The event by the rules there; None if they forbid the decision, or give no further event."""

    @property
    def wrong(self) -> bool:
        """Whether the record contradicts the rules."""
        return self.verdict in (Verdict.BROKEN, Verdict.DIFFERS)


def audit(game: Game, header: Header, log: Sequence[Recorded[Any]]) -> Iterator[Judged]:
    """Yield a judgement for each decision of ``log``, the last list first and then what was taken back.

    Facts are skipped, and the seating event of a table that begins with a position.
    What was taken back is judged with the log up to its taking back, what was corrected as it was corrected. Of a record whose rules or
    cards are another edition than any that is known here, each decision that they may affect is one that cannot be judged, with the
    paragraphs. Raises ``MalformedCommand`` at once where the game has no rules here.
    """
    if game.play is None:
        raise MalformedCommand(f"record {header.record} cannot be audited: the rules of {game.name} are not known here")
    return _audited(game, header, tuple(log))


def judge_one(game: Game, header: Header, log: Sequence[Recorded[Any]], version: int) -> Judged:
    """Return the judgement of one decision; raises ``MalformedCommand`` as ``audit`` does, and where there is no such decision."""
    for judged in _audited(game, header, tuple(log), version):
        return judged
    raise MalformedCommand(f"record {header.record} has no decision {version}")


def _audited(game: Game, header: Header, log: Log, only: int | None = None) -> Iterator[Judged]:
    judged: set[int] = set()
    judge = _judge if game.rules.knows(header, log) else _judge_by_unknown_rules
    if not game.rules.knows_cards(header):
        judge = _judge_by_unknown_cards
    for counted in _lists(log):
        fold = Folder(game)
        draft = fold.start(header)
        if begins_late(recorded.event for recorded in counted):
            judged.add(counted[0].v)
        for batch in batches(counted):
            first = batch[0]
            if first.v not in judged and first.event.sort is not Sort.FACT and only in (None, first.v):
                judged.add(first.v)
                yield judge(game, batch, frozen(first.v - 1, draft))
            fold.run(draft, batch)


def _lists(log: Log) -> Iterator[list[Recorded[Any]]]:
    """Yield the events that count at the end; then, for each take-back, those that counted before it."""
    yield effective(log)
    for index, recorded in enumerate(log):
        if isinstance(recorded.event, TakenBack):
            yield effective(log[:index])


def _judge_by_unknown_cards(game: Game, batch: Log, position: Position[Any]) -> Judged:  # noqa: ARG001 -- the shape of all judges
    paragraphs = tuple(dict.fromkeys(recorded.event.rule for recorded in batch if recorded.event.rule))
    return _unjudged(batch[0].v, paragraphs, Sentence(N_("The cards it was played with are not known here.")))


def _judge_by_unknown_rules(game: Game, batch: Log, position: Position[Any]) -> Judged:
    """Judge by the nearest known reading, and keep only what every reading says: that no switch was asked and nothing was wrong."""
    rules = getattr(position.state, "rules", None)
    watched = WatchedRuleset.of(rules) if isinstance(rules, Ruleset) else None
    if watched is not None:
        position.state.rules = watched
    judged = _judge(game, batch, position)
    asked = watched.paragraphs if watched is not None else ()
    if judged.verdict is Verdict.KEPT and not asked:
        return judged
    paragraphs = asked or tuple(filter(None, (judged.paragraph or batch[0].event.rule,)))
    return _unjudged(batch[0].v, paragraphs, Sentence(N_("The rules it was played by are not known here.")))


def _unjudged(version: int, paragraphs: tuple[str, ...], why: Sentence) -> Judged:
    return Judged(version=version, verdict=Verdict.OPEN, at=version, unjudged=paragraphs, why=why)


def _judge(game: Game, batch: Log, position: Position[Any]) -> Judged:
    first = batch[0]
    version = first.v
    if first.event.sort is not Sort.DECISION:
        return _differs(version, version, Sentence(N_("It follows from no decision.")), recorded=first.event)
    if position.state.missing:
        return Judged(version=version, verdict=Verdict.OPEN, at=version, why=Sentence(N_("Something before it is missing.")))
    if game.play is None:
        raise MalformedCommand(f"the rules of {game.name} are not known here")
    chance = FromRecord(recorded.event for recorded in batch)
    unless_open = partial(_unless_open, position, batch)
    try:
        decided = game.play.decide(position, game.play.command_of(first.event), chance, version)
    except RuleViolation as broken:
        why = broken.why if isinstance(broken.why, Sentence) else Sentence("%(why)s", {"why": str(broken.why)})
        return Judged(version=version, verdict=Verdict.BROKEN, at=version, paragraph=broken.paragraph, why=why, recorded=first.event)
    except NotNoted:
        return _open(version)
    except RecordsError as error:
        why = Sentence(N_("It does not fit the position before it."))
        return unless_open(_differs(version, version, why, recorded=first.event, detail=str(error)))
    for should, recorded in zip(decided, batch, strict=False):
        if not alike(game.parts, should, recorded.event):
            why, detail = _other(game, should, recorded.event), _detail(should, recorded.event)
            return unless_open(_differs(version, recorded.v, why, recorded=recorded.event, ruled=should, detail=detail))
    if len(decided) > len(batch):
        more = decided[len(batch)]
        why = Sentence(N_("The rules go on here, the record does not."))
        return unless_open(_differs(version, batch[-1].v, why, ruled=more, detail=f"the rules give {_named(more)}"))
    if len(batch) > len(decided):
        more = batch[len(decided)].event
        why = Sentence(N_("The record goes on here, the rules do not."))
        return unless_open(_differs(version, batch[len(decided)].v, why, recorded=more, detail=f"the record has {_named(more)}"))
    if _shows_all_that_lies_open(batch):
        return Judged(version=version, verdict=Verdict.KEPT, at=version)
    return _open(version)


def _differs(
    version: int, at: int, why: Sentence, *, recorded: Event | None = None, ruled: Event | None = None, detail: str = ""
) -> Judged:
    """Return the judgement; its paragraph is that of what should have followed, else that of what was recorded."""
    here = ruled or recorded
    paragraph = here.rule if here is not None else ""
    return Judged(
        version=version, verdict=Verdict.DIFFERS, at=at, paragraph=paragraph, why=why, recorded=recorded, ruled=ruled, detail=detail
    )


def _open(version: int) -> Judged:
    why = Sentence(N_("It depends on a card that this log does not show."))
    return Judged(version=version, verdict=Verdict.OPEN, at=version, why=why)


def _unless_open(position: Position[Any], batch: Log, judged: Judged) -> Judged:
    """What seems wrong may only seem so where an open face was not noted, in the batch or before. On a hidden face no rule may depend."""
    noted = all(known(lying.face) for lying in position.table.slots.values() if lying.up)
    return judged if noted and _shows_all_that_lies_open(batch) else _open(judged.version)


def _shows_all_that_lies_open(batch: Log) -> bool:
    """Whether every open face of the batch was noted."""
    return not any(True for _ in unnoted([recorded.event for recorded in batch]))


def _other(game: Game, should: Event, recorded: Event) -> Sentence:
    """Describe the difference between two events whose own words do not show it."""
    if type(should) is type(recorded):
        by, wrote = should.rule, recorded.rule
        if by != wrote and alike(game.parts, msgspec.structs.replace(should, rule=wrote), recorded):
            args = {"should": by, "is": wrote}
            return Sentence(_BY_ANOTHER if by and wrote else _BY_NONE if by else _BY_ONE_TOO_MANY, args)
        pairs = list(zip(secrets(game.parts, should), secrets(game.parts, recorded), strict=False))
        if any(one.known_to != other.known_to for one, other in pairs):
            return Sentence(N_("By the rules a card is shown to others than in the record."))
        if any(one.hint != other.hint for one, other in pairs):
            return Sentence(N_("By the rules what is known of a hidden card differs from the record."))
    return Sentence(N_("By the rules something else happens here than in the record."))


_BY_ANOTHER = N_("The rules name § %(should)s for it, the record § %(is)s.")
_BY_NONE, _BY_ONE_TOO_MANY = (
    N_("The rules name § %(should)s for it, the record no paragraph."),
    N_("The record names § %(is)s for it, the rules no paragraph."),
)


def _detail(should: Event, recorded: Event) -> str:
    """Return the same for a program."""
    if type(should) is not type(recorded):
        return f"the rules give {_named(should)}, the record has {_named(recorded)}"
    fields = [name for name in should.__struct_fields__ if getattr(should, name) != getattr(recorded, name)]
    told = "; ".join(f"{name} {_told(getattr(should, name))} (≠ {_told(getattr(recorded, name))})" for name in fields)
    return f"the rules give {_named(recorded)} with {told}"


def _named(event: Event) -> str:
    return name_of(type(event)).rpartition("/")[0]


def _told(value: Any) -> str:
    return msgspec.json.encode(value).decode()
