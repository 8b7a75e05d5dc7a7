"""Notes in the browser's pages, without a script: written, read by their readers alone, compared, carried along."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import msgspec
import pytest
from bs4 import BeautifulSoup

from importers.native_streams import read_stream, write_stream
from records.accounts import passwords
from records.core.viewers import LOCAL, OPERATOR
from records.service import GameBook
from records.service.kinds import LAYERS
from records.service.layers.notes import NoteText
from records.service.library import library
from records.service.streams.files import StreamFile, chained
from records.service.writing.simulation import simulate
from records.store import HandsOpen, Listed, Onlookers, Release, open_store
from records.studies.layers.events import LAYER_BOOK, LayerId
from support import books
from support.soaking import one_in
from web.app import create_app
from web.words.markdown import markdown

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient

AT = 20
SECRET, HOME = "lapwing over the dyke", "127.0.0.1"


book = books.own


@pytest.fixture
def played(book: GameBook) -> str:
    """A game that played itself."""
    return book.writing.add(LOCAL, *simulate(library()["castle-rampage"], seed=5, games=1))[0].id


@pytest.fixture
def reader(book: GameBook) -> FlaskClient:
    """Somebody who reads pages."""
    return create_app(book).test_client()


def page(reader: FlaskClient, address: str) -> BeautifulSoup:
    """A page that is there."""
    answer = reader.get(address)
    assert answer.status_code == 200, answer.text
    return BeautifulSoup(answer.text, "html.parser")


def fields(form: BeautifulSoup, **said: str | list[str]) -> dict[str, str | list[str]]:
    """The fields of a note's form, with what is ``said``."""
    hidden = {str(one["name"]): str(one["value"]) for one in form.select('#note-form input[type="hidden"]')}
    return {**hidden, "glyph": "", "since": "end", "act": "write", **said}


@pytest.mark.soak
def test_a_note_is_written_by_its_form_and_stands_at_its_step(reader: FlaskClient, played: str) -> None:
    """Text, sign, marked place and arrow come to narration, board and bar of the step, to none before; it is changed, and taken away."""
    form = page(reader, f"/records/{played}/notes/edit?at={AT}&as=open")
    places = [str(option["value"]) for option in form.select("select[name=spot] option")]
    sent = fields(form, text="Why **this**?\n<script>x</script>", glyph="?!", to="*", spot=places[1], start=places[1], end=places[2])
    answer = reader.post(f"/records/{played}/notes", data=sent)
    assert answer.status_code == 303
    assert reader.post(f"/records/{played}/notes", data=sent).status_code == 303
    shown = page(reader, answer.headers["Location"])
    (note,) = shown.select("#narration .note")
    assert note.select_one("strong") is not None
    assert note.select_one("script") is None
    assert "?!" in note.text
    assert f'"start":"{places[1]}"' in str(note["data-marks"])
    assert shown.select(f'#overview .note[data-at="{AT}"]')
    assert not page(reader, f"/records/{played}?at={AT - 5}&as=open").select(".note")
    change = page(reader, str(note.select("a[data-note-form]")[0]["href"]))
    assert reader.post(f"/records/{played}/notes", data=fields(change, text="Because.", to="A")).status_code == 303
    shown = page(reader, answer.headers["Location"])
    assert [one.select_one(".prose").text.strip() for one in shown.select("#narration .note")] == ["Because."]  # type: ignore[union-attr]
    again = page(reader, str(shown.select("#narration .note a[data-note-form]")[0]["href"]))
    assert reader.post(f"/records/{played}/notes", data=fields(again, act="remove")).status_code == 303
    assert not page(reader, answer.headers["Location"]).select("#narration .note")


@pytest.mark.soak
def test_a_note_for_one_audience_changes_no_byte_for_another(reader: FlaskClient, book: GameBook, played: str) -> None:
    """What B and the public are sent of every page is the same with A's note and without it."""
    addresses = [
        f"/records/{played}{path}as={viewer}"
        for viewer in ("B", "public")
        for path in (f"?at={AT}&", f"?at={AT + 9}&", f"/steps/{AT}?short=on&", "/notes?", "?suspense=on&")
    ]

    def told() -> list[str]:
        fresh = reader.application.test_client
        return [re.sub(r'name="once" value="[^"]*"', "", fresh().get(address).text) for address in addresses]

    before = told()
    book.notes.write_note(LOCAL, played, NoteText(at=AT, text="for Ana", glyph="!!", audience=("A",), since=AT), viewer="A")
    assert "for Ana" in reader.get(f"/records/{played}?at={AT}&as=A").text
    assert told() == before


def test_in_suspense_a_note_waits_for_what_it_knows(reader: FlaskClient, book: GameBook, played: str) -> None:
    """A note whose author saw the end is not shown, counted or marked before the end; one declared for its step is."""
    book.notes.write_note(LOCAL, played, NoteText(at=AT, text="knows the end", audience=("*",)))
    assert "knows the end" in reader.get(f"/records/{played}?at={AT}&as=A").text
    book.notes.write_note(LOCAL, played, NoteText(at=AT, text="for now", audience=("*",), since=AT))
    told = reader.get(f"/records/{played}?at={AT}&as=A&suspense=on").text
    assert "for now" in told
    assert "knows the end" not in told
    assert str(book.record(LOCAL, played).steps) not in reader.get(f"/records/{played}/notes/edit?at={AT}&as=A&suspense=on").text


def test_the_form_says_who_reads_it_and_whether_that_is_proven(reader: FlaskClient, book: GameBook, played: str) -> None:
    """For the open table at the end it is proven, for everybody declared, with the cards that a reader cannot know; nothing is written."""
    form = page(reader, f"/records/{played}/notes/edit?at={AT}&as=open")
    assert form.select_one('[data-status="proven"]') is not None
    view = book.record(LOCAL, played, "A")
    table = book.record(LOCAL, played, "open").position(AT).table
    closed = next(slot for slot, lying in table.slots.items() if not lying.up and slot in view.knowledge(AT).slots)
    card = table.slots[closed].face
    sent = fields(form, text=f"[[{card}@{closed}]]", to="*", since="here")
    told = reader.post(f"/records/{played}/notes/draft", data=sent)
    assert told.status_code == 200
    draft = BeautifulSoup(told.text, "html.parser")
    assert draft.select_one('[data-status="declared"]') is not None
    assert "cannot know that yet" in draft.text
    assert 'data-status="declared"' in reader.post(f"/records/{played}/notes", data={**sent, "act": "check"}).text
    assert book.notes.layers(LOCAL, played) == []


@pytest.mark.parametrize(
    ("said", "why"),
    one_in(
        2,
        [
            ({"glyph": "?????"}, "not a sign"),
            ({"spot": "s99999"}, "not on the table"),
            ({"marks": "{"}, "marks cannot be read"),
            ({"to": "Q"}, "Q"),
        ],
    ),
)
def test_a_note_that_cannot_be_is_refused_with_its_reason(reader: FlaskClient, played: str, said: dict[str, str], why: str) -> None:
    """Place and reason, and nothing is written."""
    form = page(reader, f"/records/{played}/notes/edit?at={AT}&as=open")
    answer = reader.post(f"/records/{played}/notes", data=fields(form, text="x", **said))
    assert answer.status_code == 422
    assert why in answer.text


@pytest.mark.soak
def test_layers_of_several_authors_are_switched_compared_and_carried(
    reader: FlaskClient, book: GameBook, played: str, tmp_path: Path
) -> None:
    """Two authors judge a step otherwise: the page says so, each can be left out, and a file of one comes to another shelf."""
    book.people.call_me(LOCAL, "Ana")
    note = book.notes.write_note(LOCAL, played, NoteText(at=AT, text="mine", glyph="!", audience=("*",), since=AT))
    with GameBook(open_store(f"sqlite:///{tmp_path / 'other.sqlite'}")) as elsewhere:
        there = create_app(elsewhere).test_client()
        copy = reader.get(f"/api/records/{played}/export?as=open").data
        there.post("/upload", data={"files": (io.BytesIO(copy), "game.jsonl")})
        elsewhere.people.call_me(LOCAL, "Ben")
        elsewhere.notes.write_note(LOCAL, played, NoteText(at=AT, text="theirs", glyph="??", audience=("*",), since=AT))
        file = reader.get(f"/layers/{note.layer}/file?as=A").data
        answer = there.post(f"/records/{played}/notes/file", data={"file": (io.BytesIO(file), "notes.jsonl")})
        assert answer.status_code == 200, answer.text
        assert "1 note" in answer.text
        apart = page(there, f"/records/{played}/notes?as=A").select_one(".apart")
        assert apart is not None
        assert "Ana" in apart.text
        assert "??" in apart.text
        shown = page(there, f"/records/{played}?at={AT}&as=A")
        assert len(shown.select("#narration .note")) == 2
        chip = next(one for one in shown.select(".note-ways .chip") if "Ana" in one.text)
        left = page(there, str(chip["href"])).select("#narration .note .prose")
        assert [one.text.strip() for one in left] == ["theirs"]
        assert len(page(there, f"/records/{played}?at={AT}&as=A").select("#narration .note")) == 1
        broken = there.post(f"/records/{played}/notes/file", data={"file": (io.BytesIO(file[:-40]), "notes.jsonl")})
        assert broken.status_code == 422
        other = elsewhere.writing.add(LOCAL, *simulate(library()["castle-rampage"], seed=6, games=1))[0].id
        assert there.post(f"/records/{other}/notes/file", data={"file": (io.BytesIO(file), "notes.jsonl")}).status_code == 422


def test_markdown_can_do_nothing() -> None:
    """No markup, script, picture or foreign scheme comes through; words, lists and addresses of the web do."""
    told = markdown("# A\n\n<img src=x onerror=y> ![p](https://e.org/p.png) [j](javascript:x) [w](https://e.org)\n\n- *one*")
    assert "<img" not in told
    assert 'href="javascript' not in told
    assert '<a href="https://e.org" rel="noopener noreferrer nofollow">w</a>' in told
    assert "<li><em>one</em></li>" in told.replace("\n", "")


def test_a_file_of_notes_says_who_brought_it_and_puts_nobodys_name_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over HTTP, by an account: on every page, in both languages, over the API, and in the chain of the file that is given away."""
    monkeypatch.setattr(passwords, "hashed", lambda password: f"hash of {password}")
    monkeypatch.setattr(passwords, "matches", lambda stored, password: stored == f"hash of {password}")
    monkeypatch.setattr(passwords, "needs_rehash", lambda _stored: False)
    with GameBook(open_store(f"sqlite:///{tmp_path / 'club.sqlite'}")) as club:
        app, clients = create_app(club), {}
        for name, roles in (("Ada", ["admin", "recorder"]), ("Nastja", ["player"]), ("Eve", ["player"])):
            club.sign_ins.choose_password(club.people.add_member(OPERATOR if club.has_accounts else LOCAL, name, roles), SECRET, HOME)
            clients[name] = app.test_client()
            clients[name].set_cookie("kiebitz", club.sign_ins.sign_in(name, SECRET, HOME))
        ada, ana = club.people.account_caller("Ada"), club.people.account_caller("Nastja")
        record = club.writing.add(ada, *simulate(library()["castle-rampage"], seed=5, games=1))[0].id
        club.access.release_record(ada, record, Release(listed=Listed.EVERYBODY, after=Onlookers.HANDS, hands=HandsOpen.NOW, names=True))
        club.people.call_me(ana, "Nastja")
        note = club.notes.write_note(ana, record, NoteText(at=AT, text="mine", audience=("*",), since=AT))
        club.people.call_me(club.people.account_caller("Eve"), "Eve")
        whole = read_stream(clients["Nastja"].get(f"/layers/{note.layer}/file?as=open").data, "hers", LAYERS)
        header = msgspec.structs.replace(whole.header, stream=LayerId("0000000000000001"))
        log, head = chained(LAYER_BOOK, header, [(one.at, one.event) for one in whole.log])
        forged = write_stream(StreamFile(header=header, name="Nastja", log=log, head=head))
        sent = {"file": (io.BytesIO(forged), "notes.jsonl"), "once": ""}
        answer = clients["Eve"].post(f"/records/{record}/notes/file", data=sent, headers={"Sec-Fetch-Site": "same-origin"})
        assert answer.status_code == 200, answer.text
        reader = app.test_client()
        for lang, words in (("en", "imported by Eve, said to be by Nastja"), ("de", "eingelesen von Eve, angeblich von Nastja")):
            for address in (f"/records/{record}/notes?as=public&lang={lang}", f"/records/{record}?at={AT}&as=public&lang={lang}"):
                found = page(reader, address)
                names = [one.text for one in found.select("h2 bdi, .note .by bdi, .note-ways .chip bdi")]
                assert (names.count("Nastja") > 0, names.count("Nastja") == names.count(words)) == (True, True), names
        authors = [one["author"] for one in reader.get(f"/api/records/{record}/layers?as=public").get_json()["layers"]]
        assert sorted((one["name"], one["brought"] and one["brought"]["by"]) for one in authors) == [("", "Eve"), ("Nastja", None)]
        assert len({one["key"] for one in authors}) == 2
        club.people.forget_member(OPERATOR, "Nastja")
        for lang, words in (("en", "imported by Eve, author unknown"), ("de", "eingelesen von Eve, Verfasser unbekannt")):
            told = page(reader, f"/records/{record}/notes?as=public&lang={lang}")
            nobody = f"{'Jemand' if lang == 'de' else 'Somebody'} ({note.author[:4]})"
            assert {one.text for one in told.select(".words h2 bdi")} == {nobody, words}
            assert "Nastja" not in told.select_one("main").text  # type: ignore[union-attr]
