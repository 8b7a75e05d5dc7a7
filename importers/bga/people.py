"""The players at the table: from the archive's list, or, if it has none, from the table's channel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.ids import SEATS, SeatKey
from records.errors import ImportRefused, Problem
from records.service.incoming import LONGEST_NAME, is_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from importers.bga.envelopes import Archive
    from importers.bga.packets import RawPacket


class SeatedPlayers(msgspec.Struct, frozen=True, kw_only=True):
    """Players in seat order."""

    ids: Mapping[SeatKey, str]
    names: Mapping[SeatKey, str]
    """As the archive has them; ``""`` where it has none."""
    colours: tuple[tuple[SeatKey, str], ...]

    @property
    def seats(self) -> tuple[SeatKey, ...]:
        """Keys of all seats."""
        return tuple(self.ids)

    def seat(self, player: Any) -> SeatKey | None:
        """Return where a player sits, by id (a number or a text)."""
        return next((seat for seat, known in self.ids.items() if known == str(player)), None)


@dataclass(slots=True)
class _Player:
    id: str
    name: str = ""
    colour: str = ""


def people_of(archive: Archive, packets: Sequence[RawPacket], name: str) -> SeatedPlayers:
    """Return the players; raises ``ImportRefused`` for a list that cannot be read, what is no name, nobody, and more than 20."""
    players = _mentioned(packets, name) if not archive.players else _listed(archive, name)
    if not players:
        raise ImportRefused(name, Problem(reason="no player is named: neither a list of players nor any player's id in the packets"))
    if len(players) > len(SEATS):
        raise ImportRefused(
            name, Problem(reason=f"{len(players)} players; at most {len(SEATS)} can sit at a table", place=archive.players_place)
        )
    for player in players:
        if not is_line(player.name, LONGEST_NAME):
            reason = f"the name of player {player.id} is not one line of up to {LONGEST_NAME} characters"
            raise ImportRefused(name, Problem(reason=reason, place=archive.players_place))
    seated = dict(zip(SEATS, players, strict=False))
    return SeatedPlayers(
        ids={seat: player.id for seat, player in seated.items()},
        names={seat: player.name for seat, player in seated.items()},
        colours=tuple((seat, player.colour) for seat, player in seated.items() if player.colour),
    )


def _listed(archive: Archive, name: str) -> list[_Player]:
    problems: list[Problem] = []
    found: dict[str, _Player] = {}
    entries: list[tuple[str, Any]]
    if isinstance(archive.players, dict):
        entries = [
            (f"{archive.players_place}.{number}", {"name": entry, "id": number} if not isinstance(entry, dict) else {"id": number, **entry})
            for number, entry in archive.players.items()
        ]
    elif isinstance(archive.players, list):
        entries = [(f"{archive.players_place}[{index}]", entry) for index, entry in enumerate(archive.players)]
    else:
        entries = []
        problems.append(Problem(reason="the players are neither a list nor an object", place=archive.players_place))
    for place, entry in entries:
        number = _id(entry.get("id")) if isinstance(entry, dict) else None
        called = entry.get("name") if isinstance(entry, dict) else None
        if number is None:
            problems.append(Problem(reason="a player is an object with an id, a whole number above 0", place=place))
        elif not isinstance(called, str | None):
            problems.append(Problem(reason="a player's name is a text", place=f"{place}.name"))
        elif number in found:
            problems.append(Problem(reason=f"player {number} stands twice in the list", place=place))
        else:
            colour = entry.get("color")
            found[number] = _Player(number, called or "", colour if isinstance(colour, str) else "")
    if problems:
        raise ImportRefused(name, *problems[:20])
    return list(found.values())


def _mentioned(packets: Sequence[RawPacket], name: str) -> list[_Player]:
    """Everybody whose id the table's channel mentions, in that order. A channel of one's own gives no seat: the table would show it.

    The site gives each name once, so that two ids with one name are refused.
    """
    found: dict[str, _Player] = {}
    bearers: dict[str, str] = {}
    for packet in packets:
        if packet.player is None:
            for notif in packet.notifs:
                for number, called in _mentions(notif.args):
                    player = found.setdefault(number, _Player(number))
                    player.name = player.name or called
                    if called and bearers.setdefault(called, number) != number:
                        reason = (
                            f"players {bearers[called]} and {number} are both called {called!r}, and no list of players tells them apart"
                        )
                        raise ImportRefused(name, Problem(reason=reason, place=packet.place))
    return list(found.values())


def _mentions(args: Any) -> Iterator[tuple[str, str]]:
    if isinstance(args, dict):
        called = args.get("player_name")
        inner = args.get("args")
        results = inner.get("result") if isinstance(inner, dict) else None
        reflexion = args.get("reflexion")
        clocks = reflexion.get("total") if isinstance(reflexion, dict) else None
        yield from _one(args.get("player_id"), called)
        yield from _one(args.get("active_player"), "")
        for number in clocks if isinstance(clocks, dict) else ():
            yield from _one(number, "")
        for result in results if isinstance(results, list) else ():
            if isinstance(result, dict):
                yield from _one(result.get("player", result.get("id")), result.get("name"))


def _one(number: Any, called: Any) -> Iterator[tuple[str, str]]:
    known = _id(number)
    if known is not None:
        yield known, called if isinstance(called, str) else ""


def _id(value: Any) -> str | None:
    text = str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""
    return str(int(text)) if text.isascii() and text.isdecimal() and len(text) <= 20 and int(text) else None  # noqa: PLR2004 -- digits of 64 bits
