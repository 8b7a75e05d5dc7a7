"""A store for Python shells and notebooks: files are taken in, and a record's steps are walked as one of its seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Literal, overload

from importers import ImportOptions
from importers.storing import store_file
from records.service import GameBook
from web.pages.exports.picture import picture
from web.words.phrases import Printed, locale_of
from web.words.steps import step_lines
from web.words.texts import read_aloud

if TYPE_CHECKING:
    from records.core.ids import RecordId
    from records.core.viewers import Viewer
    from records.projections.timeline import Step
    from records.service import RecordView

Theme = Literal["light", "dark"]
Language = Literal["en", "de"]


def open_book(store: str | Path) -> GameBook:
    """Open the store at a database URL or in an SQLite file; a file that is not there is made.

    Raises ``StoreRefused`` for what is no store, or one of a newer version.
    """
    place = str(store)
    return GameBook.open(place if "://" in place else f"sqlite:///{place}")


def add_file(book: GameBook, file: str | Path) -> list[RecordId]:
    """Take in a file of any format and return its records; what the store holds already is not stored twice.

    Raises ``ImportRefused`` with the place and the reason, ``OSError`` for a file that cannot be read.
    """
    path = Path(file)
    return [stored.id for stored in store_file(book, book.keeper, path.read_bytes(), path.name, ImportOptions())]


def replay(book: GameBook, record: str, viewer: Viewer | str | None = None, language: Language = "en") -> Replay:
    """Return a record as one viewer saw it: a seat's key, a player's name, ``public`` or ``open``; without one the keeper's usual.

    ``record`` is an id or how it begins. Raises ``RecordNotFound``, and ``NotYours`` for a view that the keeper may not have.
    """
    return Replay(book.record(book.keeper, book.records.resolve(book.keeper, record), viewer), language)


class Replay(Sequence["ReplayStep"]):
    """The narrated steps of a record, from the first; a notebook shows its last board."""

    def __init__(self, view: RecordView, language: Language = "en") -> None:
        self.view, self.language = view, language
        self._steps = tuple(ReplayStep(view, step, language) for step in view.timeline.steps if not step.quiet)

    def __len__(self) -> int:
        return len(self._steps)

    @overload
    def __getitem__(self, nth: int) -> ReplayStep: ...
    @overload
    def __getitem__(self, nth: slice) -> tuple[ReplayStep, ...]: ...
    def __getitem__(self, nth: int | slice) -> ReplayStep | tuple[ReplayStep, ...]:
        return self._steps[nth]

    def _repr_html_(self) -> str:
        return _drawn(self.view, self.view.steps, self.language)


@dataclass(frozen=True, slots=True, repr=False)
class ReplayStep:
    """A step of a replay: as text its number and narration; a notebook shows the board after it."""

    view: RecordView
    step: Step
    language: Language

    @property
    def at(self) -> int:
        """The number of its event, counted from 1; the start is 0."""
        return self.step.version

    @property
    def text(self) -> str:
        """Its narration for the viewer, one sentence a line."""
        return "\n".join(step_lines(self.step, self.view.names, Printed(locale_of(self.language), self.view.faces)))

    def board(self, theme: Theme = "light") -> str:
        """Return the board after it as an SVG document."""
        return _drawn(self.view, self.at, self.language, theme)

    def __str__(self) -> str:
        return f"{self.at} {self.text}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"<p>{escape(str(self))}</p>{self.board()}"


def _drawn(view: RecordView, at: int, language: Language, theme: Theme = "light") -> str:
    with read_aloud(locale_of(language)):
        return picture(view, at, theme)
