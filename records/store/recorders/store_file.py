"""The file of a SQLite store: the one that was opened, not another one that has replaced it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from records.errors import StoreMissing


@dataclass(frozen=True, slots=True)
class StoreFile:
    """An existing file, identified by its number in the file system.

    SQLite continues to write into a file that was deleted or moved away, and those writes are lost.
    """

    path: Path
    known: tuple[int, int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "known", self._number())

    def check(self) -> None:
        """Raise StoreMissing unless the file of this path is still the one that was opened."""
        if self._number() != self.known:
            raise StoreMissing(f"another file lies at {self.path} now than the one that was opened; open the store anew")

    def _number(self) -> tuple[int, int]:
        try:
            found = self.path.stat()
        except FileNotFoundError:
            raise StoreMissing(f"there is no file {self.path}; if it was there before, somebody took it away") from None
        return found.st_dev, found.st_ino
