"""Archives of Board Game Arena as games to be recorded."""

from __future__ import annotations

import json
from typing import Any

import pytest

from importers import ImportOptions, read_file
from importers.bga import BGA
from records.core.ids import SeatKey
from records.core.shared import GameStarted
from records.errors import ImportRefused
from records.games.observed import OBSERVED
from records.games.observed.events import Noted, Opened
from records.service import NewGame
from records.service.library import library
from records.values import replace
from support.archives import ANNA, BEN, PLAYERS, A, B, Read, archive, notif, numbered, packet, read

DUSK = packet(1, notif("${player_name} waits", {"player_name": "Anna", "player_id": ANNA}))


@pytest.mark.parametrize(
    "file",
    [
        {"status": 1, "data": {"logs": numbered([DUSK]), "players": PLAYERS}},
        {"status": 1, "data": {"valid": 1, "data": numbered([DUSK]), "players": PLAYERS}},
        {"players": {str(ANNA): "Anna", str(BEN): "Ben"}, "packets": numbered([DUSK])},
        {
            "players": {str(ANNA): {"name": "Anna"}, str(BEN): {"name": "Ben"}},
            "packets": numbered([{**DUSK, "table_id": 610000001, "move_id": 1}]),
        },
    ],
)
def test_every_envelope_gives_the_same_game(file: Any) -> None:
    """All forms of the envelope hold one move of two people."""
    record = read(file)
    assert [type(event) for event in record.events] == [GameStarted, Opened, Noted]
    assert (record.game.game, record.game.seats, record.game.names) == ("observed", (A, B), {A: "Anna", B: "Ben"})
    assert record.told() == [["Anna waits"]]


def test_players_of_a_bare_list_are_found_in_order_of_mention() -> None:
    """Without a list the players are those whom the table mentions: a private channel alone gives no seat, for that would show."""
    results = {"args": {"result": [{"id": "84000040", "name": "Dora"}]}, "id": 99}
    file = numbered(
        [
            packet(1, notif("psst", {"player_id": 84000033, "player_name": "Dov"}), to=84000033),
            packet(1, notif("", {"active_player": str(BEN), "reflexion": {"total": {str(ANNA): 5, str(BEN): 5}}}, "gameStateChange")),
            packet(2, notif("${player_name} waits", {"player_name": "Anna", "player_id": ANNA})),
            packet(3, notif("", results, "gameStateChange")),
        ]
    )
    record = read(file)
    assert record.game.names == {"A": "Player A", "B": "Anna", "C": "Dora"}
    assert {seat: ids["bga"] for seat, ids in record.game.foreign_ids.items()} == {
        "A": str(BEN),
        "B": str(ANNA),
        "C": "84000040",
    }


def test_mixed_numbers_and_texts_are_one_person() -> None:
    """An id that stands here as a number and there as a text is the same seat."""
    record = read(archive(packet(1, notif("", {"active_player": str(BEN), "type": "activeplayer"}, "gameStateChange"))))
    assert record.state().active == B


def test_names_of_every_script_are_kept() -> None:
    """Names are what people wrote; a player without one is called by the seat."""
    players = [{"id": 84000031, "name": "Zoë"}, {"id": 84000032, "name": "李雷"}, {"id": 84000033, "name": " "}, {"id": 84000034}]
    record = read(archive(packet(1, notif("<b>Zoë</b> greets 李雷.")), players=players))
    assert list(record.game.names.values()) == ["Zoë", "李雷", "Player C", "Player D"]
    assert record.told() == [["Zoë greets 李雷."]]
    renamed = replace(record.game, names={"A": "Z", "B": "L", "C": "C", "D": "D"})
    assert Read(record.plain, renamed).told() == [["Z greets L."]]


def test_pseudonyms() -> None:
    """Names, ids, avatars and the table's id are gone from record, names and ids, also before an apostrophe."""
    line = notif(
        f"Ben's turn, <img src='/a/{BEN}.png' alt='Anna'> waits", {"player_id": BEN, "avatar": "face-7", "url": "/t?table=610000001"}
    )
    record = read(archive(packet(1, line), packet(1, notif("psst"), to=77000001)), pseudonyms=True)
    log = b"".join(OBSERVED.codec.encode(recorded) for recorded in record.log)
    assert not [word for word in ("Anna", "Ben", str(ANNA), str(BEN), "610000001", "77000001", "face-7") if word.encode() in log]
    assert (record.game.names, record.game.foreign_ids) == ({"A": "Player A", "B": "Player B"}, {})
    assert record.told()[0] == ["Player B's turn, Player A waits"]


def test_the_same_file_is_known_again_and_a_pseudonymous_reading_is_another() -> None:
    """The digest is of the file and of what was chosen."""
    file = archive(DUSK)
    assert read(file).game.origin == read(file).game.origin
    assert read(file).game.origin != read(file, pseudonyms=True).game.origin
    assert read(file).game.origin != read({**file, "status": "1"}).game.origin


def test_colours_are_public() -> None:
    """The colour of each seat's pieces stands in the record as the site wrote it."""
    (opened,) = (event for event in read(archive(DUSK)).events if isinstance(event, Opened))
    assert opened.colours == (("A", "#aa0000"), ("B", "#0000aa"))


def test_packets_after_the_end_are_kept() -> None:
    """What the site sent after the game is a step like others."""
    end = notif("", {"id": 99, "args": {"result": [{"id": ANNA, "rank": 1}, {"id": BEN, "rank": 2}]}}, "gameStateChange")
    record = read(archive(packet(1, end), packet(None, notif("", {}, "wakeupPlayers")), packet(2, notif("Ben leaves"))))
    assert len(record.events) == 5
    assert record.state().outcome == read(archive(packet(1, end))).state().outcome


def test_a_mark_of_byte_order_is_passed_over() -> None:
    """Files that some editors wrote begin with it."""
    data = json.dumps(archive(DUSK)).encode()
    assert read(b"\xef\xbb\xbf" + data).events == read(data).events


@pytest.mark.parametrize(
    ("data", "name", "ours"),
    [
        (b'{"status": 1, "data": {"logs": []}}', "game", True),
        (b' [{"channel": "/table/t1"', "game", True),
        (b'{"status":"0","error":"no"}', "answer", True),
        (b"", "game.JSON", True),
        (b'{"kiebitz":1}', "game.jsonl", False),
        (b"(0)Anna Dr", "game.tch", False),
    ],
)
def test_sniffing(data: bytes, name: str, ours: bool) -> None:
    """An archive is known by its keys, or else by the file's name."""
    assert BGA.sniff(data, name) is ours


def test_reading_twice_gives_the_same_events() -> None:
    """Nothing in a record depends on when or where it was read."""
    data = json.dumps(archive(DUSK)).encode()
    one, two = (BGA.read(data, name, ImportOptions()) for name in ("a.json", "b.json"))
    assert one == two


def test_two_people_of_one_name() -> None:
    """People who are called the same keep their own seats."""
    players = [{"id": ANNA, "name": "Sam"}, {"id": BEN, "name": "Sam"}]
    record = read(archive(packet(1, notif("${player_name} waits", {"player_name": "Sam", "player_id": BEN})), players=players))
    assert record.timeline().steps[2].seat == SeatKey("B")
    assert record.restored() == record.plain


def test_a_saved_replay_page_holds_its_archive() -> None:
    """The same game comes out of the page's script as of the bare answer; a page that was cut is refused."""
    answer = {"status": 1, "data": {"valid": 1, "data": numbered([DUSK]), "players": PLAYERS}}
    page = f"<!DOCTYPE html><html><body>\n<script>\nvar g_gamelogs = {json.dumps(answer)};\ngameui.run();</script></body></html>"
    (bare,) = read_file(library(), json.dumps(answer).encode(), "x.json", ImportOptions())
    (saved,) = read_file(library(), page.encode(), "x.html", ImportOptions())
    assert isinstance(bare, NewGame)
    assert isinstance(saved, NewGame)
    assert (saved.entries, saved.origin) == (bare.entries, bare.origin)
    with pytest.raises(ImportRefused, match="line 3: the log in this page cannot be read"):
        read_file(library(), page[: page.index("gameui") - 9].encode(), "x.html", ImportOptions())
