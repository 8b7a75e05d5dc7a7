"""The forms of a game's commands: its own, and generated ones beside them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias, get_args, get_type_hints

import msgspec

from importers.notation.items import LineWord
from importers.notation.problems import LineRefused, short
from importers.notation.values import FieldWords, Here
from records.core.position import Command
from records.core.wording.notation import CommandForm, FieldValue
from records.errors import GameRefused

if TYPE_CHECKING:
    from importers.notation.cards import CardNames
    from records.core.game import Game
    from records.core.ids import SeatKey
    from records.core.position import Position

_PARTS = re.compile(r"\{(?P<field>\w+)\}|\[(?P<open>)|\](?P<close>)|(?P<word>[^\s\[\]{}]+)|\s+")
ASIDE = ("seat", "answers")
"""Fields that no form writes: the acting seat is before the line, and an answer is to the seat's oldest question."""
START = "start"


class FixedWord(msgspec.Struct, frozen=True):
    """A word of the form."""

    word: str


class LeftOut(msgspec.Struct, frozen=True):
    """A part that may be left out."""

    parts: tuple[CommandPart, ...]


CommandPart: TypeAlias = "FixedWord | FieldWords | LeftOut"


class CompiledForm:
    """A form ready to read and write."""

    def __init__(self, form: CommandForm) -> None:
        self.command = form.command
        self.given: Callable[[Position[Any], SeatKey], Mapping[str, Any]] | None = form.given
        self.when = form.when
        self._hints = get_type_hints(form.command)
        self._form = form
        stack: list[list[CommandPart]] = [[]]
        for piece in _PARTS.finditer(form.text):
            if piece["field"]:
                stack[-1].append(self._field(piece["field"]))
            elif piece["word"]:
                stack[-1].append(FixedWord(piece["word"]))
            elif piece["open"] is not None:
                stack.append([])
            elif piece["close"] is not None:
                inner = stack.pop()
                stack[-1].append(LeftOut(tuple(inner)))
        (parts,) = stack
        self.parts: tuple[CommandPart, ...] = tuple(parts)
        self.fields = frozenset(_names(self.parts))
        self.defaults = {field.name: field.default for field in msgspec.structs.fields(form.command) if not field.required}

    def _field(self, name: str) -> FieldWords:
        if name not in self._hints:
            raise GameRefused(f"{self.command.__name__} has no field {name}")
        try:
            return FieldWords(name, self._hints[name], self._form.values.get(name))
        except GameRefused as error:
            raise GameRefused(f"{self.command.__name__}: {error}") from None

    @property
    def verb(self) -> str:
        """The first word, "" where a field stands first."""
        return self.parts[0].word if self.parts and isinstance(self.parts[0], FixedWord) else ""

    def read(self, words: Sequence[LineWord], here: Here, faults: list[LineRefused]) -> Iterator[Command]:
        """Yield every command that the words may be; why they are none is added to ``faults``."""
        if self.when is not None and not self.when(here.position):
            return
        for values in _matched(self.parts, words, 0, here, {}, faults):
            fields = dict(values)
            if self.given is not None:
                fields = {**self.given(here.position, here.seat), **fields}
            if "seat" in self._hints:
                fields["seat"] = here.seat
            if "answers" in self._hints:
                fields["answers"] = _oldest(here)
            try:
                yield self.command(**fields)
            except TypeError:
                faults.append(LineRefused("malformed", f"{self.usage} is not complete", words[-1].at if words else 0))

    def write(self, command: Command, here: Here) -> tuple[str, ...] | None:
        """Return the words of a command; None where this form cannot say all of it."""
        if self.when is not None and not self.when(here.position):
            return None
        left_out = dict(self.defaults)
        if self.given is not None:
            left_out |= self.given(here.position, here.seat)
        for name in command.__struct_fields__:
            if name not in self.fields and name not in ASIDE and getattr(command, name) != left_out.get(name, _NOTHING):
                return None
        words: list[str] = []
        return tuple(words) if _written(self.parts, command, here, self.defaults, words) else None

    @cached_property
    def usage(self) -> str:
        """The form as it is shown to people."""
        return self._form.text


_NOTHING = object()


def _oldest(here: Here) -> str:
    return next((asked.id for asked in here.position.state.pending if asked.seat == here.seat), "")


def _names(parts: Sequence[CommandPart]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, FieldWords):
            yield part.name
        elif isinstance(part, LeftOut):
            yield from _names(part.parts)


def _matched(  # noqa: PLR0917 -- a way through form and words
    parts: tuple[CommandPart, ...], words: Sequence[LineWord], at: int, here: Here, values: Mapping[str, Any], faults: list[LineRefused]
) -> Iterator[Mapping[str, Any]]:
    """Yield the values of every way in which the parts take all words from ``at`` on."""
    if not parts:
        if at == len(words):
            yield values
        else:
            faults.append(LineRefused("malformed", f"{short(words[at].text)} does not fit here", words[at].at))
        return
    part, rest = parts[0], parts[1:]
    if isinstance(part, FixedWord):
        if at < len(words) and words[at].kind == "WORD" and words[at].text == part.word:
            yield from _matched(rest, words, at + 1, here, values, faults)
        else:
            _expected(words, at, part.word, faults)
    elif isinstance(part, LeftOut):
        yield from _matched((*part.parts, *rest), words, at, here, values, faults)
        yield from _matched(rest, words, at, here, values, faults)
    elif part.many:
        least = 0 if part.kind == "value" else 1
        for end in range(_until(rest, words, at), at + least - 1, -1):
            try:
                found = list(part.read(words[at:end], here))
            except LineRefused as error:
                faults.append(error)
                continue
            for value in found:
                yield from _matched(rest, words, end, here, {**values, part.name: value}, faults)
    elif at < len(words):
        try:
            found = list(part.read(words[at : at + 1], here))
        except LineRefused as error:
            faults.append(error)
            return
        for value in found:
            yield from _matched(rest, words, at + 1, here, {**values, part.name: value}, faults)
    else:
        _expected(words, at, part.name.replace("_", "-"), faults)


def _expected(words: Sequence[LineWord], at: int, what: str, faults: list[LineRefused]) -> None:
    if at < len(words):
        faults.append(LineRefused("malformed", f"{short(words[at].text)} was found where {what} is expected", words[at].at))
    elif words:
        faults.append(LineRefused("malformed", f"{what} is missing", words[-1].at + len(words[-1].text)))


def _until(rest: tuple[CommandPart, ...], words: Sequence[LineWord], at: int) -> int:
    """Return where a list that begins at ``at`` ends at the latest: before the first word that the form has after it."""
    literals = {part.word for part in _flat(rest) if isinstance(part, FixedWord)}
    for end in range(at, len(words)):
        if words[end].kind == "WORD" and words[end].text in literals:
            return end
    return len(words)


def _flat(parts: Sequence[CommandPart]) -> Iterator[CommandPart]:
    for part in parts:
        if isinstance(part, LeftOut):
            yield from _flat(part.parts)
        else:
            yield part


def _written(parts: Sequence[CommandPart], command: Command, here: Here, defaults: Mapping[str, Any], words: list[str]) -> bool:
    for part in parts:
        if isinstance(part, FixedWord):
            words.append(part.word)
        elif isinstance(part, LeftOut):
            names = [*_names(part.parts)]
            if any(getattr(command, name) != defaults.get(name, _NOTHING) for name in names) and not _written(
                part.parts, command, here, defaults, words
            ):
                return False
        else:
            value = getattr(command, part.name)
            found = None if value is None else part.write(value, here)
            if found is None:
                return False
            words += found
    return True


def generated(command: type[Command], values: Mapping[str, FieldValue] = MappingProxyType({})) -> CommandForm:
    """Return the form that a command has by itself: its tag and its fields in order, named after a list and where they may be left out."""
    text, after_list = [str(command.__struct_config__.tag)], False
    hints = get_type_hints(command)
    for field in msgspec.structs.fields(command):
        if field.name in ASIDE:
            continue
        many = FieldWords(field.name, hints[field.name], values.get(field.name)).many
        name = field.name.replace("_", "-")
        if not field.required:
            text.append(f"[{name} {{{field.name}}}]")
        else:
            text.append(f"{name} {{{field.name}}}" if after_list else f"{{{field.name}}}")
        after_list = many
    return CommandForm(command=command, text=" ".join(text), values=values)


class Vocabulary:
    """Forms, signs and verbs of one game; raises ``GameRefused`` for what its ``Notation`` cannot be."""

    def __init__(self, game: Game) -> None:
        self.game, self.notation = game, game.notation
        commands: tuple[type[Command], ...] = ()
        if game.recording is not None:
            commands = get_args(game.recording.commands) or (game.recording.commands,)
        plain = [command for command in commands if command.__struct_config__.tag != START]
        own = [CompiledForm(form) for form in self.notation.forms]
        with_values = {form.command: form.values for form in self.notation.forms}
        self.forms: tuple[CompiledForm, ...] = (*own, *(CompiledForm(generated(one, with_values.get(one, {}))) for one in plain))
        self._by_verb: dict[str, list[CompiledForm]] = {}
        for form in self.forms:
            self._by_verb.setdefault(form.verb, []).append(form)
        self._by_command: dict[type[Command], list[CompiledForm]] = {}
        for form in self.forms:
            self._by_command.setdefault(form.command, []).append(form)
        self.signs = frozenset(sign for signs in self.notation.signs.values() for sign in signs) | {">"}

    def fitting(self, word: str) -> Sequence[CompiledForm]:
        """Return the forms that may begin with a word."""
        bare = self._by_verb.get("", [])
        return (*self._by_verb[word], *bare) if word and word in self._by_verb else bare

    def of(self, command: Command) -> Sequence[CompiledForm]:
        """Return the forms of a command, the nicest first."""
        return self._by_command.get(type(command), ())

    @property
    def verbs(self) -> tuple[str, ...]:
        """All first words."""
        return tuple(sorted(verb for verb in self._by_verb if verb))

    def check(self, names: CardNames) -> None:
        """Raise ``GameRefused`` where a verb, a sign or a place is a card's name too."""
        words = {*self.verbs, *self.signs, *self.notation.places}
        if twice := sorted(word for word in words if names.codes and names.has(word)):
            raise GameRefused(f"{self.game.name}: {', '.join(twice)} is a word of the notation and a card's name")
