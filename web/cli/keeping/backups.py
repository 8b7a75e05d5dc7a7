"""``kiebitz backup``, and ``kiebitz restore --from``."""

from __future__ import annotations

from pathlib import Path

import click

from records.service import GameBook
from web.cli.output import counted, print_json, tell, with_json
from web.cli.places import StoreChoice, with_store


@click.command()
@with_store
@with_json
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.pass_obj
def backup(place: StoreChoice, file: Path, *, as_json: bool) -> None:
    """Write the whole store to a new FILE, as it stands at one moment, while others may write.

    Whatever was told to be stored before is in it. It is a SQLite store of its own; kiebitz restore --from makes a store of it again.
    """
    with place.open() as book:
        records = book.records.back_up(book.keeper, file)
    size = file.stat().st_size
    if as_json:
        print_json({"file": str(file), "records": records, "bytes": size})
    else:
        tell(f"{file}: {counted(records, 'record')}, {size} bytes")


def restore_store(place: StoreChoice, file: Path, *, as_json: bool) -> None:
    """Make the store from a backup, and say how many records it holds."""
    with GameBook.restored(file, place.address) as book:
        (records, deleted), address = book.records.count(book.keeper), book.address
    if as_json:
        print_json({"store": address, "records": records, "deleted": deleted})
    else:
        tell(f"{counted(records, 'record')} in {address}.")
