"""Regicide on the pages and in the API: what each viewer is told, and a game that is written down; its board has tests of its own."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from records.core.ids import SEATS
from records.core.shared import PositionSet
from records.core.viewers import LOCAL
from records.games.regicide.board.faces import FACES
from records.games.regicide.game import REGICIDE
from records.games.regicide.model import commands as cmd
from records.games.regicide.model.events import CardsPlayed, GameEnded, SeatFell
from records.rulings.audit import audit
from records.service import Entry, GameBook, NewGame, NewTable
from records.service.writing.simulation import simulate
from support import books

if TYPE_CHECKING:
    from collections.abc import Callable

    from bs4 import BeautifulSoup
    from flask.testing import FlaskClient

    from records.core.events import Event

    Read = Callable[..., BeautifulSoup]

A, B = SEATS[:2]
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


book = books.shared


@pytest.fixture(scope="module")
def played(book: GameBook) -> str:
    """A game of three that played itself and ended with an attack that could not be met."""
    games = simulate(REGICIDE, seed=35, games=60, players=3)
    return book.writing.add(LOCAL, next(game for game in games if any(_unmet(entry.event) for entry in game.entries)))[0].id


def _unmet(event: Event) -> bool:
    return isinstance(event, SeatFell) and event.why == "cannot-defend"


@pytest.mark.soak
def test_every_step_has_a_page_for_everybody(read: Read, client: FlaskClient, played: str, book: GameBook) -> None:
    """Also in German, as data, and on the rules page."""
    steps = book.record(LOCAL, played, "open").steps
    for viewer in ("A", "C", "public", "open"):
        for at in (0, 1, steps // 2, steps):
            assert read(f"/records/{played}?at={at}&as={viewer}").select_one("main") is not None
            assert client.get(f"/api/records/{played}/positions/{at}?as={viewer}").status_code == 200
    laid = next(one for one in book.record(LOCAL, played, "public").events if isinstance(one.event, CardsPlayed))
    german = read(f"/records/{played}?at={laid.v}&as=public", **{"Accept-Language": "de"}).get_text(" ", strip=True)
    assert all(FACES[str(card)].title["de"] in german for card in laid.event.cards)
    rules = read(f"/records/{played}/rules").get_text(" ", strip=True)
    assert "Not if all others have yielded" in rules


def test_the_result_is_told_on_the_shelf(read: Read, played: str) -> None:
    """All win or lose together, and stand there together; a search by the reason finds them."""
    shelf = " ".join(read("/").get_text(" ", strip=True).split())
    assert "The team lost" in shelf
    assert "against" not in shelf
    assert "An attack could not be met" in shelf
    assert played in str(read("/?q=could not be met"))
    assert played not in str(read("/?q=Gold"))


def test_a_grade_is_told_and_found(read: Read, book: GameBook) -> None:
    """Who wins alone wins with a grade: on the shelf, on the board, in German too, and a search for it finds the record."""
    ended = GameEnded(won=True, why="last-king", grade="silver")
    entries = [Entry(at=NOON, event=PositionSet(counters=(("active", "A"), ("turn", 30)))), Entry(at=NOON, event=ended)]
    game = NewGame(game="regicide", seats=(A,), names={A: "Vera"}, started=NOON, entries=entries, **REGICIDE.rules.edition(""))
    record = book.writing.add(LOCAL, game)[0].id
    assert "Vera won with Silver" in read("/?q=silver").get_text(" ", strip=True)
    assert record not in str(read("/?q=bronze"))
    verdict = read(f"/records/{record}?at=2&as=A").select_one(".verdict")
    assert verdict is not None
    assert verdict.get_text(strip=True) == "Vera won with Silver"
    assert "Vera hat mit Silber gewonnen" in read("/?lang=de").get_text(" ", strip=True)


def _begun(book: GameBook) -> str:
    """Ana writes down a game with Ben; she sees her own hand only."""
    mine = [f"hearts-{number}" for number in (2, 3, 4, 5, 6, 7, 8)]
    table = NewTable(game="regicide", names=("Ana", "Ben"), begins=B)
    return book.writing.begin(LOCAL, table, [["?"] * 7, mine, ["spades-jack"]])


def test_a_game_is_written_down_from_one_seats_memory(client: FlaskClient, read: Read, book: GameBook) -> None:
    """Ben's plays are named as he lays them, his discards may stay unknown, and what Ana draws is hers to tell."""
    record = _begun(book)
    page = read(f"/records/{record}/record")
    labels = [label.get_text(" ", strip=True) for label in page.select("ul.actions label")]
    pair = next(nth for nth, label in enumerate(labels) if "plays two cards" in label)
    assert len(page.select(f'select[name="card-{pair}"]')) == 2
    assert page.select(f'select[name="card-{pair}"] option[value="?"]') == []
    steps = str(book.record(LOCAL, record, "open").steps)
    form: dict[str, Any] = {"version": steps, "do": "command", "action": str(pair), f"card-{pair}": ["clubs-3", "diamonds-3"]}
    asked = client.post(f"/records/{record}/record", data=form)
    assert "Which card does Ben draw?" in asked.get_data(as_text=True)
    answered = client.post(f"/records/{record}/record", data={**form, "answer": ["?"], "asked": "1", "chosen": ["?"]})
    assert answered.status_code in (200, 303)
    one = client.post(f"/records/{record}/record", data={**form, f"card-{pair}": ["clubs-3"]})
    assert one.status_code in (409, 422)


def test_a_memory_of_one_seat_is_played_to_an_end(book: GameBook) -> None:
    """Unknown discards are believed as far as they can be, a fall of a hidden hand too; the record audits from that seat's log."""
    record = _begun(book)
    steps = book.record(LOCAL, record, "open").steps
    steps = book.command(LOCAL, record, cmd.Play(seat=B, cards=("clubs-9",)), expected=steps)
    position = book.record(LOCAL, record, "A").position(steps)
    (asked,) = position.state.pending
    steps = book.command(LOCAL, record, cmd.Discard(seat=B, cards=("?", "spades-4"), answers=asked.id), expected=steps)
    after = book.record(LOCAL, record, "A").position(steps)
    assert after.table.zones["discard"] == ("?", "spades-4")
    assert (after.table.hands["B"].count, after.state.active) == (4, "A")
    steps = book.command(LOCAL, record, cmd.Play(seat=A, cards=("hearts-2",)), answers=[["hearts-jack"]], expected=steps)
    exact = book.record(LOCAL, record, "public").position(steps)
    assert exact.table.decks["tavern"][0].faces == ("spades-jack",)
    steps = book.command(LOCAL, record, cmd.Play(seat=A, cards=("hearts-3",)), expected=steps)
    (asked,) = book.record(LOCAL, record, "A").position(steps).state.pending
    steps = book.command(LOCAL, record, cmd.Discard(seat=A, cards=("hearts-4", "hearts-6"), answers=asked.id), expected=steps)
    steps = book.command(LOCAL, record, cmd.Play(seat=B, cards=("clubs-2",)), expected=steps)
    (asked,) = book.record(LOCAL, record, "A").position(steps).state.pending
    fall = cmd.Fall(seat=B, why="cannot-defend", below=10, answers=asked.id)
    steps = book.command(LOCAL, record, fall, expected=steps)
    for viewer in ("A", "B", "public", "open"):
        view = book.record(LOCAL, record, viewer)
        assert view.outcome is not None
        assert view.outcome.winners == ()
        judged = list(audit(view.game, view.header, view.events))
        assert len(judged) == 8
        assert [one for one in judged if one.wrong] == []
