"""The files of the repository that are written by hand, walked through and parsed once in a process."""

from __future__ import annotations

import ast
import os
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SKIPPED = {".git", ".venv", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis", "node_modules", "build", "dist"}


@cache
def _all() -> tuple[Path, ...]:
    """Every file, without a look into folders that are skipped."""
    found = []
    for folder, inner, names in os.walk(ROOT):
        inner[:] = [name for name in inner if name not in SKIPPED]
        found += [Path(folder, name) for name in names]
    return tuple(sorted(found))


@cache
def written(*patterns: str) -> list[Path]:
    """Return the files whose path ends as one of these patterns says, sorted."""
    return [path for path in _all() if any(path.match(pattern) for pattern in patterns)]


@cache
def parsed(path: Path) -> ast.Module:
    """Return the tree of a Python file; nobody changes it."""
    return ast.parse(path.read_bytes())
