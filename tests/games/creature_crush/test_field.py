"""What the board is told of the field: numbers as they are now, dice, the chain with who may answer."""

from __future__ import annotations

from records.games.creature_crush.board.field import field
from records.games.creature_crush.model import commands as cmd
from support.crush_table import A, CrushTable, at


def marks(table: CrushTable, cell: str) -> list[tuple[str, str, str]]:
    """Figure, sentence and tone of what lies in a cell."""
    return [(mark.figure, str(mark.said), mark.tone) for mark in field(table.position).marks[at(cell)]]


def test_a_creature_shows_what_is_left_of_its_life() -> None:
    """Damage is taken off its life, and both stand in its sentence; what is undamaged shows what is printed."""
    table = CrushTable({"b1:A": "fuse", "b1:B": "mountain"}, hands={"A": ["hound"] * 7})
    card = table.state.cards["mountain"]
    assert marks(table, "b1:B") == [
        (str(card.attack), f"Attack: {card.attack}.", ""),
        (str(card.life), f"Life: {card.life}.", ""),
    ]
    table.do(cmd.UseEffect(seat=A, slot=at("b1:A"), line=0))
    table.do(cmd.Answer(seat=A, slots=(at("b1:B"),)))
    left = card.life - 3
    assert marks(table, "b1:B")[1] == (f"{left}/{card.life}", f"Life: {left} of {card.life}, damage 3.", "less")


def test_dice_lie_before_the_seat_on_turn_and_burned_ones_are_told() -> None:
    """As they fell; nobody else has dice."""
    table = CrushTable({}, dice="613", hands={"A": ["hound"]})
    (roll,) = field(table.position).dice
    assert (roll.seat, roll.dice) == ("A", ((6, False), (1, False), (3, False)))
    first = table.may(cmd.Summon)[0]
    table.do(first)
    (roll,) = field(table.position).dice
    assert [nth for nth, (_pips, used) in enumerate(roll.dice) if used] == sorted(first.dice)


def test_the_chain_lies_newest_first_with_who_may_answer() -> None:
    """An effect that asks is the uppermost and is carried out; its text is that of its line, in both languages."""
    table = CrushTable({"b1:A": "fuse", "b1:B": "mountain"}, hands={"A": ["hound"] * 7})
    assert field(table.position).stack == ()
    table.do(cmd.UseEffect(seat=A, slot=at("b1:A"), line=0))
    shown = field(table.position)
    assert [effect.card for effect in shown.stack] == [effect.card for effect in reversed(table.state.chain)]
    assert shown.stack[0].now
    assert [str(line) for line in shown.lines] == ["A chooses."]


def test_a_creature_that_nobody_noted_takes_the_numbers_with_it() -> None:
    """It may change those of all others, so none are told; damage stands."""
    table = CrushTable({"b1:A": "fuse", "b1:B": "?"}, hands={"A": ["hound"] * 7})
    assert field(table.position).marks == {}
