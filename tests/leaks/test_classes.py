"""Lessons: what goes to phones, projector and wire tells nothing of others' cards, of later steps, of keys and counts before their time."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from importers.native_streams import read_stream, write_stream
from records.core.viewers import LOCAL, CallerKind
from records.service import GameBook
from records.service.chapters.drafts import NewChapter
from records.service.kinds import CLASSES, STUDIES
from records.service.library import library
from records.service.writing.simulation import simulate
from records.studies.chapters import events as ev
from records.studies.classes.attendance import ChosenAnswer
from records.studies.classes.events import ChapterPoll, ChoicePoll
from records.studies.tasks.answers import NamedCards
from records.values import replace
from support.soaking import rest_soaked
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask import Flask
    from flask.testing import FlaskClient

STEPS = (0, 9, 33)
DROPPED = {"Set-Cookie", "Date", "Last-Modified", "Expires"}


def _phone(app: Flask, book: GameBook, held: str, nickname: str) -> FlaskClient:
    """A browser that joined a class."""
    client = app.test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    code = book.classes.set_class_code(LOCAL, held)
    assert client.post("/join", data={"code": code, "nickname": nickname}).status_code == 200
    return client


def _shown(client: FlaskClient, held: str, *kinds: str) -> list[tuple[int, dict[str, str], str]]:
    """All that a page and its fragment send: status, headers with tag and length, and the body."""
    found = []
    for kind in kinds or ("phone", "phone/now"):
        with client.get(f"/classes/{held}/{kind}") as answer:
            headers = {name: value for name, value in answer.headers.items() if name not in DROPPED}
            found.append((answer.status_code, headers, answer.get_data().decode()))
    return found


def _wire(client: FlaskClient, address: str, count: int) -> list[bytes]:
    """The first events of a stream, as they are sent."""
    answer = client.get(address, buffered=False)
    body, found = iter(answer.response), []
    while len(found) < count + 1:
        found.append(bytes(next(body)))  # type: ignore[arg-type]  # bytes, as our streams give them
    answer.close()
    return found[1:]


def _chapter(record: str, last: int, task: Any = None, title: str = "One") -> NewChapter:
    return NewChapter(title=title, record=record, viewer="A", last=last, task=ev.GuidedReading() if task is None else task)


@pytest.mark.parametrize("eyes", rest_soaked(["seats", "chapter"]))
def test_no_phone_and_no_projector_depends_on_cards_that_it_was_never_shown(castle_worlds: Any, eyes: Any) -> None:
    """Two games that differ in Ben's cards alone, one class: what Ana's eyes are shown is equal to the byte, on the wire too."""
    first, second = castle_worlds
    study = first.book.studies.open_study(LOCAL, "A study").id
    first.book.studies.add_chapter(LOCAL, study, _chapter(first.record, max(STEPS)))
    chapter = first.book.studies.publish_study(LOCAL, study).chapters[0].id
    held = first.book.classes.open_class(LOCAL, study).id
    second.book._office.store.people.put(first.book.people.person(LOCAL).key, "", LOCAL.person)
    second.book.studies.take_in_study(LOCAL, read_stream(write_stream(first.book.studies.export_study(LOCAL, study)), "a.study", STUDIES))
    second.book.classes.take_in_class(LOCAL, read_stream(write_stream(first.book.classes.export_class(LOCAL, held)), "a.class", CLASSES))
    told = []
    for world in (first, second):
        app = create_app(world.book)
        ana = _phone(app, world.book, held, "Ana")
        world.book.classes.begin_session(LOCAL, held, eyes)
        pages = []
        for step in STEPS:
            world.book.classes.show(LOCAL, held, chapter, step)
            pages += _shown(ana, held) + _shown(app.test_client(), held, "board", "board/now")
        told.append((pages, _wire(ana, f"/classes/{held}/phone/events", len(STEPS) + 1)))
    assert all(status == 200 for status, _headers, _body in told[0][0])
    assert told[0] == told[1]


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """A store with a game."""
    with GameBook.open(f"sqlite:///{tmp_path}/classes.db") as opened:
        opened.writing.add(LOCAL, next(iter(simulate(library()["castle-rampage"], seed=3, games=1, ruleset="castle-rampage/plain"))))
        yield opened


def test_nothing_tells_of_later_steps_or_chapters(book: GameBook) -> None:
    """At a step a phone, the projector and their tags are those of a chapter, and so of a record, that ends there."""
    record = book.records.shelf(LOCAL).entries[0].id
    study = book.studies.open_study(LOCAL, "A study").id
    for last in (33, 20):
        book.studies.add_chapter(LOCAL, study, _chapter(record, last))
    chapters = [one.id for one in book.studies.publish_study(LOCAL, study).chapters]
    held = book.classes.begin_session(LOCAL, book.classes.open_class(LOCAL, study).id).id
    app = create_app(book)
    ana, told = _phone(app, book, held, "Ana"), []
    for chapter in chapters:
        book.classes.show(LOCAL, held, chapter, 20)
        found = _shown(ana, held) + _shown(app.test_client(), held, "board", "board/now")
        told.append([(status, _but_tag(headers), _plain(body, chapter)) for status, headers, body in found])
    assert told[0] == told[1]
    book.classes.show(LOCAL, held, chapters[0], 21)
    assert _plain(_shown(ana, held)[1][2], chapters[0], "") != told[0][1][2]


def test_before_it_is_revealed_nothing_depends_on_what_is_right_or_on_what_others_answered(book: GameBook) -> None:
    """Another right answer, another key with other hints, other answers of others: no byte changes, until it is revealed."""
    record = book.records.shelf(LOCAL).entries[0].id
    view = book.record(LOCAL, record, "A")
    at, slot = next(
        (at, slot)
        for at in range(9, view.steps)
        for slot, chances in sorted(view.knowledge(at).slots.items())
        if chances.exact and chances.certain is None
    )
    study = book.studies.open_study(LOCAL, "A study").id
    task = ev.AskCandidates(place=slot, hints=("Quercus",), says="Xylem")
    chapter = book.studies.add_chapter(LOCAL, study, _chapter(record, at, task)).chapters[0]
    key = book.studies.publish_study(LOCAL, study).chapters[0].key
    book.studies.revise_chapter(LOCAL, study, chapter.id, _chapter(record, at, replace_task(task)), was=chapter.version)
    book.studies.publish_study(LOCAL, study)
    assert key is not None
    answers = (NamedCards(cards=key.candidates), NamedCards(cards=key.candidates[:1]))
    asked = ((ChapterPoll(chapter=ev.ChapterId(chapter.id)), answers), (ChoicePoll(question="?", choices=("x", "y")), (0, 1)))
    app = create_app(book)
    for task_asked, given in asked:
        told: dict[bool, list[Any]] = {False: [], True: []}
        for world in (0, 1):
            held = book.classes.begin_session(LOCAL, book.classes.open_class(LOCAL, study, "x", number=world + 1).id).id
            ana, _ben = _phone(app, book, held, "Ana"), _phone(app, book, held, "Ben")
            poll = task_asked if isinstance(task_asked, ChapterPoll) else replace_right(task_asked, world)
            book.classes.open_poll(LOCAL, held, poll)
            answer = given[world]
            _answer(book, held, 1, ChosenAnswer(choice=answer) if isinstance(answer, int) else answer)
            for revealed in (False, True):
                if revealed:
                    book.classes.reveal_poll(LOCAL, held, 1)
                pages = _shown(ana, held) + _shown(app.test_client(), held, "board", "board/now")
                told[revealed].append([(status, _but_tag(headers), _plain(body, held, "")) for status, headers, body in pages])
            wire = _wire(ana, f"/classes/{held}/phone/events", 5)
            assert wire == _wire(app.test_client(), f"/classes/{held}/events", 5)
        assert told[False][0] == told[False][1]
        assert told[True][0] != told[True][1]
        assert not any(word in body for pages in told[False] for _s, _h, body in pages for word in ("Xylem", "Quercus"))


def test_the_wire_is_the_same_for_all_and_says_ids_and_numbers(book: GameBook) -> None:
    """Of each event its name, and values that are numbers or the id of a chapter."""
    record = book.records.shelf(LOCAL).entries[0].id
    held = book.classes.begin_session(LOCAL, book.classes.open_class_on_record(LOCAL, record, "open", "Quercus").id).id
    app = create_app(book)
    ana = _phone(app, book, held, "Xylem")
    book.classes.open_poll(LOCAL, held, ChoicePoll(question="Corylus", choices=("Fagus", "Tilia"), right=0))
    book.classes.reveal_poll(LOCAL, held, 1)
    book.classes.end_session(LOCAL, held)
    wire = _wire(ana, f"/classes/{held}/phone/events", 6)
    assert wire == _wire(app.test_client(), f"/classes/{held}/events", 6)
    chapters = {one.id for one in book.classes.taught_class(LOCAL, held).study.chapters}
    for event in wire:
        lines = event.decode().strip().split("\n")
        assert [line.split(": ")[0] for line in lines] == ["id", "event", "data"]
        assert all(isinstance(value, int) or value in chapters for value in json.loads(lines[2][6:]).values())


def replace_task(task: ev.AskCandidates) -> ev.AskCandidates:
    """The same question with other words about it."""
    return ev.AskCandidates(place=task.place, hints=("Other",), says="Longer than before")


def replace_right(poll: ChoicePoll, right: int) -> ChoicePoll:
    """The same question with another right answer."""
    return ChoicePoll(question=poll.question, choices=poll.choices, right=right)


def _answer(book: GameBook, held: str, nth: int, answer: Any) -> None:
    """Let somebody else answer."""
    learner = book.classes.learners(LOCAL, held)[nth]
    stream = book.classes._attendances.read(learner.id)
    caller = replace(LOCAL, name="learner", account=f"learner:{stream.header.stream}", kind=CallerKind.LEARNER)
    book.classes.answer_poll(caller, held, 1, answer)


def _but_tag(headers: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name not in {"ETag", "Content-Length"}}


def _plain(body: str, *ids: str) -> str:
    for one in filter(None, ids):
        body = body.replace(one, "")
    return re.sub(r'data-version="\d*"', "", body)
