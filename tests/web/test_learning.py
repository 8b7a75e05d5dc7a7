"""Studies in the browser: solved with and without somebody of whom it is kept, handed out by a link, shown in a frame, printed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from bs4 import BeautifulSoup

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.chapters.drafts import NewChapter
from records.service.desks.linking import NewLink
from records.service.library import library
from records.service.writing.simulation import simulate
from records.studies.chapters import events as ev
from support import books

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from records.service.chapters.views import StudyView


book = books.own


@pytest.fixture
def study(book: GameBook) -> StudyView:
    """A study that asks for a move, for cards and for a chance."""
    record = book.writing.add(LOCAL, next(iter(simulate(library()["castle-rampage"], seed=3, games=1))))[0].id
    view = book.record(LOCAL, record, "A")
    assert view.game.play is not None
    at = next(at for at in range(30, view.steps) if len(view.game.play.legal(view.position(at))) > 2)
    move = msgspec.Raw(msgspec.json.encode(view.game.play.legal(view.position(at))[0]))
    slot = next(slot for slot, one in sorted(view.knowledge(at).slots.items()) if one.exact and one.certain is None)
    tasks: tuple[Any, ...] = (
        ev.FindMove(answers=(ev.AcceptedMove(pattern=move, says="Well done."),), hints=("Look.", "Again.")),
        ev.AskCandidates(place=slot, says="Every one of them."),
        ev.AskChance(place=slot, card=min(view.knowledge(at).slots[slot].of)),
    )
    made = book.studies.open_study(LOCAL, "A study").id
    for nth, task in enumerate(tasks):
        book.studies.add_chapter(LOCAL, made, NewChapter(title=f"Chapter {nth}", record=record, viewer="A", last=at, task=task))
    return book.studies.publish_study(LOCAL, made)


def _page(client: FlaskClient, address: str) -> BeautifulSoup:
    answer = client.get(address, follow_redirects=True)
    assert answer.status_code == 200, address
    return BeautifulSoup(answer.text, "html.parser")


@pytest.mark.soak
def test_cards_and_a_chance_are_answered_in_forms_and_the_move_without_a_script(client: FlaskClient, study: StudyView) -> None:
    """What is said is graded and stays; half of it is told as half; the key comes when all is right, and the study says how far one is."""
    move, cards, chance = (f"/learn/{study.id}/{one.id}/chapter" for one in study.chapters)
    key = study.chapters[1].key
    assert key is not None
    client.post(cards, data={"act": "answer", "card": list(key.candidates[:1])})
    page = _page(client, cards)
    assert "Right: 1, missing:" in page.select(".told")[0].text
    assert page.select(".key") == []
    client.post(cards, data={"act": "answer", "card": list(key.candidates)})
    assert "Every one of them." in _page(client, cards).select(".key")[0].text
    chances = study.chapters[2].key
    assert chances is not None
    assert chances.chance is not None
    percent = f"{100 * chances.chance[0] / chances.chance[1]:.2f}".replace(".", ",")
    client.post(chance, data={"act": "answer", "chance": percent})
    assert "Solved" in _page(client, chance).select(".key h3")[0].text
    options = _page(client, move).select('noscript input[name="action"]')
    for option in options:
        if not _page(client, move).select(".key"):
            client.post(move, data={"action": str(option["value"])})
    assert "Well done." in _page(client, move).select(".key")[0].text
    assert "3 of 3 done" in _page(client, f"/learn/{study.id}").text
    assert client.post(cards, data={"act": "answer"}).status_code == 422


@pytest.mark.soak
def test_a_link_to_a_study_leads_through_it_and_nowhere_else(client: FlaskClient, study: StudyView, book: GameBook) -> None:
    """Nothing is kept of who comes by it; hints, answers and the key are told all the same; named sites may show it in a frame; it ends."""
    made = client.post(f"/learn/{study.id}", data={"act": "share", "days": "3", "label": "club", "origins": "https://club.example"})
    root = BeautifulSoup(made.text, "html.parser").select(".told code")[0].text.split("localhost")[1].rstrip("/")
    shown = client.get(f"{root}/", follow_redirects=True)
    assert "A study" in shown.text
    chapter = f"{root}/learn/{study.id}/{study.chapters[1].id}"
    framed = client.get(f"{chapter}/chapter")
    assert "frame-ancestors https://club.example" in framed.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed.headers
    key = study.chapters[1].key
    assert key is not None
    answered = client.post(f"{chapter}/chapter", data={"act": "answer", "hints": "0", "card": list(key.candidates)})
    assert answered.status_code == 200
    assert "Every one of them." in answered.text
    moved = f"{root}/learn/{study.id}/{study.chapters[0].id}/chapter"
    assert "Again." not in client.post(moved, data={"act": "hint", "hints": "0"}).text
    assert "Again." in client.post(moved, data={"act": "hint", "hints": "1"}).text
    assert "Well done." in client.post(moved, data={"act": "give up", "hints": "1"}).text
    assert "Well done." not in client.get(moved).text
    assert book._office.store.ids("learner") == []
    for other in ("/learn", "/records/new", "/api/records", f"/learn/{study.id}@draft", f"/studies/{study.id}", "/learn/0000000000000000"):
        assert client.get(root + other).status_code == 404, other
    assert client.post(f"{root}/learn/{study.id}", data={"act": "share"}).status_code == 404
    (link,) = book.learning.study_links(LOCAL, study.id)
    client.post(f"/learn/{study.id}", data={"act": "end-link", "link": link.id, "sure": "1"})
    assert client.get(f"{root}/").status_code == 404


@pytest.mark.soak
def test_a_printed_study_has_the_answers_for_its_author_alone(client: FlaskClient, study: StudyView, book: GameBook) -> None:
    """Each chapter with its table and question; the keys if they are asked for; by a link they are not to be had."""
    page = _page(client, f"/learn/{study.id}/sheet")
    assert len(page.select("article figure svg")) == 3
    assert "Every one of them." not in page.text
    assert "Every one of them." in _page(client, f"/learn/{study.id}/sheet?keys=on").text
    token = book.learning.share_study(LOCAL, study.id)
    assert "Every one of them." not in _page(client, f"/s/{token}/learn/{study.id}/sheet?keys=on").text
    for chapter in study.chapters:
        client.post(f"/learn/{study.id}/{chapter.id}/chapter", data={"act": "give up"})
    assert str(_page(client, f"/learn/{study.id}/sheet").select("article")) == str(page.select("article"))


def test_a_link_can_hide_how_long_a_game_is(client: FlaskClient, book: GameBook) -> None:
    """With suspense=on behind it, who opens it reads without length and result, step by step."""
    record = book.writing.add(LOCAL, next(iter(simulate(library()["castle-rampage"], seed=3, games=1))))[0].id
    token, _row = book.access.share(LOCAL, record, NewLink(viewer="A"))
    steps = book.record(LOCAL, record).timeline.step_number(book.record(LOCAL, record).steps)
    plain, hiding = (_page(client, f"/s/{token}/{query}") for query in ("", "?suspense=on"))
    assert f"of {steps}" in " ".join(plain.select("#dock")[0].text.split())
    assert f"of {steps}" not in " ".join(hiding.select("#dock")[0].text.split())


def test_the_name_in_the_head_leads_out_of_a_chapter(client: FlaskClient, study: StudyView) -> None:
    """From a chapter and from its replay the head leads to the games: elsewhere there, it would lead back into the chapter."""
    framed = _page(client, f"/learn/{study.id}/{study.chapters[0].id}/chapter")
    (through,) = (str(link["href"]) for link in framed.select(".learn a.btn") if "/records/" in str(link["href"]))
    for page in (framed, _page(client, through)):
        assert [link["href"] for link in page.select("a.brand")] == ["/"]
        assert [link["href"] for link in page.select(".doors a")] == ["/", "/learn", "/rules", "/upload"]
        assert [link.get_text() for link in page.select(".doors [aria-current]")] == ["Learn"]


@pytest.mark.soak
def test_number_14_a_chapter_opens_at_its_first_move(client: FlaskClient, book: GameBook) -> None:
    """From the start it opens where somebody first plays, on page, in replay and file; a step that was chosen is kept."""
    record = book.writing.add(LOCAL, next(iter(simulate(library()["castle-rampage"], seed=3, games=1))))[0].id
    first_move = next(turn.told[0].version for turn in book.record(LOCAL, record, "A").timeline.told_turns if turn.number)
    assert first_move > 1
    made = book.studies.open_study(LOCAL, "A study").id
    for first, last in ((0, first_move + 9), (first_move + 4, first_move + 9), (0, first_move - 1)):
        book.studies.add_chapter(LOCAL, made, NewChapter(title="Read", record=record, viewer="A", first=first, last=last))
    published = book.studies.publish_study(LOCAL, made)
    opened = []
    for one in published.chapters:
        page = _page(client, f"/learn/{made}/{one.id}/chapter")
        assert page.select("#board .card, #board [data-slot]")
        (through,) = (str(link["href"]) for link in page.select(".learn .brief a.btn") if "/records/" in str(link["href"]))
        opened.append(int(through.rpartition("at=")[2]))
    assert opened[:2] == [first_move, first_move + 4]
    assert 0 < opened[2] < first_move
    data = _page(client, f"/learn/{made}/offline").select_one("script#data")
    assert data is not None
    chapters = json.loads(data.text)["chapters"]
    assert [one["steps"][one["opens"]]["at"] for one in chapters] == opened
