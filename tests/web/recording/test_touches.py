"""What the page tells its script: each move by what is touched for it, and why the rest is dim."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from records.core.ids import SeatKey
from records.core.viewers import LOCAL, OPEN
from records.games.regicide.model.events import GameEnded, SeatFell
from records.service import NewTable
from records.service.writing.simulation import simulate
from support.recording_forms import begin, fields, main, soup, words
from support.soaking import one_in
from web.guards.repeats import form_key
from web.pages.recording.page import ScoreSheet

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from records.service import GameBook

GAMES = (
    ("castle-rampage", "castle-rampage/pegasus"),
    ("regicide", ""),
    ("creature-crush", ""),
    ("creature-crush", "creature-crush/arena"),
    ("creature-crush", "creature-crush/league"),
)


def told(client: FlaskClient, address: str, **headers: str) -> dict[str, Any]:
    """Return the data of a page."""
    part = soup(client.get(address, headers=headers)).select_one("#touch-data")
    assert part is not None
    found: dict[str, Any] = json.loads(part.get_text())
    return found


def touched(data: dict[str, Any], says: str) -> list[str]:
    """Return what is touched for the move with these words."""
    (move,) = (move for move in data["moves"] if move[2] == says)
    return [data["keys"][nth][0] for nth in move[0]]


def test_a_move_is_told_by_what_is_touched_for_it(client: FlaskClient) -> None:
    """Cards of the hand and the place, also one where nothing lies yet; what stands beside the moves is marked, and what ends the game."""
    data = told(client, begin(client))
    assert sorted(touched(data, "Ana puts Archer under the Gate.")) == ["hand:A/archer", "place:gate:A"]
    assert dict(data["keys"])["place:gate:A"] == "Gate of Ana"
    (resigns,) = (move for move in data["moves"] if move[2] == "Ana resigns.")
    assert (resigns[0], resigns[4:]) == ([], [1, 1])
    german = told(client, begin(client), **{"Accept-Language": "de"})
    assert german["texts"]["touch"] == "Berühre eine Karte."
    assert any(move[2] == "Ana legt Bogenschütze unter das Tor." for move in german["moves"])


@pytest.mark.parametrize(
    ("game", "ruleset", "deal"), one_in(2, [*((*game, 6) for game in GAMES), ("castle-rampage", "castle-rampage/yucata", 79)])
)
def test_touches_alone_tell_the_moves_of_a_game_apart(  # noqa: PLR0917 -- fixtures and the cases
    book: GameBook, client: FlaskClient, game: str, ruleset: str, deal: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In every position of a dealt game touches and sentence name one move, without a list of combinations; no sentence holds a slot.

    Deal 79 brings a Knight with two Fight Plans, of which one is its cost and the other for more strength.
    """
    monkeypatch.setattr("records.service.writing.recording.random.SystemRandom", lambda: random.Random(deal))  # noqa: S311 -- cards, not secrets
    table = NewTable(game=game, ruleset=ruleset, names=("Ana", "Ben"), begins=SeatKey("A"), dealt=True)
    record = book.writing.begin(LOCAL, table)
    picker = random.Random(5)  # noqa: S311 -- a game, not a secret
    largest = 0
    for _ in range(25):
        view = book.record(LOCAL, record, OPEN)
        if view.outcome is not None:
            break
        with client.application.test_request_context():
            sheet = ScoreSheet(book, view)
            data = sheet.data
            body = json.dumps(data)
        largest = max(largest, len(body))
        moves = [(tuple(sorted(move[0])), move[2]) for move in data["moves"]]
        assert len(set(moves)) == len(moves), "two moves that nobody could tell apart"
        places = [called for key, called in data["keys"] if key.startswith("place:")]
        assert len(set(places)) == len(places), "two places of one name"
        alike = Counter(touches for touches, _says in moves if touches)
        assert max(alike.values(), default=0) <= 4, "touches that leave a long list to choose from"
        slots = {str(slot) for slot in sheet.position.table.slots}
        assert not any(word.strip(".,()") in slots for _touches, says in moves for word in says.split())
        simulation = view.game.simulation
        assert simulation is not None
        book.command(LOCAL, record, simulation.policy(view.position(view.steps), picker), expected=view.steps)
    assert largest < 40_000, "bytes of the data of a page"


def test_a_card_that_cannot_be_played_says_why(client: FlaskClient, book: GameBook) -> None:
    """With the rule's own words and paragraph; a card that can be played needs no reason."""
    for _ in range(20):  # until a hand is dealt of which one card can be played and another cannot
        record = book.writing.begin(LOCAL, NewTable(game="creature-crush", names=("Ana", "Ben"), begins="A", dealt=True))  # type: ignore[arg-type]
        data = told(client, f"/records/{record}/record")
        if data["why"]:
            break
    view = book.record(LOCAL, record, OPEN)
    position = view.position(view.steps)
    mover = position.state.to_act
    assert mover is not None
    held = {f"hand:{mover}/{face}" for face in position.table.hands[mover].faces}
    assert data["why"]
    assert set(data["why"]) <= held - {key for key, _words in data["keys"]}
    assert all("(§ " in why for why in data["why"].values())
    assert told(client, begin(client))["why"] == {}


def test_where_nothing_is_to_be_done_nothing_is_owed(book: GameBook, client: FlaskClient) -> None:
    """A lost game of Regicide ends in an attack that could not be met: no card reaches it any more."""
    (lost,) = simulate(book.games["regicide"], seed=0, games=1, players=2)
    assert [type(entry.event) for entry in lost.entries[-2:]] == [SeatFell, GameEnded]
    ended = told(client, f"/records/{book.writing.add(LOCAL, lost)[0].id}/record")
    assert (ended["moves"], ended["owed"], ended["idle"]) == ([], None, "The game is over")


def test_what_was_touched_can_be_sent_in_place_of_the_moves_number(client: FlaskClient) -> None:
    """So a move that was kept without a connection is found again; touches that are no move are refused in words."""
    address = begin(client)
    send = {"do": "command", "version": "5", "touch": ["place:gate:A", "hand:A/archer"], "once": form_key()}
    assert client.post(address, data=send).status_code == 303
    assert words(main(client.get(address)).select(".told .line")[-1]) == "Ana puts Archer under the Gate."
    refused = client.post(address, data={**send, "version": "6", "touch": ["hand:B/archer"], "once": form_key()})
    assert refused.status_code == 422
    assert "What you touched is not a move now" in words(main(refused))


def test_giving_up_is_asked_back(client: FlaskClient, book: GameBook) -> None:
    """Nothing is written before the answer is yes."""
    address = begin(client)
    data = told(client, address)
    nth = next(nth for nth, move in enumerate(data["moves"]) if move[2] == "Ben resigns.")
    page = client.post(address, data={"do": "command", "version": "5", "action": str(nth), "once": form_key()})
    assert page.status_code == 200
    assert words(main(page).select_one("h1")) == "Ben resigns."
    (entry,) = book.records.shelf(LOCAL).entries
    assert book.record(LOCAL, entry.id, OPEN).steps == 5
    assert client.post(address, data=fields(main(page).select_one("form"))).status_code == 303
    assert book.record(LOCAL, entry.id, OPEN).outcome is not None


def test_a_camp_of_twenty_is_named_card_by_card(book: GameBook, client: FlaskClient) -> None:
    """Not chosen from a list of camps; what is named is written, and what nobody saw stays unknown."""
    table = NewTable(game="creature-crush", ruleset="creature-crush/league", names=("Ana", "Ben"), begins=SeatKey("A"), dealt=True)
    record = book.writing.begin(LOCAL, table)
    address = f"/records/{record}/record"
    data = told(client, address)
    (nth,) = (nth for nth, move in enumerate(data["moves"]) if move[1] == "?" * 20)
    assert [move for move in data["moves"] if not move[4]] == [data["moves"][nth]]
    cards = [card for card, _title in data["names"]][:19]
    send = {"do": "command", "version": str(data["version"]), "action": str(nth), f"card-{nth}": [*cards, "?"], "once": form_key()}
    assert client.post(address, data=send).status_code == 303
    view = book.record(LOCAL, record, OPEN)
    chosen: Any = view.events[data["version"]].event
    assert set(cards) <= set(chosen.cards.faces)


def test_playing_cards_are_told_by_suit_and_rank(client: FlaskClient) -> None:
    """A question of them has what its grid needs, in the reader's language; one of other cards has not."""
    laid = {}
    for game in ("regicide", "castle-rampage"):
        offered = fields(main(client.get(f"/records/new?game={game}")).select_one("form[method=post]"))
        table = {**offered, "name": ["Ana", "Ben"], "chance": "typed"}
        page = soup(client.post("/records/new", data=table, headers={"Accept-Language": "de"})).select_one("#question")
        assert page is not None
        laid[game] = json.loads(page.get_text())["suits"]
    assert laid["castle-rampage"] is None
    suits = laid["regicide"]
    assert [len(suits["icons"]), len(suits["cards"]), suits["ranks"]] == [4, 40, [*map(str, range(2, 11)), "A"]]
    assert all(f"#{suit}" in drawn for suit, drawn in suits["icons"].items())
