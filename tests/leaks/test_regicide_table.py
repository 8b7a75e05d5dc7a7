"""The board of all against one and its team lens through every eye: two games that differ only in a card that Ben alone was shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from records.core.viewers import LOCAL
from support.soaking import rest_soaked
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

PLACES = ("royal", "castle", "tavern", "fight", "discard", "heap", "hand:A", "hand:B", "hand:C")
STRIDE = 6


def _asked(record: str, viewer: str, steps: int, stride: int = STRIDE) -> Iterator[str]:
    for at in range(0, steps + 1, stride):
        yield f"/records/{record}?at={at}&as={viewer}"
        yield f"/records/{record}/steps/{at}?as={viewer}&lang=de"
        yield f"/records/{record}/steps/{at}?as={viewer}&short=on"
        yield f"/records/{record}/team?at={at}&as={viewer}"
        yield f"/api/records/{record}/positions/{at}/team?as={viewer}"
    yield from (f"/records/{record}/places/{place}?at={steps}&as={viewer}" for place in PLACES)
    at = steps // 2
    yield f"/records/{record}/why/hand:B?at={at}&as={viewer}"
    yield from (f"/records/{record}/explain?at={step}&as={viewer}" for step in range(1, steps + 1, 3 * stride))
    yield f"/records/{record}/odds?at={at}&as={viewer}"
    yield f"/records/{record}/odds?at={at}&as={viewer}&ask=survive&seat=B&draw=1"
    yield f"/records/{record}/odds?at={at}&as={viewer}&cards=2&card=hearts"
    yield f"/api/records/{record}/positions/{at}/odds?as={viewer}"
    yield f"/api/records/{record}/positions/{at}/odds/answer?as={viewer}&ask=survive&let=seat=B"
    yield f"/api/records/{record}/positions/{at}?as={viewer}"
    yield f"/api/records/{record}/positions/{steps}/turning-points?as={viewer}"
    yield f"/records/{record}/turning?at={at}&as={viewer}"
    yield f"/api/records/{record}/steps?as={viewer}"
    yield f"/api/records/{record}/untold?as={viewer}"


def _sent(app: Flask, address: str) -> tuple[int, dict[str, str], bytes]:
    with app.test_client().get(address, headers={"Accept-Language": "en"}) as answer:
        headers = {name: value for name, value in answer.headers.items() if name not in {"Set-Cookie", "Date"}}
        return answer.status_code, headers, answer.get_data()


@pytest.mark.parametrize(("viewer", "stride"), rest_soaked([("A", 5 * STRIDE), ("A", STRIDE), ("public", STRIDE), ("C", STRIDE)]))
def test_the_board_does_not_depend_on_a_card_that_was_never_shown(regicide_worlds: Any, viewer: str, stride: int) -> None:
    """Board, team lens, places, reasons and odds are the same to the byte, whichever card Ben really held."""
    first, second = (create_app(world.book) for world in regicide_worlds)
    record = regicide_worlds[0].record
    for address in _asked(record, viewer, regicide_worlds[0].book.record(LOCAL, record, "A").steps, stride):
        sent = _sent(first, address)
        assert sent[0] in {200, 303, 404}, address
        assert sent == _sent(second, address), address


@pytest.mark.parametrize("viewer", rest_soaked(["A", "C", "public"]))
def test_the_team_that_is_worked_out_does_not_either(regicide_worlds: Any, viewer: str) -> None:
    """As values too: what a viewer is told of the team is the same in both games, step by step."""
    first, second = (world.book.record(LOCAL, world.record, viewer) for world in regicide_worlds)
    for at in range(0, first.steps + 1, STRIDE):
        assert first.team(at) == second.team(at)


@pytest.mark.parametrize("viewer", rest_soaked(["B", "open"]))
def test_the_comparison_of_boards_bites(regicide_worlds: Any, viewer: str) -> None:
    """Ben and the open table do see the difference, on the board and in the team lens."""
    first, second = (create_app(world.book) for world in regicide_worlds)
    record = regicide_worlds[0].record
    steps = regicide_worlds[0].book.record(LOCAL, record, "A").steps
    asked = [*_asked(record, viewer, steps, 5 * STRIDE)]
    for kind in ("/steps/", "/team?at", "/team?as", "hand:B"):
        assert any(_sent(first, address)[2] != _sent(second, address)[2] for address in asked if kind in address), kind
