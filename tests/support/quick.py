"""Which tests one change needs, nearest first: ``make quick`` runs what this prints."""

from __future__ import annotations

import re
import subprocess
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path

PACKAGES = ("records", "web", "importers", "tests")
CORE = (
    "tests/core",
    "tests/catalogues",
    "tests/golden",
    "tests/projections",
    "tests/service/test_book.py",
    "tests/service/test_recording.py",
    "tests/knowledge/test_engine.py",
    "tests/web/test_pages.py",
)
"""What is run with every change: events, folds, games played to their end, the book, what a viewer may know, the pages."""
_IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|.+)|import[ \t]+(.+))", re.MULTILINE)
_WORD = re.compile(r"[\w.]+")
_DOTTED = re.compile(r"""["']([a-z_]+(?:\.[a-z_]+)+)["']""")
FAR = 2
"""How many imports lie at most between a test and what was changed."""


def changed(root: Path) -> list[str]:
    """Return what differs from the last commit; where nothing does, what differs from where the branch left main."""
    new = _git(root, "ls-files", "--others", "--exclude-standard")
    found = _git(root, "diff", "--name-only", "HEAD") + new
    for main in () if found else ("origin/main", "main"):
        if base := _git(root, "merge-base", "HEAD", main):
            return _git(root, "diff", "--name-only", base[0])
    return found


def _git(root: Path, *words: str) -> list[str]:
    command = ["git", "-C", str(root), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()


def chosen(root: Path, files: Iterable[str]) -> list[str]:
    """Return the tests for these files: they themselves and those that are near, then the core, then those that are farther off."""
    wanted = [file for file in files if not file.startswith("CHANGELOG")]
    far = _distances(root, wanted)
    near = [test for test in _ordered(far) if far[test] <= 1]
    rest = [test for test in _ordered(far) if far[test] > 1]
    core = [place for place in CORE if (root / place).exists()]
    return list(dict.fromkeys([*near, *core, *rest]))


def _ordered(far: dict[str, int]) -> list[str]:
    return sorted(far, key=lambda test: (far[test], test.endswith("_in_browser.py"), test))


def _distances(root: Path, files: list[str]) -> dict[str, int]:
    """Return how far each test is from the nearest of these files, for those that are near enough."""
    sources = [path for package in PACKAGES for path in sorted((root / package).rglob("*.py"))]
    tests = [path for path in sources if path.name.startswith("test_")]
    used_by = _users(root, sources)
    far = {place: 0 for file in files for place in _stands_for(root, file)}
    names = {Path(file).name for file in files if not file.endswith("__init__.py")}
    named = re.compile("|".join(map(re.escape, names)) or "(?!)")
    far |= {_place(root, test): 1 for test in tests if _place(root, test) not in far and named.search(test.read_text())}
    todo = deque(sorted(far, key=far.__getitem__))
    while todo:
        place = todo.popleft()
        for user in used_by.get(place, ()):
            distance = far[place] + (not place.endswith("__init__.py"))  # a package only hands on what its modules have
            if distance <= FAR and distance < far.get(user, FAR + 1):
                far[user] = distance
                todo.append(user)
    return {place: far[place] for place in (_place(root, test) for test in tests) if place in far}


def _stands_for(root: Path, file: str) -> Iterator[str]:
    """Yield a module, or for data, a template or a style the modules of the nearest folder above that has any."""
    if file.endswith(".py"):
        yield file
    elif file.split("/", maxsplit=1)[0] in PACKAGES:
        folder = (root / file).parent
        while not list(folder.glob("*.py")):
            folder = folder.parent
        yield from (_place(root, path) for path in folder.glob("*.py"))


def _users(root: Path, sources: list[Path]) -> dict[str, set[str]]:
    """Return for each file the files that import it; what a folder's ``conftest`` has is used by all tests below it."""
    used_by: dict[str, set[str]] = {}
    places = {_place(root, path) for path in sources}
    for path in sources:
        for name in set(_imported(path)):
            module = name.replace(".", "/")
            for found in places & {f"{top}{module}{end}" for top in ("", "tests/") for end in (".py", "/__init__.py")}:
                used_by.setdefault(found, set()).add(_place(root, path))
        if path.name == "conftest.py":
            used_by.setdefault(_place(root, path), set()).update(_place(root, test) for test in path.parent.rglob("test_*.py"))
    return used_by


def _imported(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    for source, names, modules in _IMPORT.findall(text):
        yield from _WORD.findall(modules)
        if source:
            yield source
            yield from (f"{source}.{name}" for name in _WORD.findall(names))
    yield from _DOTTED.findall(text)  # a module that is imported by its name, when it is needed


def _place(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix()


if __name__ == "__main__":
    here = Path(__file__).parents[2]
    print(*chosen(here, changed(here)))  # noqa: T201 - for the Makefile
