"""What a table at Board Game Arena is called, and the numbers that its log tells."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from http import HTTPStatus
from pathlib import Path

import pytest

from importers import ImportOptions, read_file
from importers.bga.naming import title_of
from importers.native import write
from importers.storing import store_file
from records.core.viewers import LOCAL, OPEN, PUBLIC
from records.errors import ImportRefused, MalformedCommand
from records.service import GameBook, NewGame, ShelfQuery
from records.service.library import library
from support import books
from support.archives import ANNA, BEN, REAL, TABLE, A, B, archive, notif, packet, read
from web.app import create_app

PLAIN = archive(packet(1, notif("${player_name} begins", {"player_name": "Anna", "player_id": ANNA})))
DATA = json.dumps(PLAIN).encode()


book = books.own


def stored(book: GameBook, name: str = "archive.json", data: bytes = DATA, **options: object) -> str:
    """Store the one record of a file; return its id."""
    (one,) = store_file(book, LOCAL, data, name, ImportOptions(**options))  # type: ignore[arg-type]
    return one.id


def found(book: GameBook, words: str) -> list[str]:
    """Return the records that are found by words."""
    return [entry.id for entry in book.records.shelf(LOCAL, ShelfQuery(text=words)).entries]


def test_the_games_name_is_given_by_an_option(book: GameBook) -> None:
    """What whoever imports says stands on the shelf, on the record, and is found; the table's id too."""
    record = stored(book, game_name="Ark Nova")
    assert book.records.shelf(LOCAL).entries[0].label == ("Ark Nova", "bga", str(TABLE))
    assert book.record(LOCAL, record, PUBLIC).label.title == "Ark Nova"
    assert found(book, "ark") == found(book, str(TABLE)) == found(book, str(TABLE)[:5]) == [record]


@pytest.mark.parametrize(
    ("name", "title"),
    [
        (f"Ark Nova {TABLE}.json", "Ark Nova"),
        (f"/somewhere/bga_{TABLE}_7_wonders.json", "7 wonders"),
        (f"Die-Crew - table {TABLE} 2024-07-15.log.json", "Die-Crew"),
        (f"C:\\logs\\Kyrö's Café (bga {TABLE}).json", "Kyrö's Café"),
        (f"{TABLE}.json", ""),
        (f"bga-{TABLE}-{TABLE}.json", ""),
        (f"Ark Nova 9{TABLE}.json", ""),
        ("two-players-complete.json", ""),
        ("", ""),
    ],
)
def test_the_games_name_is_read_from_a_files_name_with_the_tables_id(name: str, title: str) -> None:
    """Beside its table's id a file's name says the game; a name without that id may be anything and says nothing."""
    assert title_of(name, str(TABLE)) == title


def test_an_option_counts_more_than_a_files_name(book: GameBook) -> None:
    """What is said on purpose stands."""
    assert book.record(LOCAL, stored(book, f"Azul {TABLE}.json"), PUBLIC).label.title == "Azul"
    other = json.dumps(archive(packet(1, notif("x", {"player_id": ANNA})))).encode()
    assert book.record(LOCAL, stored(book, f"Azul {TABLE}.json", other, game_name="Zoo"), PUBLIC).label.title == "Zoo"


def test_the_games_name_is_entered_and_corrected_without_touching_events(book: GameBook) -> None:
    """Entered afterwards, corrected, taken away: chain, head and file of events stay, the search follows."""
    record = stored(book)
    before = book.records.export(LOCAL, record, OPEN)
    book.records.name_game(LOCAL, record, "Arc Nova")
    book.records.name_game(LOCAL, record, " Ark Nova ")
    assert (found(book, "arc"), found(book, "ark")) == ([], [record])
    after = book.records.export(LOCAL, record, OPEN)
    assert (after.head, list(after.log)) == (before.head, list(before.log))
    book.records.name_game(LOCAL, record, "")
    assert (found(book, "ark"), found(book, str(TABLE))) == ([], [record])
    assert list(book.records.verify(LOCAL)) == []
    assert book.records.rebuild(LOCAL) == 1
    assert found(book, str(TABLE)) == [record]


def test_a_name_is_refused_that_is_no_line_or_for_a_game_that_has_one(book: GameBook) -> None:
    """No control characters, no page of text; Regicide is Regicide."""
    record = stored(book)
    for wrong in ("a\nb", "x" * 101, "\ud800"):
        with pytest.raises(MalformedCommand):
            book.records.name_game(LOCAL, record, wrong)
    with pytest.raises(ImportRefused):
        read_file(book.games, b"", "x.json", ImportOptions())
    regicide = next(Path("examples/games").glob("regicide*.jsonl"))
    (one,) = store_file(book, LOCAL, regicide.read_bytes(), regicide.name, ImportOptions(game_name="Ark Nova"))
    assert book.record(LOCAL, one.id, PUBLIC).label.title == ""
    with pytest.raises(MalformedCommand, match="regicide"):
        book.records.name_game(LOCAL, one.id, "Ark Nova")


def test_a_file_that_is_here_gets_the_name_that_is_chosen_for_it(book: GameBook) -> None:
    """Importing again with a name is not in vain."""
    record = stored(book)
    assert stored(book, game_name="Ark Nova") == record
    assert found(book, "ark nova") == [record]


def test_name_and_table_travel_with_the_file(book: GameBook, tmp_path: Path) -> None:
    """A native file carries them for every viewer; with pseudonyms the table's id, which leads to people, stays behind."""
    record = stored(book, game_name="Ark Nova")
    for viewer in (OPEN, PUBLIC, A):
        data = write(book.games, book.records.export(LOCAL, record, viewer), viewer if isinstance(viewer, str) else viewer.value)
        with GameBook.open(f"sqlite:///{tmp_path}/{viewer}.sqlite") as other:
            (one,) = store_file(other, LOCAL, data, "x.jsonl", ImportOptions())
            assert other.record(LOCAL, one.id, PUBLIC).label == ("Ark Nova", "bga", str(TABLE))
    (game,) = read_file(library(), DATA, f"Ark Nova {TABLE}.json", ImportOptions(pseudonyms=True))
    assert isinstance(game, NewGame)
    assert game.label == ("Ark Nova", "", "")


def test_forgetting_a_person_forgets_the_table(book: GameBook) -> None:
    """A table's id leads to who sat there; deleting for good leaves nothing of it."""
    record = stored(book, game_name="Ark Nova")
    book.people.forget(LOCAL, "Anna")
    assert (found(book, str(TABLE)), found(book, "ark")) == ([], [record])
    book.records.trash(LOCAL, record)
    book.records.purge(LOCAL, record)
    assert list(book.records.verify(LOCAL)) == []


def test_rebuild_finds_the_tables_of_records_that_came_before(book: GameBook, tmp_path: Path) -> None:
    """Of a store without tables' ids each is read from its log, unless somebody who sat there was forgotten or had a pseudonym."""
    other = json.dumps(archive(packet(1, notif("x", {"player_id": ANNA})))).encode()
    record, masked = stored(book), stored(book, data=other, pseudonyms=True)
    with closing(sqlite3.connect(tmp_path / "book.sqlite")) as connection, connection:
        connection.execute("DELETE FROM labels")
    book.records.rebuild(LOCAL)
    assert found(book, str(TABLE)) == [record] != [masked]
    assert {entry.id: entry.label.site for entry in book.records.shelf(LOCAL).entries} == {record: "bga", masked: ""}
    book.people.forget(LOCAL, "Anna")
    book.records.rebuild(LOCAL)
    assert found(book, str(TABLE)) == []


END = {
    "id": 99,
    "args": {
        "table": {"stats": {"1": 2, "10": "x" * 30, "2": 53.5, "name": 3}},
        "result": [
            {"player": str(ANNA), "rank": 1, "score": "75", "stats": {"11": "2", "2": "44"}},
            {"player": str(BEN), "rank": 2, "score": "32", "stats": {"11": None, "2": "40", "12": []}},
        ],
    },
}


def test_statistics_of_the_end_are_told_by_their_numbers() -> None:
    """Of table and seats, in the order of their numbers, as the site writes them; their names are in no log."""
    state = read(archive(packet(1, notif("", END, "gameStateChange")))).state(PUBLIC)
    assert state.statistics == (("", (("1", "2"), ("2", "53.5"))), ("A", (("2", "44"), ("11", "2"))), ("B", (("2", "40"),)))


def test_counters_are_the_last_numbers_that_the_log_tells_of_a_seat() -> None:
    """The site's own counters, and fields that call themselves a score or a count; what is no number or nobody's is none."""
    told = [
        notif("", {"player_id": ANNA, "new_coins_count": "4", "score": 3, "newScore": "9", "n": 8, "account": 5, "counted": 6}),
        notif("", {"player_id": str(ANNA), "new_coins_count": 2, "score": None}),
        notif("", {"bag_count": 5}),
        notif("", {"playerId": BEN, "name": "credits", "value": "7"}, "setPlayerCounter"),
        notif("", {"name": "round", "value": 3}, "setTableCounter"),
        notif("", {"name": "round", "value": 4}, "setTableCounter"),
        notif("", {"name": 5, "value": 4}, "setTableCounter"),
        notif("", {"player_id": ANNA, "_private": {"secret_count": 4}}),
    ]
    read_ = read(archive(packet(1, *told)))
    assert read_.state(PUBLIC).told == (("A", (("score", 3), ("newScore", 9), ("new_coins_count", 2))), ("B", (("credits", 7),)))
    assert read_.state(PUBLIC).told_of_table == (("round", 4),)
    assert read_.state(A).told == read_.state(B).told == read_.state(OPEN).told


@pytest.mark.soak
@pytest.mark.skipif(not REAL, reason="no archives of real games are here")
def test_real_tables_tell_their_numbers() -> None:
    """The complete game ends with the scores that its messages told, and 66 statistics a seat."""
    state = read(REAL["two-players-complete"].read_bytes()).state(PUBLIC)
    assert {seat: dict(numbers)["score"] for seat, numbers in state.told} == {"A": 32, "B": 75}
    assert [len(numbers) for _, numbers in state.statistics] == [4, 66, 66]


def test_the_page_takes_the_name_and_shows_table_and_statistics(book: GameBook) -> None:
    """The form on the replay writes the name, refuses what is none, and the shelf shows and finds it; the end has its statistics."""
    end = json.dumps(archive(packet(1, notif("", END, "gameStateChange")))).encode()
    record, pages = stored(book, data=end), create_app(book).test_client()
    path = f"/records/{record}"
    assert pages.post(f"{path}/game", data={"name": "Ark Nova"}).status_code == HTTPStatus.SEE_OTHER
    assert pages.post(f"{path}/game", data={"name": "x" * 101}).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    page = pages.get(path, query_string={"at": book.record(LOCAL, record, PUBLIC).steps}).get_data(as_text=True)
    assert "Ark Nova (Observed table)" in page
    assert f"Table {TABLE} at Board Game Arena." in page
    assert "<td>53.5</td>" in page
    begun = pages.get(path, query_string={"at": 0}).get_data(as_text=True)
    assert "play Ark Nova." in begun
    assert "Statistics of the game" not in begun
    assert "Ark Nova" in pages.get("/", query_string={"q": str(TABLE)}).get_data(as_text=True)
    (entry,) = pages.get("/api/records", query_string={"q": "nova"}).get_json()["records"]
    assert (entry["game_name"], entry["site"], entry["table"]) == ("Ark Nova", "bga", str(TABLE))
