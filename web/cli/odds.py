"""``kiebitz odds``: what an attack would destroy, and what the next cards hold, as VIEWER can work it out at a step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from records.core.sentences import N_, SeatRef, Sentence
from records.core.viewers import LOCAL, viewer_key
from web.cli.languages import with_language
from web.cli.output import plain, print_json, print_table, with_json
from web.cli.places import Place, with_store
from web.cli.viewers import with_viewer
from web.phrases import Printed, Tongue, say_plainly, seat_name

if TYPE_CHECKING:
    from fractions import Fraction

    from records.core.ids import PileId
    from records.knowledge.odds import AttackOdds, DrawOdds
    from records.service import RecordView

ASSUMED = N_("Every card that left a hand by choice counts as picked blind.")
_EXACT, _APPROXIMATE = N_("Exact, by counting."), N_("Some of it is an approximation.")
_ESTIMATE = N_("An estimate; its standard error is at most %(error)s.")
_ATTACK = N_("An attack of %(n)s by %(seat)s: %(where)s.")
_DECIDES = N_("The last card of %(pile)s falls: %(chance)s.")
_BLOCKED = N_("The hand of %(seat)s holds a card that weakens it (not counted above): %(chance)s.")
_FIRST, _SURPLUS = N_("The first card defends with at least %(n)s: %(chance)s."), N_("Strength left over: %(n)s in the mean.")
_DRAWN = N_("The next %(n)s of %(deck)s hold %(cards)s: %(chance)s.")


@click.command()
@with_store
@with_viewer
@with_language
@click.option("--at", metavar="N", type=click.IntRange(min=0), help="The step after event N; 0 is the start. [default: the last]")
@click.option("--attack", "strength", metavar="STRENGTH", type=int, help="What an attack of this strength would destroy.")
@click.option("--on", "way", metavar="WAY", default="", help="What it hits: usual, gate or castle in Castle Rampage. [default: usual]")
@click.option("--by", "seat", metavar="SEAT", help="Who attacks. [default: VIEWER, or who is to move]")
@click.option("--draw", "number", metavar="CARDS", type=int, help="What the next cards of the draw pile hold.")
@click.option("--card", "cards", metavar="NAME", multiple=True, help="A card to look for there, or a word for several: unit, purple.")
@with_json
@click.argument("record", metavar="ID")
@click.pass_obj
def odds(  # noqa: PLR0917 -- one parameter for each option
    place: Place,
    record: str,
    viewer: str,
    at: int | None,
    strength: int | None,
    way: str,
    seat: str | None,
    number: int | None,
    cards: tuple[str, ...],
    tongue: Tongue,
    *,
    as_json: bool,
) -> None:
    """Tell the odds of an attack (--attack), or of the next cards (--draw with --card), from what VIEWER was shown alone."""
    if strength is None and number is None:
        raise click.UsageError("say --attack STRENGTH or --draw CARDS")
    if (number is None) != (not cards):
        raise click.UsageError("--draw CARDS and --card NAME go together")
    with place.open() as book:
        view = book.record(LOCAL, book.resolve(record), viewer)
        step = view.steps if at is None else at
        attack = None if strength is None else view.odds(step, strength, way=way, seat=seat)
        draw = None if number is None else view.odds_of_draw(step, number, cards)
    if as_json:
        print_json(_data(view, step, attack, draw))
        return
    tongue = Printed(tongue, view.faces)
    if attack is not None:
        _tell_attack(view, attack, tongue)
    if draw is not None:
        _tell_draw(draw, tongue)
    click.echo(tongue.translated(ASSUMED))


def _tell_attack(view: RecordView, attack: AttackOdds, tongue: Tongue) -> None:
    assault = attack.assault
    where = tongue.translated(assault.title)
    _say(Sentence(_ATTACK, {"n": attack.strength, "seat": SeatRef(assault.seat), "where": where}), view, tongue)
    piles = [_pile(view, pile, tongue) for pile in assault.piles]
    sure = attack.how == "exact"
    heads = [
        *piles,
        tongue.translated(N_("chance")),
        *([] if sure else [tongue.translated(N_("at least")), tongue.translated(N_("at most"))]),
    ]
    rows = [
        [*map(str, fallen), percent(chance), *([] if sure else map(percent, attack.bounds[fallen]))]
        for fallen, chance in attack.destroys.items()
    ]
    print_table(heads, rows, right=heads)
    for least, chance in attack.top.items():
        _say(Sentence(_FIRST, {"n": least, "chance": percent(chance)}), view, tongue)
    if attack.decides is not None and assault.ends is not None:
        _say(Sentence(_DECIDES, {"pile": _pile(view, assault.ends, tongue), "chance": percent(attack.decides)}), view, tongue)
    _say(Sentence(_SURPLUS, {"n": f"{float(attack.surplus):.2f}"}), view, tongue)
    if attack.blocked is not None and assault.blocked_by is not None:
        _say(Sentence(_BLOCKED, {"seat": SeatRef(assault.blocked_by), "chance": percent(attack.blocked)}), view, tongue)
    how = {"exact": Sentence(_EXACT), "approximate": Sentence(_APPROXIMATE)}
    _say(how.get(attack.how, Sentence(_ESTIMATE, {"error": f"{attack.error:.2%}"})), view, tongue)


def _tell_draw(draw: DrawOdds, tongue: Tongue) -> None:
    cards = ", ".join(dict.fromkeys(map(tongue.card, draw.of)))
    words = tongue.translated(_DRAWN) % {"n": draw.cards, "deck": draw.deck, "cards": cards, "chance": percent(draw.holds)}
    click.echo(plain(words))
    click.echo(tongue.translated(_EXACT if draw.exact else _APPROXIMATE))


def _say(sentence: Sentence, view: RecordView, tongue: Tongue) -> None:
    click.echo(plain(say_plainly(sentence, view.names, tongue)))


def _pile(view: RecordView, pile: PileId, tongue: Tongue) -> str:
    """Return a pile by its title, with whose it is."""
    kind, _colon, owner = pile.partition(":")
    title = tongue.translated(view.game.places[kind].title) if kind in view.game.places else kind
    return f"{title} ({seat_name(owner, view.names, tongue)})" if owner else title  # type: ignore[arg-type]  # a seat's key by construction


def percent(chance: Fraction) -> str:
    """Return a chance with two digits behind the point; what is not certain is never written as certain."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    return f"{min(max(float(chance) * 100, 0.01), 99.99):.2f} %"


def _data(view: RecordView, at: int, attack: AttackOdds | None, draw: DrawOdds | None) -> dict[str, Any]:
    return {
        "id": view.header.record,
        "viewer": viewer_key(view.viewer),
        "at": at,
        "steps": view.steps,
        "assumes": ASSUMED,
        "attack": None if attack is None else _attack_data(attack),
        "draw": None
        if draw is None
        else {
            "deck": draw.deck,
            "cards": draw.cards,
            "of": draw.of,
            "holds": float(draw.holds),
            "how": "exact" if draw.exact else "approximate",
        },
    }


def _attack_data(attack: AttackOdds) -> dict[str, Any]:
    return {
        "seat": attack.assault.seat,
        "way": attack.assault.name,
        "strength": attack.strength,
        "piles": attack.assault.piles,
        "destroys": [
            {"cards": fallen, "chance": float(chance), "least": float(attack.bounds[fallen][0]), "most": float(attack.bounds[fallen][1])}
            for fallen, chance in attack.destroys.items()
        ],
        "top": [{"least": least, "chance": float(chance)} for least, chance in attack.top.items()],
        "decides": None if attack.decides is None else float(attack.decides),
        "surplus": float(attack.surplus),
        "blocked": None if attack.blocked is None else float(attack.blocked),
        "how": attack.how,
        "error": attack.error,
    }
