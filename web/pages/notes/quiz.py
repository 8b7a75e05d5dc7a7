"""What do you know? A step asks of one closed card what it can be and how likely; the engine grades it, with its reasons."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import url_for

from records.core.viewers import viewer_key
from records.errors import Contradiction, MalformedCommand
from records.studies.tasks.grading import graded_cards, graded_chance
from web.looking import look_at
from web.pages.board.places import place_in_words
from web.pages.notes.page import step_in_words
from web.pages.replay.of_step import OfStep
from web.pages.replay.table import ShownTable
from web.problems import Refused
from web.queries import read_choice, read_number
from web.words.games import game_face
from web.words.texts import _, percent
from web.words.wording import seat_name, title_of, told_apart

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from records.core.ids import SlotId
    from records.core.viewers import Caller
    from records.knowledge.answers import Chances
    from records.service import GameBook
    from records.studies.tasks.grading import GradedCards, GradedChance

MOST_OFFERED = 120
"""Cards that are listed to be ticked; where a game has more, only the chance is asked."""


class QuizPage:
    """What the template of the questions may ask. All of it comes from the viewer's log up to the step."""

    def __init__(self, book: GameBook, caller: Caller, record: str, asked: Mapping[str, str]) -> None:
        """Raise Refused (404, 422) and NotYours as the replay does."""
        self.view, self.at = look_at(book, caller, record, asked)
        self.viewer = viewer_key(self.view.viewer)
        self.game = game_face(book.games, self.view.header.game)
        self.names = tuple(seat_name(seat, self.view.names) for seat in self.view.header.seats)
        self.path = url_for("notes.quiz", record=record)
        self.moment = f"at={self.at}&as={self.viewer}"
        self.of_step = OfStep(self.view, self.at, self.path)
        self.table = self.of_step.replay
        self.step = step_in_words(self.view, self.at)
        self.slot = read_choice("slot", asked["slot"], tuple(self.closed)) if "slot" in asked else ""
        self.cards: GradedCards | None = None
        self.chance: GradedChance | None = None

    @property
    def shown(self) -> ShownTable:
        """The table at the step, with the card that is asked about."""
        return ShownTable(self.view, self.at)

    @cached_property
    def closed(self) -> Mapping[SlotId, Chances]:
        """The cards of which something can be asked: exact, and of two kinds at least."""
        try:
            slots = self.view.knowledge(self.at).slots
        except (Contradiction, MalformedCommand):
            return {}
        return {slot: chances for slot, chances in slots.items() if chances.exact and chances.certain is None}

    @property
    def questions(self) -> list[tuple[str, str, bool]]:
        """Each closed card, pile by pile as they lie: address, words, whether it is the one that is asked about."""
        position = self.view.position(self.at)
        lying = [slot for pile in position.table.piles.values() for slot in pile]
        return [
            (f"{self.path}?{self.moment}&slot={slot}", place_in_words(self.view, position, slot), slot == self.slot)
            for slot in sorted(self.closed, key=lambda slot: lying.index(slot) if slot in lying else len(lying))
        ]

    @cached_property
    def offered(self) -> list[tuple[str, str]]:
        """The cards that may be ticked; none where there are too many."""
        faces = self.view.faces
        if len(faces) > MOST_OFFERED:
            return []
        titles = told_apart({name: title_of(name, faces) for name in faces}, faces)
        return sorted(titles.items(), key=lambda card: card[1].casefold())

    @property
    def _chances(self) -> Mapping[str, Fraction]:
        return next(chances.of for slot, chances in self.closed.items() if slot == self.slot)

    @property
    def asked_card(self) -> str:
        """The card whose chance is asked: the likeliest, of equals the first by name."""
        return max(self._chances, key=lambda card: (self._chances[card], [-ord(sign) for sign in card]))

    @property
    def why(self) -> str:
        """Address of the reasons."""
        return f"{url_for('pages.why', record=self.view.header.record, place=self.slot)}?{self.moment}"

    def grade(self, named: Collection[str], chance: str) -> None:
        """Grade an answer; raises Refused (422) for a card or a chance that cannot be."""
        for name in named:
            read_choice("card", name, tuple(self.view.faces))
        said = read_number("chance", chance, "form") if chance else None
        if said is not None and said > 100:  # noqa: PLR2004 -- per cent
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("A chance is a number from 0 to 100 %%."), ("form", "chance"))
        if self.offered:
            self.cards = graded_cards(named, self._chances)
        if said is not None:
            self.chance = graded_chance(Fraction(said, 100), self._chances[self.asked_card])

    def told(self, names: Collection[str]) -> str:
        """Return cards in words, "" for none."""
        titles = dict(self.offered)
        return ", ".join(titles.get(name, name) for name in names)

    def title(self, card: str) -> str:
        """Return a card in words."""
        return title_of(card, self.view.faces)

    def share(self, chance: Fraction) -> str:
        """Return a chance in words."""
        return percent(float(chance))
