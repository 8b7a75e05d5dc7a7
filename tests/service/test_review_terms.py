"""Where play-outs of reviews are compiled."""

from __future__ import annotations

from pathlib import Path

import pytest

from records.service.reviews.terms import FOLDER, terms


def test_play_outs_are_compiled_in_the_users_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where nothing is said it is a folder of the user's cache."""
    monkeypatch.delenv(FOLDER)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert terms().folder == tmp_path / "kiebitz" / "playouts"


def test_the_environment_may_name_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder by name is taken; no name means that nothing is compiled."""
    monkeypatch.setenv(FOLDER, "/srv/playouts")
    assert terms(graded=True).folder == Path("/srv/playouts")
    monkeypatch.setenv(FOLDER, "")
    assert terms().folder is None
