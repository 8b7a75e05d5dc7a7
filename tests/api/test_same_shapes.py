"""The command line's ``--json`` and the API tell the same things in the same shape."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from importers import ImportOptions, read_file
from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.writing.simulation import simulate
from support.programs import ROOT, app_on
from web.cli import kiebitz

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store with a record of two games."""
    address = f"sqlite:///{tmp_path_factory.mktemp('shapes')}/book.sqlite"
    archive: Path = ROOT / "examples/games/night-ferry.json"
    with GameBook.open(address) as book:
        book.writing.add(LOCAL, *read_file(book.games, archive.read_bytes(), archive.name, ImportOptions()))
        book.writing.add(LOCAL, *simulate(book.games["castle-rampage"], seed=3, games=1, ruleset="castle-rampage/plain"))
    return address


def said(url: str, *words: str) -> Any:
    """Run a command and return its JSON."""
    done = CliRunner().invoke(kiebitz, [*words, "--json", "--store", url])
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


def test_program_and_api_agree(url: str) -> None:
    """``shelf``, ``log`` and ``show`` print what the API sends, but for what only one of the two is asked for."""
    with GameBook.open(url) as book:
        client = app_on(book).test_client()

        def sent(address: str) -> Any:
            return client.get(address, headers={"Accept-Language": "en"}).get_json()

        shelf = sent("/api/records")["records"]
        assert said(url, "shelf") == [{**entry, "trashed": None} for entry in shelf]
        for entry in shelf:
            for viewer in ("A", "public"):
                told = sent(f"/api/records/{entry['id']}/steps?as={viewer}")["told"]
                assert said(url, "log", entry["id"], "--as", viewer, "--all", "--lang", "en") == told
                position = sent(f"/api/records/{entry['id']}/positions/17?as={viewer}")
                shown = said(url, "show", entry["id"], "--at", "e17", "--as", viewer, "--lang", "en")
                never = sent(f"/api/records/{entry['id']}/untold?as={viewer}")["told"]
                assert shown == {**position, "step": told[16], "untold": never}


@pytest.mark.soak
@pytest.mark.parametrize("language", ["de", "en"])
def test_reasons_agree(url: str, language: str) -> None:
    """``why`` prints what the API sends, for each place of a table."""
    with GameBook.open(url) as book:
        client = app_on(book).test_client()
        record = next(entry.id for entry in book.records.shelf(LOCAL).entries if entry.game == "castle-rampage")
        for place in ("draw", "hand:B"):
            sent = client.get(f"/api/records/{record}/positions/40/why/{place}?as=A&lang={language}").get_json()
            assert said(url, "why", record, "--at", "e40", "--as", "A", "--slot", place, "--lang", language) == sent


def test_odds_agree(url: str) -> None:
    """``odds`` prints of an attack and of a draw what the API sends."""
    with GameBook.open(url) as book:
        client = app_on(book).test_client()
        record = next(entry.id for entry in book.records.shelf(LOCAL).entries if entry.game == "castle-rampage")
        here = f"/api/records/{record}/positions/40/odds"
        common = ("odds", record, "--at", "e40", "--as", "A", "--lang", "en")
        attack = client.get(f"{here}/attack?as=A&strength=4&way=gate&lang=en").get_json()
        draw = client.get(f"{here}/draw?as=A&number=2&card=unit&lang=en").get_json()
        said_of_attack = said(url, *common, "--attack", "4", "--on", "gate")
        assert {key: said_of_attack[key] for key in attack} == attack
        said_of_draw = said(url, *common, "--draw", "2", "--card", "unit")
        assert {key: said_of_draw[key] for key in draw} == draw
