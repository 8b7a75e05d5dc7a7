"""``kiebitz study release`` and ``link``: who finds the published numbers of a study."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import click

from records.studies.chapters.events import ListedTo
from web.cli.accounts.access import END_OR_LIST, link_options, print_links
from web.cli.output import plain, print_json, tell, with_json
from web.cli.verbs import show_answer, verb
from web.schemas.studies import StudySchema

if TYPE_CHECKING:
    from records.service import GameBook

with_study = click.argument("study", metavar="STUDY")


@verb(
    with_json,
    click.option("--listed", type=click.Choice(get_args(ListedTo)), required=True, help="Who can find it among the lessons."),
    with_study,
    shows=show_answer,
)
def release(book: GameBook, *, study: str, listed: Any) -> tuple[Any, str]:
    """Say who finds the published numbers of a study of yours, beside those who have a link."""
    made = book.studies.list_study(book.keeper, study, listed)
    published = "" if made.numbers else " Nothing of it is published yet: kiebitz study publish."
    return StudySchema.data(made), f"{plain(made.title)} is found by {listed}.{published}"


@verb(with_json, *link_options("study"), with_study, never_both=END_OR_LIST)
def link(
    book: GameBook, *, study: str, days: int, origins: tuple[str, ...], label: str, ends: str | None, lists: bool, as_json: bool
) -> None:
    """Make a link to the published numbers of a study of yours; its path is printed this once."""
    if ends is not None:
        book.learning.end_study_link(book.keeper, study, ends)
        tell(f"The link {ends} leads nowhere now.")
        return
    token = "" if lists else book.learning.share_study(book.keeper, study, days=days, origins=origins, label=label)
    rows = book.learning.study_links(book.keeper, study)
    if lists:
        print_links(rows, as_json=as_json)
    elif as_json:
        print_json({"id": rows[0].id, "path": f"/s/{token}/", "ends": rows[0].ends_at})
    else:
        click.echo(f"/s/{token}/")
        tell(f"Behind the server's address this leads to study {study}, until {rows[0].ends_at:%Y-%m-%d}.")
