"""The page that starts a new game: game, rules, names, who begins, who deals."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

import msgspec

from records.core.ids import SEATS
from records.service import NewTable
from records.service.incoming import LONGEST_NAME
from web.problems import Refused
from web.queries import read_choice
from web.words.games import GameFace, game_face
from web.words.texts import _

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.editions.rulesets import Ruleset, Switch
    from records.core.game import Game
    from records.core.viewers import Caller
    from records.service import GameBook

FIELDS = ("game", "rules", "name", "begins", "chance")
SITS, SWITCH = "sits", "switch"
REPEATED = ("name", SITS, SWITCH)
"""A point of the rules that is read in another way: ``name=value``, "" for one that is left as it is."""


class SwitchField(msgspec.Struct, frozen=True):
    """A switch of the game's rules, as the form asks for it."""

    switch: Switch
    chosen: str
    """"" as long as in the ruleset it."""


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
    game = able[read_choice("game", key, tuple(able)) if key else next(iter(able))]
    counts = game.recording.players if game.recording else ()
    names = (*typed.get("name", ()), *("",) * max(counts))[: max(counts)]
    begins = typed.get("begins", ("1",))[0]
    rules = typed.get("rules", (game.rules.names[0],))[0]
    return Beginning(
        games=tuple(game_face(book.games, name) for name in able),
        game=game_face(book.games, game.name),
        rulesets=tuple(game.rules.rulesets.values()),
        rules=rules,
        points=_points(game, typed.get(SWITCH, ())),
        most=max(counts),
        least=min(counts),
        names=names,
        begins=int(begins) if begins.isascii() and begins.isdecimal() else 1,
        deals=game.simulation is not None,
        dealt=typed.get("chance", ("",))[0] == "dealt",
        may_sit=bool(caller.account),
        sits=tuple(typed.get(SITS, ())),
        complaint=complaint,
        wrong=names_wrong(game, names, begins) if complaint else {},
    )


def read(book: GameBook, fields: Mapping[str, Sequence[str]]) -> NewTable:
    """Return the table that a form asks for; raises Refused (422) for what is missing or cannot be."""
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
        dealt=read_choice("chance", fields["chance"][0], ("dealt", "typed")) == "dealt",
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
