"""Chains of CreatureCrush written as text: who does what, and what comes of it, in order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from records.core.events import Event
from records.core.ids import SeatKey, SlotId
from records.core.shared import GameDrawn, GameWon
from records.games.creature_crush.effects.card_filter import CardFilter
from records.games.creature_crush.effects.conditions import Happens, Holds
from records.games.creature_crush.effects.numbers import Amount
from records.games.creature_crush.effects.verbs import DrawCards, HealDamage, MoveCreatures
from records.games.creature_crush.model import chain_events as ch
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model import field_events as fe
from records.games.creature_crush.model import turn_events as tu
from support.crush_cards import ALLY, ENEMY, ENEMY_ATTACKS, ENEMY_SUMMONED, THAT, card, deal, does, every, one
from support.crush_table import CrushTable

ANSWERS = (
    card("shot", 1, 0, 0, does(deal(2, one(ENEMY)), on="flip", when=(Holds(ENEMY, least=1),))),
    card("ward", 1, 0, 0, does(HealDamage(Amount(2), one(ALLY)), on="flip", when=(Holds(ALLY, least=1),))),
    card("snare", 1, 0, 0, does(MoveCreatures(one(ENEMY)), on="flip", when=(Holds(ENEMY, least=1),))),
    card("volley", 1, 0, 0, does(deal(2, every(ENEMY)), DrawCards(1), on="flip", when=(Holds(ENEMY, least=1),))),
    card("sentry", 4, 2, 4, does(deal(1, THAT), when=(ENEMY_ATTACKS,))),
    card("greeter", 3, 1, 3, does(deal(1, THAT), when=(ENEMY_SUMMONED,))),
    card("mourner", 3, 1, 3, does(DrawCards(1), when=(Happens("destroyed", CardFilter(kind="creature", side="yours", other=True)),))),
)
"""Crush cards that may answer whatever happens, and creatures that wait for something."""
_CELL = re.compile(r"[abc]\d[AB]")


class Chain:
    """A table on which moves are made as text; ``order`` is what came of them, ``depth`` how many effects the chain held at most.

    A move is "A attacks b1A b1B", "A summons netter b3:A", "B flips c1B", "A uses b1A", "A orders b2B b1B", "B takes b1A" (cards of the
    field, cells, hand cards or nothing), "A declines"; behind a slash stands what chance brings. Questions for an answer
    that no flip follows are passed.
    """

    def __init__(self, field: str, moves: str, **more: object) -> None:
        laid = [part.split() for part in field.split(", ")]
        cells = {f"{slot[:2]}:{slot[2]}": name for name, slot in laid}
        self.order: list[str] = []
        self.depth = 0
        self._in_chain = 0
        self._names: dict[str, str] = {}
        self._effects: dict[str, str] = {}
        self._slots: dict[str, SlotId] = {}
        self.table = CrushTable(cells, cards=ANSWERS, **more)  # type: ignore[arg-type]  # what a table takes
        for move in moves.split("; "):
            told, _, chance = move.partition(" / ")
            self._move(told.split(), [int(one) if one.isdigit() else one for one in chance.split()])
        self._pass()

    def _move(self, words: Sequence[str], chance: Sequence[object]) -> None:
        seat, does_what, *rest = words
        if does_what != "declines":
            self._pass(seat if does_what == "flips" else "", rest)
        key, slots = SeatKey(seat), tuple(self._slots.get(word, SlotId(word)) for word in rest)
        match does_what:
            case "attacks":
                target = slots[1] if len(slots) > 1 else None
                self._do(cmd.AttackWith(seat=key, slot=slots[0], target=target, dice=self._all_dice()), chance)
            case "summons":
                self._do(cmd.Summon(seat=key, card=rest[0], cell=rest[1], dice=self._all_dice()), chance)  # type: ignore[arg-type]
            case "flips":
                face = self.table.position.table.slots[slots[0]].face
                self._do(cmd.Flip(seat=key, slot=slots[0], card=face), chance)
            case "uses":
                self._do(cmd.UseEffect(seat=key, slot=slots[0], line=0), chance)
            case "orders":
                waiting = {self._label(effect.slot) if effect.slot else str(effect.card): effect.id for effect in self.table.state.waiting}
                self._do(cmd.OrderChain(seat=key, ids=tuple(waiting[word] for word in rest)), chance)
            case "discards":
                self._do(cmd.Discard(seat=key, cards=tuple(rest)), chance)
            case "takes":
                self._do(_answer(key, rest, slots), chance)
            case "declines":
                self._do(cmd.Pass(seat=key), chance)
            case _:
                raise ValueError(words)

    def _all_dice(self) -> tuple[int, ...]:
        return tuple(range(len(self.table.state.dice)))

    def _pass(self, flips: str = "", slots: Sequence[str] = ()) -> None:
        """Answer nothing, as long as that is asked and the next move is no flip that can be made now."""
        while [one.what for one in self.table.state.pending] == ["respond"]:
            asked = self.table.state.pending[0].seat
            if asked == flips and any(flip.slot in slots for flip in self.table.may(cmd.Flip)):
                return
            self._do(cmd.Pass(seat=asked), [])

    def _do(self, command: cmd.CrushCommand, chance: Sequence[object]) -> None:
        for event in self.table.do(command, *chance):
            self._follow(event)
            told = self._told(event)
            if told:
                self.order.append(told)

    def _follow(self, event: Event) -> None:
        match event:
            case tu.CreatureSummoned() | fe.SummonedByEffect() | fe.Revived():
                self._names[event.slot] = str(self.table.position.table.slots[event.slot].face)
                self._slots[self._names[event.slot]] = event.slot
            case ch.EffectTriggered():
                self._effects[event.id] = (
                    f"{event.card} {self._label(event.slot)}" if _CELL.fullmatch(event.slot or "") else str(event.card)
                )
            case ch.EffectsQueued() | ch.ChainOrdered():
                self._in_chain += len(event.ids)
                self.depth = max(self.depth, self._in_chain)
            case ch.EffectEnded():
                self._in_chain -= 1
            case _:
                pass

    def _label(self, slot: str) -> str:
        return self._names.get(slot, slot)

    def _told(self, event: Event) -> str:
        match event:
            case ch.EffectBegan():
                return f"{self._effects[event.id]}:"
            case fe.Damaged():
                return f"{self._label(event.slot)} -{event.amount}"
            case fe.Mended():
                return f"{self._label(event.slot)} +{event.amount}"
            case fe.Changed():
                return f"{self._label(event.slot)} {event.stat} {event.amount:+}"
            case fe.Destroyed():
                return f"{self._label(event.slot)} dies"
            case fe.ReturnedToHand():
                return f"{self._label(event.slot)} to {event.owner}"
            case fe.ShiftedByEffect():
                return f"{self._label(event.slot)} to {event.cell}"
            case fe.ControlTaken():
                return f"{self._label(event.slot)} goes over to {event.cell}"
            case fe.Revived() | fe.SummonedByEffect():
                return f"{self._label(event.slot)} at {event.cell}"
            case tu.CardDrawn():
                return f"{event.seat} draws"
            case fe.DiceGained():
                return f"{event.seat} dice +{event.number}"
            case fe.CampTopHit() | fe.HandCardHit():
                return f"{event.seat} loses {event.card}"
            case ch.HandDiscarded():
                return f"{event.seat} discards {' '.join(map(str, event.cards))}"
            case ch.AttackEnded():
                return "struck" if event.struck else "missed"
            case GameWon():
                return f"{event.seat} wins"
            case GameDrawn():
                return "drawn"
            case _:
                return ""


def _answer(seat: SeatKey, rest: Sequence[str], slots: Sequence[SlotId]) -> cmd.Answer:
    if rest and ":" in rest[0]:
        return cmd.Answer(seat=seat, cells=tuple(rest))  # type: ignore[arg-type]  # they are cells
    if rest and not _CELL.fullmatch(rest[0]) and slots[0] == rest[0]:
        return cmd.Answer(seat=seat, cards=tuple(rest))
    return cmd.Answer(seat=seat, slots=tuple(slots))


class Scene(NamedTuple):
    """What lies in the field, what is done, what comes of it in order, and how deep the chain was."""

    name: str
    field: str
    moves: str
    order: str
    depth: int = 1
    more: dict[str, Any] = {}  # noqa: RUF012 -- never written to

    def plays_as_told(self) -> None:
        """The order of all effects and the depth are as told, and nothing is left under way."""
        chain = Chain(self.field, self.moves, **self.more)
        assert (chain.order, chain.depth) == (self.order.split(", "), self.depth)
        assert (chain.table.asked, chain.table.state.chain, chain.table.state.waiting) == ((), (), ())


DUEL = "ogre b1A, medic b1B"
STRIKE = "A attacks b1A b1B"


def four(**more: Any) -> dict[str, Any]:
    """A die with a 4, with which an ogre attacks."""
    return {"dice": "4", **more}


def hurt(**damage: int) -> dict[str, Any]:
    """The same, and some are damaged."""
    return four(named={f"damage.{slot}": number for slot, number in damage.items()})


FOUR = four()
