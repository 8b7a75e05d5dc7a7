"""Too many cards drawn, or too few, in a game written as played: beside what the rules bring a fact takes a card, or puts one back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from importers.notation.cards import one_by_one
from importers.notation.problems import LineRefused, short
from records.core.faces import UNKNOWN
from records.core.ids import DeckId, SeatKey
from records.core.secret import audience, secret
from records.core.shared import CardReturned, CardTaken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from importers.notation.line_table import LineTable
    from importers.notation.said import LineAnswer
    from records.core.game import Game


def take_besides(table: LineTable, answers: Sequence[tuple[LineAnswer, str]]) -> None:
    """Record cards that the rules do not bring, each with the word of its deck; raises ``LineRefused``."""
    for answer, deck in answers:
        seat = SeatKey(answer.seat or table.position.state.active or table.header.seats[0])
        (word,) = one_by_one(answer.words)
        faces = table.names.faces(word)
        if len(faces) != 1:
            raise LineRefused("ambiguous", f"{short(word.text)} is one of {', '.join(map(str, faces))}", word.at)
        table.fact(CardTaken(seat=seat, deck=_deck(table.game, deck, seat), card=secret(faces[0], to=audience(seat))), answer.at)
        table.starts.pop()  # it stands on the line of what it followed


def put_back(table: LineTable, drawn: Sequence[Any]) -> None:
    """Put back what the rules draw and nobody drew, the last first; raises ``LineRefused``."""
    for event in reversed(drawn):
        deck = _deck(table.game, table.game.notation.drawn[type(event)], event.seat)
        table.fact(CardReturned(seat=event.seat, deck=deck, end="top", card=secret(UNKNOWN, to=audience(event.seat))), -1)
        table.starts.pop()


def _deck(game: Game, word: str, seat: SeatKey) -> DeckId:
    form = game.notation.places.get(word)
    return DeckId(f"{word}:{seat}" if form is not None and form.own else word)
