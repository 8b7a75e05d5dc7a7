"""A card that is one of several is shown as what its viewer could know, whichever steps were looked at to say so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.faces import among
from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import open_store

if TYPE_CHECKING:
    from pathlib import Path

SEED = 43
"""A short game in which a slipped card stays one of two for a while and is then known, though nobody turned it over."""


def test_a_shown_card_is_at_each_step_what_its_viewer_could_know_then(tmp_path: Path) -> None:
    """Narrowed and not, it is the same as the answer to the question itself."""
    (new,) = simulate(library()["castle-rampage"], seed=SEED, games=1, ruleset="castle-rampage/yucata")
    narrowed = set()
    with GameBook(open_store(f"sqlite:///{tmp_path / 'castle.sqlite'}"), games=library()) as book:
        view = book.record(LOCAL, book.writing.add(LOCAL, new)[0].id, "A")
        for at in range(0, view.steps + 1, 3):
            told, shown, known = view.position(at).table.slots, view.shown(at).table.slots, view.knowledge(at).slots
            for slot, lying in told.items():
                several = not isinstance(lying.face, str) and bool(lying.face.among)
                assert shown[slot].face == (among(known[slot].candidates) if several else lying.face)
                narrowed |= {shown[slot].face != lying.face} if several else set()
    assert narrowed == {False, True}
