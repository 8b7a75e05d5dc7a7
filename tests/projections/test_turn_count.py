"""The turns of a log, counted without a word while it is folded."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from importers import ImportOptions, read_file
from records.core.events import Recorded
from records.core.viewers import LOCAL
from records.core.wording.acting import acting, nobody, own_seat, untold
from records.core.wording.narration import Narration
from records.core.wording.narrator import Narrator
from records.service import Exchanged, GameBook
from records.service.library import library
from records.service.writing.record_builder import header_of
from records.service.writing.simulation import simulate
from records.store import open_store
from records.values import replace
from support.laws.games.hollow import make
from support.laws.line_laws import shelf_counts_what_is_told
from support.laws.sample import Sample
from support.mini_game import HOLLOW
from support.mini_game.events import TurnBegan
from support.soaking import one_in

if TYPE_CHECKING:
    from records.core.ids import SeatKey
    from records.core.wording.acting import Acts
    from records.core.wording.narration import Moment

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "games").glob("*.[jk]*[lz]"))


@pytest.mark.parametrize("path", one_in(16, EXAMPLES), ids=lambda path: path.stem)
def test_every_example_is_counted_as_it_is_told(path: Path) -> None:
    """Turns, seats, steps and outcome of the shelf are those of the public's timeline."""
    for new in read_file(library(), path.read_bytes(), path.name, ImportOptions()):
        if isinstance(new, Exchanged):
            header, log = new.header, new.log
        else:
            header = header_of(new)
            log = [Recorded(version, version, entry.at, "", entry.event) for version, entry in enumerate(new.entries, 1)]
        game = library()[header.game]
        shelf_counts_what_is_told(Sample(game, header, game.brought_up(header, log)))


def test_a_game_that_is_added_has_the_row_of_its_public_log(tmp_path: Path) -> None:
    """What was counted while it was checked is what the check of the store makes of the whole record."""
    with GameBook(open_store(f"sqlite:///{tmp_path}/added.db"), games=library()) as book:
        book.writing.add(LOCAL, *simulate(library()["regicide"], seed=3, games=1))
        assert list(book.records.verify(LOCAL)) == []


@pytest.mark.parametrize("acts", [own_seat, nobody, untold])
def test_the_law_finds_a_row_that_is_not_what_its_words_say(acts: Acts) -> None:
    """Whoever is said to act in a turn's first step, and whether it is told, has to be what the words say."""
    sample = make("plain", 1, 20)

    @acting(acts)
    def told(moment: Moment[Any], _event: Any) -> Narration:
        seat: SeatKey | None = moment.before.active
        return Narration(seat=next(other for other in sample.header.seats if other != seat))

    game = replace(HOLLOW, narrate=Narrator({**HOLLOW.narrate.words, TurnBegan: told}))  # type: ignore[attr-defined]  # it is one
    with pytest.raises(AssertionError, match="up to"):
        shelf_counts_what_is_told(replace(sample, game=game))


def test_a_game_of_which_only_the_words_tell_who_acts_is_not_counted() -> None:
    """A row that does not say who acts leaves the whole game to its narration."""
    words = HOLLOW.narrate.words  # type: ignore[attr-defined]  # it is one
    assert replace(HOLLOW, narrate=Narrator({**words, TurnBegan: lambda _moment, _event: Narration()})).acts is None
    assert library()["observed"].acts is None
