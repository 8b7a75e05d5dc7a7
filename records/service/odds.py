"""Odds and reasons at a step of a record, from what one viewer was shown alone."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from records.core.ids import SeatKey
from records.core.questions import Choice, Worths
from records.core.table import hand_place
from records.core.viewers import Spectator
from records.errors import MalformedCommand
from records.knowledge.asking import Asking
from records.knowledge.odds.attack import attack_odds
from records.knowledge.odds.draw import draw_odds
from records.knowledge.tracking.call_log import CallRecorder
from records.knowledge.why.explain import why

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from records.core.assault import Assault
    from records.core.ids import DeckId
    from records.core.position import Position
    from records.core.questions import CardMove, OddsAnswer, OddsQuestion, Parameter
    from records.core.viewers import Viewer
    from records.knowledge.odds.attack import AttackOdds
    from records.knowledge.odds.draw import DrawOdds
    from records.knowledge.why.explain import Why
    from records.service.viewing import RecordView, SeenLog

STRONGEST, MOST_DRAWN, SOME, DIGITS = 99, 99, 8, 4
_KEPT: WeakKeyDictionary[SeenLog, OrderedDict[int, Asking]] = WeakKeyDictionary()
_STEPS = 4
"""Steps of a log that are kept thought through."""


def asking(view: RecordView, at: int) -> Asking:
    """Return a step as its viewer can think it through; raises ``VersionNotFound``."""
    view.position(at)
    kept = _KEPT.setdefault(view.seen, OrderedDict())
    found = kept.get(at)
    if found is None:
        found = kept[at] = view.seen.known.asking(at)
        while len(kept) > _STEPS:
            kept.popitem(last=False)
    return found


def ways_to_attack(view: RecordView, at: int, seat: str | None = None) -> tuple[Assault, ...]:
    """Return in which ways ``seat`` (the viewer, or who is to move) may attack after event ``at``.

    Raises ``MalformedCommand`` for a game without attacks on piles, or where no seat can be meant; ``VersionNotFound``.
    """
    state = view.position(at).state
    if view.game.odds.assaults is None:
        raise MalformedCommand(f"{view.game.name} has no attacks whose odds could be worked out")
    attacker = seat or (state.active if isinstance(view.viewer, Spectator) else view.viewer)
    if attacker not in view.header.seats:
        raise MalformedCommand(f"say which seat attacks at step {at}: one of {', '.join(view.header.seats)}")
    return view.game.odds.assaults(state, SeatKey(attacker))


def attack(view: RecordView, at: int, strength: int, way: str = "", seat: str | None = None) -> AttackOdds:
    """Return the odds of an attack of ``strength`` after event ``at``; ``way`` is the name of one of ``ways_to_attack``, the first without.

    Raises ``MalformedCommand`` for a strength, way or seat that cannot be; ``VersionNotFound``; ``Contradiction`` for a log that cannot be.
    """
    if not 0 <= strength <= STRONGEST:
        raise MalformedCommand(f"an attack has a strength of 0 to {STRONGEST}, not {strength}")
    able = ways_to_attack(view, at, seat)
    chosen = next((one for one in able if way in ("", one.name)), None)
    if chosen is None:
        raise MalformedCommand(f"{view.game.name} knows no attack {way!r}; it knows {', '.join(one.name for one in able)}")
    worth = view.game.board.worth(view.header) if view.game.board.worth is not None else {}
    return attack_odds(asking(view, at), chosen, strength, view.position(at).table.piles, worth)


def draw(view: RecordView, at: int, number: int, cards: Iterable[str], deck: str = "") -> DrawOdds:
    """Return the chance that the next ``number`` cards of a deck, after event ``at``, hold at least one of ``cards``.

    ``cards`` are names of the catalogue, or words of the game for several (``unit``). Without ``deck`` it is the game's usual or only one.
    Raises ``MalformedCommand`` for a number, card or deck that cannot be; ``VersionNotFound``; ``Contradiction`` for a log that cannot be.
    """
    if not 1 <= number <= MOST_DRAWN:
        raise MalformedCommand(f"the odds of a draw are for 1 to {MOST_DRAWN} cards, not {number}")
    decks = list(view.position(at).table.decks)
    chosen = deck or view.game.odds.drawn_from or (decks[0] if len(decks) == 1 else "")
    if chosen not in decks:
        raise MalformedCommand(f"say which deck is drawn from: one of {', '.join(decks) or 'none'}")
    return draw_odds(asking(view, at), _deck(chosen), number, _named(view, cards))


def questions(view: RecordView, at: int) -> dict[str, tuple[OddsQuestion, tuple[Parameter, ...]]]:
    """Return what else of the game may be asked after event ``at``, with what is to be said for it; raises ``VersionNotFound``."""
    position = view.position(at)
    asked = ((question, question.parameters(position, view.viewer)) for question in view.game.odds.questions)
    return {question.name: (question, parameters) for question, parameters in asked if parameters}


def ask(view: RecordView, at: int, name: str, said: Mapping[str, str]) -> OddsAnswer:
    """Return the answer to one of ``questions``; ``said`` are parameters by name, and what is not said is as usual.

    Raises ``MalformedCommand`` for a question, parameter or value that cannot be; ``VersionNotFound``; ``Contradiction`` for a log that
    cannot be.
    """
    able = questions(view, at)
    if name not in able:
        known = ", ".join(able) or "nothing"
        raise MalformedCommand(f"{view.game.name} has no odds {name!r} at step {at}; what can be asked is {known}")
    question, parameters = able[name]
    names = [parameter.name for parameter in parameters]
    if strange := [word for word in said if word not in names]:
        raise MalformedCommand(f"{name} takes {', '.join(names)} at step {at}, not {', '.join(strange)}")
    values = {parameter.name: _value(parameter, said.get(parameter.name)) for parameter in parameters}
    return question.answer(StepContext(view, at), values)


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


@dataclass(frozen=True)
class StepContext:
    """A step of a record, for the questions of its game (``records.core.questions.OddsContext``)."""

    view: RecordView
    at: int

    @property
    def viewer(self) -> Viewer:
        """Whose odds they are."""
        return self.view.viewer

    @property
    def position(self) -> Position[Any]:
        """The position as the viewer was shown it."""
        return self.view.position(self.at)

    def worths(self, seat: SeatKey, values: Mapping[str, int], moves: Sequence[CardMove] = ()) -> Worths:
        """Return what a hand can be worth after ``moves``; raises ``Contradiction`` for a log that cannot be."""
        table: Any = CallRecorder()
        table.version = self.at
        for move in moves:
            move(table)
        return Worths(*asking(self.view, self.at).worths(table.calls, seat, values))


def _deck(name: str) -> DeckId:
    return name  # type: ignore[return-value]  # it was found among the decks


def titles_of_sets(view: RecordView) -> Mapping[str, str]:
    """Return each word for several cards with how it is told: by the group or the sort that is the same cards, else as it is asked for.

    So the suit that a hand is counted by and the suit that is asked for are written alike.
    """
    told: dict[frozenset[str], str] = {}
    for sort in dict.fromkeys(face.sort for face in view.faces.values()):
        told[frozenset(name for name, face in view.faces.items() if face.sort == sort)] = sort
    for group in view.game.odds.groups(view.header) if view.game.odds.groups is not None else ():
        told[group.cards] = group.title
    return {word: told.get(frozenset(cards), word) for word, cards in _sets(view).items()}


def _sets(view: RecordView) -> Mapping[str, tuple[str, ...]]:
    return view.game.odds.sets(view.header) if view.game.odds.sets is not None else {}


def _named(view: RecordView, cards: Iterable[str]) -> tuple[str, ...]:
    sets = _sets(view)
    names = {str(face) for deck in view.game.initial(view.header).decks for block in deck.blocks for face in block.faces}
    found: set[str] = set()
    for card in cards:
        if card not in names and card not in sets:
            near = get_close_matches(card, [*sets, *names])
            hint = f"; near it are {', '.join(near)}" if near else ""
            raise MalformedCommand(f"{view.game.name} has no card {card!r}{hint}")
        found |= {card} if card in names else set(sets[card])
    return tuple(sorted(found))


def explain(view: RecordView, at: int, place: str) -> Why:
    """Return why a slot, a deck or a hand can hold for the viewer what it can hold after event ``at``.

    Raises ``MalformedCommand`` for a place that is not there or that the viewer sees; ``VersionNotFound``; ``Contradiction`` for a log that
    cannot be.
    """
    knowledge = view.knowledge(at)
    places = [*knowledge.slots, *map(hand_place, knowledge.hands), *knowledge.decks]
    if place not in places:
        others = [other for other in places if other not in knowledge.slots]
        lying = f"a slot on the table ({', '.join(knowledge.slots) or 'there is none'})"
        raise MalformedCommand(f"{place!r} is not a place that can be asked about at step {at}: say {', '.join([*others, lying])}")
    return why(asking(view, at), place)
