"""The terms on which records are reviewed here."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_cache_path

from records.review.playing import Terms

FOLDER = "KIEBITZ_PLAYOUTS"
"""The environment variable that names the folder of compiled play-outs; if it is empty, none are compiled."""


def terms(*, graded: bool = False) -> Terms:
    """Return the terms of this process; compiled play-outs change how many are affordable, never the result of one."""
    return Terms(graded=graded, folder=playouts_folder())


def playouts_folder() -> Path | None:
    """Return where play-outs are compiled: ``~/.cache/kiebitz/playouts`` on Linux, unless the environment says otherwise."""
    named = os.environ.get(FOLDER)
    if named is None:
        return user_cache_path("kiebitz", appauthor=False) / "playouts"
    return Path(named) if named else None
