"""Odds and reasons at a step of a record, only from one viewer's log."""

from __future__ import annotations

from contextlib import contextmanager
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.asking.questions import Choice, Worths
from records.core.events import Recorded
from records.core.ids import SeatKey
from records.core.position import Draft
from records.core.table import hand_place
from records.core.viewers import Spectator
from records.errors import MalformedCommand
from records.knowledge.asking import Asking
from records.knowledge.odds.attack import attack_odds
from records.knowledge.odds.draw import draw_odds
from records.knowledge.tracking.call_log import Call, CallLog, CallRecorder
from records.knowledge.tracking.plan import GameCards
from records.knowledge.viewer_log import ViewerLog
from records.knowledge.why.explain import why
from records.service.weights import ASKED, ASKED_NAME, ASKED_SLOT, NAMES_AND_NUMBERS, weigh

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import datetime

    from records.core.asking.questions import OddsAnswer, OddsQuestion, Parameter
    from records.core.assault import Assault
    from records.core.events import Event
    from records.core.ids import DeckId
    from records.core.position import Position
    from records.core.viewers import Viewer
    from records.knowledge.odds.attack import AttackOdds
    from records.knowledge.odds.draw import DrawOdds
    from records.knowledge.why.explain import Why
    from records.service.seen_log import SeenLog

STRONGEST, MOST_DRAWN, SOME, DIGITS = 99, 99, 8, 4
_ASKING = "asking"
_NO_TIME: datetime = None  # type: ignore[assignment]  # evolve never looks at the clock
_STEPS = 4
"""Steps of a log whose worlds are kept."""
_OF_LOG = (ViewerLog, CallLog, Call, GameCards, *NAMES_AND_NUMBERS)
"""What all steps of a log share."""


@contextmanager
def asking(seen: SeenLog, at: int) -> Iterator[Asking]:
    """Yield a step for questions by its viewer; raises ``VersionNotFound``. It is cached with everything computed in it."""
    step: Asking | None = seen.pieces.find(_ASKING, at)
    if step is None:
        step = seen.known.asking(at)
        step = seen.pieces.keep(_ASKING, step, at, most=_STEPS, size=_size(seen, at, step))
    worked_out = len(step.cache)
    try:
        yield step
    finally:
        if len(step.cache) != worked_out:
            new = list(step.cache.items())[worked_out:]
            seen.pieces.grew(_ASKING, weigh(new, _OF_LOG)[0], at)


def _size(seen: SeenLog, at: int, step: Asking) -> int:
    """Return the bytes of a step before anything is computed in it."""
    return ASKED + ASKED_NAME * len(step.names) + ASKED_SLOT * sum(map(len, seen.position(at).table.piles.values()))


def ways_to_attack(seen: SeenLog, at: int, seat: str | None = None) -> tuple[Assault, ...]:
    """Return the ways in which ``seat`` (default: the viewer, or the seat to move) may attack after event ``at``.

    Raises ``MalformedCommand`` for a game without attacks on piles, or where no seat can be meant; ``VersionNotFound``.
    """
    state = seen.position(at).state
    if seen.game.odds.assaults is None:
        raise MalformedCommand(f"{seen.game.name} has no attacks whose odds could be worked out")
    attacker = seat or (state.active if isinstance(seen.viewer, Spectator) else seen.viewer)
    if attacker not in seen.header.seats:
        raise MalformedCommand(f"say which seat attacks after event {at}: one of {', '.join(seen.header.seats)}")
    return seen.game.odds.assaults(state, SeatKey(attacker))


def attack(seen: SeenLog, at: int, strength: int, way: str = "", seat: str | None = None) -> AttackOdds:
    """Return the odds of an attack of ``strength`` after event ``at``; ``way`` is the name of one of ``ways_to_attack``, the first without.

    Raises ``MalformedCommand`` for a strength, way or seat that cannot be; ``VersionNotFound``; ``Contradiction`` for a log that cannot be.
    """
    if not 0 <= strength <= STRONGEST:
        raise MalformedCommand(f"an attack has a strength of 0 to {STRONGEST}, not {strength}")
    able = ways_to_attack(seen, at, seat)
    chosen = next((one for one in able if way in ("", one.name)), None)
    if chosen is None:
        raise MalformedCommand(f"{seen.game.name} knows no attack {way!r}; it knows {', '.join(one.name for one in able)}")
    worth = seen.game.board.worth(seen.header) if seen.game.board.worth is not None else {}
    with asking(seen, at) as step:
        return attack_odds(step, chosen, strength, seen.position(at).table.piles, worth)


def draw(seen: SeenLog, at: int, number: int, cards: Iterable[str], deck: str = "") -> DrawOdds:
    """Return the chance that the next ``number`` cards of a deck, after event ``at``, hold at least one of ``cards``.

    ``cards`` are names of the catalogue, or words of the game for several (``unit``). Without ``deck`` it is the game's usual or only one.
    Raises ``MalformedCommand`` for a number, card or deck that cannot be; ``VersionNotFound``; ``Contradiction`` for a log that cannot be.
    """
    if not 1 <= number <= MOST_DRAWN:
        raise MalformedCommand(f"the odds of a draw are for 1 to {MOST_DRAWN} cards, not {number}")
    decks = list(seen.position(at).table.decks)
    chosen = deck or seen.game.odds.drawn_from or (decks[0] if len(decks) == 1 else "")
    if chosen not in decks:
        raise MalformedCommand(f"say which deck is drawn from: one of {', '.join(decks) or 'none'}")
    with asking(seen, at) as step:
        return draw_odds(step, _deck(chosen), number, _named(seen, cards))


def questions(seen: SeenLog, at: int) -> dict[str, tuple[OddsQuestion, tuple[Parameter, ...]]]:
    """Return the game's further questions after event ``at``, with their parameters; raises ``VersionNotFound``."""
    position = seen.position(at)
    asked = ((question, question.parameters(position, seen.viewer)) for question in seen.game.odds.questions)
    return {question.name: (question, parameters) for question, parameters in asked if parameters}


def ask(seen: SeenLog, at: int, name: str, said: Mapping[str, str]) -> OddsAnswer:
    """Return the answer to one of ``questions``; ``said`` are parameters by name; missing ones have their defaults.

    Raises ``MalformedCommand`` for a question, parameter or value that cannot be; ``VersionNotFound``; ``Contradiction`` for a log that
    cannot be.
    """
    able = questions(seen, at)
    if name not in able:
        known = ", ".join(able) or "nothing"
        raise MalformedCommand(f"{seen.game.name} has no odds {name!r} after event {at}; what can be asked is {known}")
    question, parameters = able[name]
    names = [parameter.name for parameter in parameters]
    if strange := [word for word in said if word not in names]:
        raise MalformedCommand(f"{name} takes {', '.join(names)} after event {at}, not {', '.join(strange)}")
    values = {parameter.name: _value(parameter, said.get(parameter.name)) for parameter in parameters}
    return question.answer(StepContext(seen, at), values)


def _value(parameter: Parameter, said: str | None) -> str | int:
    if isinstance(parameter, Choice):
        value = next(iter(parameter.options)) if said is None else said
        if value not in parameter.options:
            near = get_close_matches(value, parameter.options) or [*parameter.options][:SOME]
            raise MalformedCommand(f"{parameter.name} cannot be {value!r}; it can be {', '.join(near)}")
        return value
    if said is None:
        return parameter.usual
    if not (said.isascii() and said.isdigit() and parameter.least <= int(said[:DIGITS]) <= parameter.most):
        raise MalformedCommand(f"{parameter.name} is a number from {parameter.least} to {parameter.most}, not {said!r}")
    return int(said)


class StepContext(msgspec.Struct, frozen=True):
    """A step of a record, for the questions of its game (``records.core.asking.questions.OddsContext``)."""

    seen: SeenLog
    at: int

    @property
    def viewer(self) -> Viewer:
        """Whose odds they are."""
        return self.seen.viewer

    @property
    def position(self) -> Position[Any]:
        """The position as the viewer was shown it."""
        return self.seen.position(self.at)

    def worths(self, seat: SeatKey, values: Mapping[str, int], events: Sequence[Event] = ()) -> Worths:
        """Return what a hand can be worth after ``events``; raises ``Contradiction`` for a log that cannot be."""
        table: Any = CallRecorder()
        table.version = self.at
        self.seen.folder.run(Draft(table, self.position.state.copy()), _imagined(self.at, events))
        with asking(self.seen, self.at) as step:
            return Worths(*step.worths(table.calls, seat, values))


def _imagined(at: int, events: Sequence[Event]) -> Iterator[Recorded[Any]]:
    """Return events as if they were recorded after step ``at``."""
    return (Recorded(version, at + 1, _NO_TIME, "", event) for version, event in enumerate(events, at + 1))


def _deck(name: str) -> DeckId:
    return name  # type: ignore[return-value]  # it was found among the decks


def titles_of_sets(seen: SeenLog) -> Mapping[str, str]:
    """Return the title of each word for several cards: that of the group or sort with the same cards, else the word as written.

    So a suit that counts a hand and the same suit in a question are written alike.
    """
    told: dict[frozenset[str], str] = {}
    for sort in dict.fromkeys(face.sort for face in seen.faces.values()):
        told[frozenset(name for name, face in seen.faces.items() if face.sort == sort)] = sort
    for group in seen.game.odds.groups(seen.header) if seen.game.odds.groups is not None else ():
        told[group.cards] = group.title
    return {word: told.get(frozenset(cards), word) for word, cards in _sets(seen).items()}


def _sets(seen: SeenLog) -> Mapping[str, tuple[str, ...]]:
    return seen.game.odds.sets(seen.header) if seen.game.odds.sets is not None else {}


def _named(seen: SeenLog, cards: Iterable[str]) -> tuple[str, ...]:
    sets = _sets(seen)
    names = {str(face) for deck in seen.game.initial(seen.header).decks for block in deck.blocks for face in block.faces}
    found: set[str] = set()
    for card in cards:
        if card not in names and card not in sets:
            near = get_close_matches(card, [*sets, *names])
            hint = f"; near it are {', '.join(near)}" if near else ""
            raise MalformedCommand(f"{seen.game.name} has no card {card!r}{hint}")
        found |= {card} if card in names else set(sets[card])
    return tuple(sorted(found))


def explain(seen: SeenLog, at: int, place: str) -> Why:
    """Return why a slot, a deck or a hand can hold for the viewer what it can hold after event ``at``.

    Raises ``MalformedCommand`` for a place that is not there or that the viewer sees; ``VersionNotFound``; ``Contradiction`` for a log that
    cannot be.
    """
    knowledge = seen.knowledge(at)
    places = [*knowledge.slots, *map(hand_place, knowledge.hands), *knowledge.decks]
    if place not in places:
        others = [other for other in places if other not in knowledge.slots]
        lying = f"a slot on the table ({', '.join(knowledge.slots) or 'there is none'})"
        raise MalformedCommand(f"{place!r} is not a place that can be asked about after event {at}: say {', '.join([*others, lying])}")
    with asking(seen, at) as step:
        return why(step, place)
