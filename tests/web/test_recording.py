"""Writing a game down in the browser, without a script: plain forms, one redirect after each."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from bs4 import BeautifulSoup, Tag

from importers import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL, OPEN, LocalPolicy
from records.errors import NotYours
from records.games.castle_rampage.rulesets import RULESETS, SWITCHES
from records.service import GameBook
from records.store import open_store
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

NEW = {"game": "castle-rampage", "name": ["Ana", "Ben"], "begins": "1", "rules": "castle-rampage/plain", "chance": "typed"}
FIVE, OTHER = "archer cook giant knight worker", "advisor dragon priest squire veteran"


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """An empty book of the games that come with the program."""
    with GameBook.open(f"sqlite:///{tmp_path}/book.sqlite") as opened:
        yield opened


@pytest.fixture
def client(book: GameBook) -> FlaskClient:
    """A browser that prefers English."""
    made = create_app(book).test_client()
    made.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    return made


def soup(answer: TestResponse) -> BeautifulSoup:
    """Return a page."""
    return BeautifulSoup(answer.get_data(as_text=True), "html.parser")


def main(answer: TestResponse) -> Tag:
    """Return the main part of a page."""
    found = soup(answer).select_one("main")
    assert found is not None
    return found


def words(part: Tag | None) -> str:
    """Return the text of a part, its spaces made one each."""
    assert part is not None
    return re.sub(r"\s+", " ", part.get_text()).strip()


def fields(form: Tag | None) -> dict[str, list[str]]:
    """Return what a browser would send of a form as it stands, nothing chosen."""
    assert form is not None
    found: dict[str, list[str]] = {}
    for part in form.select("input[name], select[name]"):
        if part.name == "select":
            option = part.select_one("option[selected]") or part.select_one("option")
            found.setdefault(str(part["name"]), []).append(str(option["value"]) if option else "")
        elif part.get("type") not in ("radio", "checkbox") or part.has_attr("checked"):
            found.setdefault(str(part["name"]), []).append(str(part.get("value", "")))
    return found


def begin(client: FlaskClient, **more: Any) -> str:
    """Begin a game and return the address of its page."""
    answer = client.post("/records/new", data={**NEW, **more})
    while answer.status_code == 200:
        sent = fields(main(answer).select_one("form"))
        cards = FIVE if len(sent.get("answer", [])) == 0 else OTHER
        answer = client.post("/records/new", data={**sent, "chosen": cards.split()})
    assert answer.status_code == 303
    return str(answer.headers["Location"])


def do(client: FlaskClient, address: str, says: str, **more: Any) -> TestResponse:
    """Choose the action with these words and send the form."""
    form = main(client.get(address)).select_one("form")
    chosen = [label.select_one("input") for label in form.select("label.tick") if words(label) == says] if form else []
    assert len(chosen) == 1, says
    assert chosen[0] is not None
    return client.post(address, data={**fields(form), "action": str(chosen[0]["value"]), **more})


def test_a_new_game_is_asked_for(client: FlaskClient) -> None:
    """Game, two names, who begins, each ruleset, and who deals; every field has a name that can be heard."""
    page = main(client.get("/records/new"))
    assert fields(page.select_one("form")) == {
        "game": ["castle-rampage"],
        "name": ["", ""],
        "begins": ["1"],
        "rules": ["castle-rampage/plain"],
        "switch": [""] * len(SWITCHES),
        "chance": ["typed"],
    }
    assert [str(box["value"]) for box in page.select("input[name=rules]")] == list(RULESETS)
    assert all(box.find_parent("label") is not None for box in page.select("input:not([type=hidden]), select"))


def test_single_points_are_read_in_another_way(client: FlaskClient, book: GameBook) -> None:
    """What is chosen apart from the ruleset stands in the first event; what the ruleset says anyway does not."""
    page = main(client.get("/records/new"))
    assert [words(link) for link in page.select(".points a")] == [f"§ {switch.paragraph}" for switch in SWITCHES]
    chosen = ["", "purple_returns=after set-up", "moved_order=kept", "cook_lasts=whole turn"]
    answer = client.post("/records/new", data={**NEW, "rules": "castle-rampage/house", "chance": "dealt", "switch": chosen})
    assert answer.status_code == 303
    (entry,) = book.shelf(LOCAL).entries
    first = book.record(LOCAL, entry.id, OPEN).events[0].event
    assert first.switches == (("cook_lasts", "whole turn"), ("purple_returns", "after set-up"))


def test_chosen_points_stay_while_the_deal_is_asked(client: FlaskClient, book: GameBook) -> None:
    """With the online reading of the set-up nobody is asked for purple cards."""
    answer = client.post("/records/new", data={**NEW, "switch": ["purple_at_start=never dealt"]})
    for _ in range(2):
        answer = client.post("/records/new", data={**fields(main(answer).select_one("form")), "chosen": ["?"] * 5})
    assert (answer.status_code, book.shelf(LOCAL).total) == (303, 1)


@pytest.mark.parametrize("switch", [["moved_order"], ["moved_order=never"], ["order=mixed"], ["moved_order=mixed", "moved_order=kept"]])
def test_points_that_cannot_be_are_refused(client: FlaskClient, book: GameBook, switch: list[str]) -> None:
    """Nothing is begun."""
    assert client.post("/records/new", data={**NEW, "switch": switch}).status_code == 422
    assert book.shelf(LOCAL).total == 0


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
    assert book.shelf(LOCAL).total == 0
    answer = client.post("/records/new", data={**fields(page.select_one("form")), "chosen": ["?"] * 5})
    assert words(main(answer).select_one("h1")) == "Which purple cards does Ben show? None, if there are none."
    answer = client.post("/records/new", data=fields(main(answer).select_one("form")))
    assert (answer.status_code, book.shelf(LOCAL).total) == (303, 1)


def test_cards_that_cannot_be_are_asked_again(client: FlaskClient) -> None:
    """With what was chosen still there, and why not."""
    form = fields(main(client.post("/records/new", data=NEW)).select_one("form"))
    answer = client.post("/records/new", data={**form, "chosen": ["ogre"] * 3 + ["archer", "?"]})
    assert answer.status_code == 422
    assert "no card more often than there are any left" in words(main(answer).select_one(".alert"))
    assert fields(main(answer).select_one("form"))["chosen"] == ["ogre", "ogre", "ogre", "archer", "?"]


def test_the_program_deals_if_asked_to(client: FlaskClient, book: GameBook) -> None:
    """Then nothing is asked, and the page of the game comes at once."""
    answer = client.post("/records/new", data={**NEW, "chance": "dealt"})
    assert answer.status_code == 303
    page = main(client.get(answer.headers["Location"]))
    assert "The program deals." in words(page)
    (entry,) = book.shelf(LOCAL).entries
    assert answer.headers["Location"] == f"/records/{entry.id}/record"


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"name": ["Ana", ""]}, "Each player needs a name"),
        ({"name": ["", ""]}, "Each player needs a name"),
        ({"name": ["", "Ben"]}, "Each player needs a name"),
        ({"name": ["Ana", "Ben", "Cleo"]}, "Each player needs a name"),
        ({"begins": "3"}, "one of them begins"),
        ({"begins": "0"}, "“begins” is one of"),
        ({"game": "observed"}, "“game” is one of castle-rampage"),
        ({"rules": "mine"}, "“rules” is one of"),
        ({"chance": "luck"}, "“chance” is one of dealt, typed"),
        ({"stake": "5"}, "“stake” is not known here"),
        ({"game": ["castle-rampage", "castle-rampage"]}, "given more than once"),
        ({"name": ["A\x00na", "Ben"]}, "printable"),
    ],
)
def test_a_form_that_cannot_be_is_refused(client: FlaskClient, book: GameBook, more: dict[str, Any], why: str) -> None:
    """In words, with 422, and nothing is stored."""
    answer = client.post("/records/new", data={**NEW, **more})
    assert answer.status_code == 422
    assert why in words(main(answer))
    assert book.shelf(LOCAL).total == 0


def test_a_form_with_a_field_missing_is_refused(client: FlaskClient) -> None:
    """Its name is told."""
    answer = client.post("/records/new", data={key: value for key, value in NEW.items() if key != "begins"})
    assert (answer.status_code, "“begins” is missing" in words(main(answer))) == (422, True)


def test_the_page_says_where_the_game_stands(client: FlaskClient) -> None:
    """All places in words, what happened last, what may happen next, and that the open table is shown."""
    page = main(client.get(begin(client)))
    assert words(page.select_one("h1")) == "Ana against Ben"
    assert "sees the open table, all hands included" in words(page)
    places = {words(row.dt): words(row.dd) for row in page.select(".places div")}
    assert places["Hand of Ana"] == "5 cards: Archer, Cook, Giant, Knight, Worker"
    assert places["Draw pile"] == "108 cards"
    assert words(page.select(".told li")[-1]) == "Ben holds no purple card."
    said = [words(label) for label in page.select(".actions label")]
    assert said[0] == "Ana puts Archer under the Gate."
    assert "Ben puts Dragon under the Castle." in said
    assert said[-2:] == ["Ana resigns.", "Ben resigns."]


def test_an_action_is_written_and_the_page_comes_again(client: FlaskClient, book: GameBook) -> None:
    """The answer is a redirect to the page itself, so that a reload writes nothing twice."""
    address = begin(client)
    answer = do(client, address, "Ana puts Archer under the Gate.")
    assert (answer.status_code, answer.headers["Location"]) == (303, address)
    page = main(client.get(address))
    assert words(page.select(".told li")[-1]) == "Ana puts Archer under the Gate."
    assert "Gate of Ana" in words(page.select_one(".places"))
    (entry,) = book.shelf(LOCAL).entries
    assert book.record(LOCAL, entry.id, OPEN).steps == 6


def test_the_replay_leads_back_to_the_page(client: FlaskClient) -> None:
    """As the open table, until the game is over; no other viewer is led there."""
    address = begin(client)
    replay = address.removesuffix("/record")
    assert [str(link["href"]) for link in main(client.get(f"{replay}?as=open")).select(".imprint a")] == [address]
    assert main(client.get(f"{replay}?as=A")).select(".imprint a") == []
    do(client, address, "Ben resigns.")
    assert main(client.get(f"{replay}?as=open")).select(".imprint a") == []


def test_in_german_too(client: FlaskClient) -> None:
    """The whole page, and what a rule forbids."""
    address = begin(client)
    page = main(client.get(address, headers={"Accept-Language": "de"}))
    assert words(page.select(".actions label")[0]) == "Ana legt Bogenschütze unter das Tor."
    assert words(page.select_one("h2")).startswith("Was geschieht als Nächstes?")


def test_a_stale_form_writes_nothing(client: FlaskClient, book: GameBook) -> None:
    """It gets 409, in words, with the game as it stands now."""
    address = begin(client)
    form = fields(main(client.get(address)).select_one("form"))
    do(client, address, "Ana puts Archer under the Gate.")
    answer = client.post(address, data={**form, "action": "0"})
    assert answer.status_code == 409
    assert "made for step 5, and the game stands at step 6 now" in words(main(answer).select_one(".alert"))
    assert fields(main(answer).select_one("form"))["version"] == ["6"]
    (entry,) = book.shelf(LOCAL).entries
    assert book.record(LOCAL, entry.id, OPEN).steps == 6


def _after_set_up(client: FlaskClient, book: GameBook) -> str:
    """A game at A's first turn, B's second hand unknown, by the forms alone."""
    address = begin(client)
    for card, pile in zip(FIVE.split(), ("Gate", "Gate", "Castle", "Castle"), strict=False):
        do(client, address, f"Ana puts {card.title()} under the {pile}.")
    for card, pile in zip(OTHER.split(), ("Gate", "Gate", "Castle"), strict=False):
        do(client, address, f"Ben puts {card.title()} under the {pile}.")
    answer = do(client, address, "Ben puts Squire under the Castle.")
    for cards in ("archer archer giant giant knight", "? ? ? ? ?", ""):
        assert answer.status_code == 200
        answer = client.post(address, data={**fields(main(answer).select_one("form")), "chosen": cards.split()})
    for card, pile in (("Archer", "Gate"), ("Archer", "Gate"), ("Giant", "Castle"), ("Giant", "Castle")):
        do(client, address, f"Ana puts {card} under the {pile}.")
    for pile in ("Gate", "Gate", "Castle"):
        do(client, address, f"Ben puts a card that nobody noted under the {pile}.")
    answer = do(client, address, "Ben puts a card that nobody noted under the Castle.")
    answer = client.post(address, data={**fields(main(answer).select_one("form")), "chosen": ["fight-plan-1"]})
    assert answer.status_code == 303
    return address


def test_a_turn_with_an_attack_on_cards_that_nobody_noted(client: FlaskClient, book: GameBook) -> None:
    """The attack asks for each of them, keeps what was answered, and is written in one piece."""
    address = _after_set_up(client, book)
    answer = do(client, address, "Ana plays Fight Plan.")
    page = main(answer)
    assert words(page.select_one("h1")) == "Which card is turned over in the Gate of Ben? The attack has 4."
    assert "not noted, its defence is 2" in [words(option) for option in page.select("option")]
    answer = client.post(address, data={**fields(page.select_one("form")), "chosen": ["knight"]})
    assert answer.status_code == 303
    told = [words(line) for line in main(client.get(address)).select(".told li")]
    assert told[-2:] == ["Knight (4) is turned over.", "It falls, and nothing is left of the attack."]


def test_a_card_that_nobody_noted_is_named_when_it_is_played(client: FlaskClient, book: GameBook) -> None:
    """An open card must be named; one that is laid face down may stay unknown."""
    address = _after_set_up(client, book)
    answer = do(client, address, "Ana ends the turn.")
    for card in ("?", "?"):
        answer = client.post(address, data={**fields(main(answer).select_one("form")), "chosen": [card]})
    form = main(client.get(address)).select_one("form")
    assert form is not None
    played = next(row for row in form.select("li") if "Ben plays a card that nobody noted." in words(row))
    select, box = played.select_one("select"), played.select_one("input")
    assert select is not None
    assert box is not None
    assert "unknown" not in [words(option) for option in select.select("option")]
    answer = client.post(address, data={**fields(form), "action": str(box["value"]), str(select["name"]): "?"})
    assert answer.status_code == 422
    answer = client.post(address, data={**fields(form), "action": str(box["value"]), str(select["name"]): "squire"})
    assert answer.status_code == 303
    assert words(main(client.get(address)).select(".told li")[-2]) == "Ben plays Squire."


def _send(client: FlaskClient, address: str, do_: str, **more: Any) -> TestResponse:
    """Send one of the forms beside the rules."""
    forms = main(client.get(address)).select("form")
    form = next(form for form in forms if fields(form)["do"] == [do_])
    return client.post(address, data={**fields(form), **more})


def test_cards_of_the_same_title_are_told_apart(client: FlaskClient) -> None:
    """Two kinds of Axe Man, nine Fight Plans: each with its name in the catalogue, in questions and in actions."""
    page = main(client.post("/records/new", data=NEW))
    options = [words(option) for option in page.select("select[name=chosen]")[0].select("option")]
    assert {"Axe Man (axe-man-draw)", "Axe Man (axe-man-bonus)", "Knight"} < set(options)
    assert len(options) == len(set(options))
    form = fields(page.select_one("form"))
    answer = client.post("/records/new", data={**form, "chosen": ["axe-man-draw", "axe-man-bonus", "giant", "knight", "worker"]})
    answer = client.post("/records/new", data={**fields(main(answer).select_one("form")), "chosen": OTHER.split()})
    said = [words(label) for label in main(client.get(answer.headers["Location"])).select(".actions label")]
    assert "Ana puts Axe Man under the Gate. (axe-man-bonus)" in said
    assert len(said) == len(set(said))


def test_a_mistake_is_noted(client: FlaskClient) -> None:
    """With what, who and words; the table stays as it was."""
    address = begin(client)
    answer = _send(client, address, "mistake", what="exposed", seat="B", words="the dragon <lay> open")
    assert answer.status_code == 303
    assert "the dragon <lay> open" in words(main(client.get(address)).select_one(".told"))
    assert _send(client, address, "mistake", what="sneezed").status_code == 422
    assert _send(client, address, "mistake", seat="C").status_code == 422


def test_a_step_is_taken_back(client: FlaskClient) -> None:
    """The list names what is undone; the card is in the hand again."""
    address = begin(client)
    do(client, address, "Ana puts Archer under the Gate.")
    assert "6: Ana puts Archer under the Gate." in words(main(client.get(address)).select_one("select[name=to]"))
    assert _send(client, address, "back").status_code == 303
    places = words(main(client.get(address)).select_one(".places"))
    assert "Hand of Ana 5 cards: Archer, Cook, Giant, Knight, Worker" in places.replace("Ana5", "Ana 5")
    answer = _send(client, address, "back", to="3")
    assert answer.status_code == 422
    assert "cannot go back there" in words(main(answer).select_one(".alert"))


def test_a_gap_stops_the_game_until_it_is_taken_back(client: FlaskClient) -> None:
    """No card moves after it, which the page says; taking the gap back opens the game again."""
    address = begin(client)
    assert _send(client, address, "gap", words="tea").status_code == 303
    assert "Something is missing here" in words(main(client.get(address)).select_one(".alert"))
    answer = do(client, address, "Ana puts Archer under the Gate.")
    assert answer.status_code == 422
    assert "cannot have happened" in words(main(answer).select_one(".alert"))
    assert _send(client, address, "back").status_code == 303
    assert do(client, address, "Ana puts Archer under the Gate.").status_code == 303


def test_a_finished_game_has_no_actions(client: FlaskClient) -> None:
    """It says that it is over; what went wrong can still be noted."""
    address = begin(client)
    do(client, address, "Ben resigns.")
    page = main(client.get(address))
    assert words(page.select_one("h2")) == "The game is over"
    assert page.select(".actions") == []
    assert _send(client, address, "mistake").status_code == 303


@pytest.mark.parametrize(
    ("more", "status", "why"),
    [
        ({"action": "99"}, 422, "“action” is one of"),
        ({"action": "x"}, 422, "“action” is one of"),
        ({"do": "win"}, 422, "“do” is one of command, mistake, gap, back"),
        ({"version": "-1"}, 422, "“version” is a whole number"),
        ({"version": "7"}, 409, "made for step 7"),
        ({"card-999": "ogre"}, 422, "“card-999” is not known here"),
        ({"answer": "archer"}, 422, ""),
        ({"words": "x" * 300}, 422, "at most 200 characters"),
    ],
)
def test_what_the_page_did_not_offer_is_refused(client: FlaskClient, book: GameBook, more: dict[str, str], status: int, why: str) -> None:
    """With a status and words; nothing is written."""
    address = begin(client)
    form = fields(main(client.get(address)).select_one("form"))
    answer = client.post(address, data={**form, "action": "0", **more})
    assert answer.status_code == status
    assert why in words(main(answer))
    (entry,) = book.shelf(LOCAL).entries
    assert book.record(LOCAL, entry.id, OPEN).steps == 5


def test_a_form_of_a_megabyte_is_too_large(client: FlaskClient) -> None:
    """It is refused before it is read."""
    assert client.post("/records/new", data={**NEW, "words": "x" * 1_000_000}).status_code == 413


def test_a_record_without_rules_cannot_be_written_on(book: GameBook, client: FlaskClient) -> None:
    """Its page is not there, and why is told."""
    path = Path(__file__).parents[2] / "examples" / "games" / "night-ferry.json"
    (stored,) = store_file(book, path.read_bytes(), path.name, ImportOptions())
    for answer in (client.get(f"/records/{stored.id}/record"), client.post(f"/records/{stored.id}/record", data={"do": "gap"})):
        assert answer.status_code == 404
        assert "The rules of this game are not known here" in words(main(answer))
    assert client.get("/records/0000000000000000/record").status_code == 404


def test_only_who_may_see_the_open_table_may_write(tmp_path: Path) -> None:
    """Where the policy keeps the open table from a caller, the page is refused too."""

    class Players(LocalPolicy):
        """Nobody sees the open table."""

        def refuse(self, caller: Any, header: Any, viewer: Any) -> NotYours | None:  # noqa: ARG002 -- the protocol's shape
            """Refuse it."""
            return NotYours("not the open table") if viewer is OPEN else None

    with GameBook(open_store(f"sqlite:///{tmp_path}/other.sqlite"), policy=Players()) as book:
        client = create_app(book).test_client()
        answer = client.post("/records/new", data={**NEW, "chance": "dealt"})
        address = answer.headers["Location"]
        assert client.get(address).status_code == 403
        assert client.post(address, data={"do": "gap", "version": "5", "words": ""}).status_code == 403
