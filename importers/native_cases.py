"""A case file: JSON Lines with the kind in line 1, verified by anybody; described in docs/format.md.

Line 1 holds the headers of case and record, line 2 how many lines of each sort follow: the record up to the end of the disputed play, the
case, what each reading makes of the play, and cards that do not come with the program. The last line holds the heads of both
chains and a digest of each line before it.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec

from importers.native_checks import check_header, is_compact
from records.core.header import FORMAT, Header
from records.core.ids import SeatKey, is_record_id
from records.core.logs.chain import Chain
from records.core.logs.seals import Sealer
from records.core.viewers import OPEN, PUBLIC, Spectator, Viewer, viewer_key
from records.errors import ImportRefused, ImpossibleEvent, Problem, RecordsError
from records.knowledge.door import redact
from records.service.cases.files import DIFFERS, UNCLEAR, CaseFile, CaseResult, CaseVerdict, reproduced
from records.service.cases.store import CaseStream
from records.service.library import library_of
from records.service.streams import CASES
from records.service.writing.checks import check_recorded
from records.studies.cases.events import CASE, CASE_BOOK, CaseHeader
from records.studies.cases.fold import fold_case

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.book import Book
    from records.core.events import Recorded
    from records.core.game import Game

_encode = msgspec.json.encode


class _CaseFirst(msgspec.Struct, forbid_unknown_fields=True):
    kiebitz: int
    kind: str
    seen_by: str = msgspec.field(name="as")
    header: CaseHeader
    record: Header


class _Counts(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    record_events: int
    case_events: int
    results: int
    catalogues: int = 0
    """1 where the cards stand in the file."""


class _Cards(msgspec.Struct, forbid_unknown_fields=True):
    catalogue: str
    file: str


class _CaseLast(msgspec.Struct, forbid_unknown_fields=True):
    head: str
    case_head: str
    lines: list[str]
    digest: str


class _Failed(Exception):
    """Carries the verdict out of the reading."""

    def __init__(self, verdict: CaseVerdict) -> None:
        super().__init__(str(verdict))
        self.verdict = verdict


def write_case_file(games: Mapping[str, Game], file: CaseFile) -> bytes:
    """Return the bytes of a case file."""
    game = games[file.record.game]
    chain, case_chain = Chain(game, file.record, None), Chain(CASE_BOOK, file.case, None)
    for recorded in file.log:
        chain.accept(recorded)
    for recorded in file.case_log:
        case_chain.accept(recorded)
    lines = [
        _encode(_CaseFirst(FORMAT, CASE, viewer_key(file.viewer), file.case, file.record)),
        _encode(_Counts(len(file.log), len(file.case_log), len(file.results), int(bool(file.cards)))),
        *map(game.codec.encode, file.log),
        *map(CASE_BOOK.codec.encode, file.case_log),
        *map(_encode, file.results),
        *([_encode(_Cards(file.record.catalogue, file.cards.decode()))] if file.cards else []),
    ]
    digests = [_digest(line) for line in lines]
    last = _CaseLast(chain.hash.hex(), case_chain.hash.hex(), digests, _digest("".join(digests).encode()))
    return b"\n".join([*lines, _encode(last)]) + b"\n"


def verify_case_file(games: Mapping[str, Game], data: bytes) -> CaseVerdict:
    """Say whether a case file reproduces here: every digest, both chains, the position before the play, and each reading's outcome."""
    try:
        game, file, first_result = _read(games, data)
        return reproduced(game, file, fold_case(file.case_log).v, first_result)
    except _Failed as failed:
        return failed.verdict
    except RecordsError as error:
        return CaseVerdict(found=DIFFERS, reason=str(error))


class _WholeCase(msgspec.Struct, forbid_unknown_fields=True):
    kiebitz: int
    kind: str
    stream: CaseHeader


class _StreamEnd(msgspec.Struct, forbid_unknown_fields=True):
    count: int
    head: str


def write_case_stream(stream: CaseStream) -> bytes:
    """Return a whole case as a file for another store: header, events, and the head of its chain."""
    lines = [_encode(_WholeCase(FORMAT, CASE, stream.header)), *map(CASE_BOOK.codec.encode, stream.log)]
    return b"\n".join([*lines, _encode(_StreamEnd(len(stream.log), stream.head.hex()))]) + b"\n"


def read_case_stream(data: bytes, name: str) -> CaseStream:
    """Return the case in such a file; raises ``ImportRefused`` with line and reason."""
    lines = data.split(b"\n")
    try:
        if lines.pop() != b"" or len(lines) < 3:  # noqa: PLR2004 -- header, an event, the head
            raise _differs(len(lines) + 1, "the file is cut: its last line has no end, or lines are missing")
        first: _WholeCase = _line(lines, 1, _WholeCase)
        last: _StreamEnd = _line(lines, len(lines), _StreamEnd)
        if first.kiebitz != FORMAT or first.kind != CASE or not is_record_id(first.stream.stream):
            raise _differs(1, f"this is no case of format {FORMAT}")
        log, head = _events(CASE_BOOK, first.stream, lines[1:-1], 2, OPEN)
        if (last.count, last.head) != (len(log), head):
            raise _differs(len(lines), "count or head is not that of the events")
        for recorded in log:
            CASES.check({}, first.stream, recorded, False)
        fold_case(log)
    except _Failed as failed:
        raise ImportRefused(name, Problem(reason=failed.verdict.reason, line=failed.verdict.line)) from None
    except ImpossibleEvent as error:
        raise ImportRefused(name, Problem(reason=str(error))) from None
    return CaseStream(header=first.stream, log=log, head=bytes.fromhex(head))


def _read(games: Mapping[str, Game], data: bytes) -> tuple[Game, CaseFile, int]:
    """Return the game with the cards of a case file, the file, and the line of its first result."""
    lines = data.split(b"\n")
    if len(lines) < 5 or lines.pop() != b"":  # noqa: PLR2004 -- two headers, an event, the last, and nothing
        raise _differs(len(data.split(b"\n")), "the file is cut: its last line has no end, or lines are missing")
    last: _CaseLast = _line(lines, len(lines), _CaseLast)
    if last.digest != _digest("".join(last.lines).encode()):
        raise _differs(len(lines), "the digests of the lines are not those that were written")
    for number, (line, digest) in enumerate(zip(lines[:-1], last.lines, strict=False), 1):
        if _digest(line) != digest:
            raise _differs(number, "the line is not the one that was written")
    if len(lines) - 1 != len(last.lines):
        raise _differs(min(len(lines), len(last.lines) + 1), f"{len(last.lines)} lines belong before the last one, not {len(lines) - 1}")
    first: _CaseFirst = _line(lines, 1, _CaseFirst)
    counts: _Counts = _line(lines, 2, _Counts)
    if first.kiebitz != FORMAT or first.kind != CASE:
        raise _differs(1, f"this is no case file of format {FORMAT}")
    if first.record.game not in games:
        raise _Failed(CaseVerdict(found=UNCLEAR, line=1, reason=f"no game is called {first.record.game[:40]!r} here"))
    if (counts.record_events, counts.case_events, counts.results) < (1, 1, 0) or sum(msgspec.structs.astuple(counts)) != len(lines) - 3:
        raise _differs(2, "so many lines do not follow")
    if counts.catalogues not in {0, 1}:
        raise _differs(2, "a file holds one catalogue or none")
    game, viewer = games[first.record.game], _viewer(first)
    cards: _Cards | None = _line(lines, len(lines) - 1, _Cards) if counts.catalogues else None
    if cards is not None:
        game = _with_cards(game, first.record, cards, len(lines) - 1)
    check_header(first.record)
    begin, middle, end = 2, 2 + counts.record_events, 2 + counts.record_events + counts.case_events
    log, head = _events(game, first.record, lines[begin:middle], begin + 1, viewer)
    case_log, case_head = _events(CASE_BOOK, first.header, lines[middle:end], middle + 1, viewer)
    if head != last.head or case_head != last.case_head:
        raise _differs(len(lines), "a head is not the hash of the last event")
    of = first.header.of
    if (of.record, of.v, of.hash) != (first.record.record, len(log), head):
        raise _differs(1, "the case is of another record, or of this one as it was at another event")
    for recorded in log:
        check_recorded(game, first.record, recorded, new=False)
    for recorded in case_log:
        CASES.check({}, first.header, recorded, False)
    results = [_line(lines, number, CaseResult) for number in range(end + 1, end + 1 + counts.results)]
    file = CaseFile(
        viewer=viewer,
        case=first.header,
        record=first.record,
        log=log,
        case_log=case_log,
        results=results,
        cards=b"" if cards is None else cards.file.encode(),
    )
    return game, file, end + 1


def _with_cards(game: Game, record: Header, cards: _Cards, line: int) -> Game:
    """Return a game that knows the cards in a file; refuses those that are not the record's."""
    try:
        known = library_of(cards.file.encode(), "catalogue")[game.name]
    except ImportRefused as refused:
        raise _differs(line, f"the catalogue cannot be read: {refused.problems[0]}") from None
    if known.rules.catalogues is None or record.catalogue_hash not in known.rules.catalogues.usual.hashes:
        raise _differs(line, f"the catalogue is not the one that the record was made with, {record.catalogue[:100]}")
    return game if game.rules.knows_cards(record) else known


def _events(book: Book, header: Any, lines: Sequence[bytes], first: int, viewer: Viewer) -> tuple[list[Recorded[Any]], str]:
    chain, keyless = Chain(book, header, None), Sealer(book.parts, None)
    log: list[Recorded[Any]] = []
    for number, line in enumerate(lines, first):
        try:
            recorded = book.codec.decode(line)
            if recorded.v != chain.count + 1 or recorded.prev != chain.hash.hex():
                raise _differs(number, "the chain is broken before it", chain.count + 1)
            if book.codec.encode(recorded) != line or not is_compact(line):
                raise _differs(number, "the line is not in its written form", recorded.v)
            if viewer is not OPEN and redact(keyless, [recorded], viewer) != [recorded]:
                raise _differs(number, f"the event shows what {viewer_key(viewer)} was not shown", recorded.v)
            chain.accept(recorded)
        except RecordsError as error:
            raise _differs(number, str(error)) from None
        log.append(recorded)
    return log, chain.hash.hex()


def _viewer(first: _CaseFirst) -> Viewer:
    if first.seen_by in (PUBLIC.value, OPEN.value):
        return Spectator(first.seen_by)
    if first.seen_by not in first.record.seats:
        raise _differs(1, f"no viewer is called {first.seen_by[:40]!r}")
    return SeatKey(first.seen_by)


def _line(lines: Sequence[bytes], number: int, of: type[Any]) -> Any:
    line = lines[number - 1]
    try:
        found = msgspec.json.decode(line, type=of)
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise _differs(number, f"the line cannot be read: {error}") from None
    if _encode(found) != line:
        raise _differs(number, "the line is not in its written form")
    return found


def _differs(line: int, reason: str, version: int | None = None) -> _Failed:
    return _Failed(CaseVerdict(found=DIFFERS, line=line, version=version, reason=reason))


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()
