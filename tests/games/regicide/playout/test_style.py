"""What a compiler can take of the kernel: plain functions on whole numbers in flat lists."""

from __future__ import annotations

import ast
import inspect
from typing import TYPE_CHECKING

import pytest

from records.games.regicide.playout.compiling import ENTRY, KERNEL

if TYPE_CHECKING:
    from collections.abc import Iterator

WRITTEN = [node for module in KERNEL for node in ast.parse(inspect.getsource(module)).body if isinstance(node, ast.FunctionDef)]
FUNCTIONS = {node.name: node for node in WRITTEN}
BUILTINS = {"range", "len", "min", "max"}
REFUSED = (
    ast.Attribute,
    ast.Dict,
    ast.List,
    ast.Set,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
    ast.Lambda,
    ast.Div,
    ast.Pow,
    ast.Try,
    ast.With,
    ast.Raise,
    ast.Import,
    ast.ImportFrom,
    ast.Global,
    ast.Nonlocal,
    ast.Yield,
    ast.Starred,
    ast.Slice,
)


def calls(name: str) -> Iterator[str]:
    """The functions that a function calls."""
    yield from (node.func.id for node in ast.walk(FUNCTIONS[name]) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))


def body(name: str) -> Iterator[ast.AST]:
    """What a function does; annotations and docstring apart."""
    rest = FUNCTIONS[name].body[1:]
    yield from (node for statement in rest for node in ast.walk(statement))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_are_plain(name: str) -> None:
    """A kernel's function takes lists and numbers by place, and holds no float, text, container, attribute or exception."""
    arguments = FUNCTIONS[name].args
    assert len(arguments.args) == len(ast.unparse(arguments).split(","))
    for node in body(name):
        assert not isinstance(node, REFUSED), ast.unparse(node)
        assert not isinstance(node, ast.Constant) or type(node.value) is int, ast.unparse(node)


def test_names_are_one_only() -> None:
    """No two functions have one name, nor two constants of different value, as all of them come to stand in one module."""
    assert len(FUNCTIONS) == len(WRITTEN)
    values: dict[str, int] = {}
    for module in KERNEL:
        for name, value in vars(module).items():
            if isinstance(value, int):
                assert values.setdefault(name, value) == value, name


def test_no_function_comes_back_to_itself() -> None:
    """Functions call each other and four builtins, and none calls itself by whatever way."""
    assert {called for name in FUNCTIONS for called in calls(name)} <= {*FUNCTIONS, *BUILTINS}
    left = {name: {called for called in calls(name) if called in FUNCTIONS} for name in FUNCTIONS}
    while done := {name for name, called in left.items() if not called}:
        left = {name: called - done for name, called in left.items() if name not in done}
    assert not left


def test_every_function_is_used() -> None:
    """Each function is called from the one that plays all."""
    reached, waiting = set[str](), [ENTRY]
    while waiting:
        name = waiting.pop()
        if name in FUNCTIONS and name not in reached:
            reached.add(name)
            waiting += calls(name)
    assert reached == set(FUNCTIONS)
