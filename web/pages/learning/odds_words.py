"""What a chapter asks of a place or a chance, as a question in words; nothing of its answer is in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.asking.questions import Choice, Number
from records.core.table import HAND
from records.service.views.odds import titles_of_sets, ways_to_attack
from records.studies.chapters import events as ev
from web.pages.board.places import place_in_words
from web.words.texts import _, ngettext, number
from web.words.wording import say_plainly, seat_name, title_of

if TYPE_CHECKING:
    from records.service import RecordView


def place_question(view: RecordView, at: int, task: ev.AskCandidates | ev.AskChance, card: str) -> str:
    """Return what is asked of a place at step ``at``; ``card`` is the title of the card whose chance is asked for."""
    hand, next_card = task.place.startswith(HAND), task.place in view.position(at).table.decks
    if isinstance(task, ev.AskCandidates):
        if hand:
            return _("Tick every card that it can hold, given all that this viewer was shown.")
        if next_card:
            return _("Tick every card that can be the next one, given all that this viewer was shown.")
        return _("Tick every card that it can be, given all that this viewer was shown.")
    if hand:
        return _("How likely is it that it holds %(card)s, in per cent?", card=card)
    if next_card:
        return _("How likely is it that the next card is %(card)s, in per cent?", card=card)
    return _("How likely is it that it is %(card)s, in per cent?", card=card)


def odds_question(view: RecordView, at: int, asked: ev.OddsAsked) -> str:
    """Return what is asked of a record that ends with step ``at``."""
    if isinstance(asked, ev.DrawAsked):
        sets = titles_of_sets(view.seen)
        cards = ", ".join(_(sets[card]) if card in sets else title_of(card, view.faces) for card in asked.cards)
        deck = asked.deck or view.game.odds.drawn_from or next(iter(view.position(at).table.decks), "")
        return ngettext(
            "%(place)s: how likely is it that the next card is one of these, in per cent: %(cards)s?",
            "%(place)s: how likely is it that at least one of these is among the next %(n)s cards, in per cent: %(cards)s?",
            asked.number,
            n=number(asked.number),
            place=place_in_words(view, view.position(at), deck),
            cards=cards,
        )
    if isinstance(asked, ev.AttackAsked):
        ways = ways_to_attack(view.seen, at, asked.seat or None)
        way = next(one for one in ways if asked.way in ("", one.name))
        return ngettext(
            "%(name)s attacks with %(strength)s (%(way)s): how likely is it that at least one card falls, in per cent?",
            "%(name)s attacks with %(strength)s (%(way)s): how likely is it that at least %(n)s cards fall, in per cent?",
            asked.falls,
            n=number(asked.falls),
            name=seat_name(way.seat, view.names),
            strength=number(asked.strength),
            way=_(way.title),
        )
    return _game_question(view, at, asked)


def _game_question(view: RecordView, at: int, asked: ev.GameAsked) -> str:
    """Return the question by what is said for it, without asking the engine."""
    question, parameters = view.questions(at)[asked.name]
    said = dict(asked.said)
    told = []
    for one in parameters:
        if one.name not in said and isinstance(one, Number) and not one.usual:
            continue  # nothing is added
        if isinstance(one, Choice):
            value = say_plainly(one.options[said.get(one.name, next(iter(one.options)))], view.names, view.faces)
        else:
            value = said.get(one.name, str(one.usual))
        told.append(f"{_(one.title)}: {value}")
    return _("%(what)s (%(with)s): how likely is that, in per cent?", what=_(question.title), **{"with": "; ".join(told)})
