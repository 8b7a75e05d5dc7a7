"""The table's answers in a line, as a source of chance: each answers the next question."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from importers.notation.as_played.claimed import led_to, with_told
from importers.notation.cards import one_by_one
from importers.notation.items import GameLine, LineWord
from importers.notation.problems import LineRefused, short
from records.core.asking.typed import TableQuestion
from records.core.events import Event
from records.core.faces import UNKNOWN, Face, Some, fits
from records.core.ids import SeatKey
from records.core.secret import Secret, secret
from records.core.wording.notation import NotationWord
from records.errors import Contradiction, MalformedCommand, UndecodableEvent, UnknownEventName

if TYPE_CHECKING:
    from importers.notation.values import Here
    from records.core.game import Game
    from records.core.position import Position
    from records.core.requests import ChanceRequest

NOTHING = "-"
"""An answer of no cards, where one must be written."""


@dataclass(slots=True)
class LineAnswer:
    """One answer of the table, as it is written."""

    at: int
    sign: str
    seat: str = ""
    words: list[LineWord] = field(default_factory=list)
    hidden: list[LineWord] | None = None
    """Faces that nobody saw."""
    event: str = ""
    """JSON of a whole event."""
    turn: int | None = None
    """The turn that it belongs to, where it follows a turn's number."""


class LineClaim(msgspec.Struct, frozen=True):
    """A line's claim about an event, made by a sign, or the fact that the line passes the event over."""

    event: Event
    claims: type[Event] | None = None
    """The claimed consequence."""
    answer: LineAnswer | None = None
    """None where the line passes it over, for the log has its faces."""


class WrittenFaces(enum.Enum):
    """Which faces that the log has already a line writes all the same."""

    ALL = "all"
    CLAIMED = "claimed"
    """Those whose sign says what became of the card (``x knight``): so the writer does it."""
    NONE = "none"


class LineAnswers:
    """Answers in the order of a line; ``ask`` is the chance of ``decide``.

    ``written`` says which faces the line writes although the log has them already; ``led``: what its signs claim follows, whatever the
    rules say.
    """

    def __init__(
        self, game: Game, here: Here, answers: Sequence[LineAnswer], *, written: WrittenFaces, as_played: bool = False, led: bool = False
    ) -> None:
        self._game, self._here = game, here
        self._table = game.recording.table if game.recording is not None else None
        self.answers, self.written = answers, written
        self._position = here.position
        self.at = 0
        self.furthest = 0
        self.undrawn: dict[int, Event] | None = {} if as_played else None
        """By place of its answer, a card that the rules draw and nobody drew (``+-``); None where a line may not say so."""
        self.claims: list[LineClaim] = []
        """Of each event of a class that has claiming signs, in their order."""
        self.otherwise: list[tuple[LineAnswer, Event]] = []
        """Answers that could be about an event of which the log has other faces."""
        self._led: list[tuple[Event, Event]] | None = [] if led else None
        """What stood for an event so that the rules led to what is claimed of it, with the event; None where nothing may."""

    def drawn_besides(self) -> list[tuple[LineAnswer, str]]:
        """Return the answers that are left, each with its deck, if they all bring one card to a hand; else none."""
        signs = self._game.notation.signs
        decks = {sign: deck for cls, deck in self._game.notation.drawn.items() for sign in signs.get(cls, {})}
        whole = all(answer.sign in decks and len(one_by_one(answer.words)) == 1 and not self._nothing(answer) for answer in self.left)
        return [(answer, decks[answer.sign]) for answer in self.left] if whole else []

    @property
    def left(self) -> Sequence[LineAnswer]:
        """Answers that nothing has asked for."""
        return self.answers[self.at :]

    def ask(self, position: Position[Any], request: ChanceRequest) -> Event:
        """Return the event of the log's own answer, or of the next one of the line; raises ``LineRefused``."""
        event = self._asked(position, request)
        claims = self.claims[-1].claims if self._led is not None and self.claims and self.claims[-1].event is event else None
        if self._led is None or claims is None:
            return event
        self._led.append((led_to(self._game, event, claims), event))
        return self._led[-1][0]

    def as_told(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Return what was decided with each event in place of what stood for it."""
        return with_told(events, self._led or ())

    def _asked(self, position: Position[Any], request: ChanceRequest) -> Event:
        if self._table is None:
            raise LineRefused("malformed", "this game cannot be written down", 0)
        self._position = position
        found = self._table(position, request)
        answer = self._next(position)
        if answer is not None and answer.event:
            return self._whole(answer, request)
        if isinstance(found, Event):
            return self._told(found, answer, request)
        if answer is not None and self._is_for(answer, request, found):
            event = self._built(found, answer)
            self._take(answer, event)
            return event
        if found.least == 0:
            return found.build(())
        if answer is None:
            told = "too few answers"
        elif answer.seat and answer.seat != request.seat:
            told = f"an answer about the cards of {answer.seat} stands where another is asked"
        else:
            told = f"{answer.sign} cannot be the sign of this answer"
        at = answer.at if answer is not None else -1
        raise LineRefused("malformed", f"{told}: {found.asks}", at, self._options(found), asks=found.asks)

    def _next(self, position: Position[Any]) -> LineAnswer | None:
        """The next answer, if it belongs to what happens now: what stands after a turn's number is asked in that turn."""
        if self.at == len(self.answers):
            return None
        answer = self.answers[self.at]
        return answer if answer.turn is None or position.state.turn >= answer.turn else None

    def _is_for(self, answer: LineAnswer, request: ChanceRequest, question: TableQuestion) -> bool:
        if answer.seat and answer.seat != request.seat:
            return False
        if answer.sign != NotationWord.ANSWER and not any(answer.sign in self._game.notation.signs.get(cls, {}) for cls in request.classes):
            return False
        if question.least == 0 and answer.words and not self._nothing(answer):
            count = len(one_by_one(answer.words))
            return question.least <= count <= question.most and self._fits_options(answer, question)
        return True

    def _fits_options(self, answer: LineAnswer, question: TableQuestion) -> bool:
        keys = {option.key for option in question.options}
        try:
            return all(any(face in keys for face in self._faces(word, keys)) for word in one_by_one(answer.words))
        except LineRefused:
            return False

    @staticmethod
    def _nothing(answer: LineAnswer) -> bool:
        return len(answer.words) == 1 and answer.words[0].text == NOTHING

    def _take(self, answer: LineAnswer, event: Event) -> None:
        self.at += 1
        self.furthest = max(self.furthest, self.at)
        self._claim(event, answer)

    def _claim(self, event: Event, answer: LineAnswer | None) -> None:
        signs = self._game.notation.signs.get(type(event), {})
        if any(signs.values()):
            self.claims.append(LineClaim(event, signs.get(answer.sign) if answer is not None else None, answer))

    def _whole(self, answer: LineAnswer, request: ChanceRequest) -> Event:
        event = read_event(self._game, answer.event, answer.at)
        if not isinstance(event, request.classes):
            raise LineRefused("illegal", f"the rules ask for {request.wanted}, not for {type(event).__name__}", answer.at)
        self._take(answer, event)
        return event

    def _told(self, event: Event, answer: LineAnswer | None, request: ChanceRequest) -> Event:
        """The log's own answer, which the line may repeat, or bring what nobody saw of it."""
        if answer is None or (answer.seat and answer.seat != request.seat):
            self._claim(event, None)
            return event
        if answer.hidden is not None and not answer.words and answer.sign == NotationWord.ANSWER:
            with_faces = self._with_hidden(event, answer)
            if with_faces is not None:
                self._take(answer, with_faces)
                return with_faces
            return event
        signs = (*([NotationWord.ANSWER] if self.written is WrittenFaces.ALL else []), *self._game.notation.signs.get(type(event), {}))
        if self.written is not WrittenFaces.NONE and answer.sign in signs:
            if self._says(answer, event):
                self._take(answer, event)
                return event
            self.otherwise.append((answer, event))
        self._claim(event, None)
        return event

    def known_otherwise(self) -> str:
        """The faces that the log has where the first answer that is left says others, "" where there are none."""
        for answer, event in self.otherwise:
            if self.left and answer is self.left[0]:
                return self._cards(event)
        return ""

    def passed_over(self) -> LineRefused | None:
        """Return why a line that writes turned cards is not whole, None where it is: of what the log knows it writes all or none."""
        if self.written is WrittenFaces.NONE or not any(one.claims for one in self.claims):
            return None
        passed = next((one for one in self.claims if one.answer is None), None)
        if passed is None:
            return None
        at = next(one.answer.at for one in reversed(self.claims) if one.answer is not None)
        told = (
            f"the list of turned cards is incomplete, {self._cards(passed.event)} is turned too: write all that the record knows, or none"
        )
        return LineRefused("illegal", told, at)

    def _cards(self, event: Event) -> str:
        faces = [face for keys in keys_of(event) for face in keys if isinstance(face, str)]
        return ", ".join(self._here.names.write(face) for face in faces if face in self._here.names.codes)

    def _says(self, answer: LineAnswer, event: Event) -> bool:
        faces = [self._here.names.named(word) or (word.text,) for word in one_by_one(answer.words)]
        return any(len(keys) == len(faces) and all(key in said for key, said in zip(keys, faces, strict=True)) for keys in keys_of(event))

    def _built(self, question: TableQuestion, answer: LineAnswer) -> Event:
        if self.undrawn is not None and question.least == 1 and self._nothing(answer):
            event = question.build((str(UNKNOWN),))
            if type(event) in self._game.notation.drawn:
                self.undrawn[self.at] = event
                return event
        words = [] if self._nothing(answer) else one_by_one(answer.words)
        counts = {option.key: option.most for option in question.options}
        keys = [self._key(word, counts, question) for word in words]
        if not question.least <= len(keys) <= question.most:
            wanted = str(question.least) if question.least == question.most else f"{question.least} to {question.most}"
            told = f"{question.asks} wanted: {wanted}, answered: {len(keys)}"
            raise LineRefused("malformed", told, answer.at, self._options(question), asks=question.asks)
        for key, times in Counter(keys).items():
            if isinstance(key, str) and times > counts.get(key, times):
                raise LineRefused("illegal", f"{self._here.names.write(key)} is there {counts[key]} times, not {times}", answer.at)
        try:
            event = question.build(tuple(keys))  # type: ignore[arg-type]  # a face of several names is built like one
        except (MalformedCommand, ValueError) as error:
            raise LineRefused("malformed", str(error), answer.at) from None
        if answer.hidden is None:
            return event
        found = self._with_hidden(event, answer)
        if found is None:
            raise LineRefused("malformed", "no part of this answer is hidden from everybody", answer.at)
        return found

    def _key(self, word: LineWord, counts: dict[str, int], question: TableQuestion) -> Face:
        found = [face for face in self._faces(word, counts) if face in counts or (isinstance(face, Some) and _some_fit(face, counts))]
        if len(found) == 1:
            return found[0]
        told = f"{short(word.text)} is one of {', '.join(str(one) for one in found)}" if found else self._cannot_be(word)
        raise LineRefused("ambiguous" if found else "illegal", told, word.at, self._options(question))

    def _cannot_be(self, word: LineWord) -> str:
        if self._here.names.has(word.text):
            return f"no {word.text} can be here: all copies are elsewhere, or the rules forbid it"
        return f"{short(word.text)} is not possible"

    def _faces(self, word: LineWord, counts: object) -> tuple[Face, ...]:
        """What a word says: an option of the question by its key, or by its place, else cards."""
        text = word.text
        if isinstance(counts, dict | set) and text in counts and text != UNKNOWN and not self._here.names.has(text):
            return (text,)
        if word.kind == "WORD" and isinstance(counts, dict | set):
            by_place = {self._here.places.write_slot(key, None, self._position): key for key in counts if key[:1] == "s"}
            if found := by_place.get(text):
                return (found,)
        return self._here.names.faces(word)

    def _with_hidden(self, event: Event, answer: LineAnswer) -> Event | None:
        """The event with faces that nobody was shown; None where it has no place for as many."""
        faces = [self._here.names.faces(word)[0] for word in one_by_one(answer.hidden or [])]
        for name in event.__struct_fields__:
            part = getattr(event, name)
            if isinstance(part, Secret) and not part.known_to and len(part.faces) == len(faces):
                filled = msgspec.structs.replace(part, faces=tuple(faces)) if part.ordered else secret(*faces, hint=part.hint)
                return msgspec.structs.replace(event, **{name: filled})
        return None

    def _options(self, question: TableQuestion) -> tuple[str, ...]:
        return tuple(self.option(option.key) for option in question.options)

    def option(self, key: str) -> str:
        """Return the word for one option of a question."""
        return self._here.places.write_slot(key, None, self._position) or self._here.names.write(key)


def _some_fit(face: Some, counts: dict[str, int]) -> bool:
    return UNKNOWN in counts or any(fits(key, face) for key in counts)


def keys_of(event: Event) -> Iterator[tuple[Face, ...]]:
    """Yield what may have been answered for an event: of each field that holds cards, numbers or words these in their order."""
    for name in event.__struct_fields__:
        if name in {"rule", "seat", "slot"}:
            continue
        value = getattr(event, name)
        if isinstance(value, Secret):
            yield value.faces
        elif isinstance(value, Some | str) and value:
            yield (value,)
        elif isinstance(value, tuple):
            flat = tuple(_flat(value))
            if flat:
                yield flat
            if value and all(isinstance(one, tuple) for one in value):
                yield tuple(str(one[-1]) for one in value)
    yield ()


def _flat(value: tuple[Any, ...]) -> Iterator[Face]:
    for one in value:
        if isinstance(one, Some):
            yield one
        elif isinstance(one, str | int):
            yield str(one)


def read_event(game: Game, json: str, at: int) -> Event:
    """Return the event of an event line; raises ``LineRefused``."""
    envelope = f'{{"v":1,"cause":1,"at":"2000-01-01T00:00:00Z","prev":"","event":{json}}}'
    try:
        return game.codec.decode(envelope).event
    except (UnknownEventName, UndecodableEvent, Contradiction) as error:
        raise LineRefused("malformed", str(error), at) from None


def written_event(event: Event) -> str:
    """Return an event as an event line holds it."""
    return msgspec.json.encode(event).decode()


def answers_of(
    line: GameLine, seats: tuple[SeatKey, ...], signs: frozenset[str], turn: int | None
) -> tuple[list[LineWord], list[LineAnswer]]:
    """Return the words of a line before its answers, and these; raises ``LineRefused`` for words between."""
    words: list[LineWord] = []
    answers: list[LineAnswer] = []
    if line.event and line.sign:
        return words, [LineAnswer(line.at, line.sign, event=line.event, turn=turn)]
    current: LineAnswer | None = None
    for word in line.words:
        if word.text in signs and word.kind in {"SIGN", "WORD"}:
            current = LineAnswer(word.at, word.text, turn=turn)
            answers.append(current)
        elif word.kind == "SIGN" and word.text == NotationWord.HIDDEN:
            if current is None:
                raise LineRefused("malformed", "what nobody saw comes after an answer", word.at)
            current.hidden = []
        elif word.kind == "SIGN":
            raise LineRefused("malformed", f"{word.text} is not a sign of this game; its signs are {', '.join(sorted(signs))}", word.at)
        elif current is None:
            words.append(word)
        elif current.hidden is not None:
            current.hidden.append(word)
        elif not current.words and word.text.endswith(":") and word.text[:-1] in seats:
            current.seat = word.text[:-1]
        else:
            current.words.append(word)
    return words, answers
