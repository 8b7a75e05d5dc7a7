"""``kiebitz migrate``: a whole store into another database."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

import click

from records.service import Finding, GameBook
from records.store import move, store_unchanged
from web.books import games_of
from web.cli.keeping.whole_files import WholeFile, whole_file
from web.cli.output import counted, plain, print_json, tell, with_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from web.cli.places import StoreChoice

EVENTS_A_LINE, FILES_A_LINE = 20_000, 500
"""Between two lines that say how far it is."""


@click.command()
@click.option("--from", "source", metavar="URL", required=True, help="The store that is moved; it is only read.")
@click.option("--to", "target", metavar="URL", required=True, help="An empty database, or one into which a part of this store was moved.")
@with_json
@click.pass_obj
def migrate(place: StoreChoice, source: str, target: str, *, as_json: bool) -> None:
    """Move a whole store into another database, and compare both; exit code 1 if anything differs, or a record is broken.

    Run again after it was cut off, it goes on. Stop the servers of the store first: what is written meanwhile is refused in the end.
    """
    games = games_of(place.cards)
    moved = move(source, target, _told)
    with GameBook(store_unchanged(source), games) as before, GameBook(store_unchanged(target), games) as after:
        compared = 0
        findings: list[Finding] = []
        for one, other in zip_longest(_exports(before), _exports(after)):
            if one != other:
                where = f"{_named(one or other)} of the source is not that of the target"
                raise click.ClickException(f"{where}; keep the source")
            if isinstance(one, Finding):
                findings.append(one)
            compared += isinstance(one, WholeFile)
            if compared and compared % FILES_A_LINE == 0:
                tell(f"{counted(compared, 'export')} compared")
        addresses = before.address, after.address
    if as_json:
        print_json(
            {
                "from": addresses[0],
                "to": addresses[1],
                "already": moved.already,
                "events_before": moved.before,
                "rows": moved.rows,
                "exports": compared,
                "findings": findings,
            }
        )
    else:
        for finding in findings:
            click.echo(plain(str(finding)))
    rows = sum(moved.rows.values())
    tell(f"{counted(rows, 'row')} and {counted(compared, 'export')} are the same in {addresses[1]}, {counted(len(findings), 'finding')}.")
    if findings:
        raise SystemExit(1)


def _told(done: int, total: int) -> None:
    if done % EVENTS_A_LINE == 0 or done == total:
        tell(f"{done} of {counted(total, 'event')} moved")


def _exports(book: GameBook) -> Iterator[WholeFile | Finding]:
    for found in book.records.rescue(book.keeper):
        yield found if isinstance(found, Finding) else whole_file(book.games, found)


def _named(one: WholeFile | Finding | None) -> str:
    return f"{one.kind} {one.id}" if isinstance(one, WholeFile) else str(one)
