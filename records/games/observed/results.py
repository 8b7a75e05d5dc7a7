"""The end of a game as Board Game Arena writes it: places, scores, ties, who conceded and who left."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.position import Outcome
from records.core.sentences import N_, SeatRef, Sentence
from records.games.observed.tokens import seat_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.ids import SeatKey


class _Result(msgspec.Struct):
    id: Any = None
    player: Any = None
    score: Any = None
    score_aux: Any = None
    """What decides between equal scores."""
    rank: Any = None
    tie: Any = None
    concede: Any = None
    zombie: Any = None
    stats: Any = None

    @property
    def seat(self) -> SeatKey | None:
        return seat_of(self.player) or seat_of(self.id)


class _End(msgspec.Struct):
    result: list[_Result] | None = None
    table: Any = None


LONGEST_NUMBER = 20
"""Characters of a statistic's number, and of its value."""
_end = msgspec.json.Decoder(_End).decode


def outcome_of(args: msgspec.Raw, conceded: Sequence[SeatKey]) -> Outcome | None:
    """Return how the game ended, from the arguments of its last state; None where they do not say.

    Raises ``msgspec.DecodeError`` for arguments of another shape.
    """
    results = _end(args).result or []
    placed = [(seat, result) for result in results if (seat := result.seat) is not None]
    first = [(seat, result) for seat, result in placed if _text(result.rank) == "1"]
    if not first:
        return None
    tied = len(first) > 1 and all(_yes(result.tie) for _, result in first)
    everybody = len(first) == len(placed)
    return Outcome(
        winners=() if tied and everybody else tuple(seat for seat, _ in first),
        drawn=tied and everybody,
        why=_why(placed, conceded, tied=tied),
        scores=tuple((seat, score) for seat, result in placed if (score := _text(result.score))),
    )


def statistics_of(args: msgspec.Raw) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Return the statistics of the table (``""``) and of each seat: number and value, as the site writes them.

    The site keeps their names elsewhere. Raises ``msgspec.DecodeError`` for arguments of another shape.
    """
    end = _end(args)
    table = end.table.get("stats") if isinstance(end.table, dict) else None
    told = [("", _numbers(table)), *((seat, _numbers(result.stats)) for result in end.result or [] if (seat := result.seat) is not None)]
    return tuple((str(who), numbers) for who, numbers in told if numbers)


def _numbers(stats: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(stats, dict):
        return ()
    found = [(number, text) for number, value in stats.items() if number.isdecimal() and number.isascii() and (text := _text(value))]
    return tuple(sorted((pair for pair in found if all(len(part) <= LONGEST_NUMBER for part in pair)), key=lambda pair: int(pair[0])))


def _why(placed: Sequence[tuple[SeatKey, _Result]], conceded: Sequence[SeatKey], *, tied: bool) -> Sentence | None:
    for seat, result in placed:
        if seat in conceded or _yes(result.concede):
            return Sentence(N_("%(seat)s conceded."), {"seat": SeatRef(seat)})
    for seat, result in placed:
        if _text(result.zombie) == "1":
            return Sentence(N_("%(seat)s left the table."), {"seat": SeatRef(seat)})
    return Sentence(N_("The first place is shared.")) if tied else _tie_break(placed)


def _tie_break(placed: Sequence[tuple[SeatKey, _Result]]) -> Sentence | None:
    """Return that the one winner won by the site's second number, where that number alone is better than somebody's of the same score."""
    first = [(seat, result) for seat, result in placed if _text(result.rank) == "1"]
    if len(first) != 1:
        return None
    seat, best = first[0]
    mine = _number(best.score_aux)
    same = [_text(result.score_aux) for _, result in placed if result is not best and _text(result.score) == _text(best.score) != ""]
    others = [(number, text) for text in same if (number := _number(text)) is not None]
    if mine is None or not others or len(others) < len(same) or max(others)[0] >= mine:
        return None
    mine_text, theirs = _text(best.score_aux), max(others)[1]
    return Sentence(N_("%(seat)s won the tie-break, %(mine)s to %(theirs)s."), {"seat": SeatRef(seat), "mine": mine_text, "theirs": theirs})


def _number(value: Any) -> float | None:
    try:
        number = float(_text(value))
    except ValueError:
        return None
    return number if isfinite(number) else None


def _text(value: Any) -> str:
    return "" if value is None or isinstance(value, bool | dict | list) else str(value).strip()


def _yes(value: Any) -> bool:
    return value is True or _text(value) == "1"
