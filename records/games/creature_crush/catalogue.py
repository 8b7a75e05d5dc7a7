"""A catalogue file of CreatureCrush, read from placed values into cards (docs/catalogues.md)."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import cast

from records.core.editions.placed import Form, Placed
from records.core.editions.provenance import Provenance, provenance
from records.core.ids import CardName
from records.core.wording.phrase import PhraseReader
from records.errors import ImportRefused
from records.games.creature_crush.card_hashes import hash_of_cards
from records.games.creature_crush.cards import KINDS, Card, Catalogue, Kind
from records.games.creature_crush.effects.lines import Ability, CardLine
from records.games.creature_crush.effects.making.whole_lines import card_line
from records.games.creature_crush.effects.numbers import X
from records.games.creature_crush.effects.writing import written

LANGUAGES = ("en", "de")
"""Of titles and lines; both are there on every card."""
GRAMMARS: Mapping[str, tuple[str, ...]] = {
    language: ("effects/words/lines.lark", f"effects/words/{language}.lark") for language in LANGUAGES
}
"""By language: the files that are its grammar together."""
HIGHEST_COST, MOST_DICE_PAID, HIGHEST_STAT, HIGHEST_VERSION = 30, 4, 30, 9999
LEAST_CARDS = 20
"""A camp; skirmish and arena need more, which is looked for where one begins."""
LONGEST_TITLE, LONGEST_SOURCE = 40, 160
MOST_LINES = 4
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_CATALOGUE = re.compile(rf"creature-crush/{_NAME.pattern}")
_CODE = re.compile(r"[A-Za-z0-9-]{1,12}")
_DEVICE = re.compile(rf"cc-{_NAME.pattern}")


def catalogue_of(placed: Placed, file: str, read_line: PhraseReader) -> Catalogue:
    """Return the catalogue that the file named ``file`` holds; ``read_line`` reads a card's line by ``GRAMMARS``.

    Raises ``ImportRefused`` with every problem and its line and column.
    """
    form = Form(file)
    fields = form.fields(placed, ("catalogue", "version", "languages", "sources", "cards"))
    name = form.matching(fields["catalogue"], _CATALOGUE)
    version = form.integer(fields["version"], 1, HIGHEST_VERSION)
    languages = form.each(fields["languages"], lambda node: form.matching(node, _CODE))
    if not {*LANGUAGES} <= {*languages} or len({*languages}) < len(languages):
        form.note(fields["languages"], f"titles are in {' and '.join(LANGUAGES)} at least, each language named once")
        languages = LANGUAGES
    sources = {code: form.text(node, LONGEST_SOURCE) for code, node in form.entries(fields["sources"], _CODE).items()}
    cards = dict[str, Card]()
    for node in form.items(fields["cards"]):
        card = CardForm(form, node, languages, sources, read_line).read()
        if card.name in cards:
            form.note(node, f"the card {card.name!r} is in this catalogue already")
        elif twin := next((name for name in cards if _as_written(name) == _as_written(card.name)), None):
            form.note(node, f"the card {card.name!r} is written like {twin!r}: hyphens do not tell cards apart")
        cards[card.name] = card
    if not form.problems and len(cards) < LEAST_CARDS:
        form.note(fields["cards"], f"there are {len(cards)} cards, and a camp needs {LEAST_CARDS}")
    form.close()
    digest = hash_of_cards(cards)
    return Catalogue(name, version, digest, (digest,), languages, sources, cards)


def _as_written(name: str) -> str:
    """Return a name as games are written down with it."""
    return name.replace("-", "")


class CardForm:
    """Reads one card, noting in ``form`` what does not fit."""

    def __init__(self, form: Form, node: Placed, languages: Collection[str], codes: Collection[str], read_line: PhraseReader) -> None:
        self._form, self._languages, self._codes, self._read_line = form, languages, codes, read_line
        kind = form.member(form.member(node, "kind"), "value").value
        values = () if kind == "crush" else ("attack", "life")
        self._fields = form.fields(node, ("name", "title", "kind", "cost", *values, "lines"), ("device",))
        self._provenance: dict[str, Provenance] = {}

    def read(self) -> Card:
        """Return the card; whether it holds, ``form`` knows."""
        form, fields = self._form, self._fields
        title, self._provenance["title"] = provenance(form, fields["title"], self._languages, self._codes)
        kind = cast("Kind", form.choice(self._value("kind"), KINDS))
        cost = self._cost(kind)
        lines, texts = self._lines(creature=kind == "creature", any_dice=cost == X)
        return Card(
            name=CardName(form.matching(fields["name"], _NAME)),
            title={language: form.text(title[language], LONGEST_TITLE) for language in self._languages},
            kind=kind,
            cost=cost,
            attack=form.integer(self._value("attack"), 0, HIGHEST_STAT) if "attack" in fields else 0,
            life=form.integer(self._value("life"), 1, HIGHEST_STAT) if "life" in fields else 0,
            lines=lines,
            texts=texts,
            device=form.matching(self._value("device"), _DEVICE) if "device" in fields else "",
            provenance=self._provenance,
        )

    def _value(self, key: str) -> Placed:
        found, self._provenance[key] = provenance(self._form, self._fields[key], ("value",), self._codes)
        return found["value"]

    def _cost(self, kind: Kind) -> int:
        node = self._value("cost")
        if kind == "crush" and node.value == "X":
            return X
        return self._form.integer(node, 1, HIGHEST_COST if kind == "creature" else MOST_DICE_PAID)

    def _lines(self, *, creature: bool, any_dice: bool) -> tuple[tuple[CardLine, ...], dict[str, tuple[str, ...]]]:
        form, node = self._form, self._fields["lines"]
        if isinstance(node.value, Mapping):
            form.choice(self._value("lines"), ("none",))
            if not creature:
                form.note(node, "a crush card says what it does when it is flipped")
            return (), dict.fromkeys(LANGUAGES, ())
        entries, before = form.items(node), len(form.problems)
        if isinstance(node.value, tuple) and not 1 <= len(entries) <= MOST_LINES:
            form.note(node, f"a card has 1 to {MOST_LINES} lines; one without any has {{value: none, ...}} here")
        read = [self._line(entry, f"lines.{number}", creature=creature, any_dice=any_dice) for number, entry in enumerate(entries)]
        lines = tuple(line for line, _ in read if line is not None)
        for number, line in enumerate(lines):
            if line in lines[:number]:
                form.note(entries[number], "the card says so already")
        flips = [line for line in lines if isinstance(line, Ability) and line.keyword == "flip"]
        if not creature and len(flips) != 1 and len(form.problems) == before:
            form.note(node, f"a crush card has one line for when it is flipped, and this one has {len(flips)}")
        return lines, {language: tuple(texts.get(language, "") for _, texts in read) for language in LANGUAGES}

    def _line(self, entry: Placed, path: str, *, creature: bool, any_dice: bool) -> tuple[CardLine | None, dict[str, str]]:
        found, self._provenance[path] = provenance(self._form, entry, LANGUAGES, self._codes)
        read = {
            language: self._read(language, found[language], creature=creature, any_dice=any_dice)
            for language in LANGUAGES
            if self._read_line.reads(language)
        }
        texts = {language: str(node.value) for language, node in found.items()}
        first, *others = read.values()
        for language, line in read.items():
            if line is not None and first is not None and line != first:
                says = f"it says {written(line, 'en')!r}, and in {LANGUAGES[0]!r} stands {written(first, 'en')!r}"
                self._form.note(found[language], f"the line in {language!r} means something else: {says}")
        return (first if None not in others else None), texts

    def _read(self, language: str, at: Placed, *, creature: bool, any_dice: bool) -> CardLine | None:
        try:
            return card_line(self._read_line(language, at), self._form.name, creature=creature, any_dice=any_dice)
        except ImportRefused as refused:
            for problem in refused.problems:
                self._form.note(Placed(at.value, problem.line or at.line, problem.column or at.column), problem.reason)
            return None
