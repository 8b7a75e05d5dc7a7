"""No page shows an id as a word: rulesets, switches, cards and games are told by their titles; an id stands as code, or in an address."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from importers import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from support.soaking import shares
from web.app import create_app
from web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask.testing import FlaskClient

    from records.service import ShelfEntry

GAMES = Path(__file__).parents[2] / "examples" / "games"
NAMES = [name for game in library().values() for name in (game.name, *game.rules.rulesets) if not name.isalpha()]
ID = re.compile(rf"\w*[A-Za-z]_\w+|(?<![\w/-])(?:{'|'.join(map(re.escape, sorted(NAMES, key=len, reverse=True)))})(?![\w-])")
SPOKEN = ("title", "aria-label", "alt", "placeholder")
"""Attributes that a person reads or hears."""
WITHOUT_WORDS = ("script", "style", "template", "code", "pre")
BESIDE = re.compile(r"/(cards|places|slots|why)[/?]")
"""What a replay page leads to, besides other steps of its own."""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameBook]:
    """A book with one example record of each ruleset."""
    with GameBook.open(f"sqlite:///{tmp_path_factory.mktemp('examples')}/book.sqlite") as opened:
        there: set[str] = set()
        for file in sorted(GAMES.glob("*.json*"), key=lambda file: file.stat().st_size):
            ruleset = re.search(r'"ruleset":"([^"]+)"', file.read_text()[:2000])
            if (ruleset and ruleset[1]) not in there:
                there.add(ruleset[1] if ruleset else "")
                store_file(opened, LOCAL, file.read_bytes(), file.name, ImportOptions())
        yield opened


@pytest.fixture(scope="module")
def client(book: GameBook) -> FlaskClient:
    """A browser."""
    return create_app(book, Settings()).test_client()


def ids_in(page: str) -> list[str]:
    """The ids that a page shows as words."""
    soup = BeautifulSoup(page, "html.parser")
    for hidden in soup(WITHOUT_WORDS):
        hidden.decompose()
    spoken = (str(tag[name]) for tag in soup.find_all(True) for name in SPOKEN if tag.get(name))
    return ID.findall("\n".join([soup.get_text(" "), *spoken]))


def get(client: FlaskClient, address: str, language: str = "de") -> str:
    """A page that must be there."""
    answer = client.get(address, headers={"Accept-Language": language}, follow_redirects=True)
    assert answer.status_code == 200, address
    return answer.text


def addresses(client: FlaskClient, entry: ShelfEntry) -> Iterator[str]:
    """The pages of a record at its middle, for a seat and for the open table, and one of each that they lead to."""
    path, at = f"/records/{entry.id}", entry.steps // 2
    yield f"{path}?at={at}&as=open"
    yield (replay := f"{path}?at={at}&as=A")
    links = {str(link["href"]) for link in BeautifulSoup(get(client, replay), "html.parser").select("a[href]")}
    yield from {found[1]: link for link in sorted(links) if (found := BESIDE.search(link))}.values()
    if entry.game != "observed":
        yield from (f"{path}/{page}?at={at}&as=A" for page in ("rules", "charts", "odds"))


def test_ids_are_found() -> None:
    """In text and in what is read aloud; not in code, an address or a longer word."""
    assert ids_in("<p title='castle-rampage/plain'>by purple_at_start, regicide/2021, castle-rampage</p>") == [
        "purple_at_start",
        "regicide/2021",
        "castle-rampage",
        "castle-rampage/plain",
    ]
    assert ids_in("<p>5_000, his/her, <a href='/rules/castle-rampage?x_y'>x</a> <code>purple_at_start</code></p>") == []


@pytest.mark.soak
@pytest.mark.parametrize("language", ["de", "en"])
def test_shelf_rules_and_new_games_show_titles(client: FlaskClient, book: GameBook, language: str) -> None:
    """In both languages, for each game and each of its rulesets."""
    shelf = get(client, "/", language)
    assert ("Regeln: Online-Tisch." if language == "de" else "Rules: Online table.") in shelf
    pages = {"/": shelf}
    for game in book.games.values():
        if game.rules.rulesets:
            rules = [f"/rules/{game.name}?ruleset={name}" for name in game.rules.rulesets]
            pages |= {address: get(client, address, language) for address in (f"/records/new?game={game.name}", *rules)}
    assert len(pages) > 10
    assert {address: ids for address, page in pages.items() if (ids := ids_in(page))} == {}


@pytest.mark.soak
@pytest.mark.parametrize("every", shares(9, 1))
def test_pages_of_records_show_titles(client: FlaskClient, book: GameBook, every: int) -> None:
    """Replay, rules, charts, odds and dialogs of a record of each ruleset, or of one ruleset in so many."""
    entries = [*{entry.ruleset: entry for entry in book.records.shelf(LOCAL).entries}.values()]
    assert {entry.ruleset for entry in entries} > {"none", "castle-rampage/house", "regicide/2021"}
    pages = {address: get(client, address) for entry in entries[::every] for address in addresses(client, entry)}
    assert {found[1] for address in pages if (found := BESIDE.search(address))} >= {"cards", "places", "slots"}
    assert {address: ids for address, page in pages.items() if (ids := ids_in(page))} == {}
