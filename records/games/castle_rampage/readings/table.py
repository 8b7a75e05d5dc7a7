"""Set-up, turn, strengthening, costs and the end (§ 1, 2, 3, 6, 7)."""

from __future__ import annotations

from records.core.rulesets import Switch

TABLE = (
    Switch(
        name="purple_at_start",
        values=("redealt", "never dealt"),
        paragraph="1.3",
        reason="The printed rules lay purple cards aside and deal others; the online table never deals them.",
    ),
    Switch(
        name="purple_returns",
        values=("after the round", "after set-up"),
        paragraph="1.4",
        reason="No source says when; the printed text tells of it before the cards are placed, so they return with their round.",
        house=True,
    ),
    Switch(
        name="draw_pile_empty",
        values=("discards are shuffled", "nothing is drawn"),
        paragraph="2.4",
        reason="DE and EN shuffle the discard pile; the readable text of the printed rules says nothing.",
    ),
    Switch(
        name="both_piles_empty",
        values=("nothing is drawn", "the game is drawn"),
        paragraph="2.5",
        reason="No source tells of it; a turn without a draw needs no further rule.",
        house=True,
    ),
    Switch(
        name="strengthening_when",
        values=("any time", "before other cards"),
        paragraph="3.1",
        reason="PG, DE and EN say once in the turn; only the order of the printed chapters, and GOB, put it before the playing of cards.",
    ),
    Switch(
        name="fallen_gate",
        values=("may be rebuilt", "stays fallen"),
        paragraph="3.2",
        reason="DE and EN let an empty Gate be rebuilt; the readable text of the printed rules says nothing.",
    ),
    Switch(
        name="purple_strengthens",
        values=("any card", "no spy or saboteur"),
        paragraph="3.4",
        reason="No source says whether a card that slips under the enemy Gate may lie under the own; any hand card may strengthen.",
        house=True,
    ),
    Switch(
        name="powers",
        values=("off", "on"),
        paragraph="4.3",
        reason="Off is the plain game: cards have their values, their texts are not read.",
    ),
    Switch(
        name="both_castles_fall",
        values=("active player loses", "drawn unless by an attack"),
        paragraph="6.4",
        reason="DE and EN: who is on turn loses, by Summoner and Earthquake; PG and PGE speak of the Summoner alone.",
    ),
    Switch(
        name="unpayable_cost",
        values=("not playable", "pays what is there"),
        paragraph="7.2",
        reason="DE: a card whose cost cannot be paid may not be played; PG speaks only of what must be discarded to play it.",
    ),
    Switch(
        name="top_cost_without_gate",
        values=("castle card alone", "not playable"),
        paragraph="7.5",
        reason="No source says; Dragon and Earthquake take the Castle card alone where the Gate is empty.",
        house=True,
    ),
    Switch(
        name="top_cost_last_castle",
        values=("not playable", "playable and lost"),
        paragraph="7.6",
        reason="No source says; a cost that ends the game is paid by nobody, so the card cannot be played.",
        house=True,
    ),
)
