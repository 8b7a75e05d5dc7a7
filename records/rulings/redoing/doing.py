"""One recorded play, done again in a line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.asking.chance import FromRecord
from records.core.editions.rulesets import WatchedRuleset
from records.core.events import Event, Sort
from records.core.faces import UNKNOWN, bag
from records.core.ids import SeatKey, slot_id
from records.core.position import Command
from records.core.script import UnforbiddenError
from records.core.secret import Secret
from records.core.sentences import Sentence
from records.core.shared import Asked, CardExposed, Corrected, GameStarted, PositionSet, TakenBack
from records.errors import MalformedCommand, NotNoted, RecordsError, RuleViolation
from records.rulings.redoing.lay import AsItLay, NoChanceError, NothingCame
from records.rulings.redoing.line import same_but_for_rules
from records.rulings.redoing.naming import GoneError, renamed
from records.rulings.redoing.order_table import AskedPosition, OrderedState
from records.rulings.redoing.plays import Batch, RecordedPlay, is_fact, ordered
from records.rulings.redoing.stops import AFTER_THE_END, GONE, MISFIT, REFUSED, UNANSWERED, UNNOTED, LineStopped, Stop
from records.values import replace

if TYPE_CHECKING:
    from records.core.game import GamePlay
    from records.core.position import Position
    from records.rulings.redoing.line import OpenLine
    from records.rulings.redoing.naming import LineNames
    from records.rulings.redoing.order_table import OrderTable

NO_CARD = " "
"""In a hand: a card that is none of those that a rule asks for."""
_SLOT = re.compile(r"\bs[0-9]+(?:\.[0-9]+)?\b")


class Redone(msgspec.Struct, frozen=True):
    """One play of a line."""

    play: int
    """Its number, from 1."""
    recorded: int
    """Version of the play's first event in the record."""
    events: tuple[tuple[int, int, Event], ...]
    """(version, version of the cause, event) in this line."""
    told: tuple[Any, ...]
    """The same as in every line."""
    answered: tuple[int, ...] = ()
    """Versions of recorded answers that belonged to another question."""
    dropped: tuple[int, ...] = ()
    """Versions of recorded answers that nobody asked for here."""
    understood: int = 0
    """Answers that were the only legal ones."""


def redo(line: OpenLine, play: RecordedPlay) -> Redone:
    """Redo one play; raises ``LineStopped`` if it cannot be continued, and the line stays as far as it came."""
    return _Doing(line, play).run()


class _Doing:
    """One play under way."""

    def __init__(self, line: OpenLine, play: RecordedPlay) -> None:
        self.line, self.play = line, play
        self.events: list[tuple[int, int, Event]] = []
        self.unused: list[Batch] = [batch for batch in play.batches if _answers(batch)]
        self.answered: list[int] = []
        self.understood = 0
        self.at = play.first

    @property
    def _rules(self) -> GamePlay:
        game = self.line.record.game
        if game.play is None:
            raise MalformedCommand(f"the rules of {game.name} are not known here")
        return game.play

    def run(self) -> Redone:
        line, play = self.line, self.play
        line.table.begin(play.number)
        for batch in play.batches:
            self.at = batch[0].v
            if is_fact(batch) or self._begins_late(batch):
                self._fact(batch)
            elif _answers(batch):
                self._answer(batch)
            else:
                self._decide(batch, line.record.names)
        if not play.open:
            self._pump()
        if not self._as_recorded():
            line.left = True
        told = tuple(line.record.told_at(version) if line.in_step else line.names.told(event) for version, _cause, event in self.events)
        dropped = tuple(batch[0].v for batch in self.unused)
        return Redone(play.number, play.first, tuple(self.events), told, tuple(self.answered), dropped, self.understood)

    def _as_recorded(self) -> bool:
        line, record = self.line, self.line.record
        if line.in_step and line.version == self.play.last:
            return True
        recorded = [record.told_at(one.v) for batch in self.play.batches if not is_fact(batch) for one in batch]
        return recorded == [line.names.told(event) for _, _, event in self.events if event.sort is not Sort.FACT]

    def _begins_late(self, batch: Batch) -> bool:
        """Whether it says who sits there alone: the game is known from a later position on, and nobody decided anything here."""
        event = batch[0].event
        if not isinstance(event, GameStarted) or len(batch) > 1:
            return False
        return event.begins is None or self.line.record.begins_late

    # -- what was decided and written down -----------------------------------------------------------------------------

    def _fact(self, batch: Batch) -> None:
        """Take in what was written down; what was taken back or corrected is so in every line, and only what was seen by it remains."""
        line = self.line
        for recorded in batch:
            event = recorded.event
            if isinstance(event, PositionSet):
                self._apply((_laid_out(event, line.version + 1),))
                line.left = False
                line.read()
                continue
            facts: tuple[Event, ...] = (event,)
            if isinstance(event, TakenBack):
                facts = tuple(CardExposed(place=shown.place, index=shown.index, card=shown.card) for shown in event.shown)
            elif isinstance(event, Corrected):
                continue
            try:
                facts = renamed(facts, line.record.names, line.names)
            except (GoneError, KeyError) as gone:
                raise self._stop(GONE) from gone
            self._apply(facts)
            if isinstance(event, GameStarted):
                line.read()

    def _decide(self, batch: Batch, names: LineNames) -> None:
        """Make the decision of the record."""
        if self.line.draft.state.outcome is not None:
            raise self._stop(AFTER_THE_END)
        if batch[0].event.sort is not Sort.DECISION or self.line.draft.state.missing:
            raise self._stop(UNNOTED)
        self._do(self._command(batch[0].event, names), batch)

    def _command(self, event: Event, names: LineNames) -> Command:
        if isinstance(event, GameStarted):
            event = msgspec.structs.replace(event, switches=())
        try:
            return renamed(self._rules.command_of(event), names, self.line.names)  # type: ignore[no-any-return]  # of a command
        except (GoneError, KeyError) as gone:
            raise self._stop(GONE) from gone

    def _answer(self, batch: Batch) -> None:
        """Give a recorded answer to the same question, or to the oldest one that it fits; else keep it."""
        if batch not in self.unused:
            return
        event = batch[0].event
        asked = self._same_question(event.answers)
        if asked is None or not self._fits(batch, asked):
            asked = self._fitting(batch)
        if asked is not None:
            self._give(batch, asked)

    def _same_question(self, id_: str) -> Asked | None:
        try:
            here = renamed(id_, self.line.record.names, self.line.names)
        except (GoneError, KeyError):
            return None
        return next((asked for asked in self.line.draft.state.pending if asked.id == here), None)

    def _fitting(self, batch: Batch) -> Asked | None:
        return next((asked for asked in self.line.draft.state.pending if self._fits(batch, asked)), None)

    def _fits(self, batch: Batch, asked: Asked) -> bool:
        """Whether a question is put to the same seat as the one that was answered, and asks the same."""
        then = self.line.record.asked.get(batch[0].event.answers)
        return then is not None and (asked.seat, asked.what) == (then.seat, then.what)

    def _give(self, batch: Batch, asked: Asked) -> None:
        event, line = batch[0].event, self.line
        then = line.record.asked.get(event.answers)
        same = self._same_question(event.answers)
        self.unused.remove(batch)
        if same is not asked:
            self.answered.append(batch[0].v)
        command = self._command(msgspec.structs.replace(event, answers=""), line.record.names)
        if "answers" in command.__struct_fields__:
            command = msgspec.structs.replace(command, answers=asked.id)
        try:
            self._do(command, batch)
        except LineStopped as stopped:
            other_size = then is not None and (then.least, then.most) != (asked.least, asked.most)
            if stopped.stop.kind == REFUSED and other_size:
                raise LineStopped(replace(stopped.stop, kind=MISFIT)) from stopped
            raise

    def _pump(self) -> None:
        """Answer what is open still: by an unused answer of this play, or by the only legal one."""
        state = self.line.draft.state
        while state.pending and state.outcome is None:
            batch = next((one for one in self.unused if self._fitting(one) is state.pending[0]), None)
            if batch is not None:
                self._give(batch, state.pending[0])
            else:
                self._only_legal(state.pending[0])
            state = self.line.draft.state

    def _only_legal(self, asked: Asked) -> None:
        if asked.seat in _hidden_hands(self.line.table):
            raise self._stop(UNNOTED)
        try:
            able = self._rules.legal(self.line.position())
        except NotNoted as error:
            raise self._stop(UNNOTED) from error
        if len(able) != 1:
            raise self._stop(UNANSWERED, why=Sentence(asked.what))
        self.understood += 1
        self._do(able[0], None)

    # -- deciding ------------------------------------------------------------------------------------------------------

    def _do(self, command: Command, batch: Batch | None) -> None:
        line = self.line
        version, position = line.version + 1, ordered(line.version, line.draft)
        if batch is not None and (
            self._could_be_forbidden(position, command, batch) or self._needs_what_was_never_shown(position, command, batch)
        ):
            raise self._stop(UNNOTED)
        laid = line.left or batch is None or (0 < line.lay_from <= self.play.number)
        decided = None if laid or batch is None else self._as_recorded_there(position, command, batch)
        if decided is None:
            decided = self._as_it_lay(position, command, version)
            line.left = line.left or batch is None or not self._same(decided, batch)
        uncertain = self._uncertain_hands(batch)
        line.table.gave.clear()
        self._apply(decided)
        if uncertain & line.table.gave:
            raise self._stop(UNNOTED)

    def _as_recorded_there(self, position: Position[Any], command: Command, batch: Batch) -> tuple[Event, ...] | None:
        """Return the rules' batch with the recorded chance; None if it is not the recorded one."""
        line, first = self.line, self.line.version + 1
        events = [one.event for one in batch]
        if batch[0].v != first:
            here = line.names.copy()
            for nth, recorded in enumerate(batch):
                here.versions[line.record.names.keys[recorded.v]] = first + nth
            events = [renamed(event, line.record.names, here) for event in events]
        try:
            decided = self._rules.decide(position, command, FromRecord(events), first)
        except RecordsError:
            return None
        return decided if self._same(decided, batch) else None

    def _could_be_forbidden(self, position: Position[Any], command: Command, batch: Batch) -> bool:
        """Whether the card that this log lacks could be one that this reading forbids here, and the record's own allowed there."""
        lacking = _lacking(command)
        line, there = self.line, self.line.record.before[batch[0].v]
        if not lacking or getattr(there.state, "rules", None) == line.reading:
            return False
        if not line.in_step or not same_but_for_rules(position, there):
            return self._forbidden_card(position, command, batch)
        known, reading = line.record.could_be_forbidden, line.reading
        noted = reading.read if isinstance(reading, WatchedRuleset) else set()
        key = (batch[0].v, reading.name, reading.hash, isinstance(reading, WatchedRuleset))
        if key not in known:
            earlier = noted.copy()
            noted.clear()
            known[key] = self._forbidden_card(position, command, batch), frozenset(noted)
            noted |= earlier
        forbidden, asked = known[key]
        noted |= asked
        return forbidden

    def _forbidden_card(self, position: Position[Any], command: Command, batch: Batch) -> bool:
        here = AskedPosition.of(position)
        if self._forbids(here, command):
            return False
        line, recorded = self.line, self._rules.command_of(batch[0].event)
        cards, lacking = line.record.game.board.faces, _lacking(command)
        faces = cards(line.record.header) if cards is not None else ()
        forbidden = [face for face in faces if self._forbids(here, _with(command, face, lacking))]
        if not forbidden:
            return False
        there = AskedPosition.of(line.record.before[batch[0].v])
        return not all(self._forbids(there, _with(recorded, face)) for face in forbidden)

    def _needs_what_was_never_shown(self, position: Position[Any], command: Command, batch: Batch) -> bool:
        """Whether this reading asks for more copies of a decision's cards in a hand than this log shows, and the record's own does not.

        Only who is shown to hold one of the cards anyway can be asked for a second one of them.
        """
        line, there = self.line, self.line.record.before[batch[0].v]
        hand = position.table.hands.get(getattr(command, "seat", SeatKey("")))
        if hand is None or len(hand.faces) == hand.count or getattr(there.state, "rules", None) == line.reading:
            return False
        if not _named(command) & set(hand.faces) or not self._forbids(AskedPosition.of(self._bare(position, command)), command):
            return False
        recorded = self._rules.command_of(batch[0].event)
        return not self._forbids(AskedPosition.of(self._bare(there, recorded)), recorded)

    def _bare(self, position: Position[Any], command: Any) -> Position[Any]:
        """Return a position in which a hand holds what it is shown to hold and the command's cards; its other cards fit nothing."""
        game, header = self.line.record.game, self.line.record.header
        hand = position.table.hands[command.seat]
        known = game.board.faces(header) if game.board.faces is not None else {}
        lacking = sorted(card for card in _named(command) & known.keys() if card not in hand.faces)
        faces = (*hand.faces, *lacking)[: hand.count]
        filled = msgspec.structs.replace(hand, faces=tuple(sorted((*faces, *(NO_CARD,) * (hand.count - len(faces))))))
        return replace(position, table=replace(position.table, hands={**position.table.hands, command.seat: filled}))

    def _forbids(self, position: AskedPosition, command: Command) -> bool:
        """Whether a rule forbids a command; its consequences are not computed."""
        try:
            self._rules.decide(position, command, NothingCame(), position.version + 1)
        except RuleViolation:
            return True
        except (RecordsError, NoChanceError, UnforbiddenError):
            return False
        return False

    def _uncertain_hands(self, batch: Batch | None) -> set[SeatKey]:
        """Hands that this log does not show whole and that other cards came to than in the record: who knows what they can give."""
        if not self.line.left:
            return set()
        recorded = self.line.record.before[batch[0].v].table if batch is not None else None
        then = recorded.paths if isinstance(recorded, OrderedState) else {}
        here = self.line.table
        return {seat for seat in _hidden_hands(here) if here.paths.get(seat) != then.get(seat)}

    def _as_it_lay(self, position: Position[Any], command: Command, version: int) -> tuple[Event, ...]:
        try:
            return self._rules.decide(position, command, AsItLay(self.line.record, self.play, self.line.names), version)
        except NoChanceError as none:
            raise self._stop(none.stop) from none
        except RuleViolation as broken:
            why = broken.why if isinstance(broken.why, Sentence) else Sentence("%(why)s", {"why": str(broken.why)})
            raise self._stop(REFUSED, broken.paragraph, why) from broken
        except NotNoted as error:
            raise self._stop(UNNOTED) from error
        except RecordsError as error:
            raise self._stop(GONE, why=Sentence("%(why)s", {"why": str(error)})) from error

    def _same(self, decided: tuple[Event, ...], batch: Batch) -> bool:
        """Whether a batch is the recorded one, told as in every line."""
        line = self.line
        if len(decided) != len(batch):
            return False
        if line.in_step and batch[0].v == line.version + 1 and all(one == two.event for one, two in zip(decided, batch, strict=True)):
            return True
        names = line.names.copy()
        for version, event in enumerate(decided, line.version + 1):
            names.add(self.play.number, version, event)
        return all(names.told(one) == line.record.told_at(two.v) for one, two in zip(decided, batch, strict=True))

    def _apply(self, events: tuple[Event, ...]) -> None:
        line = self.line
        first = line.version + 1
        for event in events:
            try:
                line.go(self.play, event, first)
            except RecordsError as error:
                raise self._stop(GONE, why=Sentence("%(why)s", {"why": str(error)})) from error
            self.events.append((line.version, first, event))

    def _stop(self, kind: str, paragraph: str = "", why: Sentence | None = None) -> LineStopped:
        return LineStopped(Stop(kind, self.play.number, self.at, paragraph, why))


def _laid_out(event: PositionSet, version: int) -> PositionSet:
    """Return a position with slots that are named by the version that it has in this line, so that none is made twice."""
    slots = [lying.slot for pile in event.piles for lying in pile.slots]
    named = {str(slot): str(slot_id(version, nth)) for nth, slot in enumerate(slots, 1)}

    def told(value: Any) -> Any:
        return _SLOT.sub(lambda match: named.get(match[0], match[0]), value) if isinstance(value, str) else value

    piles = tuple(
        msgspec.structs.replace(pile, slots=tuple(msgspec.structs.replace(lying, slot=told(lying.slot)) for lying in pile.slots))
        for pile in event.piles
    )
    return msgspec.structs.replace(event, piles=piles, counters=tuple((told(name), told(value)) for name, value in event.counters))


def _lacking(command: Command) -> tuple[str, ...]:
    """Return the fields of a command with a card that nobody noted."""
    return tuple(name for name in command.__struct_fields__ if _with(getattr(command, name), "") != getattr(command, name))


def _with(told: Any, face: str, fields: tuple[str, ...] | None = None) -> Any:
    """Return a command with this face in place of each card that nobody noted, in all of its fields or in some."""
    if isinstance(told, str):
        return face if told == UNKNOWN else told
    if isinstance(told, Secret):
        faces = [face if one == UNKNOWN else one for one in told.faces]
        if faces == list(told.faces):
            return told
        return msgspec.structs.replace(told, faces=tuple(faces) if told.ordered else bag(faces), salt=(), seal=())
    if isinstance(told, tuple):
        return tuple(_with(one, face) for one in told)
    if isinstance(told, msgspec.Struct):
        return msgspec.structs.replace(told, **{name: _with(getattr(told, name), face) for name in fields or told.__struct_fields__})
    return told


def _named(told: Any) -> set[str]:
    """Return every text in a command: the names of cards are among them."""
    if isinstance(told, str):
        return {told}
    if isinstance(told, msgspec.Struct):
        told = tuple(getattr(told, name) for name in told.__struct_fields__)
    return {name for part in told for name in _named(part)} if isinstance(told, tuple) else set()


def _hidden_hands(table: OrderTable) -> set[SeatKey]:
    return {seat for seat, hand in table.hands.items() if len(hand.faces) < hand.count}


def _answers(batch: Batch) -> bool:
    return bool(getattr(batch[0].event, "answers", ""))
