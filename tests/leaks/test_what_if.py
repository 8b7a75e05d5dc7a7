"""What if, through every eye: two games that differ only in cards that Ben alone was shown lead to the same lines, move by move."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any

import pytest
from bs4 import BeautifulSoup

from support.soaking import rest_soaked
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator

MOVES = 4
ENDS = re.compile("resigns|offers a draw")
DRAWN_BY_CHANCE = re.compile(r'(?<=name="once" value=")[^"]+|/lines/[a-z0-9]+/[a-z0-9]+')
"""Keys of forms, and ids of layers and lines: no two are alike in any case."""


def _page(client: Any, address: str) -> tuple[int, str]:
    answer = client.get(address, headers={"Accept-Language": "en"})
    return answer.status_code, DRAWN_BY_CHANCE.sub("", answer.text)


def _line(world: Any, viewer: str, base: int, dealt: str, picker: random.Random) -> Iterator[tuple[int, str]]:
    """Yield all that is answered while a line of some moves is made from a step: pages, questions, refusals."""
    client = create_app(world.book).test_client()
    address = f"/records/{world.record}/lines?at={base}&as={viewer}"
    for _move in range(MOVES):
        yield _page(client, address)
        found = BeautifulSoup(client.get(address).text, "html.parser")
        form = found.select_one("form:has(input[name=action])")
        if form is None:
            return
        fields: dict[str, Any] = {str(it["name"]): str(it.get("value", "")) for it in form.select("input[data-carry]")}
        going_on = [it for it in form.select(".actions label") if not ENDS.search(it.text)]
        action = picker.choice([str(it["value"]) for label in going_on for it in label.select("input")])
        cards = [[str(option["value"]) for option in it.select("option")] for it in form.select(f'select[name="card-{action}"]')]
        fields |= {"action": action, **({f"card-{action}": [picker.choice(options) for options in cards]} if cards else {})}
        fields |= {"dealt": dealt} if "at" in fields else {}
        answer = client.post(str(form["action"]), data=fields)
        while answer.status_code == 200:  # the table is asked
            yield answer.status_code, DRAWN_BY_CHANCE.sub("", answer.text)
            asks = BeautifulSoup(answer.text, "html.parser")
            kept = [(str(it["name"]), str(it["value"])) for it in asks.select('form input[type="hidden"]')]
            fields = {}
            for name, value in kept:
                fields.setdefault(name, []).append(value)
            fields["chosen"] = [
                picker.choice([str(it["value"]) for it in select.select("option")]) for select in asks.select("form select")
            ]
            answer = client.post(str(form["action"]), data=fields)
        yield answer.status_code, DRAWN_BY_CHANCE.sub("", answer.text)
        address = answer.headers.get("Location", address)
    yield _page(client, f"{address}&beside=played")


@pytest.mark.parametrize(
    ("game", "base", "viewer", "dealt"),
    rest_soaked([("castle_worlds", 12, "A", "chosen"), ("castle_worlds", 12, "public", "known"), ("crush_worlds", 60, "A", "chosen")]),
)
def test_lines_do_not_depend_on_cards_that_were_never_shown(  # noqa: PLR0917 -- worlds, eyes and chance
    game: str, base: int, viewer: str, dealt: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same moves are offered, the same is asked, refused and drawn by the same lots, to the byte, whichever cards Ben really held."""
    first, second = request.getfixturevalue(game)
    told = []
    for world in (first, second):
        monkeypatch.setattr("records.service.desks.lines.random.SystemRandom", lambda: random.Random(3))  # noqa: S311 -- a test
        told.append(list(_line(world, viewer, base, dealt, random.Random(base))))  # noqa: S311 -- a test
    assert [status for status, _text in told[0]].count(303) > 1, "moves were made"
    assert told[0] == told[1]


def test_the_comparison_of_lines_bites(castle_worlds: Any) -> None:
    """Ben himself and the open table see the difference."""
    for viewer in ("B", "open"):
        first, second = (next(_line(world, viewer, 12, "known", random.Random(1))) for world in castle_worlds)  # noqa: S311 -- a test
        assert first != second
