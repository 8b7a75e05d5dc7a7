"""``kiebitz explain``: by which paragraphs a step came, and which reading of the rules would have changed it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from records.core.sentences import N_
from web.cli.completion import with_record
from web.cli.languages import with_language
from web.cli.output import plain, print_json, with_json
from web.cli.places import StoreChoice, with_store
from web.cli.steps import NamedStep, StepParam, number_of
from web.cli.viewers import with_viewer
from web.schemas.base import Looked
from web.schemas.explaining import ExplanationSchema, OtherwiseSchema
from web.words.phrases import Locale, Printed, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.service import RecordView

_UNKNOWN = N_("The rules or the cards of this record are not known here, so no other reading was tried.")
_OWN = N_("By the record's own rules: %(what)s")
_NONE = N_("No other reading of the rules would have changed it.")
_HERE, _EARLIER = N_("%(switch)s: here “%(value)s”; by “%(other)s”: %(what)s"), N_("from step %(n)s on")


@click.command()
@with_store
@with_viewer
@with_language
@with_json
@with_record
@click.argument("step", metavar="STEP", type=StepParam(least=1))
@click.pass_obj
def explain(place: StoreChoice, record: str, step: NamedStep, viewer: str, locale: Locale, *, as_json: bool) -> None:
    """Tell the chain of paragraphs that led to a step, and the switches that decided it with what their other values give."""
    with place.open() as book:
        view = book.record(book.keeper, book.records.resolve(book.keeper, record), viewer)
        at = step.version(view)
        told = ExplanationSchema.data(Looked(view, view.explain(at), at), Words(Printed(locale, view.faces), view.names))
    if as_json:
        print_json({**told, "deciding": [dict(sorted(one.items(), key=_is_otherwise)) for one in told["deciding"]]})
    else:
        click.echo("\n".join(map(plain, _lines(view, told, locale))))


def _is_otherwise(part: tuple[str, Any]) -> bool:
    """Whether a part of a deciding switch tells what its reading gives: here it stands behind the switch."""
    return part[0] in OtherwiseSchema().fields


def _lines(view: RecordView, told: dict[str, Any], locale: Locale) -> Iterator[str]:
    chain = told["chain"]
    width, rules = len(str(number_of(view, told["at"]))), max((len(one["rule"]) for one in chain), default=0)
    for one in chain:
        yield f"{number_of(view, one['version']):>{width}}  {'§ ' if one['rule'] else '  '}{one['rule']:<{rules}}  {one['text']}".rstrip()
    if told["unknown_rules"]:
        yield locale.translated(_UNKNOWN)
        return
    if told["own"] is not None:
        yield locale.translated(_OWN) % {"what": _what(told["own"])}
    for one in told["deciding"]:
        switch = f"{one['title']} ({one['switch']}, § {one['paragraph']})"
        line = locale.translated(_HERE) % {
            "switch": switch,
            "value": one["value_title"],
            "other": one["other_title"],
            "what": _what(one),
        }
        yield line if one["parts_at"] == told["at"] else f"{line} ({locale.translated(_EARLIER) % {'n': number_of(view, one['parts_at'])}})"
    if not told["deciding"]:
        yield locale.translated(_NONE)


def _what(one: dict[str, Any]) -> str:
    return f"{one['text']} (§ {one['rule']})" if one["rule"] else str(one["text"])
