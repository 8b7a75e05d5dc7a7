"""What a rule forbids it forbids before anything is written, so that asking it works out nothing of what would follow."""

from __future__ import annotations

from contextlib import suppress
from itertools import chain

import pytest

from records.core.script import UnforbiddenError
from records.core.viewers import LOCAL, OPEN
from records.errors import RecordsError, RuleViolation
from records.rulings.redoing.lay import NoChanceError, NothingCame
from records.rulings.redoing.order_table import AskedPosition
from records.rulings.redoing.plays import recorded_plays
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from support import books

book = books.own


@pytest.mark.parametrize("name", ["castle-rampage", "creature-crush", "regicide"])
def test_number_15_what_is_forbidden_is_forbidden_before_anything_is_written(book: GameBook, name: str) -> None:
    """Every command that was legal at one moment of a game is asked at others: whether it is forbidden is said by both ways alike."""
    record = book.writing.add(LOCAL, next(iter(simulate(library()[name], seed=6, games=1))))[0].id
    view = book.record(LOCAL, record, OPEN)
    rules = view.game.play
    assert rules is not None
    before = recorded_plays(view.game, view.header, view.events).before
    moments = [before[at] for at in sorted(before)[:: max(1, len(before) // 6)]]
    tried = list(chain.from_iterable(rules.legal(one)[:5] for one in moments if one.state.to_act))
    forbidden = 0
    for position in moments:
        asked = AskedPosition.of(position)
        for command in tried:
            try:
                rules.decide(position, command, NothingCame(), position.version + 1)
            except RuleViolation:
                forbidden += 1
                with pytest.raises(RuleViolation):
                    rules.decide(asked, command, NothingCame(), position.version + 1)
            except (RecordsError, NoChanceError):
                with suppress(UnforbiddenError, RecordsError, NoChanceError):
                    rules.decide(asked, command, NothingCame(), position.version + 1)
            else:
                with pytest.raises(UnforbiddenError):
                    rules.decide(asked, command, NothingCame(), position.version + 1)
    assert forbidden > len(tried)
