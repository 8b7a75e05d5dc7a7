"""The sum law: whatever counts, totals and charts over many records are told to somebody is made of the records that are there for them."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import g

from records.core.events import Sort
from records.core.viewers import OPERATOR, Caller, CallerKind, Role
from records.service import GameBook
from records.service.cases.drafts import NewRuling, ReadingNamed
from records.service.desks.pairings import standings
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import Account, Listed, Onlookers, Pairing, Release
from records.values import replace
from support.soaking import rest_soaked
from web.app import create_app
from web.guards.entrances import ENTRANCES, Entrance
from web.pages.rereading.impact import KeptImpacts, impact_page
from web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from flask import Flask
    from records.rulings.impact import ReadingImpact

    from records.service import NewGame

ADA = Caller("Ada", CallerKind.ACCOUNT, account="keyada", roles=frozenset({Role.ADMIN, Role.RECORDER}), via="s")
BOB = Caller("Bob", CallerKind.ACCOUNT, account="keybob", roles=frozenset({Role.RECORDER}), via="s")
CALLERS = {
    "anonymous": Caller("", CallerKind.ANONYMOUS),
    "member": replace(BOB, name="Cal", account="keycal", roles=frozenset({Role.PLAYER})),
}
GAME = "castle-rampage"
SHOWN = Release(listed=Listed.EVERYBODY, after=Onlookers.PUBLIC, names=True)
ONCE = re.compile(r'name="once" value="[^"]*"')
ASKED = {
    "api.club_event": "?event=Cup",
    "api.precedents": "?card=knight",
    "events.events": "?event=Cup",
    "figures.shelf": "?q=ana",
    "rereading.impact": "",
    "pages.shelf": "?q=ana",
}
"""What is asked of a route besides nothing at all."""


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """A store of an admin, with two finished games that everybody finds."""
    with GameBook.open(f"sqlite:///{tmp_path}/club.sqlite") as opened:
        for caller in (ADA, BOB, CALLERS["member"]):
            opened._office.store.accounts.put(
                Account(key=caller.account, name=caller.name, roles=frozenset(map(str, caller.roles)), created_at=opened.sign_ins._now())
            )
        opened._office.policy.expect_accounts()
        for number, game in enumerate(games(2, seed=3)):
            stored = opened.writing.add(ADA, game)[0].id
            opened.access.release_record(ADA, stored, SHOWN)
            opened.people.pair(ADA, stored, Pairing("Cup", str(number)))
        yield opened


def games(count: int, seed: int) -> Iterator[NewGame]:
    """Finished games of Ana and Ben."""
    for game in simulate(library()[GAME], seed=seed, games=count, ruleset=f"{GAME}/plain"):
        yield replace(game, names={"A": "Ana", "B": "Ben"})


def hide(book: GameBook) -> str:
    """Add games of the same two at the same event that are released to nobody, one with a dispute that is ruled; returns its id."""
    for game in games(2, seed=9):
        hidden = book.writing.add(BOB, game)[0].id
        book.people.pair(BOB, hidden, Pairing("Cup", "1"))
    at = next(one.v for one in book.record(BOB, hidden, "open").events if one.event.sort is Sort.DECISION)
    case = book.cases.open_case(BOB, hidden, at, "May he?", to=("*",), viewer="open").id
    book.cases.rule(OPERATOR, case, NewRuling(by="Zoe", reading=ReadingNamed(), winners=("A",)), to=("*",), viewer="public")
    return hidden


def addresses(app: Flask) -> Iterator[str]:
    """Every route over many records that is read: whatever the shelf's entrance lets in and names no stream."""
    for rule in app.url_map.iter_rules():
        if Entrance.SHELF not in ENTRANCES[rule.endpoint] or "GET" not in (rule.methods or ()):
            continue
        if rule.arguments <= {"game"}:
            path = rule.rule.replace("<game>", GAME)
            yield path
            if more := ASKED.get(rule.endpoint):
                yield path + more


def test_every_figure_over_many_records_is_the_same_with_hidden_ones(book: GameBook) -> None:
    """Games of the same people, at the same event, with a ruling: no byte of any route over many records changes by them."""
    app = create_app(book, Settings())
    paths = [*addresses(app)]
    assert {"/", "/events?event=Cup", "/api/records", "/api/event?event=Cup", f"/rules/{GAME}/impact", "/api/cases"} <= {*paths}
    before = {name: [_answer(app, caller, path) for path in paths] for name, caller in CALLERS.items()}
    for answers in before.values():
        assert sum(status == 200 for status, _text in answers) > len(paths) / 2
    hidden = hide(book)
    for name, caller in CALLERS.items():
        for path, was in zip(paths, before[name], strict=True):
            assert _answer(app, caller, path) == was, (name, path)
    book.access.release_record(OPERATOR, hidden, SHOWN)
    changed = {path for path, was in zip(paths, before["member"], strict=True) if _answer(app, CALLERS["member"], path) != was}
    assert {"/", "/events?event=Cup", "/api/event?event=Cup", "/api/records", f"/rules/{GAME}/impact"} <= changed


@pytest.mark.parametrize("name", rest_soaked(["member", "anonymous"]))
def test_chart_subtraction(book: GameBook, name: str) -> None:
    """Counts by game, what another reading would have changed, and standings are sums over the records that are listed."""
    hide(book)
    caller = CALLERS[name]
    shelf = book.records.shelf(caller)
    assert len(shelf.entries) == 2
    assert shelf.games == Counter(entry.game for entry in shelf.entries)
    won = Counter(entry.names[seat] for entry in shelf.entries for seat in (entry.outcome.winners if entry.outcome else ()))
    assert {one.name: one.won for one in standings(book.people.event(caller, "Cup"))} == {name: won[name] for name in ("Ana", "Ben")}
    with create_app(book, Settings()).test_request_context(f"/rules/{GAME}/impact"):
        whole = impact_page(book, KeptImpacts(), caller, GAME, {"as": "public"})
        assert (whole.all, whole.done) == (2, 2)
        alone = KeptImpacts()
        asked = [alone.ask(book.record(caller, entry.id, "public")) for entry in shelf.entries]
        told = [one for one in asked if one is not None]
        assert whole.refused == len(asked) - len(told)
        assert whole.bars
        for bar in whole.bars:
            (switch,) = parse_qs(urlsplit(bar.to).query)["switch"]
            assert bar.records == sum(_changes(found, switch) for found in told), bar


def _changes(found: Iterable[ReadingImpact], switch: str) -> bool:
    """Whether a reading would have changed the record of which that was found."""
    return any(f"{one.switch}={one.value}" == switch and any(parts for _step, parts in one.moments) for one in found)


def _answer(app: Flask, caller: Caller, path: str) -> tuple[int, str]:
    """Return status and body; the key of a form is anew each time."""
    with app.test_request_context(path, headers={"Accept-Language": "en"}):
        g.caller = g.reader = caller
        answer = app.full_dispatch_request()
        return answer.status_code, ONCE.sub("", answer.get_data(as_text=True))
