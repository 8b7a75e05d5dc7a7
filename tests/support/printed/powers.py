"""Powers of Castle Rampage for docs/catalogues.md."""

from __future__ import annotations

from records.games.castle_rampage.cards import POWERS, PowerForm
from support.printed.markdown import code


def tables() -> dict[str, str]:
    """Return every power with what it takes and does, and what each argument may be."""
    return {"powers": "\n".join(_line(name, form) for name, form in POWERS.items()), "arguments": _arguments()}


def _line(name: str, form: PowerForm) -> str:
    taken = code(*form.numbers, *form.words)
    return f"- {code(name)}{taken and f' ({taken})'}: {form.does}"


def _arguments() -> str:
    """Return the bounds of each argument, which are the same for every power that takes it."""
    numbers = {name: f"{least} to {most}" for form in POWERS.values() for name, (least, most) in form.numbers.items()}
    words = {name: code(*known) for form in POWERS.values() for name, known in form.words.items()}
    return "\n".join(f"- `{name}`: {known}" for name, known in {**numbers, **words}.items())
