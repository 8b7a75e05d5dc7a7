"""The order written is the order in which effects are carried out, in events, commands, lines and steps alike (§ 7.2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from importers import native
from records.core.viewers import LOCAL
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model.chain_events import ChainOrdered, EffectBegan
from records.games.creature_crush.model.older_shapes import UPCASTS, ChainOrdered1
from records.games.creature_crush.recording.wording import tell
from records.rulings.audit import Verdict, audit
from records.service import GameBook
from records.service.library import library
from support.crush_table import A
from support.crush_texts import table, typed

OLD = Path(__file__).parents[3] / "examples/games/creature-crush-arena.jsonl"
PLACES = {"A_b1": "^ember-fox", "B_b1": "^moss-giant", "B_b2": "^nurse-bear", "dice": "2 6"}
ATTACK = "attack b1 B.b1 pays 2 6"


@pytest.mark.parametrize("order", ["1 2", "2 1"])
def test_the_order_written_is_the_order_of_resolution(order: str) -> None:
    """Two lines wait for the same attack; what is written first is carried out first, and the step says the same."""
    before = table(typed(ATTACK, **PLACES))
    waiting = before.position.state.waiting
    assert [asked.what for asked in before.position.state.pending] == ["order"]
    written = [waiting[int(nth) - 1] for nth in order.split()]
    log = table(typed(ATTACK, f"order {order}", **PLACES)).log
    assert next(recorded.event.id for recorded in log if isinstance(recorded.event, EffectBegan)) == written[0].id
    said = tell(before.position, cmd.OrderChain(seat=written[0].seat, ids=tuple(effect.id for effect in written)))
    assert [ref.card for ref in said.args["ids"]] == [effect.card for effect in written]  # type: ignore[union-attr]  # cards


def test_a_record_written_before_keeps_the_order_that_it_was_played_by() -> None:
    """Of the older shape the last was carried out first; it is read as the same resolution, and stored and exported as it was written."""
    old = ChainOrdered1(rule="7.2", seat=A, answers="q9", ids=("e7", "e8"))
    (upcast,) = UPCASTS.values()
    assert upcast(old, None) == ChainOrdered(rule="7.2", seat=A, answers="q9", ids=("e8", "e7"))  # type: ignore[arg-type]  # it reads none


def test_an_old_record_is_read_verified_audited_and_written_as_it_was() -> None:
    """The arena among the examples orders effects in the older shape: each is followed by what its last names."""
    games = library()
    exchanged = native.read(games, OLD.read_bytes(), OLD.name)
    stored = [recorded for recorded in exchanged.log if isinstance(recorded.event, ChainOrdered1)]
    assert stored
    with GameBook.open("sqlite:///:memory:", games=games) as book:
        record = book.writing.take_in(LOCAL, exchanged).id
        assert list(book.records.verify(LOCAL)) == []
        assert native.write(games, book.records.export(LOCAL, record, "open"), "open") == OLD.read_bytes()
        view = book.record(LOCAL, record, "open")
        assert {Verdict.KEPT} == {judged.verdict for judged in audit(view.game, view.header, view.events)}
    for ordered in stored:
        began = next(one.event for one in exchanged.log[ordered.v :] if isinstance(one.event, EffectBegan))
        assert began.id == ordered.event.ids[-1]
