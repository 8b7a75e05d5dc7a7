"""The page that starts a new game: game, rules, names, who begins, who deals."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

import msgspec

from importers.retelling.shapes import Shaper
from importers.retelling.source import log_lines
from records.core.folding import folded
from records.core.ids import SEATS, SeatKey
from records.service import NewTable
from records.service.incoming import LONGEST_NAME
from web.looking import look
from web.problems import Refused
from web.queries import read_choice
from web.words.games import GameFace, game_face
from web.words.texts import _, translated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.editions.rulesets import Ruleset, Switch
    from records.core.game import Game
    from records.core.viewers import Caller
    from records.service import GameBook, RecordView

FIELDS = ("game", "rules", "name", "begins", "chance")
SITS, SWITCH, SOURCE = "sits", "switch", "source"
REPEATED = ("name", SITS, SWITCH)
"""A point of the rules that is read in another way: ``name=value``, "" for one that is left as it is."""


LOOKED_AT = 20
"""Lines of a log in which it is looked for who begins."""


class SwitchField(msgspec.Struct, frozen=True):
    """A switch of the game's rules, as the form asks for it."""

    switch: Switch
    chosen: str
    """"" as long as in the ruleset it."""


class LogBeside(msgspec.Struct, frozen=True, kw_only=True):
    """The table known by its log beside which a game is to be written down."""

    view: RecordView
    called: str
    """What its game is called."""

    @property
    def record(self) -> str:
        """Its id."""
        return self.view.header.record

    @property
    def names(self) -> tuple[str, ...]:
        """Who sat there."""
        return tuple(self.view.names.get(seat, "") for seat in self.view.header.seats)

    @property
    def begins(self) -> int:
        """Number of the seat that begins, from 1: a guess, of the first line that names one person and no number."""
        shaper = Shaper({seat: self.view.names.get(seat, "") for seat in self.view.header.seats}, {})
        shapes = (shaper.shape(line.text).values for line in log_lines(self.view)[:LOOKED_AT])
        first = next((values["seat"][0] for values in shapes if set(values) == {"seat"}), self.view.header.seats[0])
        return self.view.header.seats.index(SeatKey(first)) + 1


class Beginning(msgspec.Struct, frozen=True, kw_only=True):
    """What the template of the page needs."""

    games: tuple[GameFace, ...]
    """Those that can be written down."""
    game: GameFace
    rulesets: tuple[Ruleset, ...]
    rules: str
    """Name of the one that is chosen."""
    points: tuple[SwitchField, ...]
    """What may be read in another way than the ruleset does; none where no switches are known."""
    most: int
    """Players at most."""
    least: int
    names: tuple[str, ...]
    """What was typed, "" for a player without a name yet."""
    begins: int
    """Number of the seat that begins, from 1."""
    deals: bool
    """Whether the program can deal."""
    dealt: bool
    may_sit: bool
    """Whether who begins it can sit down: an account."""
    sits: tuple[str, ...]
    """Numbers of the seats where they do."""
    beside: LogBeside | None = None
    complaint: str = ""
    wrong: Mapping[int, str] = msgspec.field(default_factory=dict)
    """What is wrong with a name, by the number of its player from 1."""


def names_wrong(game: Game, names: Sequence[str], begins: str) -> dict[int, str]:
    """Return what is wrong with the names of a form, by the number of the player from 1; none where the game can begin with them."""
    stripped = [name.strip() for name in names]
    last = max((nth for nth, name in enumerate(stripped, 1) if name), default=0)
    counts = game.recording.players if game.recording else ()
    wrong = {
        nth: _("This seat needs a name, because one further down is taken.") for nth, name in enumerate(stripped[:last], 1) if not name
    }
    for nth, name in enumerate(stripped, 1):
        if len(name) > LONGEST_NAME:
            wrong[nth] = _("A name has at most %(n)s characters.", n=LONGEST_NAME)
        elif not name.isprintable():
            wrong[nth] = _("A name is one line of letters and signs.")
    for nth in range(last + 1, min(counts, default=0) + 1):
        wrong[nth] = _("This player has no name yet.")
    if begins.isdecimal() and last < int(begins) <= max(counts, default=0):
        wrong.setdefault(int(begins), _("The player who begins needs a name."))
    return wrong


def page(book: GameBook, caller: Caller, key: str, typed: Mapping[str, Sequence[str]], complaint: str = "") -> Beginning:
    """Return the page for a game, "" for the first; raises Refused (422) for one that cannot be written down."""
    able = _able(book)
    beside = log_beside(book, caller, typed[SOURCE][0]) if typed.get(SOURCE) else None
    if beside is not None:
        able = {name: game for name, game in able.items() if game.recording and len(beside.names) in game.recording.players}
        if not able:
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("No game with known rules is for so many players."), ("query", SOURCE))
        key = key or _called_alike(able, beside.called)
        typed = {"name": beside.names, "begins": [str(beside.begins)], **typed}
    game = able[read_choice("game", key, tuple(able)) if key else next(iter(able))]
    counts = game.recording.players if game.recording else ()
    seats = len(beside.names) if beside else max(counts)
    names = (*typed.get("name", ()), *("",) * seats)[:seats]
    begins = typed.get("begins", ("1",))[0]
    rules = typed.get("rules", (game.rules.names[0],))[0]
    return Beginning(
        games=tuple(game_face(book.games, name) for name in able),
        game=game_face(book.games, game.name),
        rulesets=tuple(game.rules.rulesets.values()),
        rules=rules,
        points=_points(game, typed.get(SWITCH, ())),
        most=seats if beside else max(counts),
        least=seats if beside else min(counts),
        names=names,
        begins=int(begins) if begins.isascii() and begins.isdecimal() else 1,
        deals=game.simulation is not None and beside is None,
        dealt=typed.get("chance", ("",))[0] == "dealt",
        may_sit=bool(caller.account) and beside is None,
        sits=tuple(typed.get(SITS, ())),
        beside=beside,
        complaint=complaint,
        wrong=names_wrong(game, names, begins) if complaint else {},
    )


def log_beside(book: GameBook, caller: Caller, record: str) -> LogBeside:
    """Return a table known by its log; raises Refused (404; 422 for a record of a game whose rules are known)."""
    view = look(book, caller, record, None)
    if not view.game.nameless:
        reason = _("This is a game with known rules already. Only a table that is known by its log can be told again.")
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("query", SOURCE))
    return LogBeside(view=view, called=view.label.title)


def _called_alike(able: Mapping[str, Game], called: str) -> str:
    """Return the game that a log's game is called like, in any language; "" for none."""
    wanted = folded(called)
    return next((name for name, game in able.items() if wanted in {folded(name), folded(game.title), folded(translated(game.title))}), "")


def read(book: GameBook, fields: Mapping[str, Sequence[str]], beside: LogBeside | None = None) -> NewTable:
    """Return the table that a form asks for; raises Refused (422) for what is missing or cannot be. ``beside`` a log nothing is dealt."""
    for name in FIELDS:
        if name not in fields:
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("The form is incomplete: “%(name)s” is missing.", name=name), ("form", name))
    able = _able(book)
    game = able[read_choice("game", fields["game"][0], tuple(able))]
    names = [name.strip() for name in fields["name"]]
    while names and not names[-1]:
        names.pop()
    numbers = [str(number) for number in range(1, len(SEATS) + 1)]
    ruleset = read_choice("rules", fields["rules"][0], game.rules.names)
    return NewTable(
        game=game.name,
        ruleset=ruleset,
        switches=_switches(game, ruleset, fields.get(SWITCH, ())),
        names=tuple(names),
        begins=SEATS[int(read_choice("begins", fields["begins"][0], numbers)) - 1],
        dealt=read_choice("chance", fields["chance"][0], ("typed",) if beside else ("dealt", "typed")) == "dealt",
        started=beside.view.header.started if beside else None,
        sits=tuple(SEATS[int(read_choice(SITS, typed, numbers)) - 1] for typed in fields.get(SITS, ())),
    )


def _points(game: Game, typed: Sequence[str]) -> tuple[SwitchField, ...]:
    chosen = dict(one.split("=", 1) for one in typed if "=" in one)
    ruleset = next(iter(game.rules.rulesets.values()), None)
    switches = ruleset.switches if ruleset else ()
    return tuple(SwitchField(switch, chosen.get(switch.name, "")) for switch in switches)


def _switches(game: Game, ruleset: str, typed: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """What is set apart from the ruleset, in the order of the names; raises Refused for what is not there or stands twice."""
    known = game.rules.rulesets[ruleset].switches if ruleset in game.rules.rulesets else ()
    left = [f"{switch.name}={value}" for switch in known for value in switch.values]
    found: dict[str, str] = {}
    for one in typed:
        name, _equals, value = read_choice(SWITCH, one, left).partition("=")
        left = [other for other in left if not other.startswith(f"{name}=")]
        if game.rules.rulesets[ruleset][name] != value:
            found[name] = value
    return tuple(sorted(found.items()))


def _able(book: GameBook) -> dict[str, Game]:
    able = {name: game for name, game in book.games.items() if game.recording is not None and game.play is not None}
    if not able:
        raise Refused(HTTPStatus.NOT_FOUND, _("None of the games here has known rules, so none can be recorded."))
    return able
