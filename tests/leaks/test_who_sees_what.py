"""Every route and every export, through every viewer's eyes: nobody is sent what only another seat was shown."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from records.service import GameBook
from support.soaking import rest_soaked
from web.app import create_app
from web.charts.script import SCRIPT
from web.cli import kiebitz

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask

    from leaks.conftest import Made

ANNAS, BENS, OTHER_BENS = "quillfeather", "moonpebble", "a-rather-longer-thing-than-before"
HIDDEN_FROM = {
    "A": (BENS, OTHER_BENS),
    "anna": (BENS, OTHER_BENS),
    "public": (ANNAS, BENS, OTHER_BENS),
}
"""Viewers from whom Ben's channel is hidden, and words that they may never be sent."""
EYES = pytest.mark.parametrize("viewer", rest_soaked(["public", "A", "anna"]))
"""Every day those from whom both channels are hidden: what they may not be sent holds what Anna may not."""
STEPS = range(10)

ROUTES: dict[str, list[str]] = {
    "static": [],
    "watching.alive": ["/health"],
    "watching.ready": ["/health/ready"],
    "watching.metrics": ["/metrics"],
    # without accounts these are not there; who sees what with them is tried in tests/leaks/test_callers.py
    "pages.imprint": ["/imprint"],
    "pages.elsewhere": ["/elsewhere", "/elsewhere?lang=de"],
    "accounts.sign_in": [],
    "accounts.signed_in": [],
    "accounts.sign_out": [],
    "accounts.welcome": [],
    "accounts.welcomed": [],
    "accounts.me": [],
    "accounts.change_me": [],
    "accounts.take_out": [],
    "accounts.seat": [],
    "accounts.take_seat": [],
    "accounts.people": [],
    "accounts.state": [],
    "accounts.change_people": [],
    "accounts.access": ["/records/RECORD/access"],
    "accounts.change_access": [],
    # what of these depends on a record is a lesson's, and tried in tests/leaks/test_classes.py
    "classes.all_classes": ["/classes", "/classes?record=RECORD&as=VIEWER"],
    "classes.begin": [],
    "classes.in_class": ["/classes/0000000000000000"],
    "classes.change": [],
    "classes.live": ["/classes/0000000000000000/live"],
    "classes.lead": [],
    "classes.live_now": [],
    "classes.board": [],
    "classes.board_now": [],
    "classes.answers": [],
    "classes.events": [],
    "classes.join": ["/join", "/join?code=0000-0000&lang=de"],
    "classes.joined": [],
    "classes.phone": ["/classes/0000000000000000/phone"],
    "classes.answer": [],
    "classes.phone_now": ["/classes/0000000000000000/phone/now"],
    "classes.phone_events": [],
    "pages.playing": ["/playing", "/playing?lang=de"],
    "pages.shelf": ["/", "/?q=moonpebble", "/?q=quillfeather", "/?sort=steps", "/?lang=de"],
    "pages.replay": [
        *(f"/records/RECORD?at={at}&as=VIEWER" for at in STEPS),
        "/records/RECORD?as=VIEWER",
        "/records/RECORD?as=VIEWER&lang=de",
        *(f"/records/RECORD?step={number}&as=VIEWER" for number in STEPS),
        "/records/RECORD?step=999&as=VIEWER",
        "/records/RECORD?at=999&as=VIEWER",
        "/records/RECORD?at=x&as=VIEWER",
        "/records/RECORD?as=VIEWER&unknown=1",
        "/records/RECORD?as=VIEWER&memory=table",
    ],
    "pages.step": [
        *(f"/records/RECORD/steps/{at}?as=VIEWER" for at in STEPS),
        *(f"/records/RECORD/steps/{at}?as=VIEWER&short=on" for at in STEPS),
        "/records/RECORD/steps/4?as=VIEWER&short=on&by=turn&lang=de",
        "/records/RECORD/steps/4?as=VIEWER&short=off",
        "/records/RECORD/steps/999?as=VIEWER&short=on",
        "/records/RECORD/steps/9?as=VIEWER&lang=de",
        "/records/RECORD/steps/999?as=VIEWER",
        "/records/RECORD/steps/1?at=1&as=VIEWER",
    ],
    # that of a game that runs does not end, and is heard in tests/leaks/test_following.py
    "pages.follow": [],
    "pages.card": [
        "/records/RECORD/cards/knight?as=VIEWER",
        "/records/RECORD/cards/nobody?at=2&as=VIEWER",
        "/records/RECORD/cards/knight?at=9&as=VIEWER&slot=s1",
        "/records/RECORD/cards/knight?at=3&as=VIEWER&knows=hindsight",
    ],
    "pages.place": ["/records/RECORD/places/hand:B?at=9&as=VIEWER", "/records/RECORD/places/draw?at=9&as=VIEWER"],
    "pages.slot": ["/records/RECORD/slots/s1?at=9&as=VIEWER"],
    "pages.why": ["/records/RECORD/why/s1?at=9&as=VIEWER", "/records/RECORD/why/draw?at=9&as=VIEWER&lang=de"],
    "pages.breaches": ["/records/RECORD/breaches?at=9&as=VIEWER", "/records/RECORD/breaches?at=x&as=VIEWER"],
    "pages.explain": [
        *(f"/records/RECORD/explain?at={at}&as=VIEWER" for at in STEPS),
        "/records/RECORD/explain?at=9&as=VIEWER&lang=de",
        "/records/RECORD/explain?at=999&as=VIEWER",
    ],
    "pages.told": ["/records/RECORD/told/0?as=VIEWER", "/records/RECORD/told/3?as=VIEWER&at=9", "/records/RECORD/told/0?as=VIEWER&at=999"],
    "pages.onward": [
        *(f"/records/RECORD/onward?at={at}&as=VIEWER&by=turn" for at in STEPS),
        "/records/RECORD/onward?at=3&as=VIEWER&by=round",
    ],
    "pages.turning": [
        "/records/RECORD/turning?at=0&as=VIEWER",
        "/records/RECORD/turning?at=9&as=VIEWER",
        "/records/RECORD/turning?at=x&as=VIEWER",
    ],
    "pages.team": ["/records/RECORD/team?at=3&as=VIEWER"],
    "pages.odds": [*(f"/records/RECORD/odds?at={at}&as=VIEWER" for at in STEPS), "/records/RECORD/odds?as=VIEWER&strength=3&lang=de"],
    "charts.first": ["/records/RECORD/charts?at=3&as=VIEWER"],
    "charts.chart": ["/records/RECORD/charts/strength?as=VIEWER", "/records/RECORD/charts/uncertainty?at=3&as=VIEWER&lang=de"],
    "charts.script": [f"/charts/{SCRIPT}"],
    "rules.all_games": ["/rules?lang=de", "/rules?as=VIEWER"],
    "rules.game": ["/rules/castle-rampage?lang=de", "/rules/observed"],
    "rules.record": ["/records/RECORD/rules?at=9&as=VIEWER"],
    "figures.shelf": ["/figures", "/figures?q=ana&lang=de"],
    "figures.luck": ["/figures/luck", "/figures/luck?lang=de"],
    "figures.luck_csv": ["/figures/luck.csv"],
    "eyes.two": [
        *(f"/records/RECORD/eyes?at={at}&as=VIEWER&other=VIEWER" for at in STEPS),
        "/records/RECORD/eyes?as=VIEWER&other=public&lang=de",
    ],
    "rereading.compare": [
        "/records/RECORD/compare?as=VIEWER",
        "/records/RECORD/compare?as=VIEWER&at=3&switch=drawing%3Done+player+after+the+other&lang=de",
        "/records/RECORD/compare?as=VIEWER&switch=drawing%3Done+player+after+the+other&step=0",
    ],
    "rereading.findings": ["/records/RECORD/findings?as=VIEWER", "/records/RECORD/findings?as=VIEWER&lang=de"],
    "exports.svg": [
        *(f"/records/RECORD/picture.svg?at={at}&as=VIEWER" for at in STEPS),
        "/records/RECORD/picture.svg?as=VIEWER&theme=dark&lang=de",
        "/records/RECORD/picture.svg?at=999&as=VIEWER",
    ],
    "exports.small": [
        *(f"/records/RECORD/scene.svg?at={at}&as=VIEWER" for at in STEPS),
        "/records/RECORD/scene.svg?as=VIEWER&theme=dark&lang=de",
        "/records/RECORD/scene.svg?at=999&as=VIEWER",
    ],
    "exports.png": ["/records/RECORD/picture.png?as=VIEWER&at=9"],
    "exports.sheet": ["/records/RECORD/sheet?as=VIEWER", "/records/RECORD/sheet?at=3&as=VIEWER&lang=de"],
    "rereading.impact": [
        "/rules/castle-rampage/impact?as=VIEWER",
        "/rules/regicide/impact?as=VIEWER&switch=drawing%3Done+player+after+the+other&lang=de",
    ],
    "pages.upload_form": ["/upload", "/upload?as=VIEWER"],
    "pages.name_game": [],
    "pages.upload": [],
    "pages.merge_form": ["/merge", "/merge?as=VIEWER"],
    "pages.merge": [],
    "pages.notation_form": ["/notation", "/notation?lang=de"],
    "pages.notation_sent": [],
    "pages.notation_draft": [],
    "pages.notation": ["/records/RECORD/notation?as=VIEWER", "/records/RECORD/notation?at=3&as=VIEWER&lang=de"],
    "notes.beside": [
        "/records/RECORD/notes?as=VIEWER",
        "/records/RECORD/notes?at=3&as=VIEWER&lang=de",
        "/records/RECORD/notes?at=9&as=VIEWER",
    ],
    "notes.moments": ["/records/RECORD/moments?as=VIEWER", "/records/RECORD/moments?at=3&as=VIEWER&lang=de"],
    "notes.quiz": ["/records/RECORD/quiz?at=9&as=VIEWER", "/records/RECORD/quiz?at=9&as=VIEWER&slot=s1&lang=de"],
    "notes.answer": [],
    "notes.edit": [
        *(f"/records/RECORD/notes/edit?at={at}&as=VIEWER" for at in (0, 4, 9)),
        "/records/RECORD/notes/edit?at=3&as=VIEWER&note=0000000000000000&lang=de",
    ],
    "notes.write": [],
    "notes.draft": [],
    "notes.take_in": [],
    "notes.file": ["/layers/0000000000000000/file?as=VIEWER"],
    "events.events": ["/events", "/events?event=x&lang=de"],
    "events.edit": ["/records/RECORD/event"],
    "events.change": [],
    "trash.list": ["/trash"],
    "trash.change": [],
    "api.trash": ["/api/trash", "/api/trash?page_size=1&lang=de", "/api/trash?after=RECORD"],
    "api.club_events": ["/api/events"],
    "api.club_event": ["/api/event?event=x"],
    "learning.lessons": ["/learn"],
    # who sees what below a chapter is tried in tests/leaks/test_chapters.py
    "learning.lesson": ["/learn/0000000000000000"],
    "learning.sheet": ["/learn/0000000000000000/sheet"],
    "learning.change": [],
    "learning.chapter": ["/learn/0000000000000000/0000000000000000/chapter", "/chapter"],
    "learning.answer": [],
    "offline.record": ["/records/RECORD/offline?as=VIEWER", "/records/RECORD/offline?as=VIEWER&at=3&lang=de"],
    "offline.study": ["/learn/0000000000000000/offline"],
    "offline.case": ["/cases/0000000000000000/offline?as=VIEWER"],
    "studies.beside": ["/studies"],
    "studies.begin": [],
    "studies.study": ["/studies/0000000000000000"],
    "studies.change": [],
    "studies.chapter": ["/studies/0000000000000000/chapters/new?record=RECORD&as=VIEWER"],
    "studies.write": [],
    "studies.draft": [],
    "studies.add": ["/records/RECORD/study?at=3&as=VIEWER"],
    "studies.add_to": [],
    "lines.beside": ["/records/RECORD/lines?as=VIEWER", "/records/RECORD/lines?at=3&as=VIEWER&lang=de"],
    "lines.begin": [],
    "lines.line": ["/lines/0000000000000000/0?as=VIEWER"],
    "lines.grow": [],
    "lines.keep": [],
    "review.page": ["/records/RECORD/review?as=VIEWER", "/records/RECORD/review?as=VIEWER&graded=on&lang=de"],
    "review.marks": ["/records/RECORD/review/marks?as=VIEWER"],
    "review.change": [],
    "api.review": ["/api/records/RECORD/review?as=VIEWER", "/api/records/RECORD/review?as=VIEWER&graded=on"],
    "api.luck": ["/api/luck"],
    "api.ask_review": [],
    "api.cancel_review": [],
    "api.look_closer": [],
    "api.close_review": [],
    "cases.beside": [
        "/records/RECORD/cases?as=VIEWER",
        "/records/RECORD/cases?at=3&as=VIEWER&lang=de",
        "/records/RECORD/cases?at=9&as=VIEWER",
    ],
    "cases.open_case": [],
    "cases.case": ["/cases/0000000000000000?as=VIEWER"],
    "cases.write": [],
    "cases.ruling": ["/cases/0000000000000000/ruling?as=VIEWER"],
    "api.cases": ["/api/records/RECORD/cases?as=VIEWER"],
    "api.all_cases": ["/api/cases?as=VIEWER", "/api/cases?as=VIEWER&event=x"],
    "api.case": ["/api/cases/0000000000000000?as=VIEWER"],
    "api.case_file": ["/api/cases/0000000000000000/file?as=VIEWER"],
    "api.studies": ["/api/studies"],
    "api.word_tables": ["/api/words"],
    "api.set_words": [],
    "api.remove_words": [],
    "api.study": ["/api/studies/0000000000000000?number=1"],
    "api.precedents": ["/api/precedents", "/api/precedents?card=knight"],
    "api.precedent_moments": ["/api/records/RECORD/precedents?as=VIEWER"],
    "api.open_case": [],
    "api.release_side": [],
    "api.make_claim": [],
    "api.rule": [],
    "api.answer_ruling": [],
    "api.close_case": [],
    "api.erase_case_text": [],
    "api.findings": ["/api/records/RECORD/findings?as=VIEWER"],
    "api.drift": ["/api/records/RECORD/drift?as=VIEWER"],
    "api.retelling": ["/api/records/RECORD/retelling?as=VIEWER"],
    "api.layers": ["/api/records/RECORD/layers?as=VIEWER"],
    "recording.new": ["/records/new", "/records/new?game=observed", "/records/new?lang=de"],
    "recording.begin": [],
    "recording.sheet": ["/records/RECORD/record", "/records/RECORD/record?as=VIEWER", "/records/RECORD/record?lang=de"],
    "recording.write": [],
    # who tells a log sees what the log shows them: tests/service/test_retelling.py, tests/web/test_retelling.py
    "recording.log": ["/records/RECORD/log"],
    "recording.tell": [],
    "pages.log_form": ["/log"],
    "pages.log_sent": [],
    "retelling.tables": ["/words", "/words?lang=de"],
    "retelling.table": ["/words/0000000000000000"],
    "retelling.change": [],
    "api.records": [
        "/api/records",
        "/api/records?q=moonpebble",
        "/api/records?q=quillfeather",
        "/api/records?game=observed&sort=longest&page_size=1&lang=de",
        "/api/records?page=2",
        "/api/records?as=VIEWER",
    ],
    "api.games": ["/api/games", "/api/games?lang=de"],
    "api.header": ["/api/records/RECORD?as=VIEWER", "/api/records/RECORD?as=VIEWER&lang=de", "/api/records/RECORD?sa=VIEWER"],
    "api.steps": [
        "/api/records/RECORD/steps?as=VIEWER",
        "/api/records/RECORD/steps?as=VIEWER&lang=de",
        *(f"/api/records/RECORD/steps?as=VIEWER&from={at + 1}&to={at + 1}" for at in STEPS),
        "/api/records/RECORD/steps?as=VIEWER&from=900&to=999",
        "/api/records/RECORD/steps?as=VIEWER&from=3&to=2",
    ],
    "api.untold": ["/api/records/RECORD/untold?as=VIEWER", "/api/records/RECORD/untold?as=VIEWER&lang=de"],
    "api.events": [
        "/api/records/RECORD/events?as=VIEWER",
        *(f"/api/records/RECORD/events?as=VIEWER&from={at + 1}&to={at + 1}" for at in STEPS),
        "/api/records/RECORD/events?as=VIEWER&from=x",
        "/api/records/RECORD/events?as=VIEWER&sa=open",
    ],
    "api.position": [
        *(f"/api/records/RECORD/positions/{at}?as=VIEWER" for at in STEPS),
        "/api/records/RECORD/positions/999?as=VIEWER",
        "/api/records/RECORD/positions/9?as=VIEWER&memory=table",
        "/api/records/RECORD/positions/x?as=VIEWER",
    ],
    "api.knowledge": [
        *(f"/api/records/RECORD/positions/{at}/knowledge?as=VIEWER" for at in STEPS),
        "/api/records/RECORD/positions/999/knowledge?as=VIEWER&lang=de",
    ],
    "api.why": ["/api/records/RECORD/positions/9/why/s1?as=VIEWER", "/api/records/RECORD/positions/9/why/hand:B?as=VIEWER&lang=de"],
    "api.explain": [
        *(f"/api/records/RECORD/positions/{at}/explanation?as=VIEWER" for at in STEPS),
        "/api/records/RECORD/positions/9/explanation?as=VIEWER&lang=de",
    ],
    "api.team": ["/api/records/RECORD/positions/3/team?as=VIEWER", "/api/records/RECORD/positions/999/team?as=VIEWER"],
    "api.turning_points": [*(f"/api/records/RECORD/positions/{at}/turning-points?as=VIEWER" for at in STEPS)],
    "api.odds_questions": ["/api/records/RECORD/positions/9/odds?as=VIEWER"],
    "api.odds_answer": ["/api/records/RECORD/positions/9/odds/answer?as=VIEWER&ask=win&let=seat=B"],
    "api.odds_of_attack": [
        "/api/records/RECORD/positions/9/odds/attack?as=VIEWER&strength=3",
        "/api/records/RECORD/positions/9/odds/attack?as=VIEWER&strength=3&by=B&way=odd",
    ],
    "api.odds_of_draw": [
        "/api/records/RECORD/positions/9/odds/draw?as=VIEWER&number=1&card=unit",
        "/api/records/RECORD/positions/9/odds/draw?as=VIEWER&number=1",
    ],
    "api.chart": ["/api/records/RECORD/charts/strength?as=VIEWER&grain=step", "/api/records/RECORD/charts/uncertainty?as=VIEWER"],
    "api.chart_csv": ["/api/records/RECORD/charts/uncertainty.csv?as=VIEWER", "/api/records/RECORD/charts/none.csv?as=VIEWER"],
    "api.export": ["/api/records/RECORD/export?as=VIEWER", "/api/records/RECORD/export?as=VIEWER&at=3"],
    "api.events_parquet": ["/api/records/RECORD/events.parquet?as=VIEWER", "/api/records/RECORD/events.parquet?as=VIEWER&at=3"],
    "api.games_parquet": ["/api/records/RECORD/games.parquet?as=VIEWER"],
    "document.openapi": ["/api/openapi.json"],
    "document.page": ["/api/", "/api/?lang=de"],
}
"""Each endpoint with the addresses to try; a new endpoint must say here what it is asked."""


def _sent(app: Flask, address: str) -> tuple[int, dict[str, str], str]:
    client = app.test_client()
    with client.get(address, headers={"Accept-Language": "en"}) as answer:
        headers = {name: value for name, value in answer.headers.items() if name not in {"Set-Cookie", "Date"}}
        return answer.status_code, headers, answer.get_data().decode(errors="backslashreplace")


def _asked(record: str, viewer: str) -> Iterator[str]:
    for addresses in ROUTES.values():
        for address in addresses:
            yield address.replace("RECORD", record).replace("VIEWER", viewer)


@cache
def _answers(urls: tuple[str, ...], record: str, viewer: str) -> list[dict[str, tuple[int, dict[str, str], str]]]:
    """Ask each store each address."""
    told = []
    for url in urls:
        with GameBook.open(url) as book:
            app = create_app(book)
            told.append({address: _sent(app, address) for address in _asked(record, viewer)})
    return told


@pytest.fixture(scope="session")
def told(observed: Made) -> Callable[[str], list[dict[str, tuple[int, dict[str, str], str]]]]:
    """What each of the two worlds answers to each address, by viewer: asked once for the tests below."""
    urls = tuple(f"sqlite:///{file}" for file in observed.files)
    return lambda viewer: _answers(urls, observed.record, viewer)


def test_every_route_is_asked(worlds: Any) -> None:
    """A route that this test does not know fails it, so that none is added unwatched."""
    rules = create_app(worlds[0].book).url_map.iter_rules()
    assert {rule.endpoint for rule in rules} == set(ROUTES)


@EYES
def test_no_answer_holds_another_seats_secret(told: Callable[[str], list[dict[str, Any]]], viewer: str) -> None:
    """Neither body nor header nor error of any answer holds a word of a channel that is not the viewer's."""
    for answers in told(viewer):
        for address, (status, headers, body) in answers.items():
            assert status < 500, address
            # what was asked for comes back in the search field: that is the asker's own word
            text = f"{headers} {body}".replace("q=moonpebble", "").replace('value="moonpebble"', "")
            for word in HIDDEN_FROM[viewer]:
                assert word not in text or "?q=" in address, f"{address} tells {viewer} {word!r}"


@EYES
def test_answers_do_not_depend_on_another_seats_secrets(told: Callable[[str], list[dict[str, Any]]], viewer: str) -> None:
    """Where only Ben's channel differs, in words, number and size, every answer to others is the same to the byte, ETag and length too."""
    first, second = told(viewer)
    for address, answer in first.items():
        assert comparable(*answer) == comparable(*second[address]), address


def comparable(status: int, headers: dict[str, str], body: str) -> tuple[int, dict[str, str], str]:
    """Return an answer without what is random in it; then its ETag, which is a hash of the body, is random too."""
    blanked = _blank(body)
    return status, headers if blanked == body else {**headers, "ETag": ""}, blanked


def test_the_comparison_bites(worlds: Any) -> None:
    """Ben's own answers, and those to the open table, do differ between the two worlds."""
    first, second = (create_app(world.book) for world in worlds)
    for viewer in ("B", "open"):
        for address in ("/records/RECORD?at=9", "/api/records/RECORD/steps?to=9", "/api/records/RECORD/events?to=9"):
            asked = f"{address.replace('RECORD', worlds[0].record)}&as={viewer}"
            assert comparable(*_sent(first, asked)) != comparable(*_sent(second, asked)), asked
            assert BENS in _sent(first, asked)[2]
        export = f"/api/records/{worlds[0].record}/export?as={viewer}"
        assert comparable(*_sent(first, export)) != comparable(*_sent(second, export))


def test_search_does_not_find_hidden_words(worlds: Any) -> None:
    """A search for a word that only a private channel carries finds nothing."""
    app = create_app(worlds[0].book)
    for word in (ANNAS, BENS):
        assert worlds[0].record not in _sent(app, f"/?q={word}")[2]
        assert worlds[0].record not in _sent(app, f"/api/records?q={word}")[2]


def _run(world: Any, *arguments: str) -> str:
    done = CliRunner().invoke(kiebitz, [*arguments, "--store", world.url])
    if not isinstance(done.exception, SystemExit | None):
        raise done.exception
    return f"{done.exit_code}\n{done.stdout}\n{done.stderr}"


@EYES
@pytest.mark.parametrize(
    "command",
    [
        ["log", "RECORD", "--as", "VIEWER"],
        ["log", "RECORD", "--as", "VIEWER", "--json"],
        ["show", "RECORD", "--at", "e7", "--as", "VIEWER"],
        ["show", "RECORD", "--at", "e7", "--as", "VIEWER", "--json"],
        ["show", "RECORD", "--at", "e999", "--as", "VIEWER"],
        ["export", "RECORD", "--as", "VIEWER"],
        ["export", "RECORD", "--as", "VIEWER", "--format", "sheet"],
        ["export", "RECORD", "--as", "VIEWER", "--format", "svg", "--at", "e7"],
        ["shelf", "--json"],
    ],
    ids=" ".join,
)
def test_commands_tell_no_secrets(worlds: Any, viewer: str, command: list[str]) -> None:
    """No command tells a viewer another seat's secret, nor anything that depends on it but the commitments of an export."""
    told = []
    for world in worlds:
        text = _run(world, *(word.replace("RECORD", world.record).replace("VIEWER", viewer) for word in command))
        assert not any(word in text for word in HIDDEN_FROM[viewer])
        assert text.startswith("1\n" if "e999" in command else "0\n"), text
        told.append(_blank(text))
    assert told[0] == told[1]


@pytest.mark.parametrize("command", ["log", "export"])
def test_the_comparison_of_commands_bites(worlds: Any, command: str) -> None:
    """What the commands tell Ben himself does differ between the two worlds, and holds his words."""
    told = [_blank(_run(world, command, world.record, "--as", "B")) for world in worlds]
    assert told[0] != told[1]
    assert BENS in told[0]


def _blank(text: str) -> str:
    """Return the text without commitments, salts, hashes and keys of forms, which are random, and the time of storing."""
    text = re.sub(r'"(seal|salt|prev|head)":("[0-9a-f]+"|\["[0-9a-f",]*"\])', r'"\1":""', text)
    text = re.sub(r'(name="once" value=)"[0-9a-zA-Z_-]+"', r"\1", text)
    return re.sub(r'"added": ?"[^"]*"', '"added":""', text)
