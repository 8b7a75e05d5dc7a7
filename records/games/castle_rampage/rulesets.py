"""The rulesets of Castle Rampage. Paragraphs are those of ``rules/en.md``."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.editions.published import Rulesets
from records.core.editions.rulesets import Ruleset
from records.core.sentences import N_
from records.games.castle_rampage.editions.rulesets import PUBLISHED
from records.games.castle_rampage.readings.attacks import ATTACKS
from records.games.castle_rampage.readings.effects import EFFECTS
from records.games.castle_rampage.readings.jester import JESTER
from records.games.castle_rampage.readings.last_resort import LAST_RESORT
from records.games.castle_rampage.readings.purple import PURPLE
from records.games.castle_rampage.readings.table import TABLE

SWITCHES = (*TABLE, *ATTACKS, *LAST_RESORT, *JESTER, *EFFECTS, *PURPLE)

_PRINTED: Mapping[str, str] = {"fallen_discards": "at once", "robbed_bomber": "spared"}
_ONLINE: Mapping[str, str] = {"purple_at_start": "never dealt", "last_resort": "table looks"}

PLAIN = Ruleset(
    name="castle-rampage/plain",
    title=N_("Without special powers"),
    says=N_("The basic game: cards count with their values alone, without texts, costs or choices."),
    version=1,
    switches=SWITCHES,
    settings={},
)
PLAIN_ONLINE = Ruleset(
    name="castle-rampage/plain-online",
    title=N_("Without special powers, dealt as online"),
    says=N_("The basic game, and no purple card is dealt at the start, as at the online table."),
    version=1,
    switches=SWITCHES,
    settings={"purple_at_start": "never dealt"},
)
PEGASUS = Ruleset(
    name="castle-rampage/pegasus",
    title=N_("Printed edition"),
    says=N_("The whole game as the printed rulebook has it."),
    version=1,
    switches=SWITCHES,
    settings={"powers": "on", **_PRINTED},
)
"""The printed rulebook."""
YUCATA = Ruleset(
    name="castle-rampage/yucata",
    title=N_("Online table"),
    says=N_("The whole game as the online table at Yucata plays it."),
    version=1,
    switches=SWITCHES,
    settings={"powers": "on", **_ONLINE},
)
"""The online table."""
HOUSE = Ruleset(
    name="castle-rampage/house",
    title=N_("Printed edition, simplified as online"),
    says=N_("The whole game at a real table; what Bomber and Spy cost is discarded after the whole attack, as at the online table."),
    version=1,
    switches=SWITCHES,
    settings={"powers": "on"},
)
"""A printed game, played by hand, with two simplifications of the online table (§ 13.8, 13.12)."""
RULESETS = Rulesets((HOUSE, PEGASUS, YUCATA, PLAIN, PLAIN_ONLINE), PUBLISHED)
