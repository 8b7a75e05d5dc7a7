"""Too many or too few drawn cards in a game written as played: in addition to the rules' draw, a fact takes or puts back cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from importers.notation.cards import one_by_one
from importers.notation.problems import LineRefused, short
from records.core.faces import UNKNOWN
from records.core.ids import DeckId, SeatKey
from records.core.secret import audience, secret
from records.core.shared import CardReturned, CardTaken

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from importers.notation.cards import CardNames
    from importers.notation.said import LineAnswer
    from records.core.events import Event
    from records.core.game import Game


def taken(game: Game, names: CardNames, seat: SeatKey, answers: Sequence[tuple[LineAnswer, str]]) -> Iterator[tuple[Event, int]]:
    """Yield facts of cards that the rules do not bring, with their places in the text, from answers and the words of their decks.

    ``seat`` draws what is said of nobody's hand. Raises ``LineRefused``.
    """
    for answer, deck in answers:
        whose = SeatKey(answer.seat or seat)
        (word,) = one_by_one(answer.words)
        faces = names.faces(word)
        if len(faces) != 1:
            raise LineRefused("ambiguous", f"{short(word.text)} is one of {', '.join(map(str, faces))}", word.at)
        yield CardTaken(seat=whose, deck=_deck(game, deck, whose), card=secret(faces[0], to=audience(whose))), answer.at


def put_back(game: Game, drawn: Sequence[Any]) -> Iterator[tuple[Event, int]]:
    """Yield facts that put back cards that only the rules drew, the last first, each with no place in the text (-1)."""
    for event in reversed(drawn):
        deck = _deck(game, game.notation.drawn[type(event)], event.seat)
        yield CardReturned(seat=event.seat, deck=deck, end="top", card=secret(UNKNOWN, to=audience(event.seat))), -1


def _deck(game: Game, word: str, seat: SeatKey) -> DeckId:
    form = game.notation.places.get(word)
    return DeckId(f"{word}:{seat}" if form is not None and form.own else word)
