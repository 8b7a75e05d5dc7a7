"""``kiebitz case``: disputes about a record, from the question to the ruling."""

from __future__ import annotations

import click

from records.service.kinds import CASES
from web.cli.incoming.beside import import_of
from web.cli.rulings.case_reading import export, list_, precedents, show, verify
from web.cli.rulings.case_writing import appeal, claim, close, erase, open_, release, rule

import_ = import_of("case", "Take in a dispute: a case that kiebitz rescue wrote, beside its record, or a case file.", CASES)


@click.group(commands=(open_, list_, precedents, show, release, claim, rule, appeal, close, erase, export, import_, verify))
def case() -> None:
    """Settle disputes: open one at a step, write down what each side says, rule, appeal, close, and carry the file elsewhere."""
