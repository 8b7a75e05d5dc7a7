"""A study as the text that ``read_study_text`` reads: read again, it changes nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from importers.study_texts.shape import KEPT
from importers.study_texts.words import StepWords
from records.studies.chapters import events as ev

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.viewers import Caller
    from records.service import GameBook
    from records.service.chapters.views import ChapterView, StudyView

_ESCAPED = re.compile(r'[\\"\x00-\x1f\x7f]')
_ESCAPED_IN_LINES = re.compile(r'\\|"(?="")|"\Z|[\x00-\x08\x0b-\x1f\x7f]')
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def write_study_text(book: GameBook, caller: Caller, study: StudyView) -> str:
    """Return a study of the caller's, as it stands, as a text; chapters that were erased are not in it.

    What a chapter cannot say in a text (a position, imagined moves) is left out, and stays as it is when the text is read.
    """
    lines = [
        f"title = {_string(study.title)}",
        f"name = {_string(study.id)}",
        *([f"language = {_string(study.language)}"] if study.language else []),
        *([f"text = {_text(study.text)}"] if study.text else []),
    ]
    for chapter in study.chapters:
        if chapter.body is not None:
            lines += ["", *_chapter(book, caller, chapter, chapter.body)]
    return "\n".join(lines) + "\n"


def _chapter(book: GameBook, caller: Caller, chapter: ChapterView, body: ev.ChapterBody) -> Iterator[str]:
    yield from ("[[chapter]]", f"title = {_string(body.title)}", f"name = {_string(chapter.id)}")
    source = body.source
    if isinstance(source, ev.RecordPart):
        yield f"record = {_string(source.anchor.record)}"
    else:
        what = "a position of its own" if isinstance(source, ev.Laid) else f"what is imagined after step {source.anchor.v} of a record"
        yield f"# {what}, which stays as it is"
    yield from (f"first = {source.first}", f"last = {source.last}", f"eyes = {_string(body.viewer)}")
    if body.conceal != "later steps":
        yield f"conceal = {_string(body.conceal)}"
    if body.layers:
        yield f"layers = {_value(list(body.layers))}"
    if body.text:
        yield f"text = {_text(body.text)}"
    if not isinstance(body.task, ev.GuidedReading):
        yield from ("", "[chapter.task]", *_task(book, caller, body, body.task))


def _task(book: GameBook, caller: Caller, body: ev.ChapterBody, task: ev.ChapterTask) -> Iterator[str]:
    fields: dict[str, Any] = {}
    match task:
        case ev.FindMove():
            fields = {"ask": "move"}
            if task.then is not None:
                fields["then"] = task.then.last if isinstance(task.then, ev.ThenSteps) else KEPT
        case ev.AskCandidates():
            fields = {"ask": "candidates", "place": task.place}
        case ev.AskChance():
            fields = {"ask": "chance", "place": task.place, "card": task.card}
        case ev.AskKnows():
            fields = {"ask": "knows", "place": task.place, **({"seats": list(task.seats)} if task.seats else {})}
        case ev.AskOdds(of=ev.DrawAsked() as asked):
            fields = {"ask": "draw", "number": asked.number, "cards": list(asked.cards), "deck": asked.deck}
        case ev.AskOdds(of=ev.AttackAsked() as asked):
            fields = {"ask": "attack", "strength": asked.strength, "falls": asked.falls, "way": asked.way, "seat": asked.seat}
        case ev.AskOdds(of=ev.GameAsked() as asked):
            fields = {"ask": "odds", "question": asked.name, "say": dict(asked.said), "nth": asked.nth + 1}
    if not isinstance(task, ev.GuidedReading):
        fields["hints"] = list(task.hints)
    if says := getattr(task, "says", ""):
        fields["says"] = says
    yield from (f"{name} = {_value(value)}" for name, value in fields.items() if value not in ("", [], {}))
    if isinstance(task, ev.FindMove):
        yield from _answers(book, caller, body, task)


def _answers(book: GameBook, caller: Caller, body: ev.ChapterBody, task: ev.FindMove) -> Iterator[str]:
    log = book.studies.chapter_log(caller, body)
    words = StepWords(log.view.game, log.view.header, log.position(body.source.last))
    for answer in task.answers:
        yield from ("", "[[chapter.task.answer]]")
        said = words.told(answer.pattern)
        plain = msgspec.json.decode(answer.pattern)
        if said:
            yield f"move = {_string(said)}"
        elif bytes(answer.pattern) == msgspec.json.encode(plain) and not _has_null(plain):
            yield f"like = {_value(plain)}"
        else:
            yield f"json = {_string(bytes(answer.pattern).decode())}"
        if answer.worth != 100:  # noqa: PLR2004 -- per cent
            yield f"worth = {answer.worth}"
        if answer.says:
            yield f"says = {_value(answer.says)}"


def _has_null(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_null, value.values()))
    return any(map(_has_null, value)) if isinstance(value, list) else value is None


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(name)} = {_value(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    return _string(str(value))


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _string(name)


def _string(text: str) -> str:
    return '"' + _ESCAPED.sub(_escape, text) + '"'


def _text(text: str) -> str:
    """Return Markdown as it can be changed by hand: its lines are lines."""
    return '"""\n' + _ESCAPED_IN_LINES.sub(_escape, text) + '\n"""' if "\n" in text else _string(text)


def _escape(found: re.Match[str]) -> str:
    sign = found[0]
    return f"\\{sign}" if sign in '\\"' else {"\n": "\\n", "\t": "\\t"}.get(sign, f"\\u{ord(sign):04x}")
