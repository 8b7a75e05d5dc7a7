"""What comes from elsewhere stands in nobody's name here: it is shown as brought, and whose it is said to be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from importers.native_streams import read_stream, write_stream
from records.core.ids import SeatKey
from records.core.logs.chain import Chain
from records.core.viewers import LOCAL, OPEN, OPERATOR, PUBLIC, Caller
from records.errors import NotYours, RecordNotFound
from records.service import GameBook
from records.service.cases.views import ARBITER
from records.service.chapters.drafts import NewChapter
from records.service.incoming import IncomingLayer
from records.service.kinds import LAYERS
from records.service.layers.notes import NoteText
from records.service.streams.files import StreamFile, chained
from records.store import HandsOpen, KeptAnswer, Listed, Onlookers, Release
from records.studies.cases import events as case_events
from records.studies.cases.events import CASE_BOOK
from records.studies.layers.copies import derived_id
from records.studies.layers.events import LAYER_BOOK
from records.values import replace
from support.tiny import GAMES, new_game

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

OPENED = Release(listed=Listed.EVERYBODY, after=Onlookers.HANDS, hands=HandsOpen.NOW, names=True)


@pytest.fixture
def club(tmp_path: Path) -> Iterator[GameBook]:
    """A store with an admin, Ada, and players Ana, Eve and Bob."""
    with GameBook.open(f"sqlite:///{tmp_path}/club.db", games=GAMES) as opened:
        opened.people.add_member(LOCAL, "Ada", ["admin", "recorder", "teacher", "arbiter"])
        for name in ("Ana", "Eve", "Bob"):
            opened.people.add_member(OPERATOR, name)
        yield opened


def who(book: GameBook, name: str) -> Caller:
    """Somebody who has signed in."""
    return book.people.account_caller(name)


@pytest.fixture
def record(club: GameBook) -> str:
    """A game that lies open to everybody."""
    ident = club.writing.add(who(club, "Ada"), new_game())[0].id
    club.access.release_record(who(club, "Ada"), ident, OPENED)
    return str(ident)


def note(text: str, at: int = 1) -> NoteText:
    """A note that everybody may read."""
    return NoteText(at=at, text=text, audience=("*",), since=at)


def forged(file: StreamFile, text: str, **other: Any) -> StreamFile:
    """The file with its first note changed, and its header where that is said; its chain is whole."""
    header = msgspec.structs.replace(file.header, **other)
    events = [(one.at, one.event) for one in file.log]
    at, first = events[0]
    body = msgspec.structs.replace(first.body, body=msgspec.Raw(bytes(first.body.body).replace(b"mine", text.encode())))
    events[0] = at, msgspec.structs.replace(first, body=body)
    log, head = chained(LAYER_BOOK, header, events)
    return read_stream(write_stream(StreamFile(header=header, name=file.name, log=log, head=head)), "forged", LAYERS)


def shown(book: GameBook, record: str) -> list[tuple[str, str, str, list[str]]]:
    """Name, bringer, said name and texts of each layer, as everybody reads them."""
    found = []
    for one in book.notes.layers(Caller("anonymous") if book.has_accounts else LOCAL, record, PUBLIC):
        brought = getattr(one.author, "brought", None)
        texts = sorted(note.text for note in one.notes)
        found.append((one.author.name, brought.by if brought else "", brought.said if brought else "", texts))
    return sorted(found)


@pytest.fixture
def anas(club: GameBook, record: str) -> StreamFile:
    """Ana's layer with one note, as a file."""
    club.people.call_me(who(club, "Ana"), "Ana")
    layer = club.notes.write_note(who(club, "Ana"), record, note("mine")).layer
    return club.notes.files.export_layer(who(club, "Ana"), layer, OPEN)


def test_forger_words_in_another_s_name(club: GameBook, record: str, anas: StreamFile) -> None:
    """A layer with Ana's key, under any id, is brought by Eve and said to be by Ana, and nobody writes in it; an admin cannot either."""
    theirs = msgspec.structs.replace(anas.header, stream="0000000000000001").stream
    for bringer, ident in (("Eve", theirs), ("Bob", anas.header.stream), ("Ada", anas.header.stream), ("Ada", theirs)):
        taken = club.notes.files.take_in_layer(who(club, bringer), forged(anas, bringer, stream=ident))
        assert taken.new
        for caller in ("Ana", "Eve", "Ada"):
            with pytest.raises(NotYours):
                club.notes.remove_note(
                    who(club, caller), taken.id, club.notes.layer(who(club, caller), taken.id, PUBLIC).notes[0].id, was=1
                )
    club.notes.files.take_in_layer(OPERATOR, forged(anas, "operator"))
    assert shown(club, record) == [
        ("", "", "Ana", ["operator"]),
        ("", "Ada", "Ana", ["Ada"]),
        ("", "Ada", "Ana", ["Ada"]),
        ("", "Bob", "Ana", ["Bob"]),
        ("", "Eve", "Ana", ["Eve"]),
        ("Ana", "", "", ["mine"]),
    ]
    keys = {one.author.key for one in club.notes.layers(who(club, "Ana"), record, PUBLIC)}
    assert len(keys) == 6
    assert {
        note.status.value for one in club.notes.layers(who(club, "Ana"), record, PUBLIC) if one.author.brought for note in one.notes
    } == {"declared"}
    assert list(club.records.verify(OPERATOR)) == []


def test_only_who_brought_a_layer_brings_more_of_it(club: GameBook, record: str, anas: StreamFile) -> None:
    """Twice is once; other content under the same id goes into Eve's and into nobody else's."""
    eve, bob = who(club, "Eve"), who(club, "Bob")
    first = club.notes.files.take_in_layer(eve, anas)
    assert (club.notes.files.take_in_layer(eve, anas).id, club.notes.files.take_in_layer(eve, anas).changed) == (first.id, 0)
    club.notes.files.take_in_layer(bob, anas)
    again = club.notes.files.take_in_layer(eve, forged(anas, "changed"))
    assert (again.id, again.new, again.changed) == (first.id, False, 1)
    assert shown(club, record) == [("", "Bob", "Ana", ["mine"]), ("", "Eve", "Ana", ["changed"]), ("Ana", "", "", ["mine"])]
    with pytest.raises(NotYours):
        club.notes.files.remove_layer(bob, first.id)
    club.notes.files.remove_layer(eve, first.id)
    assert [one[1] for one in shown(club, record)] == ["Bob", ""]
    assert first.id not in repr(club.people.held_of_me(eve))


def test_a_file_tells_nobody_whether_a_hidden_layer_is_here(club: GameBook, record: str) -> None:
    """Eve brings a file under the id that Ana's layer has, or would have: the answer is the same, and Ana writes as ever."""
    answers = []
    mine = club.notes.files.export_layer(who(club, "Ada"), club.notes.write_note(who(club, "Ada"), record, note("mine")).layer, OPEN)
    for author in ("Ana", "Bob"):
        key = club.people.person(who(club, author)).key
        if author == "Ana":
            club.notes.write_note(who(club, author), record, NoteText(at=1, text="hidden", audience=(), since=1))
        taken = club.notes.files.take_in_layer(who(club, "Eve"), forged(mine, "x", stream=derived_id(record, key, "0"), author=key))
        answers.append((taken.new, taken.changed, taken.conflicts))
        written = club.notes.write_note(who(club, author), record, note("later"))
        assert (written.author, written.layer) == (key, derived_id(record, key, "0"))
    assert answers[0] == answers[1]


def test_a_layer_that_comes_home_by_its_author_stays_theirs(club: GameBook, record: str, anas: StreamFile, tmp_path: Path) -> None:
    """From export to export the chain stays whole; Ana's own hands bring it together with hers, anybody else's do not."""
    exported = club.records.export(who(club, "Ada"), record, OPEN)
    with GameBook.open(f"sqlite:///{tmp_path}/other.db", games=GAMES) as other:
        other.writing.take_in(LOCAL, exported)
        taken = other.notes.files.take_in_layer(LOCAL, anas)
        assert shown(other, record) == [("", "", "Ana", ["mine"])]
        back = read_stream(write_stream(other.notes.files.export_layer(LOCAL, taken.id)), "back", LAYERS)
        copy = read_stream(write_stream(other.notes.files.export_layer(LOCAL, taken.id, PUBLIC)), "copy", LAYERS)
        assert list(other.records.verify(LOCAL)) == []
    assert (back.header, back.name, list(back.log[: len(anas.log)])) == (anas.header, "Ana", list(anas.log))
    assert copy.header.copy_of == anas.header.stream
    for file in (back, copy):
        came = club.notes.files.take_in_layer(who(club, "Ana"), file)
        assert (came.id, came.new, came.changed, came.conflicts) == (anas.header.stream, False, 0, ())
    assert club.notes.files.take_in_layer(who(club, "Eve"), back).new
    assert shown(club, record) == [("", "Eve", "Ana", ["mine"]), ("Ana", "", "", ["mine"])]
    club.notes.files.remove_layer(who(club, "Ana"), anas.header.stream)
    assert list(club.records.verify(OPERATOR)) == []


def test_an_author_in_a_game_file_is_said_too(club: GameBook, record: str) -> None:
    """Notes that come with a game's text under Ana's name are brought by who brought the file; two people's stand apart."""
    for bringer in ("Eve", "Bob"):
        club.notes.write_layer(who(club, bringer), record, IncomingLayer(author="Ana", notes=(note(f"of {bringer}"),)))
    assert shown(club, record) == [("", "Bob", "Ana", ["of Bob"]), ("", "Eve", "Ana", ["of Eve"])]


def test_somebody_forgotten_gets_no_name_again(club: GameBook, record: str, anas: StreamFile) -> None:
    """Neither by the key of an account that was forgotten, nor by what was said of it before, nor with a new account."""
    club.notes.files.take_in_layer(who(club, "Bob"), anas)
    club.people.forget_member(who(club, "Ada"), "Ana")
    assert [one[:3] for one in shown(club, record)] == [("", "", ""), ("", "Bob", "")]
    club.people.add_member(OPERATOR, "Ana")
    club.people.call_me(who(club, "Ana"), "Ana")
    for bringer in ("Eve", "Ana", "Bob"):
        club.notes.files.take_in_layer(who(club, bringer), anas)
    assert [one[:3] for one in shown(club, record)] == [("", "", ""), ("", "Ana", ""), ("", "Bob", ""), ("", "Eve", "")]
    with pytest.raises(NotYours):
        club.notes.remove_note(who(club, "Ana"), anas.header.stream, next(iter(anas.log)).event.note, was=1)
    club.people.forget_member(who(club, "Ada"), "Eve")
    assert [one[:3] for one in shown(club, record)] == [("", "", ""), ("", "", ""), ("", "Ana", ""), ("", "Bob", "")]


def test_a_forgotten_name_goes_from_what_was_said(club: GameBook, record: str, anas: StreamFile) -> None:
    """``kiebitz forget`` takes the said name away, and on request the texts that stand under it, and nobody else's."""
    club.notes.files.take_in_layer(who(club, "Eve"), replace(anas, name="Zacharias"))
    ((_record, key),) = club.people.forget(OPERATOR, "zacharias")
    assert [one[:3] for one in shown(club, record)] == [("", "Eve", ""), ("Ana", "", "")]
    club.notes.files.erase_writings(OPERATOR, key)
    assert shown(club, record) == [("Ana", "", "", ["mine"])]


def _study(club: GameBook, record: str) -> StreamFile:
    ana = who(club, "Ana")
    study = club.studies.open_study(ana, "mine").id
    club.studies.add_chapter(ana, study, NewChapter(title="one", record=record, viewer="public", last=3))
    club.studies.publish_study(ana, study)
    return club.studies.export_study(ana, study)


def test_studies_classes_and_progress_lend_nobodys_rights(club: GameBook, record: str) -> None:
    """What an admin takes in under Ana's key is neither hers to find nor shown by her rights; her own comes home as hers."""
    club.people.set_roles(OPERATOR, "Ana", ["player", "teacher"])
    ana, ada = who(club, "Ana"), who(club, "Ada")
    club.people.call_me(ana, "Ana")
    stream = _study(club, record)
    klass = club.classes.export_class(ana, club.classes.open_class(ana, stream.header.stream).id)
    learnt = club.learning.lesson(ana, stream.header.stream)
    assert learnt.own
    for kind, ident in (("study", stream.header.stream), ("class", klass.header.stream)):
        (club.classes.remove_class if kind == "class" else club.studies.remove_study)(ana, ident)
    study = _rechained(club.studies._studies._book, stream, stream="0000000000000001")
    taught = _rechained(club.classes._classes._book, klass, stream="0000000000000002", study="0000000000000001")
    assert club.studies.take_in_study(ada, study)
    assert club.classes.take_in_class(ada, taught)
    assert club.studies.studies(ana) == []
    assert club.classes.classes(ana) == []
    with pytest.raises(RecordNotFound):
        club.studies.study(ana, "0000000000000001")
    assert club.learning._study_author(club.studies._studies.read("0000000000000001"))[1] == frozenset()
    with pytest.raises(RecordNotFound):
        club.classes._teacher(club.classes._classes.read("0000000000000002"))
    assert "0000000000000001" not in repr(club.people.held_of_me(ana))
    assert "0000000000000001" in repr(club.people.held_of_me(ada)["writings"]["brought"])
    assert not club.studies.take_in_study(ada, study)
    home = _rechained(club.studies._studies._book, stream, stream="0000000000000003")
    club.people.set_roles(OPERATOR, "Ana", ["admin"])
    assert club.studies.take_in_study(who(club, "Ana"), home)
    assert [one.id for one in club.studies.studies(who(club, "Ana"))] == ["0000000000000003"]
    assert list(club.records.verify(OPERATOR)) == []


def _rechained(book: Any, came: Any, **other: Any) -> Any:
    header = msgspec.structs.replace(came.header, **other)
    chain = Chain(book, header, None)
    log = [chain.add(one.at, one.event)[0] for one in came.log]
    return replace(came, header=header, log=log, head=chain.hash)


def test_a_case_from_elsewhere_releases_no_side(club: GameBook, record: str) -> None:
    """A file says that a seat released its side: it did not, here; who brought the case is shown."""
    ada = who(club, "Ada")
    club.access.seat_account(ada, record, "A", "Ana")
    made = club.cases.open_case(ada, record, 3, "right?", viewer="open").id
    stored = club.cases._cases.read(made)
    header = msgspec.structs.replace(stored.header, stream=case_events.CaseId("0000000000000004"))
    chain = Chain(CASE_BOOK, header, None)
    events = [stored.log[0].event, case_events.SideReleased(seat=SeatKey("A"))]
    log = tuple(chain.add(header.opened, event)[0] for event in events)
    assert club.cases.take_in_case(ada, StreamFile(header=header, log=log, head=chain.hash))
    shown_hands = club.cases.case_log(ada, header.stream, ARBITER).events
    assert repr(shown_hands) == repr(club.record(ada, record, PUBLIC).events[: len(shown_hands)])
    view = club.cases.case(ada, header.stream, OPEN)
    assert (view.released, view.brought.by if view.brought else "") == ((), "Ada")
    assert club.cases.case(ada, made, OPEN).brought is None
    club.cases.release_side(who(club, "Ana"), header.stream, "A")
    assert club.cases.case(ada, header.stream, OPEN).released == ("A",)


def test_nothing_leads_from_the_key_to_who_was_forgotten(club: GameBook, record: str, anas: StreamFile, tmp_path: Path) -> None:
    """After forgetting, ended before or not, neither the file nor its log holds name and account; the key stays in the chain alone."""
    for ended, name in ((False, "Rumpelstilzchen"), (True, "Drosselbart")):
        club.people.add_member(OPERATOR, name)
        person = club.people.call_me(who(club, name), f"Herr {name}")
        account = who(club, name).account
        club.notes.write_note(who(club, name), record, note("a word"))
        if ended:
            club.notes.files.take_in_layer(who(club, name), anas)
        with club._office.store.answering(f"{account}:k") as request:
            request.answer(KeptAnswer(status=200, body=f"by Herr {name}".encode()))
        if ended:
            club.people.end_member(OPERATOR, name)
        club.people.forget_member(OPERATOR, name)
        left = b"".join(path.read_bytes() for path in tmp_path.glob("club.db*"))
        assert name[1:].encode() not in left
        assert account.encode() not in left
        assert person.key.encode() in left
        assert club._office.store.people.account_of(person.key) is None
    assert [one[:2] for one in shown(club, record)] == [("", "")] * 3 + [("Ana", "")]
    club.notes.write_note(who(club, "Ana"), record, note("another", 2))
    assert list(club.records.verify(OPERATOR)) == []
