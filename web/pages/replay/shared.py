"""A step of a running game, drawn once for all onlookers who are shown the same: after a move a hundred ask for it at the same moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import current_app, request
from markupsafe import Markup

from records.core.viewers import CallerKind, viewer_key
from web.callers import own_root
from web.choices import CHOICES, chosen
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
    key = _key(book, caller, view, asked) if view.running and caller.kind in _ALIKE and not in_suspense() else None
    if key is None:
        return draw()
    tables: DrawnTables = current_app.extensions["kiebitz-drawn"]
    return tables.drawn(key, lambda: Markup(draw()))  # noqa: S704 -- a template's own


def _key(book: GameBook, caller: Caller, view: RecordView, asked: Mapping[str, str]) -> Hashable | None:
    """Return all that a step depends on; None where it is not drawn for several, because what people wrote can change at any time."""
    if book.notes.has_layers(caller, view.header.record) or speaks(book, caller, view):
        return None
    log = view.header.record, viewer_key(view.viewer), view.steps, view.events[-1].prev if view.events else ""
    people = tuple(sorted(view.names.items())), view.label, view.allowed, view.takes_along, view.alone, view.more_finally
    wishes = tag(), request.cookies.get("theme"), *(chosen(name) for name in CHOICES)
    return "step", log, people, caller, tuple(sorted(asked.items())), wishes, request.script_root, own_root(), request.host_url
