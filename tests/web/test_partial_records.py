"""Records that do not tell all: every page and command works on them, and they say what can never be known."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from importers.base import ImportOptions
from importers.storing import store_file
from records.core.events import Recorded
from records.core.ids import SeatKey
from records.core.shared import GapNoted
from records.core.viewers import LOCAL
from records.knowledge.door import veil
from records.service import Entry, GameBook, NewGame
from records.service.writing.simulation import simulate
from records.values import replace
from support.soaking import rest_soaked
from web.app import create_app
from web.cli import kiebitz

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.ids import SeatKey


KINDS = ("own", "sealed", "gap")
PLAYED = {"castle-rampage": 2, "regicide": 3, "creature-crush": 2}
"""Players of each game's record."""


def own_log(book: GameBook, new: NewGame, seat: SeatKey) -> NewGame:
    """Return what a player wrote down who saw what ``seat`` was shown."""
    recorded = [Recorded(v, entry.cause or v, entry.at, "", entry.event) for v, entry in enumerate(new.entries, 1)]
    log = veil(book.games[new.game].parts, recorded, seat)
    return replace(new, entries=[Entry(at=one.at, event=one.event, cause=one.cause) for one in log])


def partial_record(book: GameBook, game: str, kind: str) -> str:
    """Store a record of a game that does not tell all, of one of ``KINDS``, and return its id."""
    new: Any = next(iter(simulate(book.games[game], seed=5, games=1, players=PLAYED[game])))
    if kind == "own":
        return book.writing.add(LOCAL, own_log(book, new, new.seats[0]))[0].id
    if kind == "sealed":
        whole = book.writing.add(LOCAL, new)[0].id
        redacted = book.records.export(LOCAL, whole, new.seats[0])
        book.records.trash(LOCAL, whole)
        book.records.purge(LOCAL, whole)
        return book.writing.take_in(LOCAL, redacted).id
    middle = next(v for v, entry in enumerate(new.entries, 1) if v > len(new.entries) // 2 and entry.cause in {None, v})
    missing = Entry(at=new.entries[middle - 1].at, event=GapNoted(why="The notebook was wet."))
    return book.writing.add(LOCAL, replace(new, entries=[*new.entries[: middle - 1], missing]))[0].id


GAMES = Path(__file__).parents[2] / "examples" / "games"
TRIED = [*((game, "own") for game in PLAYED), ("regicide", "gap"), ("castle-rampage", "sealed")]
PAGES = (
    "/records/{id}?at={at}",
    "/records/{id}/odds?at={at}",
    "/records/{id}/why/hand:B?at={at}",
    "/records/{id}/places/hand:B?at={at}",
    "/records/{id}/slots/{slot}?at={at}&knows=hindsight",
    "/records/{id}/charts/uncertainty?at={at}",
    "/records/{id}/compare?at={at}",
    "/records/{id}/notation?at={at}",
    "/records/{id}/rules?at={at}",
    "/records/{id}/picture.svg?at={at}",
    "/api/records/{id}/positions/{at}/knowledge",
    "/api/records/{id}/positions/{at}/turning-points",
)
COMMANDS = (
    "log {id}",
    "show {id} --at e{at}",
    "audit {id}",
    "odds {id} --at e{at} --draw 1",
    "why {id} --at e{at} --slot {slot}",
    "export {id}",
)


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of a store."""
    return f"sqlite:///{tmp_path}/book.sqlite"


@pytest.fixture
def book(url: str) -> Iterator[GameBook]:
    """An empty book of the games that come with the program."""
    with GameBook.open(url) as opened:
        yield opened


@pytest.mark.parametrize(("game", "kind"), rest_soaked(TRIED[::-1]))
def test_everything_works_on_a_record_that_does_not_tell_all(book: GameBook, url: str, game: str, kind: str) -> None:
    """Replay, lenses, odds, reasons, charts, audit, comparison and exports, through the eyes that see most, where most is not shown."""
    record = partial_record(book, game, kind)
    view = book.record(LOCAL, record, "open")
    at = view.steps - 1 if kind == "gap" else view.steps // 2
    lying = view.position(at).table.slots or view.position(view.steps // 2).table.slots
    asked = {"id": record, "at": at, "slot": next(iter(lying))}
    client = create_app(book).test_client()
    for page in PAGES:
        answer = client.get(page.format(**asked))
        assert answer.status_code in {200, 404}, page
        assert answer.status_code == 200 or "/slots/" in page or "/why/" in page, page
    for command in COMMANDS:
        done = CliRunner().invoke(kiebitz, [*command.format(**asked).split(), "--store", url])
        assert isinstance(done.exception, SystemExit | None), command
        assert done.exit_code == 0 or command.startswith(("why", "odds")), (command, done.stderr)


@pytest.mark.parametrize("game", rest_soaked(PLAYED))
def test_a_record_of_one_seat_says_what_can_never_be_known(book: GameBook, game: str) -> None:
    """What a seat cannot know from the whole is what nobody can from that seat's own: the other hands, from their first cards on."""
    (new,) = simulate(book.games[game], seed=5, games=1, players=PLAYED[game])
    whole, own = (book.writing.add(LOCAL, one)[0].id for one in (new, own_log(book, new, SeatKey("A"))))
    assert not book.record(LOCAL, whole, "open").untold
    found = book.record(LOCAL, own, "open").untold
    assert found == book.record(LOCAL, whole, "A").untold
    assert [hand.seat for hand in found.hands] == [seat for seat in new.seats if seat != "A"]
    for hand in found.hands:
        unseen = [_unseen(book, own, at, hand.seat) for at in range(hand.first - 1, hand.last + 1)]
        assert unseen[0] == 0
        assert max(unseen) == hand.most <= hand.came
        assert unseen[-1] > 0
    client = create_app(book).test_client()
    said = client.get(f"/api/records/{own}/untold?as=open").json
    assert said["hands"][0]["first"] == found.hands[0].first
    page, sheet = (client.get(f"/records/{own}{where}?as=open", headers={"Accept-Language": "en"}).text for where in ("", "/sheet"))
    for text in (page, sheet):
        assert f"from step {found.hands[0].first} to step" in text
    assert "never be known" not in client.get(f"/records/{whole}?as=open").text
    assert "never be known" not in client.get(f"/records/{own}?as=open&at=3&suspense=on").text


def test_a_stretch_that_nobody_wrote_down_is_named(book: GameBook, url: str) -> None:
    """By its step and by what was noted of it, on the command line too."""
    record = partial_record(book, "regicide", "gap")
    view = book.record(LOCAL, record, "open")
    (gap,) = view.untold.gaps
    assert (gap.first, gap.last, gap.why) == (view.steps, None, "The notebook was wet.")
    shown = CliRunner().invoke(kiebitz, ["show", record, "--lang", "en", "--store", url]).stdout
    assert f"never known:\n  After step {len(view.timeline.told)} nothing was written down. The notebook was wet." in shown


def test_an_archive_says_whose_words_are_not_in_it(book: GameBook) -> None:
    """The page of a table keeps what its owner alone was told; of all others nothing is known, and that is said."""
    (stored,) = store_file(book, LOCAL, (GAMES / "lantern-coast.json").read_bytes(), "lantern-coast.json", ImportOptions())
    told = book.record(LOCAL, stored.id, "open").untold
    seats: Any = book.record(LOCAL, stored.id, "open").header.seats
    assert set(told.silent) < set(seats)
    (other,) = [seat for seat in seats if seat not in told.silent][:1]
    assert dict(book.record(LOCAL, stored.id, "public").untold.words).keys() == set(seats)
    assert other in dict(book.record(LOCAL, stored.id, "public").untold.words)


def _unseen(book: GameBook, record: str, at: int, seat: SeatKey) -> int:
    hand = book.record(LOCAL, record, "open").position(at).table.hands.get(seat)
    return hand.count - len(hand.faces) if hand is not None else 0
