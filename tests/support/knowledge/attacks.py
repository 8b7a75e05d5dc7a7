"""Attacks on small tables: the engine's odds of them, and what they do in every world."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache

from records.core.assault import Assault, GivesWhen
from records.core.faces import among
from records.core.ids import PileId, SlotId
from records.core.secret import Secret
from records.core.viewers import Viewer
from records.knowledge.asking import Asking
from records.knowledge.door import veil
from records.knowledge.engine import Known
from records.knowledge.odds.attack import AttackOdds
from records.knowledge.tracking.call_log import Call
from support.knowledge.asking import DealsAtStep
from support.knowledge.bare import BARE, SEATS, VALUES
from support.knowledge.random_games import Played

GATE, CASTLE = PileId("gate:B"), PileId("castle:B")
WORTH = {"gate": {"a": 1, "b": 2, "c": 3, "d": 1, "e": 4, "f": 2}, "castle": {"a": 2, "b": 2, "c": 1, "d": 3, "e": 1, "f": 5}}
ODD_WORTH = {"gate": {"a": 0, "b": 2, "c": 1, "d": 0, "e": 3, "f": 1}, "castle": {"a": 1, "b": 0, "c": 2, "d": 4, "e": 0, "f": 1}}
"""Some cards defend with nothing."""
WAYS: tuple[GivesWhen, ...] = ("before", "after", "unless spent")


def brute(play: Played, viewer: Viewer) -> DealsAtStep:
    """Return every world that a viewer's log allows."""
    return DealsAtStep(BARE, play.header, veil(BARE.parts, play.log, viewer), viewer, VALUES)


def asking(play: Played, viewer: Viewer) -> Asking:
    """Return the last step as the engine follows it for a viewer."""
    return Known(BARE, play.header, veil(BARE.parts, play.log, viewer), viewer).asking(len(play.log))


def assault(*, gives: Mapping[str, int], when: GivesWhen = "after", blocks: tuple[str, ...] = ()) -> Assault:
    """Return an attack by A on the gate of B, and then its castle."""
    a, b = SEATS
    return Assault(
        name="gate", title="", seat=a, piles=(GATE, CASTLE), ends=CASTLE, gives=gives, gives_when=when, blocks=blocks, blocked_by=b
    )


def equals_every_world(
    found: AttackOdds, every: DealsAtStep, strength: int, piles: Mapping[PileId, Sequence[SlotId]], worth: Mapping[str, Mapping[str, int]]
) -> None:
    """Fail unless the odds are those of all worlds together."""
    attack, gate = found.assault, len(piles.get(GATE, ()))
    slots = [(slot, worth[pile.partition(":")[0]]) for pile in attack.piles for slot in piles.get(pile, ())]
    played = every.attacked(attack, strength, slots)
    by_pile: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for (fallen, _left), chance in played.items():
        by_pile[min(fallen, gate), max(0, fallen - gate)] += chance
    assert (found.how, found.error, dict(found.destroys)) == ("exact", 0.0, dict(by_pile))
    assert found.bounds == {key: (chance, chance) for key, chance in found.destroys.items()}
    assert found.surplus == sum(left * chance for (fallen, left), chance in played.items() if fallen == len(slots))
    if piles.get(CASTLE):
        assert found.decides == sum(chance for (fallen, _left), chance in played.items() if fallen == len(slots))
    for least, chance in found.top.items():
        assert chance == every.chance(lambda world, least=least: slots[0][1][world[slots[0][0]][0]] >= least)  # type: ignore[misc]


def by_questions(
    ask: Asking, attack: Assault, strength: int, defenders: Sequence[tuple[SlotId, Mapping[str, int]]]
) -> tuple[dict[int, Fraction], Fraction]:
    """Return the chances by how many cards fall, and the mean of what is left, asked card by card: what is it if those before it fell so?

    Slow, and right if the engine is right about single cards.
    """
    found: dict[int, Fraction] = defaultdict(Fraction)
    left_over = Fraction(0)

    @cache
    def chances(supposed: tuple[tuple[SlotId, tuple[str, ...]], ...], slot: SlotId) -> Mapping[str, Fraction]:
        return ask.slot([Call(ask.version, "turn", (one, Secret((among(cards),))), {"up": False}) for one, cards in supposed], slot).of

    def go(nth: int, strength: int, supposed: tuple[tuple[SlotId, tuple[str, ...]], ...], chance: Fraction) -> None:
        nonlocal left_over
        if nth == len(defenders) or strength <= 0:
            found[nth] += chance
            left_over += chance * strength if nth == len(defenders) else 0
            return
        slot, worth = defenders[nth]
        ways: dict[int | None, list[str]] = defaultdict(list)
        of = chances(supposed, slot)
        for card in of:
            ways[attack.left(strength, card, worth[card])].append(card)
        for left, cards in ways.items():
            here = chance * sum(of[card] for card in cards)
            if left is None:
                found[nth] += here
            else:
                go(nth + 1, left, (*supposed, (slot, tuple(cards))), here)

    go(0, strength, (), Fraction(1))
    return {number: chance for number, chance in found.items() if chance}, left_over
