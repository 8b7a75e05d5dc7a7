"""The page on which a game is written on: where it stands, what may be done, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from bs4 import BeautifulSoup

from importers import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL, OPEN
from records.service import GameBook
from records.service.access import AccessSight, LocalPolicy
from records.store import open_store
from support.recording_forms import NEW, begin, do, fields, main, send_beside, words
from support.soaking import one_in
from web.app import create_app

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient

    from records.service import GameBook
    from records.store import RecordAccess


def test_the_page_says_where_the_game_stands(client: FlaskClient) -> None:
    """All places in words, what happened last, what may happen next, and that the open table is shown."""
    page = main(client.get(begin(client)))
    assert words(page.select_one("h1")) == "Ana against Ben"
    assert "sees the open table with all hands" in words(page)
    places = {words(row.dt): words(row.dd) for row in page.select(".places div")}
    assert places["Hand of Ana"] == "5 cards: Archer, Cook, Giant, Knight, Worker"
    assert places["Draw pile"] == "108 cards"
    assert words(page.select(".told .line")[-1]) == "Ben holds no purple card."
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
    assert words(page.select(".told .line")[-1]) == "Ana puts Archer under the Gate."
    assert "Gate of Ana" in words(page.select_one(".places"))
    (entry,) = book.records.shelf(LOCAL).entries
    assert book.record(LOCAL, entry.id, OPEN).steps == 6


def test_the_replay_leads_back_to_the_page(client: FlaskClient) -> None:
    """Through whichever eyes, until the game is over."""
    address = begin(client)
    replay = address.removesuffix("/record")
    assert address in [str(link["href"]) for link in BeautifulSoup(client.get(f"{replay}?as=open").text, "html.parser").select(".about a")]
    assert address in client.get(f"{replay}?as=A").text
    do(client, address, "Ben resigns.")
    assert address not in client.get(f"{replay}?as=open").text


def test_in_german_too(client: FlaskClient) -> None:
    """The whole page, and what a rule forbids."""
    address = begin(client)
    page = main(client.get(address, headers={"Accept-Language": "de"}))
    assert words(page.select(".actions label")[0]) == "Ana legt Bogenschütze unter das Tor."
    assert words(page.select_one("#h-now")).startswith("Was geschieht als Nächstes?")


def test_a_stale_form_writes_nothing(client: FlaskClient, book: GameBook) -> None:
    """It gets 409, in words, with the game as it stands now."""
    address = begin(client)
    form = fields(main(client.get(address)).select_one("form"))
    do(client, address, "Ana puts Archer under the Gate.")
    answer = client.post(address, data={**form, "action": "0"})
    assert answer.status_code == 409
    assert "It is now at step 6" in words(main(answer).select_one(".alert"))
    assert fields(main(answer).select_one("form"))["version"] == ["6"]
    (entry,) = book.records.shelf(LOCAL).entries
    assert book.record(LOCAL, entry.id, OPEN).steps == 6


def test_a_finished_game_has_no_actions(client: FlaskClient) -> None:
    """It says that it is over; what went wrong can still be noted."""
    address = begin(client)
    do(client, address, "Ben resigns.")
    page = main(client.get(address))
    assert words(page.select_one("#h-now")) == "The game is over"
    assert page.select(".actions") == []
    assert send_beside(client, address, "mistake").status_code == 303


@pytest.mark.parametrize(
    ("more", "status", "why"),
    one_in(
        4,
        [
            ({"action": "99"}, 422, "“action” is one of"),
            ({"action": "x"}, 422, "“action” is one of"),
            ({"do": "win"}, 422, "“do” is one of command, mistake, gap, back, correct"),
            ({"version": "-1"}, 422, "“version” is a whole number"),
            ({"version": "7"}, 409, "since this page was made"),
            ({"card-999": "ogre"}, 422, "“card-999” is not known here"),
            ({"answer": "archer"}, 422, ""),
            ({"words": "x" * 300}, 422, "at most 200 characters"),
        ],
    ),
)
def test_what_the_page_did_not_offer_is_refused(client: FlaskClient, book: GameBook, more: dict[str, str], status: int, why: str) -> None:
    """With a status and words; nothing is written."""
    address = begin(client)
    form = fields(main(client.get(address)).select_one("form"))
    answer = client.post(address, data={**form, "action": "0", **more})
    assert answer.status_code == status
    assert why in words(main(answer))
    (entry,) = book.records.shelf(LOCAL).entries
    assert book.record(LOCAL, entry.id, OPEN).steps == 5


def test_a_form_of_a_megabyte_is_too_large(client: FlaskClient) -> None:
    """It is refused before it is read."""
    assert client.post("/records/new", data={**NEW, "words": "x" * 1_000_000}).status_code == 413


def test_a_record_without_rules_cannot_be_written_on(book: GameBook, client: FlaskClient) -> None:
    """Its page is not there, and why is told."""
    path = Path(__file__).parents[3] / "examples" / "games" / "night-ferry.json"
    (stored,) = store_file(book, LOCAL, path.read_bytes(), path.name, ImportOptions())
    for answer in (client.get(f"/records/{stored.id}/record"), client.post(f"/records/{stored.id}/record", data={"do": "gap"})):
        assert answer.status_code == 404
        assert "The rules of this game are not known here" in words(main(answer))
    assert client.get("/records/0000000000000000/record").status_code == 404


def test_only_who_may_see_the_open_table_may_write(tmp_path: Path) -> None:
    """Where the policy keeps the open table from a caller, the page is refused too."""

    class Players(LocalPolicy):
        """Nobody sees the open table."""

        def sight(self, caller: Any, record: str, access: RecordAccess | None) -> AccessSight:  # noqa: ARG002 -- every policy's
            """Leave it out."""
            return AccessSight(viewers=("A", "B"), default=OPEN)

    with GameBook(open_store(f"sqlite:///{tmp_path}/other.sqlite"), policy=Players()) as book:
        client = create_app(book).test_client()
        answer = client.post("/records/new", data={**NEW, "chance": "dealt"})
        address = answer.headers["Location"]
        assert client.get(address).status_code == 403
        assert client.post(address, data={"do": "gap", "version": "5", "words": ""}).status_code == 403
