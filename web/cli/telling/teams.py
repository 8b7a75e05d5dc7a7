"""The team lens in lines: ``kiebitz show --team``; ``web.schemas.team`` has it as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.cli.output import counted
from web.words.phrases import Locale, seat_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from records.core.ids import SeatKey
    from records.projections.team import Share, Span, Team


def team_lines(team: Team, names: Mapping[SeatKey, str], locale: Locale) -> Iterator[str]:
    """Yield what all hands hold, then each hand, with bounds where the viewer cannot tell; ``~`` stands before a mean."""
    sure = "" if team.exact else ", approximately"
    yield f"team: {counted(team.together.count, 'card')} in {counted(len(team.seats), 'hand')}{sure}"
    yield f"  all together: {_figures(team, team.together, locale)}"
    for share in team.seats:
        name = "?" if share.seat is None else seat_name(share.seat, names, locale)
        yield f"  {name}, {counted(share.count, 'card')}: {_figures(team, share, locale)}"
        if share.certain:
            yield f"    holds for certain {', '.join(map(locale.card, share.certain))}"
        if lacked := [locale.translated(group.title) for group in team.lacks(share)]:
            yield f"    lacks of what the team has {', '.join(lacked)}"


def _figures(team: Team, share: Share, locale: Locale) -> str:
    figures = [f"{locale.translated(group.title)} {_told(span)}" for group, span in zip(team.groups, share.groups, strict=True)]
    return ", ".join([*figures, *([f"worth {_told(share.worth)}"] if share.worth is not None else [])])


def _told(span: Span) -> str:
    return str(span.least) if span.certain else f"{span.least} to {span.most} (~{float(span.mean):.1f})"
