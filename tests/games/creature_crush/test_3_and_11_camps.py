"""Camps are built in three ways, dice say who begins, four cards are taken (rules/en.md § 3, 11)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from records.core.asking.chance import FromRecord
from records.core.events import Recorded
from records.core.header import Header
from records.core.ids import SEATS, RecordId
from records.core.logs.fold import Folder
from records.core.secret import secret
from records.errors import RuleViolation
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model import set_up_events as su
from records.service.library import library
from records.service.writing.simulation import simulate
from support.crush_table import A, B

CRUSH = library()["creature-crush"]


def set_up(way: str, **switches: str) -> list[Any]:
    """The events of a game before its first turn."""
    (game,) = simulate(CRUSH, seed=4, games=1, ruleset=f"creature-crush/{way}", switches=switches)
    events = [entry.event for entry in game.entries]
    return events[: next(nth for nth, event in enumerate(events) if type(event).__name__ == "TurnBegan")]


def kinds(events: list[Any], kind: type) -> list[Any]:
    """Those of one class."""
    return [event for event in events if type(event) is kind]


def test_3_3_dice_say_who_begins() -> None:
    """The higher die begins; a tie is rolled again."""
    for way in ("skirmish", "arena", "league"):
        *ties, last = kinds(set_up(way), su.FirstRolled)
        assert all(event.begins is None and len({face for _seat, face in event.rolls}) == 1 for event in ties)
        assert dict(last.rolls)[last.begins] == max(face for _seat, face in last.rolls)


def test_3_4_each_takes_four_cards() -> None:
    """Who begins first; only the holder sees them."""
    for way in ("skirmish", "arena", "league"):
        dealt = kinds(set_up(way), su.HandDealt)
        assert [(len(event.cards.faces), event.cards.known_to) for event in dealt] == [(4, (event.seat,)) for event in dealt]
        assert {event.seat for event in dealt} == {A, B}


@pytest.mark.parametrize(("value", "seen"), [("by nobody", False), ("by its owner", True)])
def test_11_1_a_skirmish_deals_twenty_cards(value: str, seen: bool) -> None:
    """Nobody looks at them, or each at the own ones; no card is dealt twice."""
    dealt = kinds(set_up("skirmish", camp_seen=value), su.CampDealt)
    assert [event.cards.known_to for event in dealt] == [((event.seat,) if seen else ()) for event in dealt]
    cards = [face for event in dealt for face in event.cards.faces]
    assert len(set(cards)) == len(cards) == 40


@pytest.mark.parametrize(("value", "shuffles"), [("once", 1), ("each round", 5)])
def test_11_2_an_arena_is_drafted(value: str, shuffles: int) -> None:
    """Five times four of seven, three back under the stack."""
    events = set_up("arena", draft_shuffle=value)
    assert len(kinds(events, su.StackShuffled)) == shuffles
    kept = kinds(events, su.DraftKept)
    assert [(len(event.kept.faces), len(event.left.faces)) for event in kept] == [(4, 3)] * 10
    assert all(event.kept.known_to == event.left.known_to == (event.seat,) for event in kept)
    cards = [face for event in kept for face in event.kept.faces]
    assert len(set(cards)) == 40


def test_11_3_a_league_camp_is_chosen() -> None:
    """Twenty different cards of the own collection, which nobody else sees."""
    chosen = kinds(set_up("league"), su.CampChosen)
    assert [event.cards.known_to for event in chosen] == [(A,), (B,)]
    assert all(len(set(event.cards.faces)) == 20 for event in chosen)


def test_11_3_no_card_is_in_a_camp_twice(league: Any) -> None:
    """Nor are there more or fewer than twenty."""
    names = sorted(league.state.cards)
    for cards in ((names[0], *names[:19]), names[:19]):
        with pytest.raises(RuleViolation, match=r"11\.3"):
            CRUSH.play.decide(league, cmd.ChooseCamp(seat=A, cards=secret(*cards, to=(A,))), None, 5)


@pytest.fixture
def league() -> Any:
    """A league in which both are asked for their camps."""
    edition = CRUSH.rules.edition("creature-crush/league")
    header = Header(
        record=RecordId("0123456789abcdef"), game=CRUSH.name, seats=SEATS[:2], started=datetime(2026, 3, 14, tzinfo=UTC), **edition
    )
    folder = Folder(CRUSH)
    before = folder.position(header, ())
    events = CRUSH.play.decide(before, cmd.Start(seats=SEATS[:2]), FromRecord(()), 1)
    return folder.position(header, [Recorded(nth, 1, header.started, "", event) for nth, event in enumerate(events, 1)])
