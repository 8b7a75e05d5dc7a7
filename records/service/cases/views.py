"""A case as one of its readers sees it: the texts they may read, and each claim checked against what they were shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from records.core.secret import ALL
from records.core.viewers import OPEN, viewer_key
from records.errors import MalformedCommand
from records.rulings.claims import UNCLEAR, check_claim, play_at, read_play
from records.rulings.redoing.plays import recorded_plays
from records.service.views import rereading
from records.studies.cases import events as ev
from records.studies.cases.texts import CLOSING, QUESTION
from records.studies.layers.events import RuleReading
from records.studies.layers.viewpoints import NoteStatus, status

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from records.core.editions.rulesets import Ruleset
    from records.core.ids import SeatKey
    from records.core.secret import Audience, Sealed
    from records.core.viewers import Viewer
    from records.rulings.claims import PlayRead
    from records.rulings.redoing.plays import RecordedPlay, RecordedPlays
    from records.service.kinds import StoredCase
    from records.service.persons import BroughtBy
    from records.service.seen_log import SeenLog
    from records.studies.cases.fold import CaseRuling, CaseText, RulingStanding

B = TypeVar("B", bound=msgspec.Struct)
NO_READING = RuleReading(ruleset="", switches=(), hash="")
NO_QUESTION, NO_ANSWER, NO_RULING = ev.QuestionBody(text=""), ev.AnswerBody(by=""), ev.RulingBody(by="")
NO_CLAIM = ev.ClaimBody(party="", reading=NO_READING)
"""What is left of texts whose words were erased."""
FILE = "file"
"""Names the whole text of a dispute that was imported as a file."""
ARBITER = "arbiter"
"""The viewer who sees exactly what a record's sides released in a case."""


class TextReaders(msgspec.Struct, frozen=True, kw_only=True):
    """Who may read a text, and when it was written."""

    at: datetime
    known_to: Audience
    status: NoteStatus
    """Whether it provably reveals nothing new about hidden cards to its readers, or its author declared so."""
    erased: bool
    """Whether its words were erased; then nothing of its body is left."""


class ClaimView(msgspec.Struct, frozen=True, kw_only=True):
    """A claim, checked under its own reading."""

    id: str
    body: ev.ClaimBody
    written: TextReaders
    verdict: str
    """``follows``, ``does not follow`` or ``cannot be judged``, by what the reader was shown."""
    reading: Ruleset | None
    """None if it is not known here."""
    read: PlayRead | None
    """The disputed play under this reading; None if it cannot be computed."""


class AnswerView(msgspec.Struct, frozen=True, kw_only=True):
    """An appeal, or how it was decided."""

    kind: str
    body: ev.AnswerBody
    written: TextReaders


class RulingView(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling, and the answers to it."""

    id: str
    standing: RulingStanding
    body: ev.RulingBody
    written: TextReaders
    reading: Ruleset | None
    read: PlayRead | None
    answers: tuple[AnswerView, ...]

    @property
    def holds(self) -> bool:
        """Whether it is in force."""
        return self.standing.value in {"in force", "upheld"}


class CaseView(msgspec.Struct, frozen=True, kw_only=True):
    """A case as one of its readers sees it."""

    id: str
    record: str
    viewer: str
    """Its reader: ``public``, ``open``, a seat or ``arbiter``."""
    header: ev.CaseHeader
    v: int
    play: RecordedPlay
    question: ev.QuestionBody
    written: TextReaders
    released: tuple[SeatKey, ...]
    claims: tuple[ClaimView, ...]
    rulings: tuple[RulingView, ...]
    closed: AnswerView | None
    brought: BroughtBy | None = None
    """For a case from elsewhere: who imported it; its speakers are as named in its file."""
    read_only: bool = False
    """Whether it is an imported file, in which nobody can write."""

    @property
    def ruling(self) -> RulingView | None:
        """The ruling in force that the reader may read."""
        return next((one for one in self.rulings if one.holds), None)

    @property
    def standing(self) -> str:
        """How the case stands: ``open``, ``ruled``, ``appealed`` or ``closed``."""
        if self.closed is not None:
            return "closed"
        last = self.rulings[-1].standing.value if self.rulings else ""
        return {"": "open", "overruled": "open", "appealed": "appealed"}.get(last, "ruled")

    @property
    def erasable(self) -> tuple[str, ...]:
        """Names of the texts that its reader has and whose words are still there."""
        if self.read_only:
            return (FILE,)
        said = [(QUESTION, self.written), *((claim.id, claim.written) for claim in self.claims)]
        said += [(ruling.id, ruling.written) for ruling in self.rulings]
        if self.closed is not None and self.closed.body.by:  # it has nothing of texts for others
            said.append((CLOSING, self.closed.written))
        return tuple(what for what, written in said if not written.erased)


def case_view(case: StoredCase, seen: SeenLog, viewer: Viewer | str, released: frozenset[SeatKey] = frozenset()) -> CaseView | None:
    """Return a case for the reader to whom ``seen`` was shown; None if they may not read its question.

    ``viewer`` is that reader, or ``arbiter``, who may read texts for everybody or for a seat that released its side.
    """
    state = case.state
    may = _may_read(viewer, released)
    question = _opened(state.question.sealed, ev.QuestionBody, may, NO_QUESTION)
    if question is None or state.v > len(seen.events):
        return None
    record = recorded_plays(seen.game, seen.header, seen.events)
    play = play_at(record, state.v)
    asked = _DisputedPlay(seen, record, play, may)
    answer = None if state.closed is None else asked.answer("closed", state.closed)
    return CaseView(
        id=case.header.stream,
        record=case.header.of.record,
        viewer=viewer if viewer == ARBITER else viewer_key(viewer),  # type: ignore[arg-type]  # the arbiter is no viewer
        header=case.header,
        v=state.v,
        play=play,
        question=question,
        written=_written(state.question),
        released=tuple(sorted(state.released)),
        claims=tuple(claim for ident, text in state.claims.items() if (claim := asked.claim(ident, text)) is not None),
        rulings=tuple(view for ruling in state.rulings.values() if (view := asked.ruling(ruling)) is not None),
        closed=answer,
    )


class _DisputedPlay:
    """The disputed play under each reading that a case names."""

    def __init__(self, seen: SeenLog, record: RecordedPlays, play: RecordedPlay, may: Callable[[Audience], bool]) -> None:
        self._seen, self._record, self._play, self._may = seen, record, play, may

    def claim(self, ident: str, text: CaseText) -> ClaimView | None:
        """Return a claim that the reader may read."""
        body = _opened(text.sealed, ev.ClaimBody, self._may, NO_CLAIM)
        if body is None:
            return None
        reading, read = self.read(body.reading)
        verdict = UNCLEAR if read is None else check_claim(read, body.says, body.patterns)
        return ClaimView(id=ident, body=body, written=_written(text), verdict=verdict, reading=reading, read=read)

    def ruling(self, ruling: CaseRuling) -> RulingView | None:
        """Return a ruling that the reader may read."""
        body = _opened(ruling.written.sealed, ev.RulingBody, self._may, NO_RULING)
        if body is None:
            return None
        reading, read = (None, None) if body.reading is None else self.read(body.reading)
        answers = tuple(view for one in ruling.answers if (view := self.answer(one.kind, one.written)) is not None)
        written = _written(ruling.written)
        return RulingView(id=ruling.id, standing=ruling.standing, body=body, written=written, reading=reading, read=read, answers=answers)

    def answer(self, kind: str, text: CaseText) -> AnswerView | None:
        """Return an appeal or a decision on it; without its words if the reader may not read them."""
        body = _opened(text.sealed, ev.AnswerBody, self._may, NO_ANSWER) or NO_ANSWER
        return AnswerView(kind=kind, body=body, written=_written(text))

    def read(self, of: RuleReading) -> tuple[Ruleset | None, PlayRead | None]:
        """Return a reading as known here, and the play under it."""
        try:
            reading = rereading.reading(self._seen, of.ruleset, dict(of.switches))
        except MalformedCommand:
            return None, None
        if reading.hash != of.hash:
            return None, None
        return reading, read_play(self._record, self._play, reading)


def _may_read(viewer: Viewer | str, released: frozenset[SeatKey]) -> Callable[[Audience], bool]:
    def may(known_to: Audience) -> bool:
        if viewer == ARBITER:
            return known_to == ALL or bool(released & set(known_to))
        return viewer is OPEN or known_to == ALL or viewer in known_to

    return may


def _opened(sealed: Sealed, of: type[B], may: Callable[[Audience], bool], erased: B) -> B | None:
    """Return a body for somebody who may read it; ``erased`` if its words are gone."""
    if not may(sealed.known_to):
        return None
    if isinstance(sealed.body, msgspec.UnsetType):
        return erased
    return msgspec.json.decode(sealed.body, type=of)


def _written(text: CaseText) -> TextReaders:
    known_to = text.sealed.known_to
    gone = isinstance(text.sealed.body, msgspec.UnsetType)
    return TextReaders(at=text.at, known_to=known_to, status=status(known_to, text.sight.upto, text.sight), erased=gone)


def reading_values(reading: Ruleset) -> dict[str, str]:
    """Return every switch of a reading with its value."""
    return {switch.name: reading[switch.name] for switch in reading.switches}


def plain_events(read: PlayRead) -> list[Any]:
    """Return the events of a play as JSON values."""
    return [msgspec.to_builtins(event) for _version, _cause, event in read.events]
