"""Studies: whatever is asked below ``/learn/STUDY/CHAPTER`` is asked through that chapter, and stays below it.

As with links the place is moved into the root of the application, so that pages, scripts and the API need not know of it. Who reads is
known by the same cookies as elsewhere. ``STUDY`` may end in ``@NUMBER``, or in ``@draft`` for its author.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from werkzeug.exceptions import NotFound

from records.errors import RecordsError
from web.callers import CHAPTER, CLASS, LINK, ROOT, ChapterPlace, chapter_place, current_book, reader
from web.roots import path_to
from web.words.markdown import markdown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from flask import Flask
    from markupsafe import Markup


DRAFT_MARK = "draft"
_REFERENCE = re.compile(r"(?P<study>[0-9a-z]{1,64})(?:@(?P<number>[1-9][0-9]{0,5}|draft))?")
_PLACE = re.compile(rf"/learn/{_REFERENCE.pattern}/(?P<chapter>[0-9a-z]{{1,64}})(?=/)")


_CLASS = re.compile(r"/in/(?P<in_class>[0-9a-z]{1,64})(?=/)")


class ClassLayer:
    """A WSGI application that hands requests below a class to another one: there its learners read its study."""

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        self._app = app

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request."""
        path = environ.get("PATH_INFO", "")
        found = _CLASS.match(path)
        if found is not None and LINK not in environ:
            root = environ.get("SCRIPT_NAME", "")
            environ = {**environ, CLASS: found["in_class"], "SCRIPT_NAME": root + found[0], "PATH_INFO": path[found.end() :]}
            environ.setdefault(ROOT, root)
        return self._app(environ, start_response)


class ChapterLayer:
    """A WSGI application that hands requests below a chapter to another one."""

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        self._app = app

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request."""
        path = environ.get("PATH_INFO", "")
        found = _PLACE.match(path)
        if found is not None:
            root = environ.get("SCRIPT_NAME", "")
            place = ChapterPlace(found["study"], read_number_mark(found["number"]), found["chapter"], root)
            environ = {**environ, CHAPTER: place, "SCRIPT_NAME": root + found[0], "PATH_INFO": path[found.end() :]}
            environ.setdefault(ROOT, root)
        return self._app(environ, start_response)


def guard_chapters(app: Flask) -> None:
    """Put the layer around ``app``; links go around it."""
    app.wsgi_app = ClassLayer(ChapterLayer(app.wsgi_app))  # type: ignore[method-assign]  # Flask's own way


def read_reference(ref: str) -> tuple[str, int | None]:
    """Return the study and number in an address. Raises NotFound if they are invalid."""
    found = _REFERENCE.fullmatch(ref)
    if found is None:
        raise NotFound
    return found["study"], read_number_mark(found["number"])


def read_number_mark(mark: str | None) -> int | None:
    """Return the requested number; None if none is given, 0 for the present study."""
    return None if mark is None else 0 if mark == DRAFT_MARK else int(mark)


def reference(study: str, number: int | None) -> str:
    """Return how a study is written in an address."""
    return study if number is None else f"{study}@{number or DRAFT_MARK}"


class ChapterBar(NamedTuple):
    """What the pages below a chapter show about it."""

    title: str
    text: Markup
    to: str
    """Address of the chapter's own page."""
    lesson: str
    """Address of the study."""
    study: str
    """Title of the study."""
    asks: bool


def chapter_bar() -> ChapterBar | None:
    """Return the bar of a page below a chapter; None elsewhere."""
    place = chapter_place()
    if place is None:
        return None
    try:
        lesson = current_book().learning.lesson(reader(), place.study, place.number)
    except RecordsError:
        return None  # its own answer says so
    found = lesson.chapter(place.chapter)
    if found is None or found.body is None:
        return None
    root = f"{place.root}/learn/{reference(place.study, place.number)}"
    return ChapterBar(found.body.title, markdown(found.body.text), f"{root}/{found.id}/chapter", root, lesson.title, found.asks)


def home() -> str:
    """Return where the head of every page leads: from a chapter to the games, or to the class or link through which it is read."""
    place = chapter_place()
    return path_to("pages.shelf") if place is None else f"{place.root}/"
