"""What the libraries below raise, as refusals of ours."""

from __future__ import annotations

import pytest
from sqlalchemy import make_url
from sqlalchemy.exc import PendingRollbackError

from records.errors import StoreAway
from records.store.refusals import translated
from records.store.urls import PostgresAddress


def test_a_connection_that_was_lost_earlier_in_a_write_is_a_database_that_is_away() -> None:
    """It is noticed at the next statement, and asked again the whole write is new."""
    with pytest.raises(StoreAway, match="reading"), translated(PostgresAddress(make_url("postgresql://club@host/store")), "reading"):
        raise PendingRollbackError("Can't reconnect until invalid transaction is rolled back.")
