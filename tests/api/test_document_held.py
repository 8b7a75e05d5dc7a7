"""The document of the API stays: what a program was built on is never taken away or made into something else.

``tests/golden/openapi.txt`` is the document without its sentences (descriptions and summaries). What is added to the API is added there too
and is a line of the changelog; nothing that a line there says is taken away or made into another type.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    Ask = Callable[..., Any]

HELD = Path(__file__).parents[1] / "golden/openapi.txt"
SENTENCES = ("description", "summary")
WIDTH = 140
"""How long a line of the file may be before its object stands part by part."""


def without_sentences(told: Any) -> Any:
    """Return a part of the document without its sentences; a field that is called so is an object and stays."""
    if isinstance(told, list):
        return [without_sentences(part) for part in told]
    if isinstance(told, dict):
        return {name: without_sentences(part) for name, part in told.items() if not (name in SENTENCES and isinstance(part, str))}
    return told


def as_lines(told: Any, where: str = "") -> list[str]:
    """Return the document as the lines of its file: what is short or a list stands whole behind its place, else part by part."""
    line = f"{where} = {json.dumps(told, sort_keys=True, ensure_ascii=False)}"
    if not isinstance(told, dict) or len(line) <= WIDTH:
        return [line]
    return [part for name in sorted(told) for part in as_lines(told[name], f"{where} {name}".strip())]


def test_the_document_is_the_one_that_is_held(ask: Ask) -> None:
    """The same operations, parameters, fields and types, in the same order where a list has one."""
    assert as_lines(without_sentences(ask("/api/openapi.json"))) == HELD.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(("told", "stays"), [({"description": "Words."}, {}), ({"description": {"type": "string"}}, None)])
def test_only_sentences_are_left_out(told: dict[str, Any], stays: dict[str, Any] | None) -> None:
    """A field of an answer may be called ``description``."""
    assert without_sentences({"properties": told}) == {"properties": told if stays is None else stays}
