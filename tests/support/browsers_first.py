"""A plugin for whole runs: browsers' tests begin. They take longest each, and the last of a run would wait for one of them alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None, None, None]:
    """Put them first, after all else has been ordered; both halves stay as they are."""
    yield
    items.sort(key=lambda item: item.get_closest_marker("browser") is None)
