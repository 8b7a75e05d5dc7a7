"""§ 5 and 6: damage, defeat, and the royal's attack."""

from __future__ import annotations

import pytest

from records.core.shared import Asked, Resigned
from records.core.viewers import OPEN, PUBLIC
from records.errors import MalformedCommand
from records.games.regicide.model import commands as cmd
from records.games.regicide.model import events as ev
from support.regicide import A, B, cards, did, discard, falls, flip, given, play, reading, seated


def test_5_1_damage_adds_up_over_players() -> None:
    """Each play adds to what the royal has taken."""
    table = given(royal="hQ", damage=7, A="d5 s10 s9", B="c5").when(play("d5"))
    table.wrote(ev.DamageDealt, rule="5.1", amount=5, total=12).has(damage=12)


def test_5_2_royal_falls_when_its_health_is_reached() -> None:
    """More damage than health sends it to the discard pile; by the other reading its exact health is not enough."""
    table = given(royal="hJ", damage=15, A="s6 s2", B="c5").when(play("s6"))
    table.wrote(ev.RoyalDefeated, rule="5.2", exact=False).lies(discard="hJ s6", fight="")
    other = reading(defeat="health exceeded")
    given(royal="hJ", damage=15, A="s5 s2", B="c5", game=other).when(play("s5")).never(ev.RoyalDefeated).has(damage=20)
    given(royal="hJ", damage=15, A="s6 s2", B="c5", game=other).when(play("s6")).wrote(ev.RoyalDefeated, exact=False)


def test_5_3_exact_damage_puts_it_on_the_tavern() -> None:
    """Everybody knows it there and still knows it when it is drawn."""
    table = given(royal="hJ", damage=15, A="s5 d2", B="c5 c6", tavern="c2 c3").when(play("s5"))
    table.wrote(ev.RoyalDefeated, rule="5.3", exact=True).lies(discard="s5").lies(PUBLIC, tavern="hJ ? ?")
    drawn = table.when(play("d2"))
    drawn.lies(PUBLIC, A="hJ", B="? ? ?").lies("B", A="hJ")


def test_5_4_royal_and_played_cards_go_to_the_discard_pile() -> None:
    """Royal first, then all that was played against it; by the other reading the other way round."""
    given(royal="hJ", damage=15, A="s6 s2", B="c5", fight="c9 d4").when(play("s6")).lies(discard="hJ c9 d4 s6", fight="")
    other = reading(fallen_first="played cards")
    given(royal="hJ", damage=15, A="s6 s2", B="c5", fight="c9 d4", game=other).when(play("s6")).lies(discard="c9 d4 s6 hJ")


def test_5_5_next_royal_begins_unharmed() -> None:
    """Damage, shield, blocked Spades and cancelled immunity end with the one before."""
    table = given(royal="sJ", damage=15, shield=4, blocked=3, cancelled=True, A="c6 s2", B="c5", castle="cQ dQ").when(play("c6"))
    table.has(damage=0, shield=0, blocked=0, cancelled=False).lies(royal="cQ", castle="dQ")


def test_5_6_who_defeats_a_royal_goes_on_without_being_attacked() -> None:
    """The same seat begins a new turn; a killing Diamond draws before, a killing Heart brings nothing of this fight back."""
    table = given(royal="hJ", damage=15, A="s6 s2", B="c5", turn=9).when(play("s6")).never(ev.AttackSuffered)
    assert table.playing.batch[-1] == ev.TurnBegan(rule="5.6", seat=A, number=10)


def test_5_7_last_king_wins_at_once() -> None:
    """Whatever else: the game is over, all have won, and nothing can be done any more."""
    table = given(royal="hK", damage=38, A="s2", B="", castle="").when(play("s2"))
    table.then(
        did(ev.CardsPlayed),
        did(ev.ShieldRaised),
        did(ev.DamageDealt, total=40),
        did(ev.RoyalDefeated, exact=True),
        did(ev.FightCleared),
        did(ev.GameEnded, "5.7", won=True, why="last-king", grade=""),
    )
    assert table.playing.outcome is not None
    assert table.playing.outcome.winners == (A, B)
    assert table.legal == ()
    table.refuses(play("s2"), "over", "5.7")


def test_5_8_the_game_can_be_given_up() -> None:
    """At any time, by any seat, for all."""
    given(A="s2", B="c5").when(cmd.Resign(seat=B)).then(did(Resigned, "5.8", seat=B), did(ev.GameEnded, "5.8", won=False, why="given-up"))
    table = seated(2).when(cmd.Resign(seat=A))
    assert table.playing.outcome is not None
    assert table.playing.outcome.winners == ()


def test_6_1_attack_less_all_spades() -> None:
    """Whoever has just played is attacked, by what the shield leaves."""
    given(royal="hK", shield=6, A="s3 h9 h8", B="c5").when(play("s3")).wrote(ev.AttackSuffered, rule="6.1", seat=A, need=11)


def test_6_2_discards_are_worth_the_attack_at_least() -> None:
    """Any cards that are worth enough, also more than needed; the stricter reading allows none in vain."""
    table = given(royal="hJ", A="s2 c6 d2 h5 d9", B="c5").when(play("s2")).has(need=8)
    (asked,) = table.state.pending
    assert asked == Asked(rule="6.2", id=asked.id, seat=A, what="discard", least=1, most=4)
    table.refuses(discard("c6", answers=asked.id), "discard", "6.2").refuses(discard("d2 h5", answers=asked.id), "discard", "6.2")
    table.when(discard("c6 d2", answers=asked.id)).lies(discard="c6 d2", A="h5 d9")
    everything = table.when(discard("c6 d2 h5 d9", answers=asked.id)).lies(A="")
    assert everything.state.pending == ()
    strict = given(royal="hJ", A="s2 c6 d2 h5 d9", B="c5", game=reading(discards="none in vain")).when(play("s2"))
    strict.refuses(discard("c6 d2 d9", answers=asked.id), "discard", "6.2")
    strict.when(discard("c6 h5", answers=asked.id)).lies(A="d2 d9")
    with pytest.raises(MalformedCommand, match="is answered, open is"):
        table.when(discard("c6 d2"))


def test_6_2_an_unnoted_discard_may_be_enough() -> None:
    """Of cards that nobody noted it is believed, as far as it can be."""
    table = given(royal="hK", A="s2 ? ?", B="c5").when(play("s2"))
    (asked,) = table.state.pending
    table.when(discard("?", answers=asked.id)).lies(OPEN, discard="?", A="?")


def test_6_3_worth_of_a_discard() -> None:
    """Ace 1, Jester 0, Jack 10, Queen 15, King 20."""
    for words, need in (("dA", 1), ("dJ", 10), ("dQ", 15), ("dK", 20)):
        given(royal="hK", shield=20 - need, need=need, A=words, B="c5", C="h2").when(discard(words))
        given(royal="hK", shield=max(0, 19 - need), need=need + 1, A=words, B="c5", C="h2").refuses(discard(words), "discard", "6.2")
    given(royal="hK", shield=15, need=5, A="J s5", B="c5", C="h2").when(discard("J s5"))


def test_6_4_who_cannot_meet_the_attack_loses_for_all() -> None:
    """It is said by the seat; a hand that is worth enough gainsays it, and what is not noted does not."""
    table = given(royal="hJ", A="s2 c6", B="c5").when(play("s2"))
    (asked,) = table.state.pending
    assert table.legal == (falls(8, answers=asked.id),)
    table.when(falls(8, answers=asked.id)).then(
        did(ev.SeatFell, "6.4", why="cannot-defend", below=8), did(ev.GameEnded, "6.4", won=False, why="cannot-defend")
    )
    given(royal="hJ", need=8, A="c8", B="c5").refuses(falls(8), "fall", "6.4")
    given(royal="hJ", need=8, A="c6 ?", B="c5").when(falls(8))
    given(royal="hJ", need=8, A="c7 ?", B="c5").refuses(falls(8), "fall", "6.4")
    with pytest.raises(MalformedCommand, match="8 are to be discarded, not 9"):
        given(royal="hJ", need=8, A="c6", B="c5").when(falls(9))


def test_6_4_an_empty_hand_is_asked_nothing() -> None:
    """Nothing can be chosen: the seat falls."""
    table = given(royal="hJ", A="s2", B="c5").when(play("s2"))
    assert table.state.pending == ()
    assert table.legal == (falls(8),)
    table.when(falls(8)).wrote(ev.GameEnded, won=False)


def test_6_5_wholly_shielded_attack_takes_nothing() -> None:
    """The step is passed over; where it is held, a lone player may flip a Jester in it or go on."""
    table = given(royal="hJ", shield=9, A="s2 c6", B="c5").when(play("s2"))
    table.wrote(ev.AttackSuffered, rule="6.5", need=0).never(Asked).has(active=B)
    held = given(royal="hJ", shield=9, A="s2 c6", aside="J J", game=reading(shielded_step="held")).when(play("s2"))
    (asked,) = held.state.pending
    assert (asked.least, asked.most) == (0, 0)
    assert held.legal == (discard("", answers=asked.id), flip("c6", 4, asked.id))
    held.refuses(discard("c6", answers=asked.id), "discard", "6.5")
    held.when(discard("", answers=asked.id)).wrote(ev.TurnBegan, seat=A)
    held.when(flip("c6", 4, asked.id)).wrote(Asked, least=0, most=0)
    given(royal="hJ", shield=9, A="s2 c6", B="c5", game=reading(shielded_step="held")).when(play("s2")).has(active=B)


def test_6_6_next_player_clockwise() -> None:
    """After the discards the turn goes on, also to who has no card."""
    seats = given(royal="hQ", need=3, A="d3", B="").when(discard("d3"))
    seats.then(did(ev.Discarded, "6.2", cards=tuple(cards("d3"))), did(ev.TurnBegan, "6.6", seat=B))
    last = given(royal="hQ", need=3, A="d2", B="d3", on_turn="B").when(discard("d3", "B"))
    last.wrote(ev.TurnBegan, seat=A)
