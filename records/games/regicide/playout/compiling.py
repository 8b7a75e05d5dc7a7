"""The kernel as machine code, where numba is installed (the extra ``review``), else as the plain Python that it is.

Numba is handed one file of its own: the kernel's functions and the constants that they use, as text. It lies in a folder named by a hash
of that text and of the versions that compile it, so what numba keeps there can never be that of another kernel; cards and weights are
arguments and are compiled into nothing.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
import os
import platform
import sys
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any, Protocol

import msgspec

from records.games.regicide.playout import chance, deciding, hands, looking, outlook, rules

KERNEL: tuple[ModuleType, ...] = (chance, hands, rules, outlook, looking, deciding)
ENTRY, PLACE = "play_all", "uint64"
_WRITTEN = 1_000_000_000
"""When the file says it was written: numba compiles anew what is newer than what it kept."""
_LOCK = Lock()
_FAILED: set[Path] = set()


class PlayAll(Protocol):
    """``deciding.play_all``, on lists or on arrays of 64 bits."""

    def __call__(self, games: Any, commands: Any, ends: Any, s: Any, t: Any) -> None:
        """Play all games."""


class Kernel(msgspec.Struct, frozen=True):
    """The kernel in one of its two forms."""

    play_all: PlayAll
    cells: Any
    """Makes what it works on of a list of whole numbers."""
    compiled: bool


PLAIN = Kernel(deciding.play_all, list, compiled=False)


def can_compile(folder: Path | None) -> bool:
    """Whether ``kernel`` will be machine code: numba is there, the folder can be written to, and nothing has failed in this process.

    Takes milliseconds, as nothing is compiled.
    """
    return folder is not None and folder not in _FAILED and _has_place(folder)


@cache
def _has_place(folder: Path) -> bool:
    try:
        return importlib.util.find_spec("numba") is not None and written(folder).exists()
    except (OSError, ValueError, ImportError):
        return False


def kernel(folder: Path | None) -> Kernel:
    """Return the kernel, compiled into ``folder`` or taken from there; the plain one without a folder, without numba, or where it fails.

    Compiling takes half a minute of one processor, and then never again by the same folder.
    """
    if folder is None:
        return PLAIN
    with _LOCK:
        return _kernel(folder)


@cache
def _kernel(folder: Path) -> Kernel:
    try:
        play_all, array = getattr(_loaded(written(folder)), ENTRY), importlib.import_module("numpy").array

        def cells(numbers: list[int]) -> Any:
            return array(numbers, "int64")

        play_all(*(cells([]) for _ in range(5)))
    except Exception:  # noqa: BLE001 -- whatever is wrong with the compiler, its files or its folder: the plain kernel says the same
        _FAILED.add(folder)
        return PLAIN
    return Kernel(play_all, cells, compiled=True)


def written(folder: Path) -> Path:
    """Write the file that numba compiles, unless it is there, and return where it is."""
    text = source()
    by = [text, *map(version, ("numba", "llvmlite", "numpy")), platform.python_version(), platform.machine()]
    path = folder / f"regicide-{blake2b(repr(by).encode(), digest_size=8).hexdigest()}" / "kernel.py"
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(f".{os.getpid()}")
        beside.write_text(text)
        os.utime(beside, (_WRITTEN, _WRITTEN))
        beside.replace(path)
    return path


@cache
def source() -> str:
    """Return the kernel as one module: constants, and functions of which the one that plays all is kept compiled."""
    constants: dict[str, int] = {}
    functions: list[str] = []
    for module in KERNEL:
        for node in ast.parse(inspect.getsource(module)).body:
            if isinstance(node, ast.FunctionDef):
                constants |= {name: value for name in _names(node) if isinstance(value := vars(module).get(name), int)}
                functions.append(f"@njit(nogil=True, cache={node.name == ENTRY})\n{ast.unparse(_FromTheFront().visit(node))}\n")
    told = [f"{name} = {value}" for name, value in sorted(constants.items())]
    return "\n".join(["from __future__ import annotations", "from numba import njit", f"from numpy import {PLACE}", *told, "", *functions])


class _FromTheFront(ast.NodeTransformer):
    """Makes places in lists numbers without a sign: else machine code asks at each whether it counts from the end, as none does."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.Subscript:
        self.generic_visit(node)
        if not (isinstance(node.value, ast.Name) and node.value.id == "list"):  # that is an annotation
            node.slice = ast.Call(ast.Name(PLACE), [node.slice], [])
        return node


def _names(function: ast.FunctionDef) -> set[str]:
    return {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}


def _loaded(path: Path) -> ModuleType:
    name = f"_{path.parent.name.replace('-', '_')}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # numba looks there for the globals of what it has kept
    spec.loader.exec_module(module)
    return module
