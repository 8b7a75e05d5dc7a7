"""Drift: whether a record still replays exactly with today's code, and the first difference (design/rulings: Drift)."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.asking.chance import FromRecord, batches
from records.core.events import Recorded, name_of
from records.core.logs.differing import FieldDifference, first_difference
from records.core.logs.effective import effective
from records.core.logs.fold import Folder
from records.core.logs.in_public import lacks_public_words
from records.core.position import frozen
from records.core.secret import Secret
from records.core.shared import TakenBack
from records.errors import RecordsError
from records.rulings.alike import alike, secrets
from records.rulings.audit import Judged, Verdict, audit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.events import Event
    from records.core.game import Game
    from records.core.header import Header
    from records.core.hidden import HiddenParts
    from records.core.position import Position
    from records.core.sentences import Sentence

Log = tuple[Recorded[Any], ...]


class Replaying(Enum):
    """How a record replays with today's code."""

    EXACT = "exact"
    """Every decision that can be judged gives the recorded events again."""
    BROUGHT_UP = "brought up"
    """The same, and some events were written in an older shape and are read in the present one."""
    PARTS = "parts"
    """A decision gives something else, or is forbidden, today."""
    DISPLAY = "display only"
    """Its rules or its cards are not known here; what happened can be shown."""


class OlderShape(msgspec.Struct, frozen=True, kw_only=True):
    """The first event that was written in a shape which today's code brings up."""

    version: int
    name: str
    """As it was written."""
    events: int
    """How many there are in all."""


class DriftParting(msgspec.Struct, frozen=True, kw_only=True):
    """The first event that today's code would write otherwise."""

    version: int
    """Of the recorded event."""
    decision: int
    """Version of the decision that it belongs to."""
    what: FieldDifference | None
    """Its first different field; None if the decision is refused."""
    paragraph: str
    why: Sentence | None


class Drift(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of a record under the code of today."""

    replaying: Replaying
    decisions: int
    unjudged: int
    """Decisions that hang on a card which this log does not show, or on rules that are not known."""
    older: OlderShape | None
    parting: DriftParting | None


def drift(game: Game, header: Header, stored: Sequence[Recorded[Any]], present: Sequence[Recorded[Any]]) -> Drift:
    """Return how a log replays today: ``stored`` as it was written, ``present`` as it is read, of any one viewer."""
    older = _older(stored, present)
    if game.play is None or not game.rules.knows_cards(header) or not game.rules.knows(header, present):
        return Drift(replaying=Replaying.DISPLAY, decisions=0, unjudged=0, older=older, parting=None)
    judged = list(audit(game, header, present))
    wrong = min((one for one in judged if one.wrong), key=lambda one: one.at, default=None)
    parting = None if wrong is None else _parting(game, header, tuple(present), wrong)
    replaying = Replaying.PARTS if parting else Replaying.BROUGHT_UP if older else Replaying.EXACT
    unjudged = sum(one.verdict is Verdict.OPEN for one in judged)
    return Drift(replaying=replaying, decisions=len(judged), unjudged=unjudged, older=older, parting=parting)


def _older(stored: Sequence[Recorded[Any]], present: Sequence[Recorded[Any]]) -> OlderShape | None:
    if stored is present:
        return None
    found = [one for one, now in zip(stored, present, strict=True) if _is_older(one.event, now.event)]
    return OlderShape(version=found[0].v, name=name_of(found[0].event), events=len(found)) if found else None


def _is_older(stored: Event, present: Event) -> bool:
    """Whether the shape is another; that a decision was written without what everybody knows of it would tell of a hidden card."""
    return type(stored) is not type(present) or (stored != present and not lacks_public_words(stored))


def _parting(game: Game, header: Header, log: Log, judged: Judged) -> DriftParting:
    what = None if judged.verdict is Verdict.BROKEN else _field(game, header, log, judged)
    return DriftParting(version=judged.at, decision=judged.version, what=what, paragraph=judged.paragraph, why=judged.why)


def _field(game: Game, header: Header, log: Log, judged: Judged) -> FieldDifference | None:
    """Return the first field that today's code would write differently, if it does not refuse the decision."""
    for counted in (effective(log), *(effective(log[:index]) for index, one in enumerate(log) if isinstance(one.event, TakenBack))):
        folder = Folder(game)
        draft = folder.start(header)
        for batch in batches(counted):
            if batch[0].v == judged.version:
                return _first(game, batch, frozen(judged.version - 1, draft))
            folder.run(draft, batch)
    return None


def _first(game: Game, batch: Log, position: Position[Any]) -> FieldDifference | None:
    chance = FromRecord(recorded.event for recorded in batch)
    try:
        decided = game.play.decide(position, game.play.command_of(batch[0].event), chance, batch[0].v) if game.play else ()
    except RecordsError:
        return None
    for should, recorded in zip(decided, batch, strict=False):
        if not alike(game.parts, should, recorded.event):
            return event_difference(game.parts, should, recorded.event)
    if len(decided) > len(batch):
        return FieldDifference(field="", expected=name_of(decided[len(batch)]), found="nothing")
    if len(batch) > len(decided):
        return FieldDifference(field="", expected="nothing", found=name_of(batch[len(decided)].event))
    return None


def event_difference(parts: HiddenParts, expected: Event, found: Event) -> FieldDifference | None:
    """Return the first field in which two events differ, as far as both are known, seals and salts aside."""
    if type(expected) is not type(found):
        return FieldDifference(field="", expected=name_of(expected), found=name_of(found))
    if alike(parts, expected, found):
        return None
    known = secrets(parts, expected), secrets(parts, found)
    same = len(known[0]) == len(known[1])

    def bare(side: int) -> Event:
        left = iter(range(len(known[side])))

        def visit(_path: str, part: Any) -> Any:
            if not isinstance(part, Secret):
                return part
            index = next(left)
            if same and _as_known(known[0][index], known[1][index]):
                return Secret(())
            return Secret(part.faces, part.known_to, part.hint, part.ordered)

        return parts.map((expected, found)[side], visit)

    return first_difference(bare(0), bare(1))


def _as_known(one: Secret, two: Secret) -> bool:
    """Whether two hidden parts may be equal: an unknown value on one side can equal any."""
    if (one.known_to, one.hint, one.ordered, len(one.faces)) != (two.known_to, two.hint, two.ordered, len(two.faces)):
        return False
    return all("?" in pair or pair[0] == pair[1] for pair in zip(one.faces, two.faces, strict=True))
