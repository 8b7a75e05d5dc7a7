"""Two players' own texts of one game become one record of all that both saw."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from importers import ImportOptions, read_file
from importers.notation.exporting import notation_of
from records.core.events import Event
from records.core.faces import UNKNOWN
from records.core.secret import Sealed, Secret
from records.core.viewers import LOCAL, OPEN
from records.service import GameBook
from records.service.library import library
from records.service.viewing import RecordView
from records.service.writing.simulation import simulate


@pytest.fixture
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameBook]:
    """A shelf."""
    with GameBook.open(f"sqlite:///{tmp_path_factory.mktemp('merged')}/a.db") as opened:
        yield opened


def undated(text: str) -> str:
    """Return a text as somebody writes it who notes neither time nor record."""
    return re.sub(r"^\[(Date|Record) .*\n", "", text, flags=re.MULTILINE)


def seen_by_somebody(view: RecordView) -> list[Event]:
    """Return the events of a record without the cards that nobody at the table was shown, and without what binds them to its chain."""

    def visit(_path: str, part: Secret | Sealed) -> Secret | Sealed:
        if isinstance(part, Sealed):
            return Sealed(part.known_to, part.body)
        return Secret(part.faces if part.known_to else (UNKNOWN,) * len(part.faces), part.known_to, part.hint, part.ordered)

    return [view.game.parts.map(one.event, visit) for one in view.events]


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name, game in library().items() if game.simulation is not None])
def test_two_seats_texts_merge_to_what_both_saw(book: GameBook, name: str) -> None:
    """All that lay hidden from one alone is there, what nobody saw is not, and each seat's text is what it was."""
    (new,) = simulate(library()[name], seed=4, games=1, players=2)
    record = book.writing.add(LOCAL, new)[0].id
    texts = {seat: undated(notation_of(book.record(LOCAL, record, seat)).text) for seat in "AB"}
    logs = [read_file(book.games, text.encode(), f"{seat}.kbz", ImportOptions())[0] for seat, text in texts.items()]
    merged = book.writing.merge(LOCAL, *logs)
    assert merged.disagreements == ()
    assert merged.stored is not None
    for seat, text in texts.items():
        assert undated(notation_of(book.record(LOCAL, merged.stored.id, seat)).text) == text
    whole, both = (seen_by_somebody(book.record(LOCAL, one, OPEN)) for one in (record, merged.stored.id))
    assert both == whole


def test_a_card_that_two_texts_tell_otherwise_is_named(book: GameBook) -> None:
    """With what each says."""
    headers = '[Game "castle-rampage"]\n[Ruleset "castle-rampage/house"]\n[Seats "A B"]\n[Begins "A"]\n\n'
    deal = headers + "start\n  > A: %s\n  > B: %s\n   castle %s\n"
    anna = deal % ("archer house-ram knight*2 last-resort", "?*5", "archer")
    ben = deal % ("?*5", "digger giant house-raider knight summoner", "cook")
    logs = [read_file(book.games, text.encode(), "x.kbz", ImportOptions())[0] for text in (anna, ben)]
    merged = book.writing.merge(LOCAL, *logs)
    assert merged.stored is None
    assert any({"archer", "cook"} <= set(re.findall(r"[a-z-]+", " ".join(one.says))) for one in merged.disagreements)
