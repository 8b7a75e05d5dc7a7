"""A record that begins with a position is judged from there on."""

from __future__ import annotations

import pytest

from records.rulings.audit import Verdict, audit
from records.rulings.redoing.compare import compare, reading_of
from records.rulings.redoing.stops import LOG_ENDS
from support.notation import read

TEXT = """[Game "regicide"]
[Ruleset "regicide/2021"]
[Switches "defeat=health exceeded"]
[Seats "A B"]
{begins}
@position "ten"
  A.hand = d10 h2
  B.hand = s2 s3
  royal = ^cJ
  fight = c5
  castle = dJ hJ sJ @* / cQ dQ hQ sQ @* / cK dK hK sK @*
  tavern = rest
  set active=A turn=3 damage=10
   d10 +c2 +c3 +c4 +h3 +h4 +h5 +h6 +h7 +h8 +h9
"""


@pytest.mark.parametrize("begins", ["", '[Begins "A"]\n'], ids=["nobody said", "said"])
def test_only_what_was_played_is_judged(begins: str) -> None:
    """Who sits there is no decision, whether the record says who begins or not; every reading goes on to the play."""
    found = read(TEXT.format(begins=begins))
    assert found.problems == []
    seen = found.games[0].seen().seen
    kinds = [type(recorded.event).__name__ for recorded in seen.events]
    assert kinds[:2] == ["GameStarted", "PositionSet"]
    judged = list(audit(seen.game, seen.header, seen.events))
    assert [(one.version, one.verdict) for one in judged] == [(3, Verdict.KEPT)]
    own = reading_of(seen.game, seen.header, seen.events)
    compared = compare(seen.game, seen.header, seen.events, own, own.with_settings({"defeat": "health reached"}))
    assert [one.status for one in compared.plays] == ["same", "same", "cannot be judged"]  # which royal comes next was never recorded
    assert compared.a.stop.kind == LOG_ENDS


def test_a_start_without_a_deal_is_still_none() -> None:
    """Where no position follows, a game that began without its deal is not what the rules lead to."""
    found = read(TEXT.format(begins='[Begins "A"]\n'))
    seen = found.games[0].seen().seen
    (judged,) = audit(seen.game, seen.header, seen.events[:1])
    assert judged.verdict is Verdict.DIFFERS
