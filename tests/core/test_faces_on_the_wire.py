"""How faces are written as JSON, and which forms are refused (design/events: Faces)."""

from __future__ import annotations

import msgspec
import pytest

from records.core.faces import UNKNOWN, Face, Some, among, none_of

DECODER = msgspec.json.Decoder(Face)


@pytest.mark.parametrize(
    ("face", "line"),
    [
        ("ace", '"ace"'),
        (UNKNOWN, '"?"'),
        (among(("king", "ace")), '{"in":["ace","king"]}'),
        (none_of(("king", "ace")), '{"not":["ace","king"]}'),
        (none_of(("ace",)), '{"not":["ace"]}'),
    ],
)
def test_a_face_has_one_form(face: Face, line: str) -> None:
    """A name, ``"?"``, ``in`` or ``not``; reading it gives the face again."""
    assert msgspec.json.encode(face).decode() == line
    assert DECODER.decode(line) == face


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{}", 'either "in" or "not"'),
        ('{"in":[],"not":[]}', 'either "in" or "not"'),
        ('{"in":["ace","king"],"not":["ten"]}', 'either "in" or "not"'),
        ('{"in":["ace"]}', "single card is written as its name"),
        ('{"in":["king","ace"]}', "stand sorted"),
        ('{"in":["ace","ace"]}', "once each"),
        ('{"not":["king","ace"]}', "stand sorted"),
        ('{"not":["?"]}', r"without '\?'"),
        ('{"in":["?","ace"]}', r"without '\?'"),
        ('{"of":["ace","king"]}', "unknown field `of`"),
        ('{"in":"ace"}', "Expected `array`"),
        ('{"in":["ace",7]}', "Expected `str`"),
        ("7", "got `int`"),
        ("null", "got `null`"),
        ('["ace","king"]', "got `array`"),
    ],
)
def test_any_other_form_is_refused(line: str, reason: str) -> None:
    """What is not the one written form of a face is refused with the reason."""
    with pytest.raises(msgspec.ValidationError, match=reason):
        DECODER.decode(line)


def test_a_face_cannot_be_made_in_a_refused_form() -> None:
    """The forms refused on the wire are refused in the program too."""
    with pytest.raises(ValueError, match="stand sorted"):
        Some(among=("king", "ace"))
