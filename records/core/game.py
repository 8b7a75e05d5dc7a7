"""A game as one value: its events, how they change a position, how it decides, how it tells (DESIGN, section 2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeAlias, TypedDict, TypeVar, get_origin

import msgspec

from records.core.events import Event, Recorded, Sort, name_of
from records.core.fold_table import FoldTable
from records.core.hidden import HiddenParts
from records.core.ids import SeatKey
from records.core.lying import Table
from records.core.sentences import Sentence
from records.core.shared import Asked, Corrected, PositionSet, SharedEvent
from records.core.wire import LineCodec
from records.errors import GameRefused, MalformedCommand

if TYPE_CHECKING:
    from records.core.assault import AssaultsIn
    from records.core.board import CardFace, FightIn, FoeIn, Group, PlaceName
    from records.core.chance import Picker
    from records.core.header import Header
    from records.core.questions import Question as QuestionAsked
    from records.core.rulesets import Ruleset
    from records.core.table import CardTable
    from records.core.typed import Question
    from records.core.viewers import Viewer


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended, as far as the table knows it."""

    winners: tuple[SeatKey, ...] = ()
    """Empty for a draw or a common loss."""
    drawn: bool = False
    why: Sentence | None = None
    scores: tuple[tuple[SeatKey, str], ...] = ()
    """Final scores as they were written down, by seat."""
    grade: str = ""
    """How well it was won, as a message id; "" where a game knows no grades."""


@dataclass
class Counters:
    """What a game keeps beside its cards: fields of values that never change (numbers, names, tuples), so that a copy is a snapshot."""

    turn: int = 0
    """0 before the first turn."""
    active: SeatKey | None = None
    """Whose turn it is."""
    pending: tuple[Asked, ...] = ()
    """Open questions, oldest first; only ``Asked`` and answers change it."""
    outcome: Outcome | None = None
    missing: bool = False
    """A ``GapNoted`` stands, so that no card can move until a ``PositionSet``."""

    def copy(self) -> Self:
        """Return a snapshot."""
        made = object.__new__(type(self))
        made.__dict__ = self.__dict__.copy()
        return made

    @property
    def to_act(self) -> SeatKey | None:
        """Who has to do something now: whoever is asked, else whose turn it is; None before the first turn and after the end."""
        if self.outcome is not None:
            return None
        return self.pending[0].seat if self.pending else self.active


C = TypeVar("C", bound=Counters)


class Draft(Generic[C]):
    """A position that only the fold owns: ``evolve`` writes to ``table`` and sets ``state``."""

    __slots__ = ("state", "table")

    def __init__(self, table: CardTable, state: C) -> None:
        self.table, self.state = table, state


@dataclass(frozen=True, slots=True)
class Position(Generic[C]):
    """The table after event ``version``, as one log shows it."""

    version: int
    table: Table
    state: C

    def thaw(self) -> Draft[C]:
        """Return a draft of this position; the position stays."""
        return Draft(FoldTable.thawed(self.table), self.state.copy())


def frozen(version: int, draft: Draft[C]) -> Position[C]:
    """Return the position that ``draft`` is in now."""
    table = draft.table
    if not isinstance(table, FoldTable):
        raise GameRefused("only a folded table can be frozen")
    return Position(version, table.freeze(), draft.state.copy())


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody wants to do; one class for each decision."""


class Chance(Protocol):
    """The table's answers: seeded in a simulation, read from the record in an audit, typed in by a scorekeeper."""

    def ask(self, position: Position[Any], *classes: type[Event]) -> Event:
        """Return the next event of one of ``classes``; its outcome is the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tell:
    """What a step told whom beyond the board: a line in italics with an eye."""

    sentence: Sentence
    mine: bool = False
    """Whether it is the viewer who learned something (else the other side did)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """A step in words and signs, for the viewer whose log it comes from."""

    lines: tuple[Sentence, ...] = ()
    tells: tuple[Tell, ...] = ()
    seat: SeatKey | None = None
    icon: str = "s-note"
    """Symbol of the page's sprite."""
    quiet: bool = False
    """Kept, but folded out of the timeline."""


@dataclass(frozen=True, slots=True)
class Moment(Generic[C]):
    """What ``narrate`` may use: an event as the viewer got it, and the position before and after it in the viewer's log."""

    recorded: Recorded[Any]
    before: C
    after: Draft[C]
    viewer: Viewer


class Edition(TypedDict):
    """Which rules and which cards a game is played with, as its header names them."""

    ruleset: str
    ruleset_hash: str
    catalogue: str
    catalogue_hash: str


def no_edition(ruleset: str) -> Edition:
    """Return the edition of a game whose rules and cards are not known; raises ``MalformedCommand`` if a ruleset is asked for."""
    if ruleset not in ("", "none"):
        raise MalformedCommand(f"there is no ruleset {ruleset!r}; the rules of this game are not known")
    return Edition(ruleset="none", ruleset_hash="", catalogue="none", catalogue_hash="")


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulated:
    """How a game plays itself."""

    players: tuple[int, ...]
    """Numbers of players, the usual one first."""
    start: Callable[[tuple[SeatKey, ...], Picker], Command]
    """The first command."""
    dealer: Callable[[Picker], Chance]
    """A table that knows the full position."""
    policy: Callable[[Position[Any], Picker], Command]
    """What the seat to act does; it looks only at what that seat was shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scorekeeping:
    """How a game at a real table is written down."""

    players: tuple[int, ...]
    """Numbers of players, the usual one first."""
    commands: Any
    """Union of the game's command classes, each with a tag."""
    start: Callable[[tuple[SeatKey, ...], SeatKey, str], Command]
    """The first command: seats, who begins, who answers for the table (``GameStarted.chance``)."""
    table: Callable[[Position[Any], tuple[type[Event], ...]], Event | Question]
    """The table's answer to one of these classes, or what the scorekeeper must say for it."""
    actions: Callable[[Position[Any]], tuple[Command, ...]]
    """Everything that may be written down now. A face ``"?"`` in one stands for whichever card it was."""
    tell: Callable[[Any], Sentence]
    """What a command says, in one sentence."""
    unseen: Callable[[Position[Any]], tuple[str, ...]]
    """Cards that may lie where a log shows no face: those of the game, as often as there are, without the ones whose place it shows."""


Evolver: TypeAlias = Callable[[Any, Any], None]
Decide: TypeAlias = Callable[[Position[Any], Any, Chance, int], tuple[Event, ...]]


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game. Raises ``GameRefused`` at construction for an event class that the door, the wire or ``evolve`` does not cover."""

    name: str
    """Key in GAMES and in URLs: ``castle-rampage``."""
    title: str
    """Message id of its name for people."""
    icon: str
    """Symbol on the shelf."""
    own: tuple[Any, ...]
    """Event classes of its own."""
    evolve: Mapping[type, Evolver]
    """For each of them what it does to a draft: ``evolve[type(event)](draft, recorded)``."""
    shared: tuple[Any, ...] = SharedEvent.__args__
    """Which of the events that every game has it knows."""
    initial: Callable[[Header], PositionSet]
    """The cards before the first event."""
    counters: Callable[[Header], Counters]
    """The counters before the first event."""
    set_counters: Callable[[Draft[Any], Mapping[str, Any]], None] | None = None
    """Sets the game's counters from a ``PositionSet``; None where it has none by name."""
    narrate: Callable[[Moment[Any]], Telling]
    decide: Decide | None = None
    """None where the rules are not known."""
    legal: Callable[[Position[Any]], tuple[Command, ...]] | None = None
    command_of: Callable[[Event], Command] | None = None
    edition: Callable[[str], Edition] = no_edition
    """Rules and cards by the name of a ruleset; "" is the usual one. Raises ``MalformedCommand``."""
    rulesets: tuple[str, ...] = ("none",)
    readings: Mapping[str, Ruleset] = field(default_factory=dict)
    """The same rulesets as values, for who reads the rules; empty where they are not known."""
    simulated: Simulated | None = None
    scorekeeping: Scorekeeping | None = None
    faces: Callable[[Header], Mapping[str, CardFace]] | None = None
    """What is printed on the cards of a record's catalogue, by name; None where no face is known."""
    places: Mapping[str, PlaceName] = field(default_factory=dict)
    """How places are called, by their kind: ``gate`` for ``gate:A``."""
    worth: Callable[[Header], Mapping[str, Mapping[str, int]]] | None = None
    """What a card counts where it lies, by the kind of pile and the card's name; None where piles have no strength."""
    fits: Callable[[Header, Event], None] | None = None
    """Raises ``ImpossibleEvent`` for an event that no log of the game can hold, whatever stands before it; None where types say all."""
    values: Callable[[Header], Mapping[str, int]] | None = None
    """What each card counts where the sum of a hand is told (``tell_sum``), by name; None where the game has no such values."""
    memory: Callable[[Game, Header, Sequence[Recorded[Any]], Viewer], Position[Any]] | None = None
    """The position as a table would show it that forgets by rules of its own, from a viewer's log; None where no table does."""
    fight: FightIn | None = None
    """What fight is under way at a moment; None for a game without fights."""
    foe: FoeIn | None = None
    """Whom all seats play against at a moment; None for a game in which the seats play against each other."""
    together: bool = False
    """Whether all seats win and lose together."""
    groups: Callable[[Header], tuple[Group, ...]] | None = None
    """Groups that a hand is counted by, suits for example; each card is in one at most. None where there are none."""
    assaults: AssaultsIn | None = None
    """In which ways a seat may attack, for the odds; None for a game without attacks on piles."""
    sets: Callable[[Header], Mapping[str, tuple[str, ...]]] | None = None
    """Cards that people ask for by one word, by that word: ``unit``; None where there are none."""
    drawn_from: str = ""
    """The deck that is meant where none is named; "" where a game has but one."""
    questions: tuple[QuestionAsked, ...] = ()
    """What may be asked about chances besides draws and attacks."""
    codec: LineCodec = field(init=False)
    parts: HiddenParts = field(init=False)

    def __post_init__(self) -> None:
        for cls in self.own:
            if get_origin(cls) is None and not isinstance(getattr(cls, "sort", None), Sort):
                raise GameRefused(f"{cls.__name__} names no sort")
            if cls not in self.evolve:
                raise GameRefused(f"{self.name}: no evolver for {cls.__name__}")
        object.__setattr__(self, "codec", LineCodec(self.events))
        object.__setattr__(self, "parts", HiddenParts(self.events))

    @cached_property
    def events(self) -> tuple[Any, ...]:
        """The closed union of all its events; ``Corrected`` comes parametrised with the others."""
        plain = (*self.own, *self.shared)
        union: Any = plain[0]
        for member in plain[1:]:
            union |= member
        return (*plain, Corrected[union])

    @cached_property
    def event_names(self) -> Mapping[str, type]:
        """Stable names and their classes."""
        return {name_of(cls): get_origin(cls) or cls for cls in self.events}
