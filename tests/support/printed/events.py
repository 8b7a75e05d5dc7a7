"""What docs/design/events.md lists: envelope, sorts, secrets, the card table, shared events, verdicts and laws."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from enum import Enum
from typing import get_args

from records.core.events import Recorded, Sort
from records.core.secret import Secret
from records.core.shared import Corrected, SharedEvent
from records.core.table import CardTable
from records.rulings.audit import Verdict
from support.laws.every import PER_LOG, PER_VIEWER
from support.printed.markdown import code, field_docs, first, plain, table


def tables() -> Mapping[str, str]:
    """Return each table by the name that it has in the document."""
    return {
        "envelope": _fields(Recorded),
        "sorts": _members(Sort, "sort"),
        "secret": _fields(Secret),
        "card table": _methods(),
        "shared events": _shared(),
        "verdicts": _members(Verdict, "verdict"),
        "laws": table(("law", "says"), [(law.__name__.replace("_", " "), first(law)) for law in (*PER_VIEWER, *PER_LOG)]),
    }


def _fields(cls: type) -> str:
    return table(("field", "meaning"), [(code(name), text) for name, text in field_docs(cls).items()])


def _members(enum: type[Enum], head: str) -> str:
    docs = field_docs(enum)
    return table((head, "meaning"), [(str(member.value), docs[member.name]) for member in enum])


def _methods() -> str:
    methods = {name: method for name, method in vars(CardTable).items() if inspect.isfunction(method) and inspect.getdoc(method)}
    taken = {name: list(inspect.signature(method).parameters)[1:] for name, method in methods.items()}
    rows = [
        (f"`{name}({', '.join(taken[name])})`", plain(inspect.getdoc(method) or "")) for name, method in methods.items() if name[0] != "_"
    ]
    return table(("method", "moves or says"), rows)


def _shared() -> str:
    return table(
        ("event", "sort", "meaning"),
        [(code(cls.__name__), cls.sort.value, first(cls)) for cls in (*get_args(SharedEvent), Corrected)],
    )
