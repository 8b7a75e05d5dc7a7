"""``kiebitz verify`` and ``kiebitz rebuild``."""

from __future__ import annotations

import click

from records.core.viewers import LOCAL
from web.cli.output import counted, plain, print_json, tell, with_json
from web.cli.places import StoreChoice, with_store


@click.command()
@with_store
@with_json
@click.pass_obj
def verify(place: StoreChoice, *, as_json: bool) -> None:
    """Walk every chain and name the first break of each record; exit code 1 if there is one."""
    with place.open() as book:
        findings = list(book.verify(LOCAL))
        records, deleted = book.count(LOCAL)
    if as_json:
        print_json({"records": records, "deleted": deleted, "findings": findings})
    else:
        for finding in findings:
            click.echo(plain(str(finding)))
    tell(f"{counted(records, 'record')} ({deleted} more deleted for good), {counted(len(findings), 'finding')}.")
    if findings:
        raise SystemExit(1)


@click.command()
@with_store
@with_json
@click.pass_obj
def rebuild(place: StoreChoice, *, as_json: bool) -> None:
    """Make the shelf anew from the first event of every record."""
    with place.open() as book:
        records = book.rebuild(LOCAL)
    if as_json:
        print_json({"records": records})
    else:
        tell(f"{counted(records, 'record')} on the shelf.")
