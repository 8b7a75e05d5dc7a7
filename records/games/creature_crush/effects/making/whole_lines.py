"""Conditions, abilities, lasting changes and flags, made of the parts of a phrase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from records.core.wording.phrase import Maker, Phrase, PhraseWord, Unfit, built
from records.games.creature_crush.effects import verbs
from records.games.creature_crush.effects.card_filter import CardFilter, Targets
from records.games.creature_crush.effects.conditions import NO_CARD, Happens, Holds
from records.games.creature_crush.effects.lines import Ability, CardLine, EffectStep, Flag, Lasting
from records.games.creature_crush.effects.making.filters import FilterMakers, must_be_public, within
from records.games.creature_crush.effects.making.verbs import VERB_MAKERS
from records.games.creature_crush.effects.numbers import Stat, X

HIGHEST_COUNT = 40
CLEARING = (verbs.DestroyCards, verbs.ReturnToHand)
"""What these are done to is no longer on the field, so nothing is "it" afterwards."""


def card_line(phrase: Phrase, name: str, *, creature: bool, any_dice: bool) -> CardLine:
    """Return the line that a phrase of the file ``name`` says, on a creature or a crush card; ``any_dice`` is whether its cost is X.

    Raises ``ImportRefused`` with line and column.
    """
    made: CardLine = built(phrase, _LineMakers(creature=creature, any_dice=any_dice).makers(), name)
    return made


class _LineMakers:
    """Makers of everything in a line of a creature, or of a crush card."""

    def __init__(self, *, creature: bool, any_dice: bool) -> None:
        self._creature = creature
        self._filters = FilterMakers(creature=creature, any_dice=any_dice)

    def makers(self) -> Mapping[str, Maker]:
        """Return them by rule."""
        return {
            **self._filters.makers(),
            **VERB_MAKERS,
            "start": lambda line: line,
            "flag": self.flag,
            "lasting": self.lasting,
            "ability": self.ability,
            "keyword": lambda word: word.type.lower(),
            "side": lambda word: "yours" if word.type == "YOU" else "theirs",
            "at_least": lambda number: (_counted(number), None),
            "at_most": lambda number: (None, _counted(number)),
            "nothing": lambda: (None, 0),
            "holds": holds,
            "happens": happens,
            "activates": lambda side, _card: Happens("flipped", CardFilter(kind="crush", side=side)),
            "begins": lambda word: Happens("turn", CardFilter(kind="card", side="yours" if word.type == "YOUR_TURN" else "theirs")),
        }

    def flag(self, word: PhraseWord) -> Flag:
        """Return a keyword that is a whole line."""
        if not self._creature:
            raise Unfit("this keyword is for creatures")
        name: Any = word.type.lower()
        return Flag(name)

    def lasting(self, to: Targets, change: tuple[Stat, int]) -> Lasting:
        """Return a lasting change."""
        if not self._creature:
            raise Unfit("a crush card changes nothing for good: it goes to the hell when it has taken effect")
        if to.pick not in ("this", "all"):
            raise Unfit("what lasts is for this creature or for all that fit", 0)
        if to.cards is not None and (to.cards.place != "field" or to.cards.kind not in ("creature", "target") or to.cards.dice):
            raise Unfit("what lasts is for creatures on the field, and rolls no dice", 0)
        if to.cards is not None and any(one.stat != "cost" for one in to.cards.bounds):
            raise Unfit("what lasts asks for no attack and life, because it changes them", 0)
        return Lasting(to, *change)

    def ability(self, *parts: Any) -> Ability:
        """Return an ability; see ``Ability`` for what goes together."""
        keyword: Any = ""
        conditions: list[Holds | Happens] = []
        steps: list[EffectStep] = []
        for number, part in enumerate(parts):
            match part:
                case str() if keyword:
                    raise Unfit("an ability has one keyword", number)
                case str():
                    self._must_suit(part, number)
                    keyword = part
                case Happens() if any(isinstance(one, Happens) for one in conditions):
                    raise Unfit("one thing happens at a time", number)
                case Holds() | Happens():
                    conditions.append(part)
                case _:
                    steps.append(part)
        if not self._creature and not keyword:
            keyword = "flip"
        if not keyword and not conditions:
            raise Unfit("a creature's line without keyword and condition is lasting: a change of attack or life")
        first = len(parts) - len(steps)
        _must_go_together(keyword, conditions, parts)
        _must_have_it(conditions, steps, first)
        return Ability(keyword, tuple(conditions), tuple(steps))

    def _must_suit(self, keyword: str, part: int) -> None:
        if self._creature and keyword == "flip":
            raise Unfit("only crush cards are flipped", part)
        if not self._creature and keyword == "action":
            raise Unfit("crush cards are not summoned: 'action' is for creatures", part)


def holds(side: Literal["yours", "theirs"], bounds: tuple[int | None, int | None], cards: CardFilter) -> Holds:
    """Return the condition that somebody has so many cards."""
    last = 2
    if side == "theirs" and cards.side == "yours" and cards.place != "hell" and not cards.adjacent:
        cards = msgspec.structs.replace(cards, side="theirs")  # an ally of the opponent's, his hand cards
    if cards.side not in ("any", side) or (side == "theirs" and cards.adjacent):
        raise Unfit("what somebody has is on the own side and of the own cards", last)
    must_be_public(cards, last)
    if X in [number for one in cards.bounds for number in (one.least, one.most)]:
        raise Unfit("X is not told in a condition", last)
    return Holds(msgspec.structs.replace(cards, side=side), *bounds)


def happens(who: Targets, event: PhraseWord) -> Happens:
    """Return the condition that something happens to one creature."""
    happening: Any = event.type.lower()
    if who.pick == "this":
        return Happens(happening)
    cards = who.cards
    if who.pick != "choose" or (who.least, who.most) != (1, 1) or cards is None:
        raise Unfit("it happens to one creature: 'an ally', 'an enemy', 'this creature'", 0)
    if cards.place != "field" or cards.kind != "creature" or cards.dice:
        raise Unfit("it happens to a creature on the field, and rolls no dice", 0)
    if X in [number for one in cards.bounds for number in (one.least, one.most)]:
        raise Unfit("X is not told in a condition", 0)
    return Happens(happening, cards)


def _counted(number: int) -> int:
    if number == X:
        raise Unfit("X is not told in a condition", 0)
    return within(number, HIGHEST_COUNT, 0)


def _must_go_together(keyword: str, conditions: list[Holds | Happens], parts: tuple[Any, ...]) -> None:
    off_field = keyword in ("trap", "hell") or Happens("destroyed") in conditions
    for number, part in enumerate(parts):
        if isinstance(part, Happens) and keyword not in ("", "flip"):
            raise Unfit(f"{keyword!r} says already what must happen", number)
        if off_field and any(_by_place(found) for found in _inner(part)):
            raise Unfit("the creature has left the field, so nothing is done to it and nothing adjoins or opposes it", number)


def _must_have_it(conditions: list[Holds | Happens], steps: list[EffectStep], first: int) -> None:
    told = any(isinstance(one, Happens) and one.event not in NO_CARD for one in conditions)
    for number, step in enumerate(steps, first):
        targets = getattr(step.verb, "targets", None)
        if targets is None:
            continue
        if targets.pick == "that" and not told:
            raise Unfit("nothing on the field was told of before that 'it' could be", number)
        told = not isinstance(step.verb, CLEARING)


def _by_place(value: Any) -> bool:
    return (isinstance(value, Targets) and value.pick == "this") or (isinstance(value, CardFilter) and (value.adjacent or value.opposite))


def _inner(value: Any) -> Iterator[Any]:
    """Yield a value and all values in it."""
    yield value
    if isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from _inner(getattr(value, field))
