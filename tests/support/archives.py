"""Archives of Board Game Arena's shape, made for tests, and records read from them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from importers.base import ImportOptions
from importers.bga import BGA, restore
from records.core.events import Event, Recorded
from records.core.header import Header
from records.core.ids import RecordId, SeatKey
from records.core.logs.chain import Chain
from records.core.logs.fold import Folder
from records.core.logs.seals import Sealer
from records.core.sentences import Quoted, SeatRef, Sentence
from records.core.viewers import OPEN, Viewer
from records.games.observed import OBSERVED
from records.games.observed.position import ObservedCounters
from records.knowledge.door import veil
from records.projections.timeline import Timeline, timeline
from records.service import NewGame

ROOT = Path(__file__).parent.parent.parent
REAL = {path.stem: path for path in sorted((ROOT / ".." / "shared" / "data" / "bga").glob("*.json"))}
"""Archives of real games, where somebody has put them beside the project."""
A, B = SeatKey("A"), SeatKey("B")
ANNA, BEN, TABLE = 84000017, 84000025, 610000001
PLAYERS = [{"id": ANNA, "color": "#aa0000", "name": "Anna", "avatar": "x"}, {"id": BEN, "color": "#0000aa", "name": "Ben", "avatar": "y"}]
NOON = 1_790_000_000
KEY = b"k" * 32
FOLDER = Folder(OBSERVED)


def notif(log: str = "", args: Any = None, sort: str = "said", at: int = 0, **more: Any) -> dict[str, Any]:
    """Return a message, sent ``at`` microseconds after noon."""
    seconds, micro = divmod(NOON * 1_000_000 + at, 1_000_000)
    return {"uid": f"{seconds:08x}{micro:05x}", "type": sort, "log": log, "args": [] if args is None else args, **more}


def packet(move: Any, *notifs: dict[str, Any], to: int | None = None, second: int = 0, **changes: Any) -> dict[str, Any]:
    """Return a packet to everybody, or ``to`` one player; ids of packets are given by ``archive``."""
    return {
        "channel": f"/table/t{TABLE}" if to is None else f"/player/p{to}",
        "table_id": str(TABLE),
        "packet_id": "0",
        "packet_type": "resend",
        "move_id": move if move is None else str(move),
        "time": str(NOON + second),
        "data": list(notifs),
        **changes,
    }


def numbered(packets: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return packets in the order of their times, with ids in order."""
    sent = sorted(packets, key=lambda each: int(each["time"]) if str(each["time"]).isdecimal() else 0)
    return [{**each, "packet_id": str(number)} for number, each in enumerate(sent, 1)]


def archive(*packets: dict[str, Any], players: Any = PLAYERS) -> dict[str, Any]:
    """Return the answer of the archive call."""
    return {"status": 1, "data": {"logs": numbered(packets), "players": players}}


@dataclass(frozen=True)
class Read:
    """A record read from an archive, with everything that can be asked of it."""

    plain: Any
    game: NewGame

    @property
    def events(self) -> list[Event]:
        """Its events."""
        return [entry.event for entry in self.game.entries]

    @cached_property
    def header(self) -> Header:
        """Its header, with an id that is the same for all."""
        return Header(
            record=RecordId("0123456789abcdef"),
            game=self.game.game,
            ruleset=self.game.ruleset,
            ruleset_hash=self.game.ruleset_hash,
            catalogue=self.game.catalogue,
            catalogue_hash=self.game.catalogue_hash,
            seats=self.game.seats,
            started=self.game.started,
        )

    @cached_property
    def log(self) -> list[Recorded[Any]]:
        """Its full log, chained."""
        chain = Chain(OBSERVED, self.header, KEY)
        return [chain.add(entry.at, entry.event, entry.cause)[0] for entry in self.game.entries]

    @property
    def sealer(self) -> Sealer:
        """Seals what leaves it."""
        return Sealer(OBSERVED.parts, KEY)

    def seen(self, viewer: Viewer = OPEN) -> tuple[Recorded[Any], ...]:
        """Return the log as it passed the door."""
        return veil(OBSERVED.parts, self.log, viewer)

    def timeline(self, viewer: Viewer = OPEN) -> Timeline:
        """Return the log as its viewer is told it."""
        return timeline(OBSERVED, FOLDER, self.header, self.seen(viewer), viewer)

    def told(self, viewer: Viewer = OPEN) -> list[list[str]]:
        """Return the words of every step that is not folded out, tells in brackets."""
        names = {seat: str(name) for seat, name in self.game.names.items()}
        return [
            [*(say(line, names) for line in step.lines), *(f"({say(tell.sentence, names)})" for tell in step.tells)]
            for step in self.timeline(viewer).steps
            if not step.quiet and step.version > 1
        ]

    def state(self, viewer: Viewer = OPEN) -> ObservedCounters:
        """Return the counters at the end."""
        state: ObservedCounters = FOLDER.position(self.header, self.seen(viewer)).state
        return state

    def restored(self) -> Any:
        """Return the archive, written out again."""
        ids = {SeatKey(seat): str(known["bga"]) for seat, known in self.game.foreign_ids.items()}
        return restore(self.events, {SeatKey(seat): name for seat, name in self.game.names.items()}, ids)


def read(plain: Any, *, pseudonyms: bool = False) -> Read:
    """Return the record of an archive, given as JSON or as the bytes of a file."""
    data = plain if isinstance(plain, bytes) else json.dumps(plain).encode()
    (game,) = BGA.read(data, "archive.json", ImportOptions(pseudonyms=pseudonyms))
    assert isinstance(game, NewGame)
    return Read(plain, game)


def say(sentence: Sentence, names: Mapping[str, str]) -> str:
    """Return a sentence in English."""

    def filled(arg: Any) -> Any:
        match arg:
            case SeatRef():
                return names[arg.seat]
            case Quoted():
                return "".join(part if isinstance(part, str) else names[part.seat] for part in arg.parts)
            case _:
                return arg

    return sentence.text % {key: filled(arg) for key, arg in sentence.args.items()}


unhurried = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""For laws over whole archives: making one takes longer than reading it."""
_texts = st.sampled_from(
    [
        "",
        "Anna",
        "Ben's",
        "Annabel",
        f"p{BEN}",
        f"/a/{ANNA}.png",
        "${player_name} ${x} é",
        "<b>Ben</b> & &lt;",
        "⟦A⟧",
        "⟦B#⟧",
        "⟦⟦=",
        f"{BEN}0",
        "\U0001f426",
    ]
) | st.text("aB<&;>${}⟦⟧A#=*1'", max_size=6)
_leaves = st.sampled_from([None, True, 0, 1.5, -(2**70), ANNA, BEN, str(ANNA)]) | _texts
_keys = _texts | st.sampled_from([str(ANNA), "log", "args", "player_id", "player_name", "_private"])
values = st.recursive(_leaves, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(_keys, inner, max_size=3), max_leaves=5)
"""Any JSON, with people, templates and things that look like tokens in it."""


notifs = st.builds(
    lambda log, args, sort, at, more: notif(log, args, sort, at, **more),
    _texts,
    st.lists(values, max_size=2) | st.dictionaries(_keys, values, max_size=3),
    st.sampled_from(["said", "gameStateChange", "newUndoableStep", "playerConcedeGame", "⟦A⟧"]),
    st.integers(0, 10**9),
    st.sampled_from([{}, {"h": "d6c31a"}, {"synchro": 3, "lock_uuid": "1-2"}, {"Anna": [BEN]}]),
)
"""Messages of any kind."""


def packets(to: st.SearchStrategy[int | None]) -> st.SearchStrategy[dict[str, Any]]:
    """Packets to somebody, or to everybody."""
    return st.builds(
        lambda move, said, player, second: packet(move, *said, to=player, second=second),
        st.none() | st.integers(1, 6),
        st.lists(notifs, max_size=2),
        to,
        st.integers(0, 1000),
    )


public = st.lists(packets(st.none()), min_size=1, max_size=4)
archives = st.builds(
    lambda first, rest: archive(*first, *rest), public, st.lists(packets(st.sampled_from([None, ANNA, BEN, 77000001])), max_size=4)
)
"""Whole archives: packets to everybody, to both players, and to somebody who has no seat."""
