"""Streams of other kinds stand in the same tables, and no list, search or read model takes one for a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from records.errors import RecordNotFound, StaleVersion, StoreRefused
from records.store import Bound, NewRecord, Row
from support.soaking import sqlite_daily

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.store import Head, Store

RECORD_ID, LAYER_ID = "aaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaab"


def _new(ident: str, rows: list[Row], head: Head, kind: str = "record", bound: str | None = None) -> NewRecord:
    return NewRecord(id=ident, header=b"{}", key=None, names={}, origin=None, rows=rows, head=head, kind=kind, bound=bound)


@pytest.fixture
def both(store: Store, rows: Callable[..., list[Row]], head: Callable[[int], Head]) -> Store:
    """A record of three events, and a layer of two that belongs to it."""
    store.create(_new(RECORD_ID, rows(3), head(3)))
    store.create(_new(LAYER_ID, rows(2), head(2), "layer", RECORD_ID))
    return store


def test_a_list_names_its_kind(both: Store) -> None:
    """What is no record is in no list of records, and the record that it belongs to leads to it."""
    assert (both.ids(), both.ids("layer")) == ([RECORD_ID], [LAYER_ID])
    assert (both.ids_with_prefix("aaaa"), both.ids_with_prefix("aaaa", "layer")) == ([RECORD_ID], [LAYER_ID])
    assert (both.info(RECORD_ID).kind, both.info(LAYER_ID).kind) == ("record", "layer")
    assert (both.bound(RECORD_ID), both.bound(RECORD_ID, "case")) == ([LAYER_ID], [])


def test_number_16_streams_beside_a_record_are_paged_and_sized_by_the_database(
    both: Store, rows: Callable[..., list[Row]], head: Callable[[int], Head]
) -> None:
    """Behind each comes the next, behind what is not beside the record nothing; heads and sizes come at once, less where erased."""
    later = [f"bbbbbbbbbbbbbbb{nth}" for nth in range(3)]
    for ident in later:
        both.create(_new(ident, rows(1), head(1), "layer", RECORD_ID))
    assert both.bound_after(RECORD_ID, "layer", "", 2) == [LAYER_ID, later[0]]
    assert both.bound_after(RECORD_ID, "layer", later[0], 5) == later[1:]
    assert both.bound_after(RECORD_ID, "layer", RECORD_ID, 5) == []
    whole = sum(len(row.body) for row in both.read(LAYER_ID))
    assert both.bound_of([RECORD_ID], "layer")[0] == (LAYER_ID, head(2), whole)
    both.erase(LAYER_ID, [row._replace(body=b"{}") for row in both.read(LAYER_ID, after=1)], head=head(2))
    assert 0 < both.size(LAYER_ID) < whole
    assert both.bound_of([RECORD_ID], "layer")[0][2] == both.size(LAYER_ID)
    assert both.size("cccccccccccccccc") == 0


def test_the_shelf_pulls_records_only(both: Store, rows: Callable[..., list[Row]], head: Callable[[int], Head]) -> None:
    """Events of a layer are known to the shelf as nothing to do: they are neither pulled nor pending."""
    assert both.shelf.pull().records == (RECORD_ID,)
    assert both.shelf.pending()[0] == {RECORD_ID}
    while (pulled := both.shelf.pull()).upto != pulled.since:
        assert both.shelf.put([], pulled)
    both.append(LAYER_ID, rows(1, after=2), expected=2, head=head(3), kind="layer")
    assert both.shelf.pending() == (frozenset(), None)
    assert both.shelf.pull().records == ()


def test_no_kind_is_deleted_as_another(both: Store) -> None:
    """The id of a layer is no record's."""
    for do in (both.trash, both.restore, both.purge):
        with pytest.raises(RecordNotFound, match="no record"):
            do(LAYER_ID)
    both.trash(LAYER_ID, "layer")
    assert (both.purge(LAYER_ID, "layer").kind, both.tombstones()[0].kind) == ("layer", "layer")


@sqlite_daily
@pytest.mark.parametrize("bound", [Bound.WITH, Bound.DETACH])
def test_a_record_with_streams_is_not_purged_in_silence(both: Store, bound: Bound) -> None:
    """It is refused, until somebody says what becomes of them."""
    both.trash(RECORD_ID)
    with pytest.raises(StoreRefused, match=f"1 streams belong to it .layer {LAYER_ID}"):
        both.purge(RECORD_ID)
    both.purge(RECORD_ID, bound=bound)
    assert both.ids("layer") == ([LAYER_ID] if bound is Bound.DETACH else [])
    assert both.bound(RECORD_ID) == []


def test_a_line_is_replaced_in_what_is_no_record(both: Store, head: Callable[[int], Head]) -> None:
    """The head stays, the guards are set again; a record stays as it is, and so does what somebody wrote to meanwhile."""
    with pytest.raises(StoreRefused, match="nothing in a record"):
        both.erase(RECORD_ID, [Row(1, "x", b"{}")], head=head(3))
    with pytest.raises(StaleVersion):
        both.erase(LAYER_ID, [Row(1, "x", b"{}")], head=head(3))
    both.erase(LAYER_ID, [Row(1, "x", b"{}")], head=head(2))
    assert next(row.body for row in both.read(LAYER_ID)) == b"{}"
    assert both.info(LAYER_ID).head == head(2)


def test_erasing_leaves_the_guards_set(both: Store, head: Callable[[int], Head], outside: object) -> None:
    """Nobody can change a row afterwards."""
    both.erase(LAYER_ID, [Row(2, "x", b"{}")], head=head(2))
    assert outside.guarded()  # type: ignore[attr-defined]  # the fixture's class is in conftest
