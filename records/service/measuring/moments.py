"""Moments of a game that are worth a note, as one viewer's log shows them: counted, never guessed."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import log2
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from records.core.shared import TakenBack
from records.core.viewers import OPEN
from records.core.wording.turning import END
from records.errors import Contradiction, MalformedCommand
from records.service.measuring.measures import UNCERTAINTY
from records.service.measuring.series import is_measured, measure
from records.service.pieces import CountedDict
from records.service.views import odds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from records.core.board import Fight
    from records.core.ids import SeatKey
    from records.core.sentences import Sentence
    from records.rulings.audit import Judged
    from records.service.seen_log import SeenLog
    from records.service.viewing import RecordView

MomentKind: TypeAlias = Literal["turning", "learnt", "lucky", "unlucky", "breach", "taken back"]
ATTACKS = 2
"""Attacks whose odds are counted for one question; asked again, it goes on with the next."""
FIRST = 8
"""The first query measures this much less of a log, because it also judges decisions and narrates the log for all later queries."""
RARE = Fraction(1, 3)
"""A result with a chance below this is called luck."""
MUCH = 1.0
"""Learning at least this many bits at one step is worth mentioning."""


class SuggestedMoment(msgspec.Struct, frozen=True, kw_only=True):
    """A step worth a note."""

    version: int
    kind: MomentKind
    says: Sentence | None = None
    """Of a turning point."""
    judged: Judged | None = None
    """Of a breach of the rules."""
    number: float = 0
    """Bits that were learnt; cards that fell to the attack."""
    chance: Fraction | None = None
    """Chance that this many or more cards fall, for a lucky attack; this many or fewer, for an unlucky one."""
    seat: SeatKey | None = None
    """Who attacked."""
    weight: float = 0
    """The swing, by which moments are ranked: of a turning point its weight, of learning the bits, of luck the bits of its chance."""


class Suggestions(msgspec.Struct, frozen=True, kw_only=True):
    """All that can be suggested so far."""

    moments: tuple[SuggestedMoment, ...]
    """The greatest swing first; what is against the rules comes before all but the end."""
    counted: int
    """Steps and attacks that are counted."""
    of: int
    """How many there are; asked again, it goes on until all are."""


class AttackSeen(msgspec.Struct, frozen=True, kw_only=True):
    """An attack as a log shows it: its strength before it met the first card, and what fell."""

    at: int
    end: int
    fight: Fight
    fell: int


class _Luck(CountedDict[int, "tuple[Fraction, Fraction] | None"]):
    """Of attacks that were counted, by step: the chances that so many or more fall, and so many or fewer."""


def suggestions(view: RecordView, eyes: Callable[[SeatKey], RecordView | None]) -> Suggestions:
    """Return the moments of a whole game that its viewer might want to comment on.

    ``eyes`` gives the record as a seat saw it, None where that is not allowed: at the open table an attack's odds are the attacker's.
    """
    found = [
        SuggestedMoment(version=at, kind="turning", says=point.says, weight=point.weight)
        for at, point in view.turning_points(view.steps).items()
    ]
    found += [SuggestedMoment(version=one.at, kind="breach", judged=one, weight=END / 2) for one in view.breaches(view.steps)]
    found += [SuggestedMoment(version=one.v, kind="taken back") for one in view.events if isinstance(one.event, TakenBack)]
    learnt, steps, of_steps = _learnt(view)
    lucky, attacks, of_attacks = _luck(view, eyes)
    every = sorted([*found, *learnt, *lucky], key=lambda one: (-one.weight, one.version, one.kind))
    return Suggestions(moments=tuple(every), counted=steps + attacks, of=of_steps + of_attacks)


def _learnt(view: RecordView) -> tuple[list[SuggestedMoment], int, int]:
    """Return the step at which the viewer's missing bits fell the most; only pairs of counted neighbouring steps are compared."""
    if view.viewer is OPEN or view.seen.other_cards:
        return [], 0, 0
    steps = [0, *view.timeline.versions]
    try:
        series = measure(view, steps, UNCERTAINTY, share=1 if is_measured(view.seen, UNCERTAINTY) else FIRST)
    except (Contradiction, MalformedCommand):
        return [], 0, 0
    bits = {at: one.bits for at, one in series.measured.items() if one.exact}
    drops = [(bits[before] - bits[after], -after) for before, after in pairwise(steps) if before in bits and after in bits]
    most = max(drops, default=(0.0, 0))
    found = (
        [SuggestedMoment(version=-most[1], kind="learnt", number=most[0], weight=most[0])] if most[0] >= MUCH and not series.pending else []
    )
    return found, len(steps) - len(series.pending), len(steps)


def attacks(seen: SeenLog) -> tuple[AttackSeen, ...]:
    """Return the attacks that met a card, each with what it was before that; one whose strength was raised later is left out."""
    if seen.game.odds.assaults is None or seen.game.board.fight is None:
        return ()
    return seen.pieces.once("attacks", lambda: tuple(_attacks(seen)))


def _attacks(seen: SeenLog) -> Iterator[AttackSeen]:
    under_way: list[tuple[int, Fight]] = []
    for at in range(1, len(seen.events) + 1):
        fight = seen.fight(at)
        before = under_way[-1][1] if under_way else None
        same = fight is not None and before is not None and _goes_on(before, fight)
        if not same:
            yield from _whole(under_way)
            under_way = []
        if fight is not None:
            under_way.append((at, fight))
    yield from _whole(under_way)


def _goes_on(before: Fight, fight: Fight) -> bool:
    return (before.seat, before.card, before.target) == (fight.seat, fight.card, fight.target) and len(before.fallen) <= len(fight.fallen)


def _whole(under_way: list[tuple[int, Fight]]) -> Iterator[AttackSeen]:
    ahead = [(at, fight) for at, fight in under_way if fight.now is None and not fight.fallen]
    met = [fight for _at, fight in under_way if fight.now is not None or fight.fallen]
    if ahead and met and all(fight.total == ahead[-1][1].total for fight in met):
        yield AttackSeen(at=ahead[-1][0], end=under_way[-1][0], fight=ahead[-1][1], fell=max(len(fight.fallen) for fight in met))


def _luck(view: RecordView, eyes: Callable[[SeatKey], RecordView | None]) -> tuple[list[SuggestedMoment], int, int]:
    """Return the luckiest and the unluckiest attack by the odds that there were before it, once all of them are counted."""
    known = view.seen.pieces.once("luck", _Luck)
    every = attacks(view.seen)
    for one in [one for one in every if one.at not in known][:ATTACKS]:
        seen_by = eyes(one.fight.seat) if view.viewer is OPEN else view
        known.put(one.at, None if seen_by is None else _chances(seen_by, one))
    counted = sum(one.at in known for one in every)
    if counted < len(every):
        return [], counted, len(every)
    told = [(one, chances) for one in every if (chances := known[one.at]) is not None]
    found = []
    for kind, nth in (("lucky", 0), ("unlucky", 1)):
        best = min(told, key=lambda pair: (pair[1][nth], pair[0].at), default=None)
        if best is not None and best[1][nth] < RARE:
            one, chances = best
            which: MomentKind = "lucky" if kind == "lucky" else "unlucky"
            found.append(
                SuggestedMoment(
                    version=one.end,
                    kind=which,
                    number=one.fell,
                    chance=chances[nth],
                    seat=one.fight.seat,
                    weight=-log2(chances[nth]),
                )
            )
    return found, counted, len(every)


def _chances(view: RecordView, one: AttackSeen) -> tuple[Fraction, Fraction] | None:
    """Return the chances that so many or more fall, and so many or fewer; None where they cannot be counted exactly."""
    try:
        ways = odds.ways_to_attack(view.seen, one.at, one.fight.seat)
        way = next((way for way in ways if way.piles and way.piles[0] == one.fight.target), None)
        told = None if way is None else odds.attack(view.seen, one.at, min(one.fight.strength, odds.STRONGEST), way.name, one.fight.seat)
    except (Contradiction, MalformedCommand, KeyError):
        return None
    if told is None or told.how != "exact":
        return None
    fell = {sum(many): Fraction(0) for many in told.destroys}
    for many, chance in told.destroys.items():
        fell[sum(many)] += chance
    if one.fell not in fell:
        return None
    return sum((c for n, c in fell.items() if n >= one.fell), Fraction(0)), sum((c for n, c in fell.items() if n <= one.fell), Fraction(0))
