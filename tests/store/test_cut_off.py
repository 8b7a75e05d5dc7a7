"""A write that was cut off does not stay unknown: what a request with a key wrote stands with its answer, or neither does."""

from __future__ import annotations

import io
import json
import os
import signal
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from itertools import count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from importers import native
from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.desks.writing import WritingDesk
from records.service.layers.notes import NoteText
from records.service.writing.simulation import simulate
from records.store import TrailStep, open_store
from records.store.tables import answers
from support.recording_forms import NEW, fields, main
from support.soaking import one_in
from web.app import create_app
from web.problems import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask.testing import FlaskClient

    from records.store import NewRecord, Store

GAMES = Path(__file__).parents[2] / "examples/games"
FERRY, PLAIN, NOTEBOOK = (
    (GAMES / f"{name}").read_bytes() for name in ("night-ferry.json", "castle-rampage-plain.jsonl", "castle-rampage-notebook.kbz")
)
DEALT = {**NEW, "chance": "dealt"}


class CutOff(BaseException):
    """What ends a worker in the middle of a request."""


class Desk:
    """A book with a game that goes on and one that is over, a dispute and a study, and who sends forms."""

    def __init__(self, folder: Path) -> None:
        self.book = GameBook.open(f"sqlite:///{folder}/book.db")
        self.client = browser(self.book)
        games = simulate(self.book.games["castle-rampage"], seed=3, games=1, ruleset="castle-rampage/plain")
        self.over = self.book.writing.add(LOCAL, *games)[0].id
        self.running = self.lead("/records/new", DEALT)
        self.step = next(one.v for one in self.book.record(LOCAL, self.over, "open").events if one.event.sort.value == "decision")
        self.case = self.lead(f"/records/{self.over}/cases", self.question)
        self.study = self.lead("/studies", {"title": "Sieges", "text": ""})
        self.line = self.lead(*self.first_move())
        self.notes = self.notes_of_another(folder / "other.db")

    @property
    def question(self) -> dict[str, Any]:
        """A dispute that is to be opened."""
        return {"as": "open", "at": str(self.step), "text": "Is that so?", "by": "Ana", "to": "*"}

    def notes_of_another(self, path: Path) -> bytes:
        """A file of notes, from a store with the same record."""
        self.book.records.back_up(LOCAL, path)
        with GameBook.open(f"sqlite:///{path}") as other:
            other.notes.write_note(LOCAL, self.running.split("/")[2], NoteText(at=0, text="Why?"))
            (layer,) = other.notes.layers(LOCAL, self.running.split("/")[2], "open")
            file: bytes = browser(other).get(f"/layers/{layer.id}/file?as=open").data
            return file

    def lead(self, address: str, data: dict[str, Any]) -> str:
        """Where a form leads to."""
        answer = self.client.post(address, data=data)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["Location"]).partition("?")[0]

    def form(self, address: str, **more: str) -> tuple[str, dict[str, Any]]:
        """The first form of a page as it stands, with its address."""
        (form,) = main(self.client.get(address)).select("form[method=post]")[:1]
        return str(form["action"]), {**fields(form), **more}

    def first_move(self) -> tuple[str, dict[str, Any]]:
        """A line's first move."""
        address = f"/records/{self.over}/lines"
        return address, {**self.carried(f"{address}?at={self.step - 1}&as=open"), "dealt": "lay", "name": "at once", "action": "0"}

    def carried(self, address: str) -> dict[str, Any]:
        """What goes along with each move that a page offers."""
        found = main(self.client.get(address)).select("input[data-carry]")
        return {str(field["name"]): str(field.get("value", "")) for field in found}

    def rows(self) -> int:
        """Everything that is stored but answers."""
        return sum(len(raw.rows) for raw in self.book._office.store.raw())


def browser(book: GameBook) -> FlaskClient:
    """Who reads English."""
    client = create_app(book).test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def files(*named: tuple[bytes, str]) -> dict[str, Any]:
    """What a form sends of files, ready to be read again."""
    return {"files": [(io.BytesIO(content), name) for content, name in named]}


ROUTES: dict[str, Callable[[Desk], tuple[str, Callable[[], dict[str, Any]]]]] = {
    "begin a record": lambda _desk: ("/records/new", lambda: DEALT),
    "write an action": lambda desk: _same(*desk.form(desk.running, action="0")),
    "begin a line": lambda desk: _same(*desk.first_move()),
    "go on with a line": lambda desk: _same(desk.line, {**desk.carried(f"{desk.line}?node=1&as=open"), "action": "0"}),
    "write a note": lambda desk: _same(f"/records/{desk.over}/notes", {"act": "write", "as": "open", "at": "1", "text": "So.", "to": "*"}),
    "take notes in": lambda desk: (
        f"/records/{desk.running.split('/')[2]}/notes/file",
        lambda: {"file": (io.BytesIO(desk.notes), "notes.jsonl")},
    ),
    "open a dispute": lambda desk: _same(f"/records/{desk.over}/cases", desk.question),
    "claim": lambda desk: _same(
        desk.case, {"act": "claim", "by": "A", "switch": "own", "says": "recorded", "to": "*", "text": "As I say."}
    ),
    "begin a study": lambda _desk: _same("/studies", {"title": "Gates", "text": ""}),
    "name a study": lambda desk: _same(desk.study, {"act": "name", "title": "Walls", "text": ""}),
    "begin a study for a step": lambda desk: _same(
        f"/records/{desk.over}/study", {"title": "New", "at": "9", "as": "A", "kind": "explain"}
    ),
    "delete a study": lambda desk: _same(desk.study, {"act": "delete", "sure": "on"}),
    "upload": lambda _desk: ("/upload", lambda: files((PLAIN, "plain.jsonl"))),
    "bring two files together": lambda desk: (
        "/merge",
        lambda: {**files(*((copy(desk, seat), f"{seat}.jsonl") for seat in "AB")), "trust": ""},
    ),
    "store a text": lambda _desk: _same("/notation", {"text": NOTEBOOK.decode(), "store": "1"}),
}


def _same(address: str, data: dict[str, Any]) -> tuple[str, Callable[[], dict[str, Any]]]:
    data.pop("once", None)
    return address, lambda: data


def copy(desk: Desk, seat: str) -> bytes:
    """A seat's copy of the game that is over."""
    return native.write(desk.book.games, desk.book.records.export(LOCAL, desk.over, seat), seat)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """One desk for all: each request writes something of its own."""
    made = Desk(tmp_path_factory.mktemp("desk"))
    yield made
    made.book.close()


@pytest.mark.parametrize("does", one_in(3, ROUTES))
def test_a_request_that_was_cut_off_wrote_nothing_and_its_repetition_writes_once(
    desk: Desk, does: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that ends just before the answer is kept leaves nothing; sent again it is written, and then answered alike."""
    address, data = ROUTES[does](desk)
    sent = partial(desk.client.post, address, headers={"Idempotency-Key": f"cut: {does}"})
    before = desk.rows()
    with monkeypatch.context() as cut:
        cut.setattr(answers, "keep", _cut_off)
        with pytest.raises(CutOff):
            sent(data=data())
    left = desk.rows() - before
    first = sent(data=data())
    written = desk.rows()
    again = sent(data=data())
    assert (first.status_code in {200, 303}, first.data, first.headers.get("Location")) == (True, again.data, again.headers.get("Location"))
    assert again.status_code == first.status_code
    assert desk.rows() == written
    if does != "upload":  # each file is stored for itself, and known again
        assert (left, written != before) == (0, True)


def _cut_off(*_: object) -> None:
    raise CutOff


def test_an_upload_that_was_cut_off_between_two_files_stores_each_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was stored is known again by its bytes, and the repetition stores the rest and says so of each."""
    with GameBook.open(f"sqlite:///{tmp_path}/book.db") as book:
        sent = partial(browser(book).post, "/upload", headers={"Idempotency-Key": "two files"})
        two = (PLAIN, "plain.jsonl"), (FERRY, "ferry.json")
        with monkeypatch.context() as cut:
            cut.setattr(WritingDesk, "known_file", _from_second(WritingDesk.known_file))
            with pytest.raises(CutOff):
                sent(data=files(*two))
        assert book.records.count(LOCAL) == (1, 0)
        first, again = sent(data=files(*two)), sent(data=files(*two))
        assert (first.status_code, first.data) == (200, again.data)
        assert book.records.count(LOCAL) == (2, 0)


def _from_second(known: Callable[..., Any]) -> Callable[..., Any]:
    calls = count()

    def asked(*words: Any) -> Any:
        if next(calls):
            raise CutOff
        return known(*words)

    return asked


def test_a_refused_request_takes_back_all_that_it_wrote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A study that was begun for a chapter is not there where the request was refused afterwards, and the key is free."""
    with GameBook.open(f"sqlite:///{tmp_path}/book.db") as book:
        sent = partial(browser(book).post, "/studies", data={"title": "x", "text": ""}, headers={"Idempotency-Key": "refused"})
        with monkeypatch.context() as late:
            late.setattr("web.pages.forms.redirect", _refuses)
            assert sent().status_code == 422
        assert not book.studies.studies(LOCAL)
        assert sent().status_code == 303
        assert len(book.studies.studies(LOCAL)) == 1


def _refuses(*_: object) -> None:
    raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "no")


@pytest.mark.soak
@pytest.mark.parametrize("writes_before", [False, True])
def test_what_was_seen_stays_seen_where_the_request_is_refused(store: Store, new: Callable[..., NewRecord], writes_before: bool) -> None:
    """The trail of a hand that was opened is there, though all that the request wrote is taken back."""
    store.create(new("aaaa"))

    def look(viewer: str) -> None:
        if writes_before:
            store.people.rename("aaaa", "A", "Zoe")
        store.access.leave_trail(TrailStep(record="aaaa", account="ana", via="v", viewer=viewer, ground="owner"))
        store.people.rename("aaaa", "A", "Zoe")

    with store.answering("refused") as request:
        look("A")
        request.undo()
    with pytest.raises(CutOff), store.answering("raises"):  # noqa: PT012 -- what is raised inside leaves it
        look("B")
        raise CutOff
    assert {step.viewer for step in store.access.trail("aaaa")} == {"A", "B"}
    assert store.info("aaaa").names["A"] == "Anna"


@dataclass
class Sent:
    """A request of a worker that was killed."""

    key: str
    path: str
    data: dict[str, Any]
    location: str | None = None
    """Where it led to; None where it was not answered."""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills processes of its own")
@pytest.mark.parametrize("kills", [3, pytest.param(200, marks=pytest.mark.soak)])
def test_what_killed_workers_were_sent_is_written_once_and_answered(url: str, kills: int) -> None:
    """Workers are killed at any moment of writing with keys; all that they were sent, sent again, is there once, and none is refused."""
    open_store(url).close()
    choose = Random(kills)  # noqa: S311 -- a seed makes the moments repeat
    begun, acknowledged = 0, 0
    for nth in range(kills):
        sent = _killed(url, f"w{nth}", choose.uniform(0, 0.3))
        with GameBook.open(url) as book:
            client = browser(book)
            for one in sent:
                answers_to = [client.post(one.path, data=one.data, headers={"Idempotency-Key": one.key}) for _ in range(2)]
                assert [answer.status_code for answer in answers_to] == [303, 303], (one, answers_to[0].text)
                assert len({answer.headers["Location"] for answer in answers_to} | ({one.location} if one.location else set())) == 1
                acknowledged += one.location is not None
            begun += sum(one.path == "/records/new" for one in sent)
            assert book.records.count(LOCAL) == (begun, 0)
            for record in {one.path for one in sent if one.path != "/records/new"}:
                actions = [one for one in sent if one.path == record]
                cases = book.cases.cases(LOCAL, record.split("/")[2], "open") if record.endswith("/cases") else None
                assert cases is None or len(cases) == len(actions)
    assert begun >= kills


def _killed(url: str, name: str, after: float) -> list[Sent]:
    """Let a worker write, kill it so many seconds after it began, and return what it was sent."""
    reads, writes = os.pipe()
    pid = os.fork()
    if not pid:
        with suppress(BaseException):
            os.close(reads)
            _work(url, name, writes)
        os._exit(1)
    os.close(writes)
    with os.fdopen(reads, encoding="utf-8") as told:
        lines = [told.readline()]  # it begins
        time.sleep(after)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        lines += told.readlines()
    sent: dict[str, Sent] = {}
    for line in lines:
        if line.endswith("\n"):
            word = json.loads(line)
            if "path" in word:
                sent[word["key"]] = Sent(**word)
            else:
                sent[word["key"]].location = word["location"]
    return list(sent.values())


def _work(url: str, name: str, told: int) -> None:
    """Begin games, write actions and open disputes, each with a key, and tell before and after."""
    client = browser(GameBook.open(url))
    keys = count()

    def send(path: str, data: dict[str, Any]) -> str:
        key = f"{name}: {next(keys)}"
        os.write(told, json.dumps({"key": key, "path": path, "data": data}).encode() + b"\n")
        answer = client.post(path, data=data, headers={"Idempotency-Key": key})
        os.write(told, json.dumps({"key": key, "location": answer.headers["Location"]}).encode() + b"\n")
        return str(answer.headers["Location"])

    while True:
        sheet = send("/records/new", DEALT)
        for _ in range(2):
            form: Any = main(client.get(sheet)).select_one("form")
            send(sheet, {**fields(form), "action": "0"})
        send(sheet.removesuffix("record") + "cases", {"as": "open", "at": "2", "text": "Is that so?", "by": "Ana", "to": "*"})
