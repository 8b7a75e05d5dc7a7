"""HTML of steps and turns. It is rendered once for each log and language, and cached as long as the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import current_app
from markupsafe import Markup

from web.pages.board.cache import cached_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.projections.timeline import Step
    from records.service import RecordView
    from web.pages.replay.step_texts import StepTexts
    from web.pages.replay.story import TurnPart


class _Written(dict[tuple[str, str, int, int], Markup]):
    """Rendered pieces by lens, macro, first and last version."""


class Pieces:
    """The macros of ``macros/steps.html``, rendered for one log. Only what marks the present step is rendered again."""

    def __init__(self, view: RecordView, texts: StepTexts, *, kept: bool = True) -> None:
        """``kept``: as long as the log; else for this page alone, where a step is told otherwise than in the whole log."""
        self._texts, self._lens = texts, texts.lens
        self._kept = cached_for(view, _Written) if kept else _Written()
        self._macros: Any = current_app.jinja_env.get_template("macros/steps.html").module

    def told(self, chapters: Sequence[TurnPart], present: int | None) -> Markup:
        """Return the turns of the narration."""
        return Markup("").join(self._chapter("told", "line", chapter, chapter.steps, present) for chapter in chapters)

    def strip(self, chapters: Sequence[TurnPart], at: int, present: int | None) -> Markup:
        """Return the turns of the strip; a cell ahead of step ``at`` bears nothing."""
        return Markup("").join(self._cells(chapter, at, present) for chapter in chapters)

    def _cells(self, chapter: TurnPart, at: int, present: int | None) -> Markup:
        first, last = chapter.steps[0].version, chapter.steps[-1].version
        if first > at or last <= at:
            return self._chapter("strip", "ahead" if first > at else "cell", chapter, chapter.steps, present)
        cells = (self._step("ahead" if step.version > at else "cell", step, present) for step in chapter.steps)
        return self._write("strip", chapter, Markup("").join(cells))

    def _chapter(self, macro: str, each: str, chapter: TurnPart, steps: Sequence[Step], present: int | None) -> Markup:
        key = (self._lens, f"{macro} {each}", steps[0].version, steps[-1].version)
        kept = self._kept.get(key)
        marked = present is not None and steps[0].version <= present <= steps[-1].version
        if kept is not None and not marked:
            return kept
        written = self._write(macro, chapter, Markup("").join(self._step(each, step, present) for step in steps))
        if not marked:
            self._kept[key] = written
        return written

    def _step(self, macro: str, step: Step, present: int | None) -> Markup:
        if step.version == present:
            return self._write(macro, step, True)
        key = (self._lens, macro, step.version, step.version)
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = self._write(macro, step, False)
        return kept

    def _write(self, macro: str, of: Step | TurnPart, rest: object) -> Markup:
        return Markup(getattr(self._macros, macro)(of, self._texts, rest))  # noqa: S704 -- a macro has escaped it
