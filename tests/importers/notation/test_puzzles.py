"""What puzzles can claim, and what they may not."""

from __future__ import annotations

import pytest

from importers.notation.problems import LineRefused
from importers.notation.puzzles import run_puzzle
from records.service.library import library

PUZZLE = """[Game "castle-rampage"]
[Ruleset "castle-rampage/house"]
[Seats "A B"]
{headers}

@position "late"
  A.hand = knight robber giant
  B.hand =
  A.gate = last-resort axe-man-bonus
  A.castle = knight archer
  B.gate = ? ?@A
  B.castle = squire
  B.display =
  draw = rest
  discard = cook spy
  set active=A turn=5 bonuses="axe-man-bonus:2:attack" forbidden=B:6 plays_left=2
{lines}
"""


def claims(lines: str, *claimed: str) -> dict[str, bool]:
    """Return whether each claim holds after some lines."""
    headers = "\n".join(f'[Expect "{claim}"]' for claim in claimed)
    return {finding.claim: finding.holds for finding in run_puzzle(library(), PUZZLE.format(headers=headers, lines=lines))}


@pytest.mark.parametrize(
    ("lines", "claim", "holds"),
    [
        ("   castle giant", "refused = no", True),
        ("   castle giant\n   castle knight", "refused = § 3.1", True),
        ("   castle giant\n   castle knight", "refused = strengthened", True),
        ("   castle giant\n   castle knight", "refused = § 9.9", False),
        ("   castle giant\n   castle knight", "refused != no", True),
        ("   castle giant", "A.castle = 3", True),
        ("   castle giant", "A.castle.3 = Riese", True),
        ("   castle giant", "A.hand = robber knight", True),
        ("   castle giant", "A.hand != 3", True),
        ("   castle giant", "B.hand = 0", True),
        ("   castle giant", "B.display = 0", True),
        ("   castle giant", "discard.1 = spy", True),
        ("   castle giant", "discard.2 = cook", True),
        ("   castle giant", "knows B.gate.2 = A", True),
        ("   castle giant", "knows B.gate.1 = B", True),
        ("   castle giant", "knows draw.1 = nobody", True),
        ("   castle giant", "knows A.hand robber = A", True),
        ("   castle giant", "turn = 5", True),
        ("   castle giant", "plays_left = 2", True),
        ("   castle giant", "limiting = 0", True),
        ("   castle giant", "attack = unset", True),
        ("   castle giant", "draw_offered = unset", True),
        ("   offers-draw", "draw_offered = A", True),
        ("   castle giant", "forbidden.B = 6", True),
        ("   castle giant", "asked = nobody", True),
        ("   castle giant", "result = *", True),
        ("   resigns", "winner = B", True),
        ("   offers-draw\n   B agrees", "result = draw", True),
        ("   castle giant +cook +spy", "turn = 5", True),
    ],
)
def test_a_claim_holds_or_does_not(lines: str, claim: str, holds: bool) -> None:
    """Places, cards, counters, who knows what, who is asked, how it ended, and why a line is refused."""
    assert claims(lines, claim) == {claim: holds}


@pytest.mark.parametrize("lines", ["   castle worm", "   castel giant", "   gate spy spy spy"])
def test_a_slip_of_the_pen_is_no_refusal(lines: str) -> None:
    """It is a fault of the puzzle, whatever is expected."""
    with pytest.raises(LineRefused, match="malformed"):
        claims(lines, "refused = yes")


def test_claims_about_nothing_are_faults() -> None:
    """A place or counter that is not there."""
    with pytest.raises(LineRefused, match="neither a place nor a counter"):
        claims("   castle giant", "luck = 3")
    with pytest.raises(LineRefused, match="a puzzle says what it expects"):
        claims("   castle giant")


def test_readings_part_ways() -> None:
    """Each line is played under each reading, and a claim may name the one that it is about."""
    switch = library()["castle-rampage"].rules.rulesets["castle-rampage/house"].switches[0]
    headers = "\n".join(f'[Reading "{nth}" "castle-rampage/house" "{switch.name}={value}"]' for nth, value in enumerate(switch.values))
    headers += '\n[Expect "0" "turn = 5"]\n[Expect "refused = no"]'
    found = run_puzzle(library(), PUZZLE.format(headers=headers, lines="   castle giant"))
    assert [(one.reading, one.holds) for one in found] == [("0", True), *((str(nth), True) for nth in range(len(switch.values)))]
