"""The examples that come with the program, taken into a store: games, studies, and prepared disputes with their readings as claims."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from importers.base import ImportOptions
from importers.notation.puzzle_games import puzzle_game
from importers.notation.reading import text_of
from importers.storing import store_file
from importers.study_texts.reading import read_study_text, study_text_name
from records.service.cases.drafts import NewClaim, ReadingNamed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from records.core.viewers import Caller
    from records.service import GameBook

_HERE = Path(__file__).parent
FIRST: Final = ("castle-rampage-evening.jsonl", "regicide-disputes-three.jsonl", "creature-crush-together.jsonl")
"""Games that are stored before anybody looks: a short one of each kind."""
TWO_STEPS: Final = frozenset({"castle-rampage-slip-strengthens.kbz"})
"""Disputes that are about no single step: the readings count differently at one, and refuse another for it."""
EVERYBODY: Final = ("*",)


def examples() -> Path:
    """Return the folder of the examples: inside an installed program, else that of the checkout."""
    packed = _HERE / "examples"
    return packed if packed.is_dir() else _HERE.parent / "examples"


def first_steps(book: GameBook, caller: Caller) -> None:
    """Store the first games, so that there is something to look at. Raises as ``store_file``."""
    for name in FIRST:
        store_game(book, caller, examples() / "games" / name)


def other_steps(book: GameBook, caller: Caller) -> Iterator[Callable[[], None]]:
    """Yield what stores each of the other examples, short games first; what is there already stays as it is."""
    for folder, store in (("games", store_game), ("studies", store_study), ("disputes", store_dispute)):
        for path in sorted((examples() / folder).iterdir(), key=lambda one: (one.stat().st_size, one.name)):
            if path.name in TWO_STEPS:
                continue
            yield partial(store, book, caller, path)


def store_game(book: GameBook, caller: Caller, path: Path) -> None:
    """Store the records of a file."""
    store_file(book, caller, path.read_bytes(), path.name, ImportOptions())


def store_study(book: GameBook, caller: Caller, path: Path) -> None:
    """Write and publish the study of a text, unless it was written before."""
    data = path.read_bytes()
    if book.studies.was_written(caller, study_text_name(data, path)):
        return
    study, _ = book.studies.write_study(caller, read_study_text(book, caller, data, path))
    book.studies.publish_changes(caller, study.id)


def store_dispute(book: GameBook, caller: Caller, path: Path) -> None:
    """Store a rule puzzle as a record, and open a dispute about the step at which its readings part, in which each says what follows."""
    puzzle = puzzle_game(book.games, text_of(path.read_bytes()))
    (stored,) = book.writing.add(caller, puzzle.game)
    if book.cases.cases(caller, stored.id):
        return
    case = book.cases.open_case(caller, stored.id, puzzle.disputed, puzzle.question, to=EVERYBODY).id
    for reading in puzzle.readings:
        named = ReadingNamed(ruleset=reading.ruleset, switches=reading.switches)
        book.cases.make_claim(caller, case, NewClaim(party=reading.name, reading=named, says=reading.says), to=EVERYBODY)
