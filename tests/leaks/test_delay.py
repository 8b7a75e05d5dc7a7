"""A delayed link reads as the store stood then: every address below it, to the byte."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from shutil import copy
from typing import TYPE_CHECKING

import pytest

from leaks.test_callers import answer
from leaks.test_who_sees_what import ROUTES
from records.accounts.tokens import stored_form
from records.core.viewers import LOCAL, PUBLIC, Delay
from records.service import GameBook
from records.service.layers.notes import NoteText
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import LinkRow
from records.values import replace
from support.soaking import rest_soaked, soaked
from web.app import create_app

if TYPE_CHECKING:
    from pathlib import Path

    from records.service import NewGame

SHARE = 40
"""Of the addresses one in so many is asked every day, beside those that say most."""
BEHIND = {"minutes": Delay(minutes=30), "steps": Delay(steps=3), "both": Delay(steps=2, minutes=30)}
TOKEN = "d" * 32
NOW = datetime.now(UTC)
PART = 60
"""Events of a game that a link is to show."""


def first_part(game: NewGame, told: tuple[int, ...]) -> int:
    """Return after which event the link ends: the next one is narrated, and more follow."""
    return next(at for at in range(PART, len(game.entries)) if at + 1 in told)


def link_to(record: str, delay: Delay) -> LinkRow:
    """Return a link to the public view."""
    return LinkRow(
        digest=stored_form(TOKEN),
        id="i",
        maker="",
        record=record,
        viewer="public",
        names=True,
        export=True,
        delay_steps=delay.steps,
        delay_minutes=delay.minutes,
        made_at=NOW,
        ends_at=NOW + timedelta(days=9),
    )


def then_and_now(folder: Path, name: str, delay: Delay, *, ends: bool) -> tuple[str, str, str, int]:
    """Return the store as it stood when the link's last event was written, with a link that is not delayed, and as it is now.

    Since then the game went on so far that a delayed link is there again, or to its end, and somebody wrote about it. Returns the URLs of
    both, the record, and how many events the link shows.
    """
    (game,) = simulate(library()[name], seed=3, games=1)
    old = [replace(entry, at=NOW - timedelta(hours=2)) for entry in game.entries]
    now = folder / "now.db"
    with GameBook.open(f"sqlite:///{now}") as book:
        told = book.record(LOCAL, book.writing.add(LOCAL, game)[0].id, PUBLIC).timeline.versions
        end = first_part(game, told)
        record = book.writing.add(LOCAL, replace(game, entries=old[:end], origin=None))[0].id
        book._office.store.access.reopen(record)
        book._office.store.sign_ins.put_link(link_to(record, delay))
    then = copy(now, folder / "then.db")
    with closing(sqlite3.connect(then)) as connection, connection:
        connection.execute("UPDATE links SET delay_steps = 0, delay_minutes = 0")
    upto = len(old) if ends else [version for version in told if version > end][(delay.steps or 9) - 1]
    with GameBook.open(f"sqlite:///{now}") as book:
        book.writing.append(LOCAL, record, [replace(entry, at=NOW) for entry in old[end:upto]], expected=end)
        book.notes.write_note(LOCAL, record, NoteText(at=end, text="What a blunder that was."), viewer="public")
    return f"sqlite:///{then}", f"sqlite:///{now}", record, end


def addresses(record: str, shown: int, share: int) -> list[str]:
    """Return addresses below a link, about steps that it shows, the last one, and some that it does not."""
    about = [one.replace("RECORD", record).replace("VIEWER", "public") for asked in ROUTES.values() for one in asked]
    moved = [
        there
        for one in about
        for at in (shown, shown + 1)
        if (there := one.replace("at=9", f"at={at}").replace("s/9", f"s/{at}").replace("=999", f"={at}")) != one
    ]
    always = [
        f"/records/{record}?at={shown}",
        f"/records/{record}?at={shown + 1}",
        f"/records/{record}/steps/{shown + 1}",
        f"/api/records/{record}",
        f"/records/{record}/notes",
        f"/records/{record}/access",
        f"/api/records/{record}/export",
        "/",
        "/records/0000000000000000",
    ]
    return list(dict.fromkeys([*always, *[*about, *moved][::share]]))


@pytest.mark.parametrize("share", [SHARE, soaked(1)])
@pytest.mark.parametrize("game", rest_soaked(("castle-rampage", "regicide", "creature-crush")))
@pytest.mark.parametrize(("behind", "ends"), [("minutes", True), ("steps", False), *rest_soaked([("both", False), ("minutes", False)], 0)])
def test_below_a_delayed_link_all_is_as_it_stood_then(tmp_path: Path, game: str, behind: str, ends: bool, share: int) -> None:
    """Status, headers, tags, sizes and bodies of every route: those of the store when the last event that it shows was written."""
    then, now, record, shown = then_and_now(tmp_path, game, BEHIND[behind], ends=ends)
    with GameBook.open(then) as before, GameBook.open(now) as after:
        assert after.record(after.sign_ins.caller_of_link(TOKEN, "127.0.0.1"), record).steps == shown
        assert after.record(LOCAL, record).steps > shown
        apps = [create_app(book) for book in (before, after)]
        found = set()
        for address in addresses(record, shown, share):
            first, second = (answer(app, address, {"below": f"/s/{TOKEN}"}) for app in apps)
            assert first == second, address
            assert first[0] < 500, address
            found.add(first[0])
        assert found >= {200, 302, 403, 404}
