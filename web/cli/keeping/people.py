"""``kiebitz rename``, ``entitle`` and ``forget``: names of people and games, which no chain holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from records.core.viewers import PUBLIC, Spectator, Viewer
from records.errors import SeatNotFound
from records.service.viewing import viewer_of
from web.cli.completion import with_record
from web.cli.output import counted, print_json, tell, with_json
from web.cli.places import StoreChoice, with_store
from web.cli.verbs import show_answer, verb

if TYPE_CHECKING:
    from records.core.ids import RecordId, SeatKey
    from records.service import GameBook


@verb(with_json, with_record, click.argument("seat"), click.argument("name"), shows=show_answer)
def rename(book: GameBook, *, record: RecordId, seat: str, name: str) -> tuple[Any, str]:
    """Give the person at SEAT (its key, or the name so far) another NAME; the record itself does not change."""
    sitting = _sitting(book, record, seat)
    before = book.record(book.keeper, record, PUBLIC).names.get(sitting, "")
    book.records.rename(book.keeper, record, sitting, name)
    called = book.record(book.keeper, record, PUBLIC).names[sitting]
    words = f"is now called {called}{f', before {before}' if before else ''}" if called != before else f"was called {called} before"
    return {"id": record, "seat": sitting, "name": called}, f"Seat {sitting} of record {record} {words}."


def _sitting(book: GameBook, record: RecordId, text: str) -> SeatKey:
    """Return the seat with this key, or of the person of this name; raises ``SeatNotFound`` with the seats that there are."""
    view = book.record(book.keeper, record, PUBLIC)
    try:
        sitting: Viewer = viewer_of(text, view.header, view.names)
    except SeatNotFound:
        sitting = PUBLIC
    if isinstance(sitting, Spectator):
        seats = ", ".join(f"{seat} ({view.names[seat]})" if view.names.get(seat) else seat for seat in view.header.seats)
        raise SeatNotFound(f"{text!r} is no seat of record {record}, nor the name of who sits there; the seats are {seats}")
    return sitting


@verb(with_json, with_record, click.argument("name"), shows=show_answer)
def entitle(book: GameBook, *, record: str, name: str) -> tuple[Any, str]:
    """Say that the game of a table that is known by its log is called NAME; '' takes the name away."""
    book.records.name_game(book.keeper, record, name)
    called = book.record(book.keeper, record, PUBLIC).label.title
    words = f"The game of record {record} is now called {called}." if called else f"The game of record {record} has no name now."
    return {"id": record, "game_name": called}, words


@click.command()
@with_store
@click.option("--with-notes", is_flag=True, help="Also erase the person's notes, lines, studies and words in disputes.")
@with_json
@click.argument("person")
@click.pass_obj
def forget(place: StoreChoice, person: str, *, with_notes: bool, as_json: bool) -> None:
    """Erase the name PERSON, in any case, and that person's ids at other sites from all records, the trash included.

    What people wrote down stays as it is; it is told where the name still stands in it.
    """
    with place.open() as book:
        touched = book.people.forget(book.keeper, person)
        writers = [key for record, key in touched if not record]
        erased = said = 0
        if with_notes:
            erased = sum(
                book.notes.files.erase_writings(book.keeper, key)
                + book.studies.erase_studies(book.keeper, key)
                + book.classes.erase_classes(book.keeper, key)
                + book.retelling.erase_words(book.keeper, key)
                for key in writers
            )
            said = book.cases.erase_case_writings(book.keeper, person, [(record, seat) for record, seat in touched if record])
        left = book.people.mentions(book.keeper, person)
        cases = [found for found in left if book.cases.is_case(book.keeper, found)]
    if not touched and not left and not said:
        raise SeatNotFound(f"no record names {person!r}")
    if as_json:
        mentioned = [{"id": record, "places": places} for record, places in left.items()]
        print_json({"erased": [{"id": record, "seat": seat} for record, seat in touched], "mentioned": mentioned, "texts": erased + said})
    else:
        tell(f"Erased at {counted(len(touched) - len(writers), 'seat')}.")
        if writers:
            notes = f"{counted(erased, 'text')} erased" if with_notes else "--with-notes erases what that person wrote too"
            tell(f"Layers of that person have no name now; {notes}.")
        if said:
            tell(f"Disputes: {counted(said, 'text')} erased.")
        if cases:
            places = counted(sum(left[one] for one in cases), "text")
            tell(f"The name still stands in {places} of disputes: {', '.join(cases)}; kiebitz case erase takes such a text out for good.")
        if len(left) > len(cases):
            records = [one for one in left if one not in cases]
            tell(
                f"The name still stands in {counted(sum(left[one] for one in records), 'text')} of {counted(len(records), 'record')}, "
                f"which are part of the log and cannot be changed: {', '.join(records)}."
            )
            tell("kiebitz delete --for-good removes such a record; an archive can be imported again with --pseudonyms.")
    if not touched and not said:
        raise SystemExit(1)
