"""The drawn table through every eye: two games that differ only in cards that Ben alone was shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from records.core.viewers import LOCAL
from records.rulings.precedents import situation
from records.service.cases.drafts import NewRuling, ReadingNamed
from records.service.cases.precedents import MOST_READINGS
from records.values import replace
from support.soaking import rest_soaked
from web.app import create_app
from web.charts import CHARTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from flask import Flask

PLACES = ("gate:A", "gate:B", "castle:A", "castle:B", "display:A", "display:B", "hand:A", "hand:B", "draw", "discard", "aside", "played")


def _asked(record: str, viewer: str, steps: int, *, every: int = 1) -> Iterator[str]:
    for at in range(0, steps + 1, every):
        yield f"/records/{record}?at={at}&as={viewer}"
        yield f"/records/{record}/steps/{at}?as={viewer}"
        if at % (3 * every) == 0:
            yield f"/records/{record}/steps/{at}?as={viewer}&short=on"
        yield f"/api/records/{record}/positions/{at}?as={viewer}"
    for at in range(0, steps + 1, 7):
        yield f"/records/{record}?at={at}&as={viewer}&lang=de"
        yield f"/records/{record}?at={at}&as={viewer}&memory=table"
        yield f"/records/{record}/places/hand:B?at={at}&as={viewer}&memory=table"
        yield f"/api/records/{record}/positions/{at}?as={viewer}&memory=table"
        yield from (f"/records/{record}/places/{place}?at={at}&as={viewer}" for place in PLACES)
    for at in range(1, steps + 1, 9):
        yield f"/records/{record}/explain?at={at}&as={viewer}"
        yield f"/api/records/{record}/positions/{at}/explanation?as={viewer}"
    for at in (steps // 2,):
        yield f"/records/{record}/odds?at={at}&as={viewer}"
        yield f"/records/{record}/why/hand:B?at={at}&as={viewer}"
        yield from (f"/records/{record}/slots/s{nth}?at={at}&as={viewer}" for nth in range(1, at, 9))
        here = f"/api/records/{record}/positions/{at}"
        yield f"{here}/turning-points?as={viewer}"
        yield f"/records/{record}/turning?at={at}&as={viewer}"
        yield f"{here}/knowledge?as={viewer}"
        yield f"{here}/knowledge?as={viewer}&knows=hindsight"
        yield f"{here}/odds/attack?as={viewer}&strength=4&by=A"
        yield f"{here}/odds/draw?as={viewer}&number=2&card=unit"
        yield from (f"{here}/why/{place}?as={viewer}" for place in ("hand:B", "draw", "s1", "s9"))
    yield from (f"/records/{record}/charts/{chart}?as={viewer}" for chart in CHARTS)
    yield from (f"/api/records/{record}/charts/{chart}?as={viewer}" for chart in CHARTS)
    yield f"/api/records/{record}/charts/uncertainty.csv?as={viewer}"
    yield f"/records/{record}/cards/knight+spy?as={viewer}"
    yield f"/records/{record}/compare?as={viewer}&switch=powers%3Don"
    yield f"/records/{record}/compare?as={viewer}&switch=powers%3Don&step=0"
    yield f"/records/{record}/rules?at={steps}&as={viewer}"
    yield f"/api/records/{record}/steps?as={viewer}"
    yield f"/api/records/{record}/events?as={viewer}"
    yield f"/api/records/{record}/untold?as={viewer}"


def _sent(app: Flask, address: str) -> tuple[int, dict[str, str], bytes]:
    with app.test_client().get(address, headers={"Accept-Language": "en"}) as answer:
        headers = {name: value for name, value in answer.headers.items() if name not in {"Set-Cookie", "Date"}}
        return answer.status_code, headers, answer.get_data()


@pytest.mark.parametrize(("viewer", "every"), rest_soaked([("A", 40), ("A", 1), ("public", 1), ("ana", 1)]))
def test_the_table_does_not_depend_on_cards_that_were_never_shown(castle_worlds: Any, viewer: str, every: int) -> None:
    """Every page, step, place and position is the same to the byte, ETag and length too, whichever cards Ben really held and laid."""
    first, second = (create_app(world.book) for world in castle_worlds)
    record = castle_worlds[0].record
    for address in _asked(record, viewer, castle_worlds[0].book.record(LOCAL, record, "A").steps, every=every):
        sent = _sent(first, address)
        assert sent[0] in {200, 303, 404}, address
        assert sent == _sent(second, address), address


@pytest.mark.parametrize("viewer", rest_soaked(["B", "open"]))
def test_the_comparison_of_tables_bites(castle_worlds: Any, viewer: str) -> None:
    """Ben and the open table do see the difference, on the board and in the places."""
    first, second = (create_app(world.book) for world in castle_worlds)
    record = castle_worlds[0].record
    steps = castle_worlds[0].book.record(LOCAL, record, "A").steps
    asked = [*_asked(record, viewer, steps, every=21)]
    for kind in ("/steps/", "/places/", "/slots/", "/charts/strength", "/knowledge", "/explanation", "/compare"):
        assert any(_sent(first, address)[2] != _sent(second, address)[2] for address in asked if kind in address), kind


COPY = "0123456789abcdef"


def _ruled(world: Any, moments: Mapping[str, tuple[str, int]], copied: Any) -> None:
    """Put the same other record beside a world's, with a ruling on each of some switches that everybody may read."""
    book = world.book
    other = book.writing.take_in(LOCAL, replace(copied, header=msgspec.structs.replace(copied.header, record=COPY))).id
    for name, (value, at) in moments.items():
        case = book.cases.open_case(LOCAL, other, at, "?", to=("*",)).id
        reading = ReadingNamed(switches=((name, value),))
        book.cases.rule(LOCAL, case, NewRuling(by="Judge", text=name, reading=reading), to=("*",))
        bens = book.cases.open_case(LOCAL, other, at, "?", to=("*",)).id
        book.cases.rule(LOCAL, bens, NewRuling(by="Judge", text="for Ben", reading=reading), to=("B",))


@pytest.mark.soak
def test_hints_of_rulings_do_not_depend_on_cards_that_were_never_shown(castle_worlds: Any) -> None:
    """Rulings about another game are told at the same plays of both; one for Ben alone is told to nobody."""
    first = castle_worlds[0]
    view = first.book.record(LOCAL, first.record, "public")
    own = view.reading()
    moments: dict[str, tuple[str, int]] = {}
    for switch in own.switches:
        for value in switch.values:
            found = () if value == own[switch.name] else view.moments(own, view.reading("", {switch.name: value}))
            for moment in found:
                if situation(moment) is not None:
                    moments.setdefault(switch.name, (value, moment.play.first))
    copied = first.book.records.export(LOCAL, first.record, "open")
    told: dict[str, list[set[tuple[int, int, str]]]] = {}
    for world in castle_worlds:
        _ruled(world, dict(list(moments.items())[:MOST_READINGS]), copied)
        for viewer in ("A", "public", "B", "open"):
            hints = world.book.cases.precedent_moments(LOCAL, world.record, viewer)
            told.setdefault(viewer, []).append({(one.first, one.last, one.precedent.text) for one in hints})
    assert told["A"][0] == told["A"][1]
    assert told["public"][0] == told["public"][1] != set()
    assert "for Ben" not in {text for viewer in told for hints in told[viewer] for _first, _last, text in hints}
