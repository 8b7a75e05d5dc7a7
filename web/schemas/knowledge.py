"""What a viewer could know at a step: of each hidden card what it can be, of each hand and deck what it can hold, and how likely."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marshmallow import fields

from web.schemas.base import ApiAnswer
from web.schemas.thought import ASSUMED, ChanceField, ThoughtSchema, thought_data
from web.words.phrases import Locale

if TYPE_CHECKING:
    from fractions import Fraction

    from records.knowledge.answers import Chances, DeckChances, HandChances, Knowledge
    from records.service import RecordView

_EXACT = {"description": "false: some of these may be impossible, none that is possible is missing, and the chances are an approximation"}


class CandidateSchema(ApiAnswer):
    """A card that can lie there."""

    card = fields.String()
    chance = ChanceField()


class SlotChancesSchema(ApiAnswer):
    """What the card in a slot can be."""

    candidates = fields.List(fields.Nested(CandidateSchema), metadata={"description": "all that it can be, by name"})
    certain = fields.String(allow_none=True, metadata={"description": "the only candidate; null where there are several"})
    exact = fields.Boolean(metadata=_EXACT)


class HeldSchema(ApiAnswer):
    """A card that a hand can hold."""

    card = fields.String()
    least = fields.Integer(metadata={"description": "copies that are there for certain"})
    most = fields.Integer(metadata={"description": "copies that can be there"})
    chance = ChanceField("that at least one copy is there")
    expected = fields.Float(metadata={"description": "mean number of copies"})


class HandChancesSchema(ApiAnswer):
    """What a hand can hold that is not the viewer's own."""

    count = fields.Integer()
    cards = fields.List(fields.Nested(HeldSchema), metadata={"description": "all that can be there, by name"})
    exact = fields.Boolean(metadata=_EXACT)


class StockedSchema(ApiAnswer):
    """A card that a deck can hold."""

    card = fields.String()
    most = fields.Integer(metadata={"description": "copies that can be there"})
    chance = ChanceField("that it is the next card")


class DeckChancesSchema(ApiAnswer):
    """What a deck can hold."""

    count = fields.Integer()
    cards = fields.List(fields.Nested(StockedSchema), metadata={"description": "all that can be there, by name"})
    exact = fields.Boolean(metadata=_EXACT)


class KnowledgeSchema(ThoughtSchema):
    """Everything that a viewer can work out at a step, from that viewer's own log alone."""

    assumes = fields.String(metadata={"description": "what every chance assumes; the candidates assume nothing"})
    slots = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(SlotChancesSchema),
        metadata={"description": "every slot on the table, by id; a card that the viewer knows has one candidate"},
    )
    hands = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(HandChancesSchema),
        metadata={"description": "by seat; not the viewer's own, and at the open table none where all faces are recorded"},
    )
    decks = fields.Dict(keys=fields.String(), values=fields.Nested(DeckChancesSchema))
    exact = fields.Boolean(metadata={"description": "whether every answer in it is exact"})
    breach = fields.Integer(
        allow_none=True,
        metadata={"description": "step at which a rule was seen to be broken, so that what follows from the rules was dropped"},
    )
    taken_up = fields.Integer(
        metadata={"description": "step from which it counts: later than 0 where a position was laid out anew and earlier knowledge ended"}
    )


def knowledge_data(view: RecordView, at: int, known: Knowledge, locale: Locale) -> dict[str, Any]:
    """Return what is known after event ``at`` in the shape of ``KnowledgeSchema``."""
    return {
        **thought_data(view, at),
        "assumes": locale.translated(ASSUMED),
        "slots": {slot: _slot(chances) for slot, chances in known.slots.items()},
        "hands": {seat: _hand(hand) for seat, hand in known.hands.items()},
        "decks": {deck: _deck(held) for deck, held in known.decks.items()},
        "exact": known.exact,
        "breach": known.breach,
        "taken_up": known.taken_up,
    }


def _slot(chances: Chances) -> dict[str, Any]:
    listed = [{"card": card, "chance": float(chance)} for card, chance in chances.of.items()]
    return {"candidates": listed, "certain": chances.certain, "exact": chances.exact}


def _hand(hand: HandChances) -> dict[str, Any]:
    cards = [
        {
            "card": card,
            "least": hand.least.get(card, 0),
            "most": hand.most[card],
            "chance": float(hand.holds[card]),
            "expected": float(hand.expected[card]),
        }
        for card in sorted(hand.most)
    ]
    return {"count": hand.count, "cards": cards, "exact": hand.exact}


def _deck(deck: DeckChances) -> dict[str, Any]:
    nothing: Fraction | int = 0
    cards = [{"card": card, "most": deck.most[card], "chance": float(deck.top.of.get(card, nothing))} for card in sorted(deck.most)]
    return {"count": deck.count, "cards": cards, "exact": deck.exact}
