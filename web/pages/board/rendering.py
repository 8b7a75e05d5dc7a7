"""Caches drawings that are the same everywhere. A page has dozens of cards; calling a macro for each would take most of its time."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from flask import current_app
from markupsafe import Markup

from web.pages.board.card_views import HERE
from web.pages.board.symbols import sprite_of
from web.roots import root
from web.words.texts import _

if TYPE_CHECKING:
    from flask import Flask

    from web.pages.board.cards import DrawnCard, Print

_KEPT = 4096


def draw_by(app: Flask) -> None:
    """Give the templates of ``app`` the filters ``card``, ``drawn``, ``seal`` and ``here``, and ``icon``."""
    app.jinja_env.globals["icon"] = icon
    app.jinja_env.globals["sprite_of"] = sprite_of
    app.jinja_env.filters["card"] = card
    app.jinja_env.filters["drawn"] = drawn
    app.jinja_env.filters["seal"] = seal
    app.jinja_env.filters["here"] = here


def card(it: DrawnCard) -> Markup:
    """Return a card by its macro; from one step to the next most cards stay as they are."""
    return _card(it, root())


@lru_cache(maxsize=_KEPT)
def _card(it: DrawnCard, below: str) -> Markup:  # noqa: ARG001 -- addresses of symbols begin with the root
    module: Any = current_app.jinja_env.get_template("macros/card.html").module
    return Markup(module.card(it))  # noqa: S704 -- a macro has escaped it


def here(text: str, at: int | str) -> str:
    """Return an address, or all of a table, with the step and the query filled in that its cards' addresses leave open."""
    return text.replace(HERE, str(at))


def drawn(prints: tuple[Print, ...]) -> Markup:
    """Return the drawn face of a card: its print, two in halves, or its back."""
    if len(prints) == 1:
        return _drawing("face", prints, root())
    if prints:
        return _drawing("halves", (*prints, _("or")), root())
    return _drawing("back", (), root())


def icon(name: str) -> Markup:
    """Return a symbol of the sprite."""
    return _drawing("icon", (name,), root())


def seal(name: str, half: bool = False) -> Markup:
    """Return a seal: ``eye`` the viewer's own, ``eye-other`` the other side's."""
    return _drawing("seal", (name, half), root())


@lru_cache(maxsize=_KEPT)
def _drawing(macro: str, of: tuple[Any, ...], below: str) -> Markup:  # noqa: ARG001 -- addresses of symbols begin with the root
    module: Any = current_app.jinja_env.get_template("macros/marks.html" if macro == "icon" else "macros/print.html").module
    return Markup(getattr(module, macro)(*of))  # noqa: S704 -- a macro has escaped it
