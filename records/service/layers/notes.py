"""Writing and reading notes: what the author could have seen, who may read them, and warnings about readers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.faces import known
from records.core.ids import DeckId, SeatKey, SlotId, ZoneId
from records.core.secret import ALL, Audience, Secret, audience
from records.core.table import HAND
from records.core.viewers import Viewer, sees, viewer_key
from records.errors import MalformedCommand
from records.service.persons import Person
from records.studies.layers import events as ev
from records.studies.layers.viewpoints import NoteStatus, audience_of, joined, readers, status, viewer_from

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.core.position import Position
    from records.service.access import AccessSight
    from records.service.persons import BroughtBy
    from records.service.seen_log import SeenLog
    from records.studies.layers.fold import Note, Variation

LONGEST_NOTE = 10_000
"""Characters of one note's text."""
MOST_MARKS = 50
_CLAIM = re.compile(r"\[\[([a-z0-9]+(?:-[a-z0-9]+)*)@([^\s\[\]@]{1,40})\]\]")
_GLYPHS: tuple[str, ...] = ("!!", "!", "!?", "?!", "?", "??")
_TONES = range(4)


class NoteText(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody writes into a note."""

    at: int
    """The step that it is about."""
    text: str = ""
    """``[[knight@s31]]`` in it says that a card lies somewhere."""
    glyph: str | None = None
    """``!!``, ``!``, ``!?``, ``?!``, ``?`` or ``??``."""
    marks: tuple[ev.Spot | ev.Arrow, ...] = ()
    audience: tuple[str, ...] | None = None
    """Seats that may read it, ``*`` for everybody, none for the open table alone; None for everybody who sees what the author could see."""
    since: int | None = None
    """The step from which it is shown; None for the last step that the author could have seen."""
    line: str | None = None
    """The line that it is about, if any, and the node in it."""
    node: int = 0


class NoteView(msgspec.Struct, frozen=True, kw_only=True):
    """A note as one of its readers has it."""

    id: str
    layer: str
    author: str
    """Key of the person."""
    name: str
    """Name of the author; "" if unknown or erased, and for notes from elsewhere."""
    version: int
    """The version that a revision must name."""
    written: datetime
    at: ev.NoteMoment
    since: int
    text: str
    glyph: str | None
    marks: tuple[ev.Spot | ev.Arrow, ...]
    claims: tuple[ev.NoteClaim, ...]
    known_to: Audience
    status: NoteStatus
    brought: BroughtBy | None = None
    """Of what came from elsewhere."""

    @property
    def person(self) -> Person:
        """Who wrote it."""
        return Person(key=self.author, name=self.name, brought=self.brought)


class ChapterNote(msgspec.Struct, frozen=True, kw_only=True):
    """A note that is shown in a chapter."""

    step: int
    """Of the chapter."""
    note: NoteView


class NoteWarning(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a reader of a note could not know; a hint for its author that forbids and proves nothing."""

    kind: str
    """``claim``: cannot be known yet; ``wrong``: is known not to be so; ``name``: a card of which no copy can be placed; ``mark``: a glyph
    or mark on a card that was not shown."""
    reader: str
    card: str = ""
    place: str = ""


class NoteDraft(msgspec.Struct, frozen=True, kw_only=True):
    """What would become of a note that is not written yet."""

    known_to: Audience
    since: int
    status: NoteStatus
    warnings: tuple[NoteWarning, ...]


def note_view(note: Note, layer: str, author: Person) -> NoteView | None:
    """Return a note that has a body."""
    body = note.body
    if body is None:
        return None
    return NoteView(
        id=note.id,
        layer=layer,
        author=author.key,
        name=author.name,
        brought=author.brought,
        version=note.version,
        written=note.written,
        at=body.at,
        since=body.since,
        text=body.text,
        glyph=body.glyph,
        marks=body.marks,
        claims=body.claims,
        known_to=note.known_to,
        # Nobody here has witnessed what somebody could see elsewhere.
        status=NoteStatus.DECLARED if author.brought else status(note.known_to, body.since, note.sight),
    )


def sight_of(sight: AccessSight, eyes: Viewer, steps: int, earlier: Iterable[ev.NoteSight]) -> ev.NoteSight:
    """Return what the author of a note could have seen of a record of ``steps`` steps: everything that the policy would have shown.

    This includes everything they did look at, so proofs from it are valid; ``earlier`` are the sights of the author's other notes.
    """
    old = list(earlier)
    viewers = [viewer_from("open")] if sight.viewers is None else list(sight.viewers)
    widest = joined((*viewers, eyes, *(viewer_from(one.widest) for one in old)))
    upto = max([steps if sight.upto is None else min(sight.upto, steps), *(one.upto for one in old)])
    return ev.NoteSight(eyes=viewer_key(eyes), upto=upto, widest=viewer_key(widest))


def note_body(  # noqa: PLR0917 -- what a note is checked against
    text: NoteText, header: Header, steps: int, sight: ev.NoteSight, position: Position[Any], line: Variation | None
) -> tuple[ev.NoteBody, Audience]:
    """Return the body of a note and who may read it; ``position`` is that of the note's step, as its author sees it.

    Raises ``MalformedCommand`` for a missing step or place, a text that is too long, readers who do not sit here
    or may not see the line.
    """
    if not 0 <= text.at <= steps:
        raise MalformedCommand(f"a note is about a step from 0 to {steps}, not {text.at}")
    if len(text.text) > LONGEST_NOTE:
        raise MalformedCommand(f"a note has up to {LONGEST_NOTE} characters, not {len(text.text)}")
    if text.glyph is not None and text.glyph not in _GLYPHS:
        raise MalformedCommand(f"{text.glyph!r} is no glyph; there are {', '.join(_GLYPHS)}")
    if not (text.text.strip() or text.glyph or text.marks):
        raise MalformedCommand("a note has a text, a glyph or a mark")
    _check_marks(text.marks, position)
    since = sight.upto if text.since is None else text.since
    if not 0 <= since <= steps:
        raise MalformedCommand(f"a note is shown from a step from 0 to {steps} on, not {since}")
    known_to = audience_of(viewer_from(sight.widest)) if text.audience is None else audience(*text.audience)
    if text.audience is None and line is not None and not _within(known_to, line):
        known_to = line.known_to
    strangers = [seat for seat in known_to if seat not in (*header.seats, *ALL)]
    if strangers:
        raise MalformedCommand(f"nobody sits at {', '.join(strangers)}; the seats are {', '.join(header.seats)}, and * is everybody")
    if line is not None and not _within(known_to, line):
        raise MalformedCommand(f"a note in line {line.id} is for those alone who may see that line")
    at = ev.NoteMoment(v=text.at if line is None else line.base, line=None if line is None else line.id, node=text.node)
    claims = tuple(dict.fromkeys(ev.NoteClaim(card=card, place=place) for card, place in _CLAIM.findall(text.text)))
    glyph: Any = text.glyph
    return ev.NoteBody(at=at, since=since, text=text.text, glyph=glyph, marks=text.marks, claims=claims), known_to


def _within(known_to: Audience, line: Variation) -> bool:
    return all(sees(reader, line.known_to) for reader in readers(known_to))


def _check_marks(marks: Sequence[ev.Spot | ev.Arrow], position: Position[Any]) -> None:
    if len(marks) > MOST_MARKS:
        raise MalformedCommand(f"a note has up to {MOST_MARKS} marks, not {len(marks)}")
    table = position.table
    there = {*table.slots, *table.piles, *(f"{HAND}{seat}" for seat in table.hands), *table.decks, *table.zones}
    for mark in marks:
        if isinstance(mark, ev.Spot) and mark.tone not in _TONES:
            raise MalformedCommand(f"a mark has a tone from 0 to {_TONES[-1]}, not {mark.tone}")
        for place in (mark.place,) if isinstance(mark, ev.Spot) else (mark.start, mark.end):
            if place not in there:
                raise MalformedCommand(f"{place!r} is not there after event {position.version}")


def warnings(body: ev.NoteBody, seen: SeenLog) -> list[NoteWarning]:
    """Return what the reader who was shown ``seen`` could not know when the note is shown."""
    reader, at = viewer_key(seen.viewer), min(body.since, len(seen.events))
    if seen.other_cards:
        return []
    found = [warned for claim in body.claims if (warned := _claimed(claim, seen, at, reader)) is not None]
    claimed = {claim.card for claim in body.claims}
    placed = _placed(seen, at)
    plain = _CLAIM.sub(" ", body.text).replace("\N{SOFT HYPHEN}", "").casefold()
    for name, face in seen.faces.items():
        titles = {title.replace("\N{SOFT HYPHEN}", "").casefold() for title in face.title.values()}
        named = any(re.search(rf"(?<!\w){re.escape(title)}(?!\w)", plain) for title in titles if title)
        if named and name not in placed and name not in claimed:
            found.append(NoteWarning(kind="name", reader=reader, card=name))
    if (body.glyph or body.marks) and 0 < body.at.v <= len(seen.events) and body.at.line is None and _unseen(seen, body.at.v):
        found.append(NoteWarning(kind="mark", reader=reader))
    return found


def _claimed(claim: ev.NoteClaim, seen: SeenLog, at: int, reader: str) -> NoteWarning | None:
    knowledge = seen.knowledge(at)
    place, card = claim.place, claim.card
    possible = certain = False
    table = seen.position(at).table
    if place.startswith(HAND):
        seat = SeatKey(place[len(HAND) :])
        if seat in knowledge.hands:
            possible, certain = card in knowledge.hands[seat].most, card in knowledge.hands[seat].least
        elif seat in table.hands:
            possible = certain = card in _names_in_hand(seen, at, seat)
    elif place in knowledge.slots:
        chances = knowledge.slots[SlotId(place)]
        possible, certain = card in chances.of, chances.certain == card
    elif place in knowledge.decks:
        possible = card in knowledge.decks[DeckId(place)].most
    elif place in table.zones:
        possible = certain = card in table.zones[ZoneId(place)]
    if certain:
        return None
    return NoteWarning(kind="claim" if possible else "wrong", reader=reader, card=card, place=place)


def _names_in_hand(seen: SeenLog, at: int, seat: SeatKey) -> set[str]:
    return set(seen.position(at).table.hands[seat].faces)


def _placed(seen: SeenLog, at: int) -> set[str]:
    """Return the cards of which the reader can locate a copy."""
    knowledge, table = seen.knowledge(at), seen.position(at).table
    placed = {chances.certain for chances in knowledge.slots.values()}
    placed |= {card for hand in knowledge.hands.values() for card in hand.least}
    placed |= {face for faces in table.zones.values() for face in faces if isinstance(face, str)}
    for seat in table.hands:
        if seat not in knowledge.hands:
            placed |= _names_in_hand(seen, at, seat)
    return {card for card in placed if card}


def _unseen(seen: SeenLog, version: int) -> bool:
    """Whether the reader was not shown a card of the decision at ``version``."""
    recorded: Recorded[Any] = seen.events[version - 1]
    faces: list[Any] = []
    game: Game = seen.game

    def visit(_path: str, part: Any) -> Any:
        if isinstance(part, Secret):
            faces.extend(part.faces)
        return part

    game.parts.map(recorded.event, visit)
    return any(not known(face) for face in faces)


def marks_from(plain: Any) -> tuple[ev.Spot | ev.Arrow, ...]:
    """Return marks of their JSON; raises ``MalformedCommand``."""
    try:
        return msgspec.convert(plain, type=tuple[ev.Spot | ev.Arrow, ...])
    except msgspec.ValidationError as error:
        raise MalformedCommand(f"these are no marks: {error}") from None
