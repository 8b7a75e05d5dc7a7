"""A card and a catalogue of cards, as the rules read them; every value knows where it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal, TypeAlias

import msgspec

from records.core.editions.provenance import Provenance
from records.core.ids import CardName
from records.games.creature_crush.effects.conditions import Happens
from records.games.creature_crush.effects.lines import Ability, CardLine, Flag, FlagName, Lasting
from records.games.creature_crush.effects.numbers import X

Kind: TypeAlias = Literal["creature", "crush"]
KINDS: tuple[Kind, ...] = ("creature", "crush")


class Card(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One card; there is one of each in a game. Texts are by language: ``{"en": ..., "de": ...}``."""

    name: CardName
    title: Mapping[str, str]
    kind: Kind
    cost: int
    """Of a creature what one die or a sum shows exactly (1 to 30); of a crush card a number of dice (1 to 4), or ``X``."""
    attack: int
    """0 for a crush card."""
    life: int
    """1 or more; 0 for a crush card."""
    lines: tuple[CardLine, ...]
    """What it does, in the order of the file; none for a plain creature."""
    texts: Mapping[str, tuple[str, ...]]
    """Its lines as they stand in the file, by language, in the order of ``lines``."""
    device: str
    """Symbol of the page's sprite; "" for the usual one of its kind."""
    provenance: Mapping[str, Provenance]
    """Where each value comes from, by its path: ``title``, ``cost``, ``attack``, ``life``, ``lines.0``."""

    @cached_property
    def creature(self) -> bool:
        """Whether it is a creature."""
        return self.kind == "creature"

    @cached_property
    def lasting(self) -> tuple[Lasting, ...]:
        """Its lines that change numbers as long as it lies there."""
        return tuple(line for line in self.lines if isinstance(line, Lasting))

    @cached_property
    def flags(self) -> frozenset[FlagName]:
        """Its lines that are a keyword and nothing else."""
        return frozenset(line.name for line in self.lines if isinstance(line, Flag))

    @cached_property
    def abilities(self) -> Mapping[str, tuple[tuple[int, Ability], ...]]:
        """Its abilities by keyword, "" for those without, with the numbers of their lines."""
        numbered = [(nth, line) for nth, line in enumerate(self.lines) if isinstance(line, Ability)]
        return {keyword: tuple(one for one in numbered if one[1].keyword == keyword) for keyword in {line.keyword for _, line in numbered}}

    @cached_property
    def conditioned(self) -> tuple[tuple[int, Ability], ...]:
        """Its abilities without a keyword whose conditions all are of what is there, one at least, with the numbers of their lines."""
        without = self.abilities.get("", ())
        return tuple(one for one in without if one[1].conditions and not any(isinstance(of, Happens) for of in one[1].conditions))

    @cached_property
    def waiting(self) -> Mapping[str, tuple[tuple[int, Ability, Happens], ...]]:
        """Its abilities that wait for something, with what they wait for: by what happens and keyword, ``"attacks flip"``."""
        found: dict[str, tuple[tuple[int, Ability, Happens], ...]] = {}
        for keyword, numbered in self.abilities.items():
            for nth, ability in numbered:
                condition = next((one for one in ability.conditions if isinstance(one, Happens)), None)
                if condition is not None:
                    name = f"{condition.event} {keyword}"
                    found[name] = (*found.get(name, ()), (nth, ability, condition))
        return found

    @cached_property
    def any_dice(self) -> bool:
        """Whether its owner chooses how many dice it costs."""
        return self.cost == X

    def has(self, flag: FlagName) -> bool:
        """Whether one of its lines is this flag."""
        return flag in self.flags

    def house(self, path: str) -> bool:
        """Whether the value at ``path`` is a house value."""
        return self.provenance[path].house


class Catalogue(msgspec.Struct, frozen=True, dict=True):
    """All cards of one edition of the game."""

    name: str
    """``creature-crush/house``."""
    version: int
    hash: str
    """By which new records name its cards, 32 hex digits."""
    hashes: tuple[str, ...]
    """Every hash by which records name these cards."""
    languages: tuple[str, ...]
    """Of titles and texts; ``en`` and ``de`` are among them."""
    sources: Mapping[str, str]
    """What each code of a source stands for."""
    cards: Mapping[str, Card]
    """By name, in the order of the file; 20 or more."""

    @cached_property
    def creatures(self) -> tuple[CardName, ...]:
        """Names of the creatures."""
        return tuple(card.name for card in self.cards.values() if card.creature)

    @cached_property
    def crush_cards(self) -> tuple[CardName, ...]:
        """Names of the crush cards."""
        return tuple(card.name for card in self.cards.values() if not card.creature)
