"""Moves, places and cards as they are written in notation, at one step of a log."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from importers.notation.cards import CardNames
from importers.notation.forms import Vocabulary
from importers.notation.items import GameLine, LineWord, items
from importers.notation.lines.telling import line_of
from importers.notation.places import PlaceWords
from importers.notation.problems import LineRefused, short
from importers.notation.reading import vocabulary_of
from importers.notation.values import Here
from records.core.ids import SeatKey
from records.core.table import hand_place
from records.errors import MalformedCommand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.game import Game
    from records.core.header import Header
    from records.core.position import Command, Position


class StepWords:
    """The words of a game at a position; every method raises ``MalformedCommand`` for what stands for nothing there."""

    def __init__(self, game: Game, header: Header, position: Position[Any]) -> None:
        self._game, self._header, self._position = game, header, position
        self._vocabulary: Vocabulary = vocabulary_of(game)
        self._names = CardNames(game, header)
        self._places = PlaceWords(game.notation.places, header.seats)

    def move(self, text: str) -> msgspec.Raw:
        """Return the one legal command that a line says: ``castle giant``, ``B play robber x knight`` without what chance answers."""
        words = self._words(text)
        seat = None
        if len(words) > 1 and words[0].text in self._header.seats and not self._names.has(words[0].text):
            seat, words = SeatKey(words[0].text), words[1:]
        here = self._here(seat)
        faults: list[LineRefused] = []
        said: list[Command] = []
        word = words[0]
        for form in self._vocabulary.fitting(word.text if word.kind == "WORD" else ""):
            try:
                said += [one for one in form.read(words, here, faults) if one not in said]
            except LineRefused as error:
                faults.append(error)
        legal = self._legal()
        found = [one for one in said if one in legal]
        if len(found) == 1:
            return msgspec.Raw(msgspec.json.encode(found[0]))
        if len(found) > 1:
            told = " or ".join(self._told(one) for one in found)
            raise MalformedCommand(f"{short(text)} means several things: {told}")
        why = f"{short(text)} is no legal move here"
        if not said and faults:
            why = f"{short(text)}: {max(faults, key=lambda one: one.at).reason}"
        raise MalformedCommand(str(LineRefused("illegal", why, 0, partial(self._possible, legal))).removeprefix("illegal: "))

    def told(self, command: msgspec.Raw) -> str:
        """Return the line that ``move`` reads as this command, "" where there is none."""
        found = next((one for one in self._legal() if msgspec.json.encode(one) == bytes(command)), None)
        line = None if found is None else line_of(self._vocabulary, found, self._here(None))
        try:
            return line if line and bytes(self.move(line)) == bytes(command) else ""
        except MalformedCommand:
            return ""

    def place(self, text: str) -> str:
        """Return the id of a lying card, a deck or a hand: itself, or as notation names it (``B.gate.1`` from the top, ``B.hand``)."""
        table = self._position.table
        if text in table.slots or text in table.decks or text in map(hand_place, self._header.seats):
            return text
        word, actor = self._words(text)[0], self._here(None).seat
        try:
            kind, _seat, nth = self._places.form(word)
            if nth is None and self._places.kind_of(kind) in {"hand", "deck"}:
                return self._places.place(word, actor)
            return self._places.slot(word, actor, self._position)
        except LineRefused as error:
            raise MalformedCommand(str(error)) from None

    def card(self, text: str) -> str:
        """Return the code of a card by any of its names."""
        found = self._names.named(text)
        if len(found) == 1:
            return found[0]
        near = found or self._names.like(text)
        told = f"{short(text)} names several cards" if found else f"no card is called {short(text)}"
        raise MalformedCommand(f"{told}; possible: {', '.join(near)}" if near else told)

    def _words(self, text: str) -> Sequence[LineWord]:
        found = list(items(text.strip()))
        refused = next((one for one in found if isinstance(one, LineRefused)), None)
        if refused is not None:
            raise MalformedCommand(f"{short(text)}: {refused}")
        line = found[0] if len(found) == 1 else None
        if not isinstance(line, GameLine) or not line.words or line.turn is not None or line.remarks or line.event:
            raise MalformedCommand(f"{short(text)} is not one line of a game")
        return line.words

    def _here(self, seat: SeatKey | None) -> Here:
        actor = seat or self._position.state.to_act or self._header.seats[0]
        return Here(self._position, actor, self._names, self._places, self._game.notation.purpose)

    def _legal(self) -> Sequence[Command]:
        if self._game.play is None:
            raise MalformedCommand("moves of this game are not known here")
        legal: Sequence[Command] = tuple(self._game.play.legal(self._position))
        return legal

    def _told(self, command: Command) -> str:
        return line_of(self._vocabulary, command, self._here(None)) or msgspec.json.encode(command).decode()

    def _possible(self, legal: Sequence[Command]) -> list[str]:
        return [self._told(one) for one in legal]
