"""References into ``docs``: each names a document and a heading that are there; every link and path in the documents leads somewhere."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from support.documents import ROOT, changes
from support.sources import written

CODE = ("*.py", "*.css", "*.js", "*.html", "*.yaml", "*.toml")
REFERENCE = re.compile(r"design/(?P<document>[a-z]+): (?P<heading>[^;)]+)")
"""``(design/events: Take-back)``; several stand with a semicolon between them."""
MENTION = re.compile(r"(?<![\w/])design/[a-z]+\b(?!\.md)")
PAPER = re.compile(r"\b(EVENTS|DESIGN|ENGINE|VISUAL|ACCESS|NOTATION|STREAMS|REVIEW|HOUSE|CRUSH)(\.md)?,? (sections?|idea|ideas|§) ?\d")
"""A paper that is no part of the repository."""
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:|mailto:)(?P<path>[^)#\s]*)(#(?P<anchor>[^)\s]+))?\)")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"`(?P<path>(?:[\w.-]+/)*[\w.-]+(?:\.(?:py|css|js|html|md|toml|yaml)|/))`")
"""A file or folder in backticks: ``records/core/game.py``, or the end of a path."""


@cache
def read(path: Path) -> str:
    """The text of a file."""
    return path.read_text(encoding="utf-8")


@cache
def headings(document: Path) -> frozenset[str]:
    """The headings of a document, as they stand."""
    return frozenset(HEADING.findall(FENCED.sub("", read(document))))


def anchor(heading: str) -> str:
    """The anchor that a heading has on a page."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@cache
def unwrapped(path: Path) -> str:
    """The text of a file, in which a reference stands in one line, wherever it was wrapped."""
    return re.sub(r"\s+(?:# |// |\* )?", " ", read(path))


@cache
def words_of_code() -> frozenset[str]:
    """Every word that stands in the code, and the names of its files."""
    return frozenset(word for path in written(*CODE, "Makefile") for word in (path.stem, *re.findall(r"[\w-]+", read(path))))


def test_every_reference_names_a_document_and_a_heading() -> None:
    """Code, tests and style sheets name what stands in docs/design, word for word."""
    wrong, found = [], 0
    for path in written(*CODE):
        if path == Path(__file__):
            continue
        for reference in REFERENCE.finditer(unwrapped(path)):
            found += 1
            document = ROOT / "docs" / "design" / f"{reference['document']}.md"
            if not document.exists() or reference["heading"] not in headings(document):
                wrong.append(f"{path.relative_to(ROOT)}: {reference[0]}")
    assert wrong == []
    assert found > 0


def test_no_reference_stands_in_another_form() -> None:
    """A mention of docs/design that is no reference could not be checked."""
    wrong = []
    for path in written(*CODE):
        if path == Path(__file__):
            continue
        text = unwrapped(path)
        good = {reference.start() for reference in REFERENCE.finditer(text)}
        wrong += [f"{path.relative_to(ROOT)}: {text[m.start() : m.start() + 40]}" for m in MENTION.finditer(text) if m.start() not in good]
    assert wrong == []


def test_nothing_cites_a_paper_that_is_not_here() -> None:
    """Whoever reads the repository has all that it cites."""
    cited = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in written(*CODE, "*.md")
        if path != Path(__file__)
        for found in PAPER.finditer(unwrapped(path))
    ]
    assert cited == []


@pytest.mark.parametrize("document", written("*.md"), ids=lambda path: str(path.relative_to(ROOT)))
def test_links_of_a_document_lead_somewhere(document: Path) -> None:
    """To a file that is there, and to a heading of it."""
    wrong = []
    for link in LINK.finditer(FENCED.sub("", read(document))):
        target = (document.parent / link["path"]).resolve() if link["path"] else document
        if not target.exists() or (link["anchor"] and link["anchor"] not in set(map(anchor, headings(target)))):
            wrong.append(link[0])
    assert wrong == []


@pytest.mark.parametrize("document", [path for path in written("docs/*.md") if "```diff" in read(path)], ids=lambda path: path.stem)
def test_changes_that_a_document_shows_fit_the_files(document: Path) -> None:
    """What a diff keeps or takes away stands in the file that it names, once."""
    assert changes(document)


@pytest.mark.parametrize("document", written("docs/design/*.md"), ids=lambda path: path.stem)
def test_paths_in_the_design_are_there(document: Path) -> None:
    """A file or folder in backticks stands in the repository under that path, or under one that ends so."""
    known = [f"/{path.relative_to(ROOT).as_posix()}" for path in written("*")]
    wrong = [
        found["path"]
        for found in NAMED.finditer(FENCED.sub("", read(document)))
        if not any(path.endswith(f"/{found['path']}") or f"/{found['path']}" in f"{path}/" for path in known)
    ]
    assert wrong == []


def test_names_of_contributing_are_where_it_says() -> None:
    """Of "Where do I add": a path in backticks is there, a name with a path in brackets stands in that file, any other name in the code."""
    places = read(ROOT / "CONTRIBUTING.md").partition("## Where do I add ...")[2].partition("## Style")[0]
    named = re.findall(r"`([\w./:-]+)`(?:\s+\(`([\w./]+)`\))?", places)
    assert len(named) > 30
    for name, path in named:
        assert not path or re.search(rf"\b{name}\b", read(ROOT / path)), (name, path)
        assert list(ROOT.glob(name)) if "/" in name else name.removesuffix(".po").removesuffix(".py") in words_of_code(), name


NOT_HERE = "decisions"
"""The document that names also what was dropped."""


@pytest.mark.parametrize("document", [path for path in written("docs/design/*.md") if path.stem != NOT_HERE], ids=lambda path: path.stem)
def test_names_of_code_in_the_design_are_there(document: Path) -> None:
    """A class, constant or method in backticks stands somewhere in the code."""
    text = FENCED.sub("", read(document))
    names = {name for found in re.findall(r"`([A-Za-z_][\w.]*)`", text) for name in found.split(".")}
    assert names - words_of_code() == set()


def test_glossary_names_each_word_once_and_where_it_lives() -> None:
    """Each row names a module that is there; a word in backticks stands in it."""
    rows = re.findall(r"^- \*\*(.+?)\*\*: .+ \(`(.+?)`\)$", read(ROOT / "docs/design/glossary.md"), re.MULTILINE)
    assert len(rows) == read(ROOT / "docs/design/glossary.md").count("\n- ")
    assert [path for _word, path in rows if not (ROOT / path).is_file()] == []
    words = [word for row, _path in rows for word in row.split(", ")]
    assert sorted(words) == sorted(set(words))
    strange = [(name, path) for row, path in rows for name in re.findall(r"`(.+?)`", row) if name not in read(ROOT / path)]
    assert strange == []
