"""``kiebitz line``: variations beside a record, grown by the rules of its game."""

from __future__ import annotations

import click

from records.errors import AnswerNeeded
from web.cli.completion import with_record
from web.cli.output import counted, plain, print_json, tell, with_json
from web.cli.places import StoreChoice, with_store
from web.cli.rulings.comparing import switch_settings
from web.cli.studies.layers import with_layer, with_step
from web.cli.viewers import with_viewer
from web.schemas.layers import line_data

with_line = click.argument("line_id", metavar="LINE")


@click.group()
def line() -> None:
    """Try what could have been played instead, in a layer of your own."""


@line.command()
@with_store
@with_viewer
@click.option(
    "--dealt", type=click.Choice(["chosen", "known", "lay"]), default="chosen", show_default=True, help="Who answers for the table."
)
@click.option("--name", default="", help="How it is called.")
@click.option("--rules", default="", metavar="RULESET", help="The ruleset by which it goes. [default: the record's own]")
@click.option("--switch", "switches", multiple=True, metavar="NAME=VALUE", callback=switch_settings, help="A switch that is set otherwise.")
@with_json
@with_record
@with_step
@click.pass_obj
def begin(  # noqa: PLR0917 -- one parameter for each option
    place: StoreChoice,
    record: str,
    step: int,
    viewer: str,
    dealt: str,
    name: str,
    rules: str,
    switches: dict[str, str],
    *,
    as_json: bool,
) -> None:
    """Begin a line after a step, from what a viewer saw up to there.

    The table's answers are chosen by you, with known drawn by what that viewer could know, or with lay as the record has them (the open
    table alone). It goes by the record's rules, or by other ones.
    """
    with place.open() as book:
        found = book.resolve(book.keeper, record)
        eyes, reading = book.viewer(book.keeper, found, viewer), (rules, switches) if rules or switches else None
        begun = book.begin_line(book.keeper, found, step, name=name, viewer=eyes, dealt=dealt, reading=reading)
    if as_json:
        print_json(line_data(begun))
    else:
        click.echo(f"{begun.layer}  {begun.id}")


@line.command()
@with_store
@click.option(
    "--after", type=click.IntRange(min=0), default=0, show_default=True, metavar="NODE", help="The node that it follows; 0 is the base."
)
@click.option("--answer", multiple=True, metavar="KEY,KEY...", help="The table's answers, in their order.")
@with_json
@with_layer
@with_line
@click.argument("command")
@click.pass_obj
def grow(  # noqa: PLR0917 -- a step of a line
    place: StoreChoice, layer: str, line_id: str, command: str, after: int, answer: tuple[str, ...], *, as_json: bool
) -> None:
    """Add what COMMAND, a command of the game as JSON, leads to after a node.

    While the table's answers do not reach the next question is told with what can be answered, and nothing is written.
    """
    with place.open() as book:
        found = book.resolve_layer(book.keeper, layer)
        try:
            grown = book.grow_line(book.keeper, found, line_id, command, parent=after, answers=[tuple(one.split(",")) for one in answer])
        except AnswerNeeded as needed:
            options = ", ".join(option.key for option in getattr(needed.question, "options", ()))
            raise click.ClickException(f"{needed}; --answer one of: {options}") from None
    number = max(grown.nodes)
    if as_json:
        print_json(line_data(grown))
    else:
        click.echo(f"node {number}: {counted(grown.nodes[number][2], 'event')}")


@line.command()
@with_store
@with_layer
@with_line
@click.argument("name")
@click.pass_obj
def rename(place: StoreChoice, layer: str, line_id: str, name: str) -> None:
    """Call a line of yours otherwise."""
    with place.open() as book:
        book.name_line(book.keeper, book.resolve_layer(book.keeper, layer), line_id, name)
    tell(f"Line {line_id} is called {plain(name)}.")


@line.command()
@with_store
@with_layer
@with_line
@click.argument("node", type=click.IntRange(min=0), default=0)
@click.pass_obj
def prune(place: StoreChoice, layer: str, line_id: str, node: int) -> None:
    """Cut a node and all that follows it off a line of yours; without NODE the whole line."""
    with place.open() as book:
        book.prune_line(book.keeper, book.resolve_layer(book.keeper, layer), line_id, node)
    tell(f"Line {line_id} is gone." if node == 0 else f"Node {node} of line {line_id} is gone, and all that followed it.")
