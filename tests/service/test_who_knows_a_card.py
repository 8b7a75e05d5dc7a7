"""Who knows this card? Asked in a chapter, with a key that the chapter's own eyes prove, or none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from importers.base import ImportOptions
from importers.storing import store_file
from records.core.ids import SeatKey
from records.core.viewers import LOCAL, OPEN, PUBLIC, Viewer
from records.errors import MalformedCommand
from records.service import GameBook
from records.service.chapters.drafts import NewChapter
from records.service.chapters.knowing import who_knows
from records.studies.chapters.events import AskKnows

if TYPE_CHECKING:
    from collections.abc import Iterator

SECRETS = Path(__file__).parents[2] / "examples" / "games" / "castle-rampage-secrets.jsonl"
A, B = SeatKey("A"), SeatKey("B")
AT = 18
OUT, SEES, CANNOT = "can work it out", "sees it", "cannot"


@pytest.fixture(scope="module")
def book() -> Iterator[GameBook]:
    """A book of its own."""
    with GameBook.open("sqlite:///:memory:") as opened:
        yield opened


@pytest.fixture(scope="module")
def game(book: GameBook) -> str:
    """A game in which a peek and a discard tell more than was shown."""
    return store_file(book, LOCAL, SECRETS.read_bytes(), SECRETS.name, ImportOptions())[0].id


def told(book: GameBook, game: str, eyes: Viewer, place: str, *seats: str, at: int = AT) -> dict[str, str] | None:
    """What each seat knows by that viewer's log, None where it proves nothing."""
    try:
        return dict(who_knows(book.record(LOCAL, game, eyes).seen, AskKnows(place=place, seats=seats), at))
    except MalformedCommand as error:
        if "does not prove" in str(error):
            return None
        raise


@pytest.mark.parametrize(
    ("eyes", "place", "true"),
    [
        (OPEN, "s18", {"A": OUT, "B": SEES}),
        (PUBLIC, "s18", {"A": OUT, "B": SEES}),
        (OPEN, "s2", {"A": SEES, "B": OUT}),
        (B, "s2", {"A": SEES, "B": OUT}),
        (A, "s2", None),
        (PUBLIC, "s2", None),
        (OPEN, "s1", {"A": SEES, "B": CANNOT}),
        (B, "s1", {"A": SEES, "B": CANNOT}),
        (A, "s1", None),
    ],
)
def test_the_key_is_what_those_eyes_prove(book: GameBook, game: str, eyes: Viewer, place: str, true: dict[str, str] | None) -> None:
    """The open table tells of every seat; others of whom a card was shown to, of themselves, and of what all can work out."""
    assert told(book, game, eyes, place) == true
    if true is None:
        assert told(book, game, eyes, place, "A") == {"A": SEES}


def test_what_narrower_eyes_prove_is_so(book: GameBook, game: str) -> None:
    """No answer through a seat's or the public's eyes differs from the one at the open table."""
    places = [place for place, slot in book.record(LOCAL, game, OPEN).position(AT).table.slots.items() if not slot.up]
    for place in places:
        for seat in (A, B):
            true = told(book, game, OPEN, place, seat)
            assert true is not None
            assert all(told(book, game, eyes, place, seat) in (None, true) for eyes in (A, B, PUBLIC))


def test_it_is_asked_in_a_chapter_and_published_with_its_key(book: GameBook, game: str) -> None:
    """A chapter of which its eyes prove nothing is refused, and so are a place and a seat that are not there, or twice."""
    study = book.studies.open_study(LOCAL, "Secrets").id

    def add(eyes: str, task: AskKnows) -> None:
        book.studies.add_chapter(LOCAL, study, NewChapter(title="?", record=game, last=AT, viewer=eyes, task=task))

    for eyes, task, why in (
        ("A", AskKnows(place="s2"), "A was shown up to event 18 does not prove whether seat B can tell the card at s2"),
        ("open", AskKnows(place="s999"), "'s999' is no card on the table after event 18"),
        ("open", AskKnows(place="s2", seats=("Z",)), "'Z' is no seat"),
        ("open", AskKnows(place="s2", seats=("B", "B")), "asked twice"),
    ):
        with pytest.raises(MalformedCommand, match=why):
            add(eyes, task)
    add("open", AskKnows(place="s2", seats=("B", "A")))
    key = book.studies.publish_study(LOCAL, study).chapters[0].key
    assert key is not None
    assert key.knows == (("A", SEES), ("B", OUT))
