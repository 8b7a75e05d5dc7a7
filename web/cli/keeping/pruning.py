"""``kiebitz prune``."""

from __future__ import annotations

import sys
from datetime import timedelta

import click

from records.service.desks.pruning import Aged, OldRecord, Stays
from web.cli.output import counted, plain, print_json, tell, with_json
from web.cli.places import StoreChoice, with_store

_DAYS = click.IntRange(1, 36500)
_AGED = {Aged.TRASH: "in the trash since", Aged.UNPLAYED: "without a move since"}
_STAYS = {
    Stays.SEAT: "somebody sits or sat there",
    Stays.NOTES: "notes belong to it",
    Stays.CASES: "cases belong to it",
    Stays.STUDIES: "a study is about it",
    Stays.DAMAGED: "it is damaged; kiebitz verify tells more",
    Stays.CHANGED: "somebody changed it meanwhile",
}


@click.command()
@with_store
@click.option("--trash", metavar="DAYS", type=_DAYS, help="Records that lie in the trash for longer.")
@click.option("--unplayed", metavar="DAYS", type=_DAYS, help="Running games that were begun longer ago and never got a move.")
@click.option("--dry-run", is_flag=True, help="Delete nothing, and print what would go.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_json
@click.pass_obj
def prune(place: StoreChoice, trash: int | None, unplayed: int | None, *, dry_run: bool, yes: bool, as_json: bool) -> None:
    """Delete for good old trash and games that never got a move.

    A record to which notes or cases belong stays, and a game without a move also where somebody sits or sat, or a study is about it.
    """
    if trash is None and unplayed is None:
        raise click.UsageError("say what goes: --trash DAYS, --unplayed DAYS, or both")
    with place.open() as book:
        old = book.pruning.find(book.keeper, trash=_span(trash), unplayed=_span(unplayed))
        going = sum(not one.stays for one in old)
        if going and not dry_run:
            if not yes:
                if not sys.stdin.isatty():
                    raise click.UsageError("nobody is there to ask: name --yes, or --dry-run")
                click.confirm(f"Delete {counted(going, 'record')} for ever?", abort=True, err=True)
            old = book.pruning.prune(book.keeper, old)
    gone, kept = [one for one in old if not one.stays], [one for one in old if one.stays]
    if as_json:
        stay = [{**_plain(one), "because": [why.value for why in one.stays]} for one in kept]
        print_json({"dry_run": dry_run, "deleted": [_plain(one) for one in gone], "kept": stay})
    else:
        for one in (*gone, *kept):
            click.echo(plain(_line(one, dry_run=dry_run)))
    tell(f"{counted(len(gone), 'record')} {'would go' if dry_run else 'deleted for good'}, {len(kept)} kept.")


def _span(days: int | None) -> timedelta | None:
    return None if days is None else timedelta(days=days)


def _plain(one: OldRecord) -> dict[str, object]:
    return {"id": one.record, "why": one.aged.value, "since": one.since, "events": one.head.count if one.head else None}


def _line(one: OldRecord, *, dry_run: bool) -> str:
    aged = f", {_AGED[one.aged]} {one.since:%Y-%m-%d}," if one.since else ""
    if one.stays:
        return f"record {one.record}{aged} stays: {', '.join(_STAYS[why] for why in one.stays)}"
    return f"record {one.record}{aged} {'would go' if dry_run else 'is gone'}"
