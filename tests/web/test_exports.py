"""What leaves the program to be looked at elsewhere: pictures of a position and the game sheet, of every record, as every viewer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from support.every_page import FILES, SIMULATED, every_page
from support.soaking import shares
from web.app import create_app
from web.pages.exports import png
from web.pages.exports.picture import picture

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient

    from records.service import RecordView

KINDS = (*FILES, *SIMULATED)
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> tuple[GameBook, dict[str, str]]:
    """A book with a game of every kind, and their ids by the kind."""
    book = GameBook.open(f"sqlite:///{tmp_path_factory.mktemp('exports')}/book.sqlite")
    every_page(book)
    entries = {(entry.game, len(entry.seats)): entry.id for entry in book.records.shelf(LOCAL).entries if entry.steps > len(KINDS)}
    return book, {f"{game}-{seats}": record for (game, seats), record in entries.items()}


@pytest.fixture(scope="module")
def client(shelf: tuple[GameBook, dict[str, str]]) -> FlaskClient:
    """A browser that prefers English."""
    made = create_app(shelf[0]).test_client()
    made.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    return made


def _views(shelf: tuple[GameBook, dict[str, str]]) -> list[RecordView]:
    book, records = shelf
    assert len(records) > len(FILES)
    return [book.record(LOCAL, record, eyes) for record in records.values() for eyes in ("A", "public", "open")]


@pytest.mark.soak
@pytest.mark.parametrize("parts", shares(1, 2))
def test_every_position_is_a_picture_that_stands_for_itself(shelf: tuple[GameBook, dict[str, str]], parts: int) -> None:
    """Well-formed, with every symbol that it uses, without style, script or anything that is fetched; all that is drawn lies in it."""
    for view in _views(shelf):
        for at in range(0, view.steps + 1, max(1, view.steps // parts)):
            root = ET.fromstring(picture(view, at))  # noqa: S314 -- our own
            tags = {found.tag.rpartition("}")[2] for found in root.iter()}
            assert not tags & {"style", "script", "image", "foreignObject", "a"}
            ids = {found.get("id") for found in root.iter() if found.get("id")}
            uses = {found.get("href") for found in root.iter() if found.tag.endswith("use")}
            assert all(use is not None and use[1:] in ids for use in uses)
            assert not re.search("var\\(|url\\(|on[a-z]+=", picture(view, at))
            width, height = float(root.get("width", "0")), float(root.get("height", "0"))
            for box in root.findall("{http://www.w3.org/2000/svg}rect"):
                assert float(box.get("x", "0")) + float(box.get("width", "0")) <= width
                assert float(box.get("y", "0")) + float(box.get("height", "0")) <= height + 1


def test_a_picture_shows_what_its_viewer_sees(shelf: tuple[GameBook, dict[str, str]]) -> None:
    """The open table's has more cards by name than a seat's, a seat's more than the spectator's; and each says whose it is."""
    book, records = shelf
    at = 100
    drawn = {eyes: picture(book.record(LOCAL, records["castle-rampage-2"], eyes), at) for eyes in ("open", "A", "public")}
    backs = [drawn[eyes].count('href="#lapwing"') for eyes in ("open", "A", "public")]
    assert backs[0] < backs[1] < backs[2]
    assert "with open cards" in drawn["open"]
    assert "Ana saw it" in drawn["A"]
    assert "as a spectator saw it" in drawn["public"]


def test_a_picture_has_a_dark_theme_and_pixels(client: FlaskClient, shelf: tuple[GameBook, dict[str, str]]) -> None:
    """The same drawing in other colors; as pixels twice as large as the drawing."""
    path = f"/records/{shelf[1]['regicide-3']}/picture"
    light, dark = (client.get(f"{path}.svg?at=40&as=A&theme={theme}") for theme in ("light", "dark"))
    assert light.mimetype == "image/svg+xml"
    assert light.text != dark.text
    assert re.sub("#[0-9a-f]{6}", "", light.text) == re.sub("#[0-9a-f]{6}", "", dark.text)
    pixels = client.get(f"{path}.png?at=40&as=A").data
    assert pixels.startswith(PNG)
    assert int.from_bytes(pixels[16:20], "big") == 2 * float(ET.fromstring(light.text).get("width", "0"))  # noqa: S314 -- our own
    assert client.get(f"{path}.svg?at=40&as=A&theme=blue").status_code == 422
    assert client.get(f"{path}.svg?at=4000&as=A").status_code == 404


def test_without_a_font_pixels_are_refused(
    client: FlaskClient, shelf: tuple[GameBook, dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A picture whose words would all be missing is none: the answer says what can be asked for instead."""
    monkeypatch.setattr(png, "_has_font", lambda: False)
    answer = client.get(f"/records/{shelf[1]['regicide-3']}/picture.png?as=A")
    assert answer.status_code == 503
    assert "svg" in answer.text


@pytest.mark.soak
def test_a_sheet_tells_every_turn_of_every_record(client: FlaskClient, shelf: tuple[GameBook, dict[str, str]]) -> None:
    """Each told step stands on it once, with its result and a drawing of the table; the replay page leads there."""
    book, records = shelf
    for record in records.values():
        for eyes in ("A", "open"):
            page = client.get(f"/records/{record}/sheet?as={eyes}").text
            view = book.record(LOCAL, record, eyes)
            assert [int(number) for number in re.findall(r'<li value="(\d+)">', page)] == [*range(1, len(view.timeline.versions) + 1)]
            assert page.count("<svg xmlns") == 1
        assert f"/records/{record}/sheet?as=A" in client.get(f"/records/{record}?as=A").text


def test_in_suspense_a_sheet_and_a_picture_go_no_further_than_the_reader(
    client: FlaskClient, shelf: tuple[GameBook, dict[str, str]]
) -> None:
    """Without a step they show the beginning; the page then offers nothing that tells how long the game is."""
    record = shelf[1]["castle-rampage-2"]
    with client.application.test_client() as reader:
        page = reader.get(f"/records/{record}?at=30&as=A&suspense=on").text
        assert "/sheet?" not in page
        assert "picture.svg?at=30" in page
        assert "<li value=" not in reader.get(f"/records/{record}/sheet?as=A").text
        assert "Step 0" in reader.get(f"/records/{record}/picture.svg?as=A&lang=en").text


def test_a_picture_that_is_asked_for_first_leaves_the_addresses_of_the_replay_alone(tmp_path: Path) -> None:
    """It is drawn without addresses, and what was drawn is kept: the page after it leads to its cards all the same."""
    whole = {}
    for first in ("picture.svg", ""):
        with GameBook.open(f"sqlite:///{tmp_path}/{first or 'page'}.sqlite") as book:
            new = next(simulate(library()["castle-rampage"], seed=5, games=1))
            record = book.writing.add(LOCAL, new)[0].id
            client = create_app(book).test_client()
            client.get(f"/records/{record}/{first}?at=60&as=A")
            page = client.get(f"/records/{record}?at=60&as=A").text
            whole[first] = re.sub(record, "ID", page)
            assert f'href="/records/{record}/' in page
            assert not re.search('href="/(slots|cards|places)/', page)
    assert whole["picture.svg"].count("/slots/") == whole[""].count("/slots/") > 0
