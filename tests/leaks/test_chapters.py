"""Below a chapter of a study, route by route: nothing that its eyes were not shown, nothing of how the game went on, nothing of a key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from importers.native_streams import read_stream, write_stream
from leaks.test_who_sees_what import ROUTES, comparable
from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.chapters.drafts import NewChapter
from records.service.kinds import STUDIES
from records.service.library import library
from records.service.writing.simulation import simulate
from records.studies.chapters import events as ev
from records.values import replace
from support.soaking import rest_soaked
from web.app import create_app
from web.guards.entrances import _BELOW_CHAPTER, _TELLS, ENTRANCES, Entrance

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LAST = 40
SHOWN = sorted(_BELOW_CHAPTER)
THINKING = [name for name in SHOWN if Entrance.LANE in ENTRANCES[name] or name in _TELLS]


EACH = pytest.mark.parametrize("each", rest_soaked([1, 2]))
"""Addresses of each route."""


def _addresses(record: str, each: int = 1, viewer: str = "A") -> list[str]:
    """Return so many addresses below a chapter of every route of a record, with steps about its end."""
    found = []
    for name in SHOWN:
        for address in ROUTES[name][:each]:
            there = address.replace("RECORD", record).replace("VIEWER", viewer)
            found += [there, *(there.replace("at=9", f"at={at}") for at in (LAST, LAST + 1) if "at=9" in there)]
    return [
        *dict.fromkeys(found),
        f"/records/{record}?at={LAST}",
        f"/records/{record}?at={LAST + 1}",
        f"/records/{record}?at=end",
        "/",
        "/chapter",
    ]


def _asked(book: GameBook, record: str, since: int = LAST) -> tuple[str, str, int]:
    """Return a closed card of which something exact can be asked from a step on, a card that it can be, and the step."""
    view = book.record(LOCAL, record, "A")
    for at in range(since, view.steps):
        for slot, chances in sorted(view.knowledge(at).slots.items()):
            if chances.exact and chances.certain is None:
                return slot, min(chances.of), at
    raise AssertionError("nothing can be asked in this game")


def _chapter(record: str, task: Any, conceal: ev.Conceal = "later steps") -> NewChapter:
    return NewChapter(title="One", record=record, viewer="A", first=5, last=LAST, text="*Look.*", conceal=conceal, task=task)


def _sent(app: Any, root: str, addresses: list[str]) -> Iterator[tuple[str, tuple[int, dict[str, str], str]]]:
    client = app.test_client()
    for address in addresses:
        with client.get(root + address, headers={"Accept-Language": "en"}) as answer:
            headers = {name: value for name, value in answer.headers.items() if name not in {"Set-Cookie", "Date", "Last-Modified"}}
            yield address, comparable(answer.status_code, headers, answer.get_data().decode(errors="backslashreplace"))


def _without(text: str, words: tuple[str, ...]) -> str:
    for word in words:
        text = text.replace(word, "")
    return text


@EACH
@pytest.mark.parametrize("game", rest_soaked(["castle_worlds", "crush_worlds"]))
def test_below_a_chapter_nothing_depends_on_cards_that_its_eyes_were_never_shown(
    game: str, each: int, request: pytest.FixtureRequest
) -> None:
    """Two games that differ in Ben's cards alone, one study: pages, pictures and answers through Ana's eyes are equal to the byte."""
    first, second = request.getfixturevalue(game)
    study = first.book.studies.open_study(LOCAL, "A study").id
    if game == "castle_worlds":
        slot, _card, at = _asked(first.book, first.record)
        task = ev.AskCandidates(place=slot, hints=("Count.",), says="So.")
        first.book.studies.add_chapter(LOCAL, study, replace(_chapter(first.record, task), last=at))
    first.book.studies.add_chapter(LOCAL, study, _chapter(first.record, ev.GuidedReading()))
    chapters = first.book.studies.publish_study(LOCAL, study).chapters
    second.book.studies.take_in_study(LOCAL, read_stream(write_stream(first.book.studies.export_study(LOCAL, study)), "a.study", STUDIES))
    apps = [create_app(world.book) for world in (first, second)]
    for chapter in chapters[-each:]:  # every day the one that asks nothing
        root = f"/learn/{study}/{chapter.id}"
        told = [dict(_sent(app, root, _addresses(first.record, each))) for app in apps]
        assert [address for address in told[0] if told[0][address] != told[1][address]] == []
        assert sum(status == 200 for status, _headers, _body in told[0].values()) > 10 * each


@pytest.fixture
def cut(tmp_path: Path) -> Iterator[tuple[GameBook, GameBook, str]]:
    """A store with a whole game, and one in which the same record ends with the chapter's last step."""
    (game,) = simulate(library()["castle-rampage"], seed=3, games=1, ruleset="castle-rampage/plain")
    with GameBook.open(f"sqlite:///{tmp_path}/whole.db") as whole, GameBook.open(f"sqlite:///{tmp_path}/cut.db") as ended:
        record = whole.writing.add(LOCAL, game)[0].id
        stored = ended.writing.add(LOCAL, replace(game, entries=game.entries[:LAST]))[0].id
        twin = ended.records.export(LOCAL, stored, "open")
        ended.records.trash(LOCAL, stored)
        ended.records.purge(LOCAL, stored)
        ended.writing.take_in(LOCAL, replace(twin, header=msgspec.structs.replace(twin.header, record=record)))
        yield whole, ended, record


@EACH
def test_below_a_chapter_nothing_tells_how_the_game_went_on(cut: tuple[GameBook, GameBook, str], each: int) -> None:
    """A chapter that conceals later steps is, page by page, that of a record that ends there; until it is solved the other kind is too."""
    whole, ended, record = cut
    slot, card, _at = _asked(whole, record)
    study = whole.studies.open_study(LOCAL, "A study").id
    whole.studies.add_chapter(LOCAL, study, _chapter(record, ev.GuidedReading()))
    whole.studies.add_chapter(LOCAL, study, _chapter(record, ev.AskChance(place=slot, card=card), "until solved"))
    read, asked = whole.studies.publish_study(LOCAL, study).chapters
    ended.studies.take_in_study(LOCAL, read_stream(write_stream(whole.studies.export_study(LOCAL, study)), "a.study", STUDIES))
    addresses = [address for address in _addresses(record, each) if "/events" not in address]  # its seals are random
    for chapter in (read, asked)[:each]:
        root = f"/learn/{study}/{chapter.id}"
        long, short = (dict(_sent(create_app(book), root, addresses)) for book in (whole, ended))
        assert [address for address in long if long[address] != short[address]] == []
    client = create_app(whole).test_client()
    later = f"/learn/{study}/{asked.id}/records/{record}?at={LAST + 1}"
    assert client.get(later).status_code == 404
    assert client.post(f"/learn/{study}/{asked.id}/chapter", data={"act": "give up"}).status_code == 303
    assert client.get(later).status_code == 200


@EACH
def test_before_the_answer_nothing_depends_on_the_key(cut: tuple[GameBook, GameBook, str], each: int) -> None:
    """Another accepted move, other worth, hints, words and what follows: every page of chapter and study is the same to the byte."""
    book, _ended, record = cut
    view = book.record(LOCAL, record, "A")
    assert view.game.play is not None
    at = next(at for at in range(LAST, view.steps) if len(view.game.play.legal(view.position(at))) > 2)
    moves = [msgspec.Raw(msgspec.json.encode(command)) for command in view.game.play.legal(view.position(at))]
    study = book.studies.open_study(LOCAL, "A study").id
    task = ev.FindMove(answers=(ev.AcceptedMove(pattern=moves[0], says="Xylem"),), hints=("Quercus",))
    chapter = replace(_chapter(record, task), last=at)
    made = book.studies.add_chapter(LOCAL, study, chapter).chapters[0]
    book.studies.publish_study(LOCAL, study)
    other = ev.FindMove(answers=(ev.AcceptedMove(pattern=moves[1], worth=60, says="Longer than before"),), hints=("Other",))
    book.studies.revise_chapter(LOCAL, study, made.id, replace(chapter, task=other, then=at + 3), was=made.version)
    book.studies.publish_study(LOCAL, study)
    app = create_app(book)
    told = []
    for number in (1, 2):
        ref = f"/learn/{study}@{number}"
        pages = dict(_sent(app, f"{ref}/{made.id}", _addresses(record, each)))
        pages["study"] = dict(_sent(app, ref, [""]))[""]
        marks = (ref, f"version {number}", f"@{number}")
        plain = {}
        for address, (status, headers, body) in pages.items():
            kept = {name: _without(text, marks) for name, text in headers.items() if name != "ETag"}
            plain[address] = status, kept, body if headers["Content-Type"] == "image/png" else _without(body, marks)
        told.append(plain)
    assert [address for address in told[0] if told[0][address] != told[1][address]] == []
    assert not any(word in body for _status, _headers, body in told[0].values() for word in ("Xylem", "Quercus"))


def test_while_a_question_is_open_the_engine_says_nothing_of_it(cut: tuple[GameBook, GameBook, str]) -> None:
    """Knowledge, reasons, odds and charts are refused until the task has ended, and are there then."""
    book, _ended, record = cut
    slot, card, _at = _asked(book, record)
    study = book.studies.open_study(LOCAL, "A study").id
    book.studies.add_chapter(LOCAL, study, _chapter(record, ev.AskChance(place=slot, card=card)))
    root = f"/learn/{study}/{book.studies.publish_study(LOCAL, study).chapters[0].id}"
    client = create_app(book).test_client()
    thinking = [address.replace("RECORD", record).replace("VIEWER", "A") for name in THINKING for address in ROUTES[name][:1]]
    assert {client.get(root + address).status_code for address in thinking} == {403}
    client.post(f"{root}/chapter", data={"act": "give up"})
    answered = [client.get(root + address).status_code for address in thinking]
    assert 403 not in answered
    assert answered.count(200) > len(answered) / 2


@pytest.mark.soak
def test_below_a_chapter_there_is_nothing_else(cut: tuple[GameBook, GameBook, str]) -> None:
    """No other eyes, no other record, no shelf, nothing that others wrote beside the game or that it can be taken along as, no writing."""
    book, _ended, record = cut
    other = book.writing.add(LOCAL, next(iter(simulate(library()["regicide"], seed=3, games=1))))[0].id
    study = book.studies.open_study(LOCAL, "A study").id
    book.studies.add_chapter(LOCAL, study, _chapter(record, ev.GuidedReading()))
    root = f"/learn/{study}/{book.studies.publish_study(LOCAL, study).chapters[0].id}"
    client = create_app(book).test_client()
    for eyes in ("B", "open", "public", "Ben"):
        assert client.get(f"{root}/records/{record}?at=9&as={eyes}").status_code == 403
    hidden = [name for name in ROUTES if Entrance.RECORD in ENTRANCES[name] and name not in _BELOW_CHAPTER]
    for name in hidden:
        for address in ROUTES[name][:1]:
            assert client.get(root + address.replace("RECORD", record).replace("VIEWER", "A")).status_code in {404, 405}, address
    for address in (f"/records/{other}", "/upload", "/records/new", "/learn", f"/learn/{study}", "/api/records", "/api/studies"):
        assert client.get(root + address).status_code == 404, address
    for address in (f"/records/{record}/lines", f"/records/{record}/notes", "/upload"):
        assert client.post(root + address, data={}).status_code in {404, 405}, address


@pytest.mark.soak
def test_a_closed_card_that_is_asked_about_does_not_say_what_it_can_be(tmp_path: Path) -> None:
    """A card that the board shows as one of a few lies plainly closed until the task has ended, on the chapter and on the replay below."""
    crush = library()["creature-crush"]
    with GameBook.open(f"sqlite:///{tmp_path}/crush.db") as book:
        record = book.writing.add(LOCAL, next(iter(simulate(crush, seed=3, games=1))))[0].id
        slot, _card, at = _asked(book, record, 150)
        client = create_app(book).test_client()
        assert 'data-face="among"' in client.get(f"/records/{record}?at={at}&as=A").text
        study = book.studies.open_study(LOCAL, "A study").id
        book.studies.add_chapter(LOCAL, study, replace(_chapter(record, ev.AskCandidates(place=slot)), last=at))
        root = f"/learn/{study}/{book.studies.publish_study(LOCAL, study).chapters[0].id}"
        pages = [f"{root}/chapter", f"{root}/records/{record}?at={at}", f"{root}/records/{record}/steps/{at}"]
        assert not any('data-face="among"' in client.get(page).text for page in pages)
        client.post(pages[0], data={"act": "give up"})
        assert all('data-face="among"' in client.get(page).text for page in pages)
