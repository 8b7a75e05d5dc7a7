"""The attack under way, as one log shows it: its sum, who has fallen, and how the strength counts down along the wall."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from records.core.board import Arrival, FallenCard, Fight, PositionAt
from records.core.events import Recorded
from records.core.faces import Face, known
from records.core.ids import PileId, SlotId
from records.core.sentences import N_, CardRef, SeatRef, Sentence
from records.games.castle_rampage.deciding.attack import strengthening
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.model.position import CastlePosition

PARTS: Mapping[str, str] = {
    "optional-discard-bonus": N_("paid for it"),
    "optional-unit-bonus": N_("units added"),
    "weakened": N_("weakened before"),
}
"""What a part of an attack is called that is no card."""


def fight(log: Sequence[Recorded[Any]], at: PositionAt) -> Fight | None:
    """Return the attack that is under way after the last event of ``log``, or None."""
    here: CastlePosition = at(log[-1].v if log else 0)
    if here.state.attack is None:
        return None
    index = next((index for index in range(len(log) - 1, -1, -1) if isinstance(log[index].event, ev.AttackDeclared)), None)
    if index is None:
        return None
    declared: ev.AttackDeclared = log[index].event
    before: CastlePosition = at(log[index].v)
    scene = _Scene(declared, {slot: lying.pile for slot, lying in before.table.slots.items()}, spills=_spills(before))
    for recorded in log[index + 1 :]:
        scene.follow(recorded.event)
    return Fight(
        seat=declared.seat,
        card=_attacker(before),
        target=declared.target,
        parts=tuple((CardRef(name) if name in here.state.cards else Sentence(PARTS[name]), value) for name, value in declared.parts),
        total=declared.strength,
        strength=scene.strength,
        line=scene.line,
        now=scene.now,
        fallen=tuple(scene.fallen),
        arrivals=(*scene.arrivals, *_ahead(here, scene)),
    )


class _Scene:
    """The sum of the events of one attack."""

    def __init__(self, declared: ev.AttackDeclared, piles: dict[SlotId, PileId], *, spills: bool) -> None:
        self._piles, self._faces = piles, dict[SlotId, tuple[Face, int]]()
        self.enemy = ev.owner(declared.target)
        self.way = (declared.target, ev.castle(self.enemy)) if _is_gate(declared.target) and spills else (declared.target,)
        self.strength = declared.strength
        self.now: SlotId | None = None
        self.open = True
        """Whether it may still reach a further card."""
        self.fallen: list[FallenCard] = []
        self.arrivals: list[Arrival] = []
        toward = N_("strong, against the Gate of %(seat)s") if _is_gate(declared.target) else N_("strong, against the Castle of %(seat)s")
        self.line = Sentence(toward, {"seat": SeatRef(self.enemy)})

    def follow(self, event: Any) -> None:
        """Take in the next event."""
        match event:
            case ev.DefenderRevealed():
                self.now, self.strength = event.slot, event.strength
                self._faces[event.slot] = (event.card, event.value)
                self.arrivals.append(Arrival(slot=event.slot, strength=event.strength, when="now"))
                self._say(N_("against %(card)s (%(value)s)"), event.slot)
            case pe.AttackWeakened():
                self.strength = event.strength
            case pe.AttackStrengthened():
                self.strength, self.open = event.left, event.left > 0
            case ev.DefenderHeld():
                self.now, self.open = None, False
                self._say(N_("not enough: %(card)s (%(value)s) holds"), event.slot)
            case ev.DefenderDestroyed():
                face, value = self._faces.get(event.slot, ("?", event.before - event.left))
                if self.now == event.slot:
                    self.arrivals.pop()
                self.now, self.strength, self.open = None, event.left, event.left > 0
                self.fallen.append(FallenCard(slot=event.slot, pile=self._piles[event.slot], face=face))
                self.arrivals.append(Arrival(slot=event.slot, strength=event.before, when="past", minus=value))
                if event.left:
                    self._say(N_("left, %(card)s (%(value)s) has fallen"), event.slot)
                else:
                    self._say(N_("left: %(card)s (%(value)s) has fallen, and the attack is spent"), event.slot)

    def _say(self, text: str, slot: SlotId) -> None:
        face, value = self._faces.get(slot, ("?", 0))
        self.line = Sentence(text, {"card": CardRef(str(face) if known(face) else "?"), "value": value})


def _ahead(here: CastlePosition, scene: _Scene) -> Iterator[Arrival]:
    """Yield what would arrive at the cards still to come: exactly up to the first card that this log does not know, one further at most."""
    waiting = [slot for pile in scene.way for slot in here.table.piles.get(pile, ())]
    strength, at_most, reached, given = scene.strength, False, scene.now is not None, strengthening(here.state)
    since: tuple[tuple[Face, int], ...] = ()
    for slot in waiting if scene.open else ():
        if slot != scene.now:
            yield Arrival(slot=slot, strength=strength, when="next" if reached else "now", at_most=at_most, since=since)
            reached = True
        if at_most:
            return
        lying = here.table.slots[slot]
        card = here.state.card(lying.face)
        at_most = card is None
        taken = _least_taken(here, lying.pile) if card is None else card.defence(lying.pile)
        gives = given.get(str(lying.face), 0)
        since = tuple((lying.face, amount) for amount in (-taken, gives) if amount)
        strength -= taken
        if strength < 0:
            return
        strength += gives
        if strength == 0:
            return


def _least_taken(here: CastlePosition, pile: PileId) -> int:
    """The least that a card which falls in ``pile`` takes from the attack: below 0 where a card may give more than it takes."""
    given = strengthening(here.state)
    return min((card.defence(pile) - given.get(name, 0) for name, card in here.state.cards.items()), default=1)


def _is_gate(pile: PileId) -> bool:
    return pile.startswith("gate:")


def _spills(before: CastlePosition) -> bool:
    """Whether strength left at the Gate continues to the Castle: not if the card makes two attacks."""
    card = before.state.card(_attacker(before)) if before.state.powers else None
    return card is None or card.power("two-attacks") is None


def _attacker(position: CastlePosition) -> Face:
    if position.state.playing is not None:
        return position.state.playing.card
    played = position.table.zones.get(ev.PLAYED, ())
    return played[-1] if played else "?"
