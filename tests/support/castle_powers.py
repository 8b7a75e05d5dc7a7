"""Castle Rampage with every card, in tests: ``whole(gate_B="knight", hand_A="archer").when(use("archer"))``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.core.ids import SeatKey, SlotId
from records.core.secret import secret
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import effect_commands as more
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.values import replace
from support.castle import Table, given, reading

if TYPE_CHECKING:
    from records.core.events import Event
    from records.core.shared import Asked


def whole(*, on_turn: str = "A", turn: int = 5, switches: dict[str, str] | None = None, **places: str) -> Table:
    """A laid-out position of the game with powers; ``switches`` are readings other than the defaults."""
    settings = {"powers": "on", **(switches or {})}
    return replace(given(on_turn=on_turn, turn=turn, **places), game=reading(**settings))


def use(card: str, seat: str = "A", along: str = "", **pays: str) -> cmd.Play:
    """A seat plays a card, others along with it; ``cost="cook"``, ``optional_unit_bonus="archer"``, ``cost_2="medic"`` say what is paid."""
    paid = tuple((purpose.replace("cost_", "cost:").replace("_", "-"), tuple(cards.split())) for purpose, cards in pays.items())
    return cmd.Play(seat=SeatKey(seat), card=card, with_cards=tuple(along.split()), pays=paid)


def slip(card: str, seat: str = "A") -> cmd.Slip:
    """A seat puts a card face down under the enemy Gate."""
    return cmd.Slip(seat=SeatKey(seat), card=secret(card, to=(seat,)))


def send(table: Table, seat: str = "A", nth: int = 0) -> cmd.SendVeteran:
    """A seat sends the ``nth`` card of its display to attack."""
    return cmd.SendVeteran(seat=SeatKey(seat), slot=lying(table, f"display:{seat}")[nth])


def lying(table: Table, pile: str) -> tuple[SlotId, ...]:
    """The slots of a pile, from the top."""
    return table.position().table.piles.get(pile, ())  # type: ignore[call-overload, no-any-return]  # a pile's id is its name


def asked(table: Table) -> Asked:
    """The one open question."""
    (question,) = table.position().state.pending
    return question  # type: ignore[no-any-return]


def unasked(table: Table) -> Table:
    """Nothing is open; a chain may go on."""
    assert table.position().state.pending == ()
    return table


def aim(table: Table, pile: str) -> Table:
    """Answer what the attack hits."""
    question = asked(table)
    return table.when(cmd.ChooseTarget(answers=question.id, seat=question.seat, pile=pile))  # type: ignore[arg-type]  # the same


def weaken(table: Table, card: str = "last-resort") -> Table:
    """Answer an attack with a card."""
    question = asked(table)
    return table.when(cmd.PlayLastResort(answers=question.id, seat=question.seat, card=card))


def decline(table: Table) -> Table:
    """Answer an attack with nothing."""
    question = asked(table)
    return table.when(cmd.DeclineDefence(answers=question.id, seat=question.seat))


def rob(table: Table, *, takes: bool) -> Table:
    """Take the defeated card, or leave it."""
    question = asked(table)
    return table.when(cmd.AnswerRobber(answers=question.id, seat=question.seat, takes=takes))


def discard(table: Table, cards: str) -> Table:
    """Discard what was asked for."""
    question = asked(table)
    return table.when(cmd.Discard(answers=question.id, seat=question.seat, cards=tuple(sorted(cards.split()))))


def recover(table: Table, card: str) -> Table:
    """Take a card of the discard pile."""
    question = asked(table)
    return table.when(more.Recover(answers=question.id, seat=question.seat, card=card))


def choose(table: Table, *slots: str) -> Table:
    """Say which permanent cards are destroyed."""
    question = asked(table)
    return table.when(more.ChoosePermanents(answers=question.id, seat=question.seat, slots=tuple(map(SlotId, slots))))


def events(table: Table, *classes: type[Event]) -> list[Any]:
    """The events of these classes since the position was laid out, in order."""
    return [recorded.event for recorded in table.log[1:] if isinstance(recorded.event, classes)]


def attacks(table: Table) -> list[tuple[str, int]]:
    """What was attacked and with which strength."""
    return [(event.target, event.strength) for event in events(table, ev.AttackDeclared)]


def named(table: Table) -> list[str]:
    """The events since the position was laid out, by class."""
    return [type(recorded.event).__name__ for recorded in table.log[1:]]


def owed(table: Table) -> list[tuple[str, tuple[Any, ...]]]:
    """Who discarded what, in order."""
    return [(event.seat, event.cards) for event in events(table, pe.HandDiscarded, pe.HandCardHit)]
