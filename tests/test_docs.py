"""The Python blocks of the documents, run as they stand."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import support.war  # noqa: F401 -- its document imports it
from support.documents import ROOT, blocks

DOCUMENTS = [path for path in (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))) if ">>> " in path.read_text()]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_blocks_of_the_document_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other, with the names of those before, in a folder with the examples; each prints what is shown below it.

    Blocks that are files of a game are there to be imported.
    """
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    known: dict[str, object] = {}
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for block in blocks(path):
        if block.path:
            continue
        test = doctest.DocTestParser().get_doctest(block.text, known, path.name, str(path), block.line)
        assert test.examples, f"{path.name}, line {block.line}: a Python block without a line that is run"
        runner.run(test, out=told.append, clear_globs=False)
        known = test.globs
    assert told == [], "".join(told)
    assert runner.tries > 0


def test_python_document_is_among_them() -> None:
    """The Python interface has a document, and every Python block of every document is run."""
    assert ROOT / "docs" / "python.md" in DOCUMENTS
    unrun = [path.name for path in (ROOT / "docs").rglob("*.md") if path not in DOCUMENTS and blocks(path)]
    assert unrun == []
