"""The drawn table of Castle Rampage, read from the printed rulebook's example and from games that played themselves."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from importers import read_file
from importers.base import ImportOptions
from records.core.ids import PileId, SeatKey, SlotId
from records.core.secret import ALL, secret
from records.core.shared import PileSet, PositionSet, SlotSet
from records.core.tables.hands import Hand
from records.core.viewers import LOCAL, sees
from records.service import Entry, GameBook, NewGame
from records.service.incoming import Exchanged
from records.service.library import library
from records.service.writing.simulation import simulate
from support import books
from support.card_names import card_drawn, card_name
from support.soaking import one_in, rest_soaked, shares

if TYPE_CHECKING:
    from collections.abc import Callable

    from bs4 import BeautifulSoup
    from flask.testing import FlaskClient

    Read = Callable[..., BeautifulSoup]

EXAMPLE = Path(__file__).parents[2] / "examples/games/castle-rampage-example-gate.jsonl"


book = books.shared


@pytest.fixture(scope="module")
def record(book: GameBook) -> str:
    """The printed example of the German text: 9 against 3, 4 and an Ogre with 6 in the Gate of B."""
    (twin,) = read_file(book.games, EXAMPLE.read_bytes(), EXAMPLE.name, ImportOptions())
    assert isinstance(twin, Exchanged)
    return book.writing.take_in(LOCAL, twin).id


@pytest.fixture(scope="module")
def played(book: GameBook) -> str:
    """A game that played itself, 269 events long."""
    return book.writing.add(LOCAL, *simulate(library()["castle-rampage"], seed=9, games=1, ruleset="castle-rampage/plain"))[0].id


def tallies(page: BeautifulSoup) -> list[tuple[str, str]]:
    """Return the strength that arrives at each card, and when."""
    return [(str(tally["data-when"]), tally.get_text()) for tally in page.select(".tally")]


@pytest.mark.parametrize(
    ("at", "line", "shown"),
    one_in(
        3,
        [
            (3, "9 strong, against the Gate of", [("now", "9"), ("next", "≤8")]),
            (4, "9 against Axe Man (3)", [("now", "9"), ("next", "6"), ("next", "≤5")]),
            (5, "6 left, Axe Man (3) has fallen", [("past", "9\u22123"), ("now", "6"), ("next", "≤5")]),
            (7, "2 left, Knight (4) has fallen", [("past", "9\u22123"), ("past", "6\u22124"), ("now", "2"), ("next", "≤1")]),
            (8, "2 against Ogre (6)", [("past", "9\u22123"), ("past", "6\u22124"), ("now", "2")]),
            (9, "2 not enough: Ogre (6) holds", [("past", "9\u22123"), ("past", "6\u22124"), ("now", "2")]),
        ],
    ),
)
def test_the_strength_counts_down_along_the_wall(read: Read, record: str, at: int, line: str, shown: list[tuple[str, str]]) -> None:
    """Under each defender stands the strength that arrives; ahead of the fight as far as a spectator can say, and not further."""
    page = read(f"/records/{record}?at={at}&as=public")
    words = page.select_one(".attack .left")
    assert words is not None
    assert line in " ".join(words.get_text(" ", strip=True).split())
    assert tallies(page) == shown


def test_fallen_cards_lie_broken_until_the_attack_ends(read: Read, record: str) -> None:
    """A fallen card keeps its place and is not counted in its pile; the card in the fight bears the ring; with the attack all this ends."""
    page = read(f"/records/{record}?at=8&as=public")
    gate = page.select(".side[data-far] .pile[data-edge=portcullis] .card")
    assert [(card.has_attr("data-fell"), card.has_attr("data-now")) for card in gate] == [
        (True, False),
        (True, False),
        (False, True),
        (False, False),
    ]
    heading = page.select_one(".side[data-far] .pile[data-edge=portcullis] h3 b")
    assert heading is not None
    assert heading.get_text() == "2"
    after = read(f"/records/{record}?at=10&as=public")
    assert not after.select("[data-fell], [data-now], .tally, .sum")


def test_a_defender_that_held_is_known_to_all(read: Read, record: str) -> None:
    """The Ogre that held lies closed again, and everybody knows it: the spectator without, the seats with the other side's red eye."""
    for viewer, eye in (("public", False), ("A", True), ("B", True)):
        page = read(f"/records/{record}?at=11&as={viewer}")
        known = page.select('.pile[data-edge=portcullis] .card[data-face="known"]')
        ogre = next((card for card in known if "Ogre" in card_name(card)), None)
        assert ogre is not None, viewer
        assert (ogre.select_one(".seal.other") is not None) == eye, viewer
        assert ogre.select_one(".seal.me") is not None


@pytest.mark.parametrize("every", shares(120, 40))
@pytest.mark.parametrize(("first", "viewer"), rest_soaked([(0, "A"), (1, "B"), (2, "public"), (3, "open")], keep=2))
def test_the_board_shows_what_the_viewer_may_know_and_no_more(  # noqa: PLR0917 -- a case and what it reads
    read: Read, book: GameBook, played: str, first: int, viewer: str, every: int
) -> None:
    """At one step in so many each pile and hand is drawn with its count, and a face for exactly the cards that this viewer was shown."""
    full = book.record(LOCAL, played, "open")
    eyes = full.viewer if viewer == "open" else book.record(LOCAL, played, viewer).viewer
    for at in range(10 * first, full.steps + 1, every):
        table = full.position(at).table
        page = read(f"/records/{played}?at={at}&as={viewer}")
        shown = {str(card["data-slot"]): card for card in page.select(".pile .card[data-slot]") if not card.has_attr("data-fell")}
        lying = {slot: it for slot, it in table.slots.items() if not it.pile.startswith("display")}
        assert set(shown) == set(lying)
        for slot, it in lying.items():
            known = "up" if it.up else "known" if sees(eyes, it.known_to) else "down"
            assert shown[slot]["data-face"] == known, (at, slot)
        for seat in full.header.seats:
            hand = page.select(f'[data-place="hand-{seat}"] .card')
            count = table.hands.get(seat, Hand()).count
            assert len(hand) == count
            assert all(card["data-face"] != "down" for card in hand) == (viewer in (seat, "open") or not count)


@pytest.mark.parametrize("every", shares(320, 80))
def test_the_red_eye_marks_what_the_other_side_was_shown(read: Read, book: GameBook, played: str, every: int) -> None:
    """A closed card bears the red eye where the other side was shown it, on both sides; nobody but a seat sees one."""
    full = book.record(LOCAL, played, "open")
    for at in range(40, full.steps + 1, every):
        slots = {slot: it for slot, it in full.position(at).table.slots.items() if not it.up}
        for viewer, other in (("A", "B"), ("B", "A"), ("public", ""), ("open", "")):
            page = read(f"/records/{played}?at={at}&as={viewer}")
            marked = {str(card["data-slot"]) for card in page.select(".card[data-slot]:has(> .seal.other)")}
            assert marked == ({slot for slot, it in slots.items() if sees(other, it.known_to)} if other else set()), (at, viewer)


def test_equal_permanents_are_drawn_once(read: Read, book: GameBook) -> None:
    """Two equal cards of a display are one drawing that says so, in its name too, and count as two."""
    castle = library()["castle-rampage"]
    squires = tuple(
        SlotSet(slot=SlotId(f"s1.{n}"), card=secret(card, to=ALL), up=True) for n, card in enumerate(("squire", "digger", "squire"))
    )
    laid = PositionSet(piles=(PileSet(pile=PileId("display:B"), slots=squires),), counters=(("active", "B"), ("turn", 3)))
    started = datetime(2026, 11, 21, tzinfo=UTC)
    seats, names = (SeatKey("A"), SeatKey("B")), {"A": "Ana", "B": "Ben"}
    edition = castle.rules.edition("castle-rampage/plain")
    entries = [Entry(at=started, event=laid)]
    game = book.writing.add(LOCAL, NewGame(game=castle.name, seats=seats, names=names, started=started, entries=entries, **edition))[0].id
    page = read(f"/records/{game}?at=1&as=B")
    heading = page.select_one(".strip:has(.times) h3")
    assert heading is not None
    assert heading.get_text().split()[:2] == ["Display", "3,"]
    twice = page.select_one(".strip .card:has(> .times)")
    assert twice is not None
    assert " 2 times " in card_name(twice)
    assert "2\u00d7" in twice.get_text()


def test_the_viewer_sits_below(read: Read, played: str) -> None:
    """The viewer's seat is the lower one; a spectator sees the first seat below."""
    for viewer, below in (("A", "1"), ("B", "2"), ("public", "1"), ("open", "1")):
        sides = read(f"/records/{played}?at=30&as={viewer}").select(".side")
        assert [side.has_attr("data-far") for side in sides] == [True, False]
        assert sides[1]["data-seat"] == below


def test_cards_bear_their_titles_in_the_readers_language(read: Read, record: str) -> None:
    """Narration, board, lists and names of controls say the card's title, German in German, and nowhere its name in the catalogue."""
    page = read(f"/records/{record}?at=5&as=open&lang=de")
    words = page.get_text(" ") + " ".join(str(element["aria-label"]) for element in page.select("[aria-label]"))
    assert "Axtkämpfer (3)" in words
    assert "Angriffsplan" in words
    assert "Deine" not in words, "a spectator owns nothing"
    assert "axe-man" not in words
    assert "Tor von Beatrix, Karte 1" in words or "Tor von" in words


def test_a_closed_card_tells_its_hint_in_its_name_only(read: Read, played: str) -> None:
    """What a card is not stands in the accessible name: at the start nobody has a purple card under Gate or Castle."""
    page = read(f"/records/{played}?at=30&as=A")
    closed = [card for card in page.select('.side[data-far] .pile .card[data-face="down"]') if "no purple card" in card_name(card)]
    assert closed
    assert all(card_drawn(card) == "" for card in closed)
    assert all(f"/slots/{card['data-slot']}?" in str(card["href"]) for card in closed)


def test_a_leaf_tells_a_card_whole(read: Read, record: str) -> None:
    """The card's page shows text, every value with who says so, and marks house values as such."""
    page = read(f"/records/{record}/cards/dragon?as=A")
    rows = {row.th.get_text(): row.select("td")[1].get_text(" ", strip=True) for row in page.select("tbody tr") if row.th}
    assert rows["Gate"].startswith("PG, PGE, DE, EN")
    assert "house value" not in rows["Castle"]
    knight = read(f"/records/{record}/cards/knight?as=A")
    assert "house value" in knight.get_text()
    assert page.select_one(".text") is not None
    assert ["may change this number" in told.get_text() for told in (page, knight)] == [False, True]


def test_a_place_is_listed_as_its_viewer_knows_it(read: Read, record: str) -> None:
    """The list of a pile has a row a card, top first; what the viewer does not know is closed there too."""
    page = read(f"/records/{record}/places/gate:B?at=11&as=public")
    rows = [row.get_text(strip=True) for row in page.select(".rows span:has(> .card) + span")]
    assert rows[0].startswith("Ogre, Gate 6, Castle 6; face down, known to all")
    assert rows[1].startswith("face down, not known")
    assert len(rows) == 2


@pytest.mark.parametrize(
    "address", ["places/gate:C?at=2", "places/nowhere?at=2", "cards/nobody", "cards/knight+knight", "steps/99", "places/draw?at=99"]
)
def test_what_is_not_there_is_refused(client: FlaskClient, record: str, address: str) -> None:
    """A place, card or step that the record does not have is a page that says so."""
    answer = client.get(f"/records/{record}/{address}")
    assert answer.status_code == 404
    assert "<h1>Nothing found here</h1>" in answer.text


@pytest.mark.parametrize("viewer", rest_soaked(["A", "B", "public", "open"]))
def test_a_step_has_the_regions_of_its_page(client: FlaskClient, read: Read, played: str, viewer: str) -> None:
    """What the script fetches for a step holds every region of the whole page, with the same content."""
    for at in (0, 31, 120, 269):
        whole = read(f"/records/{played}?at={at}&as={viewer}")
        step = read(f"/records/{played}/steps/{at}?as={viewer}")
        regions = {str(region["id"]): region.get_text(" ", strip=True) for region in whole.select("[data-region]")}
        assert regions == {str(region["id"]): region.get_text(" ", strip=True) for region in step.select("[data-region]")}
        assert whole.title is not None
        assert step.title is not None
        assert whole.title.get_text() == step.title.get_text()
