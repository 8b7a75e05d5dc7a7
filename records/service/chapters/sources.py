"""The log that a chapter is made of, as its viewer sees it: steps of a record, of a line, or of a position laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.header import Header
from records.core.logs.present import present
from records.core.shared import PositionSet
from records.core.viewers import viewer_key
from records.errors import CorruptRecord, MalformedCommand, RecordNotFound, RecordsError
from records.knowledge.door import veil
from records.service.chapters.kept import cut_after, made_of
from records.service.editions import shown
from records.service.incoming import check_names
from records.service.seen_log import SeenLog
from records.service.viewing import RecordView
from records.service.views import rereading
from records.service.writing.record_builder import header_of, made, new_key
from records.store import NO_LABEL
from records.studies.chapters import events as ev
from records.studies.layers.events import LayerId, LineId, RuleReading
from records.studies.layers.viewpoints import sees_all_of, viewer_from
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from records.core.editions.rulesets import Ruleset
    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.logs.fold import Folder
    from records.core.position import Position
    from records.core.viewers import Viewer
    from records.service.incoming import NewGame
    from records.service.layers.views import LineBranch
    from records.studies.layers.events import RecordAnchor

MOST_LAID = 3000
"""Most events of a record that a chapter itself contains."""


class LineEnd(msgspec.Struct, frozen=True, kw_only=True):
    """The branch of a line that ends with a node."""

    layer: str
    line: str
    node: int | None = None
    """Its last node; None for the node that was written last."""


def read_line_end(text: str) -> LineEnd:
    """Return the branch that ``LAYER:LINE`` or ``LAYER:LINE:NODE`` names; raises ``MalformedCommand`` for other texts."""
    parts = text.split(":")
    if not 2 <= len(parts) <= 3 or not all(parts) or not all(map(str.isdigit, parts[2:])):  # noqa: PLR2004 -- layer, line, node
        raise MalformedCommand(f"{text!r} is no line: LAYER:LINE, or LAYER:LINE:NODE")
    return LineEnd(layer=parts[0], line=parts[1], node=int(parts[2]) if parts[2:] else None)


class ChapterLog(msgspec.Struct, frozen=True, kw_only=True):
    """The whole log of a chapter as its viewer sees it, including its concealed steps."""

    view: RecordView
    rules: Ruleset | None = None
    """The rules that a line uses; None for the record's own."""

    def position(self, at: int) -> Position[Any]:
        """Return the position after step ``at``, by the rules of the chapter; raises ``VersionNotFound``."""
        position = self.view.position(at)
        return position if self.rules is None else replace(position, state=replace(position.state, rules=self.rules))

    def until(self, last: int) -> ChapterLog:
        """Return the log as it would be if it ended with step ``last``: it reveals nothing of later events."""
        return replace(self, view=replace(self.view, seen=cut_after(self.view.seen, last)))


def record_of(source: ev.ChapterSource) -> str:
    """Return the record that a source belongs to; "" for a position laid out, which belongs to none."""
    return "" if isinstance(source, ev.Laid) else source.anchor.record


def anchor_of(source: ev.ChapterSource | ev.ThenSteps) -> RecordAnchor | None:
    """Return the anchor that the record must match for a source to be read; None if no record is needed."""
    return None if isinstance(source, ev.Laid) else source.anchor


def line_part(branch: LineBranch, node: int, anchor: RecordAnchor) -> ev.LinePart:
    """Return a branch as the source of a chapter, from its base to its end."""
    line, reading = branch.line, branch.line.reading
    part = imagined(branch.seen.events[line.base :], line.eyes, anchor)
    if reading is not None:
        found = rereading.reading(branch.seen, reading[0], dict(reading[1]))
        part = msgspec.structs.replace(part, reading=RuleReading(ruleset=reading[0], switches=reading[1], hash=found.hash))
    return msgspec.structs.replace(part, layer=LayerId(line.layer), line=LineId(line.id), node=node)


def imagined(events: Sequence[Recorded[Any]], eyes: Viewer, anchor: RecordAnchor) -> ev.LinePart:
    """Return imagined events after a step, which are in no layer, as the source of a chapter."""
    lines = tuple(msgspec.Raw(msgspec.json.encode(one)) for one in events)
    return ev.LinePart(anchor=anchor, eyes=viewer_key(eyes), events=lines, first=anchor.v, last=anchor.v + len(lines))


def laid_out(game: Game, folder: Folder, new: NewGame) -> ev.Laid:
    """Return a game that was never recorded as the source of a chapter, from its initial position, if it has one, to its end.

    Raises ``ImpossibleEvent`` or ``Contradiction`` if it cannot have happened, ``MalformedCommand`` if it is too long.
    """
    if not 1 <= len(new.entries) <= MOST_LAID:
        raise MalformedCommand(f"a chapter holds a record of 1 to {MOST_LAID} events, not {len(new.entries)}")
    header = header_of(new)
    record, log = made(game, folder, header, new_key(), ({}, {}, NO_LABEL), new.entries, None)
    first = next((one.v for one in log if isinstance(one.event, PositionSet)), 0)
    lines = tuple(msgspec.Raw(row.body) for row in record.rows)
    check_names(new.names)
    names = tuple((str(seat), new.names[seat].strip()) for seat in new.seats if new.names.get(seat))
    return ev.Laid(header=msgspec.Raw(msgspec.json.encode(header)), events=lines, names=names, first=first, last=len(log))


def chapter_log(
    source: ev.ChapterSource, viewer: Viewer, record: RecordView | None, games: Mapping[str, Game], folders: Mapping[str, Folder]
) -> ChapterLog:
    """Return the whole log of a source; ``record`` is its record through ``viewer``, None for a position laid out.

    Raises ``MalformedCommand`` for a viewer who sees more than the line's viewer, ``CorruptRecord`` for a source that no chapter can have.
    """
    if isinstance(source, ev.Laid):
        folder = folders.get(laid_header(source).game)
        if folder is None:
            raise CorruptRecord(f"the position of a chapter is of {laid_header(source).game!r}, a game that is not known here")
        seen = made_of(folder, source, viewer, lambda: laid_log(games, folders, source, viewer))
        named = dict(source.names)
        return ChapterLog(view=RecordView(seen=seen, names={seat: named.get(seat, seat) for seat in seen.header.seats}, allowed=(viewer,)))
    if record is None:
        raise RecordNotFound(f"no record {record_of(source)!r}")
    if isinstance(source, ev.RecordPart):
        return ChapterLog(view=record)
    branch, rules = made_of(record.seen, source, viewer, lambda: line_seen(record.seen, source))
    return ChapterLog(view=replace(record, seen=branch), rules=rules)


def then_log(log: ChapterLog, task: ev.ChapterTask, record: RecordView | None) -> ChapterLog | None:
    """Return the log shown once the move was found or given up, from the chapter's log and its record; None if nothing follows."""
    then = task.then if isinstance(task, ev.FindMove) else None
    if then is None:
        return None
    if isinstance(then, ev.ThenSteps):
        return log.until(then.last)
    if record is None:
        raise RecordNotFound(f"no record {record_of(then)!r}")
    branch, rules = made_of(record.seen, then, record.viewer, lambda: line_seen(record.seen, then))
    return ChapterLog(view=replace(record, seen=branch), rules=rules).until(then.last)


def laid_header(laid: ev.Laid) -> Header:
    """Return the header of the record that a chapter contains; raises ``CorruptRecord`` for an invalid one."""
    try:
        return msgspec.json.decode(laid.header, type=Header)
    except (msgspec.DecodeError, ValueError) as error:
        raise CorruptRecord(f"the position of a chapter cannot be read: {error}") from None


def laid_log(games: Mapping[str, Game], folders: Mapping[str, Folder], laid: ev.Laid, viewer: Viewer) -> SeenLog:
    """Return the record that a chapter contains, as ``viewer`` was shown it; raises ``CorruptRecord`` for an invalid one."""
    header = laid_header(laid)
    if len(laid.events) > MOST_LAID:
        raise CorruptRecord(f"a chapter holds up to {MOST_LAID} events, not {len(laid.events)}")
    try:
        game = games[header.game]
        log = present(game, header, (game.codec.decode(bytes(line)) for line in laid.events))
        events = veil(game.parts, log, viewer)
        folders[header.game].position(header, events)
    except (msgspec.MsgspecError, KeyError, RecordsError) as error:
        raise CorruptRecord(f"the position of a chapter cannot be read: {error}") from None
    return SeenLog(shown(game, header, events), folders[header.game], header, viewer, events)


def line_seen(seen: SeenLog, line: ev.LinePart) -> tuple[SeenLog, Ruleset | None]:
    """Return a branch as the viewer of ``seen``, its record, is shown it, and the rules that it uses.

    Raises ``MalformedCommand`` for a viewer who sees more than the line's viewer, ``CorruptRecord`` for an invalid branch.
    """
    if not sees_all_of(viewer_from(line.eyes), seen.viewer):
        what = f"line {line.line}" if line.line else "what follows"
        raise MalformedCommand(f"{what} is imagined by {line.eyes}; {viewer_key(seen.viewer)} may have seen more")
    if len(line.events) > MOST_LAID:
        raise CorruptRecord(f"a chapter holds up to {MOST_LAID} events, not {len(line.events)}")
    try:
        events = seen.game.brought_up(seen.header, tuple(seen.game.codec.decode(bytes(one)) for one in line.events))
        branch = seen.branched(line.anchor.v, veil(seen.game.parts, _counted(events, line.anchor.v), seen.viewer))
        branch.position(len(branch.events))
    except (msgspec.MsgspecError, KeyError, RecordsError) as error:
        raise CorruptRecord(f"the line of a chapter cannot be read: {error}") from None
    rules = None if line.reading is None else rereading.reading(seen, line.reading.ruleset, dict(line.reading.switches))
    return branch, rules


def _counted(events: Sequence[Recorded[Any]], base: int) -> Iterable[Recorded[Any]]:
    for version, recorded in enumerate(events, base + 1):
        if recorded.v != version:
            raise CorruptRecord(f"event {recorded.v} stands where {version} should")
        yield recorded
