"""The lines of Castle Rampage's events stay readable for ever: once written, a form is read to the same value and written the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from records.core.events import name_of
from support.castle import CASTLE

LINES = (Path(__file__).parents[2] / "golden" / "wire" / "castle-rampage.jsonl").read_bytes().splitlines()


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.split(b'"e":"')[1].split(b'"')[0].decode())
def test_an_old_line_is_read_and_written_the_same(line: bytes) -> None:
    """Byte for byte."""
    assert CASTLE.codec.encode(CASTLE.codec.decode(line)) == line


def test_every_event_has_an_old_line() -> None:
    """A new event adds its first form to the file, which is never written anew."""
    names = {name_of(CASTLE.codec.decode(line).event) for line in LINES}
    assert names == {name_of(cls) for cls in CASTLE.own}
