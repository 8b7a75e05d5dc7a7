"""How a game ended, in the reader's words."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from markupsafe import Markup

from web.words.texts import _, listing, ngettext, number
from web.words.wording import say, seat_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from records.core.ids import SeatKey
    from records.core.position import Outcome
    from records.studies.cases.events import AdjustedResult

_HOUR = 60


def verdict(outcome: Outcome | None, names: Mapping[SeatKey, str], team: Sequence[SeatKey] = ()) -> str:
    """Return who won; "" while the game is not over. ``team`` are all seats, in a game in which they win and lose together."""
    if outcome is None:
        return ""
    if team and not outcome.drawn:
        return _common(outcome, [seat_name(seat, names) for seat in team])
    if outcome.drawn:
        return _("Drawn")
    if not outcome.winners:
        return _("Lost by all")
    winners = [seat_name(seat, names) for seat in outcome.winners]
    return ngettext("%(names)s won", "%(names)s won together", len(winners), names=listing(winners))


def _common(outcome: Outcome, names: Sequence[str]) -> str:
    alone = names[0] if len(names) == 1 else ""
    if not outcome.winners:
        return _("%(name)s lost", name=alone) if alone else _("The team lost")
    if outcome.grade:
        grade = _(outcome.grade)
        return _("%(name)s won with %(grade)s", name=alone, grade=grade) if alone else _("The team won with %(grade)s", grade=grade)
    return ngettext("%(names)s won", "%(names)s won together", 1, names=alone) if alone else _("The team won")


def adjusted_result(adjusted: AdjustedResult | None, names: Mapping[SeatKey, str], team: Sequence[SeatKey] = ()) -> str:
    """Return the result that a ruling gave in words, "" for none; ``team`` as for ``verdict``."""
    if adjusted is None:
        return ""
    if set(team) == set(adjusted.winners) and len(team) > 1:
        return _("The team won")
    if adjusted.drawn:
        return _("Drawn")
    winners = [seat_name(seat, names) for seat in adjusted.winners]
    return ngettext("%(names)s won", "%(names)s won together", len(winners), names=listing(winners)) if winners else _("Lost by all")


def reason_or_scores(outcome: Outcome | None, seats: Sequence[SeatKey], names: Mapping[SeatKey, str]) -> str | Markup:
    """Return the scores in seating order, if each seat has one, else why it ended, else ""; both if the scores do not show the winner."""
    if outcome is None:
        return ""
    scores = dict(outcome.scores)
    if scores and all(seat in scores for seat in seats):
        told = " : ".join(scores[seat] for seat in seats)
        tied = {scores[seat] for seat in outcome.winners} & {score for seat, score in outcome.scores if seat not in outcome.winners}
        return Markup("{}. {}").format(told, say(outcome.why, names)) if tied and outcome.why else told
    return say(outcome.why, names) if outcome.why else ""


def lasted(started: datetime | None, ended: datetime | None) -> str:
    """Return how long a game took, to the minute; "" where one of the times is not known."""
    return span(ended - started) if started and ended and ended > started else ""


def span(time: timedelta) -> str:
    """Return a length of time in days, hours and minutes; under a minute in seconds."""
    minutes = round(time.total_seconds() / 60)
    if time < timedelta(minutes=1):
        return _("%(n)s s", n=number(int(time.total_seconds())))
    if minutes < _HOUR:
        return _("%(n)s min", n=number(minutes))
    if time < timedelta(days=1):
        return _("%(hours)s h %(minutes)s min", hours=minutes // _HOUR, minutes=minutes % _HOUR)
    return ngettext("%(n)s day", "%(n)s days", round(time / timedelta(days=1)), n=number(round(time / timedelta(days=1))))
