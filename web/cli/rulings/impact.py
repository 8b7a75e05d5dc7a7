"""``kiebitz impact``: on which records of a shelf another reading of the rules would have told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from records.service import ShelfQuery
from web.cli.kept_answers import kept_file
from web.cli.output import counted, plain, print_json, tell, with_json
from web.cli.places import StoreChoice, with_store
from web.cli.progress import counting
from web.cli.rulings.comparing import switch_settings
from web.cli.rulings.impact_search import ImpactAnswer, ImpactQuestion, asked_of, knows
from web.cli.steps import number_of
from web.cli.viewers import with_viewer
from web.cli.workers import sent_cards, with_workers

if TYPE_CHECKING:
    from records.service import GameBook
    from web.cli.workers import Workers


@click.command()
@with_store
@with_viewer
@click.option("--rules", default="", metavar="RULESET", help="The other ruleset. [default: each record's own]")
@click.option("--switch", "switches", multiple=True, metavar="NAME=VALUE", callback=switch_settings, help="A switch of the other reading.")
@with_workers
@with_json
@click.pass_obj
def impact(place: StoreChoice, viewer: str, rules: str, switches: dict[str, str], *, workers: Workers, as_json: bool) -> None:
    """Find every record in which another reading would have changed a moment, each decided from its own position.

    What was found is kept, so that a search that was stopped goes on where it was.
    """
    if not (rules or switches):
        raise click.UsageError("name a ruleset with --rules, or switches with --switch")
    asked = ImpactQuestion(rules, switches, viewer)
    with place.open() as book:
        games = tuple(name for name, game in book.games.items() if knows(game, asked))
        if not games:
            raise click.UsageError(f"no game has {rules or ' and '.join(switches)}; kiebitz games lists what there is")
        records = [entry.id for entry in book.records.shelf(book.keeper, ShelfQuery(games=games)).entries]
        found: list[ImpactAnswer] = []
        try:
            with workers.hands() as hands, counting(len(records), "Asking", "records") as ended:
                for told in asked_of(book, kept_file("impact"), asked, records, hands, cards=sent_cards(place)):
                    found.append(told)
                    ended()
        finally:
            for told in found if not as_json else ():
                if told.moments or told.refused:
                    click.echo(plain(_line(book, told, viewer)))
    if as_json:
        print_json([{"id": one.record, "moments": [_moment(moment) for moment in one.moments], "refused": one.refused} for one in found])
    changed = [one for one in found if any(status == "parts" for _, status, _ in one.moments)]
    unclear = sum(bool(one.moments) and one not in changed for one in found)
    refused = sum(bool(one.refused) for one in found)
    tell(
        f"{counted(len(found), 'record')} asked, {counted(len(changed), 'record')} with a moment that goes otherwise"
        f"{f', {unclear} that cannot be judged' if unclear else ''}{f', {refused} that cannot be asked' if refused else ''}."
    )


def _line(book: GameBook, told: ImpactAnswer, viewer: str) -> str:
    if told.refused:
        return f"{told.record}  {told.refused}"
    view = book.record(book.keeper, told.record, viewer)
    steps = ", ".join(f"{number_of(view, version)}{'?' if status != 'parts' else ''}" for version, status, _ in told.moments)
    return f"{told.record}  step{'s' if len(told.moments) > 1 else ''} {steps}"


def _moment(moment: tuple[int, str, tuple[str, ...]]) -> dict[str, Any]:
    step, status, switches = moment
    return {"version": step, "status": status, "switches": list(switches)}
