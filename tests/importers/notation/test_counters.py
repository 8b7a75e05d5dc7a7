"""What a position sets beside its cards: every lasting state of each game, and nothing that cannot be."""

from __future__ import annotations

import pytest

from records.core.ids import SeatKey
from support.notation import events, faults, read

REGICIDE = """[Game "regicide"]
[Ruleset "regicide/2021"]
[Seats "A B"]

@position
  A.hand = d10 h2
  B.hand = s2 s3
  royal = ^cJ
  castle = dJ hJ sJ @* / cQ dQ hQ sQ @* / cK dK hK sK @*
  tavern = rest
  set """
CRUSH = """[Game "creature-crush"]
[Ruleset "creature-crush/skirmish"]
[Seats "A B"]

@position
  A.hand = hail
  B.hand = ?*3
  A.a2 = ^hay-golem
  A.camp = ?*15
  B.camp = ?*15
  set """
CASTLE = """[Game "castle-rampage"]
[Ruleset "castle-rampage/house"]
[Seats "A B"]

@position
  A.hand = knight
  B.hand = ?*4
  A.castle = knight archer
  B.castle = ? ?
  draw = ?*108
  set """


@pytest.mark.parametrize(
    ("head", "counters", "name", "value"),
    [
        (REGICIDE, 'yielded="A"', "yielded", (SeatKey("A"),)),
        (REGICIDE, "in_a_row=1 active=B", "in_a_row", 1),
        (REGICIDE, "cancelled=yes", "cancelled", True),
        (REGICIDE, "need=10 damage=3", "need", 10),
        (CASTLE, "forbidden=B:7", "forbidden", ((SeatKey("B"), 7),)),
        (CASTLE, "draw_offered=B", "draw_offered", SeatKey("B")),
        (CASTLE, "sent=yes", "sent", True),
        (CRUSH, "draw_offered=B", "draw_offered", SeatKey("B")),
        (CRUSH, 'dice="3 4" phase=tactics', "dice", (3, 4)),
        (CRUSH, "gained.A=2", "gained", {SeatKey("A"): 2}),
        (CRUSH, "quiet=3", "quiet", 3),
    ],
)
def test_a_lasting_state_is_set(head: str, counters: str, name: str, value: object) -> None:
    """Seats that yielded, bans, offers, dice, what is asked."""
    (game,) = read(head + counters + "\n").games
    assert getattr(game.table.position.state, name) == value


def test_a_card_of_the_field_bears_what_is_set() -> None:
    """Named by its place."""
    (game,) = read(CRUSH + 'damage.A.a2=1 used.A.a2="1" entered.A.a2=paid owner.A.a2=B attack.A.a2=-1\n').games
    ((_slot, lying),) = game.table.position.state.cards_lying.items()
    assert (lying.damage, lying.used, lying.entered, lying.owner, lying.attack) == (1, (1,), "paid", "B", -1)


@pytest.mark.parametrize(
    "text", [REGICIDE + "turn=1\n", CRUSH + "turn=1\n", CASTLE.replace("  draw", "  A.display = ^veteran\n  draw") + "turn=1\n"]
)
def test_where_cards_always_lie_open_a_position_need_not_say_so(text: str) -> None:
    """A royal, a creature, what is displayed."""
    assert "^" in text
    assert events(text.replace("^", "")) == events(text)


@pytest.mark.parametrize(
    ("head", "counters", "why"),
    [
        (REGICIDE, "turn=x", "the turn is a number, not x"),
        (REGICIDE, "damage=-4", "the damage is 0 or more, not -4"),
        (REGICIDE, "cancelled=maybe", "the cancelled is yes or no, not maybe"),
        (REGICIDE, "luck=3", "a position of Regicide has no luck"),
        (CASTLE, "played=yes", "the played is a number, not True"),
        (CASTLE, "luck=3", "a position of Castle Rampage has no luck"),
        (CRUSH, "luck=3", "a position of CreatureCrush has no luck"),
        (CRUSH, "luck.A.a2=3", "has no luck.s1"),
        (CRUSH, "active=C", "nobody sits at C"),
        (CRUSH, "owner.A.a2=C", "nobody sits at C"),
        (CRUSH, "phase=lunch", "the phase is one of set-up, start, battle, tactics, not lunch"),
        (CRUSH, 'dice="x"', "the dice is a number, not x"),
        (CRUSH, "damage.A.a2=x", "the damage.s1 is a number, not x"),
        (CRUSH, "entered.A.a2=window", "not window"),
    ],
)
def test_what_no_counter_can_be_is_refused(head: str, counters: str, why: str) -> None:
    """Another name, another seat, a word for a number."""
    (fault,) = faults(head + counters + "\n")
    assert ": illegal: " in fault
    assert why in fault
