"""Recorded decisions under another reading: worked out by hand, one reading each, and what holds for every log."""

from __future__ import annotations

import os
from typing import Any

import pytest

from records.core.editions.rulesets import WatchedRuleset
from records.core.events import Event
from records.core.ids import SeatKey
from records.core.viewers import OPEN, PUBLIC, Viewer
from records.errors import MalformedCommand
from records.games.castle_rampage.model.events import DefenderRevealed
from records.games.observed import OBSERVED
from records.games.regicide.model import events as re
from records.knowledge.door import veil
from records.rulings.redoing.compare import (
    PARTS,
    SAME,
    UNCLEAR,
    Comparison,
    _moment,
    _redone,
    compare,
    moments,
    moments_of_each,
    reading_of,
)
from records.rulings.redoing.line import OpenLine
from records.rulings.redoing.plays import recorded_plays
from records.rulings.redoing.stops import UNANSWERED
from records.service.library import library
from records.values import replace
from support import castle, regicide
from support.castle_powers import decline, use, whole
from support.laws.games import castle_rampage as castle_samples
from support.laws.rule_laws import gives_itself_again
from support.redone_logs import logged, other_readings, table_log
from support.soaking import rest_soaked

FULL = os.environ.get("KIEBITZ_SOAK") == "full"
SHARES = pytest.mark.parametrize("share", [72, pytest.param(1 if FULL else 12, id="more", marks=pytest.mark.soak)])
"""One reading in so many is tried."""
GAMES = [name for name, game in library().items() if game.simulation is not None]


def read(table: Any, viewer: Viewer = OPEN, **switches: str) -> Comparison:
    """A table's log under its own reading and another."""
    game, header, log = table_log(table)
    seen = veil(game.parts, log, viewer)
    own = reading_of(game, header, seen)
    return compare(game, header, seen, own, own.with_settings(switches))


def statuses(comparison: Comparison) -> list[str]:
    """What becomes of each play."""
    return [one.status for one in comparison.plays]


def happened(comparison: Comparison, cls: type[Event]) -> tuple[bool, bool]:
    """Whether an event of this class is in the line of each reading."""
    return tuple(any(type(event) is cls for play in line.plays for _, _, event in play.events) for line in (comparison.a, comparison.b))  # type: ignore[return-value]  # two


def test_an_answer_to_another_question_is_none_to_this_one() -> None:
    """B answered whether to weaken the attack; by choice A is asked first where it goes, and nobody answered that."""
    table = castle.given(rules="castle-rampage/house", hand_A="archer", gate_B="ogre", castle_B="cook ogre", hand_B="last-resort")
    table = decline(table.when(use("archer")))
    found = read(table, ignores_gate="by choice")
    assert statuses(found)[-1] == PARTS
    assert (found.b.stop.kind, found.b.stop.paragraph) == (UNANSWERED, "")


def test_regicide_5_2_damage_that_reaches_the_health() -> None:
    """A ten on a Jack with ten damage: twenty reach its health, they do not exceed it, so that the other reading leaves it standing."""
    table = regicide.given(royal="cJ", A="d10 s2", B="s3 s4", damage=10).when(regicide.play("d10"))
    found = read(table, defeat="health exceeded")
    assert statuses(found) == [SAME, PARTS]
    assert happened(found, re.RoyalDefeated) == (True, False)
    assert found.parts is not None
    assert found.parts.first == 2


def test_regicide_2_2_an_immune_royal_takes_no_damage_either() -> None:
    """A five of Spades on the Jack of Spades: five damage, or none where immunity counts for damage too."""
    table = regicide.given(royal="sJ", A="s5 h10 d10", B="s3 s4").when(regicide.play("s5"))
    found = read(table, immunity="power and damage")
    assert statuses(found) == [SAME, PARTS]
    dealt = [[event.amount for _, _, event in line.plays[1].events if isinstance(event, re.DamageDealt)] for line in (found.a, found.b)]
    assert dealt == [[5], [0]]


def test_regicide_4_3_the_same_cards_come_whoever_draws_them() -> None:
    """Three of Diamonds: A, B and A draw in turn, or A alone; as it lay, the Tavern's cards come in the order in which they came."""
    table = regicide.given(royal="sK", A="d3 h10", B="s3", tavern="c2 d9 h4 s8").when(regicide.play("d3"))
    found = read(table, drawing="one player after the other")
    drawn = [
        [(event.seat, *event.card.faces) for _, _, event in line.plays[1].events if isinstance(event, re.CardDrawn)]
        for line in (found.a, found.b)
    ]
    assert [[seat for seat, _ in line] for line in drawn] == [["A", "B", "A"], ["A", "A", "A"]]
    assert [face for _, face in drawn[0]] == [face for _, face in drawn[1]] == ["clubs-2", "diamonds-9", "hearts-4"]
    assert statuses(found)[1] == PARTS


def test_castle_rampage_3_1_a_refusal_stops_the_line_with_its_paragraph() -> None:
    """A attacks and strengthens afterwards; who may strengthen only before other cards is refused, and nothing more can be said."""
    table = castle.given(hand_A="knight giant archer", gate_B="cook ogre", castle_B="medic medic")
    table = table.when(castle.play("archer")).when(castle.strengthen("giant", "gate:A")).when(castle.end())
    found = read(table, strengthening_when="before other cards")
    assert statuses(found)[:3] == [SAME, SAME, PARTS]
    assert (found.b.stop.kind, found.b.stop.paragraph, found.b.stop.version) == ("refused", "3.1", found.parts.first if found.parts else 0)
    assert found.other_result == UNCLEAR


def test_castle_rampage_2_4_lines_meet_where_nothing_is_left_of_the_difference() -> None:
    """The draw pile is empty: A draws the shuffled discards, or nothing; they part there."""
    table = castle.given(hand_A="knight", draw="", discard="ogre", hand_B="cook", gate_B="cook", on_turn="B").when(castle.end("B"))
    found = read(table, draw_pile_empty="nothing is drawn")
    assert statuses(found) == [SAME, PARTS]
    assert [line.stop.kind for line in (found.a, found.b)] == ["log ends", "log ends"]


@pytest.mark.parametrize("viewer", [OPEN, "A", PUBLIC])
def test_castle_rampage_10_1_a_card_that_is_turned_over_meets_the_strength_of_its_own_line(viewer: Viewer) -> None:
    """After a Cook the second attack has 3, or 5 where the Cook lasts: the same Ogre is on top, also for who could not see it before."""
    table = whole(hand_A="cook robber robber", gate_B="medic giant ogre").when(use("cook")).when(use("robber")).when(use("robber"))
    game, header, log = table_log(table)
    seen = veil(game.parts, log, viewer)
    own = reading_of(game, header, seen, switches={"powers": "on"})
    found = compare(game, header, seen, own, own.with_settings({"cook_lasts": "whole turn"}))
    assert (found.a.stop.kind, found.b.stop.kind) == ("log ends", "log ends")
    turned = [[(e.card, e.strength) for _, _, e in line.plays[-1].events if isinstance(e, DefenderRevealed)] for line in (found.a, found.b)]
    assert turned == [[("ogre", 3)], [("ogre", 5)]]


def test_chance_that_was_never_recorded_is_not_made_up() -> None:
    """Under the record's rules nothing is drawn; under the others the discards are shuffled, and nobody knows which card would come."""
    rules = castle.reading(draw_pile_empty="nothing is drawn")
    laid = castle.given(hand_A="knight", draw="", discard="ogre giant", hand_B="cook", gate_B="cook", on_turn="B")
    table = replace(laid, game=rules).when(castle.end("B"))
    game, header, log = table.game, table.header, table.log
    own = reading_of(game, header, log, switches={"draw_pile_empty": "nothing is drawn"})
    found = compare(game, header, log, own, own.with_settings({"draw_pile_empty": "discards are shuffled"}))
    assert statuses(found) == [SAME, UNCLEAR]
    assert found.b.stop.kind == "chance"


def test_a_seat_is_told_no_more_than_its_log_holds() -> None:
    """The public sees no drawn card; where the lines part by who draws, it is not told what follows from the faces."""
    table = regicide.given(royal="sK", A="d3 h10", B="s3 c4", tavern="c2 d9 h4 s8").when(regicide.play("d3"))
    found = read(table, PUBLIC, drawing="one player after the other")
    faces = {
        face
        for line in (found.a, found.b)
        for _, _, event in line.plays[1].events
        if isinstance(event, re.CardDrawn)
        for face in event.card.faces
    }
    assert faces == {"?"}


@SHARES
@pytest.mark.parametrize("name", rest_soaked(GAMES, keep=2))
def test_no_verdict_from_a_seats_log_contradicts_the_open_logs(name: str, share: int) -> None:
    """Of each switch: what a seat or the public can judge is what the open table judges."""
    game, header, log = logged(name, seed=3)
    own = reading_of(game, header, log)
    for other in other_readings(own)[::share]:
        full = compare(game, header, log, own, other).other_result
        for viewer in (header.seats[0], PUBLIC):
            told = compare(game, header, veil(game.parts, log, viewer), own, other).other_result
            assert told in (UNCLEAR, full), (other.settings, viewer)


@SHARES
@pytest.mark.parametrize("name", rest_soaked(GAMES, keep=2))
def test_moments_are_found_from_the_records_own_position(name: str, share: int) -> None:
    """The first parting of the lines is a moment; a moment names a switch on which the readings differ."""
    game, header, log = logged(name, seed=4)
    own = reading_of(game, header, log)
    found = 0
    for other in other_readings(own)[::share]:
        parts = compare(game, header, log, own, other).parts
        here = list(moments(game, header, log, own, other))
        assert all(len(moment.switches) == 1 and moment.switches[0] in other.settings for moment in here)
        if parts is not None:
            assert parts.number in {moment.play.number for moment in here}
            found += 1
    assert found


@pytest.mark.parametrize("name", GAMES)
def test_moments_after_a_comparison_are_those_without_one(name: str) -> None:
    """A play that a comparison has redone before it left the record is not redone for the moments, which stay the same."""
    game, header, log = logged(name, seed=4)
    for viewer in (header.seats[0], OPEN):
        seen = veil(game.parts, log, viewer)
        own = reading_of(game, header, seen)
        others = [game.rules.rulesets.named(name) for name in game.rules.rulesets if name != own.name]
        for other in (others[0], other_readings(own)[0]):
            compared = recorded_plays(game, header, seen)
            compare(game, header, seen, own, other, record=compared)
            assert compared.redone
            told = list(moments(game, header, seen, own, other, record=compared))
            assert told == list(moments(game, header, seen, own, other))


@SHARES
@pytest.mark.parametrize("name", rest_soaked(GAMES))
def test_a_play_goes_alike_where_the_rules_asked_for_no_other_reading(name: str, share: int) -> None:
    """Deciding each play under each reading finds the same moments, where a log lacks cards too: all that could lie there are asked for."""
    game, header, log = logged(name, seed=4)
    for viewer in (header.seats[0], PUBLIC):
        seen = veil(game.parts, log, viewer)
        own = reading_of(game, header, seen)
        record, others = recorded_plays(game, header, seen), other_readings(own)[::share]
        told = {(number, one.play.number): one.status for number, one in moments_of_each(game, header, seen, own, others)}
        for play in record.plays:
            one, *redone = (_redone(OpenLine.at(record, reading, play), play) for reading in (own, *others))
            for number, two in enumerate(redone):
                assert _moment(one, two) == told.get((number, play.number)), (viewer, others[number].settings, play.number)


def test_a_watched_reading_is_named_without_being_asked() -> None:
    """Its hash notes no switch as read; a switch that the rules ask for is noted."""
    watched = WatchedRuleset.of(own := library()["castle-rampage"].rules.rulesets.named(""))
    assert (watched.hash, watched.read) == (own.hash, set())
    assert watched["purple_returns"]
    assert watched.read == {"purple_returns"}


def test_a_record_whose_rules_are_not_known_is_not_redone() -> None:
    """An observed table has no rules to read."""
    table = castle.given(hand_A="knight")
    with pytest.raises(MalformedCommand, match="not known here"):
        reading_of(OBSERVED, table.header, table.log)


def test_a_reading_that_is_not_there_is_refused_with_what_is() -> None:
    """An unknown ruleset, switch or value is named, with those that there are."""
    table = castle.given(hand_A="knight")
    with pytest.raises(MalformedCommand, match="there is no ruleset"):
        reading_of(table.game, table.header, table.log, "castle-rampage/none")
    with pytest.raises(MalformedCommand, match="has no switch"):
        reading_of(table.game, table.header, table.log, switches={"colour": "red"})


def test_a_card_picked_up_from_a_pile_is_the_same_in_both_lines() -> None:
    """Where a hand is not shown, its path tells hands apart; a slot is called otherwise after a take-back, and lies where it lay."""
    gives_itself_again(castle_samples.make("facts", 107077, 60), SeatKey("B"))
