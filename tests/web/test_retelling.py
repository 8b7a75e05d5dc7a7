"""A log is told again on the page, by plain forms; who sees its lines, and the words that are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from records.core.viewers import LOCAL, OPERATOR, Role
from records.store import Listed, Onlookers, Release
from support import books
from support.recording_forms import fields, main, soup, words
from support.trial_log import SEED, WORDS, as_text, begun_beside, sentences, stored_log, trial
from web.app import create_app

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from records.service import GameBook

book = books.own


@pytest.fixture
def client(book: GameBook) -> FlaskClient:
    """A browser without a script."""
    client = create_app(book).test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def act(client: FlaskClient, address: str, button: str, **more: str) -> Any:
    """Press the first button of the log with these words, and return the page to which it leads."""
    page = main(client.get(address))
    form = next(form for form in page.select("#log form") if button in words(form.select_one("button")))
    answer = client.post(str(form["action"]), data=fields(form) | more)
    return client.get(answer.headers["Location"]) if answer.status_code == 303 else answer


def next_line(page: Any) -> str:
    """The line that is lit."""
    return words(main(page).select_one("#log .is-next b"))


def chosen(page: Any, says: str) -> dict[str, Any]:
    """The form of the board with an action."""
    form = main(page).select_one('form:has(input[value="command"])')
    assert form is not None
    (option,) = [label.select_one("input") for label in form.select("label.tick") if words(label) == says]
    assert option is not None
    return fields(form) | {"action": str(option["value"])}


@pytest.mark.soak
def test_a_pasted_log_is_told_move_by_move(book: GameBook, client: FlaskClient) -> None:
    """Taken in, begun with the hands that it names, told on the board, learnt, and played by the learnt words; both records link."""
    _played, lines = sentences(book, SEED)
    assert main(client.get("/notation")).select_one('a[href="/log"]') is not None
    log = {"text": "\n".join(lines[:40]), "players": "Ana, Ben", "day": "2026-03-14", "game": "regicide", "site": "Trial"}
    to = client.post("/log", data=fields(main(client.get("/log")).select_one("form")) | log).headers["Location"]
    form = main(client.get(to)).select("form")[-1]
    sent = fields(form)
    assert sent["name"] == ["Ana", "Ben"]
    assert sent["begins"] == ["2"]  # "Ben begins."
    answer = client.post("/records/new", data=sent)
    asked, first = [], []
    while answer.status_code == 200:
        asked.append(words(main(answer).select_one("h1")))
        first.append(words(main(answer).select_one(".log-says li")))
        answer = client.post("/records/new", data=fields(main(answer).select_one("form")))
    assert asked == ["Which 7 cards is Ben dealt?", "Which 7 cards is Ana dealt?", "Which royal comes out of the castle?"]
    sheet = answer.headers["Location"]
    told, source = sheet.split("/")[2], to.rpartition("=")[2]
    assert first == [lines[0], lines[2], lines[3]]  # what was answered is not shown again
    assert next_line(client.get(sheet)) == lines[4]  # and belongs to the beginning
    answer = client.post(sheet, data=chosen(client.get(sheet), "Ben plays Ace of Clubs, 9 of Spades."))
    answer = client.post(sheet, data=fields(main(answer).select_one("form")))  # the log says which royal comes
    page = client.get(sheet)
    assert next_line(page) == "Clubs: the damage of 10 is doubled."
    each = main(page).select_one("#log .each")
    assert "[name] plays [cards]." in words(each)
    assert [button["value"] for button in each.select("button")] == ["{cards}", ""]  # type: ignore[union-attr]
    act(client, sheet, "play", means="{cards}")
    act(client, sheet, "Up to here part of the last move: The Jack of Hearts comes out")
    page = act(client, sheet, "Part of the last move") if next_line(client.get(sheet)) != lines[11] else client.get(sheet)
    assert next_line(page) == "Ben plays 5 of Diamonds."
    assert words(main(page).select_one("#log .is-next code")) == "B d5"
    asks = act(client, sheet, "Play it")
    assert words(main(asks).select_one("h1")) == "Which card does Ben draw?"
    assert words(main(asks).select_one("select option[selected]")) == "2 of Diamonds"
    assert "In the log" not in client.get(f"/records/{told}?at=6").text  # a line may tell how the move ends
    replay = client.get(f"/records/{told}?at={book.record(LOCAL, told).steps}")
    assert "In the log: Ben plays Ace of Clubs, 9 of Spades." in words(main(replay))
    assert f'href="/records/{source}"' in replay.text
    assert f'href="/records/{told}"' in client.get(f"/records/{source}").text
    assert f'href="/records/new?source={source}"' in client.get(f"/records/{source}").text
    assert "2026" in words(main(replay).select_one(".imprint"))
    assert book.record(LOCAL, told).header.started.month == 3


@pytest.mark.soak
def test_a_log_of_castle_rampage_is_begun_and_its_first_cards_are_laid(book: GameBook, client: FlaskClient) -> None:
    """The purple cards of the deal are asked for; a card that is laid is tied to its line, and the next one is played by its words."""
    dealt = (
        "Ben begins.\nBen is dealt Bomber, House Ram, Last Resort, Robber, Veteran.\nBen shows and lays aside: Bomber.\n"
        "Ben is dealt Squire.\nAna is dealt Cook, Dragon, Traitor, Ogre, Priest.\nAna shows and lays aside: Ogre.\nAna is dealt Worker."
    )
    laid = "Ben puts Veteran under the Gate.\nBen puts Robber under the Gate.\nAna puts Cook under the Castle."
    source = stored_log(book, f"Players: Ana, Ben\nGame: Castle Rampage\nSite: Trial\nDate: 2026-03-14\n\n{dealt}\n{laid}")
    answer = client.post("/records/new", data=fields(main(client.get(f"/records/new?source={source}")).select("form")[-1]))
    while answer.status_code == 200:
        answer = client.post("/records/new", data=fields(main(answer).select_one("form")))
    sheet = answer.headers["Location"]
    page = client.get(sheet)
    assert next_line(page) == "Ben puts Veteran under the Gate."
    client.post(sheet, data=chosen(page, "Ben puts Veteran under the Gate."))
    act(client, sheet, "play", means="gate {cards}")
    assert next_line(act(client, sheet, "Play it")) == "Ana puts Cook under the Castle."


@pytest.mark.soak
def test_known_words_are_played_and_what_is_stale_or_wrong_is_refused(book: GameBook, client: FlaskClient) -> None:
    """Play on, leave out, wait, untie; a page that was overtaken writes nothing; a game without a log has no rail."""
    told = begun_beside(book, trial(book))
    book.retelling.learn_words(LOCAL, "regicide", "trial", WORDS)
    sheet = f"/records/{told}/record"
    old = main(client.get(sheet))
    act(client, sheet, "Up to here part of the last move: The Jack")
    page = act(client, sheet, "Play on")
    assert next_line(page) == "The Jack of Hearts takes 5 damage and has 15 health left."
    stale = client.post(f"/records/{told}/log", data=fields(old.select_one("#log form")))
    assert stale.status_code == 409
    assert next_line(act(client, sheet, "Leave out")) == "The Jack of Hearts attacks Ben, who must discard cards worth 10 at least."
    page = act(client, sheet, "Part of the next move")
    assert [words(one) for one in main(page).select("#log .is-told small")][-2:] == ["left out", "with the next move"]
    page = act(client, sheet, "Not told yet: The Jack of Hearts takes 5")
    assert next_line(page) == "The Jack of Hearts takes 5 damage and has 15 health left."
    wrong = client.post(f"/records/{told}/log", data=fields(main(page).select_one("#log form")) | {"do": "untie", "line": "99.0"})
    assert wrong.status_code == 422
    assert "cannot be told so" in wrong.text
    plain = str(book.writing.begin(LOCAL, _table()))
    assert main(client.get(f"/records/{plain}/record")).select_one("#log") is None
    sent = fields(main(page).select_one("#log form"))
    assert client.post(f"/records/{plain}/log", data=sent).status_code == 404
    assert client.get(f"/records/{told}/log").headers["Location"].endswith("/record#log")


def _table() -> Any:
    from records.core.ids import SeatKey  # noqa: PLC0415
    from records.service import NewTable  # noqa: PLC0415

    return NewTable(game="regicide", names=("Ana", "Ben"), begins=SeatKey("A"), dealt=True)


def test_a_reader_who_may_not_see_the_log_is_shown_no_word_of_it(book: GameBook, client: FlaskClient) -> None:
    """Neither its lines nor that there is one; with the right to see it a reader sees what everybody was sent, not the lines of a seat."""
    source = stored_log(book, as_text("Ben begins.", "* You whisper quillfeather", "Ben plays Ace of Clubs, 9 of Spades.", told_to="Ana"))
    told = begun_beside(book, source)
    sheet = f"/records/{told}/record"
    page = act(client, sheet, "Up to here part of the last move: Ana whisper ")
    assert "quillfeather" in page.text
    assert "quillfeather" in client.get(f"/records/{told}?at=5&as=A").text
    assert "quillfeather" not in client.get(f"/records/{told}?at=5&as=B").text
    asked = {eyes: client.get(f"/api/records/{told}/retelling?as={eyes}").get_json()["retelling"] for eyes in ("A", "B", "public")}
    assert {eyes: [one["version"] for one in found["lines"]] for eyes, found in asked.items()} == {
        "A": [1, 1, None],
        "B": [1, None],
        "public": [1, None],
    }
    assert "quillfeather" not in str([asked["B"], asked["public"]])
    book.people.add_member(LOCAL, "keeper", [Role.ADMIN])
    shown = Release(listed=Listed.EVERYBODY, after=Onlookers.PUBLIC, names=True)
    book.access.release_record(OPERATOR, told, shown)
    guest = create_app(book).test_client()
    guest.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    hidden = guest.get(f"/records/{told}?at=5").text
    assert "Ben begins." in words(soup(guest.get(f"/records/{told}?at=5")))  # what the record itself narrates
    assert "In the log" not in hidden
    assert source not in hidden
    assert guest.get(f"/api/records/{told}/retelling?as=public").get_json() == {"retelling": None}
    assert guest.get(sheet).status_code in {403, 404}
    book.access.release_record(OPERATOR, source, shown)
    seen = guest.get(f"/records/{told}?at=5").text
    assert "In the log" in seen
    assert "quillfeather" not in seen


def test_words_are_seen_changed_and_removed_by_their_owner(book: GameBook, client: FlaskClient) -> None:
    """A line that lacks a field is refused; whom they do not belong to finds no table, and a guest is asked to sign in for it."""
    assert "There are no words yet." in client.get("/words").text
    assert main(client.get("/log")).select_one('a[href="/words"]') is not None
    table = book.retelling.learn_words(LOCAL, "regicide", "trial", WORDS).id
    assert f'href="/words/{table}"' in client.get("/words").text
    (told,) = client.get("/api/words").get_json()["tables"]
    assert {one["says"]: one["means"] for one in told["lines"]} == WORDS
    page = main(client.get(f"/words/{table}"))
    first = fields(page.select_one(".word-lines form"))
    assert first["says"] == ["{seat} begins."]
    wrong = client.post(f"/words/{table}", data=first | {"means": "drop {cards}"})
    assert wrong.status_code == 422
    client.post(f"/words/{table}", data=first | {"means": ""})
    assert book.retelling.word_table(LOCAL, table).means["{seat} begins."] == ""
    client.post(f"/words/{table}", data=fields(main(client.get(f"/words/{table}")).select("li form")[1]))
    assert "{seat} begins." not in book.retelling.word_table(LOCAL, table).means
    delete = page.select("form")[-1]
    sure = client.post(f"/words/{table}", data=fields(delete))
    assert "cannot be brought back" in sure.text
    client.post(f"/words/{table}", data=fields(main(sure).select_one("form")))
    assert client.get(f"/words/{table}").status_code == 404
    book.people.add_member(LOCAL, "keeper", [Role.ADMIN])
    guest = create_app(book).test_client()
    guest.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    for address in ("/words", f"/words/{table}"):
        refused = guest.get(address)
        assert (refused.status_code, "Sign in to see the words of logs" in refused.text) == (403, True)


def test_each_game_can_be_chosen_with_and_without_a_log(book: GameBook, client: FlaskClient) -> None:
    """The links of the page lead to the form of their game, and the log stays beside it."""
    source = stored_log(book, as_text("Ana passes."))
    for address, kept in (("/records/new", None), (f"/records/new?source={source}", [source])):
        links = [(words(link), str(link["href"])) for link in main(client.get(address)).select("nav.row a")]
        assert len(links) > 1
        for title, to in links:
            page = main(client.get(to))
            assert words(page.select_one("form h2")) == title
            assert [words(link) for link in page.select("nav.row a[aria-current]")] == [title]
            assert fields(page.select("form")[-1]).get("source") == kept


def test_a_log_that_cannot_be_read_and_a_source_that_is_none_are_refused(book: GameBook, client: FlaskClient) -> None:
    """Without players; a record of a known game; a game for fewer people."""
    form = fields(main(client.get("/log")).select_one("form"))
    refused = client.post("/log", data=form | {"text": "Ana passes.", "day": "2026-03-14"})
    assert refused.status_code == 422
    assert "Name the players first" in refused.text
    assert "Ana passes." in words(main(refused).select_one("textarea"))
    assert client.post("/log", data=form | {"text": "x", "game": "chess"}).status_code == 422
    played, _lines = sentences(book, SEED)
    assert client.get(f"/records/new?source={played}").status_code == 422
    assert client.get("/records/new?source=0000000000000000").status_code == 404
    many = stored_log(book, as_text("Eve begins.").replace("Ana, Ben", "Ana, Ben, Cem, Dov, Eve"))
    assert client.get(f"/records/new?source={many}").status_code == 422
    assert soup(client.get(f"/records/new?source={trial(book)}")).select_one('input[name="source"]') is not None
    assert "source=" not in client.get("/records/new").text
