"""Which documents have printed tables, and how they get there."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from support.documents import ROOT
from support.printed import api, command_line, events, limits, lines, powers, texts

Tables = Mapping[str, str]
PRINTED: Mapping[str, Callable[[], Tables]] = {
    "docs/api.md": api.tables,
    "docs/catalogues.md": lambda: {**powers.tables(), **lines.tables()},
    "docs/cli.md": command_line.tables,
    "docs/design/access.md": lambda: {"guesses": limits.guesses()},
    "docs/design/events.md": events.tables,
    "docs/design/knowledge.md": lambda: {"budgets": limits.budgets()},
    "docs/notation.md": texts.notation,
    "docs/operating.md": lambda: {"lanes": limits.lanes(), "threads": limits.threads()},
    "docs/study-files.md": texts.studies,
}
_MARKED = re.compile(r"(?<=<!--printed:)[\w-]+(?=-->)")


def printed(path: str) -> str:
    """Return a document with each table as the code has it; raises ``ValueError`` where a table and its comments do not fit."""
    text, tables = (ROOT / path).read_text("utf-8"), PRINTED[path]()
    if sorted(_MARKED.findall(text)) != sorted(tables):
        raise ValueError(f"{path} has the tables {sorted(_MARKED.findall(text))}, and the code prints {sorted(tables)}")
    for name, table in tables.items():
        marks = re.compile(rf"(<!--printed:{name}-->\n\n).*?(<!--end-->)", re.DOTALL)
        text = marks.sub(lambda found, table=table: f"{found[1]}{table}\n\n{found[2]}", text)  # type: ignore[misc]
    return text


def print_all() -> None:
    """Write all tables anew."""
    for path in PRINTED:
        (ROOT / path).write_text(printed(path), "utf-8")


if __name__ == "__main__":
    print_all()
