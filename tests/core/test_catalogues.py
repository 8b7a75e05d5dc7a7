"""Catalogues are found by the header of a record, and an earlier version is made of a later one and what was otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from records.catalogues import read
from records.core.editions.catalogues import Catalogues, earlier, name_in
from records.core.editions.placed import Placed
from records.core.header import Header
from records.core.ids import RecordId, SeatKey

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Deck:
    """A catalogue as far as it is asked for."""

    name: str
    hashes: tuple[str, ...]

    @property
    def hash(self) -> str:
        """The first."""
        return self.hashes[0]


HOUSE, MINE, COPY = Deck("tiny/house", ("11", "01")), Deck("tiny/mine", ("22",)), Deck("tiny/copy", ("11",))
FIRST = Deck("tiny/house", ("00",))


def header(catalogue: str, digest: str) -> Header:
    """The header of a record that was made with some cards."""
    return Header(
        record=RecordId("r"),
        game="tiny",
        ruleset="none",
        ruleset_hash="",
        catalogue=catalogue,
        catalogue_hash=digest,
        seats=(SeatKey("A"),),
        started=NOON,
    )


def test_a_catalogue_is_found_by_any_hash_of_its_cards() -> None:
    """Of two with the same cards the one of the record's name is taken; other cards are not known, whatever their name."""
    known = Catalogues(MINE, HOUSE, COPY)
    assert known.of(header("tiny/house", "01")) is HOUSE
    assert known.of(header("tiny/copy", "11")) is COPY
    assert known.of(header("tiny/house", "11")) is HOUSE
    assert known.of(header("tiny/forgotten", "22")) is MINE
    assert known.of(header("tiny/house", "33")) is None


def test_catalogues_are_read_when_one_is_asked_for() -> None:
    """And once, so that a program that needs no cards of a game does not wait for them; the server reads them at its start."""
    reads: list[str] = []

    def read_all() -> tuple[Deck, ...]:
        reads.append("read")
        return HOUSE, MINE

    known = Catalogues(read=read_all)
    assert reads == []
    assert (known.usual, known.of(header("tiny/mine", "22"))) == (HOUSE, MINE)
    known.read_now()
    assert reads == ["read"]


def test_a_former_catalogue_is_asked_for_once() -> None:
    """What was published before is fetched when a record names it, and kept."""
    asked: list[str] = []

    def former(digest: str) -> Deck | None:
        asked.append(digest)
        return FIRST if digest == "00" else None

    known = Catalogues(HOUSE, former=former)
    assert [known.of(header("tiny/house", digest)) for digest in ("11", "00", "00")] == [HOUSE, FIRST, FIRST]
    assert asked == ["00"]
    mine = known.with_usual(MINE)
    assert (mine.usual, mine.of(header("tiny/house", "11")), mine.of(header("tiny/house", "00"))) == (MINE, HOUSE, FIRST)


def plain(placed: Placed) -> object:
    """A placed value without its places."""
    match placed.value:
        case tuple():
            return [plain(one) for one in placed.value]
        case dict():
            return {key: plain(member.value) for key, member in placed.value.items()}
        case value:
            return value


NOW = """
catalogue: tiny/house
version: 3
languages: [en]
cards:
  - {name: ace, value: 11}
  - {name: king, value: 4}
  - {name: joker, value: 20}
"""
THEN = """
catalogue: tiny/house
version: 2
without: [joker]
cards:
  - {name: ace, value: 1}
  - {name: jack, value: 2}
"""


def test_an_earlier_version_is_the_later_one_with_what_was_otherwise() -> None:
    """Rows as they were take the places of those of today, later ones are left out, everything else is as it is now."""
    then = earlier(read(NOW, "now"), read(THEN, "then"))
    cards = [{"name": "ace", "value": 1}, {"name": "king", "value": 4}, {"name": "jack", "value": 2}]
    assert plain(then) == {"catalogue": "tiny/house", "version": 2, "languages": ["en"], "cards": cards}


def test_a_file_is_asked_for_its_name_whatever_is_in_it() -> None:
    """A text that is no catalogue has none."""
    assert [name_in(read(text, "x")) for text in (NOW, "catalogue: [1]", "- 1", "cards: []")] == ["tiny/house", "", "", ""]
