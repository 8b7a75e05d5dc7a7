"""A game as a sheet of paper: who played what, every turn as its viewer was told it, how it ended, and the table at the end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from records.core.viewers import OPEN, PUBLIC, Spectator
from web.pages.board.seat_colors import seat_color
from web.pages.exports.picture import picture
from web.words.games import game_face, game_line
from web.words.outcomes import verdict
from web.words.rulesets import joined, rules_line
from web.words.texts import _, number, on_page, tag
from web.words.wording import say, seat_name

if TYPE_CHECKING:
    from records.core.ids import SeatKey
    from records.projections.timeline import Step, Timeline, Turn
    from records.service import RecordView

_HERE = Path(__file__).parents[2]
_STYLES = ("tokens.css", "sheet.css")


class SheetLine(msgspec.Struct, frozen=True, kw_only=True):
    """A step on the sheet."""

    number: int
    """As the arrows count."""
    said: tuple[Markup, ...]
    told: tuple[tuple[str, Markup], ...]
    """What it told somebody beyond the table, each after whom: the viewer's own is "" ."""
    rule: str
    cut: bool
    """Taken back later."""


class SheetTurn(msgspec.Struct, frozen=True, kw_only=True):
    """A turn on the sheet."""

    number: int
    name: str
    color: int
    lines: tuple[SheetLine, ...]


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """What the template of the sheet takes."""

    title: str
    names: tuple[str, ...]
    together: bool
    imprint: Markup
    eyes: str
    """Its viewer, in a sentence."""
    result: str
    never: tuple[Markup, ...]
    """What can never be known from it; empty where it shows all, and where it ends at a step."""
    turns: tuple[SheetTurn, ...]
    table: Markup
    """The position at the end, as a drawing."""
    number: int
    """Of the step that the drawing shows, as the arrows count."""
    record: str


def sheet(view: RecordView, until: int | None = None) -> Sheet:
    """Return a record as a sheet up to step ``until``, without it to its end; raises ``VersionNotFound``."""
    at = view.steps if until is None else until
    told = view.timeline if at == view.steps else view.timeline_until(at)
    game = game_face({view.header.game: view.game}, view.header.game)
    seats = view.header.seats
    return Sheet(
        title=game.title,
        names=tuple(seat_name(seat, view.names) for seat in seats),
        together=game.together,
        imprint=joined(game_line(game, view.label, view.header.started), rules_line(view.game, view.header.ruleset)),
        eyes=_eyes(view),
        result=verdict(view.shown(at).state.outcome, view.names, seats if game.together else ()),
        never=tuple(say(sentence, view.names, view.faces) for sentence in view.never_told()) if at == view.steps and view.untold else (),
        turns=_turns(view, told),
        table=Markup(picture(view, at)),  # noqa: S704 -- drawn by us, every text in it escaped
        number=told.step_number(at),
        record=view.header.record,
    )


def document(view: RecordView) -> str:
    """Return a record as a self-contained HTML document: it includes its styles, and fetches nothing."""
    env = Environment(loader=FileSystemLoader(_HERE / "templates"), autoescape=True)
    env.globals["_"] = on_page
    env.filters["numberformat"] = number
    styles = "\n".join((_HERE / "static" / "css" / name).read_text(encoding="utf-8") for name in _STYLES)
    return env.get_template("sheet_alone.html").render(sheet=sheet(view), language=tag(), styles=Markup(styles))  # noqa: S704 -- our own


def _eyes(view: RecordView) -> str:
    if view.viewer is OPEN:
        return _("Narrated with open cards.")
    if view.viewer is PUBLIC:
        return _("Narrated as a spectator saw it.")
    return _("Narrated as %(name)s saw it.", name=seat_name(view.viewer, view.names))  # type: ignore[arg-type]  # a seat


def _turns(view: RecordView, told: Timeline) -> tuple[SheetTurn, ...]:
    return tuple(_turn(view, turn, told) for turn in told.told_turns)


def _turn(view: RecordView, turn: Turn, told: Timeline) -> SheetTurn:
    seat: SeatKey | None = turn.seat
    return SheetTurn(
        number=turn.number,
        name="" if seat is None else seat_name(seat, view.names),
        color=seat_color(view.header.seats, seat),
        lines=tuple(_line(view, step, told.step_number(step.version)) for step in turn.told),
    )


def _line(view: RecordView, step: Step, number: int) -> SheetLine:
    return SheetLine(
        number=number,
        said=tuple(say(line, view.names, view.faces) for line in step.lines),
        told=tuple((_whose(view, mine=told.mine), say(told.sentence, view.names, view.faces)) for told in step.tells),
        rule=step.rule,
        cut=step.cut,
    )


def _whose(view: RecordView, *, mine: bool) -> str:
    """Return who learned it, in a word: nobody sits across from who sits on no seat."""
    return "" if mine or isinstance(view.viewer, Spectator) else _("the other side")
