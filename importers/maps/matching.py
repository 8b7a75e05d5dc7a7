"""Which rule of a mapping a message falls under, and which seat it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from importers.maps.templates import NotThere, SentMessage, fill

if TYPE_CHECKING:
    from collections.abc import Callable

    from importers.bga.packets import Notif, RawPacket
    from importers.maps.mapping import ArchiveMap, MessageRule
    from records.core.ids import SeatKey

_PLAYERS = ("player_id", "playerId", "player", "active_player", "player_name")


def rule_for(mapping: ArchiveMap, packet: RawPacket, notif: Notif) -> MessageRule | None:
    """Return the first rule that a message of ``packet`` falls under, or None."""
    to = "table" if packet.player is None else "seat"
    return next((rule for rule in mapping.message if _fits(rule, notif, to)), None)


def actor(args: Any, seat: Callable[[Any], SeatKey | None]) -> SeatKey | None:
    """Return the seat that a message is about; ``seat`` knows players by id and name."""
    if not isinstance(args, dict):
        return None
    told = (seat(args[key]) for key in _PLAYERS if key in args)
    return next((found for found in told if found is not None), None)


def no_rule(notif: Notif) -> str:
    """Return why a message is refused for which a mapping has no rule."""
    return f"the mapping has no rule for the type {notif.type!r} with the template {notif.log!r:.120}"


def _fits(rule: MessageRule, notif: Notif, to: str) -> bool:
    if rule.to != to or (rule.type is not None and rule.type != notif.type) or (rule.log is not None and rule.log != notif.log):
        return False
    if not rule.when:
        return True
    message = SentMessage(args=notif.args, given={}, tables={}, kept={})
    try:
        return all(str(fill("{" + path + "}", message)) == str(wanted) for path, wanted in rule.when.items())
    except NotThere:
        return False
