"""The pages as a browser without scripts gets them."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest
from bs4 import BeautifulSoup

from records.core.viewers import LOCAL
from support.soaking import one_in, rest_soaked
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from bs4 import Tag
    from flask.testing import FlaskClient

    from records.service import GameBook, NewGame

    Read = Callable[..., BeautifulSoup]


def one(page: BeautifulSoup | Tag, selector: str) -> Tag:
    """Return the only element that fits."""
    found = page.select(selector)
    assert len(found) == 1, f"{len(found)} elements fit {selector}"
    return found[0]


def marked(page: BeautifulSoup) -> str:
    """Return the words of the present line, "" if there is none."""
    return " ".join(line.get_text(" ", strip=True) for line in page.select(".line[aria-current]"))


def test_a_damaged_line_does_not_take_the_shelf_down(
    book: GameBook, record: str, read: Read, new_game: Callable[..., NewGame], tmp_path: Path
) -> None:
    """A record whose line on the shelf cannot be read stands there by its id, with the column that is to blame, beside the others."""
    book.writing.add(LOCAL, new_game("Carl", "Dora"))
    read("/")
    with closing(sqlite3.connect(tmp_path / "book.sqlite")) as connection, connection:
        connection.execute("UPDATE shelf SET spine = '{' WHERE id = ?", (record,))
    told = [line.get_text(" ", strip=True) for line in read("/").select(".record")]
    assert len(told) == 2
    (damaged,) = [line for line in told if record in line]
    assert "This record's line on the shelf cannot be read (shelf.spine); kiebitz verify shows more." in damaged
    assert any("Carl" in line for line in told)


# ---- languages


@pytest.mark.parametrize(
    ("accepted", "language", "heading"),
    rest_soaked(
        [("de-AT,de;q=0.9,en;q=0.5", "de", "Partien"), ("en-GB", "en", "Games"), ("fr", "en", "Games"), ("", "en", "Games")], keep=2
    ),
)
def test_the_shelf_speaks_the_browsers_language_at_once(
    client: FlaskClient, read: Read, accepted: str, language: str, heading: str
) -> None:
    """The root answers 200 without a redirect, in the language that the browser prefers, English where it prefers none of ours."""
    page = read("/", **{"Accept-Language": accepted})
    assert one(page, "html")["lang"] == language
    assert one(page, "h1").get_text() == heading


def test_a_language_link_is_remembered(client: FlaskClient, read: Read) -> None:
    """The language links of a page lead to the same page, and their choice outlives them."""
    page = read("/?q=anna")
    link = str(one(page, '.lang a[hreflang="de"]')["href"])
    assert parse_qs(urlsplit(link).query) == {"q": ["anna"], "lang": ["de"]}
    assert one(read(link), "html")["lang"] == "de"
    assert one(read("/"), "html")["lang"] == "de"


def test_dates_and_numbers_are_the_readers(read: Read, record: str) -> None:
    """A day is written as the reader writes it."""
    assert "March 14, 2026" in read(f"/records/{record}").get_text()
    assert "14. März 2026" in read(f"/records/{record}?lang=de").get_text()


# ---- shelf


def test_an_empty_shelf_tells_how_to_fill_it(read: Read) -> None:
    """Without a record the shelf leads to where a game is written down, and to where files come in."""
    assert [link["href"] for link in read("/").select(".empty .ways a")][:2] == ["/records/new", "/upload"]


def test_the_shelf_lists_and_links_records(book: GameBook, read: Read, new_game: Callable[..., NewGame]) -> None:
    """Each record stands there with its people, day, turns, spine and result, and links its page."""
    [stored] = book.writing.add(LOCAL, new_game("Anna", "Ben"))
    row = one(read("/"), ".record")
    assert one(row, "h2").get_text(" ", strip=True) == "Anna against Ben"
    assert one(row, "h2 a")["href"] == f"/records/{stored.id}"
    assert one(row, ".state b").get_text() == "Anna won"
    assert one(row, ".spine small").get_text(" ", strip=True) == "12 turns 24 min"
    assert {rect["fill"] for rect in row.select("rect")} == {"url(#h1)", "url(#h2)"}


def test_searching_marks_what_was_found(book: GameBook, read: Read, new_game: Callable[..., NewGame]) -> None:
    """A search narrows the list, keeps the words in the field and marks them in the names."""
    book.writing.add(LOCAL, new_game("Anna", "Ben"), new_game("Mira", "Ben", day=1))
    page = read("/?q=mira")
    assert [h2.get_text(" ", strip=True) for h2 in page.select(".record h2")] == ["Mira against Ben"]
    assert [mark.get_text() for mark in page.select("mark")] == ["Mira"]
    assert one(page, 'input[name="q"]')["value"] == "mira"
    assert read("/?q=nobody").select(".record") == []


def test_the_list_is_sorted_and_paged(book: GameBook, read: Read, new_game: Callable[..., NewGame]) -> None:
    """By the order that is asked for; the links of the pager keep the order and lead through all records once."""
    book.writing.add(LOCAL, *(new_game(name, "Ben", day=day) for day, name in enumerate(("Anna", "Bea", "Cleo", "Dora", "Emma"))))
    assert [a.get_text().split()[0] for a in read("/?sort=newest").select(".record h2")] == ["Emma", "Dora", "Cleo"]
    first = read("/?sort=oldest")
    second = read(str(one(first, 'a[rel="next"]')["href"]))
    names = [a.get_text().split()[0] for page in (first, second) for a in page.select(".record h2")]
    assert names == ["Anna", "Bea", "Cleo", "Dora", "Emma"]
    assert one(second, "ol.records")["start"] == "4"
    assert not second.select('a[rel="next"]')


def test_the_form_asks_with_get_alone(book: GameBook, read: Read, client: FlaskClient, new_game: Callable[..., NewGame]) -> None:
    """Everything that the shelf's form can send is understood."""
    book.writing.add(LOCAL, new_game("Anna", "Ben"))
    form = one(read("/"), "form#query")
    assert form["method"] == "get"
    assert {str(field["name"]) for field in form.select("[name]")} == {"q", "game", "sort"}
    games = [str(chip["href"]) for chip in read("/").select(".chips a:not([href^='#'])")]
    assert len(games) == 2
    for game in games:
        for sort in (str(option["value"]) for option in form.select('[name="sort"] option')):
            read(f"{game}{'&' if '?' in game else '?'}q=&sort={sort}")


def test_names_are_text_and_no_markup(book: GameBook, read: Read, new_game: Callable[..., NewGame]) -> None:
    """A name or a log line that looks like HTML is shown as it is written."""
    [stored] = book.writing.add(LOCAL, new_game("<img src=x onerror=alert(1)>", "B&b"))
    for address in ("/", "/?q=%3Cimg", f"/records/{stored.id}?at=3"):
        page = read(address)
        assert all(str(image["src"]).startswith("/records/") for image in page.select("img"))
        assert "<img src=x onerror=alert(1)>" in page.get_text()
    assert "word 1 <b>&" in read(f"/records/{stored.id}?at=3").get_text()


# ---- replay


def test_without_a_step_the_replay_opens_on_the_first_move(read: Read, record: str) -> None:
    """No ``at`` is the first step of the first turn, with a line that says who plays what and how to read on; no ``as`` the open table."""
    page = read(f"/records/{record}")
    assert "word 0" in marked(page)
    assert one(page, '#where input[name="step"]')["value"] == "1"
    assert one(page, ".opening").get_text().startswith("Anna and Ben play Whispers. Arrow keys or a swipe")
    assert "Anna and Ben play Whispers." in one(page, "#now-said").get_text()
    assert not read(f"/records/{record}?at=1").select(".opening")
    assert one(page, "#viewpoint input:checked")["value"] == "open"


@pytest.mark.soak
def test_every_link_of_the_replay_page_answers(client: FlaskClient, read: Read, record: str) -> None:
    """Each link on a replay page leads to a page."""
    page = read(f"/records/{record}?at=10&as=A")
    links = {str(a["href"]) for a in page.select("a[href]") if not str(a["href"]).startswith("#")}
    assets = {str(tag.get("href") or tag.get("src")) for tag in page.select("head [href], head [src]")}
    assert len(links) > 20
    for link in sorted(links | assets, key=lambda link: "suspense=" in link):  # that one changes what every later page shows
        assert client.get(link).status_code == 200, link


@pytest.mark.soak
def test_steps_lead_through_the_whole_game_and_back(read: Read, record: str) -> None:
    """Following "step on" from the start ends at the last step, "step back" from there at the start; the number counts them one by one."""

    def walk(start: str, control: str) -> list[str]:
        seen, address = [], start
        while address:
            page = read(address)
            seen.append(str(one(page, '#where input[name="step"]')["value"]))
            address = str(one(page, f'[data-control="{control}"]').get("href") or "")
        return seen

    on = walk(f"/records/{record}?at=0&as=public", "on")
    assert on == [str(nth) for nth in range(18)], "eight steps without public words are passed over"
    assert walk(f"/records/{record}?at=25&as=public", "back") == on[::-1]


def test_turns_are_stepped_too(read: Read, record: str) -> None:
    """Turning on goes to the first step of the next turn, turning back to the first of this one."""
    page = read(f"/records/{record}?at=4&as=open")
    assert parse_qs(urlsplit(str(one(page, '[data-control="on-turn"]')["href"])).query)["at"] == ["5"]
    assert parse_qs(urlsplit(str(one(page, '[data-control="back-turn"]')["href"])).query)["at"] == ["3"]


def test_links_keep_the_viewer(read: Read, record: str) -> None:
    """No link of a seat's page leads to another viewer, but the choice of viewers itself, and the link to the moment names it."""
    page = read(f"/records/{record}?at=7&as=ben")
    steps = [str(a["href"]) for a in page.select("a[data-step][href], #link, link[rel=canonical]")]
    assert steps
    assert {parse_qs(urlsplit(step).query)["as"][0] for step in steps} == {"B"}
    assert one(page, "#link")["href"] == f"/records/{record}?at=7&as=B"
    assert one(page, '#where input[name="as"]')["value"] == "B"


def test_what_is_ahead_is_not_told(read: Read, record: str) -> None:
    """Neither words nor symbols of later steps, nor the result, are in the page of an earlier one."""
    page = read(f"/records/{record}?at=7&as=open")
    assert "word 9" not in page.decode()
    assert "Anna won" not in page.get_text()
    assert "18 more steps" in one(page, ".fold.later").get_text()
    assert "Anna won" in read(f"/records/{record}?at=25&as=open").get_text()


def test_the_viewer_sits_below(read: Read, record: str) -> None:
    """A seat sees itself below and the others above; a spectator sees the first seat below."""
    for viewer, below in (("A", "Anna"), ("B", "Ben"), ("public", "Anna")):
        names = [h2.get_text() for h2 in read(f"/records/{record}?at=1&as={viewer}").select(".side bdi")]
        assert names[-1] == below


def test_an_erased_name_is_told_by_its_seat(book: GameBook, read: Read, record: str) -> None:
    """Where no name is known any more the page says the seat's key, in the reader's language."""
    book.people.forget(LOCAL, "Ben")
    page = read(f"/records/{record}?at=3&as=B")
    assert "Ben" not in page.get_text()
    assert "Anna against Seat B" in one(page, "h1").get_text(" ", strip=True)
    assert "Platz B" in read(f"/records/{record}?at=3&as=B&lang=de").get_text()


def test_more_seats_than_seat_colors(read: Read, book: GameBook, new_game: Callable[..., NewGame]) -> None:
    """Three people are told apart by three colors, each the same in narration, timeline and choice of viewers."""
    [stored] = book.writing.add(LOCAL, new_game("Anna", "Ben", "Cleo"))
    page = read(f"/records/{stored.id}?at=9&as=C")
    devices = [str(d["data-seat"]) for d in page.select("#viewpoint .device")]
    assert devices == ["1", "2", "3"]
    assert "Anna, Ben, Cleo" in one(page, "h1").get_text()


# ---- the shell


@pytest.mark.parametrize("address", one_in(2, ["/", "/records/{record}?at=9&as=A", "/nothing", "/records/{record}?at=99"]))
def test_no_page_holds_style_or_script_of_its_own(client: FlaskClient, record: str, address: str) -> None:
    """No inline style, no inline script, no event attribute in any page, so that the strict policy holds; every id stands once."""
    page = BeautifulSoup(client.get(address.format(record=record)).text, "html.parser")
    assert not page.select("style, [style]")
    assert all(script.get("src") and not script.get_text() for script in page.select("script"))
    assert not [name for tag in page.find_all(True) for name in tag.attrs if name.startswith("on")]
    ids = [str(tag["id"]) for tag in page.select("[id]")]
    assert len(ids) == len(set(ids))
    assert one(page, "h1")
    assert one(page, "main")


def test_every_control_has_a_name(read: Read, record: str) -> None:
    """Each link, button and field can be named by who hears the page."""
    page = read(f"/records/{record}?at=9&as=A")
    for control in page.select("a, button, input:not([type=hidden])"):
        named = control.get("aria-label") or control.get_text(strip=True) or (control.find_parent("label") or control).get_text(strip=True)
        assert named, control


def test_a_chosen_theme_is_in_the_page(client: FlaskClient, read: Read) -> None:
    """A theme kept as a cookie is written into the page, and nothing else is taken for one."""
    assert one(read("/"), "html").get("data-theme") is None
    client.set_cookie("theme", "dark")
    assert one(read("/"), "html")["data-theme"] == "dark"
    client.set_cookie("theme", '"><script>')
    assert one(read("/"), "html").get("data-theme") is None


def test_assets_change_their_address_with_their_content(client: FlaskClient, read: Read) -> None:
    """A style sheet is kept for good under an address that holds its hash, and asked for again without one."""
    sheet = str(one(read("/"), 'link[href*="tokens.css"]')["href"])
    assert re.search(r"\?v=[0-9a-f]{12}$", sheet)
    assert "immutable" in client.get(sheet).headers["Cache-Control"]
    assert client.get(sheet.split("?", maxsplit=1)[0]).headers["Cache-Control"] == "no-cache"


def test_modules_are_served_as_scripts(client: FlaskClient) -> None:
    """A module has a type that browsers run."""
    assert client.get("/static/js/main.js").mimetype == "text/javascript"


def test_making_an_app_opens_nothing() -> None:
    """An app can be made without a book; then every page says that it is closed."""
    client: Any = create_app(None).test_client()
    answer = client.get("/")
    assert (answer.status_code, "Not available right now" in answer.text) == (503, True)
    assert client.get("/static/css/tokens.css", buffered=True).status_code == 200


@pytest.mark.soak
def test_a_page_stays_as_small_however_long_the_record_is(client: FlaskClient, book: GameBook, new_game: Callable[..., NewGame]) -> None:
    """A record of 6,000 steps sends less than twice what one of 600 does, at the start, in the middle and at the end."""
    short, long = (book.writing.add(LOCAL, new_game("Anna", "Ben", rounds=rounds))[0].id for rounds in (300, 3000))
    for place in (0, 0.5, 1):
        sizes = [
            len(client.get(f"/records/{record}/steps/{round(place * steps)}?as=A").data) for record, steps in ((short, 600), (long, 6000))
        ]
        assert sizes[1] < 2 * sizes[0]
        assert sizes[1] < 100_000


def test_every_page_has_the_same_doors(read: Read, record: str) -> None:
    """Games, Learn, Rules and Add, in this order, in the bar, on a table in its menu; the one behind which the page lies says so."""
    behind = {
        "/": "Games",
        f"/records/{record}?at=3": "Games",
        "/events": "Games",
        "/figures": "Games",
        "/learn": "Learn",
        "/studies": "Learn",
        "/rules": "Rules",
        "/upload": "Add",
        "/merge": "Add",
        "/notation": "Add",
    }
    for address, door in behind.items():
        page = read(address)
        assert [link.get_text() for link in page.select(".masthead > .doors a, .menu-sheet > .doors a")] == [
            "Games",
            "Learn",
            "Rules",
            "Add",
        ], address
        assert [link.get_text() for link in page.select(".doors [aria-current]")] == [door], address


def test_games_are_added_on_one_page_with_four_tabs(read: Read) -> None:
    """Each tab is a link, so that they work without a script, and leads to a form."""
    tabs = [str(link["href"]) for link in read("/upload").select("main .tabs a")]
    assert tabs == ["/upload", "/notation", "/records/new", "/merge"]
    for tab in ("/upload", "/notation", "/merge"):
        page = read(tab)
        assert [link["href"] for link in page.select("main .tabs a")] == tabs
        assert one(page, "main .tabs [aria-current=page]")["href"] == tab
        assert page.select("main form[method=post]")
