"""A position lays a card closed only where closed cards can lie."""

from __future__ import annotations

import pytest

from records.core.ids import PileId, SeatKey, SlotId
from records.core.secret import ALL, Secret, secret
from records.core.shared import PileSet, PositionSet, SlotSet
from records.errors import ImpossibleEvent
from records.service.library import library

A, B = SeatKey("A"), SeatKey("B")
PLACES = [("castle-rampage", "display:A", "squire"), ("regicide", "royal", "hearts-jack")]


def _laid(pile: str, card: Secret, *, up: bool) -> PositionSet:
    return PositionSet(piles=(PileSet(pile=PileId(pile), slots=(SlotSet(slot=SlotId("s1"), card=card, up=up),)),))


@pytest.mark.parametrize(("game", "pile", "card"), PLACES)
@pytest.mark.parametrize(("audience", "up"), [((A, B), True), ((), False), (ALL, False)], ids=["the seats", "nobody", "face down"])
def test_a_closed_card_in_an_open_pile_is_refused(game: str, pile: str, card: str, audience: tuple[str, ...], up: bool) -> None:
    """Also one that only the public would not see: it sees what everybody plays with."""
    fits = library()[game].fits
    assert fits is not None
    with pytest.raises(ImpossibleEvent, match=rf"s1 lies in {pile}, where cards lie face up"):
        fits(None, _laid(pile, secret(card, to=audience), up=up))  # type: ignore[arg-type]  # no header is looked at


@pytest.mark.parametrize(("game", "pile", "card"), [*PLACES, ("castle-rampage", "gate:A", "squire")])
def test_an_open_card_lies_anywhere(game: str, pile: str, card: str) -> None:
    """Face up and known to everybody is what an open pile has; in other piles a card may lie open too."""
    fits = library()[game].fits
    assert fits is not None
    fits(None, _laid(pile, secret(card, to=ALL), up=True))  # type: ignore[arg-type]  # no header is looked at
