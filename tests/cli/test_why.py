"""``kiebitz why``: which events told a viewer what it knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.soaking import one_in, rest_soaked

if TYPE_CHECKING:
    from support.command_line import Cli

AT = "e60"


@pytest.fixture
def castle(cli: Cli) -> str:
    """The id of a game of Castle Rampage."""
    (simulated,) = cli.json("simulate", "castle-rampage", "--rules", "castle-rampage/yucata", "--seed", "11")
    return str(simulated["id"])


def lying(cli: Cli, castle: str, pile: str) -> list[str]:
    """Return the slots of a pile."""
    piles = cli.json("show", castle, "--at", AT)["piles"]
    (found,) = [entry for entry in piles if entry["pile"] == pile] if isinstance(piles, list) else [piles[pile]]
    return [slot["slot"] for slot in (found["slots"] if isinstance(found, dict) else found)]


def test_an_own_card_was_laid_by_its_seat(cli: Cli, castle: str) -> None:
    """A seat knows its own card from laying it: one reason, with what else could be there."""
    slot = lying(cli, castle, "castle:A")[0]
    data = cli.json("why", castle, "--at", AT, "--as", "A", "--slot", slot)
    (card,) = data["certain"]
    (reason,) = data["reasons"]
    assert (data["candidates"], data["exact"], data["place"]) == ([card], True, slot)
    assert f"s{reason['version']}" == slot.partition(".")[0]
    assert card not in reason["without"]
    assert len(reason["without"]) > 20
    lines = cli("why", castle, "--at", AT, "--as", "A", "--slot", slot).stdout.splitlines()
    assert lines[0].startswith("It holds for certain: ")
    assert "Ana laid it here: " in lines[1]


def test_a_card_that_was_not_seen_names_what_narrowed_it(cli: Cli, castle: str) -> None:
    """A closed card of the other seat can be much; each reason says what else could be there."""
    slot = lying(cli, castle, "castle:B")[0]
    data = cli.json("why", castle, "--at", AT, "--as", "A", "--slot", slot)
    assert data["certain"] == []
    assert len(data["candidates"]) > 5
    assert data["reasons"]
    assert all(reason["without"] and not set(reason["without"]) & set(data["candidates"]) for reason in data["reasons"])


@pytest.mark.parametrize("place", rest_soaked(["hand:B", "draw"]))
def test_hands_and_decks_are_explained_too(cli: Cli, castle: str, place: str) -> None:
    """The other hand and the draw pile have candidates, and the events that exclude the others, in both languages."""
    data = cli.json("why", castle, "--at", AT, "--as", "A", "--slot", place)
    assert (data["place"], data["at"], data["viewer"]) == (place, 60, "A")
    assert data["candidates"]
    assert [reason["version"] for reason in data["reasons"]] == sorted(reason["version"] for reason in data["reasons"])
    assert cli("why", castle, "--at", AT, "--as", "A", "--slot", place, "--lang", "de").stdout.count("Möglich sind: ") == 1


@pytest.mark.parametrize("place", one_in(2, ["hand:A", "s999", "moat", ""]))
def test_a_place_that_is_not_asked_about_is_refused(cli: Cli, castle: str, place: str) -> None:
    """The own hand is seen, another place is not there: the answer says which places there are."""
    result = cli("why", castle, "--at", AT, "--as", "A", "--slot", place, code=1)
    assert f"{place!r} is not a place that can be asked about after event 60: say hand:B, draw, a slot on the table" in result.stderr


def test_nobody_is_told_what_another_saw(cli: Cli, castle: str) -> None:
    """The other seat's view of an own card names neither the card nor an event that only its owner saw."""
    slot = lying(cli, castle, "castle:A")[-1]
    (card,) = cli.json("why", castle, "--at", AT, "--as", "A", "--slot", slot)["certain"]
    other = cli.json("why", castle, "--at", AT, "--as", "B", "--slot", slot)
    assert other["certain"] != [card]
    assert len(other["candidates"]) > 1


@pytest.mark.soak
def test_hindsight_tells_what_was_seen_later(cli: Cli, castle: str) -> None:
    """With ``--hindsight`` it is also told what is known by the end of the record: never more than could be then, for some card less."""
    less = 0
    for slot in lying(cli, castle, "castle:B"):
        data = cli.json("why", castle, "--at", AT, "--as", "A", "--slot", slot, "--hindsight")
        later = data["hindsight"]
        assert later["exact"] is True
        assert set(later["certain"]) <= set(later["candidates"]) <= set(data["candidates"])
        less += len(later["candidates"]) < len(data["candidates"])
        assert "hindsight" not in cli.json("why", castle, "--at", AT, "--as", "A", "--slot", slot)
    assert less
    lines = cli("why", castle, "--at", AT, "--as", "A", "--slot", "hand:B", "--hindsight").stdout.splitlines()
    assert lines[-1].startswith("In hindsight it ")
