"""Files for other programs and for paper, through every eye: two games that differ only in cards that Ben alone was shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from records.core.viewers import LOCAL
from support.soaking import rest_soaked
from web.cli import kiebitz

if TYPE_CHECKING:
    from pathlib import Path

FORMS = ("notation", "sheet", "svg", "parquet")
"""Pixels are drawn from a drawing and nothing else, so one game's are looked at."""
WORLDS = ("castle_worlds", "regicide_worlds", "crush_worlds")


def _files(world: Any, viewer: str, form: str, folder: Path) -> list[bytes]:
    """Return what ``kiebitz export`` writes; a drawing at two steps."""
    steps = world.book.record(LOCAL, world.record, "public").steps
    moments: list[list[str]] = [[]]
    if form in {"svg", "png"}:
        moments = [["--at", f"e{steps * nth // 3}"] for nth in ((1, 3) if form == "svg" else (2,))]
    made = []
    for nth, moment in enumerate(moments):
        target = folder / f"{form}-{nth}"
        words = ["export", world.record, "--as", viewer, "--format", form, "-o", str(target), *moment, "--store", world.url]
        done = CliRunner().invoke(kiebitz, words)
        assert done.exit_code == 0, done.output
        made += [path.read_bytes() for path in (sorted(target.iterdir()) if target.is_dir() else [target])]
    return made


@pytest.mark.parametrize("game", rest_soaked(WORLDS))
def test_no_file_depends_on_cards_that_its_viewer_was_never_shown(game: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Every form is the same to the byte, whichever cards Ben really held; only a native file has seals, which are random.

    The comparison bites: Ben's own files do tell the two games apart, in every form that tells of cards.
    """
    worlds = request.getfixturevalue(game)
    for viewer in ("A", "public"):
        for form in (*FORMS, *(("png",) if game == WORLDS[0] else ())):
            first, second = (_files(world, viewer, form, _folder(tmp_path, nth)) for nth, world in enumerate(worlds))
            assert first == second, (viewer, form)
    for form in ("notation", "sheet", "svg", "parquet"):
        first, second = (_files(world, "B", form, _folder(tmp_path, nth)) for nth, world in enumerate(worlds))
        assert first != second, form


def _folder(path: Path, nth: int) -> Path:
    made = path / str(nth)
    made.mkdir(exist_ok=True)
    return made
