"""What each ruleset decided when it was published, by its hash. Entries are added and never changed."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.editions.published import PublishedRuleset

_FIRST: Mapping[str, str] = {
    "purple_at_start": "redealt",
    "purple_returns": "after the round",
    "draw_pile_empty": "discards are shuffled",
    "both_piles_empty": "nothing is drawn",
    "strengthening_when": "any time",
    "fallen_gate": "may be rebuilt",
    "purple_strengthens": "any card",
    "powers": "off",
    "both_castles_fall": "active player loses",
    "unpayable_cost": "not playable",
    "top_cost_without_gate": "castle card alone",
    "top_cost_last_castle": "not playable",
    "ignores_gate": "always",
    "bonus_without_gate": "counts against the castle",
    "fight_plan_more": "one unit",
    "both_sides_order": "enemy first",
    "both_sides_end": "both parts are done",
    "robber_takes": "every card",
    "last_resort": "asked",
    "last_resort_on_veteran": "allowed",
    "last_resort_on_second": "not allowed",
    "last_resort_on_both_sides": "weakens both parts",
    "jester_two_values": "both values",
    "jester_paid_bonus": "not allowed",
    "jester_display_bonus": "counts once",
    "jester_at_zero": "attacker loses",
    "jester_under_diplomat": "with attack cards",
    "veteran_when": "any time",
    "veteran_new": "attacks at once",
    "veteran_stays": "always",
    "permanents_fall_to": "cards that say so",
    "cook_lasts": "next attack",
    "cook_on_two_attacks": "first attack",
    "moved_order": "kept",
    "limit_and_strengthening": "still allowed",
    "slip_forgets": "no",
    "slip_strengthens": "not counted",
    "saboteur_adds": "after its defence",
    "fallen_discards": "after the attack",
    "short_discard": "what is there",
    "discard_chosen_by": "owner",
    "robbed_bomber": "may be discarded",
    "own_side_discards": "as printed",
}
"""What castle-rampage/plain decided in the first edition; the others depart from it."""
_SECOND: Mapping[str, str] = {**_FIRST, "draw_pile_renewed": "when it runs out", "ogre_seen_by": "its player"}
"""The same in the second edition: the draw pile is renewed as it runs out, and an Ogre lies face down."""
PUBLISHED: Mapping[str, PublishedRuleset] = {
    "9be63d56aab3d33973aabdc96d1c474a": PublishedRuleset("castle-rampage/plain", 1, _FIRST),
    "0fb2ff9ffd02ef9934ba056f2eaabfc3": PublishedRuleset("castle-rampage/plain-online", 1, {**_FIRST, "purple_at_start": "never dealt"}),
    "abb24c78d132da50bce424fb044f239a": PublishedRuleset(
        "castle-rampage/pegasus",
        1,
        {**_FIRST, "powers": "on", "ignores_gate": "by choice", "fallen_discards": "at once", "robbed_bomber": "spared"},
    ),
    "3bf5a6da2dea2387aecbb3f7c1fc8ee6": PublishedRuleset(
        "castle-rampage/yucata", 1, {**_FIRST, "purple_at_start": "never dealt", "powers": "on", "last_resort": "table looks"}
    ),
    "0bd733d16abc1c2059811a6d92c5cf00": PublishedRuleset("castle-rampage/house", 1, {**_FIRST, "powers": "on"}),
    "1cd263450af91211ddc10b4b34000b1b": PublishedRuleset("castle-rampage/plain", 1, _SECOND),
    "167d4b6177a16407496d6a7064456197": PublishedRuleset("castle-rampage/plain-online", 1, {**_SECOND, "purple_at_start": "never dealt"}),
    "fb564a90488df2b6ebb9fe2a7f25467f": PublishedRuleset(
        "castle-rampage/pegasus", 1, {**_SECOND, "powers": "on", "fallen_discards": "at once", "robbed_bomber": "spared"}
    ),
    "86bb10bb30267a394573a3da16c9855f": PublishedRuleset(
        "castle-rampage/yucata", 1, {**_SECOND, "purple_at_start": "never dealt", "powers": "on", "last_resort": "table looks"}
    ),
    "b8c0ded2720efc2ae754dcb0c2019de6": PublishedRuleset("castle-rampage/house", 1, {**_SECOND, "powers": "on"}),
}
