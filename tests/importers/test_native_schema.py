"""docs/format.md and docs/schema: what they say of the native file is what the program reads and writes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from importers import ImportOptions, native, read_file
from records.core.viewers import LOCAL
from records.errors import ImportRefused
from records.service import GameBook, NewGame
from records.service.library import library
from support.archives import REAL
from support.command_line import plain_archive
from support.native_schema import FOLDER, files
from support.soaking import one_in, rest_soaked

GAMES = library()
FORMAT = FOLDER.parent / "format.md"
EXAMPLE = re.findall(r"^```jsonl\n(.*?)^```$", FORMAT.read_text(), re.MULTILINE | re.DOTALL)


def validator(name: str) -> Draft202012Validator:
    """The schema in a file of docs/schema."""
    schema = json.loads((FOLDER / name).read_text())
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def strangers(data: bytes) -> list[str]:
    """Lines of a file that are not as the schemas have them."""
    frame, lines = validator("frame.json"), data.splitlines()
    events = validator(f"{json.loads(lines[0])['header']['game']}.json")
    plain = [json.loads(line) for line in lines]
    return [str(line)[:200] for line in plain if not (events if "v" in line else frame).is_valid(line)]


def exports(archive: bytes) -> dict[str, bytes]:
    """An archive as a native file for each viewer."""
    with GameBook.open("sqlite:///:memory:") as book:
        (game,) = read_file(GAMES, archive, "archive.json", ImportOptions())
        assert isinstance(game, NewGame)
        (stored,) = book.writing.add(LOCAL, game)
        return {
            viewer: native.write(GAMES, book.records.export(LOCAL, stored.id, viewer), viewer) for viewer in ("open", "public", *game.seats)
        }


def test_the_schemas_are_those_of_the_classes() -> None:
    """docs/schema holds a file for each game and one for the other lines, made from the present classes.

    After a change of an event run ``python tests/support/native_schema.py``.
    """
    assert {path.name: path.read_text() for path in FOLDER.glob("*")} == files()


@pytest.mark.parametrize("viewer", rest_soaked(["open", "public", "A", "B"], keep=2))
def test_files_are_as_the_schemas_say(viewer: str) -> None:
    """Every line of a file for any viewer has the shape that the schemas describe."""
    assert strangers(exports(json.dumps(plain_archive()).encode())[viewer]) == []


@pytest.mark.parametrize(
    ("old", "new"),
    one_in(
        3,
        [
            (b'"kiebitz":1', b'"kiebitz":2'),
            (b'"as":"open",', b""),
            (b'"seats":["A","B"]', b'"seats":"AB"'),
            (b'"names":', b'"people":'),
            (b'"key":"', b'"key":"g'),
            (b'"observed.noted/1"', b'"observed.noted/2"'),
            (b'"private":', b'"secret":'),
            (b'{"count":5', b'{"count":-5'),
        ],
    ),
)
def test_the_schemas_refuse_what_is_strange(old: bytes, new: bytes) -> None:
    """A line with a field too many, too few or of another type is none by the schemas, and none to the program."""
    whole = exports(json.dumps(plain_archive()).encode())["open"]
    changed = whole.replace(old, new, 1)
    assert changed != whole
    assert len(strangers(changed)) == 1
    with pytest.raises(ImportRefused):
        native.read(GAMES, changed, "game.jsonl")


@pytest.mark.soak
@pytest.mark.parametrize("path", [pytest.param(path, id=name) for name, path in REAL.items()])
def test_real_games_are_as_the_schemas_say_and_travel(path: Path) -> None:
    """Archives of real games, where there are some, give files of the documented shape that come back byte for byte."""
    try:
        made = exports(path.read_bytes())
    except ImportRefused as refused:
        pytest.fail(str(refused))
    for viewer in ("open", "A"):
        assert strangers(made[viewer]) == []
        with GameBook.open("sqlite:///:memory:") as other:
            stored = other.writing.take_in(LOCAL, native.read(GAMES, made[viewer], "game.jsonl"))
            assert native.write(GAMES, other.records.export(LOCAL, stored.id, viewer), viewer) == made[viewer]


@pytest.mark.parametrize("example", EXAMPLE, ids=lambda text: json.loads(text.splitlines()[0])["as"])
def test_the_examples_in_the_document_are_files(example: str) -> None:
    """Each file shown in docs/format.md is read, is of the documented shape, and its record verifies."""
    data = example.encode()
    assert strangers(data) == []
    with GameBook.open("sqlite:///:memory:") as book:
        stored = book.writing.take_in(LOCAL, native.read(GAMES, data, "example.jsonl"))
        assert list(book.records.verify(LOCAL)) == []
        viewer = json.loads(example.splitlines()[0])["as"]
        assert native.write(GAMES, book.records.export(LOCAL, stored.id, viewer), viewer) == data


def test_the_document_shows_the_same_record_whole_and_redacted() -> None:
    """docs/format.md shows one record twice: whole, and as a seat got it, with the same chain."""
    whole, redacted = ([json.loads(line) for line in example.splitlines()] for example in EXAMPLE)
    assert (whole[0]["as"], redacted[0]["as"]) == ("open", "A")
    assert whole[-1] == redacted[-1]


def test_the_document_tells_how_the_chain_is_made() -> None:
    """The hashes and commitments of the examples follow from the words of docs/format.md alone."""
    from hashlib import blake2b  # noqa: PLC0415 -- the check uses nothing of the program

    def compact(value: Any) -> bytes:
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()

    def hidden(value: Any, key: bytes, line: Any, path: str) -> Any:
        if isinstance(value, dict) and ("body" in value or "faces" in value) and value.get("known_to") != ["*"]:
            parts = value["faces"] if "faces" in value else [value["body"]]
            place, seats = f"{line['prev']} {line['at']} {path}", ",".join(value.get("known_to", []))
            salts = [blake2b(f"{place} {index} {seats}".encode(), key=key, digest_size=16).digest() for index in range(len(parts))]
            seals = [blake2b(salt + compact(part), digest_size=16).hexdigest() for salt, part in zip(salts, parts, strict=True)]
            shell = {name: part for name, part in value.items() if name != "body"}
            return {**shell, "faces": ["?"] * len(parts), "seal": seals} if "faces" in value else {**shell, "seal": seals[0]}
        if isinstance(value, dict):
            return {name: hidden(part, key, line, f"{path}.{name}" if path else name) for name, part in value.items()}
        if isinstance(value, list):
            return [hidden(part, key, line, f"{path}.{index}") for index, part in enumerate(value)]
        return value

    header, _, key, *events, footer = (json.loads(line) for line in EXAMPLE[0].splitlines())
    chain = blake2b(compact(header["header"]), digest_size=32).digest()
    for event in events:
        assert event["prev"] == chain.hex()
        shell = hidden(event["event"], bytes.fromhex(key["key"]), event, "")
        bare = {"v": event["v"], "cause": event["cause"], "at": event["at"], "event": shell}
        chain = blake2b(chain + compact(bare), digest_size=32).digest()
    assert footer == {"count": len(events), "head": chain.hex()}


def test_every_event_name_stands_in_a_schema() -> None:
    """Whoever looks for an event's name finds it in the schema of its game."""
    for name, game in GAMES.items():
        text = (FOLDER / f"{name}.json").read_text()
        assert [event for event in game.event_names if json.dumps(event) not in text] == []
        assert msgspec.json.decode(text)["title"] == f"An event line of the game {name}"
