"""What holds of whole games: the policy wins some, sees only its own cards, every event occurs, and legal plays are counted."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from records.core.asking.chance import batches
from records.core.events import Recorded
from records.core.header import Header
from records.core.ids import RecordId
from records.core.logs.fold import Folder
from records.core.position import frozen
from records.core.tables.blocks import Block
from records.core.tables.hands import Hand
from records.core.viewers import OPEN, PUBLIC
from records.errors import RuleViolation
from records.games.regicide.cards import CARDS
from records.games.regicide.deciding.legal import legal
from records.games.regicide.game import REGICIDE
from records.games.regicide.model import commands as cmd
from records.games.regicide.model import events as ev
from records.games.regicide.player.policy import policy
from records.games.regicide.recording.dealer import Dealer
from records.knowledge.door import veil
from records.service.incoming import NewGame
from records.service.writing.playing import PlayedTable, dealer
from records.service.writing.simulation import simulate
from support.regicide import given
from support.soaking import one_in

COUNTS = Path(__file__).with_name("counts.txt")
PLAYERS = (1, 2, 3, 4)


def played(players: int, seed: int, rules: str = "") -> tuple[Header, tuple[Recorded[Any], ...]]:
    """A simulated game with its header."""
    (new,) = simulate(REGICIDE, seed=seed, games=1, players=players, ruleset=rules)
    header = Header(record=RecordId("test"), game=new.game, seats=new.seats, started=new.started, **REGICIDE.rules.edition(rules))
    log = tuple(Recorded(version, entry.cause or version, entry.at, "", entry.event) for version, entry in enumerate(new.entries, 1))
    return header, log


@cache
def simulated(players: int) -> tuple[NewGame, ...]:
    """Twenty-four simulated games."""
    return tuple(simulate(REGICIDE, seed=5, games=24, players=players))


def positions(header: Header, log: tuple[Recorded[Any], ...], viewer: Any) -> list[tuple[Any, tuple[Recorded[Any], ...]]]:
    """Each batch of the log that a viewer got, with the position before it."""
    folder, found = Folder(REGICIDE), []
    draft = folder.start(header)
    for batch in batches(veil(REGICIDE.parts, log, viewer)):
        found.append((frozen(batch[0].v - 1, draft), batch))
        for recorded in batch:
            folder.apply(draft, recorded)
    return found


@pytest.mark.soak
@pytest.mark.parametrize("players", PLAYERS)
def test_policy_reaches_queens_and_kings_and_wins_a_good_share(players: int) -> None:
    """In 24 games of each number of players some royals of every rank fall, and a quarter are won at least."""
    fallen: Counter[int] = Counter()
    won: list[str] = []
    for new in simulated(players):
        fallen[sum(isinstance(entry.event, ev.RoyalDefeated) for entry in new.entries)] += 1
        end = new.entries[-1].event
        assert isinstance(end, ev.GameEnded)
        won += [end.grade] if end.won else []
    assert sum(times for royals, times in fallen.items() if royals >= 4) > 12, fallen
    assert sum(times for royals, times in fallen.items() if royals >= 8) > 0, fallen
    assert len(won) >= 6, fallen
    assert players > 1 or {*won} >= {"silver", "bronze"}


def test_every_event_occurs() -> None:
    """Simulation games show every event of the game."""
    lacking = set(REGICIDE.own)
    for games in zip(*(simulate(REGICIDE, seed=5, games=24, players=players) for players in PLAYERS), strict=True):
        lacking -= {type(entry.event) for new in games for entry in new.entries}
        if not lacking:
            break
    assert lacking == set()


@pytest.mark.parametrize("players", one_in(2, PLAYERS))
def test_players_see_only_their_own(players: int) -> None:
    """The simulated player decides the same when every face that it was not shown is hidden from it."""
    header, log = played(players, 2)
    seats = {seat: positions(header, log, seat) for seat in header.seats}
    for nth, (position, batch) in enumerate(positions(header, log, OPEN)):
        if position.version == 0 or isinstance(batch[0].event, ev.TableTalk):
            continue
        own = seats[batch[0].event.seat][nth][0]
        pickers = [_Silent(position.version) for _ in range(2)]
        assert policy(own, pickers[0]) == policy(position, pickers[1])


class _Silent(random.Random):
    """Chance by which nobody says anything: talk is chosen first, by a number below one."""

    def random(self) -> float:
        return 0.5 + super().random() / 2


@pytest.mark.parametrize("players", one_in(2, PLAYERS))
def test_legal_commands_are_accepted_and_others_refused(players: int) -> None:
    """At every step all that is legal is accepted; of all commands that can be said, every other is refused with a code."""
    picker = random.Random(1)  # noqa: S311 -- a test
    header, log = played(players, 4)
    for position, _batch in positions(header, log, OPEN)[1::3]:
        allowed = legal(position)
        for command in (*picker.sample(allowed, min(4, len(allowed))), *_sayable(position, picker)):
            refusal = _refusal(position, command, picker)
            assert (refusal is None) == _among(command, allowed), f"{command} at {position.version}: {refusal}"
            assert refusal is None or (refusal.code.startswith("regicide.") and refusal.paragraph)


def _among(command: cmd.RegicideCommand, allowed: tuple[cmd.RegicideCommand, ...]) -> bool:
    """Whether a command is listed, whatever the order of its cards."""

    def key(one: Any) -> Any:
        return type(one), one.seat, sorted(getattr(one, "cards", ())), getattr(one, "next", ""), getattr(one, "why", "")

    return key(command) in map(key, allowed)


def _refusal(position: Any, command: cmd.RegicideCommand, picker: random.Random) -> RuleViolation | None:
    assert REGICIDE.play is not None
    try:
        REGICIDE.play.decide(position, command, Dealer(picker), position.version + 1)
    except RuleViolation as error:
        return error
    return None


def _sayable(position: Any, picker: random.Random) -> list[cmd.RegicideCommand]:
    state = position.state
    answers = state.pending[0].id if state.pending else ""
    found: list[cmd.RegicideCommand] = []
    for seat in state.seats:
        hand = list(position.table.hands[seat].faces)
        found.append(cmd.Yield(seat=seat))
        found += [cmd.ChooseNext(seat=seat, next=other, answers=answers) for other in state.seats]
        for number in range(1, min(5, len(hand)) + 1):
            chosen = tuple(picker.sample(hand, number))
            found += [cmd.Play(seat=seat, cards=chosen), cmd.Discard(seat=seat, cards=chosen, answers=answers)]
        found.append(cmd.Play(seat=seat, cards=(picker.choice(sorted(CARDS)),)))
    return found


def test_everybody_counts_the_same() -> None:
    """Every viewer's log has as many cards in every place as the whole one, at every step."""
    header, log = played(3, 7)
    for (whole, _), (seen, _) in zip(positions(header, log, OPEN), positions(header, log, PUBLIC), strict=True):
        for places in ("hands", "piles", "decks", "zones"):
            ours, theirs = getattr(whole.table, places), getattr(seen.table, places)
            assert {key: _size(value) for key, value in ours.items()} == {key: _size(value) for key, value in theirs.items()}


def _size(place: Any) -> int:
    """Cards of a hand, or of a pile, a zone or the blocks of a deck."""
    if isinstance(place, Hand):
        return place.count
    return sum(one.count if isinstance(one, Block) else 1 for one in place)


DEALS: dict[str, dict[str, Any]] = {
    "alone against the Jack of Spades": {
        "royal": "sJ", "A": "h2 d2 s2 c2 hA c5 d5 s9", "aside": "J J", "tavern": "h3 h4 h6 d6 d7 s8 c9 c10", "castle": "hJ hQ",
    },
    "two against the Queen of Hearts": {
        "royal": "hQ", "A": "h7 d8 s10 cA c3 d3 s3", "B": "hA c9 d4 s4 h10 c6 d10", "tavern": "h2 s2 c2 d2 h5", "castle": "dQ sQ cK",
    },
    "three against the King of Clubs": {
        "royal": "cK", "A": "J dJ c10 s10 h9 d9", "B": "s5 h5 c5 d5 sA dA", "C": "h2 d2 s2 c2 h8 s8", "tavern": "c3 d3 s3", "castle": "sK",
    },
    "four with small hands": {"royal": "dJ", "A": "J s4", "B": "c4 h4", "C": "", "D": "s10 dA c7", "tavern": "h6", "castle": "cJ cQ"},
}  # fmt: skip
DEPTH = 3


class _First:
    """Chance that picks what comes first."""

    def choice(self, seq: Any) -> Any:
        return seq[0]

    def sample(self, population: Any, k: int) -> Any:
        return list(population)[:k]

    def random(self) -> float:
        return 0.0


def _count(playing: PlayedTable, depth: int) -> int:
    options = playing.legal()
    if depth == 1:
        return len(options)
    return sum(_count(playing.apply(option, dealer(REGICIDE, _First())), depth - 1) for option in options)


def counted() -> str:
    """The number of ways in which each deal can go on, by depth; chance picks the first card that can come."""
    lines = []
    for name, deal in DEALS.items():
        playing = given(**deal).playing
        lines.append(f"{name}: {' '.join(str(_count(playing, depth)) for depth in range(1, DEPTH + 1))}")
    return "\n".join(lines) + "\n"


def test_ways_are_counted_as_they_were() -> None:
    """The number of legal sequences of one, two and three commands of fixed deals is the one that stands in counts.txt."""
    assert counted() == COUNTS.read_text()
