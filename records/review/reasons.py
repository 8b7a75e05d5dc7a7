"""Why a decision, or a whole record, is not weighed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from records.core.sentences import N_

Apart: TypeAlias = Literal[
    "",
    "only-one",
    "only-known",
    "aside",
    "offer",
    "unseen",
    "inexact",
    "no-world",
    "taken-back",
    "gap",
    "beside-the-rules",
    "rules",
    "cards",
    "no-player",
    "goes-on",
]
"""A word for it; "" where there is no reason."""
FORCED: frozenset[Apart] = frozenset({"only-one", "only-known"})
"""There was nothing to choose."""
WHY: Mapping[Apart, str] = {
    "only-one": N_("The rules allowed one move alone."),
    "only-known": N_("As this player could know, every other move would have lost the game at once."),
    "aside": N_("Talk and offers are not weighed."),
    "offer": N_("A draw was on offer, and the simulated player takes every offer."),
    "unseen": N_("Nobody noted what this seat could see, so its moves cannot be compared."),
    "inexact": N_("The knowledge of this seat cannot be worked out exactly here."),
    "no-world": N_("What the log tells up to here cannot all be so."),
    "taken-back": N_("Something was taken back here, and what it showed cannot be weighed."),
    "gap": N_("Something is missing here."),
    "beside-the-rules": N_("Something happened here that no rule leads to."),
    "rules": N_("The rules of this game are not known here."),
    "cards": N_("The cards of this game are not known here."),
    "no-player": N_("There is no simulated player for this game."),
    "goes-on": N_("The game is not over."),
}
"""Message ids by reason."""
