"""``kiebitz show --memory``: what a table shows that forgets hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.core.viewers import LOCAL
from records.service import NewGame
from records.service.incoming import Entry
from support.castle import CASTLE, NOON, given, strengthen
from support.castle_powers import decline, slip, use

if TYPE_CHECKING:
    from support.command_line import Cli


def known(position: dict[str, Any]) -> dict[str, list[str]]:
    """What the document says of each hand."""
    return {seat: [face for face in hand["faces"] if face != "?"] for seat, hand in position["hands"].items()}


def test_a_forgetting_table_shows_less_of_the_other_hand_and_all_else_the_same(cli: Cli) -> None:
    """At each step of a game it shows at most what follows exactly, at some step less, and never less of the own hand."""
    table = given(rules="castle-rampage/house", hand_B="spy squire robber", gate_A="cook cook ogre", hand_A="knight", on_turn="B")
    table = decline(table.when(use("robber", "B"))).when(strengthen("squire", "gate:B"))
    entries = [Entry(at=recorded.at, event=recorded.event, cause=recorded.cause) for recorded in table.log]
    game, seats = CASTLE, table.header.seats
    new = NewGame(game=game.name, seats=seats, names={}, started=NOON, entries=entries, **game.rules.edition("castle-rampage/house"))
    differing = None
    with cli.book() as book:
        (stored,) = book.writing.add(LOCAL, new)
        view = book.record(LOCAL, stored.id, "A")
        for at in range(view.steps + 1):
            exact, shown = view.position(at).table, view.remembered(at).table
            assert (shown.piles, shown.slots, shown.decks, shown.zones) == (exact.piles, exact.slots, exact.decks, exact.zones)
            for seat, hand in shown.hands.items():
                assert hand.count == exact.hands[seat].count
                assert set(hand.faces) <= set(exact.hands[seat].faces)
            if shown.hands != exact.hands:
                differing = differing or at
    assert differing == view.steps
    step = ("show", stored.id, "--as", "A", "--at", f"e{differing}")
    exactly, forgetful = known(cli.json(*step)), known(cli.json(*step, "--memory"))
    assert forgetful["A"] == exactly["A"]
    assert len(forgetful["B"]) < len(exactly["B"])
    assert cli(*step, "--memory").output != cli(*step).output


def test_show_names_a_slipped_card_as_its_viewer_knows_it(cli: Cli) -> None:
    """In its text and in its document: B sees every Spy, so the card is the Saboteur; for the public it is one of two."""
    table = given(rules="castle-rampage/house", hand_A="saboteur", discard="spy spy", hand_B="spy", gate_B="medic").when(slip("saboteur"))
    entries = [Entry(at=recorded.at, event=recorded.event, cause=recorded.cause) for recorded in table.log]
    edition = CASTLE.rules.edition("castle-rampage/house")
    with cli.book() as book:
        (stored,) = book.writing.add(
            LOCAL, NewGame(game=CASTLE.name, seats=table.header.seats, names={}, started=NOON, entries=entries, **edition)
        )
    assert ", s2 down saboteur" in cli("show", stored.id, "--as", "B").stdout
    assert [lying["face"] for lying in cli.json("show", stored.id, "--as", "B")["piles"]["gate:B"]] == ["medic", "saboteur"]
    assert ", s2 down one of saboteur, spy" in cli("show", stored.id, "--as", "public").stdout


def test_a_game_without_such_a_table_refuses(cli: Cli, record: str) -> None:
    """Nothing is shown in its place."""
    assert "for observed no online table's memory is known" in cli("show", record, "--memory", code=1).stderr
