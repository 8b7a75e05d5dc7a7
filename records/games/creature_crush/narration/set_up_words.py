"""What happens before the first turn, in one sentence each."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.sentences import N_, Arg, SeatRef
from records.core.wording.acting import acting
from records.core.wording.narration import Narration
from records.core.wording.narrator import Narrates, by_cards, by_nobody, by_seat
from records.games.creature_crush.model import set_up_events as ev
from records.games.creature_crush.narration.said import CrushMoment, told


@acting(lambda _before, event: (None, len(event.rolls) != len("AB")))
def _first_rolled(_moment: CrushMoment, event: ev.FirstRolled) -> Narration:
    (one, first), (other, second) = event.rolls if len(event.rolls) == len("AB") else ((None, 0), (None, 0))
    if one is None or other is None:
        return Narration(quiet=True)
    args: dict[str, Arg] = {"one": SeatRef(one), "first": first, "other": SeatRef(other), "second": second}
    if event.begins is None:
        return told("s-note", N_("%(one)s rolls %(first)s, %(other)s rolls %(second)s: they roll again."), **args)
    begins = SeatRef(event.begins)
    return told("s-note", N_("%(one)s rolls %(first)s, %(other)s rolls %(second)s: %(begins)s begins."), begins=begins, **args)


SET_UP_WORDS: Mapping[type, Narrates] = {
    ev.CampDealt: by_seat(
        "s-draw",
        N_("You are dealt a camp of %(n)s cards."),
        N_("%(seat)s is dealt a camp of %(n)s cards."),
        n=lambda _, event: len(event.cards.faces),
    ),
    ev.StackShuffled: by_nobody("s-shuffle", N_("The stack is shuffled.")),
    ev.DraftDrawn: by_cards(
        "s-draw",
        "cards",
        shown=(N_("You draw %(cards)s from the stack."), N_("%(seat)s draws %(cards)s from the stack.")),
        hidden=(N_("You draw %(n)s cards from the stack."), N_("%(seat)s draws %(n)s cards from the stack.")),
    ),
    ev.DraftKept: by_cards(
        "s-lay",
        "kept",
        shown=(N_("You keep for your camp: %(cards)s."), N_("%(seat)s keeps for the camp: %(cards)s.")),
        hidden=(N_("You keep %(n)s cards for your camp."), N_("%(seat)s keeps %(n)s cards for the camp.")),
    ),
    ev.CampChosen: by_cards(
        "s-lay",
        "cards",
        shown=(N_("You build your camp of %(cards)s."), N_("%(seat)s builds a camp of %(cards)s.")),
        hidden=(N_("You build a camp of %(n)s cards."), N_("%(seat)s builds a camp of %(n)s cards.")),
    ),
    ev.CampShuffled: by_seat("s-shuffle", N_("Your camp is shuffled."), N_("The camp of %(seat)s is shuffled.")),
    ev.FirstRolled: _first_rolled,
    ev.HandDealt: by_cards(
        "s-draw",
        "cards",
        shown=(N_("You take %(cards)s from your camp."), N_("%(seat)s takes %(cards)s from the camp.")),
        hidden=(N_("You take %(n)s cards from your camp."), N_("%(seat)s takes %(n)s cards from the camp.")),
    ),
}
