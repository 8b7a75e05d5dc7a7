"""Every step of a game as the board draws it, kept small: lines that many steps share stand once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from flask import render_template
from markupsafe import Markup

from web.pages.board.rendering import here
from web.pages.board.symbols import written
from web.pages.replay.table import ShownTable
from web.words.texts import _, number
from web.words.wording import say, seat_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.service import RecordView

_SPRITE = re.compile(r'href="[^"]*?(?:icons|faces)\.svg[^"#]*#')
_ADDRESS = re.compile(r' (?:href|data-moment|data-control)="(?!#)[^"]*"')
_USED = re.compile(r'href="#([^"]+)"')
_SPLIT = re.compile(r"(?=<(?:li|section|article|figure|div|span class=\"card)[ >])")


class Frames:
    """Boards, cut into pieces of which each stands once."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    @property
    def pieces(self) -> list[str]:
        """Every piece, in the order of its number."""
        return list(self._numbers)

    def of(self, html: str) -> list[int]:
        """Return the numbers of the pieces that a board is made of."""
        return [self._numbers.setdefault(piece, len(self._numbers)) for piece in _SPLIT.split(html) if piece]


def board(view: RecordView, at: int) -> str:
    """Return the table after a step, with symbols of the same document and no address."""
    table = ShownTable(view, at)
    drawn = here(render_template([*table.boards], page=table), at)
    return _ADDRESS.sub("", of_this_document(drawn))


def of_this_document(drawn: str) -> str:
    """Return a drawing whose symbols are those of the document it stands in."""
    return _SPRITE.sub('href="#', drawn)


def steps(view: RecordView, frames: Frames, first: int, last: int) -> list[dict[str, Any]]:
    """Return each step from event ``first`` to ``last``: its number, audience, narration, and the board."""
    timeline = view.timeline
    found = []
    told = {step.version: step for step in timeline.told}
    stops = [0, *timeline.stops] if first == 0 else list(timeline.stops)
    for nth, stop in enumerate(stops, 0 if first == 0 else 1):
        if not first <= stop <= last:
            continue
        version = timeline.versions[nth - 1] if nth else 0
        step = told.get(version)
        turn = next((one for one in timeline.turns if one.told and one.told[0].version <= version <= one.last), None)
        says = Markup("<br>").join(say(line, view.names, view.faces) for line in step.lines) if step is not None else Markup("")
        found.append(
            {
                "at": stop,
                "nth": number(nth),
                "who": seat_name(turn.seat, view.names) if turn is not None and turn.seat is not None else "",
                "turn": turn.number if turn is not None else 0,
                "says": str(says) or _("The start"),
                "rule": step.rule if step is not None else "",
                "board": frames.of(board(view, stop)),
            }
        )
    return found


def symbols(texts: Sequence[str]) -> Markup:
    """Return the symbols that stand in some texts, as a sprite of the same document."""
    found = written()
    wanted, waiting = set[str](), {name for text in texts for name in _USED.findall(text)}
    while waiting:
        name = waiting.pop()
        if name in found and name not in wanted:
            wanted.add(name)
            waiting |= set(_USED.findall(found[name]))
    body = "".join(found[name] for name in sorted(wanted))
    return Markup(f'<svg xmlns="http://www.w3.org/2000/svg" hidden>{body}</svg>')  # noqa: S704 -- our own drawings
