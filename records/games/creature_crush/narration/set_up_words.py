"""What happens before the first turn, in one sentence each."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.asking.answering import Narrates
from records.core.sentences import N_, Arg, SeatRef
from records.core.wording.narration import Narration
from records.games.creature_crush.model import set_up_events as ev
from records.games.creature_crush.narration.said import CrushMoment, names, said, told


def _camp_dealt(moment: CrushMoment, event: ev.CampDealt) -> Narration:
    number = len(event.cards.faces)
    return said(
        moment, event.seat, "s-draw", N_("You are dealt a camp of %(n)s cards."), N_("%(seat)s is dealt a camp of %(n)s cards."), n=number
    )


def _stack_shuffled(_moment: CrushMoment, _event: ev.StackShuffled) -> Narration:
    return told("s-shuffle", N_("The stack is shuffled."))


def _draft_drawn(moment: CrushMoment, event: ev.DraftDrawn) -> Narration:
    seen = names(event.cards)
    if seen is None:
        hidden = (N_("You draw %(n)s cards of the stack."), N_("%(seat)s draws %(n)s cards of the stack."))
        return said(moment, event.seat, "s-draw", *hidden, n=len(event.cards.faces))
    return said(
        moment, event.seat, "s-draw", N_("You draw %(cards)s of the stack."), N_("%(seat)s draws %(cards)s of the stack."), cards=seen
    )


def _draft_kept(moment: CrushMoment, event: ev.DraftKept) -> Narration:
    seen = names(event.kept)
    if seen is None:
        hidden = (N_("You keep %(n)s cards for your camp."), N_("%(seat)s keeps %(n)s cards for the camp."))
        return said(moment, event.seat, "s-lay", *hidden, n=len(event.kept.faces))
    return said(
        moment, event.seat, "s-lay", N_("You keep for your camp: %(cards)s."), N_("%(seat)s keeps for the camp: %(cards)s."), cards=seen
    )


def _camp_chosen(moment: CrushMoment, event: ev.CampChosen) -> Narration:
    seen = names(event.cards)
    if seen is None:
        hidden = (N_("You build a camp of %(n)s cards."), N_("%(seat)s builds a camp of %(n)s cards."))
        return said(moment, event.seat, "s-lay", *hidden, n=len(event.cards.faces))
    return said(
        moment, event.seat, "s-lay", N_("You build your camp of %(cards)s."), N_("%(seat)s builds a camp of %(cards)s."), cards=seen
    )


def _camp_shuffled(moment: CrushMoment, event: ev.CampShuffled) -> Narration:
    return said(moment, event.seat, "s-shuffle", N_("Your camp is shuffled."), N_("The camp of %(seat)s is shuffled."))


def _first_rolled(_moment: CrushMoment, event: ev.FirstRolled) -> Narration:
    (one, first), (other, second) = event.rolls if len(event.rolls) == len("AB") else ((None, 0), (None, 0))
    if one is None or other is None:
        return Narration(quiet=True)
    args: dict[str, Arg] = {"one": SeatRef(one), "first": first, "other": SeatRef(other), "second": second}
    if event.begins is None:
        return told("s-note", N_("%(one)s rolls %(first)s, %(other)s rolls %(second)s: they roll again."), **args)
    begins = SeatRef(event.begins)
    return told("s-note", N_("%(one)s rolls %(first)s, %(other)s rolls %(second)s: %(begins)s begins."), begins=begins, **args)


def _hand_dealt(moment: CrushMoment, event: ev.HandDealt) -> Narration:
    seen = names(event.cards)
    if seen is None:
        hidden = (N_("You take %(n)s cards of your camp."), N_("%(seat)s takes %(n)s cards of the camp."))
        return said(moment, event.seat, "s-draw", *hidden, n=len(event.cards.faces))
    return said(
        moment, event.seat, "s-draw", N_("You take %(cards)s of your camp."), N_("%(seat)s takes %(cards)s of the camp."), cards=seen
    )


SET_UP_WORDS: Mapping[type, Narrates] = {
    ev.CampDealt: _camp_dealt,
    ev.StackShuffled: _stack_shuffled,
    ev.DraftDrawn: _draft_drawn,
    ev.DraftKept: _draft_kept,
    ev.CampChosen: _camp_chosen,
    ev.CampShuffled: _camp_shuffled,
    ev.FirstRolled: _first_rolled,
    ev.HandDealt: _hand_dealt,
}
