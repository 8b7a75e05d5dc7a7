"""The events of a layer, and the values inside them."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar, Literal, NewType, TypeAlias

import msgspec

from records.core.book import EventBook
from records.core.events import Event, Sort
from records.core.header import FORMAT
from records.core.ids import RecordId
from records.core.secret import Sealed

LayerId = NewType("LayerId", str)
"""Of the form of a record's id."""
PersonKey = NewType("PersonKey", str)
"""Random, of the form of a record's id; stands in chains for a person, whose name is kept outside."""
NoteId = NewType("NoteId", str)
"""Random, so that no number reveals others; kept in every copy."""
LineId = NewType("LineId", str)
"""As ``NoteId``."""
LAYER = "layer"
Glyph: TypeAlias = Literal["!!", "!", "!?", "?!", "?", "??"]
Dealt: TypeAlias = Literal["chosen", "known", "lay"]
"""Who answered for the table in a line: the author, lots by what could be known, or the table as it lay."""


class LayerPart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A value inside a layer."""


class RecordAnchor(LayerPart, frozen=True, kw_only=True):
    """The record that a layer belongs to, as it was after event ``v``."""

    record: RecordId
    game: str
    v: int
    hash: str
    """Chain hash after ``v``, hex: the same in the full and in each redacted export, and unchanged as the record grows."""
    shell: str
    """Hash of the public shells up to ``v``, hex: the same where the game was written down anew."""


class LayerHeader(LayerPart, frozen=True, kw_only=True):
    """What a layer says of itself before its first event."""

    format: int = FORMAT
    kind: Literal["layer"] = "layer"
    stream: LayerId
    opened: datetime
    """UTC; of a copy, when the first note in it was written."""
    of: RecordAnchor
    author: PersonKey
    copy_of: LayerId | None = None
    """The layer of which this is a copy with what some viewer may read; None for a layer of its own."""

    def __post_init__(self) -> None:
        if self.opened.utcoffset() is None or self.opened.utcoffset():
            raise ValueError("a layer is opened at a time in UTC")


class NoteMoment(LayerPart, frozen=True, kw_only=True, omit_defaults=True):
    """What a note is about."""

    v: int
    """A step of the record; of a note in a line, the step that the line begins after."""
    line: LineId | None = None
    node: int = 0


class Spot(LayerPart, frozen=True, kw_only=True, tag="spot", tag_field="t"):
    """A place that is marked."""

    place: str
    tone: int = 0
    """0 to 3."""


class Arrow(LayerPart, frozen=True, kw_only=True, tag="arrow", tag_field="t"):
    """An arrow from one place to another."""

    start: str
    end: str


class NoteClaim(LayerPart, frozen=True, kw_only=True):
    """A card that the text says lies somewhere: ``[[knight@s31]]``."""

    place: str
    card: str


class NoteBody(LayerPart, frozen=True, kw_only=True, omit_defaults=True):
    """The whole of a note; sealed, for moment, glyph and existence tell as much as the text."""

    at: NoteMoment
    since: int
    """From which step of the record the note is shown."""
    text: str = ""
    glyph: Glyph | None = None
    marks: tuple[Spot | Arrow, ...] = ()
    claims: tuple[NoteClaim, ...] = ()


class NoteSight(LayerPart, frozen=True, kw_only=True):
    """What the author had before them."""

    eyes: str
    """The viewer on the screen, as in an address: ``public``, ``open`` or a seat."""
    upto: int
    """The last step that the author could have seen."""
    widest: str
    """The viewer as wide as all that the author could have seen of the record."""


class NoteWritten(Event, frozen=True, kw_only=True, tag="layer.note-written/1"):
    """A note."""

    sort: ClassVar[Sort] = Sort.FACT
    note: NoteId
    sight: NoteSight
    body: Sealed
    """A ``NoteBody``."""


class NoteRevised(Event, frozen=True, kw_only=True, tag="layer.note-revised/1"):
    """A note as it reads from now on."""

    sort: ClassVar[Sort] = Sort.FACT
    note: NoteId
    was: int
    """Version of what it replaces."""
    sight: NoteSight
    body: Sealed


class NoteRemoved(Event, frozen=True, kw_only=True, tag="layer.note-removed/1"):
    """A note that counts no more."""

    sort: ClassVar[Sort] = Sort.FACT
    note: NoteId
    was: int


class RuleReading(LayerPart, frozen=True, kw_only=True):
    """Rules by which a line goes, where they are not the record's."""

    ruleset: str
    switches: tuple[tuple[str, str], ...]
    hash: str


class LineBegun(Event, frozen=True, kw_only=True, tag="layer.line-begun/1"):
    """A variation begins: what those eyes saw up to ``base``, and imagined facts after it."""

    sort: ClassVar[Sort] = Sort.FACT
    line: LineId
    base: int
    eyes: str
    reading: RuleReading | None = None
    dealt: Dealt = "chosen"
    name: Sealed
    """A JSON string."""


class LineGrown(Event, frozen=True, kw_only=True, tag="layer.line-grown/1"):
    """A node is added to a line: a command and what followed from it."""

    sort: ClassVar[Sort] = Sort.FACT
    line: LineId
    node: int
    """1, 2 ... in the order in which they came."""
    parent: int
    """The node that it follows; 0 is the base."""
    body: Sealed
    """A ``LineBody``."""


class LineNamed(Event, frozen=True, kw_only=True, tag="layer.line-named/1"):
    """A line is called otherwise."""

    sort: ClassVar[Sort] = Sort.FACT
    line: LineId
    name: Sealed


class LinePruned(Event, frozen=True, kw_only=True, tag="layer.line-pruned/1"):
    """A node and all that follows it count no more; node 0 is the line as a whole."""

    sort: ClassVar[Sort] = Sort.FACT
    line: LineId
    node: int


class LineBody(LayerPart, frozen=True, kw_only=True):
    """A step of a line, in the JSON of the record's game."""

    command: msgspec.Raw
    batch: tuple[msgspec.Raw, ...]
    """The events, as the line's eyes are shown them."""


class CopyTaken(Event, frozen=True, kw_only=True, tag="layer.copy-taken/1"):
    """A file of this layer, or a copy of it, was taken in: what it held is the base of the next one's merge."""

    sort: ClassVar[Sort] = Sort.FACT
    of: LayerId
    notes: tuple[tuple[str, str], ...]
    """Each note in it, and the commitment to how it read."""


class Rebound(Event, frozen=True, kw_only=True, tag="layer.rebound/1"):
    """The layer belongs to another record of the same game from now on."""

    sort: ClassVar[Sort] = Sort.FACT
    to: RecordAnchor


LayerEvent: TypeAlias = NoteWritten | NoteRevised | NoteRemoved | LineBegun | LineGrown | LineNamed | LinePruned | CopyTaken | Rebound
LAYER_EVENTS: tuple[Any, ...] = (
    NoteWritten,
    NoteRevised,
    NoteRemoved,
    LineBegun,
    LineGrown,
    LineNamed,
    LinePruned,
    CopyTaken,
    Rebound,
)
LAYER_BOOK = EventBook.of(LAYER_EVENTS)
