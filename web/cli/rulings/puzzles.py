"""``kiebitz puzzle``: rule puzzles in notation are played under each of their readings."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click
import msgspec

from importers.notation.problems import LineRefused, Places
from importers.notation.puzzles import run_puzzle
from importers.notation.reading import text_of
from records.errors import ImportRefused, Problem
from records.service.library import library
from web.books import content_of
from web.cli.output import counted, print_json, tell, with_json

if TYPE_CHECKING:
    from importers.notation.puzzles import ClaimJudged


@click.command()
@with_json
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
def puzzle(files: tuple[str, ...], *, as_json: bool) -> None:
    """Play the rule puzzles in FILE... under each reading that they name, and say which claims hold.

    The exit code is 1 where a claim does not hold, or a file cannot be read.
    """
    found: list[dict[str, Any]] = []
    wrong = 0
    for file in files:
        try:
            findings = solved(file)
        except ImportRefused as error:
            wrong += 1
            for problem in error.problems:
                tell(f"{error.name}: {problem}")
            continue
        wrong += sum(not one.holds for one in findings)
        found += [{"file": file, **msgspec.structs.asdict(one)} for one in findings]
        if not as_json:
            for one in findings:
                click.echo(f"{file}:{one.line}: {'holds' if one.holds else 'FAILS'}  {one}")
    if as_json:
        print_json(found)
    elif len(found) > 1 or wrong:
        tell(f"{counted(len(found), 'claim')}, {wrong or 'none'} wrong.")
    if wrong:
        raise SystemExit(1)


def solved(file: str) -> list[ClaimJudged]:
    """Return what becomes of the claims of a file; raises ``ImportRefused``."""
    name = "<stdin>" if file == "-" else file
    try:
        data = sys.stdin.buffer.read() if file == "-" else content_of(file)
    except OSError as error:
        raise ImportRefused(name, Problem(reason=f"cannot be read: {error.strerror or error}")) from None
    try:
        text = text_of(data)
    except LineRefused as error:
        raise ImportRefused(name, Problem(reason=str(error), line=1)) from None
    try:
        return run_puzzle(library(), text)
    except LineRefused as error:
        raise ImportRefused(name, Places(text).problem(error)) from None
