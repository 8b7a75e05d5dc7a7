"""``kiebitz study release`` and ``link``: who finds the published numbers of a study."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import click

from records.service.accounts.linking import MOST_DAYS, USUAL_DAYS
from records.studies.chapters.events import ListedTo
from web.cli.accounts.access import print_links
from web.cli.output import plain, print_json, tell, with_json
from web.cli.places import StoreChoice, with_store
from web.schemas.studies import study_data

if TYPE_CHECKING:
    from typing import Any


@click.command()
@with_store
@with_json
@click.option("--listed", type=click.Choice(get_args(ListedTo)), required=True, help="Who finds it among the lessons.")
@click.argument("study", metavar="STUDY")
@click.pass_obj
def release(place: StoreChoice, study: str, listed: Any, *, as_json: bool) -> None:
    """Say who finds the published numbers of a study of yours, beside those who have a link."""
    with place.open() as book:
        made = book.list_study(book.keeper, study, listed)
    if as_json:
        print_json(study_data(made))
    else:
        published = "" if made.numbers else " Nothing of it is published yet: kiebitz study publish."
        tell(f"{plain(made.title)} is found by {listed}.{published}")


@click.command()
@with_store
@with_json
@click.option("--days", default=USUAL_DAYS, show_default=True, type=click.IntRange(1, MOST_DAYS), help="How long it holds.")
@click.option("--frame", "origins", multiple=True, metavar="SITE", help="A site that may show it in a frame: https://club.example.")
@click.option("--label", default="", help="What it is for.")
@click.option("--list", "lists", is_flag=True, help="List the links to the study instead.")
@click.option("--end", "ends", metavar="LINK", help="End one of them instead.")
@click.argument("study", metavar="STUDY")
@click.pass_obj
def link(  # noqa: PLR0917 -- an option each
    place: StoreChoice, study: str, days: int, origins: tuple[str, ...], label: str, ends: str | None, *, lists: bool, as_json: bool
) -> None:
    """Make a link to the published numbers of a study of yours; its path is printed this once."""
    if lists and ends is not None:
        raise click.UsageError("links are listed with --list, or one is ended with --end")
    with place.open() as book:
        if ends is not None:
            book.end_study_link(book.keeper, study, ends)
            tell(f"The link {ends} leads nowhere now.")
            return
        token = "" if lists else book.share_study(book.keeper, study, days=days, origins=origins, label=label)
        rows = book.study_links(book.keeper, study)
    if lists:
        print_links(rows, as_json=as_json)
    elif as_json:
        print_json({"id": rows[0].id, "path": f"/s/{token}/", "ends": rows[0].ends_at})
    else:
        click.echo(f"/s/{token}/")
        tell(f"Behind the server's address this leads to study {study}, until {rows[0].ends_at:%Y-%m-%d}.")
