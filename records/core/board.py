"""What a game provides for drawing its table: the print on its cards, the names of its places, and the fight under way.

All of it is optional: a table without it is shown by its log. Nothing in here is hidden from anybody; what a viewer may see of a fight is
decided by the log that the fight is made from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

from records.core.faces import Face
from records.core.ids import DeckId, PileId, SeatKey, SlotId
from records.core.sentences import CardRef, Sentence

if TYPE_CHECKING:
    from records.core.events import Recorded
    from records.core.position import Position

CardPart: TypeAlias = Literal["head", "foot"]
"""Part of a card in which a number stands."""


Tone: TypeAlias = Literal["", "more", "less"]
"""How a figure stands to what is printed."""


Tint: TypeAlias = Literal["plain", "clay", "sage", "mist", "straw", "gold", "lilac"]
"""Color of the field on which a card's picture is drawn."""


Edge: TypeAlias = Literal["portcullis", "battlements", ""]
"""How the upper edge of a pile is drawn."""


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A number on a card, and who says so."""

    label: str
    """Message id: ``"attack"``, ``"Gate"``."""
    number: int
    icon: str = ""
    """Symbol of the page's sprite that is drawn with it; a figure without one stands beside the card's text only."""
    at: CardPart = "head"
    """Where on the card it is drawn; several in one part stand in the order of the list."""
    counts_in: str = ""
    """Kind of the piles in which it is what the card counts: ``gate`` for ``gate:A``; "" for one that does not count by lying somewhere."""
    stated: tuple[str, ...] = ()
    """Codes of the sources that state it; none for a house value, our stand-in for what no source tells."""
    note: str = ""
    """How the source says it, where it is not plain."""
    star: bool = False
    """It bears the sign that the card's text may change it."""

    @property
    def house(self) -> bool:
        """Whether it is a stand-in that the owner of the game replaces."""
        return not self.stated


class PicturePart(msgspec.Struct, frozen=True, kw_only=True):
    """A symbol as a part of a picture, which is 48 wide and high."""

    symbol: str
    """Of the page's sprite: ``cc-head-wolf``."""
    x: float = 0
    y: float = 0
    """Its upper left corner."""
    size: float = 48
    """Its width and height."""


class CardFace(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """What is printed on a card. There is one value per card, so a drawing can be cached by it. Texts are by language."""

    name: str
    """In its catalogue: ``hail-of-arrows``."""
    title: Mapping[str, str]
    """With soft hyphens where a word is long."""
    kind: str
    """Word of the style sheet: ``purple`` cards bear a ribbon."""
    tint: Tint = "plain"
    """Of the field behind the picture: one for each kind of card."""
    sort: str
    """Message id of what sort of card it is: ``"purple card"``."""
    device: str = ""
    """Symbol of the page's sprite: ``ch-archer``; "" for a card with a picture."""
    picture: tuple[PicturePart, ...] = ()
    """Drawn instead of the device if one symbol is not enough: parts, each over those before it."""
    symbols: tuple[str, ...] = ()
    """Small symbols of the sprite: units, rings, lozenge, suits, dice."""
    index: Mapping[str, str] = msgspec.field(default_factory=dict)
    """By language the short sign of its corner, by which a hand is read: ``K``, ``10``. Empty on cards recognised by their device."""
    figures: tuple[Figure, ...] = ()
    """All its numbers, in their order: attack and defence, pips, hit points."""
    text: Mapping[str, str] = msgspec.field(default_factory=dict)
    text_stated: tuple[str, ...] = ()
    """Codes of the sources that the text is taken from; none for our own words."""
    sources: Mapping[str, str] = msgspec.field(default_factory=dict)
    """What each code stands for."""


def figures_that_count(faces: Mapping[str, CardFace]) -> Mapping[str, Mapping[str, int]]:
    """Return what each card counts where it lies, by the kind of pile and the card's name."""
    counts: dict[str, dict[str, int]] = {}
    for face in faces.values():
        for figure in face.figures:
            if figure.counts_in:
                counts.setdefault(figure.counts_in, {})[face.name] = figure.number
    return counts


class PlaceName(msgspec.Struct, frozen=True, kw_only=True):
    """How a place is called. Places of one kind (``gate:A``, ``gate:B``) share it; all are message ids."""

    title: str
    """``"Gate"``."""
    yours: str = ""
    """``"Your Gate"``; "" for a place that belongs to nobody."""
    theirs: str = ""
    """``"Gate of %(seat)s"``."""
    cell: str = ""
    """Which one of several places that are called so, as it stands on the board: ``"B2"``."""
    icon: str = ""
    edge: Edge = ""


class SeatReport(msgspec.Struct, frozen=True, kw_only=True):
    """What a log says about a seat at a moment beside its cards, for a page that draws no board."""

    figures: tuple[tuple[str, int | timedelta], ...] = ()
    """Message id and value: ``("thinking time", timedelta(minutes=3))``."""
    part: str = ""
    """Message id of its part in the moment, where that is not whether it is to move: ``"has conceded"``."""


class ReportRow(msgspec.Struct, frozen=True, kw_only=True):
    """A number that was told of the table, of seats, or of both."""

    label: str
    """As its source calls it; no message id."""
    table: str = ""
    seats: tuple[tuple[SeatKey, str], ...] = ()


class ReportTable(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers in a log about table and seats."""

    title: str
    """Message id."""
    note: str
    """Message id of where they come from."""
    rows: tuple[ReportRow, ...]


class FallenCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card that fell in the fight: it lies broken where it stood until the fight is over."""

    slot: SlotId
    pile: PileId
    face: Face


class Arrival(msgspec.Struct, frozen=True, kw_only=True):
    """The strength that arrives at a slot."""

    slot: SlotId
    strength: int
    when: Literal["past", "now", "next"]
    minus: int = 0
    """What the card there took off, once it has."""
    at_most: bool = False
    """It may be less: a card before it is not known."""
    since: tuple[tuple[Face, int], ...] = ()
    """What makes it differ from what arrives before it: cards, each with what it takes (below 0) or gives; of an unknown one the most."""


class Fight(msgspec.Struct, frozen=True, kw_only=True):
    """A fight under way, as one log shows it."""

    seat: SeatKey
    """Who attacks."""
    card: Face
    """The card that attacks."""
    target: PileId
    parts: tuple[tuple[CardRef | Sentence, int], ...]
    """What the strength is made of."""
    total: int
    strength: int
    """What is left."""
    line: Sentence
    """What goes on, read after the strength that is left."""
    now: SlotId | None = None
    """The card that stands against it now."""
    fallen: tuple[FallenCard, ...] = ()
    """In the order in which they fell."""
    arrivals: tuple[Arrival, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Cards of one sort, as a hand is counted by: a suit."""

    title: str
    """Message id: ``"Hearts"``."""
    icon: str
    cards: frozenset[str]


class Meter(msgspec.Struct, frozen=True, kw_only=True):
    """A number that stands on the table and goes up or down from step to step: health, attack."""

    kind: str
    """Word of the style sheet."""
    title: str
    """Message id: ``"Health"``."""
    number: int
    full: int
    """What it is of at most, or began with."""
    was: int
    """What it was before the present step; the same number where that did not change it."""
    surplus: int = 0
    """What went beyond 0."""


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """A small sign with a figure, and what it says in a sentence."""

    icon: str
    said: Sentence
    figure: str = ""
    struck: bool = False
    """The marked thing does not work, or no longer works."""
    tone: Tone = ""


class EnemyPlay(msgspec.Struct, frozen=True, kw_only=True):
    """Cards that a seat played together."""

    cards: tuple[Face, ...]
    seat: SeatKey | None = None
    """None where the log does not show who played them."""
    worth: int | None = None
    """What they are worth together; None where a card is not known."""
    marks: tuple[Mark, ...] = ()
    """What they did, in its order."""


class Due(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat must give."""

    seat: SeatKey
    said: Sentence
    """All of it in a sentence."""
    need: int
    given: int | None = None
    """What it gave at the present step, None before; None too where a card given is not known."""
    cards: tuple[Face, ...] = ()
    """What it gave."""
    holds: int | None = None
    """What its hand is worth, where the log shows all of it."""
    failed: bool = False
    """It could not."""


Fate: TypeAlias = Literal["down", "up", "ahead", ""]
"""Of one in a row of opponents: fallen, standing now, still to come, or not known."""


class EnemyRank(msgspec.Struct, frozen=True, kw_only=True):
    """Opponents of one sort, each with its fate."""

    title: str
    """Message id: ``"Kings"``."""
    cards: tuple[tuple[str, Fate], ...]


class Enemy(msgspec.Struct, frozen=True, kw_only=True):
    """Whom all seats play against, as one log shows it."""

    pile: PileId
    """Where its card lies."""
    meters: tuple[Meter, ...]
    """None while nobody stands there."""
    marks: tuple[Mark, ...]
    """What it is proof against, and what stands out against it."""
    plays: tuple[EnemyPlay, ...]
    """Everything played against it, first to last."""
    ranks: tuple[EnemyRank, ...]
    due: Due | None = None
    fallen: FallenCard | None = None
    """The one that fell last, while the next has not come."""
    took: DeckId | None = None
    """The deck that it went to at the present step, if it did."""
    notes: tuple[tuple[SeatKey, Sentence], ...] = ()
    """Facts about seats to remember: who yielded, who would like to go next."""


class DiceRoll(msgspec.Struct, frozen=True, kw_only=True):
    """Dice that lie before a seat."""

    seat: SeatKey
    title: str
    """Message id: ``"Start dice"``."""
    dice: tuple[tuple[int, bool], ...]
    """Pips of each from 1 to 6, and whether it is used up; as they fell."""


class StackedEffect(msgspec.Struct, frozen=True, kw_only=True):
    """One of several effects that lie one upon the other until they are carried out."""

    seat: SeatKey
    """Who decides for it."""
    card: Face
    slot: SlotId | None = None
    """Where the card lies, None for one that lies nowhere."""
    text: Mapping[str, str] = msgspec.field(default_factory=dict)
    """What it does, by language; empty where the card is not known."""
    state: str = ""
    """Message id of how far it is: ``"is carried out"``."""
    now: bool = False
    """Whether it is the one that is carried out."""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """What the rules say of cards that lie face to face: all of it is public."""

    marks: Mapping[SlotId, tuple[Mark, ...]]
    """What a card bears, beside what is printed on it."""
    dice: tuple[DiceRoll, ...] = ()
    stack: tuple[StackedEffect, ...] = ()
    """The uppermost first: it is carried out before those below it."""
    now: frozenset[SlotId] = frozenset()
    """Cards that the moment is about: who attacks, and who is attacked."""
    lines: tuple[Sentence, ...] = ()
    """What goes on: who attacks whom, who may answer."""


PositionAt: TypeAlias = "Callable[[int], Position[Any]]"
FightIn: TypeAlias = "Callable[[Sequence[Recorded[Any]], PositionAt], Fight | None]"
"""From a viewer's log up to a moment, and the same log's positions by version, to the fight that is under way then."""
EnemyIn: TypeAlias = "Callable[[Sequence[Recorded[Any]], PositionAt], Enemy]"
"""Computes the enemy at a moment from a viewer's log up to it, and the same log's positions by version."""
FieldIn: TypeAlias = "Callable[[Position[Any]], Field]"
"""From a viewer's position to what the rules say of its cards."""
