"""Each event in one sentence, for the viewer whose log it comes from."""

from __future__ import annotations

from records.core.sentences import N_
from records.core.shared import Asked
from records.core.wording.acting import acting, own_seat
from records.core.wording.narration import Narration, said
from records.core.wording.narrator import Narrator
from records.games.creature_crush.narration.chain_words import CHAIN_WORDS
from records.games.creature_crush.narration.field_words import FIELD_WORDS
from records.games.creature_crush.narration.said import CrushMoment, quiet
from records.games.creature_crush.narration.set_up_words import SET_UP_WORDS
from records.games.creature_crush.narration.turn_words import TURN_WORDS

ASKED = {
    "respond": (N_("You are asked whether you answer with a crush card."), N_("%(seat)s is asked whether to answer with a crush card.")),
    "order": (N_("You say which effect is carried out first."), N_("%(seat)s says which effect is carried out first.")),
    "target": (N_("You choose the target of the effect."), N_("%(seat)s chooses the target of the effect.")),
    "cell": (N_("You choose a place."), N_("%(seat)s chooses a place.")),
    "hell": (N_("You choose from the hell."), N_("%(seat)s chooses from the hell.")),
    "from-hand": (N_("You may choose a creature from your hand."), N_("%(seat)s may choose a creature from the hand.")),
    "from-camp": (N_("You may choose a creature from your camp."), N_("%(seat)s may choose a creature from the camp.")),
    "may": (N_("You may decline this."), N_("%(seat)s may decline this.")),
    "discard": (N_("You must discard cards: %(n)s."), N_("%(seat)s must discard cards: %(n)s.")),
    "dice": (N_("You choose dice to burn: %(n)s."), N_("%(seat)s chooses dice to burn: %(n)s.")),
    "search": (N_("You may take a card from your camp."), N_("%(seat)s may take a card from the camp.")),
    "draft": (N_("You choose which cards you keep: %(n)s."), N_("%(seat)s chooses which cards to keep: %(n)s.")),
    "camp": (N_("You build your camp: %(n)s cards."), N_("%(seat)s builds a camp: %(n)s cards.")),
}
"""What a seat is asked, by the word of the question."""


@acting(lambda _before, event: (event.seat, event.what not in ASKED))
def _asked(moment: CrushMoment, event: Asked) -> Narration:
    texts = ASKED.get(event.what)
    if texts is None:
        return quiet(event.seat, "s-ask")
    return said(moment, event.seat, "s-ask", *texts, n=event.most) if "%(n)s" in texts[0] else said(moment, event.seat, "s-ask", *texts)


narrate = Narrator({**SET_UP_WORDS, **TURN_WORDS, **CHAIN_WORDS, **FIELD_WORDS, Asked: _asked}, plain=own_seat)
"""The words of the game's own events, and of what it asks."""
