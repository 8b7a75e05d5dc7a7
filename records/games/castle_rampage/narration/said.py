"""A moment of Castle Rampage."""

from __future__ import annotations

from typing import TypeAlias

from records.core.wording.narration import Moment
from records.games.castle_rampage.model.position import CastleCounters

CastleMoment: TypeAlias = Moment[CastleCounters]
