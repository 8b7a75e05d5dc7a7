"""A type name stands for one thing: no class and no type alias of the product is defined twice; no files name each other in a circle."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from support.sources import parsed

ROOT = Path(__file__).parent.parent
PACKAGES = ("records", "web", "importers")
GAMES = "records/games/"


def _types(path: Path) -> Iterator[str]:
    for node in parsed(path).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and "TypeAlias" in ast.unparse(node.annotation):
            yield node.target.id


def _defined() -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for name in _types(path):
                found[name].append(path.relative_to(ROOT).as_posix())
    return found


def _same(files: list[str]) -> bool:
    """Whether a name is defined twice for a reader; games are apart: none imports another, each has its own cards, commands and events."""
    games = [file.removeprefix(GAMES).partition("/")[0] for file in files if file.startswith(GAMES)]
    return len(games) < len(files) or len(set(games)) < len(games)


def test_a_type_name_stands_for_one_thing() -> None:
    """No class and no type alias is defined in two modules, but what two games each have of their own."""
    twice = {name: files for name, files in _defined().items() if len(files) > 1 and _same(files)}
    assert twice == {}


@pytest.mark.parametrize("game", sorted(path.name for path in (ROOT / GAMES).iterdir() if (path / "__init__.py").exists()))
def test_no_game_imports_another(game: str) -> None:
    """Each game's words are its own."""
    others = {path.name for path in (ROOT / GAMES).iterdir() if path.is_dir() and path.name != game}
    for path in (ROOT / GAMES / game).rglob("*.py"):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("records.games."):
                assert node.module.split(".")[2] not in others, path


def test_no_files_of_the_program_name_each_other_in_a_circle() -> None:
    """Not for their types either: what two files have in common stands in a third, and each can be read by itself."""
    places = {path: path.relative_to(ROOT).with_suffix("").parts for package in PACKAGES for path in (ROOT / package).rglob("*.py")}
    modules = {".".join(parts).removesuffix(".__init__"): path for path, parts in places.items()}
    uses: dict[str, set[str]] = {}
    for module, path in modules.items():
        found = (node for node in ast.walk(parsed(path)) if isinstance(node, ast.ImportFrom) and not node.level)
        named = ((f"{node.module}.{alias.name}", node.module or "") for node in found for alias in node.names)
        uses[module] = {whole if whole in modules else package for whole, package in named} & modules.keys() - {module}
    TopologicalSorter(uses).prepare()  # raises CycleError with the circle
