"""``kiebitz export``: a record as a native file, in notation, as a sheet or a picture; records as columns."""

from __future__ import annotations

import os
import tempfile
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from importers import native
from importers.notation.exporting import layers_beside, notation_of
from records.core.viewers import viewer_key
from records.values import replace
from web.cli.completion import complete_record
from web.cli.languages import with_language
from web.cli.output import counted, tell
from web.cli.places import StoreChoice, with_store
from web.cli.steps import NamedStep, version_at, with_at
from web.cli.viewers import with_viewer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from importers.notation.writing_notes import LayerToWrite
    from records.service import GameBook, RecordView
    from web.words.phrases import Locale

FORMS = ("native", "notation", "sheet", "html", "svg", "png", "parquet")
AT_ONCE = 500
"""Records that are asked of the shelf at once."""
_OF_FORM = {
    "at": ("svg", "png", "html"),
    "theme": ("svg", "png"),
    "every": ("parquet",),
    **dict.fromkeys(("language", "times", "notes", "layers"), ("notation",)),
}
"""Which forms an option belongs to."""
_WRITTEN = {"every": "all", "layers": "layer"}


class _Wish(msgspec.Struct, frozen=True):
    """How one record is to be written."""

    form: str
    at: NamedStep | None
    theme: str
    language: str
    times: bool
    locale: Locale
    layers: Sequence[LayerToWrite]


@click.command()
@with_store
@with_viewer
@click.option(
    "-o",
    "--output",
    default="-",
    metavar="FILE",
    type=click.Path(allow_dash=True),
    help="The file; a folder for parquet. [default: standard output]",
)
@click.option("--format", "form", type=click.Choice(FORMS), default="native", show_default=True, help="The form of the file.")
@with_at("The step of a picture, or the last step of html.")
@click.option("--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True, help="Colours of a picture.")
@click.option("--all", "every", is_flag=True, help="All records on the shelf (parquet).")
@click.option("--language", metavar="LANGUAGE", default="", help="Card titles in this language (notation). [default: short names]")
@click.option("--times", is_flag=True, help="Include the time of each decision (notation).")
@click.option("--notes", is_flag=True, help="Include notes and variations that the viewer may read (notation).")
@click.option("--layer", "layers", metavar="LAYER", multiple=True, help="Include those of this layer (notation); may be repeated.")
@with_language
@click.argument("records", metavar="ID...", nargs=-1, shell_complete=complete_record)
@click.pass_context
def export(  # noqa: PLR0917 -- a parameter an option
    context: click.Context,
    records: tuple[str, ...],
    viewer: str,
    output: str,
    form: str,
    at: NamedStep | None,
    theme: str,
    language: str,
    layers: tuple[str, ...],
    locale: Locale,
    *,
    every: bool,
    times: bool,
    notes: bool,
) -> None:
    """Write a record as a native file, as a text in notation, as a sheet to be printed (HTML), or a step of it as a picture (svg, png).

    For the open table a native file is whole, with the key of its secrets; for every other viewer it holds what that viewer was shown, and
    of the rest only what proves that nothing was changed. All other forms hold what the viewer saw and nothing else.

    As html it is a file of its own that works without a network: steps, narration, notes, charts, and questions whose keys lie readable in
    it.

    As parquet one or more records become two tables, games.parquet and events.parquet, in the folder FILE.
    """
    place: StoreChoice = context.obj
    _check_options(context, form)
    if form == "parquet":
        _write_tables(place, records, viewer, output, locale, every=every)
        return
    if len(records) != 1:
        raise click.UsageError(f"--format {form} takes one ID")
    if output != "-" and Path(output).is_dir():
        raise click.UsageError(f"{output} is a directory: say a file with -o FILE")
    with place.open() as book:
        found = book.records.resolve(book.keeper, records[0])
        eyes = book.records.viewer(book.keeper, found, viewer)
        if form == "html":
            data = offline_record(
                book, found, viewer_key(eyes), None if at is None else at.version(book.record(book.keeper, found, eyes)), locale
            )
        elif form == "native":
            data = native.write(book.games, book.records.export(book.keeper, found, eyes), viewer_key(eyes))
        else:
            only = None if notes else [book.notes.resolve_layer(book.keeper, layer) for layer in layers]
            beside = layers_beside(book, book.keeper, found, eyes, only=only) if notes or layers else ()
            data = _written(book.record(book.keeper, found, eyes), _Wish(form, at, theme, language, times, locale, beside))
    write_output(output, data, f"record {found} as {viewer_key(eyes)}")


def _check_options(context: click.Context, form: str) -> None:
    """Raise ``UsageError`` for an option of another form."""
    for name, forms in _OF_FORM.items():
        if form not in forms and context.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT:
            raise click.UsageError(f"--{_WRITTEN.get(name, name)} belongs to --format {' and '.join(forms)}")


def _written(view: RecordView, wish: _Wish) -> bytes:
    if wish.form == "notation":
        return notation_of(view, language=wish.language, times=wish.times, layers=wish.layers).text.encode()
    from web.pages.exports import picture, png, sheet  # noqa: PLC0415 -- a quarter of a second that the other forms do not need
    from web.words.texts import read_aloud  # noqa: PLC0415 -- as above

    with read_aloud(wish.locale):
        if wish.form == "sheet":
            return sheet.document(view).encode()
        drawn = picture.picture(view, version_at(view, wish.at), "dark" if wish.theme == "dark" else "light")
    return drawn.encode() if wish.form == "svg" else png.png_of(drawn)


def offline_record(book: GameBook, record: str, viewer: str, last: int | None, locale: Locale) -> bytes:
    """Return a record as a file that works without a network, through one viewer's eyes, and say first what can be read in it."""
    from web.pages.offline.document import record_file  # noqa: PLC0415 -- as above

    tell("The keys of its questions lie readable in this file.")
    with drawn_by_app(book, locale):
        return record_file(book, book.keeper, record, viewer, last).encode()


@contextmanager
def drawn_by_app(book: GameBook, locale: Locale) -> Iterator[None]:
    """Let pages be drawn outside of any request, in a language."""
    from web.app import create_app  # noqa: PLC0415 -- as above
    from web.words.texts import read_aloud  # noqa: PLC0415 -- as above

    with create_app(book).test_request_context(), read_aloud(locale):
        yield


def _write_tables(place: StoreChoice, records: tuple[str, ...], viewer: str, output: str, locale: Locale, *, every: bool) -> None:
    from web.datasets import parquet  # noqa: PLC0415 -- as above

    if output == "-":
        raise click.UsageError("--format parquet writes two files: say in which folder with -o FOLDER")
    if every == bool(records):
        raise click.UsageError("--format parquet takes one ID or more, or --all")
    parquet.schemas()
    folder = Path(output)
    with place.open() as book:
        chosen = [book.records.resolve(book.keeper, text) for text in records]
        views = (book.record(book.keeper, record, viewer) for record in (chosen or _every(book)))
        try:
            folder.mkdir(exist_ok=True)
            with tempfile.TemporaryDirectory(dir=folder, prefix=".parquet.") as made:
                with ExitStack() as stack:
                    paths = {name: Path(made) / f"{name}.parquet" for name in (parquet.GAMES, parquet.EVENTS)}
                    files = {name: stack.enter_context(path.open("wb")) for name, path in paths.items()}
                    count = parquet.write(views, files, locale)
                for path in paths.values():
                    path.replace(folder / path.name)
        except OSError as error:
            raise click.ClickException(f"{output}: cannot be written: {error.strerror or error}") from error
    tell(f"{output}: games.parquet and events.parquet of {counted(count, 'record')} as {viewer}")


def _every(book: GameBook) -> Iterator[str]:
    """Yield the ids of all records of the shelf, the oldest that came first; those that are damaged are left out."""
    from records.service import ShelfOrder, ShelfQuery  # noqa: PLC0415 -- as above

    query, more = ShelfQuery(order=ShelfOrder.ADDED, descending=False, limit=AT_ONCE), True
    while more:
        page = book.records.shelf(book.keeper, query)
        for entry in page.entries:
            if entry.damaged:
                tell(f"Record {entry.id} is damaged and left out.")
            else:
                yield entry.id
        more, query = page.more, replace(query, after=page.entries[-1].id if page.entries else "")


with_output = click.option("-o", "--output", metavar="FILE", default="-", show_default=True, help="The file; - is standard output.")


def write_output(output: str, data: bytes, what: str) -> None:
    """Write to standard output (``-``), or to a file, whole or not at all, and say so."""
    if output == "-":
        click.echo(data, nl=False)
        return
    try:
        _replace(Path(output), data)
    except OSError as error:
        raise click.ClickException(f"{output}: cannot be written: {error.strerror or error}") from error
    tell(f"{output}: {what}, {len(data)} bytes")


def _replace(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    if path.exists() and not path.is_file() and not path.is_dir():  # a device or a pipe
        path.write_bytes(data)
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
