"""Prepared disputes: one moment each, played under readings of the rules that lead elsewhere."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from records.service.library import library
from support.dispute_files import DOCUMENT, Dispute, disputes, written

DISPUTES = [pytest.param(one, id=one.name) for one in disputes()]


def test_thirty_disputes_over_the_three_games() -> None:
    """Eight of each game at least, each about a point of its own."""
    games = Counter(one.header("Game") for one in disputes())
    assert sum(games.values()) >= 30
    assert min(games[name] for name in ("castle-rampage", "regicide", "creature-crush")) >= 8
    assert len({(one.header("Game"), *one.switches) for one in disputes()}) == len(disputes())


@pytest.mark.soak
@pytest.mark.parametrize("dispute", DISPUTES)
def test_a_dispute_ends_as_each_reading_expects(dispute: Dispute) -> None:
    """Every claim of its headers holds."""
    assert [str(one) for one in dispute.judged() if not one.holds] == []


@pytest.mark.parametrize("dispute", DISPUTES)
def test_any_two_readings_of_a_dispute_lead_elsewhere(dispute: Dispute) -> None:
    """Of all that is claimed of any reading something holds under the one and not under the other."""
    told = dispute.judged_by_all()
    assert set(told) == set(dispute.readings)
    assert len(told) >= 2
    assert [pair for pair in combinations(told, 2) if told[pair[0]] == told[pair[1]]] == []


@pytest.mark.parametrize("dispute", DISPUTES)
def test_a_dispute_names_its_paragraph(dispute: Dispute) -> None:
    """That of the switch on which its readings differ; a refusal that it expects is by that paragraph."""
    switches = {switch.name: switch.paragraph for switch in library()[dispute.header("Game")].rules.rulesets.named("").switches}
    paragraph = dispute.header("X-Paragraph")
    assert {switches[name] for name in dispute.switches} == {paragraph}
    refused = {claim for _reading, *claims in dispute.headers("Expect") for claim in claims if claim.startswith("refused = §")}
    assert refused <= {f"refused = § {paragraph}"}
    assert dispute.header("X-Question").endswith("?")


def test_the_document_lists_every_dispute() -> None:
    """Its list is made from the files: `.venv/bin/python tests/support/dispute_files.py` with `PYTHONPATH=tests`."""
    text = DOCUMENT.read_text("utf-8")
    assert text == written(text)
    assert text.count(".kbz)") == len(disputes())
