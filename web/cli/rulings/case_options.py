"""What the commands of ``kiebitz case`` have in common: arguments, and how a dispute is shown after something was written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from web.cli.output import plain, print_json
from web.cli.rulings.case_lines import case_lines
from web.cli.rulings.comparing import switch_settings
from web.schemas.cases import case_data

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.service import GameBook
    from records.service.cases.views import CaseView
    from web.cli.places import StoreChoice
    from web.words.phrases import Locale

with_case = click.argument("case", metavar="CASE")
with_reader = click.option("--as", "reader", metavar="VIEWER", default="open", help="As that viewer may read it, or as the arbiter.")
with_to = click.option("--to", multiple=True, metavar="SEAT", help="Who may read it: a seat, * for everybody, open for nobody else.")
with_text = click.argument("text", metavar="TEXT", default="")


def with_reading(command: Any) -> Any:
    """Add the reading that a claim or a ruling names."""
    option = click.option("--switch", "switches", multiple=True, metavar="NAME=VALUE", callback=switch_settings, help="A switch of it.")
    return click.option("--rules", default="", metavar="RULESET", help="The reading's ruleset. [default: the record's]")(option(command))


def readers_from(to: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return who may read a text; None where nobody is named."""
    return None if not to else () if "open" in to else to


def write_and_show(place: StoreChoice, case: str, shown: tuple[Locale, bool], do: Callable[[GameBook, str], CaseView]) -> None:
    """Write something into a case, and show it."""
    with place.open() as book:
        made = do(book, book.resolve_case(book.keeper, case))
    locale, as_json = shown
    show_case(made, locale, as_json=as_json)


def show_case(case: CaseView, locale: Locale, *, as_json: bool) -> None:
    """Tell a case in lines, or as JSON."""
    if as_json:
        print_json(case_data(case))
        return
    for line in case_lines(case, locale):
        click.echo(plain(line))
