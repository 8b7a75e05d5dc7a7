"""Two players write their own game on their own phones: each sees and writes what their seat sees and does."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from records.accounts.tokens import stored_form
from records.core.ids import SeatKey
from records.core.viewers import OPEN, Caller, CallerKind, Role
from records.service import GameBook, NewTable
from records.store import Account, Listed, Release, SessionRow
from support.recording_forms import do, main, words
from web.app import create_app

if TYPE_CHECKING:
    from flask.testing import FlaskClient

A, B = SeatKey("A"), SeatKey("B")
REC = Caller("Rec", CallerKind.ACCOUNT, account="keyrec", roles=frozenset({Role.RECORDER}), via="s-rec")
OURS = {"Sec-Fetch-Site": "same-origin"}
FIVE = [["archer", "cook", "giant", "knight", "worker"], ["advisor", "dragon", "priest", "squire", "veteran"]]


@pytest.fixture
def people(book: GameBook) -> dict[SeatKey, FlaskClient]:
    """The browsers of Ana and Ben, who have signed in."""
    now, found = datetime.now(UTC), {}
    app = create_app(book)
    for letter, name in (("a", "Ana"), ("b", "Ben"), ("c", "Rec")):
        key = f"key{name.lower()}"
        book._store.put_account(Account(key=key, name=name, roles=frozenset({"player", "recorder"}), created_at=now))
        row = SessionRow(digest=stored_form(letter * 32), account=key, made_at=now, seen_at=now, ends_at=now + timedelta(days=1))
        book._store.sign_ins.put_session(row)
        client = app.test_client()
        client.set_cookie("kiebitz", letter * 32)
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
        client.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
        found[SeatKey(letter.upper())] = client
    book._policy.expect_accounts()
    return found


def begun(book: GameBook, *, dealt: bool = True, players_write: bool = True) -> str:
    """Return a game of Ana's and Ben's that Rec keeps."""
    table = NewTable(game="castle-rampage", names=("Ana", "Ben"), begins=A, dealt=dealt, ruleset="castle-rampage/plain")
    record = book.begin(REC, table, [] if dealt else FIVE)
    for seat, name in ((A, "Ana"), (B, "Ben")):
        book.seat_account(REC, record, seat, name)
    book.release_record(REC, record, Release(listed=Listed.PLAYERS, players_write=players_write))
    return record


def test_each_writes_and_sees_the_own_seat(book: GameBook, people: dict[SeatKey, FlaskClient]) -> None:
    """The replay leads there; the page offers the own moves and nothing beside them, and waits for the other side's."""
    record = begun(book)
    path = f"/records/{record}/record"
    for seat, other in ((A, B), (B, A)):
        replay = people[seat].get(f"/records/{record}")
        assert f'href="{path}"' in replay.text
        page = people[seat].get(path)
        assert page.status_code == 200
        position = book.record(REC, record, OPEN).position(book.record(REC, record, OPEN).steps)
        told = words(main(page))
        offered = [words(one) for one in main(page).select("noscript li, .actions li")]
        assert offered
        mine, theirs = ("Ana", "Ben") if seat == A else ("Ben", "Ana")
        assert all(mine in one for one in offered)
        assert f"You write what {mine} does" in told
        assert "Note a gap" not in told
        assert "Take something back" not in told
        faces = book.record(REC, record, OPEN).faces
        for face in {*position.table.hands[other].faces} - {*position.table.hands[seat].faces}:
            assert f"{theirs} puts {faces[face].title['en']}" not in page.text
    steps = book.record(REC, record).steps
    offered = main(people[A].get(path)).select("input[name=action]")
    sent = people[A].post(path, data={"version": steps, "do": "command", "action": offered[0]["value"]})
    assert (sent.status_code, sent.headers["Location"]) == (303, path)
    assert book.record(REC, record).steps > steps
    for act, fields in {
        "gap": {"words": "x"},
        "mistake": {"what": "other", "seat": "", "words": "x"},
        "back": {"to": 1, "words": ""},
    }.items():
        refused = people[A].post(path, data={"version": book.record(REC, record).steps, "do": act, **fields})
        assert refused.status_code == 403, act


def test_who_waits_is_told_and_asks_again(book: GameBook, people: dict[SeatKey, FlaskClient]) -> None:
    """The page says whose move it is, and where a script learns that the game went on; after the last move it leads to the replay."""
    record = begun(book)
    path = f"/records/{record}/record"
    by_seat = {"A": people[A], "B": people[B]}
    for _ in range(30):
        view = book.record(REC, record, OPEN)
        assert view.game.play is not None
        acting = {getattr(one, "seat", "") for one in view.game.play.legal(view.position(view.steps))}
        if len(acting) == 1:
            break
        command = view.game.play.legal(view.position(view.steps))[0]
        book.command(REC, record, command, expected=view.steps)
    (seat,) = acting
    waits = main(by_seat["B" if seat == "A" else "A"].get(path))
    assert f"{'Ana' if seat == 'A' else 'Ben'} is to move" in words(waits)
    assert waits["data-news"] == f"/api/records/{record}?as={'B' if seat == 'A' else 'A'}"
    assert waits["data-version"] == str(view.steps)
    news = by_seat["B" if seat == "A" else "A"].get(str(waits["data-news"])).get_json()
    assert news["steps"] == view.steps
    assert "data-news" not in main(by_seat[seat].get(path)).attrs
    sent = do(by_seat[seat], path, f"{'Ana' if seat == 'A' else 'Ben'} resigns.")
    assert sent.headers["Location"] == f"/records/{record}"
    for client in by_seat.values():
        led = client.get(path)
        assert (led.status_code, led.headers["Location"]) == (303, f"/records/{record}")


def test_players_do_not_write_where_they_may_not(book: GameBook, people: dict[SeatKey, FlaskClient]) -> None:
    """Without the owner's leave there is no page; where cards are typed in it says why."""
    record = begun(book, players_write=False)
    assert people[A].get(f"/records/{record}/record").status_code == 403
    assert '/record"' not in people[A].get(f"/records/{record}").text
    typed = begun(book, dealt=False)
    refused = people[A].get(f"/records/{typed}/record")
    assert refused.status_code == 403
    assert "cards are typed in by who sees the open table" in refused.text
    assert f'/records/{typed}/record"' not in people[A].get(f"/records/{typed}").text
    assert people[SeatKey("C")].get(f"/records/{typed}/record").status_code == 200
