"""``kiebitz delete`` and ``kiebitz restore``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from records.core.viewers import PUBLIC
from records.service import Bound
from web.cli.completion import with_record
from web.cli.keeping.backups import restore_store
from web.cli.output import counted, print_json, tell, with_json
from web.cli.places import StoreChoice, with_store


@click.command()
@with_store
@click.option("--for-good", is_flag=True, help="Delete a record in the trash for ever, with its key and names.")
@click.option("--with-bound", "bound", flag_value="with", help="Also delete the layers that belong to it.")
@click.option("--detach", "bound", flag_value="detach", help="Keep the layers that belong to it, without a record.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_json
@with_record
@click.pass_obj
def delete(place: StoreChoice, record: str, *, for_good: bool, bound: str | None, yes: bool, as_json: bool) -> None:
    """Put a record into the trash, or with --for-good delete one that lies there.

    A record to which layers belong is deleted for good only where --with-bound or --detach says what becomes of them.
    """
    if bound is not None and not for_good:
        raise click.UsageError("--with-bound and --detach say what becomes of layers, and go with --for-good")
    with place.open() as book:
        found = book.records.resolve(book.keeper, record)
        if not for_good:
            book.records.trash(book.keeper, found)
            said = f"Record {found} lies in the trash; kiebitz restore {found} takes it back."
        else:
            if not yes:
                if not sys.stdin.isatty():
                    raise click.UsageError("nobody is there to ask: --for-good needs --yes")
                players = ", ".join(book.record(book.keeper, found, PUBLIC).names.values())
                click.confirm(f"Delete record {found} ({players}) for ever?", abort=True, err=True)
            count = book.records.purge(book.keeper, found, Bound(bound or "refuse"))
            said = f"Record {found} with {counted(count, 'event')} is gone."
    if as_json:
        print_json({"id": found, "for_good": for_good})
    else:
        tell(said)


@click.command()
@with_store
@click.option(
    "--from", "backup", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Restore the whole store from this backup."
)
@with_json
@click.argument("record", metavar="[ID]", required=False)
@click.pass_obj
def restore(place: StoreChoice, record: str | None, backup: Path | None, *, as_json: bool) -> None:
    """Take a record out of the trash, or with --from make the store, where there is none yet, from a backup."""
    if (record is None) == (backup is None):
        raise click.UsageError("name the record that is taken out of the trash, or a backup: --from FILE")
    if backup is not None:
        restore_store(place, backup, as_json=as_json)
        return
    with place.open() as book:
        found = book.records.resolve(book.keeper, record or "")
        book.records.restore(book.keeper, found)
    if as_json:
        print_json({"id": found})
    else:
        tell(f"Record {found} is on the shelf.")
