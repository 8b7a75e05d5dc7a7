"""GameBook: opens a store and holds the desks that the outside calls (design/architecture: The way of a command)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from records.core.viewers import LOCAL, OPERATOR, Caller
from records.errors import RecordsError
from records.service.classes.joining import ClassDoor
from records.service.desks.access import AccessDesk
from records.service.desks.cases import CaseDesk
from records.service.desks.classes import ClassDesk
from records.service.desks.jobs import JobDesk
from records.service.desks.learning import LearningDesk
from records.service.desks.notes import NoteDesk
from records.service.desks.people import PeopleDesk
from records.service.desks.pruning import PruningDesk
from records.service.desks.records import RecordDesk
from records.service.desks.retelling import RetellingDesk
from records.service.desks.reviews import ReviewDesk
from records.service.desks.studies import StudyDesk
from records.service.desks.writing import WritingDesk
from records.service.kinds import Streams
from records.service.library import library
from records.service.memory import USUAL, KeptMemory, Memory
from records.service.office import Office
from records.service.pieces import LogPieces
from records.store import open_store, restore

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from records.core.game import Game
    from records.core.position import Command
    from records.core.viewers import Viewer
    from records.service.access import Policy
    from records.service.layers.notes import ChapterNote
    from records.service.viewing import RecordView
    from records.store import Store
    from records.studies.chapters.events import ChapterBody


class GameBook:
    """All records of one store, by desks. Safe to share among threads.

    Every method of a desk takes the caller first and asks the policy: it raises ``RecordNotFound`` if a record does not exist for the
    caller, in the words for a missing one, and ``NotYours`` if the caller may not do this, or may not look as this viewer.
    """

    def __init__(self, store: Store, games: Mapping[str, Game] | None = None, policy: Policy | None = None, *, memory: int = USUAL) -> None:
        """Open the book of a store; its caches hold up to ``memory`` bytes."""
        self._office = office = Office(store, library() if games is None else games, policy, Memory(memory))
        self.games, self.sign_ins = office.games, office.sign_ins
        streams = Streams.of(store, office.memory)
        self.class_door = ClassDoor(store, streams.classes, streams.attendances)
        self.access, self.jobs = AccessDesk(office), JobDesk(office)
        self.records = RecordDesk(office, lambda *asked: self.learning.through_view(*asked))  # noqa: PLW0108 -- that desk is opened later
        self.pruning = PruningDesk(office, streams.studies, self.records)
        self.reviews = ReviewDesk(office, self.jobs)
        self.writing = WritingDesk(office, self.access)
        self.retelling = RetellingDesk(office, streams, self.records)
        self.notes = NoteDesk(office, streams, self._notes_of_chapter)
        self.cases = CaseDesk(office, streams, self.records)
        self.studies = StudyDesk(office, streams, self.records, self.notes)
        self.learning = LearningDesk(office, streams, self.class_door, self.records, self.studies)
        self.classes = ClassDesk(office, streams, self.class_door, self.records, self.studies)
        self.people = PeopleDesk(office, self.notes, self.cases)
        self._holder = OPERATOR

    def record(self, caller: Caller, record: str, viewer: Viewer | str | None = None) -> RecordView:
        """Return a record as ``records.record`` does."""
        return self.records.record(caller, record, viewer)

    def command(
        self, caller: Caller, record: str, command: Command | str | bytes, *, answers: Iterable[Sequence[str]] = (), expected: int
    ) -> int:
        """Write down a seat's command as ``writing.command`` does."""
        return self.writing.command(caller, record, command, answers=answers, expected=expected)

    def _notes_of_chapter(self, caller: Caller, body: ChapterBody, at: int | None, pinned: Mapping[str, int]) -> tuple[ChapterNote, ...]:
        return self.studies.chapter_notes(caller, body, at, pinned)

    @classmethod
    def open(
        cls,
        url: str,
        policy: Policy | None = None,
        games: Mapping[str, Game] | None = None,
        *,
        create: bool = True,
        account: str | None = None,
        reason: str = "",
        memory: int = USUAL,
    ) -> Self:
        """Open the store at ``url``; ``games`` defaults to those of ``library``.

        In a store with accounts ``keeper`` acts as the ``account`` of that name; without a name it is the operator, who opens hands
        for a ``reason``. Logs and values computed from them are cached in ``memory`` bytes. Raises ``StoreRefused``, ``StoreMissing`` if
        there is no store and none is to be made, and ``MalformedCommand`` for a name that no account has, and for an invalid reason.
        """
        book = cls(open_store(url, create=create), games=games, policy=policy, memory=memory)
        try:
            book._holder = book.people.holder(account, reason)
        except RecordsError:
            book.close()
            raise
        book._office.catch_up()
        return book

    @classmethod
    def restored(cls, backup: Path, url: str, games: Mapping[str, Game] | None = None) -> Self:
        """Make a store at ``url`` from a backup and open it; raises ``StoreRefused`` for no backup, or if ``url`` has records."""
        restore(backup, url)
        return cls.open(url, games=games, create=False)

    def close(self) -> None:
        """Release the database."""
        self._office.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    @property
    def address(self) -> str:
        """The address of the records, without a password."""
        return self._office.store.address

    @property
    def has_accounts(self) -> bool:
        """Whether the store has accounts: then there is no local user."""
        return self._office.policy.has_accounts

    @property
    def keeper(self) -> Caller:
        """The caller who holds the store itself, as at the command line: the operator, or the account for which they act."""
        return self._holder if self.has_accounts else LOCAL

    @property
    def kept(self) -> KeptMemory:
        """The size and hit counts of this process's caches, without whose records they hold."""
        return self._office.memory.figures()

    @property
    def pieces(self) -> LogPieces:
        """A new cache of pieces, which are dropped if the book needs room for others."""
        return LogPieces(self._office.memory)
