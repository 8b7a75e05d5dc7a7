"""Which documents have printed tables, and how they get there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping

from support.documents import ROOT
from support.printed import api, command_line, events, limits, lines, measured, powers, scaling, texts
from support.states import table_of_states

Tables = Mapping[str, str]
PRINTED: Mapping[str, Callable[[], Tables]] = {
    "docs/api.md": api.tables,
    "docs/benchmarks.md": measured.tables,
    "docs/catalogues.md": lambda: {**powers.tables(), **lines.tables()},
    "docs/cli.md": command_line.tables,
    "docs/design/access.md": lambda: {"guesses": limits.guesses()},
    "docs/design/events.md": events.tables,
    "docs/design/knowledge.md": lambda: {"budgets": limits.budgets()},
    "docs/notation.md": texts.notation,
    "docs/operating.md": lambda: {"states": table_of_states(), "jobs": limits.jobs()},
    "docs/load.md": lambda: {"lanes": limits.lanes(), "threads": limits.threads()},
    "docs/scale.md": scaling.tables,
    "docs/study-files.md": texts.studies,
}
_MARKED = re.compile(r"(?<=<!--printed:)[\w-]+(?=-->)")


def printed(path: str) -> str:
    """Return a document with each table as the code has it; raises ``ValueError`` where a table and its comments do not fit."""
    try:
        return filled((ROOT / path).read_text("utf-8"), PRINTED[path]())
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def filled(text: str, tables: Tables) -> str:
    """Return a text with each table between its comments, whatever stood there; raises ``ValueError``."""
    marked = _MARKED.findall(text)
    if surplus := sorted(Counter(marked) - Counter(tables.keys())):
        raise ValueError(f"no table for the marks: {', '.join(surplus)}")
    if missing := sorted(tables.keys() - set(marked)):
        raise ValueError(f"printed, but not marked by <!--printed:NAME--> and <!--end-->: {', '.join(missing)}")
    for name, table in tables.items():
        marks = re.compile(rf"(<!--printed:{name}-->\n)(?:(?!<!--printed:).)*?(<!--end-->)", re.DOTALL)
        text, places = marks.subn(lambda found, table=table: f"{found[1]}\n{table}\n\n{found[2]}", text)  # type: ignore[misc]
        if not places:
            raise ValueError(f"no <!--end--> after <!--printed:{name}-->")
    return text


def print_all() -> None:
    """Write all tables anew."""
    for path in PRINTED:
        (ROOT / path).write_text(printed(path), "utf-8")


if __name__ == "__main__":
    print_all()
