"""The list of games for those who play, and for those who only look: whose move it is, what is new, and no card of others."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from records.accounts.tokens import stored_form
from records.core.ids import SeatKey
from records.core.viewers import OPEN, PUBLIC, Caller, CallerKind, Role
from records.service import GameBook, NewTable
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import Account, Listed, Onlookers, Release, SessionRow
from records.values import replace
from support.recording_forms import soup
from web.app import create_app
from web.pages.shelf.scenes import LEAST_TURNS

if TYPE_CHECKING:
    from flask.testing import FlaskClient

REC = Caller("Rec", CallerKind.ACCOUNT, account="keyrec", roles=frozenset({Role.RECORDER}), via="s-rec")
NAMES = {"A": "Ana", "B": "Ben"}


@pytest.fixture
def people(book: GameBook) -> dict[str, FlaskClient]:
    """The browsers of Ana and Ben, players who have signed in, of Dora, who sits nowhere, and of a stranger."""
    now, app, found = datetime.now(UTC), create_app(book), {}
    for name in ("Ana", "Ben", "Dora", "Rec"):
        key, token = f"key{name.lower()}", name[0].lower() * 32
        book._office.store.accounts.put(Account(key=key, name=name, roles=frozenset({"player"}), created_at=now))
        row = SessionRow(digest=stored_form(token), account=key, made_at=now, seen_at=now, ends_at=now + timedelta(days=1))
        book._office.store.sign_ins.put_session(row)
        found[name] = app.test_client()
        found[name].set_cookie("kiebitz", token)
    book._office.policy.expect_accounts()
    return found | {"": app.test_client()}


def shown(book: GameBook, record: str) -> str:
    """Seat Ana and Ben at a game, and let everybody find it."""
    for seat, name in NAMES.items():
        book.access.seat_account(REC, record, SeatKey(seat), name)
    release = Release(listed=Listed.EVERYBODY, after=Onlookers.PUBLIC, names=True, players_write=True)
    book.access.release_record(REC, record, release)
    return record


@pytest.fixture
def record(book: GameBook, people: dict[str, FlaskClient]) -> str:
    """A game of Ana's and Ben's that was dealt just now."""
    table = NewTable(game="castle-rampage", names=("Ana", "Ben"), begins=SeatKey("A"), dealt=True, ruleset="castle-rampage/plain")
    return shown(book, book.writing.begin(REC, table, []))


@pytest.fixture
def running(book: GameBook, people: dict[str, FlaskClient]) -> str:
    """A game that is in its middle."""
    whole = next(iter(simulate(library()["castle-rampage"], seed=1, games=1, ruleset="castle-rampage/plain")))
    half = replace(whole, entries=whole.entries[: len(whole.entries) // 2], names={SeatKey(seat): name for seat, name in NAMES.items()})
    record = shown(book, book.writing.add(REC, half)[0].id)
    assert book.records.entries(REC, [record])[0].turns >= LEAST_TURNS
    return record


def acting(book: GameBook, record: str) -> set[str]:
    """Return the seats that can do something now."""
    view = book.record(REC, record, OPEN)
    assert view.game.play is not None
    return {seat for one in view.game.play.legal(view.position(view.steps)) if (seat := getattr(one, "seat", None)) is not None}


def move(book: GameBook, record: str) -> None:
    """Make the next move that the rules allow."""
    view = book.record(REC, record, OPEN)
    assert view.game.play is not None
    book.command(REC, record, view.game.play.legal(view.position(view.steps))[0], expected=view.steps)


def test_the_list_shows_a_stranger_no_hidden_card_of_a_running_game(book: GameBook, people: dict[str, FlaskClient], running: str) -> None:
    """Neither on the page nor in its drawings is a card that only a player can see; nor does a place in a cookie open a player's eyes."""
    table = book.record(REC, running, OPEN).position(book.record(REC, running, OPEN).steps).table
    faces = book.record(REC, running, OPEN).faces
    public = book.record(REC, running, PUBLIC)
    said = " ".join(str(step.lines) for step in public.timeline.told)
    hidden = {faces[face].title["en"] for seat in NAMES for face in table.hands[SeatKey(seat)].faces if face not in said}
    assert hidden
    stranger = people[""]
    for place in ("", f"{running}-{public.steps}-A", f"{running}-{public.steps}-open"):
        stranger.set_cookie("places", place)
        page = stranger.get("/")
        scenes = soup(page).select(".scene")
        assert all("as=public" in str(scene["href"]) for scene in scenes)
        told = page.text + "".join(stranger.get(str(image["src"])).text for scene in scenes for image in scene.select("img"))
        assert not [title for title in hidden if title in told]
    for viewer in ("A", "B", "open"):
        assert stranger.get(f"/records/{running}/scene.svg?at={public.steps}&as={viewer}").status_code == 403


@pytest.mark.soak
def test_players_see_whose_move_it_is_and_what_is_new(book: GameBook, people: dict[str, FlaskClient], record: str) -> None:
    """Since they were there last; nothing is called new to somebody who never was."""
    for name in ("Ana", "Ben"):
        assert not soup(people[name].get("/")).select(".running .news")
    people["Ana"].get(f"/records/{record}?at={book.record(REC, record, SeatKey('A')).steps}&as=A")
    assert not soup(people["Ana"].get("/")).select(".running .news")
    for _ in range(4):
        move(book, record)
    assert "new step" in soup(people["Ana"].get("/")).select(".running .news")[0].get_text()
    says = {name: soup(people[name].get("/")).select(".running .move")[0].get_text() for name in ("Ana", "Ben")}
    assert "It is your move" in says.values()
    assert soup(people["Ana"].get("/")).select("h2#h-running")[0].get_text() == "My games"


def test_games_that_wait_for_the_reader_come_first(book: GameBook, people: dict[str, FlaskClient], record: str) -> None:
    """Of two games each player finds the one in which they move before the other; a further seat is one touch away."""
    table = NewTable(game="castle-rampage", names=("Ana", "Ben"), begins=SeatKey("B"), dealt=True, ruleset="castle-rampage/plain")
    other = shown(book, book.writing.begin(REC, table, []))
    for one, alone in ((record, "A"), (other, "B")):
        while acting(book, one) != {alone}:
            move(book, one)
    for name, first in (("Ana", record), ("Ben", other)):
        games = soup(people[name].get("/")).select(".running a")
        assert [bool(game.select(".mine")) for game in games] == [True, False, False]
        assert first in str(games[0]["href"])
        assert games[-1]["href"] == "/seat"


def test_who_has_no_game_here_has_one_thing_to_touch(people: dict[str, FlaskClient], record: str) -> None:
    """A stranger signs in, a player without a seat types a code in; who plays is told nothing of the kind."""
    first = {name: [link["href"] for link in soup(people[name].get("/")).select(".to-do .btn.solid")] for name in ("", "Dora", "Ana")}
    assert first == {"": ["/sign-in"], "Dora": ["/seat"], "Ana": []}
