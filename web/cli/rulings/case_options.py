"""What the commands of ``kiebitz case`` have in common: arguments, and how a dispute is shown after something was written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from records.service.cases.drafts import ReadingNamed
from web.cli.languages import with_language
from web.cli.output import plain, print_json
from web.cli.rulings.case_lines import case_lines
from web.cli.rulings.comparing import switch_settings
from web.cli.steps import seen_as
from web.cli.verbs import verb
from web.cli.viewers import readers
from web.schemas.cases import CaseSchema

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.service import GameBook, RecordView
    from records.service.cases.views import CaseView
    from web.words.phrases import Locale


with_case = click.argument("case", metavar="CASE")
with_reader = click.option("--as", "viewer", metavar="VIEWER", default="open", help="The viewer who reads it, or arbiter.")
with_to = click.option(
    "--to", multiple=True, metavar="SEAT", callback=readers, help="Who may read it: a seat, * for everybody, open for the open table alone."
)
with_text = click.argument("text", metavar="TEXT", default="")
with_by = click.option("--by", required=True, metavar="WHO", help="Who writes.")


def with_reading(command: Any) -> Any:
    """Add the reading that a claim or a ruling names."""
    option = click.option(
        "--switch", "switches", multiple=True, metavar="NAME=VALUE", callback=switch_settings, help="A switch of the reading."
    )
    return click.option("--rules", default="", metavar="RULESET", help="The ruleset of the reading. [default: the record's]")(
        option(command)
    )


def reading(rules: str, switches: dict[str, str]) -> ReadingNamed | None:
    """Return the reading that was named; None for none."""
    return ReadingNamed(ruleset=rules, switches=tuple(switches.items())) if rules or switches else None


def show_case(case: CaseView, *, book: GameBook, locale: Locale, as_json: bool) -> None:
    """Tell a case in lines, or as JSON."""
    if as_json:
        print_json(CaseSchema.data(case))
        return
    for line in case_lines(case, log_of(book, case), locale):
        click.echo(plain(line))


def log_of(book: GameBook, case: CaseView) -> RecordView:
    """Return the record of a case as its steps are counted: of one that came as a file, as far as that has it."""
    brought = book.cases.brought_case(book.keeper, case.id, case.viewer) if case.read_only else None
    return seen_as(book, case.record, case.viewer) if brought is None else brought.record


def says(*params: Any, **how: Any) -> Callable[[Callable[..., Any]], click.Command]:
    """Declare a command that writes something for readers into a case, and shows the case; ``how`` as of ``verb``."""
    return verb(with_reader, with_language, with_to, *params, shows=show_case, counts=True, **how)
