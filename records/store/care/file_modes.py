"""Makes a store's file accessible only to its owner: it holds closed hands, and the keys of the chains."""

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
    """Make a missing folder of a store, only for its owner; an existing one stays unchanged. Raises ``OSError``."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_file(path: Path) -> None:
    """Make a missing file, empty and only for its owner, whatever the umask; an existing one stays unchanged. Raises ``OSError``."""
    # A file that somebody else has made meanwhile is not opened: closing it would release this process's locks on it.
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def keep_to_owner(path: Path) -> None:
    """Make a store's file and SQLite's files beside it accessible only to the owner, and log it; only the owner can do so."""
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
