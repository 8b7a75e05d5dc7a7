"""``kiebitz explain``, and the same in the browser and over the API."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from importers import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL
from records.service import GameBook
from support.every_page import GAMES
from web.app import create_app

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from support.command_line import Cli

FALL, AT = "Attack 9, Gate card 3 destroyed: 6 left.", 5


@pytest.fixture
def record(cli: Cli) -> str:
    """The example game of an attack, in the store of the command line."""
    path = GAMES / "castle-rampage-example-gate.jsonl"
    with GameBook.open(cli.store) as book:
        (stored,) = store_file(book, LOCAL, path.read_bytes(), path.name, ImportOptions())
    return stored.id


def test_the_chain_is_told_line_by_line_with_its_paragraphs(cli: Cli, record: str) -> None:
    """From the card that was played to the card that fell, then the switch that decided with its other value."""
    *steps, switch = cli("explain", record, str(AT)).stdout.splitlines()
    assert [line.split()[:3] for line in steps] == [["2", "§", "2.3"], ["3", "§", "5.1"], ["4", "§", "5.3"], ["5", "§", "5.6"]]
    assert steps[-1].endswith(FALL)
    assert "(powers, § 4.3)" in switch
    german = cli("explain", record, str(AT), "--lang", "de").stdout
    assert "Angriff 9, Torkarte 3 zerstört: 6 übrig." in german


def test_a_step_that_is_not_there_is_refused(cli: Cli, record: str) -> None:
    """With the steps that there are."""
    assert "has steps 0 to 9, not 999" in cli("explain", record, "999", code=1).stderr


def test_json_and_api_say_the_same(cli: Cli, record: str) -> None:
    """One shape for both, for every viewer."""
    with GameBook.open(cli.store) as book:
        client: FlaskClient = create_app(book).test_client()
        for viewer in ("A", "B", "public", "open"):
            told = json.loads(cli("explain", record, str(AT), "--as", viewer, "--json").stdout)
            address = f"/api/records/{record}/positions/{AT}/explanation?as={viewer}"
            assert client.get(address).get_json() == told
            assert told["chain"][-1] == {"version": AT, "rule": "5.6", "text": FALL}
        assert client.get(f"/api/records/{record}/positions/0/explanation").status_code == 404


def test_the_present_step_folds_its_reasons_out_without_a_script_too(cli: Cli, record: str) -> None:
    """A link in the fold-out leads to a page with chain, paragraphs as links, and the other reading with a comparison; in suspense none."""
    with GameBook.open(cli.store) as book:
        client: FlaskClient = create_app(book).test_client()
        replay = client.get(f"/records/{record}?at={AT}&as=A", headers={"Accept-Language": "en"}).text
        address = f"/records/{record}/explain?at={AT}&as=A"
        assert replay.count(f'href="{address.replace("&", "&amp;")}"') + replay.count(f'href="{address}"') == 1
        page = client.get(address, headers={"Accept-Language": "en"}).text
        assert FALL in page
        assert f'href="/records/{record}/rules?at={AT}&amp;as=A#p5.6"' in page
        assert "/compare?" in page
        german = client.get(f"{address}&lang=de").text
        assert "Torkarte 3 zerstört" in german
        client.get("/?suspense=on")
        assert "/compare?" not in client.get(address).text
