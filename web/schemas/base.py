"""What all answers have in common."""

from __future__ import annotations

from marshmallow import RAISE, Schema


class ApiAnswer(Schema):
    """A shape that is sent: exactly these fields."""

    class Meta:
        """Nothing else is in it."""

        unknown = RAISE
