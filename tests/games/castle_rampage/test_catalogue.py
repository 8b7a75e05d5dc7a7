"""The catalogue of Castle Rampage as a value: what the rules ask it, its hash, and catalogues of other people."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from hashlib import blake2b

import pytest

from records.games.castle_rampage.cards import Catalogue
from records.games.castle_rampage.devices import DEVICES
from records.service.library import library
from support.catalogue import ROOT, TEXT, changed, house_catalogue, load_catalogue


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
    """What a card may bear is what can be drawn."""
    drawn = set(re.findall(r'<symbol id="(ch-[a-z-]+)"', (ROOT / "web/static/faces.svg").read_text()))
    assert set(DEVICES) == drawn
    assert {card.device for card in house.cards.values()} <= drawn


@pytest.mark.soak
def test_the_hash_is_that_of_the_cards_as_the_rules_read_them(house: Catalogue) -> None:
    """Titles, texts, symbols, sources, comments, version and the order of the cards leave it as it is; what decides changes it."""
    head, cards = TEXT.split("cards:\n", 1)
    parts = re.split(r"(?m)^(?=  - name: )", re.sub(r"(?m)^  #.*\n", "", cards))
    turned = head + "cards:\n" + "".join(part.rstrip("\n") + "\n" for part in reversed(parts))
    assert list(load_catalogue(turned, "x").cards) == list(house.cards)[::-1]
    same = [
        turned,
        changed("{value: 6, source: [PG, DE]}", "{value: 6, house: true, note: so}"),
        changed("version: 1", "version: 2"),
        changed("castle-rampage/house", "castle-rampage/mine"),
        changed("Draw 1 card, then attack.", "Draw a card, then attack."),
        changed("{en: Archer,", "{en: Bowman,"),
        changed("device: {value: ch-archer", "device: {value: ch-axe"),
    ]
    assert {load_catalogue(text, "x").hash for text in same} == {house.hash}
    others = [
        changed("{value: 6, source: [PG, DE]}", "{value: 5, source: [PG, DE]}"),
        changed("attack: {value: 2, house: true}", "attack: {value: 0, house: true}"),
        changed("units: {value: [bow], house: true", "units: {value: [], house: true"),
        changed("end: {value: top,", "end: {value: bottom,"),
        changed("- name: archer", "- name: bowman"),
    ]
    assert len({house.hash, *(load_catalogue(text, "x").hash for text in others)}) == 6


def test_a_card_of_no_deck_does_not_count() -> None:
    """A row with 0 copies may stand in a file: it is in no deck, and no record is another for it."""
    rows = TEXT.split("  - name: ")
    spare = rows[1].replace("archer", "scout", 1).replace("copies: {value: 5,", "copies: {value: 0,")
    more = load_catalogue(TEXT.rstrip("\n") + f"\n\n  - name: {spare}", "x")
    assert [*more.unused] == ["scout"]
    assert (more.hashes, more.deck()) == (house_catalogue().hashes, house_catalogue().deck())
    assert "scout" not in more.cards


def test_hashes_can_be_made_without_the_program(house: Catalogue) -> None:
    """They are BLAKE2b-16 of JSON with sorted keys: of the cards as the rules read them, and of all values as headers had it first."""
    decides = {
        card.name: {
            "copies": card.copies,
            "kind": card.kind,
            "gate": card.gate,
            "castle": card.castle,
            **({"units": card.units} if card.units else {}),
            **({"attack": card.attack} if card.attack is not None else {}),
            **({"second-attack": card.second_attack} if card.second_attack is not None else {}),
            **({"cost": [card.cost.pays, card.cost.cards, card.cost.units]} if card.cost.pays != "none" else {}),
            **({"powers": [[power.name, power.numbers, power.words] for power in card.powers]} if card.powers else {}),
        }
        for card in house.cards.values()
    }
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
    plain = [
        json.dumps(of, sort_keys=True, separators=(",", ":"), ensure_ascii=False) for of in (decides, [house.name, house.version, cards])
    ]
    made, former = (blake2b(of.encode(), digest_size=16).hexdigest() for of in plain)
    assert {made, former} <= {*house.hashes}


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
    """Importing costs no file; the first call reads it, the next gives the same games."""
    assert library() is library()
    code = "import records.service.library as l; assert l.library.cache_info().misses == 0"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
