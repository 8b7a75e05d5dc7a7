"""Two players write their own game on their own phones: each sees and writes what their seat sees and does."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from records.accounts.tokens import stored_form
from records.core.ids import SeatKey
from records.core.viewers import OPEN, Caller, CallerKind, Role
from records.service import GameBook, NewTable
from records.store import Account, Listed, Onlookers, Release, SessionRow
from support.recording_forms import do, main, soup, words
from web.app import create_app

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

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
        book._office.store.accounts.put(Account(key=key, name=name, roles=frozenset({"player", "recorder"}), created_at=now))
        row = SessionRow(digest=stored_form(letter * 32), account=key, made_at=now, seen_at=now, ends_at=now + timedelta(days=1))
        book._office.store.sign_ins.put_session(row)
        client = app.test_client()
        client.set_cookie("kiebitz", letter * 32)
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
        client.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
        found[SeatKey(letter.upper())] = client
    book._office.policy.expect_accounts()
    return found


def begun(book: GameBook, *, dealt: bool = True, players_write: bool = True) -> str:
    """Return a game of Ana's and Ben's that Rec keeps."""
    table = NewTable(game="castle-rampage", names=("Ana", "Ben"), begins=A, dealt=dealt, ruleset="castle-rampage/plain")
    record = book.writing.begin(REC, table, [] if dealt else FIVE)
    for seat, name in ((A, "Ana"), (B, "Ben")):
        book.access.seat_account(REC, record, seat, name)
    book.access.release_record(REC, record, Release(listed=Listed.PLAYERS, players_write=players_write))
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
        assert f"You record what {mine} does" in told
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
    moves = main(by_seat[seat].get(path))
    assert (moves["data-news"], moves["data-version"]) == (f"/api/records/{record}?as={seat}", str(view.steps))
    sent = do(by_seat[seat], path, f"{'Ana' if seat == 'A' else 'Ben'} resigns.")
    end = f"/records/{record}?at={view.steps + 2}"
    assert sent.headers["Location"] == f"{end}&as={seat}"
    for key, client in by_seat.items():
        led = client.get(path)
        assert (led.status_code, led.headers["Location"]) == (303, f"{end}&as={key}")


def test_players_do_not_write_where_they_may_not(book: GameBook, people: dict[SeatKey, FlaskClient]) -> None:
    """Without the owner's leave there is no page; where cards are typed in it says why."""
    record = begun(book, players_write=False)
    assert people[A].get(f"/records/{record}/record").status_code == 403
    assert '/record"' not in people[A].get(f"/records/{record}").text
    typed = begun(book, dealt=False)
    refused = people[A].get(f"/records/{typed}/record")
    assert refused.status_code == 403
    assert "cards are entered by somebody who sees the open table" in refused.text
    assert f'/records/{typed}/record"' not in people[A].get(f"/records/{typed}").text
    assert people[SeatKey("C")].get(f"/records/{typed}/record").status_code == 200


def layer(book: GameBook, record: str, seat: SeatKey, nth: int = 0) -> Any:
    """Return a card that a seat may lay out now."""
    view = book.record(REC, record, OPEN)
    assert view.game.play is not None
    return [one for one in view.game.play.legal(view.position(view.steps)) if getattr(one, "seat", None) == seat][nth]


def sent_from(page: TestResponse, says: str) -> dict[str, str]:
    """Return what a page would send for a move that it offers."""
    found = next(one for one in main(page).select("noscript li") if says in words(one))
    nth = str(found.select_one("input[name=action]")["value"])  # type: ignore[index]
    once = str(main(page).select_one("input[name=once]")["value"])  # type: ignore[index]
    version = str(main(page).select_one("input[name=version]")["value"])  # type: ignore[index]
    return {"version": version, "do": "command", "action": nth, "once": once}


@pytest.mark.soak
def test_every_page_of_a_player_follows_a_running_game(book: GameBook, people: dict[SeatKey, FlaskClient]) -> None:
    """While cards are laid out and after that, on the page and in the replay, also in suspense; that of who only looks, but in suspense."""
    record = begun(book)
    book.access.release_record(REC, record, Release(listed=Listed.EVERYBODY, after=Onlookers.PUBLIC, players_write=True, names=True))
    for seat in (A, B):
        news = f"/api/records/{record}?as={seat}"
        for path in (f"/records/{record}/record", f"/records/{record}", f"/records/{record}?at=2", f"/records/{record}?suspense=on"):
            page = main(people[seat].get(path))
            assert (page["data-news"], page["data-version"]) == (news, str(book.record(REC, record).steps)), path
        assert people[seat].get(news).get_json()["steps"] == book.record(REC, record).steps
    stranger = create_app(book).test_client()
    looks = main(stranger.get(f"/records/{record}"))
    assert looks["data-stream"] == f"/records/{record}/follow?as=public"
    assert stranger.get(str(looks["data-news"])).get_json()["steps"] == book.record(REC, record).steps
    assert "data-news" not in stranger.get(f"/records/{record}?suspense=on").text
    assert stranger.get(f"/records/{record}/follow").status_code == 422
    book.access.close_record(REC, record)
    assert "data-news" not in people[A].get(f"/records/{record}").text


def test_write_on_is_wherever_the_player_is(book: GameBook, people: dict[SeatKey, FlaskClient]) -> None:
    """Through the own eyes or the public's, at whatever step; for who keeps the record through whichever eyes they look."""
    record = begun(book)
    for client, eyes in ((people[A], ("", "?as=A", "?as=public", "?at=3&as=public")), (people[SeatKey("C")], ("", "?as=open", "?as=B"))):
        for asked in eyes:
            assert f'href="/records/{record}/record">Write on' in client.get(f"/records/{record}{asked}").text, asked
    seated = book.writing.begin(REC, NewTable(game="castle-rampage", names=("Ana", "Ben"), begins=A, dealt=True))
    book.access.seat_account(REC, seated, A, "Ana")
    assert ">Write on" not in people[A].get(f"/records/{seated}").text


def test_a_move_that_another_players_move_overtook_is_written_where_it_still_holds(
    book: GameBook, people: dict[SeatKey, FlaskClient]
) -> None:
    """Both lay cards out at once; what no longer holds is refused in words, and the page stands as the game does now."""
    record = begun(book)
    path = f"/records/{record}/record"
    mine = sent_from(people[A].get(path), "Ana puts")
    steps = book.command(REC, record, layer(book, record, B), expected=book.record(REC, record).steps)
    sent = people[A].post(path, data=mine)
    assert (sent.status_code, sent.headers.get("Location")) == (303, path)
    assert book.record(REC, record).steps > steps
    again = book.record(REC, record).steps
    assert people[A].post(path, data={**mine, "once": "another"}).status_code == 409
    assert book.record(REC, record).steps == again
    late = sent_from(people[A].get(path), "Ana puts")
    book.writing.take_back(REC, record, steps, expected=again)
    refused = people[A].post(path, data=late)
    assert refused.status_code == 409
    assert "the game went on meanwhile" in words(main(refused))
    assert sent_from(refused, "Ana puts")["version"] == str(book.record(REC, record).steps)


def test_a_move_that_is_sent_again_is_written_once(book: GameBook, people: dict[SeatKey, FlaskClient]) -> None:
    """Its answer was lost: whatever the others wrote meanwhile it gets that answer, also the last move of a game, whose page is gone."""
    record = begun(book)
    path = f"/records/{record}/record"
    mine = sent_from(people[A].get(path), "Ana puts")
    assert people[A].post(path, data=mine).status_code == 303
    steps = book.command(REC, record, layer(book, record, B), expected=book.record(REC, record).steps)
    assert (again := people[A].post(path, data=mine)).status_code == 303
    assert (again.headers["Location"], book.record(REC, record).steps) == (path, steps)
    last = {**sent_from(people[A].get(path), "Ana resigns"), "sure": "1"}
    for _ in range(2):
        sent = people[A].post(path, data=last)
        assert (sent.status_code, sent.headers["Location"]) == (303, f"/records/{record}?at={book.record(REC, record).steps}&as=A")
    over = people[B].post(path, data={**mine, "once": "late"})
    assert (over.status_code, over.headers["Location"]) == (303, f"/records/{record}?at={book.record(REC, record).steps}&as=B")


def test_the_end_is_shown_to_both_whoever_finds_the_game(book: GameBook, people: dict[SeatKey, FlaskClient]) -> None:
    """Players write, and nothing is released: who moved last and who waited are led to the replay, which says who won."""
    record = begun(book)
    book.access.release_record(REC, record, Release(players_write=True))
    path = f"/records/{record}/record"
    led = people[A].post(path, data={**sent_from(people[A].get(path), "Ana resigns"), "sure": "1"})
    end = f"/records/{record}?at={book.record(REC, record).steps}"
    assert (led.status_code, led.headers["Location"]) == (303, f"{end}&as=A")
    assert people[B].get(path).headers["Location"] == f"{end}&as=B"
    for seat in (A, B):
        page = people[seat].get(f"{end}&as={seat}")
        assert page.status_code == 200
        assert "Ben won" in words(main(page))


@pytest.mark.soak
def test_the_shelf_leads_back_to_the_own_running_games(book: GameBook, people: dict[SeatKey, FlaskClient]) -> None:
    """To where they are written on, with whose move it is; a game that has ended, and those of others, do not stand there."""
    record, others = begun(book), book.writing.begin(REC, NewTable(game="castle-rampage", names=("Cleo", "Dora"), begins=A, dealt=True))
    for _ in range(30):
        view = book.record(REC, record, OPEN)
        assert view.game.play is not None
        legal = view.game.play.legal(view.position(view.steps))
        acting = {getattr(one, "seat", "") for one in legal}
        for seat in (A, B):
            (line,) = (one for one in soup(people[seat].get("/")).select(".running li") if one.select_one("a[href$='/record']"))
            assert line.a is not None
            assert line.a["href"] == f"/records/{record}/record"
            says = "It is your move" if seat in acting else f"{'Ben' if seat == A else 'Ana'} is to move"
            assert says in words(line)
        if len(acting) == 1:
            break
        book.command(REC, record, legal[0], expected=view.steps)
    assert len(acting) == 1
    kept = [one["href"] for one in soup(people[SeatKey("C")].get("/")).select(".running a")]
    assert [address for address in kept if address != "/seat"] == [f"/records/{others}/record", f"/records/{record}/record"]
    assert soup(people[A].get("/?q=Ana")).select(".running li") == []
    book.access.close_record(REC, record)
    assert soup(people[A].get("/")).select(".running li") == []
