"""``kiebitz case``: disputes about a record, from the question to the ruling."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from importers.native_cases import read_case_stream, verify_case_file, write_case_file
from records.core.sentences import N_
from records.core.viewers import LOCAL
from records.service.cases.drafts import NewClaim, NewRuling, ReadingNamed
from records.service.cases.views import ARBITER
from records.service.library import library
from web.case_words import STANDING
from web.cli.completion import with_record
from web.cli.languages import with_language
from web.cli.output import counted, plain, print_json, tell, with_json
from web.cli.places import StoreChoice, with_store
from web.cli.rulings.case_lines import ERASED, case_lines
from web.cli.rulings.comparing import switch_settings
from web.cli.telling.exporting import write_output
from web.schemas.cases import case_data, precedent_data

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.service import GameBook
    from records.service.cases.precedents import Precedent, PrecedentMoment
    from records.service.cases.views import CaseView
    from web.phrases import Locale

_STEP = N_("step")
with_case = click.argument("case", metavar="CASE")
with_reader = click.option("--as", "reader", metavar="VIEWER", default="open", help="As that viewer may read it, or as the arbiter.")
with_to = click.option("--to", multiple=True, metavar="SEAT", help="Who may read it: a seat, * for everybody, open for nobody else.")
with_text = click.argument("text", metavar="TEXT", default="")


def with_reading(command: Any) -> Any:
    """Add the reading that a claim or a ruling names."""
    option = click.option("--switch", "switches", multiple=True, metavar="NAME=VALUE", callback=switch_settings, help="A switch of it.")
    return click.option("--rules", default="", metavar="RULESET", help="The reading's ruleset. [default: the record's]")(option(command))


def _to(to: tuple[str, ...]) -> tuple[str, ...] | None:
    return None if not to else () if "open" in to else to


@click.group()
def case() -> None:
    """Settle disputes: open one at a step, write down what each side says, rule, appeal, close, and carry the file elsewhere."""


@case.command("open")
@with_store
@with_reader
@with_language
@with_to
@click.option("--by", default="", metavar="WHO", help="Who asks.")
@click.option("--event", default="", metavar="NAME", help="The tournament or evening; cases are grouped by it.")
@click.option("--round", "round_", default="", metavar="NAME")
@click.option("--table", default="", metavar="NAME")
@with_json
@with_record
@click.argument("step", metavar="STEP", type=click.IntRange(min=1))
@click.argument("question", metavar="QUESTION")
@click.pass_obj
def open_(  # noqa: PLR0917 -- what a dispute is about
    place: StoreChoice,
    /,
    record: str,
    step: int,
    question: str,
    reader: str,
    to: tuple[str, ...],
    locale: Locale,
    *,
    as_json: bool,
    **said: str,
) -> None:
    """Open a dispute about a step of a record."""
    with place.open() as book:
        found = book.resolve(LOCAL, record)
        made = book.open_case(LOCAL, found, step, question, to=_to(to), viewer=book.viewer(LOCAL, found, reader), **said)
    _print(made, locale, as_json=as_json)


@case.command("list")
@with_store
@with_reader
@with_language
@click.option("--event", metavar="NAME", help="Those of one event alone.")
@with_json
@click.argument("record", required=False, metavar="[ID]")
@click.pass_obj
def list_(place: StoreChoice, record: str | None, reader: str, event: str | None, locale: Locale, *, as_json: bool) -> None:
    """List the disputes about a record, or all of them by event, round and table."""
    with place.open() as book:
        if record is None:
            found = book.all_cases(LOCAL, reader, event=event)
        else:
            found = [one for one in book.cases(LOCAL, book.resolve(LOCAL, record), reader) if event in {None, one.header.event}]
    if as_json:
        print_json([case_data(one) for one in found])
        return
    for one in found:
        where = " / ".join(filter(None, (one.header.event, one.header.round, one.header.table)))
        asked = (one.question.text or locale.translated(ERASED)).splitlines()[0][:60]
        standing = locale.translated(STANDING[one.standing])
        click.echo(plain(f"{one.id}  {one.record}  {locale.translated(_STEP)} {one.v:>4}  {standing:<12}  {where}  {asked}"))


@case.command()
@with_store
@with_reader
@click.option("--paragraph", default="", metavar="PARAGRAPH", help="Those that turn on it.")
@click.option("--card", default="", metavar="NAME", help="Those in whose play this card lay open.")
@with_json
@click.argument("record", required=False, metavar="[ID]")
@click.pass_obj
def precedents(place: StoreChoice, record: str | None, reader: str, paragraph: str, card: str, *, as_json: bool) -> None:
    """List the rulings in force that everybody may read; with a record the steps of it to which one speaks."""
    with place.open() as book:
        known = {one.case: one for one in book.precedents(LOCAL, paragraph=paragraph, card=card)}
        rows: list[tuple[Precedent, PrecedentMoment | None]] = [(one, None) for one in known.values()] if record is None else []
        if record is not None:
            moments = book.precedent_moments(LOCAL, book.resolve(LOCAL, record), reader)
            rows = [(one.precedent, one) for one in moments if one.precedent.case in known]
    if as_json:
        print_json([_precedent(one, at) for one, at in rows])
        return
    for one, at in rows:
        where = f"step {at.first}: " if at is not None else ""
        paragraphs = f" (§ {', '.join(one.paragraphs)})" if one.paragraphs else ""
        click.echo(plain(f"{where}{one.case}  {one.game}{paragraphs}  {one.by}: {one.text}"))


def _precedent(one: Precedent, at: PrecedentMoment | None) -> dict[str, Any]:
    return {**precedent_data(one), **({} if at is None else {"first": at.first, "last": at.last})}


@case.command()
@with_store
@with_reader
@with_language
@with_json
@with_case
@click.pass_obj
def show(place: StoreChoice, case: str, reader: str, locale: Locale, *, as_json: bool) -> None:
    """Tell a dispute as a viewer of its record may read it; arbiter sees what the sides released."""
    with place.open() as book:
        found = book.case(LOCAL, book.resolve_case(LOCAL, case), reader)
    _print(found, locale, as_json=as_json)


@case.command()
@with_store
@with_json
@with_case
@click.argument("seat", metavar="SEAT")
@click.pass_obj
def release(place: StoreChoice, case: str, seat: str, *, as_json: bool) -> None:
    """Let the arbiter see what a seat was shown up to the disputed play."""
    with place.open() as book:
        found = book.resolve_case(LOCAL, case)
        book.release_side(LOCAL, found, seat)
        made = book.case(LOCAL, found, ARBITER) if as_json else None
    if made is not None:
        print_json({"id": made.id, "released": list(made.released)})
    else:
        tell(f"{seat} shows the arbiter what it was shown.")


@case.command()
@with_store
@with_reader
@with_language
@with_to
@with_reading
@click.option("--by", "party", required=True, metavar="WHO", help="The side: a seat, or a name.")
@click.option("--says", type=click.Choice(["recorded", "refused", "otherwise"]), help="[default: otherwise, or events with --event]")
@click.option("--event", "patterns", multiple=True, metavar="JSON", help="An event that follows, with fields left out.")
@with_json
@with_case
@with_text
@click.pass_obj
def claim(  # noqa: PLR0917 -- what a claim is made of
    place: StoreChoice,
    case: str,
    text: str,
    reader: str,
    locale: Locale,
    to: tuple[str, ...],
    rules: str,
    switches: dict[str, str],
    party: str,
    says: str | None,
    patterns: tuple[str, ...],
    *,
    as_json: bool,
) -> None:
    """Write down what one side says follows, by which reading; it is checked at once."""
    if says and patterns:
        raise click.UsageError("--event says what follows; leave --says out")
    new = NewClaim(
        party=party,
        reading=ReadingNamed(ruleset=rules, switches=tuple(switches.items())),
        says=says or ("events" if patterns else "otherwise"),
        patterns=patterns,
        text=text,
    )
    _write(place, case, (locale, as_json), lambda book, found: book.make_claim(LOCAL, found, new, to=_to(to), viewer=reader))


@case.command()
@with_store
@with_reader
@with_language
@with_to
@with_reading
@click.option("--by", required=True, metavar="WHO")
@click.option("--cites", multiple=True, metavar="PARAGRAPH", help="A paragraph of the rules.")
@click.option("--winner", "winners", multiple=True, metavar="SEAT", help="Who wins by the adjusted result; nobody for a lost game.")
@click.option("--drawn", is_flag=True, help="By the adjusted result nobody wins.")
@click.option("--correction", type=click.IntRange(min=1), metavar="STEP", help="The event of the record that carries it out.")
@with_json
@with_case
@with_text
@click.pass_obj
def rule(  # noqa: PLR0917 -- what a ruling is made of
    place: StoreChoice,
    case: str,
    text: str,
    reader: str,
    locale: Locale,
    to: tuple[str, ...],
    rules: str,
    switches: dict[str, str],
    by: str,
    cites: tuple[str, ...],
    winners: tuple[str, ...],
    correction: int | None,
    *,
    drawn: bool,
    as_json: bool,
) -> None:
    """Decide a dispute: a reading, paragraphs, words, and an adjusted result where one is due."""
    reading = ReadingNamed(ruleset=rules, switches=tuple(switches.items())) if rules or switches else None
    won = None if not winners else () if winners == ("nobody",) else winners
    new = NewRuling(by=by, text=text, reading=reading, cites=cites, winners=won, drawn=drawn, correction=correction)
    _write(place, case, (locale, as_json), lambda book, found: book.rule(LOCAL, found, new, to=_to(to), viewer=reader))


@case.command()
@with_store
@with_reader
@with_language
@with_to
@click.option("--by", required=True, metavar="WHO")
@click.option("--uphold", "does", flag_value="uphold", help="Turn the appeal down.")
@click.option("--overrule", "does", flag_value="overrule", help="Lift the ruling; then another one can be made.")
@with_json
@with_case
@click.argument("ruling", metavar="RULING")
@with_text
@click.pass_obj
def appeal(  # noqa: PLR0917 -- who says what about which ruling
    place: StoreChoice,
    case: str,
    ruling: str,
    text: str,
    reader: str,
    locale: Locale,
    to: tuple[str, ...],
    by: str,
    does: str | None,
    *,
    as_json: bool,
) -> None:
    """Appeal against a ruling (r1, r2 ...), or with --uphold or --overrule decide that."""
    name = does or "appeal"
    _write(
        place, case, (locale, as_json), lambda book, found: getattr(book, name)(LOCAL, found, ruling, by, text, to=_to(to), viewer=reader)
    )


@case.command()
@with_store
@with_reader
@with_language
@with_to
@click.option("--by", required=True, metavar="WHO")
@with_json
@with_case
@with_text
@click.pass_obj
def close(  # noqa: PLR0917 -- who says what, to whom
    place: StoreChoice, case: str, text: str, reader: str, locale: Locale, to: tuple[str, ...], by: str, *, as_json: bool
) -> None:
    """Close a dispute; nothing more is written in it."""
    _write(place, case, (locale, as_json), lambda book, found: book.close_case(LOCAL, found, by, text, to=_to(to), viewer=reader))


@case.command()
@with_store
@with_json
@with_case
@click.argument("what", metavar="TEXT")
@click.pass_obj
def erase(place: StoreChoice, case: str, what: str, *, as_json: bool) -> None:
    """Erase a text for good: question, a claim or a ruling (with the answers to it) by its id, or closing. The chain stays whole."""
    with place.open() as book:
        found = book.resolve_case(LOCAL, case)
        count = book.erase_case_text(LOCAL, found, what)
    if as_json:
        print_json({"id": found, "erased": count})
    else:
        tell(f"{counted(count, 'text')} of case {found} erased." if count else f"{what} of case {found} was erased before.")


@case.command()
@with_store
@with_reader
@click.option("--out", type=click.Path(dir_okay=False, allow_dash=True), metavar="FILE", default="-", help="[default: standard output]")
@with_case
@click.pass_obj
def export(place: StoreChoice, case: str, reader: str, out: str) -> None:
    """Write the case file for a viewer: the record up to the disputed play, the case, and what each reading makes of the play."""
    with place.open() as book:
        data = write_case_file(book.games, book.case_file(LOCAL, book.resolve_case(LOCAL, case), reader))
    write_output(out, data, f"case {case} as {reader}")


@case.command("import")
@with_store
@with_json
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_obj
def import_(place: StoreChoice, file: Path, *, as_json: bool) -> None:
    """Take in a case that kiebitz rescue wrote, beside its record."""
    stream = read_case_stream(file.read_bytes(), file.name)
    with place.open() as book:
        new = book.take_in_case(LOCAL, stream)
    if as_json:
        print_json({"id": stream.header.stream, "already": not new})
    else:
        tell(f"{file.name}: case {stream.header.stream} {'taken in' if new else 'was there already'}.")


@case.command()
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


def _write(place: StoreChoice, case: str, shown: tuple[Locale, bool], do: Callable[[GameBook, str], CaseView]) -> None:
    with place.open() as book:
        made = do(book, book.resolve_case(LOCAL, case))
    locale, as_json = shown
    _print(made, locale, as_json=as_json)


def _print(case: CaseView, locale: Locale, *, as_json: bool) -> None:
    if as_json:
        print_json(case_data(case))
        return
    for line in case_lines(case, locale):
        click.echo(plain(line))
