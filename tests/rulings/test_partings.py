"""Partings worked out by hand: a prepared dispute is recorded under one reading and done again under another.

What each line has at the parting, where it stops and whether the result is another follows from the rules texts, as ``why`` says.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from records.core.events import Event
from records.rulings.redoing.compare import APART, NO, PARTS, SAME, UNCLEAR, YES, compare
from records.rulings.redoing.line import OpenLine
from records.rulings.redoing.plays import recorded_plays
from support.dispute_files import disputes

DISPUTES = {one.name: one for one in disputes()}
BEGUN = (SAME, SAME)
"""Who sits there, and the position."""


class Parting(NamedTuple):
    """What two readings make of a dispute, by hand."""

    dispute: str
    recorded: str
    """The reading under which it was recorded."""
    read: str
    """The one under which it is done again."""
    then: tuple[str, ...]
    """What becomes of each play behind the position."""
    event: str
    """Class of an event of the play at the parting."""
    field: str
    here: tuple[Any, ...]
    """Values of its field as it was recorded, one for each such event."""
    there: tuple[Any, ...]
    stop: tuple[str, str]
    """Where the other line ends: kind, paragraph of a refusal."""
    other_result: str
    why: str


GO_ON, OVER = ("log ends", ""), ("ended", "")
PARTINGS = [
    Parting(
        "castle-rampage-cook-lasts",
        "next attack",
        "whole turn",
        (PARTS, APART, APART),
        "BonusGained",
        "until",
        ("attack",),
        ("turn",),
        GO_ON,
        UNCLEAR,
        "10.1: the +2 of a Cook end with the next attack, or with the turn; the third play finds another strength",
    ),
    Parting(
        "castle-rampage-cook-on-two-attacks",
        "first attack",
        "both attacks",
        (SAME, PARTS),
        "AttackDeclared",
        "strength",
        (5, 3),
        (5, 5),
        GO_ON,
        UNCLEAR,
        "10.2: 3 + 2 against the Gate; against the Castle 3, or 3 + 2 as well",
    ),
    Parting(
        "castle-rampage-bonus-without-gate",
        "counts",
        "lapses",
        (SAME, PARTS),
        "AttackDeclared",
        "strength",
        (5,),
        (3,),
        GO_ON,
        UNCLEAR,
        "8.5: without a Gate there is one attack, on the Castle; Axe Man's +2 count there, or are gone",
    ),
    Parting(
        "castle-rampage-robber-takes",
        "every card",
        "one card",
        (PARTS,),
        "DefenderDestroyed",
        "to",
        ("hand:A", "hand:A"),
        ("hand:A", "discard"),
        GO_ON,
        UNCLEAR,
        "8.15: 3 destroy Archer 1 and Hail of Arrows 1; the second goes to the hand too, or not",
    ),
    Parting(
        "castle-rampage-both-castles-fall",
        "printed",
        "online",
        (PARTS,),
        "GameWon",
        "seat",
        (),
        ("B",),
        OVER,
        YES,
        "6.4: both Castles fall at once, by no attack: drawn as printed, lost by the active player online",
    ),
    Parting(
        "castle-rampage-both-sides-end",
        "both parts",
        "first fallen ends it",
        (PARTS,),
        "GameWon",
        "seat",
        ("B",),
        ("A",),
        OVER,
        YES,
        "8.13: with both parts done both Castles have fallen, and the active player loses (6.4); else the first fallen decides",
    ),
    Parting(
        "castle-rampage-both-sides-order",
        "enemy first",
        "own side first",
        (PARTS,),
        "AttackDeclared",
        "target",
        ("castle:B",),
        ("castle:A",),
        OVER,
        YES,
        "8.12: the part that comes first fells the Castle that ends the game",
    ),
    Parting(
        "castle-rampage-jester-at-zero",
        "attacker loses",
        "nobody loses",
        (PARTS,),
        "GameWon",
        "seat",
        ("B",),
        (),
        GO_ON,
        UNCLEAR,
        "12.6: 3 - 3 is no attack; the Castle stands, which loses the game or costs nothing but the cards",
    ),
    Parting(
        "castle-rampage-permanents-fall-to",
        "as cards say",
        "with the top cards",
        (PARTS,),
        "PermanentDestroyed",
        "rule",
        (),
        ("9.10", "9.10"),
        GO_ON,
        UNCLEAR,
        "9.10: the Dragon's text names Gate and Castle; under the other reading Squire and Digger go too",
    ),
    Parting(
        "castle-rampage-short-discard",
        "what is there",
        "nothing",
        (PARTS,),
        "Asked",
        "what",
        ("discard",),
        (),
        GO_ON,
        UNCLEAR,
        "13.10: two are owed for the Bomber and one card is held; it is asked for, or all is forgiven",
    ),
    Parting(
        "castle-rampage-saboteur-adds",
        "carries on",
        "spent is spent",
        (PARTS,),
        "AttackEnded",
        "destroyed",
        (3,),
        (2,),
        GO_ON,
        UNCLEAR,
        "13.5: 3 are spent on Dragon 2 and Saboteur 1; his +2 destroy the Bomber 2, or come too late",
    ),
    Parting(
        "castle-rampage-robbed-bomber",
        "online",
        "printed",
        (PARTS,),
        "AttackEnded",
        "destroyed",
        (1,),
        (),
        ("refused", "13.12"),
        UNCLEAR,
        "13.12: as printed the Bomber is not in hand yet when its two cards are discarded",
    ),
    Parting(
        "regicide-drawing",
        "in turn",
        "one after the other",
        (PARTS,),
        "CardDrawn",
        "seat",
        ("A", "B", "A"),
        ("A", "A", "A"),
        GO_ON,
        UNCLEAR,
        "4.3: three Diamonds are three cards, to each in turn or to the one who played; the cards lie in the same order",
    ),
    Parting(
        "regicide-fallen-first",
        "royal first",
        "played cards first",
        (PARTS,),
        "RoyalDefeated",
        "exact",
        (False,),
        (False,),
        GO_ON,
        UNCLEAR,
        "5.4: the same happens, but the discard pile lies in another order, so that the positions part",
    ),
    Parting(
        "regicide-immunity",
        "power",
        "power and damage",
        (PARTS,),
        "DamageDealt",
        "amount",
        (5,),
        (0,),
        GO_ON,
        UNCLEAR,
        "2.2: a five of Spades on the Jack of Spades blocks no attack; its five are dealt, or nothing",
    ),
    Parting(
        "regicide-blocked-spades",
        "total",
        "own numbers",
        (PARTS, APART),
        "PowerBlocked",
        "total",
        (9,),
        (3,),
        GO_ON,
        UNCLEAR,
        "8.3: of three threes the Spades wait with 9 or with 3; they stay apart after the Jester, whose shield it is",
    ),
    Parting(
        "regicide-solo-yield",
        "allowed",
        "forbidden",
        (PARTS,),
        "Yielded",
        "seat",
        ("A",),
        (),
        ("refused", "7.3"),
        UNCLEAR,
        "7.3: a lone player yields, or may not",
    ),
    Parting(
        "regicide-yielding",
        "in a row",
        "last turns",
        (SAME, SAME, SAME, PARTS),
        "Yielded",
        "seat",
        ("C",),
        (),
        ("refused", "7.2"),
        UNCLEAR,
        "7.2: the Jester ends the row of yields, but A and B did yield on their last turns",
    ),
    Parting(
        "creature-crush-vengeful-dying",
        "strikes back",
        "does not",
        (PARTS,),
        "Damaged",
        "amount",
        (3, 1),
        (3,),
        GO_ON,
        UNCLEAR,
        "8.5: the toad takes 3 and dies; it deals its 1 all the same, and the wolf with 2 damage dies too, or not",
    ),
    Parting(
        "creature-crush-extra-dice",
        "add up",
        "largest",
        (PARTS,),
        "DiceGained",
        "total",
        (4,),
        (2,),
        GO_ON,
        UNCLEAR,
        "4.2: 2 are promised, the chest promises 2 more: 4, or the larger, 2",
    ),
    Parting(
        "creature-crush-controlled-falls",
        "its owner's",
        "its controller's",
        (PARTS,),
        "Destroyed",
        "to",
        ("B",),
        ("A",),
        GO_ON,
        UNCLEAR,
        "9.1: the brawler is Ben's under Ana's control; moving hurts the sluggish (8.6), and it goes to either hell",
    ),
    Parting(
        "creature-crush-both-lost",
        "drawn",
        "active seat",
        (PARTS,),
        "GameWon",
        "seat",
        (),
        ("A",),
        OVER,
        YES,
        "10.1: with both last creatures both have lost; drawn, or won by the seat on turn",
    ),
    Parting(
        "creature-crush-control-acts",
        "at once",
        "next turn",
        (SAME, PARTS),
        "AttackMade",
        "seat",
        ("A",),
        (),
        ("refused", "5.8"),
        UNCLEAR,
        "9.1: a creature whose control was taken counts as summoned; it acts at once, or has had its action (5.8)",
    ),
    Parting(
        "creature-crush-down-cost",
        "never",
        "by the dice paid",
        (SAME,),
        "",
        "",
        (),
        (),
        GO_ON,
        NO,
        "7.7: the target that one reading refuses was never recorded, so that the lines do not part",
    ),
]


@pytest.mark.parametrize("parting", PARTINGS, ids=lambda parting: f"{parting.dispute}: {parting.why}")
def test_a_parting_is_as_it_was_worked_out(parting: Parting) -> None:
    """What becomes of each play, what either line has at the parting, where the other one ends, and the result."""
    dispute = DISPUTES[parting.dispute]
    game, header, log = dispute.recorded(parting.recorded)
    own, other = dispute.readings[parting.recorded], dispute.readings[parting.read]
    found = compare(game, header, log, own, other)
    assert tuple(one.status for one in found.plays) == (*BEGUN, *parting.then)
    assert (found.b.stop.kind, found.b.stop.paragraph) == parting.stop
    assert found.other_result == parting.other_result
    if PARTS in parting.then:
        assert found.parts is not None
        for line, values in ((found.a, parting.here), (found.b, parting.there)):
            events = [event for play in line.plays if play.play == found.parts.number for _, _, event in play.events]
            assert tuple(getattr(event, parting.field) for event in events if type(event).__name__ == parting.event) == values


def test_twenty_partings_of_the_three_games_are_worked_out() -> None:
    """Of each game four at least, each of another dispute."""
    games = [DISPUTES[parting.dispute].header("Game") for parting in PARTINGS if PARTS in parting.then]
    assert len(games) >= 20
    assert min(games.count(game) for game in set(games)) >= 4
    assert len({parting.dispute for parting in PARTINGS}) == len(PARTINGS)


def test_a_record_that_is_known_from_a_later_position_on_can_be_done_again() -> None:
    """Nobody wrote down who began; that is no decision of anybody, and stands in every line."""
    game, header, log = DISPUTES["castle-rampage-cook-lasts"].recorded("next attack")
    assert log[0].event.begins is None
    record = recorded_plays(game, header, log)
    line = OpenLine.of(record, DISPUTES["castle-rampage-cook-lasts"].readings["next attack"])
    assert (line.left, len(record.plays), len(record.plays[0].batches)) == (False, 5, 1)
    events: list[Event] = [one.event for one in log]
    found = compare(game, header, log, line.reading, line.reading)
    assert [event for play in found.a.plays for _, _, event in play.events] == events
