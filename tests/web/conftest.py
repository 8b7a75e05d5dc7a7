"""A book with a small game of whispers: whoever whispers tells one other seat something that nobody else may find anywhere."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient
from playwright.sync_api import expect, sync_playwright

from records.core.events import Event, Sort
from records.core.game import Game
from records.core.ids import SeatKey
from records.core.position import Counters, Draft, Outcome
from records.core.secret import Sealed
from records.core.sentences import SeatRef, Sentence, quote
from records.core.shared import PositionSet
from records.core.viewers import LOCAL
from records.core.wording.narration import Moment, Narration, PrivateLine
from records.service import Entry, GameBook, NewGame
from records.store import open_store
from support import thinking
from support.programs import app_on
from support.served import served
from web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from flask import Flask
    from playwright.sync_api import Browser as RealBrowser
    from playwright.sync_api import Page

no_route_thinks_unbounded = thinking.no_route_thinks_unbounded

A, B, C = SeatKey("A"), SeatKey("B"), SeatKey("C")
CHEAP = ["--no-sandbox", "--js-flags=--no-opt", "--disable-gpu", "--disable-gpu-compositing", "--disable-software-rasterizer"]
"""Nothing is optimized for a page that is looked at for a second, and drawn without a card that is not there: an eighth less work."""
START = datetime(2026, 3, 14, 19, 30, tzinfo=UTC)
SOON = 15_000
"""Milliseconds that a page may take on a machine that runs four of these at once."""
SECRETS = {A: "owl-seventeen", B: "fox-and-ladder", C: "twelve-herrings"}
"""What each seat alone was told, somewhere in each record."""


class Whispered(Event, frozen=True, kw_only=True, tag="whisper.whispered/1"):
    """Somebody said something aloud and whispered something to one other."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    aloud: str = ""
    quietly: tuple[Sealed, ...] = ()
    """One for every seat, empty for those who were told nothing: not even whether there is one shows."""
    turn: int = 1


class Ended(Event, frozen=True, kw_only=True, tag="whisper.ended/1"):
    """The whispering is over."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    winner: SeatKey


def _whispered(draft: Draft[Counters], recorded: Any) -> None:
    draft.state.turn = recorded.event.turn
    draft.state.active = recorded.event.seat


def _ended(draft: Draft[Counters], recorded: Any) -> None:
    draft.state.outcome = Outcome(winners=(recorded.event.winner,), scores=((A, "31"), (B, "7")))


def _narrate(moment: Moment[Counters]) -> Narration:
    event = moment.recorded.event
    if isinstance(event, Ended):
        return Narration(lines=(Sentence("%(seat)s wins.", {"seat": SeatRef(event.winner)}),), icon="crown")
    heard = [msgspec.json.decode(part.body) for part in event.quietly if isinstance(part.body, msgspec.Raw)]
    return Narration(
        lines=(quote(SeatRef(event.seat), " says ", event.aloud),) if event.aloud else (),
        tells=tuple(PrivateLine(sentence=quote("whispered: ", word), mine=True) for word in heard if word),
        seat=event.seat,
        icon="s-play",
        quiet=not event.aloud and not any(heard),
    )


WHISPER = Game(
    name="whisper",
    title="Whispers",
    icon="eye",
    own=(Whispered, Ended),
    evolve={Whispered: _whispered, Ended: _ended},
    initial=lambda _header: PositionSet(),
    counters=lambda _header: Counters(),
    narrate=_narrate,
)


def whispers(seats: tuple[SeatKey, ...], *, rounds: int = 12) -> list[Entry]:
    """Return a game in which each seat speaks in turn; every third event nothing is aloud, so who heard nothing gets no step."""
    entries = []
    for n in range(rounds * len(seats)):
        speaker, hearer = seats[n % len(seats)], seats[(n + 1) % len(seats)]
        quietly = tuple(
            Sealed(known_to=(seat,), body=msgspec.Raw(msgspec.json.encode(f"{SECRETS[seat]} {n}" if seat == hearer else "")))
            for seat in seats
        )
        aloud = "" if n % 3 == 2 else f"word {n} <b>&"
        event = Whispered(seat=speaker, aloud=aloud, quietly=quietly, turn=n // 2 + 1)
        entries.append(Entry(at=START + timedelta(minutes=n), event=event))
    entries.append(Entry(at=START + timedelta(minutes=n + 1), event=Ended(winner=A)))
    return entries


def new_game(*names: str, day: int = 0, rounds: int = 12) -> NewGame:
    """Return a game of these people."""
    seats = (A, B, C)[: len(names)]
    return NewGame(
        game="whisper",
        seats=seats,
        names=dict(zip(seats, names, strict=True)),
        started=START + timedelta(days=day),
        entries=whispers(seats, rounds=rounds),
    )


@pytest.fixture(name="secret_words")
def secret_words_fixture() -> dict[SeatKey, str]:
    """What each seat alone was told."""
    return SECRETS


@pytest.fixture(name="new_game")
def new_game_fixture() -> Callable[..., NewGame]:
    """Make a game of these people, to be added to a book."""
    return new_game


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """An empty book on a store of its own."""
    with GameBook(open_store(f"sqlite:///{tmp_path / 'book.sqlite'}"), games={"whisper": WHISPER}) as opened:
        yield opened


@pytest.fixture
def record(book: GameBook) -> str:
    """A record of Anna and Ben, 25 events long."""
    return book.writing.add(LOCAL, new_game("Anna", "Ben"))[0].id


@pytest.fixture
def app(book: GameBook) -> Flask:
    """The app as it is served, three records to a page of the shelf."""
    return app_on(book, Settings(page_size=3))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without cookies that prefers English."""
    client = app.test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.fixture
def read(client: FlaskClient) -> Callable[..., BeautifulSoup]:
    """Get a page that must be there, parsed."""

    def read_page(address: str, **headers: str) -> BeautifulSoup:
        answer = client.get(address, headers=headers)
        assert answer.status_code == 200, f"{address}: {answer.status_code} {answer.text[-400:]}"
        return BeautifulSoup(answer.text, "html.parser")

    return read_page


@pytest.fixture(scope="session")
def chromium() -> Iterator[RealBrowser]:
    """A real Chromium; its absence is a failure, for nothing else can show that the scripts run."""
    path = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        pytest.fail("no chromium on this machine; `make test` installs it, or install the package chromium")
    expect.set_options(timeout=SOON)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHEAP)
        yield browser
        browser.close()


@pytest.fixture
def site(app: Flask) -> Iterator[str]:
    """The app on a port of this machine."""
    with served(app) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def visit(chromium: RealBrowser, site: str) -> Iterator[Callable[..., Page]]:
    """Open an address of the site, or "about:blank"; at the end no page may have complained, of the content policy neither.

    ``refusal`` is the status of an answer that the test is about: a browser complains of each.
    """
    contexts, complaints = [], []

    def open_page(address: str, *, refusal: int = 0, **how: Any) -> Page:
        context = chromium.new_context(**{"viewport": {"width": 1440, "height": 900}, "locale": "en-GB", "color_scheme": "light", **how})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"{address}: {error}"))
        page.on(
            "console",
            lambda message: (
                complaints.append(f"{address}: {message.text}")
                if message.type in {"error", "warning"} and f"status of {refusal} " not in message.text
                else None
            ),
        )
        page.goto(site + address if address.startswith("/") else address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
