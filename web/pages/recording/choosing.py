"""Which of the moves that a page offers a form has chosen, and with which cards."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import TYPE_CHECKING

from records.core.faces import UNKNOWN
from records.core.sentences import N_
from web.pages.recording.actions import Tried
from web.pages.recording.again import matching
from web.pages.recording.missing_cards import complaints, filled
from web.problems import Refused
from web.queries import read_choice
from web.words.texts import _

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markupsafe import Markup

    from records.core.position import Command
    from web.pages.recording.action_sheet import ActionSheet
    from web.pages.recording.actions import Action

UNPROCESSABLE = HTTPStatus.UNPROCESSABLE_ENTITY
ACTION = "action"
"""Place of the move among those that the page offers."""
TOUCH = "touch"
"""What was touched, in place of the action's number: where a move is sent that was entered on an older page."""
_CARD = re.compile(r"card-[0-9]{1,4}")
MISNAMED = N_("Nothing was written. The reason is shown beside the card.")


class Misnamed(Exception):
    """A card was named that cannot be."""

    def __init__(self, tried: Tried) -> None:
        self.tried = tried
        super().__init__(f"action {tried.action} with {tried.cards}")


def card_fields(names: Mapping[str, object]) -> list[str]:
    """Return the fields of a form that name cards: as many as there were when its page was made."""
    return [name for name in names if _CARD.fullmatch(name)]


def chosen(sheet: ActionSheet, fields: Mapping[str, Sequence[str]]) -> tuple[int, Action, tuple[str, ...]]:
    """Return the place of the action that was chosen, the action, and the cards that were named for it; raises Refused (422)."""
    actions = sheet.actions
    if TOUCH in fields and ACTION not in fields:
        found = matching(actions, sheet.touching, fields[TOUCH])
        if len(found) != 1:
            raise Refused(UNPROCESSABLE, _("What you touched is not a move now, or could be several."), ("form", TOUCH))
        return found[0][0], actions[found[0][0]], found[0][1]
    nth = int(read_choice(ACTION, one(fields, ACTION), [str(nth) for nth in range(len(actions))]))
    action, name = actions[nth], f"card-{nth}"
    if not action.holes:
        return nth, action, ()
    one(fields, name)
    if len(fields[name]) != len(action.holes):
        raise Refused(UNPROCESSABLE, _("“%(name)s” must be given once for each card.", name=name), ("form", name))
    return nth, action, tuple(fields[name])


def chosen_command(sheet: ActionSheet, fields: Mapping[str, Sequence[str]]) -> tuple[int, Command]:
    """Return the place of the action that was chosen, and its command with its cards named; raises Refused (422) and ``Misnamed``."""
    nth, action, cards = chosen(sheet, fields)
    wrong = complaints(cards, action.holes, sheet.keeping.unseen(sheet.position))
    if any(wrong):
        raise Misnamed(Tried(nth, cards, wrong))
    return nth, filled(action.command, cards)


def at_its_field(sheet: ActionSheet, fields: Mapping[str, Sequence[str]], why: Markup | str) -> tuple[Markup | str, Tried | None]:
    """Return where a refusal is said: beside the cards that were named for the action, above the page where none were."""
    if ACTION in fields:
        nth, _action, cards = chosen(sheet, fields)
        if any(card != UNKNOWN for card in cards):
            return _(MISNAMED), Tried(nth, cards, ("",) * len(cards), why)
    return why, None


def one(fields: Mapping[str, Sequence[str]], name: str) -> str:
    """Return a field of the form; raises Refused (422) where it is missing."""
    if name not in fields:
        raise Refused(UNPROCESSABLE, _("The form is incomplete: “%(name)s” is missing.", name=name), ("form", name))
    return fields[name][0]
