"""Numbers and marks of a review in words, for every face: no mark without its loss and error (design/review: Words on a page)."""

from __future__ import annotations

from math import floor, hypot, isfinite
from typing import TYPE_CHECKING

from babel.numbers import format_decimal

from records.core.sentences import N_
from records.review.marks import LEAST
from records.review.reasons import WHY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.review.rows import Decision, MistakeMark, SeatEstimate, Weighed
    from records.review.tally import PlayoutTally
    from records.service.reviews.views import ReviewView
    from web.words.phrases import Locale

TELLS = 2
"""A difference is stated from this many standard errors on."""
MARKS: Mapping[MistakeMark, str] = {"inaccuracy": N_("inaccuracy"), "mistake": N_("mistake"), "blunder": N_("blunder")}
PASSES = (N_("the chart of chances"), N_("a first look at each decision"), N_("weighing what stood out"), N_("a closer look"))
"""What each pass does."""
_COSTS = N_("costs %(loss)s points (%(best)s → %(played)s)")
_NONE, _NONE_YET = N_("no difference could be told (± %(error)s points)"), N_("no difference could be told so far")
_WITH_ERROR, _PER_CENT = N_("%(n)s ± %(error)s"), N_("%(n)s %%")
_TEAM = N_("With these rules and so many players it won %(share)s of %(games)s simulated games.")
_DUEL = N_("With these rules it won %(share)s of %(games)s simulated games against a player who makes any allowed move at random.")
_MINUS, _STAYS = chr(0x2212), chr(0xA0)
_BEST = N_("no better move was found")
_HARDLY = N_("hardly tried")
_LOOKED_AT = N_("looked at by estimates, not judged")
_ESTIMATED = N_("about %(chance)s (estimated, ± %(band)s)")
TRIED = 8
"""Least number of worlds in which a move must have been tried to be shown with a number."""
_FINE = 0.95
"""Errors below so many points, and numbers with them, have a digit behind the point."""


def is_told(loss: PlayoutTally) -> bool:
    """Whether a loss is above nought by two standard errors or more."""
    return loss.total > 0 and float(loss.mean) >= TELLS * loss.error


def cost(decision: Decision, locale: Locale) -> str:
    """Return what a decision cost with its error and both chances, or that no difference could be told.

    Of the move that came out first it says that none better was found, of a decision that is not weighed why.
    """
    if decision.apart:
        return locale.translated(WHY[decision.apart])
    if decision.estimated:
        return locale.translated(_LOOKED_AT)
    loss, played = decision.loss, float(decision.chance.mean)
    if is_told(loss):
        best, lost = played + float(loss.mean), _cost(float(loss.mean), loss.error, locale)
        whole = round(best) - round(played) == round(float(loss.mean))
        chances = {"best": per_cent(best, locale, whole=whole), "played": per_cent(played, locale, whole=whole)}
        return (locale.translated(_COSTS) % {"loss": lost, **chances}).replace(" → ", f"{_STAYS}→{_STAYS}")
    if decision.options and decision.options[0].command == decision.played:
        return locale.translated(_BEST)
    if not isfinite(loss.error):
        return locale.translated(_NONE_YET)
    return locale.translated(_NONE) % {"error": format_decimal(loss.error, format="0.0", locale=locale.tag())}


def _cost(loss: float, error: float, locale: Locale) -> str:
    """Return points lost: never rounded up to where a graver mark begins."""
    if any(loss < edge <= round(loss) for edge in LEAST.values()):
        said = format_decimal(floor(loss * 10) / 10, format="0.0", locale=locale.tag())
        return _erring(said, error, locale)
    return points(loss, error, locale)


def mark_words(decision: Decision, locale: Locale) -> str:
    """Return the word of a decision's mark, "" for none; use it only beside ``cost``."""
    return locale.translated(MARKS[decision.mark]) if decision.mark and decision.judged and is_told(decision.loss) else ""


def chance(of: PlayoutTally, locale: Locale) -> str:
    """Return a chance in per cent with its error, as far as it has one."""
    return _erring(per_cent(float(of.mean), locale), of.error, locale)


def estimate(of: SeatEstimate, locale: Locale) -> str:
    """Return an estimated chance in per cent, with its band; that of the end is known."""
    said = per_cent(of.chance / 10, locale)
    return said if not of.band else locale.translated(_ESTIMATED) % {"chance": said, "band": locale.number(of.band)}


def hardly_tried(option: Weighed) -> bool:
    """Whether a move was tried in so few worlds that no number says anything."""
    return option.fresh is None and option.behind.plays < TRIED


def option_chance(decision: Decision, option: Weighed, locale: Locale) -> str:
    """Return the chance of a move that could have been made, with its error.

    One that was not compared on fresh worlds is as far from the first as it was in the worlds that both were tried in: its own results are
    those of easier or harder worlds.
    """
    if hardly_tried(option):
        return locale.translated(_HARDLY)
    first = decision.options[0].fresh
    if option.fresh is not None or first is None:
        return chance(option.fresh or option.chosen, locale)
    behind = option.behind
    error = hypot(first.error, behind.error if isfinite(behind.error) else option.chosen.error)
    return _erring(per_cent(float(first.mean - behind.mean), locale), error, locale)


def points(mean: float, error: float, locale: Locale, *, sign: bool = False) -> str:
    """Return points with their error, where that is finite; with ``sign`` gains have a plus."""
    return _erring(_digits(mean, error, locale, sign=sign), error, locale)


def signed_points(mean: float, half: float | None, locale: Locale) -> str:
    """Return points with one decimal and their sign, and half the width of an interval where there is one."""
    shown = format_decimal(abs(mean), format="0.0", locale=locale.tag())
    said = f"{'+' if mean > 0 else _MINUS if mean < 0 else ''}{shown}" if shown.strip("0.,") else shown
    if half is None:
        return said
    told = locale.translated(_WITH_ERROR) % {"n": said, "error": format_decimal(half, format="0.0", locale=locale.tag())}
    return told.replace(" ", _STAYS)


def per_cent(mean: float, locale: Locale, *, whole: bool = True) -> str:
    """Return a chance in points as per cent, between 0 and 100, ``whole`` or with one decimal; it stays on one line."""
    shown = format_decimal(min(max(mean, 0.0), 100.0), format="0" if whole else "0.0", locale=locale.tag())
    return (locale.translated(_PER_CENT) % {"n": shown}).replace(" ", _STAYS)


def strength(found: ReviewView, locale: Locale) -> str:
    """Return how strong the simulated player is, in a sentence; "" if it was not measured."""
    if found.strength is None:
        return ""
    share = format_decimal(found.strength.share * 100, format="0.0", locale=locale.tag())
    said = {"share": (locale.translated(_PER_CENT) % {"n": share}).replace(" ", _STAYS), "games": locale.number(found.strength.games)}
    return locale.translated(_TEAM if found.together else _DUEL) % said


def _erring(said: str, error: float, locale: Locale) -> str:
    if not 0 < error < float("inf"):
        return said
    return (locale.translated(_WITH_ERROR) % {"n": said, "error": _digits(error, error, locale)}).replace(" ", _STAYS)


def _digits(value: float, error: float, locale: Locale, *, sign: bool = False) -> str:
    shown = format_decimal(abs(value), format="0.0" if 0 < error < _FINE else "0", locale=locale.tag())
    nothing = not any(digit in "123456789" for digit in shown)
    return f"{'' if nothing else _MINUS if value < 0 else '+' if sign else ''}{shown}"
