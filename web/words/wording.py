"""Sentences of the book-keeping in the language of the present request; see ``web.words.phrases``."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from records.values import replace
from web.words import phrases, texts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markupsafe import Markup

    from records.core.board import CardFace
    from records.core.ids import SeatKey
    from records.core.sentences import Sentence
    from records.service import RecordView

NO_FACES: Mapping[str, CardFace] = {}


def seat_name(seat: SeatKey, names: Mapping[SeatKey, str]) -> str:
    """Return the player's name, or the seat's key."""
    return phrases.seat_name(seat, names, texts)


def say(sentence: Sentence, names: Mapping[SeatKey, str], faces: Mapping[str, CardFace] = NO_FACES) -> Markup:
    """Return the sentence as safe HTML; ``faces`` are the cards that it may name."""
    return phrases.say(sentence, names, phrases.Printed(texts, faces))


def say_plainly(sentence: Sentence, names: Mapping[SeatKey, str], faces: Mapping[str, CardFace] = NO_FACES) -> str:
    """Return the sentence as text, for names and titles of controls."""
    return phrases.say_plainly(sentence, names, phrases.Printed(texts, faces))


def printed(view: RecordView) -> phrases.Words:
    """Return the words of an answer, with people and cards called as in the record."""
    return phrases.Words(phrases.Printed(texts, view.faces), view.names)


def title_of(card: str, faces: Mapping[str, CardFace]) -> str:
    """Return a card's title within a line of text."""
    return phrases.Printed(texts, faces).card(card)


def told_apart(words: Mapping[str, str], faces: Mapping[str, CardFace] = NO_FACES) -> dict[str, str]:
    """Return titles by card; equal titles get the part of their text that the others lack, else the card's name."""
    alike: defaultdict[str, list[str]] = defaultdict(list)
    for card, title in words.items():
        alike[title].append(card)
    differ = {card: mark for cards in alike.values() if len(cards) > 1 for card, mark in _marks(cards, faces).items()}
    return {card: f"{title} ({differ[card]})" if card in differ else title for card, title in words.items()}


def with_own_titles(faces: Mapping[str, CardFace]) -> dict[str, CardFace]:
    """Return cards with distinct titles, for sentences that would otherwise say the same of two of them."""
    titles = told_apart({card: title_of(card, faces) for card in faces}, faces)
    return {card: replace(face, title={**face.title, texts.tag(): titles[card]}) for card, face in faces.items()}


def _marks(cards: Sequence[str], faces: Mapping[str, CardFace]) -> dict[str, str]:
    """Return what distinguishes cards of one title."""
    whole = [faces[card].text.get(texts.tag(), "") if card in faces else "" for card in cards]
    for told in ([text.partition(". ")[0] for text in whole], whole):
        marks = without_common(told)
        if len(set(marks)) == len(cards) and all(marks):
            return dict(zip(cards, marks, strict=True))
    return dict(zip(cards, cards, strict=True))


def without_common(told: Sequence[str]) -> list[str]:
    """Return texts without the words with which all begin and all end."""
    words = [text.rstrip(".").split() for text in told]
    before = next((nth for nth, each in enumerate(zip(*words, strict=False)) if len(set(each)) > 1), min(map(len, words)))
    rest = [each[before:] for each in words]
    behind = next((nth for nth, each in enumerate(zip(*map(reversed, rest), strict=False)) if len(set(each)) > 1), min(map(len, rest)))
    return [" ".join(each[: len(each) - behind]).rstrip(",;:") for each in rest]
