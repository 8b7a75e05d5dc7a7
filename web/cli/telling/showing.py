"""``kiebitz show``: one step of a record, and the table after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from records.core.viewers import Spectator, viewer_key
from web.cli.completion import with_record
from web.cli.languages import with_language
from web.cli.output import plain, print_json, tell_of_edition, with_json
from web.cli.places import StoreChoice, with_store
from web.cli.steps import NamedStep, number_of, version_at, with_at
from web.cli.telling.tables import table_lines
from web.cli.telling.teams import team_lines
from web.cli.viewers import with_viewer
from web.schemas.base import Looked
from web.schemas.narration import StepSchema
from web.schemas.table import PositionSchema
from web.schemas.team import TeamFound
from web.words.phrases import Locale, Printed, Words, say_plainly, seat_name
from web.words.steps import step_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.position import Position
    from records.projections.timeline import Step
    from records.service import RecordView


@click.command()
@with_store
@with_viewer
@with_language
@with_at()
@click.option("--memory", is_flag=True, help="Show hands as the online table remembers them, in a game that has such a table.")
@click.option("--team", "as_team", is_flag=True, help="Also show what all hands hold, as far as VIEWER could tell, in a cooperative game.")
@with_json
@with_record
@click.pass_obj
def show(
    place: StoreChoice, record: str, viewer: str, at: NamedStep | None, locale: Locale, *, memory: bool, as_team: bool, as_json: bool
) -> None:
    """Show the table after one step of a record, as VIEWER saw it."""
    with place.open() as book:
        view = book.record(book.keeper, book.records.resolve(book.keeper, record), viewer)
        locale = Printed(locale, view.faces)
        tell_of_edition(view)
        version = version_at(view, at)
        position = view.remembered(version) if memory else view.shown(version)
        team = view.team(version) if as_team else None
        step = next((step for step in view.timeline.steps if step.version == position.version), None)
    if as_json:
        print_json(_data(view, position, step, locale) | ({} if team is None else {"team": TeamFound.data(Looked(view, team))}))
    else:
        hands = () if team is None else map(plain, team_lines(team, view.names, locale))
        click.echo("\n".join([*_lines(view, position, step, locale), *hands, *_untold(view, locale)]))


def _data(view: RecordView, position: Position[Any], step: Step | None, locale: Locale) -> dict[str, Any]:
    words = Words(locale, view.names)
    return {
        **PositionSchema.data(Looked(view, position, position.version), words),
        "step": None if step is None else StepSchema.data(step, words),
        "untold": [words.say(sentence) for sentence in view.never_told()],
    }


def _lines(view: RecordView, position: Position[Any], step: Step | None, locale: Locale) -> Iterator[str]:
    eyes = viewer_key(view.viewer) if isinstance(view.viewer, Spectator) else seat_name(view.viewer, view.names, locale)
    yield plain(f"{view.header.record}  {_game(view)}{_by(view, locale)}, {view.header.started:%Y-%m-%d}, as {eyes}")
    turn = f", turn {position.state.turn}" if position.state.turn else ""
    yield f"step {number_of(view, position.version)} of {len(view.timeline.told)}{turn}"
    if step is not None:
        yield from (f"  {plain(line)}" for line in step_lines(step, view.names, locale))
    yield from (plain(line) for line in table_lines(position, view.names, locale))


def _untold(view: RecordView, locale: Locale) -> Iterator[str]:
    """Yield what these eyes can never know from the record; nothing where it tells all."""
    if view.untold:
        yield "never known:"
        yield from (plain(f"  {say_plainly(sentence, view.names, locale)}") for sentence in view.never_told())


def _game(view: RecordView) -> str:
    """What the game is called, and which table it is, where somebody has said so."""
    title, _site, number = view.label
    called = f"{title} ({view.header.game})" if title else view.header.game
    return f"{called}, table {number}" if number else called


def _by(view: RecordView, locale: Locale) -> str:
    """By which rules a record is played, in brackets: the ruleset's title, or its name where it is not known here; "" for none."""
    name = view.header.ruleset
    ruleset = view.game.rules.rulesets.of(view.header) or view.game.rules.rulesets.get(name)
    return f" ({locale.translated(ruleset.title) if ruleset else name})" if name != "none" else ""
