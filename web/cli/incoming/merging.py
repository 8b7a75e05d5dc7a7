"""``kiebitz merge``: several people's own logs of one game become one record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from importers import ImportOptions, read_file
from records.errors import ImportRefused, Problem
from records.service import NewGame
from web.books import content_of
from web.cli.incoming.stored import print_stored, stored_data
from web.cli.output import counted, print_json, tell, with_json
from web.cli.places import StoreChoice, with_store

if TYPE_CHECKING:
    from collections.abc import Sequence

    from importers.base import ImportedRecord
    from records.service import GameBook
    from records.service.writing.merging import Disagreement


@click.command()
@with_store
@click.option("--trust", metavar="FILE", help="The file to believe where files disagree.")
@click.option("--pseudonyms", is_flag=True, help="Replace names and ids of people before anything is stored.")
@with_json
@click.argument("files", nargs=-1, required=True, metavar="FILE FILE...", type=click.Path())
@click.pass_obj
def merge(place: StoreChoice, files: tuple[str, ...], *, trust: str | None, pseudonyms: bool, as_json: bool) -> None:
    """Make one record of several people's own files of one game.

    Events are matched by what everybody at the table saw, and cards are filled in from whoever was shown them. Where two files disagree all
    such places are told, with what each says, and nothing is stored unless one of them is trusted.
    """
    if len(files) < 2:  # noqa: PLR2004 -- a pair
        raise click.UsageError("name two files or more of one game")
    if trust is not None and trust not in files:
        raise click.UsageError(f"--trust names one of the files: {', '.join(files)}")
    with place.open(create=True) as book:
        logs = [_read(book, file, ImportOptions(pseudonyms=pseudonyms)) for file in files]
        merged = book.writing.merge(book.keeper, *logs, trust=None if trust is None else files.index(trust))
        records = [] if merged.stored is None else [stored_data(book, merged.stored)]
    if as_json:
        told = [_data(one, files) for one in merged.disagreements]
        print_json({"record": records[0] if records else None, "order": files[merged.base], "disagreements": told})
    else:
        for one in merged.disagreements:
            tell(_line(one, files))
        print_stored(records, as_json=False)
    if not records:
        many = counted(len(merged.disagreements), "place")
        raise click.ClickException(f"the files disagree in {many}; nothing is stored. Put one of them right, or trust one: --trust FILE")


def _read(book: GameBook, file: str, options: ImportOptions) -> ImportedRecord:
    try:
        data = content_of(file)
    except OSError as error:
        raise ImportRefused(file, Problem(reason=f"cannot be read: {error.strerror or error}")) from None
    found = read_file(book.games, data, file, options)
    if len(found) != 1:
        raise ImportRefused(file, Problem(reason=f"holds {counted(len(found), 'record')}; a file to be merged holds one"))
    layers = found[0].layers if isinstance(found[0], NewGame) else ()
    if notes := sum(len(layer.notes) + len(layer.lines) for layer in layers):
        tell(f"{file}: {counted(notes, 'note')}, variations among them, are not merged: they are about the record of this file alone")
    return found[0]


def _names(files: Sequence[str]) -> list[str]:
    """Return the files' names without folders, where they can be told apart by them."""
    names = [Path(file).name for file in files]
    return names if len({*names}) == len(names) else list(files)


def _line(one: Disagreement, files: Sequence[str]) -> str:
    names = _names(files)
    says = "; ".join(f"{names[number]} says {text or 'nothing'}" for number, text in zip(one.logs, one.says, strict=True))
    return f"{f'version {one.version}, ' if one.version else ''}{one.place}: {says}"


def _data(one: Disagreement, files: Sequence[str]) -> dict[str, object]:
    says = [{"file": files[number], "text": text} for number, text in zip(one.logs, one.says, strict=True)]
    return {"version": one.version, "place": one.place, "says": says}
