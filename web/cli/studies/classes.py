"""``kiebitz class``: the classes that you hold, carried from store to store, and deleted. They are taught in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from importers.native_streams import write_stream
from records.service.kinds import CLASSES
from web.cli.incoming.beside import import_of
from web.cli.output import counted, plain, print_json, with_json
from web.cli.telling.exporting import with_output, write_output
from web.cli.verbs import show_answer, verb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.service import GameBook
    from records.service.classes.views import ClassView

with_class = click.argument("in_class", metavar="CLASS")


@click.group("class")
def class_() -> None:
    """Carry classes from store to store; they are taught in the browser."""


def _show_list(found: Sequence[ClassView], *, as_json: bool) -> None:
    if as_json:
        print_json([_data(one) for one in found])
        return
    for one in found:
        lessons, questions = counted(one.sessions, "lesson"), counted(len(one.polls), "question")
        click.echo(plain(f"{one.id}  {one.title or '(erased)'}: study {one.study}, number {one.number}; {lessons}, {questions}"))


@verb(with_json, name="list", into=class_, shows=_show_list)
def list_(book: GameBook) -> Sequence[ClassView]:
    """Tell the classes that you hold, the newest first."""
    return book.classes.classes(book.keeper)


@verb(with_output, with_class, into=class_)
def export(book: GameBook, *, in_class: str, output: str) -> None:
    """Write a class of yours as a file for another store, without its learners."""
    write_output(output, write_stream(book.classes.export_class(book.keeper, in_class)), f"class {in_class}")


class_.add_command(import_of("class", "Take in a class from another store.", CLASSES))


@verb(
    with_json,
    click.confirmation_option("--yes", prompt="Delete the class and its learners for good?", help="Do not ask."),
    with_class,
    into=class_,
    shows=show_answer,
)
def delete(book: GameBook, *, in_class: str) -> tuple[Any, str]:
    """Delete a class for good, with all that its learners did."""
    return {"id": in_class, "events": book.classes.remove_class(book.keeper, in_class)}, f"class {in_class} deleted for good."


def _data(view: ClassView) -> dict[str, object]:
    return {
        "id": view.id,
        "title": view.title,
        "study": view.study,
        "number": view.number,
        "opened": view.opened,
        "lessons": view.sessions,
        "questions": len(view.polls),
        "held": view.session is not None,
    }
