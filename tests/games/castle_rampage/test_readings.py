"""Games by random readings and with random powers on the cards: whatever is chosen, they end, keep every card and audit clean for all."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from records.core.events import Recorded
from records.core.logs.fold import Folder
from records.core.tables.mask import mask
from records.core.viewers import OPEN, PUBLIC
from records.errors import RuleViolation
from records.games.castle_rampage.cards import POWERS, Card, Power
from records.games.castle_rampage.deciding.legal import legal
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import effect_events as ee
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.player.policy import policy
from records.games.castle_rampage.rulesets import SWITCHES
from records.knowledge.door import veil
from records.rulings.audit import audit
from records.service.writing.simulation import simulate
from records.values import replace
from support.castle import CASTLE, A, B, header
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from records.core.asking.chance import Picker
    from records.core.game import Game
    from records.core.ids import SeatKey

GAMES, MANY = 14, 1_000
"""Games that are played each time, and by ``make soak``."""
WILD = 0.25
"""How often a seat does anything that it may instead of what is sensible."""


def readings(seed: int) -> tuple[tuple[str, str], ...]:
    """A value for every switch, by seed; powers are on."""
    choose = random.Random(seed)  # noqa: S311 -- a game, not a secret
    return tuple(sorted((switch.name, "on" if switch.name == "powers" else choose.choice(switch.values)) for switch in SWITCHES))


def powered(cards: dict[str, Card], seed: int) -> dict[str, Card]:
    """The cards with further powers, as a catalogue may combine them."""
    choose = random.Random(f"powers {seed}")  # noqa: S311 -- the same
    return {name: replace(card, powers=(*card.powers, *_more(card, choose))) for name, card in cards.items()}


def _more(card: Card, choose: random.Random) -> tuple[Power, ...]:
    fits = [
        name
        for name, form in POWERS.items()
        if (card.attack is not None or not form.attacks)
        and form.kind in (None, card.kind)
        and name not in {power.name for power in card.powers}
        and name not in ("two-attacks", "slips-under", "weakens-attack")
    ]
    names = choose.sample(fits, choose.choice((0, 0, 1, 2)))
    return tuple(
        Power(
            name=name,
            numbers={key: least for key, (least, _most) in POWERS[name].numbers.items()},
            words={key: choose.choice(words) for key, words in POWERS[name].words.items()},
        )
        for name in names
    )


def read(seed: int, *, combined: bool) -> Game:
    """The game as it is played by random readings, with a player who is not always sensible."""
    switches = readings(seed)

    def start(seats: tuple[SeatKey, ...], picker: Picker) -> cmd.Start:
        return cmd.Start(seats=seats, begins=picker.choice(seats), switches=switches)

    def act(position: Any, picker: Picker) -> cmd.CastleCommand:
        options = legal(position)
        if position.state.phase == "play" and position.state.draw_offered is None and options and picker.random() < WILD:
            return picker.choice(options)
        return policy(position, picker)

    def counters(of: Any) -> Any:
        state = CASTLE.counters(of)
        return replace(state, cards=powered(state.cards, seed)) if combined else state  # type: ignore[attr-defined,call-arg]

    assert CASTLE.simulation is not None
    return replace(CASTLE, simulation=replace(CASTLE.simulation, start=start, policy=act), counters=counters)


@pytest.mark.parametrize("combined", [False, True], ids=["cards as they are", "powers combined"])
@pytest.mark.parametrize("seed", rest_soaked(range(MANY), keep=2))
def test_a_game_by_random_readings_ends_and_audits_clean(seed: int, combined: bool) -> None:
    """From the full log and from each seat's, and each viewer sees what the table may show."""
    game = read(seed, combined=combined)
    (new,) = simulate(game, seed=seed, games=1, ruleset="castle-rampage/house")
    log = [Recorded(version, entry.cause or version, entry.at, "", entry.event) for version, entry in enumerate(new.entries, 1)]
    folder, about = Folder(game), header("castle-rampage/house")
    end = folder.position(about, log)
    assert end.state.outcome is not None
    for viewer in (OPEN, PUBLIC, A, B):
        seen = veil(game.parts, log, viewer)
        assert [one for one in audit(game, about, seen) if one.why is not None] == []
        if viewer is not OPEN:
            hands = {seat: replace_faces(hand) for seat, hand in mask(end.table, viewer).hands.items()}
            table = folder.position(about, seen).table
            assert {seat: replace_faces(hand) for seat, hand in table.hands.items()} == hands
            assert (table.piles, table.zones) == (end.table.piles, end.table.zones)


def replace_faces(hand: Any) -> Any:
    """A hand without what follows in one log only."""
    return msgspec.structs.replace(hand, faces=(), own=())


@pytest.mark.soak
def test_every_event_of_the_powers_occurs() -> None:
    """What the rulesets do not show the readings do."""
    seen: Counter[type] = Counter()
    for seed in range(GAMES):
        for game in simulate(read(seed, combined=False), seed=seed, games=1, ruleset="castle-rampage/house"):
            seen.update(type(entry.event) for entry in game.entries)
    wanted = {*pe.PowerEvent.__args__, *ee.EffectEvent.__args__}  # type: ignore[attr-defined]  # unions
    assert wanted - set(seen) == set()


@pytest.mark.parametrize("seed", rest_soaked(range(4)))
def test_every_command_that_is_offered_is_taken(seed: int) -> None:
    """At each moment of a game ``decide`` takes all that ``legal`` lists."""
    game = read(seed, combined=True)
    (new,) = simulate(game, seed=seed, games=1, ruleset="castle-rampage/house")
    log = [Recorded(version, entry.cause or version, entry.at, "", entry.event) for version, entry in enumerate(new.entries, 1)]
    folder, about = Folder(game), header("castle-rampage/house")
    assert game.play is not None
    assert game.simulation is not None
    for version in {recorded.cause - 1 for recorded in log[40::15]}:
        position = folder.position(about, log[:version])
        for command in legal(position):
            try:
                game.play.decide(position, command, game.simulation.dealer(random.Random(1)), version + 1)  # noqa: S311 -- the same
            except RuleViolation as refused:
                pytest.fail(f"{command} is offered and refused: {refused}")
