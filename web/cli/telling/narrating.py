"""``kiebitz log``: a record told step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from web.cli.completion import with_record
from web.cli.languages import with_language
from web.cli.output import plain, print_json, tell_of_edition, with_json
from web.cli.places import StoreChoice, with_store
from web.cli.viewers import with_viewer
from web.schemas.narration import step_data
from web.words.phrases import Locale, Printed, say_plainly, seat_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from records.core.ids import SeatKey
    from records.projections.timeline import Step
    from records.service import RecordView


@click.command()
@with_store
@with_viewer
@with_language
@click.option("--all", "everything", is_flag=True, help="Also the steps of which nothing is told.")
@with_json
@with_record
@click.pass_obj
def log(place: StoreChoice, record: str, viewer: str, locale: Locale, *, everything: bool, as_json: bool) -> None:
    """Tell all steps of a record, as VIEWER saw them."""
    with place.open() as book:
        view = book.record(book.keeper, book.records.resolve(book.keeper, record), viewer)
        locale = Printed(locale, view.faces)
        tell_of_edition(view)
        steps = [step for step in view.timeline.steps if everything or not step.quiet]
    if as_json:
        print_json([step_data(step, view.names, locale) for step in steps])
    else:
        lines = list(_lines(view, locale, everything=everything))
        click.echo("\n".join(lines) + "\n" if lines else "", nl=False)


def step_lines(step: Step, names: Mapping[SeatKey, str], locale: Locale) -> Iterator[str]:
    """Yield a step as lines of text: a star before what it told somebody beyond the table, its paragraph of the rules behind the last."""
    sentences = [("", sentence) for sentence in step.lines] + [("* ", told.sentence) for told in step.tells]
    for nth, (mark, sentence) in enumerate(sentences, 1):
        rule = f" (§ {step.rule})" if step.rule and nth == len(sentences) else ""
        yield plain(mark + say_plainly(sentence, names, locale)) + rule + (" [taken back]" if step.cut else "")
    if not sentences:
        yield "-"


def _lines(view: RecordView, locale: Locale, *, everything: bool) -> Iterator[str]:
    width = len(str(view.steps))
    for turn in view.timeline.turns:
        steps = turn.steps if everything else turn.told
        if steps and turn.number:
            yield f"{turn.number}. {plain(seat_name(turn.seat, view.names, locale)) if turn.seat is not None else ''}".rstrip()
        for step in steps:
            for line in step_lines(step, view.names, locale):
                yield f"  {step.version:>{width}}  {line}"
