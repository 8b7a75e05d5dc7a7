"""What a board is told of the royal that stands: its figures before and after each step, what was played, and what must be discarded."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from records.core.position import frozen
from records.core.viewers import OPEN, PUBLIC
from records.games.regicide.game import REGICIDE
from records.games.regicide.model import commands as cmd
from records.games.regicide.model import events as ev
from records.games.regicide.player.policy import policy
from records.knowledge.door import veil
from records.service.writing.playing import dealer
from support.regicide import A, B, discard, given, names, play, says, seated, start, yields

if TYPE_CHECKING:
    from records.core.board import Enemy
    from records.core.events import Event
    from records.core.viewers import Viewer
    from support.regicide import Table


def seen(table: Table, after: type[Event] | None = None, viewer: Viewer = OPEN) -> Enemy:
    """The royal after the last event of a class (after all events where none is named), as a viewer's log shows it."""
    playing = table.playing
    log = veil(playing.game.parts, playing.log, viewer)
    versions = [recorded.v for recorded in log if after is None or isinstance(recorded.event, after)]

    def at(version: int) -> Any:
        return frozen(version, playing.folder.fold(playing.header, log[:version]))

    assert playing.game.board.enemy is not None
    return playing.game.board.enemy(log[: versions[-1]], at)


def meters(enemy: Enemy) -> dict[str, tuple[int, int]]:
    """Each figure before and after the present step."""
    return {meter.kind: (meter.was, meter.number) for meter in enemy.meters}


def marks(enemy: Enemy) -> list[list[tuple[str, str, bool]]]:
    """What each play did, by sign."""
    return [[(mark.icon, mark.figure, mark.struck) for mark in one.marks] for one in enemy.plays]


def test_figures_count_down_step_by_step() -> None:
    """Spades lower the attack at their step, damage lowers the health at its own, and what an earlier step did is not told again."""
    table = given(royal="hQ", damage=7, shield=2, A="s3 s9 s8", B="c5").when(play("s3"))
    assert meters(seen(table, ev.CardsPlayed)) == {"health": (23, 23), "attack": (13, 13), "shield": (2, 2)}
    assert meters(seen(table, ev.ShieldRaised)) == {"health": (23, 23), "attack": (13, 10), "shield": (2, 5)}
    assert meters(seen(table, ev.DamageDealt)) == {"health": (23, 20), "attack": (10, 10), "shield": (5, 5)}
    assert meters(seen(table, ev.AttackSuffered)) == {"health": (20, 20), "attack": (10, 10), "shield": (5, 5)}


def test_what_goes_beyond_nought_is_told() -> None:
    """Damage beyond health and a shield beyond the attack leave 0, with the rest told apart."""
    table = given(royal="hJ", damage=15, shield=8, A="s9 c2", B="c5").when(play("s9"))
    health, attack, _shield = seen(table, ev.DamageDealt).meters
    assert (health.number, health.surplus, attack.number, attack.surplus) == (0, 4, 0, 7)


def test_each_play_bears_what_it_did() -> None:
    """Blocked powers are struck; Hearts and Diamonds count what they moved; doubled Clubs and the damage stand beside it."""
    table = given(royal="dQ", A="d9 dA c9", B="c5 cA h9", discard="c2 c3", tavern="s2 s3").when(play("d9 dA"))
    assert marks(seen(table)) == [[("suit-diamonds", "", True), ("s-attack", "10", False)]]
    follow = given(royal="sQ", A="cA h2 d5 s10", B="c5", discard="c2 c3", tavern="s2 s3", fight="d9").when(play("cA h2"))
    (before, now) = seen(follow).plays
    assert (before.seat, before.cards, before.worth) == (None, ("diamonds-9",), 9)
    assert (now.seat, now.worth) == (A, 3)
    assert marks(seen(follow))[1] == [
        ("suit-hearts", "2", False),
        ("suit-clubs", "\N{MULTIPLICATION SIGN}2", False),
        ("s-attack", "6", False),
    ]
    drawn = given(royal="sQ", A="d3 s9 s8", B="c5", tavern="s2 s3").when(play("d3"))
    assert [one[0] for one in marks(seen(drawn, ev.CardDrawn))] == [("suit-diamonds", "2", False)]


def test_immunity_is_struck_after_a_jester() -> None:
    """The sign of immunity stays, struck; blocked Spades stand beside it until a Jester makes them count."""
    table = given(royal="sQ", A="s5 s10 J", B="c5 c6 c7").when(play("s5"))
    immune, blocked = seen(table).marks
    assert (immune.icon, immune.struck, blocked.figure) == ("suit-spades", False, "\N{MINUS SIGN}5")
    jester = given(royal="sQ", blocked=5, A="J s2", B="c5 c6", C="d2 d3").when(play("J"))
    (immune,) = seen(jester).marks
    assert immune.struck
    assert meters(seen(jester, ev.ImmunityCancelled))["attack"] == (15, 10)
    assert marks(seen(jester)) == [[("ch-cap", "", False)]]


def test_what_must_be_discarded_is_told_with_what_was() -> None:
    """What is needed while it is asked, with the worth of a hand that the log shows; what was given at its step; nothing after it."""
    table = given(royal="hJ", A="s2 c4 d5", B="c5").when(play("s2"))
    due = seen(table).due
    assert due is not None
    assert (due.seat, due.need, due.given, due.holds) == (A, 8, None, 9)
    hidden = seen(table, viewer=PUBLIC).due
    assert hidden is not None
    assert hidden.holds is None
    (asked,) = table.state.pending
    done = table.when(discard("c4 d5", answers=asked.id))
    given_now = seen(done, ev.Discarded).due
    assert given_now is not None
    assert (given_now.need, given_now.given, given_now.cards) == (8, 9, ("clubs-4", "diamonds-5"))
    assert seen(done).due is None


def test_who_cannot_meet_the_attack_is_told() -> None:
    """The step at which a hand falls tells what was needed and what the hand was worth."""
    table = given(royal="hJ", A="s2 c4", B="c5").when(play("s2"))
    (asked,) = table.state.pending
    fell = table.when(cmd.Fall(seat=A, why="cannot-defend", below=8, answers=asked.id))
    due = seen(fell, ev.SeatFell).due
    assert due is not None
    assert (due.need, due.holds, due.failed) == (8, 4, True)
    assert seen(fell).due is None


def test_a_fallen_royal_lies_until_the_next_comes() -> None:
    """Beaten by more than its health it lies broken where it stood; by exact damage it is on the Tavern, which the step names."""
    beaten = given(royal="hJ", damage=15, A="s6 s2", B="c5").when(play("s6"))
    at_once = seen(beaten, ev.RoyalDefeated)
    assert at_once.fallen is not None
    assert (at_once.fallen.face, at_once.meters, at_once.took) == ("hearts-jack", (), None)
    assert seen(beaten).fallen is None
    exact = given(royal="hJ", damage=15, A="s5 s2", B="c5").when(play("s5"))
    assert (seen(exact, ev.RoyalDefeated).fallen, seen(exact, ev.RoyalDefeated).took) == (None, "tavern")
    assert (seen(exact).took, seen(exact).plays) == (None, ())
    last = given(royal="hK", damage=38, A="s3", B="", castle="").when(play("s3"))
    assert (fell := seen(last).fallen) is not None
    assert fell.face == "hearts-king"


def test_the_castle_tells_who_fell_who_stands_and_who_is_ahead() -> None:
    """From a deal the twelve royals are known by rank; in a position laid out, one that lies nowhere in sight and not ahead is down."""
    table = seated(2).when(start(2))
    for viewer in (PUBLIC, A):
        fates = [dict(rank.cards) for rank in seen(table, viewer=viewer).ranks]
        assert sorted(fates[0].values()) == ["ahead", "ahead", "ahead", "up"]
        assert set(fates[1].values()) == set(fates[2].values()) == {"ahead"}
    laid = given(royal="dQ", castle="cK sK", A="hJ", B="c2", discard="cJ hQ")
    told = {name: fate for rank in seen(laid).ranks for name, fate in rank.cards}
    assert (told["diamonds-queen"], told["clubs-king"], told["clubs-jack"]) == ("up", "ahead", "down")
    assert (told["hearts-jack"], told["hearts-king"]) == ("down", "down")
    closed = {name: fate for rank in seen(laid, viewer=PUBLIC).ranks for name, fate in rank.cards}
    assert (closed["clubs-king"], closed["hearts-queen"], closed["hearts-jack"]) == ("", "down", "")


def test_seats_are_noted_for_yields_and_wishes() -> None:
    """Who yielded on the last turn, and who said after a Jester whether to go next."""
    table = given(royal="hJ", shield=10, A="s2", B="c5", C="d4").when(yields())
    assert [(seat, note.text) for seat, note in seen(table).notes] == [(A, "yielded on the last turn")]
    wished = given(royal="hJ", A="J s2", B="c5", C="d4").when(play("J")).when(says("wants-next", "B"), says("avoids-next", "C"))
    assert [(seat, note.text.split()[1]) for seat, note in seen(wished).notes] == [(B, "like"), ("C", "rather")]
    (asked,) = wished.state.pending
    assert seen(wished.when(names("A", "B", asked.id))).notes == ()


def test_a_table_without_a_royal_is_told_too() -> None:
    """Before the deal nobody stands, nothing was played, and all twelve are ahead."""
    first = seen(seated(3).when(start(3)), ev.HandDealt)
    assert (first.meters, first.marks, first.plays, first.due, first.fallen) == ((), (), (), None, None)
    assert {fate for rank in first.ranks for _name, fate in rank.cards} == {"ahead"}


def test_whole_games_are_told_alike_to_all_but_for_hands() -> None:
    """At every step everybody is told the same royal; only the worth of a hand is told to who sees it, and plays are the zone's cards."""
    table = seated(3).when(start(3))
    chance, picker = dealer(REGICIDE, Random(5)), Random(5)  # noqa: S311 -- a game, not a secret
    while table.state.outcome is None:
        command: Any = policy(table.playing.position, picker)
        table = type(table)(table.playing.apply(command, chance))
        full, public = seen(table), seen(table, viewer=PUBLIC)
        assert (full.meters, full.marks, full.plays, full.ranks, full.fallen) == (
            public.meters,
            public.marks,
            public.plays,
            public.ranks,
            public.fallen,
        )
        lying = [face for one in full.plays for face in one.cards]
        assert tuple(lying) == table.playing.position.table.zones.get("fight", ())
