"""What was published stays: each ruleset with which a record was ever made is found by its name and hash, and decides what it did."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from records.core.card_game import CardGame
from records.core.header import Header
from records.core.ids import SEATS, RecordId
from records.games import GAMES
from records.service.catalogues import load_catalogue
from records.service.library import library

if TYPE_CHECKING:
    from records.core.editions.rulesets import Ruleset

ROOT = Path(__file__).parents[2]
GOLDEN: dict[str, str] = json.loads((ROOT / "tests/golden/rulesets.json").read_text())
"""The hashes of the rulesets as they were first published."""
EXAMPLES = sorted((ROOT / "examples/games").glob("*.jsonl"))
CARD_GAMES = [game for game in GAMES if isinstance(game, CardGame)]
PUBLISHED_CARDS = [(game, digest) for game in CARD_GAMES for digest in game.published]
PLAYED = [game for game in library().values() if game.rules.rulesets]
CURRENT = [(game.name, ruleset) for game in PLAYED for ruleset in game.rules.rulesets.values()]
FORMER = [(game.name, digest) for game in PLAYED for digest in game.rules.rulesets.published]


def entry_of(ruleset: Ruleset) -> str:
    """The line of ``editions/rulesets.py`` with which a ruleset stays readable."""
    values = {switch.name: ruleset[switch.name] for switch in ruleset.switches if ruleset[switch.name] != switch.before}
    return f'"{ruleset.hash}": PublishedRuleset("{ruleset.name}", {ruleset.version}, {json.dumps(values)}),'


@pytest.mark.parametrize(("game", "ruleset"), CURRENT, ids=[ruleset.name for _game, ruleset in CURRENT])
def test_every_ruleset_that_is_played_by_is_published(game: str, ruleset: Ruleset) -> None:
    """Else the records that are made from now on could not be read any more when it changes."""
    folder = f"records/games/{game.replace('-', '_')}/editions"
    entry = f"add this to PUBLISHED in {folder}/rulesets.py:\n    {entry_of(ruleset)}"
    missing = f"{ruleset.name} decides what no published ruleset does; {entry}"
    assert ruleset.hash in library()[game].rules.rulesets.published, missing


@pytest.mark.parametrize(("game", "digest"), FORMER, ids=[digest[:8] for _game, digest in FORMER])
def test_every_published_ruleset_decides_what_it_did(game: str, digest: str) -> None:
    """It is made again out of the switches of today, and has the hash under which it was published."""
    rules = library()[game].rules.rulesets
    published = rules.published[digest]
    found = rules.of(msgspec.structs.replace(header_of(EXAMPLES[0]), ruleset=published.name, ruleset_hash=digest))
    assert found is not None
    assert {name: found[name] for name in published.values} == dict(published.values)


def test_the_first_published_rulesets_are_all_there() -> None:
    """By the names and hashes that stand in the headers of records for ever."""
    entries = (entry for game in PLAYED for entry in game.rules.rulesets.published.items())
    published = {entry.name: digest for digest, entry in entries if digest in GOLDEN.values()}
    assert published == GOLDEN


@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.name)
def test_every_catalogue_that_is_played_with_is_published(game: CardGame[Any]) -> None:
    """Else the records that are made from now on could not be read any more when it changes."""
    for name in game.files:
        _game, catalogue = load_catalogue((ROOT / "records/games" / game.name.replace("-", "_") / name).read_bytes(), name)
        entry = f'"{catalogue.hash}": PublishedCatalogue(name="{catalogue.name}", version={catalogue.version}, cards="{catalogue.hash}"),'
        missing = (
            f"{catalogue.name} has cards as in no published version. Raise its version, add this to PUBLISHED in editions/catalogues.py:"
            f"\n    {entry}\nand put the rows as they were into a file there, named by differs of the one before (docs/catalogues.md)"
        )
        assert catalogue.hash in game.published, missing


@pytest.mark.parametrize(("game", "digest"), PUBLISHED_CARDS, ids=lambda of: getattr(of, "name", of))
def test_every_published_catalogue_has_the_cards_that_it_had(game: CardGame[Any], digest: str) -> None:
    """It is made again out of the file of today and what was otherwise, and has the hash under which it was published."""
    published = game.published[digest]
    edition = {**library()[game.name].rules.edition(""), "catalogue": published.name, "catalogue_hash": digest}
    started = datetime(2026, 3, 14, tzinfo=UTC)
    header = Header(record=RecordId("0123456789abcdef"), game=game.name, seats=SEATS[:2], started=started, **edition)
    catalogues = library()[game.name].rules.catalogues
    assert catalogues is not None
    found = catalogues.of(header)
    assert {digest, published.cards} <= {*found.hashes}
    assert library()[game.name].rules.knows_cards(header)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_rules_and_cards_of_every_example_are_known(example: Path) -> None:
    """Each record among the examples finds its ruleset and its cards."""
    header = header_of(example)
    assert library()[header.game].rules.reading(header) is not None
    assert library()[header.game].rules.knows_cards(header)


def header_of(example: Path) -> Header:
    """The header in a native file."""
    head = json.loads(example.read_text().splitlines()[0])["header"]
    return msgspec.convert(head, Header)
