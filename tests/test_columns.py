"""docs/analytics.md names the columns of the Parquet files."""

from __future__ import annotations

import re

from support.documents import ROOT
from web.datasets.parquet import schemas


def test_columns_of_the_document_are_those_of_the_files() -> None:
    """Each table of docs/analytics.md names the columns of its file, in their order."""
    parts = re.split(r"^`(\w+)\.parquet` has", (ROOT / "docs/analytics.md").read_text("utf-8"), flags=re.MULTILINE)
    named = {
        name: [column for row in re.findall(r"^\| (`.+?) \|", text, re.MULTILINE) for column in re.findall(r"`(\w+)`", row)]
        for name, text in zip(parts[1::2], parts[2::2], strict=True)
    }
    assert named == {name: schema.names for name, schema in schemas().items()}
