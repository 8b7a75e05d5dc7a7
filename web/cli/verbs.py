"""One verb of a person at the command line: what is named is looked up, the book does it, and what comes of it is shown."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from web.cli.output import print_json, tell
from web.cli.places import StoreChoice, with_store
from web.cli.steps import NamedStep, seen_as

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.service import GameBook

_SHOWN = ("as_json", "locale")


def verb(
    *params: Callable[[Any], Any],
    name: str | None = None,
    into: click.Group | None = None,
    shows: Callable[..., None] | None = None,
    never_both: tuple[str, str, str] | None = None,
    create: bool = False,
    counts: bool = False,
) -> Callable[[Callable[..., Any]], click.Command]:
    """Declare a command of a function that gets the open book and what ``params`` read, by name.

    A record, a case and a layer are handed to it with their whole ids, a step as the number of its event. What it returns is shown, when
    the store is closed again, by ``shows`` with ``as_json`` and ``locale``, as far as they are among ``params``; without ``shows`` the
    function shows it itself. With ``counts`` that happens while it is open, and ``shows`` gets the ``book`` too, to number steps.
    ``never_both`` are two parameters and why they do not go together: wrong usage, before any store is opened. ``create`` makes a store
    where there is none.
    """

    def declare(do: Callable[..., Any]) -> click.Command:
        @wraps(do)
        def run(place: StoreChoice, /, **said: Any) -> None:
            if never_both is not None and all(said[one] not in {None, False, ()} for one in never_both[:2]):
                raise click.UsageError(never_both[2])
            how = {one: said.pop(one) for one in _SHOWN if shows is not None and one in said}
            with place.open(create=create) as book:
                made = do(book, **_with_events(book, _looked_up(book, said)))
                if shows is not None and counts:
                    shows(made, book=book, **how)
            if shows is not None and not counts:
                shows(made, **how)

        command: Any = click.pass_obj(run)
        for param in reversed(params):
            command = param(command)
        made: click.Command = click.command(name)(with_store(command))
        if into is not None:
            into.add_command(made)
        return made

    return declare


def _looked_up(book: GameBook, said: dict[str, Any]) -> dict[str, Any]:
    """Return what was said with whole ids for the first characters of them."""
    ways = {"record": book.records.resolve, "case": book.cases.resolve_case, "layer": book.notes.resolve_layer}
    return {name: ways[name](book.keeper, said[name]) if name in ways and said[name] is not None else said[name] for name in said}


def _with_events(book: GameBook, said: dict[str, Any]) -> dict[str, Any]:
    """Return what was said with events for named steps: of the record that is named, or that a case or a layer is about."""
    steps = {name: step for name, step in said.items() if isinstance(step, NamedStep)}
    if all(step.event or not step.number for step in steps.values()):
        return said | {name: step.number for name, step in steps.items()}
    record = said.get("record")
    if record is None:
        record = (
            book.cases.case(book.keeper, said["case"], said["viewer"]).record
            if "case" in said
            else book.notes.layer(book.keeper, said["layer"], said["viewer"]).record
        )
    view = seen_as(book, record, said["viewer"])
    return said | {name: step.version(view) for name, step in steps.items()}


def show_answer(answer: tuple[Any, str], *, as_json: bool) -> None:
    """Print the first as JSON, or tell the second in words."""
    data, words = answer
    if as_json:
        print_json(data)
    else:
        tell(words)
