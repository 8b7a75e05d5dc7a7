"""Lines of a record: they come back as they were, and what is no line is refused with its place (design/events: The wire form)."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from records.core.events import Event, Recorded, Sort
from records.core.secret import secret
from records.core.shared import Corrected, GameWon, Replacement, Resigned
from records.errors import GameRefused, UndecodableEvent, UnknownEventName
from records.values import replace
from support.tiny import NOON, TINY, drawn, laid, whispered

LINE = '{"v":2,"cause":1,"at":"2026-03-14T12:00:00.250000Z","prev":"00","event":%s}'
DRAWN = '{"e":"tiny.drawn/1","seat":"A","card":{"faces":["ace"],"known_to":["A"]}}'


@pytest.mark.parametrize(
    "event",
    [
        drawn("A", "ace"),
        laid("A", "s2", "ace"),
        whispered("B", {"b": [1.50, None], "a": "ä"}),
        GameWon(seat="A", why="“quoted”"),
        Corrected(of=(Replacement(version=1, event=drawn("A", "king")), Replacement(version=2, event=Resigned(seat="B"))), why="x"),
    ],
    ids=lambda event: type(event).__name__,
)
def test_a_line_comes_back_as_it_was(event: Event) -> None:
    """Decoding a written line gives the event, writing that again the same bytes."""
    recorded = Recorded(2, 1, NOON, "00" * 32, event)
    line = TINY.codec.encode(recorded)
    assert TINY.codec.decode(line) == recorded
    assert TINY.codec.encode(TINY.codec.decode(line)) == line


def test_a_line_is_the_documented_json() -> None:
    """Envelope and event are nested, the name comes first, and what is left at its default is not written."""
    assert TINY.codec.encode(Recorded(2, 1, NOON, "00", drawn("A", "ace"))).decode() == LINE % DRAWN


@pytest.mark.parametrize("name", ["tiny.drawn/2", "tiny.burnt/1", "observed.noted/1", ""])
def test_an_unknown_name_is_refused(name: str) -> None:
    """An event of another game or version is named."""
    with pytest.raises(UnknownEventName, match=f"no event of this game is named '{name}'"):
        TINY.codec.decode(LINE % f'{{"e":"{name}","seat":"A"}}')


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ('{"e":"tiny.drawn/1","seat":"A","card":{"faces":["ace"]},"up":true}', r"unknown field `up` - at `\$\.event`"),
        ('{"e":"tiny.drawn/1","seat":"A","card":{"faces":["ace"],"up":true}}', r"unknown field `up` - at `\$\.event\.card`"),
        ('{"e":"tiny.drawn/1","seat":7,"card":{"faces":["ace"]}}', r"Expected `str`, got `int` - at `\$\.event\.seat`"),
        ('{"e":"tiny.drawn/1","seat":"A","card":{"faces":["ace",7]}}', r"got `int` - at `\$\.event\.card\.faces\[1\]`"),
        ('{"e":"tiny.drawn/1","seat":"A","card":{"faces":["king","ace"]}}', r"written sorted - at `\$\.event\.card`"),
        ('{"e":"tiny.drawn/1","seat":"A"}', r"missing required field `card` - at `\$\.event`"),
        ('{"e":"table.taken-back/1","to":"1"}', r"Expected `int`, got `str` - at `\$\.event\.to`"),
        ('{"e":"table.taken-back/1","to":1.5}', r"Expected `int`, got `float` - at `\$\.event\.to`"),
        (
            '{"e":"table.corrected/1","of":[{"version":1,"event":{"e":"tiny.burnt/1"}}]}',
            r"tiny\.burnt/1.* - at `\$\.event\.of\[0\]\.event\.e`",
        ),
        ('{"seat":"A"}', r"missing required field `e` - at `\$\.event`"),
        ("7", r"Expected `object`, got `int` - at `\$\.event`"),
    ],
)
def test_a_wrong_event_is_refused_with_its_path(event: str, reason: str) -> None:
    """The message says what was expected and where in the line."""
    with pytest.raises(UndecodableEvent, match=reason):
        TINY.codec.decode(LINE % event)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"v":1,"cause":1,"at":"2026-03-14T12:00:00Z","event":' + DRAWN + "}", "missing required field `prev`"),
        (LINE.replace('"v":2', '"v":"2"') % DRAWN, r"Expected `int`, got `str` - at `\$\.v`"),
        (LINE.replace('"v":2', '"v":2,"id":1') % DRAWN, "unknown field `id`"),
        (LINE.replace("2026-03-14", "2026-02-30") % DRAWN, r"`\$\.at`"),
        (LINE % DRAWN + "}", "trailing characters"),
        ((LINE % DRAWN)[:-1], "truncated"),
        ("", "truncated"),
        ("[]", "Expected `object`, got `array`"),
        (b"\xff\xfe", "malformed"),
        (LINE % ('{"e":"tiny.whispered/1","seat":"B","words":{"body":' + "[" * 100_000), "recursion"),
    ],
    ids=lambda case: str(case)[:40],
)
def test_a_wrong_envelope_is_refused(line: str | bytes, reason: str) -> None:
    """What is not one object of the envelope's fields is refused, cut and foreign bytes too."""
    with pytest.raises(UndecodableEvent, match=reason):
        TINY.codec.decode(line)


def _named(tag: str) -> type[Event]:
    class Named(Event, frozen=True, kw_only=True, tag=tag):
        sort: ClassVar[Sort] = Sort.FACT

    return Named


def _nothing(_draft: Any, _recorded: Any) -> None:
    """Move no card."""


@pytest.mark.parametrize(
    "name", ["tiny.drawn/1", "table.asked/1", "Named", "tiny.Named/1", "tiny.named", "tiny.named/0", "tiny/1", "a.b.c/1", "tiny.na_med/1"]
)
def test_names_that_collide_or_are_not_stable_are_refused(name: str) -> None:
    """A game cannot be made with two events of one name, or one whose name is not game.past-tense-name/version."""
    cls = _named(name)
    with pytest.raises(GameRefused, match="is used twice or is not of the form"):
        replace(TINY, own=(*TINY.own, cls), evolve={**TINY.evolve, cls: _nothing})


def test_an_event_needs_a_sort_and_an_evolver() -> None:
    """A class without either is refused when the game is made."""

    class Unsorted(Event, frozen=True, kw_only=True, tag="tiny.unsorted/1"):
        """Says not why it stands in the log."""

    with pytest.raises(GameRefused, match="Unsorted names no sort"):
        replace(TINY, own=(*TINY.own, Unsorted), evolve={**TINY.evolve, Unsorted: _nothing})
    with pytest.raises(GameRefused, match=r"tiny lacks places for event classes\. Named: no evolver$"):
        replace(TINY, own=(*TINY.own, _named("tiny.named/1")))


def test_a_line_of_an_event_with_no_cards_comes_back() -> None:
    """A draw of nothing is a line too."""
    event = drawn("A", "ace")
    empty = type(event)(seat="A", card=secret(to=("A",)))
    assert TINY.codec.decode(TINY.codec.encode(Recorded(1, 1, NOON, "", empty))).event == empty
