"""Accounts, releases, seats and links at the command line, and every command in a store that has accounts."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from records.core.ids import SeatKey
from records.core.viewers import OPERATOR
from records.service import GameBook, NewTable

if TYPE_CHECKING:
    from support.command_line import Cli

CODE = re.compile(r"[0-9A-Z]{4}-[0-9A-Z]{4}")


def test_people_are_made_and_ended(cli: Cli) -> None:
    """The first is an admin; codes are printed, roles given, accounts renamed, ended, forgotten and taken out."""
    assert "first account is an admin's" in cli("user", "add", "Ben", code=1).stderr
    made = cli("user", "add", "Ada", "--admin")
    assert CODE.fullmatch(made.stdout.strip())
    assert "at /welcome" in made.stderr
    assert CODE.fullmatch(cli.json("user", "add", "Ben", "--role", "player", "--role", "arbiter")["code"])
    told = cli.json("user", "list")
    assert [(one["name"], one["roles"], one["has_password"]) for one in told] == [
        ("Ada", ["player", "admin"], False),
        ("Ben", ["player", "arbiter"], False),
    ]
    assert "no password yet" in cli("user", "list").stdout
    assert cli.json("user", "roles", "ben", "player")["roles"] == ["player"]
    assert CODE.search(cli("user", "reset", "Ben").stdout)
    assert cli.json("user", "rename", "Ben", "Benno")["name"] == "Benno"
    assert json.loads(cli("user", "export", "Benno").stdout)["account"]["name"] == "Benno"
    assert cli.json("user", "end", "Benno")["ended"]
    cli("user", "forget", "Benno")
    assert [one["name"] for one in cli.json("user", "list")] == ["Ada"]
    assert "only admin" in cli("user", "end", "Ada", code=1).stderr
    assert "no account is called" in cli("user", "reset", "Cleo", code=1).stderr


def test_every_command_works_with_accounts(cli: Cli, record: str) -> None:
    """The operator reads, writes and keeps as before, for the file is theirs; of a running game not even they see a hand."""
    cli("user", "add", "Ada", "--admin", "--role", "recorder")
    for words in (("show", record, "--at", "3"), ("log", record, "--as", "A"), ("export", record, "--as", "B")):
        assert "may not look as" in (refused := cli(*words, code=1).stderr)
        assert "without a reason" in refused
    assert cli.json("trail", record) == []
    assert "no reason" in cli("show", record, "--reason", " ", code=2).stderr
    for words in (
        ("shelf",),
        ("show", record, "--at", "3", "--as", "public"),
        ("show", record, "--at", "3", "--as", "open", "--reason", "a complaint"),
        ("--reason", "a complaint", "log", record, "--as", "A"),
        ("export", record, "--as", "public"),
        ("rename", record, "A", "Zoe"),
        ("verify",),
        ("rebuild",),
        ("prune", "--trash", "30", "--unplayed", "30", "--yes"),
        ("delete", record),
        ("restore", record),
    ):
        cli(*words)
    with GameBook.open(cli.store) as book:
        running = book.writing.begin(OPERATOR, NewTable(game="castle-rampage", names=("x", "y"), begins=SeatKey("A"), dealt=True))
    cli("show", running, "--at", "3", "--as", "public")
    for viewer in ("A", "open"):
        assert "may not look as" in cli("show", running, "--at", "3", "--as", viewer, "--reason", "a complaint", code=1).stderr
    told = [(step["who"], step["viewer"], step["ground"], step["reason"]) for step in cli.json("trail", record)]
    assert told == [("operator", "A", "operator", "a complaint"), ("operator", "open", "operator", "a complaint")]
    assert "a complaint" in cli("trail", record).stdout


def test_what_was_written_before_there_were_accounts_stays_ones_own(cli: Cli, record: str) -> None:
    """The local user's studies and notes are those of who holds the store."""
    study = cli.json("study", "new", "A study")["id"]
    layer = cli.json("layer", "note", record, "3", "A thought")["layer"]
    cli("user", "add", "Ada", "--admin")
    assert [one["id"] for one in cli.json("study", "list")] == [study]
    cli("study", "name", study, "Another")
    cli("layer", "export", layer, "--as", "open", "--reason", "to carry it along")
    assert cli.json("--as-account", "Ada", "study", "list") == []


def test_as_an_account_is_answered(cli: Cli, record: str) -> None:
    """What an account may not see, whoever holds the store is not told in its name; no page is served so."""
    assert "no account is called" in cli("--as-account", "Ben", "shelf", code=1).stderr
    cli("user", "add", "Ada", "--admin")
    cli("user", "add", "Ben")
    assert cli.json("--as-account", "Ben", "shelf") == []
    assert "no record" in cli("--as-account", "Ben", "show", record, code=1).stderr
    assert "may not" in cli("--as-account", "Ben", "verify", code=1).stderr
    cli("seat", record, "A", "--account", "ben")
    cli("release", record, "--listed", "players")
    cli("--as-account", "ben", "show", record, "--as", "A")
    assert "may not look as B" in cli("--as-account", "Ben", "show", record, "--as", "B", code=1).stderr
    assert "--as-account" in cli("--as-account", "Ben", "serve", code=2).stderr
    cli("user", "end", "Ben")
    assert "has ended" in cli("--as-account", "Ben", "shelf", code=1).stderr


@pytest.mark.soak
def test_a_record_is_released_given_and_seated(cli: Cli, record: str) -> None:
    """What is not named stays; without options it is told."""
    cli("user", "add", "Ada", "--admin")
    cli("user", "add", "Ben")
    cli("own", record, "Ada")
    cli("seat", record, "A", "--account", "Ben")
    assert CODE.search(cli("seat", record, "B").stdout)
    told = cli.json("release", record, "--listed", "accounts", "--after", "hands", "--hands", "days", "--days", "3", "--names")
    assert (told["owner"], told["listed"], told["hands"], told["days"], told["names"]) == ("Ada", "accounts", "days", 3, True)
    assert told["seats"] == [{"seat": "A", "account": "Ben", "agreed": False}]
    told = cli.json("release", record, "--hands", "now")
    assert (told["listed"], told["hands"], told["days"], told["final"]) == ("accounts", "now", 0, False)
    assert "accounts" in cli("release", record).stdout
    assert [cli.json("release", record, how)["live"] for how in ("--close", "--reopen")] == [False, True]
    assert "recorded further" in cli("release", record, "--reopen", "--close", code=2).stderr
    cli("seat", record, "A", "--free")
    cli("own", record)
    assert (cli.json("release", record)["owner"], cli.json("release", record)["seats"]) == ("", [])
    assert "no account" in cli("own", record, "Zoe", code=1).stderr
    cli("seat", record, "A", "--free", "--account", "Ben", code=2)


def test_events_at_the_command_line(cli: Cli, record: str) -> None:
    """``kiebitz release`` says where a record was played, ``kiebitz events`` lists it."""
    assert "No record belongs to an event" in cli("events").stderr
    told = cli.json("release", record, "--event", "Cup", "--round", "1")
    assert (told["event"], told["round"], told["table"]) == ("Cup", "1", "")
    assert "Cup / 1 / 4" in cli("release", record, "--table", "4").stdout
    assert cli.json("events")[0]["event"] == "Cup"
    assert "Cup" in cli("events").stdout
    assert record in cli("events", "Cup").stdout
    shown = cli.json("events", "Cup")
    assert [(game["round"], game["at_table"], game["record"]["id"]) for game in shown["games"]] == [("1", "4", record)]
    assert "no event" in cli("events", "Bowl", code=1).stderr
    cli("release", record, "--event", "")
    assert cli.json("events") == []


def test_links_are_made_listed_and_ended(cli: Cli, record: str) -> None:
    """With accounts and without; the path is printed once, and the list does not hold it."""
    made = cli.json("link", record, "--as", "A", "--days", "9", "--to", "e5", "--label", "for Ben", "--frame", "https://club.example")
    assert re.fullmatch(r"/s/[0-9a-z]{32}/", made["path"])
    assert re.match(r"/s/[0-9a-z]{32}/", cli("link", record, "--as", "public").stdout)
    listed = cli.json("link", record, "--as", "A", "--list")
    assert [(one["label"], one["viewer"], one["last"]) for one in listed] == [("", "public", None), ("for Ben", "A", 5)]
    assert "for Ben" in cli("link", record, "--as", "A", "--list").stdout
    cli("link", record, "--as", "A", "--end", made["id"])
    assert len(cli.json("link", record, "--as", "A", "--list")) == 1
    assert "no link" in cli("link", record, "--as", "A", "--end", made["id"], code=1).stderr
    cli("link", record, "--as", "A", "--list", "--end", "x", code=2)
    assert "is no site" in cli("link", record, "--as", "A", "--frame", "club", code=1).stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--open-to-all", "--allow-host", "club.example"), "it is not open to all"),
        (("--host", "192.0.2.1", "--allow-host", "club.example"), "--plain-http"),
        (("--behind-proxy",), "--allow-host NAME"),
        (("--behind-proxy", "--allow-host", "club.example"), "at /welcome"),
    ],
)
def test_a_store_with_accounts_is_served_beyond_this_machine_by_no_accident(cli: Cli, words: tuple[str, ...], told: str) -> None:
    """Without a name, https or an admin who can sign in it is refused in two lines that say what to do."""
    cli("user", "add", "Ada", "--admin")
    assert told in cli("serve", *words, code=2).stderr


def test_a_password_is_chosen_at_the_command_line(cli: Cli) -> None:
    """So that a server has an admin before it answers anybody; the sessions of before end, and a password that is none changes nothing."""
    cli("user", "add", "Ada", "--admin")
    assert "a password has" in cli("user", "password", "Ada", stdin=b"short\n", code=1).stderr
    assert cli.json("user", "list")[0]["has_password"] is False
    assert cli.json("user", "password", "Ada", stdin=b"lapwing over the dyke\n")["has_password"] is True
    with GameBook.open(cli.store) as book:
        token = book.sign_ins.sign_in("Ada", "lapwing over the dyke", "192.0.2.1")
        assert book.sign_ins.caller_of(token) is not None
        cli("user", "password", "Ada", stdin=b"another lapwing, same dyke\n")
        assert book.sign_ins.caller_of(token) is None
    assert "no account" in cli("user", "password", "Ben", stdin=b"lapwing over the dyke\n", code=1).stderr
