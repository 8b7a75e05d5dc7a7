"""A case file: JSON Lines with the kind in line 1, verified by anybody; described in docs/format.md.

Line 1 holds the headers of case and record, line 2 how many lines of each sort follow: the record up to the end of the disputed play, the
case, what each reading makes of the play, and cards that do not come with the program. The last line holds the heads of both
chains and a digest of each line before it.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec

from importers.native_checks import check_header
from importers.native_lines import NativeLines, encode
from records.core.header import FORMAT, Header
from records.core.ids import SeatKey
from records.core.logs.chain import Chain
from records.core.viewers import OPEN, PUBLIC, Spectator, Viewer, viewer_key
from records.errors import ImportRefused, MalformedCommand, Problem, RecordsError
from records.service.cases.files import DIFFERS, UNCLEAR, CaseFile, CaseResult, CaseVerdict, reproduced, with_cards
from records.service.kinds import CASES
from records.service.writing.checks import check_recorded
from records.studies.cases.events import CASE, CASE_BOOK, CaseHeader

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.game import Game


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
    """1 if the cards are in the file."""


class _Cards(msgspec.Struct, forbid_unknown_fields=True):
    catalogue: str
    file: str


class _CaseLast(msgspec.Struct, forbid_unknown_fields=True):
    head: str
    case_head: str
    lines: list[str]
    digest: str


def write_case_file(games: Mapping[str, Game], file: CaseFile) -> bytes:
    """Return the bytes of a case file."""
    game = games[file.record.game]
    chain, case_chain = Chain(game, file.record, None), Chain(CASE_BOOK, file.case, None)
    for recorded in file.log:
        chain.accept(recorded)
    for recorded in file.case_log:
        case_chain.accept(recorded)
    lines = [
        encode(_CaseFirst(FORMAT, CASE, viewer_key(file.viewer), file.case, file.record)),
        encode(_Counts(len(file.log), len(file.case_log), len(file.results), int(bool(file.cards)))),
        *map(game.codec.encode, file.log),
        *map(CASE_BOOK.codec.encode, file.case_log),
        *map(encode, file.results),
        *([encode(_Cards(file.record.catalogue, file.cards.decode()))] if file.cards else []),
    ]
    digests = [_digest(line) for line in lines]
    last = _CaseLast(chain.hash.hex(), case_chain.hash.hex(), digests, _digest("".join(digests).encode()))
    return b"\n".join([*lines, encode(last)]) + b"\n"


def read_case_file(games: Mapping[str, Game], data: bytes, name: str) -> CaseFile:
    """Return the dispute in a file, whole: every digest, both chains; raises ``ImportRefused`` with line and reason."""
    found = _read(games, data, name)
    if isinstance(found, CaseVerdict):
        raise ImportRefused(name, Problem(reason=found.reason, line=found.line))
    return found[0]


def verify_case_file(games: Mapping[str, Game], data: bytes) -> CaseVerdict:
    """Say whether a case file reproduces here: every digest, both chains, the position before the play, and each reading's outcome."""
    try:
        found = _read(games, data, "")
        return found if isinstance(found, CaseVerdict) else reproduced(games, *found)
    except ImportRefused as refused:
        (problem,) = refused.problems
        return CaseVerdict(found=DIFFERS, line=problem.line, version=problem.version, reason=problem.reason)
    except RecordsError as error:
        return CaseVerdict(found=DIFFERS, reason=str(error))


def _read(games: Mapping[str, Game], data: bytes, name: str) -> tuple[CaseFile, int] | CaseVerdict:
    """Return the dispute in a file, and the line of its first result; what can be said of one whose game is not known here."""
    lines = NativeLines(data, name, least=4)
    end = len(lines.lines)
    last = lines.value(end, _CaseLast)
    if last.digest != _digest("".join(last.lines).encode()):
        raise lines.refused(end, "the digests of the lines are not those that were written")
    for number, (line, digest) in enumerate(zip(lines.lines[:-1], last.lines, strict=False), 1):
        if _digest(line) != digest:
            raise lines.refused(number, "the line is not the one that was written")
    if end - 1 != len(last.lines):
        raise lines.refused(min(end, len(last.lines) + 1), f"{len(last.lines)} lines belong before the last one, not {end - 1}")
    first, counts = lines.value(1, _CaseFirst), lines.value(2, _Counts)
    if first.kiebitz != FORMAT or first.kind != CASE:
        raise lines.refused(1, f"this is no case file of format {FORMAT}")
    if first.record.game not in games:
        return CaseVerdict(found=UNCLEAR, line=1, reason=f"no game is called {first.record.game[:40]!r} here")
    if (counts.record_events, counts.case_events, counts.results) < (1, 1, 0) or sum(msgspec.structs.astuple(counts)) != end - 3:
        raise lines.refused(2, "so many lines do not follow")
    if counts.catalogues not in {0, 1}:
        raise lines.refused(2, "a file holds one catalogue or none")
    cards = lines.value(end - 1, _Cards) if counts.catalogues else None
    record, case, viewer = first.record, first.header, _viewer(first, lines)
    game = games[record.game]
    if cards is not None:
        try:
            game = with_cards(game, record, cards.file.encode())
        except MalformedCommand as error:
            raise lines.refused(end - 1, str(error)) from None
    check_header(record)
    middle, results = 3 + counts.record_events, 3 + counts.record_events + counts.case_events
    chain, case_chain = Chain(game, record, None), Chain(CASE_BOOK, case, None)
    log = lines.events(range(3, middle), chain, game, viewer, lambda one: check_recorded(game, record, one, new=False))
    case_log = lines.events(range(middle, results), case_chain, CASE_BOOK, viewer, lambda one: CASES.check(case, one))
    if (chain.hash.hex(), case_chain.hash.hex()) != (last.head, last.case_head):
        raise lines.refused(end, "a head is not the hash of the last event")
    of = case.of
    if (of.record, of.v, of.hash) != (record.record, len(log), last.head):
        raise lines.refused(1, "the case is of another record, or of this one as it was at another event")
    file = CaseFile(
        viewer=viewer,
        case=case,
        record=record,
        log=log,
        case_log=case_log,
        results=[lines.value(number, CaseResult) for number in range(results, results + counts.results)],
        cards=b"" if cards is None else cards.file.encode(),
    )
    return file, results


def _viewer(first: _CaseFirst, lines: NativeLines) -> Viewer:
    if first.seen_by in (PUBLIC.value, OPEN.value):
        return Spectator(first.seen_by)
    if first.seen_by not in first.record.seats:
        raise lines.refused(1, f"no viewer is called {first.seen_by[:40]!r}")
    return SeatKey(first.seen_by)


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()
