"""The API keeps what its own document says, whatever is asked of it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from records.core.events import Sort
from records.core.viewers import LOCAL
from records.service.chapters.drafts import NewChapter
from records.store import Pairing
from support.programs import VIEWERS, app_on
from support.soaking import one_in, soaked
from web.settings import Settings

if TYPE_CHECKING:
    from flask import Flask

    from records.service import GameBook

BOUNDED = settings(max_examples=4, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
OPERATIONS = (
    "/api/cases",
    "/api/cases/{case}",
    "/api/cases/{case}/file",
    "/api/games",
    "/api/luck",
    "/api/precedents",
    "/api/records",
    "/api/records/{record}",
    "/api/records/{record}/cases",
    "/api/records/{record}/charts/{chart}",
    "/api/records/{record}/charts/{chart}.csv",
    "/api/records/{record}/drift",
    "/api/records/{record}/events",
    "/api/records/{record}/events.parquet",
    "/api/records/{record}/export",
    "/api/records/{record}/findings",
    "/api/records/{record}/games.parquet",
    "/api/records/{record}/layers",
    "/api/records/{record}/precedents",
    "/api/records/{record}/positions/{at}",
    "/api/records/{record}/positions/{at}/knowledge",
    "/api/records/{record}/positions/{at}/odds",
    "/api/records/{record}/positions/{at}/odds/answer",
    "/api/records/{record}/positions/{at}/odds/attack",
    "/api/records/{record}/positions/{at}/odds/draw",
    "/api/records/{record}/positions/{at}/team",
    "/api/records/{record}/positions/{at}/explanation",
    "/api/records/{record}/positions/{at}/turning-points",
    "/api/records/{record}/positions/{at}/why/{place}",
    "/api/records/{record}/steps",
    "/api/records/{record}/untold",
    "/api/event",
    "/api/events",
    "/api/studies",
    "/api/studies/{study}",
    "/api/trash",
    "/api/words",
    "/api/records/{record}/retelling",
    "/api/records/{record}/review",
)
WRITES = (
    "/api/cases/{case}/answers",
    "/api/cases/{case}/claims",
    "/api/cases/{case}/closing",
    "/api/cases/{case}/erasures",
    "/api/cases/{case}/releases",
    "/api/cases/{case}/rulings",
    "/api/records/{record}/cases",
    "/api/records/{record}/review",
    "/api/records/{record}/review/cancelling",
    "/api/records/{record}/review/closer",
    "/api/records/{record}/review/closing",
    "/api/words",
    "/api/words/{table}/removals",
)
"""What is posted; tried with what is wrong alone, since the shelf of these tests is only read."""
ASKED = {"answer": {"ask": "survive", "let": ["draw=1"]}, "attack": {"by": "A", "way": "usual"}, "draw": {"card": ["unit"], "deck": "draw"}}
"""What must be the game's own words."""


@pytest.fixture(scope="module")
def app(book: GameBook) -> Flask:
    """The app on the whole shelf, for requests that say of no machine that they come from it."""
    return app_on(book, Settings(open_to_all=True))


@pytest.fixture(scope="module")
def disputed(book: GameBook, ids: dict[str, str]) -> str:
    """A dispute about the first decision of a game."""
    record = ids["castle-rampage"]
    step = next(one.v for one in book.record(LOCAL, record, "open").events if one.event.sort is Sort.DECISION)
    return book.cases.open_case(LOCAL, record, step, "So?", to=("*",)).id


@pytest.fixture(scope="module")
def studied(book: GameBook, ids: dict[str, str]) -> str:
    """A study that was published."""
    study = book.studies.open_study(LOCAL, "x").id
    book.studies.add_chapter(LOCAL, study, NewChapter(title="x", record=ids["castle-rampage"], last=1))
    book.studies.publish_study(LOCAL, study)
    book.people.pair(LOCAL, ids["castle-rampage"], Pairing("Cup", "1"))
    return study


@pytest.fixture(scope="module")
def document(app: Flask) -> Any:
    """What the API says of itself: each operation by path and method."""
    return schemathesis.openapi.from_wsgi("/api/openapi.json", app)


def ask(case: Any) -> int:
    """Send a request, check the answer against the document, and return its status.

    A record, a viewer and a page that fit the document need not be there, so what fits may be refused.
    """
    case.headers = {**(case.headers or {}), "Accept-Encoding": "identity"}
    return int(case.call_and_validate(excluded_checks=[positive_data_acceptance]).status_code)


def test_the_document_tells_of_these_operations(document: Any) -> None:
    """The list above is the whole document, so no operation goes untried."""
    assert sorted((found.ok().method, found.ok().path) for found in document.get_all_operations()) == [
        *(("get", path) for path in sorted(OPERATIONS)),
        *(("post", path) for path in sorted(WRITES)),
    ]


@pytest.mark.parametrize(("path", "tried"), [*((path, 4) for path in OPERATIONS), *(soaked(path, 12) for path in OPERATIONS)])
def test_answers_to_proper_questions_fit_the_document(
    document: Any, ids: dict[str, str], disputed: str, studied: str, *, path: str, tried: int
) -> None:
    """Status, type and shape of every answer are in the document; among the questions are such as find their record, viewer and step."""
    statuses: Counter[int] = Counter()
    operation = document[path]["GET"]
    records = [*ids.values()]
    if any(part in path for part in ("{chart}", "{place}", "/odds/", "/knowledge", "/team")):
        # not every game has charts, attacks, questions or teams, and the cards of one are not known here; often, as steps may lack them
        records = 3 * [ids["regicide" if path.endswith(("/answer", "/team")) else "castle-rampage"]]

    @settings(BOUNDED, max_examples=tried)
    @given(
        case=operation.as_strategy(generation_mode=GenerationMode.POSITIVE),
        record=st.sampled_from([None, *records]),
        viewer=st.sampled_from(VIEWERS),
        at=st.integers(0, 9),
    )
    def try_it(case: Any, record: str | None, viewer: str, at: int) -> None:
        if record is not None and "{record}" in path:
            case.path_parameters = {**case.path_parameters, "record": record} | ({"at": at} if "{at}" in path else {})
            if "{place}" in path:
                case.path_parameters["place"] = "draw"
            case.query = {**(case.query or {}), "as": viewer} | ASKED.get(path.rpartition("/")[2], {})
        if record is not None and "{case}" in path:
            case.path_parameters, case.query = {"case": disputed}, {**(case.query or {}), "as": viewer}
        if record is not None and path == "/api/event":
            case.query = {"event": "Cup"}
        if record is not None and "{study}" in path:
            case.path_parameters, case.query = {"study": studied}, {"number": 1} if at % 2 else {}
        statuses[ask(case)] += 1

    try_it()
    assert statuses[200] >= tried // 4
    assert set(statuses) <= {200, 404, 422}


@pytest.mark.parametrize("path", one_in(6, OPERATIONS))
def test_what_the_document_forbids_is_refused(document: Any, path: str) -> None:
    """Parameters of a wrong kind, out of range, unknown or overlong are refused in the one shape, and never break anything.

    That a question which is wrong as sent is refused is one of the checks; a few are empty lists, of which nothing is sent.
    """
    statuses: Counter[int] = Counter()

    @BOUNDED
    @given(case=document[path]["GET"].as_strategy(generation_mode=GenerationMode.NEGATIVE))
    def try_it(case: Any) -> None:
        statuses[ask(case)] += 1

    try_it()
    assert set(statuses) <= {200, 404, 422}
    assert statuses[422] > statuses[200]


@pytest.mark.parametrize("path", one_in(3, WRITES))
def test_a_body_that_the_document_forbids_is_refused(document: Any, path: str) -> None:
    """Fields of a wrong kind, unknown, missing or overlong are refused in the one shape, and nothing is written."""
    statuses: Counter[int] = Counter()

    @BOUNDED
    @given(case=document[path]["POST"].as_strategy(generation_mode=GenerationMode.NEGATIVE))
    def try_it(case: Any) -> None:
        statuses[ask(case)] += 1

    try_it()
    assert set(statuses) <= {404, 415, 422}
    assert statuses[422]
