"""The pages of an author: all studies, and one with its chapters in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import url_for

from records.core.sentences import N_
from records.studies.chapters import events as ev
from web.learning import DRAFT_MARK
from web.words.markdown import markdown
from web.words.texts import _, ngettext, number

if TYPE_CHECKING:
    from markupsafe import Markup

    from records.core.viewers import Caller
    from records.service import GameBook
    from records.service.chapters.views import ChapterView, StudyView

LISTED = {"nobody": N_("anyone with a link"), "accounts": N_("everybody with an account"), "everybody": N_("everybody")}


class StudiesPage:
    """What the template of the list may ask."""

    def __init__(self, book: GameBook, caller: Caller) -> None:
        self.studies = book.studies.studies(caller)

    def to(self, study: StudyView) -> str:
        """Return the address of a study."""
        return url_for("studies.study", study=study.id)

    def chapters(self, study: StudyView) -> str:
        """Return how many chapters a study has, in words."""
        return ngettext("%(n)s chapter", "%(n)s chapters", len(study.chapters), n=number(len(study.chapters)))

    def published(self, study: StudyView) -> str:
        """Return how far a study is published, in words."""
        return _("Published version %(n)s", n=number(study.numbers)) if study.numbers else _("not published")


class StudyPage:
    """What the template of a study may ask."""

    def __init__(self, book: GameBook, caller: Caller, study: str) -> None:
        """Raise ``RecordNotFound`` for one that is not the caller's."""
        self.study = book.studies.study(caller, study)
        self.path = url_for("studies.study", study=study)
        self.preview = url_for("learning.lesson", ref=f"{study}@{DRAFT_MARK}")
        self.learn = url_for("learning.lesson", ref=study) if self.study.numbers else ""
        self.has_accounts = book.has_accounts
        self.complaint = ""

    @property
    def text(self) -> Markup:
        """What the study is about, as it will be read."""
        return markdown(self.study.text)

    @property
    def onward(self) -> str:
        """Address of the table from which the last chapter was taken, where the next one can be begun; "" for none."""
        for body in (one.body for one in reversed(self.study.chapters)):
            if body is not None and isinstance(body.source, ev.RecordPart):
                part = body.source
                return f"{url_for('pages.replay', record=part.anchor.record)}?at={part.last}&as={body.viewer}#notes"
        return ""

    def to(self, chapter: ChapterView) -> str:
        """Return the address of a chapter's form."""
        return url_for("studies.chapter", study=self.study.id, chapter=chapter.id)

    def kind(self, chapter: ChapterView) -> str:
        """Return what a chapter asks, in words."""
        if chapter.body is None:
            return _("erased")
        return _("to read") if isinstance(chapter.body.task, ev.GuidedReading) else _("task")

    def before(self, nth: int) -> str:
        """Return behind which chapter one goes that moves up from place ``nth``, "" for the front."""
        return self.study.chapters[nth - 2].id if nth > 1 else ""

    def after(self, nth: int) -> str:
        """Return behind which chapter one goes that moves down."""
        return self.study.chapters[nth + 1].id

    @property
    def lists(self) -> list[tuple[str, str]]:
        """Who can find it: key and words."""
        return [(key, _(words)) for key, words in LISTED.items()]
