"""The one door for secrets: what each viewer is given of a log (design/events: The door)."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
import pytest

from records.core.events import Event, Recorded, Sort
from records.core.faces import none_of
from records.core.secret import ALL, NOBODY, Audience, Secret, ordered, secret
from records.core.shared import Corrected, GameStarted, GameWon, Replacement, Shown, TakenBack
from records.core.viewers import OPEN, PUBLIC, Viewer
from records.knowledge.door import veil
from support.tiny import NOON, SEATS, TINY, Drawn, drawn, laid, whispered

ALL_VIEWERS: tuple[Viewer, ...] = ("A", "B", PUBLIC, OPEN)


def log(*events: Event) -> list[Recorded[Any]]:
    """A log of these events."""
    return [Recorded(version, version, NOON, "", event) for version, event in enumerate(events, 1)]


def given(viewer: Viewer, event: Event) -> Any:
    """What a viewer is given of one event."""
    return veil(TINY.parts, log(event), viewer)[0].event


@pytest.mark.parametrize(
    ("known_to", "seers"),
    [(ALL, ALL_VIEWERS), (("A",), ("A", OPEN)), (("A", "B"), ("A", "B", OPEN)), (NOBODY, (OPEN,))],
)
def test_a_face_is_given_to_who_was_shown_it(known_to: Audience, seers: tuple[Viewer, ...]) -> None:
    """A list of every seat is not everybody: the public sees only what all were shown, the open table everything."""
    event = Drawn(seat="A", card=secret("ace", to=known_to))
    assert tuple(viewer for viewer in ALL_VIEWERS if given(viewer, event).card.faces == ("ace",)) == seers
    assert {given(viewer, event).card.faces for viewer in ALL_VIEWERS if viewer not in seers} <= {("?",)}


def test_count_audience_hint_and_order_are_public() -> None:
    """Who was not shown the faces still gets how many there are, who was, what may be concluded, and whether the order is public."""
    whole = ordered("king", "ace", to=("A",), hint=none_of(("ten",)))
    assert given("B", Drawn(seat="A", card=whole)).card == ordered("?", "?", to=("A",), hint=none_of(("ten",)))


@pytest.mark.parametrize("body", ["null", "[]", '{"words":"the ten lies below"}'])
def test_a_sealed_part_is_empty_for_others(body: str) -> None:
    """Not even its size shows."""
    event = whispered("B", msgspec.json.decode(body))
    for viewer in ("A", PUBLIC):
        assert given(viewer, event).words == type(event.words)(known_to=("B",))
    assert given("B", event) == event


def test_salts_and_seals_do_not_pass_with_a_hidden_face() -> None:
    """Of an imported record, who was not shown a card gets neither its salt nor its commitment."""
    salted = Secret(("ace",), ("A",), salt=("0f" * 16,))
    sealed = Secret(("?",), ("A",), seal=("0f" * 16,))
    assert given("B", Drawn(seat="A", card=salted)).card == given("B", Drawn(seat="A", card=sealed)).card == Secret(("?",), ("A",))


@pytest.mark.parametrize("viewer", ALL_VIEWERS, ids=str)
def test_an_event_that_hides_nothing_is_the_same_object(viewer: Viewer) -> None:
    """What everybody may see is passed on as it is, envelope and all."""
    whole = log(GameStarted(seats=SEATS), Drawn(seat="A", card=secret("ace", to=ALL)), TakenBack(to=0, shown=()), GameWon(seat="A"))
    veiled = veil(TINY.parts, whole, viewer)
    assert all(given_ is recorded for given_, recorded in zip(veiled, whole, strict=True))


def test_what_the_viewer_was_shown_is_the_same_object() -> None:
    """A seat's own card, in a take-back too, is passed on and not made anew."""
    whole = log(drawn("A", "ace"), TakenBack(to=0, shown=(Shown(place="draw", card=secret("ace", to=("A",))),)))
    assert all(given_ is recorded for given_, recorded in zip(veil(TINY.parts, whole, "A"), whole, strict=True))


@pytest.mark.parametrize("viewer", ALL_VIEWERS, ids=str)
def test_no_event_is_invisible(viewer: Viewer) -> None:
    """Every viewer's log has the same versions, causes, times and classes."""
    whole = log(GameStarted(seats=SEATS), drawn("A", "ace"), whispered("B", "x"), laid("A", "s4", "ace"))
    veiled = veil(TINY.parts, whole, viewer)
    assert [(r.v, r.cause, r.at, r.prev, type(r.event)) for r in veiled] == [(r.v, r.cause, r.at, r.prev, type(r.event)) for r in whole]


def test_a_correction_passes_like_what_it_corrects() -> None:
    """The event as it should have been written hides its card from the same viewers."""
    event = Corrected(of=(Replacement(version=1, event=drawn("A", "ace")), Replacement(version=2, event=drawn("B", "king"))))
    assert [one.event.card.faces for one in given("A", event).of] == [("ace",), ("?",)]
    assert [one.event.card.faces for one in given(PUBLIC, event).of] == [("?",), ("?",)]


def test_what_a_take_back_shows_is_for_its_audience() -> None:
    """Each entry is hidden from whoever is not of its audience."""
    event = TakenBack(to=0, shown=(Shown(place="draw", card=secret("ace", to=("A",))), Shown(place="s1", card=secret("ten", to=ALL))))
    assert [entry.card.faces for entry in given("B", event).shown] == [("?",), ("ten",)]


def test_the_log_itself_stays() -> None:
    """Veiling for one viewer changes nothing for the next."""
    whole = log(drawn("A", "ace"))
    veil(TINY.parts, whole, PUBLIC)
    assert veil(TINY.parts, whole, "A")[0].event.card.faces == ("ace",)


class Stranger(Event, frozen=True, kw_only=True, tag="other.stranger/1"):
    """An event of no registered game."""

    sort: ClassVar[Sort] = Sort.FACT


@pytest.mark.parametrize("viewer", ["A", PUBLIC], ids=str)
def test_an_unregistered_event_does_not_pass(viewer: Viewer) -> None:
    """The door fails closed."""
    with pytest.raises(KeyError):
        veil(TINY.parts, log(Stranger()), viewer)
