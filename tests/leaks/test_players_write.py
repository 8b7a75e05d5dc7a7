"""What a player is offered and refused while they write: from two worlds that differ in Ben's cards alone it is the same."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from records.accounts.tokens import stored_form
from records.core.asking.typed import DEALT
from records.core.faces import UNKNOWN
from records.core.ids import SeatKey
from records.core.secret import Secret
from records.core.shared import GameStarted
from records.core.viewers import LOCAL, OPEN, Caller, CallerKind, Role
from records.errors import RecordsError
from records.service import Entry, NewGame
from records.store import Account, Listed, Release, SessionRow
from records.values import replace
from support.soaking import rest_soaked
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.position import Command
    from records.service import GameBook, RecordView

A, B = SeatKey("A"), SeatKey("B")
ANA = Caller("Ana", CallerKind.ACCOUNT, account="keyana", roles=frozenset({Role.PLAYER}), via="s-ana")
TOKEN = "a" * 32
MOMENTS = 5
"""Of each game, at which Ana writes."""
ONCE = re.compile(r'name="once" value="[^"]*"')


class Written(Exception):
    """It would have been stored."""


def people(book: GameBook) -> None:
    """Make Ana's account and session."""
    now = datetime.now(UTC)
    book._office.store.accounts.put(Account(key=ANA.account, name="Ana", roles=frozenset({"player"}), created_at=now))
    row = SessionRow(digest=stored_form(TOKEN), account=ANA.account, made_at=now, seen_at=now, ends_at=now + timedelta(days=1))
    book._office.store.sign_ins.put_session(row)


def running(book: GameBook, game: NewGame, end: int) -> str:
    """Return the first ``end`` events of a game as one that runs, which the program deals and in which Ana writes as A."""
    entries = [*game.entries[:end]]
    record = book.writing.add(LOCAL, replace(game, entries=entries))[0].id
    book._office.store.access.claim(record, A, ANA.account)
    book._office.store.access.release(record, Release(listed=Listed.PLAYERS, players_write=True))
    book._office.store.access.reopen(record)
    return record


def game_of(view: RecordView) -> NewGame:
    """Return a whole record's game, dealt by the program."""
    header = view.header
    entries = [
        Entry(
            at=one.at,
            cause=one.cause,
            event=msgspec.structs.replace(one.event, chance=DEALT) if isinstance(one.event, GameStarted) else one.event,
        )
        for one in view.events
    ]
    return NewGame(
        game=header.game,
        seats=header.seats,
        names={A: "Ana", B: "Ben"},
        started=header.started,
        entries=entries,
        ruleset=header.ruleset,
        ruleset_hash=header.ruleset_hash,
        catalogue=header.catalogue,
        catalogue_hash=header.catalogue_hash,
    )


def tried(view: RecordView) -> Iterator[Command]:
    """Give what Ana may do, the same with each card of the game in the place of hers, and as Ben."""
    assert view.game.recording is not None
    done = set()
    for command in view.game.recording.actions(view.position(view.steps)):
        if getattr(command, "seat", None) == A:
            yield command
            yield msgspec.structs.replace(command, seat=B)
        for name, value in msgspec.structs.asdict(command).items():
            if (type(command), name) in done or name not in {"card", "cards"} or not value:
                continue
            done.add((type(command), name))
            for face in (*view.faces, str(UNKNOWN)):
                if isinstance(value, Secret):
                    yield msgspec.structs.replace(command, **{name: msgspec.structs.replace(value, faces=(face, *value.faces[1:]))})
                else:
                    yield msgspec.structs.replace(command, **{name: face if isinstance(value, str) else (face, *value[1:])})


def answer_to(book: GameBook, record: str, command: Command, steps: int) -> str:
    """Return what Ana is told; what would be written is not."""
    try:
        book.command(ANA, record, command, expected=steps)
    except Written:
        return "written"
    except RecordsError as error:
        return f"{type(error).__name__}: {error}".replace(record, "RECORD")
    raise AssertionError("it was neither written nor refused")


@pytest.mark.parametrize("game", rest_soaked(["castle_worlds", "regicide_worlds", "crush_worlds"]))
def test_recorder_hands_by_writing(game: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page to the byte, what it offers, and each refusal in its words."""
    worlds: tuple[Any, Any] = request.getfixturevalue(game)
    views = [world.book.record(LOCAL, world.record, OPEN) for world in worlds]
    ends = [one.v - 1 for one in views[0].events if one.cause == one.v and one.v > 2]
    keeping = views[0].game.recording
    acting = [end for end in ends if any(getattr(one, "seat", None) == A for one in keeping.actions(views[0].position(end)))]
    chosen = acting[:: max(1, len(acting) // MOMENTS)]
    others = [end for end in ends if end not in acting][:2]
    told: list[list[str]] = []
    for world, view in zip(worlds, views, strict=True):
        book, whole = world.book, game_of(view)
        records = [running(book, whole, end) for end in (*chosen, *others)]
        people(book)
        book._office.policy.expect_accounts()
        app, found = create_app(book), []
        for record in records:
            sent = app.test_client(use_cookies=False).get(
                f"/records/{record}/record", headers={"Cookie": f"kiebitz={TOKEN}", "Accept-Language": "en"}
            )
            page = ONCE.sub("", sent.get_data(as_text=True)).replace(record, "RECORD")
            assert sent.status_code == 200, page
            found += [page, sent.headers["Content-Length"]]
        with monkeypatch.context() as patched:
            patched.setattr(book._office.store, "append", _never_stored)
            for record in records:
                own = book.record(ANA, record, A)
                found += [f"{command} -> {answer_to(book, record, command, own.steps)}" for command in tried(own)]
        told.append(found)
    assert told[0] == told[1]
    assert sum("written" in one for one in told[0]) > MOMENTS
    assert sum("RuleViolation" in one for one in told[0]) > MOMENTS


def _never_stored(*_arguments: object, **_more: object) -> None:
    raise Written
