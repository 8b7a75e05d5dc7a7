"""A file that works without a network holds what its viewer saw up to its last step, and nothing else."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from importers.native_streams import read_stream, write_stream
from records.core.viewers import LOCAL
from records.errors import NotYours
from records.service import GameBook
from records.service.cases.drafts import NewClaim, ReadingNamed
from records.service.chapters.drafts import NewChapter
from records.service.desks.linking import NewLink
from records.service.kinds import STUDIES
from records.service.library import library
from records.service.writing.simulation import simulate
from records.values import replace
from support.soaking import rest_soaked
from web.app import create_app

if TYPE_CHECKING:
    from pathlib import Path

LAST = 40


def _file(book: GameBook, address: str) -> str:
    answer = create_app(book).test_client().get(address, headers={"Accept-Language": "en"})
    assert answer.status_code == 200
    return answer.text


@pytest.mark.parametrize(("game", "viewer"), rest_soaked([("castle_worlds", "A"), ("crush_worlds", "A"), ("castle_worlds", "public")]))
def test_a_file_does_not_depend_on_cards_that_its_viewer_was_never_shown(game: str, viewer: str, request: pytest.FixtureRequest) -> None:
    """Two games that differ in Ben's cards alone: the files are equal to the byte; Ben's own differ."""
    first, second = request.getfixturevalue(game)
    address = f"/records/{first.record}/offline?as={{}}&at=30"
    assert _file(first.book, address.format(viewer)) == _file(second.book, address.format(viewer))
    whole = f"/records/{first.record}/offline?as=B"
    assert _file(first.book, whole) != _file(second.book, whole)


def test_a_file_up_to_a_step_is_that_of_a_record_that_ends_there(tmp_path: Path) -> None:
    """Neither length nor result of the longer game is in it; a study's file neither, and no page needs the network."""
    (game,) = simulate(library()["castle-rampage"], seed=3, games=1, ruleset="castle-rampage/plain")
    with GameBook.open(f"sqlite:///{tmp_path}/whole.db") as whole, GameBook.open(f"sqlite:///{tmp_path}/cut.db") as ended:
        record = whole.writing.add(LOCAL, game)[0].id
        stored = ended.writing.add(LOCAL, replace(game, entries=game.entries[:LAST]))[0].id
        twin = ended.records.export(LOCAL, stored, "open")
        ended.records.trash(LOCAL, stored)
        ended.records.purge(LOCAL, stored)
        ended.writing.take_in(LOCAL, replace(twin, header=msgspec.structs.replace(twin.header, record=record)))
        files = [_file(book, f"/records/{record}/offline?as=A&at={LAST}") for book in (whole, ended)]
        assert files[0] == files[1]
        study = whole.studies.open_study(LOCAL, "A study").id
        whole.studies.add_chapter(LOCAL, study, NewChapter(title="One", record=record, viewer="A", last=LAST))
        whole.studies.publish_study(LOCAL, study)
        ended.studies.take_in_study(LOCAL, read_stream(write_stream(whole.studies.export_study(LOCAL, study)), "a.study", STUDIES))
        studies = [_file(book, f"/learn/{study}/offline") for book in (whole,)]
        assert len(studies[0]) < len(_file(whole, f"/records/{record}/offline?as=A"))
    for text in (*files, *studies):
        assert "default-src &#39;none&#39;" in text
        assert re.findall(r'(?:src|href)="(?!#)[^"]+"', re.sub(r'<a href="[^"]+" rel="noreferrer">', "", text)) == []
        used = set(re.findall(r'use href=\\?"#([a-z0-9-]+)', text))
        assert used - set(re.findall(r'<symbol id="([^"]+)"', text)) == set(), "it carries every symbol that it draws"
        assert any(name.startswith("ch-") for name in used)


@pytest.mark.soak
def test_a_file_opens_where_it_was_exported_and_says_where_it_comes_from(castle_worlds: Any) -> None:
    """At the step that was looked at, else where it is cut, else at its beginning."""
    world = castle_worlds[0]
    address = f"/records/{world.record}/offline?as=A"
    for asked, opens in (("", 0), ("&at=30", 30), ("&open=20", 20), ("&at=30&open=999", 30)):
        text = _file(world.book, address + asked)
        (chapter,) = json.loads(re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', text, re.DOTALL)[0])["chapters"]
        stops = [at for at in world.book.record(LOCAL, world.record, "A").timeline.stops if at <= opens]
        assert chapter["steps"][chapter["opens"]]["at"] == max(stops, default=0)
        assert f"Written by Kiebitz from record {world.record}." in text
        assert f'<a href="http://localhost/records/{world.record}" rel="noreferrer">Open it in Kiebitz</a>' in text


@pytest.mark.soak
def test_a_link_that_lends_no_file_lends_none_without_a_network_either(tmp_path: Path) -> None:
    """Who may look and not take along is refused; with the right it is there, through the link's eyes."""
    with GameBook.open(f"sqlite:///{tmp_path}/book.db") as book:
        record = book.writing.add(LOCAL, next(iter(simulate(library()["regicide"], seed=3, games=1))))[0].id
        for export, status in ((False, NotYours.__name__), (True, "")):
            token, _row = book.access.share(LOCAL, record, NewLink(viewer="A", export=export))
            got = create_app(book).test_client().get(f"/s/{token}/records/{record}/offline?as=A")
            assert got.status_code == (403 if status else 200)
            assert not export or (token not in got.text and "Open it in Kiebitz" not in got.text)


def test_a_chapter_that_is_read_goes_on_to_its_last_step(tmp_path: Path) -> None:
    """And no further where it hides what follows."""
    with GameBook.open(f"sqlite:///{tmp_path}/book.sqlite") as book:
        record = book.writing.add(LOCAL, next(iter(simulate(library()["castle-rampage"], seed=3, games=1))))[0].id
        study = book.studies.open_study(LOCAL, "A study").id
        book.studies.add_chapter(LOCAL, study, NewChapter(title="Read it", record=record, viewer="A", first=20, last=LAST))
        book.studies.publish_study(LOCAL, study)
        text = _file(book, f"/learn/{study}/offline")
        data = json.loads(re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', text, re.DOTALL)[0])
        told = [step["at"] for step in data["chapters"][0]["steps"]]
        assert (min(told) >= 20, max(told)) == (True, max(at for at in book.record(LOCAL, record, "A").timeline.stops if at <= LAST))


@pytest.mark.parametrize("viewer", rest_soaked(["A", "public"]))
def test_a_dispute_as_one_page_does_not_depend_on_cards_that_its_reader_was_never_shown(
    request: pytest.FixtureRequest, viewer: str, tmp_path: Path
) -> None:
    """Two games that differ in Ben's cards alone: but for their ids the pages are equal, also where the file was brought; Ben's differ."""
    pages: list[list[str]] = []
    for nth, world in enumerate(request.getfixturevalue("castle_worlds")):
        case = world.book.cases.open_case(LOCAL, world.record, 30, "Is that so?", to=("*",)).id
        world.book.cases.make_claim(LOCAL, case, NewClaim(party="B", reading=ReadingNamed(), text="Only Ben's."), to=("B",))
        with GameBook.open(f"sqlite:///{tmp_path}/brought-{nth}.db") as elsewhere:
            brought = elsewhere.cases.take_in_case_file(LOCAL, world.book.cases.case_file(LOCAL, case, viewer)).id
            home, file = (_file(book, f"/cases/{one}/offline?as={viewer}") for book, one in ((world.book, case), (elsewhere, brought)))
            wider = _file(elsewhere, f"/cases/{brought}/offline?as=open")
        named = [home.replace(case, "its id"), file.replace(brought, "its id")]
        pages.append([*named, _file(world.book, f"/cases/{case}/offline?as=B").replace(case, "its id")])
        assert wider == file
        assert "Only Ben" not in home
    first, second = pages
    assert first[:2] == second[:2]
    assert first[2] != second[2]
