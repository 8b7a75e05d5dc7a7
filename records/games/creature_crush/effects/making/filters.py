"""Numbers, card filters and targets, made of the parts of a phrase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from records.core.wording.phrase import Maker, PhraseWord, Unfit
from records.games.creature_crush.effects.card_filter import CardFilter, StatBound, Targets
from records.games.creature_crush.effects.numbers import Amount, X

MOST_TARGETS, MOST_DICE, HIGHEST_BOUND, HIGHEST_AMOUNT = 9, 5, 30, 9
_SPELT: Mapping[str, int] = {"TWO": 2, "THREE": 3, "FOUR": 4, "FIVE": 5}
_KINDS: Mapping[str, Mapping[str, str]] = {
    "CREATURE": {"kind": "creature"},
    "ALLY": {"kind": "creature", "side": "yours"},
    "ENEMY": {"kind": "creature", "side": "theirs"},
    "A_CREATURE": {"kind": "creature", "zone": "A"},
    "B_CREATURE": {"kind": "creature", "zone": "B"},
    "TARGET": {"kind": "target"},
    "FIELD_CARD": {"kind": "card", "place": "field"},
    "CRUSH_CARD": {"kind": "crush"},
    "HAND_CARD": {"kind": "card", "place": "hand"},
    "CAMP_CARD": {"kind": "card", "place": "camp"},
    "CARD": {"kind": "card"},
}
_PLACES: Mapping[str, Mapping[str, str]] = {
    "YOUR_HELL": {"place": "hell", "side": "yours"},
    "THEIR_HELL": {"place": "hell", "side": "theirs"},
    "YOUR_HAND": {"place": "hand", "side": "yours"},
    "THEIR_HAND": {"place": "hand", "side": "theirs"},
    "YOUR_CAMP": {"place": "camp", "side": "yours"},
    "THEIR_CAMP": {"place": "camp", "side": "theirs"},
    "OF_YOURS": {"side": "yours"},
    "OF_THE_OPPONENT": {"side": "theirs"},
}
_ADJECTIVES: Mapping[str, str] = {"OTHER": "other", "ADJACENT": "adjacent", "OPPOSING": "opposite", "DAMAGED": "damaged"}


def within(number: int, highest: int, part: int) -> int:
    """Return a number from 1 to ``highest``, or X; raises ``Unfit`` for the part ``part``."""
    if number != X and not 1 <= number <= highest:
        raise Unfit(f"{number} cannot stand here, but 1 to {highest}", part)
    return number


class FilterMakers:
    """Makers for a line of a creature, or of a crush card, with the cost X or another."""

    def __init__(self, *, creature: bool, any_dice: bool) -> None:
        self._creature, self._any_dice = creature, any_dice

    def makers(self) -> Mapping[str, Maker]:
        """Return them by rule."""
        return {
            "number": self.number,
            "amount": amount,
            "rolled": rolled,
            "each": each,
            "kind": lambda word: _KINDS[word.type],
            "word": self.adjective,
            "place": lambda word: _PLACES[word.type],
            "stat_least": lambda stat, number: {"bounds": (bound(stat, number, None),)},
            "stat_most": lambda stat, number: {"bounds": (bound(stat, None, number),)},
            "stat_exactly": lambda stat, number: {"bounds": (bound(stat, number, number),)},
            "dice": lambda number: {"dice": within(number, MOST_DICE, 0)},
            "filter": card_filter,
            "targets": lambda made: made,
            "this": self.this,
            "that": lambda _word: Targets("that"),
            "all": lambda cards: Targets("all", cards),
            "one": lambda cards: Targets("choose", cards, 1, 1),
            "some": lambda number, cards: Targets("choose", cards, within(number, MOST_TARGETS, 0), number),
            "up_to": lambda number, cards: Targets("choose", cards, 0, within(number, MOST_TARGETS, 0)),
            "random": lambda cards: Targets("random", cards, 1, 1),
            "some_random": lambda number, cards: Targets("random", cards, within(number, MOST_TARGETS, 0), number),
        }

    def number(self, word: PhraseWord) -> int:
        """Return the number that is written, or X."""
        if word.type != "X":
            return _SPELT.get(word.type) or int(word.text)
        if not self._any_dice:
            raise Unfit("X stands only on a crush card whose cost is X")
        return X

    def adjective(self, word: PhraseWord) -> Mapping[str, bool]:
        """Return what a word before the kind asks; for a crush card its place says nothing."""
        field = _ADJECTIVES[word.type]
        if not self._creature and field != "damaged":
            raise Unfit(f"a crush card lies in no column of creatures, so {word.text!r} says nothing")
        return {field: True}

    def this(self, _word: PhraseWord) -> Targets:
        """Return the creature that says so."""
        if not self._creature:
            raise Unfit("a crush card is no creature")
        return Targets("this")


def amount(made: int | Amount) -> Amount:
    """Return how much damage."""
    return made if isinstance(made, Amount) else Amount(within(made, HIGHEST_AMOUNT, 0))


def rolled(number: int) -> Amount:
    """Return the sum of so many dice."""
    return Amount(within(number, MOST_DICE, 0), "dice")


def each(cards: CardFilter) -> CardFilter:
    """Return what is counted: public numbers only."""
    must_be_public(cards, 0)
    return cards


def must_be_public(cards: CardFilter, part: int) -> None:
    """Raise ``Unfit`` where not everybody at the table can count the cards."""
    if cards.dice:
        raise Unfit("nothing is counted by dice", part)
    if cards.kind == "target":
        raise Unfit("targets are chosen, and creatures counted", part)
    hidden = cards.place in ("hand", "camp") and (cards.kind != "card" or cards.bounds)
    if hidden or (cards.place == "field" and cards.kind in ("card", "crush") and cards.bounds):
        raise Unfit("only public numbers are counted: of hidden cards how many there are, and nothing of what they are", part)


def bound(stat: PhraseWord, least: int | None, most: int | None) -> StatBound:
    """Return a bound on attack, life or cost."""
    for number in {least, most} - {None}:
        within(number or 0, HIGHEST_BOUND, 1)
    found: Any = stat.type.lower()
    return StatBound(found, least, most)


def card_filter(*parts: Mapping[str, Any]) -> CardFilter:
    """Return the filter of all that is said of some cards."""
    found: dict[str, Any] = {}
    for number, part in enumerate(parts):
        for field, value in part.items():
            if field == "bounds" and field in found:
                if value[0].stat in {one.stat for one in found["bounds"]}:
                    raise Unfit(f"{value[0].stat} is bounded twice", number)
                found["bounds"] = tuple(sorted(found["bounds"] + value, key=lambda one: one.stat))
            elif field in found:
                raise Unfit(f"the {field} is told already by what stands before", number)
            else:
                found[field] = value
    if found.get("place") in ("hand", "camp"):
        found.setdefault("side", "yours")
    _must_fit(cards := _with_side(found))
    return cards


def _with_side(found: Mapping[str, Any]) -> CardFilter:
    """Return the filter; neighbours are on the own side, creatures opposite on the other."""
    cards = CardFilter(**found)
    told = "yours" if cards.adjacent else "theirs" if cards.opposite else cards.side
    if cards.side not in ("any", told) or (cards.adjacent and cards.opposite):
        raise Unfit("adjacent creatures are on the own side, opposing ones on the other")
    return msgspec.structs.replace(cards, side=told)


def _must_fit(cards: CardFilter) -> None:
    creature = cards.kind in ("creature", "target")
    if cards.place != "field" and (
        cards.kind == "target" or cards.zone or cards.other or cards.adjacent or cards.opposite or cards.damaged
    ):
        raise Unfit("this is told of creatures on the field only")
    if cards.place != "field" and cards.dice:
        raise Unfit("with dice a card on the field is chosen")
    if not creature and (cards.adjacent or cards.opposite or cards.damaged):
        raise Unfit("this is told of creatures only")
    if cards.kind == "target" and (cards.adjacent or cards.opposite):
        raise Unfit("adjacent creatures are allies, opposing ones enemies, and are called so")
    if not creature and any(one.stat != "cost" for one in cards.bounds):
        raise Unfit("only creatures have attack and life")
