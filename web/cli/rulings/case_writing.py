"""``kiebitz case`` writes: what both sides say, what is decided, and what is erased or taken in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from importers.native_cases import read_case_stream
from records.service.cases.drafts import NewClaim, NewRuling, ReadingNamed
from records.service.cases.views import ARBITER
from web.cli.completion import with_record
from web.cli.languages import with_language
from web.cli.output import counted, print_json, tell, with_json
from web.cli.places import StoreChoice, with_store
from web.cli.rulings.case_options import readers_from, show_case, with_case, with_reader, with_reading, with_text, with_to, write_and_show

if TYPE_CHECKING:
    from web.words.phrases import Locale


@click.command("open")
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
        found = book.resolve(book.keeper, record)
        made = book.open_case(
            book.keeper, found, step, question, to=readers_from(to), viewer=book.viewer(book.keeper, found, reader), **said
        )
    show_case(made, locale, as_json=as_json)


@click.command()
@with_store
@with_json
@with_case
@click.argument("seat", metavar="SEAT")
@click.pass_obj
def release(place: StoreChoice, case: str, seat: str, *, as_json: bool) -> None:
    """Let the arbiter see what a seat was shown up to the disputed play."""
    with place.open() as book:
        found = book.resolve_case(book.keeper, case)
        book.release_side(book.keeper, found, seat)
        made = book.case(book.keeper, found, ARBITER) if as_json else None
    if made is not None:
        print_json({"id": made.id, "released": list(made.released)})
    else:
        tell(f"{seat} shows the arbiter what it was shown.")


@click.command()
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
    write_and_show(
        place, case, (locale, as_json), lambda book, found: book.make_claim(book.keeper, found, new, to=readers_from(to), viewer=reader)
    )


@click.command()
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
    write_and_show(
        place, case, (locale, as_json), lambda book, found: book.rule(book.keeper, found, new, to=readers_from(to), viewer=reader)
    )


@click.command()
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
    write_and_show(
        place,
        case,
        (locale, as_json),
        lambda book, found: getattr(book, name)(book.keeper, found, ruling, by, text, to=readers_from(to), viewer=reader),
    )


@click.command()
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
    write_and_show(
        place,
        case,
        (locale, as_json),
        lambda book, found: book.close_case(book.keeper, found, by, text, to=readers_from(to), viewer=reader),
    )


@click.command()
@with_store
@with_json
@with_case
@click.argument("what", metavar="TEXT")
@click.pass_obj
def erase(place: StoreChoice, case: str, what: str, *, as_json: bool) -> None:
    """Erase a text for good: question, a claim or a ruling (with the answers to it) by its id, or closing. The chain stays whole."""
    with place.open() as book:
        found = book.resolve_case(book.keeper, case)
        count = book.erase_case_text(book.keeper, found, what)
    if as_json:
        print_json({"id": found, "erased": count})
    else:
        tell(f"{counted(count, 'text')} of case {found} erased." if count else f"{what} of case {found} was erased before.")


@click.command("import")
@with_store
@with_json
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_obj
def import_(place: StoreChoice, file: Path, *, as_json: bool) -> None:
    """Take in a case that kiebitz rescue wrote, beside its record."""
    stream = read_case_stream(file.read_bytes(), file.name)
    with place.open() as book:
        new = book.take_in_case(book.keeper, stream)
    if as_json:
        print_json({"id": stream.header.stream, "already": not new})
    else:
        tell(f"{file.name}: case {stream.header.stream} {'taken in' if new else 'was there already'}.")
