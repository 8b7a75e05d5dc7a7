"""Where files come from: single ones, folders, and zip files, opened one after the other and never all at once."""

from __future__ import annotations

import os
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final

import msgspec

from records.errors import ImportRefused, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")
MOST_MEMBERS: Final = 100_000
LARGEST_MEMBER: Final = 256 * 1024 * 1024
"""Bytes of a file in a zip file, unpacked."""
MOST_TIMES: Final = 200
"""How many times its own size a zip file may be, unpacked; logs are 10 to 40 times smaller when they are packed."""
ALWAYS: Final = 64 * 1024 * 1024
"""Bytes that a zip file may hold whatever its size."""
_NOBODYS = ("Thumbs.db", "desktop.ini")
"""What other programs put into folders and zip files."""
_CHUNK = 1 << 20


class FileSource(msgspec.Struct, frozen=True):
    """A file to be read."""

    name: str
    """As it is shown: ``logs.zip/2024/a.json``."""
    path: str
    """The file, or the zip file that it is in."""
    member: str = ""
    """Its name in the zip file."""
    refused: str = ""
    """Why it cannot be read at all, "" where nothing is known against it."""
    inside: bool = False
    """Whether it was found in a folder that was named, not named itself."""

    def read(self, most: int = LARGEST_MEMBER) -> bytes:
        """Return what is in it; raises ``ImportRefused``, for a file of a zip file too that is larger than ``most`` bytes unpacked."""
        if self.refused:
            raise ImportRefused(self.name, Problem(reason=self.refused))
        try:
            return _unpacked(self.path, self.member, most) if self.member else Path(self.path).read_bytes()
        except (OSError, EOFError, zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, ValueError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
            raise ImportRefused(self.name, Problem(reason=f"cannot be read: {reason}")) from None


def sources(path: str) -> Iterator[FileSource]:
    """Yield the files that ``path`` names: itself, all that is in a folder, all that is in a zip file, each in the order of names.

    Hidden files are passed over, and links in folders are not followed. What in a zip file cannot be read safely comes with the reason.
    """
    if Path(path).is_dir():
        for folder, folders, files in os.walk(path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(files):
                file = Path(folder) / name
                if not _ignored(name) and not file.is_symlink():
                    yield from _one(str(file), inside=True)
        return
    yield from _one(path, inside=False)


def _one(path: str, *, inside: bool) -> Iterator[FileSource]:
    if not is_zip(path):
        yield FileSource(path, path, inside=inside)
        return
    try:
        with zipfile.ZipFile(path) as packed:
            members = packed.infolist()
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError) as error:
        yield FileSource(path, path, refused=f"this is no zip file that can be read: {error}")
        return
    if wrong := _too_much(path, members):
        yield FileSource(path, path, refused=wrong)
        return
    seen: set[str] = set()
    for member in sorted(members, key=lambda member: member.filename):
        if member.filename.endswith("/") or _ignored(member.filename):
            continue
        reason = f"{member.filename!r} is twice in it" if member.filename in seen else _unsafe(member)
        seen.add(member.filename)
        yield FileSource(f"{path}/{member.filename}", path, member.filename, reason, inside=True)


def is_zip(path: str) -> bool:
    """Whether a file is a zip file, by its first bytes; a pipe, which can be read but once, is none."""
    if not Path(path).is_file():
        return False
    try:
        with Path(path).open("rb") as file:
            return file.read(4) in ZIP_MARKS
    except OSError:
        return False


def _too_much(path: str, members: list[zipfile.ZipInfo]) -> str:
    if len(members) > MOST_MEMBERS:
        return f"it holds {len(members)} files; at most {MOST_MEMBERS} are read from one zip file"
    size, whole = Path(path).stat().st_size, sum(member.file_size for member in members)
    if whole > max(ALWAYS, MOST_TIMES * size):
        return f"it is {size} bytes and would be {whole} unpacked, more than {MOST_TIMES} times as many: this is no honest zip file"
    return ""


def _unsafe(member: zipfile.ZipInfo) -> str:
    """Return why a file in a zip file is not read, "" where it is; nothing is ever unpacked to a disk, so a name only could mislead."""
    name = member.filename
    parts = PurePosixPath(name.replace("\\", "/"))
    if not name or parts.is_absolute() or ".." in parts.parts or "\\" in name or ":" in name.split("/", 1)[0] or not name.isprintable():
        return "its name leads out of the zip file, or is no name of a file"
    if member.flag_bits & 1:
        return "it is encrypted"
    if member.file_size > LARGEST_MEMBER:
        return f"it would be {member.file_size} bytes unpacked; at most {LARGEST_MEMBER} are read"
    return ""


def _unpacked(path: str, name: str, limit: int) -> bytes:
    """Return a file of a zip file; raises ``ValueError`` for one that is larger than ``limit`` or than it says, or a zip file itself."""
    with zipfile.ZipFile(path) as packed, packed.open(name) as file:
        most = packed.getinfo(name).file_size
        if most > limit:
            raise ValueError(f"it would be {most} bytes unpacked; at most {limit} are read here")
        parts, length = [], 0
        while part := file.read(_CHUNK):
            length += len(part)
            if length > most:
                raise ValueError("it is larger than the zip file says")
            parts.append(part)
    data = b"".join(parts)
    if data[:4] in ZIP_MARKS:
        raise ValueError("a zip file in a zip file is not opened; unpack it first")
    return data


def _ignored(name: str) -> bool:
    hidden = any(part.startswith(".") and not part.startswith("..") for part in name.split("/"))
    return hidden or name.startswith("__MACOSX/") or name.endswith(_NOBODYS)
