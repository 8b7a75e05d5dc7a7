"""Studies are written in the browser: chapters are made from steps of the replay, with the engine's key beside them, moved, published."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from records.core.ids import SeatKey
from records.core.viewers import LOCAL, PUBLIC, Caller
from records.service import GameBook
from records.service.access import AccessSight, LocalPolicy
from records.service.layers.notes import NoteText
from records.service.library import library
from records.service.writing.simulation import simulate
from records.studies.chapters.events import AskCandidates
from support import books
from web.app import create_app

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from records.store import RecordAccess

AT = 60


book = books.own


@pytest.fixture
def record(book: GameBook) -> str:
    """A game of Castle Rampage."""
    return book.writing.add(LOCAL, next(iter(simulate(library()["castle-rampage"], seed=3, games=1))))[0].id


def _form(client: FlaskClient, address: str, act: str | None = None, **typed: str) -> tuple[int, str, BeautifulSoup]:
    """Send the form of a page as a browser does, with some fields typed otherwise; returns status, where it leads, and what is shown."""
    page = BeautifulSoup(client.get(address).text, "html.parser")
    form = next(one for one in page.select("main form") if act is None or one.select(f'button[value="{act}"], input[value="{act}"]'))
    fields = {str(it["name"]): str(it.get("value", "")) for it in form.select("input[name]:not([type=checkbox])")}
    fields |= {str(it["name"]): it.text for it in form.select("textarea")}
    for select in form.select("select"):
        chosen = select.select_one("option[selected]") or select.select_one("option")
        fields[str(select["name"])] = str(chosen["value"]) if chosen is not None else ""
    fields |= {"act": act} if act is not None else {}
    answer = client.post(str(form["action"]), data=fields | {name.replace("_", "-"): value for name, value in typed.items()})
    return answer.status_code, answer.headers.get("Location", ""), BeautifulSoup(answer.text, "html.parser")


@pytest.mark.soak
def test_from_a_step_to_a_published_study(client: FlaskClient, record: str, book: GameBook) -> None:
    """Two chapters are made from the replay; the key stands beside the task; they change places; learners find what was published."""
    replay = BeautifulSoup(client.get(f"/records/{record}?at={AT}&as=A").text, "html.parser")
    (add,) = replay.select('a[href*="/study?"]')
    status, to, _page = _form(client, str(add["href"]), title="Sieges", kind="candidates")
    assert status == 303
    status, study, _page = _form(client, to, "save", title="What is it?", text="*Look* at it.", says="All of these.")
    assert (status, study.split("/")[1]) == (303, "studies")
    status, to, _page = _form(client, str(add["href"]), kind="guided")
    assert _form(client, to, "save", title="To read")[0] == 303
    page = BeautifulSoup(client.get(study).text, "html.parser")
    assert [one.text for one in page.select(".chapters a")] == ["What is it?", "To read"]
    assert page.select(f'a[href="/records/{record}?at={AT}&as=A#notes"]'), "the next chapter is begun where the last one was taken from"
    form = BeautifulSoup(client.get(str(page.select(".chapters a")[0]["href"])).text, "html.parser")
    key = [one.text for one in form.select(".key li")]
    assert len(key) > 1
    chapters = page.select(".chapters li")
    moved = {"act": "move", "chapter": str(chapters[0]["data-chapter"]), "after": str(chapters[1]["data-chapter"])}
    assert client.post(study, data=moved).status_code == 303
    assert _form(client, study, "publish")[0] == 303
    (lesson,) = book.learning.lessons(LOCAL)
    published = book.learning.lesson(LOCAL, lesson.study)
    assert [one.body.title for one in published.chapters if one.body is not None] == ["To read", "What is it?"]
    assert [one.text for one in BeautifulSoup(client.get(f"/learn/{lesson.study}@draft").text, "html.parser").select(".chapters a")]
    first = str(page.select(".chapters a")[0]["href"])
    assert "Erase this chapter?" in _form(client, first, "erase")[2].text
    assert _form(client, first, "erase", sure="1")[:2] == (303, study)
    assert "What is it?" not in client.get(study).text
    assert _form(client, study, "delete")[0] == 422
    assert _form(client, study, "delete", sure="on")[0] == 303
    assert book.learning.lessons(LOCAL) == []


def test_a_move_is_chosen_from_a_list_and_bad_input_keeps_what_was_typed(client: FlaskClient, record: str, book: GameBook) -> None:
    """The moves are in a list; a task without an answer, a worth and a step that cannot be are told with the form as it was."""
    study = book.studies.open_study(LOCAL, "A study").id
    view = book.record(LOCAL, record, "A")
    assert view.game.play is not None
    at = next(at for at in range(30, view.steps) if len(view.game.play.legal(view.position(at))) > 2)
    new = f"/studies/{study}/chapters/new?record={record}&last={at}&as=A&kind=move"
    status, _to, page = _form(client, new, "save", title="Find it")
    assert status == 422
    assert "1 to 20 answers" in page.select("[role=alert]")[0].text
    assert page.select("input[name=title]")[0]["value"] == "Find it"
    moves = [str(one["value"]) for one in page.select('select[name="move-0"] option')][1:]
    assert len(moves) == len(view.game.play.legal(view.position(at)))
    assert _form(client, new, "save", title="Find it", move_0=moves[0], worth_0="200")[0] == 422
    assert _form(client, new, "save", title="Find it", last_step="9999")[0] == 422
    status, _to, page = _form(client, new, "look", title="Find it", move_0=moves[1])
    assert status == 200
    assert len(page.select(".key li")) == 1
    assert _form(client, new, "save", title="Find it", move_0=moves[1], said_0="Yes.", then_step=view_step(view, at + 5))[0] == 303
    body = book.studies.study(LOCAL, study).chapters[0].body
    assert body is not None
    assert body.source.last == at


def view_step(view: object, version: int) -> str:
    """Return the number by which readers call a step."""
    return str(view.timeline.step_number(version))  # type: ignore[attr-defined]  # a RecordView


def test_a_text_is_shown_as_it_will_be_read(client: FlaskClient) -> None:
    """Markdown, with nothing in it that could do anything."""
    assert client.post("/studies/draft", data={"text": "*so* <script>x</script>"}).text.strip() == (
        "<p><em>so</em> &lt;script&gt;x&lt;/script&gt;</p>"
    )


def test_a_chapter_changed_in_two_windows_is_not_lost(client: FlaskClient, record: str, book: GameBook) -> None:
    """The later one is told so and keeps what was typed."""
    study = book.studies.open_study(LOCAL, "A study").id
    _form(client, f"/studies/{study}/chapters/new?record={record}&last=9&as=A", "save", title="One")
    chapter = f"/studies/{study}/chapters/{book.studies.study(LOCAL, study).chapters[0].id}"
    was = book.studies.study(LOCAL, study).chapters[0].version
    assert _form(client, chapter, "save", title="Two")[0] == 303
    status, _to, page = _form(client, chapter, "save", title="Three", was=str(was))
    assert status == 422
    assert page.select("input[name=title]")[0]["value"] == "Three"


def test_nobody_makes_a_chapter_through_eyes_that_are_not_theirs(book: GameBook, record: str) -> None:
    """Who may look as B alone is refused A's eyes and the open table, in the form and when it is sent."""

    class Bens(LocalPolicy):
        def sight(self, caller: Caller, record: str, access: RecordAccess | None) -> AccessSight | None:  # noqa: ARG002 -- every policy's
            return AccessSight(viewers=(SeatKey("B"), PUBLIC), default=SeatKey("B"))

    study = book.studies.open_study(LOCAL, "A study").id
    book._office.gate._policy = Bens()
    client = create_app(book).test_client()
    for eyes in ("A", "open"):
        assert client.get(f"/studies/{study}/chapters/new?record={record}&last=9&as={eyes}").status_code == 403
        sent = {"act": "save", "title": "x", "record": record, "as": eyes, "last": "9", "last-step": "3", "kind": "guided"}
        assert client.post(f"/studies/{study}/chapters/new", data=sent).status_code == 403
    assert book.studies.study(LOCAL, study).chapters == ()
    assert client.get("/studies/0000000000000000").status_code == 404


def test_texts_are_long_and_have_several_lines(client: FlaskClient, record: str, book: GameBook) -> None:
    """A chapter's text, its hints and what is said with the answer; so has what a study is about. What cannot be printed is refused."""
    study = book.studies.open_study(LOCAL, "Sieges").id
    text = "First.\r\n\r\nThen:\r\n\r\n- one\r\n\t- two\r\n" + "long " * 100
    address = f"/studies/{study}/chapters/new?record={record}&as=A&last={AT}&kind=candidates"
    assert _form(client, address, "save", title="One", text=text, hints="Count.\r\nCount again.", says="So.\r\nOr so.")[0] == 303
    body = book.studies.study(LOCAL, study).chapters[0].body
    assert body is not None
    assert body.text.splitlines()[:5] == ["First.", "", "Then:", "", "- one"]
    assert isinstance(body.task, AskCandidates)
    assert body.task.hints == ("Count.", "Count again.")
    assert _form(client, f"/studies/{study}", "name", title="Sieges", text="A line.\r\nAnother.")[0] == 303
    assert "Another." in book.studies.study(LOCAL, study).text
    assert client.post(f"/studies/{study}", data={"act": "name", "title": "x", "text": "a\x00b"}).status_code == 422


def test_a_typed_title_begins_a_new_study(client: FlaskClient, record: str, book: GameBook) -> None:
    """Whatever stands above it; without one the study that is chosen goes on."""
    old = book.studies.open_study(LOCAL, "Old").id
    address = f"/records/{record}/study?at={AT}&as=A"
    assert old in _form(client, address, kind="guided")[1]
    assert old not in _form(client, address, title="New", kind="guided")[1]
    assert [one.title for one in book.studies.studies(LOCAL)] == ["Old", "New"]


def test_a_chapter_shows_the_notes_that_are_ticked(client: FlaskClient, record: str, book: GameBook) -> None:
    """With their arrows, at its steps; who unticks them takes them out."""
    book.notes.write_note(LOCAL, record, NoteText(at=AT, text="Look here", audience=("*",), since=AT))
    study = book.studies.open_study(LOCAL, "Sieges").id
    address = f"/studies/{study}/chapters/new?record={record}&as=A&last={AT}&kind=guided"
    (tick,) = BeautifulSoup(client.get(address).text, "html.parser").select("input[type=checkbox][name=layer]")
    assert "1 note by you" in str(tick.parent)
    assert _form(client, address, "save", title="One", layer=str(tick["value"]))[0] == 303
    (chapter,) = book.studies.study(LOCAL, study).chapters
    assert chapter.body is not None
    assert list(chapter.body.layers) == [tick["value"]]
    again = f"/studies/{study}/chapters/{chapter.id}"
    assert "checked" in str(BeautifulSoup(client.get(again).text, "html.parser").select_one("input[type=checkbox][name=layer]"))
    assert _form(client, again, "save")[0] == 303
    (chapter,) = book.studies.study(LOCAL, study).chapters
    assert chapter.body is not None
    assert chapter.body.layers == ()
