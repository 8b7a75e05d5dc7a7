"""What the tables of all games share in tests: what an event must be, what a batch was, what is refused, through whose eyes."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from records.core.ids import SeatKey
from records.core.viewers import OPEN, PUBLIC
from records.errors import RuleViolation
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from records.core.editions.rulesets import Ruleset
    from records.core.events import Event
    from records.core.game import Game
    from records.core.viewers import Viewer


@dataclass(frozen=True)
class Did:
    """What an event must be: its class, its paragraph if one is named, and some of its fields."""

    cls: type[Event]
    rule: str
    fields: dict[str, Any]

    def check(self, event: Event) -> None:
        """Fail with both if ``event`` is another."""
        assert type(event) is self.cls, event
        assert self.rule in ("", event.rule), event
        wrong = {name: getattr(event, name) for name, value in self.fields.items() if getattr(event, name) != value}
        assert not wrong, f"{event} should have {self.fields}"


def did(cls: type[Event], rule: str = "", **fields: Any) -> Did:
    """An event of ``cls`` by a paragraph, with these fields."""
    return Did(cls, rule, fields)


def check_batch(batch: Sequence[Event], expected: Sequence[Did]) -> None:
    """Fail unless a batch is exactly this."""
    assert [type(event).__name__ for event in batch] == [one.cls.__name__ for one in expected], batch
    for event, one in zip(batch, expected, strict=True):
        one.check(event)


@contextmanager
def breaks(code: str, paragraph: str) -> Iterator[None]:
    """Fail unless what is done breaks this paragraph, and says why."""
    with pytest.raises(RuleViolation) as refused:
        yield
    assert (refused.value.code, refused.value.paragraph) == (code, paragraph), refused.value
    assert str(refused.value.why)


def eyes_of(viewer: Viewer | str) -> Viewer:
    """The viewer that a test names: ``open``, ``public`` or a seat's key."""
    return {"open": OPEN, "public": PUBLIC}.get(str(viewer), SeatKey(str(viewer))) if isinstance(viewer, str) else viewer


def other_reading(game: Game, rulesets: Mapping[str, Ruleset], rules: str, settings: Mapping[str, str]) -> Game:
    """The game with another reading of one of its rulesets."""
    changed = rulesets[rules].with_settings(settings)
    return replace(game, counters=lambda header: replace(game.counters(header), rules=changed))  # type: ignore[call-arg]
