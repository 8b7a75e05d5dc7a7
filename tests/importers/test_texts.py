"""Pasted text logs and score sheets as observed tables."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from importers import ImportOptions, read_file
from importers.native import write
from importers.storing import store_file
from records.core.viewers import LOCAL, OPEN, PUBLIC, viewer_key
from records.errors import ImportRefused
from records.service import GameBook, NewGame
from records.service.library import library
from records.values import replace
from support import books
from support.archives import A, B, Read

GAMES = library()
LOG = """\
Players: Anna, Zoë Müller
Game: Café & Co
Site: Yucata
Table: 9542536
Date: 2024-07-15
Seen by: Anna

Anna drafts <Rangers> for ${3} & more.
* You draw a Knight
[20:13] Zoë Müller passes.
2024-07-16 00:10:05 Anna wins!
"""
PAGE = r"""<script>
HistoryMove[0] = '½ã'; HistoryStatus[0] = 'Anna drafts \'Rangers\'';
HistoryMove[1] = '¼±²';
HistoryStatus[1] = '';
</script>"""
SHEET = (
    "Date,Game,Player 1,Score 1,Player 2,Score 2,Rank 1,Rank 2\n2024-07-15,Azul,Anna,71,Ben,64,1,2\n15.07.2024,Azul,Ben,50,Anna,50,1,1\n"
)
LONG = 'Datum;Tisch;Name;Punkte\n15.07.2024;7;Anna;"12,5"\n15.07.2024;7;Ben;9\n16.07.2024;8;Ben;3\n'


book = books.own


def games(text: str | bytes, **options: Any) -> list[NewGame]:
    """Return the games in a text."""
    data = text if isinstance(text, bytes) else text.encode()
    return [game for game in read_file(GAMES, data, "x.txt", ImportOptions(**options)) if isinstance(game, NewGame)]


def refusal(text: str | bytes, **options: Any) -> str:
    """Return why a text is refused."""
    with pytest.raises(ImportRefused) as refused:
        games(text, **options)
    return str(refused.value).removeprefix("x.txt: ")


def told(text: str, viewer: Any = OPEN, **options: Any) -> list[list[str]]:
    """Return what a text's record tells a viewer."""
    (game,) = games(text, **options)
    return Read(None, game).told(viewer)


def test_a_pasted_log_is_an_observed_record() -> None:
    """Its lines are told as they stand, markup and signs of templates included; names, game, site, table and times are taken."""
    (game,) = games(LOG)
    assert (list(game.names.values()), game.label) == (["Anna", "Zoë Müller"], ("Café & Co", "yucata", "9542536"))
    assert told(LOG) == [
        ["Anna drafts <Rangers> for ${3} & more.", "(Shown only to Anna: You draw a Knight)"], ["Zoë Müller passes."], ["Anna wins!"],
    ]  # fmt: skip
    assert [entry.at for entry in game.entries[2:]] == [
        datetime(2024, 7, 15, tzinfo=UTC), datetime(2024, 7, 15, 20, 13, tzinfo=UTC), datetime(2024, 7, 16, 0, 10, 5, tzinfo=UTC),
    ]  # fmt: skip
    assert [step.seat for step in Read(None, game).timeline().steps][-3:] == [A, B, A]
    assert "Anna" not in str([entry.event for entry in game.entries])


def test_a_starred_line_is_for_who_saw_it_alone(book: GameBook) -> None:
    """Nobody else's view, file or length holds it; without “Seen by” a star is a star."""
    (one,) = store_file(book, LOCAL, LOG.encode(), "x.txt", ImportOptions())
    for viewer, sees in ((A, True), (B, False), (PUBLIC, False)):
        assert ("Knight" in write(book.games, book.records.export(LOCAL, one.id, viewer), viewer_key(viewer)).decode()) is sees
    assert book.record(LOCAL, one.id, B).steps == book.record(LOCAL, one.id, A).steps
    assert ["* You draw a Knight"] in told(LOG.replace("Seen by: Anna\n", ""))
    assert list(book.records.verify(LOCAL)) == []


def test_a_text_without_a_head_is_read_with_options(book: GameBook) -> None:
    """Players, day and game may be said beside the file; without players nobody takes a text for a log."""
    told_, options = "Anna passes.\nBen wins.\n", {"players": ("Anna", "Ben"), "day": "15.07.2024", "game_name": "Azul"}
    (game,) = games(told_, **options)
    assert (game.started, game.label.title) == (datetime(2024, 7, 15, tzinfo=UTC), "Azul")
    assert "no importer knows it" in refusal(told_)
    (one,) = store_file(book, LOCAL, told_.encode(), "x.txt", ImportOptions(**options))
    assert store_file(book, LOCAL, told_.encode(), "x.txt", ImportOptions(**options))[0].already
    other = replace(ImportOptions(**options), players=("Ben", "Anna"))
    assert store_file(book, LOCAL, told_.encode(), "x.txt", other)[0].id != one.id


def test_a_game_page_of_yucata_is_read() -> None:
    """Its history, move by move: the words where there are any, else the site's code, which means what the game means."""
    assert told(PAGE, players=("Anna", "Ben"), day="2024-07-15") == [["Anna drafts 'Rangers'"], ["¼±²"]]
    assert "line “Players: Anna, Ben”" in refusal(PAGE)
    assert "give --date" in refusal(PAGE, players=("Anna",))
    assert refusal(PAGE.replace("Rangers\\''", "Rangers"), players=("Anna",), day="2024-07-15").startswith(
        "line 2: the history of this page is cut"
    )


def test_pseudonyms_leave_no_name_in_a_log() -> None:
    """Neither name nor table, in no part of it."""
    (game,) = games(LOG, pseudonyms=True)
    assert (list(game.names.values()), game.label) == (["Player A", "Player B"], ("Café & Co", "", ""))
    assert not any(word in str(game) for word in ("Anna", "Müller"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Players: Anna,,Ben\nDate: 2024-07-15\nx", "line 1: '' is no name"),
        ("Players: Anna, Anna\nDate: 2024-07-15\nx", "line 1: two players have the same name"),
        ("Players: " + ",".join(f"P{n}" for n in range(40)), "line 1: 40 players"),
        ("Players: Anna\nDate: yesterday\nx", "line 2: 'yesterday' is no day"),
        ("Players: Anna\nDate: 0001-01-01\nx", "line 2: '0001-01-01' is no day"),
        ("Players: Anna\nDate: 9999-12-31 23:59\n00:01 x", "line 2: '9999-12-31 23:59' is no day"),
        ("Players: Anna\nx", "line 2: when was this?"),
        ("Players: Anna\nDate: 2024-07-15\n", "line 2: there is no line below the head"),
        ("Players: Anna\nDate: 2024-07-15\nSeen by: Ben\nx", "line 3: 'Ben' does not play"),
        ("Players: Anna\nDate: 2024-07-15\nSeen by: Anna\n* x", "line 4: every line is a star's"),
        ("Players: Anna\n2024-07-15 20:00 x\n2024-07-14 20:00 y", "line 3: this line was before the one above it"),
        ("Players: Anna\nDate: 2024-07-15\n" + "x" * 5000, "line 3: the line has 5000 characters"),
        (b"Players: Anna\nDate: 2024-07-15\n\xff", "line 3: the text is not UTF-8"),
    ],
)
def test_a_log_that_cannot_be_read_is_refused_with_its_line(text: str | bytes, reason: str) -> None:
    """Who, when and what: each with where it is missing or wrong."""
    assert refusal(text).startswith(reason)


def test_a_score_sheet_is_finished_games() -> None:
    """A row a game: who won, shared first places, scores, day and game; the same sheet grown longer brings the new rows alone."""
    first, second = games(SHEET)
    assert (first.label.title, first.started, list(first.names.values())) == ("Azul", datetime(2024, 7, 15, tzinfo=UTC), ["Anna", "Ben"])
    outcomes = [Read(None, game).state().outcome for game in (first, second)]
    assert [(found.winners, found.drawn, found.scores) for found in outcomes if found] == [
        ((A,), False, ((A, "71"), (B, "64"))), ((), True, ((A, "50"), (B, "50"))),
    ]  # fmt: skip
    again = games(SHEET + "2024-08-01,Azul,Anna,1,Ben,2,2,1\n")
    assert [game.origin for game in again][:2] == [first.origin, second.origin]
    twice = games(SHEET + SHEET.split("\n", 1)[1])
    assert len({game.origin for game in twice}) == 4


def test_a_sheet_with_a_row_for_each_player_is_read_by_its_columns(book: GameBook) -> None:
    """German headings and decimals, semicolons; who won is said by what is best. Headings of any name are given by --column."""
    options = ImportOptions(columns=(("best", "lowest"),))
    stored = store_file(book, LOCAL, LONG.encode(), "x.csv", options)
    assert [book.record(LOCAL, one.id).outcome.winners for one in stored] == [(B,), (A,)]  # type: ignore[union-attr]
    assert [entry.label.number for entry in book.records.entries(LOCAL, [one.id for one in stored])] == ["7", "8"]
    named = (("date", "Wann"), ("player", "Wer"), ("score", "Wie viel"), ("table", "Wo"), ("best", "highest"))
    other = LONG.replace("Datum;Tisch;Name;Punkte", "Wann;Wo;Wer;Wie viel")
    assert [len(game.seats) for game in games(other, columns=named)] == [2, 1]
    assert "no importer knows it" in refusal(other)


@pytest.mark.parametrize(
    ("text", "columns", "reason"),
    [
        (LONG, (), "line 1: who won?"),
        ("Date,Player 1,Player 2,Score 1\n", (), "line 1: 2 columns of players and 1 of scores"),
        ("Date,Player,Rank\n", (), "line 1: each player has a row, and no column says which rows are one game"),
        (LONG, (("best", "most"),), "line 1: best is highest or lowest"),
        (LONG, (("score", "Points"),), "line 1: there is no column 'Points'"),
        (LONG, (("colour", "Name"),), "line 1: no column can be 'colour'"),
        (SHEET + "today,Azul,A,1,B,2,1,2", (), "line 4: 'today' is no day"),
        (SHEET + "2024-07-15,Azul,A,1,A,2,1,2", (), "line 4: 'A' plays twice"),
        (SHEET + "2024-07-15,Azul,A,1,B,2,2,2", (), "line 4: nobody has place 1"),
        (SHEET + "2024-07-15,Azul,,1,,2,2,2", (), "line 4: nobody is named"),
        (LONG + "15.07.2024;9;Anna;many\n", (("best", "highest"),), "line 5: 'many' is no score"),
        (SHEET.split("\n", maxsplit=1)[0], (), "line 1: there is no row below the headings"),
        (SHEET + '2024,"x', (), "line 4: this is no CSV"),
    ],
)
def test_a_sheet_that_cannot_be_read_is_refused_with_its_line(text: str, columns: tuple[tuple[str, str], ...], reason: str) -> None:
    """Of a sheet that is wrong anywhere nothing is taken."""
    assert refusal(text, columns=columns).startswith(reason)


def test_the_documents_examples_are_read() -> None:
    """What docs/text-logs.md shows is a log and a sheet."""
    text = (Path(__file__).parent.parent.parent / "docs" / "text-logs.md").read_text()
    log, wide, long = (block.split("\n", 1)[1] for block in text.split("```")[1::2] if block.startswith(("text", "csv")))
    assert len(games(log)) == 1
    assert len(games(wide)) == 2
    assert len(games(long, columns=(("best", "highest"),))) == 1


TABLE = """<!DOCTYPE html><html><head><title>A table</title></head><body><div id="menu">Home Help</div>
<div id="logs">
 <div class="log" id="log_12"><div class="box"><span>Ben</span> passes &amp; waits.<img alt="(2 coins)" src="x"></div></div>
 <div class="log" id="log_11"><div class="box"><b>Anna</b> plays <i>Knight</i></div></div>
 <script>var hidden = "not read";</script>
</div><p>Other text</p></body></html>"""


def test_a_saved_page_is_read_for_its_log() -> None:
    """The lines that a reader of the page sees, the oldest first by their ids; nothing around them, and no markup."""
    (game,) = games("Players: Anna, Ben\nDate: 2024-07-15\n" + TABLE)
    assert [line for step in Read(None, game).told(PUBLIC) for line in step] == ["Anna plays Knight", "Ben passes & waits.(2 coins)"]
    (same,) = games(TABLE.replace('id="logs"', 'id="gameLog"').replace("log_", "x_"), players=("Anna", "Ben"), day="2024-07-15")
    assert next(line for step in Read(None, same).told(PUBLIC) for line in step).startswith("Ben passes")


@pytest.mark.parametrize("options", [{}, {"players": ("Anna", "Ben"), "day": "2024-07-15"}])
@pytest.mark.parametrize("log", ['<div id="other">Anna plays</div>', '<div id="logs"> <br> </div>'])
def test_a_page_without_a_log_is_refused_with_the_way_to_do_it(log: str, options: dict[str, Any]) -> None:
    """Players and day named or not: no step of raw markup comes of it."""
    assert refusal(f"<!DOCTYPE html><html><body>{log}</body></html>", **options).startswith(
        "line 1: no log is found in this web page: select"
    )


def test_a_page_with_a_log_still_needs_its_players() -> None:
    """The page does not say who sat where."""
    assert refusal(TABLE) == "nobody is named: write a line “Players: Anna, Ben” above the log, or give --players"
