"""What thinks: the functions that work something out of a log, and a watch that sees which routes reach them."""

from __future__ import annotations

from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any

import pytest
from flask import has_request_context, request

from importers import storing
from records.knowledge.engine import Known
from records.service import RecordView
from records.service.desks.cases import CaseDesk
from records.service.desks.layer_files import LayerFileDesk
from records.service.desks.notes import NoteDesk
from records.service.desks.records import RecordDesk
from records.service.views import odds, rereading
from web.guards.entrances import ENTRANCES, Entrance
from web.pages.notation import page as notation
from web.pages.recording import rail
from web.pages.shelf import merging

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

THINKING: tuple[tuple[Any, str], ...] = (
    (Known, "at"),
    (Known, "hindsight"),
    *((odds, name) for name in ("attack", "draw", "ask", "explain")),
    *((rereading, name) for name in ("compare", "moments", "impact", "explain")),
    (RecordView, "team"),
    (RecordView, "audit"),
    (RecordView, "breaches"),
    (RecordDesk, "drift"),
    *((CaseDesk, name) for name in ("all_cases", "cases_from")),
    (CaseDesk, "precedents"),
    (CaseDesk, "precedent_moments"),
    (storing, "read_file"),
    (merging, "read_file"),
    (rail, "acted"),
    (notation, "read_text"),
    *((NoteDesk, name) for name in ("begin_line", "grow_line", "write_note", "revise_note")),
    (LayerFileDesk, "take_in_layer"),
)
"""Each with its module or class."""
WITHOUT_LANE = {
    "pages.replay": "stepping goes on while the lanes are full; precedents under eight readings at most are looked for once a log",
    "pages.step": "the same",
}
"""Routes that may reach them all the same, and why."""


@contextmanager
def tapped(see: Callable[[], None]) -> Iterator[None]:
    """Call ``see`` whenever a request begins to think."""
    with pytest.MonkeyPatch.context() as patch:
        for owner, name in THINKING:
            patch.setattr(owner, name, _tapped(getattr(owner, name), see))
        yield


def _tapped(function: Callable[..., Any], see: Callable[[], None]) -> Callable[..., Any]:
    @wraps(function)
    def called(*args: Any, **named: Any) -> Any:
        if has_request_context():
            see()
        return function(*args, **named)

    return called


@contextmanager
def watched(entrances: Mapping[str, Entrance] = ENTRANCES) -> Iterator[set[str]]:
    """Collect the routes that think and have no lane in ``entrances``."""
    found: set[str] = set()

    def see() -> None:
        endpoint = request.endpoint
        if endpoint is not None and Entrance.LANE not in entrances.get(endpoint, Entrance.LANE) and endpoint not in WITHOUT_LANE:
            found.add(endpoint)

    with tapped(see):
        yield found


@pytest.fixture(scope="session", autouse=True)
def no_route_thinks_unbounded() -> Iterator[None]:
    """Fail at the end if any route that any test asked thinks and has no lane; for the ``conftest`` of tests that send requests."""
    with watched() as found:
        yield
    assert found == set(), f"routes that think without a lane (web/guards/entrances.py): {sorted(found)}"
