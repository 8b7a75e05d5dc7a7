"""Tables of Markdown, and what the docstrings of classes and their fields say."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterable
from typing import Any

ESCAPED = "\\|"


def table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Return a table."""
    head, *lines = (f"| {' | '.join(cell.replace('|', ESCAPED) for cell in row)} |" for row in (heads, *rows))
    return "\n".join((head, f"|{'---|' * len(heads)}", *lines))


def code(*words: str) -> str:
    """Return words as code, with commas between them."""
    return ", ".join(f"`{word}`" for word in words)


def plain(text: str) -> str:
    """Return a docstring as one line of Markdown without its full stop: ``x`` becomes `x`."""
    return re.sub(r"\s+", " ", text.replace("``", "`")).strip().removesuffix(".")


def first(documented: Any) -> str:
    """Return the first sentence of a docstring; raises ``ValueError`` where there is none."""
    doc = inspect.getdoc(documented)
    if not doc:
        raise ValueError(f"{documented} has no docstring")
    return sentence(doc)


def sentence(text: str) -> str:
    """Return the first sentence of a text."""
    return plain(re.split(r"(?<=\.)\s", text.strip())[0])


def field_docs(cls: type) -> dict[str, str]:
    """Return what stands below each field or member of a class, "" where nothing does, in order."""
    body = ast.parse(inspect.getsource(cls)).body[0]
    found: dict[str, str] = {}
    name = ""
    for node in body.body if isinstance(body, ast.ClassDef) else ():
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            name = node.target.id
            found[name] = ""
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            found[name] = ""
        elif name and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            found[name] = plain(node.value.value)
            name = ""
        else:
            name = ""
    return found
