"""Disputes over the API: written as on the pages, each request once, and refused with the place in the reader's language."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import pytest

from bench.work import counted
from importers.native_cases import verify_case_file
from records.core.viewers import LOCAL
from records.service.library import library
from support.programs import app_on, fill, open_book

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask.testing import FlaskClient

    from records.service import GameBook

EVERYBODY = ["*"]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameBook]:
    """A shelf that is written to."""
    path: Path = tmp_path_factory.mktemp("writes") / "book.sqlite"
    with open_book(path) as opened:
        fill(opened)
        yield opened


@pytest.fixture(scope="module")
def client(book: GameBook) -> FlaskClient:
    """A program."""
    return app_on(book).test_client()


@pytest.fixture(scope="module")
def record(book: GameBook) -> str:
    """A record of Castle Rampage."""
    return next(entry.id for entry in book.records.shelf(LOCAL).entries if entry.game == "castle-rampage")


@pytest.fixture(scope="module")
def step(book: GameBook, record: str) -> int:
    """A step that can be disputed."""
    return next(one.v for one in book.record(LOCAL, record, "open").events if one.event.sort.value == "decision")


def wrote(client: FlaskClient, address: str, status: int = HTTPStatus.OK, **body: Any) -> Any:
    """Post a body; returns the answer's JSON."""
    answer = client.post(address, json=body, headers={"Accept-Language": "en"})
    assert answer.status_code == status, answer.text
    return answer.get_json()


def opened(client: FlaskClient, record: str, step: int, **more: Any) -> str:
    """Open a dispute; returns its address."""
    case = wrote(client, f"/api/records/{record}/cases", **{"step": step, "question": "So?", "to": EVERYBODY} | more)
    return f"/api/cases/{case['id']}"


def test_words_are_erased_where_the_reader_has_them(client: FlaskClient, record: str, step: int) -> None:
    """What is for A alone is for B as if it were not there; erased it says so, and the file of the case still stands."""
    here = opened(client, record, step)
    wrote(client, f"{here}/claims", party="A", says="recorded", text="Moonpebble.", to=["A"])
    told = [wrote(client, f"{here}/erasures?as=B", HTTPStatus.NOT_FOUND, text=text) for text in ("c1", "c7")]
    assert told[0] == told[1]
    (claim,) = wrote(client, f"{here}/erasures?as=A", text="c1")["claims"]
    assert (claim["id"], claim["text"], claim["party"]) == ("c1", "", "")
    assert "Moonpebble" not in client.get(f"{here}?as=open").text + client.get(f"{here}/file?as=open").text
    wrote(client, f"{here}/erasures?as=A", HTTPStatus.NOT_FOUND, text="c1")


def test_the_shelf_tells_an_adjusted_result_beside_the_one_that_was_played(client: FlaskClient, record: str, step: int) -> None:
    """Where everybody may read the ruling, and as long as it is in force; the outcome stays what was played."""

    def entry() -> Any:
        return next(one for one in client.get("/api/records").get_json()["records"] if one["id"] == record)

    played = entry()
    assert played["adjusted"] is None
    secret = opened(client, record, step)
    wrote(client, f"{secret}/rulings", by="Judge", adjusted={"drawn": True}, to=[])
    assert entry()["adjusted"] is None
    here = opened(client, record, step)
    wrote(client, f"{here}/rulings", by="Judge", adjusted={"winners": ["B"]}, to=EVERYBODY)
    assert entry() == {**played, "adjusted": {"winners": ["B"], "drawn": False}}
    wrote(client, f"{here}/answers", kind="appeal", ruling="r1", by="A", to=EVERYBODY)
    assert entry()["adjusted"] is None
    wrote(client, f"{here}/answers", kind="overrule", ruling="r1", by="Head", to=EVERYBODY)
    wrote(client, f"{here}/closing", by="Head")


@pytest.mark.soak
def test_a_dispute_is_written_from_the_question_to_the_end(client: FlaskClient, record: str, step: int) -> None:
    """Each answer is the case as it stands then; its file verifies, and its ruling is a precedent until it is overruled."""
    here = opened(client, record, step, by="Ana", event="Cup", round="2", table="4")
    claimed = wrote(client, f"{here}/claims", party="A", says="recorded", to=EVERYBODY)
    assert claimed["claims"][0]["verdict"] == "follows"
    assert (claimed["event"], claimed["round"], claimed["table"], claimed["by"]) == (
        "Cup",
        "2",
        "4",
        "A",
    )  # a player's name stays outside the chain
    switch = {"reading": {"switches": {"cook_lasts": "whole turn"}}}
    assert wrote(client, f"{here}/claims", party="B", says="otherwise", to=EVERYBODY, **switch)["claims"][1]["verdict"] == "does not follow"
    assert wrote(client, f"{here}/releases", seat="A")["released"] == ["A"]
    ruled = wrote(client, f"{here}/rulings", by="Judge", cites=["4.2"], adjusted={"winners": ["B"]}, to=EVERYBODY, **switch)
    assert ruled["rulings"][0]["adjusted"] == {"winners": ["B"], "drawn": False}
    assert [one["paragraphs"][0] for one in client.get("/api/precedents?paragraph=4.2").get_json()["precedents"]] == ["4.2"]
    assert wrote(client, f"{here}/answers", kind="appeal", ruling="r1", by="A", to=EVERYBODY)["standing"] == "appealed"
    assert wrote(client, f"{here}/answers", kind="uphold", ruling="r1", by="Head", to=EVERYBODY)["rulings"][0]["standing"] == "upheld"
    assert wrote(client, f"{here}/answers", kind="overrule", ruling="r1", by="Head", to=EVERYBODY)["standing"] == "open"
    assert client.get("/api/precedents?paragraph=4.2").get_json() == {"precedents": []}
    assert wrote(client, f"{here}/rulings", by="Head", adjusted={"drawn": True}, to=EVERYBODY)["rulings"][1]["adjusted"]["drawn"]
    assert wrote(client, f"{here}/closing", by="Head")["standing"] == "closed"
    assert [one["standing"] for one in client.get("/api/cases?event=Cup&as=public").get_json()["cases"]] == ["closed"]
    assert client.get(f"{here}?as=arbiter").get_json()["viewer"] == "arbiter"
    file = client.get(f"{here}/file?as=A")
    assert file.mimetype == "application/x-ndjson"
    assert verify_case_file(library(), file.data).found == "reproduced"


def test_a_request_with_a_key_of_its_own_writes_once(client: FlaskClient, record: str, step: int) -> None:
    """Sent again it is answered as the first time, byte for byte; with another body the key is refused, and without one it writes again."""
    address, body = f"/api/records/{record}/cases?as=A", {"step": step, "question": "Twice?", "to": EVERYBODY}
    first, again = (client.post(address, json=body, headers={"Idempotency-Key": "k1"}) for _ in range(2))
    assert (first.data, first.mimetype) == (again.data, again.mimetype)
    assert client.post(address, json={**body, "step": step, "question": "Other"}, headers={"Idempotency-Key": "k1"}).status_code == 422
    assert client.post(address, json=body).get_json()["id"] != first.get_json()["id"]
    asked = [one for one in client.get(f"/api/records/{record}/cases").get_json()["cases"] if one["question"] in {"Twice?", "Other"}]
    assert len(asked) == 2


@pytest.mark.soak
def test_number_16_the_disputes_of_a_record_come_in_pages(client: FlaskClient, record: str, step: int) -> None:
    """``next`` leads through all of them in their order; a page takes as many statements however many there are."""
    first, taken = f"/api/records/{record}/cases?as=A&page_size=3", []
    for _more in range(2):
        for nth in range(4):
            opened(client, record, step, question=f"Question {nth}?")
        client.get(first)
        taken.append(counted(lambda: client.get(first).data).statements)
    assert taken[1] < taken[0] + 4, "not one more for each of four further disputes"
    whole = [one["id"] for one in client.get(f"/api/records/{record}/cases?as=A").get_json()["cases"]]
    found, after = [], ""
    while after is not None:
        part = client.get(first + (f"&after={after}" if after else "")).get_json()
        assert len(part["cases"]) <= 3
        found += [one["id"] for one in part["cases"]]
        after = part["next"]
    assert found == whole
    assert client.get(f"{first}&after=none").status_code == 404


def test_a_text_goes_to_its_readers_alone(client: FlaskClient, record: str, step: int) -> None:
    """A question for one seat is not there for the other, and none without a word of who reads it goes wider than is proven."""
    secret = opened(client, record, step, question="Quillfeather?", to=["A"])
    assert client.get(f"{secret}?as=A").status_code == 200
    for reader in ("B", "public", "arbiter"):
        answer = client.get(f"{secret}?as={reader}")
        assert (answer.status_code, "Quillfeather" in answer.text) == (404, False)
        assert client.get(f"{secret}/file?as={reader}").status_code in {403, 404}
    here = opened(client, record, step)
    wrote(client, f"{here}/claims", party="A", says="recorded", text="Moonpebble")
    assert {reader: "Moonpebble" in client.get(f"{here}?as={reader}").text for reader in ("open", "A", "public")} == {
        "open": True,
        "A": False,
        "public": False,
    }


def test_what_cannot_be_written_is_refused_at_its_place(client: FlaskClient, record: str, step: int) -> None:
    """The field is named, one inside another by both names, the reason is in German for who reads that; nothing is written."""
    here = opened(client, record, step)

    def refused(place: str, body: Any, field: str, status: int = 422) -> str:
        answer = client.post(f"{here}/{place}", json=body, headers={"Accept-Language": "de"})
        assert answer.status_code == status, answer.text
        (said,) = answer.get_json()["errors"].values()
        assert field in said, said
        return str(said[field][0])

    assert refused("claims", {"party": "A", "says": "maybe"}, "says").startswith("Das muss eines von")
    assert "ist hier nicht bekannt" in refused("claims", {"party": "A", "says": "recorded", "reading": {"x": "y"}}, "reading.x")
    assert "keinen Schalter" in refused("claims", {"party": "A", "says": "refused", "reading": {"switches": {"no": "such"}}}, "text")
    assert refused("claims", {"says": "recorded"}, "party") == "„party“ muss angegeben sein."
    assert refused("claims", {"party": "A", "says": "events", "patterns": ["x"]}, "patterns.0")
    assert refused("releases", {"seat": "Q"}, "seat")
    assert refused("rulings", {"by": "J", "adjusted": {"winners": ["B"], "drawn": True}}, "text") == "Bei Unentschieden gewinnt niemand."
    assert refused("rulings", {"by": "J", "correction": True}, "correction")
    assert refused("answers", {"kind": "uphold", "ruling": "r9", "by": "J"}, "text") == "Eine Entscheidung r9 gibt es nicht."
    assert refused("closing", [], "_schema")
    assert client.post(f"{here}/closing", data="{", content_type="application/json").status_code == 422
    assert client.post(f"{here}/closing", data="{}", content_type="text/plain").status_code == 415
    assert client.post(f"{here}/closing", data=b" " * 300_000, content_type="application/json").status_code == 413
    assert client.post(f"{here}/closing", json={"by": "x"}, headers={"Origin": "https://elsewhere.example"}).status_code == 403
    assert client.post("/api/cases/0000000000000000/closing", json={"by": "x"}).status_code == 404
    assert client.get(f"{here}?as=open").get_json()["standing"] == "open"
    assert client.get(f"{here}?as=open").get_json()["claims"] == []


def test_precedents_are_told_at_the_plays_of_other_records(client: FlaskClient, record: str) -> None:
    """In the API's one shape; a record to which none speaks has none."""
    told = client.get(f"/api/records/{record}/precedents?as=A").get_json()
    assert told == {"id": record, "viewer": "A", "moments": []}
