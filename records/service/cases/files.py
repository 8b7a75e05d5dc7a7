"""Case files: a dispute with everything needed to reproduce it elsewhere, as one reader may see it (design/rulings: Cases)."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.editions.rulesets import Ruleset
from records.core.logs.differing import FieldDifference, first_difference
from records.core.logs.present import present
from records.core.logs.seals import Sealer
from records.core.tables.table_state import TableState
from records.errors import ImportRefused, MalformedCommand
from records.knowledge.door import redact
from records.rulings.claims import play_at, read_play
from records.rulings.redoing.plays import recorded_plays
from records.service.cases.views import plain_events, reading_values
from records.service.library import library_of
from records.studies.cases.events import CASE_BOOK
from records.studies.cases.fold import fold_case
from records.studies.layers.viewpoints import viewer_from

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.core.position import Position
    from records.core.viewers import Viewer
    from records.rulings.claims import PlayRead
    from records.rulings.redoing.plays import RecordedPlay, RecordedPlays
    from records.service.cases.views import CaseView
    from records.service.kinds import StoredCase
    from records.studies.cases.events import CaseHeader

REPRODUCED, DIFFERS, UNCLEAR = "reproduced", "differs", "cannot be judged"
HASH_BYTES = 16


class CaseResult(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The result of the disputed play under one reading, as values that anybody can reproduce."""

    of: str
    """The claim or the ruling that names the reading."""
    ruleset: str
    switches: dict[str, str]
    """Every switch with its value."""
    hash: str
    """Of the reading."""
    before: str
    """Hash of the position before the play, rules left out."""
    after: str
    """Of the position after it; "" if the play cannot be continued."""
    stop: str
    paragraph: str
    otherwise: bool
    events: msgspec.Raw


class CaseFile(msgspec.Struct, frozen=True, kw_only=True):
    """A case file, read or to be written."""

    viewer: Viewer
    case: CaseHeader
    record: Header
    log: Sequence[Recorded[Any]]
    """Of the record up to the end of the disputed play, redacted for the viewer."""
    case_log: Sequence[Recorded[Any]]
    """All of the case, redacted likewise."""
    results: Sequence[CaseResult]
    cards: bytes = b""
    """The file of the catalogue that the record was made with; b"" for one that comes with the program, or an unknown one."""


class CaseVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """The result of checking a case file elsewhere."""

    found: str
    """``reproduced``, ``differs`` or ``cannot be judged``."""
    line: int | None = None
    """Of the file, from 1."""
    version: int | None = None
    """Of the record's or the case's event."""
    what: FieldDifference | None = None
    reason: str = ""

    def __str__(self) -> str:
        parts = (f"line {self.line}" if self.line else "", f"version {self.version}" if self.version else "", str(self.what or ""))
        place = ", ".join(filter(None, parts))
        return f"{self.found}{': ' if place or self.reason else ''}{place}{': ' if place and self.reason else ''}{self.reason}"


def case_file(  # noqa: PLR0917 -- a case, its record, and who reads it
    game: Game, header: Header, log: Sequence[Recorded[Any]], key: bytes | None, case: StoredCase, view: CaseView
) -> CaseFile:
    """Return the file of a case for a reader: ``log`` is the stored record, ``view`` the case as that reader sees it."""
    viewer = viewer_from(view.viewer)
    shown = redact(Sealer(game.parts, key), log[: case.header.of.v], viewer)
    case_log = redact(Sealer(CASE_BOOK.parts, None), case.log, viewer)
    record, play = _disputed(game, header, shown, view.v)
    results = []
    for ident, reading, read in (
        *((one.id, one.reading, one.read) for one in view.claims),
        *((one.id, one.reading, one.read) for one in view.rulings),
    ):
        if reading is not None and read is not None:
            results.append(_result(ident, reading, record, play))
    cards = game.rules.catalogues.text_of(header) if game.rules.catalogues is not None else b""
    return CaseFile(viewer=viewer, case=case.header, record=header, log=shown, case_log=case_log, results=results, cards=cards)


def with_cards(game: Game, record: Header, cards: bytes) -> Game:
    """Return a game that knows the cards of a record; ``cards`` is their file, b"" for none. Raises ``MalformedCommand`` for others."""
    if not cards:
        return game
    try:
        known = library_of(cards, "catalogue")[game.name]
    except ImportRefused as refused:
        raise MalformedCommand(f"the catalogue cannot be read: {refused.problems[0]}") from None
    if known.rules.catalogues is None or record.catalogue_hash not in known.rules.catalogues.usual.hashes:
        raise MalformedCommand(f"the catalogue is not the one that the record was made with, {record.catalogue[:100]}")
    return game if game.rules.knows_cards(record) else known


def reproduced(games: Mapping[str, Game], file: CaseFile, first_line: int) -> CaseVerdict:
    """Decide the disputed play again under each reading of a file whose chains were checked; ``first_line`` is that of the first result.

    Raises ``ImpossibleEvent`` for a case that cannot have happened so.
    """
    game, v = with_cards(games[file.record.game], file.record, file.cards), fold_case(file.case_log).v
    if not game.rules.knows_cards(file.record):
        return CaseVerdict(found=UNCLEAR, reason=f"the cards of the record, {file.record.catalogue}, are not known here")
    record, play = _disputed(game, file.record, file.log, v)
    unclear: CaseVerdict | None = None
    for line, result in enumerate(file.results, first_line):
        reading = _reading(game, result)
        if isinstance(reading, str):
            unclear = unclear or CaseVerdict(found=UNCLEAR, line=line, reason=reading)
            continue
        here = _result(result.of, reading, record, play)
        if found := first_difference(_plain(here), _plain(result)):
            return CaseVerdict(found=DIFFERS, line=line, version=play.first, what=found)
        if result.stop in {"unnoted", "chance", "gone", "misfit"}:
            reason = f"{result.of} depends on what this file does not show"
            unclear = unclear or CaseVerdict(found=UNCLEAR, line=line, version=play.first, reason=reason)
    return unclear or CaseVerdict(found=REPRODUCED, reason=f"{len(file.results)} readings of the play at version {play.first}")


def _reading(game: Game, result: CaseResult) -> Ruleset | str:
    base = game.rules.rulesets.get(result.ruleset)
    if base is None:
        return f"the ruleset {result.ruleset} is not known here"
    try:
        reading = base.with_settings(result.switches)
    except MalformedCommand as error:
        return str(error)
    if reading.hash != result.hash or reading_values(reading) != result.switches:
        return f"{result.ruleset} is another edition here"
    return reading


def _disputed(game: Game, header: Header, log: Sequence[Recorded[Any]], v: int) -> tuple[RecordedPlays, RecordedPlay]:

    record = recorded_plays(game, header, present(game, header, log))
    return record, play_at(record, v)


def _result(ident: str, reading: Ruleset, record: RecordedPlays, play: RecordedPlay) -> CaseResult:
    read: PlayRead = read_play(record, play, reading)
    return CaseResult(
        of=ident,
        ruleset=reading.name,
        switches=reading_values(reading),
        hash=reading.hash,
        before=position_hash(record.before[play.first]),
        after="" if read.after is None else position_hash(read.after),
        stop="" if read.stop is None else read.stop.kind,
        paragraph="" if read.stop is None else read.stop.paragraph,
        otherwise=read.otherwise,
        events=msgspec.Raw(msgspec.json.encode(plain_events(read))),
    )


def _plain(result: CaseResult) -> Any:
    return msgspec.json.decode(msgspec.json.encode(result))


def position_hash(position: Position[Any]) -> str:
    """Return a hash over cards and counters of a position, hex, its rules left out."""
    table = {name: getattr(position.table, name) for name in TableState.__struct_fields__}
    plain = [table, {part.name: getattr(position.state, part.name) for part in fields(position.state)}]
    return blake2b(msgspec.json.encode(_bare(plain), order="deterministic"), digest_size=HASH_BYTES).hexdigest()


def _bare(value: Any) -> Any:
    """Return a value as plain data without the rules in it; sets in order."""
    if isinstance(value, Ruleset):
        return None
    if is_dataclass(value) and not isinstance(value, type):
        return {part.name: _bare(getattr(value, part.name)) for part in fields(value) if not part.name.startswith("_")}
    if isinstance(value, dict):
        return sorted(([_bare(key), _bare(part)] for key, part in value.items()), key=str)
    if isinstance(value, (list, tuple)):
        return [_bare(part) for part in value]
    if isinstance(value, (set, frozenset)):
        return sorted((_bare(part) for part in value), key=str)
    if isinstance(value, msgspec.Struct):
        return {name: _bare(getattr(value, name)) for name in value.__struct_fields__}
    if value is None or isinstance(value, (str, int, float, bool)):
        return value.value if isinstance(value, Enum) else value
    if isinstance(value, Enum):
        return value.name
    raise TypeError(f"{type(value).__name__} is no part of a position that can be told")
