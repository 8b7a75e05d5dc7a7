"""``kiebitz release``, ``seat``, ``own``, ``trail`` and ``link``: who may see a record."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from records.accounts.tokens import shown_code
from records.core.viewers import OPERATOR
from records.service.accounts.linking import MOST_DAYS, USUAL_DAYS, NewLink
from records.store import NO_PAIRING, HandsOpen, Listed, Onlookers
from web.cli.completion import with_record
from web.cli.output import plain, print_json, print_table, tell, with_json
from web.cli.places import StoreChoice, with_store
from web.cli.viewers import with_viewer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.store import LinkRow, RecordAccess, TrailStep


@click.command()
@with_store
@with_json
@with_record
@click.option("--listed", type=click.Choice([str(one) for one in Listed]), help="Who finds it on the shelf.")
@click.option("--after", type=click.Choice([str(one) for one in Onlookers]), help="What onlookers see once it is closed.")
@click.option("--hands", type=click.Choice([str(one) for one in HandsOpen]), help="When hands are open.")
@click.option("--days", type=click.IntRange(0), help="After the end, with --hands days.")
@click.option("--names/--no-names", default=None, help="Whether names are shown to everybody who finds it.")
@click.option("--players-write/--no-players-write", default=None, help="Whether players write what they do.")
@click.option("--event", help="At which event it was played; '' for none.")
@click.option("--round", "round_", help="In which round.")
@click.option("--table", help="At which table.")
@click.option("--close", "closes", is_flag=True, help="It is not recorded further.")
@click.option("--for-good", "ends", is_flag=True, help="Close it so that it cannot go on, and its players may see what is released.")
@click.pass_obj
def release(  # noqa: PLR0917 -- an option each
    place: StoreChoice,
    record: str,
    listed: str | None,
    after: str | None,
    hands: str | None,
    days: int | None,
    names: bool | None,
    players_write: bool | None,
    event: str | None,
    round_: str | None,
    table: str | None,
    *,
    closes: bool,
    ends: bool,
    as_json: bool,
) -> None:
    """Say what of a record others may see, and tell what is said now; what is not named stays."""
    with place.open() as book:
        found = book.resolve(book.keeper, record)
        if closes or ends:
            book.close_record(book.keeper, found)
        if ends:
            book.close_finally(book.keeper, found)
        now = book.record_access(book.keeper, found).release
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
            book.release_record(book.keeper, found, wanted)
        paired = book.pairing(book.keeper, found)
        typed = {name: text for name, text in (("event", event), ("round", round_), ("table", table)) if text is not None}
        if typed:
            paired = book.pair(book.keeper, found, NO_PAIRING if event is not None and not event.strip() else paired._replace(**typed))
        access, accounts = book.record_access(book.keeper, found), book.account_names(book.keeper, found)
    if as_json:
        print_json({**_data(found, access, dict(accounts)), **paired._asdict()})
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


@click.command()
@with_store
@with_record
@click.argument("seat")
@click.option("--account", metavar="NAME", help="Give it to this account.")
@click.option("--free", is_flag=True, help="Let nobody have it.")
@click.pass_obj
def seat(place: StoreChoice, record: str, seat: str, account: str | None, *, free: bool) -> None:
    """Print a code by which somebody takes the SEAT (its key) of a record, or say whose it is."""
    if account is not None and free:
        raise click.UsageError("a seat is given to somebody with --account, or freed with --free")
    with place.open() as book:
        found = book.resolve(book.keeper, record)
        if account is None and not free:
            click.echo(shown_code(book.seat_code(book.keeper, found, seat)))
            tell(f"With this code seat {seat} of record {found} is taken at /seat, once, within 14 days.")
            return
        book.seat_account(book.keeper, found, seat, account)
    whose = f"{plain(account)}'s" if account else "nobody's"
    tell(f"Seat {seat} of record {found} is {whose} now.")


@click.command()
@with_store
@with_record
@click.argument("name", required=False)
@click.pass_obj
def own(place: StoreChoice, record: str, name: str | None) -> None:
    """Give a record to the account NAME, without one to nobody."""
    with place.open() as book:
        found = book.resolve(book.keeper, record)
        book.give_record(book.keeper, found, name)
    whose = f"{plain(name)}'s" if name else "nobody's"
    tell(f"Record {found} is {whose} now.")


@click.command()
@with_store
@with_json
@with_record
@click.pass_obj
def trail(place: StoreChoice, record: str, *, as_json: bool) -> None:
    """Tell who opened whose hand in a record, and who changed seats, owner and release, the latest first."""
    with place.open() as book:
        found = book.resolve(book.keeper, record)
        steps, accounts = book.hand_trail(book.keeper, found), book.account_names(book.keeper, found)
    told = [
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
    if as_json:
        print_json(told)
    else:
        print_table(
            ("when", "who", "viewer", "why"),
            [
                (
                    f"{step.at:%Y-%m-%d %H:%M}" if step.at else "",
                    plain(_who(step, accounts)),
                    step.viewer,
                    plain(step.reason) or step.ground,
                )
                for step in steps
            ],
        )


@click.command()
@with_store
@with_viewer
@with_json
@with_record
@click.option("--days", default=USUAL_DAYS, show_default=True, type=click.IntRange(1, MOST_DAYS), help="How long it holds.")
@click.option("--from", "first", default=0, type=click.IntRange(0), metavar="EVENT", help="Where it opens.")
@click.option("--to", "last", type=click.IntRange(0), metavar="EVENT", help="Where the record ends for who has it.")
@click.option("--names", is_flag=True, help="Show names.")
@click.option("--export", "exports", is_flag=True, help="Let the record be taken along.")
@click.option("--cases", is_flag=True, help="Let whoever has it open a dispute about what it shows.")
@click.option("--frame", "origins", multiple=True, metavar="SITE", help="A site that may show it in a frame: https://club.example.")
@click.option("--label", default="", help="What it is for.")
@click.option("--list", "lists", is_flag=True, help="List the links to the record instead.")
@click.option("--end", "ends", metavar="LINK", help="End one of them instead.")
@click.pass_obj
def link(  # noqa: PLR0917 -- an option each
    place: StoreChoice,
    record: str,
    viewer: str,
    days: int,
    first: int,
    last: int | None,
    origins: tuple[str, ...],
    label: str,
    ends: str | None,
    *,
    names: bool,
    exports: bool,
    cases: bool,
    lists: bool,
    as_json: bool,
) -> None:
    """Make a link to a record through one viewer's eyes; its path is printed this once."""
    if lists and ends is not None:
        raise click.UsageError("links are listed with --list, or one is ended with --end")
    with place.open() as book:
        found = book.resolve(book.keeper, record)
        if ends is not None:
            book.end_link(book.keeper, found, ends)
            tell(f"The link {ends} leads nowhere now.")
            return
        if lists:
            rows = book.links(book.keeper, found)
        else:
            wanted = NewLink(
                viewer=viewer, first=first, last=last, days=days, names=names, export=exports, cases=cases, origins=origins, label=label
            )
            token, row = book.share(book.keeper, found, wanted)
            rows = []
    if lists:
        print_links(rows, as_json=as_json)
    elif as_json:
        print_json({"id": row.id, "path": f"/s/{token}/", "viewer": row.viewer, "ends": row.ends_at})
    else:
        click.echo(f"/s/{token}/")
        tell(f"Behind the server's address this leads to record {found} as {row.viewer}, until {row.ends_at:%Y-%m-%d}.")


def print_links(rows: Sequence[LinkRow], *, as_json: bool) -> None:
    """Tell links to a record or a study."""
    if as_json:
        named = ("id", "label", "viewer", "first", "last")
        print_json([{**{name: getattr(one, name) for name in named}, "ends": one.ends_at} for one in rows])
    else:
        print_table(("id", "label", "viewer", "until"), [(one.id, plain(one.label), one.viewer, f"{one.ends_at:%Y-%m-%d}") for one in rows])


def _who(step: TrailStep, accounts: Mapping[str, str]) -> str:
    return accounts.get(step.account, "") or (step.ground if step.ground == OPERATOR.name else "")


def _data(record: str, access: RecordAccess, accounts: dict[str, str]) -> dict[str, object]:
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
