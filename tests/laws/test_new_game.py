"""The game of docs/new-game.md, from its text: all laws run on it, and its files are as the gates want them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, seed, settings

from records.core.events import name_of
from support.documents import ROOT, importable
from support.laws import fold_laws, line_laws, rule_laws, take_back_law
from support.laws.sample import Sample, UnderLaw

DOCUMENT = ROOT / "docs" / "new-game.md"
LOGS = 8
OURS = "lint.isort.known-first-party = ['records', 'support']"
PER_VIEWER = (
    fold_laws.square,
    fold_laws.truth,
    line_laws.prefix,
    line_laws.wire,
    line_laws.seals,
    line_laws.door_twice,
    rule_laws.audit,
    rule_laws.decides_again,
    rule_laws.rename,
    take_back_law.takes_back,
)
PER_LOG = (fold_laws.openness, fold_laws.purity, fold_laws.conservation)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The files of the document, which can be imported."""
    made = tmp_path_factory.mktemp("new-game")
    with importable(DOCUMENT, made):
        yield made


@pytest.fixture(scope="module")
def game(folder: Path) -> UnderLaw:
    """The game under law."""
    module = import_module("support.laws.games.war")
    assert Path(str(module.__file__)).is_relative_to(folder)
    under: UnderLaw = module.UNDER_LAW
    return under


def hold(game: UnderLaw, law: Callable[[Sample], None]) -> None:
    """Try a law on a few logs."""
    settings(max_examples=LOGS, deadline=None, suppress_health_check=list(HealthCheck))(given(game.samples)(law))()


@pytest.mark.parametrize("law", PER_VIEWER, ids=lambda law: law.__name__)
def test_law_holds_for_every_viewer(game: UnderLaw, law: Callable[..., None]) -> None:
    """For each seat, the public and the open table."""

    def for_all(sample: Sample) -> None:
        for viewer in sample.viewers:
            law(sample, viewer)

    hold(game, for_all)


@pytest.mark.parametrize("law", PER_LOG, ids=lambda law: law.__name__)
def test_law_holds_for_the_full_log(game: UnderLaw, law: Callable[[Sample], None]) -> None:
    """For every log."""
    hold(game, law)


def test_laws_see_every_event(game: UnderLaw) -> None:
    """Every event that its rules have a use for occurs in its logs."""
    used = set(game.game.event_names) - game.unused
    found: set[str] = set()

    def note(sample: Sample) -> None:
        found.update(name_of(recorded.event) for recorded in sample.log)

    looked = settings(max_examples=40, deadline=None, database=None, suppress_health_check=list(HealthCheck))(given(game.samples)(note))
    for number in range(20):
        if not found >= used:
            seed(number)(looked)()
    assert found == used


def test_files_of_the_document_pass_the_gates(folder: Path) -> None:
    """Formatted and linted where they would stand."""
    for check in (["format", "--check"], ["check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *check, "--config", str(ROOT / "pyproject.toml"), "--config", OURS, "."],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
