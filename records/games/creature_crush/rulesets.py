"""The rulesets of CreatureCrush: one for each way to build a camp. Paragraphs are those of ``rules/en.md``."""

from __future__ import annotations

from records.core.editions.published import Rulesets
from records.core.editions.rulesets import Ruleset
from records.core.sentences import N_
from records.games.creature_crush.editions.rulesets import PUBLISHED
from records.games.creature_crush.readings.chain import CHAIN
from records.games.creature_crush.readings.effects import EFFECTS
from records.games.creature_crush.readings.field import FIELD
from records.games.creature_crush.readings.turns import TURNS

SWITCHES = (*FIELD, *TURNS, *EFFECTS, *CHAIN)
SKIRMISH = Ruleset(
    name="creature-crush/skirmish",
    title=N_("Skirmish"),
    says=N_("Each seat is dealt a camp of twenty cards."),
    version=1,
    switches=SWITCHES,
    settings={},
)
ARENA = Ruleset(
    name="creature-crush/arena",
    title=N_("Arena"),
    says=N_("Camps are drafted: in five rounds each seat draws seven cards and keeps four."),
    version=1,
    switches=SWITCHES,
    settings={},
)
LEAGUE = Ruleset(
    name="creature-crush/league",
    title=N_("League"),
    says=N_("Each seat brings a camp of its own choice."),
    version=1,
    switches=SWITCHES,
    settings={},
)
RULESETS = Rulesets((SKIRMISH, ARENA, LEAGUE), PUBLISHED)
