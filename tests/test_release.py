"""The program without a checkout, and what stands in the way of a release."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from importers import demo
from records.core.viewers import LOCAL
from support import books
from support.release import problems
from support.soaking import rest_soaked
from support.wheels import build, first_board, install

if TYPE_CHECKING:
    from pathlib import Path

    from records.service import GameBook

DISPUTES = [path for path in sorted((demo.examples() / "disputes").iterdir()) if path.name not in demo.TWO_STEPS]
GOOD = "# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-11-27\n\n- New.\n\n## [1.1.0] - 2026-01-01\n"
book = books.own


@pytest.mark.soak
def test_the_wheel_shows_a_board_in_an_empty_environment(tmp_path: Path) -> None:
    """``kiebitz demo`` from the wheel, away from the checkout: its first board within 15 seconds of processors."""
    (wheel,) = build(tmp_path / "dist", "wheel")
    program = install(tmp_path / "environment", wheel, borrowed=True)
    assert first_board(program, tmp_path).processor < 15


def test_a_prepared_dispute_becomes_a_record_with_its_readings_as_claims(book: GameBook) -> None:
    """Once; the second time nothing is added."""
    for _ in range(2):
        demo.store_dispute(book, LOCAL, DISPUTES[0])
    (case,) = book.cases.all_cases(LOCAL)
    assert case.question.text.startswith("The enemy Gate is empty")
    assert [(claim.body.party, claim.body.says, claim.verdict) for claim in case.claims] == [
        ("counts", "recorded", "follows"),
        ("lapses", "otherwise", "follows"),
    ]
    assert len(book.records.shelf(LOCAL).entries) == 1


@pytest.mark.parametrize("path", rest_soaked(DISPUTES[::-1]), ids=lambda path: path.stem)
def test_what_each_reading_of_a_dispute_claims_follows_by_it(book: GameBook, path: Path) -> None:
    """Of every prepared dispute: one reading leads to what was played, and the step is the one at which the others part."""
    demo.store_dispute(book, LOCAL, path)
    (case,) = book.cases.all_cases(LOCAL)
    assert case.question.text
    assert {claim.verdict for claim in case.claims} == {"follows"}
    assert len({claim.body.says for claim in case.claims}) > 1


@pytest.mark.parametrize(
    ("changelog", "changed", "tags", "reason"),
    [
        (GOOD, "", "v1.1.0\n", ""),
        (GOOD.replace("2026-11-27", "soon"), "", "", "no section “## [1.2.0]"),
        (GOOD.replace("- New.", ""), "", "", "no section “## [1.2.0]"),
        (GOOD.replace("[Unreleased]\n", "[Unreleased]\n- More.\n"), "", "", "something under [Unreleased]"),
        (GOOD, " M README.md\n", "", "not committed:\n M README.md"),
        (GOOD, "", "v1.1.0\nv1.2.0\n", "the tag v1.2.0 is there already"),
    ],
)
def test_what_is_in_the_way_of_a_release_is_reported(changelog: str, changed: str, tags: str, reason: str) -> None:
    """The section of the version, what is still unreleased, the tree, and the tag."""
    found = problems("1.2.0", changelog, changed, tags)
    assert found == [] if not reason else reason in "\n".join(found)
