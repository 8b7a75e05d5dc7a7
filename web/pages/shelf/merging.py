"""Two players' own files of one game, brought together in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from flask import url_for

from importers import read_file
from records.core.viewers import PUBLIC
from records.errors import ImportRefused, RecordsError, StoreRefused
from web.pages.shelf.upload import LARGEST_FILE, LONGEST_NAME, MEGABYTE
from web.words.texts import _, listing, number
from web.words.wording import seat_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from werkzeug.datastructures import FileStorage

    from importers import ImportOptions
    from importers.base import ImportedRecord
    from records.core.viewers import Caller
    from records.service import GameBook

TRUSTS = {"": None, "1": 0, "2": 1}
"""Which file is believed where they disagree, by what the form says."""
MOST_TOLD = 40
"""Places of disagreement that are listed."""


class ToldDifference(msgspec.Struct, frozen=True):
    """A place where the files disagree."""

    step: str
    """In words; "" where it is about no step."""
    place: str
    """As the program names it."""
    says: tuple[tuple[str, str], ...]
    """File and what it says."""


class MergeReport(msgspec.Struct, frozen=True, kw_only=True):
    """What became of the files."""

    path: str = ""
    """Where the new record is; "" where there is none."""
    title: str = ""
    differences: tuple[ToldDifference, ...] = ()
    more: int = 0
    """Further places that are not listed."""
    refused: str = ""
    """Why nothing could be brought together, as the program says it."""
    ours: bool = False
    """Whether that is in the reader's language."""


def merge(book: GameBook, caller: Caller, files: Sequence[FileStorage], trust: int | None, options: ImportOptions) -> MergeReport:
    """Bring two files together, each read with ``options``; where they disagree nothing is stored, unless one is trusted."""
    names = ["".join(sign for sign in file.filename or "" if sign.isprintable())[:LONGEST_NAME] for file in files]
    if len(files) != 2 or not all(names):  # noqa: PLR2004 -- a pair
        return MergeReport(refused=_("Choose two files of one game."), ours=True)
    contents = [file.stream.read(LARGEST_FILE + 1) for file in files]
    if any(len(data) > LARGEST_FILE for data in contents):
        return MergeReport(refused=_("A file may have up to %(n)s MB.", n=number(LARGEST_FILE // MEGABYTE)), ours=True)
    try:
        logs = [_one(book, data, name, options) for data, name in zip(contents, names, strict=True)]
        merged = book.writing.merge(caller, *logs, trust=trust)
    except ImportRefused as error:
        return MergeReport(refused=f"{error.name}: {error.problems[0]}")
    except StoreRefused:
        raise  # it is not the files' fault
    except RecordsError as error:
        return MergeReport(refused=str(error))
    told = tuple(
        ToldDifference(
            step=_("event %(n)s", n=number(one.version)) if one.version else "",
            place=one.place,
            says=tuple((names[which], text) for which, text in zip(one.logs, one.says, strict=True)),
        )
        for one in merged.disagreements
    )
    path = title = ""
    if merged.stored is not None:
        view = book.record(caller, merged.stored.id, PUBLIC)
        path, title = url_for("pages.replay", record=merged.stored.id), listing([seat_name(seat, view.names) for seat in view.header.seats])
    return MergeReport(path=path, title=title, differences=told[:MOST_TOLD], more=max(0, len(told) - MOST_TOLD))


def _one(book: GameBook, data: bytes, name: str, options: ImportOptions) -> ImportedRecord:
    found = read_file(book.games, data, name, options)
    if len(found) != 1:
        raise RecordsError(f"{name} holds {len(found)} records; a file to be brought together with another holds one")
    return found[0]
