"""What each ruleset decided when it was published, by its hash. Entries are added and never changed."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.editions.published import PublishedRuleset

_FIRST: Mapping[str, str] = {
    "summon_front": "cell behind is taken",
    "front_column": "same column",
    "crush_x": "1 to 4 dice",
    "flip_same_turn": "yes",
    "own_flips": "battle phase and windows",
    "empty_camp": "nothing drawn",
    "extra_dice": "add up",
    "win_test": "no card but in the hell or held by the enemy",
    "both_lost": "draw",
    "stalemate": "20 quiet turns",
    "camp_seen": "by nobody",
    "draft_shuffle": "once",
    "flip_window": "asked",
    "conditioned_effects": "once a turn, battle phase",
    "death_check": "after each sentence",
    "new_triggers": "after the effect",
    "attack_after_move": "goes on while both stand on enemy fields",
    "vengeful_dying": "strikes back",
    "lively_by_effect": "summoned and revived",
    "action_by_effect": "from hand in the own turn",
    "trap_cause": "any",
    "hell_of_crush": "destroyed only",
    "controlled_falls": "to its owner",
    "control_acts": "from the next turn",
    "down_cost": "dice paid",
}
"""What all three decided in the first edition; they differ in how camps are built."""
_SECOND: Mapping[str, str] = {**_FIRST, "own_window": "asked too"}
"""The same in the second edition: who brought something about is asked whether it answers it."""
PUBLISHED: Mapping[str, PublishedRuleset] = {
    "62350652434dcd7e1f743ae9ac61b299": PublishedRuleset("creature-crush/skirmish", 1, _FIRST),
    "f1676767ad0a5c7a278f6f234f626dcc": PublishedRuleset("creature-crush/arena", 1, _FIRST),
    "a858e52a2671d53f75e1db30c424db97": PublishedRuleset("creature-crush/league", 1, _FIRST),
    "edb46e47e3ce379bc80f4b1019e2d987": PublishedRuleset("creature-crush/skirmish", 1, _SECOND),
    "8d4749d5cd8f3846fcf240a96f80a5fd": PublishedRuleset("creature-crush/arena", 1, _SECOND),
    "fc9155daccaf1e32fb936d18dac4bcc3": PublishedRuleset("creature-crush/league", 1, _SECOND),
}
