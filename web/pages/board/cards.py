"""A card as drawn for one viewer, for ``templates/macros/card.html``.

It contains nothing that the viewer may not know: all closed cards have the same value, except for their places.
"""

from __future__ import annotations

import enum
import re
from bisect import bisect_left

import msgspec

from records.core.board import CardPart, PicturePart, Tint

LONGEST_WORDS = (8, 9, 11)
"""Letters of a word that has room in a line at the usual size of a name, and at each smaller one but the last."""
_PARTS = re.compile("[ \u00ad-]")


class CardState(enum.Enum):
    """How a card lies, as this viewer sees it; the value is the attribute ``data-face``."""

    UP = "up"
    """Open for everybody."""
    DOWN = "down"
    """Closed and unknown, even if it is known not to be some cards."""
    KNOWN = "known"
    """Closed, and the viewer knows it."""
    ONE_OF = "oneof"
    """Closed, and the viewer knows that it is one of two."""
    AMONG = "among"
    """Closed, and the viewer knows some candidates."""


class RedEye(enum.Enum):
    """What the other side provably knows about a closed card."""

    NONE = ""
    HALF = "half"
    """That it is one of two."""
    WHOLE = "whole"


class PrintedFigure(msgspec.Struct, frozen=True, kw_only=True):
    """A number on a card."""

    number: int
    icon: str
    """Symbol that it stands with; the style sheet knows some as an outline round the number."""
    at: CardPart
    source: str
    """``printed`` (or stated in a source) is drawn filled, ``house`` outlined or dotted."""
    star: bool = False
    """The card's text may change it."""


class Print(msgspec.Struct, frozen=True, kw_only=True):
    """What is printed on a card."""

    name: str
    """In the reader's language, with soft hyphens where it is long."""
    charge: str
    """Symbol ``ch-...``."""
    picture: tuple[PicturePart, ...] = ()
    """Drawn instead of the charge, each part over those before it."""
    kind: str = "plain"
    """Word of the style sheet."""
    tint: Tint = "plain"
    """Of the field behind the picture."""
    figures: tuple[PrintedFigure, ...] = ()
    """Its numbers, in the order in which they are drawn."""
    symbols: tuple[str, ...] = ()
    """Small symbols top right: units, rings, lozenge, suits, dice."""
    index: str = ""
    """Sign of the corner by which a hand is read, in the reader's language; the symbols then stand below it."""
    told: str = ""
    """The figures in words."""

    @property
    def parts(self) -> tuple[PicturePart, ...]:
        """The parts drawn in the middle."""
        return self.picture or (PicturePart(symbol=self.charge),)

    @property
    def head(self) -> tuple[PrintedFigure, ...]:
        """Figures that stand at the top."""
        return tuple(figure for figure in self.figures if figure.at == "head")

    @property
    def foot(self) -> tuple[PrintedFigure, ...]:
        """Figures that stand at the bottom."""
        return tuple(figure for figure in self.figures if figure.at == "foot")

    @property
    def long(self) -> int:
        """By how many sizes the name is drawn smaller, so that its longest word has room in a line; 0 to 3."""
        return bisect_left(LONGEST_WORDS, max(map(len, _PARTS.split(self.name))))


class DrawnCard(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """One drawn card. Each is itself only, so that its drawing can be kept by it."""

    label: str
    """Accessible name: place, face or "face down, not known", its figures, who knows it, its part in the fight."""
    face: CardState
    words: str = ""
    """The accessible name without the place."""
    shows: tuple[Print, ...] = ()
    """One print for UP and KNOWN, two for ONE_OF, none for the rest."""
    candidates: int = 0
    """Number of candidates, for AMONG."""
    address: str = ""
    """Of the page about the card, or its candidates; a click opens it over the table. "" for a card that is not known."""
    red_eye: RedEye = RedEye.NONE
    now: bool = False
    """In the fight at this moment."""
    asked: bool = False
    """Subject of the why panel or of a question."""
    fell: bool = False
    times: int = 1
    """Equal permanents drawn once."""
    small: bool = False
    """Only charge and back, for benches and lists."""
    card: str = ""
    """Name of the shown card if no address contains it: while a game is recorded, small cards can be touched too."""
    slot: str = ""
    """Public id of the slot it lies in; "" in a hand or a shuffled pile."""
    apart: bool = False
    """On a table beside another one: no card like it lies in that place there."""

    def __post_init__(self) -> None:
        wanted = {CardState.UP: 1, CardState.KNOWN: 1, CardState.ONE_OF: 2}.get(self.face, 0)
        if len(self.shows) != wanted:
            raise TypeError(f"a card that lies {self.face.value} shows {wanted} prints, not {len(self.shows)}")
