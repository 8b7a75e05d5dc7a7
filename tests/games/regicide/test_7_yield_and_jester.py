"""§ 7 to 9: yielding, the Jester, royals in the hand."""

from __future__ import annotations

import pytest

from records.core.shared import Asked
from records.errors import MalformedCommand
from records.games.regicide.deciding import legal, turn
from records.games.regicide.model import events as ev
from records.games.regicide.model.refusals import refuse
from support.regicide import A, B, C, did, discard, given, names, play, reading, yields


def test_7_1_yield_goes_straight_to_the_attack() -> None:
    """No card, no power, no damage."""
    table = given(royal="hJ", shield=3, A="s8 c6", B="c5").when(yields())
    table.then(did(ev.Yielded, "7.1", seat=A), did(ev.AttackSuffered, need=7), did(Asked, "6.2", most=2)).has(damage=0, yielded=(A,))


def test_7_2_not_if_all_others_have_yielded_on_their_last_turn() -> None:
    """One who played since makes it free again; at the start nobody has yielded."""
    given(A="c5", B="h5", yielded="B").refuses(yields(), "yield", "7.2")
    given(A="c5", B="h5", C="d5", yielded="B").when(yields())
    given(A="c5", B="h5", C="d5", yielded="B C").refuses(yields(), "yield", "7.2")
    given(A="c5", B="h5", C="d5", yielded="A B").when(yields())
    played = given(royal="hK", shield=20, A="c5", B="h5", on_turn="B", yielded="B").when(play("h5", "B"))
    played.has(yielded=(), active=A).when(yields())


@pytest.mark.parametrize(
    ("told", "free"), [({}, False), ({"yielding": "turns in a row"}, True), ({"yielding": "everybody's last turns"}, True)], ids=str
)
def test_7_2_a_kill_between_two_yields_changes_nothing(told: dict[str, str], free: bool) -> None:
    """A yielded, B defeats the royal and goes on: by the letter B may not yield; by the other readings the card that B played frees it."""
    table = given(royal="hJ", shield=10, A="c3", B="s5 c9", damage=15, castle="dJ", game=reading(**told)).when(yields(), play("s5", "B"))
    table.wrote(ev.RoyalDefeated, exact=True).has(active=B, yielded=(A,))
    assert (yields("B") in table.legal) is free


def test_7_2_yields_in_a_row_are_another_reading() -> None:
    """There any card breaks the row, a Jester too."""
    other = reading(yielding="turns in a row")
    given(A="c5", B="h5", C="d5", in_a_row=2, game=other).refuses(yields(), "yield", "7.2")
    given(A="c5", B="h5", C="d5", yielded="B C", in_a_row=1, game=other).when(yields())
    everybody = reading(yielding="everybody's last turns")
    given(A="c5", B="h5", yielded="B", game=everybody).when(yields())
    given(A="c5", B="h5", yielded="A B", game=everybody).refuses(yields(), "yield", "7.2")


def test_7_3_alone_nobody_yields() -> None:
    """Unless the reading allows it."""
    given(A="c5").refuses(yields(), "yield", "7.3")
    given(A="c5 c9", game=reading(solo_yield="allowed")).when(yields()).wrote(ev.AttackSuffered, need=10)


def test_whatever_forbids_a_yield_is_why_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also a paragraph that the table of a turn has never heard of: no yield passes in silence."""
    monkeypatch.setattr(turn, "yield_forbidden", lambda _state, seat: refuse("yield", seat, "7.4", "Nobody yields."))
    monkeypatch.setattr(legal, "may_yield", lambda _state, _seat: False)
    given(A="c5", B="h5", C="d5").refuses(yields(), "yield", "7.4")


def test_8_1_jester_is_played_alone() -> None:
    """It is worth nothing and does no damage."""
    table = given(royal="hJ", A="J c5", B="h5", C="d5")
    table.refuses(play("J c5"), "play", "8.1").when(play("J")).never(ev.DamageDealt).has(damage=0)


def test_8_2_jester_cancels_immunity() -> None:
    """Later plays have their power; what was blocked before stays without effect, damage and shield stay."""
    table = given(royal="cQ", damage=5, shield=4, A="J c5", B="h5", C="d5").when(play("J"))
    table.wrote(ev.ImmunityCancelled, rule="8.2", shield=4).has(cancelled=True, damage=5, shield=4)
    (asked,) = table.state.pending
    again = table.when(names("A", "A", asked.id), play("c5"))
    again.wrote(ev.PowerUsed, suit="clubs", amount=5).wrote(ev.DamageDealt, amount=10, total=15)


def test_8_3_blocked_spades_count_after_a_jester() -> None:
    """Each play with its total; by other readings with the Spades' own numbers, or not at all."""
    for settings, total in (
        ({}, 11),
        ({"blocked_spades": "the spades' own numbers"}, 8),
        ({"blocked_spades": "lost"}, 0),
    ):
        game = reading(**settings)
        table = given(royal="sK", A="s2 h2 d2 dQ J", B="h5", C="d5", game=game, blocked=5 * (total > 0)).when(play("s2 h2 d2"))
        assert table.state.blocked == (11 if not settings else 7 if total else 0)
    table = given(royal="sK", shield=0, blocked=11, A="J c5", B="h5", C="d5").when(play("J"))
    table.wrote(ev.ImmunityCancelled, rule="8.3", shield=11).has(shield=11, blocked=0)


def test_8_4_jester_skips_the_attack_and_names_any_player() -> None:
    """Oneself too; by the other reading another one. Only its player names, and somebody at the table."""
    table = given(royal="hK", A="J c5", B="h5", C="d5").when(play("J"))
    table.then(did(ev.CardsPlayed, "8.1"), did(ev.ImmunityCancelled), did(Asked, "8.4", seat=A, what="next"))
    (asked,) = table.state.pending
    assert table.legal == tuple(names("A", seat, asked.id) for seat in "ABC")
    table.when(names("A", "C", asked.id)).then(did(ev.NextChosen, "8.4", next=C), did(ev.TurnBegan, "8.4", seat=C))
    table.when(names("A", "A", asked.id)).has(active=A)
    table.refuses(names("B", "C", asked.id), "turn", "3.1").refuses(play("c5"), "choose", "8.4").refuses(yields(), "choose", "8.4")
    with pytest.raises(MalformedCommand, match="nobody sits at 'D'"):
        table.when(names("A", "D", asked.id))
    given(A="c5", B="h5").refuses(names("A", "B", ""), "choose", "8.4")
    other = given(royal="hK", A="J c5", B="h5", C="d5", game=reading(jester_names="another player")).when(play("J"))
    other.refuses(names("A", "A", asked.id), "choose", "8.4")
    assert other.legal == tuple(names("A", seat, asked.id) for seat in "BC")
    given(royal="hK", A="J c5", B="h5", game=reading(jester_names="another player")).when(play("J")).has(active=B)


def test_8_5_second_jester_still_skips() -> None:
    """Immunity is gone already: nothing more happens to the royal."""
    table = given(royal="hK", cancelled=True, A="J c5", B="h5", C="d5").when(play("J"))
    table.then(did(ev.CardsPlayed), did(Asked, "8.4"))


def test_9_1_drawn_royals_are_cards() -> None:
    """10, 15 or 20 with their suit's power, alone or with a Companion, and in discards."""
    given(royal="hK", A="sQ d9", B="c5").when(play("sQ")).wrote(ev.CardsPlayed, rule="9.1").wrote(ev.ShieldRaised, amount=15)
    table = given(royal="hK", A="dK cA", B="c5").when(play("dK cA"))
    table.wrote(ev.PowerUsed, suit="diamonds", amount=21).wrote(ev.DamageDealt, amount=42).wrote(ev.RoyalDefeated, exact=False)
    given(royal="hK", need=20, A="dK", B="c5").when(discard("dK"))
