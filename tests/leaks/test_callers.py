"""Every route with every kind of caller, over records of all games in all states of release.

Two stores differ only in what Ben alone was shown. Whoever lacks Ben's eyes gets the same bytes from both, whatever they ask for: so no
answer holds a byte of a viewer that their sight lacks. A share of it runs each time, all of it in ``make soak``.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from leaks.test_who_sees_what import ROUTES, comparable
from records.accounts.tokens import stored_form
from records.core.viewers import Role
from records.service.accounts import guessing
from records.store import AccessChange, Account, HandsOpen, LinkRow, Listed, Onlookers, Release, SeatLaw, SessionRow, TokenRow
from support.soaking import rest_soaked
from web.app import create_app
from web.guards.entrances import ENTRANCES, Entrance

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from flask import Flask

    from records.store import Store

SHARE = 809
"""One question in so many is asked each time."""
NOW = datetime.now(UTC)
ROLES = {
    "ada": [Role.ADMIN, Role.PLAYER],
    "anna": [Role.PLAYER],
    "arb": [Role.ARBITER, Role.PLAYER],
    "ben": [Role.PLAYER],
    "eve": [Role.PLAYER],
    "tea": [Role.TEACHER, Role.RECORDER],
}
"""By account; Anna sits at A and Ben at B."""
HOLDERS = dict(zip(ROLES, "0123456789abcdef", strict=False))


def token_of(account: str, kind: str = "") -> str:
    """Return the token of an account's session, or of a program of theirs."""
    return kind + HOLDERS[account] * 32


CALLERS: Mapping[str, dict[str, str]] = {
    "anonymous": {},
    **{name: {"Cookie": f"kiebitz={token_of(name)}"} for name in ("ada", "anna", "arb", "eve", "tea")},
    "anna's program": {"Authorization": f"Bearer {token_of('anna', 'kbz_')}"},
    "eve's program": {"Authorization": f"Bearer {token_of('eve', 'kbz_')}"},
    "forged session": {"Cookie": f"kiebitz={token_of('ben')[:-1]}x"},
    "cut session": {"Cookie": f"kiebitz={token_of('ben')[:-1]}"},
    "expired session": {"Cookie": "kiebitz=" + "z" * 32},
    "wrong program": {"Authorization": "Bearer kbz_" + "y" * 32},
    "expired program": {"Authorization": "Bearer kbz_" + "z" * 32},
    "session as a program": {"Authorization": f"Bearer {token_of('ben')}"},
    "program as a session": {"Cookie": f"kiebitz={token_of('ben', 'kbz_')}"},
    "link to A": {"below": "/s/" + "e" * 32},
    "link to the public, cut": {"below": "/s/" + "f" * 32},
    "link of who has no right": {"below": "/s/" + "g" * 32},
    "forged link": {"below": "/s/" + "h" * 32},
    "both": {"Cookie": f"kiebitz={token_of('ben')}", "Authorization": f"Bearer {token_of('eve', 'kbz_')}"},
}
"""None of them has Ben's eyes."""
REFUSED = {"wrong program", "expired program", "session as a program"}


class RecordState(NamedTuple):
    """How a record is released, and who Anna is, who sits at A."""

    release: Release
    live: bool = False
    anna: frozenset[Role] = frozenset({Role.PLAYER})
    """Her roles; where she has more than one she owns the record too, and the law of seats holds."""
    callers: frozenset[str] = frozenset()
    """Who asks; empty for everybody."""


EVERYTHING = frozenset({Role.PLAYER, Role.RECORDER, Role.ARBITER, Role.ADMIN, Role.TEACHER})
ALL_OPEN = Release(listed=Listed.EVERYBODY, after=Onlookers.HANDS, hands=HandsOpen.NOW, names=True)
STATES: Mapping[str, RecordState] = {
    "unreleased": RecordState(Release()),
    "to players": RecordState(Release(listed=Listed.PLAYERS)),
    "to all, public": RecordState(Release(listed=Listed.EVERYBODY, after=Onlookers.PUBLIC, names=True)),
    "to accounts, without names": RecordState(Release(listed=Listed.ACCOUNTS, after=Onlookers.HANDS, hands=HandsOpen.AGREED)),
    "running, all open": RecordState(ALL_OPEN, live=True),
    "running, owner, arbiter and admin with a seat": RecordState(ALL_OPEN, live=True, anna=EVERYTHING),
    "closed and can go on, owner, arbiter and admin with a seat": RecordState(
        ALL_OPEN, anna=EVERYTHING, callers=frozenset({"anna", "anna's program"})
    ),
}
VIEWERS = ("B", "open", "A", "public", "Ben", "")
"""What is asked for in ``as``; nothing, in the end."""


def peopled(store: Store, record: str) -> None:
    """Give a store accounts, sessions and tokens that are the same in both worlds, and the record its seats."""
    for name, roles in ROLES.items():
        store.accounts.put(Account(key=f"key{name}", name=name.title(), roles=frozenset(map(str, roles)), created_at=NOW))
        ends = NOW + timedelta(days=30)
        for token, made in ((token_of(name), NOW),):
            store.sign_ins.put_session(
                SessionRow(digest=stored_form(token), account=f"key{name}", made_at=made, seen_at=made, ends_at=ends)
            )
        program = stored_form(token_of(name, "kbz_"))
        store.sign_ins.put_token(
            TokenRow(
                digest=program,
                id=f"t{name}",
                account=f"key{name}",
                label="x",
                scopes=frozenset({"read"}),
                made_at=NOW,
                used_at=NOW,
                ends_at=ends,
            )
        )
    past = NOW - timedelta(days=1)
    store.sign_ins.put_session(
        SessionRow(digest=stored_form("z" * 32), account="keyben", made_at=past, seen_at=past, ends_at=past + timedelta(hours=1))
    )
    store.sign_ins.put_token(
        TokenRow(
            digest=stored_form("kbz_" + "z" * 32),
            id="tz",
            account="keyben",
            label="x",
            scopes=frozenset({"read"}),
            made_at=past,
            ends_at=past,
        )
    )
    ends = NOW + timedelta(days=30)
    for letter, maker, viewer, last in (("e", "keyanna", "A", None), ("f", "keyanna", "public", 4), ("g", "keyeve", "B", None)):
        store.sign_ins.put_link(
            LinkRow(
                digest=stored_form(letter * 32),
                id=letter,
                maker=maker,
                record=record,
                viewer=viewer,
                last=last,
                names=True,
                export=True,
                made_at=NOW,
                ends_at=ends,
            )
        )
    for seat, account in (("A", "keyanna"), ("B", "keyben")):
        store.access.claim(record, seat, account)


def put_into(store: Store, record: str, state: RecordState) -> None:
    """Bring a record into a state of release, and Anna to her roles."""
    plays = len(state.anna) > 1
    store.accounts.put(Account(key="keyanna", name="Anna", roles=frozenset(map(str, state.anna)), created_at=NOW))
    change = AccessChange(
        release=state.release,
        owner=("keyanna" if plays else None,),
        live=state.live,
        seat_law=SeatLaw.HOLDS if plays else SeatLaw.NONE,
        final=False,
    )
    store.access.change(record, lambda _access, _trail: change)


def asked(record: str, share: int) -> Iterator[tuple[str, str, str, str]]:
    """Give state, caller, endpoint and address of each question, one in so many."""
    number = 0
    for state in STATES:
        for caller in STATES[state].callers or CALLERS:
            for endpoint, addresses in ROUTES.items():
                for address in addresses:
                    for viewer in VIEWERS if "VIEWER" in address else ("",):
                        number += 1
                        if not number % share:
                            put = address.replace("RECORD", record).replace("as=VIEWER" if not viewer else "VIEWER", viewer)
                            yield state, caller, endpoint, put


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often a forged link is tried: how long somebody waits then is a matter of the clock."""
    monkeypatch.setattr(guessing, "LINKS", guessing.Limit(10**9, timedelta(milliseconds=1)))


def answer(app: Flask, address: str, headers: dict[str, str]) -> tuple[int, dict[str, str], str]:
    """Return an answer without what is random in it."""
    below = headers.get("below", "")
    headers = {name: value for name, value in headers.items() if name != "below"}
    with app.test_client(use_cookies=False).get(below + address, headers={"Accept-Language": "en", **headers}) as got:
        kept = {name: value for name, value in got.headers.items() if name not in {"Set-Cookie", "Date"}}
        return comparable(got.status_code, kept, got.get_data().decode(errors="backslashreplace"))


@pytest.mark.parametrize(
    ("game", "share"),
    rest_soaked([(game, share) for share in (SHARE, 1) for game in ("worlds", "castle_worlds", "regicide_worlds", "crush_worlds")], keep=2),
)
def test_no_caller_gets_a_byte_of_eyes_that_they_lack(
    request: pytest.FixtureRequest, game: str, share: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """All routes, callers, eyes asked for and states of release: from both worlds the same bytes, and no error of ours."""
    worlds: tuple[Any, Any] = request.getfixturevalue(game)
    for world in worlds:
        peopled(world.book._office.store, world.record)
        world.book._office.policy.expect_accounts()
    apps, now, seen = [create_app(world.book) for world in worlds], "", dict[int, int]()
    questions = list(asked(worlds[0].record, share))
    for state, caller, endpoint, address in questions if share == 1 or game == "worlds" else questions[::5]:  # of each viewer in turn
        if state != now:
            for world in worlds:
                put_into(world.book._office.store, world.record, STATES[state])
            now = state
        first, second = (answer(app, address, CALLERS[caller]) for app in apps)
        assert first == second, (state, caller, address)
        assert first[0] < 500, (state, caller, address)
        if caller in REFUSED and Entrance.ANYBODY not in ENTRANCES[endpoint]:
            assert first[0] in {401, 404}, (state, caller, address)
        seen[first[0]] = seen.get(first[0], 0) + 1
    if share == 1:
        with capsys.disabled():
            told = f"{len(ROUTES)} routes x {len(CALLERS)} callers x {len(STATES)} states, {sum(seen.values())} asked: {seen}"
            sys.stdout.write(f"{game}: {told}\n")
    assert min(seen[200], seen[404]) > 2


def test_the_crawler_bites(worlds: tuple[Any, Any]) -> None:
    """Ben's own answers differ between the two worlds: the comparison would find them in another's."""
    for world in worlds:
        peopled(world.book._office.store, world.record)
        world.book._office.policy.expect_accounts()
        world.book._office.store.access.release(world.record, Release(listed=Listed.PLAYERS))
    apps = [create_app(world.book) for world in worlds]
    for headers in ({"Cookie": f"kiebitz={token_of('ben')}"}, {"Authorization": f"Bearer {token_of('ben', 'kbz_')}"}):
        for address in (f"/records/{worlds[0].record}?at=9", f"/api/records/{worlds[0].record}/steps?to=9"):
            first, second = (answer(app, address, headers) for app in apps)
            assert first[0] == 200
            assert first != second


def test_a_revoked_right_ends_at_once(worlds: tuple[Any, Any]) -> None:
    """A session that is ended, an account that is, a seat that is taken away: the next request is somebody else's."""
    world = worlds[0]
    peopled(world.book._office.store, world.record)
    world.book._office.policy.expect_accounts()
    world.book._office.store.access.release(world.record, Release(listed=Listed.PLAYERS))
    app, address = create_app(world.book), f"/records/{world.record}?as=B"
    ben = {"Cookie": f"kiebitz={token_of('ben')}"}
    assert answer(app, address, ben)[0] == 200
    world.book._office.store.access.claim(world.record, "B", None)
    assert answer(app, address, ben)[0] == 404
    world.book._office.store.access.claim(world.record, "B", "keyben")
    assert answer(app, address, ben)[0] == 200
    world.book._office.store.sign_ins.end_ways_in("keyben")
    assert answer(app, address, ben)[0] == 404
