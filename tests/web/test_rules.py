"""The rules of a game as a page: three settings, numbers that steps lead to, and what a record chooses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
import pytest

from records.core.shared import GameStarted
from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.rulebook import reading_of, rules_text
from records.service.writing.simulation import simulate
from records.values import replace
from support import books
from support.soaking import one_in
from web.pages.rules.rulebook import read_rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from bs4 import BeautifulSoup
    from flask.testing import FlaskClient

    from records.service import Entry

    Read = Callable[..., BeautifulSoup]

TEXT = """<!-- form: none of this is shown -->
# A game

Introduction, see [there](elsewhere.md).

## 1. Set-up

> **In short:** Shuffle.

Before the numbers.

**1.1** Deal five. *Switch* `dealt`: `five`, `six`.

* to the left first

**1.2** Cut <script>alert(1)</script> & shuffle.

## Appendix

**A** is no number.
"""


book = books.shared


@pytest.fixture(scope="module")
def played(book: GameBook) -> str:
    """A game that played itself."""
    return book.writing.add(LOCAL, *simulate(library()["castle-rampage"], seed=9, games=1, ruleset="castle-rampage/plain-online"))[0].id


def test_a_text_is_read_by_its_form() -> None:
    """Title, introduction, chapters with summary and lead, paragraphs with all that follows their number."""
    rules = read_rules(TEXT)
    assert (rules.title, rules.intro) == ("A game", "<p>Introduction, see there.</p>\n")
    first, last = rules.chapters
    assert (first.number, first.title, last.number, last.title) == ("1", "Set-up", "", "Appendix")
    assert first.summary == "<p><strong>In short:</strong> Shuffle.</p>\n"
    assert first.lead == "<p>Before the numbers.</p>\n"
    assert rules.numbers == ("1.1", "1.2")
    assert "to the left first" in first.paragraphs[0].html
    assert first.paragraphs[0].switches == ("dealt",)
    assert "Deal five." in first.paragraphs[0].html
    assert not re.search("Switch|dealt|code", first.paragraphs[0].html)
    assert "is no number" in last.lead


def test_no_markup_of_a_text_reaches_the_page() -> None:
    """HTML in a text is left out, comments too, and signs are escaped."""
    rules = read_rules(TEXT)
    whole = "".join([rules.intro, *(paragraph.html for paragraph in rules.chapters[0].paragraphs)])
    assert "<script" not in whole
    assert "none of this" not in whole
    assert "Cut alert(1) &amp; shuffle." in whole


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", [name for name in library() if rules_text(name, "en")])
def test_every_rules_text_has_its_form(game: str, language: str) -> None:
    """Each chapter of each game's text, in both languages, has a number, a summary and paragraphs, none twice."""
    rules = read_rules(rules_text(game, language))
    assert rules.title
    assert all(chapter.number and chapter.summary and chapter.paragraphs for chapter in rules.chapters)
    assert len(set(rules.numbers)) == len(rules.numbers)
    assert rules.numbers == read_rules(rules_text(game, "en")).numbers


@pytest.mark.parametrize(
    ("show", "summaries", "paragraphs"),
    one_in(2, [("", True, True), ("both", True, True), ("summary", True, False), ("detailed", False, True)]),
)
def test_three_settings(read: Read, played: str, show: str, summaries: bool, paragraphs: bool) -> None:
    """Summary only, detailed only, or both; without a setting both."""
    page = read(f"/records/{played}/rules?at=3&as=A{f'&show={show}' if show else ''}")
    rules = read_rules(rules_text("castle-rampage", "en"))
    assert len(page.select(".short")) == (len(rules.chapters) if summaries else 0)
    assert [it["id"] for it in page.select("dl > div")] == ([f"p{number}" for number in rules.numbers] if paragraphs else [])
    (here,) = page.select(".shows a[aria-current]")
    assert here.get_text() == {"summary": "summary only", "detailed": "detailed only"}.get(show, "both")


def test_the_text_is_in_the_readers_language(read: Read, played: str) -> None:
    """German words, German settings, the same numbers."""
    page = read(f"/records/{played}/rules?lang=de")
    assert page.html is not None
    assert page.html["lang"] == "de"
    assert "Zwei Spieler setzen sich" in page.select_one("#p1\\.1").get_text()  # type: ignore[union-attr]
    assert [it.get_text() for it in page.select(".shows a")] == ["beides", "nur kurz", "nur ausführlich"]


@pytest.mark.soak
def test_each_step_leads_to_its_paragraph(read: Read, played: str, book: GameBook) -> None:
    """A step that names a rule has a link to it, and the paragraph is on the page to which it leads."""
    page = read(f"/records/{played}?at=60&as=A")
    links = page.select(".lines .para")
    steps = {step.version: step for step in book.record(LOCAL, played, "A").timeline.told if step.version <= 60}
    assert len(links) == len([step for step in steps.values() if step.rule]) > 40
    addresses = {str(link["href"]) for link in links}
    for address in sorted(addresses)[:3]:
        path, _hash, anchor = address.partition("#")
        assert read(path).find(id=anchor) is not None
    assert all(str(link["href"]).endswith(f"#p{link.get_text().removeprefix('§ ')}") for link in links)


def test_what_the_record_chooses_stands_below_its_paragraph(read: Read, played: str) -> None:
    """At the paragraph that names a switch stands what each value means, which the record's ruleset chooses, and which is usual."""
    page = read(f"/records/{played}/rules?as=A")
    (point,) = page.select("#p1\\.3 .point")
    assert [bold.get_text() for bold in point.select("b")] == ["Purple cards at the start", "Replaced.", "Never dealt."]
    assert [code.get_text() for code in point.select("code")] == ["purple_at_start", "redealt", "never dealt"]
    (chosen,) = point.select("li.chosen")
    assert " ".join(chosen.get_text().split()).startswith("Here: Never dealt. Only the other cards are dealt during set-up")
    (usual,) = [it for it in point.select("li") if "the usual reading" in it.get_text()]
    assert "Replaced." in usual.get_text()
    assert not page.select("#p1\\.1 .point")
    assert "Switch" not in page.select_one(".text").get_text()  # type: ignore[union-attr]


def test_the_reading_stands_before_the_rules(read: Read, played: str) -> None:
    """The ruleset's title and sentence, and where it departs from the usual one, with the way there."""
    page = read(f"/records/{played}/rules?as=A&lang=de")
    (by,) = page.select(".by")
    assert [it.get_text() for it in by.select("h2, h2 code")] == [
        "Ohne besondere Fähigkeiten, ausgeteilt wie online castle-rampage/plain-online",
        "castle-rampage/plain-online",
    ]
    assert "Das Grundspiel, und wie am Online-Tisch" in by.get_text()
    assert ("#p1.3", "Violette Karten am Anfang: Nie ausgeteilt") in [
        (str(it.a["href"]), it.span.get_text()) for it in by.select("li") if it.a and it.span
    ]


@pytest.mark.soak
def test_a_game_can_be_read_by_each_of_its_rulesets(read: Read) -> None:
    """Without a record a ruleset is chosen; the first of the game is the usual one."""
    games = library()["castle-rampage"]
    page = read("/rules/castle-rampage")
    assert [(it["value"], it.get_text()) for it in page.select("option")] == [(it.name, it.title) for it in games.rules.rulesets.values()]
    for name, ruleset in games.rules.rulesets.items():
        page = read(f"/rules/castle-rampage?ruleset={name}")
        chosen = {it.code.get_text() for it in page.select("#p1\\.3 li.chosen") if it.code}
        assert chosen == {ruleset["purple_at_start"]}


def test_a_switch_that_the_game_set_apart_is_told(book: GameBook) -> None:
    """What the start of a game says of its switches goes before the ruleset."""
    (game,) = simulate(library()["castle-rampage"], seed=9, games=1, ruleset="castle-rampage/plain")
    start = game.entries[0].event
    assert isinstance(start, GameStarted)
    apart = msgspec.structs.replace(start, switches=(("purple_returns", "after set-up"),))
    game.entries[0] = _with(game.entries[0], apart)
    reading = reading_of(book.record(LOCAL, book.writing.add(LOCAL, game)[0].id, "open"))
    assert reading.ruleset is not None
    assert (reading.ruleset["purple_returns"], reading.same) == ("after set-up", True)


def _with(entry: Entry, event: GameStarted) -> Entry:
    return replace(entry, event=event)


@pytest.mark.parametrize(
    ("address", "status"),
    one_in(
        4,
        [
            ("/rules/observed", 404),
            ("/rules/chess", 404),
            ("/rules/castle-rampage.rules", 404),
            ("/rules/..", 404),
            ("/rules/%00", 404),
            ("/rules/castle-rampage?ruleset=none", 422),
            ("/rules/castle-rampage?show=all", 422),
            ("/rules/castle-rampage?as=A", 422),
            ("/records/RECORD/rules?at=9999", 404),
            ("/records/RECORD/rules?as=Nobody", 422),
            ("/records/none/rules", 404),
        ],
    ),
)
def test_what_is_not_there_is_refused(client: FlaskClient, played: str, address: str, status: int) -> None:
    """A game without rules, a ruleset, a setting, a step or a viewer that is not there."""
    assert client.get(address.replace("RECORD", played)).status_code == status
