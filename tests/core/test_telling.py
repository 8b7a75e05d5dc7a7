"""The events of every game in words."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from records.core.events import Event, Recorded
from records.core.secret import ALL, secret
from records.core.sentences import CardRef, SeatRef, Sentence
from records.core.shared import CardExposed, IrregularityNoted
from records.core.viewers import PUBLIC
from records.core.wording.narration import MISTAKES, Moment, narrate_shared

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)


def told(event: Event) -> Sentence:
    """The first line of an event, as the public is told it."""
    nothing: Any = None
    moment: Moment[Any] = Moment(recorded=Recorded(1, 1, NOON, "", event), before=nothing, after=nothing, viewer=PUBLIC)
    return narrate_shared(moment).lines[0]


def test_every_slip_that_may_be_noted_has_its_words() -> None:
    """Each is told in a sentence of its own, without the word that the log has."""
    sentences = [told(IrregularityNoted(what=what)) for what in MISTAKES]
    assert len({sentence.text for sentence in sentences}) == len(MISTAKES)
    assert not any(sentence.args for sentence in sentences)


def test_a_slip_by_another_word_is_told_by_it() -> None:
    """An imported log may say it in its own way."""
    assert told(IrregularityNoted(what="spilt tea")).args == {"what": "spilt tea"}


@pytest.mark.parametrize(("place", "seat"), [("hand:B", {"seat": SeatRef("B")}), ("s4", {}), ("draw", {})])  # type: ignore[arg-type]  # a seat's key is a letter
def test_a_card_shown_by_mistake_is_named_to_who_saw_it(place: str, seat: dict[str, SeatRef]) -> None:
    """With the seat whose hand it is in; to who did not see it it is a card."""
    seen = told(CardExposed(place=place, card=secret("cook", to=ALL)))
    assert seen.args == {"card": (CardRef("cook"),), **seat}
    unseen = told(CardExposed(place=place, card=secret("?", to=("A",))))
    assert unseen.args == seat
    assert seen.text != unseen.text
