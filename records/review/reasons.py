"""Why a decision, or a whole record, is not weighed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from records.core.sentences import N_

Apart: TypeAlias = Literal[
    "",
    "only-one",
    "only-one-seen",
    "aside",
    "unlisted",
    "unseen",
    "inexact",
    "no-world",
    "taken-back",
    "gap",
    "corrected",
    "beside-the-rules",
    "rules",
    "cards",
    "no-player",
    "goes-on",
    "no-decisions",
]
"""A word for it; "" where there is no reason."""
FORCED: frozenset[Apart] = frozenset({"only-one", "only-one-seen"})
"""There was nothing to choose."""
WHY: Mapping[Apart, str] = {
    "only-one": N_("The rules allowed one move alone."),
    "only-one-seen": N_("As far as this seat could know there was one move alone."),
    "aside": N_("Talk and offers are not weighed."),
    "unlisted": N_("The rules list no such move here, so there is nothing to compare it with."),
    "unseen": N_("Nobody noted what this seat could see, so its moves cannot be compared."),
    "inexact": N_("The knowledge of this seat cannot be worked out exactly here."),
    "no-world": N_("What the log tells up to here cannot all be so."),
    "taken-back": N_("Something was taken back here, and what it showed cannot be weighed."),
    "gap": N_("Something is missing here."),
    "corrected": N_("The record was corrected here."),
    "beside-the-rules": N_("Something happened here that no rule leads to."),
    "rules": N_("The rules of this game are not known here."),
    "cards": N_("The cards of this game are not known here."),
    "no-player": N_("There is no simulated player for this game."),
    "goes-on": N_("The game is not over."),
    "no-decisions": N_("This seat decided nothing."),
}
"""Message ids by reason."""
