"""Notes beside a record: who may read them, what is proven of them, and that a copy tells nothing of those it leaves out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from importers.native_streams import read_stream, write_stream
from records.core.viewers import LOCAL, OPEN, PUBLIC, Caller, sees
from records.errors import ImportRefused, MalformedCommand, NotThisRecord, NotYours, RecordNotFound, StaleVersion, StoreRefused
from records.service import Bound, GameBook
from records.service.access import AccessSight, LocalPolicy
from records.service.kinds import LAYERS
from records.service.layers.files import file_of
from records.service.layers.notes import NoteText
from records.studies.layers.events import Spot
from records.studies.layers.fold import fold_layer
from records.studies.layers.viewpoints import NoteStatus
from records.values import replace
from support.tiny import GAMES, A, B, new_game

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from records.service.access import Permission
    from records.store import RecordAccess

BEN = Caller("ben")


class OneSeat(LocalPolicy):
    """Ben may do everything, and look as B and the public alone."""

    def sight(self, caller: Caller, record: str, access: RecordAccess | None) -> AccessSight | None:
        """B's eyes for Ben."""
        return AccessSight(viewers=(B, PUBLIC), default=B) if caller == BEN else super().sight(caller, record, access)

    def may(self, caller: Caller, permission: Permission, record: str | None, access: RecordAccess | None) -> bool:
        """Everything, to both."""
        return caller == BEN or super().may(caller, permission, record, access)


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """An empty store of the tiny game."""
    with GameBook.open(f"sqlite:///{tmp_path}/notes.db", games=GAMES, policy=OneSeat()) as opened:
        yield opened


@pytest.fixture
def record(book: GameBook) -> str:
    """A whole game of seven steps."""
    return book.writing.add(LOCAL, new_game())[0].id


def test_a_note_is_for_its_audience_alone(book: GameBook, record: str) -> None:
    """Who is not meant finds neither the note nor a layer; what was written is read as it was."""
    book.people.call_me(LOCAL, "Anna")
    book.notes.write_note(
        LOCAL, record, NoteText(at=5, text="Why the ace?", glyph="?!", marks=(Spot(place="s5", tone=2),), audience=("A",), since=5)
    )
    (layer,) = book.notes.layers(LOCAL, record, A)
    (note,) = layer.notes
    assert (note.text, note.glyph, note.at.v, note.name, note.known_to) == ("Why the ace?", "?!", 5, "Anna", ("A",))
    assert book.notes.layers(LOCAL, record, B) == book.notes.layers(LOCAL, record, PUBLIC) == []
    assert book.notes.layers(LOCAL, record, A, at=4) == []
    with pytest.raises(RecordNotFound):
        book.notes.layer(LOCAL, layer.id, B)
    assert list(book.records.verify(LOCAL)) == []


def test_the_open_table_proves_nothing_to_others(book: GameBook, record: str) -> None:
    """Who could see all cards declares; who could see B's alone proves it to B, to nobody else, and not before the last step seen."""
    assert book.notes.write_note(LOCAL, record, NoteText(at=3, text="x", audience=("*",))).status is NoteStatus.DECLARED
    assert book.notes.write_note(LOCAL, record, NoteText(at=3, text="x")).known_to == ()
    for audience, since, status in (
        (None, None, "proven"),
        (("B",), 6, "declared"),
        (("*",), 7, "declared"),
        ((), 7, "proven"),
        (("A", "B"), 7, "declared"),
    ):
        assert book.notes.write_note(BEN, record, NoteText(at=3, text="x", audience=audience, since=since)).status == status
    with pytest.raises(NotYours):
        book.notes.write_note(BEN, record, NoteText(at=3, text="x"), viewer="open")


def test_notes_are_revised_and_removed_by_their_author_alone(book: GameBook, record: str) -> None:
    """A stale revision is refused, and one that was sent twice writes once."""
    note = book.notes.write_note(LOCAL, record, NoteText(at=1, text="one"), once="k")
    assert book.notes.write_note(LOCAL, record, NoteText(at=1, text="one"), once="k") == note
    new = book.notes.revise_note(LOCAL, note.layer, note.id, NoteText(at=2, text="two"), was=note.version)
    assert (new.text, new.at.v, new.version) == ("two", 2, 2)
    with pytest.raises(StaleVersion):
        book.notes.revise_note(LOCAL, note.layer, note.id, NoteText(at=2, text="three"), was=note.version)
    with pytest.raises(NotYours):
        book.notes.remove_note(BEN, note.layer, note.id, was=2)
    book.notes.remove_note(LOCAL, note.layer, note.id, was=2)
    assert book.notes.layers(LOCAL, record) == []


@pytest.mark.parametrize(
    ("text", "match"),
    [
        (NoteText(at=8, text="x"), "from 0 to 7"),
        (NoteText(at=1), "a text, a glyph or a mark"),
        (NoteText(at=1, text="x", glyph="!!!"), "no glyph"),
        (NoteText(at=1, text="x", marks=(Spot(place="s6"),)), "'s6' is not there after event 1"),
        (NoteText(at=1, text="x", audience=("C",)), "nobody sits at C"),
        (NoteText(at=1, text="x", since=9), "from 0 to 7 on"),
        (NoteText(at=1, text="x" * 10_001), "up to 10000 characters"),
        (NoteText(at=1, text="x", line="nowhere"), "no line"),
    ],
)
def test_a_note_that_cannot_be_is_refused(book: GameBook, record: str, text: NoteText, match: str) -> None:
    """Nothing is written, no empty layer either."""
    with pytest.raises((MalformedCommand, RecordNotFound), match=match):
        book.notes.write_note(LOCAL, record, text)
    assert book._office.store.ids("layer") == []


def test_erased_text_is_gone_and_the_chain_stays(book: GameBook, record: str, tmp_path: Path) -> None:
    """Neither text nor salt is in the file any more, verify is green, and the other notes are as they were."""
    note = book.notes.write_note(LOCAL, record, NoteText(at=1, text="unspeakable"))
    book.notes.revise_note(LOCAL, note.layer, note.id, NoteText(at=1, text="unspeakable too"), was=1)
    book.notes.write_note(LOCAL, record, NoteText(at=1, text="kept"))
    salts = [msgspec.json.decode(row.body)["event"]["body"]["salt"] for row in book._office.store.read(note.layer)]
    assert book.notes.erase_note(LOCAL, note.layer, note.id) == 2
    assert book.notes.erase_note(LOCAL, note.layer, note.id) == 0
    assert list(book.records.verify(LOCAL)) == []
    assert [left.text for left in book.notes.layer(LOCAL, note.layer).notes] == ["kept"]
    bodies = b"".join(row.body for row in book._office.store.read(note.layer))
    assert b"unspeakable" not in bodies
    assert [salt.encode() in bodies for salt in salts] == [False, False, True]
    with pytest.raises(RecordNotFound):
        book.notes.erase_note(LOCAL, note.layer, "nothing")


def test_a_person_is_forgotten_in_every_kind(book: GameBook, record: str) -> None:
    """The name goes from records and layers; texts go on request, and verify stays green."""
    book.people.call_me(LOCAL, "Ben")
    note = book.notes.write_note(LOCAL, record, NoteText(at=1, text="mine"))
    key = book.people.person(LOCAL).key
    assert set(book.people.forget(LOCAL, "ben")) == {("", key), (record, "B")}
    assert book.notes.layer(LOCAL, note.layer).author.name == ""
    assert book.notes.files.erase_writings(LOCAL, key) == 1
    assert book.notes.layers(LOCAL, record) == []
    assert list(book.records.verify(LOCAL)) == []


def test_a_damaged_layer_is_named(book: GameBook, record: str, tmp_path: Path) -> None:
    """Verify says which layer, which version and which column."""
    import sqlite3  # noqa: PLC0415 -- somebody past the store

    note = book.notes.write_note(LOCAL, record, NoteText(at=1, text="one"))
    book.notes.write_note(LOCAL, record, NoteText(at=1, text="two"))
    with sqlite3.connect(tmp_path / "notes.db") as connection:
        connection.execute("DROP TRIGGER stored_events_no_update")
        connection.execute(
            "UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), 'one', 'two') AS BLOB) WHERE originator_id = ?",
            (note.layer,),
        )
    (found,) = book.records.verify(LOCAL)
    assert (found.kind, found.record, found.version) == ("layer", note.layer, 1)
    assert str(found).startswith(f"layer {note.layer}, version 1, stored_events.state")


def test_a_record_with_a_layer_is_not_purged_in_silence(book: GameBook, record: str) -> None:
    """With what belongs to it, or detached; a detached layer can be bound to the game as it was imported anew."""
    exported = book.records.export(LOCAL, record, OPEN)
    note = book.notes.write_note(LOCAL, record, NoteText(at=1, text="x"))
    book.records.trash(LOCAL, record)
    with pytest.raises(StoreRefused, match="1 streams belong to it"):
        book.records.purge(LOCAL, record)
    book.records.purge(LOCAL, record, Bound.DETACH)
    assert list(book.records.verify(LOCAL)) == []
    again = book.writing.take_in(LOCAL, exported).id
    assert again != record
    book.notes.files.rebind_layer(LOCAL, note.layer, again)
    assert [left.text for left in book.notes.layers(LOCAL, again)[0].notes] == ["x"]
    other = book.writing.add(LOCAL, new_game(*[entry.event for entry in new_game().entries[:3]]))[0].id
    with pytest.raises(NotThisRecord):
        book.notes.files.rebind_layer(LOCAL, note.layer, other)


def test_a_layer_comes_back_from_its_file(book: GameBook, record: str, tmp_path: Path) -> None:
    """Byte for byte, chain and author's name included; another record, or a changed line, is refused."""
    book.people.call_me(LOCAL, "Anna")
    note = book.notes.write_note(LOCAL, record, NoteText(at=1, text="for all", audience=("*",), since=1))
    data = write_stream(book.notes.files.export_layer(LOCAL, note.layer))
    assert write_stream(read_stream(data, "x", LAYERS)) == data
    with pytest.raises(ImportRefused, match=r"line 3.*chain|line 4.*chain"):
        read_stream(data.replace(b"for all", b"for ALL"), "x", LAYERS)
    exported = book.records.export(LOCAL, record, OPEN)
    with GameBook.open(f"sqlite:///{tmp_path}/other.db", games=GAMES) as other:
        with pytest.raises(RecordNotFound):
            other.notes.files.take_in_layer(LOCAL, read_stream(data, "x", LAYERS))
        other.writing.take_in(LOCAL, exported)
        taken = other.notes.files.take_in_layer(LOCAL, read_stream(data, "x", LAYERS))
        assert (taken.new, taken.id) == (True, note.layer)
        (layer,) = other.notes.layers(LOCAL, record, PUBLIC)
        assert (layer.author.name, layer.notes[0].text) == ("", "for all")
        assert layer.author.brought is not None
        assert layer.author.brought.said == "Anna"
        assert other.notes.files.take_in_layer(LOCAL, read_stream(data, "x", LAYERS)).changed == 0
        assert list(other.records.verify(LOCAL)) == []
        with pytest.raises(NotYours):
            other.notes.remove_note(LOCAL, note.layer, note.id, was=1)
        different = other.writing.add(LOCAL, new_game(names=("X", "Y")))[0].id
        file = read_stream(data, "x", LAYERS)
        of = msgspec.structs.replace(file.header.of, record=different)
        with pytest.raises(NotThisRecord):
            other.notes.files.take_in_layer(LOCAL, replace(file, header=msgspec.structs.replace(file.header, of=of)))
        assert other.notes.files.take_in_layer(LOCAL, read_stream(data, "x", LAYERS), onto=None).new is False


def test_copies_merge_three_ways(book: GameBook, record: str, tmp_path: Path) -> None:
    """What changed on one side is taken; what changed on both is told, and both texts are there."""
    first = [book.notes.write_note(LOCAL, record, NoteText(at=n, text=f"note {n}", audience=("A",), since=n)) for n in (1, 2, 3, 4)]
    book.notes.write_note(LOCAL, record, NoteText(at=5, text="not for A"))
    copy = book.notes.files.export_layer(LOCAL, first[0].layer, A)
    exported = book.records.export(LOCAL, record, OPEN)
    with GameBook.open(f"sqlite:///{tmp_path}/other.db", games=GAMES) as other:
        other.writing.take_in(LOCAL, exported)
        taken = other.notes.files.take_in_layer(LOCAL, copy)
        assert taken.id == copy.header.stream != first[0].layer
        book.notes.revise_note(
            LOCAL, first[0].layer, first[0].id, NoteText(at=1, text="revised", audience=("A",), since=1), was=first[0].version
        )
        book.notes.remove_note(LOCAL, first[0].layer, first[1].id, was=first[1].version)
        again = other.notes.files.take_in_layer(LOCAL, book.notes.files.export_layer(LOCAL, first[0].layer, A))
        assert (again.id, again.new, again.changed, again.conflicts) == (taken.id, False, 2, ())
        assert [note.text for note in other.notes.layer(LOCAL, taken.id).notes] == ["revised", "note 3", "note 4"]
        assert list(other.records.verify(LOCAL)) == []
    back = book.notes.files.take_in_layer(LOCAL, copy)  # the copy as it was, back to its layer: nothing of it is new
    assert (back.id, back.conflicts) == (first[0].layer, ())
    assert sorted(note.text for note in book.notes.layer(LOCAL, first[0].layer).notes) == ["not for A", "note 3", "note 4", "revised"]
    assert book.notes.files.take_in_layer(LOCAL, copy).changed == 0


def test_a_note_that_was_changed_on_both_sides_is_told(book: GameBook, record: str, tmp_path: Path) -> None:
    """Two stores of one person, each written on: what each changed alone is taken, and of what both changed both texts are there."""
    notes = [book.notes.write_note(LOCAL, record, NoteText(at=n, text=f"note {n}")) for n in range(4)]
    book.records.back_up(LOCAL, tmp_path / "backup.db")
    with GameBook.restored(tmp_path / "backup.db", f"sqlite:///{tmp_path}/other.db", games=GAMES) as other:
        for store, said in ((book, "here"), (other, "there")):
            store.notes.revise_note(LOCAL, notes[0].layer, notes[0].id, NoteText(at=0, text=said), was=1)
        other.notes.revise_note(LOCAL, notes[0].layer, notes[1].id, NoteText(at=0, text="there alone"), was=2)
        book.notes.revise_note(LOCAL, notes[0].layer, notes[2].id, NoteText(at=0, text="here alone"), was=3)
        book.notes.remove_note(LOCAL, notes[0].layer, notes[3].id, was=4)
        other.notes.revise_note(LOCAL, notes[0].layer, notes[3].id, NoteText(at=0, text="not lost"), was=4)
        file = other.notes.files.export_layer(LOCAL, notes[0].layer)
    taken = book.notes.files.take_in_layer(LOCAL, file)
    assert {(found.note, found.mine is None) for found in taken.conflicts} == {(notes[0].id, False), (notes[3].id, True)}
    texts = sorted(note.text for note in book.notes.layer(LOCAL, notes[0].layer).notes)
    assert texts == ["here", "here alone", "not lost", "there", "there alone"]
    assert list(book.records.verify(LOCAL)) == []


AUDIENCES = st.sampled_from([("*",), ("A",), ("B",), ("A", "B"), ()])
NOTES = st.lists(st.tuples(AUDIENCES, st.integers(0, 7), st.integers(0, 7), st.text("abc", min_size=1, max_size=9)), min_size=1, max_size=6)


@settings(max_examples=6, deadline=None)
@given(notes=NOTES)
def test_an_export_tells_nothing_of_notes_that_are_not_for_its_reader(
    tmp_path_factory: pytest.TempPathFactory, notes: list[tuple[tuple[str, ...], int, int, str]]
) -> None:
    """For each viewer: with the others' notes taken out of the layer, the file is the same, byte for byte."""
    with GameBook.open(f"sqlite:///{tmp_path_factory.mktemp('law')}/law.db", games=GAMES) as book:
        record = book.writing.add(LOCAL, new_game())[0].id
        for audience, at, since, text in notes:
            layer = book.notes.write_note(LOCAL, record, NoteText(at=at, text=text, audience=audience, since=since)).layer
        whole = book.notes._layers.read(layer)
        for viewer in (A, B, PUBLIC):
            mine = [one for one in whole.log if sees(viewer, one.event.body.known_to)]
            if not mine:
                with pytest.raises(RecordNotFound):
                    book.notes.files.export_layer(LOCAL, layer, viewer)
                continue

            alone = replace(whole, state=fold_layer(whole.header.of, mine))
            assert write_stream(book.notes.files.export_layer(LOCAL, layer, viewer)) == write_stream(file_of(alone, viewer, "", None))
