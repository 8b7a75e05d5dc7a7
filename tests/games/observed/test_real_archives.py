"""Real archives, where somebody has put them beside the project: the facts that are known of them."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from records.core.viewers import OPEN, PUBLIC
from records.games.observed import OBSERVED
from records.games.observed.events import Noted
from support.archives import REAL, A, B, Read, read

pytestmark = pytest.mark.skipif(not REAL, reason="no real archives beside the project")


@pytest.fixture(scope="module")
def real() -> Callable[[str], Read]:
    """Reads a real archive, each once."""
    kept: dict[str, Read] = {}

    def get(name: str) -> Read:
        if name not in kept:
            kept[name] = read(REAL[name].read_bytes())
        return kept[name]

    return get


@pytest.mark.soak
@pytest.mark.parametrize("name", REAL)
def test_nothing_is_lost(name: str, real: Callable[[str], Read]) -> None:
    """Every packet comes back from the record as it stands in the file."""
    assert real(name).restored() == json.loads(REAL[name].read_text())


@pytest.mark.parametrize("name", REAL)
def test_nobody_is_named(name: str, real: Callable[[str], Read]) -> None:
    """No line of a record holds a player's id."""
    log = b"".join(OBSERVED.codec.encode(recorded) for recorded in real(name).log)
    assert not any(str(ids["bga"]).encode() in log for ids in real(name).game.foreign_ids.values())


@pytest.mark.soak
@pytest.mark.parametrize("name", REAL)
def test_pseudonyms_name_nobody(name: str) -> None:
    """With pseudonyms nothing at all names a player or the table."""
    plain = json.loads(REAL[name].read_text())["data"]
    record = read(REAL[name].read_bytes(), pseudonyms=True)
    log = b"".join(OBSERVED.codec.encode(recorded) for recorded in record.log)
    words = [
        word for player in plain["players"] for word in (str(player["id"]), f">{player['name']}<", f'"{player["name"]}"', player["avatar"])
    ]
    assert not any(word.encode() in log for word in [*words, plain["logs"][0]["table_id"]])
    assert set(record.game.names.values()) == {f"Player {seat}" for seat in record.game.seats}
    assert record.game.foreign_ids == {}


def test_complete_game(real: Callable[[str], Read]) -> None:
    """Two players, 1,098 packets in 367 moves; Anna conceded and Ben won 75 to 32."""
    record = real("two-players-complete")
    moves = [event for event in record.events if isinstance(event, Noted)]
    assert (len(record.restored()["data"]["logs"]), len(moves), moves[-1].move) == (1098, 367, 396)
    state = record.state()
    assert state.outcome
    assert (state.outcome.winners, dict(state.outcome.scores), state.conceded) == ((B,), {B: "75", A: "32"}, (A,))
    assert (state.progress, dict(state.clock)) == (68, {A: 171, B: 169})


def test_undone_moves_are_gaps(real: Callable[[str], Read]) -> None:
    """The seven places where moves were undone are told, and no other."""
    told = [line for step in real("two-players-complete").told(PUBLIC) for line in step if "the table's log" in line.lower()]
    numbers = [(104, 107), (219, 221), (264, 268), (282, 283), (293, 295), (315, 324), (379, 380)]
    assert told == [f"The table's log has no moves {first} to {last}: undone, or left out." for first, last in numbers]


def test_first_move_as_each_saw_it(real: Callable[[str], Read]) -> None:
    """Anna reads which cards she drew, Ben reads his, the public reads how many."""
    record = real("two-players-complete")
    seen = {viewer: " ".join(record.told(viewer)[0]) for viewer in (A, B, PUBLIC, OPEN)}
    assert all("Anna draws 8 card(s) from the deck" in words for words in seen.values())
    assert ["Sea Turtle Tank" in words for words in seen.values()] == [True, False, False, True]
    assert ["Expert In Predators" in words for words in seen.values()] == [False, True, False, True]


def test_what_only_ben_s_channel_carried(real: Callable[[str], Read]) -> None:
    """No message that went to Ben alone stands in what Anna or the public gets."""
    logs = json.loads(REAL["two-players-complete"].read_text())["data"]["logs"]
    uids = [notif["uid"] for packet in logs if packet["channel"].endswith("p90000002") for notif in packet["data"]]
    record = real("two-players-complete")
    for viewer in (A, PUBLIC):
        seen = b"".join(OBSERVED.codec.encode(recorded) for recorded in record.seen(viewer))
        assert not any(uid.encode() in seen for uid in uids)


def test_tie(real: Callable[[str], Read]) -> None:
    """The game that ended 124 to 124 is drawn."""
    outcome = real("tie-excerpt").state().outcome
    assert outcome
    assert (outcome.drawn, outcome.winners, dict(outcome.scores)) == (True, (), {A: "124", B: "124"})


def test_other_tables(real: Callable[[str], Read]) -> None:
    """Tables of three and of four, of another game too, have their winner and all their seats."""
    for name, seats, winner in (("four-players-excerpt", 4, "C"), ("three-players-other-game-excerpt", 3, "C")):
        record = real(name)
        outcome = record.state().outcome
        assert outcome
        assert (len(record.game.seats), outcome.winners) == (seats, (winner,))
