"""``kiebitz layer``: notes beside a record, who may read them, and their files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from importers.native_layers import read_layer, write_layer
from records.errors import ImportRefused, Problem
from records.service.layers.notes import NoteText
from web.books import content_of
from web.cli.completion import with_record
from web.cli.output import counted, plain, print_json, tell, with_json
from web.cli.places import StoreChoice, with_store
from web.cli.telling.exporting import write_output
from web.cli.viewers import with_viewer
from web.schemas.layers import layer_data, note_data

if TYPE_CHECKING:
    from records.service.layers.notes import NoteView
    from records.service.persons import Person

with_layer = click.argument("layer", metavar="LAYER")
with_text = click.argument("text", metavar="TEXT", default="")
with_step = click.argument("step", metavar="STEP", type=click.IntRange(min=0))


@click.group()
def layer() -> None:
    """Write notes beside a record, read them as any viewer may, and carry them from shelf to shelf."""


@layer.command()
@with_store
@with_json
@click.argument("name", required=False)
@click.pass_obj
def me(place: StoreChoice, name: str | None, *, as_json: bool) -> None:
    """Say what you are called in the layers that you write, or with NAME set it."""
    with place.open() as book:
        person = book.person(book.keeper) if name is None else book.call_me(book.keeper, name)
    if as_json:
        print_json({"key": person.key, "name": person.name})
    else:
        click.echo(f"{plain(person.name) or '(no name yet: kiebitz layer me NAME)'}  {person.key}")


@layer.command()
@with_store
@with_viewer
@click.option("--at", type=click.IntRange(min=0), metavar="STEP", help="As somebody reads it who is at that step.")
@with_json
@with_record
@click.pass_obj
def show(place: StoreChoice, record: str, viewer: str, at: int | None, *, as_json: bool) -> None:
    """Tell the notes and lines beside a record that a viewer may read."""
    with place.open() as book:
        found = book.resolve(book.keeper, record)
        layers = book.layers(book.keeper, found, book.viewer(book.keeper, found, viewer), at)
    if as_json:
        print_json([layer_data(one) for one in layers])
        return
    for one in layers:
        click.echo(f"{one.id}  {plain(_author(one.author))}{'  (copy)' if one.copy else ''}")
        for note in one.notes:
            click.echo(_told(note))
        for line in one.lines:
            click.echo(f"  line {line.id} from step {line.base}, {counted(len(line.nodes), 'node')}  {plain(line.name)}")


def _author(author: Person) -> str:
    if author.brought is None:
        return author.name or author.key
    by, said = author.brought.by, author.brought.said
    return f"{f'brought by {by}' if by else 'from elsewhere'}, {f'said to be by {said}' if said else 'author unknown'}"


def _told(note: NoteView) -> str:
    readers = ", ".join(note.known_to) or "open table alone"
    text = " ".join(filter(None, (note.glyph, note.text)))
    return f"  {note.at.v:>4}  {plain(text)}  [{note.id} version {note.version}; to {readers} from step {note.since}, {note.status}]"


def _text(step: int, text: str, glyph: str | None, to: tuple[str, ...], since: int | None) -> NoteText:
    audience = None if not to else () if "open" in to else to
    return NoteText(at=step, text=text, glyph=glyph, audience=audience, since=since)


def with_note(command: Any) -> Any:
    """Add what a note is made of."""
    for option in (
        click.option("--since", type=click.IntRange(min=0), metavar="STEP", help="The step from which it is shown. [default: the last]"),
        click.option(
            "--to", multiple=True, metavar="SEAT", help="Who may read it: a seat, * for everybody, open for the open table alone."
        ),
        click.option("--glyph", help="!!, !, !?, ?!, ? or ??."),
    ):
        command = option(command)
    return command


@layer.command()
@with_store
@with_viewer
@with_note
@with_json
@with_record
@with_step
@with_text
@click.pass_obj
def note(  # noqa: PLR0917 -- what a note is made of
    place: StoreChoice,
    record: str,
    step: int,
    text: str,
    viewer: str,
    glyph: str | None,
    to: tuple[str, ...],
    since: int | None,
    *,
    as_json: bool,
) -> None:
    """Write a note about a step of a record, in your own layer; --as says whose view you have before you.

    [[knight@s31]] in the text says that a card lies somewhere. What a reader could not know yet is told.
    """
    with place.open() as book:
        found = book.resolve(book.keeper, record)
        body = _text(step, text, glyph, to, since)
        warned = book.note_warnings(book.keeper, found, body, book.viewer(book.keeper, found, viewer))
        written = book.write_note(book.keeper, found, body, viewer=book.viewer(book.keeper, found, viewer))
    _print_note(written, as_json=as_json)
    for one in warned:
        what = {
            "claim": "cannot know yet",
            "wrong": "knows not to be so",
            "name": "cannot place",
            "mark": "was not shown the card of that step",
        }
        tell(f"Note: it says what {one.reader} {what[one.kind]}{f': {one.card} {one.place}'.rstrip() if one.card else ''}.")


@layer.command()
@with_store
@with_viewer
@with_note
@click.option("--was", type=click.IntRange(min=1), required=True, metavar="VERSION", help="The version that it replaces.")
@with_json
@with_layer
@click.argument("note_id", metavar="NOTE")
@with_step
@with_text
@click.pass_obj
def revise(  # noqa: PLR0917 -- what a note is made of
    place: StoreChoice,
    layer: str,
    note_id: str,
    step: int,
    text: str,
    viewer: str,
    glyph: str | None,
    to: tuple[str, ...],
    since: int | None,
    was: int,
    *,
    as_json: bool,
) -> None:
    """Write a note of yours anew."""
    with place.open() as book:
        found = book.resolve_layer(book.keeper, layer)
        written = book.revise_note(book.keeper, found, note_id, _text(step, text, glyph, to, since), was=was, viewer=viewer)
    _print_note(written, as_json=as_json)


def _print_note(note: NoteView, *, as_json: bool) -> None:
    if as_json:
        print_json(note_data(note))
    else:
        click.echo(_told(note).strip())


@layer.command()
@with_store
@click.option("--erase", is_flag=True, help="Erase its text for good; the layer's chain stays whole.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_layer
@click.argument("note_id", metavar="[NOTE]", required=False)
@click.pass_obj
def remove(place: StoreChoice, layer: str, note_id: str | None, *, erase: bool, yes: bool) -> None:
    """Take a note of yours away, or without NOTE delete a whole layer for good."""
    with place.open() as book:
        found = book.resolve_layer(book.keeper, layer)
        if note_id is None:
            if not yes:
                click.confirm(f"Delete layer {found} for ever?", abort=True, err=True)
            count = book.remove_layer(book.keeper, found)
            tell(f"Layer {found} with {counted(count, 'event')} is gone.")
            return
        if erase:
            count = book.erase_note(book.keeper, found, note_id)
            tell(f"The text of note {note_id} is erased, in {counted(count, 'version')}.")
        else:
            standing = {one.id: one.version for one in book.layer(book.keeper, found).notes}
            book.remove_note(book.keeper, found, note_id, was=standing.get(note_id, 0))
            tell(f"Note {note_id} is taken away; --erase erases its text too.")


@layer.command()
@with_store
@with_viewer
@click.option(
    "-o", "--output", default="-", metavar="FILE", type=click.Path(dir_okay=False, allow_dash=True), help="[default: standard output]"
)
@with_layer
@click.pass_obj
def export(place: StoreChoice, layer: str, viewer: str, output: str) -> None:
    """Write a layer as a file: itself for the open table, else a copy with what the viewer may read."""
    with place.open() as book:
        found = book.resolve_layer(book.keeper, layer)
        data = write_layer(book.export_layer(book.keeper, found, viewer))
    write_output(output, data, f"layer {found} as {viewer}")


@layer.command("import")
@with_store
@click.option("--onto", metavar="ID", help="Bind it to this record of the same game instead of its own.")
@with_json
@click.argument("file", type=click.Path())
@click.pass_obj
def import_(place: StoreChoice, file: str, onto: str | None, *, as_json: bool) -> None:
    """Take in a layer, or bring it together with the one that is here.

    A note that was changed on both sides is told; how it reads in the file stands beside it then, as a note of its own.
    """
    try:
        data = content_of(file)
    except OSError as error:
        raise ImportRefused(file, Problem(reason=f"cannot be read: {error.strerror or error}")) from None
    with place.open() as book:
        taken = book.take_in_layer(book.keeper, read_layer(data, file), None if onto is None else book.resolve(book.keeper, onto))
    for conflict in taken.conflicts:
        tell(f"Note {conflict.note} was changed on both sides; both texts are there.")
    if as_json:
        print_json({"id": taken.id, "new": taken.new, "changed": taken.changed, "conflicts": [one.note for one in taken.conflicts]})
    else:
        click.echo(f"{taken.id}  {'new' if taken.new else f'{taken.changed} changed'}")


@layer.command()
@with_store
@with_layer
@with_record
@click.pass_obj
def bind(place: StoreChoice, layer: str, record: str) -> None:
    """Bind a layer of yours to another record of the same game: one that was merged, or imported anew."""
    with place.open() as book:
        found, onto = book.resolve_layer(book.keeper, layer), book.resolve(book.keeper, record)
        book.rebind_layer(book.keeper, found, onto)
    tell(f"Layer {found} belongs to record {onto}.")
