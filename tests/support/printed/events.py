"""What docs/design/events.md lists: envelope, sorts, secrets, shared events, verdicts and laws."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import get_args

from records.core.events import Recorded, Sort
from records.core.secret import Secret
from records.core.shared import Corrected, SharedEvent
from records.rulings.audit import Verdict
from support.laws.every import PER_LOG, PER_VIEWER
from support.printed.markdown import code, field_docs, first, table


def tables() -> Mapping[str, str]:
    """Return each table by the name that it has in the document."""
    return {
        "envelope": _fields(Recorded),
        "sorts": _members(Sort, "sort"),
        "secret": _fields(Secret),
        "shared-events": _shared(),
        "verdicts": _members(Verdict, "verdict"),
        "laws": "\n".join(f"- *{law.__name__.replace('_', ' ')}*: {first(law)}." for law in (*PER_VIEWER, *PER_LOG)),
    }


def _fields(cls: type) -> str:
    return table(("field", "meaning"), [(code(name), text) for name, text in field_docs(cls).items()])


def _members(enum: type[Enum], head: str) -> str:
    docs = field_docs(enum)
    return table((head, "meaning"), [(str(member.value), docs[member.name]) for member in enum])


def _shared() -> str:
    return table(
        ("event", "sort", "meaning"),
        [(code(cls.__name__), cls.sort.value, first(cls)) for cls in (*get_args(SharedEvent), Corrected)],
    )
