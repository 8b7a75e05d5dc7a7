"""An archive of Board Game Arena's shape, made up: a table's channel and one for each of two players, as a player saves it."""

from __future__ import annotations

import json
import random
from itertools import count
from typing import Any

PLAYERS = {90000001: "Anna", 90000002: "Ben"}
TABLE = "500000001"
START = 1721046021
CARDS = [
    f"{adjective} {noun}" for adjective in ("Red", "Old", "Quick", "Sleepy", "Proud") for noun in ("Heron", "Lynx", "Toad", "Mole", "Swan")
]


def archive(moves: int = 300, seed: int = 1) -> bytes:
    """Return an archive of ``moves`` moves, about 5 kB each."""
    rolls, packets, numbers = random.Random(seed), list[dict[str, Any]](), count(1)  # noqa: S311 -- a game to measure with
    players = list(PLAYERS)

    def packet(channel: str, move: int, notifs: list[dict[str, Any]]) -> None:
        packets.append(
            {
                "channel": channel,
                "table_id": TABLE,
                "packet_id": str(next(numbers)),
                "packet_type": "resend",
                "move_id": str(move),
                "time": str(START + 20 * move),
                "data": notifs,
            }
        )

    for move in range(1, moves + 1):
        active = players[move % 2]
        shown = rolls.sample(CARDS, 3)
        uids = (f"{START + 20 * move:08x}{micro:05x}" for micro in count(rolls.randrange(100_000)))
        packet(f"/table/t{TABLE}", move, [_drawn(next(uids), active, shown), _pool(next(uids), shown), _state(next(uids), active, move)])
        for player in players:
            packet(f"/player/p{player}", move, [_own(next(uids), player, rolls.sample(CARDS, 4))])
    listed = [{"id": number, "color": "#1863a5", "name": name, "avatar": "000000"} for number, name in PLAYERS.items()]
    return json.dumps({"status": 1, "data": {"logs": packets, "players": listed}}).encode()


def _drawn(uid: str, player: int, cards: list[str]) -> dict[str, Any]:
    args = {"n": len(cards), "player_name": PLAYERS[player], "player_id": player, "card_names": _names(cards), "i18n": ["card_names"]}
    return {"uid": uid, "type": "cardsDrawn", "log": "${player_name} draws ${n} card(s): ${card_names}", "args": args, "h": uid[-6:]}


def _pool(uid: str, cards: list[str]) -> dict[str, Any]:
    args = {"cards": [_card(name, f"pool-{place}") for place, name in enumerate(cards * 3)], "card_names": _names(cards)}
    return {"uid": uid, "type": "fillPool", "log": "The display is replenished with ${card_names}", "args": args}


def _state(uid: str, player: int, move: int) -> dict[str, Any]:
    args = {
        "id": 20,
        "name": "chooseAction",
        "type": "activeplayer",
        "active_player": player,
        "description": "${actplayer} must choose an action card",
        "reflexion": {"total": {str(number): 3000 - move for number in PLAYERS}},
        "updateGameProgression": move % 100,
        "args": {"actions": [f"action-{n}" for n in range(12)]},
    }
    return {"uid": uid, "type": "gameStateChange", "log": "", "args": args, "lock_uuid": "6f0d9c1e-8f1c-4f43-9f0a-111111111111"}


def _own(uid: str, player: int, cards: list[str]) -> dict[str, Any]:
    args = {
        "cards": [{**_card(name, "hand"), "pId": player} for name in cards],
        "player_name": PLAYERS[player],
        "player_id": player,
        "card_names": _names(cards),
    }
    return {"uid": uid, "type": "pDrawCards", "log": "You draw ${card_names}", "args": args, "synchro": 0}


def _card(name: str, location: str) -> dict[str, Any]:
    return {"id": f"S{len(name)}_{name.replace(' ', '')}", "location": location, "state": 0, "pId": None, "extraDatas": None}


def _names(cards: list[str]) -> dict[str, Any]:
    named = {
        f"card_name_{place}": {
            "log": "${card_name}",
            "args": {"i18n": ["card_name"], "card_name": name, "card_id": name.replace(" ", ""), "preserve": ["card_id"]},
        }
        for place, name in enumerate(cards)
    }
    return {"log": ", ".join(f"${{{key}}}" for key in named), "args": {"i18n": list(named), **named}}
