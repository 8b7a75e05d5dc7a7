"""The doors: the links in the head of every page, and the door to which a page belongs."""

from __future__ import annotations

from typing import NamedTuple

from flask import request

from web.roots import path_to
from web.words.texts import _

LEARN = frozenset({"learning", "studies", "classes"})
RULES = frozenset({"rules.all_games", "rules.game", "rereading.impact"})
ADD = frozenset(
    {
        *("pages.upload_form", "pages.upload", "pages.merge_form", "pages.merge"),
        *("pages.notation_form", "pages.notation_sent", "recording.new", "recording.begin"),
        *("pages.log_form", "pages.log_sent", "retelling"),
    }
)
GAMES = frozenset(
    {
        *("pages", "events", "figures", "rules", "rereading", "eyes", "cases", "offline", "lines", "notes", "charts", "review", "exports"),
        "recording",
    }
)
"""Blueprints of pages about games and their records; ``LEARN`` holds blueprints too, the other sets single addresses, and ``ADD`` both."""


class Door(NamedTuple):
    """One of the doors."""

    address: str
    words: str
    here: str
    """Its ``aria-current``: "page" for its own page, "true" for pages that belong to it, "" elsewhere."""
    adds: bool = False


def doors(root: str, *, adds: bool, in_chapter: bool) -> tuple[Door, ...]:
    """Return the doors for the page of this request; the last one only if the caller ``adds`` games.

    They lead below ``root``, the application's own, even from below a chapter, all of whose pages belong to *Learn*.
    """
    behind = "learn" if in_chapter else _behind(request.endpoint or "", request.blueprint or "")
    all_doors = (
        ("games", "pages.shelf", _("Games")),
        ("learn", "learning.lessons", _("Learn")),
        ("rules", "rules.all_games", _("Rules")),
        *((("add", "pages.upload_form", _("Add")),) if adds else ()),
    )
    return tuple(
        Door(
            address=root + path_to(endpoint).removeprefix(request.script_root),
            words=words,
            here="" if name != behind else "page" if request.endpoint == endpoint and not in_chapter else "true",
            adds=name == "add",
        )
        for name, endpoint, words in all_doors
    )


def _behind(endpoint: str, blueprint: str) -> str:
    if endpoint in ADD or blueprint in ADD:
        return "add"
    if endpoint in RULES:
        return "rules"
    if blueprint in LEARN:
        return "learn"
    return "games" if blueprint in GAMES and endpoint != "pages.imprint" else ""
