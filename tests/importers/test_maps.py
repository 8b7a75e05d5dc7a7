"""Archives as games that are known here, by a mapping file: a whole one for a small card game, and the template for Regicide."""

from __future__ import annotations

import json
import re
import tomllib
from typing import TYPE_CHECKING, Any

import pytest

from importers import ImportOptions, read_file
from importers.maps.explain import explain
from importers.maps.mapping import MapFile, load_map, parse_map, shipped
from importers.native import write
from importers.storing import store_file
from records.core.events import name_of
from records.core.viewers import LOCAL, OPEN, PUBLIC, viewer_key
from records.errors import ImportRefused
from records.service import GameBook, NewGame
from records.service.library import library
from support.archives import ANNA, BEN, REAL, ROOT, A, B, archive, notif, packet
from support.tiny import CARDS, GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TINY_MAP = b"""
game = "tiny"
start = [{ e = "table.game-started/1", seats = "{@seats}", begins = { seat = "84000017", of = "player" } }]

[tables.cards]
1 = "ace"
10 = "ten"
11 = "knave"
12 = "queen"
13 = "king"

# Everybody hears that a card is drawn; who draws is told which.
[[message]]
type = "cardDrawn"
[[message.events]]
e = "tiny.drawn/1"
seat = "{@seat}"
[message.events.card]
known_to = ["{@seat}"]
faces = [{ own = "youDraw", give = { lookup = "cards", of = "{card.value}" }, else = "?" }]

[[message]]
type = "youDraw"
to = "seat"
ignore = true

[[message]]
type = "cardLaid"
when = { "how" = "closed" }
keep = { "slot of {card_id}" = "{@slot}" }
[[message.events]]
e = "tiny.laid/1"
seat = "{@seat}"
slot = "{@slot}"
[message.events.card]
known_to = ["{@seat}"]
faces = [{ own = "youLay", give = { lookup = "cards", of = "{card.value}" }, else = "?" }]

[[message]]
type = "note"
to = "seat"
[[message.events]]
e = "tiny.whispered/1"
seat = "{@seat}"
[message.events.words]
known_to = ["{@seat}"]
body = "{text}"

[[message]]
type = "gameStateChange"
when = { "id" = 99 }
[[message.events]]
e = "table.game-won/1"
seat = { seat = "{args.result.0.player}", of = "player" }
"""


def card(value: int) -> dict[str, Any]:
    """Return arguments as the site writes a card."""
    return {"card": {"id": "7", "value": str(value)}}


def told(player: int, at: int, **more: Any) -> Any:
    """Return a public message about a player."""
    sort = more.pop("sort")
    return notif("${player_name} ...", {"player_id": player, "player_name": "Anna" if player == ANNA else "Ben", **more}, sort, at)


WHOLE = archive(
    packet(1, told(ANNA, 10, sort="cardDrawn"), told(BEN, 20, sort="cardDrawn")),
    packet(1, notif("", card(1), "youDraw", 11), to=ANNA),
    packet(1, notif("", card(13), "youDraw", 21), to=BEN),
    packet(2, notif("", {"text": "the ten lies below"}, "note", 30), to=BEN),
    packet(2, notif("", {"id": 5}, "gameStateChange", 31)),
    packet(3, told(ANNA, 40, sort="cardLaid", how="closed", card_id="7")),
    packet(3, notif("", card(1), "youLay", 41), to=ANNA),
    packet(4, told(BEN, 50, sort="cardLaid", how="closed", card_id="8")),
    packet(4, notif("", {"id": 99, "args": {"result": [{"player": ANNA, "rank": 1}]}}, "gameStateChange", 60)),
)


def options(text: bytes = TINY_MAP) -> ImportOptions:
    """Return the options with a mapping."""
    return ImportOptions(map_file=MapFile("tiny.toml", text, parse_map(text, "tiny.toml")))


def mapped(plain: Any, text: bytes = TINY_MAP) -> NewGame:
    """Return the game that an archive is by a mapping."""
    (game,) = read_file(GAMES, json.dumps(plain).encode(), "a.json", options(text))
    assert isinstance(game, NewGame)
    return game


def refusal(plain: Any, text: bytes = TINY_MAP) -> str:
    """Return why an archive is refused."""
    with pytest.raises(ImportRefused) as refused:
        mapped(plain, text)
    return str(refused.value)


def test_a_whole_game_is_read_by_its_mapping(tmp_path: Path) -> None:
    """Every event with its time and cause; hidden cards known to who was told, and unknown where the archive lacks them."""
    game = mapped(WHOLE)
    assert [name_of(entry.event) for entry in game.entries] == [
        "table.game-started/1", "tiny.drawn/1", "tiny.drawn/1", "tiny.whispered/1", "tiny.laid/1", "tiny.laid/1", "table.game-won/1",
    ]  # fmt: skip
    assert [entry.cause for entry in game.entries] == [1, 1, 1, 4, 5, 6, 6]
    assert [entry.event.card.faces for entry in game.entries if hasattr(entry.event, "card")] == [("ace",), ("king",), ("ace",), ("?",)]
    with GameBook.open(f"sqlite:///{tmp_path}/x.sqlite", games=GAMES) as book:
        (one,) = store_file(book, LOCAL, json.dumps(WHOLE).encode(), "a.json", options())
        assert store_file(book, LOCAL, json.dumps(WHOLE).encode(), "a.json", options())[0].already
        assert book.record(LOCAL, one.id, OPEN).outcome == book.record(LOCAL, one.id, PUBLIC).outcome
        for viewer, sees in ((A, {"ace"}), (B, {"king", "the ten lies below"}), (PUBLIC, set())):
            file = write(GAMES, book.records.export(LOCAL, one.id, viewer), viewer_key(viewer)).decode()
            assert {word for word in (*CARDS, "the ten lies below") if f'"{word}"' in file} == sees


def test_what_the_mapping_does_not_know_is_refused_with_its_place() -> None:
    """A type without a rule, a value without a word, an argument that is not there: each with where it stands and what is there."""
    strange = archive(
        packet(1, told(ANNA, 10, sort="cardBurnt"), told(ANNA, 11, sort="cardBurnt")), packet(2, told(BEN, 5, sort="cardDrawn"))
    )
    assert "data.logs[0].data[0]: the mapping has no rule for the type 'cardBurnt'" in refusal(strange)
    assert refusal(strange).count("cardBurnt") == 1
    assert len(mapped(strange, b'rest = "ignore"\n' + TINY_MAP).entries) == 2
    other = archive(packet(1, told(ANNA, 10, sort="cardDrawn")), packet(1, notif("", card(99), "youDraw", 11), to=ANNA))
    assert "data.logs[0].data[0]: tiny.drawn/1: the table 'cards' does not know '99'" in refusal(other)
    lacking = archive(packet(1, told(ANNA, 10, sort="cardDrawn")), packet(1, notif("", {"kind": 1}, "youDraw", 11), to=ANNA))
    assert "there is no 'card.value': the names there are kind" in refusal(lacking)


def test_what_cannot_have_happened_is_refused_at_its_message() -> None:
    """Six cards of five: the sixth draw is named by its place in the archive."""
    much = archive(*(packet(number, told(ANNA, number, sort="cardDrawn"), second=number) for number in range(1, 7)))
    assert "data.logs[5].data[0]" in refusal(much)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"game = \nx = 1", "line 1, column 8: this is no TOML"),
        (b"\xff", "not UTF-8"),
        (b"games = 1", "unknown field"),
        (b'game = "tiny"\n[[message]]\nignore = true', "message[0]: a message is known by its type or its log"),
        (b'game = "tiny"\n[[message]]\ntype = "x"', "message[0]: a message gives events"),
        (b'game = "tiny"\n[[message]]\ntype = "x"\nto = "all"', "Invalid enum value 'all'"),
        (b'game = "tiny"\na = ' + b"[" * 20_000, "nested too deeply"),
    ],
)
def test_a_mapping_that_is_wrong_is_refused_with_its_place(text: bytes, reason: str) -> None:
    """What no mapping is, with line or path."""
    with pytest.raises(ImportRefused, match=re.escape(reason)):
        parse_map(text, "m.toml")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b'game = "chess"', "no game is called 'chess'"),
        (b'game = "tiny"\nruleset = "loud"', "loud"),
        (b'game = "tiny"\nstart = []\nrest = "ignore"', "nothing happened"),
        (b'game = "tiny"\nstart = [{ e = "tiny.burnt/1" }]', "start: tiny.burnt/1: no event of this game is named 'tiny.burnt/1'"),
        (b'game = "tiny"\nstart = [{ e = "tiny.drawn/1", seat = 5, card = { faces = [] } }]', "$.event.seat"),
        (b'game = "tiny"\nstart = [{ seats = "{@cards}" }]', "nothing is called @cards here; there are @seats"),
    ],
)
def test_events_that_are_none_are_refused(text: bytes, reason: str) -> None:
    """An unknown game, event or field, told with its path."""
    assert reason in refusal(WHOLE, text)


def test_the_template_for_regicide_names_every_event_and_claims_no_message() -> None:
    """It ships as a form to be filled in: all events of the game with their fields, and no type or template of the site."""
    assert "regicide" in shipped()
    data = shipped()["regicide"].read_bytes()
    plain = tomllib.loads(data.decode())
    named = {event["e"] for rule in plain["message"] for event in rule.get("events", [])}
    assert named == {name_of(cls) for cls in library()["regicide"].own}
    assert {rule["type"] for rule in plain["message"]} == {""}
    assert not any("log" in rule for rule in plain["message"])
    with pytest.raises(ImportRefused, match=r"message\[0\]: a message is known by its type or its log: fill in"):
        load_map("regicide")
    filled = re.sub(r'^type = ""', 'type = "filled"', data.decode(), flags=re.MULTILINE)
    mapping = parse_map(filled.encode(), "regicide.toml")
    fields = {event["e"]: set(event) - {"e"} for rule in mapping.message for event in rule.events}
    for cls in library()["regicide"].own:
        assert fields[name_of(cls)] <= set(cls.__struct_fields__)
        required = {name for name in cls.__struct_fields__ if name not in _optional(cls)}
        assert required <= fields[name_of(cls)], name_of(cls)


def _optional(cls: Any) -> Iterator[str]:
    names, defaults = cls.__struct_fields__, cls.__struct_defaults__
    yield from names[len(names) - len(defaults) :] if defaults else ()
    yield from (name for name, default in zip(reversed(names), reversed(defaults), strict=False) if default is not None)


def test_explain_lists_types_templates_and_arguments() -> None:
    """Each sort of message by its way, how often, its templates, and each argument's path and kind; people's ids stand as *."""
    sorts = {(sort.type, sort.to): sort for sort in explain(json.dumps(WHOLE).encode(), "a.json")}
    drawn = sorts["cardDrawn", "table"]
    assert (drawn.count, dict(drawn.templates)) == (2, {"${player_name} ...": 2})
    assert drawn.paths == {"player_id": {"number"}, "player_name": {"text"}}
    assert sorts["youDraw", "seat"].paths == {"card.id": {"number as text"}, "card.value": {"number as text"}}
    assert sorts["gameStateChange", "table"].paths["args.result"] == {"list"}
    assert sorts["gameStateChange", "table"].seen == {"id": 2, "args.result": 1, "args.result.*.player": 1, "args.result.*.rank": 1}


@pytest.mark.skipif(not REAL, reason="no archives of real games are here")
def test_explain_reads_real_archives() -> None:
    """Every message is counted, no player's id stands in a path."""
    sorts = explain(REAL["two-players-complete"].read_bytes(), "x")
    assert {sort.type: sort.count for sort in sorts if sort.to == "table"}["chooseActionCard"] == 61
    assert not any(re.search(r"9000000\d", path) for sort in sorts for path in sort.paths)


def test_the_documents_example_is_a_mapping() -> None:
    """It reads what it says: the draws of the game above."""
    (example,) = re.findall(r"```toml\n(.*?)```", (ROOT / "docs" / "maps.md").read_text(), re.DOTALL)
    drawn = archive(packet(1, told(ANNA, 10, sort="cardDrawn")), packet(1, notif("", card(1), "youDraw", 11), to=ANNA))
    assert [name_of(entry.event) for entry in mapped(drawn, example.encode()).entries] == ["table.game-started/1", "tiny.drawn/1"]
