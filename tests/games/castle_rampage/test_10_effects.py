"""Cards with an effect once, by the paragraphs of the rules text (records/games/castle_rampage/rules/en.md)."""

from __future__ import annotations

from records.core.ids import SeatKey
from records.core.secret import audience
from records.core.shared import GameWon
from records.games.castle_rampage.cards import Card, Power
from records.games.castle_rampage.model import effect_events as ee
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.model.effect_commands import ChoosePermanents, Recover
from records.values import replace
from support.castle import Table, end
from support.castle_powers import asked, attacks, choose, discard, events, lying, named, owed, recover, unasked, use, weaken, whole


def with_powers(table: Table, card: str, *powers: Power) -> Table:
    """The same table with a catalogue in which a card has these powers, as a catalogue brought by a user may say."""
    counters = table.game.counters

    def changed(header: object) -> object:
        state = counters(header)  # type: ignore[arg-type]  # a header
        cards: dict[str, Card] = dict(state.cards)  # type: ignore[attr-defined]  # a game of Castle Rampage has them
        cards[card] = replace(cards[card], powers=powers)
        state.cards = cards  # type: ignore[attr-defined]  # the same
        return state

    return replace(table, game=replace(table.game, counters=changed))  # type: ignore[arg-type]  # the same


def power(name: str, *, words: dict[str, str] | None = None, **numbers: int) -> Power:
    """A power as a catalogue has it."""
    return Power(name=name, numbers=numbers, words=words or {})


def test_10_3_diplomat_says_until_when() -> None:
    """The opponent's next turn is the last one for which it holds; for two turns it is the one after that."""
    table = whole(hand_A="diplomat", turn=5)
    assert [(event.seat, event.until) for event in events(table.when(use("diplomat")), ee.AttacksForbidden)] == [("B", 6)]
    table = with_powers(table, "diplomat", power("forbids-attacks", turns=2)).when(use("diplomat"))
    assert [event.until for event in events(table, ee.AttacksForbidden)] == [8]


def test_10_3_two_turns_are_the_next_two_of_the_opponent() -> None:
    """In both no attack card is played, in the third it is."""
    table = with_powers(
        whole(hand_A="diplomat", hand_B="robber", draw="cook " * 30, castle_A="ogre"), "diplomat", power("forbids-attacks", turns=2)
    )
    table = table.when(use("diplomat"))
    for _ in range(2):
        table = table.when(end()).refuses(use("robber", "B"), "forbidden", "10.3").when(end("B"))
    assert attacks(table.when(end()).when(use("robber", "B"))) == [("castle:A", 3)]


def test_10_5_double_agent_puts_the_top_cards_under_the_own_gate() -> None:
    """They keep their order, their slots and who knows them."""
    table = whole(hand_A="double-agent", gate_A="cook", gate_B="ogre giant knight").when(use("double-agent"))
    table.lies(gate_A="cook ogre giant", gate_B="knight")
    (event,) = events(table, ee.GateCardsStolen)
    assert (event.seat, event.pile, event.index, event.slots) == ("A", "gate:A", 1, lying(table, "gate:A")[1:])


def test_10_5_from_the_bottom_where_the_card_says_so() -> None:
    """The last cards of the Gate are taken, in their order."""
    table = whole(hand_A="double-agent", gate_B="ogre giant knight")
    table = with_powers(table, "double-agent", power("steals-gate-cards", cards=2, words={"end": "bottom"}))
    table.when(use("double-agent")).lies(gate_A="giant knight", gate_B="ogre")


def test_10_6_traitor_swaps_as_many_cards_as_both_gates_have() -> None:
    """Two of each, or one where a Gate has one; they go to the bottom of the other Gate."""
    table = whole(hand_A="traitor", gate_A="cook medic squire", gate_B="ogre giant knight").when(use("traitor"))
    table.lies(gate_A="squire ogre giant", gate_B="knight cook medic")
    table = whole(hand_A="traitor", gate_A="cook", gate_B="ogre giant knight").when(use("traitor"))
    table.lies(gate_A="ogre", gate_B="giant knight cook")


def test_10_6_traitor_does_nothing_where_a_gate_is_empty() -> None:
    """Nothing is swapped, and the card is played all the same."""
    table = whole(hand_A="traitor", gate_B="ogre giant").when(use("traitor"))
    assert not events(table, ee.GatesSwapped)
    table.lies(gate_B="ogre giant", discard="traitor")


def test_10_7_swapped_cards_are_mixed_on_both_sides_by_the_other_reading() -> None:
    """Each of the two pairs lies in new slots whose order nobody knows; the cards are the same."""
    table = whole(hand_A="traitor", gate_A="cook medic", gate_B="ogre giant", switches={"moved_order": "mixed"}).when(use("traitor"))
    assert [event.pile for event in events(table, ee.GateMixed)] == ["gate:B", "gate:A"]
    assert all(event.faces.known_to == () and event.faces.ordered for event in events(table, ee.GateMixed))
    table.shows("A", gate_A="? ?", gate_B="? ?").shows("B", gate_A="? ?", gate_B="? ?")
    slots = table.position().table.slots
    assert sorted(str(slots[slot].face) for slot in lying(table, "gate:A")) == ["giant", "ogre"]


def test_10_9_dragon_takes_the_top_of_gate_and_castle() -> None:
    """Both are turned over and discarded, and the own side keeps its cards."""
    table = whole(hand_A="dragon", gate_A="cook", gate_B="ogre knight", castle_B="giant medic").when(use("dragon"))
    table.lies(gate_A="cook", gate_B="knight", castle_B="medic", discard="ogre giant dragon")


def test_10_9_dragon_can_end_the_game() -> None:
    """The last card of the Castle falls, and who played it has won."""
    table = whole(hand_A="dragon", gate_B="ogre", castle_B="giant").when(use("dragon"))
    assert [event.seat for event in events(table, GameWon)] == ["A"]


def test_10_10_earthquake_takes_both_sides() -> None:
    """The top cards of both players' Gates and Castles."""
    table = whole(hand_A="earthquake", gate_A="cook squire", castle_A="medic spy", gate_B="ogre knight", castle_B="giant medic")
    table.when(use("earthquake")).lies(gate_A="squire", castle_A="spy", gate_B="knight", castle_B="medic")


def test_10_10_earthquake_that_fells_one_castle_decides() -> None:
    """Only the Castle of who played it falls: the other has won."""
    table = whole(hand_A="earthquake", castle_A="cook", castle_B="giant medic").when(use("earthquake"))
    assert [event.seat for event in events(table, GameWon)] == ["B"]


def test_10_12_worker_brings_a_gate_card_under_the_castle() -> None:
    """Unseen: a slipped Spy lies there as it lay in the Gate, one of two to its new owner."""
    table = whole(hand_A="worker", gate_A="spy cook", castle_A="medic")
    table.when(use("worker")).lies(gate_A="cook", castle_A="medic spy").shows("B", castle_A="? ?")
    assert not events(whole(hand_A="worker").when(use("worker")), ee.CardBroughtIn)


def test_10_13_medic_takes_a_card_of_the_discard_pile() -> None:
    """One that lies there, of the player's choice, for all to see; with an empty pile nobody is asked."""
    table = whole(hand_A="medic", discard="cook ogre").when(use("medic"))
    assert (asked(table).seat, asked(table).what, asked(table).most) == ("A", "recover", 1)
    recover(table, "ogre").lies(hand_A="ogre", discard="cook medic").shows("B", hand_A="ogre")
    unasked(whole(hand_A="medic").when(use("medic")))


def test_10_13_what_does_not_lie_there_is_not_taken() -> None:
    """And nobody else answers."""
    table = whole(hand_A="medic", discard="cook").when(use("medic"))
    answer = asked(table).id
    table.refuses(Recover(answers=answer, seat=SeatKey("A"), card="ogre"), "discard", "10.13")
    table.refuses(Recover(answers=answer, seat=SeatKey("B"), card="cook"), "asked", "10.13")


def test_10_13_several_cards_are_taken_one_after_the_other() -> None:
    """A card that takes three from a pile of two asks twice."""
    table = with_powers(whole(hand_A="medic", discard="cook ogre"), "medic", power("recovers", cards=3)).when(use("medic"))
    unasked(recover(recover(table, "ogre"), "cook")).lies(hand_A="cook ogre", discard="medic")


def test_10_13_reinforcement_draws_two() -> None:
    """In the house catalogue."""
    assert len(events(whole(hand_A="reinforcement").when(use("reinforcement")), ev.CardDrawn)) == 2


def test_10_15_a_priest_tells_that_no_unit_is_left() -> None:
    """Also of a hand that held none; an empty hand is not asked about."""
    table = whole(hand_A="priest", hand_B="cook").when(use("priest"))
    assert [(event.seat, event.cards) for event in events(table, ee.UnitsDiscarded)] == [("B", ())]


def test_10_16_the_opponent_chooses_what_to_discard() -> None:
    """Before the attack of the card, of a hand that has any."""
    table = whole(hand_A="house-raider", hand_B="cook medic", gate_B="ogre").when(use("house-raider"))
    assert (asked(table).seat, asked(table).what, asked(table).most) == ("B", "discard", 1)
    assert not events(table, ev.AttackDeclared)
    table = discard(table, "medic")
    table.lies(hand_B="cook")
    assert attacks(table) == [("gate:B", 3)]


def test_10_16_with_fewer_cards_all_go() -> None:
    """Three are demanded of a hand of two; an empty hand owes nothing."""
    raid = power("makes-discard", cards=3, words={"chosen-by": "owner"})
    table = with_powers(whole(hand_A="house-raider", hand_B="cook medic", gate_B="ogre"), "house-raider", raid).when(use("house-raider"))
    assert (asked(table).least, asked(table).most) == (2, 2)
    unasked(whole(hand_A="house-raider", gate_B="ogre").when(use("house-raider")))


def test_10_16_chance_chooses_where_the_card_says_so() -> None:
    """Nobody is asked, and a card of the hand is gone."""
    raid = power("makes-discard", cards=2, words={"chosen-by": "chance"})
    table = whole(hand_A="house-raider", hand_B="cook medic squire", gate_B="ogre", castle_B="ogre")
    table = with_powers(table, "house-raider", raid).when(use("house-raider"))
    ((seat, cards),) = owed(table)
    assert (seat, len(cards)) == ("B", 2)
    assert events(table, pe.HandCardHit)[0].rule == "10.16"


def test_10_17_only_the_player_sees_the_hand() -> None:
    """A knows B's hand, who watches does not, and B is told that A knows."""
    table = whole(hand_A="house-scout", hand_B="cook medic", gate_B="ogre").when(use("house-scout"))
    table.shows("A", hand_B="cook medic").shows("public", hand_B="? ?")
    (event,) = events(table, ee.HandLookedAt)
    assert (event.cards.faces, event.cards.known_to) == (("cook", "medic"), audience("A", "B"))


def test_10_17_an_empty_hand_is_not_looked_at() -> None:
    """There is nothing to see."""
    assert not events(whole(hand_A="house-scout", gate_B="ogre").when(use("house-scout")), ee.HandLookedAt)


def test_10_18_the_player_chooses_among_the_opponents_permanents() -> None:
    """One of two; with one alone nobody is asked, with none nothing happens."""
    table = whole(hand_A="house-arsonist", display_A="squire", display_B="squire digger", gate_B="ogre").when(use("house-arsonist"))
    assert (asked(table).seat, asked(table).what) == ("A", "permanent")
    choose(table, lying(table, "display:B")[1]).lies(display_A="squire", display_B="squire", discard="digger house-arsonist")
    table = whole(hand_A="house-arsonist", display_B="squire", gate_B="ogre").when(use("house-arsonist"))
    unasked(table).lies(display_B="")
    assert not events(whole(hand_A="house-arsonist", gate_B="ogre").when(use("house-arsonist")), pe.PermanentDestroyed)


def test_10_18_own_permanents_and_too_many_are_refused() -> None:
    """As many as the card says, of the opponent's display."""
    table = whole(hand_A="house-arsonist", display_A="squire", display_B="squire digger", gate_B="ogre").when(use("house-arsonist"))
    own, theirs = lying(table, "display:A"), lying(table, "display:B")
    for slots in (own, theirs, (theirs[0], theirs[0])):
        table.refuses(ChoosePermanents(answers=asked(table).id, seat=SeatKey("A"), slots=slots), "permanents", "10.18")


def test_4_6_an_effect_comes_before_the_attack_and_happens_without_it() -> None:
    """A weakened attack does not take place, and the hand was looked at all the same."""
    table = whole(hand_A="house-scout", hand_B="last-resort", gate_B="cook").when(use("house-scout"))
    assert named(table).index("HandLookedAt") < named(table).index("AttackDeclared")
    assert events(weaken(table), pe.AttackCancelled)


def test_a_catalogue_may_combine_powers() -> None:
    """A card with four effects and an attack does them all, in the order of the catalogue."""
    powers = (power("draws", cards=1), power("discards-units"), power("destroys-top", words={"whose": "opponent"}), power("looks-at-hand"))
    table = whole(hand_A="robber archer", hand_B="knight cook", gate_B="cook ogre", castle_B="medic ogre", draw="squire")
    happened = named(with_powers(table, "robber", *powers).when(use("robber")))
    order = ["CardDrawn", "UnitsDiscarded", "UnitsDiscarded", "TopDiscarded", "TopDiscarded", "HandLookedAt", "AttackDeclared"]
    assert [name for name in happened if name in order] == order
