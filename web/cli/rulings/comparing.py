"""``kiebitz compare``: a record under two readings of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from records.rulings.orders import told_alike
from records.rulings.redoing.compare import switches_apart
from web.cli.completion import with_record
from web.cli.languages import with_language
from web.cli.output import plain, print_json, with_json
from web.cli.places import StoreChoice, with_store
from web.cli.rulings.readings import reading_words
from web.cli.steps import step_of
from web.cli.telling.tables import table_lines
from web.cli.viewers import with_viewer
from web.words.phrases import Locale, Printed, locale_of, say_plainly
from web.words.steps import step_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from records.core.position import Outcome
    from records.rulings.redoing.compare import Comparison, LineOfPlay
    from records.rulings.redoing.plays import RecordedPlay
    from records.rulings.redoing.stops import Stop
    from records.service import RecordView

STOPS: Mapping[str, str] = {
    "ended": "the game ends",
    "log ends": "nothing more was recorded",
    "after the end": "the game is over here, the record goes on",
    "refused": "the rules forbid what was decided",
    "unanswered": "a question is asked that nobody answered",
    "misfit": "an answer or a draw has another size",
    "gone": "what was decided names something that is not there",
    "chance": "what chance would have brought was never recorded",
    "unnoted": "it depends on a card that this log does not show",
}


def switch_settings(_context: click.Context, _parameter: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    """Return ``NAME=VALUE`` options as a mapping."""
    found = [text.partition("=") for text in given]
    if wrong := [text for text, (name, sign, value) in zip(given, found, strict=True) if not (name and sign and value)]:
        raise click.BadParameter(f"{wrong[0]!r} is not NAME=VALUE")
    return {name.strip(): value.strip() for name, _, value in found}


@click.command()
@with_store
@with_viewer
@with_language
@click.option("--rules", multiple=True, metavar="RULESET", help="The second ruleset, or both if given twice. [default: the record's own]")
@click.option("--switch", "switches", multiple=True, metavar="NAME=VALUE", callback=switch_settings, help="A switch of the second reading.")
@with_json
@with_record
@click.pass_obj
def compare(  # noqa: PLR0917 -- one parameter for each option
    place: StoreChoice, record: str, viewer: str, locale: Locale, rules: tuple[str, ...], switches: dict[str, str], *, as_json: bool
) -> None:
    """Redo a record under two readings of its rules: where they part and meet, and whether the result is another."""
    if len(rules) > 2 or not (rules or switches):  # noqa: PLR2004 -- a pair
        raise click.UsageError("name one or two rulesets with --rules, or switches of the second reading with --switch")
    with place.open() as book:
        view = book.record(book.keeper, book.records.resolve(book.keeper, record), viewer)
        a = view.reading(rules[0] if len(rules) > 1 else "")
        b = view.reading(rules[-1] if rules else "", switches)
        found = view.compare(a, b)
        moments = list(view.moments(a, b))
        locale = Printed(locale, view.faces)
    if as_json:
        data = _data(view, found, locale)
        data["moments"] = [{"version": one.play.first, "status": one.status, "switches": list(one.switches)} for one in moments]
        print_json(data)
        return
    for line in _lines(view, found, locale):
        click.echo(plain(line))
    english = locale_of("en")
    titles = {switch.name: locale.translated(switch.title) for switch in a.switches}
    for one in moments:
        by = f" ({'; '.join(map(titles.__getitem__, one.switches))})" if one.switches else ""
        told = "goes otherwise" if one.status == "parts" else "cannot be judged"
        click.echo(plain(f"From the record's own position, {step_of(view, one.play.first, english)} {told}{by}."))


def _lines(view: RecordView, found: Comparison, locale: Locale) -> Iterator[str]:
    english = locale_of("en")
    apart = switches_apart(found.a.reading, found.b.reading)
    yield from (f"{name}: {reading_words(line.reading, apart, locale)}" for name, line in (("a", found.a), ("b", found.b)))
    parts = found.parts or next((one.play for one in found.plays if one.status == "cannot be judged"), None)
    if parts is None:
        yield "The two readings never part."
    else:
        yield f"{'They part' if found.parts else 'From here it cannot be judged'} at {step_of(view, parts.first, english)}:"
        told = {name: list(_told(view, line, parts, locale)) for name, line in (("record", None), ("a", found.a), ("b", found.b))}
        yield from (f"  {name}: {text}" for name, texts in told.items() for text in texts)
        if told["a"] == told["b"]:
            yield from _beyond(view, found, parts, locale)
        if found.meets is not None:
            yield f"They meet again after {step_of(view, found.meets.last, english)}."
    for name, line in (("a", found.a), ("b", found.b)):
        yield f"{name} ends at {step_of(view, line.stop.version, english)}: {_stop(line.stop, view, locale)}{_result(line.outcome, view)}."
    yield f"Another result: {found.other_result}."


def _told(view: RecordView, line: LineOfPlay | None, play: RecordedPlay, locale: Locale) -> Iterator[str]:
    """Yield what happened in one play: in the record, or in a line."""
    if line is None:
        told = [step for step in view.timeline.told if play.first <= step.version <= play.last and not step.cut]
    else:
        here = next((one for one in line.plays if one.play == play.number), None)
        if here is None:
            yield _stop(line.stop, view, locale)
            return
        versions = {version for version, _, _ in here.events}
        told = [step for step in view.line(line).timeline.told if step.version in versions]
    for step in told:
        for text in step_lines(step, view.names, locale):
            yield plain(text)


def _beyond(view: RecordView, found: Comparison, play: RecordedPlay, locale: Locale) -> Iterator[str]:
    """Yield what differs where both lines read the same: the tables afterwards, or an order."""
    done = [[one for one in line.plays if one.play == play.number] for line in (found.a, found.b)]
    if not all(done):
        return
    tables: list[list[str]] = []
    for line, (one,) in zip((found.a, found.b), done, strict=True):
        position = view.line(line).position(one.events[-1][0])
        tables.append([plain(text) for text in table_lines(position, view.names, locale)])
    rows = [(name, text) for name, here, there in (("a", *tables), ("b", *tables[::-1])) for text in here if text not in there]
    yield from (f"  {name} afterwards: {text}" for name, text in rows)
    if not rows:
        events = ((event for _v, _cause, event in one.events) for (one,) in done)
        yield f"  {say_plainly(told_alike(*events), view.names, locale)}"


def _stop(stop: Stop, view: RecordView, locale: Locale) -> str:
    paragraph = f" (§ {stop.paragraph})" if stop.paragraph else ""
    why = f": {say_plainly(stop.why, view.names, locale)}" if stop.why is not None and stop.kind == "refused" else ""
    return f"{STOPS[stop.kind]}{paragraph}{why}".rstrip(".")


def _result(outcome: Outcome | None, view: RecordView) -> str:
    if outcome is None:
        return ""
    if outcome.winners:
        return f", won by {', '.join(view.names.get(seat, seat) for seat in outcome.winners)}"
    return ", drawn" if outcome.drawn else ", lost"


def _data(view: RecordView, found: Comparison, locale: Locale) -> dict[str, Any]:
    def line(one: LineOfPlay, other: LineOfPlay) -> dict[str, Any]:
        return {
            "ruleset": one.reading.name,
            "switches": {
                switch.name: one.reading[switch.name]
                for switch in one.reading.switches
                if one.reading[switch.name] != other.reading[switch.name]
            },
            "stop": one.stop.kind,
            "at": one.stop.version,
            "rule": one.stop.paragraph,
            "why": say_plainly(one.stop.why, view.names, locale) if one.stop.why is not None else "",
            "winners": list(one.outcome.winners) if one.outcome is not None else None,
        }

    return {
        "id": view.header.record,
        "a": line(found.a, found.b),
        "b": line(found.b, found.a),
        "parts": found.parts.first if found.parts else None,
        "meets": found.meets.last if found.meets else None,
        "other_result": found.other_result,
        "plays": [{"version": one.play.first, "last": one.play.last, "status": one.status} for one in found.plays if one.status != "same"],
    }
