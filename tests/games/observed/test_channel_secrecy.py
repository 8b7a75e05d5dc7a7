"""The law of this game: what only Ben's channel carried reaches neither Anna nor a spectator, not even as a number."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from records.core.viewers import PUBLIC, Viewer
from records.games.observed import OBSERVED
from records.games.observed.events import Noted
from records.knowledge.door import redact
from support.archives import ANNA, BEN, PLAYERS, A, B, Read, archive, notif, packet, packets, public, read, unhurried

PLANTED = "the heron sleeps"
OTHERS: tuple[Viewer, ...] = (A, PUBLIC)

secrets = st.builds(
    lambda move, times, second, place: (place, packet(move, *[notif(PLANTED, {PLANTED: PLANTED}, PLANTED)] * times, to=BEN, second=second)),
    st.none() | st.integers(1, 9),
    st.integers(0, 3),
    st.integers(0, 2000),
    st.integers(0, 9),
)


def with_secrets(told: list[dict[str, Any]], hidden: list[tuple[int, dict[str, Any]]]) -> Read:
    """Read an archive with Ben's packets put in at their places, all of them numbered anew."""
    mixed = list(told)
    for place, secret in hidden:
        mixed.insert(min(place, len(mixed)), secret)
    return read(archive(*mixed))


def veiled(record: Read, viewer: Viewer) -> list[bytes]:
    """Return what a page may know of, without the chain, which is over commitments."""
    return [OBSERVED.codec.encode(msgspec.structs.replace(recorded, prev="")) for recorded in record.seen(viewer)]


def exported(record: Read, viewer: Viewer) -> list[bytes]:
    """Return the lines of an export."""
    return [OBSERVED.codec.encode(recorded) for recorded in redact(record.sealer, record.log, viewer)]


@pytest.mark.soak
@unhurried
@given(public, st.lists(packets(st.just(ANNA)), max_size=3), st.lists(secrets, max_size=4), st.lists(secrets, max_size=4))
def test_other_secrets_change_nothing(
    everybody: list[dict[str, Any]], annas: list[dict[str, Any]], some: list[tuple[int, Any]], others: list[tuple[int, Any]]
) -> None:
    """Whatever Ben alone was sent, how much, how long and when: Anna and the public get the same bytes, words and counts."""
    one, two = with_secrets([*everybody, *annas], some), with_secrets([*everybody, *annas], others)
    for viewer in OTHERS:
        assert veiled(one, viewer) == veiled(two, viewer)
        assert one.timeline(viewer) == two.timeline(viewer)
        assert one.state(viewer) == two.state(viewer)
        assert list(map(len, exported(one, viewer))) == list(map(len, exported(two, viewer)))
        assert PLANTED.encode() not in b"".join([*veiled(one, viewer), *exported(one, viewer)])


@unhurried
@given(public, st.lists(secrets, min_size=1, max_size=4))
def test_planted_secret_is_there_for_who_was_told(everybody: list[dict[str, Any]], hidden: list[tuple[int, Any]]) -> None:
    """The same secrets do reach Ben and the open table: the law is not kept by losing them."""
    record = with_secrets(everybody, hidden)
    said = any(secret["data"] for _, secret in hidden)
    assert (PLANTED.encode() in b"".join(veiled(record, B))) is said
    assert any(PLANTED in words for step in record.told() for words in step) is said


@pytest.mark.soak
@unhurried
@given(public, st.lists(packets(st.sampled_from([ANNA, BEN, 77000001])), max_size=5))
def test_counters_come_from_the_table_alone(everybody: list[dict[str, Any]], own: list[dict[str, Any]]) -> None:
    """Every viewer counts the same: folding what one was shown gives the state of the full log."""
    record = read(archive(*everybody, *own))
    assert record.state(A) == record.state(B) == record.state(PUBLIC) == record.state()


@pytest.mark.parametrize("viewer", OTHERS)
def test_order_and_request_marks_of_the_table_are_hidden(viewer: Viewer) -> None:
    """Ids of packets, `synchro`, `h` and `lock_uuid` tell how many private messages there were, so only the open table has them."""
    record = read(
        archive(packet(1, notif("Dusk falls", synchro=7, h="c0ffee", lock_uuid="11-22"), packet_type="odd-type"), players=PLAYERS)
    )
    for line in veiled(record, viewer):
        assert not any(word in line for word in (b"synchro", b"c0ffee", b"11-22", b"packet_id", b"odd-type"))


@pytest.mark.parametrize("viewer", [A, B, PUBLIC])
def test_private_part_of_a_public_message_is_hidden(viewer: Viewer) -> None:
    """A `_private` object in a message to everybody is shown to no seat, and is not lost."""
    record = read(archive(packet(1, notif("", {"args": {"_private": {str(BEN): PLANTED}, "n": [{"_private": PLANTED}, 1]}}))))
    assert PLANTED.encode() not in b"".join(veiled(record, viewer))
    (event,) = (event for event in record.events if isinstance(event, Noted))
    assert bytes(event.lines[0].args) == b'{"args":{"n":[{},1]}}'
    assert record.restored() == record.plain


def test_stranger_s_channel_is_for_nobody() -> None:
    """What went to somebody who has no seat is kept for the open table only."""
    record = read(archive(packet(1, notif("Dusk falls")), packet(1, notif(PLANTED), to=77000001)))
    assert PLANTED.encode() not in b"".join(line for viewer in (A, B, PUBLIC) for line in veiled(record, viewer))
    assert record.restored() == record.plain


def test_every_seat_has_a_sealed_part_in_every_event() -> None:
    """Each event carries one part for each seat, also where nobody was told anything alone."""
    record = read(archive(packet(1, notif("Dusk falls")), packet(2, notif("Dawn breaks")), packet(2, notif(PLANTED), to=BEN)))
    moves = [event for event in record.events if isinstance(event, Noted)]
    assert [[sealed.known_to for sealed in event.private] for event in moves] == [[("A",), ("B",)]] * 2
    assert [event.origin.known_to for event in moves] == [()] * 2
