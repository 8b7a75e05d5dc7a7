"""What everybody reads of a decision, whether or not the rules allow it (design/events: Decisions that the rules refuse).

Rule, hints, who is shown a card and what follows stand in the open. Where a decision breaks a rule by what is hidden alone, they are what
the rules give to somebody who sees none of it, so that it stands in the log as its lawful twin does. What everybody sees to be forbidden
stands without a rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.asking.chance import ChanceMissing
from records.core.events import Event, Recorded, Sort
from records.core.logs.effective import changes_earlier, effective
from records.core.logs.fold import Folder
from records.core.position import Draft, Position, frozen
from records.core.secret import Sealed, Secret
from records.core.shared import Corrected, GameStarted, Replacement
from records.core.tables.mask import mask
from records.core.viewers import PUBLIC
from records.errors import Contradiction, ImpossibleEvent, RecordsError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from records.core.game import Game
    from records.core.header import Header
    from records.core.position import Chance, Command
    from records.core.requests import ChanceRequest

_NO_TIME: datetime = None  # type: ignore[assignment]  # evolve never looks at the clock
Log = tuple[Recorded[Any], ...]


def decided_in_public(game: Game, position: Position[Any], command: Command, chance: Chance) -> tuple[Event, ...]:
    """Return the batch that the rules give where nothing hidden is known, with the hidden cards of ``command`` in it.

    ``chance`` is asked at ``position`` and what the batch has led to from there. Raises ``RuleViolation`` where everybody sees that a rule
    forbids the command, ``ImpossibleEvent`` where its cards have no place in what would stand there, what ``chance`` raises, and other
    ``RecordsError``.
    """
    cards = {name: part for name in command.__struct_fields__ if isinstance(part := getattr(command, name), Secret)}
    blind: Command = msgspec.structs.replace(command, **{name: _unseen(name, part) for name, part in cards.items()})
    meant, answers = [*cards.values()], list[tuple[Event, Event]]()
    while True:
        written, asked = _blindly(game, position, blind, [seen for seen, _ in answers])
        events = _opened(game, written, meant, answers)
        if asked is None:
            return events
        answer = chance.ask(_after(game, position, events), asked)
        answers.append((game.parts.map(answer, _unseen), answer))


def read_in_public(game: Game, position: Position[Any], decision: Event) -> Event:
    """Return a decision with rule and hints as everybody must take them; as it is where everybody sees that it is forbidden."""
    if game.play is None:
        return decision
    meant = _hidden(game, decision)
    try:
        written, _asked = _blindly(game, position, game.play.command_of(game.parts.map(decision, _unseen)), ())
        (told,) = _opened(game, written[:1], meant, ())
    except RecordsError:
        return decision
    if type(told) is not type(decision):
        return decision
    hints = iter(_hidden(game, told))
    return game.parts.map(msgspec.structs.replace(decision, rule=told.rule), lambda _path, part: _hinted(part, next(hints)))


def lacks_public_words(event: Event) -> bool:
    """Whether an event is a decision without a rule, or corrects one to such: what the rules tell everybody of it is to be read into it."""
    if event.sort is Sort.DECISION:
        return not event.rule and not isinstance(event, GameStarted)
    return event.sort is Sort.FACT and isinstance(event, Corrected) and any(lacks_public_words(one.event) for one in event.of)


def with_public_words(  # noqa: PLR0917 -- a place in a log
    game: Game, folder: Folder, header: Header, before: Sequence[Recorded[Any]], draft: Draft[Any], recorded: Recorded[Any]
) -> Recorded[Any]:
    """Return a decision without a rule, or a correction to one, with what the rules tell everybody; ``draft`` stands after ``before``."""
    event: Event = recorded.event
    if game.play is None or not (game.rules.knows(header, before) and game.rules.knows_cards(header)):
        return recorded
    if isinstance(event, Corrected):
        counting = effective(before)
        event = msgspec.structs.replace(event, of=tuple(_put_right(game, folder, header, counting, one) for one in event.of))
    elif not draft.state.missing:
        event = read_in_public(game, frozen(recorded.v - 1, draft), event)
    return recorded if event == recorded.event else msgspec.structs.replace(recorded, event=event)


def told_in_public(game: Game, header: Header, log: Log) -> Log:
    """Return a log whose decisions without a rule say what the rules tell everybody of them, also inside corrections.

    The same object where nothing changes. It reads no hidden face, so that a viewer's log comes out as the full one does.
    """
    if game.play is None or not any(lacks_public_words(recorded.event) for recorded in log):
        return log
    try:
        return _told(game, header, log)
    except (ImpossibleEvent, Contradiction):
        return log  # it cannot be folded, and folding it will say so


def _told(game: Game, header: Header, log: Log) -> Log:
    folder, made = Folder(game), list(log)
    draft = folder.start(header)
    for nth, recorded in enumerate(log):
        if lacks_public_words(recorded.event):
            made[nth] = with_public_words(game, folder, header, made[:nth], draft, recorded)
        if changes_earlier((recorded,)):
            draft = folder.fold(header, made[: nth + 1])
        else:
            folder.apply(draft, made[nth])
    return log if all(new is old for new, old in zip(made, log, strict=True)) else tuple(made)


def _put_right(
    game: Game, folder: Folder, header: Header, before: Sequence[Recorded[Any]], replacement: Replacement[Any]
) -> Replacement[Any]:
    if not lacks_public_words(replacement.event):
        return replacement
    draft = folder.start(header)
    folder.run(draft, [recorded for recorded in before if recorded.v < replacement.version])
    if draft.state.missing:
        return replacement
    event = read_in_public(game, frozen(replacement.version - 1, draft), replacement.event)
    return msgspec.structs.replace(replacement, event=event)


def _blindly(
    game: Game, position: Position[Any], command: Command, answers: Sequence[Event]
) -> tuple[tuple[Event, ...], ChanceRequest | None]:
    """Decide where nothing hidden is known; return what is written, and what the table is asked after these answers."""
    if game.play is None:
        raise ImpossibleEvent(f"the rules of {game.name} are not known here")
    seen = Position(position.version, mask(position.table, PUBLIC), position.state)
    try:
        return game.play.decide(seen, command, _SoFar(answers), position.version + 1), None
    except ChanceMissing as missing:
        return missing.written, missing.request


class _SoFar:
    """A table that has given so many answers."""

    def __init__(self, answers: Sequence[Event]) -> None:
        self._left = list(answers)

    def ask(self, position: Position[Any], request: ChanceRequest) -> Event:  # noqa: ARG002 -- the shape of all chances
        """Return the next answer; raises ``ChanceMissing``."""
        if not self._left:
            raise ChanceMissing(request)
        return self._left.pop(0)


def _after(game: Game, position: Position[Any], events: Sequence[Event]) -> Position[Any]:
    folder, draft, first = Folder(game), position.thaw(), position.version + 1
    for version, event in enumerate(events, first):
        folder.apply(draft, Recorded(version, first, _NO_TIME, "", event))
    return frozen(position.version + len(events), draft)


def _opened(
    game: Game, written: Sequence[Event], meant: Sequence[Secret | Sealed], answers: Sequence[tuple[Event, Event]]
) -> tuple[Event, ...]:
    """Return events with what is hidden in the decision that they follow from, and in the answers among them."""
    if not written or [_size(part) for part in _hidden(game, written[0])] != [_size(part) for part in meant]:
        raise ImpossibleEvent("what everybody would read has no place for these cards")
    parts = iter(meant)
    first = game.parts.map(written[0], lambda _path, part: _with(part, next(parts)))
    whole = {id(seen): answer for seen, answer in answers}
    return (first, *(whole.get(id(event), event) for event in written[1:]))


def _hidden(game: Game, event: Event) -> list[Secret | Sealed]:
    found: list[Secret | Sealed] = []

    def visit(_path: str, part: Secret | Sealed) -> Secret | Sealed:
        found.append(part)
        return part

    game.parts.map(event, visit)
    return found


def _size(part: Secret | Sealed) -> int:
    return len(part.faces) if isinstance(part, Secret) else -1


def _unseen(_path: str, part: Secret | Sealed) -> Secret | Sealed:
    """What stands in the log of somebody who was shown nothing."""
    if isinstance(part, Sealed):
        return Sealed(part.known_to)
    return part if part.open else Secret(("?",) * len(part.faces), part.known_to, part.hint, part.ordered)


def _with(told: Secret | Sealed, meant: Secret | Sealed) -> Secret | Sealed:
    """Return what was meant, as everybody is shown it."""
    if isinstance(told, Secret) and isinstance(meant, Secret):
        return msgspec.structs.replace(meant, known_to=told.known_to, hint=told.hint)
    return msgspec.structs.replace(meant, known_to=told.known_to)


def _hinted(part: Secret | Sealed, told: Secret | Sealed) -> Secret | Sealed:
    return msgspec.structs.replace(part, hint=told.hint) if isinstance(part, Secret) and isinstance(told, Secret) else part
