"""The documents name the limits that the code has."""

from __future__ import annotations

import re

import pytest

from support.limit_tables import DOCS, TABLES, with_tables
from web.datasets.parquet import schemas


@pytest.mark.parametrize("name", TABLES)
def test_tables_of_limits_are_those_of_the_code(name: str) -> None:
    """`PYTHONPATH=tests .venv/bin/python tests/support/limit_tables.py` writes them anew."""
    assert (DOCS / name).read_text("utf-8") == with_tables(name)


def test_columns_of_the_document_are_those_of_the_files() -> None:
    """Each table of docs/analytics.md names the columns of its file, in their order."""
    parts = re.split(r"^`(\w+)\.parquet` has", (DOCS / "analytics.md").read_text("utf-8"), flags=re.MULTILINE)
    named = {
        name: [column for row in re.findall(r"^\| (`.+?) \|", text, re.MULTILINE) for column in re.findall(r"`(\w+)`", row)]
        for name, text in zip(parts[1::2], parts[2::2], strict=True)
    }
    assert named == {name: schema.names for name, schema in schemas().items()}
