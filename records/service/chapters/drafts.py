"""Chapters as an author writes them, and the keys of their tasks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from records.errors import MalformedCommand
from records.service.cases.drafts import line_of, text_of
from records.service.chapters.asking import chances_at, odds_at
from records.service.chapters.knowing import who_knows
from records.studies.chapters import events as ev

if TYPE_CHECKING:
    from records.service.chapters.sources import ChapterLog, LineEnd
    from records.service.incoming import NewGame
    from records.service.layers.line_texts import LineText

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
MOST_ANSWERS = 20
"""Most answers of a task, and most hints."""


class NewChapter(msgspec.Struct, frozen=True, kw_only=True):
    """A chapter to be written: steps of a record, of a line beside one, or of a position laid out.

    A revised chapter that names none of these keeps its source.
    """

    title: str
    record: str = ""
    line: LineEnd | LineText | None = None
    """A line of a layer, or moves that are imagined after a step of ``record``."""
    laid: NewGame | None = None
    """A game that was never recorded, from a text or a file; the chapter contains it."""
    first: int | None = None
    """None for the beginning: of the record, of what is imagined, of the position."""
    last: int | None = None
    """None for the end."""
    viewer: str | None = None
    """None for the caller's usual one."""
    text: str = ""
    conceal: ev.Conceal = "later steps"
    task: ev.ChapterTask = msgspec.field(default_factory=ev.GuidedReading)
    then: int | LineEnd | LineText | ev.LinePart | None = None
    """Shown once the move was found: the steps up to this one, or a line from the last step on; None for nothing.

    A ``LinePart`` that the chapter already has may be kept.
    """
    layers: tuple[str, ...] = ()
    """Layers of the record whose notes are shown."""


def checked_title(title: str, text: str, language: str) -> ev.StudyTitle:
    """Return the checked title, text and language of a study; raises ``MalformedCommand`` if one of them is invalid."""
    if language and not _LANGUAGE.fullmatch(language):
        raise MalformedCommand(f"{language!r} is no language; en and de are")
    return ev.StudyTitle(title=line_of(title, needed=True), text=text_of(text), language=language)


def checked_steps(first: int | None, last: int | None, source: ev.ChapterSource, steps: int) -> tuple[int, int]:
    """Return the first and last step of a chapter; raises ``MalformedCommand`` for a step outside its log of ``steps`` steps."""
    begin, end = source.first if first is None else first, source.last if last is None else last
    if not 0 <= begin <= end <= steps:
        raise MalformedCommand(f"steps {begin} to {end} are none of a record of {steps}")
    return begin, end


def checked_task(chapter: NewChapter) -> ev.ChapterTask:
    """Return the task of a chapter with its texts trimmed; raises ``MalformedCommand`` for a task that learners cannot be asked."""
    if chapter.conceal not in {"nothing", "later steps", "until solved"}:
        raise MalformedCommand(f"a chapter conceals nothing, later steps or until solved, not {chapter.conceal!r}")
    task = chapter.task
    if chapter.then is not None and not isinstance(task, ev.FindMove):
        raise MalformedCommand("what follows is shown where a move is to be found, and nowhere else")
    if isinstance(task, ev.GuidedReading):
        return task
    if len(task.hints) > MOST_ANSWERS:
        raise MalformedCommand(f"a task has up to {MOST_ANSWERS} hints")
    if chapter.conceal == "nothing":
        raise MalformedCommand("a chapter with a task conceals the later steps, for they may hold its answer")
    return msgspec.structs.replace(task, hints=tuple(text_of(hint, needed=True) for hint in task.hints))


def key_of(chapter: ev.ChapterId, task: ev.ChapterTask, log: ChapterLog, at: int) -> ev.ChapterKey:
    """Return the key of a task after step ``at``, from the viewer's log up to there; raises ``MalformedCommand`` if there is none."""
    if isinstance(task, ev.GuidedReading):
        return ev.ChapterKey(chapter=chapter)
    if isinstance(task, ev.FindMove):
        return ev.ChapterKey(chapter=chapter, moves=_moves(task, log, at))
    view = log.view
    if isinstance(task, ev.AskKnows):
        return ev.ChapterKey(chapter=chapter, knows=who_knows(view.seen, task, at))
    if isinstance(task, ev.AskOdds):
        return ev.ChapterKey(chapter=chapter, chance=odds_at(view, at, task.of).as_integer_ratio())
    true = chances_at(view, at, task.place)
    if isinstance(task, ev.AskCandidates):
        return ev.ChapterKey(chapter=chapter, candidates=tuple(sorted(true)))
    if task.card not in view.faces:
        raise MalformedCommand(f"{task.card!r} is no card of this game")
    chance = true.get(task.card, 0)
    return ev.ChapterKey(chapter=chapter, chance=chance.as_integer_ratio())


def _moves(task: ev.FindMove, log: ChapterLog, at: int) -> tuple[tuple[int, msgspec.Raw], ...]:
    if not 1 <= len(task.answers) <= MOST_ANSWERS:
        raise MalformedCommand(f"a task has 1 to {MOST_ANSWERS} answers")
    play = log.view.game.play
    if play is None:
        raise MalformedCommand("moves of this game are not known here")
    patterns = [_pattern(answer) for answer in task.answers]
    legal = [msgspec.Raw(msgspec.json.encode(command)) for command in play.legal(log.position(at))]
    found = []
    for command in legal:
        plain = msgspec.json.decode(command)
        nth = next((nth for nth, pattern in enumerate(patterns) if _fits(pattern, plain)), None)
        if nth is not None:
            found.append((nth, command))
    idle = sorted({*range(len(patterns))} - {nth for nth, _command in found})
    if idle:
        raise MalformedCommand(f"answer {idle[0] + 1} is no legal move after event {at}, or an earlier answer takes all that it fits")
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
