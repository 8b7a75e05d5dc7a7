"""A decision that breaks a rule by a hidden card: nobody who was not shown that card reads it off what the decision tells everybody."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from importers import read_file
from importers.base import ImportOptions
from records.core.game import Game
from records.core.ids import RecordId
from records.core.logs.chain import Chain
from records.core.viewers import LOCAL, OPEN, viewer_key
from records.games.castle_rampage.model.events import Strengthened
from records.service import Exchanged, GameBook, NewGame
from records.service.library import library
from records.service.views.findings import findings
from records.service.writing.record_builder import chained, header_of
from records.values import replace
from support.refused import shown, twins
from support.soaking import rest_soaked
from web.app import create_app
from web.charts import CHARTS
from web.cli import kiebitz

GAMES = library()
CASTLE = GAMES["castle-rampage"]
HEAD = """\
[Game "castle-rampage"]
[Ruleset "castle-rampage/house"]
[Seats "A B"]
[A "Ana"]
[B "Ben"]
[Switches "purple_strengthens=no spy or saboteur"]
[Date "2026-03-14"]
[Played "as played"]

@position
  A.hand = spy knight
  B.hand = ?*3
  A.gate = last-resort archer
  A.castle = knight archer
  B.gate = ? ?
  B.castle = ? ?
  B.display =
  draw = ?*90
  set active=A turn=5
"""
FORBIDDEN, LAWFUL = f"{HEAD}   castle spy\n", f"{HEAD}   castle knight\n"
BARE = '{"e":"castle-rampage.strengthened/1","seat":"A","pile":"castle:A","slot":"s3","card":{"faces":["FACE"],"known_to":["A"]}}'
UNSEEING = ("B", "public")
PLACES = ("gate:A", "castle:A", "hand:A", "hand:B", "draw", "s3")


def _game(text: str) -> NewGame:
    (new,) = read_file(GAMES, text.encode(), "game.kbz", ImportOptions())
    assert isinstance(new, NewGame)
    return new


RECORD = RecordId("0123456789abcdef")


def _taken_in(folder: Path, name: str, new: NewGame) -> tuple[GameBook, str]:
    """Return a store with a game under the one id, each event of it as it stands there."""
    url = f"sqlite:///{folder}/{name}.db"
    book = GameBook.open(url)
    header, key = msgspec.structs.replace(header_of(new), record=RECORD), bytes(32)
    chain = Chain(book.games[new.game], header, key)
    log, _rows = chained(chain, list(new.entries))
    book.writing.take_in(LOCAL, Exchanged(header=header, names=new.names, key=key, log=log, head=chain.hash))
    return book, url


@pytest.fixture
def worlds(tmp_path: Path) -> Iterator[list[tuple[GameBook, str]]]:
    """Two stores with one record each: of the spy that the switch forbids, and of the knight."""
    books = [_taken_in(tmp_path, name, _game(text)) for name, text in (("spy", FORBIDDEN), ("knight", LAWFUL))]
    yield books
    for book, _url in books:
        book.close()


HERE, API = f"/records/{RECORD}", f"/api/records/{RECORD}"
PAGES = ("findings", "compare", "eyes", "rules", "odds", "turning", "moments", "notation", "sheet", "picture.svg", "lines", "cases")
ANSWERS = ("events", "steps", "findings", "untold", "drift", "precedents", "cases")


def _asked(viewer: str, last: int) -> Iterator[str]:
    yield from ("/", "/api/records", API, HERE + "/event")
    for at in (last - 1, last):
        yield f"{HERE}?at={at}&as={viewer}"
        yield f"{HERE}/steps/{at}?as={viewer}&lang=de"
        yield f"{API}/positions/{at}?as={viewer}"
        yield f"{HERE}/explain?at={at}&as={viewer}"
        yield f"{HERE}/onward?at={at}&as={viewer}&by=turn"
    yield from (f"{HERE}/{page}?as={viewer}&other={viewer}&at={last}" for page in PAGES)
    yield f"{HERE}/findings?as={viewer}&lang=de"
    yield f"{HERE}/told/0?as={viewer}"
    yield f"{HERE}/compare?as={viewer}&switch=purple_strengthens%3Dall"
    yield f"{HERE}/slots/s{last}?at={last}&as={viewer}"
    for place in PLACES:
        yield f"{HERE}/places/{place}?at={last}&as={viewer}"
        yield f"{HERE}/why/{place}?at={last}&as={viewer}"
        yield f"{API}/positions/{last}/why/{place}?as={viewer}"
    yield from (f"{API}/positions/{last}/{page}?as={viewer}" for page in ("knowledge", "explanation", "turning-points", "odds"))
    for chart in CHARTS:
        yield f"{HERE}/charts/{chart}?as={viewer}"
        yield f"{API}/charts/{chart}?as={viewer}"
    yield from (f"{API}/{page}?as={viewer}" for page in ANSWERS)


_OF_THE_MOMENT = re.compile(rb'name="once" value="[^"]*"|"added":"[^"]*"')
"""What is another in each answer, or in each store, whatever lies in it."""


def _sent(book: GameBook, viewer: str, *words: str) -> Iterator[tuple[str, int, bytes]]:
    """Yield the answers to a viewer; ``words`` of which an address has one, where not all are asked for."""
    client = create_app(book).test_client()
    for address in _asked(viewer, book.record(LOCAL, RECORD, viewer).steps):
        if words and not any(word in address for word in words):
            continue
        with client.get(address, headers={"Accept-Language": "en"}) as answer:
            yield address, answer.status_code, _OF_THE_MOMENT.sub(b"", answer.get_data())


COMMANDS = (["log"], ["audit"], ["show", "3"], ["explain", "3"], ["export", "--format", "notation"], ["export", "--format", "sheet"])
_SEALS = re.compile("[0-9a-f]{32,}")
"""What binds a file to its chain, which holds the seals of the cards that its reader was not shown."""


def _said(url: str, viewer: str) -> Iterator[tuple[str, str]]:
    for name, *more in COMMANDS:
        words = [name, RECORD, *more, "--as", viewer, "--store", url]
        yield " ".join(words[:-2]), CliRunner().invoke(kiebitz, words).output
    yield "shelf", CliRunner().invoke(kiebitz, ["shelf", "--store", url]).output


def _native(url: str, viewer: str) -> str:
    return _SEALS.sub("", CliRunner().invoke(kiebitz, ["export", RECORD, "--as", viewer, "--store", url]).output)


@pytest.mark.parametrize("viewer", rest_soaked(UNSEEING))
def test_as_played_records_do_not_tell_that_a_hidden_card_broke_a_rule(worlds: Any, viewer: str) -> None:
    """Castle, the switch "no spy or saboteur": every page, answer and file of Ben and the public is the same for spy and knight."""
    (spy, spys), (knight, knights) = worlds
    for one, other in zip(_sent(spy, viewer), _sent(knight, viewer), strict=True):
        assert one[1] in {200, 303, 404, 422}, one[0]
        assert one == other, one[0]
    for said, also in zip(_said(spys, viewer), _said(knights, viewer), strict=True):
        assert said == also, said[0]
    assert _native(spys, viewer) == _native(knights, viewer)
    assert "(§ 3.1)" in dict(_said(spys, viewer))[f"log {RECORD} --as {viewer}"]


@pytest.mark.soak
@pytest.mark.parametrize("viewer", ["A"])
def test_who_saw_the_card_is_told_that_it_broke_a_rule(worlds: Any, viewer: str) -> None:
    """Ana reads of the breach in the audit, on the page and from the API; the comparison above bites."""
    (spy, url), (knight, _url) = worlds
    for page in ("/findings", "/events", "/steps"):
        assert list(_sent(spy, viewer, page)) != list(_sent(knight, viewer, page)), page
    assert (
        "against a rule (§ 3.4): Spy cannot be put under the player's own piles."
        in dict(_said(url, viewer))[f"audit {RECORD} --as {viewer}"]
    )


def _findings(book: GameBook, viewer: str, version: int) -> list[tuple[str, tuple[str, ...]]]:
    seen = book.record(LOCAL, RECORD, viewer).seen
    return [(one.judged.paragraph, one.noticed_by) for one in findings(seen, seen.judged) if one.judged.version == version]


def test_a_breach_could_be_noticed_by_those_alone_who_were_shown_the_card(worlds: Any, tmp_path: Path) -> None:
    """Of the spy by Ana; of a second card in one turn, which everybody sees, by both."""
    spy = worlds[0][0]
    assert _findings(spy, "open", 3) == _findings(spy, "A", 3) == [("3.4", ("A",))]
    assert _findings(spy, "B", 3) == _findings(spy, "public", 3) == []
    twice, _url = _taken_in(tmp_path, "twice", _game(f"{LAWFUL}   castle spy\n"))
    for viewer in ("open", "A", "B", "public"):
        assert _findings(twice, viewer, 4) == [("3.1", ("A", "B"))]
    twice.close()


# -- however it came into the store ------------------------------------------------------------------------------------


def _bare(face: str) -> NewGame:
    """A game that holds the decision without a word of what everybody knows, as records written before do."""
    new = _game(LAWFUL)
    event = new.entries[2].event
    assert isinstance(event, Strengthened)
    card = msgspec.structs.replace(event.card, faces=(face,), hint="?")
    return replace(new, entries=[*new.entries[:2], replace(new.entries[2], event=msgspec.structs.replace(event, rule="", card=card))])


@pytest.mark.parametrize("viewer", ["B"])
def test_a_record_written_before_does_not_tell_either(tmp_path: Path, viewer: str) -> None:
    """What the rules tell everybody is read into a decision that was stored without it, so the door hides it there too."""
    (spy, spys), (knight, knights) = (
        _taken_in(tmp_path, "old", _bare("spy")),
        _taken_in(tmp_path, "new", _game(LAWFUL)),
    )
    assert list(_sent(spy, viewer)) == list(_sent(knight, viewer))
    assert list(_said(spys, viewer)) == list(_said(knights, viewer))
    stored = spy.records.export(LOCAL, RECORD, "open").log[2].event
    assert stored.rule == "", "the stored event, over which the chain runs, stays as it is"
    spy.close()
    knight.close()


def test_an_event_line_without_a_rule_is_written_with_what_everybody_knows() -> None:
    """What a person writes as an event line says no more of the card than the line would."""
    written = [_game(f"{HEAD}| {BARE.replace('FACE', face)}\n").entries[2].event for face in ("spy", "knight")]
    lines = [_game(text).entries[2].event for text in (FORBIDDEN, LAWFUL)]
    assert written == lines
    assert veiled(written[0]) == veiled(written[1])


def test_a_correction_to_a_card_that_breaks_a_rule_reads_as_one_to_another() -> None:
    """What was laid is put right: it was the spy, or the cook."""
    text = HEAD.replace("spy knight", "spy knight cook") + "   castle knight\n@correct 1\n   ( castle CARD )\n"
    corrections = [_game(text.replace("CARD", card)).entries[3].event for card in ("spy", "cook")]
    assert corrections[0] != corrections[1]
    assert veiled(corrections[0]) == veiled(corrections[1])


def veiled(event: Any) -> Any:
    """An event as Ben reads it."""
    return CASTLE.parts.map(event, lambda _path, part: msgspec.structs.replace(part, faces=("?",) * len(part.faces)))


# -- the law -----------------------------------------------------------------------------------------------------------

NO_PURPLE = {"switches": {"purple_strengthens": "no spy or saboteur"}}
SHARE: dict[str, list[tuple[dict[str, Any], Sequence[int]]]] = {
    "castle-rampage": [(NO_PURPLE, (0,)), ({}, (0,))],
    "creature-crush": [({}, (0,))],
    "regicide": [({"players": 2}, (0,)), ({"players": 3}, (3,))],
}
"""How and by which seeds the games go that are looked through each time, up to so many twins."""
MOST = 2
WHOLE: dict[str, list[tuple[dict[str, Any], Sequence[int]]]] = {
    "castle-rampage": [(NO_PURPLE, range(40)), ({}, range(40))],
    "creature-crush": [({}, range(6))],
    "regicide": [({"players": players}, range(150)) for players in (2, 3, 4)],
}
SOME = {"castle-rampage": {"Strengthened", "CardSlipped"}, "creature-crush": {"CrushLaid", "CardFetched"}, "regicide": {"SeatFell"}}
"""Decisions of which there are twins among those."""


def _law(game: Game, games: Iterable[tuple[dict[str, Any], Sequence[int]]], most: int | None) -> set[str]:
    """Hold what each who saw neither card is shown of two worlds against each other; return of which decisions there were any."""
    seen = set()
    for pair in (pair for how, seeds in games for seed in seeds for pair in islice(twins(game, seed, **how), most)):
        for viewer in pair.others:
            for (what, lawful), (_same, forbidden) in zip(
                shown(pair, pair.lawful, viewer), shown(pair, pair.forbidden, viewer), strict=True
            ):
                assert lawful == forbidden, (what, viewer, pair)
        assert dict(shown(pair, pair.lawful, OPEN)) != dict(shown(pair, pair.forbidden, OPEN))
        seen.add(pair.decision)
    return seen


@pytest.mark.parametrize("name", rest_soaked(SHARE, keep=2))
def test_twins_of_refused_decisions_cannot_be_told_apart(name: str) -> None:
    """Two worlds that differ in one hidden card, the same public play, one against a rule: who saw neither card is shown the same bytes."""
    assert _law(GAMES[name], SHARE[name], MOST)


@pytest.mark.soak
@pytest.mark.parametrize("name", WHOLE)
def test_all_twins_of_refused_decisions_cannot_be_told_apart(name: str) -> None:
    """The same of many games, and of each sort of decision that can break a rule unseen."""
    assert _law(GAMES[name], WHOLE[name], None) >= SOME[name]


@pytest.mark.soak
@pytest.mark.parametrize("name", SHARE)
def test_no_page_or_answer_tells_twins_of_refused_decisions_apart(name: str, tmp_path: Path) -> None:
    """The first twins of each game, in two stores."""
    ways = [(how, seed) for how, seeds in SHARE[name] for seed in seeds]
    for nth, pair in enumerate(pair for how, seed in ways for pair in islice(twins(GAMES[name], seed, **how), 1)):
        books = [_taken_in(tmp_path, f"{nth}-{which}", pair.new(log)) for which, log in (("a", pair.lawful), ("b", pair.forbidden))]
        for eyes in pair.others:
            viewer = viewer_key(eyes)
            for one, other in zip(*(_sent(book, viewer) for book, _url in books), strict=True):
                assert one == other, (one[0], pair)
            assert list(_said(books[0][1], viewer)) == list(_said(books[1][1], viewer))
            assert _native(books[0][1], viewer) == _native(books[1][1], viewer)
        for book, _url in books:
            book.close()
