"""What a line says is written, and read again as the same: for all that lines can say, in both languages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from records.games.creature_crush.effects import verbs
from records.games.creature_crush.effects.card_filter import CardFilter, StatBound, Targets
from records.games.creature_crush.effects.conditions import NO_CARD, Happens, Holds
from records.games.creature_crush.effects.lines import Ability, CardLine, EffectStep, Flag, Lasting
from records.games.creature_crush.effects.making.whole_lines import CLEARING
from records.games.creature_crush.effects.numbers import Amount, X
from records.games.creature_crush.effects.writing import WRITERS, written
from support.crush import crush_line, line

Draw = Any
SIDES = st.sampled_from(("any", "yours", "theirs"))
OWNERS = st.sampled_from(("yours", "theirs"))
CHANGES = st.integers(-9, 9).filter(bool)
CHANGED = st.sampled_from(("attack", "life"))


@dataclass(frozen=True)
class On:
    """The card that a line stands on, and what it may speak of there."""

    creature: bool
    any_dice: bool = False
    on_field: bool = True
    """Whether it still lies there, so that something may be done to it and adjoin it."""

    def numbers(self, highest: int) -> st.SearchStrategy[int]:
        """Numbers from 1, and X where the cost is X."""
        return st.integers(1, highest) | st.just(X) if self.any_dice else st.integers(1, highest)


@st.composite
def bounds(draw: Draw, on: On, *stats: str) -> tuple[StatBound, ...]:
    """Bounds on some of the stats, in the order of their names."""
    found = []
    for stat in sorted(draw(st.sets(st.sampled_from(stats), max_size=2))):
        number = draw(on.numbers(30))
        least, most = draw(st.sampled_from(((number, None), (None, number), (number, number))))
        found.append(StatBound(stat, least, most))
    return tuple(found)


@st.composite
def creatures(draw: Draw, on: On, *, dice: bool = False, target: bool = False) -> CardFilter:
    """Creatures on the field."""
    near = draw(st.sampled_from(("", "", "adjacent", "opposite"))) if on.creature and on.on_field and not target else ""
    return CardFilter(
        kind="target" if target else "creature",
        side={"": draw(SIDES), "adjacent": "yours", "opposite": "theirs"}[near],
        zone="" if target else draw(st.sampled_from(("", "A", "B"))),
        other=on.creature and draw(st.booleans()),
        adjacent=near == "adjacent",
        opposite=near == "opposite",
        damaged=draw(st.booleans()),
        bounds=draw(bounds(on, "attack", "life", "cost")),
        dice=draw(st.just(0) | on.numbers(5)) if dice else 0,
    )


@st.composite
def field_cards(draw: Draw, on: On) -> CardFilter:
    """Crush cards, or creatures and crush cards, on the field."""
    kind = draw(st.sampled_from(("card", "crush")))
    other = on.creature and draw(st.booleans())
    return CardFilter(kind=kind, side=draw(SIDES), other=other, bounds=draw(bounds(on, "cost")), dice=draw(st.just(0) | on.numbers(5)))


@st.composite
def cards_in(draw: Draw, on: On, place: Any, *kinds: str, sides: st.SearchStrategy[Any] = OWNERS) -> CardFilter:
    """Cards in a hand, a camp or a hell."""
    kind: Any = draw(st.sampled_from(kinds))
    found = draw(bounds(on, *(("attack", "life", "cost") if kind == "creature" else ("cost",))))
    return CardFilter(kind=kind, place=place, side=draw(sides), bounds=found)


@st.composite
def counted(draw: Draw, on: On, sides: st.SearchStrategy[Any]) -> CardFilter:
    """What may be counted: public numbers."""
    plain = st.builds(CardFilter, kind=st.just("card"), place=st.sampled_from(("hand", "camp")), side=OWNERS)
    hidden = st.builds(CardFilter, kind=st.sampled_from(("card", "crush")), side=sides)
    hell = cards_in(on, "hell", "card", "creature", "crush")
    found: CardFilter = draw(creatures(on).filter(lambda one: one.side != "any") | plain | hidden | hell)
    return found


@st.composite
def picked(
    draw: Draw, on: On, cards: st.SearchStrategy[CardFilter], ways: tuple[str, ...] = ("all", "choose", "up to", "random")
) -> Targets:
    """Some of the cards, in some way."""
    number = draw(on.numbers(9))
    match draw(st.sampled_from(ways)):
        case "all":
            return Targets("all", draw(cards))
        case "choose":
            return Targets("choose", draw(cards), number, number)
        case "up to":
            return Targets("choose", draw(cards), 0, number)
        case _:
            return Targets("random", draw(cards), number, number)


@cache
def done_to(on: On, *, told: bool) -> st.SearchStrategy[Targets]:
    """Creatures on the field that something is done to."""
    single = [Targets("this")] * (on.creature and on.on_field) + [Targets("that")] * told
    several = picked(on, creatures(on, dice=True)) | picked(on, creatures(on, dice=True, target=True))
    return several | st.sampled_from(single) if single else several


@st.composite
def amounts(draw: Draw, on: On) -> Amount:
    """How much damage."""
    match draw(st.sampled_from(("fixed", "dice", "each"))):
        case "fixed":
            return Amount(draw(on.numbers(9)))
        case "dice":
            return Amount(draw(on.numbers(5)), "dice")
        case _:
            return Amount(draw(on.numbers(9)), "each", draw(counted(on, SIDES)))


@cache
def verbs_on(on: On, *, told: bool) -> st.SearchStrategy[verbs.Verb]:
    """Every verb with everything that it may be done to."""
    to = done_to(on, told=told)
    rolls_once = st.builds(verbs.DealDamage, amounts(on), to).filter(
        lambda verb: not (verb.amount.how == "dice" and verb.targets.cards is not None and verb.targets.cards.dice)
    )
    hands = picked(on, st.builds(CardFilter, kind=st.just("card"), place=st.just("hand"), side=OWNERS), ("all", "random"))
    camps = picked(on, st.builds(CardFilter, kind=st.just("card"), place=st.just("camp"), side=OWNERS), ("all", "choose"))
    pair = creatures(on, dice=True).flatmap(lambda cards: st.sampled_from((Targets("choose", cards, 2, 2), Targets("random", cards, 2, 2))))
    enemies = picked(on, creatures(on, dice=True).filter(lambda one: one.side == "theirs"))
    own = cards_in(on, "hand", "creature", sides=st.just("yours")) | cards_in(on, "camp", "creature", sides=st.just("yours"))
    return st.one_of(
        rolls_once,
        st.builds(verbs.HealDamage, st.none() | amounts(on).filter(lambda one: one.how != "each"), to),
        st.builds(verbs.DestroyCards, to | picked(on, field_cards(on)) | hands | camps),
        st.builds(verbs.MoveCreatures, to),
        st.builds(verbs.SwapCreatures, pair),
        st.builds(verbs.ReturnToHand, to | picked(on, field_cards(on))),
        st.builds(verbs.TakeControl, enemies | st.just(Targets("that")) if told else enemies),
        st.builds(verbs.ReviveCreatures, picked(on, cards_in(on, "hell", "creature"))),
        st.builds(verbs.SummonCreatures, picked(on, own, ("choose", "up to"))),
        st.builds(verbs.DrawCards, on.numbers(9)),
        st.builds(verbs.DiscardCards, OWNERS, on.numbers(9)),
        st.builds(verbs.SearchCamp, cards_in(on, "camp", "card", "creature", "crush", sides=st.just("yours")), shown=st.booleans()),
        st.builds(verbs.AddStartDice, on.numbers(5)),
        st.just(verbs.LookAtHand()),
        st.builds(verbs.BurnDice, on.numbers(5)),
        st.builds(verbs.ChangeStat, to, CHANGED, CHANGES),
        st.builds(verbs.GrantKeyword, to, st.sampled_from(("lively", "vengeful", "sluggish"))),
        st.builds(
            verbs.RecoverCards,
            picked(on, cards_in(on, "hell", "card", "creature", "crush", sides=st.just("yours"))),
            st.sampled_from(("hand", "camp")),
        ),
    )


@st.composite
def conditions(draw: Draw, on: On) -> Holds:
    """Somebody has so many cards."""
    public = On(creature=on.creature, on_field=on.on_field)
    cards = draw(counted(public, OWNERS).filter(lambda one: not one.opposite))
    number = draw(st.integers(1, 40))
    least, most = draw(st.sampled_from(((number, None), (None, number), (None, 0))))
    return Holds(cards, least, most)


@st.composite
def abilities(draw: Draw, *, creature: bool) -> Ability:
    """Abilities of a creature or a crush card."""
    keyword = draw(st.sampled_from(("", "action", "trap", "hell") if creature else ("flip", "flip", "trap", "hell")))
    public = On(creature=creature)
    who = creatures(public) | st.none() if creature else creatures(public)
    told_of = st.builds(Happens, st.sampled_from(("attacks", "attacked", "destroyed", "summoned", "direct", "moved", "healed")), who)
    of_sides = st.builds(Happens, st.just("flipped"), st.builds(CardFilter, kind=st.just("crush"), side=OWNERS))
    turns = st.builds(Happens, st.just("turn"), st.builds(CardFilter, kind=st.just("card"), side=OWNERS))
    happens = st.lists(told_of | of_sides | turns, max_size=1)
    happened = draw(happens) if keyword in ("", "flip") else []
    on = On(
        creature=creature,
        any_dice=not creature and draw(st.booleans()),
        on_field=keyword not in ("trap", "hell") and Happens("destroyed") not in happened,
    )
    held = draw(st.lists(conditions(on), min_size=1 if keyword == "" and not happened else 0, max_size=2))
    told = any(one.event not in NO_CARD for one in happened)
    steps = []
    for _ in range(draw(st.integers(1, 2))):
        verb = draw(verbs_on(on, told=told))
        steps.append(EffectStep(verb, may=draw(st.booleans())))
        if hasattr(verb, "targets"):
            told = not isinstance(verb, CLEARING)
    return Ability(keyword, tuple(draw(st.permutations([*happened, *held]))), tuple(steps))


def _bounded_by_cost(cards: CardFilter) -> CardFilter:
    return msgspec.structs.replace(cards, bounds=tuple(one for one in cards.bounds if one.stat == "cost"))


def creature_lines() -> st.SearchStrategy[CardLine]:
    """Lines of creatures."""
    on = On(creature=True)
    all_that_fit = (creatures(on) | creatures(on, target=True)).map(_bounded_by_cost)
    to = st.just(Targets("this")) | st.builds(lambda cards: Targets("all", cards), all_that_fit)
    flags = st.builds(Flag, st.sampled_from(("lively", "vengeful", "sluggish", "unassailable")))
    return st.one_of(flags, st.builds(Lasting, to, CHANGED, CHANGES), abilities(creature=True))


def crush_lines() -> st.SearchStrategy[CardLine]:
    """Lines of crush cards; those with X are of cards whose cost is X."""
    return abilities(creature=False)


counts = pytest.mark.parametrize("count", [pytest.param(10, id="few"), pytest.param(1500, id="many", marks=pytest.mark.soak)])


def hold(count: int, lines: st.SearchStrategy[CardLine], law: Callable[[CardLine], None]) -> None:
    """Try a law on so many lines; where it fails the line tells enough, and shrinking would take minutes."""
    phases = (Phase.explicit, Phase.reuse, Phase.generate)
    settings(max_examples=count, deadline=None, phases=phases, suppress_health_check=list(HealthCheck))(given(lines)(law))()


@counts
def test_any_line_of_a_creature_is_read_as_it_was_written(count: int) -> None:
    """Values to a line to the same values."""

    def law(value: CardLine) -> None:
        for language in WRITERS:
            text = written(value, language)
            assert line(text, language) == value, text

    hold(count, creature_lines(), law)


@pytest.mark.soak
@counts
def test_any_line_of_a_crush_card_is_read_as_it_was_written(count: int) -> None:
    """With X for a number of dice."""

    def law(value: CardLine) -> None:
        for language in WRITERS:
            text = written(value, language)
            assert crush_line(text, language, any_dice=True) == value, text

    hold(count, crush_lines(), law)
