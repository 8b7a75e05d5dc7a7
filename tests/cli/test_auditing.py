"""``kiebitz audit``."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from records.core.ids import SeatKey
from records.core.viewers import LOCAL, OPEN
from records.games.castle_rampage.model.events import TurnEnded
from records.service import Entry, GameBook

if TYPE_CHECKING:
    from support.command_line import Cli

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
B = SeatKey("B")


def test_simulated_games_are_clean(cli: Cli) -> None:
    """Every decision of a simulated game is as the rules say; each seat's own log is audited as well."""
    (one,) = cli.json("simulate", "castle-rampage", "--seed", "5")
    said = cli("audit", one["id"])
    assert "as the rules say" in said.stdout
    assert said.stderr.startswith("1 record audited, 0 records with a difference")
    (found,) = cli.json("audit", one["id"], "--as", "A")
    assert (found["clean"], found["findings"]) == (True, [])
    assert found["decisions"] > 10


def test_all_leaves_out_what_has_no_rules(cli: Cli, record: str) -> None:
    """``--all`` audits what can be audited and counts the rest; an observed table named by its id is refused."""
    cli("simulate", "castle-rampage", "--seed", "5", "--games", "2")
    said = cli("audit", "--all")
    assert len(said.stdout.splitlines()) == 2
    assert "1 record of which the rules are not known here" in said.stderr
    assert "rules of observed are not known" in cli("audit", record, code=1).stderr


@pytest.mark.soak
def test_a_difference_is_named_and_the_exit_code_is_1(cli: Cli) -> None:
    """A turn that ends after the game is over is found by step, paragraph and reason, also in German and as JSON."""
    (one,) = cli.json("simulate", "castle-rampage", "--seed", "5")
    with GameBook.open(cli.store) as book:
        steps = book.record(LOCAL, one["id"], OPEN).steps
        book.writing.append(LOCAL, one["id"], [Entry(at=NOON, event=TurnEnded(seat=B))], expected=steps)
        told = len(book.record(LOCAL, one["id"], OPEN).timeline.told)
    said = cli("audit", one["id"], code=1)
    assert f"step {told}, Ben, against a rule (§ " in said.stdout
    assert " Could be noticed by Ana, Ben. " in said.stdout
    assert said.stdout.endswith("By the rules the position would be different; the result is the same.\n")
    assert said.stderr.startswith("1 record audited, 1 record with a difference")
    assert f"Schritt {told}, Ben, gegen eine Regel (§ " in cli("audit", "--all", "--lang", "de", code=1).stdout
    (found,) = json.loads(cli("audit", one["id"], "--json", code=1).stdout)
    assert (found["clean"], [finding["verdict"] for finding in found["findings"]]) == (False, ["broken"])
    (finding,) = found["findings"]
    assert (finding["seat"], finding["noticed_by"], finding["taken_back"]) == ("B", ["A", "B"], False)
    assert (finding["recorded"]["e"], finding["ruled"], finding["matters"]) == ("castle-rampage.turn-ended/1", None, "same result")


def test_the_good_are_audited_beside_what_cannot_be(cli: Cli, record: str) -> None:
    """Of several records each is audited for itself: one that is not there or has no rules is told, the exit code is 1."""
    (good,) = cli.json("simulate", "castle-rampage", "--rules", "castle-rampage/plain")
    said = cli("audit", "nowhere", good["id"], record, code=1)
    assert said.stdout.startswith(f"{good['id']}  ")
    assert [line.partition(":")[0] for line in said.stderr.splitlines()[:-1]] == ["nowhere", record]
    assert said.stderr.splitlines()[-1] == "1 record audited, 0 records with a difference, 2 records that cannot be audited."


def test_ids_or_all(cli: Cli) -> None:
    """Neither ids nor ``--all``, or both, is wrong usage."""
    assert "--all" in cli("audit", code=2).stderr
    assert "--all" in cli("audit", "abcd", "--all", code=2).stderr
