"""The main job on real input, where somebody has put it beside the project: a real archive, stepped through as each player saw it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from support.archives import REAL

if TYPE_CHECKING:
    from support.command_line import Cli

NAME = "two-players-complete"
pytestmark = pytest.mark.skipif(NAME not in REAL, reason="the archive is not here")


def texts(value: object) -> set[str]:
    """All texts inside a JSON value that are long enough to be told from others."""
    if isinstance(value, str):
        return {value} if len(value) > 5 else set()
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return {text for part in inner for text in texts(part)}


@pytest.mark.soak
def test_a_player_is_never_told_what_only_the_other_was(cli: Cli) -> None:
    """Neither log nor export, nor the steps at which Ben was told something, hold a text that only Ben's channel carried."""
    archive = json.loads(REAL[NAME].read_bytes())["data"]
    (record,) = cli.json("import", str(REAL[NAME]))
    anna, ben = record["players"]
    (bens,) = (f"/player/p{player['id']}" for player in archive["players"] if player["name"] == ben)
    told = {sort: texts([packet["data"] for packet in archive["logs"] if (packet["channel"] == bens) == sort]) for sort in (True, False)}
    elsewhere = "\n".join(sorted(told[False]))
    secret = {text for text in told[True] if text not in elsewhere}
    assert len(secret) > 300

    commands = (("log", "--all", "--json"), ("log",), ("export",))
    views = {
        viewer: "".join(cli(*words, record["id"], "--as", viewer).stdout for words in commands) for viewer in (anna, ben, "public", "open")
    }
    for viewer in (anna, "public"):
        assert [text for text in secret if text in views[viewer]] == []
    for viewer in (ben, "open"):
        assert len([text for text in secret if text in views[viewer]]) > len(secret) / 2

    steps = [step["version"] for step in cli.json("log", record["id"], "--as", ben) if step["tells"]]
    for version in steps[:: max(1, len(steps) // 3)]:
        shown = cli("show", record["id"], "--as", anna, "--at", f"e{version}").stdout
        shown += cli("show", record["id"], "--as", anna, "--at", f"e{version}", "--json").stdout
        assert [text for text in secret if text in shown] == []


@pytest.mark.soak
def test_every_notification_is_stored(cli: Cli) -> None:
    """The notifications of all 1,098 packets are in the store, and its chains hold."""
    packets = json.loads(REAL[NAME].read_bytes())["data"]["logs"]
    assert len(packets) == 1098
    (record,) = cli.json("import", str(REAL[NAME]))
    whole = cli("export", record["id"]).stdout
    missing = [notif["uid"] for packet in packets for notif in packet["data"] if notif["uid"] not in whole]
    assert missing == []
    assert cli.json("verify")["findings"] == []
