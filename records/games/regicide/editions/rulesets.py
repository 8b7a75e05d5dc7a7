"""What each ruleset decided when it was published, by its hash. Entries are added and never changed."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.editions.published import PublishedRuleset

_FIRST: Mapping[str, str] = {
    "immunity": "power",
    "drawing": "one each in turn",
    "defeat": "health reached",
    "fallen_first": "royal",
    "discards": "any",
    "shielded_step": "skipped",
    "yielding": "others' last turns",
    "solo_yield": "forbidden",
    "blocked_spades": "total of the play",
    "jester_names": "any player",
    "solo_flips": "two",
    "discard_pile": "not looked through",
}
"""What regicide/2021 decided in the first edition; the others depart from it."""
PUBLISHED: Mapping[str, PublishedRuleset] = {
    "d754759ab0e45ad2407ed23a8d0e0edd": PublishedRuleset("regicide/2021", 1, _FIRST),
    "a6f38f3dd40d189b3997425d24d3b5ec": PublishedRuleset("regicide/2020", 1, {**_FIRST, "solo_flips": "none"}),
    "cf1c27a6da251b9c487e87419f4bdfbc": PublishedRuleset(
        "regicide/bga", 1, {**_FIRST, "yielding": "everybody's last turns", "solo_flips": "none"}
    ),
}
