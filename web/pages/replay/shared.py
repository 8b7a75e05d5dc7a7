"""A step drawn once for all who are shown the same: of a running game a hundred ask for it at the same moment, elsewhere who goes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import current_app, request
from markupsafe import Markup

from records.core.viewers import CallerKind, viewer_key
from web.callers import CLASS, chapter_place, own_root
from web.choices import CHOICES, chosen, hidden_layers
from web.pages.replay.precedents import speaks
from web.suspense import in_suspense
from web.words.texts import tag

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from records.core.viewers import Caller
    from records.service import GameBook, RecordView
    from web.live.drawn import DrawnTables

_ALIKE = frozenset({CallerKind.LOCAL, CallerKind.LINK, CallerKind.ANONYMOUS})
"""Callers of whom many are the same; an account has rights of its own."""


def drawn(book: GameBook, caller: Caller, view: RecordView, asked: Mapping[str, str], draw: Callable[[], str]) -> str:
    """Return what ``draw`` gives for an address at which ``view`` is looked at, drawn once where that is the same for others."""
    key = None if in_suspense() or CLASS in request.environ or chapter_place() is not None else _key(book, caller, view, asked)
    if key is None:
        return draw()
    tables: DrawnTables = current_app.extensions["kiebitz-drawn"]
    return tables.drawn(key, lambda: Markup(draw()))  # noqa: S704 -- a template's own


def _key(book: GameBook, caller: Caller, view: RecordView, asked: Mapping[str, str]) -> Hashable | None:
    """Return all that a step depends on; None where that cannot be told.

    As long as nobody writes to the store the step is the same. Of a running game a move elsewhere changes nothing either, but where people
    wrote beside it, which can change at any time.
    """
    alike = view.running and caller.kind in _ALIKE
    beside = not alike or book.notes.has_layers(caller, view.header.record) or speaks(book, caller, view)
    mark = book.records.mark if beside else ""
    if mark is None:
        return None
    log = view.header.record, viewer_key(view.viewer), view.steps, view.events[-1].prev if view.events else ""
    people = tuple(sorted(view.names.items())), view.label, view.allowed, view.takes_along, view.alone, view.more_finally
    wishes = tag(), request.cookies.get("theme"), hidden_layers(), *(chosen(name) for name in CHOICES)
    return "step", mark, log, people, caller, tuple(sorted(asked.items())), wishes, request.script_root, own_root(), request.host_url
