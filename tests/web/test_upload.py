"""Records that come in through the browser, with a line for each file."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote_plus

import pytest
from bs4 import BeautifulSoup

from importers import ImportOptions, native
from importers.storing import store_file
from records.core.viewers import LOCAL, OPERATOR
from records.errors import MalformedCommand
from records.service import GameBook
from records.store import HandsOpen, Listed, Onlookers, Release
from support import books
from support.soaking import one_in, rest_soaked
from web.pages.shelf import upload

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

GAMES = Path(__file__).parents[2] / "examples" / "games"
HOUSE = Path(__file__).parents[2] / "records/games/castle_rampage/catalogue.yaml"
FERRY, PLAIN = ((GAMES / name).read_bytes() for name in ("night-ferry.json", "castle-rampage-plain.jsonl"))


book = books.own


def send(client: FlaskClient, *files: tuple[str, bytes]) -> TestResponse:
    """Send files as a browser's form does."""
    parts = [
        f'--edge\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n\r\n'.encode() + content + b"\r\n"
        for name, content in files
    ]
    return client.post("/upload", data=b"".join(parts) + b"--edge--\r\n", content_type="multipart/form-data; boundary=edge")


def report(answer: TestResponse) -> list[tuple[str, str]]:
    """Return each line of the report: ok or no, and its words."""
    lines = BeautifulSoup(answer.get_data(as_text=True), "html.parser").select(".report li")
    return [(str(line["class"][0]), re.sub(r"\s+", " ", line.get_text()).strip()) for line in lines]


def test_names_are_replaced_before_anything_is_stored(client: FlaskClient, book: GameBook) -> None:
    """A log whose words hold names is no longer in the way of keeping them back; nobody is looked as by a name that is kept back."""
    plain = store_file(book, LOCAL, FERRY, "night-ferry.json", ImportOptions())[0].id
    sent = client.post("/upload", data={"files": (io.BytesIO(FERRY), "night-ferry.json"), "pseudonyms": "on"})
    assert report(sent)[0] == ("ok", "1 record added.")
    (record,) = {entry.id for entry in book.records.shelf(LOCAL).entries} - {plain}
    called = book.record(LOCAL, record).names
    assert not {*called.values()} & {"Ada", "Bruno", "Chiara", "Dov"}
    assert not any(name in str(row.body) for row in book._office.store.read(record) for name in ("Ada", "Bruno", "Chiara"))
    book.people.add_member(LOCAL, "Zoe", ["admin"])
    nameless = Release(listed=Listed.EVERYBODY, after=Onlookers.HANDS, hands=HandsOpen.NOW)
    with pytest.raises(MalformedCommand, match="import the record with pseudonyms"):
        book.access.release_record(OPERATOR, plain, nameless)
    book.access.release_record(OPERATOR, record, nameless)
    told = {name: client.get(f"/records/{record}?as={name}") for name in ("Ada", "Nobody", next(iter(called.values())))}
    assert {answer.status_code for answer in told.values()} == {422}
    assert len({answer.text.replace(quote_plus(name), "").replace(name, "") for name, answer in told.items()}) == 1


def test_files_are_put_on_the_shelf(client: FlaskClient, book: GameBook) -> None:
    """Several at once, of every kind; each is told with a link to its replay, and stands on the shelf."""
    answer = send(client, ("night-ferry.json", FERRY), ("game.jsonl", PLAIN))
    assert answer.status_code == 200
    assert report(answer) == [
        ("ok", "2 records added."),
        ("ok", "night-ferry.json: Ada, Bruno, Chiara, and Dov"),
        ("ok", "game.jsonl: Ana and Ben"),
    ]
    page = BeautifulSoup(answer.get_data(as_text=True), "html.parser")
    for link in page.select(".report a"):
        assert client.get(str(link["href"])).status_code == 200
    assert book.records.shelf(LOCAL).total == 2


def test_a_file_that_shows_more_than_the_copy_here_is_told_so(client: FlaskClient, book: GameBook) -> None:
    """Where the shelf has a seat's copy only, the whole file is not stored over it, and it is said what to do."""
    with GameBook.open("sqlite:///:memory:") as other:
        (stored,) = store_file(other, LOCAL, PLAIN, "whole.jsonl", ImportOptions())
        copy = native.write(other.games, other.records.export(LOCAL, stored.id, "A"), "A")
    send(client, ("copy.jsonl", copy))
    (line,) = [text for _, text in report(send(client, ("whole.jsonl", PLAIN))) if "whole.jsonl" in text]
    assert "was here already, as the copy for A; the file shows more" in line
    assert book.records.count(LOCAL) == (1, 0)


def test_a_file_that_was_here_is_not_stored_again(client: FlaskClient, book: GameBook) -> None:
    """It is no error, in the same upload or a later one; where the record lies in the trash, that is told."""
    again = send(client, ("one.jsonl", PLAIN), ("two.jsonl", PLAIN), ("three.json", FERRY), ("four.json", FERRY))
    assert report(again)[0] == ("ok", "2 records added. 2 were here already.")
    assert ("ok", "two.jsonl: Ana and Ben (was here already)") in report(again)
    book.records.trash(LOCAL, book.records.shelf(LOCAL).entries[0].id)
    trashed = send(client, ("three.json", FERRY))
    assert report(trashed)[-1] == ("ok", "three.json: Ada, Bruno, Chiara, and Dov (was here already, in the trash)")
    assert len(BeautifulSoup(trashed.get_data(as_text=True), "html.parser").select(".report a")) == 0
    assert book.records.shelf(LOCAL).total == 1


def test_a_refused_file_is_told_with_line_and_reason(client: FlaskClient, book: GameBook) -> None:
    """Nothing of it is stored, the others are; the reason is in words of the file, and what the importer says stands behind it."""
    cut, changed = PLAIN[: len(PLAIN) // 2], PLAIN.replace(b'"seat":"A"', b'"seat":"B"', 1)
    answer = send(client, ("cut.jsonl", cut), ("changed.jsonl", changed), ("good.json", FERRY), ("<b>.txt", b"hello"), ("empty", b""))
    assert answer.status_code == 200
    found = dict(line.split(", line ", 1) for kind, line in report(answer) if kind == "no" and ", line " in line)
    assert found["cut.jsonl"].endswith("The file is cut off: its last line has no end. Copy it again. Nothing from this file is stored.")
    assert found["changed.jsonl"].startswith("6: This line was changed after it was written: its hash does not match.")
    assert found["<b>.txt"].startswith("1")
    assert found["empty"] == "1: The file is empty. Nothing from this file is stored."
    assert "<b>.txt" not in answer.get_data(as_text=True)
    details = [str(part["title"]) for part in BeautifulSoup(answer.get_data(as_text=True), "html.parser").select(".report .no span[title]")]
    assert any(detail.startswith("the chain is broken: prev is not the hash") for detail in details)
    assert book.records.shelf(LOCAL).total == 1


def test_where_every_file_is_refused_the_status_says_so(client: FlaskClient, book: GameBook) -> None:
    """422, and the shelf is as it was."""
    answer = send(client, ("a.json", b"{"))
    assert (answer.status_code, book.records.shelf(LOCAL).total) == (422, 0)
    assert report(answer)[0][0] == "no"


def test_many_reasons_are_counted(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first are told, the others counted."""
    monkeypatch.setattr(upload, "PROBLEMS_TOLD", 1)
    packets = [{"channel": 5}, {"channel": 6}, {"channel": 7}]
    answer = send(client, ("a.json", json.dumps({"status": 1, "data": {"logs": packets, "players": []}}).encode()))
    (told,) = [words for kind, words in report(answer) if kind == "no"]
    assert re.search(r"\d+ more reasons?\. Nothing from this file is stored\.", told), told


def test_no_file_is_told(client: FlaskClient) -> None:
    """A form without a file gets its answer, too."""
    answer = send(client, ("", b""))
    assert answer.status_code == 422
    assert client.post("/upload", data={}).status_code == 422


def test_a_file_over_the_limit_is_refused_alone(client: FlaskClient, book: GameBook) -> None:
    """The limit is told, and where larger files go; a good file beside it is taken."""
    large = b"x" * (upload.LARGEST_FILE + 1)
    answer = send(client, ("large.jsonl", large), ("good.json", FERRY))
    assert answer.status_code == 200
    assert report(answer)[-2:] == [
        (
            "no",
            (
                "large.jsonl: It is larger than 20 MB. For larger files use the command line: kiebitz import. "
                "Nothing from this file is stored."
            ),
        ),
        ("ok", "good.json: Ada, Bruno, Chiara, and Dov"),
    ]
    assert book.records.shelf(LOCAL).total == 1


def test_an_upload_over_the_limit_is_refused_whole(client: FlaskClient, book: GameBook) -> None:
    """By its length, before it is read."""
    length = {"CONTENT_LENGTH": str(upload.LARGEST_UPLOAD + 1)}
    answer = client.post("/upload", data=b"x", content_type="multipart/form-data; boundary=x", environ_overrides=length)
    assert answer.status_code == 413
    text = answer.get_data(as_text=True)
    assert "A file may have 20 MB, an upload of several 100 MB." in text
    assert book.records.shelf(LOCAL).total == 0


def test_the_form_has_its_page_and_every_shelf_takes_files(client: FlaskClient) -> None:
    """An empty shelf too: files that are let go anywhere on it come into the same form; the menu of every page leads to its page."""
    for address in ("/", "/upload", "/"):
        page = BeautifulSoup(client.get(address).get_data(as_text=True), "html.parser")
        assert page.select_one('.doors a[href="/upload"]') is not None
        form = page.select_one("form[action='/upload']")
        assert form is not None
        assert (form["method"], form["enctype"]) == ("post", "multipart/form-data")
        assert form.select_one("input[type=file][multiple]") is not None
        send(client, ("night-ferry.json", FERRY))


def test_in_german_too(client: FlaskClient) -> None:
    """Counts, places, reasons and what follows are in the reader's language, and no word of a parser or a schema is among them."""
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    answer = send(client, ("night-ferry.json", FERRY), ("a.json", b"{"))
    assert report(answer)[0] == ("ok", "1 Partie hinzugekommen.")
    assert report(answer)[-1][1].startswith("a.json, Zeile 1, Spalte ")
    assert report(answer)[-1][1].endswith("Aus dieser Datei ist nichts gespeichert.")
    lines = PLAIN.decode().split("\n")
    lines[3] = lines[3].replace('"v":', '"w":', 1)
    packet = {"status": 1, "data": {"logs": [{"channel": 5}], "players": []}}
    told = report(send(client, ("line.jsonl", "\n".join(lines).encode()), ("type.json", json.dumps(packet).encode()), ("x.txt", b"hello")))
    assert "Hier fehlt:" in told[0][1]
    assert "Hier steht eine ganze Zahl, wo ein Text hingehört." in " ".join(words for _kind, words in told)
    unsorted = re.sub(r'("cards":\{"faces":\[)("[^"]*"),("[^"]*")', r"\1\3,\2", PLAIN.decode(), count=1)
    assert "Der Wert bei event.cards ist dort nicht erlaubt." in report(send(client, ("order.jsonl", unsorted.encode())))[0][1]
    assert not re.search(r"Expected|field|JSONDecode|schema|`", " ".join(words for _kind, words in told))


def test_several_games_in_notation_are_refused_in_the_readers_language(client: FlaskClient, book: GameBook) -> None:
    """Let go together, each is told by itself with its line, in German without a word of English; the good one is stored."""
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    good = (GAMES / "regicide-jacks.kbz").read_bytes()
    bad = {"header.kbz": b'[Game "chess"]\n', "ruleset.kbz": good.replace(b"[Ruleset", b"[Rules", 1), "line.kbz": good + b"\n   c99\n"}
    answer = send(client, ("good.kbz", good), *bad.items())
    page = BeautifulSoup(answer.get_data(as_text=True), "html.parser")
    refused = {line.select("b")[0].get_text(): line for line in page.select(".report .no")}
    assert set(refused) == set(bad)
    assert [line.get_text(" ", strip=True) for line in refused.values() if line.select('[lang="en"]')] == []
    assert all("Zeile" in line.get_text() for line in refused.values())
    assert book.records.count(LOCAL)[0] == 1


def test_a_form_key_serves_one_upload_however_long_the_shelf_is(client: FlaskClient) -> None:
    """Two pages of one shelf send different keys, so that the second upload of a file is not answered with the report of the first."""
    keys = [BeautifulSoup(client.get("/").get_data(as_text=True), "html.parser").select_one("input[name=once]") for _ in range(2)]
    assert len({str(key["value"]) for key in keys if key is not None}) == 2


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    rest_soaked(
        [
            ("copies: {value: 5, source: [DE, EN]}", "copies: {value: 6, source: [DE, EN]}", "the copies add up to 119"),
            ("power: {value: ignores-gate,", "power: {value: ignores-moat,", "ignores-moat"),
            ("attack: {value: 2, house: true}", "attack: {value: 99, house: true}", "0 to 15"),
            ("- name: axe-man-bonus", "- name: axe-man-draw", "axe-man-draw"),
        ]
    ),
    ids=["count", "power", "number", "duplicate"],
)
def test_a_catalogue_is_told_what_is_wrong_with_it(client: FlaskClient, book: GameBook, old: str, new: str, reason: str) -> None:
    """By line and column; it is no record, so nothing is stored."""
    text = HOUSE.read_text(encoding="utf-8")
    assert old in text
    answer = send(client, ("mine.yaml", text.replace(old, new, 1).encode()))
    assert answer.status_code == 422
    ((sign, words),) = report(answer)
    assert (sign, re.match(r"mine\.yaml, line \d+, column \d+: ", words) is not None, reason in words) == ("no", True, True)
    assert book.records.shelf(LOCAL).total == 0


def test_a_good_catalogue_is_told_that_it_is_no_record(client: FlaskClient) -> None:
    """And how it is played with."""
    ((sign, words),) = report(send(client, ("house.yaml", HOUSE.read_bytes())))
    assert (sign, "without a fault, and no record; play with them by kiebitz --cards FILE" in words) == ("no", True)


def zipped(files: dict[str, bytes]) -> bytes:
    """Return a zip file."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return made.getvalue()


def test_a_zip_file_is_taken_file_by_file(client: FlaskClient, book: GameBook) -> None:
    """Each file in it has its line, whatever became of it; a broken one keeps no other from the shelf."""
    packed = zipped({"2026/ferry.json": FERRY, "plain.jsonl": PLAIN, "bad.json": FERRY[:-30], ".hidden": b"x", "__MACOSX/x": b"x"})
    page = send(client, ("games.zip", packed))
    assert page.status_code == 200
    assert len(book.records.shelf(LOCAL).entries) == 2
    lines = [line.get_text(" ", strip=True) for line in BeautifulSoup(page.text, "html.parser").select(".report li")]
    assert lines[0] == "2 records added."
    named = [line.partition(" ")[0].rstrip(":,") for line in lines[1:]]
    assert named == ["games.zip/2026/ferry.json", "games.zip/bad.json", "games.zip/plain.jsonl"]
    assert "Nothing from this file is stored." in lines[2]
    again = send(client, ("games.zip", packed)).text
    assert "2 were here already." in again
    assert len(book.records.shelf(LOCAL).entries) == 2


@pytest.mark.parametrize(
    ("data", "reason"),
    one_in(
        3,
        [
            (lambda: zipped({"a.zip": zipped({"b.json": FERRY})}), "zip file in a zip file"),
            (lambda: zipped({"../a.json": FERRY}), "leads out"),
            (lambda: zipped({"a.json": FERRY})[:-40], "damaged or cut off"),
            (lambda: zipped({"a.json": b"0" * (65 * upload.MEGABYTE)}), "far larger"),
            (lambda: zipped({"a.json": b"0" * (21 * upload.MEGABYTE)}), "larger than allowed here"),
            (lambda: zipped({}), "contains no file"),
            (lambda: zipped({f"{nth}.json": b"{}" for nth in range(upload.MOST_PACKED + 1)}), "more than 500 files"),
        ],
    ),
    ids=["in another", "leads out", "cut", "bomb", "large", "empty", "many"],
)
def test_a_zip_file_that_is_not_sound_is_refused_clearly(
    client: FlaskClient, book: GameBook, data: Callable[[], bytes], reason: str
) -> None:
    """Nothing of it is stored, and the page says why in the reader's language."""
    answer = send(client, ("games.zip", data()))
    assert answer.status_code == 422
    assert reason in BeautifulSoup(answer.text, "html.parser").select_one(".report").get_text()  # type: ignore[union-attr]
    assert book.records.shelf(LOCAL).entries == ()


def test_all_files_of_a_zip_file_together_have_a_limit(client: FlaskClient, book: GameBook, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is beyond the size of an upload, unpacked, is not read; what came before it is on the shelf."""
    monkeypatch.setattr(upload, "LARGEST_UPLOAD", len(FERRY) + len(PLAIN) - 1)
    page = send(client, ("games.zip", zipped({"a.json": FERRY, "b.jsonl": PLAIN})))
    assert len(book.records.shelf(LOCAL).entries) == 1
    assert "larger than allowed here" in page.text


def test_a_web_page_without_a_log_is_refused_with_the_way_to_do_it(client: FlaskClient) -> None:
    """In the reader's language, and a page leads from the upload through each way."""
    (line, *_) = report(send(client, ("page.html", b"<!DOCTYPE html><html><body><p>Hello</p></body></html>")))
    assert line[0] == "no"
    assert "Select the log there, copy it into a text file" in line[1]
    shelf = BeautifulSoup(client.get("/upload?lang=de").text, "html.parser").select_one("#upload")
    assert shelf is not None
    assert [link["href"] for link in shelf.select("a")] == ["/elsewhere"]
    ways = BeautifulSoup(client.get("/elsewhere").text, "html.parser")
    assert [way.h3 is not None and way.svg is not None and way.ol is not None for way in ways.select(".way")] == [True] * 5
    assert "Board Game Arena" in ways.text
    assert ways.html is not None
    assert ways.html["lang"] == "de"
