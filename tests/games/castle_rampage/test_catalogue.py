"""The catalogue of Castle Rampage as a value: what the rules ask it, its hash, and catalogues of other people."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from hashlib import blake2b

import pytest

from records.games.castle_rampage.cards import POWERS, Catalogue
from records.service.catalogues import house_catalogue, load_catalogue
from support.catalogue import ROOT, TEXT, changed


@pytest.fixture(scope="module")
def house() -> Catalogue:
    """The catalogue that comes with the program."""
    return house_catalogue()


def test_catalogue_answers_what_the_rules_ask(house: Catalogue) -> None:
    """Purple cards, units, cards of a power and a card's defence where it lies are found by name."""
    assert sorted(house.purple) == ["bomber", "ogre", "saboteur", "spy"]
    assert house.with_power("slips-under") == ("saboteur", "spy")
    assert {"archer", "knight", "giant"} <= set(house.units)
    assert "cook" not in house.units
    dragon = house.cards["dragon"]
    assert (dragon.defence("gate:A"), dragon.defence("castle:B")) == (2, 3)
    assert [name for name, card in house.cards.items() if card.permanent] == ["advisor", "digger", "squire", "veteran"]
    assert house.deck().count(dragon.name) == 3


def test_devices_are_in_the_sprite(house: Catalogue) -> None:
    """Each card's device can be drawn."""
    drawn = set(re.findall(r'<symbol id="(ch-[a-z]+)"', (ROOT / "web/static/icons.svg").read_text()))
    assert {card.device for card in house.cards.values()} <= drawn


def test_document_tells_every_power_with_its_arguments() -> None:
    """The table of powers in docs/catalogues.md is the closed list."""
    rows = re.findall(
        r"^\| `([a-z-]+)` \| ([^|]*)\| [^|]+\|$", (ROOT / "docs/catalogues.md").read_text().split("## Powers")[1], re.MULTILINE
    )
    told = {name: re.findall(r"`([a-z-]+)`", arguments) for name, arguments in rows}
    assert {name: sorted(arguments) for name, arguments in told.items()} == {
        name: sorted((*shape.numbers, *shape.words)) for name, shape in POWERS.items()
    }


def test_hash_is_over_values_alone(house: Catalogue) -> None:
    """Notes, sources, comments and the order of the cards leave the hash as it is; any value changes it."""
    head, cards = TEXT.split("cards:\n", 1)
    parts = re.split(r"(?m)^(?=  - name: )", re.sub(r"(?m)^  #.*\n", "", cards))
    turned = head + "cards:\n" + "".join(part.rstrip("\n") + "\n" for part in reversed(parts))
    assert list(load_catalogue(turned, "x").cards) == list(house.cards)[::-1]
    assert load_catalogue(turned, "x").hash == house.hash
    assert load_catalogue(changed("{value: 6, source: [PG, DE]}", "{value: 6, house: true, note: so}"), "x").hash == house.hash
    others = [
        changed("{value: 6, source: [PG, DE]}", "{value: 5, source: [PG, DE]}"),
        changed("version: 1", "version: 2"),
        changed("Draw 1 card, then attack.", "Draw a card, then attack."),
        changed("end: {value: top,", "end: {value: bottom,"),
    ]
    assert len({house.hash, *(load_catalogue(text, "x").hash for text in others)}) == 5


def test_hash_can_be_made_without_the_program(house: Catalogue) -> None:
    """The hash is BLAKE2b-16 of JSON with sorted keys, so that anybody can check it."""
    cards = {
        card.name: {
            "name": card.name,
            "title": card.title,
            "copies": card.copies,
            "kind": card.kind,
            "units": card.units,
            "attack": card.attack,
            "second_attack": card.second_attack,
            "asterisk": card.asterisk,
            "cost": {"pays": card.cost.pays, "cards": card.cost.cards, "units": card.cost.units},
            "gate": card.gate,
            "castle": card.castle,
            "powers": [{"name": power.name, "numbers": power.numbers, "words": power.words} for power in card.powers],
            "text": card.text,
            "device": card.device,
        }
        for card in house.cards.values()
    }
    plain = json.dumps([house.name, house.version, cards], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert house.hash == blake2b(plain.encode(), digest_size=16).hexdigest()


def test_own_catalogue_may_have_other_cards_and_sources() -> None:
    """A user's file with a source, a language and values of its own is taken."""
    text = changed("  RS: a German review", "  RS: a German review\n  own: the cards on my table")
    text = text.replace("castle: {value: 3, house: true}", "castle: {value: 4, source: [own]}", 1)
    text = text.replace("castle-rampage/house", "castle-rampage/ours").replace(
        "{value: 5, source: [DE, EN]}", "{value: 4, source: [own]}", 1
    )
    mine = load_catalogue(
        text.replace("- name: giant\n", "- name: titan\n").replace("copies: {value: 6, house", "copies: {value: 7, house"), "x"
    )
    assert mine.name == "castle-rampage/ours"
    assert mine.cards["archer"].castle == 4
    assert mine.cards["archer"].provenance["castle"].sources == ("own",)
    assert "titan" in mine.deck()


def test_shipped_catalogue_is_read_once_and_not_at_import() -> None:
    """Importing costs no file; the first call reads it, the next gives the same value."""
    assert house_catalogue() is house_catalogue()
    code = "import records.service.catalogues as c; assert c.house_catalogue.cache_info().misses == 0"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
