"""``kiebitz case`` reads: disputes, precedents and files of cases."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from importers.native_cases import verify_case_file, write_case_file
from records.service.library import library
from web.cli.languages import with_language
from web.cli.output import plain, print_json, with_json
from web.cli.places import StoreChoice, with_store
from web.cli.rulings.case_lines import ERASED
from web.cli.rulings.case_options import log_of, show_case, with_case, with_reader
from web.cli.steps import number_of, seen_as, step_of
from web.cli.telling.exporting import drawn_by_app, write_output
from web.cli.verbs import verb
from web.schemas.cases import CaseSchema, PrecedentSchema
from web.words.cases import STANDING
from web.words.phrases import locale_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.service import GameBook, RecordView
    from records.service.cases.precedents import Precedent, PrecedentMoment
    from records.service.cases.views import CaseView
    from web.words.phrases import Locale

    _Spoken = Sequence[tuple[Precedent, PrecedentMoment | None]]


def _show_list(found: Sequence[CaseView], *, book: GameBook, locale: Locale, as_json: bool) -> None:
    if as_json:
        print_json([CaseSchema.data(one) for one in found])
        return
    for one in found:
        where = " / ".join(filter(None, (one.header.event, one.header.round, one.header.table)))
        asked = (one.question.text or locale.translated(ERASED)).splitlines()[0][:60]
        standing = locale.translated(STANDING[one.standing])
        click.echo(plain(f"{one.id}  {one.record}  {step_of(log_of(book, one), one.v, locale):>12}  {standing:<12}  {where}  {asked}"))


@verb(
    with_reader,
    with_language,
    click.option("--event", metavar="NAME", help="Only those of this event."),
    with_json,
    click.argument("record", required=False, metavar="[ID]"),
    name="list",
    shows=_show_list,
    counts=True,
)
def list_(book: GameBook, *, record: str | None, viewer: str, event: str | None) -> Sequence[CaseView]:
    """List the disputes about a record, or all of them by event, round and table."""
    if record is None:
        return book.cases.all_cases(book.keeper, viewer, event=event)
    return [one for one in book.cases.cases(book.keeper, record, viewer) if event in {None, one.header.event}]


def _show_precedents(told: tuple[_Spoken, RecordView | None], *, as_json: bool) -> None:
    rows, view = told
    if as_json:
        print_json([_precedent(one, at) for one, at in rows])
        return
    for one, at in rows:
        where = f"step {number_of(view, at.first)}: " if at is not None and view is not None else ""
        paragraphs = f" (§ {', '.join(one.paragraphs)})" if one.paragraphs else ""
        click.echo(plain(f"{where}{one.case}  {_game(one.game)}{paragraphs}  {one.by}: {one.text}"))


def _game(name: str) -> str:
    """Return what a game is called; its name where it is not known here."""
    known = library().get(name)
    return name if known is None else locale_of("en").translated(known.title)


@verb(
    with_reader,
    click.option("--paragraph", default="", metavar="PARAGRAPH", help="Only those that turn on this paragraph."),
    click.option("--card", default="", metavar="NAME", help="Only those in whose play this card lay open."),
    with_json,
    click.argument("record", required=False, metavar="[ID]"),
    shows=_show_precedents,
)
def precedents(book: GameBook, *, record: str | None, viewer: str, paragraph: str, card: str) -> tuple[_Spoken, RecordView | None]:
    """List the rulings in force that everybody may read; with a record the steps of it to which one speaks."""
    known = {one.case: one for one in book.cases.precedents(book.keeper, paragraph=paragraph, card=card)}
    if record is None:
        return [(one, None) for one in known.values()], None
    moments = book.cases.precedent_moments(book.keeper, record, viewer)
    return [(one.precedent, one) for one in moments if one.precedent.case in known], seen_as(book, record, viewer)


def _precedent(one: Precedent, at: PrecedentMoment | None) -> dict[str, Any]:
    return {**PrecedentSchema.data(one), **({} if at is None else {"first": at.first, "last": at.last})}


@verb(with_reader, with_language, with_json, with_case, shows=show_case, counts=True)
def show(book: GameBook, *, case: str, viewer: str) -> CaseView:
    """Tell a dispute as a viewer of its record may read it; arbiter sees what the sides released."""
    return book.cases.case(book.keeper, case, viewer)


@click.command()
@with_store
@with_reader
@click.option(
    "--out", type=click.Path(dir_okay=False, allow_dash=True), metavar="FILE", default="-", help="The file. [default: standard output]"
)
@click.option("--format", "form", type=click.Choice(["native", "html"]), default="native", show_default=True, help="The form of the file.")
@with_language
@with_case
@click.pass_obj
def export(  # noqa: PLR0917 -- an option each
    place: StoreChoice, case: str, viewer: str, out: str, form: str, locale: Locale
) -> None:
    """Write the case file for a viewer: the record up to the disputed play, the case, and what each reading makes of the play.

    As html it is a file of its own that works without a network, made of the same.
    """
    with place.open() as book:
        found = book.cases.resolve_case(book.keeper, case)
        if form == "html":
            from web.pages.offline.document import case_document  # noqa: PLC0415 -- a quarter of a second that others do not need

            with drawn_by_app(book, locale):
                data = case_document(book, book.keeper, found, viewer).encode()
        else:
            data = write_case_file(book.games, book.cases.case_file(book.keeper, found, viewer))
    write_output(out, data, f"case {case} as {viewer}")


@click.command()
@with_json
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def verify(file: Path, *, as_json: bool) -> None:
    """Say whether a case file reproduces here, or what differs first; needs no store. Exit code 1 where it differs."""
    found = verify_case_file(library(), file.read_bytes())
    if as_json:
        what = None if found.what is None else msgspec.to_builtins(found.what)
        print_json({"found": found.found, "line": found.line, "version": found.version, "what": what, "reason": found.reason})
    else:
        click.echo(plain(str(found)))
    if found.found == "differs":
        raise SystemExit(1)
