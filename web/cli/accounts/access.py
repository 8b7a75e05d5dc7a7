"""``kiebitz release``, ``seat``, ``own``, ``trail`` and ``link``: who may see a record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from records.accounts.tokens import shown_code
from records.core.viewers import OPERATOR, Delay
from records.service.delaying import MOST_MINUTES, MOST_STEPS
from records.service.desks.linking import MOST_DAYS, USUAL_DAYS, NewLink
from records.store import NO_PAIRING, HandsOpen, Listed, Onlookers
from records.values import replace
from web.cli.completion import with_record
from web.cli.output import plain, print_json, print_table, tell, with_json
from web.cli.steps import StepParam
from web.cli.verbs import verb
from web.cli.viewers import with_viewer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from records.service import GameBook
    from records.store import LinkRow, Pairing, RecordAccess, TrailStep


def _show_release(told: tuple[str, RecordAccess, Mapping[str, str], Pairing], *, as_json: bool) -> None:
    record, access, accounts, paired = told
    if as_json:
        print_json({**_data(record, access, accounts), **paired._asdict()})
        return
    lasts = f" ({access.release.days} days after the end)" if access.release.hands is HandsOpen.DAYS else ""
    rows = [
        ("state", "running" if access.live else "closed for good" if access.final else "closed"),
        ("owner", plain(accounts.get(access.owner or "", "")) or "nobody"),
        ("listed to", str(access.release.listed)),
        ("onlookers see", str(access.release.after)),
        ("hands open", f"{access.release.hands}{lasts}"),
        ("names", "shown" if access.release.names else "kept back"),
        ("players write", "yes" if access.release.players_write else "no"),
        *(("event", plain(" / ".join(filter(None, paired)))),) * bool(paired.event),
        *((f"seat {claim.seat}", plain(accounts.get(claim.account, "")) + (", agrees" if claim.agreed else "")) for claim in access.claims),
    ]
    print_table(("what", "is"), rows)


@verb(
    with_json,
    with_record,
    click.option("--listed", type=click.Choice([str(one) for one in Listed]), help="Who can find it on the shelf; its players always can."),
    click.option("--after", type=click.Choice([str(one) for one in Onlookers]), help="What spectators see after it is closed."),
    click.option("--hands", type=click.Choice([str(one) for one in HandsOpen]), help="When hands are open."),
    click.option("--days", type=click.IntRange(0), help="Days after the end, with --hands days."),
    click.option("--names/--no-names", default=None, help="Whether everybody who finds it sees names."),
    click.option("--players-write/--no-players-write", default=None, help="Whether players record their own decisions."),
    click.option("--event", help="The event at which it was played; '' for none."),
    click.option("--round", "round_", help="The round."),
    click.option("--table", help="The table."),
    click.option("--close", "closes", is_flag=True, help="Close it: recording ends."),
    click.option(
        "--for-good", "ends", is_flag=True, help="Close it for good: it can never go on, and its players may see what is released."
    ),
    click.option("--reopen", "reopens", is_flag=True, help="Reopen it: recording goes on."),
    never_both=("closes", "reopens", "a record is closed with --close, or recorded further with --reopen"),
    shows=_show_release,
)
def release(
    book: GameBook,
    *,
    record: str,
    listed: str | None,
    after: str | None,
    hands: str | None,
    days: int | None,
    names: bool | None,
    players_write: bool | None,
    closes: bool,
    ends: bool,
    reopens: bool,
    **where: str | None,
) -> tuple[str, RecordAccess, Mapping[str, str], Pairing]:
    """Say what of a record others may see, and tell what is said now; what is not named stays."""
    if closes or ends:
        book.access.close_record(book.keeper, record)
    if ends:
        book.access.close_finally(book.keeper, record)
    if reopens:
        book.access.reopen_record(book.keeper, record)
    now = book.access.record_access(book.keeper, record).release
    wanted = replace(
        now,
        listed=Listed(listed) if listed else now.listed,
        after=Onlookers(after) if after else now.after,
        hands=HandsOpen(hands) if hands else now.hands,
        days=days if days is not None else now.days if hands in {None, str(HandsOpen.DAYS)} else 0,
        names=now.names if names is None else names,
        players_write=now.players_write if players_write is None else players_write,
    )
    if wanted != now:
        book.access.release_record(book.keeper, record, wanted)
    paired = book.people.pairing(book.keeper, record)
    typed = {name.strip("_"): text for name, text in where.items() if text is not None}
    if typed:
        none = "event" in typed and not typed["event"].strip()
        paired = book.people.pair(book.keeper, record, NO_PAIRING if none else paired._replace(**typed))
    return record, book.access.record_access(book.keeper, record), book.access.account_names(book.keeper, record), paired


@verb(
    with_record,
    click.argument("seat"),
    click.option("--account", metavar="NAME", help="Give it to this account."),
    click.option("--free", is_flag=True, help="Take it away from its holder."),
    never_both=("account", "free", "a seat is given to somebody with --account, or freed with --free"),
    shows=tell,
)
def seat(book: GameBook, *, record: str, seat: str, account: str | None, free: bool) -> str:
    """Print a code by which somebody takes the SEAT (its key) of a record, or say whose it is."""
    if account is None and not free:
        click.echo(shown_code(book.access.seat_code(book.keeper, record, seat)))
        return f"With this code seat {seat} of record {record} is taken at /seat, once, within 14 days."
    book.access.seat_account(book.keeper, record, seat, account)
    return f"Seat {seat} of record {record} is {_whose(account)} now."


@verb(with_record, click.argument("name", required=False), shows=tell)
def own(book: GameBook, *, record: str, name: str | None) -> str:
    """Give a record to the account NAME, without one to nobody."""
    book.access.give_record(book.keeper, record, name)
    return f"Record {record} is {_whose(name)} now."


def _whose(account: str | None) -> str:
    return f"{plain(account)}'s" if account else "nobody's"


def _show_trail(told: tuple[Sequence[TrailStep], Mapping[str, str]], *, as_json: bool) -> None:
    steps, accounts = told
    if not as_json:
        rows = [
            (f"{one.at:%Y-%m-%d %H:%M}" if one.at else "", plain(_who(one, accounts)), one.viewer, plain(one.reason) or one.ground)
            for one in steps
        ]
        print_table(("when", "who", "viewer", "why"), rows)
        return
    print_json(
        [
            {
                "at": step.at,
                "who": _who(step, accounts),
                "viewer": step.viewer,
                "ground": step.ground,
                "reason": step.reason,
                "whom": accounts.get(step.whom, ""),
            }
            for step in steps
        ]
    )


@verb(with_json, with_record, shows=_show_trail)
def trail(book: GameBook, *, record: str) -> tuple[Sequence[TrailStep], Mapping[str, str]]:
    """Tell who opened whose hand in a record, and who changed seats, owner and release, the latest first."""
    return book.access.hand_trail(book.keeper, record), book.access.account_names(book.keeper, record)


END_OR_LIST = ("lists", "ends", "links are listed with --list, or one is ended with --end")


def link_options(what: str, *between: Callable[[Any], Any]) -> tuple[Callable[[Any], Any], ...]:
    """Return the options of links to a record or a study; those ``between`` stand behind how long it holds."""
    frame = "A site that may show it in a frame: https://club.example."
    return (
        click.option("--days", default=USUAL_DAYS, show_default=True, type=click.IntRange(1, MOST_DAYS), help="Days until it expires."),
        *between,
        click.option("--frame", "origins", multiple=True, metavar="SITE", help=frame),
        click.option("--label", default="", help="A label for your own use."),
        click.option("--list", "lists", is_flag=True, help=f"List the links to the {what} instead."),
        click.option("--end", "ends", metavar="LINK", help="Revoke one of them instead."),
    )


@verb(
    with_viewer,
    with_json,
    with_record,
    *link_options(
        "record",
        click.option("--from", "first", default="0", type=StepParam(), metavar="STEP", help="The step at which it opens."),
        click.option("--to", "last", type=StepParam(), metavar="STEP", help="The last step that it shows."),
        click.option("--names", is_flag=True, help="Show players' names."),
        click.option("--export", is_flag=True, help="Allow the record to be exported."),
        click.option("--cases", is_flag=True, help="Allow its holder to open a dispute about what it shows."),
        click.option(
            "--behind-steps",
            "delay_steps",
            default=0,
            type=click.IntRange(0, MOST_STEPS),
            help="Stay so many steps behind while the game runs.",
        ),
        click.option(
            "--behind-minutes", "delay_minutes", default=0, type=click.IntRange(0, MOST_MINUTES), help="Stay so many minutes behind it."
        ),
    ),
    never_both=END_OR_LIST,
)
def link(
    book: GameBook, *, record: str, ends: str | None, lists: bool, as_json: bool, delay_steps: int, delay_minutes: int, **wanted: Any
) -> None:
    """Make a link to a record through one viewer's eyes; its path is printed this once."""
    if ends is not None:
        book.access.end_link(book.keeper, record, ends)
        tell(f"The link {ends} leads nowhere now.")
        return
    if lists:
        print_links(book.access.links(book.keeper, record), as_json=as_json)
        return
    token, row = book.access.share(book.keeper, record, NewLink(**wanted, delay=Delay(delay_steps, delay_minutes)))
    if as_json:
        print_json({"id": row.id, "path": f"/s/{token}/", "viewer": row.viewer, "ends": row.ends_at})
    else:
        click.echo(f"/s/{token}/")
        tell(f"Behind the server's address this leads to record {record} as {row.viewer}, until {row.ends_at:%Y-%m-%d}.")


def print_links(rows: Sequence[LinkRow], *, as_json: bool) -> None:
    """Tell links to a record or a study."""
    if as_json:
        named = ("id", "label", "viewer", "first", "last", "delay_steps", "delay_minutes")
        print_json([{**{name: getattr(one, name) for name in named}, "ends": one.ends_at} for one in rows])
    else:
        print_table(("id", "label", "viewer", "until"), [(one.id, plain(one.label), one.viewer, f"{one.ends_at:%Y-%m-%d}") for one in rows])


def _who(step: TrailStep, accounts: Mapping[str, str]) -> str:
    return accounts.get(step.account, "") or (step.ground if step.ground == OPERATOR.name else "")


def _data(record: str, access: RecordAccess, accounts: Mapping[str, str]) -> dict[str, object]:
    return {
        "id": record,
        "live": access.live,
        "closed": access.closed_at,
        "final": access.final,
        "owner": accounts.get(access.owner or "", ""),
        "listed": str(access.release.listed),
        "after": str(access.release.after),
        "hands": str(access.release.hands),
        "days": access.release.days,
        "names": access.release.names,
        "players_write": access.release.players_write,
        "seats": [{"seat": one.seat, "account": accounts.get(one.account, ""), "agreed": one.agreed} for one in access.claims],
    }
