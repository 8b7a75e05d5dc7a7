"""The pages of studies as learners find them: the list of those that are there, and one with its chapters."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from flask import request, url_for
from markupsafe import Markup

from web.callers import CLASS, own_root
from web.learning import reference
from web.pages.accounts.access_page import qr_code
from web.words.markdown import markdown
from web.words.texts import day, tag

if TYPE_CHECKING:
    from records.core.viewers import Caller
    from records.service import GameBook
    from records.service.learning.views import Lesson, LessonCard, LessonChapter


class LessonsPage:
    """What the template of the list may ask."""

    def __init__(self, book: GameBook, caller: Caller) -> None:
        found = book.learning.lessons(caller)
        self.cards = [card for card in found if _here(card)]
        self.others = [card for card in found if not _here(card)]
        """Those in other languages."""

    def to(self, card: LessonCard) -> str:
        """Return the address of a study."""
        return url_for("learning.lesson", ref=card.study)


def _here(card: LessonCard) -> bool:
    return not card.language or card.language.partition("-")[0] == tag().partition("-")[0]


class LessonPage:
    """What the template of a study may ask; ``shared`` is the address of a link that was just made."""

    def __init__(self, book: GameBook, caller: Caller, study: str, number: int | None, shared: str = "") -> None:
        """Raise ``RecordNotFound`` as the book does."""
        self.number, self.shared = number, shared
        self.qr = qr_code(shared) if shared else Markup("")
        self.lesson: Lesson = book.learning.lesson(caller, study, number)
        self.not_there = book.learning.not_there(caller, study, number)
        self.path = url_for("learning.lesson", ref=reference(study, number))
        self.sheet = url_for("learning.sheet", ref=reference(study, number))
        self.file = url_for("offline.study", ref=reference(study, number))
        mine = self.lesson.own and self.lesson.number
        self.links = [(one.id, one.label, day(one.ends_at)) for one in book.learning.study_links(caller, study)] if mine else []
        self.may_share = bool(mine)
        in_class = request.environ.get(CLASS, "")
        self.in_class = f"{own_root()}/classes/{in_class}/phone" if in_class else ""
        """Address of the class below which the study is read, "" for none."""
        self.written = url_for("studies.study", study=study) if self.lesson.own else ""
        """Address at which its author writes it, "" for others."""

    @property
    def text(self) -> Markup:
        """What the study is about."""
        return markdown(self.lesson.text)

    def to(self, chapter: LessonChapter) -> str:
        """Return the address of a chapter."""
        return f"{self.path}/{chapter.id}/chapter"

    @cached_property
    def next(self) -> LessonChapter | None:
        """The first chapter that is not done and can be read; None where there is none."""
        able = (one for one in self.lesson.chapters if one.body is not None and one.id not in self.not_there)
        return next((one for one in able if not one.done), None)

    @property
    def done(self) -> int:
        """How many chapters are done."""
        return sum(one.done for one in self.lesson.chapters)

    @property
    def newer(self) -> bool:
        """Whether a number was published since the learner began; in a class the teacher chooses it."""
        return self.lesson.kept and not self.in_class and self.lesson.number < self.lesson.newest
