"""``kiebitz rename``, ``entitle`` and ``forget``: names of people and games, which no chain holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from records.core.viewers import PUBLIC, Spectator, Viewer
from records.errors import SeatNotFound
from records.service.viewing import viewer_of
from web.cli.completion import with_record
from web.cli.output import counted, print_json, tell, with_json
from web.cli.places import StoreChoice, with_store

if TYPE_CHECKING:
    from records.core.ids import RecordId, SeatKey
    from records.service import GameBook


@click.command()
@with_store
@with_json
@with_record
@click.argument("seat")
@click.argument("name")
@click.pass_obj
def rename(place: StoreChoice, record: str, seat: str, name: str, *, as_json: bool) -> None:
    """Give the person at SEAT (its key, or the name so far) another NAME; the record itself does not change."""
    with place.open() as book:
        found = book.resolve(book.keeper, record)
        sitting = _sitting(book, found, seat)
        before = book.record(book.keeper, found, PUBLIC).names.get(sitting, "")
        book.rename(book.keeper, found, sitting, name)
        called = book.record(book.keeper, found, PUBLIC).names[sitting]
    if as_json:
        print_json({"id": found, "seat": sitting, "name": called})
    elif called == before:
        tell(f"Seat {sitting} of record {found} was called {called} before.")
    else:
        tell(f"Seat {sitting} of record {found} is now called {called}{f', before {before}' if before else ''}.")


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


@click.command()
@with_store
@with_json
@with_record
@click.argument("name")
@click.pass_obj
def entitle(place: StoreChoice, record: str, name: str, *, as_json: bool) -> None:
    """Say that the game of a table that is known by its log is called NAME; '' takes the name away."""
    with place.open() as book:
        found = book.resolve(book.keeper, record)
        book.name_game(book.keeper, found, name)
        called = book.record(book.keeper, found, PUBLIC).label.title
    if as_json:
        print_json({"id": found, "game_name": called})
    else:
        tell(f"The game of record {found} is now called {called}." if called else f"The game of record {found} has no name now.")


@click.command()
@with_store
@click.option("--with-notes", is_flag=True, help="Erase that person's notes and lines, and what they wrote in disputes, too.")
@with_json
@click.argument("person")
@click.pass_obj
def forget(place: StoreChoice, person: str, *, with_notes: bool, as_json: bool) -> None:
    """Erase the name PERSON, in any case, and that person's ids at other sites from all records, the trash included.

    What people wrote down stays as it is; it is told where the name still stands in it.
    """
    with place.open() as book:
        touched = book.forget(book.keeper, person)
        writers = [key for record, key in touched if not record]
        erased = said = 0
        if with_notes:
            erased = sum(
                book.erase_writings(book.keeper, key) + book.erase_studies(book.keeper, key) + book.erase_classes(book.keeper, key)
                for key in writers
            )
            said = book.erase_case_writings(book.keeper, person, [(record, seat) for record, seat in touched if record])
        left = book.mentions(book.keeper, person)
        cases = [found for found in left if book.is_case(book.keeper, found)]
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
