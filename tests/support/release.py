"""Checks what a release needs, builds it, and tries what was built: ``make release``. Nothing leaves this machine."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests' own modules are found as under pytest

from support.wheels import ROOT, build, first_board, install

_SECTION = r"^## \[{}\] - \d{{4}}-\d{{2}}-\d{{2}}\n(?P<text>.*?)(?=^## \[|\Z)"
_UNRELEASED = re.compile(r"^## \[Unreleased\]\n(?P<text>.*?)(?=^## \[|\Z)", re.MULTILINE | re.DOTALL)


def problems(version: str, changelog: str, changed: str, tags: str) -> list[str]:
    """Return what is in the way of releasing a version: its section, what is unreleased, files that are not committed, its tag."""
    found = []
    section = re.search(_SECTION.format(re.escape(version)), changelog, re.MULTILINE | re.DOTALL)
    if section is None or not section["text"].strip():
        found.append(f"CHANGELOG.md has no section “## [{version}] - YYYY-MM-DD” with a text")
    unreleased = _UNRELEASED.search(changelog)
    if unreleased is None or unreleased["text"].strip():
        found.append(f"CHANGELOG.md has something under [Unreleased], or no such heading: move it to [{version}]")
    if changed.strip():
        found.append(f"files are not committed:\n{changed.rstrip()}")
    if f"v{version}" in tags.split():
        found.append(f"the tag v{version} is there already: raise the version in pyproject.toml")
    return found


def main() -> None:
    """Stop with what is in the way, or leave what was built and tried in ``dist``."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    found = problems(version, (ROOT / "CHANGELOG.md").read_text(), _git("status", "--porcelain"), _git("tag"))
    if found:
        raise SystemExit("\n".join(found))
    dist = ROOT / "dist"
    dist.mkdir(exist_ok=True)
    for old in dist.iterdir():
        old.unlink()
    for package in build(dist, "sdist", "wheel"):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            program = install(folder / "environment", package, borrowed=False)
            print(f"{package.relative_to(ROOT)}: {first_board(program, folder)}")
    print(f"Kiebitz {version} can be released: git tag v{version}")


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout  # noqa: S607 -- as it is found


if __name__ == "__main__":
    main()
