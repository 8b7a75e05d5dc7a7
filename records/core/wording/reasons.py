"""Why the rules give a step, in sentences: a game's reasons stand as a table by event class, beside its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec

from records.core.events import Event
from records.core.ids import PileId, SlotId
from records.core.sentences import Sentence
from records.core.wording.narration import Moment

Sentences: TypeAlias = tuple[Sentence, ...]


class StepsBefore(msgspec.Struct, frozen=True):
    """What stands before a step in its chain."""

    events: tuple[Event, ...] = ()
    """From the decision that began the play, as the viewer was shown them."""
    piles: Mapping[SlotId, PileId] = msgspec.field(default_factory=dict)
    """Where each slot lay right before the step."""


Reasoning: TypeAlias = Callable[[Any, Any, StepsBefore], Sentences]
"""A moment, its event and what stands before it to the sentences that say why the rules give it; none for what explains nothing."""


class Reasons(msgspec.Struct, frozen=True):
    """A game's reasons by event class; called with a moment it gives those of its event.

    Like narration they use a viewer's moment alone, so they tell what that viewer was shown.
    """

    words: Mapping[type, Reasoning] = msgspec.field(default_factory=dict)

    def __call__(self, moment: Moment[Any], before: StepsBefore) -> Sentences | None:
        """Return the reasons of a step, None where its narration says all there is to say."""
        reasoning = self.words.get(type(moment.recorded.event))
        return None if reasoning is None else reasoning(moment, moment.recorded.event, before)
