"""``import`` of the commands for what stands beside records: ``kiebitz import`` for files of one kind."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from importers.beside import read_beside, take_beside
from web.cli.output import print_json, tell, with_json
from web.cli.places import StoreChoice, with_store

if TYPE_CHECKING:
    from records.service.streams.kind import StreamKind


def import_of(noun: str, told: str, *kinds: StreamKind[Any, Any]) -> click.Command:
    """Return the command that takes in files of some kinds, which it calls ``noun``."""

    @click.command("import", help=told)
    @with_store
    @with_json
    @click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
    @click.pass_obj
    def import_(place: StoreChoice, file: Path, *, as_json: bool) -> None:
        data = file.read_bytes()
        with place.open() as book:
            found = read_beside(book.games, data, file.name, kinds)
            stored = take_beside(book, book.keeper, found, tell)
        if as_json:
            print_json({"id": stored.id, "already": stored.already})
        else:
            tell(f"{file.name}: {noun} {stored.id} {'was there already' if stored.already else 'taken in'}.")

    return import_
