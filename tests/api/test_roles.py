"""The API with a token of each role: whatever is asked, nothing breaks, and nobody is answered by eyes that are not theirs."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from records.accounts.tokens import stored_form
from records.core.viewers import ANONYMOUS, LOCAL, Role, Scope
from records.errors import NotYours, RecordNotFound
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import Account, HandsOpen, Listed, Onlookers, Release, TokenRow
from support.programs import app_on
from web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

NOW = datetime.now(UTC)
ROLES = {"admin": Role.ADMIN, "arbiter": Role.ARBITER, "player": Role.PLAYER, "recorder": Role.RECORDER, "teacher": Role.TEACHER}
PROGRAMS: dict[str, dict[str, str]] = {
    **{name: {"Authorization": f"Bearer kbz_{letter * 32}"} for name, letter in zip(ROLES, "abcde", strict=True)},
    "anonymous": {},
    "wrong": {"Authorization": "Bearer kbz_" + "z" * 32},
}
VIEWERS = (None, "public", "open", "A", "B", "Ben")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[GameBook, Flask, list[str]]]:
    """A store with an account of each role; a player sits at A of one game that is released, one that is not, and one that runs."""
    with GameBook.open(f"sqlite:///{tmp_path_factory.mktemp('club')}/club.sqlite") as book:
        games = [library()[name] for name in ("castle-rampage", "regicide", "creature-crush")]
        records = [book.writing.add(LOCAL, next(simulate(game, seed=3, games=1)))[0].id for game in games]
        for name, role in ROLES.items():
            roles = frozenset({str(role), *(["player"] if role is Role.ADMIN else [])})
            book._office.store.accounts.put(Account(key=f"key{name}", name=name.title(), roles=roles, created_at=NOW))
            token = PROGRAMS[name]["Authorization"].removeprefix("Bearer ")
            row = TokenRow(
                digest=stored_form(token),
                id=name,
                account=f"key{name}",
                label="x",
                scopes=frozenset(map(str, Scope)),
                made_at=NOW,
                used_at=NOW,
                ends_at=NOW + timedelta(days=9),
            )
            book._office.store.sign_ins.put_token(row)
        book._office.policy.expect_accounts()
        for record in records:
            book._office.store.access.claim(record, "A", "keyplayer")
        book._office.store.access.release(records[0], Release(listed=Listed.EVERYBODY, after=Onlookers.PUBLIC, names=True))
        book._office.store.access.release(
            records[2], Release(listed=Listed.ACCOUNTS, after=Onlookers.HANDS, hands=HandsOpen.NOW, names=True)
        )
        book._office.store.access.reopen(records[2])
        yield book, app_on(book, Settings(open_to_all=True)), records


@pytest.mark.parametrize("examples", [4, pytest.param(5_000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_of_each_role_is_answered_by_its_own_eyes(club: tuple[GameBook, Flask, list[str]], program: str, examples: int) -> None:
    """Proper and improper questions: every answer fits the document, and one with a record's facts is one that its sight allows."""
    book, app, records = club
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", app)
    operations = [found.ok() for found in schema.get_all_operations() if found.ok().method == "get"]
    statuses: Counter[int] = Counter()

    @settings(max_examples=examples, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(data=st.data(), operation=st.sampled_from(operations), record=st.sampled_from([None, *records]), viewer=st.sampled_from(VIEWERS))
    def try_it(data: Any, operation: Any, record: str | None, viewer: str | None) -> None:
        mode = data.draw(st.sampled_from([GenerationMode.POSITIVE, GenerationMode.POSITIVE, GenerationMode.NEGATIVE]))
        case = data.draw(operation.as_strategy(generation_mode=mode))
        if record is not None and "{record}" in operation.path:
            case.path_parameters = {**(case.path_parameters or {}), "record": record}
            case.query = {name: value for name, value in (case.query or {}).items() if name != "as"} | ({"as": viewer} if viewer else {})
        case.headers = {**(case.headers or {}), "Accept-Encoding": "identity", **PROGRAMS[program]}
        response = case.call()
        status = int(response.status_code)
        statuses[status] += 1
        assert status < 500, (operation.path, case.path_parameters, case.query)
        if status == 200 and mode is GenerationMode.POSITIVE:
            case.validate_response(response, excluded_checks=[positive_data_acceptance])
        if status == 200 and record is not None and "{record}" in operation.path:
            assert _may(book, program, record, viewer), (operation.path, viewer)

    try_it()
    if program == "wrong":
        assert statuses[200] <= examples // 5  # what depends on no record
    else:
        assert statuses[200]


def _may(book: GameBook, program: str, record: str, viewer: str | None) -> bool:
    """Whether a program may look at a record so, by the book itself."""
    said = PROGRAMS[program].get("Authorization")
    if program == "wrong":
        return False
    caller = book.sign_ins.caller_of_token(said.removeprefix("Bearer ")) if said else None
    try:
        book.record(caller or ANONYMOUS, record, viewer)
    except (RecordNotFound, NotYours):
        return False
    return True
