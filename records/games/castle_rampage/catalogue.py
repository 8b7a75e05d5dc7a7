"""A catalogue file of Castle Rampage, read from placed values into cards (docs/catalogues.md)."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import cast

from records.core.editions.placed import Form, Placed
from records.core.editions.provenance import Provenance, provenance
from records.core.ids import CardName
from records.core.wording.phrase import PhraseReader
from records.games.castle_rampage.card_hashes import hashes
from records.games.castle_rampage.cards import DECK, KINDS, POWERS, UNITS, Card, Catalogue, Cost, Kind, Payment, Power, PowerForm, Unit
from records.games.castle_rampage.devices import DEVICES

HIGHEST_ATTACK, HIGHEST_DEFENCE, HIGHEST_VERSION = 15, 9, 9999
MOST_PAID, MOST_UNITS = 9, 3
LONGEST_NAME, LONGEST_TEXT = 40, 160
LANGUAGES = ("en", "de")
"""Of the program, so of every catalogue too."""
DEALT = 20
"""Cards that the set-up takes, none of them purple."""
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_CATALOGUE = re.compile(rf"castle-rampage/{_NAME.pattern}")
_CODE = re.compile(r"[A-Za-z0-9-]{1,12}")
_COSTS: dict[Payment, tuple[str, ...]] = {"none": (), "hand-cards": ("cards",), "units": ("units",), "own-top-cards": ()}


def catalogue_of(placed: Placed, file: str, _read_line: PhraseReader) -> Catalogue:
    """Return the catalogue that the file named ``file`` holds; its cards have no lines that are read by a grammar.

    Raises ``ImportRefused`` with every problem and its line and column.
    """
    form = Form(file)
    fields = form.fields(placed, ("catalogue", "version", "languages", "sources", "cards"))
    name = form.matching(fields["catalogue"], _CATALOGUE)
    version = form.integer(fields["version"], 1, HIGHEST_VERSION)
    languages = form.each(fields["languages"], lambda node: form.matching(node, _CODE))
    if not {*LANGUAGES} <= {*languages} or len({*languages}) < len(languages):
        form.note(fields["languages"], f"titles and texts are in {' and '.join(LANGUAGES)} at least, each language named once")
        languages = LANGUAGES
    sources = {code: form.text(node, LONGEST_TEXT) for code, node in form.entries(fields["sources"], _CODE).items()}
    cards = dict[str, Card]()
    for node in form.items(fields["cards"]):
        card = CardForm(form, node, languages, sources).read()
        if card.name in cards:
            form.note(node, f"the card {card.name!r} is in this catalogue already")
        cards[card.name] = card
    if not form.problems:
        _deck_must_fit(form, fields["cards"], cards)
    form.close()
    deck = {key: card for key, card in cards.items() if card.copies}
    unused = {key: card for key, card in cards.items() if not card.copies}
    known = hashes(name, version, deck)
    return Catalogue(name, version, known[0], known, languages, sources, deck, unused)


class CardForm:
    """Reads one card, noting in ``form`` what does not fit."""

    def __init__(self, form: Form, node: Placed, languages: Collection[str], codes: Collection[str]) -> None:
        self._form, self._languages, self._codes = form, languages, codes
        self._before = len(form.problems)
        needed = ("name", "title", "copies", "kind", "units", "attack", "cost", "gate", "castle", "powers", "text", "device")
        self._fields = form.fields(node, needed, ("second-attack", "asterisk"))
        self._provenance: dict[str, Provenance] = {}

    def read(self) -> Card:
        """Return the card; whether it holds, ``form`` knows."""
        form, fields = self._form, self._fields
        card = Card(
            name=CardName(form.matching(fields["name"], _NAME)),
            title=self._worded("title", LONGEST_NAME),
            copies=form.integer(self._value("copies"), 0, DECK),
            kind=cast("Kind", form.choice(self._value("kind"), KINDS)),
            units=self._units(self._value("units")),
            attack=self._attack(),
            second_attack=form.integer(self._value("second-attack"), 0, HIGHEST_ATTACK) if "second-attack" in fields else None,
            asterisk="asterisk" in fields and form.truth(self._value("asterisk")),
            cost=self._cost(),
            gate=form.integer(self._value("gate"), 1, HIGHEST_DEFENCE),
            castle=form.integer(self._value("castle"), 1, HIGHEST_DEFENCE),
            powers=self._powers(),
            text=self._worded("text", LONGEST_TEXT),
            device=form.choice(self._value("device"), DEVICES),
            provenance=self._provenance,
        )
        if len(form.problems) == self._before:
            self._fit(card)
        return card

    def _value(self, key: str) -> Placed:
        return self._stated(self._fields[key], key)

    def _stated(self, node: Placed, path: str) -> Placed:
        found, self._provenance[path] = provenance(self._form, node, ("value",), self._codes)
        return found["value"]

    def _worded(self, key: str, longest: int) -> dict[str, str]:
        found, self._provenance[key] = provenance(self._form, self._fields[key], self._languages, self._codes)
        return {language: self._form.text(found[language], longest) for language in self._languages}

    def _units(self, node: Placed) -> tuple[Unit, ...]:
        return cast("tuple[Unit, ...]", self._form.each(node, lambda entry: self._form.choice(entry, UNITS)))

    def _attack(self) -> int | None:
        node = self._value("attack")
        return None if node.value == "none" else self._form.integer(node, 0, HIGHEST_ATTACK)

    def _cost(self) -> Cost:
        form, node = self._form, self._fields["cost"]
        asked = self._stated(form.member(node, "pays"), "cost")
        pays = cast("Payment", form.choice(asked, _COSTS))
        if asked.value != pays:
            return Cost()
        fields = form.fields(node, ("pays", *_COSTS[pays]))
        cards, units = 0, tuple[Unit, ...]()
        if "cards" in fields:
            cards = form.integer(self._stated(fields["cards"], "cost.cards"), 1, MOST_PAID)
        if "units" in fields:
            listed = self._stated(fields["units"], "cost.units")
            units = self._units(listed)
            if not 1 <= len(units) <= MOST_UNITS:
                form.note(listed, f"a cost in units names 1 to {MOST_UNITS} of them")
        return Cost(pays, cards, units)

    def _powers(self) -> tuple[Power, ...]:
        form, node = self._form, self._fields["powers"]
        entries, found = form.items(node), dict[str, Power]()
        for entry in entries:
            power = self._power(entry)
            if power is not None and power.name in found:
                form.note(entry, f"the power {power.name!r} stands here already")
            elif power is not None:
                found[power.name] = power
        if isinstance(node.value, tuple) and (not entries or ("none" in found and len(entries) > 1)):
            form.note(node, "a card has one power or more, or the one entry 'none', so that its provenance is told")
        return tuple(power for power in found.values() if power.name != "none")

    def _power(self, entry: Placed) -> Power | None:
        form = self._form
        asked, mark = provenance(form, form.member(entry, "power"), ("value",), self._codes)
        name = form.choice(asked["value"], ("none", *POWERS))
        if asked["value"].value != name:
            return None
        path = "powers" if name == "none" else f"powers.{name}"
        self._provenance[path] = mark
        shape = POWERS.get(name, PowerForm("nothing"))
        fields = form.fields(entry, ("power", *shape.numbers, *shape.words))
        numbers = {key: form.integer(self._stated(fields[key], f"{path}.{key}"), *span) for key, span in shape.numbers.items()}
        words = {key: form.choice(self._stated(fields[key], f"{path}.{key}"), options) for key, options in shape.words.items()}
        return Power(name, numbers, words)

    def _fit(self, card: Card) -> None:
        """Note values that do not go together."""
        note, fields = self._form.note, self._fields
        if len({*card.units}) < len(card.units):
            note(fields["units"], "a card bears each symbol once at most")
        if card.attack is None and card.kind in ("attack", "fight-plan"):
            note(fields["attack"], f"a card of the kind {card.kind!r} has an attack value")
        if card.attack is None and card.asterisk:
            note(fields["asterisk"], "an asterisk stands beside an attack value, and this card has none")
        if (card.second_attack is not None) != (card.power("two-attacks") is not None):
            note(fields.get("second-attack", fields["powers"]), "'second-attack' and the power 'two-attacks' go together")
        for power in card.powers:
            shape = POWERS[power.name]
            if shape.attacks and card.attack is None:
                note(fields["powers"], f"the power {power.name!r} needs an attack value")
            if shape.kind not in (None, card.kind):
                note(fields["powers"], f"the power {power.name!r} is for {shape.kind} cards")


def _deck_must_fit(form: Form, node: Placed, cards: dict[str, Card]) -> None:
    total = sum(card.copies for card in cards.values())
    if total != DECK:
        form.note(node, f"the copies add up to {total}, and the game has {DECK} cards")
    elif total - sum(card.copies for card in cards.values() if card.purple) < DEALT:
        form.note(node, f"the set-up deals {DEALT} cards that are not purple, and there are fewer")
