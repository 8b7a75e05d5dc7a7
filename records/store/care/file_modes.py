"""A store's file is for its owner alone: it holds hands that are closed, and the keys of the chains."""

from __future__ import annotations

import logging
import os
import stat
from contextlib import suppress
from pathlib import Path

log = logging.getLogger(__name__)
BESIDE = ("-wal", "-shm")
"""Files of SQLite beside it; new ones take its mode."""
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def make_folder(folder: Path) -> None:
    """Make the folder of a store for its owner alone, where there is none; one that is there stays as it is. Raises ``OSError``."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_file(path: Path) -> None:
    """Make an empty file for its owner alone, whatever the mask says; one that is there stays as it is. Raises ``OSError``."""
    # A file that somebody else has made meanwhile is not opened: closing it would take this process's locks on it away.
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def keep_to_owner(path: Path) -> None:
    """Take a store's file, and what lies beside it, away from everybody but its owner, and say so; only the owner changes anything."""
    if os.name != "posix":
        return
    for one in (path, *(Path(f"{path}{ending}") for ending in BESIDE)):
        try:
            mode = stat.S_IMODE(one.stat().st_mode)
            if mode & _OTHERS:
                one.chmod(mode & ~_OTHERS)
                log.warning(
                    "%s was open to others on this machine, mode %o; it is for its owner alone now, mode %o", one, mode, mode & ~_OTHERS
                )
        except OSError:
            continue  # it is not there, or not ours
