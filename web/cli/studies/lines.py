"""``kiebitz line``: variations beside a record, grown by the rules of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from records.errors import AnswerNeeded
from web.cli.completion import with_record
from web.cli.output import counted, plain, print_json, tell, with_json
from web.cli.rulings.comparing import switch_settings
from web.cli.studies.layers import with_layer, with_step
from web.cli.verbs import verb
from web.cli.viewers import with_viewer
from web.schemas.layers import VariationSchema

if TYPE_CHECKING:
    from records.service import GameBook
    from records.service.layers.lines import LineView

with_line = click.argument("line_id", metavar="LINE")


@click.group()
def line() -> None:
    """Try what could have been played instead, in a layer of your own."""


def _show_begun(begun: LineView, *, as_json: bool) -> None:
    if as_json:
        print_json(VariationSchema.data(begun))
    else:
        click.echo(f"{begun.layer}  {begun.id}")


@verb(
    with_viewer,
    click.option(
        "--dealt",
        type=click.Choice(["chosen", "known", "lay"]),
        default="chosen",
        show_default=True,
        help="Who answers for the table: you, lots drawn from what the viewer could know, or the record (open table only).",
    ),
    click.option("--name", default="", help="A name for it."),
    click.option("--rules", default="", metavar="RULESET", help="Its ruleset. [default: the record's own]"),
    click.option(
        "--switch", "switches", multiple=True, metavar="NAME=VALUE", callback=switch_settings, help="A switch with another value."
    ),
    with_json,
    with_record,
    with_step,
    into=line,
    shows=_show_begun,
)
def begin(book: GameBook, *, record: str, step: int, viewer: str, dealt: str, name: str, rules: str, switches: dict[str, str]) -> LineView:
    """Begin a line after a step, from what a viewer saw up to there.

    The table's answers are chosen by you, with known drawn by what that viewer could know, or with lay as the record has them (the open
    table alone). It goes by the record's rules, or by other ones.
    """
    eyes, reading = book.records.viewer(book.keeper, record, viewer), (rules, switches) if rules or switches else None
    return book.notes.begin_line(book.keeper, record, step, name=name, viewer=eyes, dealt=dealt, reading=reading)


def _show_grown(grown: LineView, *, as_json: bool) -> None:
    number = max(grown.nodes)
    if as_json:
        print_json(VariationSchema.data(grown))
    else:
        click.echo(f"node {number}: {counted(grown.nodes[number][2], 'event')}")


@verb(
    click.option(
        "--after",
        "node",
        type=click.IntRange(min=0),
        default=0,
        show_default=True,
        metavar="NODE",
        help="The node before it; 0 is the base.",
    ),
    click.option("--answer", multiple=True, metavar="KEY,KEY...", help="The table's answers, in order."),
    with_json,
    with_layer,
    with_line,
    click.argument("command"),
    into=line,
    shows=_show_grown,
)
def grow(book: GameBook, *, layer: str, line_id: str, command: str, node: int, answer: tuple[str, ...]) -> LineView:
    """Add what COMMAND, a command of the game as JSON, leads to after a node.

    While the table's answers do not reach the next question is told with what can be answered, and nothing is written.
    """
    try:
        return book.notes.grow_line(book.keeper, layer, line_id, command, parent=node, answers=[tuple(one.split(",")) for one in answer])
    except AnswerNeeded as needed:
        options = ", ".join(option.key for option in getattr(needed.question, "options", ()))
        raise click.ClickException(f"{needed}; --answer one of: {options}") from None


@verb(with_layer, with_line, click.argument("name"), into=line, shows=tell)
def rename(book: GameBook, *, layer: str, line_id: str, name: str) -> str:
    """Call a line of yours otherwise."""
    book.notes.name_line(book.keeper, layer, line_id, name)
    return f"Line {line_id} is called {plain(name)}."


@verb(with_layer, with_line, click.argument("node", type=click.IntRange(min=0), default=0), into=line, shows=tell)
def prune(book: GameBook, *, layer: str, line_id: str, node: int) -> str:
    """Cut a node and all that follows it off a line of yours; without NODE the whole line."""
    book.notes.prune_line(book.keeper, layer, line_id, node)
    return f"Line {line_id} is gone." if node == 0 else f"Node {node} of line {line_id} is gone, and all that followed it."
