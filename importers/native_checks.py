"""Checks of native files: forms of ids, names and salts that no program writes are refused (docs/format.md)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.ids import is_record_id
from records.core.secret import ALL, Sealed, Secret
from records.errors import ImpossibleEvent, MalformedCommand
from records.service.incoming import LONGEST_NAME, is_line

if TYPE_CHECKING:
    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header

_HASH = re.compile(r"([0-9a-f]{2}){0,32}")
_encode = msgspec.json.encode


def check_header(header: Header) -> None:
    """Raise ``MalformedCommand`` for a header that no program wrote."""
    if not is_record_id(header.record):
        raise MalformedCommand(f"{header.record[:40]!r} is not a record's id: 16 small letters and digits")
    for what, said in (("ruleset", header.ruleset), ("catalogue", header.catalogue)):
        if not is_line(said, LONGEST_NAME):
            raise MalformedCommand(f"{said[:40]!r} is not a name of a {what}: a line of up to {LONGEST_NAME} characters")
    for what, digest in (("ruleset", header.ruleset_hash), ("catalogue", header.catalogue_hash)):
        if _HASH.fullmatch(digest) is None:
            raise MalformedCommand(f"{digest[:40]!r} is not a hash of a {what}: up to 32 bytes as hex")


def is_compact(line: bytes) -> bool:
    """Whether all JSON in a line has its only written form, even in unused parts: no spaces, no repeated key, no needless escape."""
    try:
        return _encode(msgspec.json.decode(line)) == line
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False


class Salts:
    """Goes along the events of a file for the open table, whose key gives the salts.

    A record that came redacted keeps the salts and commitments that it came with, and what was added later has none. So they may stand in
    a file's first events only, and only as some one viewer's file has them; else one salt could be given to two faces, or a face be
    opened by somebody who knows another.
    """

    def __init__(self, game: Game) -> None:
        self._parts = game.parts
        self._added = False
        self._readers: set[str] | None = None

    def check(self, recorded: Recorded[Any]) -> None:
        """Raise ``ImpossibleEvent`` for a salt or seal that cannot have come with this event."""
        came: set[bool] = set()

        def visit(path: str, part: Secret | Sealed) -> Secret | Sealed:
            if isinstance(part, Secret) and (part.known_to == ALL or not part.faces):
                return part
            came.add(bool(part.salt or part.seal))
            if part.salt and part.known_to != ALL:
                self._readers = {*part.known_to} if self._readers is None else self._readers & {*part.known_to}
                if not self._readers:
                    raise ImpossibleEvent(f"version {recorded.v}: {path} has a salt, but no one viewer was shown all that has one")
            if True in came and (self._added or False in came):
                reason = "parts that came with a salt or seal stand before those that the file's key seals, and not beside them"
                raise ImpossibleEvent(f"version {recorded.v}: {path}: {reason}")
            return part

        self._parts.map(recorded.event, visit)
        self._added = self._added or False in came
