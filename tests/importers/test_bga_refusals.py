"""What is no archive is refused with place and reason, and no error of ours or a library's leaves the importer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from importers.base import ImportOptions
from importers.bga import BGA
from importers.bga.json_text import first_repeated
from records.errors import ImportRefused
from records.service import NewGame
from support.archives import BEN, PLAYERS, archive, notif, packet, unhurried, values

GOOD = packet(1, notif("Dusk"))


def refused(file: Any) -> list[str]:
    """Return the problems of a file, given as bytes or as JSON."""
    data = file if isinstance(file, bytes) else json.dumps(file).encode()
    with pytest.raises(ImportRefused) as caught:
        BGA.read(data, "x.json", ImportOptions())
    assert str(caught.value).startswith("x.json: ")
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("file", "problem"),
    [
        (b"", "the file is empty"),
        (b"\xef\xbb\xbf \n", "the file is empty"),
        (b'{"a":\n "\xff"}', "line 2: the file is not UTF-8: byte 8 is 0xff"),
        ("[]".encode("utf-16"), "line 1: the file is not UTF-8: byte 0 is 0xff"),
        (b'{"data":\n [1,}', "line 2, column 5: this is no JSON: Expecting value"),
        (b"<html>", "line 1, column 1: this is no JSON: Expecting value"),
        (b"[[" * 100_000, "the JSON is nested too deeply"),
        (b"9" * 5000, "a whole number of 5000 digits is too long"),
        (b'{"data": {"logs": [{"time": NaN}]}}', "data.logs[0].time: NaN is not a JSON number"),
        (b'{"data": {"logs": [1e999]}}', "data.logs[0]: 1e999 is too large for a number"),
        (b'{"data": {"logs": [], "logs": []}}', "data: the key 'logs' stands twice in this object"),
        (b'["\\ud83d"]', "[0]: this text holds half a character"),
        (b'{"\\ud83d": 1}', "a key of this object holds half a character"),
        (b"7", "an archive is a JSON object or list, not a number"),
        (b"null", "an archive is a JSON object or list, not nothing"),
        (b'{"x": 1, "a": 2}', "this is not an archive of Board Game Arena: there is neither data nor packets (keys here: a, x)"),
        (b'{"data": []}', "data: this is not an archive of Board Game Arena: data is a list, not an object"),
        (b'{"data": {"valid": 0}}', "data: this is not an archive of Board Game Arena: there is neither logs nor data in it"),
        (b'{"data": {"logs": {}}}', "data.logs: the packets are an object, not a list"),
        (b'{"packets": "none"}', "packets: the packets are a text, not a list"),
        (b"[]", "the archive holds no packets"),
    ],
)
def test_what_is_no_archive(file: bytes, problem: str) -> None:
    """Each kind of wrong file is told by what is wrong with it."""
    (told,) = refused(file)
    assert told.startswith(problem)


def test_error_of_the_site_is_told_in_its_own_words() -> None:
    """The site answers 200 with an error inside; its words and its code reach the reader."""
    (told,) = refused({"status": "0", "error": "You have reached a limit (replay)", "code": 806})
    assert told == "error: Board Game Arena gave no archive but an error: “You have reached a limit (replay)” (code 806)"


@pytest.mark.parametrize(
    ("changes", "place", "reason"),
    [
        ({"channel": "/chat/3"}, ".channel", "'/chat/3' is neither /table/t and a number nor /player/p and a number"),
        ({"channel": 5}, ".channel", "Expected `str`, got `int`"),
        ({"time": "noon"}, ".time", "'noon' is not a whole number from 1199145600 to 4102444800"),
        ({"time": "-1"}, ".time", "'-1' is not a whole number"),
        ({"time": "0"}, ".time", "'0' is not a whole number from 1199145600"),
        ({"time": 253402300799}, ".time", "'253402300799' is not a whole number"),
        ({"channel": "/table/t5"}, ".channel", "the channel is that of table 5, and table_id is 610000001"),
        ({"move_id": 2 * 10**18}, ".move_id", "'2000000000000000000' is not a whole number from 0 to 1000000"),
        ({"data": [{**notif(), "args": None}]}, ".data[0].args", "Expected `object | array`, got `null`"),
        ({"move_id": "x"}, ".move_id", "'x' is not a whole number"),
        ({"move_id": 1.5}, ".move_id", "Expected `int | str | null`, got `float`"),
        ({"packet_id": "²"}, ".packet_id", "'²' is not a whole number"),
        ({"table_id": None}, ".table_id", "Expected `int | str`, got `null`"),
        ({"data": {}}, ".data", "Expected `array`, got `object`"),
        ({"data": [{"uid": "1", "type": "t", "log": "x"}]}, ".data[0]", "Object missing required field `args`"),
        ({"data": [notif(), {**notif(), "args": "x"}]}, ".data[1].args", "Expected `object | array`, got `str`"),
    ],
)
def test_malformed_packet_is_told_by_its_path(changes: dict[str, Any], place: str, reason: str) -> None:
    """A packet that cannot be read is named by its place in the file, down to the field."""
    file = archive(GOOD, GOOD)
    file["data"]["logs"][1] |= changes
    (told,) = refused(file)
    assert told.startswith(f"data.logs[1]{place}: {reason}")


def test_bare_and_dumped_packets_have_their_own_paths() -> None:
    """Paths begin where the packets stand in this form of the envelope."""
    assert refused([GOOD, 7])[0].startswith("[1]: Expected `object`, got `int`")
    assert refused({"packets": [{}]})[0].startswith("packets[0]: Object missing required field `channel`")
    assert refused({"data": {"data": [{}]}})[0].startswith("data.data[0]: ")


def test_many_problems_are_told_at_once_but_not_all() -> None:
    """Twenty problems are enough to know."""
    file = archive(*[{**GOOD, "time": "?"}] * 30)
    assert [told.split(":")[0] for told in refused(file)] == [f"data.logs[{index}].time" for index in range(20)]


def test_what_packets_cannot_be_together() -> None:
    """A packet twice, packets of two tables, and a file without the table's channel are refused."""
    twice = {"data": {"logs": [{**GOOD, "packet_id": "4"}] * 2, "players": PLAYERS}}
    again = {"data": {"logs": [{**GOOD, "packet_id": "150"}, {**GOOD, "packet_id": "0150"}], "players": PLAYERS}}
    assert refused(again) == ["data.logs[1].packet_id: packet 150 stands here a second time, first as packet 0 of the list"]
    assert refused(twice) == ["data.logs[1].packet_id: packet 4 stands here a second time, first as packet 0 of the list"]
    assert refused(archive(GOOD, {**GOOD, "table_id": 5, "channel": "/table/t5"})) == [
        "data.logs[1]: packets of two tables, 610000001 and 5, in one archive"
    ]
    assert refused(archive(packet(1, to=BEN)))[0].startswith("data.logs: no packet is of the table's channel")


def test_packets_whose_numbers_and_times_disagree_are_refused() -> None:
    """Where the numbers of packets prove no order, because time would run backwards in it, nothing is guessed."""
    file = archive(packet(1, notif("Dusk")), packet(2, notif("Dawn"), second=9))
    for each, number in zip(file["data"]["logs"], ("2", "1"), strict=True):
        each["packet_id"] = number
    assert refused(file) == [
        "data.logs[0].time: packet 2 was sent before packet 1: numbers and times of the packets do not agree",
    ]


def test_an_unknown_id_under_a_known_name_is_no_further_player() -> None:
    """Without a list of players, two ids that bear one name cannot be told apart."""
    said = [notif("x", {"player_id": number, "player_name": "Anna"}) for number in (84000017, 99)]
    assert refused([packet(1, *said)]) == [
        "[0]: players 84000017 and 99 are both called 'Anna', and no list of players tells them apart",
    ]


def test_many_repeated_keys_are_refused_as_fast_as_few() -> None:
    """The work for an object with repeated keys grows with its size, not with its square."""
    looked_at = 0

    class Key(str):
        __slots__ = ()

        def __hash__(self) -> int:
            return super().__hash__()

        def __eq__(self, other: object) -> bool:
            nonlocal looked_at
            looked_at += 1
            return super().__eq__(other)

    assert first_repeated([*(Key(number) for number in range(4000)), Key(3999)]) == "3999"
    assert looked_at < 40_000


@pytest.mark.parametrize(
    ("players", "problem"),
    [
        ([{**PLAYERS[0], "name": "A" * 101}], "data.players: the name of player 84000017 is not one line of up to 100 characters"),
        ([{**PLAYERS[0], "name": "An\nna"}], "data.players: the name of player 84000017 is not one line"),
        (7, "data.players: the players are neither a list nor an object"),
        ([7], "data.players[0]: a player is an object with an id"),
        ([{"id": "x", "name": "Anna"}], "data.players[0]: a player is an object with an id"),
        ([{"id": 5, "name": ["Anna"]}], "data.players[0].name: a player's name is a text"),
        ([{"id": 5}, {"id": "5"}], "data.players[1]: player 5 stands twice in the list"),
        ({"anna": "Anna"}, "data.players.anna: a player is an object with an id"),
        ([{"id": n} for n in range(1, 22)], "data.players: 21 players; at most 20 can sit at a table"),
        ([], "no player is named"),
    ],
)
def test_players_that_cannot_be_read(players: Any, problem: str) -> None:
    """A list of players that is none is refused with its path, and so is a table at which nobody sits."""
    assert refused(archive(GOOD, players=players))[0].startswith(problem)


def test_deep_arguments() -> None:
    """Arguments nested beyond measure are refused with the packet, however deep they are."""
    for depth in (70, 400, 900):
        deep = f"{'[' * depth}{']' * depth}"
        file = json.dumps(archive(GOOD, packet(2, notif("x", ["HERE"])))).replace('"HERE"', deep)
        assert "nested too deeply" in refused(file.encode())[0]


def problems_or_events(data: bytes) -> Sequence[object]:
    """Return why a file is refused, or what is in it."""
    try:
        (record,) = BGA.read(data, "x.json", ImportOptions())
    except ImportRefused as error:
        return error.problems
    assert isinstance(record, NewGame)
    return record.entries


def put(value: Any, path: list[int], new: Any) -> Any:
    """Return a value with something else at a place that ``path`` leads to."""
    if not path or not isinstance(value, list | dict) or not value:
        return new
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = keys[path[0] % len(keys)]
    changed = dict(value) if isinstance(value, dict) else list(value)
    changed[key] = put(value[key], path[1:], new)
    return changed


@unhurried
@given(st.lists(st.integers(0, 9), max_size=6), values)
def test_anything_anywhere_is_read_or_refused(path: list[int], new: Any) -> None:
    """Any JSON at any place of an archive is taken or refused, and nothing else happens."""
    file = put(archive(GOOD, packet(1, notif("psst", {"player_id": BEN}), to=BEN)), path, new)
    assert problems_or_events(json.dumps(file).encode())


@given(st.integers(0, 400), st.binary(max_size=3))
def test_any_damage_is_read_or_refused(place: int, damage: bytes) -> None:
    """The same holds for bytes."""
    file = json.dumps(archive(GOOD)).encode()
    assert problems_or_events(file[:place] + damage + file[place + len(damage) :])
