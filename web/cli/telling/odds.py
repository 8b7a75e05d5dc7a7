"""``kiebitz odds``: what an attack would destroy, what the next cards hold, what a game's questions say, as VIEWER can work it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from records.core.sentences import N_, SeatRef, Sentence
from records.service.views.odds import titles_of_sets
from web.cli.completion import with_record
from web.cli.languages import with_language
from web.cli.output import plain, print_json, print_table, with_json
from web.cli.places import StoreChoice, with_store
from web.cli.steps import NamedStep, version_at, with_at
from web.cli.viewers import with_viewer
from web.schemas.base import Looked
from web.schemas.odds import AnswerSchema, AttackSchema, DrawSchema, Odds
from web.schemas.thought import ASSUMED
from web.words.phrases import Locale, Printed, Words, say_plainly, seat_name

if TYPE_CHECKING:
    from fractions import Fraction

    from records.core.asking.questions import OddsAnswer
    from records.knowledge.odds.attack import AttackOdds
    from records.knowledge.odds.draw import DrawOdds
    from records.service import RecordView

_EXACT, _APPROXIMATE = N_("Exact, by counting."), N_("Some of it is an approximation.")
_ESTIMATE = N_("An estimate; its standard error is at most %(error)s.")
_ATTACK = N_("An attack of %(n)s by %(seat)s: %(where)s.")
_DECIDES = N_("The last card of %(pile)s falls: %(chance)s.")
_BLOCKED = N_("The hand of %(seat)s holds a card that weakens it (not counted above): %(chance)s.")
_FIRST, _SURPLUS = N_("The first card defends with at least %(n)s: %(chance)s."), N_("Strength left over: %(n)s in the mean.")
_RUNS_OUT = N_("No more than %(n)s lie there; what happens when it runs out is not counted.")
_DRAWN = N_("The next %(n)s of %(deck)s hold %(cards)s: %(chance)s.")


@click.command()
@with_store
@with_viewer
@with_language
@with_at()
@click.option("--attack", "strength", metavar="STRENGTH", type=int, help="Odds of an attack of this strength.")
@click.option(
    "--on",
    "way",
    metavar="WAY",
    default="",
    help="What it hits, as the game names it. [default: usual]",
)
@click.option("--by", "seat", metavar="SEAT", help="The attacker. [default: VIEWER, or the seat to move]")
@click.option("--draw", "number", metavar="CARDS", type=int, help="Odds of the next cards of a deck.")
@click.option("--card", "cards", metavar="NAME", multiple=True, help="A card to look for, or a word for several: unit, hearts.")
@click.option("--from", "deck", metavar="DECK", default="", help="The deck. [default: the usual one]")
@click.option("--ask", "question", metavar="QUESTION", help="A question that the game defines.")
@click.option("--let", "said", metavar="NAME=VALUE", multiple=True, help="An argument of the question: seat=B.")
@with_json
@with_record
@click.pass_obj
def odds(  # noqa: PLR0917 -- one parameter for each option
    place: StoreChoice,
    record: str,
    viewer: str,
    at: NamedStep | None,
    strength: int | None,
    way: str,
    seat: str | None,
    number: int | None,
    cards: tuple[str, ...],
    deck: str,
    question: str | None,
    said: tuple[str, ...],
    locale: Locale,
    *,
    as_json: bool,
) -> None:
    """Tell the odds of an attack, of the next cards (--draw with --card), or a game's own (--ask), from what VIEWER was shown alone."""
    if strength is None and number is None and question is None:
        raise click.UsageError("say --attack STRENGTH, --draw CARDS or --ask QUESTION")
    if (number is None) != (not cards):
        raise click.UsageError("--draw CARDS and --card NAME go together")
    if said and question is None:
        raise click.UsageError("--let NAME=VALUE goes with --ask QUESTION")
    with place.open() as book:
        view = book.record(book.keeper, book.records.resolve(book.keeper, record), viewer)
        step = version_at(view, at)
        attack = None if strength is None else view.odds(step, strength, way=way, seat=seat)
        draw = None if number is None else view.odds_of_draw(step, number, cards, deck)
        answer = None if question is None else view.ask(step, question, dict(map(_named, said)))
    locale = Printed(locale, view.faces)
    if as_json:
        words = Words(locale, view.names)
        parts = {
            "attack": None if attack is None else AttackSchema.data(attack),
            "draw": None if draw is None else DrawSchema.data(draw),
            "answer": None if answer is None else AnswerSchema.data((question, answer), words),
        }
        print_json({**Odds.data(Looked(view, at=step), words), **parts})
        return
    if attack is not None:
        _tell_attack(view, attack, locale)
    if draw is not None:
        _tell_draw(view, draw, (number or 0, cards), locale)
    if answer is not None:
        _tell_answer(view, answer, locale)
    click.echo(locale.translated(ASSUMED))


def _named(said: str) -> tuple[str, str]:
    name, equals, value = said.partition("=")
    if not equals:
        raise click.UsageError(f"--let takes NAME=VALUE, not {said!r}")
    return name, value


def _tell_answer(view: RecordView, answer: OddsAnswer, locale: Locale) -> None:
    for line in answer.lines:
        _say(line, view, locale)
    for of, chance in answer.chances:
        click.echo(f"{plain(say_plainly(of, view.names, locale))} {percent(chance)}")
    click.echo(locale.translated(_EXACT if answer.exact else _APPROXIMATE))


def _tell_attack(view: RecordView, attack: AttackOdds, locale: Locale) -> None:
    assault = attack.assault
    where = locale.translated(assault.title)
    _say(Sentence(_ATTACK, {"n": attack.strength, "seat": SeatRef(assault.seat), "where": where}), view, locale)
    piles = [place_name(view, pile, locale) for pile in assault.piles]
    sure = attack.how == "exact"
    heads = [
        *piles,
        locale.translated(N_("chance")),
        *([] if sure else [locale.translated(N_("at least")), locale.translated(N_("at most"))]),
    ]
    rows = [
        [*map(str, fallen), percent(chance), *([] if sure else map(percent, attack.bounds[fallen]))]
        for fallen, chance in attack.destroys.items()
    ]
    print_table(heads, rows, right=heads)
    for least, chance in attack.top.items():
        _say(Sentence(_FIRST, {"n": least, "chance": percent(chance)}), view, locale)
    if attack.decides is not None and assault.ends is not None:
        _say(Sentence(_DECIDES, {"pile": place_name(view, assault.ends, locale), "chance": percent(attack.decides)}), view, locale)
    _say(Sentence(_SURPLUS, {"n": f"{float(attack.surplus):.2f}"}), view, locale)
    if attack.blocked is not None and assault.blocked_by is not None:
        _say(Sentence(_BLOCKED, {"seat": SeatRef(assault.blocked_by), "chance": percent(attack.blocked)}), view, locale)
    how = {"exact": Sentence(_EXACT), "approximate": Sentence(_APPROXIMATE)}
    _say(how.get(attack.how, Sentence(_ESTIMATE, {"error": f"{attack.error:.2%}"})), view, locale)


def _tell_draw(view: RecordView, draw: DrawOdds, asked: tuple[int, tuple[str, ...]], locale: Locale) -> None:
    wished, words_asked = asked
    titles = titles_of_sets(view.seen)
    cards = ", ".join(dict.fromkeys(locale.translated(titles[word]) if word in titles else locale.card(word) for word in words_asked))
    deck = place_name(view, draw.deck, locale)
    words = locale.translated(_DRAWN) % {"n": draw.cards, "deck": deck, "cards": cards, "chance": percent(draw.holds)}
    click.echo(plain(words))
    if draw.cards < wished:
        click.echo(plain(locale.translated(_RUNS_OUT) % {"n": draw.cards}))
    click.echo(locale.translated(_EXACT if draw.exact else _APPROXIMATE))


def _say(sentence: Sentence, view: RecordView, locale: Locale) -> None:
    click.echo(plain(say_plainly(sentence, view.names, locale)))


def place_name(view: RecordView, pile: str, locale: Locale) -> str:
    """Return a place by its title, with whose it is."""
    kind, _colon, owner = pile.partition(":")
    title = locale.translated(view.game.board.places[kind].title) if kind in view.game.board.places else kind
    return f"{title} ({seat_name(owner, view.names, locale)})" if owner else title  # type: ignore[arg-type]  # a seat's key by construction


def percent(chance: Fraction) -> str:
    """Return a chance with two digits behind the point; what is not certain is never written as certain."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    return f"{min(max(float(chance) * 100, 0.01), 99.99):.2f} %"
