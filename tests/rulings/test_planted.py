"""Twelve irregularities planted in a clean record are found, each at its step, and nothing else is."""

from __future__ import annotations

import pytest

from records.rulings.audit import Verdict, audit
from records.service.library import library
from support.planted import PLANTED, mixed, planted, written


@pytest.mark.soak
@pytest.mark.parametrize("game", PLANTED)
def test_twelve_planted_irregularities_are_exactly_what_is_found(game: str) -> None:
    """The clean record has no finding; with twelve figures one too high it has twelve, at the decisions that were changed."""
    head, log = written(game)
    assert [one for one in audit(library()[game], head, log) if one.why is not None] == []
    changed = planted(game, log)
    causes = {recorded.cause for recorded, clean in zip(changed, log, strict=True) if recorded != clean}
    found = [one for one in audit(library()[game], head, changed) if one.why is not None]
    assert len(causes) == 12
    assert {one.version for one in found} == causes
    assert [one.verdict for one in found] == [Verdict.DIFFERS] * 12


@pytest.mark.parametrize("game", PLANTED)
def test_twelve_irregularities_of_several_kinds_are_exactly_what_is_found(game: str) -> None:
    """Figures, events in another order, forgotten or written twice, of another seat, cards noted as shown to all."""
    head, log = written(game)
    changed, causes = mixed(game, log)
    found = [one for one in audit(library()[game], head, changed) if one.why is not None]
    assert len(causes) == 12
    assert [one.version for one in found] == causes
    assert all(one.wrong and (one.recorded is not None or one.ruled is not None) for one in found)
