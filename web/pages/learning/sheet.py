"""A study to be printed: each chapter with its text, the table, and what is asked; the keys for its author, if requested."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import url_for
from markupsafe import Markup

from records.core.viewers import CallerKind
from records.values import replace
from web.callers import ChapterPlace
from web.learning import reference
from web.pages.exports.picture import picture
from web.pages.learning.chapter import ChapterPage
from web.words.markdown import markdown
from web.words.texts import _, listing

if TYPE_CHECKING:
    from collections.abc import Collection

    from records.core.viewers import Caller
    from records.service import GameBook
    from records.service.learning.views import Lesson


def without(lesson: Lesson, lacking: Collection[str]) -> str:
    """Return in words which chapters a sheet or a file does without, as their games are not there; "" where it has them all."""
    titles = [one.body.title for one in lesson.chapters if one.body is not None and one.id in lacking]
    return _("Left out, because its game is not there: %(titles)s", titles=listing(titles)) if titles else ""


class StudySheet:
    """What the template may ask."""

    def __init__(self, book: GameBook, caller: Caller, study: str, number: int | None, *, keys: bool) -> None:
        """Raise ``RecordNotFound`` as the book does."""
        self.lesson = book.learning.lesson(caller, study, number)
        self.path = url_for("learning.lesson", ref=reference(study, number))
        if number is None and caller.kind is not CallerKind.LEARNER:
            number = self.lesson.number  # by its number it is read as if nobody had answered anything: paper is for others
        self.keys = keys and self.lesson.own and bool(self.lesson.number)
        lacking = book.learning.not_there(caller, study, number)
        self.left_out = without(self.lesson, lacking)
        there = [one for one in self.lesson.chapters if one.body is not None and one.id not in lacking]
        places = [ChapterPlace(study, number, one.id, "") for one in there]
        self.chapters = [
            ChapterPage(book, caller, book.learning.through_chapter(caller, study, place.chapter, number), place) for place in places
        ]
        if self.keys:
            told = {one.id: one.key for one in book.studies.study(caller, study, self.lesson.number).chapters}
            for page in self.chapters:
                page.chapter = replace(page.chapter, key=told[page.chapter.id], progress=replace(page.chapter.progress, gave_up=True))

    @property
    def text(self) -> Markup:
        """What the study is about."""
        return markdown(self.lesson.text)

    def drawn(self, page: ChapterPage) -> Markup:
        """Return the table of a chapter as a drawing."""
        return Markup(picture(page.view, page.at))  # noqa: S704 -- our own drawing, its words escaped
