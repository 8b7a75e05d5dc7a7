"""What each player may know, by the paragraphs of the rules text (records/games/castle_rampage/rules/en.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from records.core.ids import SeatKey
from records.core.secret import ALL, secret
from records.core.viewers import OPEN, PUBLIC
from records.games.castle_rampage.board.memory import remembered
from records.games.castle_rampage.editions.rulesets import PUBLISHED
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.knowledge.door import veil
from records.knowledge.engine import know
from records.rulings.audit import Verdict, audit
from records.values import replace
from support.castle import CASTLE, Table, did, end, strengthen
from support.castle_powers import events, lying, recover, slip, use, whole

if TYPE_CHECKING:
    from records.core.tables.hands import Hand

HOLDER, LOOKER = SeatKey("A"), SeatKey("B")


def memory(table: Table, viewer: str, seat: SeatKey = HOLDER) -> Hand:
    """The hand of a seat as the online table shows it to another."""
    log = veil(table.game.parts, table.log, SeatKey(viewer))
    return remembered(table.game, table.header, log, SeatKey(viewer)).table.hands[seat]


def known_hand(**switches: str) -> Table:
    """A robbed two Cooks openly, and has a spy and a squire that nobody else saw."""
    return whole(switches=switches, hand_A="robber spy squire", gate_B="cook cook ogre").when(use("robber"))


def test_14_1_own_cards_in_a_pile_stay_known_to_their_owner_alone() -> None:
    """Where a card was laid its owner knows it, the opponent counts it."""
    table = whole(hand_A="ogre cook", gate_A="medic").when(strengthen("cook", "gate:A"))
    table.shows("A", gate_A="medic cook").shows("B", gate_A="? none of ogre").shows("public", gate_A="? none of ogre")


def test_14_2_a_defender_that_held_is_known_to_both() -> None:
    """And to all who watch; what lies below it is not."""
    table = whole(hand_A="robber", gate_B="ogre cook").when(use("robber"))
    table.shows("A", gate_B="ogre ?").shows("B", gate_B="ogre cook").shows("public", gate_B="ogre ?")


def test_14_3_what_a_robber_or_medic_takes_is_known_in_the_hand() -> None:
    """The opponent sees it go there."""
    known_hand().shows("B", hand_A="cook cook ? ?")
    recover(whole(hand_A="medic squire", discard="cook").when(use("medic")), "cook").shows("B", hand_A="cook ?")


def test_14_4_a_slipped_card_is_one_of_two() -> None:
    """To the owner of the Gate and to all others; who laid it knows it."""
    table = whole(hand_A="saboteur").when(slip("saboteur"))
    table.shows("A", gate_B="saboteur").shows("B", gate_B="one of saboteur, spy").shows("public", gate_B="one of saboteur, spy")


def test_14_5_the_online_table_forgets_a_hand_when_a_card_of_it_is_laid() -> None:
    """What B knew of A's hand is gone, for B and for the red eye that A sees; the exact lens keeps that one Cook at least is left."""
    table = known_hand()
    assert memory(table, "B").faces == ("cook", "cook")
    table = table.when(strengthen("squire", "gate:A"))
    assert (memory(table, "B").faces, memory(table, "B").shown) == ((), ())
    assert (memory(table, "A").faces, memory(table, "A").shown) == (("cook", "cook", "spy"), ())
    table.shows("B", hand_A="cook ? ?")


def test_13_14_a_paid_ogre_is_known_by_its_cost_alone() -> None:
    """It lies face down: nobody else is shown it, so there is no red eye on it, and what was paid tells the others what it is."""
    table = whole(hand_A="ogre cook squire").when(strengthen("ogre", "gate:A", cost="cook"))
    (slot,) = table.position(LOOKER).table.piles[ev.gate(HOLDER)]
    seen = table.position(LOOKER).table.slots[slot]
    assert (seen.face, seen.known_to) == ("ogre", ("A",))


def test_13_14_nothing_tells_of_an_ogre_that_may_be_free() -> None:
    """Where who has nothing else pays nothing, any last card may be an Ogre; with another card in the hand it would be paid for."""
    free = {"unpayable_cost": "pays what is there"}
    for card in ("ogre", "squire"):
        whole(switches=free, hand_A=card).when(strengthen(card, "gate:A")).shows("B", gate_A="?")
    table = whole(switches=free, hand_A="squire ogre").when(strengthen("squire", "gate:A"))
    table.shows("B", gate_A="none of ogre")


def test_13_14_what_an_ogre_tells_is_judged_alike_in_every_log() -> None:
    """The audit of each seat's log, in which the Ogre is hidden, keeps the strengthening."""
    table = whole(hand_A="ogre cook squire").when(strengthen("ogre", "gate:A", cost="cook"))
    for viewer in (OPEN, HOLDER, LOOKER, PUBLIC):
        log = veil(table.game.parts, table.log, viewer)
        assert [judged.verdict for judged in audit(table.game, table.header, log)] == [Verdict.KEPT], viewer


def test_13_14_an_ogre_that_was_seen_in_the_hand_is_judged_too() -> None:
    """Who saw it there, and not what is paid for it, finds nothing wrong: the card that is not shown may be the one that was seen."""
    table = recover(whole(hand_A="medic cook", discard="ogre").when(use("medic")), "ogre")
    table = table.when(strengthen("ogre", "gate:A", cost="cook"))
    log = veil(table.game.parts, table.log, LOOKER)
    assert {judged.verdict for judged in audit(table.game, table.header, log)} == {Verdict.KEPT}


def test_13_14_an_ogre_is_laid_as_any_card_in_a_record_that_was_begun_before() -> None:
    """By the rules of the first edition it is shown, and a record that names them is judged by them."""
    edition = next(
        digest for digest, rules in PUBLISHED.items() if rules.name == "castle-rampage/house" and "ogre_seen_by" not in rules.values
    )
    table = whole(hand_A="ogre cook")
    table = replace(table, game=CASTLE, header=msgspec.structs.replace(table.header, ruleset="castle-rampage/house", ruleset_hash=edition))
    table.when(strengthen("ogre", "gate:A", cost="cook")).then(
        did(ev.Strengthened, card=secret("ogre", to=ALL), pays=(("cost", ("cook",)),))
    )


def test_14_5_an_ogre_makes_the_online_table_forget_as_any_card() -> None:
    """It lies face down as every strengthening does."""
    table = recover(whole(hand_A="medic ogre squire", discard="cook").when(use("medic")), "cook")
    table = table.when(strengthen("ogre", "gate:A", cost="squire"))
    assert memory(table, "B").faces == ()


@pytest.mark.parametrize(("value", "left"), [("no", ("cook", "cook")), ("yes", ())])
def test_14_6_a_slipped_card_makes_forget_or_not(value: str, left: tuple[str, ...]) -> None:
    """By one reading it is like a card under the own Gate, by the other it is not."""
    assert memory(known_hand(slip_forgets=value).when(slip("spy")), "B").faces == left


def test_14_7_a_shuffle_puts_the_discards_anywhere_in_the_draw_pile() -> None:
    """Nobody knows their places; that they are there all know."""
    table = whole(draw="", discard="cook medic squire").when(end())
    (block,) = table.position().table.decks[ev.DRAW]
    assert (block.count, len(events(table, ev.CardDrawn))) == (1, 2)
    table.shows("A", hand_B="? ?")


@pytest.mark.parametrize(("looks", "known"), [("asked", "? ?"), ("table looks", "last-resort ?")])
def test_14_8_the_question_for_a_last_resort_tells_that_one_is_held(looks: str, known: str) -> None:
    """To the attacker and to all who watch, online; the printed question tells nothing."""
    table = whole(hand_A="robber", hand_B="last-resort cook", gate_B="ogre", switches={"last_resort": looks}).when(use("robber"))
    table.shows("A", hand_B=known).shows("public", hand_B=known)


def test_14_8_no_question_tells_that_none_is_held() -> None:
    """Online the attack goes on at once, and the log says what the table saw."""
    table = whole(hand_A="robber", hand_B="squire cook", gate_B="ogre", switches={"last_resort": "table looks"}).when(use("robber"))
    assert [(event.seat, event.holds) for event in events(table, pe.DefenceChecked)] == [("B", False)]
    assert len(events(table, ev.DefenderHeld)) == 1


def test_14_1_of_a_position_that_is_laid_out_the_rules_exclude_no_closed_card() -> None:
    """Once the set-up is over any card may lie under a Gate or a Castle, so that nothing is known of one that nobody was shown."""
    table = whole(gate_B="ogre", castle_B="cook", display_B="", display_A="")
    knowledge = know(table.game, table.header, veil(table.game.parts, table.log, PUBLIC), PUBLIC, len(table.log))
    every = {str(face) for deck in table.game.initial(table.header).decks for block in deck.blocks for face in block.faces}
    for pile in ("gate:B", "castle:B"):
        (slot,) = lying(table, pile)
        assert set(knowledge.slots[slot].candidates) == every
