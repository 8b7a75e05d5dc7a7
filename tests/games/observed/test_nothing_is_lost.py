"""From the full log the archive can be written out again, to the last field."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from importers.bga import restore
from records.core.viewers import PUBLIC
from records.errors import ImpossibleEvent
from records.games.observed import OBSERVED
from support.archives import BEN, PLAYERS, ROOT, TABLE, A, Read, archive, archives, notif, numbered, packet, read, unhurried

PACKETS = numbered([packet(1, notif("${player_name} waits", {"player_name": "Ben", "player_id": BEN})), packet(None, notif(), to=BEN)])


@pytest.mark.soak
@unhurried
@given(archives)
def test_any_archive_comes_back(plain: Any) -> None:
    """Whatever stands in an archive, restoring gives it back, value for value and type for type."""
    assert json.dumps(read(plain).restored(), sort_keys=True) == json.dumps(plain, sort_keys=True)


@pytest.mark.soak
@unhurried
@given(archives, st.randoms(use_true_random=False))
def test_packets_in_another_order_are_sorted_out(plain: Any, random: Any) -> None:
    """A file whose packets are shuffled gives the same record to every viewer, and is restored as it was."""
    logs = plain["data"]["logs"]
    shuffled = {**plain, "data": {**plain["data"], "logs": random.sample(logs, len(logs))}}
    one, other = read(plain), read(shuffled)
    assert json.dumps(other.restored(), sort_keys=True) == json.dumps(shuffled, sort_keys=True)
    for viewer in (PUBLIC, *one.game.seats):
        assert one.told(viewer) == other.told(viewer)


@pytest.mark.soak
@unhurried
@given(archives)
def test_any_record_survives_the_wire(plain: Any) -> None:
    """Each line of a record is decoded to what was encoded."""
    record = read(plain)
    assert [OBSERVED.codec.decode(OBSERVED.codec.encode(recorded)) for recorded in record.log] == record.log


@pytest.mark.parametrize(
    "plain",
    [
        {"status": 1, "data": {"logs": PACKETS, "players": PLAYERS, "more": [BEN]}},
        {"status": "1", "data": {"valid": 1, "data": PACKETS}},
        {"players": {str(BEN): "Ben", "84000017": "Anna"}, "packets": PACKETS, "gamedatas": {"hand": [BEN]}, "currentPlayerId": str(BEN)},
        {"players": {str(BEN): "Ben"}, "packets": PACKETS, "gamedatas": {"hand": [7]}, "currentPlayerId": 5},
        PACKETS,
    ],
    ids=["logs", "history", "dump", "spectator's dump", "bare"],
)
def test_every_envelope_comes_back(plain: Any) -> None:
    """All forms of the envelope are kept with what stands in them."""
    assert read(plain).restored() == plain


def test_first_position_is_for_who_saved_it() -> None:
    """The position that came with an archive is known to the seat whose page it was taken from."""
    plain = {
        "players": {"84000017": "Anna", str(BEN): "Ben"},
        "packets": PACKETS,
        "gamedatas": {"hand": ["the heron"]},
        "currentPlayerId": BEN,
    }
    record = read(plain)
    shown = {viewer: b"the heron" in OBSERVED.codec.encode(record.seen(viewer)[1]) for viewer in record.game.seats}
    assert shown == {"A": False, "B": True}


def test_archive_cannot_be_written_from_what_one_seat_saw() -> None:
    """Restoring asks for the full log."""
    record = read(archive(*PACKETS))
    with pytest.raises(ImpossibleEvent, match="full record"):
        restore([recorded.event for recorded in record.seen(A)], {}, {})


@pytest.mark.parametrize("path", sorted((ROOT / "examples" / "games").glob("*.json")), ids=lambda path: path.stem)
def test_examples_come_back(path: Any) -> None:
    """Each example is restored as it stands."""
    record = read(path.read_bytes())
    assert record.restored() == json.loads(path.read_text())


def test_table_id_is_no_person() -> None:
    """Outside a pseudonymous record the table's id stays, for the open table only."""
    record = read(archive(*PACKETS))
    lines = [OBSERVED.codec.encode(recorded) for recorded in record.log]
    assert str(TABLE).encode() in b"".join(lines)
    assert str(TABLE).encode() not in b"".join(OBSERVED.codec.encode(recorded) for recorded in record.seen(A))


def test_record_names_nobody() -> None:
    """No event holds a player's name or id: these stand beside the chain."""
    record: Read = read(archive(*PACKETS))
    lines = b"".join(OBSERVED.codec.encode(recorded) for recorded in record.log)
    assert b"Ben" not in lines
    assert str(BEN).encode() not in lines
    assert record.game.names == {"A": "Anna", "B": "Ben"}
    assert record.game.foreign_ids == {"A": {"bga": "84000017"}, "B": {"bga": str(BEN)}}
