"""``kiebitz case`` writes: what both sides say, what is decided, and what is erased or taken in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from records.service.cases.drafts import NewClaim, NewRuling, ReadingNamed
from records.service.cases.views import ARBITER
from web.cli.completion import with_record
from web.cli.output import counted, print_json, tell, with_json
from web.cli.rulings.case_options import reading, says, with_by, with_case, with_reading, with_text
from web.cli.steps import StepParam
from web.cli.verbs import show_answer, verb

if TYPE_CHECKING:
    from records.service import GameBook
    from records.service.cases.drafts import AnswerKind
    from records.service.cases.views import CaseView


@says(
    click.option("--by", default="", metavar="WHO", help="Who writes."),
    click.option("--event", default="", metavar="NAME", help="The tournament or evening, by which cases are grouped."),
    click.option("--round", "round_", default="", metavar="NAME", help="The round."),
    click.option("--table", default="", metavar="NAME", help="The table."),
    with_json,
    with_record,
    click.argument("step", metavar="STEP", type=StepParam(least=1)),
    click.argument("question", metavar="QUESTION"),
    name="open",
)
def open_(book: GameBook, *, record: str, step: int, question: str, viewer: str, **said: Any) -> CaseView:
    """Open a dispute about a step of a record."""
    return book.cases.open_case(book.keeper, record, step, question, viewer=book.records.viewer(book.keeper, record, viewer), **said)


@verb(with_json, with_case, click.argument("seat", metavar="SEAT"))
def release(book: GameBook, *, case: str, seat: str, as_json: bool) -> None:
    """Let the arbiter see what a seat was shown up to the disputed play."""
    book.cases.release_side(book.keeper, case, seat)
    if as_json:
        made = book.cases.case(book.keeper, case, ARBITER)
        print_json({"id": made.id, "released": list(made.released)})
    else:
        tell(f"{seat} shows the arbiter what it was shown.")


@says(
    with_reading,
    click.option("--by", "party", required=True, metavar="WHO", help="The party: a seat, or a name."),
    click.option(
        "--says",
        type=click.Choice(["recorded", "refused", "otherwise"]),
        help="What the party claims. [default: otherwise, or events with --event]",
    ),
    click.option("--event", "patterns", multiple=True, metavar="JSON", help="An event that follows; fields may be left out."),
    with_json,
    with_case,
    with_text,
    never_both=("says", "patterns", "--event says what follows; leave --says out"),
)
def claim(
    book: GameBook,
    *,
    case: str,
    text: str,
    rules: str,
    switches: dict[str, str],
    party: str,
    says: str | None,
    patterns: tuple[str, ...],
    **to: Any,
) -> CaseView:
    """Write down what one side says follows, by which reading; it is checked at once."""
    follows = says or ("events" if patterns else "otherwise")
    new = NewClaim(party=party, reading=reading(rules, switches) or ReadingNamed(), says=follows, patterns=patterns, text=text)
    return book.cases.make_claim(book.keeper, case, new, **to)


@says(
    with_reading,
    with_by,
    click.option("--cites", multiple=True, metavar="PARAGRAPH", help="A paragraph that it cites."),
    click.option("--winner", "winners", multiple=True, metavar="SEAT", help="A winner by the adjusted result; nobody for a lost game."),
    click.option("--drawn", is_flag=True, help="The adjusted result is a draw."),
    click.option("--correction", type=StepParam(least=1), metavar="STEP", help="The step of the record that carries out the result."),
    with_json,
    with_case,
    with_text,
)
def rule(
    book: GameBook, *, case: str, rules: str, switches: dict[str, str], winners: tuple[str, ...], to: Any, viewer: str, **said: Any
) -> CaseView:
    """Decide a dispute: a reading, paragraphs, words, and an adjusted result where one is due."""
    won = None if not winners else () if winners == ("nobody",) else winners
    new = NewRuling(reading=reading(rules, switches), winners=won, **said)
    return book.cases.rule(book.keeper, case, new, to=to, viewer=viewer)


@says(
    with_by,
    click.option("--uphold", "kind", flag_value="uphold", help="Reject the appeal."),
    click.option("--overrule", "kind", flag_value="overrule", help="Lift the ruling; another one can follow."),
    with_json,
    with_case,
    click.argument("ruling", metavar="RULING"),
    with_text,
)
def appeal(book: GameBook, *, case: str, kind: AnswerKind | None, ruling: str, by: str, text: str, **to: Any) -> CaseView:
    """Appeal against a ruling (r1, r2 ...), or with --uphold or --overrule decide that."""
    return book.cases.answer_ruling(book.keeper, case, kind or "appeal", ruling, by, text=text, **to)


@says(with_by, with_json, with_case, with_text)
def close(book: GameBook, *, case: str, by: str, text: str, **to: Any) -> CaseView:
    """Close a dispute; nothing more is written in it."""
    return book.cases.close_case(book.keeper, case, by, text, **to)


@verb(with_json, with_case, click.argument("what", metavar="TEXT"), shows=show_answer)
def erase(book: GameBook, *, case: str, what: str) -> tuple[Any, str]:
    """Erase a text for good: question, a claim or a ruling (with the answers to it) by its id, or closing. The chain stays whole."""
    count = book.cases.erase_case_text(book.keeper, case, what)
    words = f"{counted(count, 'text')} of case {case} erased." if count else f"{what} of case {case} was erased before."
    return {"id": case, "erased": count}, words
