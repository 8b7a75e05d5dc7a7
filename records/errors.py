"""Everything that Kiebitz refuses, as one tree of exceptions.

RecordsError
  NotFound             RecordNotFound, SeatNotFound, VersionNotFound
  NotThisRecord
  MalformedCommand     AmbiguousEntry, AmbiguousSeat, AnswerNeeded, AccountTaken
  RuleViolation
  ImpossibleEvent      NotNoted
  Contradiction
  StaleVersion
  NotYours             CloseNotFinal, SeatRefused
  SignInRefused
  TooManyAttempts
  JobRefused           TooManyJobs
  CorruptRecord        UnknownEventName, UndecodableEvent, GapInRecord, BrokenChain
  ImportRefused        UnknownFormat
  StoreRefused         AlreadyStored, StoreMissing, StoreAway, StoreFull, LimitReached, WrongSchema
  GameRefused
  NoAnalytics
  NoFont

A message says what was asked, where (record, version, seat), why not, and what would be allowed if that is short.
Errors of libraries below are translated where they rise; none of theirs leaves its package.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec


class Message(Protocol):
    """What a page says in the reader's language; ``records.core.sentences.Sentence`` is one."""

    @property
    def text(self) -> str:
        """Message id."""

    @property
    def args(self) -> Mapping[str, object]:
        """What is put into it, by field."""


class OpenQuestion(Protocol):
    """What the table must answer, as ``records.core.asking.typed.TableQuestion``; ``typed.whole`` there gives it as such."""

    @property
    def event(self) -> str:
        """Stable name of the event that the answer makes."""

    @property
    def asks(self) -> Message:
        """The question in words."""

    @property
    def least(self) -> int:
        """How many options are chosen at least."""

    @property
    def most(self) -> int:
        """How many at most."""


class RecordsError(Exception):
    """Whatever Kiebitz refuses; its text is written for the person who asked."""


class NotFound(RecordsError):
    """What was asked for is not there, or not for this caller."""


class RecordNotFound(NotFound):
    """No record has this id."""


class SeatNotFound(NotFound):
    """No seat or player of this record has this key or name."""


class NotThisRecord(RecordsError):
    """A layer belongs to another record, or to this one as it was written down otherwise."""


class VersionNotFound(NotFound):
    """The record has no step of this number."""


class MalformedCommand(RecordsError):
    """A command, a parameter or an option cannot be read as what it should be."""


class AmbiguousEntry(MalformedCommand):
    """The beginning of an id fits more than one thing."""


class AmbiguousSeat(MalformedCommand):
    """Players of this name sit on more than one seat of the record."""


class AccountTaken(MalformedCommand):
    """Another account has this name."""


class AnswerNeeded(MalformedCommand):
    """A game that is written down cannot go on before the table's answer to ``question`` is typed in.

    ``answered`` are the questions before it with what was typed, in their order. ``wrong`` says why what was typed for it is no answer, ""
    where nothing was.
    """

    def __init__(self, question: OpenQuestion, answered: tuple[tuple[OpenQuestion, tuple[str, ...]], ...] = (), wrong: str = "") -> None:
        self.question, self.answered, self.wrong = question, answered, wrong
        super().__init__(f"answer {len(answered) + 1} is needed: {question}{f' {wrong}' if wrong else ''}")


class RuleViolation(RecordsError):
    """A command breaks a rule of the ruleset.

    ``code`` is stable (``regicide.discard.too-small``), ``seat`` the seat that acted or "", ``why`` a sentence, ``paragraph`` that of the
    game's rules text, or "".
    """

    def __init__(self, code: str, seat: str, why: str | Message, paragraph: str = "") -> None:
        self.code, self.seat, self.why, self.paragraph = code, seat, why, paragraph
        super().__init__(code, seat, why, paragraph)

    def __str__(self) -> str:
        """Return it in English; worded when it is asked for, as most violations only say that something is not legal."""
        place = f" (§ {self.paragraph})" if self.paragraph else ""
        return f"{self.seat or 'table'}: {self.why}{place} ({self.code})"


class ImpossibleEvent(RecordsError):
    """An event cannot have happened: a card, a place or a count that is not there."""


class NotNoted(ImpossibleEvent):
    """A rule needs the face of a card that lies open, and nobody noted it: what follows cannot be said, or judged."""


class Contradiction(RecordsError):
    """Two things that the log says of one card cannot both be true."""


class StaleVersion(RecordsError):
    """Somebody else wrote first: ``expected`` events were thought to be there, ``actual`` are."""

    def __init__(self, record: str, expected: int, actual: int) -> None:
        self.record, self.expected, self.actual = record, expected, actual
        super().__init__(f"record {record}: written for {expected} events, but it has {actual}; read again and repeat")


class NotYours(RecordsError):
    """The policy does not let this caller look as this viewer, or do this; the text says what would be allowed.

    ``asked`` is the permission that is lacking (``records.service.access.Permission``), "" where it is another thing.
    """

    def __init__(self, message: str, asked: str = "") -> None:
        self.asked = asked
        super().__init__(message)


class CloseNotFinal(NotYours):
    """Who sat at a game may see more of it only once its close is final, and it can still go on."""


class SeatRefused(NotYours):
    """The law of seats forbids it (design/access: The law of seats).

    ``code`` says which clause: ``held``, ``sits elsewhere``, ``keeps the record``, ``saw hands``, ``table saw hands``, ``fixed`` or
    ``final``.
    """

    def __init__(self, code: str, why: str) -> None:
        self.code = code
        super().__init__(why)


class SignInRefused(RecordsError):
    """A name and a password, a token or a code let nobody in; which of them is wrong is not said."""


class TooManyAttempts(RecordsError):
    """Too much has failed lately, from there or with that name; ``seconds`` later it may be tried again."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(f"too many attempts; try again in {-(-seconds // 60)} minutes")


class JobRefused(RecordsError):
    """Long work is not taken: nobody does any here, or what it is made from is too large."""


class TooManyJobs(JobRefused):
    """Too much long work waits; ``own``: of this caller alone. It may be asked for again when some of it has ended."""

    def __init__(self, most: int, *, own: bool) -> None:
        self.most, self.own = most, own
        super().__init__(f"{most} jobs {'of yours ' if own else ''}have not ended; wait for one of them, or cancel one of yours")


class CorruptRecord(RecordsError):
    """A stored record is not what was written; text names record, version and column."""


class UnknownEventName(CorruptRecord):
    """An event name that no class of the game answers to."""


class UndecodableEvent(CorruptRecord):
    """A line that cannot be read as an event of its game."""


class GapInRecord(CorruptRecord):
    """A version is missing."""


class BrokenChain(CorruptRecord):
    """The hash of an event is not the one that its successor or the head names."""


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """One reason why a file is refused."""

    reason: str
    """A sentence."""
    line: int | None = None
    """Line of the file from 1, if it has lines."""
    column: int | None = None
    """Column of the line from 1, if known."""
    place: str = ""
    """A path inside the file (``data.logs[17].channel``), if it has no lines."""
    version: int | None = None
    """Of the event that the line should hold, if it is one of a native file."""

    def __str__(self) -> str:
        where = f"line {self.line}" if self.line is not None else self.place
        if self.line is not None and self.column is not None:
            where += f", column {self.column}"
        return f"{where}: {self.reason}" if where else self.reason


class ImportRefused(RecordsError):
    """A file was not taken, and nothing of it is stored."""

    def __init__(self, name: str, *problems: Problem) -> None:
        self.name, self.problems = name, problems
        super().__init__(f"{name}: " + "; ".join(map(str, problems)))


class UnknownFormat(ImportRefused):
    """No importer knows what a file is."""


class StoreRefused(RecordsError):
    """The database cannot be opened or does not do what was asked of it."""


class AlreadyStored(StoreRefused):
    """The file that a record was read from has been stored before, perhaps by another process a moment ago."""


class StoreMissing(StoreRefused):
    """There is no store at the place that was named, or it was taken away while it was open."""


class StoreAway(StoreRefused):
    """The database does not answer at present; what was being written may or may not have been."""


class LimitReached(StoreRefused):
    """A limit that the operator set is reached, and nothing was stored: of ``records``, ``bytes``, a ``day``, or the ``store``."""

    def __init__(self, limit: str, most: int) -> None:
        self.limit, self.most = limit, most
        super().__init__(f"the limit of this server is reached ({limit}: {most}); nothing was stored")


class StoreFull(StoreRefused):
    """There is no room to write, or it is ``locked``: writing is not allowed there. Nothing was written, and what is there can be read."""

    def __init__(self, message: str, *, locked: bool = False) -> None:
        super().__init__(message)
        self.locked = locked


class WrongSchema(StoreRefused):
    """Another version of the program has brought the store up since it was opened; nothing is written. ``found`` is its schema."""

    def __init__(self, found: str) -> None:
        super().__init__(f"the store has schema {found} by now, which another version of Kiebitz made; restart with that version")


class GameRefused(RecordsError):
    """A game's event classes are not fit for the door: an unknown field type, a name used twice. Raised at start."""


class NoAnalytics(RecordsError):
    """The libraries of the extra ``analytics`` are not installed."""

    def __init__(self) -> None:
        super().__init__("Parquet needs pyarrow, which is not installed: pip install 'kiebitz[analytics]'")


class NoFont(RecordsError):
    """This machine has no font that letters can be drawn with."""
