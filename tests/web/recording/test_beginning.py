"""A new game: game, names, rules, who begins, who deals, and the deal as it is typed in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from records.core.viewers import LOCAL, OPEN
from records.games.castle_rampage.rulesets import RULESETS, SWITCHES
from support.recording_forms import FIVE, NEW, OTHER, fields, main, words
from support.soaking import one_in

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from records.service import GameBook


def test_a_new_game_is_asked_for(client: FlaskClient) -> None:
    """Game, two names, who begins, each ruleset, and who deals; every field has a name that can be heard."""
    page = main(client.get("/records/new"))
    asked = fields(page.select_one("form"))
    assert asked.pop("once") != [""]
    assert asked == {
        "game": ["castle-rampage"],
        "name": ["", ""],
        "begins": ["1"],
        "rules": ["castle-rampage/house"],
        "switch": [""] * len(SWITCHES),
        "chance": ["typed"],
    }
    assert [str(box["value"]) for box in page.select("input[name=rules]")] == list(RULESETS)
    assert all(box.find_parent("label") is not None for box in page.select("input:not([type=hidden]), select"))
    for box, rules in zip(page.select("input[name=rules]"), RULESETS.values(), strict=True):
        assert words(box.find_parent("label")) == f"{rules.title} {rules.says}"


def test_single_points_are_read_in_another_way(client: FlaskClient, book: GameBook) -> None:
    """What is chosen apart from the ruleset stands in the first event; what the ruleset says anyway does not."""
    page = main(client.get("/records/new"))
    assert [words(link) for link in page.select(".points a")] == [f"§ {switch.paragraph}" for switch in SWITCHES]
    assert [words(label) for label in page.select(".points label > span")] == [f"{switch.title} {switch.says}" for switch in SWITCHES]
    offered = [[words(option) for option in select.select("option")] for select in page.select(".points select")]
    assert offered == [["as in the ruleset", *(choice.title for choice in switch.choices)] for switch in SWITCHES]
    chosen = ["", "purple_returns=after set-up", "moved_order=kept", "cook_lasts=whole turn"]
    answer = client.post("/records/new", data={**NEW, "rules": "castle-rampage/house", "chance": "dealt", "switch": chosen})
    assert answer.status_code == 303
    (entry,) = book.records.shelf(LOCAL).entries
    first = book.record(LOCAL, entry.id, OPEN).events[0].event
    assert first.switches == (("cook_lasts", "whole turn"), ("purple_returns", "after set-up"))


def test_chosen_points_stay_while_the_deal_is_asked(client: FlaskClient, book: GameBook) -> None:
    """With the online reading of the set-up nobody is asked for purple cards."""
    answer = client.post("/records/new", data={**NEW, "switch": ["purple_at_start=never dealt"]})
    for _ in range(2):
        answer = client.post("/records/new", data={**fields(main(answer).select_one("form")), "chosen": ["?"] * 5})
    assert (answer.status_code, book.records.shelf(LOCAL).total) == (303, 1)


@pytest.mark.parametrize("switch", [["moved_order"], ["moved_order=never"], ["order=mixed"], ["moved_order=mixed", "moved_order=kept"]])
def test_points_that_cannot_be_are_refused(client: FlaskClient, book: GameBook, switch: list[str]) -> None:
    """Nothing is begun."""
    assert client.post("/records/new", data={**NEW, "switch": switch}).status_code == 422
    assert book.records.shelf(LOCAL).total == 0


def test_the_deal_is_asked_card_by_card(client: FlaskClient, book: GameBook) -> None:
    """Each question has a field for each card, with every card that may come and one for unknown; the answers before are told."""
    answer = client.post("/records/new", data=NEW)
    page = main(answer)
    assert words(page.select_one("h1")) == "Which five cards is Ana dealt?"
    assert len(page.select("select[name=chosen]")) == 5
    options = [words(option) for option in page.select("select[name=chosen]")[0].select("option")]
    assert options[0] == "unknown"
    assert {"Knight", "Ogre", "Archer"} < set(options)
    answer = client.post("/records/new", data={**fields(page.select_one("form")), "chosen": FIVE.split()})
    page = main(answer)
    assert words(page.select_one("h1")) == "Which five cards is Ben dealt?"
    assert "Archer, Cook, Giant, Knight, Worker" in words(page.select_one(".before"))
    assert book.records.shelf(LOCAL).total == 0
    answer = client.post("/records/new", data={**fields(page.select_one("form")), "chosen": ["?"] * 5})
    assert words(main(answer).select_one("h1")) == "Which purple cards does Ben show? None, if there are none."
    answer = client.post("/records/new", data=fields(main(answer).select_one("form")))
    assert (answer.status_code, book.records.shelf(LOCAL).total) == (303, 1)


def test_cards_that_cannot_be_are_asked_again(client: FlaskClient) -> None:
    """With what was chosen still there, and why not."""
    form = fields(main(client.post("/records/new", data=NEW)).select_one("form"))
    answer = client.post("/records/new", data={**form, "chosen": ["ogre"] * 3 + ["archer", "?"]})
    assert answer.status_code == 422
    assert "no card more often than there are copies left" in words(main(answer).select_one(".alert"))
    assert fields(main(answer).select_one("form"))["chosen"] == ["ogre", "ogre", "ogre", "archer", "?"]


def test_cards_of_the_same_title_are_told_apart(client: FlaskClient) -> None:
    """Two kinds of Axe Man, three Mercenaries: each by what its text alone says, in questions and in actions, in both languages."""
    page = main(client.post("/records/new", data=NEW))
    options = [words(option) for option in page.select("select[name=chosen]")[0].select("option")]
    assert {"Axe Man (Draw 1 card, then attack)", "Mercenary (horse)", "Mercenary (bow)", "Knight"} < set(options)
    assert len(options) == len(set(options))
    form = fields(page.select_one("form"))
    answer = client.post("/records/new", data={**form, "chosen": ["axe-man-draw", "axe-man-bonus", "giant", "knight", "worker"]})
    answer = client.post("/records/new", data={**fields(main(answer).select_one("form")), "chosen": OTHER.split()})
    said = [words(label) for label in main(client.get(answer.headers["Location"])).select(".actions label")]
    assert "Ana puts Axe Man (Your next attack in this turn gets +2) under the Gate." in said
    assert len(said) == len(set(said))


def test_the_program_deals_if_asked_to(client: FlaskClient, book: GameBook) -> None:
    """Then nothing is asked, and the page of the game comes at once."""
    answer = client.post("/records/new", data={**NEW, "chance": "dealt"})
    assert answer.status_code == 303
    page = main(client.get(answer.headers["Location"]))
    assert "The program deals." in words(page)
    (entry,) = book.records.shelf(LOCAL).entries
    assert answer.headers["Location"] == f"/records/{entry.id}/record"


@pytest.mark.parametrize(
    ("more", "why"),
    one_in(
        4,
        [
            ({"name": ["Ana", ""]}, "This player has no name yet"),
            ({"name": ["", ""]}, "This player has no name yet"),
            ({"name": ["", "Ben"]}, "This seat needs a name"),
            ({"name": ["Ana", "Ben", "Cleo"]}, "The game cannot begin yet"),
            ({"begins": "3"}, "The game cannot begin yet"),
            ({"begins": "0"}, "“begins” is one of"),
            ({"game": "observed"}, "“game” is one of castle-rampage"),
            ({"rules": "mine"}, "“rules” is one of"),
            ({"chance": "luck"}, "“chance” is one of dealt, typed"),
            ({"stake": "5"}, "“stake” is not known here"),
            ({"game": ["castle-rampage", "castle-rampage"]}, "given more than once"),
            ({"name": ["A\x00na", "Ben"]}, "printable"),
        ],
    ),
)
def test_a_form_that_cannot_be_is_refused(client: FlaskClient, book: GameBook, more: dict[str, Any], why: str) -> None:
    """In words, with 422, and nothing is stored."""
    answer = client.post("/records/new", data={**NEW, **more})
    assert answer.status_code == 422
    assert why in words(main(answer))
    assert book.records.shelf(LOCAL).total == 0


def test_a_form_with_a_field_missing_is_refused(client: FlaskClient) -> None:
    """Its name is told."""
    answer = client.post("/records/new", data={key: value for key, value in NEW.items() if key != "begins"})
    assert (answer.status_code, "“begins” is missing" in words(main(answer))) == (422, True)
