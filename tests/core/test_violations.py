"""A violation of a rule is a value with a text."""

from __future__ import annotations

import pickle

from records.core.sentences import CardRef, Sentence
from records.errors import RuleViolation


def test_a_violation_is_worded_when_it_is_asked_for() -> None:
    """With its seat, reason, paragraph and code; what has no paragraph or seat says none."""
    broken = RuleViolation("castle-rampage.hand", "A", Sentence("%(card)s is not in the hand.", {"card": CardRef("archer")}), "2.3")
    assert str(broken) == "A: archer is not in the hand. (§ 2.3) (castle-rampage.hand)"
    assert str(RuleViolation("tiny.late", "", "too late")) == "table: too late (tiny.late)"


def test_a_violation_comes_whole_from_another_process() -> None:
    """Tasks beside the server raise what the rules refuse."""
    broken = RuleViolation("tiny.late", "B", Sentence("too late"), "4.1")
    sent: RuleViolation = pickle.loads(pickle.dumps(broken))  # noqa: S301 -- our own
    assert (sent.code, sent.seat, sent.why, sent.paragraph, str(sent)) == ("tiny.late", "B", Sentence("too late"), "4.1", str(broken))
