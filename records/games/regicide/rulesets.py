"""The rulesets of Regicide: a value for each switch in ``readings``."""

from __future__ import annotations

from records.core.editions.published import Rulesets
from records.core.editions.rulesets import Ruleset
from records.core.sentences import N_
from records.games.regicide.editions.rulesets import PUBLISHED
from records.games.regicide.readings import SWITCHES

__all__ = ["BGA", "RULESETS", "SHEET_2020", "SHEET_2021", "SWITCHES"]

SHEET_2021 = Ruleset(
    name="regicide/2021",
    title=N_("Rule sheet of 2021"),
    says=N_("The publisher's sheet of October 2021: alone, two Jesters may be flipped."),
    version=1,
    switches=SWITCHES,
    settings={},
)
SHEET_2020 = Ruleset(
    name="regicide/2020",
    title=N_("Rule sheet of 2020"),
    says=N_("The publisher's older sheet: alone, there are no Jesters to flip."),
    version=1,
    switches=SWITCHES,
    settings={"solo_flips": "none"},
)
BGA = Ruleset(
    name="regicide/bga",
    title=N_("Board Game Arena"),
    says=N_("The game help of Board Game Arena: no Jesters to flip alone, and yielding is forbidden only when all have yielded."),
    version=1,
    switches=SWITCHES,
    settings={"solo_flips": "none", "yielding": "everybody's last turns"},
)
RULESETS = Rulesets((SHEET_2021, SHEET_2020, BGA), PUBLISHED)
