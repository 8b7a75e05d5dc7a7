"""A game as one value: what a record of it holds, and what else is known of it, in groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import is_
from pathlib import Path
from typing import Any, TypeAlias, TypedDict, get_origin

import msgspec

from records.core.asking.answering import DealerTable, ScorekeeperTable
from records.core.asking.chance import Picker
from records.core.asking.questions import OddsQuestion
from records.core.asking.typed import TableAnswer
from records.core.assault import AssaultsIn
from records.core.board import CardFace, EnemyIn, FieldIn, FightIn, Group, PlaceName, ReportTable, SeatReport
from records.core.editions.catalogues import Catalogues
from records.core.editions.published import Rulesets, stated_readings
from records.core.editions.rulesets import Ruleset
from records.core.events import Event, Recorded, Sort, name_of
from records.core.header import Header
from records.core.hidden import HiddenParts, hidden_parts
from records.core.ids import SeatKey
from records.core.playing.playouts import Playouts
from records.core.playing.results import sixths
from records.core.position import Chance, Command, Counters, Draft, Outcome, Position
from records.core.sentences import Sentence
from records.core.shared import Corrected, PositionSet, Replacement, SharedEvent
from records.core.upcasts import Upcast, brought_up
from records.core.viewers import Viewer
from records.core.wire import LineCodec
from records.core.wording.acting import Acts
from records.core.wording.narration import Moment, Narration
from records.core.wording.narrator import Narrator
from records.core.wording.notation import Notation
from records.core.wording.reasons import Reasons
from records.core.wording.turning import TurningPoint
from records.errors import GameRefused, MalformedCommand

Evolver: TypeAlias = Callable[[Any, Any], None]
Decide: TypeAlias = Callable[[Position[Any], Any, Chance, int], tuple[Event, ...]]


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


class GamePlay(msgspec.Struct, frozen=True, kw_only=True):
    """How a game goes by its rules."""

    decide: Decide
    """Events of a command at a position; raises ``RuleViolation``."""
    legal: Callable[[Position[Any]], tuple[Command, ...]]
    """Every command that the seat to act may give."""
    command_of: Callable[[Event], Command]
    """The command that a decision came from."""


class GameRules(msgspec.Struct, frozen=True, kw_only=True):
    """The rulesets of a game; the default is a game whose rules are not known."""

    edition: Callable[[str], Edition] = no_edition
    """Rules and cards by the name of a ruleset; "" is the usual one. Raises ``MalformedCommand``."""
    rulesets: Rulesets = msgspec.field(default_factory=Rulesets)
    """By name; empty where the rules are not known."""
    catalogues: Catalogues[Any] | None = None
    """Of its cards, where they stand in files."""
    reasons: Reasons = msgspec.field(default_factory=Reasons)
    """Why the rules give a step, by event class; missing classes fall back to the narration."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the rulesets, the usual one first."""
        return tuple(self.rulesets) or ("none",)

    def reading(self, header: Header, log: Sequence[Recorded[Any]] = ()) -> Ruleset | None:
        """Return the reading of the rules that a record is played by, with what the game itself set apart when it began.

        None where this edition of the rules, or one of its readings, is not known here.
        """
        ruleset = self.rulesets.of(header)
        try:
            return ruleset and ruleset.with_settings(stated_readings(log))
        except MalformedCommand:
            return None

    def knows_cards(self, header: Header) -> bool:
        """Whether the cards that a record was made with are known here."""
        if self.catalogues is not None:
            return self.catalogues.of(header) is not None
        return self.edition("")["catalogue_hash"] == header.catalogue_hash

    def knows(self, header: Header, log: Sequence[Recorded[Any]] = ()) -> bool:
        """Whether a record can be gone on with by its own rules; of a game without rules that is always so."""
        if self.rulesets:
            return self.reading(header, log) is not None
        try:
            return self.edition(header.ruleset)["ruleset_hash"] == header.ruleset_hash
        except MalformedCommand:
            return False


class GameBoard(msgspec.Struct, frozen=True, kw_only=True):
    """What a page draws of a game beside cards in places."""

    faces: Callable[[Header], Mapping[str, CardFace]] | None = None
    """What is printed on the cards of a record's catalogue, by name; None where no face is known."""
    places: Mapping[str, PlaceName] = msgspec.field(default_factory=dict)
    """How places are called, by their kind: ``gate`` for ``gate:A``."""
    worth: Callable[[Header], Mapping[str, Mapping[str, int]]] | None = None
    """What a card counts where it lies, by the kind of pile and the card's name; None where piles have no strength."""
    memory: Callable[[Game, Header, Sequence[Recorded[Any]], Viewer], Position[Any]] | None = None
    """The position as the online table's memory would show it, from a viewer's log; None for a game without one."""
    seat: Callable[[Any, SeatKey], SeatReport] | None = None
    """What the counters tell of a seat beside its cards; None where they tell nothing."""
    report: Callable[[Any], tuple[ReportTable, ...]] | None = None
    """Numbers that the counters hold of table and seats, as tables; None for a game without."""
    progress: Callable[[Any], Sentence | None] | None = None
    """From the counters how far the game is, as far as somebody says so; None for a game in which nobody does."""
    fight: FightIn | None = None
    """What fight is under way at a moment; None for a game without fights."""
    enemy: EnemyIn | None = None
    """Whom all seats play against at a moment; None for a game in which the seats play against each other."""
    field: FieldIn | None = None
    """What cards that lie face to face bear, with dice and stacked effects; None for a game without such a field."""
    turning: Callable[[Moment[Any]], TurningPoint | None] | None = None
    """What makes a step a turning point, from the viewer's own log up to that step; None for a game in which none are looked for."""


class GameOdds(msgspec.Struct, frozen=True, kw_only=True):
    """What the knowledge engine and the odds get to know about a game's cards."""

    assaults: AssaultsIn | None = None
    """In which ways a seat may attack; None for a game without attacks on piles."""
    sets: Callable[[Header], Mapping[str, tuple[str, ...]]] | None = None
    """Cards that people ask for by one word, by that word: ``unit``; None where there are none."""
    groups: Callable[[Header], tuple[Group, ...]] | None = None
    """Groups that a hand is counted by, suits for example; each card is in one at most. None where there are none."""
    values: Callable[[Header], Mapping[str, int]] | None = None
    """What each card counts where the sum of a hand is stated (``tell_sum``), by name; None where the game has no such values."""
    drawn_from: str = ""
    """The deck that is meant where none is named; "" where a game has but one."""
    questions: tuple[OddsQuestion, ...] = ()
    """What may be asked about chances besides draws and attacks."""


class PositionFeatures(msgspec.Struct, frozen=True):
    """What a seat sees of a position, in numbers, by which its chance can be estimated."""

    names: tuple[str, ...]
    of: Callable[[Position[Any], SeatKey], Sequence[float]]
    """As many numbers as names, of about 0 to 1: the same from the full log as from that of the seat. Raises ``NotNoted``."""


class Simulation(msgspec.Struct, frozen=True, kw_only=True):
    """How a game plays itself."""

    players: tuple[int, ...]
    """Numbers of players, the usual one first."""
    start: Callable[[tuple[SeatKey, ...], Picker], Command]
    """The first command."""
    dealer: Callable[[Picker], Chance]
    """A table that knows the full position."""
    policy: Callable[[Position[Any], Picker], Command]
    """What the seat to act does; it looks only at what that seat was shown."""
    version: int = 1
    """Version of the policy: raise it when the policy plays differently, so that earlier results count as outdated."""
    value: Callable[[Outcome, SeatKey], int] = sixths
    """What an end of the game is worth to a seat, in sixths of a game won."""
    graded: Callable[[Outcome, SeatKey], int] | None = None
    """The same where a win counts by its grade; None for a game that knows no grades."""
    aside: tuple[type[Command], ...] = ()
    """Commands that are not weighed: they say something, and whatever comes of it comes from what others make of it."""
    compiled: Callable[[Ruleset, Path | None], Playouts | None] | None = None
    """Play-outs by a reading of the rules that can be compiled, into a folder; without one they are what is compiled, but plain.

    None for a reading that they were not made for, and for a game that has none.
    """
    features: PositionFeatures | None = None
    """None for a game whose chances are not estimated."""

    def worth(self, outcome: Outcome, seat: SeatKey, *, graded: bool) -> int:
        """Return what an end is worth to a seat, in sixths, by its grade or not."""
        return self.graded(outcome, seat) if graded and self.graded is not None else self.value(outcome, seat)


class Owed(msgspec.Struct, frozen=True, kw_only=True):
    """A sum that chosen cards must reach."""

    need: int
    worth: Mapping[str, int]
    """The value of each card, by name; the value of a card that nobody noted is unknown."""


class Scorekeeping(msgspec.Struct, frozen=True, kw_only=True):
    """How a game at a real table is written down."""

    players: tuple[int, ...]
    """Numbers of players, the usual one first."""
    commands: Any
    """Union of the game's command classes, each with a tag."""
    start: Callable[[tuple[SeatKey, ...], SeatKey, str], Command]
    """The first command: seats, who begins, who answers for the table (``GameStarted.chance``)."""
    table: TableAnswer
    """The table's answer to a request, or what the scorekeeper must say for it."""
    actions: Callable[[Position[Any]], tuple[Command, ...]]
    """All commands that may be written down now. A face ``"?"`` in a command stands for any card."""
    tell: Callable[[Position[Any], Any], Sentence]
    """What a command says at a position, in one sentence without any id."""
    unseen: Callable[[Position[Any]], tuple[str, ...]]
    """Cards that may lie where a log shows no face: those of the game, as often as there are, without the ones whose place it shows."""
    ending: tuple[type[Command], ...] = ()
    """Commands by which a seat ends the game whatever the cards say: a page asks before it writes one."""
    owed: Callable[[Position[Any]], Owed | None] | None = None
    """What must be given together now; None for a game in which cards are never added up."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game.

    Raises ``GameRefused`` at construction for event classes that the door or the wire cannot take, and for those that ``evolve``, the
    dealer, the scorekeeper or the narration lacks, with all places that are missing.
    """

    name: str
    """Key in GAMES and in URLs: ``castle-rampage``."""
    title: str
    """Message id of its name for people."""
    icon: str
    """Symbol on the shelf."""
    nameless: bool = False
    """Whether this is the game of observed tables: the game played is unknown, and people may name it."""
    table_of: Callable[[Sequence[Recorded[Any]]], tuple[str, str]] | None = None
    """Site and id of the table in a full log, each "" where it does not say; None for a game that is played at no site."""
    together: bool = False
    """Whether all seats win and lose together."""
    own: tuple[Any, ...]
    """Event classes of its own."""
    evolve: Mapping[type, Evolver]
    """For each of them what it does to a draft: ``evolve[type(event)](draft, recorded)``."""
    shared: tuple[Any, ...] = SharedEvent.__args__
    """Which of the events that every game has it knows."""
    upcasts: Mapping[type[Event], Upcast] = field(default_factory=dict)
    """Classes of older shapes of its events, which stored logs may hold, each with how the next newer shape is made of it."""
    initial: Callable[[Header], PositionSet]
    """The cards before the first event."""
    counters: Callable[[Header], Counters]
    """The counters before the first event."""
    set_counters: Callable[[Draft[Any], Mapping[str, Any]], None] | None = None
    """Sets the game's counters from a ``PositionSet``; None where it has none by name."""
    told_by_rule: Callable[[PositionSet], PositionSet] | None = None
    """Adds to a ``PositionSet`` hints of what the rules tell everybody of closed cards that it says nothing of, by their faces as far as a
    log shows them; None where the rules tell nothing of a card wherever it may lie. Every log is read with it, so it opens no card."""
    laid_by_rule: Callable[[PositionSet, Header], PositionSet] | None = None
    """Adds to a ``PositionSet`` what the rules tell everybody and only who writes it can say: cards that lie open wherever the game is
    played, hints that a card laid there by mistake would belie; None where there is nothing of this kind."""
    fits: Callable[[Header, Event], None] | None = None
    """Raises ``ImpossibleEvent`` for an event that no log of the game can hold, whatever stands before it; None where types say all."""
    narrate: Callable[[Moment[Any]], Narration]
    play: GamePlay | None = None
    """None where the rules are not known."""
    rules: GameRules = field(default_factory=GameRules)
    board: GameBoard = field(default_factory=GameBoard)
    odds: GameOdds = field(default_factory=GameOdds)
    recording: Scorekeeping | None = None
    """None for a game that cannot be written down here."""
    simulation: Simulation | None = None
    """None for a game that does not play itself."""
    notation: Notation = field(default_factory=Notation)
    """How its games are written by hand; by default with generated forms alone."""
    codec: LineCodec = field(init=False)
    parts: HiddenParts = field(init=False)
    kept: dict[type, Any] = field(init=False, repr=False, compare=False, default_factory=dict)
    """Values computed from this game once, by their type."""

    def __post_init__(self) -> None:
        for cls in self.own:
            if get_origin(cls) is None and not isinstance(getattr(cls, "sort", None), Sort):
                raise GameRefused(f"{cls.__name__} names no sort")
        for old in self.upcasts:
            if old in self.evolve or old in self.own:
                raise GameRefused(f"{self.name}: {old.__name__} is an older shape, which is brought up before it is evolved")
        if missing := [f"{cls.__name__}: {', '.join(places)}" for cls in self.own if (places := tuple(self._lacking(cls)))]:
            raise GameRefused(f"{self.name} lacks places for event classes. {'; '.join(missing)}")
        object.__setattr__(self, "codec", LineCodec(self.stored_events))
        object.__setattr__(self, "parts", hidden_parts(self.stored_events))

    def _lacking(self, cls: type[Event]) -> Iterator[str]:
        """Yield the places that must know an event class and do not; those that are plain functions cannot be looked through."""
        if cls not in self.evolve:
            yield "no evolver"
        if getattr(cls, "sort", None) is Sort.CHANCE:
            dealer = self.simulation.dealer if self.simulation is not None else None
            if isinstance(dealer, DealerTable) and cls not in dealer.answers:
                yield "no answer of the dealer"
            asked = self.recording.table if self.recording is not None else None
            if isinstance(asked, ScorekeeperTable) and cls not in asked.answers:
                yield "no answer of the scorekeeper"
        if isinstance(self.narrate, Narrator) and cls not in self.narrate.words:
            yield "no words"

    @cached_property
    def events(self) -> tuple[Any, ...]:
        """The closed union of all its events in their present shape; ``Corrected`` comes parametrised with the others."""
        return _with_corrected((*self.own, *self.shared))

    @cached_property
    def stored_events(self) -> tuple[Any, ...]:
        """The closed union of all that a stored log may hold: its events, and their older shapes."""
        return _with_corrected((*self.own, *self.upcasts, *self.shared)) if self.upcasts else self.events

    @cached_property
    def acts(self) -> Mapping[type, Acts] | None:
        """Who acts in steps of each class, and whether they are narrated; None if only the narration knows it."""
        return self.narrate.acts(get_origin(cls) or cls for cls in self.events) if isinstance(self.narrate, Narrator) else None

    @cached_property
    def event_names(self) -> Mapping[str, type]:
        """Stable names and their classes."""
        return {name_of(cls): get_origin(cls) or cls for cls in self.events}

    def written(self, event: Event, header: Header) -> Event:
        """Return an event as a log holds it: a position that is laid out, or put right, with what the rules tell everybody of it."""
        if isinstance(event, Corrected):
            of = tuple(self._put_right(replacement, header) for replacement in event.of)
            return event if all(map(is_, of, event.of)) else msgspec.structs.replace(event, of=of)
        if not isinstance(event, PositionSet):
            return event
        opened = event if self.laid_by_rule is None else self.laid_by_rule(event, header)
        return opened if self.told_by_rule is None else self.told_by_rule(opened)

    def _put_right(self, replacement: Replacement[Event], header: Header) -> Replacement[Event]:
        event = self.written(replacement.event, header)
        return replacement if event is replacement.event else msgspec.structs.replace(replacement, event=event)

    def brought_up(self, header: Header, log: Iterable[Recorded[Any]]) -> tuple[Recorded[Any], ...]:
        """Return a stored log with each event in its present shape."""
        return brought_up(self.upcasts, header, log)


def _with_corrected(plain: tuple[Any, ...]) -> tuple[Any, ...]:
    union: Any = plain[0]
    for member in plain[1:]:
        union |= member
    return (*plain, Corrected[union])
