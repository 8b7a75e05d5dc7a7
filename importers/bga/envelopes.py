"""The envelopes in which archives come, and the one that holds no archive but an error.

``logs``     ``{"status": 1, "data": {"logs": [...], "players": [...]}}``, the answer of the archive call
``history``  ``{"status": 1, "data": {"valid": 1, "data": [...]}}``, of a replay page or a running game
``dump``     ``{"players": {id: name}, "packets": [...], "gamedatas": {...}, "currentPlayerId": id}``, written by tools
``bare``     ``[...]``, the packets alone
"""

from __future__ import annotations

from typing import Any

import msgspec

from records.errors import ImportRefused, Problem

PATHS = {"logs": ("data", "logs"), "history": ("data", "data"), "dump": ("packets",), "bare": ()}
"""Path of the packets in each form."""
POSITION = "gamedatas"
SPECTATOR = "currentPlayerId"


class Archive(msgspec.Struct, frozen=True, kw_only=True):
    """An envelope, opened."""

    form: str
    place: str
    """Path of the packets: ``data.logs``, or ``""`` for a bare list."""
    packets: list[Any]
    players: Any
    """As written; None where the envelope names nobody."""
    players_place: str
    position: Any
    """First position, None where there is none."""
    spectator: Any
    """Id of the player whose page ``position`` was taken from."""
    rest: Any
    """The envelope without packets and position."""


def opened(value: Any, name: str) -> Archive:
    """Return the content of the envelope; raises ``ImportRefused`` for an error of the site, with its message, and for anything else."""
    if isinstance(value, list):
        return _archive("bare", value, {}, None)
    if not isinstance(value, dict):
        raise ImportRefused(name, Problem(reason=f"an archive is a JSON object or list, not {_kind(value)}"))
    if value.get("error"):
        code = f" (code {value['code']})" if isinstance(value.get("code"), int | str) else ""
        raise ImportRefused(name, Problem(reason=f"Board Game Arena gave no archive but an error: “{value['error']}”{code}", place="error"))
    if "packets" in value:
        return _archive(
            "dump", value["packets"], {key: inner for key, inner in value.items() if key != "packets"}, value.get("players"), name
        )
    data = value.get("data")
    if not isinstance(data, dict):
        keys = ", ".join(sorted(value)[:8]) or "none"
        what = f"data is {_kind(data)}, not an object" if "data" in value else f"there is neither data nor packets (keys here: {keys})"
        raise ImportRefused(
            name, Problem(reason=f"this is not an archive of Board Game Arena: {what}", place="data" if "data" in value else "")
        )
    form = "logs" if "logs" in data else "history"
    key = PATHS[form][-1]
    if key not in data:
        raise ImportRefused(
            name, Problem(reason="this is not an archive of Board Game Arena: there is neither logs nor data in it", place="data")
        )
    rest = {**value, "data": {inner: data[inner] for inner in data if inner != key}}
    return _archive(form, data[key], rest, data.get("players"), name)


def _archive(form: str, packets: Any, rest: Any, players: Any, name: str = "") -> Archive:
    path = PATHS[form]
    place = ".".join(path)
    if not isinstance(packets, list):
        raise ImportRefused(name, Problem(reason=f"the packets are {_kind(packets)}, not a list", place=place))
    position = rest.pop(POSITION, None) if form == "dump" else None
    return Archive(
        form=form,
        place=place,
        packets=packets,
        players=players,
        players_place=".".join((*path[:-1], "players")),
        position=position,
        spectator=rest.get(SPECTATOR),
        rest=rest,
    )


def _kind(value: Any) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return "true or false"
        case str():
            return "a text"
        case int() | float():
            return "a number"
        case list():
            return "a list"
        case _:
            return "an object"
