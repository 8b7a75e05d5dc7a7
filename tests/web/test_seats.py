"""The law of seats on the pages: sitting down at the beginning, giving up, calling free, closing for good."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from records.accounts.tokens import stored_form
from records.service import GameBook
from records.store import Account, SessionRow
from support.recording_forms import main, words
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask.testing import FlaskClient

NEW = {"game": "castle-rampage", "rules": "castle-rampage/plain", "name": ["Ana", "Ben"], "begins": "1", "chance": "dealt"}


@pytest.fixture
def people(tmp_path: Path) -> Iterator[dict[str, FlaskClient]]:
    """The browsers of three people who have signed in."""
    now, found = datetime.now(UTC), {}
    with GameBook.open(f"sqlite:///{tmp_path}/club.sqlite") as book:
        app = create_app(book)
        for name in ("Ana", "Ben", "Cara"):
            roles = {"player", "recorder", "admin"} if name == "Ana" else {"player"}
            book._office.store.accounts.put(Account(key=f"key{name}", name=name, roles=frozenset(roles), created_at=now))
            row = SessionRow(
                digest=stored_form(name[0].lower() * 32), account=f"key{name}", made_at=now, seen_at=now, ends_at=now + timedelta(days=1)
            )
            book._office.store.sign_ins.put_session(row)
            client = app.test_client()
            client.set_cookie("kiebitz", name[0].lower() * 32)
            client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
            client.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
            found[name] = client
        book._office.policy.expect_accounts()
        yield found


def begun(ana: FlaskClient, *sits: str) -> str:
    """Return the address of a game that Ana begins."""
    sent = ana.post("/records/new", data=NEW | {"sits": [*sits]})
    assert sent.status_code == 303, words(main(sent))
    return sent.headers["Location"].removesuffix("/record")


def seated(people: dict[str, FlaskClient], path: str, seat: str, name: str) -> int:
    """Let somebody take a seat by a code that Ana makes; returns the status of their answer."""
    made = people["Ana"].post(f"{path}/access", data={"act": "code", "seat": seat})
    code = main(made).select_one("code.code")
    assert code is not None, words(main(made))
    return people[name].post("/seat", data={"code": code.text}).status_code


def test_an_owner_who_plays_sits_down_at_the_beginning_and_stays_there(people: dict[str, FlaskClient]) -> None:
    """She sees her own hand; the other seat is his, and her page says what she may do about that."""
    path = begun(people["Ana"], "1")
    assert seated(people, path, "B", "Ben") == 303
    assert people["Ana"].get(f"{path}?as=A").status_code == 200
    for act in ({"act": "code"}, {"act": "free"}):
        refused = people["Ana"].post(f"{path}/access", data={"seat": "B", **act})
        assert refused.status_code == 403
        assert "This seat is taken" in words(main(refused))
    assert people["Ana"].get(f"/api{path}/positions/3?as=B").status_code == 403
    page = main(people["Ana"].get(f"{path}/access"))
    assert "Ben is away: call the seat free" in words(page)
    freed = people["Ana"].post(f"{path}/access", data={"act": "call-free", "seat": "B", "reason": "went home"})
    assert freed.status_code == 303
    assert people["Ben"].get(f"{path}?as=B").status_code == 404
    assert seated(people, path, "B", "Cara") == 303
    told = words(main(people["Cara"].get(f"{path}/access")))
    for said in ("seat called free (seat of Ben)", "went home", "sits down (seat of Ana)"):
        assert said in told


def test_leaving_a_seat_is_asked_back_and_shows_nothing_more(people: dict[str, FlaskClient]) -> None:
    """Leave, look, sit down again."""
    path = begun(people["Ana"], "1")
    assert seated(people, path, "B", "Ben") == 303
    asked = people["Ana"].post(f"{path}/access", data={"act": "leave", "seat": "A"})
    assert "Give up your seat?" in words(main(asked))
    assert people["Ana"].post(f"{path}/access", data={"act": "leave", "seat": "A", "sure": "1"}).status_code == 303
    for viewer in ("A", "B", "open"):
        assert people["Ana"].get(f"{path}?as={viewer}").status_code == 403
    assert seated(people, path, "A", "Ana") == 303
    assert people["Ana"].get(f"{path}?as=A").status_code == 200


@pytest.mark.soak
def test_a_player_is_asked_before_other_hands_are_shown(people: dict[str, FlaskClient]) -> None:
    """The game can go on until somebody says yes; then it is closed for good, and a line is offered."""
    path = begun(people["Ana"], "1")
    seated(people, path, "B", "Ben")
    release = {"act": "release", "listed": "players", "after": "nothing", "hands": "now", "days": "0", "players_write": "on"}
    assert people["Ana"].post(f"{path}/access", data=release).status_code == 303
    assert people["Ana"].post(f"{path}/access", data={"act": "close"}).status_code == 303
    assert f'href="{path}?at=' in people["Ben"].get(f"{path}?as=B").text
    asked = people["Ben"].get(f"{path}?at=3&as=open")
    assert asked.status_code == 403
    assert "Once you see other hands it cannot be continued" in words(main(asked))
    assert "can still go on" in people["Ben"].get(f"/api{path}/positions/3?as=open").get_json()["message"]
    assert people["Ana"].post(f"{path}/access", data={"act": "reopen"}).status_code == 303
    people["Ana"].post(f"{path}/access", data={"act": "close"})
    form = main(asked).select_one("form.sure")
    assert form is not None
    fields = {str(one["name"]): str(one["value"]) for one in form.select("input")}
    sent = people["Ben"].post(str(form["action"]), data=fields)
    assert sent.headers["Location"] == f"{path}?at=3&as=open"
    assert people["Ben"].get(sent.headers["Location"]).status_code == 200
    refused = people["Ana"].post(f"{path}/access", data={"act": "reopen"})
    assert refused.status_code == 403
    assert "closed for good" in words(main(refused))
    assert f"{path}/lines" in people["Ana"].get(f"{path}/access").text


def test_one_account_at_several_seats_is_shown_to_all(people: dict[str, FlaskClient]) -> None:
    """On the replay, for everybody who finds it."""
    path = begun(people["Ana"], "1", "2")
    release = {"act": "release", "listed": "accounts", "after": "nothing", "hands": "never", "days": "0", "names": "on"}
    assert people["Ana"].post(f"{path}/access", data=release).status_code == 303
    page = BeautifulSoup(people["Cara"].get(path).data, "html.parser")
    told = "One account plays Ana and Ben."
    assert told in words(page.select_one(".table-head .imprint"))
    assert told in words(page.select_one("#menu"))


def test_who_types_the_cards_in_sits_nowhere(people: dict[str, FlaskClient]) -> None:
    """The form says why."""
    typed = NEW | {"chance": "typed", "sits": ["1"]}
    refused = people["Ana"].post("/records/new", data=typed)
    assert refused.status_code == 422
    assert "sees all hands" in words(main(refused))
