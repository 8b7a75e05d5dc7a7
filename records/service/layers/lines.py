"""Lines: alternative play, continued from what a viewer saw up to a step, with imagined events after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.asking.typed import TableQuestion, Typed
from records.core.events import Recorded
from records.core.viewers import viewer_key
from records.errors import Contradiction, ImpossibleEvent, MalformedCommand
from records.knowledge.door import veil
from records.knowledge.engine import Known
from records.rulings.redoing.imagined import LayOrAsked, as_it_lay
from records.rulings.redoing.plays import recorded_plays
from records.service.commands import command_from, rules
from records.service.editions import unplayable
from records.service.layers.lots import Lots
from records.service.views import rereading
from records.studies.layers import events as ev
from records.studies.layers.viewpoints import viewer_from
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from records.core.asking.chance import Picker
    from records.core.asking.typed import TableAnswer
    from records.core.editions.rulesets import Ruleset
    from records.core.events import Event
    from records.core.position import Command, Position
    from records.core.requests import ChanceRequest
    from records.core.viewers import Viewer
    from records.knowledge.answers import Knowledge
    from records.service.seen_log import SeenLog
    from records.studies.layers.fold import LineNode, Variation

MOST_NODES = 500
"""Of one line."""
MOST_LINES = 50
"""Of one layer."""
MOST_EVENTS = 400
"""Of one branch of a line, beyond its base."""
LONGEST_NAME = 200


class LineView(msgspec.Struct, frozen=True, kw_only=True):
    """A line as one of its readers has it."""

    id: str
    layer: str
    author: str
    name: str
    """How the line is called."""
    base: int
    eyes: Viewer
    dealt: str
    reading: tuple[str, tuple[tuple[str, str], ...]] | None
    """Ruleset and switches by which it goes; None for the record's own rules."""
    begun: datetime
    nodes: Mapping[int, tuple[int, bytes, int]]
    """By number: the node that it follows (0 is the base), the command's JSON, and how many events followed from it."""


def line_view(line: Variation, layer: str, author: str) -> LineView:
    """Return a line without what was erased."""
    nodes = {
        number: (node.parent, bytes(body.command), len(body.batch))
        for number, node in line.nodes.items()
        if (body := node.body) is not None
    }
    return LineView(
        id=line.id,
        layer=layer,
        author=author,
        name=line.name,
        base=line.base,
        eyes=viewer_from(line.eyes),
        dealt=line.dealt,
        reading=None if line.reading is None else (line.reading.ruleset, line.reading.switches),
        begun=line.begun,
        nodes=nodes,
    )


def line_log(seen: SeenLog, line: Variation, node: int) -> tuple[Recorded[Any], ...]:
    """Return the log of a branch: the line's viewer's log up to its base, and the imagined events up to ``node``.

    ``seen`` is the record as that viewer sees it. Raises ``ImpossibleEvent`` for a node that is missing, or was erased.
    """
    log = list(seen.events[: line.base])
    for step in line.path(node):
        body = step.body
        if body is None:
            raise ImpossibleEvent(f"line {line.id}, node {step.node}: was erased")
        log += _batch(seen, body, step, len(log) + 1)
    return tuple(log)


def _batch(seen: SeenLog, body: ev.LineBody, step: LineNode, first: int) -> list[Recorded[Any]]:
    batch = []
    for version, event in enumerate(body.batch, first):
        line = msgspec.json.encode({"v": version, "cause": first, "at": step.at, "prev": "", "event": event})
        batch.append(seen.game.codec.decode(line))
    return batch


def line_position(seen: SeenLog, line: Variation, node: int) -> Position[Any]:
    """Return the position after a node, as the line's viewer imagines it; raises as ``line_log`` does."""
    return seen.folder.position(seen.header, line_log(seen, line, node))


def grown(  # noqa: PLR0917 -- a step of a line
    seen: SeenLog,
    line: Variation,
    parent: int,
    command: Command | str | bytes,
    answers: Iterable[Sequence[str]],
    picker: Picker,
    recorded: Sequence[Event] | None = None,
) -> ev.LineBody:
    """Return the events of ``command`` after the node ``parent`` of a line.

    If chance is *chosen*, ``answers`` are the table's, as for a game being recorded; if it is *known*, random lots answer by what the
    line's viewer could know then; if it comes as it *lay*, the record answers where it can, and ``answers`` the rest. If the step was
    written elsewhere, ``recorded`` are its events there. Imagined events must be possible by everything that this viewer knows.

    Raises ``RuleViolation``, ``AnswerNeeded``, ``MalformedCommand``, and ``Contradiction`` or ``ImpossibleEvent`` if it is impossible.
    """
    game, header = seen.game, seen.header
    scorekeeping, decide = rules(game)
    log = line_log(seen, line, parent)
    if why := unplayable(game, header, seen.events):
        raise MalformedCommand(why)
    if len(line.nodes) >= MOST_NODES:
        raise MalformedCommand(f"a line has up to {MOST_NODES} nodes")
    read = command_from(game, command) if isinstance(command, str | bytes) else command
    reading = reading_of(seen, line)
    known = Known(game, header, log, seen.viewer)
    if recorded is not None:
        events: Sequence[Event] = recorded
    else:
        chance: Any
        position = read_by(seen.folder.position(header, log), reading)
        if line.dealt == "lay":
            chance, position = _lay(seen, line, log, reading, Typed(scorekeeping.table, answers))
        elif line.dealt == "known":
            if tuple(answers):
                raise MalformedCommand("in this line lots answer for the table, nothing is typed in")
            chance = Lots(scorekeeping.table, known, position, game.odds.drawn_from, picker)
        else:
            chance = Typed(_cut(scorekeeping.table, known.at(len(log)), frozenset(known.asking(len(log)).names)), answers)
        events = decide(position, read, chance, len(log) + 1)
        typed = chance.other if isinstance(chance, LayOrAsked) else chance
        if isinstance(typed, Typed):
            typed.close()
    if len(log) - line.base + len(events) > MOST_EVENTS:
        raise MalformedCommand(f"a branch of a line has up to {MOST_EVENTS} events beyond its base")
    said = _imagined(seen, log, events)
    _check_possible(seen, known, log, said)  # hidden cards that were named too, before they are hidden again
    batch = veil(game.parts, said, seen.viewer)
    raw = tuple(msgspec.Raw(msgspec.json.encode(recorded.event)) for recorded in batch)
    return ev.LineBody(command=msgspec.Raw(msgspec.json.encode(read)), batch=raw)


def reading_of(seen: SeenLog, line: Variation) -> Ruleset | None:
    """Return the rules of a line, None for the record's own; raises ``MalformedCommand`` if they are not known here."""
    if line.reading is None:
        return None
    return rereading.reading(seen, line.reading.ruleset, dict(line.reading.switches))


def read_by(position: Position[Any], reading: Ruleset | None) -> Position[Any]:
    """Return a position with the rules of ``reading``."""
    return position if reading is None else replace(position, state=replace(position.state, rules=reading))


def _lay(
    seen: SeenLog, line: Variation, log: Sequence[Recorded[Any]], reading: Ruleset | None, typed: Typed
) -> tuple[LayOrAsked, Position[Any]]:
    position, chance = as_it_lay(recorded_plays(seen.game, seen.header, seen.events), log, line.base, typed)
    return chance, read_by(position, reading)


def _imagined(seen: SeenLog, log: Sequence[Recorded[Any]], events: Iterable[Event]) -> tuple[Recorded[Any], ...]:
    first, at = len(log) + 1, log[-1].at if log else seen.header.started
    return tuple(Recorded(version, first, at, "", event) for version, event in enumerate(events, first))


def _check_possible(seen: SeenLog, known: Known, log: Sequence[Recorded[Any]], batch: Sequence[Recorded[Any]]) -> None:
    """Raise ``Contradiction`` if what the line's viewer already knows excludes the imagined events."""
    before = known.at(len(log))
    after = Known(seen.game, seen.header, (*log, *batch), seen.viewer)
    whole = after.at(len(log) + len(batch))
    impossible = whole.breach is not None and before.breach is None
    if not _can_be(after, len(log) + len(batch)):
        impossible = impossible or _can_be(known, len(log))
    if impossible:
        raise Contradiction(f"{viewer_key(seen.viewer)} knows after event {len(log)} that this cannot be: no card can lie so")


def _can_be(known: Known, at: int) -> bool:
    """Whether any arrangement of the cards fits everything known; if a record contradicts itself, none does."""
    try:
        known.asking(at)(())
    except Contradiction:
        return False
    return True


def _cut(table: TableAnswer, knowledge: Knowledge, cards: frozenset[str]) -> TableAnswer:
    """Return the game's answers of the table, without options known to be impossible."""

    def answer(position: Position[Any], request: ChanceRequest) -> Event | TableQuestion:
        asked = table(position, request)
        possible = _possible(asked, request, knowledge) if isinstance(asked, TableQuestion) else None
        if possible is None or not isinstance(asked, TableQuestion):
            return asked
        return replace(asked, options=tuple(option for option in asked.options if option.key not in cards or option.key in possible))

    return answer


def _possible(asked: TableQuestion, request: ChanceRequest, knowledge: Knowledge) -> frozenset[str] | None:
    if asked.slot is not None and asked.slot in knowledge.slots:
        return frozenset(knowledge.slots[asked.slot].of)
    if request.deck is not None and request.deck in knowledge.decks:
        deck = knowledge.decks[request.deck]
        return frozenset(deck.most) if request.number <= deck.count else None
    return None


def check_line_name(name: str) -> str:
    """Return the name of a line without spaces around it; raises ``MalformedCommand`` for one that is too long."""
    name = name.strip()
    if len(name) > LONGEST_NAME:
        raise MalformedCommand(f"a line's name has up to {LONGEST_NAME} characters, not {len(name)}")
    return name
