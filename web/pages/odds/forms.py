"""What may be asked of the odds: a game's own questions, and the next cards of a deck."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

import msgspec

from records.core.asking.questions import Choice
from records.errors import MalformedCommand
from records.service.views.odds import MOST_DRAWN, titles_of_sets
from web.pages.odds.rows import OddsRow, chance_row, place_named
from web.problems import Refused
from web.queries import read_number
from web.words.texts import _, number
from web.words.wording import say_plainly, title_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from records.core.asking.questions import Parameter
    from records.core.tables.blocks import Block
    from records.service import RecordView

DRAWN = "draw-odds"
"""The name of the form for the next cards of a deck."""
FIRST_ASKED = 3
"""Cards that the form proposes to draw."""


class FormField(msgspec.Struct, frozen=True, kw_only=True):
    """Something to say for a question."""

    name: str
    title: str
    value: str
    options: tuple[tuple[str, str], ...] = ()
    """Value and words of what may be chosen; empty for a number."""
    least: int = 0
    most: int = 0


class FormPart(msgspec.Struct, frozen=True, kw_only=True):
    """A question, what is said for it, and its answer."""

    name: str
    title: str
    fields: tuple[FormField, ...]
    hidden: Mapping[str, str] = msgspec.field(default_factory=dict)
    """What the form sends besides."""
    lines: tuple[str, ...] = ()
    rows: tuple[OddsRow, ...] = ()
    exact: bool = True


def words(view: RecordView, at: int) -> tuple[str, ...]:
    """Return the parameters of all questions that may be asked at a step: the address may name them."""
    return tuple(parameter.name for _question, parameters in view.questions(at).values() for parameter in parameters)


def question_parts(view: RecordView, at: int, asked: Mapping[str, str]) -> Iterator[FormPart]:
    """Yield each question of the game with its answer: the one that is asked with what is said for it, the others as they usually are.

    Raises Refused (422 for a question, or for what it cannot take).
    """
    able = view.questions(at)
    if "ask" in asked and asked["ask"] not in able:
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("That cannot be asked at this step."), ("query", "ask"))
    for name, (question, parameters) in able.items():
        said = (
            {parameter.name: asked[parameter.name] for parameter in parameters if parameter.name in asked}
            if asked.get("ask") == name
            else {}
        )
        try:
            answer = view.ask(at, name, said)
        except MalformedCommand as error:
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("That cannot be asked at this step."), ("query", name)) from error
        yield FormPart(
            name=name,
            title=_(question.title),
            fields=tuple(_field(view, parameter, said) for parameter in parameters),
            hidden={"ask": name},
            lines=tuple(say_plainly(line, view.names, view.faces) for line in answer.lines),
            rows=tuple(
                chance_row(say_plainly(of, view.names, view.faces), chance, about=not answer.exact) for of, chance in answer.chances
            ),
            exact=answer.exact,
        )


def _field(view: RecordView, parameter: Parameter, said: Mapping[str, str]) -> FormField:
    if isinstance(parameter, Choice):
        options = tuple((word, say_plainly(told, view.names, view.faces)) for word, told in parameter.options.items())
        return FormField(name=parameter.name, title=_(parameter.title), value=said.get(parameter.name, options[0][0]), options=options)
    value = said.get(parameter.name, str(parameter.usual))
    return FormField(name=parameter.name, title=_(parameter.title), value=value, least=parameter.least, most=parameter.most)


def draw_part(view: RecordView, at: int, asked: Mapping[str, str]) -> FormPart | None:
    """Return the odds that the next ``cards`` of the usual deck hold ``card``, a card or a word for several; unasked only the form.

    None where no such deck has a card. Raises Refused (422 for a number or a card that cannot be).
    """
    decks: Mapping[str, tuple[Block, ...]] = {str(deck): blocks for deck, blocks in view.position(at).table.decks.items()}
    deck = view.game.odds.drawn_from or (next(iter(decks)) if len(decks) == 1 else "")
    lying = sum(block.count for block in decks.get(deck, ()))
    sets = titles_of_sets(view.seen)
    if not lying or not view.faces:
        return None
    cards = [(word, _(title)) for word, title in sets.items()]
    cards += sorted(((name, title_of(name, view.faces)) for name in view.faces if name not in sets), key=lambda card: card[1])
    said = "card" in asked or "cards" in asked
    wished = read_number("cards", asked["cards"]) if "cards" in asked else min(FIRST_ASKED, lying)
    chosen = asked.get("card", cards[0][0])
    if not 1 <= wished <= MOST_DRAWN:
        reason = _("It is 1 to %(n)s cards.", n=number(MOST_DRAWN))
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("query", "cards"))
    if chosen not in dict(cards):
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("There is no such card."), ("query", "card"))
    rows: tuple[OddsRow, ...] = ()
    lines: tuple[str, ...] = ()
    exact = True
    if said:
        odds = view.odds_of_draw(at, wished, (chosen,), deck)
        exact = odds.exact
        rows = (chance_row(dict(cards)[chosen], odds.holds, about=not exact),)
        if odds.cards < wished:
            lines = (_("No more than %(n)s lie there; what happens when it runs out is not counted.", n=number(odds.cards)),)
    return FormPart(
        name=DRAWN,
        title=_("%(place)s: the next cards hold", place=place_named(view, deck)),
        fields=(
            FormField(name="cards", title=_("cards"), value=str(wished), least=1, most=MOST_DRAWN),
            FormField(name="card", title=_("Card to look for"), value=chosen, options=tuple(cards)),
        ),
        lines=lines,
        rows=rows,
        exact=exact,
    )
