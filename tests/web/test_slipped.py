"""A card that slipped under a Gate is shown as what its viewer knows of it: on the board, in its pile and on its own page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from records.core.viewers import LOCAL
from records.service import GameBook, NewGame
from records.service.incoming import Entry
from records.service.library import library
from records.store import open_store
from support.card_names import card_name
from support.castle import CASTLE, NOON, Table, end, given, strengthen
from support.castle_powers import slip, use

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bs4 import BeautifulSoup

    Read = Callable[..., BeautifulSoup]

RULES = "castle-rampage/house"


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """A book with all games, on a store of its own."""
    with GameBook(open_store(f"sqlite:///{tmp_path / 'castle.sqlite'}"), games=library()) as opened:
        yield opened


def stored(book: GameBook, table: Table) -> str:
    """The record of a table, of Ana and Ben."""
    entries = [Entry(at=recorded.at, event=recorded.event, cause=recorded.cause) for recorded in table.log]
    names = dict(zip(table.header.seats, ("Ana", "Ben"), strict=True))
    new = NewGame(game=CASTLE.name, seats=table.header.seats, names=names, started=NOON, entries=entries, **CASTLE.rules.edition(RULES))
    return book.writing.add(LOCAL, new)[0].id


def told(read: Read, record: str, nth: int, at: int, eyes: str) -> set[str]:
    """What the ``nth`` card of B's Gate is said to be: on the board, in the pile's list and, without another lens, on its own page."""
    where, place = f"at={at}&as={eyes}", "Your Gate" if eyes == "B" else "Gate of Ben"
    pages = read(f"/records/{record}?{where}"), read(f"/records/{record}/places/gate:B?{where}")
    found = [next(card for card in page.select(".card") if card_name(card).startswith(f"{place}, card {nth}: ")) for page in pages]
    words = [card_name(card).partition(f", card {nth}: ")[2] for card in found]
    if "&" not in eyes:
        words.append(read(str(found[0]["href"])).select("article .fine")[0].get_text())
    return {word.removeprefix("face down, ").partition(",")[0].partition(";")[0] for word in words}


@pytest.mark.soak
def test_a_slipped_card_is_shown_as_what_its_viewer_knows(read: Read, book: GameBook) -> None:
    """With all Spies in sight it is the Saboteur for whoever sees them, and one of two for all others; as then at every step."""
    table = given(rules=RULES, hand_A="saboteur", discard="spy spy", hand_B="", gate_B="medic", draw="spy archer giant")
    slipped = table.when(slip("saboteur"))
    drawn = slipped.when(end(), ["spy"], ["archer"])
    record, then, now = stored(book, drawn), len(slipped.log), len(drawn.log)
    assert told(read, record, 2, now, "B") == {"Saboteur"}
    assert told(read, record, 2, then, "B") == told(read, record, 2, now, "public") == {"Saboteur or Spy"}
    assert told(read, record, 2, now, "A") == {"Saboteur"}


def test_the_online_table_names_a_slipped_card_by_its_own_memory(read: Read, book: GameBook) -> None:
    """As soon as every Spy is in sight; and what it named once it does not forget with the hand in which it saw the last of them."""
    table = given(rules=RULES, hand_A="saboteur robber squire", discard="spy spy", hand_B="", gate_B="spy ogre").when(slip("saboteur"))
    robbed = table.when(use("robber"))
    forgot = robbed.when(strengthen("squire", "gate:A"))
    record = stored(book, forgot)
    places = [(3, len(table.log)), (2, len(robbed.log)), (2, len(forgot.log))]
    found = [told(read, record, nth, at, "public&memory=table") for nth, at in places]
    assert found == [{"Saboteur or Spy"}, {"Saboteur"}, {"Saboteur"}]
