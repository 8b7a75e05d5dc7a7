"""JSON Schemas of the native file, made from the classes that read it; run as a script it writes docs/schema anew."""

from __future__ import annotations

import json
from functools import reduce
from operator import or_
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.events import Recorded
from records.core.header import FORMAT, MOST_SEATS, Header
from records.service.library import library

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.game import Game

FOLDER = Path(__file__).parent.parent.parent / "docs" / "schema"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
_HASH = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_RECORD = {"type": "string", "pattern": "^[0-9a-z]{16}$"}
_BY_SEAT = {"propertyNames": {"pattern": "^[A-Z0-9]{1,2}$"}}


def frame() -> dict[str, Any]:
    """Return the schema of the lines around the events."""
    (header,), components = msgspec.json.schema_components([Header], ref_template="#/$defs/{name}")
    components["Header"]["properties"]["record"] = _RECORD
    components["Header"]["properties"]["seats"]["maxItems"] = MOST_SEATS
    return {
        "$schema": DIALECT,
        "title": "A line of a native file that is no event",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in ("HeaderLine", "PeopleLine", "KeyLine", "Footer")],
        "$defs": {
            "HeaderLine": _line(
                "The first line.",
                {"kiebitz": {"const": FORMAT}, "as": {"type": "string", "description": "public, open or a seat's key."}, "header": header},
            ),
            "PeopleLine": _line(
                "The second line. Outside the chain: names may be changed.",
                {
                    "game": {
                        "type": "object",
                        "description": "What the game is called and which table it is at its site, where somebody has said so.",
                        "properties": {key: {"type": "string", "minLength": 1} for key in ("title", "site", "number")},
                        "additionalProperties": False,
                    },
                    "foreign_ids": {"type": "object", **_BY_SEAT, "additionalProperties": {"type": "object"}},
                    "names": {"type": "object", **_BY_SEAT, "additionalProperties": {"type": "string"}},
                },
                optional=("foreign_ids", "game"),
            ),
            "KeyLine": _line("The third line, in a file for the open table only.", {"key": _HASH}),
            "Footer": _line("The last line.", {"count": {"type": "integer", "minimum": 1}, "head": _HASH}),
            **components,
        },
    }


def _line(description: str, properties: dict[str, Any], optional: Sequence[str] = ()) -> dict[str, Any]:
    required = [name for name in properties if name not in optional]
    return {"description": description, "type": "object", "properties": properties, "required": required, "additionalProperties": False}


def events(game: Game) -> dict[str, Any]:
    """Return the schema of an event line of ``game``."""
    union = reduce(or_, game.stored_events)
    schema = msgspec.json.schema(Recorded[union])  # type: ignore[valid-type]  # made from the game's table
    return {"$schema": DIALECT, "title": f"An event line of the game {game.name}", **_named_shortly(schema)}


def _named_shortly(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema with ``Corrected`` for ``Corrected_Drawn_Laid_...``, as msgspec names a class with parameters."""
    short = {name: name.partition("_")[0] for name in schema["$defs"]}
    if len(set(short.values())) != len(short):
        raise ValueError(f"two classes of one name: {sorted(short)}")

    def renamed(part: Any) -> Any:
        if isinstance(part, dict):
            return {key: renamed(value) for key, value in part.items()}
        if isinstance(part, list):
            return [renamed(value) for value in part]
        return (
            f"#/$defs/{short[name]}"
            if isinstance(part, str) and (name := part.removeprefix("#/$defs/")) in short and name != part
            else part
        )

    made: dict[str, Any] = renamed(schema)
    return {
        **made,
        "$defs": {short[name]: {**made["$defs"][name], "title": short[name]} for name in sorted(made["$defs"], key=short.__getitem__)},
    }


def files() -> dict[str, str]:
    """Return each file of docs/schema with its text."""
    schemas = {"frame.json": frame(), **{f"{name}.json": events(game) for name, game in library().items()}}
    return {name: json.dumps(schema, indent=1, ensure_ascii=False) + "\n" for name, schema in schemas.items()}


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.json"):
        old.unlink()
    for name, text in files().items():
        (FOLDER / name).write_text(text)
