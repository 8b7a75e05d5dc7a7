"""HTML of steps, turns, and whatever else is the same at many steps: rendered once for each log and language, and kept with the log."""

from __future__ import annotations

from sys import getsizeof
from typing import TYPE_CHECKING, Any

from flask import current_app
from markupsafe import Markup

from records.service.pieces import CountedDict
from web.pages.board.cache import cached_for

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterator, Sequence

    from records.projections.timeline import Step
    from records.service import RecordView
    from records.service.memory import Tallied
    from web.pages.replay.step_texts import StepTexts
    from web.pages.replay.story import ShownTurns, TurnPart


class _Written(CountedDict["tuple[Hashable, ...]", Markup]):
    """Rendered pieces by lens, macro or part of the page, and what else they depend on, such as first and last version."""

    def weighed(self, key: tuple[Hashable, ...], value: Markup) -> tuple[int, list[Tallied]]:
        """Return the bytes of a text and its key."""
        return getsizeof(key) + getsizeof(value), []


class Pieces:
    """The macros of ``macros/steps.html``, rendered for one log. Only what marks the present step is rendered again."""

    def __init__(self, view: RecordView, texts: StepTexts, *, kept: bool = True) -> None:
        """``kept``: as long as the log; else for this page alone, where a step is narrated differently than in the whole log."""
        self._texts, self._lens = texts, texts.lens
        self._kept = cached_for(view, _Written) if kept else _Written()
        self._macros: Any = current_app.jinja_env.get_template("macros/steps.html").module

    def told(self, chapters: Sequence[TurnPart], present: int | None, stay: Collection[str] = ()) -> Markup:
        """Return the turns of the narration; of those in ``stay`` the names alone."""
        return _joined(self._chapter(chapter, present, stay) for chapter in chapters)

    def once(self, part: str, of: tuple[Hashable, ...], draw: Callable[[], Markup]) -> Markup:
        """Return a part of the page that depends on the log, the lens and ``of`` alone."""
        key = (self._lens, part, *of)
        kept = self._kept.get(key)
        return self._kept.put(key, draw()) if kept is None else kept

    def _chapter(self, chapter: TurnPart, present: int | None, stay: Collection[str]) -> Markup:
        name = _name(chapter, present)
        if name and name in stay:
            return self.once("stays", (name,), lambda: self._macros.stays(name))
        steps = chapter.steps
        key = (self._lens, "told", steps[0].version, steps[-1].version)
        kept = self._kept.get(key) if name else None
        if kept is not None:
            return kept
        written = self._write("told", chapter, _joined(self._line(step, present) for step in steps), name)
        if name:
            self._kept.put(key, written)
        return written

    def _line(self, step: Step, present: int | None) -> Markup:
        if step.version == present:
            return self._write("line", step, True)
        key = (self._lens, "line", step.version, step.version)
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept.put(key, self._write("line", step, False))
        return kept

    def _write(self, macro: str, of: Step | TurnPart, *rest: object) -> Markup:
        return Markup(getattr(self._macros, macro)(of, self._texts, *rest))  # noqa: S704 -- a macro has escaped it


def _joined(drawn: Iterator[Markup]) -> Markup:
    return Markup("".join(drawn))  # noqa: S704 -- macros have escaped all of it; Markup's own join looks at each once more


def same_on(pages: Sequence[ShownTurns]) -> frozenset[str]:
    """Return the names of the turns that all these pages show without a difference; none for no pages."""
    first, *rest = [frozenset(_names(page)) for page in pages] or [frozenset()]
    return first.intersection(*rest)


def _names(page: ShownTurns) -> Iterator[str]:
    for chapter in page.told:
        yield _name(chapter, page.present)


def _name(chapter: TurnPart, present: int | None) -> str:
    """Return what tells a turn from all that are drawn otherwise through the same eyes; "" for the one with the mark."""
    first, last = chapter.steps[0].version, chapter.steps[-1].version
    if present is not None and first <= present <= last:
        return ""
    return f"told-{first}-{last}-{sum(step.cut for step in chapter.steps)}"
