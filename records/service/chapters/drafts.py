"""Chapters as an author writes them, and the keys of their tasks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from records.errors import Contradiction, MalformedCommand
from records.service.cases.drafts import line_of, text_of
from records.service.chapters.knowing import who_knows
from records.studies.chapters import events as ev

if TYPE_CHECKING:
    from records.service.viewing import RecordView

MOST_ANSWERS = 20
"""Of a task, and as many hints."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewChapter:
    """A chapter to be written: steps ``first`` to ``last`` of a record."""

    title: str
    record: str
    last: int
    first: int = 0
    viewer: str | None = None
    """None for the caller's usual one."""
    text: str = ""
    conceal: ev.Conceal = "later steps"
    task: ev.ChapterTask = field(default_factory=ev.GuidedReading)


def checked(chapter: NewChapter, view: RecordView) -> NewChapter:
    """Return a chapter with its texts trimmed; raises ``MalformedCommand`` for what cannot be, or for a task that has no key."""
    if not 0 <= chapter.first <= chapter.last <= view.steps:
        raise MalformedCommand(f"steps {chapter.first} to {chapter.last} are none of a record of {view.steps}")
    if chapter.conceal not in {"nothing", "later steps", "until solved"}:
        raise MalformedCommand(f"a chapter conceals nothing, later steps or until solved, not {chapter.conceal!r}")
    task = chapter.task
    if not isinstance(task, ev.GuidedReading):
        if len(task.hints) > MOST_ANSWERS:
            raise MalformedCommand(f"a task has up to {MOST_ANSWERS} hints")
        if chapter.conceal == "nothing":
            raise MalformedCommand("a chapter with a task conceals the later steps, for they may hold its answer")
        task = msgspec.structs.replace(task, hints=tuple(text_of(hint, needed=True) for hint in task.hints))
    made = NewChapter(
        title=line_of(chapter.title, needed=True),
        record=chapter.record,
        first=chapter.first,
        last=chapter.last,
        viewer=chapter.viewer,
        text=text_of(chapter.text),
        conceal=chapter.conceal,
        task=task,
    )
    key_of(ev.ChapterId(""), task, view, chapter.last)
    return made


def key_of(chapter: ev.ChapterId, task: ev.ChapterTask, view: RecordView, at: int) -> ev.ChapterKey:
    """Return the key of a task after step ``at``, from the view's log up to there; raises ``MalformedCommand`` where there is none."""
    if isinstance(task, ev.GuidedReading):
        return ev.ChapterKey(chapter=chapter)
    if isinstance(task, ev.FindMove):
        return ev.ChapterKey(chapter=chapter, moves=_moves(task, view, at))
    if isinstance(task, ev.AskKnows):
        return ev.ChapterKey(chapter=chapter, knows=who_knows(view.seen, task, at))
    try:
        chances = view.knowledge(at).slots.get(task.place)  # type: ignore[call-overload]  # a slot's id
    except Contradiction as error:
        raise MalformedCommand(f"nothing can be asked after step {at}: {error}") from None
    if chances is None or not chances.exact or chances.certain is not None:
        raise MalformedCommand(f"{task.place!r} is no card of which something exact can be asked after step {at}")
    if isinstance(task, ev.AskCandidates):
        return ev.ChapterKey(chapter=chapter, candidates=tuple(sorted(chances.of)))
    if task.card not in view.faces:
        raise MalformedCommand(f"{task.card!r} is no card of this game")
    chance = chances.of.get(task.card, 0)
    return ev.ChapterKey(chapter=chapter, chance=chance.as_integer_ratio())


def _moves(task: ev.FindMove, view: RecordView, at: int) -> tuple[tuple[int, msgspec.Raw], ...]:
    if not 1 <= len(task.answers) <= MOST_ANSWERS:
        raise MalformedCommand(f"a task has 1 to {MOST_ANSWERS} answers")
    play = view.game.play
    if play is None:
        raise MalformedCommand("moves of this game are not known here")
    patterns = [_pattern(answer) for answer in task.answers]
    legal = [msgspec.Raw(msgspec.json.encode(command)) for command in play.legal(view.position(at))]
    found = []
    for command in legal:
        plain = msgspec.json.decode(command)
        nth = next((nth for nth, pattern in enumerate(patterns) if _fits(pattern, plain)), None)
        if nth is not None:
            found.append((nth, command))
    idle = sorted({*range(len(patterns))} - {nth for nth, _command in found})
    if idle:
        raise MalformedCommand(f"answer {idle[0] + 1} is no legal move after step {at}, or an earlier answer takes all that it fits")
    return tuple(found)


def _pattern(answer: ev.AcceptedMove) -> dict[str, Any]:
    try:
        plain = msgspec.json.decode(answer.pattern)
    except msgspec.DecodeError as error:
        raise MalformedCommand(f"an answer is no JSON: {error}") from None
    if not isinstance(plain, dict) or not plain:
        raise MalformedCommand("an answer is a command as a JSON object, with fields left out")
    if not 0 <= answer.worth <= 100:  # noqa: PLR2004 -- per cent
        raise MalformedCommand(f"an answer is worth 0 to 100, not {answer.worth}")
    return plain


def _fits(pattern: dict[str, Any], command: Any) -> bool:
    return all(name in command and command[name] == value for name, value in pattern.items())
