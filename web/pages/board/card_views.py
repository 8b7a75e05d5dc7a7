"""Turns what a viewer sees of a card into the drawn card. Equal views are drawn once for each log."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from records.core.faces import Face, Some
from records.core.ids import SeatKey
from records.core.secret import ALL, Audience
from records.service.pieces import CountedDict
from web.pages.board import cards
from web.pages.board.cards import DrawnCard, RedEye
from web.pages.board.labels import CardKnowledge, card_words
from web.pages.board.prints import print_of
from web.words.texts import tag
from web.words.wording import seat_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.service import RecordView

HERE = "\N{SUBSTITUTE}"
"""Placeholder for the page's step in a card's address. It is filled in last, so that one drawing serves all steps."""
SHOWN = (cards.CardState.UP, cards.CardState.KNOWN, cards.CardState.ONE_OF)
"""States in which a card shows its print."""


class CardView(NamedTuple):
    """A card as a viewer sees it."""

    lies: cards.CardState
    face: Face
    place: str
    """In words."""
    others: tuple[SeatKey, ...] = ()
    """Who else was shown it."""
    known_to: Audience = ()
    slot: str = ""
    now: bool = False
    fell: bool = False
    small: bool = False
    times: int = 1
    eye: RedEye = RedEye.NONE


class CardViews(CountedDict[CardView, DrawnCard]):
    """The drawn cards of one log in one language, by view; their addresses are those of one place, for one viewer and lens."""

    def __init__(self, path: str, viewer: str) -> None:
        """Begin without any; ``path`` is the record's address, ``viewer`` what follows behind its ``?``."""
        super().__init__()
        self._path, self._viewer = path, viewer

    def draw(self, sight: CardView, view: RecordView) -> DrawnCard:
        """Return the card."""
        card = self.get(sight)
        if card is None:
            card = self.put(sight, _drawn(sight, view, self._path, self._viewer))
        return card


class CardsByAddress(CountedDict[tuple[str, str], CardViews]):
    """The drawn cards of one log in one language: a picture has no addresses, the replay has its own, and neither may see the other's."""

    def under(self, path: str, viewer: str) -> CardViews:
        """Return those of an address, and what follows behind its ``?``."""
        found = self.get((path, viewer))
        return self.put((path, viewer), CardViews(path, viewer)) if found is None else found


def _drawn(sight: CardView, view: RecordView, path: str, viewer: str) -> DrawnCard:
    face = sight.face
    names = (face,) if isinstance(face, str) else face.among
    prints = tuple(print_of(view.faces.get(name), name, tag()) for name in names) if sight.lies in SHOWN else ()
    told = CardKnowledge(
        lies=sight.lies,
        to_viewer=isinstance(view.viewer, str),
        to_all=sight.known_to == ALL,
        others=tuple(seat_name(seat, view.names) for seat in sight.others),
        hint=face.none_of if isinstance(face, Some) else (),
    )
    words = card_words(prints, told, view.faces, now=sight.now, fell=sight.fell, times=sight.times, candidates=names)
    return DrawnCard(
        label=f"{sight.place}: {words}",
        words=words,
        face=sight.lies,
        shows=prints,
        candidates=len(names) if sight.lies is cards.CardState.AMONG else 0,
        address="" if sight.small else _address(sight, names, path, viewer),
        red_eye=sight.eye,
        now=sight.now,
        fell=sight.fell,
        times=sight.times,
        small=sight.small,
        card=names[0] if sight.small and len(prints) == 1 else "",
        slot=sight.slot,
    )


def _address(sight: CardView, names: Sequence[str], path: str, viewer: str) -> str:
    """Return the address of a card's dialog: by slot for a closed card on the table, by name for every other card."""
    if sight.slot and sight.lies is not cards.CardState.UP and not sight.fell:
        return f"{path}/slots/{sight.slot}?at={HERE}&{viewer}"
    if sight.lies is cards.CardState.DOWN:
        return ""
    lies = f"&slot={sight.slot}" if sight.slot else ""
    return f"{path}/cards/{'+'.join(names)}?at={HERE}&{viewer}{lies}"
