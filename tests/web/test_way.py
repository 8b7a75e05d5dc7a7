"""The way of a card on its dialog: as then, in hindsight, in suspense and by the online table's memory, from the viewer's log alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from records.core.faces import known
from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask.testing import FlaskClient


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameBook]:
    """A book with a game of Castle Rampage and one of Regicide."""
    with GameBook.open(f"sqlite:///{tmp_path_factory.mktemp('ways') / 'book.sqlite'}") as opened:
        for name, how in (("castle-rampage", {"ruleset": "castle-rampage/plain"}), ("regicide", {"players": 3})):
            opened.writing.add(LOCAL, next(iter(simulate(library()[name], seed=7, games=1, **how))))  # type: ignore[arg-type]
        yield opened


@pytest.fixture(scope="module")
def records(book: GameBook) -> dict[str, str]:
    """Their ids by game."""
    return {entry.game: entry.id for entry in book.records.shelf(LOCAL).entries}


@pytest.fixture
def client(book: GameBook) -> FlaskClient:
    """A reader."""
    return create_app(book).test_client()


def way(client: FlaskClient, address: str) -> list[tuple[int, str]]:
    """Step and words of each stop."""
    answer = client.get(address, headers={"Accept-Language": "en"})
    assert answer.status_code == 200, answer.text[-300:]
    stops = BeautifulSoup(answer.text, "html.parser").select(".way a")
    return [(int(re.findall(r"at=(\d+)", str(stop["href"]))[0]), stop.select("b")[0].get_text()) for stop in stops]


def test_a_card_of_regicide_is_followed_from_hand_to_discard_pile(client: FlaskClient, book: GameBook, records: dict[str, str]) -> None:
    """Each card is there once: from its name alone the steps at which it was taken, played and laid aside; as then, or to the end."""
    record = records["regicide"]
    view = book.record(LOCAL, record, "A")
    card, taken = next(
        (card, way) for card, way in view.seen.journeys.cards.items() if [stop.kind for stop in way[:3]] == ["drawn", "played", "left"]
    )
    played = taken[1].version
    assert way(client, f"/records/{record}/cards/{card}?at={played}&as=A") == [
        (taken[0].version, "Taken into the hand"),
        (played, "Played"),
    ]
    whole = [stop.version for stop in taken]
    assert [at for at, _what in way(client, f"/records/{record}/cards/{card}?at={played}&as=A&knows=hindsight")] == whole
    assert way(client, f"/records/{record}/cards/{card}?at={taken[0].version - 1}&as=A") == []


@pytest.mark.soak
def test_each_stop_is_what_the_log_shows(client: FlaskClient, book: GameBook, records: dict[str, str]) -> None:
    """Where a closed card was laid, turned up and went; to another viewer the same place has the way that this viewer was shown."""
    record = records["castle-rampage"]
    for viewer in ("A", "B", "public"):
        view = book.record(LOCAL, record, viewer)
        for slot, stations in [*view.seen.journeys.slots.items()][::4]:
            laid = stations[0].version
            face = view.position(laid).table.slots[slot].face  # type: ignore[index]
            stops = way(client, f"/records/{record}/slots/{slot}?at={laid}&as={viewer}")
            assert stops[-1][0] == laid
            if not known(face):
                assert [at for at, _what in stops] == [laid]


def test_no_way_leads_further_than_the_step_in_suspense_and_none_is_told_by_a_table_that_forgets(
    client: FlaskClient, book: GameBook, records: dict[str, str]
) -> None:
    """In suspense hindsight is refused and not offered; the online table's memory tells no way, and its links keep it."""
    record = records["castle-rampage"]
    view = book.record(LOCAL, record, "A")
    slot, stations = next((slot, way) for slot, way in view.seen.journeys.slots.items() if len(way) > 2 and way[1].kind == "turned")
    at = stations[0].version
    assert way(client, f"/records/{record}/slots/{slot}?at={at}&as=A&memory=table") == []
    page = client.get(f"/records/{record}?at={at}&as=A&memory=table").text
    assert f"/slots/{slot}?at={at}&amp;as=A&amp;memory=table" in page
    client.set_cookie("suspense", "on")
    assert max(stop for stop, _what in way(client, f"/records/{record}/slots/{slot}?at={at}&as=A")) == at
    assert client.get(f"/records/{record}/slots/{slot}?at={at}&as=A&knows=hindsight").status_code == 422
    assert "hindsight" not in client.get(f"/records/{record}/slots/{slot}?at={at}&as=A").text
