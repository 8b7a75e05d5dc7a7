"""``kiebitz export``: a record as a native file, or in notation."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

import click

from importers import native
from importers.notation.exporting import notation_of
from records.core.viewers import LOCAL, viewer_key
from web.cli.completion import with_record
from web.cli.output import tell
from web.cli.places import StoreChoice, with_store
from web.cli.viewers import with_viewer


@click.command()
@with_store
@with_viewer
@click.option(
    "-o", "--output", default="-", metavar="FILE", type=click.Path(dir_okay=False, allow_dash=True), help="[default: standard output]"
)
@click.option("--format", "form", type=click.Choice(["native", "notation"]), default="native", show_default=True)
@click.option("--language", metavar="LANGUAGE", default="", help="Titles of cards in this language, in notation.  [default: short names]")
@click.option("--times", is_flag=True, help="With the times of all decisions, in notation.")
@with_record
@click.pass_obj
def export(  # noqa: PLR0917 -- a parameter an option
    place: StoreChoice, record: str, viewer: str, output: str, form: str, language: str, *, times: bool
) -> None:
    """Write a record as a native file, or as a text in notation.

    For the open table a native file is whole, with the key of its secrets; for every other viewer it holds what that viewer was shown, and
    of the rest only what proves that nothing was changed. The notation holds the moves as the viewer saw them.
    """
    if form == "native" and (language or times):
        raise click.UsageError("--language and --times belong to --format notation")
    with place.open() as book:
        found = book.resolve(LOCAL, record)
        eyes = book.viewer(LOCAL, found, viewer)
        data = (
            native.write(book.games, book.export(LOCAL, found, eyes), viewer_key(eyes))
            if form == "native"
            else notation_of(book.record(LOCAL, found, eyes), language=language, times=times).text.encode()
        )
    write_output(output, data, f"record {found} as {viewer_key(eyes)}")


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
    if path.exists() and not path.is_file():  # a device or a pipe
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
