"""What the packets of an archive say of their table, read from the part of a log that nobody but the open table is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.games.observed.events import Envelope, Noted, Opened, PacketTrace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.events import Recorded

SITES = {"logs": "bga", "history": "bga", "dump": "bga", "bare": "bga"}
"""Which site writes an envelope of this form."""
_envelope = msgspec.json.Decoder(Envelope).decode
_packets = msgspec.json.Decoder(list[PacketTrace]).decode
_head = msgspec.json.Decoder(dict[str, Any]).decode


def table_of(log: Sequence[Recorded[Any]]) -> tuple[str, str]:
    """Return site and id of the table; both "" where the log is a copy for a viewer, or was read with pseudonyms."""
    opened = next((recorded.event for recorded in log if isinstance(recorded.event, Opened)), None)
    noted = next((recorded.event for recorded in log if isinstance(recorded.event, Noted)), None)
    if opened is None or noted is None:
        return "", ""
    try:
        site = SITES.get(_envelope(opened.origin.body).form, "")  # type: ignore[arg-type]  # unset: refused by the decoder
        traces = _packets(noted.origin.body)  # type: ignore[arg-type]
        number = str(_head(traces[0].head).get("table_id", "")) if traces else ""
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, TypeError):
        return "", ""
    return (site, str(int(number))) if site and number.isascii() and number.isdecimal() else ("", "")
