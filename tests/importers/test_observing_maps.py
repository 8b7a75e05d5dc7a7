"""Mappings of observed tables: a small archive written by hand, and the mapping that ships on the real game that it was made from."""

from __future__ import annotations

import json
from typing import Any

import pytest

from importers import ImportOptions, read_file
from importers.bga import BGA
from importers.maps.coverage import coverage
from importers.maps.mapping import MapFile, load_map, parse_map
from records.core.viewers import OPEN, PUBLIC
from records.errors import ImportRefused
from records.service import NewGame
from records.service.library import library
from support.archives import ANNA, BEN, REAL, A, B, Read, archive, notif, packet

NAME = "two-players-complete"
ZOO = load_map("ark-nova")
SMALL = b"""
game = "observed"
[[message]]
type = "cardsDrawn"
means = "drew"
says = "${player_name} has drawn ${n}"
count = { "cards drawn" = "{n}", "of these red" = "{red?}" }
[[message]]
type = "youDraw"
to = "seat"
means = "drew"
says = "You have drawn ${card}"
[[message]]
type = "chatter"
ignore = true
"""


def drawn(player: int, n: Any, at: int, **more: Any) -> dict[str, Any]:
    """Return the message that somebody draws cards."""
    name = "Anna" if player == ANNA else "Ben"
    return notif("${player_name} draws ${n}", {"player_id": player, "player_name": name, "n": n, **more}, "cardsDrawn", at)


GAME = archive(
    packet(1, drawn(ANNA, "2", 10), drawn(BEN, 1, 20, red=1, _private={"x": 1}), notif("So it begins", None, "chatter", 30)),
    packet(1, notif("You draw ${card}", {"card": "the secret ace"}, "youDraw", 11, synchro=1), to=ANNA),
    packet(2, drawn(ANNA, 3, 40), notif("", {"id": 5}, "gameStateChange", 41)),
)


def mapped(plain: Any, text: bytes = SMALL) -> Read:
    """Return the record of an archive by a mapping."""
    told: list[str] = []
    options = ImportOptions(map_file=MapFile("m.toml", text, parse_map(text, "m.toml")), tell=told.append)
    data = plain if isinstance(plain, bytes) else json.dumps(plain).encode()
    (game,) = read_file(library(), data, "a.json", options)
    assert isinstance(game, NewGame)
    assert told
    return Read(plain, game)


def test_lines_are_said_counted_and_silent_as_the_mapping_says() -> None:
    """Both channels get the mapping's words, sums run on, and a line that is left out is silent."""
    found = mapped(GAME)
    assert found.told(A) == [["Anna has drawn 2", "Ben has drawn 1", "(You have drawn the secret ace)"], ["Anna has drawn 3"]]
    assert dict(found.state(PUBLIC).told) == {"A": (("cards drawn", 5),), "B": (("cards drawn", 1), ("of these red", 1))}
    assert [step.icon for step in found.timeline(PUBLIC).steps if step.lines and step.version > 1] == ["s-draw", "s-draw"]


def test_a_mapping_moves_nothing_from_one_channel_to_another() -> None:
    """Who was not told a card learns it neither by words nor by sums, nor by what the record keeps of the first words."""
    found = mapped(GAME)
    for viewer in (B, PUBLIC):
        assert "secret" not in str(found.seen(viewer))
        assert "secret" not in str(found.told(viewer))
        assert "_private" not in str(found.seen(viewer))
    assert "secret" in str(found.told(A))
    assert found.state(A).told == found.state(OPEN).told == found.state(PUBLIC).told


def test_the_archive_can_be_restored_from_a_mapped_record() -> None:
    """Types, words and arguments as the site wrote them come back, though the record says others."""
    assert mapped(GAME).restored() == GAME


def test_a_line_without_a_rule_is_refused_with_its_place_or_keeps_its_words() -> None:
    """By ``rest``; a message without words, or of the site, needs no rule."""
    other = archive(packet(1, drawn(ANNA, 1, 5)), packet(2, notif("It rains", None, "weather", 9), notif("", None, "quiet", 10)))
    with pytest.raises(ImportRefused, match=r"data\.logs\[1\]\.data\[0\]: the mapping has no rule for the type 'weather'"):
        mapped(other)
    assert mapped(other, b'rest = "ignore"\n' + SMALL).told()[1] == ["It rains"]
    known = coverage(parse_map(SMALL, "m.toml"), json.dumps(other).encode(), "a.json")
    assert (known.lines, known.mapped, known.percent, dict(known.missing)) == (2, 1, 50, {("weather", "table", "It rains"): 1})


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        (drawn(ANNA, "many", 5), "count: 'many' is no whole number"),
        (notif("somebody draws", {"n": 1}, "cardsDrawn", 5), "count: the message names no seat"),
        (notif("Anna draws", {"player_id": ANNA}, "cardsDrawn", 5), "count: there is no 'n'"),
    ],
)
def test_what_cannot_be_counted_is_refused_with_its_place(message: Any, reason: str) -> None:
    """A count of what is no number, of nobody, and of what is not there."""
    with pytest.raises(ImportRefused) as refused:
        mapped(archive(packet(1, message)))
    assert f"data.logs[0].data[0]: {reason}" in str(refused.value)


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        ('events = [{ e = "observed.noted/1" }]', "has no events"),
        ("", "a line has means, says or count, or is ignored"),
        ('ignore = true\nmeans = "x"', "a line has means, says or count, or is ignored"),
        ('to = "seat"\ncount = { n = 1 }', "only what everybody was told is counted"),
        (f"count = {{ {'n' * 41} = 1 }}", "at most 40 characters"),
    ],
)
def test_a_rule_of_an_observed_table_says_something_of_its_line(rule: str, reason: str) -> None:
    """Neither events nor nothing, and no sum of what not everybody knows."""
    with pytest.raises(ImportRefused, match=reason):
        parse_map(f'game = "observed"\n[[message]]\ntype = "x"\n{rule}'.encode(), "m.toml")
    with pytest.raises(ImportRefused, match="are of an observed table"):
        parse_map(b'game = "tiny"\n[[message]]\ntype = "x"\nmeans = "drew"', "m.toml")


@pytest.mark.soak
@pytest.mark.skipif(NAME not in REAL, reason="the archive is not here")
def test_the_shipped_mapping_knows_the_real_game() -> None:
    """At least 95 of 100 lines, the sums agree with the site's statistics at the end, and nobody reads another's cards."""
    data = REAL[NAME].read_bytes()
    known = coverage(ZOO.mapping, data, NAME)
    assert (known.lines, known.mapped, sum(known.missing.values())) == (504, 503, 0)
    (game,) = BGA.read(data, "a.json", ImportOptions())
    (ours,) = read_file(library(), data, "a.json", ImportOptions(map_file=ZOO))
    assert isinstance(game, NewGame)
    assert isinstance(ours, NewGame)
    plain, found = Read(data, game), Read(data, ours)
    assert found.restored() == json.loads(data)
    state = found.state(PUBLIC)
    end = {who: dict(numbers) for who, numbers in state.statistics}
    sums = {seat: dict(numbers) for seat, numbers in state.told}
    begins = {"A": (0, 0, 1), "B": (1, 0, 1)}
    for seat in (A, B):
        counted = (sums[seat]["appeal"], sums[seat]["conservation"], sums[seat]["reputation"])
        stated = tuple(int(end[seat][number]) for number in ("16", "17", "19"))
        assert tuple(map(sum, zip(counted, begins[seat], strict=True))) == stated
    private = [[line for line in step if line.startswith("(You")] for step in plain.told(A)]
    assert [[line for line in step if line.startswith("(You")] for step in found.told(A)] == private
    assert not any("(You" in line for step in found.told(PUBLIC) for line in step)
