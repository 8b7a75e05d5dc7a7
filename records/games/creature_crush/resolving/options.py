"""What a seat that an effect asks may answer; all of it but hand and camp is public (§ 7.5)."""

from __future__ import annotations

from records.core.faces import Face, known
from records.core.ids import PileId, SeatKey, SlotId
from records.errors import ImpossibleEvent
from records.games.creature_crush.deciding.cells import move_cells, summon_cells
from records.games.creature_crush.deciding.sight import Sight, Source, noted, off_field
from records.games.creature_crush.effects.card_filter import CardFilter, Targets
from records.games.creature_crush.effects.lines import Ability, EffectStep
from records.games.creature_crush.effects.numbers import X
from records.games.creature_crush.effects.verbs import MoveCreatures, SearchCamp
from records.games.creature_crush.model.chain import Effect
from records.games.creature_crush.model.places import CRUSH, zone
from records.games.creature_crush.model.position import CrushCounters
from records.games.creature_crush.paying import sums


def ability_of(state: CrushCounters, effect: Effect) -> Ability:
    """Return what an effect says; raises ``NotNoted`` for a card that nobody noted, ``ImpossibleEvent`` for a line without effect."""
    lines = noted(state.cards, effect.card).lines
    line = lines[effect.line] if 0 <= effect.line < len(lines) else None
    if not isinstance(line, Ability):
        raise ImpossibleEvent(f"{effect.card} has no effect in line {effect.line}")
    return line


def step_of(state: CrushCounters, effect: Effect) -> EffectStep:
    """Return the sentence that an effect is at; raises ``ImpossibleEvent`` where there is none."""
    steps = ability_of(state, effect).steps
    if not effect.step < len(steps):
        raise ImpossibleEvent(f"{effect.card} has no sentence {effect.step}")
    return steps[effect.step]


def targets_of(step: EffectStep) -> Targets:
    """Return what a sentence is applied to; raises ``ImpossibleEvent`` where it speaks of no cards."""
    targets = getattr(step.verb, "targets", None)
    if not isinstance(targets, Targets):
        raise ImpossibleEvent(f"{type(step.verb).__name__} speaks of no cards")
    return targets


def cards_of(step: EffectStep) -> CardFilter:
    """Return which cards of hand, camp or hell a sentence speaks of; raises ``ImpossibleEvent`` where it speaks of none."""
    cards = step.verb.cards if isinstance(step.verb, SearchCamp) else targets_of(step).cards
    if cards is None:
        raise ImpossibleEvent(f"{type(step.verb).__name__} speaks of no cards")
    return cards


def number_of(effect: Effect, number: int) -> int:
    """Return a number of the text, with what X stands for."""
    return effect.x if number == X else number


def fitting(sight: Sight, effect: Effect, targets: Targets) -> tuple[SlotId, ...]:
    """Return the cards of the field that fit, by the dice that were rolled too."""
    cards = targets.cards
    if cards is None:
        return ()
    source = Source(effect.seat, effect.slot, effect.x)
    there = tuple(sight.those(cards, source))
    if not cards.dice:
        return there
    costs, itself = sums(effect.dice), sight.state.rules["dice_hit_source"] == "yes"
    return tuple(slot for slot in there if dice_cost(sight, slot) in costs and (itself or slot != effect.slot or _creature(sight, slot)))


def _creature(sight: Sight, slot: SlotId) -> bool:
    return zone(sight.cell(slot)) != CRUSH


def dice_cost(sight: Sight, slot: SlotId) -> int:
    """Return what dice must show to hit a card: of a crush card the dice paid for it, or nothing can (7.7)."""
    if zone(sight.cell(slot)) != CRUSH:
        return sight.card(slot).cost
    return 0 if sight.state.rules["down_cost"] == "cannot be hit by dice" else sight.borne(slot).paid


def cells_for(sight: Sight, effect: Effect, step: EffectStep, slot: SlotId | None) -> tuple[PileId, ...]:
    """Return where the next card of a sentence may be put."""
    if isinstance(step.verb, MoveCreatures):
        return move_cells(sight, slot) if slot is not None else ()
    return summon_cells(sight, effect.seat)


def in_hells(sight: Sight, effect: Effect, cards: CardFilter) -> tuple[tuple[int, SeatKey, int, Face], ...]:
    """Return the cards of hells that fit: number in the answer, whose hell, place in it, face."""
    own, foe = effect.seat, sight.state.other(effect.seat)
    seats = {"yours": (own,), "theirs": (foe,)}.get(cards.side, (own, foe))
    there = [(seat, index, face) for seat in seats for index, face in enumerate(sight.in_hell(seat))]
    return tuple(
        (number, seat, index, face) for number, (seat, index, face) in enumerate(there) if off_field(sight.state, face, cards, effect.x)
    )


def hidden_fits(state: CrushCounters, face: Face, cards: CardFilter, x: int) -> bool:
    """Whether a card of hand or camp fits, as far as anybody noted what it is."""
    return not known(face) or off_field(state, face, cards, x)
