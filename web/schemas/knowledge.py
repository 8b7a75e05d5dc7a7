"""What a viewer could know at a step: of each hidden card what it can be, of each hand and deck what it can hold, and how likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from marshmallow import fields

from web.schemas.base import ApiAnswer, made, means
from web.schemas.thought import ChanceField, ThoughtSchema, assumed

if TYPE_CHECKING:
    from records.knowledge.answers import DeckChances, HandChances
    from web.words.phrases import Words

_EXACT = means("false: some of these may be impossible, none that is possible is missing, and the chances are an approximation")


def _by_name(of: HandChances | DeckChances, _words: Words) -> list[tuple[str, HandChances | DeckChances]]:
    return [(card, of) for card in sorted(of.most)]


class CandidateSchema(ApiAnswer):
    """A card that can lie there."""

    card = fields.String(attribute="0")
    chance = ChanceField(attribute="1")


class SlotChancesSchema(ApiAnswer):
    """What the card in a slot can be."""

    candidates = made(fields.List(fields.Nested(CandidateSchema), **means("all that it can be, by name")), lambda card, _: card.of.items())
    certain = fields.String(allow_none=True, **means("the only candidate; null where there are several"))
    exact = fields.Boolean(**_EXACT)


class HeldSchema(ApiAnswer):
    """A card that a hand can hold, and the hand."""

    card = fields.String(attribute="0")
    least = made(fields.Integer(**means("copies that are there for certain")), lambda of, _: of[1].least.get(of[0], 0))
    most = made(fields.Integer(**means("copies that can be there")), lambda of, _: of[1].most[of[0]])
    chance = made(ChanceField("that at least one copy is there"), lambda of, _: of[1].holds[of[0]])
    expected = made(fields.Float(**means("mean number of copies")), lambda of, _: of[1].expected[of[0]])


class HandChancesSchema(ApiAnswer):
    """What a hand can hold that is not the viewer's own."""

    count = fields.Integer()
    cards = made(fields.List(fields.Nested(HeldSchema), **means("all that can be there, by name")), _by_name)
    exact = fields.Boolean(**_EXACT)


class StockedSchema(ApiAnswer):
    """A card that a deck can hold, and the deck."""

    card = fields.String(attribute="0")
    most = made(fields.Integer(**means("copies that can be there")), lambda of, _: of[1].most[of[0]])
    chance = made(ChanceField("that it is the next card"), lambda of, _: of[1].top.of.get(of[0], 0))


class DeckChancesSchema(ApiAnswer):
    """What a deck can hold."""

    count = fields.Integer()
    cards = made(fields.List(fields.Nested(StockedSchema), **means("all that can be there, by name")), _by_name)
    exact = fields.Boolean(**_EXACT)


class KnowledgeSchema(ThoughtSchema):
    """Everything that a viewer can work out at a step, from that viewer's own log alone."""

    assumes = assumed("what every chance assumes; the candidates assume nothing")
    slots = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(SlotChancesSchema),
        attribute="found.slots",
        **means("every slot on the table, by id; a card that the viewer knows has one candidate"),
    )
    hands = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(HandChancesSchema),
        attribute="found.hands",
        **means("by seat; not the viewer's own, and at the open table none where all faces are recorded"),
    )
    decks = fields.Dict(keys=fields.String(), values=fields.Nested(DeckChancesSchema), attribute="found.decks")
    exact = fields.Boolean(attribute="found.exact", **means("whether every answer in it is exact"))
    breach = fields.Integer(
        attribute="found.breach",
        allow_none=True,
        **means("step at which a rule was seen to be broken, so that what follows from the rules was dropped"),
    )
    taken_up = fields.Integer(
        attribute="found.taken_up",
        **means("step from which it counts: later than 0 where a position was laid out anew and earlier knowledge ended"),
    )
