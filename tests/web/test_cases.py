"""The pages of disputes: from a step to the printed ruling, and who reads what there."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from bench.work import counted
from importers.base import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.cases.drafts import NewRuling, ReadingNamed
from records.service.library import library
from records.service.writing.simulation import simulate
from web.app import create_app
from web.pages.cases import page as case_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask.testing import FlaskClient

GAME = Path(__file__).parents[2] / "examples" / "games" / "castle-rampage-yucata.jsonl"
STEP = "20"


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """A book with one game."""
    with GameBook.open(f"sqlite:///{tmp_path}/cases.db", games=library()) as opened:
        yield opened


@pytest.fixture
def record(book: GameBook) -> str:
    """Its id."""
    return store_file(book, LOCAL, GAME.read_bytes(), GAME.name, ImportOptions())[0].id


@pytest.fixture
def client(book: GameBook) -> FlaskClient:
    """A browser."""
    return create_app(book).test_client()


def text(client: FlaskClient, address: str) -> str:
    """What a page says, in words."""
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    return html.unescape(re.sub(r"<[^>]+>", " ", answer.text))


def sent(client: FlaskClient, address: str, **fields: str) -> str:
    """Send a form; returns the address to which it leads."""
    answer = client.post(address, data=fields)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"])


def opened(client: FlaskClient, record: str, **fields: str) -> str:
    """Open a dispute by its form."""
    form = {"as": "open", "at": STEP, "text": "Is that so?", "by": "Ana", "to": "*", **fields}
    return sent(client, f"/records/{record}/cases", **form)


@pytest.mark.soak
def test_a_dispute_goes_from_the_step_to_a_printed_ruling(client: FlaskClient, record: str) -> None:
    """Each form leads back to the case; one sheet has the ruling in both languages, the reader's first, the shelf its adjusted result."""
    assert f"/records/{record}/cases?at={STEP}" in client.get(f"/records/{record}?at={STEP}&as=A").text
    assert "Dispute this step" in text(client, f"/records/{record}/cases?at={STEP}&as=A")
    case = opened(client, record, event="Cup", round="2", table="4")
    here = case.split("?", maxsplit=1)[0]
    sent(client, here, act="claim", by="A", switch="own", says="recorded", to="*", text="As I say.")
    assert "It follows." in text(client, f"{here}?as=A")
    sent(client, here, act="rule", by="Judge", switch="own", cites="§ 4.2, 5.1", adjusted="B", to="*", text="So be it.")
    page = text(client, f"{here}?as=public&lang=de")
    assert "Entscheidung drucken" in page
    assert "Cup, Runde 2, Tisch 4" in page
    for language, words in (("en", ("Adjusted result", "Geändertes Ergebnis")), ("de", ("Geändertes Ergebnis", "Adjusted result"))):
        sheet = client.get(f"{here}/ruling?as=public&lang={language}").text
        assert sheet.count("§ 4.2, 5.1") == 2
        assert [re.findall(r'<article lang="(..)">', sheet), 0 < sheet.index(words[0]) < sheet.index(words[1])] == [
            [language, {"en": "de", "de": "en"}[language]],
            True,
        ]
        months = re.findall(r'class="signed">Judge, ([^<]*)<', sheet)
        assert len(set(months)) == 2  # each day in its own language's words
    assert '<html lang="de"' in client.get(f"{here}?as=public&lang=de").text
    assert "By a ruling:" in text(client, "/?lang=en")
    assert "By a ruling:" not in text(client, "/?suspense=on")
    client.get("/?suspense=off")
    sent(client, here, act="appeal", ruling="r1", by="A", to="*", text="No.")
    assert "By a ruling:" not in text(client, "/")
    sent(client, here, act="overrule", ruling="r1", by="Head", to="*")
    sent(client, here, act="release", seat="A")
    assert "released" in text(client, f"{here}?as=arbiter&lang=en")
    sent(client, here, act="close", by="Head", to="*")
    assert "What comes next" not in text(client, f"{here}?as=A")


@pytest.mark.soak
def test_a_case_page_shows_what_its_reader_may_know(client: FlaskClient, record: str) -> None:
    """A question for one seat is no page for the other; a claim for one stands on that one's page alone."""
    secret = opened(client, record, to="A", text="Quillfeather?").split("?", maxsplit=1)[0]
    assert "Quillfeather" in text(client, f"{secret}?as=A")
    for reader in ("B", "public", "arbiter"):
        assert client.get(f"{secret}?as={reader}").status_code == 404
        assert client.get(f"{secret}/ruling?as={reader}").status_code == 404
    assert "Quillfeather" not in text(client, f"/records/{record}/cases?as=B")
    case = opened(client, record).split("?", maxsplit=1)[0]
    sent(client, case, act="claim", by="A", switch="own", says="recorded", to="A", text="Moonpebble.")
    shown = {reader: "Moonpebble" in text(client, f"{case}?as={reader}") for reader in ("A", "B", "public", "open", "arbiter")}
    assert shown == {"A": True, "B": False, "public": False, "open": True, "arbiter": False}
    sent(client, case, act="release", seat="A")
    assert "Moonpebble" in text(client, f"{case}?as=arbiter")


@pytest.mark.soak
def test_a_printed_ruling_names_every_seat_and_shows_no_more_than_its_reader_has(client: FlaskClient, record: str) -> None:
    """A's sheet is read by others too: nobody is "You" on it, in either language; A's drawn card stands there, B's does not.

    No reader is addressed by what is not shown either.
    """
    case = opened(client, record, at="13").split("?", maxsplit=1)[0]
    sent(client, case, act="rule", by="Judge", switch="own", cites="4.2", to="*", text="So be it.")
    page, sheet = (text(client, f"{case}{part}?as=A") for part in ("", "/ruling"))
    said = [re.findall(r"\b(?:You|Du)\b[^.]*\.", words) for words in (page, sheet)]
    assert (bool(said[0]), said[1]) == (True, [])
    unseen = [re.findall(r"\b(?:you|du)\b[^.]*\.", text(client, f"{case}/ruling?as={reader}")) for reader in ("A", "B", "public")]
    assert unseen == [[], [], []]
    assert {reader: "Digger" in text(client, f"{case}/ruling?as={reader}") for reader in ("A", "B", "public")} == {
        "A": True,
        "B": False,
        "public": False,
    }


@pytest.fixture
def jacks(book: GameBook) -> str:
    """A game in which both win or lose together."""
    game = GAME.with_name("regicide-jacks.kbz")
    return store_file(book, LOCAL, game.read_bytes(), game.name, ImportOptions())[0].id


def test_a_ruling_about_an_order_says_what_lies_in_another_order(client: FlaskClient, jacks: str) -> None:
    """The royal or the played cards go first: the steps read the same, and the sheet shows the discard pile of either reading."""
    case = opened(client, jacks, at="12").split("?", maxsplit=1)[0]
    sent(client, case, act="rule", by="Judge", switch="fallen_first=played cards", cites="5.4", to="*", text="So be it.")
    sheet = " ".join(text(client, f"{case}/ruling?as=open&lang=en").split())
    assert "step 10 " in sheet, "as the command line says of event 12"
    assert "5 steps as recorded" in sheet
    assert "Afterwards: Discard pile: 4 cards: Jack of Clubs, 10 of Clubs, Ace of Spades, 10 of Hearts" in sheet
    assert "Afterwards: Discard pile: 4 cards: 10 of Clubs, Ace of Spades, 10 of Hearts, Jack of Clubs" in sheet


def test_who_plays_together_wins_or_loses_together_by_a_ruling(client: FlaskClient, jacks: str) -> None:
    """The form offers that the team wins and that all lose, and no single winner; the shelf says so."""
    case = opened(client, jacks, at="12").split("?", maxsplit=1)[0]
    page = client.get(f"{case}?as=open&lang=en").text
    assert re.findall(r'name="adjusted" value="(\w+)"', page) == ["team", "nobody"]
    assert not re.search(r"(Hedda|Ole) wins", page)
    sent(client, case, act="rule", by="Judge", adjusted="team", to="*", text="So be it.")
    assert "Adjusted result The team won" in " ".join(text(client, f"{case}/ruling?as=open&lang=en").split())
    assert "By a ruling: The team won" in " ".join(text(client, "/?lang=en").split())


@pytest.mark.soak
def test_words_of_a_dispute_are_erased_by_its_page_where_the_reader_has_them(client: FlaskClient, record: str) -> None:
    """Offered is what the reader reads, the rest is as if it were not there; afterwards it says that something was erased."""
    case = opened(client, record).split("?", maxsplit=1)[0]
    sent(client, case, act="claim", by="A", switch="own", says="recorded", to="A", text="Moonpebble.")
    offers = {reader: 'value="c1"' in client.get(f"{case}?as={reader}").text for reader in ("A", "B", "public")}
    assert offers == {"A": True, "B": False, "public": False}
    unseen, none = (client.post(case, data={"as": "B", "act": "erase", "what": what, "sure": "1"}) for what in ("c1", "c7"))
    assert (unseen.status_code, none.status_code) == (404, 404)
    assert text(client, f"{case}?as=A").count("Moonpebble") == 1
    sent(client, case, **{"as": "A"}, act="erase", what="c1", sure="1")
    page = client.get(f"{case}?as=open").text
    assert ("Moonpebble" in page, "These words were erased." in page, 'value="c1"' in page) == (False, True, False)
    sent(client, case, act="close", by="Head", to="*", text="Quillfeather")
    sent(client, case, act="erase", what="closing", sure="1")
    assert "Quillfeather" not in client.get(f"{case}?as=open").text


def test_a_form_that_cannot_be_written_says_why(client: FlaskClient, record: str) -> None:
    """Unknown fields, empty questions, strange steps and acts are refused with a reason."""
    case = opened(client, record).split("?", maxsplit=1)[0]
    address = f"/records/{record}/cases"
    for fields in ({"at": "x", "text": "?"}, {"at": "0", "text": "?"}, {"at": STEP, "text": " "}, {"at": STEP, "text": "?", "who": "x"}):
        assert client.post(address, data=fields).status_code == 422
    for fields in (
        {"act": "x"},
        {"act": "rule"},
        {"act": "uphold", "by": "x", "ruling": "r9"},
        {"act": "claim", "by": "x", "switch": "no=such"},
    ):
        assert client.post(case, data=fields).status_code == 422
    assert client.post("/cases/0000000000000000", data={"act": "close", "by": "x"}).status_code == 404


def test_a_form_says_what_the_other_faces_can(client: FlaskClient, book: GameBook, record: str) -> None:
    """Several winners, several readers, a ruleset and several points; none of it together with what it contradicts."""
    case = opened(client, record).split("?", maxsplit=1)[0]
    own = book.record(LOCAL, record, "open").reading()
    apart = {one.name: next(value.name for value in one.choices if value.name != own[one.name]) for one in own.switches[:2]}
    offered = client.get(f"{case}?as=open").text
    assert all(f'name="adjusted" value="{key}"' in offered for key in ("A", "B", "drawn", "nobody"))
    assert all(f'name="to" value="{key}"' in offered for key in ("*", "A", "B"))
    rule = {
        "act": "rule",
        "by": "Judge",
        "ruleset": own.name,
        "switch": ["", *(f"{name}={value}" for name, value in apart.items())],
        "to": ["A", "B"],
    }
    for adjusted in (["drawn", "A"], ["nobody", "A"], ["nobody", "drawn"], ["A", "Z"]):
        assert client.post(case, data={**rule, "adjusted": adjusted}).status_code == 422
    assert "or only those who may read it" in client.post(case, data={**rule, "to": ["*", "A"]}, headers={"Accept-Language": "en"}).text
    assert client.post(case, data={**rule, "adjusted": ["A", "B"]}).status_code == 303
    ruling = book.cases.case(LOCAL, case.rpartition("/")[2], "A").ruling
    assert (ruling.body.adjusted.winners, ruling.body.adjusted.drawn, ruling.written.known_to) == (("A", "B"), False, ("A", "B"))
    assert dict(ruling.body.reading.switches) == apart


def test_a_ruling_about_another_game_is_told_at_the_play_it_speaks_to(client: FlaskClient, book: GameBook) -> None:
    """The hint stands at the same play of the other record, as its viewer's own log tells it, and nowhere else."""
    switch = {"strengthening_when": "before other cards"}
    castle, seed, found = library()["castle-rampage"], 0, None
    while found is None:
        new = next(iter(simulate(castle, seed=seed, games=1)))
        first, other = (book.writing.add(LOCAL, new)[0].id for _ in range(2))
        view = book.record(LOCAL, first, "open")
        found, seed = next(iter(view.moments(view.reading(), view.reading("", switch))), None), seed + 1
    at = found.play.first
    case = book.cases.open_case(LOCAL, first, at, "?", to=("*",)).id
    reading = ReadingNamed(switches=tuple(switch.items()))
    book.cases.rule(LOCAL, case, NewRuling(by="Judge", text="Before.", reading=reading), to=("*",))
    assert "A ruling applies to this play: Before." in " ".join(text(client, f"/records/{other}?at={at}&as=open").split())
    assert "A ruling applies" in text(client, f"/records/{other}/steps/{at}?as=open")
    assert "A ruling applies" not in text(client, f"/records/{other}?at={at - 1}&as=open")
    assert "A ruling applies" not in text(client, f"/records/{first}?at={at}&as=open")
    book.cases.answer_ruling(LOCAL, case, "overrule", "r1", "Head", to=("*",))
    assert "A ruling applies" not in text(client, f"/records/{other}?at={at}&as=open")


@pytest.mark.soak
def test_number_16_a_record_with_many_disputes_has_pages(
    client: FlaskClient, book: GameBook, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each dispute stands on one page, in its order; a page takes as many statements however many there are."""
    monkeypatch.setattr(case_page, "MOST_CASES", 2)
    first = f"/records/{record}/cases?at=9&as=A"
    taken, opened = [], []
    for _more in range(2):
        for _one in range(4):
            opened.append(f"Question {len(opened) + 1}?")
            sent(client, f"/records/{record}/cases", **{"at": "9", "as": "A", "to": "*", "text": opened[-1]})
        client.get(first)
        taken.append(counted(lambda: client.get(first).data).statements)
    assert taken[1] < taken[0] + 4, "not one more for each of four further disputes"
    found, address, pages = [], first, 0
    while address:
        page = BeautifulSoup(client.get(address, headers={"Accept-Language": "en"}).text, "html.parser")
        found += [it.text for it in page.select("main li h2")]
        onward = page.select_one("main a[rel=next]")
        address, pages = str(onward["href"]) if onward else "", pages + 1
    assert (found, pages) == (opened, 4)
    assert client.get(f"{first}&after=none").status_code == 404
