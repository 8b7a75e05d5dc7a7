"""``kiebitz import``: files become records."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from importers import ImportOptions
from importers.maps.mapping import load_map
from importers.storing import store_file
from records.core.viewers import LOCAL
from records.errors import ImportRefused, Problem, RecordsError
from web.books import content_of
from web.cli.output import console, counted, stop, tell, with_json
from web.cli.places import StoreChoice, with_store
from web.cli.stored import print_stored, stored_data

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from records.service import GameBook, Stored

STDIN = "-"
TOLD_EACH = 100
"""Files between two lines of progress where there is no terminal."""


@click.command("import")
@with_store
@click.option("--pseudonyms", is_flag=True, help="Replace names and ids of people before anything is stored.")
@click.option("--game", "game_name", metavar="NAME", default="", help="What the game of these tables is called, which no log tells.")
@click.option("--map", "map_name", metavar="FILE", help="What the messages of archives mean as events of a game that is known here.")
@with_json
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@click.pass_obj
def import_(place: StoreChoice, files: tuple[str, ...], *, pseudonyms: bool, game_name: str, map_name: str | None, as_json: bool) -> None:
    """Store the records in files: native ones, archives of Board Game Arena. - is standard input.

    Of a file that is refused nothing is stored; the others are stored all the same, and the exit code is 1.
    """
    stored: list[Stored] = []
    records: list[dict[str, Any]] = []
    taken = refused = 0
    options = ImportOptions(pseudonyms=pseudonyms, game_name=game_name, map_file=load_map(map_name) if map_name else None)
    with place.open(create=True) as book:
        try:
            for file in _with_progress(files):
                try:
                    new = take(book, file, options)
                    records += [stored_data(book, one) for one in new]
                    stored += new
                    taken += 1
                except ImportRefused as error:
                    refused += 1
                    for problem in error.problems:
                        tell(f"{error.name}: {problem}")
                except RecordsError as error:
                    refused += 1
                    tell(f"{file}: {error}")
        except KeyboardInterrupt:
            stop(f"Stopped: {taken} of {len(files)} files are on the shelf, {refused} were refused, nothing of the others is stored.")
    _tell_of_copies(stored)
    print_stored(records, as_json=as_json)
    if len(files) > 1 or refused:
        again = sum(one.already for one in stored)
        imported = f"{counted(len(stored) - again, 'record')} imported, {again} already there, " if len(files) > 1 else ""
        tell(f"{imported}{refused} of {counted(len(files), 'file')} refused{'; nothing of them is stored' if refused else ''}.")
    if refused:
        raise SystemExit(1)


def take(book: GameBook, file: str, options: ImportOptions) -> list[Stored]:
    """Store the records of one file; raises ``RecordsError``, and then nothing of it is stored."""
    name = "<stdin>" if file == STDIN else file
    try:
        data = sys.stdin.buffer.read() if file == STDIN else content_of(file)
    except OSError as error:
        raise ImportRefused(name, Problem(reason=f"cannot be read: {error.strerror or error}")) from None
    return store_file(book, LOCAL, data, name, options)


def _with_progress(files: Sequence[str]) -> Iterator[str]:
    """Yield the files, with a bar on standard error where somebody watches, else with a line there now and then."""
    if not sys.stderr.isatty():
        for number, file in enumerate(files):
            if number and number % TOLD_EACH == 0:
                tell(f"{number} of {len(files)} files")
            yield file
        return
    if len(files) == 1:
        yield from files
        return
    from rich.progress import Progress  # noqa: PLC0415 -- a tenth of a second that most commands do not need

    with Progress(console=console(sys.stderr), transient=True) as progress:
        yield from progress.track(files, description="Importing")


def _tell_of_copies(stored: Sequence[Stored]) -> None:
    for one in stored:
        if one.copy_of:
            tell(
                f"Record {one.id} is here as the copy for {one.copy_of}: the file shows more, and nothing of it is stored. To have what "
                f"the file has: kiebitz delete {one.id}, kiebitz delete --for-good {one.id}, then import it again (it gets a new id)."
            )
