"""``kiebitz layer``: notes beside a record, who may read them, and their files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from importers.native_streams import read_stream, write_stream
from records.errors import ImportRefused, Problem
from records.service.kinds import LAYERS
from records.service.layers.notes import NoteText
from records.studies.layers.events import Arrow, Spot
from web.books import content_of
from web.cli.completion import with_record
from web.cli.output import counted, plain, print_json, tell, with_json
from web.cli.places import StoreChoice, with_store
from web.cli.steps import StepParam, number_of, seen_as
from web.cli.telling.exporting import write_output
from web.cli.verbs import verb
from web.cli.viewers import readers, with_viewer
from web.schemas.layers import LayerSchema, NoteSchema

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.service import GameBook, RecordView
    from records.service.layers.notes import NoteView, NoteWarning
    from records.service.layers.views import LayerView
    from records.service.persons import Person

with_layer = click.argument("layer", metavar="LAYER")
with_text = click.argument("text", metavar="TEXT", default="")
with_step = click.argument("step", metavar="STEP", type=StepParam())


@click.group()
def layer() -> None:
    """Write notes beside a record, read them as any viewer may, and carry them from shelf to shelf."""


def _show_person(person: Person, *, as_json: bool) -> None:
    if as_json:
        print_json({"key": person.key, "name": person.name})
    else:
        click.echo(f"{plain(person.name) or '(no name yet: kiebitz layer me NAME)'}  {person.key}")


@verb(with_json, click.argument("name", required=False), into=layer, shows=_show_person)
def me(book: GameBook, *, name: str | None) -> Person:
    """Say what you are called in the layers that you write, or with NAME set it."""
    return book.people.person(book.keeper) if name is None else book.people.call_me(book.keeper, name)


def _show_layers(told: tuple[Sequence[LayerView], str], *, book: GameBook, as_json: bool) -> None:
    layers, viewer = told
    if as_json:
        print_json([LayerSchema.data(one) for one in layers])
        return
    for one in layers:
        view = seen_as(book, one.record, viewer)
        click.echo(f"{one.id}  {plain(_author(one.author))}{'  (copy)' if one.copy else ''}")
        for note in one.notes:
            click.echo(_told(note, view))
        for line in one.lines:
            click.echo(f"  line {line.id} from step {number_of(view, line.base)}, {counted(len(line.nodes), 'node')}  {plain(line.name)}")


@verb(
    with_viewer,
    click.option("--at", type=StepParam(), metavar="STEP", help="What a reader at that step sees."),
    with_json,
    with_record,
    into=layer,
    shows=_show_layers,
    counts=True,
)
def show(book: GameBook, *, record: str, viewer: str, at: int | None) -> tuple[Sequence[LayerView], str]:
    """Tell the notes and lines beside a record that a viewer may read."""
    return book.notes.layers(book.keeper, record, book.records.viewer(book.keeper, record, viewer), at), viewer


def _author(author: Person) -> str:
    if author.brought is None:
        return author.name or author.key
    by, said = author.brought.by, author.brought.said
    return f"{f'brought by {by}' if by else 'from elsewhere'}, {f'said to be by {said}' if said else 'author unknown'}"


def _told(note: NoteView, view: RecordView) -> str:
    readers = ", ".join(note.known_to) or "open table alone"
    text = " ".join(filter(None, (note.glyph, note.text)))
    at, since = number_of(view, note.at.v), number_of(view, note.since)
    return f"  {at:>4}  {plain(text)}  [{note.id} version {note.version}; to {readers} from step {since}, {note.status}]"


with_note = (
    click.option("--glyph", help="!!, !, !?, ?!, ? or ??."),
    click.option(
        "--to",
        "audience",
        multiple=True,
        metavar="SEAT",
        callback=readers,
        help="Who may read it: a seat, * for everybody, open for the open table alone. [default: those who see what you saw]",
    ),
    click.option("--since", type=StepParam(), metavar="STEP", help="The step from which it is shown. [default: the last]"),
    click.option("--mark", "spots", multiple=True, metavar="PLACE", help="A card or place to mark."),
    click.option("--arrow", "arrows", multiple=True, nargs=2, metavar="FROM TO", help="An arrow from one place to another."),
)
"""What a note is made of, beside its step and its text."""


def _text(step: int, spots: tuple[str, ...], arrows: tuple[tuple[str, str], ...], **said: Any) -> NoteText:
    marks: tuple[Spot | Arrow, ...] = (*(Spot(place=place) for place in spots), *(Arrow(start=start, end=end) for start, end in arrows))
    return NoteText(at=step, marks=marks, **said)


def _show_note(told: tuple[NoteView, RecordView], *, as_json: bool) -> None:
    note, view = told
    if as_json:
        print_json(NoteSchema.data(note))
    else:
        click.echo(_told(note, view).strip())


def _show_written(written: tuple[NoteView, RecordView, Sequence[NoteWarning]], *, as_json: bool) -> None:
    note, view, warned = written
    _show_note((note, view), as_json=as_json)
    for one in warned:
        what = {
            "claim": "cannot know yet",
            "wrong": "knows not to be so",
            "name": "cannot place",
            "mark": "was not shown the card of that step",
        }
        tell(f"Note: it says what {one.reader} {what[one.kind]}{f': {one.card} {one.place}'.rstrip() if one.card else ''}.")


@verb(
    with_viewer,
    *with_note,
    click.option("--line", metavar="LINE", help="The line of yours that it is about; STEP is where the line begins."),
    click.option("--node", type=click.IntRange(min=0), default=0, metavar="NODE", help="The node of the line."),
    with_json,
    with_record,
    with_step,
    with_text,
    into=layer,
    shows=_show_written,
)
def note(book: GameBook, *, record: str, viewer: str, **said: Any) -> tuple[NoteView, RecordView, Sequence[NoteWarning]]:
    """Write a note about a step of a record, in your own layer; --as says whose view you have before you.

    [[knight@s31]] in the text says that a card lies somewhere. What a reader could not know yet is told.
    """
    body, eyes = _text(**said), book.records.viewer(book.keeper, record, viewer)
    warned = book.notes.note_warnings(book.keeper, record, body, eyes)
    return book.notes.write_note(book.keeper, record, body, viewer=eyes), seen_as(book, record, viewer), warned


@verb(
    with_viewer,
    *with_note,
    click.option(
        "--was", type=click.IntRange(min=1), required=True, metavar="VERSION", help="The version that it replaces; a newer one is refused."
    ),
    with_json,
    with_layer,
    click.argument("note_id", metavar="NOTE"),
    with_step,
    with_text,
    into=layer,
    shows=_show_note,
)
def revise(book: GameBook, *, layer: str, note_id: str, viewer: str, was: int, **said: Any) -> tuple[NoteView, RecordView]:
    """Write a note of yours anew."""
    note = book.notes.revise_note(book.keeper, layer, note_id, _text(**said), was=was, viewer=viewer)
    return note, seen_as(book, book.notes.layer(book.keeper, layer).record, viewer)


@verb(
    click.option("--erase", is_flag=True, help="Erase the text for good; the layer's chain stays whole."),
    click.option("--yes", is_flag=True, help="Do not ask."),
    with_layer,
    click.argument("note_id", metavar="[NOTE]", required=False),
    into=layer,
    shows=tell,
)
def remove(book: GameBook, *, layer: str, note_id: str | None, erase: bool, yes: bool) -> str:
    """Take a note of yours away, or without NOTE delete a whole layer for good."""
    if note_id is None:
        if not yes:
            click.confirm(f"Delete layer {layer} for ever?", abort=True, err=True)
        return f"Layer {layer} with {counted(book.notes.files.remove_layer(book.keeper, layer), 'event')} is gone."
    if erase:
        return f"The text of note {note_id} is erased, in {counted(book.notes.erase_note(book.keeper, layer, note_id), 'version')}."
    standing = {one.id: one.version for one in book.notes.layer(book.keeper, layer).notes}
    book.notes.remove_note(book.keeper, layer, note_id, was=standing.get(note_id, 0))
    return f"Note {note_id} is taken away; --erase erases its text too."


@verb(
    with_viewer,
    click.option(
        "-o",
        "--output",
        default="-",
        metavar="FILE",
        type=click.Path(dir_okay=False, allow_dash=True),
        help="The file. [default: standard output]",
    ),
    with_layer,
    into=layer,
)
def export(book: GameBook, *, layer: str, viewer: str, output: str) -> None:
    """Write a layer as a file: itself for the open table, else a copy with what the viewer may read."""
    write_output(output, write_stream(book.notes.files.export_layer(book.keeper, layer, viewer)), f"layer {layer} as {viewer}")


@layer.command("import")
@with_store
@click.option("--onto", metavar="ID", help="Bind it to this record of the same game instead.")
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
        taken = book.notes.files.take_in_layer(
            book.keeper, read_stream(data, file, LAYERS), None if onto is None else book.records.resolve(book.keeper, onto)
        )
    for conflict in taken.conflicts:
        tell(f"Note {conflict.note} was changed on both sides; both texts are there.")
    if as_json:
        print_json({"id": taken.id, "new": taken.new, "changed": taken.changed, "conflicts": [one.note for one in taken.conflicts]})
    else:
        click.echo(f"{taken.id}  {'new' if taken.new else f'{taken.changed} changed'}")


@verb(with_layer, with_record, into=layer, shows=tell)
def bind(book: GameBook, *, layer: str, record: str) -> str:
    """Bind a layer of yours to another record of the same game: one that was merged, or imported anew."""
    book.notes.files.rebind_layer(book.keeper, layer, record)
    return f"Layer {layer} belongs to record {record}."
