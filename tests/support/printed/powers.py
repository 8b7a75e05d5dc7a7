"""Powers of Castle Rampage for docs/catalogues.md."""

from __future__ import annotations

from records.games.castle_rampage.cards import POWERS
from support.printed.markdown import code, table


def tables() -> dict[str, str]:
    """Return every power with what it takes and does, and what each argument may be."""
    powers = table(
        ("power", "arguments", "effect"), [(code(name), code(*form.numbers, *form.words), form.does) for name, form in POWERS.items()]
    )
    return {"powers": powers, "arguments": _arguments()}


def _arguments() -> str:
    """Return the bounds of each argument, which are the same for every power that takes it."""
    numbers = {name: f"{least} to {most}" for form in POWERS.values() for name, (least, most) in form.numbers.items()}
    words = {name: code(*known) for form in POWERS.values() for name, known in form.words.items()}
    return "\n".join(f"- `{name}`: {known}" for name, known in {**numbers, **words}.items())
