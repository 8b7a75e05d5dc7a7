"""The team lens: a line on the board with what the viewer sees of all hands, and a dialog with what the hands could hold."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

import msgspec

from records.core.viewers import viewer_key
from web.looking import look_at
from web.pages.board.seat_colors import seat_color
from web.problems import Refused
from web.roots import path_to
from web.words.texts import _, decimal, listing, ngettext, number
from web.words.wording import seat_name, title_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.viewers import Caller
    from records.projections.team import Share, Span, Team
    from records.service import GameBook, RecordView


class TeamLine(msgspec.Struct, frozen=True, kw_only=True):
    """What is seen of all hands at one step, by group: nothing is worked out for it."""

    count: int
    """Cards in all hands."""
    hidden: int
    """Cards of them that the viewer does not see."""
    groups: tuple[tuple[str, str, int], ...]
    """Symbol, title and number of the cards that are seen."""
    address: str
    """Of the dialog that tells what else they could hold."""


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """A number, or its bounds."""

    words: str
    """``2``, ``0 to 3``."""
    short: str
    """The same where there is little room: ``0-3`` with a dash."""
    about: str = ""
    """The mean, where it is not certain."""


class TeamRow(msgspec.Struct, frozen=True, kw_only=True):
    """One hand, or all together."""

    name: str
    color: int | None
    """None for all together."""
    count: int
    cells: tuple[Cell, ...]
    worth: Cell | None
    certain: str
    """Cards that are there for certain, in words; "" for none."""
    lacks: str
    """Groups that the team has for certain and this hand has not; "" for none."""
    alone: str
    """Groups that this hand has for certain and no other; "" for none."""


class TeamDialog(msgspec.Struct, frozen=True, kw_only=True):
    """What the template takes."""

    title: str
    subtitle: str
    table: str
    """Address of the board it lies over."""
    groups: tuple[tuple[str, str], ...]
    """Symbol and title of each column."""
    rows: tuple[TeamRow, ...]
    """All together first, then the seats."""
    remarks: tuple[str, ...]
    """The assumption; none where every hand is seen."""


def team_line(view: RecordView, at: int) -> TeamLine | None:
    """Return what the viewer sees of all hands after event ``at``; None where the seats are no team, or there is but one."""
    game, seats = view.game, view.header.seats
    if not game.together or len(seats) == 1:
        return None
    hands = view.position(at).table.hands.values()
    faces = [face for hand in hands for face in hand.faces]
    groups = game.odds.groups(view.header) if game.odds.groups is not None else ()
    return TeamLine(
        count=sum(hand.count for hand in hands),
        hidden=sum(hand.count for hand in hands) - len(faces),
        groups=tuple((group.icon, _(group.title), sum(face in group.cards for face in faces)) for group in groups),
        address=f"{path_to('pages.team', record=view.header.record)}?at={at}&as={viewer_key(view.viewer)}",
    )


def team_dialog(book: GameBook, caller: Caller, record: str, asked: Mapping[str, str]) -> TeamDialog:
    """Return the dialog for the parameters ``at`` and ``as``.

    Raises Refused (404 for a game whose players play against each other).
    """
    view, at = look_at(book, caller, record, asked)
    if not view.game.together:
        raise Refused(HTTPStatus.NOT_FOUND, _("The players of this game are not a team."), ("path", "record"))
    team = view.team(at)
    count, hands = team.together.count, len(team.seats)
    return TeamDialog(
        title=_("What the team holds"),
        subtitle=_(
            "%(cards)s in %(hands)s, at step %(at)s",
            cards=ngettext("%(n)s card", "%(n)s cards", count, n=number(count)),
            hands=ngettext("%(n)s hand", "%(n)s hands", hands, n=number(hands)),
            at=number(view.timeline.step_number(at)),
        ),
        table=f"{path_to('pages.replay', record=record)}?at={at}&as={viewer_key(view.viewer)}",
        groups=tuple((group.icon, _(group.title)) for group in team.groups),
        rows=tuple(_row(share, team, view) for share in (team.together, *team.seats)),
        remarks=_remarks(team),
    )


def _row(share: Share, team: Team, view: RecordView) -> TeamRow:
    seat = share.seat
    whole = seat is None
    return TeamRow(
        name=_("All together") if seat is None else seat_name(seat, view.names),
        color=None if whole else seat_color(view.header.seats, seat),
        count=share.count,
        cells=tuple(map(_cell, share.groups)),
        worth=_cell(share.worth) if share.worth is not None else None,
        certain="" if whole else listing([title_of(card, view.faces) for card in share.certain]),
        lacks="" if whole else listing([_(group.title) for group in team.lacks(share)]),
        alone="" if whole else listing([_(group.title) for group in team.alone_holds(share)]),
    )


def _cell(span: Span) -> Cell:
    if span.certain:
        return Cell(words=number(span.least), short=number(span.least))
    words = _("%(least)s to %(most)s", least=number(span.least), most=number(span.most))
    short = f"{number(span.least)}\N{EN DASH}{number(span.most)}"
    return Cell(words=words, short=short, about=_("about %(n)s", n=decimal(float(span.mean))))


def _remarks(team: Team) -> tuple[str, ...]:
    if all(share.count == len(share.certain) for share in team.seats):
        return ()
    return (
        _("The bounds are true for any way of playing; the mean counts every card that left a hand by choice as picked blind."),
        _("Exact, by counting.")
        if team.exact
        else _("An approximation: nothing that is possible is missing, but some of it may be impossible."),
    )
