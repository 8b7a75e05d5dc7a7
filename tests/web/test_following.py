"""Following a running game: what its stream says first, who may hear it, and how many may."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import pytest

from records.core.ids import SeatKey
from records.core.viewers import LOCAL
from records.service import GameBook, NewTable
from records.service.desks.linking import NewLink
from records.service.layers.notes import NoteText
from web.app import create_app
from web.live import slots, wire
from web.live.slots import MOST_OF_ADDRESS, MOST_ONLOOKERS, NoStreamError, StreamSlots
from web.live.watch import StreamWatch
from web.live.wire import News, StreamBody
from web.pages import routes
from web.pages.replay import shared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """A store without accounts."""
    with GameBook.open(f"sqlite:///{tmp_path}/club.sqlite") as opened:
        yield opened


@pytest.fixture
def record(book: GameBook) -> str:
    """A game that was begun."""
    return book.writing.begin(LOCAL, NewTable(game="castle-rampage", names=("Ana", "Ben"), begins=SeatKey("A"), dealt=True))


def test_who_listens_is_told_at_once_how_far_the_game_is(book: GameBook, record: str) -> None:
    """In steps as pages number them and by their event; what is no question, no record or no viewer is refused as a page refuses it."""
    client, view = create_app(book).test_client(), book.record(LOCAL, record, "public")
    answer = client.get(f"/records/{record}/follow?as=public", buffered=False)
    assert (answer.status_code, answer.headers["Content-Type"].partition(";")[0]) == (200, "text/event-stream")
    assert (answer.headers["Cache-Control"], answer.headers["X-Accel-Buffering"]) == ("no-store", "no")
    body = iter(answer.response)
    number = view.timeline.step_number(view.steps)
    told = f'id: {view.steps}\nevent: steps\ndata: {{"steps":{view.steps},"number":{number}}}\n\n'
    assert [next(body), next(body)] == [b"retry: 1000\n\n", told.encode()]
    answer.close()
    for path, status in (("?after=3", 422), ("?as=Z", 422), ("?at=3", 422)):
        assert client.get(f"/records/{record}/follow{path}").status_code == status
    assert client.get(f"/records/{'0' * 16}/follow").status_code == 404


def test_the_stream_of_a_closed_game_ends_at_once(book: GameBook, record: str) -> None:
    """It says so, and a browser needs not come back."""
    book._office.store.access.close(record)
    client = create_app(book).test_client()
    assert client.get(f"/records/{record}/follow").text.endswith("event: over\ndata: {}\n\n")
    page = client.get(f"/records/{record}").text
    assert "data-stream" not in page
    assert "live-chip" not in page


def test_the_page_says_where_it_hears_of_new_steps(book: GameBook, record: str) -> None:
    """While the game runs, with the number of its last step and words for what is new."""
    page = create_app(book).test_client().get(f"/records/{record}?as=A", headers={"Accept-Language": "en"}).text
    assert f'data-stream="/records/{record}/follow?as=A"' in page
    assert 'data-many="{n} new steps"' in page
    assert "live-chip" in page


def test_onlookers_leave_places_to_players_and_classes() -> None:
    """All at one address are counted together, all onlookers too, and somebody known still has a place."""
    found = StreamSlots()
    for _ in range(MOST_OF_ADDRESS):
        found.take(slots.onlooker("192.0.2.7"))
    with pytest.raises(NoStreamError) as own:
        found.take(slots.onlooker("192.0.2.7"))
    for nth in range(MOST_ONLOOKERS - MOST_OF_ADDRESS):
        found.take(slots.onlooker(f"198.51.100.{nth}"))
    with pytest.raises(NoStreamError) as full:
        found.take(slots.onlooker("203.0.113.9"))
    assert (own.value.own, full.value.own) == (True, False)
    found.take("ana")
    assert found.held == MOST_ONLOOKERS + 1


def test_words_in_between_keep_their_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What happens that is not theirs to know moves no word by which a dead line is found: its time would tell."""
    monkeypatch.setattr(wire, "ASKED", 0.4)
    counts = {"a": 1}
    watch, places = StreamWatch(lambda asked: {one: counts[one] for one in asked}, every=0.01), StreamSlots()
    times = []
    for goes_on in (False, True):
        places.take("a")
        stream = StreamBody(lambda _after: News(counts["a"], (), 1), watch, places, caller="a", stream="a", after=1)
        next(stream)
        begin = time.monotonic()
        timers = [threading.Timer(0.1 * nth, lambda nth=nth: counts.update(a=nth + 2)) for nth in range(1, 4) if goes_on]  # type: ignore[misc]
        for timer in timers:
            timer.start()
        assert next(stream) == b": \n\n"
        times.append(time.monotonic() - begin)
        stream.close()
    assert times[1] < times[0] + 0.2


@pytest.mark.soak
def test_a_step_that_is_drawn_for_several_is_as_it_is_for_each(book: GameBook, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In each language, size, address and stride, by links with and without names, after a name was changed and a note was written."""
    at = book.record(LOCAL, record).steps
    roots = ["", *(f"/s/{book.access.share(LOCAL, record, NewLink(viewer='public', names=names))[0]}" for names in (True, False))]
    asked = [
        (f"{root}/records/{record}/steps/{at}?as=public{more}", cookie)
        for root in roots
        for more, cookie in (("", ""), ("", ""), ("&short=on", ""), ("", "lang=de"), ("", "large=on"), ("", "by=turn"))
    ]

    client = create_app(book).test_client(use_cookies=False)

    def answers() -> list[str]:
        return [client.get(path, headers={"Cookie": cookie} if cookie else {}).text for path, cookie in asked]

    def alone(_book: object, _caller: object, _view: object, _asked: object, draw: Callable[[], str]) -> str:
        return draw()

    for act in (
        lambda: None,
        lambda: book.records.rename(LOCAL, record, "A", "Zoë"),
        lambda: book.notes.write_note(LOCAL, record, NoteText(at=at, text="What a start!", audience=("*",)), viewer="public"),
    ):
        act()
        together = answers()
        with monkeypatch.context() as patched:
            patched.setattr(shared, "drawn", alone)
            assert together == answers()
    assert "What a start!" in together[0]
    assert len({*together}) > 8


def test_of_many_who_ask_for_a_step_at_once_one_draws(book: GameBook, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others wait for it; a step that is refused is refused to each."""
    client, drawn = create_app(book).test_client(), []
    real = routes.replay_page.page
    monkeypatch.setattr(routes.replay_page, "page", lambda *asked: drawn.append(1) or real(*asked))  # type: ignore[func-returns-value]
    for _ in range(4):
        assert client.get(f"/records/{record}/steps/3?as=public").status_code == 200
    assert len(drawn) == 1
    assert [client.get(f"/records/{record}/steps/999?as=public").status_code for _ in range(2)] == [404, 404]
