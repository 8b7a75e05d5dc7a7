"""The 25 points on which players and programs differ: what the usual reading says, and the other one where there is a switch."""

from __future__ import annotations

import msgspec
import pytest

from records.core.shared import Asked
from records.core.viewers import OPEN, PUBLIC
from records.errors import MalformedCommand
from records.games.regicide.model import events as ev
from support.regicide import (
    ONLINE,
    A,
    B,
    cards,
    discard,
    falls,
    flip,
    given,
    names,
    play,
    reading,
    seated,
    start,
    stuck,
    yields,
)


@pytest.mark.parametrize(
    ("settings", "shield"), [({}, 9), ({"blocked_spades": "the spades' own numbers"}, 3), ({"blocked_spades": "lost"}, 0)], ids=str
)
def test_dispute_01_spades_before_a_jester_count_with_the_total(settings: dict[str, str], shield: int) -> None:
    """Three 3 with one Spade shield 9 after the Jester, not 3; other readings say 3 or nothing."""
    table = given(royal="sK", A="d3 s3 c3 dQ d10", B="J c5", C="h5", tavern="", game=reading(**settings)).when(play("d3 s3 c3"))
    table.wrote(ev.PowerBlocked, suit="spades", amount=9, total=shield).has(shield=0)
    (asked,) = table.state.pending
    table = table.when(discard("dQ d10", answers=asked.id), play("J", "B"))
    table.wrote(ev.ImmunityCancelled, shield=shield).has(shield=shield)


def test_dispute_02_a_jester_between_yields_frees_nobody() -> None:
    """A and B have yielded, C plays a Jester and names C: C may not yield. Counted in a row, C may."""
    for game, free in ((reading(), False), (reading(yielding="turns in a row"), True)):
        table = given(royal="hJ", A="d10", B="d9 dA", C="J c5", game=game).when(yields())
        table = table.when(discard("d10", answers=table.state.pending[0].id)).when(yields("B"))
        table = table.when(discard("d9 dA", "B", table.state.pending[0].id)).when(play("J", "C"))
        table = table.when(names("C", "C", table.state.pending[0].id))
        assert (yields("C") in table.legal) is free
    everybody = reading(yielding="everybody's last turns")
    assert yields() in given(A="c5", B="h5", yielded="B", game=everybody).legal


def test_dispute_03_alone_nobody_yields() -> None:
    """With an empty hand the lone player has lost, unless the reading allows to yield."""
    given(A="").refuses(yields(), "yield", "7.3").when(stuck()).wrote(ev.GameEnded, won=False)
    given(rules=ONLINE, A="c5").refuses(yields(), "yield", "7.3")
    assert yields() in given(A="", game=reading(solo_yield="allowed")).legal


def test_dispute_04_more_may_be_discarded_than_is_needed() -> None:
    """A Jester worth nothing too; the stricter reading stops as soon as the attack is met."""
    need = {"royal": "hK", "shield": 12, "need": 8, "A": "c8 c9 J", "B": "c6", "C": "c7"}
    given(**need).when(discard("c8 c9 J"))
    strict = given(**need, game=reading(discards="none in vain"))
    strict.refuses(discard("c8 c9"), "discard", "6.2").when(discard("c8 J"))
    assert len(given(**need).legal) == 6
    assert {command.cards for command in strict.legal} == {tuple(cards(words)) for words in ("c8", "c9", "c8 J", "c9 J")}


def test_dispute_05_nothing_to_discard_is_no_step() -> None:
    """The turn passes, and no Jester is offered; where the step is held one is."""
    shielded = {"royal": "hJ", "shield": 9, "A": "s2 c6", "aside": "J"}
    given(**shielded).when(play("s2")).never(Asked).wrote(ev.TurnBegan, rule="6.6")
    table = given(**shielded, game=reading(shielded_step="held")).when(play("s2"))
    assert flip("c6", 4, table.state.pending[0].id) in table.legal


def test_dispute_06_a_jester_may_name_its_own_player() -> None:
    """Any player; the other reading wants another one."""
    table = given(A="J c5", B="h5", C="d5").when(play("J"))
    assert names("A", "A", table.state.pending[0].id) in table.legal
    table = given(A="J c5", B="h5", C="d5", game=reading(jester_names="another player")).when(play("J"))
    assert names("A", "A", table.state.pending[0].id) not in table.legal


def test_dispute_07_a_second_jester_is_legal() -> None:
    """It cancels nothing more, and still skips and names."""
    table = given(royal="hK", cancelled=True, shield=3, A="J c5", B="h5", C="d5").when(play("J"))
    table.never(ev.ImmunityCancelled).never(ev.AttackSuffered).has(shield=3)
    assert table.state.choosing


def test_dispute_08_a_jester_clears_nothing_else() -> None:
    """Damage and shield persist; the cancelling ends with the royal."""
    table = given(royal="cJ", damage=15, shield=4, A="J h5 c2", B="h6", C="d5", castle="cQ").when(play("J"))
    table = table.has(damage=15, shield=4, cancelled=True).when(names("A", "A", table.state.pending[0].id), play("h5"))
    table.wrote(ev.RoyalDefeated).has(cancelled=False).when(play("c2")).wrote(ev.PowerBlocked, suit="clubs")


def test_dispute_09_hearts_and_diamonds_do_not_work_afterwards() -> None:
    """What was blocked stays without effect, as for Clubs."""
    table = given(royal="dK", A="J c5", B="h6", C="d5", fight="d9", damage=9).when(play("J"))
    table.never(ev.CardDrawn).never(ev.PowerUsed).never(ev.DamageDealt).has(damage=9)
    given(royal="hK", A="J c5", B="h6", C="d5", fight="h9", damage=9, discard="c2 c3").when(play("J")).never(ev.Healed)


def test_dispute_10_doubled_clubs_can_be_exact() -> None:
    """10 taken, 5 of Clubs doubled: exactly 20."""
    given(royal="hJ", damage=10, A="c5 h2", B="c2").when(play("c5")).wrote(ev.RoyalDefeated, exact=True)


def test_dispute_11_the_royal_on_the_tavern_is_public_knowledge() -> None:
    """It lies face down, but everybody knows which it is and where."""
    given(royal="hJ", damage=15, A="s5 h2", B="c2", tavern="d3").when(play("s5")).lies(PUBLIC, tavern="hJ ?").lies("B", tavern="hJ ?")


def test_dispute_12_the_killing_diamond_does_not_draw_the_royal() -> None:
    """Step 2 comes before Step 3."""
    table = given(royal="hJ", damage=15, A="d5", B="c2", tavern="s2 s3 s4 s5 s6").when(play("d5"))
    table.wrote(ev.RoyalDefeated, exact=True).lies(tavern="hJ", A="s2 s4 s6", B="c2 s3 s5")


def test_dispute_13_a_heart_above_the_pile_heals_all() -> None:
    """Nothing is there: the power is used and gives nothing."""
    given(royal="cK", A="h9 d9", B="c2", discard="s2 s3").when(play("h9")).wrote(ev.Healed, count=2)
    given(royal="cK", A="h9 d9", B="c2").when(play("h9")).wrote(ev.PowerUsed, suit="hearts", amount=9).never(ev.Healed)


def test_dispute_14_full_hands_draw_nothing_and_lose_nothing() -> None:
    """The rest of the Diamonds lapses."""
    full = "s2 s3 s4 s5 s6 s7 s8"
    table = given(royal="cK", A=f"{full[:-3]} d9", B=full, tavern="c2 c3").when(play("d9"))
    table.lies(A=f"{full[:-3]} c2", B=full, tavern="c3")


def test_dispute_15_a_companion_goes_with_a_royal() -> None:
    """Ace of Clubs and King of Diamonds do 42; two Jacks are no combo."""
    given(royal="hK", A="cA dK", B="c2").when(play("cA dK")).wrote(ev.DamageDealt, amount=42)
    given(royal="hK", A="cJ dJ", B="c2").refuses(play("cJ dJ"), "play", "3.4")


def test_dispute_16_one_suit_twice_works_once_at_the_total() -> None:
    """Ace and 8 of Hearts bring back 9; Ace and 8 of Clubs do 18."""
    pile = "s2 s3 s4 s5 s6 s7 s8 s9 s10 d2 d3"
    table = given(royal="cK", A="hA h8 d9", B="c2", discard=pile).when(play("hA h8")).wrote(ev.Healed, count=9)
    assert [type(event) for event in table.playing.batch].count(ev.PowerUsed) == 1
    given(royal="hK", A="cA c8 d9", B="c2").when(play("cA c8")).wrote(ev.DamageDealt, amount=18)


def test_dispute_17_an_empty_hand_yields_or_loses() -> None:
    """It is no loss by itself; who kills with the last card must act again: yield if allowed, alone flip a Jester or lose."""
    table = given(royal="hJ", damage=15, A="s5", B="c2", castle="dJ").when(play("s5")).has(active=A)
    assert table.legal == (yields(),)
    assert given(royal="hJ", damage=15, A="s5", B="c2", yielded="B").when(play("s5")).legal == (stuck(),)
    assert given(royal="hJ", damage=15, A="s5", aside="J").when(play("s5")).legal == (flip(""),)
    assert given(royal="hJ", damage=15, A="s5").when(play("s5")).legal == (stuck(),)


def test_dispute_18_flips_refill_as_far_as_they_can_and_save_from_death() -> None:
    """Fewer than eight in the Tavern, both in a row, and offered before a loss is declared."""
    table = given(royal="hJ", need=10, A="s2", aside="J J", tavern="c2 c3 c10")
    assert table.legal == (flip("s2", 4),)
    table.refuses(falls(10), "fall", "6.4")
    again = table.when(flip("s2", 4)).lies(A="c2 c3 c10", tavern="")
    again.when(flip("c2 c3 c10", 4, again.state.pending[0].id)).lies(A="").when(falls(10)).wrote(ev.GameEnded, won=False)


def test_dispute_19_a_discarded_hand_does_not_come_back_by_its_own_flip() -> None:
    """Hand to the pile, then draw from the Tavern, without a shuffle."""
    given(A="s2 s3", aside="J", tavern="c2").when(flip("s2 s3")).lies(A="c2", discard="s2 s3", tavern="")


def test_dispute_20_discard_pile_is_derivable_until_a_heart() -> None:
    """All is seen that comes in; afterwards only the top card is certain, unless the pile may be looked through."""
    told = {"royal": "cK", "A": "h2 d9", "B": "c5", "tavern": "", "discard": "c6 c7 c8 c9"}
    given(**told).lies(PUBLIC, discard="c6 c7 c8 c9")
    table = given(**told).when(play("h2"))
    assert len(table.playing.seen(PUBLIC).table.zones["discard"]) == 1
    table.lies(PUBLIC, heap="?", tavern="? ?")
    looked = given(**told, game=reading(discard_pile="looked through")).when(play("h2"))
    assert len(looked.playing.seen(PUBLIC).table.zones["discard"]) == 2


def test_dispute_21_royal_is_discarded_before_the_cards_played() -> None:
    """The last card played lies on top; by the other reading the royal does."""
    told = {"royal": "hJ", "damage": 15, "A": "s6 s2", "B": "c5", "fight": "c9"}
    given(**told).when(play("s6")).lies(discard="hJ c9 s6")
    given(**told, game=reading(fallen_first="played cards")).when(play("s6")).lies(discard="c9 s6 hJ")


def test_dispute_22_hands_are_recorded_whatever_the_order_of_dealing() -> None:
    """One event a hand; a record holds what each was dealt and nothing is computed anew."""
    table = seated(3).when(start(3))
    dealt = {event.seat: event.cards.faces for event in table.playing.batch if isinstance(event, ev.HandDealt)}
    hands = table.playing.seen(OPEN).table.hands
    assert {seat: tuple(sorted(map(str, faces))) for seat, faces in dealt.items()} == {seat: hand.faces for seat, hand in hands.items()}


def test_dispute_23_the_last_king_ends_the_game_at_once() -> None:
    """Before anything else, with an empty hand and alone too."""
    table = given(royal="hK", damage=39, A="s2", castle="").when(play("s2"))
    assert table.playing.outcome is not None
    assert table.playing.outcome.winners == (A,)
    table.never(ev.AttackSuffered).never(ev.TurnBegan)


def test_dispute_24_only_the_immune_suit_is_dropped_from_a_combo() -> None:
    """The others work at the full total, the immune card's number counted in."""
    table = given(royal="hK", A="h3 d3 s9", B="c5", tavern="s2 s3 s4 s5 s6 s7 s8", discard="c2").when(play("h3 d3"))
    table.wrote(ev.PowerBlocked, suit="hearts", amount=6).wrote(ev.PowerUsed, suit="diamonds", amount=6).wrote(ev.DamageDealt, amount=6)


def test_dispute_25_the_older_sheet_has_no_flips() -> None:
    """And a game says when it starts which readings it takes apart from its ruleset."""
    assert seated(1, rules="regicide/2020").when(start(1)).state.rules["solo_flips"] == "none"
    assert seated(1).when(start(1)).state.rules["solo_flips"] == "two"
    command = msgspec.structs.replace(start(2), switches=(("discards", "none in vain"),))
    table = seated(2).when(command)
    assert table.state.rules["discards"] == "none in vain"
    assert table.playing.batch[0].switches == command.switches  # type: ignore[attr-defined]
    with pytest.raises(MalformedCommand, match="has no switch"):
        seated(2).when(msgspec.structs.replace(command, switches=(("house", "full"),)))
    assert B in table.state.seats
