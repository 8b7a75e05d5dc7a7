"""The pages of classes: a lesson is led, followed and answered in forms; streams say what happens while who listens may know it."""

from __future__ import annotations

import csv
import io
import re
import threading
import time
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import pytest
from bs4 import BeautifulSoup

from records.core.ids import RecordId
from records.core.viewers import LOCAL, OPEN
from records.service import GameBook
from records.service.chapters.drafts import NewChapter
from records.service.library import library
from records.service.writing.simulation import simulate
from records.studies.chapters.events import AskCandidates
from records.values import replace
from support.lesson import asking_for_a_move
from web.app import create_app
from web.live.slots import NoStreamError, StreamSlots
from web.live.watch import StreamWatch
from web.live.wire import News, StreamBody

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask import Flask
    from flask.testing import FlaskClient


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameBook]:
    """A store with one game and a published study of it."""
    with GameBook.open(f"sqlite:///{tmp_path_factory.mktemp('classes')}/classes.db") as opened:
        opened.writing.add(LOCAL, next(iter(simulate(library()["castle-rampage"], seed=3, games=1))))
        study = opened.studies.open_study(LOCAL, "First lessons")
        record = opened.records.shelf(LOCAL).entries[0].id
        for title, last in (("One", 9), ("Two", 20)):
            opened.studies.add_chapter(LOCAL, study.id, NewChapter(title=title, record=record, last=last, viewer="B"))
        view = opened.record(LOCAL, record, "B")
        at, slot = next(
            (at, slot)
            for at in range(5, view.steps)
            for slot, chances in view.knowledge(at).slots.items()
            if chances.exact and chances.certain is None
        )
        task = AskCandidates(place=slot)
        opened.studies.add_chapter(LOCAL, study.id, NewChapter(title="Three", record=record, last=at, viewer="B", task=task))
        opened.studies.publish_study(LOCAL, study.id)
        yield opened


_APPS: WeakKeyDictionary[GameBook, Flask] = WeakKeyDictionary()


def browser(shelf: GameBook) -> FlaskClient:
    """A browser that prefers English; all see one app."""
    if shelf not in _APPS:
        _APPS[shelf] = create_app(shelf)
    client = _APPS[shelf].test_client()
    client.environ_base |= {"HTTP_ACCEPT_LANGUAGE": "en", "HTTP_ORIGIN": "http://localhost"}
    return client


def begun(teacher: FlaskClient, shelf: GameBook) -> tuple[str, str]:
    """Begin a class as a teacher does; returns its address and a code."""
    study = shelf.studies.studies(LOCAL)[0].id
    answer = teacher.post("/classes", data={"title": "Tuesdays", "study": study})
    assert answer.status_code == 303
    there = answer.headers["Location"]
    page = teacher.post(there, data={"act": "code"}).text
    assert "<svg" in page
    code = re.search(r'code-large"><code>([\w-]+)<', page)
    assert code is not None
    assert code[1] not in teacher.get(there).text  # it is shown once
    return there, code[1]


def test_a_class_on_a_game_begins_in_the_menu_of_its_replay(shelf: GameBook) -> None:
    """The menu leads to the form, which names the game, offers its viewers and has chosen the one that was looking."""
    teacher, record = browser(shelf), shelf.records.shelf(LOCAL).entries[0].id
    menu = BeautifulSoup(teacher.get(f"/records/{record}?as=B").text, "html.parser").select_one("#menu")
    assert menu is not None
    (way,) = [str(link["href"]) for link in menu.select("a") if link.get_text() == "Teach it to a class"]
    page = BeautifulSoup(teacher.get(way).text, "html.parser")
    form = next(form for form in page.select("form.account-form") if form.select_one(f'input[name="record"][value="{record}"]'))
    assert [str(option["value"]) for option in form.select("option")] == ["A", "B", "public", "open"]
    chosen = form.select_one("option[selected]")
    assert chosen is not None
    assert chosen["value"] == "B"
    begun_class = teacher.post(str(form["action"]), data={"record": record, "viewer": "B", "title": "A game"})
    assert begun_class.status_code == 303
    assert "A game" in teacher.get(begun_class.location).text
    assert teacher.get("/classes?record=0000000000000000").status_code == 404


@pytest.mark.parametrize(("wrong", "sent"), [("record", {"record": "zzzz"}), ("viewer", {"viewer": "Z"}), ("", {"title": ""})])
def test_a_class_that_is_refused_says_why_at_its_field_and_keeps_what_was_typed(shelf: GameBook, wrong: str, sent: dict[str, str]) -> None:
    """Only the wrong field is marked, its reason is what it is described by, the form stands open, and no study is left behind."""
    typed = {"record": shelf.records.shelf(LOCAL).entries[0].id, "viewer": "B", "title": "Tuesdays"} | sent
    before = [one.id for one in shelf.studies.studies(LOCAL)]
    answer = browser(shelf).post("/classes", data=typed)
    assert answer.status_code == 422
    page = BeautifulSoup(answer.text, "html.parser")
    form = next(form for form in page.select("form.account-form") if form.select_one('input[name="record"]'))
    assert {str(field["name"]): str(field["value"]) for field in form.select("input[name]")} == typed
    assert [str(field["name"]) for field in page.select("[aria-invalid]")] == ([wrong] if wrong else [])
    (alert,) = page.select("[role=alert]")
    assert alert.get_text().strip()
    assert alert.get("id") == (f"wrong-{wrong}" if wrong else None)
    made = form.find_parent("details")
    assert made is not None
    assert "open" in made.attrs
    assert [one.id for one in shelf.studies.studies(LOCAL)] == before


def test_a_class_is_refused_in_the_readers_language(shelf: GameBook) -> None:
    """A record that is not there is said as by its own address."""
    answer = browser(shelf).post("/classes", data={"record": "zzzz", "title": "Dienstags"}, headers={"Accept-Language": "de"})
    (alert,) = BeautifulSoup(answer.text, "html.parser").select("[role=alert]")
    assert alert.get_text() == "Eine Partie mit dieser Kennung gibt es nicht."


@pytest.mark.parametrize(
    ("sent", "wrong", "why"),
    [
        ({"record": "abcde"}, "record", "Die Kennungen mehrerer Partien beginnen so. Gib mehr davon ein."),
        ({"record": "abcdef", "viewer": "ANNA"}, "viewer", "„ANNA“ passt auf mehrere Plätze. Nimm den Schlüssel des Platzes."),
    ],
)
def test_what_fits_more_than_one_thing_is_refused_at_its_field(tmp_path: Path, sent: dict[str, str], wrong: str, why: str) -> None:
    """The beginning of two ids is wrong at the game, a name of two players at the eyes, each said in the reader's language."""
    (game,) = simulate(library()["regicide"], seed=3, games=1, players=2)
    with GameBook.open(f"sqlite:///{tmp_path}/other.db") as other, GameBook.open(f"sqlite:///{tmp_path}/two.db") as book:
        whole = other.records.export(LOCAL, other.writing.add(LOCAL, replace(game, names={"A": "Anna", "B": "anna"}))[0].id, OPEN)
        for name in ("abcdef", "abcdefgh"):
            book.writing.take_in(LOCAL, replace(whole, header=replace(whole.header, record=RecordId(name))))
        answer = browser(book).post("/classes", data={"title": "Dienstags", **sent}, headers={"Accept-Language": "de"})
    page = BeautifulSoup(answer.text, "html.parser")
    assert [str(field["name"]) for field in page.select("[aria-invalid]")] == [wrong]
    assert [alert.get_text() for alert in page.select("[role=alert]")] == [why]


def test_a_class_takes_the_new_version_between_two_lessons(shelf: GameBook) -> None:
    """Its page offers it once it is published; learners read it then, and what was asked of a chapter that is gone stays readable."""
    record, teacher, phone = shelf.records.shelf(LOCAL).entries[0].id, browser(shelf), browser(shelf)
    study = shelf.studies.open_study(LOCAL, "Twice").id
    for title in ("Kept", "Gone"):
        shelf.studies.add_chapter(LOCAL, study, NewChapter(title=title, record=record, last=9, viewer="B"))
    published = shelf.studies.publish_study(LOCAL, study)
    there = teacher.post("/classes", data={"title": "Twice", "study": study}).location
    in_class = there.rpartition("/")[2]
    code = shelf.classes.set_class_code(LOCAL, in_class)
    phone.post("/join", data={"code": code, "nickname": "Kim"})
    home = f"/in/{in_class}/learn/{study}"
    first = phone.get(home).text
    assert "Gone" in first
    phone.get(f"{home}/{published.chapters[0].id}/chapter")
    shelf.classes.begin_session(LOCAL, in_class)
    shelf.classes.show(LOCAL, in_class, published.chapters[1].id, 9)
    question = {"act": "question", "question": "Why?", "answer-1": "So", "answer-2": "Thus", "right": "1"}
    assert teacher.post(f"{there}/live", data=question).status_code == 303
    phone.post(f"{there}/phone", data={"poll": "1", "choice": "0"})
    shelf.studies.remove_chapter(LOCAL, study, published.chapters[1].id, was=published.chapters[1].version)
    shelf.studies.add_chapter(LOCAL, study, NewChapter(title="New", record=record, last=12, viewer="B"))
    shelf.studies.publish_study(LOCAL, study)
    assert "Teach the new version" not in teacher.get(there).text, "not amid a lesson"
    assert teacher.post(there, data={"act": "newest"}).status_code == 422
    assert "Gone" in phone.get(home).text
    teacher.post(f"{there}/live", data={"act": "reveal", "poll": "1"})
    teacher.post(f"{there}/live", data={"act": "end"})
    assert "Version 2 of the study was published; the class learns version 1." in teacher.get(there).text
    assert "Continue with the new version" not in phone.get(home).text, "that is the teacher's"
    assert teacher.post(there, data={"act": "newest"}).status_code == 303
    assert teacher.post(there, data={"act": "newest"}).status_code == 303, "a second time changes nothing"
    assert shelf.classes.taught_class(LOCAL, in_class).view.number == 2
    after = phone.get(home).text
    assert "New" in after
    assert "Gone" not in after
    for page in (there, f"{there}/live", f"{there}/board", f"{there}/answers.csv"):
        assert teacher.get(page).status_code == 200, page
    assert "Why?" in teacher.get(f"{there}/answers.csv").text
    assert "Teach the new version" not in teacher.get(there).text
    begun_again = teacher.post(f"{there}/live", data={"act": "begin"}, follow_redirects=True)
    assert "New" in begun_again.text
    assert phone.get(f"{there}/phone").status_code == 200


@pytest.mark.soak
def test_a_lesson_is_led_followed_and_answered_without_a_script(shelf: GameBook) -> None:
    """From the list of classes to the answers as CSV; a nickname that looks like a formula is none there."""
    teacher, phone = browser(shelf), browser(shelf)
    assert "First lessons" in teacher.get("/classes").text
    there, code = begun(teacher, shelf)
    assert "Choose another" not in (came := phone.post("/join", data={"code": code.lower(), "nickname": "=Kim"})).text
    assert re.search(r"<code>(\w{4}-){7}\w{4}</code>", came.text)
    assert browser(shelf).post("/join", data={"code": code, "nickname": "=kim"}).status_code == 422
    assert "No lesson is in progress" in phone.get(f"{there}/phone").text
    chapters = re.findall(r'<option value="(\w+)"', teacher.post(f"{there}/live", data={"act": "begin"}, follow_redirects=True).text)
    assert teacher.post(f"{there}/live", data={"act": "show", "chapter": chapters[1], "step": "20"}).status_code == 303
    assert f":{chapters[1]}:20:B" in phone.get(f"{there}/phone/now").text
    assert teacher.post(f"{there}/live", data={"act": "show", "chapter": chapters[1], "step": "21"}).status_code == 422
    first = shelf.record(LOCAL, shelf.records.shelf(LOCAL).entries[0].id, "B").timeline.opening(0, 9)
    assert first > 0
    nth = shelf.record(LOCAL, shelf.records.shelf(LOCAL).entries[0].id, "B").timeline.step_number(20)
    assert f'name="number" type="number" min="0" value="{nth}"' in teacher.get(f"{there}/live").text
    earlier = {"act": "show", "of": chapters[1], "chapter": chapters[1], "number": "2"}
    assert teacher.post(f"{there}/live", data=earlier).status_code == 303
    assert 'name="number" type="number" min="0" value="2"' in teacher.get(f"{there}/live").text
    assert teacher.post(f"{there}/live", data={**earlier, "number": "99"}).status_code == 422
    another = {"act": "show", "of": chapters[1], "number": "20"}
    for chapter, opened in ((chapters[0], first), (chapters[2], shelf.studies.studies(LOCAL)[0].chapters[2].body.source.last)):  # type: ignore[union-attr]  # none was erased
        assert teacher.post(f"{there}/live", data={**another, "chapter": chapter}).status_code == 303
        assert f":{chapter}:{opened}:B" in phone.get(f"{there}/phone/now").text
    question = {"act": "question", "question": "Who wins?", "answer-1": "Ana", "answer-3": "Ben", "right": "3"}
    assert teacher.post(f"{there}/live", data=question).status_code == 303
    assert "Who wins?" in phone.get(f"{there}/phone").text
    assert phone.post(f"{there}/phone", data={"poll": "1", "choice": "7"}).status_code == 422
    assert phone.post(f"{there}/phone", data={"poll": "1", "choice": "1"}).status_code == 303
    assert "1 of 1 answered" in teacher.get(f"{there}/live/now").text
    assert "Right:" not in teacher.get(f"{there}/board/now").text
    teacher.post(f"{there}/live", data={"act": "reveal", "poll": "1"})
    for page in (phone.get(f"{there}/phone/now").text, teacher.get(f"{there}/board").text):
        assert "Right:</b> Ben" in page
    assert "100 of 100" in phone.get(f"{there}/phone/now").text
    rows = list(csv.DictReader(io.StringIO(teacher.get(f"{there}/answers.csv").text)))
    assert [(row["learner"], row["question"], row["answer"], row["worth"]) for row in rows] == [("'=Kim", "Who wins?", "Ben", "100")]
    teacher.post(f"{there}/live", data={"act": "end"})
    assert "No lesson is in progress" in teacher.get(f"{there}/board").text


def test_a_learner_leaves_comes_back_and_is_removed(shelf: GameBook) -> None:
    """With the return code on another device; once removed every page is as for nobody."""
    teacher, phone, other = browser(shelf), browser(shelf), browser(shelf)
    there, code = begun(teacher, shelf)
    page = phone.post("/join", data={"code": code, "nickname": "Kim"}).text
    back = re.search(r"<code>((?:\w{4}-){7}\w{4})</code>", page)
    assert back is not None
    assert other.post("/join", data={"back": back[1]}).headers["Location"] == f"{there}/phone"
    assert "Kim" in other.get(f"{there}/phone").text
    phone.post(f"{there}/phone", data={"act": "leave"})
    assert phone.get(f"{there}/phone").headers["Location"] == "/join"
    learner = re.search(r'name="learner" value="(\w+)"', teacher.get(there).text)
    assert learner is not None
    teacher.post(there, data={"act": "remove", "learner": learner[1]})
    assert other.get(f"{there}/phone/now").status_code == 401
    assert other.post("/join", data={"back": back[1]}).status_code == 401
    assert "No one has joined yet." in teacher.get(there).text
    assert teacher.post(there, data={"act": "delete"}).status_code == 422
    assert teacher.post(there, data={"act": "delete", "sure": "yes"}).headers["Location"] == "/classes"
    assert teacher.get(there).status_code == 404


def test_learners_read_the_study_below_their_class(shelf: GameBook) -> None:
    """Chapters, answers and progress lie below the class, known by the learner's own cookie; for others nothing is there."""
    teacher, phone = browser(shelf), browser(shelf)
    there, code = begun(teacher, shelf)
    phone.post("/join", data={"code": code, "nickname": "Kim"})
    home = re.search(r'href="(/in/\w+/learn/\w+)"', phone.get(f"{there}/phone").text)
    assert home is not None
    page = phone.get(home[1]).text
    chapters = list(dict.fromkeys(re.findall(rf'href="({home[1]}/\w+/chapter)"', page)))
    assert len(chapters) == 3
    assert f'href="{there}/phone"' in page
    assert phone.get(chapters[2]).status_code == 200
    assert phone.post(chapters[2], data={"act": "answer", "card": "knight"}).status_code == 303
    table = teacher.get(there).text
    assert "1 try" in table
    assert re.search(r"<dt>Three</dt><dd>1 . \w+</dd>", table)
    rows = list(csv.DictReader(io.StringIO(teacher.get(f"{there}/answers.csv").text)))
    assert [(row["learner"], row["poll"], row["question"], row["answer"]) for row in rows] == [("Kim", "", "Three", "knight")]
    for hidden in ("/records/new", "/classes", "/learn", "/api/records"):
        assert phone.get(home[1].split("/learn")[0] + hidden).status_code == 404, hidden
    assert phone.get(home[1].split("/learn")[0] + "/").headers["Location"] == f"{there}/phone"
    for stranger in (teacher, browser(shelf)):
        assert stranger.get(home[1]).status_code == 404
    assert "shelf" not in re.sub(r"<head>.*</head>", "", page, flags=re.DOTALL).lower()


def test_over_https_a_cookie_holds_below_the_class_too(shelf: GameBook) -> None:
    """No other host and no plain page can set it, and its name is the same below a class and below a chapter."""
    there, code = begun(browser(shelf), shelf)
    phone = browser(shelf)
    phone.environ_base |= {"wsgi.url_scheme": "https", "HTTP_ORIGIN": "https://localhost"}
    came = phone.post("/join", data={"code": code, "nickname": "Kim"}, base_url="https://localhost")
    assert came.headers["Set-Cookie"].startswith("__Host-kiebitz-learner=")
    page = phone.get(f"{there}/phone", base_url="https://localhost").text
    home = re.search(r'href="(/in/\w+/learn/\w+)"', page)
    assert home is not None
    lesson = phone.get(home[1], base_url="https://localhost")
    assert lesson.status_code == 200
    chapter = re.search(rf'href="({home[1]}/\w+/chapter)"', lesson.text)
    assert chapter is not None
    assert phone.get(chapter[1], base_url="https://localhost").status_code == 200


def test_revoked_stream_open(shelf: GameBook) -> None:
    """The policy is asked before each event: a removed learner is told no further one, and coming back is refused."""
    teacher, phone = browser(shelf), browser(shelf)
    there, code = begun(teacher, shelf)
    phone.post("/join", data={"code": code, "nickname": "Kim"})
    held = there.removeprefix("/classes/")
    shelf.classes.begin_session(LOCAL, held)
    answer = phone.get(f"{there}/phone/events", buffered=False)
    body = iter(answer.response)
    told = [next(body) for _ in range(3)]
    assert told[1].startswith(b"id: ")  # type: ignore[arg-type]  # bytes, as our streams give them
    shelf.classes.remove_learner(LOCAL, held, shelf.classes.learners(LOCAL, held)[0].id)
    shelf.classes.end_session(LOCAL, held)
    assert list(body) == []
    answer.close()
    assert phone.get(f"{there}/phone/events").status_code == 401
    assert browser(shelf).get(f"{there}/phone/events").status_code == 401
    del phone.environ_base["HTTP_ORIGIN"]
    assert phone.post(f"{there}/phone", data={"act": "leave"}).status_code == 403  # a page of another site may have sent it


def test_who_comes_back_is_told_what_was_missed(shelf: GameBook) -> None:
    """By Last-Event-ID, whatever the address says; four streams a caller, and a fifth is refused until one is closed."""
    teacher = browser(shelf)
    there, _code = begun(teacher, shelf)
    held = there.removeprefix("/classes/")
    shelf.classes.begin_session(LOCAL, held)
    version = shelf.classes.live_class(LOCAL, held).version
    shelf.classes.end_session(LOCAL, held)
    answer = teacher.get(f"{there}/events?after=0", headers={"Last-Event-ID": str(version)}, buffered=False)
    assert answer.headers["Content-Type"].startswith("text/event-stream")
    assert answer.headers["Cache-Control"] == "no-store"
    body = iter(answer.response)
    assert [next(body), next(body)][1] == f"id: {version + 1}\nevent: ended\ndata: {{}}\n\n".encode()
    others = [teacher.get(f"{there}/events", buffered=False) for _ in range(3)]
    refused = teacher.get(f"{there}/events")
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "5")
    for one in (answer, *others):
        one.close()
    again = teacher.get(f"{there}/events", buffered=False)
    assert again.status_code == 200
    again.close()
    assert teacher.get(f"{there}/events?after=x").status_code == 422


def test_a_class_is_watched_in_this_process_and_in_others() -> None:
    """Who waits hears at once what is told here, and soon what the store says; nobody looks when nobody waits."""
    counts = {"a": 1}
    watch = StreamWatch(lambda asked: {one: counts[one] for one in asked}, every=0.02)
    with watch.watching("a"):
        assert not watch.wait("a", 1, 0.05)
        threading.Timer(0.02, lambda: (counts.update(a=2), watch.tell("a", 2))).start()
        begin = time.monotonic()
        assert watch.wait("a", 1, 5)
        counts["a"] = 3
        assert watch.wait("a", 2, 5)
        assert time.monotonic() - begin < 2
    for _ in range(100):
        if not watch.looking:
            break
        time.sleep(0.02)
    assert not watch.looking


def test_a_stream_ends_at_once_when_the_process_does() -> None:
    """It has said when to come back; nothing is lost, for the browser says what it has."""
    watch, slots = StreamWatch(lambda asked: dict.fromkeys(asked, 1)), StreamSlots()
    slots.take("a")
    stream = StreamBody(lambda _after: News(1, (), 1), watch, slots, caller="a", stream="a", after=1)
    assert next(stream) == b"retry: 1000\n\n"
    threading.Timer(0.05, watch.end).start()
    begin = time.monotonic()
    assert list(stream) == []
    assert time.monotonic() - begin < 5
    stream.close()
    assert slots.held == 0


def test_streams_are_bounded() -> None:
    """Of one caller and in all, and each gives its place back."""
    slots = StreamSlots(most=3, each=2)
    slots.take("a")
    slots.take("a")
    with pytest.raises(NoStreamError) as own:
        slots.take("a")
    slots.take("b")
    with pytest.raises(NoStreamError) as full:
        slots.take("c")
    assert (own.value.own, full.value.own, slots.held) == (True, False, 3)
    slots.leave("a")
    slots.take("c")


def test_while_a_question_is_open_the_page_at_home_asks_nothing(shelf: GameBook) -> None:
    """It says why, takes no answer and shows no key; once it is revealed it is as it was."""
    teacher, phone = browser(shelf), browser(shelf)
    there, code = begun(teacher, shelf)
    phone.post("/join", data={"code": code, "nickname": "Kim"})
    study = shelf.studies.studies(LOCAL)[0]
    asked = next(one.id for one in study.chapters if one.body is not None and one.body.title == "Three")
    home = f"/in/{there.rsplit('/', 1)[1]}/learn/{study.id}/{asked}/chapter"
    assert phone.post(home, data={"act": "give up"}).status_code == 303
    assert 'class="key"' in phone.get(home).text
    teacher.post(f"{there}/live", data={"act": "begin"})
    teacher.post(f"{there}/live", data={"act": "ask", "chapter": asked})
    poll = shelf.classes.taught_class(LOCAL, there.rsplit("/", 1)[1]).view.session
    assert poll is not None
    assert poll.poll is not None
    page = phone.get(home)
    assert page.status_code == 200
    assert 'class="key"' not in page.text
    assert "asked in a lesson right now" in page.text
    assert 'id="task"' not in page.text
    for fields in ({"act": "give up"}, {"act": "hint"}, {"act": "answer", "card": "knight"}):
        refused = phone.post(home, data=fields)
        assert refused.status_code == 409
        assert 'class="key"' not in refused.text
        assert "of 100" not in refused.text
    shelf.classes.reveal_poll(LOCAL, there.rsplit("/", 1)[1], poll.poll.number)
    assert 'class="key"' in phone.get(home).text


def test_number_14_no_move_is_chosen_before_a_learner_chooses_one(tmp_path: Path) -> None:
    """The list of moves begins with a line that is no answer, and is sent back where it is all that was chosen."""
    with GameBook.open(f"sqlite:///{tmp_path}/move.sqlite") as book:
        record = book.writing.add(LOCAL, next(iter(simulate(library()["castle-rampage"], seed=3, games=1))))[0].id
        study = book.studies.open_study(LOCAL, "First lessons").id
        book.studies.add_chapter(LOCAL, study, asking_for_a_move(book, record))
        chapter = book.studies.publish_study(LOCAL, study).chapters[0].id
        teacher, phone = browser(book), browser(book)
        there, code = begun(teacher, book)
        phone.post("/join", data={"code": code, "nickname": "Kim"})
        teacher.post(f"{there}/live", data={"act": "begin"})
        teacher.post(f"{there}/live", data={"act": "ask", "chapter": chapter})
        options = BeautifulSoup(phone.get(f"{there}/phone").text, "html.parser").select("select[name=move][required] option")
        assert [option["value"] for option in options] == ["", *map(str, range(len(options) - 1))]
        assert not any(option.has_attr("selected") for option in options)
        assert phone.post(f"{there}/phone", data={"poll": "1", "move": ""}).status_code == 422
        assert phone.post(f"{there}/phone", data={"poll": "1", "move": "0"}).status_code == 303
