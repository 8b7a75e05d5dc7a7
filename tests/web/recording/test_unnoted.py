"""Cards that nobody noted: asked for when they are turned over, named when they are played or paid."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from bs4 import Tag

from records.core.viewers import LOCAL, OPEN
from records.games.castle_rampage.model.power_events import CostPaid
from records.service import GameBook
from support.recording_forms import FIVE, NEW, OTHER, begin, do, fields, main, words
from support.soaking import rest_soaked
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse


@dataclass(frozen=True, slots=True)
class Begun:
    """Two games in a store: as they stand after they were written down by the forms alone."""

    path: Path
    set_up: str
    unnoted: str


def _after_set_up(client: FlaskClient) -> str:
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


@pytest.mark.soak
def test_a_turn_with_an_attack_on_cards_that_nobody_noted(client: FlaskClient, set_up: str) -> None:
    """The attack asks for each of them, keeps what was answered, and is written in one piece."""
    address = set_up
    answer = do(client, address, "Ana plays Fight Plan.")
    page = main(answer)
    assert words(page.select_one("h1")) == "Which card is turned over in the Gate of Ben? The attack has 4."
    assert "not noted, its defence is 2" in [words(option) for option in page.select("option")]
    answer = client.post(address, data={**fields(page.select_one("form")), "chosen": ["knight"]})
    assert answer.status_code == 303
    told = [words(line) for line in main(client.get(address)).select(".told .line")]
    assert told[-2:] == ["Knight (4) is turned over.", "It falls, and nothing is left of the attack."]


@pytest.mark.soak
def test_a_card_that_nobody_noted_is_named_when_it_is_played(client: FlaskClient, set_up: str) -> None:
    """An open card must be named; one that is laid face down may stay unknown."""
    address = set_up
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
    assert words(main(client.get(address)).select(".told .line")[-2]) == "Ben plays Squire."


def _answered(client: FlaskClient, address: str, answer: TestResponse) -> TestResponse:
    """Answer all that the table is asked with cards that nobody noted, and that no purple card is held."""
    while answer.status_code == 200:
        asks = main(answer)
        chosen = [] if "purple" in words(asks.h1) else ["?2" if "turned over" in words(asks.h1) else "?"] * len(asks.select("select"))
        answer = client.post(address, data={**fields(asks.select_one("form")), "chosen": chosen})
    return answer


def _second_turn(client: FlaskClient) -> str:
    answer = _answered(client, "/records/new", client.post("/records/new", data={**NEW, "rules": "castle-rampage/house"}))
    address = str(answer.headers["Location"])
    while said := [words(label) for label in main(client.get(address)).select(".actions label") if " puts " in words(label)]:
        assert _answered(client, address, do(client, address, said[0])).status_code == 303
    for name in ("Ana", "Ben"):
        assert _answered(client, address, do(client, address, f"{name} ends the turn.")).status_code == 303
    return address


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Begun:
    """Both games as far as the tests need them, written down once: a store and the addresses in it."""
    path = tmp_path_factory.mktemp("unnoted") / "book.sqlite"
    with GameBook.open(f"sqlite:///{path}") as written:
        client = create_app(written).test_client()
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
        return Begun(path, _after_set_up(client), _second_turn(client))


@pytest.fixture
def book(begun: Begun, tmp_path: Path) -> Iterator[GameBook]:
    """A book of its own with both games."""
    with GameBook.open(f"sqlite:///{shutil.copy(begun.path, tmp_path)}") as opened:
        yield opened


@pytest.fixture
def set_up(begun: Begun) -> str:
    """A game at A's first turn, B's second hand unknown; its page's address."""
    return begun.set_up


@pytest.fixture
def unnoted(begun: Begun) -> str:
    """A game with all powers at A's second turn, of whose hand of four nobody noted a card; its page's address."""
    return begun.unnoted


def offered(client: FlaskClient, address: str, says: str) -> tuple[dict[str, list[str]], str, Tag]:
    """Return the form of a page as it stands, the number of the action with these words, and its row."""
    form = main(client.get(address)).select_one("form")
    assert form is not None
    (row,) = (row for row in form.select(".actions li") if words(row.select_one("label")) == says)
    box = row.select_one("input")
    assert box is not None
    return fields(form), str(box["value"]), row


KNIGHT = "Ana plays Knight and pays a card that nobody noted."
RAM = "Ana plays House Ram and pays a card that nobody noted, a card that nobody noted."


def record_of(address: str) -> str:
    """Return the record that a page's address names."""
    return address.split("/")[2]


def last_paid(book: GameBook, address: str) -> tuple[str, ...]:
    """Return the cards that were paid last."""
    events = book.record(LOCAL, record_of(address), OPEN).events
    return next(recorded.event.cards for recorded in reversed(events) if isinstance(recorded.event, CostPaid))


@pytest.mark.parametrize("paid", rest_soaked(["cook", "?"]))
def test_a_card_that_is_paid_is_named_or_left(client: FlaskClient, book: GameBook, unnoted: str, paid: str) -> None:
    """Beside a play that costs a card of a hand that nobody noted there is a field for it: what is named is paid, unknown stays unknown."""
    form, action, row = offered(client, unnoted, KNIGHT)
    (select,) = row.select("select")
    assert words(select.select("option")[0]) == "unknown"
    assert form[f"card-{action}"] == ["?"]
    answer = client.post(unnoted, data={**form, "action": action, f"card-{action}": paid})
    assert _answered(client, unnoted, answer).status_code == 303
    assert last_paid(book, unnoted) == (paid,)


@pytest.mark.soak
def test_each_of_several_is_named_for_itself(client: FlaskClient, book: GameBook, unnoted: str) -> None:
    """A cost of two has two fields; one may be named and the other left."""
    form, action, row = offered(client, unnoted, RAM)
    assert [select["aria-label"] for select in row.select("select")] == ["Card 1", "Card 2"]
    answer = client.post(unnoted, data={**form, "action": action, f"card-{action}": ["?", "cook"]})
    assert _answered(client, unnoted, answer).status_code == 303
    assert sorted(last_paid(book, unnoted)) == ["?", "cook"]


@pytest.mark.parametrize(
    ("cards", "wrong"),
    rest_soaked(
        [
            (["owl", "cook"], {0: "“owl” is not a card that can be here."}),
            (["?", "Cook"], {1: "“Cook” is not a card that can be here."}),
            (["fight-plan-4", "fight-plan-4"], {1: "There are not that many copies of this card left."}),
        ]
    ),
)
def test_a_name_that_cannot_be_is_an_error_at_its_field(
    client: FlaskClient, book: GameBook, unnoted: str, cards: list[str], wrong: dict[int, str]
) -> None:
    """The page comes back with the action chosen, what was named, and the reason at the field that it is about; nothing is written."""
    form, action, _row = offered(client, unnoted, RAM)
    answer = client.post(unnoted, data={**form, "action": action, f"card-{action}": cards})
    assert answer.status_code == 422
    page = main(answer)
    assert "Nothing was written. The reason is shown beside the card." in words(page.select_one(".alert"))
    chosen = page.select_one(".actions input[checked]")
    assert chosen is not None
    assert chosen["value"] == action
    fields_of = page.select(f'select[name="card-{action}"]')
    told = {nth: words(page.find(id=str(field["aria-describedby"]))) for nth, field in enumerate(fields_of) if field.get("aria-invalid")}
    assert told == wrong
    kept = fields(page.select_one("form"))[f"card-{action}"]
    assert kept == [card if card in {"cook", "fight-plan-4"} else "?" for card in cards]
    assert book.record(LOCAL, record_of(unnoted), OPEN).steps == int(form["version"][0])


@pytest.mark.soak
def test_what_a_rule_forbids_is_said_beside_the_cards(client: FlaskClient, unnoted: str) -> None:
    """A card that cannot pay this cost is refused by the rule, with its paragraph, at the action; in German too."""
    form, action, row = offered(client, unnoted, "Ana plays Mercenary (bow) and pays a card that nobody noted.")
    cards = ["cook"] * len(row.select("select"))
    for language, told in (("en", "with these symbols: bow. (§ 8.8)"), ("de", "mit diesen Symbolen: Bogen. (§ 8.8)")):
        answer = client.post(unnoted, data={**form, "action": action, f"card-{action}": cards}, headers={"Accept-Language": language})
        assert answer.status_code == 422
        wrong = main(answer).select_one(".actions .wrong")
        assert told in words(wrong)
        assert wrong is not None
        assert all(field["aria-describedby"] == wrong["id"] for field in main(answer).select(f'select[name="card-{action}"]'))
