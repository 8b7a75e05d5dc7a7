"""Draws one card, in all its states, from the value of which the board's card is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.pages.board.cards import CardState, RedEye
from web.pages.exports.pen import width_of
from web.words.phrases import SOFT_HYPHEN
from web.words.texts import _, number

if TYPE_CHECKING:
    from web.pages.board.cards import DrawnCard, Print, PrintedFigure
    from web.pages.exports.pen import SvgPen

WIDTH, HEIGHT = 70.0, 98.0
_NAME_ROOM, _MOST_LINES = 62.0, 3
_LEAST, _USUAL = 6.0, 10.0
"""Sizes of a name."""
_BOLD = 0.66
"""Width of a usual bold letter, as a share of its size."""
_TURN = -4.0
_UNITS, _EDGE = 48, 1.8
"""Of a picture: its width in its own units, and the edge of its parts in theirs."""


def draw_card(pen: SvgPen, card: DrawnCard, x: float, y: float, scale: float = 1) -> None:
    """Draw a card with its upper left corner at a place; ``scale`` 1 is 70 by 98 pixels."""
    pen.begin(x, y, scale=scale, turn=_TURN if card.fell else 0, faint=card.fell, title=card.label)
    match card.face:
        case CardState.UP:
            pen.rect(0, 0, WIDTH, HEIGHT, fill="card", line="card-rule", r=6)
            _face(pen, card.shows[0], (4, 4, WIDTH - 8, HEIGHT - 8), small=card.small)
        case CardState.KNOWN:
            _cloth(pen)
            pen.rect(5, 9, WIDTH - 10, HEIGHT - 14, fill="vellum", line="gilt", r=4)
            _face(pen, card.shows[0], (6, 10, WIDTH - 12, HEIGHT - 16), small=card.small, ink="vellum-ink")
        case CardState.ONE_OF:
            _cloth(pen)
            pen.rect(5, 9, WIDTH - 10, HEIGHT - 14, fill="vellum", line="gilt", r=4)
            _halves(pen, card.shows[0], card.shows[1])
        case _:
            _back(pen, card)
    _marks(pen, card)
    pen.end()


def _cloth(pen: SvgPen) -> None:
    pen.rect(0, 0, WIDTH, HEIGHT, fill="cloth", line="cloth-deep", r=6)


def _back(pen: SvgPen, card: DrawnCard) -> None:
    _cloth(pen)
    pen.rect(3.5, 3.5, WIDTH - 7, HEIGHT - 7, line="gilt", r=4)
    pen.stroke("M10 14 60 84M60 14 10 84", "cloth-deep", 2)
    pen.circle(WIDTH / 2, HEIGHT / 2, 17, fill="cloth", line="gilt")
    pen.symbol("lapwing", WIDTH / 2 - 12, HEIGHT / 2 - 12, 24, "gilt")
    if card.candidates:
        pen.rect(22, 74, 26, 18, fill="vellum", line="gilt", r=9)
        pen.text(WIDTH / 2, 87.5, number(card.candidates), 13, "vellum-ink", at="middle", bold=True)


def _face(pen: SvgPen, shown: Print, inside: tuple[float, float, float, float], *, small: bool, ink: str = "card-ink") -> None:
    """Draw what is printed on a card: its picture on a field above, name and defence below; ``inside`` is its frame."""
    tone, field = _tones(shown, ink)
    x, y, wide, _ = inside
    name_at = 69 if shown.foot else 79
    if small:
        pen.rect(*inside, fill=field, r=3)
        if shown.index:
            _index(pen, shown, ink, 26, 32, 30)
        else:
            _picture(pen, shown, (8, 22, 54), tone, field)
        return
    pen.rect(x, y, wide, name_at - 7 - y, fill=field, r=3)
    _picture(pen, shown, (23, 24, 40) if shown.index else (16, 23, 38) if shown.foot else (13, 21, 45), tone, field)
    right = WIDTH - 8
    if shown.index:
        _index(pen, shown, ink, 16, 11, 21)
    else:
        for name in reversed(shown.symbols):
            right -= 13
            pen.symbol(name, right, 11, 13, tone)
    left = 8.0 + (20 if shown.index else 0)
    for figure in shown.head:
        left = _figure(pen, figure, left, 12, ink)
    _name(pen, shown, ink, name_at)
    for nth, figure in enumerate(shown.foot):
        _figure(pen, figure, 8 if nth == 0 else WIDTH - 30, 77, ink)


def _tones(shown: Print, ink: str) -> tuple[str, str]:
    """Return the colors of a card's picture and of the field behind it."""
    is_open = ink == "card-ink"
    tone = ink if shown.kind != "purple" else "purple-card" if is_open else "purple-vellum"
    return tone, f"tint-{shown.tint}{'' if is_open else '-vellum'}"


def _picture(pen: SvgPen, shown: Print, where: tuple[float, float, float], tone: str, field: str) -> None:
    """Draw the parts of a picture in a square: each but the first has an edge of the field."""
    x, y, size = where
    unit = size / _UNITS
    for nth, part in enumerate(shown.parts):
        color = _suit(part.symbol, tone)
        pen.cut_symbol(part.symbol, (x + part.x * unit, y + part.y * unit, part.size * unit), (color, field), _EDGE if nth else 0)


def _index(pen: SvgPen, shown: Print, ink: str, x: float, y: float, size: float) -> None:  # noqa: PLR0917 -- where and how large
    pen.text(x, y + size * 0.7, shown.index, size, ink, at="middle", bold=True, card=True)
    for nth, name in enumerate(shown.symbols[:2]):
        pen.symbol(name, x - size * 0.32, y + size * (0.82 + 0.7 * nth), size * 0.64, _suit(name, ink))


def _suit(name: str, ink: str) -> str:
    """Return the color of a suit: red ones as on any deck."""
    return ("madder" if ink == "card-ink" else "madder-page") if name in _RED else ink


_RED = ("suit-hearts", "suit-diamonds")


def _figure(pen: SvgPen, figure: PrintedFigure, x: float, y: float, ink: str) -> float:
    """Draw a number with its symbol and return where the next one begins. A house value is underlined with dots."""
    shown = f"{figure.number}{'*' if figure.star else ''}"
    pen.symbol(figure.icon, x, y, 13, ink)
    wide = width_of(shown, 13, 0.58)
    pen.text(x + 13.5, y + 11, shown, 13, ink, bold=True, card=True)
    if figure.source == "house":
        pen.parts.append(
            f'<path d="M{x + 14:.1f} {y + 13.5:.1f}h{wide - 1:.1f}" stroke="{pen.palette[ink]}" stroke-dasharray="1.5 1.5" fill="none"/>'
        )
    return x + 15 + wide


def _name(pen: SvgPen, shown: Print, ink: str, middle: float) -> None:
    size = _USUAL
    while len(lines := _lines(shown.name, size)) > _MOST_LINES - (1 if shown.foot else 0) and size > _LEAST:
        size -= 0.5
    for nth, line in enumerate(lines):
        base = middle + (nth - (len(lines) - 1) / 2) * size * 1.05 + size * 0.35
        pen.text(WIDTH / 2, base, line, size, ink, at="middle", bold=True, card=True)


def _lines(name: str, size: float) -> list[str]:
    """Return a name in lines that have room, broken at spaces, and at its soft hyphens where a word is too long."""
    lines: list[str] = []
    line = ""
    for word in name.split():
        longer = f"{line} {word}" if line else word
        if width_of(longer.replace(SOFT_HYPHEN, ""), size, _BOLD) <= _NAME_ROOM:
            line = longer
            continue
        if line:
            lines.append(line)
        line = ""
        for part in word.split(SOFT_HYPHEN):
            if line and width_of(f"{line}{part}-", size, _BOLD) > _NAME_ROOM:
                lines.append(f"{line}-")
                line = part
            else:
                line += part
    return [text.replace(SOFT_HYPHEN, "") for text in (*lines, line) if text]


def _halves(pen: SvgPen, one: Print, other: Print) -> None:
    for shown, y in ((one, 14.0), (other, 62.0)):
        if shown.index:
            _index(pen, shown, "vellum-ink", WIDTH / 2, y - 4, 20)
            continue
        _picture(pen, shown, (26, y - 3, 18), "purple-vellum", "vellum")
        for nth, line in enumerate(_lines(shown.name, 7.5)[:2]):
            pen.text(WIDTH / 2, y + 21 + 7.5 * nth, line, 7.5, "vellum-ink", at="middle", bold=True, card=True)
    pen.text(WIDTH / 2, 55, _("or"), 9, "vellum-ink", at="middle", italic=True)


def _marks(pen: SvgPen, card: DrawnCard) -> None:
    if card.face in (CardState.KNOWN, CardState.ONE_OF):
        pen.circle(12, 4, 9, fill="surface", line="ink-2")
        pen.symbol("eye", 5, -3, 14, "ink")
    if card.red_eye is not RedEye.NONE:
        pen.circle(WIDTH - 12, 4, 9, fill="seal", line="surface")
        pen.symbol("eye-other", WIDTH - 19, -3, 14, "on-seal")
    if card.times > 1:
        pen.rect(20, 84, 30, 18, fill="ink", r=9)
        pen.text(WIDTH / 2, 97.5, _("%(n)s\N{MULTIPLICATION SIGN}", n=number(card.times)), 13, "page", at="middle", bold=True)
    if card.now:
        pen.rect(-2, -2, WIDTH + 4, HEIGHT + 4, line="rubric", r=7, thick=4)
    if card.fell:
        pen.stroke("M4 52 22 46 33 54 46 42 66 50", "ink", 3)
