"""A card and a catalogue of cards, as the rules read them; every value knows where it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal, TypeAlias

import msgspec

from records.core.editions.provenance import Provenance
from records.core.ids import CardName

Kind: TypeAlias = Literal["attack", "fight-plan", "permanent", "one-time", "purple"]
Unit: TypeAlias = Literal["horse", "sword", "bow"]
Payment: TypeAlias = Literal["none", "hand-cards", "units", "own-top-cards"]
KINDS: tuple[Kind, ...] = ("attack", "fight-plan", "permanent", "one-time", "purple")
UNITS: tuple[Unit, ...] = ("horse", "sword", "bow")
DECK = 118
"""Cards in the game, all sources agree."""


class Cost(msgspec.Struct, frozen=True):
    """What is paid before a card takes effect."""

    pays: Payment = "none"
    """``own-top-cards`` is the top card of the own Gate and of the own Castle."""
    cards: int = 0
    """For ``hand-cards``: how many."""
    units: tuple[Unit, ...] = ()
    """For ``units``: a hand card with each of these symbols; a card with several symbols pays for one."""


class PowerForm(msgspec.Struct, frozen=True):
    """What a power does and takes, and which cards may have it."""

    does: str
    """In words, of which docs/catalogues.md makes its table."""
    numbers: Mapping[str, tuple[int, int]] = msgspec.field(default_factory=dict)
    """Arguments that are numbers: lowest and highest."""
    words: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Arguments that are one of some words."""
    attacks: bool = False
    """It says how the card's own attack goes, so the card needs an attack value."""
    kind: Kind | None = None
    """It works in one way of being played only: from the display, or as a reaction from the hand."""


_CARDS: Mapping[str, tuple[int, int]] = {"cards": (1, 9)}
_AMOUNT: Mapping[str, tuple[int, int]] = {"amount": (1, 15)}
_END: Mapping[str, tuple[str, ...]] = {"end": ("top", "bottom")}

POWERS: Mapping[str, PowerForm] = {
    # how an attack goes
    "ignores-gate": PowerForm("the attack goes straight to the Castle", attacks=True),
    "draws-first": PowerForm("draw cards before the attack", numbers=_CARDS, attacks=True),
    "two-attacks": PowerForm("attack the Gate and lose the surplus, then attack the Castle with `second-attack`", attacks=True),
    "both-sides": PowerForm("the same value attacks the opponent and your own structures", attacks=True),
    "optional-discard-bonus": PowerForm(
        "discard `cards` more hand cards to add `amount` to the strength", numbers={**_CARDS, **_AMOUNT}, attacks=True
    ),
    "optional-unit-bonus": PowerForm(
        "discard a unit with this symbol to add `amount` to the strength", numbers=_AMOUNT, words={"unit": UNITS}, attacks=True
    ),
    "keeps-destroyed": PowerForm("take the cards that the attack destroys into your hand", attacks=True),
    # in the display
    "needs-own-gate": PowerForm("playable only with a card in your own Gate"),
    "extra-draw": PowerForm("from the display: draw this many more cards each turn", numbers=_CARDS, kind="permanent"),
    "chooses-target": PowerForm("from the display: choose Gate or Castle before each of your attacks", kind="permanent"),
    "standing-attack-bonus": PowerForm("from the display: your attacks are stronger", numbers=_AMOUNT, kind="permanent"),
    "permanent-attacker": PowerForm("attacks from the display and stays there", attacks=True, kind="permanent"),
    # once, on being played
    "attack-bonus": PowerForm("your attack is stronger; the ruleset decides whether one attack or all of this turn", numbers=_AMOUNT),
    "next-attack-bonus": PowerForm("your next attack of this turn is stronger", numbers=_AMOUNT),
    "forbids-attacks": PowerForm("the opponent plays no attack cards for this many turns", numbers={"turns": (1, 3)}),
    "makes-discard": PowerForm(
        "the opponent discards cards, chosen by their `owner` or at random (`chance`)",
        numbers=_CARDS,
        words={"chosen-by": ("owner", "chance")},
    ),
    "looks-at-hand": PowerForm("look at the opponent's hand"),
    "destroys-permanent": PowerForm("destroy cards of your choice in the opponent's display", numbers=_CARDS),
    "steals-gate-cards": PowerForm("move cards from an end of the enemy Gate, unseen, to the bottom of yours", numbers=_CARDS, words=_END),
    "swaps-gate-cards": PowerForm(
        "exchange cards of both Gates, unseen; they go to the bottom of the other Gate", numbers=_CARDS, words=_END
    ),
    "destroys-top": PowerForm(
        "the opponent, or both players, discard the top card of Gate and Castle", words={"whose": ("opponent", "both")}
    ),
    "brings-in": PowerForm("move cards of your own Gate, unseen, under your own Castle", numbers=_CARDS, words=_END),
    "draws": PowerForm("draw cards", numbers=_CARDS),
    "recovers": PowerForm("take cards of the discard pile into your hand, one after the other", numbers=_CARDS),
    "limits-plays": PowerForm("after the second card with this power in a turn, no more cards are played"),
    "discards-units": PowerForm("both players discard all units from their hands"),
    "all-or-nothing": PowerForm("all attack cards together attack the Castle; if it stands, you lose the game"),
    "weakens-attack": PowerForm("played as a reaction: the attack is weaker", numbers=_AMOUNT, kind="one-time"),
    # of purple cards
    "pays-to-strengthen": PowerForm("its cost is also paid when it strengthens"),
    "slips-under": PowerForm("played face down under the enemy Gate"),
    "fallen-strengthens": PowerForm("when an attack destroys it, that attack becomes stronger", numbers=_AMOUNT),
    "fallen-attacker-discards": PowerForm("when an attack destroys it, the attacker discards", numbers=_CARDS),
    "fallen-opponent-discards": PowerForm("when an attack destroys it, the attacker's opponent discards", numbers=_CARDS),
}
"""Every power that a catalogue may name."""


class Power(msgspec.Struct, frozen=True):
    """One thing that a card does beside its values, by its name in ``POWERS``."""

    name: str
    numbers: Mapping[str, int]
    """Arguments that are numbers, by name: ``{"cards": 2}``."""
    words: Mapping[str, str]
    """Arguments that are one of some words: ``{"whose": "opponent"}``."""


class Card(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One card face. Texts are by language: ``{"en": ..., "de": ...}``."""

    name: CardName
    title: Mapping[str, str]
    copies: int
    """In the deck; 0 for a card that is in none."""
    kind: Kind
    units: tuple[Unit, ...]
    """Its symbols; a card with any is a unit."""
    attack: int | None
    """Attack value, None for a card that does not attack. Of Hail of Arrows the one against the Gate."""
    second_attack: int | None
    """Hail of Arrows: the value of the attack on the Castle."""
    asterisk: bool
    """Whether the attack value bears the sign that the card's effect may change it."""
    cost: Cost
    gate: int
    """Defence value in a Gate."""
    castle: int
    """Defence value in a Castle."""
    powers: tuple[Power, ...]
    """In the order of the catalogue, none twice."""
    text: Mapping[str, str]
    """What it does, in the project's own words."""
    device: str
    """Symbol of the page's sprite: ``ch-archer``."""
    provenance: Mapping[str, Provenance]
    """Where each value comes from, by its path: ``gate``, ``cost``, ``cost.cards``, ``powers.draws``, ``powers.draws.cards``."""

    @property
    def permanent(self) -> bool:
        """Whether it stays in the display."""
        return self.kind == "permanent"

    @property
    def purple(self) -> bool:
        """Whether it is one of the purple cards, which nobody has at the start."""
        return self.kind == "purple"

    @property
    def unit(self) -> bool:
        """Whether it has a horse, sword or bow."""
        return bool(self.units)

    def defence(self, pile: str) -> int:
        """Return its defence value where it lies; ``pile`` is a Gate's or a Castle's id."""
        return self.gate if pile.startswith("gate") else self.castle

    def power(self, name: str) -> Power | None:
        """Return its power of that name, or None."""
        for power in self.powers:
            if power.name == name:
                return power
        return None

    def house(self, path: str) -> bool:
        """Whether the value at ``path`` is a house value."""
        return self.provenance[path].house


class Catalogue(msgspec.Struct, frozen=True, dict=True):
    """All cards of one edition of the game."""

    name: str
    """``castle-rampage/house``."""
    version: int
    hash: str
    """By which new records name its cards, 32 hex digits (docs/catalogues.md)."""
    hashes: tuple[str, ...]
    """Every hash by which records name these cards."""
    languages: tuple[str, ...]
    """Of titles and texts; ``en`` and ``de`` are among them."""
    sources: Mapping[str, str]
    """What each code of a source stands for."""
    cards: Mapping[str, Card]
    """Those of the deck by name, in the order of the file."""
    unused: Mapping[str, Card] = msgspec.field(default_factory=dict)
    """Those that stand in the file with 0 copies."""

    def deck(self) -> tuple[CardName, ...]:
        """Return the names of all 118 cards, equal ones side by side."""
        return self._deck

    @cached_property
    def purple(self) -> tuple[CardName, ...]:
        """Names of the purple cards."""
        return tuple(card.name for card in self.cards.values() if card.purple)

    @cached_property
    def units(self) -> tuple[CardName, ...]:
        """Names of the cards with a horse, sword or bow."""
        return tuple(card.name for card in self.cards.values() if card.unit)

    def with_power(self, power: str) -> tuple[CardName, ...]:
        """Return the names of the cards that have a power: ``slips-under`` gives the Saboteur and the Spy."""
        return tuple(card.name for card in self.cards.values() if card.power(power))

    @cached_property
    def _deck(self) -> tuple[CardName, ...]:
        return tuple(card.name for card in self.cards.values() for _ in range(card.copies))
