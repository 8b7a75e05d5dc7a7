"""What an uploaded file may not do: fill a table with thousands of cards, or a chart with thousands of steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from importers import native
from importers.base import ImportOptions
from importers.storing import store_file
from records.core.header import Header
from records.core.ids import DeckId, PileId, RecordId, SeatKey, SlotId, ZoneId
from records.core.logs.chain import Chain
from records.core.secret import secret
from records.core.shared import DeckSet, HandSet, PileSet, PositionSet, SlotSet, ZoneSet
from records.core.tables.size import MOST_LAID
from records.core.viewers import LOCAL
from records.errors import ImpossibleEvent
from records.service import Exchanged, GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import open_store
from records.values import replace
from support.soaking import rest_soaked
from web.app import create_app
from web.charts import sheet

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.testing import FlaskClient

GAME = library()["castle-rampage"]
NEW = next(iter(simulate(GAME, seed=3, games=1)))
RECORD, KEY, LARGEST = RecordId("0123456789abcdef"), bytes(range(32)), 3_000_000
"""Bytes of one answer about the largest table."""
PLAYING = (("active", "A"), ("turn", 12))


def _slots(number: int) -> PositionSet:
    slots = tuple(SlotSet(slot=SlotId(f"s{nth}"), card=secret("?")) for nth in range(1, number + 1))
    return PositionSet(piles=(PileSet(pile=PileId("castle:A"), slots=slots),), counters=PLAYING)


def _piles(number: int) -> PositionSet:
    return PositionSet(piles=tuple(PileSet(pile=PileId(f"p{nth}:A")) for nth in range(number)), counters=PLAYING)


def _hand(number: int) -> PositionSet:
    return PositionSet(hands=(HandSet(seat=SeatKey("B"), cards=(secret(*["?"] * number),)),), counters=PLAYING)


def _parts(number: int) -> PositionSet:
    return PositionSet(hands=(HandSet(seat=SeatKey("B"), cards=tuple(secret() for _ in range(number))),), counters=PLAYING)


def _deck(number: int) -> PositionSet:
    return PositionSet(decks=(DeckSet(deck=DeckId("draw"), blocks=tuple(secret("?") for _ in range(number))),), counters=PLAYING)


def _zone(number: int) -> PositionSet:
    return PositionSet(zones=(ZoneSet(zone=ZoneId("discard"), faces=("archer",) * number),), counters=PLAYING)


KINDS = (_slots, _piles, _hand, _parts, _deck, _zone)
ASKED = (
    "/records/{record}?at=2&as=A",
    "/records/{record}/places/castle:A?at=2&as=A",
    "/records/{record}/places/discard?at=2&as=A",
    "/records/{record}/record",
    "/records/{record}/notation?as=A",
    "/api/records/{record}/positions/2?as=A",
    "/api/records/{record}/positions/2/knowledge?as=A",
    "/api/records/{record}/positions/2/why/s1?as=A",
    "/api/records/{record}/positions/2/why/draw?as=A",
    "/api/records/{record}/charts/uncertainty?as=A&grain=step",
)


def _file(position: PositionSet) -> bytes:
    header = Header(record=RECORD, game=NEW.game, seats=NEW.seats, started=NEW.started, **GAME.rules.edition(NEW.ruleset))
    chain = Chain(GAME, header, KEY)
    log = [chain.add(NEW.started, event)[0] for event in (next(iter(NEW.entries)).event, position)]
    return native.write(library(), Exchanged(header=header, names={}, key=KEY, log=log, head=chain.hash), "open")


@pytest.mark.parametrize("kind", KINDS)
def test_more_than_a_table_holds_is_refused_with_its_place(kind: Callable[[int], PositionSet]) -> None:
    """Cards, hands, piles, decks and parts of a hand are counted; what is refused says how many there are and how many may be."""
    with GameBook(open_store("sqlite:///:memory:"), games=library()) as book:
        with pytest.raises(ImpossibleEvent) as caught:
            store_file(book, LOCAL, _file(kind(MOST_LAID + 1)), "wide.jsonl", ImportOptions())
        assert book.records.count(LOCAL) == (0, 0)
    told = str(caught.value)
    assert "version 2, PositionSet" in told
    assert f"one table holds at most {MOST_LAID}" in told


@pytest.mark.parametrize("kind", rest_soaked(KINDS))
def test_the_largest_table_is_answered_in_few_bytes(kind: Callable[[int], PositionSet]) -> None:
    """Of a table with as much as it holds no page and no answer of the API is larger than a few megabytes."""
    with GameBook(open_store("sqlite:///:memory:"), games=library()) as book:
        store_file(book, LOCAL, _file(kind(MOST_LAID - 1)), "wide.jsonl", ImportOptions())
        client: FlaskClient = create_app(book).test_client()
        for address in ASKED:
            answer = client.get(address.format(record=RECORD))
            assert answer.status_code in {200, 404, 422}, address
            assert len(answer.get_data()) < LARGEST, address


def test_a_chart_of_very_many_steps_is_thinned_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every so many steps are measured, the first and the last among them; the API says how many, the page says it in words."""
    monkeypatch.setattr(sheet, "MOST_MEASURED", 20)
    with GameBook(open_store("sqlite:///:memory:"), games=library()) as book:
        (added,) = book.writing.add(LOCAL, replace(NEW, entries=list(NEW.entries)))
        versions = (0, *book.record(LOCAL, added.id, "A").timeline.versions)
        client = create_app(book).test_client()
        stride = -(-len(versions) // 20)
        sent = client.get(f"/api/records/{added.id}/charts/uncertainty?as=A&grain=step").get_json()
        assert sent["stride"] == stride > 1
        assert [point["at"] for point in sent["lines"][0]["points"]] == sorted({*versions[::stride], versions[-1]})
        page = client.get(f"/records/{added.id}/charts/uncertainty?as=A&grain=step").get_data(as_text=True)
        assert f"one value in {stride} is drawn" in page
        monkeypatch.undo()
        whole = client.get(f"/api/records/{added.id}/charts/uncertainty?as=A&grain=step&at=30").get_json()
        assert whole["stride"] == 1
