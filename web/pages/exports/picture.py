"""A position as a self-contained picture: the table of any game, as its viewer sees it.

It is drawn only from the values of the board, so it shows no more than the page; it has no style sheet, no script and no address.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.viewers import OPEN, Spectator, viewer_key
from web.pages.board.figures import figures, progress, standing
from web.pages.board.seat_colors import seat_color
from web.pages.exports.colors import Theme, colors
from web.pages.exports.pen import SvgPen, joined, shortened, width_of, wrapped
from web.pages.exports.table_trays import TableTrays, rows_of
from web.pages.exports.trays import BETWEEN, draw_trays
from web.words.outcomes import verdict
from web.words.texts import _, number, signed
from web.words.wording import say_plainly, seat_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markupsafe import Markup

    from records.core.ids import SeatKey
    from records.projections.timeline import Step
    from records.service import RecordView

WIDTH, _EDGE = 1000.0, 20.0
_ROOM = WIDTH - 2 * _EDGE
_PANEL = 14.0
"""Inside the panel of a seat, beside its colored bar."""
_SAY, _LEAD = 16.0, 22.0
"""Size of a sentence, and how far its lines stand apart."""


def picture(view: RecordView, at: int, theme: Theme = "light") -> str:
    """Return the position after event ``at`` as an SVG document; raises ``VersionNotFound``."""
    drawing = _Drawing(view, at, theme)
    return drawing.document()


class _Drawing:
    """A picture while it is drawn, from top to bottom."""

    def __init__(self, view: RecordView, at: int, theme: Theme) -> None:
        self._view, self._at = view, at
        self._places = TableTrays(view, at)
        self._board, self._position = self._places.board, self._places.position
        self._pen = SvgPen(colors(theme))
        self._y = _EDGE
        told = view.timeline_until(at)
        self._step = next((step for step in reversed(told.steps) if step.version <= at and not step.quiet), None)

    def document(self) -> str:
        """Return all of it."""
        seats = self._view.header.seats
        near = self._view.viewer if not isinstance(self._view.viewer, Spectator) else seats[0]
        self._head()
        self._across([seat for seat in seats if seat != near])
        self._middle()
        self._seat(near, far=False)
        body, self._pen.parts = self._pen.parts, []
        height = self._y + _EDGE - BETWEEN
        self._pen.rect(0, 0, WIDTH, height, fill="page")
        self._pen.parts += body
        return self._pen.document(WIDTH, height, f"{self._title()}. {self._moment()}")

    # -- what stands above the table ------------------------------------------------------------------------------------

    def _title(self) -> str:
        names = joined(seat_name(seat, self._view.names) for seat in self._view.header.seats)
        game = _(self._view.game.title)
        called = _("%(name)s (%(kind)s)", name=self._view.label.title, kind=game) if self._view.label.title else game
        return f"{called}: {names}"

    def _moment(self) -> str:
        viewer, at = self._view.viewer, number(self._view.timeline.step_number(self._at))
        if viewer is OPEN:
            return _("Step %(n)s, with open cards", n=at)
        if isinstance(viewer, Spectator):
            return _("Step %(n)s, as a spectator saw it", n=at)
        return _("Step %(n)s, as %(viewer)s saw it", n=at, viewer=seat_name(viewer, self._view.names))

    def _head(self) -> None:
        moment = self._moment()
        self._pen.text(_EDGE, self._y + 22, shortened(self._title(), _ROOM - width_of(moment, 14) - _EDGE, 21), 21, "ink", bold=True)
        self._pen.text(WIDTH - _EDGE, self._y + 20, moment, 14, "ink-2", at="end")
        self._y += 38

    # -- a seat ---------------------------------------------------------------------------------------------------------

    def _across(self, seats: Sequence[SeatKey]) -> None:
        """Draw the seats that sit across: side by side where each has so little before it that there is room."""
        wide = (_ROOM - BETWEEN * (len(seats) - 1)) / max(1, len(seats))
        room = wide - 2 * _PANEL
        if any(sum(tray.wide(_ROOM) + BETWEEN for tray in self._places.before(seat, far=True)) > room + BETWEEN for seat in seats):
            for seat in seats:
                self._seat(seat, far=True)
            return
        top, lowest = self._y, self._y
        for nth, seat in enumerate(seats):
            self._y = top
            self._seat(seat, far=True, x=_EDGE + nth * (wide + BETWEEN), wide=wide)
            lowest = max(lowest, self._y)
        self._y = lowest

    def _seat(self, seat: SeatKey, *, far: bool, x: float = _EDGE, wide: float = _ROOM) -> None:
        color = seat_color(self._view.header.seats, seat)
        left, room, top = x + _PANEL, wide - 2 * _PANEL, self._y
        bar = len(self._pen.parts)
        self._y += 8
        name = shortened(seat_name(seat, self._view.names), room / 2, 18)
        self._pen.text(left, self._y + 17, name, 18, "ink", bold=True)
        begins = left + width_of(name, 18) + 14
        self._pen.text(begins, self._y + 17, shortened(joined(self._notes(seat)), left + room - begins, 13), 13, "ink-2", italic=True)
        self._y += 28
        grid, rest = self._places.grid(seat, far=far), self._places.beside(seat)
        if grid:
            columns = max(sum(tray.wide(room) + BETWEEN for tray in row) for row in rows_of(grid))
            beside = left + columns + _PANEL
            high = draw_trays(self._pen, grid, left, self._y, columns)
            self._y += max(high, draw_trays(self._pen, rest, beside, self._y, left + room - beside)) + BETWEEN
        elif rest:
            self._y += draw_trays(self._pen, rest, left, self._y, room) + BETWEEN
        drawn, self._pen.parts = self._pen.parts[bar:], self._pen.parts[:bar]
        self._pen.rect(x, top, wide, self._y - top, fill="surface", line="rule", r=6)
        self._pen.rect(x, top, 6, self._y - top, fill=f"seat-{color}" if color else "rule-2", r=3)
        self._pen.parts += drawn
        self._y += BETWEEN

    def _notes(self, seat: SeatKey) -> Iterator[str]:
        fight, enemy, board = self._board.fight, self._board.enemy, self._board
        if fight is not None:
            yield _("attacks") if fight.seat == seat else _("defends")
        else:
            yield standing(self._view.game.board, self._position.state, seat)
        if enemy is not None:
            yield enemy.notes.get(seat, "")
        yield from (f"{label} {figure}" for label, figure in figures(self._view.game.board, self._position.state, seat))
        if board.field is not None and seat in board.field.dice:
            yield board.field.dice[seat].words

    # -- what belongs to nobody -----------------------------------------------------------------------------------------

    def _middle(self) -> None:
        for words, size, color in self._says():
            for line in wrapped(words, _ROOM, size):
                self._pen.text(_EDGE, self._y + size, line, size, color)
                self._y += _LEAD
        if trays := self._places.middle():
            self._y += 6 + draw_trays(self._pen, trays, _EDGE, self._y + 6, _ROOM)
        self._y += BETWEEN

    def _says(self) -> Iterator[tuple[str, float, str]]:
        """Yield what is said of the moment: its sentences, the fight or whom all play against, how it ended."""
        view = self._view
        step: Step | None = self._step
        if step is None:
            yield _("The table is set. Nothing has happened yet."), _SAY, "ink"
        else:
            yield from ((say_plainly(line, view.names, view.faces), _SAY, "ink") for line in step.lines)
            yield from ((say_plainly(told.sentence, view.names, view.faces), _SAY, "ink-2") for told in step.tells)
        if (fight := self._board.fight) is not None:
            parts = " + ".join(f"{_plain(words)} {signed(value) if value < 0 else number(value)}" for words, value in fight.parts)
            yield f"{_plain(fight.title)} {parts} = {number(fight.total)}", 14.0, "ink-2"
            yield f"{number(fight.strength)}: {_plain(fight.line)}", _SAY, "rubric"
        if (enemy := self._board.enemy) is not None:
            yield "; ".join([*(meter.words for meter in enemy.meters), *(sign.words for sign in enemy.signs)]), _SAY, "ink"
            yield from ((f"{title}: {joined(peer.words for peer in peers)}", 13.0, "ink-3") for title, peers in enemy.ranks)
            if enemy.due is not None:
                yield _plain(enemy.due.words), _SAY, "rubric"
        if (field := self._board.field) is not None:
            yield from ((f"{effect.name}: {effect.title}. {effect.text} ({effect.state})", 14.0, "ink-2") for effect in field.stack)
            yield from ((_plain(line), _SAY, "ink") for line in field.lines)
        if far := progress(view.game.board, self._position.state):
            yield far, 14.0, "ink-2"
        if ended := verdict(self._position.state.outcome, view.names, view.header.seats if view.game.together else ()):
            yield ended, 18.0, "good"


def _plain(words: Markup) -> str:
    return words.striptags()


def name_of(view: RecordView, at: int) -> str:
    """Return how the file of a picture is called, without its ending."""
    return f"{view.header.record}-{at}-{viewer_key(view.viewer)}"
