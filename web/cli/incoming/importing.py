"""``kiebitz import``: files become records."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from importers import ImportOptions
from importers.maps.mapping import load_map
from importers.sources import sources
from records.store import RECORD
from web.cli.incoming.importing_jobs import STANDARD_INPUT, FileOutcome, in_processes, take
from web.cli.incoming.stored import print_stored, stored_data
from web.cli.output import counted, stop, tell, with_json
from web.cli.places import StoreChoice, with_store
from web.cli.progress import with_progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from records.service import GameBook, Stored

MOST_JOBS = 64
BESIDE = (".layer", ".case", ".study", ".class")
"""How names of files end that come after the records beside which they stand."""


@click.command("import")
@with_store
@click.option("--pseudonyms", is_flag=True, help="Replace names and ids of people before anything is stored.")
@click.option("--game", "game_name", metavar="NAME", default="", help="Name of the game, which archives do not contain.")
@click.option("--map", "map_name", metavar="FILE", help="A mapping: read archives as a game that is known here.")
@click.option("--players", metavar="NAMES", default="", help="Comma-separated players, if a text log does not name them.")
@click.option("--date", "day", metavar="DAY", default="", help="The day, if a text log does not give it.")
@click.option(
    "--column", "columns", metavar="FIELD=HEADING", multiple=True, help="The heading of a field in a score sheet (CSV); may be repeated."
)
@click.option("--jobs", metavar="N", type=click.IntRange(1, MOST_JOBS), default=1, help="Number of processes that read. [default: 1]")
@click.option("--as-played", is_flag=True, help="Record games in notation as they were played, even against the rules.")
@click.option("--keep-going", is_flag=True, help="Keep a game in notation up to its first fault, and report all faults.")
@with_json
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@click.pass_obj
def import_(
    place: StoreChoice,
    /,
    files: tuple[str, ...],
    *,
    map_name: str | None,
    players: str,
    columns: tuple[str, ...],
    jobs: int,
    as_json: bool,
    **chosen: Any,
) -> None:
    """Store the records in files: native ones, games in notation, archives of Board Game Arena, text logs, score sheets.

    Files of layers, disputes, studies and classes are told apart by what stands in them, and taken in too.

    FILE may be a folder or a zip file; - is standard input.

    Of a file that is refused nothing is stored; the others are stored all the same, and the exit code is 1.
    """
    options = ImportOptions(
        map_file=load_map(map_name) if map_name else None,
        players=tuple(name.strip() for name in players.split(",")) if players.strip() else (),
        columns=tuple(map(_column, columns)),
        tell=tell,
        **chosen,
    )
    found = [source for file in files for source in ((STANDARD_INPUT,) if file == STANDARD_INPUT.path else sources(file))]
    found.sort(key=lambda source: source.name.endswith(BESIDE))
    with place.open(create=True) as book:
        report = _Report(book, len(found))
        try:
            if jobs > 1 and len(found) > 1 and STANDARD_INPUT not in found:
                in_processes(place, found, options, jobs, _progress(len(found), report.add))
            else:
                add = report.add
                for source in with_progress(found, "Importing", "files"):
                    add(take(book, source, options))
        except KeyboardInterrupt:
            stop(
                f"Stopped: {report.taken} of {len(found)} files are on the shelf, {report.refused} were refused, "
                "nothing of the others is stored."
            )
    report.close(as_json=as_json, many=len(found) > 1 or tuple(files) != tuple(source.path for source in found))
    if report.refused:
        raise SystemExit(1)


def _column(text: str) -> tuple[str, str]:
    field, equals, heading = text.partition("=")
    if not equals:
        raise click.BadParameter(f"{text!r} is not FIELD=HEADING", param_hint="--column")
    return field.strip().lower(), heading.strip()


@dataclass
class _Report:
    """What became of the files so far."""

    book: GameBook
    files: int
    stored: list[Stored] = field(default_factory=list)
    records: list[dict[str, Any]] = field(default_factory=list)
    taken: int = 0
    refused: int = 0
    passed_over: int = 0

    def add(self, outcome: FileOutcome) -> None:
        """Count a file, and tell why it was refused."""
        if outcome.passed_over:
            self.passed_over += 1
        elif outcome.problems:
            self.refused += 1
            for problem in outcome.problems:
                tell(f"{outcome.source.name}: {problem}")
        else:
            self.records += [stored_data(self.book, one, read=not outcome.elsewhere) for one in outcome.stored]
            self.stored += outcome.stored
            self.taken += 1

    def close(self, *, as_json: bool, many: bool) -> None:
        """Print the records, and of several files what became of all."""
        _tell_of_copies(self.stored)
        print_stored(self.records, as_json=as_json)
        if not (many or self.refused):
            return
        records = [one for one in self.stored if one.kind == RECORD]
        again = sum(one.already for one in records)
        imported = f"{counted(len(records) - again, 'record')} imported, {again} already there, " if many else ""
        imported += f"{len(self.stored) - len(records)} beside records, " if many and len(self.stored) > len(records) else ""
        passed = f"{self.passed_over} passed over that hold no record, " if self.passed_over else ""
        left = "; nothing of them is stored" if self.refused else ""
        tell(f"{imported}{passed}{self.refused} of {counted(self.files, 'file')} refused{left}.")


def _progress(count: int, add: Callable[[FileOutcome], None]) -> Callable[[FileOutcome], None]:
    """Return ``add`` that also tells how far it is."""
    steps = with_progress(range(count), "Importing", "files")
    next(steps)

    def told(outcome: FileOutcome) -> None:
        add(outcome)
        next(steps, None)

    return told


def _tell_of_copies(stored: Iterable[Stored]) -> None:
    for one in stored:
        if one.copy_of:
            tell(
                f"Record {one.id} is here as the copy for {one.copy_of}: the file shows more, and nothing of it is stored. To have what "
                f"the file has: kiebitz delete {one.id}, kiebitz delete --for-good {one.id}, then import it again (it gets a new id)."
            )
