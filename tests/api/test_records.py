"""A record over the API is what ``GameBook`` gives the same viewer, for every game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from importers import native
from records.core.viewers import LOCAL
from support.programs import GAMES, VIEWERS, app_on, open_book
from web.words.phrases import Printed, locale_of, say_plainly

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from flask.testing import FlaskClient

    from records.service import GameBook

    Ask = Callable[..., Any]

EVERY = pytest.mark.parametrize(("game", "viewer"), [(game, viewer) for game in GAMES for viewer in VIEWERS])


@EVERY
def test_the_header_is_the_view_s(ask: Ask, book: GameBook, ids: dict[str, str], game: str, viewer: str) -> None:
    """Game, rules, cards, people, length, outcome and viewer are those of the view."""
    view = book.record(LOCAL, ids[game], viewer)
    told = ask(f"/api/records/{ids[game]}?as={viewer}")
    assert (told["id"], told["game"], told["viewer"], told["steps"]) == (ids[game], game, viewer, view.steps)
    assert told["players"] == [view.names[seat] for seat in view.header.seats]
    assert {key: told[key] for key in ("ruleset", "ruleset_hash", "catalogue", "catalogue_hash")} == {
        key: getattr(view.header, key) for key in ("ruleset", "ruleset_hash", "catalogue", "catalogue_hash")
    }
    assert (told["outcome"] is None) == (view.outcome is None)
    if view.outcome is not None:
        assert (told["outcome"]["winners"], told["outcome"]["scores"]) == ([*view.outcome.winners], dict(view.outcome.scores))


@EVERY
def test_steps_are_the_timeline_s(ask: Ask, book: GameBook, ids: dict[str, str], game: str, viewer: str) -> None:
    """Every step of the viewer's timeline is there, quiet ones too, in the same words."""
    view = book.record(LOCAL, ids[game], viewer)
    sent = ask(f"/api/records/{ids[game]}/steps?as={viewer}&lang=en")
    assert (sent["id"], sent["viewer"], sent["steps"], sent["from"], sent["to"]) == (ids[game], viewer, view.steps, 1, view.steps)
    english = Printed(locale_of("en"), view.faces)
    assert len(sent["told"]) == view.steps
    for told, step in zip(sent["told"], view.timeline.steps, strict=True):
        assert [told[key] for key in ("version", "turn", "seat", "icon", "quiet", "cut")] == [
            step.version, step.turn, step.seat, step.icon, step.quiet, step.cut,
        ]  # fmt: skip
        assert told["lines"] == [say_plainly(line, view.names, english) for line in step.lines]
        assert [(tell["text"], tell["mine"]) for tell in told["tells"]] == [
            (say_plainly(tell.sentence, view.names, english), tell.mine) for tell in step.tells
        ]


@EVERY
def test_events_are_the_lines_of_the_record_without_what_proves_them(
    ask: Ask, book: GameBook, ids: dict[str, str], game: str, viewer: str
) -> None:
    """An event is its line in the native file, as this viewer was shown it, less the chain hash."""
    view = book.record(LOCAL, ids[game], viewer)
    sent = ask(f"/api/records/{ids[game]}/events?as={viewer}")
    lines = [json.loads(view.game.codec.encode(recorded)) for recorded in view.events]
    assert all(line.pop("prev") for line in lines)
    assert sent["events"] == lines


@pytest.mark.soak
def test_a_sealed_record_s_events_hold_no_seals(tmp_path: Path, book: GameBook, ids: dict[str, str]) -> None:
    """Also of a record that came in redacted, with salts and seals in its lines, the API sends none of them, to the open table neither."""
    with open_book(tmp_path / "other.sqlite") as other:
        for game in GAMES:
            record = other.writing.take_in(LOCAL, book.records.export(LOCAL, ids[game], "A")).id
            stored = other.games[game].codec.encode(other.record(LOCAL, record, "open").events[-1])
            assert b'"prev"' in stored
            raw = b"".join(map(other.games[game].codec.encode, other.record(LOCAL, record, "open").events))
            assert b'"seal"' in raw
            assert b'"salt"' in raw
            for viewer in VIEWERS:
                text = app_on(other).test_client().get(f"/api/records/{record}/events?as={viewer}").text
                assert not [word for word in ('"seal":', '"salt":', '"prev":') if word in text]


@EVERY
def test_the_export_is_the_program_s(client: FlaskClient, book: GameBook, ids: dict[str, str], game: str, viewer: str) -> None:
    """The file is byte for byte the one that ``kiebitz export`` writes, under a name that says what it is."""
    answer = client.get(f"/api/records/{ids[game]}/export?as={viewer}")
    assert answer.data == native.write(book.games, book.records.export(LOCAL, ids[game], viewer), viewer)
    assert answer.content_type == "application/x-ndjson"
    assert answer.headers["Content-Disposition"] == f"attachment; filename={ids[game]}-{viewer}.jsonl"


def test_an_export_can_be_taken_in(tmp_path: Path, client: FlaskClient, book: GameBook, ids: dict[str, str]) -> None:
    """What was downloaded is imported elsewhere under the same id."""
    data = client.get(f"/api/records/{ids['castle-rampage']}/export?as=B").data
    with open_book(tmp_path / "other.sqlite") as other:
        exchanged = native.read(other.games, data, "download")
        assert other.writing.take_in(LOCAL, exchanged).id == ids["castle-rampage"]


@pytest.mark.parametrize("what", ["steps", "events"])
def test_a_part_is_cut_from_the_whole(ask: Ask, ids: dict[str, str], what: str) -> None:
    """``from`` and ``to`` are both included; what lies behind the end is simply not there."""
    address = f"/api/records/{ids['castle-rampage']}/{what}?as=A"
    key = {"steps": "told", "events": "events"}[what]
    whole = ask(address)
    count = whole["steps"]
    for first, last in ((1, 1), (5, 9), (count, count), (count - 2, count + 50), (1, 999_999_999)):
        part = ask(f"{address}&from={first}&to={last}")
        assert (part["from"], part["to"]) == (first, min(last, count))
        assert part[key] == whole[key][first - 1 : last]
    behind = ask(f"{address}&from={count + 1}")
    assert (behind["from"], behind["to"], behind[key]) == (count + 1, count, [])


def test_a_viewer_may_be_named(ask: Ask, ids: dict[str, str]) -> None:
    """A player's name in any case is that seat; without ``as`` it is the open table, as for the pages."""
    address = f"/api/records/{ids['castle-rampage']}"
    assert ask(f"{address}?as=bEN") == ask(f"{address}?as=B")
    assert ask(address)["viewer"] == "open"


def test_texts_speak_the_reader_s_language(ask: Ask, ids: dict[str, str]) -> None:
    """``?lang=`` wins over the language that the request prefers; both change sentences only."""
    address = f"/api/records/{ids['castle-rampage']}/steps?as=A&from=30&to=60"
    english, german = ask(address, **{"Accept-Language": "en"}), ask(address, **{"Accept-Language": "de-AT,de;q=0.9"})
    assert ask(f"{address}&lang=de", **{"Accept-Language": "en"}) == german
    assert german["told"] != english["told"]
    for ours, theirs in zip(english["told"], german["told"], strict=True):
        assert {**ours, "lines": [], "tells": []} == {**theirs, "lines": [], "tells": []}
