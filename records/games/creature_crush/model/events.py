"""Everything that can happen in CreatureCrush."""

from __future__ import annotations

from typing import TypeAlias

from records.games.creature_crush.model.chain_events import ChainEvent
from records.games.creature_crush.model.field_events import FieldEvent
from records.games.creature_crush.model.set_up_events import SetUpEvent
from records.games.creature_crush.model.turn_events import TurnEvent

CrushEvent: TypeAlias = SetUpEvent | TurnEvent | ChainEvent | FieldEvent
