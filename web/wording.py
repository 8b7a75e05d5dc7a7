"""Sentences of the book-keeping in the language of the present request; see ``web.phrases``."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from web import phrases, texts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markupsafe import Markup

    from records.core.board import CardFace
    from records.core.ids import SeatKey
    from records.core.sentences import Sentence

NO_FACES: Mapping[str, CardFace] = {}


def seat_name(seat: SeatKey, names: Mapping[SeatKey, str]) -> str:
    """Return the name of whoever sits there, or the seat's key."""
    return phrases.seat_name(seat, names, texts)


def say(sentence: Sentence, names: Mapping[SeatKey, str], faces: Mapping[str, CardFace] = NO_FACES) -> Markup:
    """Return the sentence as safe HTML; ``faces`` are the cards that it may name."""
    return phrases.say(sentence, names, phrases.Printed(texts, faces))


def say_plainly(sentence: Sentence, names: Mapping[SeatKey, str], faces: Mapping[str, CardFace] = NO_FACES) -> str:
    """Return the sentence as text, for names and titles of controls."""
    return phrases.say_plainly(sentence, names, phrases.Printed(texts, faces))


def title_of(card: str, faces: Mapping[str, CardFace]) -> str:
    """Return a card's title as it stands in a line."""
    return phrases.Printed(texts, faces).card(card)


def told_apart(words: Mapping[str, str]) -> dict[str, str]:
    """Return titles by card; where several cards bear the same one, each with its name in the catalogue."""
    times = Counter(words.values())
    return {card: f"{title} ({card})" if times[title] > 1 else title for card, title in words.items()}
