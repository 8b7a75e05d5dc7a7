"""Lines: alternative continuations of a game, in layers beside its record (design/events: Layers)."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.viewers import OPEN, viewer_key
from records.errors import MalformedCommand, NotYours, RecordNotFound
from records.service.access import Permission
from records.service.desks.layers import LayerDesk
from records.service.layers import lines as layer_lines
from records.service.layers.views import LineBranch
from records.service.streams.sealing import sealed
from records.service.views import rereading
from records.service.writing.record_builder import new_id
from records.studies.layers import events as ev
from records.studies.layers.copies import readable
from records.studies.layers.fold import begun_line, grown_line
from records.studies.layers.viewpoints import audience_of, viewer_from

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from records.core.events import Recorded
    from records.core.header import Header
    from records.core.position import Command
    from records.core.viewers import Caller, Viewer
    from records.service.kinds import StoredLayer
    from records.service.layers.line_texts import LineText
    from records.service.layers.lines import LineView
    from records.service.seen_log import SeenLog
    from records.store import RecordInfo
    from records.studies.layers.fold import Variation


class LineDesk(LayerDesk):
    """Lines. Only the author of a layer writes to it."""

    # -- reading -------------------------------------------------------------------------------------------------------

    def line_logs(self, caller: Caller, layer: str, line: str, viewer: Viewer | str | None = None) -> dict[int, tuple[Recorded[Any], ...]]:
        """Return the log up to each node of a line, as the line's viewer imagines it, by the node's number; 0 is the base.

        Raises ``RecordNotFound`` where ``viewer`` may not see the line.
        """
        _read, found, seen = self._line_seen(caller, layer, line, viewer)
        standing = [0, *(number for number, node in found.nodes.items() if node.body is not None)]
        return {number: layer_lines.line_log(seen, found, number) for number in standing}

    def line_branch(self, caller: Caller, layer: str, line: str, node: int = 0, viewer: Viewer | str | None = None) -> LineBranch:
        """Return a line with the log of the branch that ends in ``node``, as the line's viewer imagines it, and the legal commands there.

        Raises ``RecordNotFound`` where ``viewer`` may not see the line, ``ImpossibleEvent`` for a node that is not there.
        """
        read, found, seen = self._line_seen(caller, layer, line, viewer)
        log = layer_lines.line_log(seen, found, node)
        branch = seen.branched(found.base, log[found.base :])
        position = layer_lines.read_by(branch.position(len(log)), layer_lines.reading_of(seen, found))
        view = layer_lines.line_view(found, layer, read.header.author)
        own = self._author(caller) == read.header.author
        return LineBranch(line=view, record=read.state.of.record, seen=branch, position=position, own=own)

    def _line_seen(self, caller: Caller, layer: str, line: str, viewer: Viewer | str | None) -> tuple[StoredLayer, Variation, SeenLog]:
        """Return a layer, a line of it, and the record as the line's viewer sees it."""
        read, sight, eyes = self._read(caller, layer, viewer)
        _notes, lines = readable(read.state, eyes, sight.upto)
        found = next((one for one in lines if one.id == line), None)
        if found is None:
            raise RecordNotFound(f"layer {layer} has no line {line!r}")
        info, header = self._known(read.state.of.record)
        seen = self._seen(header, info.head, viewer_from(found.eyes), sight.upto)
        return read, found, seen

    # -- writing -------------------------------------------------------------------------------------------------------

    def begin_line(
        self,
        caller: Caller,
        record: str,
        base: int,
        *,
        name: str = "",
        viewer: Viewer | str | None = None,
        dealt: str = "chosen",
        reading: tuple[str, Mapping[str, str]] | None = None,
        command: Command | str | bytes | None = None,
        answers: Iterable[Sequence[str]] = (),
    ) -> LineView:
        """Begin a line after step ``base`` of a record, in the caller's own layer: ``viewer``'s log, continued by imagined events.

        ``dealt`` says how the table answers: ``chosen`` by the author, drawn from what is ``known``, or as it ``lay``, only for the open
        table. ``reading``: a ruleset ("" for the record's own) and changed switches. With a ``command`` its first move is made
        at once, and no line is written if that fails. Raises ``MalformedCommand``, and with a command as ``grow_line`` does.
        """
        self._gate.check(caller, Permission.ANNOTATE, record)
        person = self._person(caller)
        sight, info, header, eyes = self._looked(caller, record, viewer)
        if dealt not in {"chosen", "known", "lay"}:
            raise MalformedCommand(f"the table's answers are chosen, known or lay, not {dealt!r}")
        if dealt == "lay" and eyes is not OPEN:
            raise MalformedCommand("how the table lay is shown only to the open table")
        begun = self._begun(info, eyes, base, name, dealt)
        if reading is not None:
            ruleset, switches = reading
            rules = rereading.reading(self._seen(header, info.head, eyes, sight.upto), ruleset, switches)
            named = ev.RuleReading(ruleset=ruleset, switches=tuple(sorted(switches.items())), hash=rules.hash)
            begun = msgspec.structs.replace(begun, reading=named)
        typed = [tuple(answer) for answer in answers]

        def make(now: StoredLayer | None) -> list[ev.LayerEvent]:
            events = [_checked_count(now, begun)]
            if command is not None:
                line = begun_line(begun, 0, datetime.now(UTC))
                seen = self._seen(header, info.head, eyes, sight.upto)
                body = layer_lines.grown(seen, line, 0, command, typed, random.SystemRandom())
                events.append(ev.LineGrown(line=begun.line, node=line.last + 1, parent=0, body=sealed(body, line.known_to)))
            return events

        layer = self._write_own(person, header, info, make)
        return layer_lines.line_view(layer.state.lines[begun.line], layer.header.stream, person.key)

    def grow_line(
        self,
        caller: Caller,
        layer: str,
        line: str,
        command: Command | str | bytes,
        *,
        parent: int,
        answers: Iterable[Sequence[str]] = (),
    ) -> LineView:
        """Add the result of ``command`` after the node ``parent`` (0 is the base) to a line of the caller's own.

        Raises ``RuleViolation``, ``AnswerNeeded`` with the next question of the table, ``NotYours``, ``MalformedCommand``, and
        ``Contradiction`` or ``ImpossibleEvent`` for events that contradict what the line's viewer knows.
        """
        read, sight, _eyes = self._own(caller, layer, None)
        info, header = self._known(read.state.of.record)
        typed = [tuple(answer) for answer in answers]

        def make(now: StoredLayer) -> list[ev.LayerEvent]:
            found = line_in(now, line)
            eyes = viewer_from(found.eyes)
            if sight.viewers is not None and eyes not in sight.viewers:
                raise NotYours(f"line {line} was begun through eyes that {caller.name!r} may not use; begin one of your own")
            seen = self._seen(header, info.head, eyes, sight.upto)
            body = layer_lines.grown(seen, found, parent, command, typed, random.SystemRandom())
            return [ev.LineGrown(line=found.id, node=found.last + 1, parent=parent, body=sealed(body, found.known_to))]

        written = self._layers.write(layer, make)
        return layer_lines.line_view(written.state.lines[ev.LineId(line)], layer, written.header.author)

    def name_line(self, caller: Caller, layer: str, line: str, name: str) -> None:
        """Rename a line of the caller's own."""
        self._own(caller, layer, None)

        def make(now: StoredLayer) -> list[ev.LayerEvent]:
            found = line_in(now, line)
            return [ev.LineNamed(line=found.id, name=sealed(layer_lines.check_line_name(name), found.known_to))]

        self._layers.write(layer, make)

    def prune_line(self, caller: Caller, layer: str, line: str, node: int = 0) -> None:
        """Cut a node and all that follows it off a line of the caller's own; 0 is the whole line. Raises ``ImpossibleEvent``."""
        self._own(caller, layer, None)
        self._layers.write(layer, lambda now: [ev.LinePruned(line=line_in(now, line).id, node=node)])

    def whole_line(
        self, header: Header, info: RecordInfo, eyes: Viewer, text: LineText, upto: int | None
    ) -> tuple[Variation, list[ev.LayerEvent]]:
        """Return a line in its final state, and the events that write it."""
        begun = self._begun(info, eyes, text.base, text.name, "chosen")
        now, seen = datetime.now(UTC), self._seen(header, info.head, eyes, upto)
        line = begun_line(begun, 0, now)
        made: list[ev.LayerEvent] = [begun]
        for node, step in enumerate(text.steps, 1):
            body = layer_lines.grown(seen, line, step.parent, step.command, step.answers, random.SystemRandom(), step.events)
            event = ev.LineGrown(line=begun.line, node=node, parent=step.parent, body=sealed(body, line.known_to))
            line = grown_line(line, 0, now, event)
            made.append(event)
        return line, made

    def _begun(self, info: RecordInfo, eyes: Viewer, base: int, name: str, dealt: str) -> ev.LineBegun:
        if not 0 <= base <= info.head.count:
            raise MalformedCommand(f"a line begins after a step from 0 to {info.head.count}, not {base}")
        known_to = audience_of(eyes)
        by: ev.Dealt = "known" if dealt == "known" else "lay" if dealt == "lay" else "chosen"
        text = sealed(layer_lines.check_line_name(name), known_to)
        return ev.LineBegun(line=ev.LineId(new_id()), base=base, eyes=viewer_key(eyes), dealt=by, name=text)


def line_in(layer: StoredLayer, line: str) -> Variation:
    """Return a line of a layer; raises ``RecordNotFound``."""
    found = layer.state.lines.get(ev.LineId(line))
    if found is None:
        raise RecordNotFound(f"layer {layer.header.stream} has no line {line!r}")
    return found


def _checked_count(layer: StoredLayer | None, begun: ev.LineBegun) -> ev.LayerEvent:
    if layer is not None and len(layer.state.lines) >= layer_lines.MOST_LINES:
        raise MalformedCommand(f"a layer has up to {layer_lines.MOST_LINES} lines")
    return begun
