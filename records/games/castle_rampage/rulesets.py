"""The rulesets of Castle Rampage. Paragraphs are those of ``rules/en.md``."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.rulesets import Ruleset
from records.games.castle_rampage.readings.attacks import ATTACKS
from records.games.castle_rampage.readings.effects import EFFECTS
from records.games.castle_rampage.readings.purple import PURPLE
from records.games.castle_rampage.readings.table import TABLE

SWITCHES = (*TABLE, *ATTACKS, *EFFECTS, *PURPLE)

_PRINTED: Mapping[str, str] = {"ignores_gate": "by choice", "fallen_discards": "at once", "robbed_bomber": "spared"}
_ONLINE: Mapping[str, str] = {"purple_at_start": "never dealt", "last_resort": "table looks"}

PLAIN = Ruleset(name="castle-rampage/plain", version=1, switches=SWITCHES, settings={})
PLAIN_ONLINE = Ruleset(name="castle-rampage/plain-online", version=1, switches=SWITCHES, settings={"purple_at_start": "never dealt"})
PEGASUS = Ruleset(name="castle-rampage/pegasus", version=1, switches=SWITCHES, settings={"powers": "on", **_PRINTED})
"""The printed rulebook."""
YUCATA = Ruleset(name="castle-rampage/yucata", version=1, switches=SWITCHES, settings={"powers": "on", **_ONLINE})
"""The online table."""
HOUSE = Ruleset(name="castle-rampage/house", version=1, switches=SWITCHES, settings={"powers": "on"})
"""A printed game, played by hand, with what the online table has cleared up since."""
RULESETS: Mapping[str, Ruleset] = {rules.name: rules for rules in (PLAIN, PLAIN_ONLINE, PEGASUS, YUCATA, HOUSE)}
