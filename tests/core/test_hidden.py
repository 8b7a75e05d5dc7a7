"""The hidden parts of events are found by type, and what cannot be seen through is refused (design/events: The door)."""

# No deferred annotations here: the event classes are made inside a function, from the types under test.

import enum
from typing import Annotated, Any, ClassVar, Generic, Literal, NewType, TypeVar

import msgspec
import pytest

from records.core.events import Event, Sort
from records.core.hidden import HiddenParts, PublicJson, hidden_parts
from records.core.secret import Sealed, Secret, secret
from records.core.shared import Corrected, DeckSet, HandSet, PositionSet, Replacement, Shown, TakenBack
from records.errors import GameRefused
from records.values import replace
from support.tiny import TINY, Drawn, Laid, drawn

T = TypeVar("T")


class Colour(enum.Enum):
    """A plain value."""

    RED = "red"


class Plain(msgspec.Struct, frozen=True):
    """A value with nothing to hide."""

    text: str


class Pair(msgspec.Struct, Generic[T], frozen=True):
    """Two of a kind."""

    left: T
    right: T


class Other(msgspec.Struct, frozen=True, tag="other"):
    """One member of a union."""

    text: str


class Hiding(msgspec.Struct, frozen=True, tag="hiding"):
    """The other member, with something to hide."""

    card: Secret


class Loose(msgspec.Struct, frozen=True):
    """A value with a field that nobody can see through."""

    anything: Any


class Kin(msgspec.Struct, frozen=True):
    """A value that holds its own kind."""

    next: "Kin | None" = None


class MySecret(Secret, frozen=True):
    """A secret by another name."""


class MySealed(Sealed, frozen=True):
    """A sealed part by another name."""


Name = NewType("Name", str)


def event_with(tp: Any) -> type[Event]:
    """Return an event class with one field of the type."""
    return type(
        "Tried", (Event,), {"__annotations__": {"sort": ClassVar[Sort], "part": tp}, "sort": Sort.FACT, "__module__": __name__},
        frozen=True, kw_only=True, tag="tiny.tried/1",
    )  # fmt: skip


def paths(event: Event, parts: HiddenParts | None = None) -> list[str]:
    """Return where the event hides something."""
    found: list[str] = []

    def visit(path: str, part: Secret | Sealed) -> Secret | Sealed:
        found.append(path)
        return part

    assert (parts or HiddenParts((type(event),))).map(event, visit) is event, "the same object, since nothing changed"
    return found


REFUSED = [
    dict,
    dict[str, str],
    dict[str, Secret],
    list,
    list[str],
    list[Secret],
    set,
    set[str],
    frozenset[Secret],
    Any,
    object,
    bytes,
    msgspec.Raw,
    tuple,
    tuple[Any, ...],
    tuple[dict[str, int], ...],
    tuple[str, msgspec.Raw],
    Annotated[msgspec.Raw, "private"],
    Annotated[list[str], "x"],
    Secret | dict[str, str],
    str | list[str] | None,
    Loose,
    Pair[Any],
    Pair,
    Pair[dict[str, str]],
    Kin,
    MySecret,
    MySealed,
    tuple[MySecret, ...],
]


@pytest.mark.parametrize("tp", REFUSED, ids=str)
def test_a_field_that_cannot_be_seen_through_is_refused(tp: Any) -> None:
    """Registration fails for every type in which something could hide beside ``Secret`` and ``Sealed``."""
    with pytest.raises(GameRefused, match=r"Tried: .* cannot be seen through"):
        HiddenParts((event_with(tp),))


def test_a_game_with_such_an_event_is_refused() -> None:
    """The refusal comes when the game is made, before any event is read."""
    tried = event_with(dict[str, str])
    with pytest.raises(GameRefused, match="cannot be seen through"):
        replace(TINY, own=(*TINY.own, tried), evolve={**TINY.evolve, tried: lambda _draft, _recorded: None})


@pytest.mark.parametrize(
    "tp",
    [str, int, bool, float, None, str | None, Literal["a", 1], Colour, Name, Plain, Pair[str], tuple[str, ...], tuple[str, int], PublicJson,
     Annotated[str, "x"], tuple[Plain | None, ...], Name | None, tuple[tuple[str, int | str | bool], ...]],
    ids=str,
)  # fmt: skip
def test_an_event_of_plain_values_hides_nothing(tp: Any) -> None:
    """Text, numbers, names, public JSON and what is made of them pass, and the class is known to hide nothing."""
    cls = event_with(tp)
    assert not HiddenParts((cls,)).hides(cls)


@pytest.mark.parametrize(
    ("tp", "value", "where"),
    [
        (Secret, secret("ace"), ["part"]),
        (Sealed, Sealed(), ["part"]),
        (Secret | None, secret("ace"), ["part"]),
        (Secret | None, None, []),
        (Secret | str, "ace", []),
        (Annotated[Secret, "x"], secret("ace"), ["part"]),
        (tuple[Secret, ...], (secret("ace"), secret()), ["part.0", "part.1"]),
        (tuple[str, Secret, Sealed], ("x", secret("ace"), Sealed()), ["part.1", "part.2"]),
        (tuple[tuple[Secret, ...], ...], ((secret(),), (), (secret(), secret())), ["part.0.0", "part.2.0", "part.2.1"]),
        (Other | Hiding, Hiding(secret("ace")), ["part.card"]),
        (Other | Hiding, Other("x"), []),
        (tuple[Other | Hiding, ...] | None, (Other("x"), Hiding(secret("ace"))), ["part.1.card"]),
        (Pair[Secret], Pair(secret("ace"), secret("ten")), ["part.left", "part.right"]),
        (Pair[Pair[Sealed]], Pair(Pair(Sealed(), Sealed()), Pair(Sealed(), Sealed())),
         ["part.left.left", "part.left.right", "part.right.left", "part.right.right"]),
    ],
    ids=str,
)  # fmt: skip
def test_nested_secrets_are_found(tp: Any, value: object, where: list[str]) -> None:
    """In tuples, values, unions and values with parameters every hidden part is visited, with its path."""
    cls = event_with(tp)
    assert paths(cls(part=value)) == where


def test_secrets_of_shared_events_are_found() -> None:
    """A position, a take-back and a correction of any event of the game hide their cards."""
    position = PositionSet(hands=(HandSet(seat="A", cards=(secret("ace"),)),), decks=(DeckSet(deck="draw", blocks=(secret(), secret())),))
    back = TakenBack(to=1, shown=(Shown(place="s1", card=secret("ace")),))
    corrected = Corrected(of=(Replacement(version=1, event=back), Replacement(version=2, event=drawn("A", "ace"))))
    assert paths(position, TINY.parts) == ["hands.0.cards.0", "decks.0.blocks.0", "decks.0.blocks.1"]
    assert paths(back, TINY.parts) == ["shown.0.card"]
    assert paths(corrected, TINY.parts) == ["of.0.event.shown.0.card", "of.1.event.card"]


def test_an_event_without_change_is_the_same_object() -> None:
    """Nothing is made anew where the visit leaves every part."""
    one = drawn("A", "ace")
    assert TINY.parts.map(one, lambda _path, part: part) is one
    event = Corrected(of=(Replacement(version=2, event=one),))
    assert TINY.parts.map(event, lambda _path, part: part) is event
    changed = TINY.parts.map(event, lambda _path, _part: secret("?"))
    assert changed.of[0].event.card == secret("?")
    assert event.of[0].event.card == secret("ace", to=("A",))


def test_an_unregistered_class_fails_closed() -> None:
    """An event class that the game does not know does not pass, be it alone or inside a correction."""
    stranger = event_with(str)(part="x")
    for ask in (
        lambda: TINY.parts.map(stranger, lambda _path, part: part),
        lambda: TINY.parts.hides(type(stranger)),
        lambda: TINY.parts.map(Corrected(of=(Replacement(version=1, event=stranger),)), lambda _path, part: part),
    ):
        with pytest.raises(KeyError):
            ask()


def test_which_classes_hide_something_is_known_at_once() -> None:
    """The tiny game's draws and lays hide a card, a win hides nothing."""
    hiding = {cls.__name__ for cls in TINY.event_names.values() if TINY.parts.hides(cls)}
    assert {
        Drawn.__name__,
        Laid.__name__,
        "Whispered",
        "PositionSet",
        "TakenBack",
        "Corrected",
        "CardExposed",
        "CardReturned",
        "CardTaken",
    } == hiding


def test_a_game_with_other_rules_and_the_same_events_has_the_same_parts() -> None:
    """They are not looked for again: to look takes longer than all else that makes a game."""
    assert replace(TINY, title="Other rules").parts is TINY.parts
    assert hidden_parts(TINY.stored_events[1:]) is not TINY.parts
