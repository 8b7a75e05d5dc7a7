"""The file: one document with its styles, symbols, steps and script, which asks no network for anything."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import current_app, render_template
from markupsafe import Markup

from records.core.viewers import viewer_key
from records.errors import NotYours, RecordNotFound
from records.studies.tasks.answers import asked_knowers, asks_of_cards
from records.values import replace
from web.callers import ChapterPlace
from web.looking import look
from web.pages.cases.dispute import CasePage
from web.pages.cases.page import read_case
from web.pages.learning.chapter import ChapterPage
from web.pages.learning.sheet import without
from web.pages.lines.words import eyes_words
from web.pages.offline.frames import Frames, steps, symbols
from web.pages.offline.graphs import graphs
from web.pages.offline.questions import of_chapter, of_record
from web.pages.replay.notes import note_html
from web.words.games import game_face
from web.words.markdown import markdown
from web.words.texts import _, tag
from web.words.wording import seat_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.viewers import Caller
    from records.service import GameBook

STYLES = ("tokens", "shell", "cards", "board", "enemy", "fields", "record", "offline")


def record_file(
    book: GameBook, caller: Caller, record: str, viewer: str | None, last: int | None, *, opens: int | None = None, home: str = ""
) -> str:
    """Return a record as a file, through one viewer's eyes, up to event ``last``. All of it is made from that viewer's log, cut there.

    It opens at event ``opens``, by default where it is cut, else at its beginning. ``home`` is the record's address, "" for none.

    Raises Refused as the replay does, and ``NotYours`` where the record may not be taken along.
    """
    view = look(book, caller, record, viewer)
    if not book.records.may_take_along(caller, record):
        raise NotYours(
            f"record {record}: {caller.name!r} may look at it here, and not take it along; who made the link can allow it", "export"
        )
    end = view.steps if last is None else min(last, view.steps)
    eyes, view = viewer_key(view.viewer), replace(view, seen=view.seen.branched(end)) if end < view.steps else view
    frames = Frames()
    shown = steps(view, frames, 0, end)
    notes = [
        {"at": note.at.v, "by": note.name, "glyph": note.glyph or "", "html": str(note_html(view, note.text))}
        for layer in book.notes.layers(caller, record, view.viewer, end)
        for note in layer.notes
        if note.at.line is None and note.at.v <= end
    ]
    game = game_face(book.games, view.header.game)
    names = [seat_name(seat, view.names) for seat in view.header.seats]
    chapter: dict[str, Any] = {
        "title": f"{game.title}: {', '.join(names)}",
        "text": str(Markup("<p>{}</p>").format(_("As %(eyes)s saw it.", eyes=eyes_words(view)))),
        "steps": shown,
        "opens": _opening(shown, last or 0 if opens is None else opens),
        "notes": notes,
        "charts": graphs(book, caller, view, eyes, end),
        "tasks": of_record(view, [step["at"] for step in shown]),
    }
    return _document(chapter["title"], "", [chapter], frames, _source(_("record %(id)s", id=record), home))


def study_file(book: GameBook, caller: Caller, study: str, number: int | None, *, home: str = "") -> str:
    """Return a published study of the caller's as a file: its chapters one after another, each cut where it hides what follows.

    ``home`` is its address, "" for none.

    Raises ``RecordNotFound`` for one that is not the caller's, or was not published.
    """
    lesson = book.learning.lesson(caller, study, number)
    if not (lesson.own and lesson.number):
        raise RecordNotFound(f"no study {study!r}")
    keys = {one.id: one.key for one in book.studies.study(caller, study, lesson.number).chapters}
    lacking, frames, chapters = book.learning.not_there(caller, study, number), Frames(), []
    for one in lesson.chapters:
        if one.body is None or one.id in lacking:
            continue
        place = ChapterPlace(study, lesson.number, one.id, "")
        page = ChapterPage(book, caller, book.learning.through_chapter(caller, study, one.id, lesson.number), place)
        key = keys.get(one.id)
        task = None if key is None else of_chapter(page, key)
        whole = page.view if one.is_task and one.body.conceal != "nothing" else page.whole
        whole = replace(whole, closed=asks_of_cards(one.body.task), asked=asked_knowers(one.body.task))
        shown = steps(whole, frames, one.body.source.first, whole.steps)
        chapters.append(
            {
                "title": one.body.title,
                "text": str(page.text),
                "steps": shown,
                "opens": _opening(shown, page.opens),
                "notes": [],
                "charts": [],
                "tasks": [] if task is None else [task],
            }
        )
    text = markdown(lesson.text) + (Markup("<p>{}</p>").format(left_out) if (left_out := without(lesson, lacking)) else "")
    return _document(lesson.title, str(text), chapters, frames, _source(_("study %(id)s", id=study), home))


def _opening(steps: Sequence[dict[str, Any]], at: int) -> int:
    """Return the place of the last of some steps that is not after event ``at``; 0 where all are."""
    return max((nth for nth, step in enumerate(steps) if step["at"] <= at), default=0)


def _source(what: str, home: str) -> tuple[str, str]:
    """Return from what a file was written, in words, and its address, "" for none."""
    return _("Written by Kiebitz from %(what)s.", what=what), home


class _FiledPage(CasePage):
    """A dispute as its file has it; no address leads out of it."""

    def to(self, at: int) -> str:  # noqa: ARG002 -- of every step
        """Return that there is none."""
        return ""


def case_document(book: GameBook, caller: Caller, case: str, reader: str | None, *, home: str = "") -> str:
    """Return a dispute as a file, for one reader: what is said in it, and the table up to the disputed play, made of its case file alone.

    ``home`` is its address, "" for none.

    Raises Refused (404 for one that is not theirs, 422 in suspense), and ``NotYours`` for the arbiter.
    """
    filed = read_case(lambda: book.cases.filed_case(caller, case, reader), reader)
    page = _FiledPage(book, filed.record, filed.view, printed=True)
    frames = Frames()
    shown = steps(filed.record, frames, 0, filed.record.steps)
    title = f"{_('Dispute')}: {page.standing(page.found.standing)}"
    game = f"{page.game.title}: {', '.join(page.names)}"
    chapter: dict[str, Any] = {
        "title": game,
        "text": str(Markup("<p>{}</p>").format(_("As %(eyes)s saw it.", eyes=eyes_words(filed.record)))),
        "steps": shown,
        "opens": _opening(shown, page.found.play.first - 1),
        "notes": [],
        "charts": [],
        "tasks": [],
    }
    said = render_template("parts/case_said.html", page=page, case=page.found)
    where = str(Markup("<p>{}</p>").format(" · ".join(filter(None, (game, page.where)))))
    source = _source(_("dispute %(id)s", id=case), home)
    return _document(title, f'{where}<div class="cases">{said}</div>', [chapter], frames, source, styles=(*STYLES, "cases"))


def _document(
    title: str, text: str, chapters: list[dict[str, Any]], frames: Frames, source: tuple[str, str], *, styles: Sequence[str] = STYLES
) -> str:
    folder = Path(str(current_app.static_folder))
    style = "\n".join((folder / "css" / f"{name}.css").read_text("utf-8") for name in styles)
    script = (folder / "js" / "offline.js").read_text("utf-8")
    data = json.dumps({"pieces": frames.pieces, "chapters": chapters, "words": _words()}, ensure_ascii=False, separators=(",", ":"))
    data = data.replace("<", "\\u003c")  # so that nothing in it ends the element that it stands in
    policy = (
        f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src '{_hash(script)}'; base-uri 'none'; form-action 'none'"
    )
    return render_template(
        "pages/offline.html",
        title=title,
        text=Markup(text),  # noqa: S704 -- by web.words.markdown, or a template, which escapes
        chapters=chapters,
        source=source,
        symbols=symbols([*frames.pieces, _ICONS]),
        style=Markup(style),  # noqa: S704 -- our own
        script=Markup(script),  # noqa: S704 -- our own
        data=Markup(data),  # noqa: S704 -- without any "<"
        policy=policy,
        language=tag(),
    )


_ICONS = "".join(f'href="#{name}"' for name in ("c-back-turn", "c-back", "c-play", "c-pause", "c-fwd", "c-fwd-turn", "lapwing"))


def _hash(script: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}"


def _words() -> dict[str, str]:
    return {
        "step": _("Step"),
        "of": _("of"),
        "answer": _("Answer"),
        "hint": _("A hint"),
        "show": _("Show the answer"),
        "key": _("The answer"),
        "worth": _("Your answer: %(n)s of 100", n="{n}"),
        "counts": _("Right: %(right)s, missing: %(missed)s, wrong: %(wrong)s.", right="{right}", missed="{missed}", wrong="{wrong}"),
        "move": _("Which move?"),
        "candidates": _("What can it be?"),
        "chance": _("How likely?"),
        "knows": _("Who knows it?"),
        "percent": _("in per cent"),
        "solved": _("Solved"),
    }
