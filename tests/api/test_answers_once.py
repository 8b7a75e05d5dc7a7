"""A field of an answer is said once: the shape says what it is and where its value comes from."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from marshmallow import fields

from records.core.sentences import SeatRef, Sentence
from support.sources import parsed
from web.schemas.base import ApiAnswer, SaidField, itself, made
from web.words.phrases import Words, locale_of

WEB = Path(__file__).parents[2] / "web"


def shapes_of(kind: type[ApiAnswer]) -> set[type[ApiAnswer]]:
    """Return all that is made of a shape."""
    own = set(kind.__subclasses__())
    return own.union(*map(shapes_of, own))


def dicts_in(path: Path) -> list[tuple[int, set[str]]]:
    """Return where a function of a file builds an object, with the keys that stand in it."""
    functions = (node for node in ast.walk(parsed(path)) if isinstance(node, ast.FunctionDef | ast.Lambda))
    built = {node for function in functions for node in ast.walk(function) if isinstance(node, ast.Dict)}
    return [(one.lineno, {key.value for key in one.keys if isinstance(key, ast.Constant)}) for one in built]


@pytest.mark.parametrize("room", ["schemas", "api"])
def test_no_function_writes_the_fields_of_a_shape(room: str) -> None:
    """Nothing beside a shape builds an object of two of its fields or more."""
    shapes = {frozenset(shape().fields) for shape in shapes_of(ApiAnswer)}
    relapses = [
        f"{path.name}:{line}: {sorted(keys)}"
        for path in sorted((WEB / room).glob("*.py"))
        for line, keys in dicts_in(path)
        if len(keys) > 1 and any(keys <= names for names in shapes)
    ]
    assert relapses == []
    assert len(shapes) > 50


class PartSchema(ApiAnswer):
    """What a part of an answer is."""

    name = fields.String(attribute="0")
    share = fields.Float(attribute="1.real")


class WholeSchema(ApiAnswer):
    """An answer with every kind of field."""

    first = fields.Integer(data_key="from", attribute="start")
    size = made(fields.Integer(), lambda of, _words: of.stop - of.start)
    told = made(SaidField(), lambda of, _words: Sentence("%(who)s begins.", {"who": SeatRef("A")}) if of.step else None)
    parts = made(fields.List(fields.Nested(PartSchema)), lambda of, _words: [("one", of.start)])
    named = made(fields.Dict(values=fields.Nested(PartSchema)), lambda of, _words: {"two": ("two", of.stop)})
    pairs = made(fields.Dict(), lambda _of, _words: (("a", 1),))
    whole = made(fields.Raw(), itself)


def test_a_shape_makes_its_answer() -> None:
    """Each field takes its attribute, a part of a tuple, or what it is made by; in the order in which they stand, and null as null."""
    words = Words(locale_of("en"), {"A": "Ida"})
    made_of = WholeSchema.data(range(2, 5), words)
    assert list(made_of.items()) == [
        ("from", 2),
        ("size", 3),
        ("told", "Ida begins."),
        ("parts", [{"name": "one", "share": 2.0}]),
        ("named", {"two": {"name": "two", "share": 5.0}}),
        ("pairs", {"a": 1}),
        ("whole", range(2, 5)),
    ]
    assert PartSchema.data(("x", 1)) == {"name": "x", "share": 1.0}


def test_what_a_shape_does_not_find_is_no_answer() -> None:
    """A field whose attribute is not there is never left out in silence."""
    with pytest.raises(AttributeError, match="start"):
        WholeSchema.data(object())
