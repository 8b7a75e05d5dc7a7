"""From the text of a study to its chapters, each checked at its place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from importers.base import ImportOptions
from importers.notation.importer import NotationImporter
from importers.notation.reading import Options, read_text
from importers.storing import store_file
from importers.study_texts.playing import NotPlayed, played_on
from importers.study_texts.shape import (
    KEPT,
    TextAnswer,
    TextAttack,
    TextCandidates,
    TextChance,
    TextChapter,
    TextDraw,
    TextKnows,
    TextMove,
    TextOdds,
    TextStudy,
    TextTask,
)
from importers.study_texts.toml_lines import TomlFile, TomlPath
from importers.study_texts.words import StepWords
from records.errors import ImportRefused, MalformedCommand, Problem, RecordsError
from records.service import NewGame
from records.service.chapters.drafts import NewChapter, checked_title
from records.service.chapters.sources import LineEnd, read_line_end
from records.service.chapters.whole import WholeStudy
from records.store import RECORD
from records.studies.chapters import events as ev
from records.values import replace

if TYPE_CHECKING:
    from pathlib import Path

    from records.core.viewers import Caller
    from records.service import GameBook
    from records.service.chapters.sources import ChapterLog
    from records.service.desks.chapters import ChapterDraft
    from records.service.layers.line_texts import LineText
    from records.service.viewing import RecordView

SUFFIX = ".study.toml"
_LINE = re.compile(r"[a-z0-9]+(:[a-z0-9]+){1,2}")


def study_text_name(data: bytes, file: Path) -> str:
    """Return the name by which the study of a text is known to its author's store; raises ``ImportRefused`` for what is no such text."""
    return _name(TomlFile(data, file.name).read(TextStudy), file)


def read_study_text(book: GameBook, caller: Caller, data: bytes, file: Path) -> WholeStudy:
    """Return the study that a text is; records in files that it names, beside ``file``, are stored.

    Raises ``ImportRefused`` with the line and the reason of what is wrong: of every chapter the first.
    """
    toml = TomlFile(data, file.name)
    text = toml.read(TextStudy)
    problems: list[Problem] = []
    for key, said in (("title", (text.title, "", "")), ("text", ("x", text.text, "")), ("language", ("x", "", text.language))):
        try:
            checked_title(*said)
        except MalformedCommand as error:
            problems.append(toml.problem(str(error), toml.line((key,))))
    names: set[str] = set()
    name = _name(text, file)
    standing = book.studies.study_called(caller, name)
    chapters: list[tuple[str, NewChapter]] = []
    for nth, chapter in enumerate(text.chapter):
        path: TomlPath = ("chapter", nth)
        called = chapter.name or chapter.title
        if called in names:
            problems.append(toml.problem(f"another chapter is called {called!r} too; give each its own name", toml.line(path), path))
        names.add(called)
        was = None if standing is None else standing.get(called)
        try:
            chapters.append((called, _ChapterReading(book, caller, toml, file, path, was).read(chapter)))
        except ImportRefused as error:
            problems += error.problems if error.name == file.name else [Problem(reason=str(error), line=toml.line(path))]
    if problems:
        raise ImportRefused(file.name, *problems)
    return WholeStudy(name=name, title=text.title, text=text.text, language=text.language, chapters=tuple(chapters))


def _name(text: TextStudy, file: Path) -> str:
    return text.name or file.name.removesuffix(SUFFIX).removesuffix(".toml")


class _ChapterReading:
    def __init__(  # noqa: PLR0917 -- where a chapter stands
        self, book: GameBook, caller: Caller, toml: TomlFile, file: Path, path: TomlPath, was: ev.ChapterBody | None
    ) -> None:
        self._book, self._caller, self._toml, self._file, self._path, self._was = book, caller, toml, file, path, was

    def read(self, text: TextChapter) -> NewChapter:
        """Return a chapter; raises ``ImportRefused`` for what it cannot be."""
        chapter = NewChapter(
            title=text.title,
            record=self._at("record", self._record, text.record) if text.record else "",
            line=self._at("line", self._line_end, text.line) if text.line else None,
            laid=self._at("position", self._position, text.position) if text.position else None,
            first=text.first,
            last=text.last,
            viewer=text.eyes or None,
            text=text.text,
            conceal=text.conceal,
            layers=tuple(self._at("layers", self._layer, one) for one in text.layers),
        )
        draft = self._draft("", chapter)
        if text.play:
            if not text.record or text.line or text.position:
                raise self._refused("play", "moves are imagined after a step of a record, and nothing else")
            line = self._played(("play",), draft.log.view, draft.body.source.last, text.play)
            chapter = replace(chapter, line=line, last=None)
            draft = self._draft("play", chapter)
        if text.task is None:
            return chapter
        task, then = self._task(text.task, draft.log, draft.body.source.last)
        chapter = replace(chapter, task=task, then=then)
        self._draft("task", chapter)
        return chapter

    def _draft(self, where: str, chapter: NewChapter) -> ChapterDraft:
        made: ChapterDraft = self._at(where, lambda one: self._book.studies.chapter_draft(self._caller, one, self._was), chapter)
        return made

    def _task(self, task: TextTask, log: ChapterLog, at: int) -> tuple[ev.ChapterTask, Any]:
        words = StepWords(log.view.game, log.view.header, log.position(at))
        hints = tuple(task.hints)
        if isinstance(task, TextMove):
            answers = tuple(
                self._at(("task", "answer", nth), lambda one: _accepted(words, one), one) for nth, one in enumerate(task.answer)
            )
            then: Any = task.then
            if then == KEPT:
                was = None if self._was is None or not isinstance(self._was.task, ev.FindMove) else self._was.task.then
                if was is None:
                    raise self._refused("task", "nothing follows so far that could be kept")
                then = was.last if isinstance(was, ev.ThenSteps) else was
            elif isinstance(task.then, str) and _LINE.fullmatch(task.then):
                then = self._at(("task", "then"), self._line_end, task.then)
            elif isinstance(task.then, str):
                then = self._played(("task", "then"), log.view, at, task.then)
            return ev.FindMove(answers=answers, hints=hints), then
        if isinstance(task, TextDraw | TextAttack | TextOdds):
            return ev.AskOdds(of=_odds(task), hints=hints, says=task.says), None
        place = self._at(("task", "place"), words.place, task.place)
        match task:
            case TextCandidates():
                return ev.AskCandidates(place=place, hints=hints, says=task.says), None
            case TextChance():
                card = self._at(("task", "card"), words.card, task.card)
                return ev.AskChance(place=place, card=card, hints=hints, says=task.says), None
            case TextKnows():
                return ev.AskKnows(place=place, seats=tuple(task.seats), hints=hints, says=task.says), None

    def _at(self, where: str | TomlPath, make: Any, of: Any) -> Any:
        """Return what ``make`` makes; what it refuses is reported at its place in the text."""
        below = (where,) if isinstance(where, str) else where
        path = (*self._path, *(one for one in below if one != ""))
        try:
            return make(of)
        except ImportRefused:
            raise
        except RecordsError as error:
            raise self._toml.refused(str(error), self._toml.line(path), path) from None

    def _refused(self, key: str, reason: str) -> ImportRefused:
        path = (*self._path, key)
        return self._toml.refused(reason, self._toml.line(path), path)

    def _played(self, where: TomlPath, view: RecordView, at: int, text: str) -> LineText:
        try:
            return played_on(view, at, text)
        except NotPlayed as error:
            raise self._in_text(where, error.problem) from None

    def _in_text(self, where: TomlPath, problem: Problem) -> ImportRefused:
        """Return the refusal for what is wrong at a line of a text in the file."""
        first = self._toml.text_line((*self._path, *where))
        return ImportRefused(self._file.name, Problem(reason=problem.reason, line=first + (problem.line or 1) - 1))

    def _line_end(self, text: str) -> LineEnd:
        end = read_line_end(text)
        return replace(end, layer=self._book.notes.resolve_layer(self._caller, end.layer))

    def _record(self, text: str) -> str:
        path = self._file.parent / text
        if not ("/" in text or "." in text):
            return self._book.records.resolve(self._caller, text)
        if not path.is_file():
            raise MalformedCommand(f"there is no file {text!r} beside {self._file.name}")
        stored = store_file(self._book, self._caller, path.read_bytes(), path.name, ImportOptions())
        if (count := sum(one.kind == RECORD for one in stored)) != 1:
            raise MalformedCommand(f"{text!r} holds {count} records; a chapter is made of one")
        return stored[0].id

    def _layer(self, text: str) -> str:
        return self._book.notes.resolve_layer(self._caller, text)

    def _position(self, text: str) -> NewGame:
        if "[Game" in text:
            found = read_text(self._book.games, text, Options())
            if found.problems:
                raise self._in_text(("position",), found.problems[0])
            games: list[Any] = [one.new_game(None) for one in found.games]
        else:
            path = self._file.parent / text
            if not path.is_file():
                raise MalformedCommand(f"there is no file {text!r} beside {self._file.name}, and it is no game in notation")
            games = list(NotationImporter(self._book.games).read(path.read_bytes(), path.name, ImportOptions()))
        if len(games) != 1 or not isinstance(games[0], NewGame):
            raise MalformedCommand(f"a chapter holds one game, here are {len(games)}")
        return games[0]


def _odds(task: TextDraw | TextAttack | TextOdds) -> ev.OddsAsked:
    if isinstance(task, TextDraw):
        return ev.DrawAsked(number=task.number, cards=tuple(task.cards), deck=task.deck)
    if isinstance(task, TextAttack):
        return ev.AttackAsked(strength=task.strength, falls=task.falls, way=task.way, seat=task.seat)
    return ev.GameAsked(name=task.question, said=tuple((name, str(value)) for name, value in task.say.items()), nth=task.nth - 1)


def _accepted(words: StepWords, answer: TextAnswer) -> ev.AcceptedMove:
    if sum(map(bool, (answer.move, answer.like, answer.json))) != 1:
        raise MalformedCommand("an answer has either move, a line in notation, or like, fields of a command")
    plain = msgspec.Raw(answer.json.encode() if answer.json else msgspec.json.encode(answer.like))
    pattern = words.move(answer.move) if answer.move else plain
    return ev.AcceptedMove(pattern=pattern, worth=answer.worth, says=answer.says)
