"""``kiebitz log``: a record told step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from web.cli.completion import with_record
from web.cli.languages import with_language
from web.cli.output import plain, print_json, tell_of_edition, with_json
from web.cli.places import StoreChoice, with_store
from web.cli.steps import number_of
from web.cli.viewers import with_viewer
from web.schemas.narration import StepSchema
from web.words.phrases import Locale, Printed, Words, seat_name
from web.words.steps import step_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.service import RecordView


@click.command()
@with_store
@with_viewer
@with_language
@click.option("--all", "everything", is_flag=True, help="Include events that are no step (e13): state changes, clocks.")
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
        words = Words(locale, view.names)
        print_json([StepSchema.data(step, words) for step in steps])
    else:
        lines = list(_lines(view, locale, everything=everything))
        click.echo("\n".join(lines) + "\n" if lines else "", nl=False)


def _lines(view: RecordView, locale: Locale, *, everything: bool) -> Iterator[str]:
    width = len(f"e{view.steps}" if everything else str(len(view.timeline.told)))
    for turn in view.timeline.turns:
        steps = turn.steps if everything else turn.told
        if steps and turn.number:
            yield f"{turn.number}. {plain(seat_name(turn.seat, view.names, locale)) if turn.seat is not None else ''}".rstrip()
        for step in steps:
            name = f"e{step.version}" if step.quiet else str(number_of(view, step.version))
            for line in step_lines(step, view.names, locale):
                yield f"  {name:>{width}}  {plain(line)}"
