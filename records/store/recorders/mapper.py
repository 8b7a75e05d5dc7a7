"""Maps the library's stored events to our rows and back: the stable name and the JSON text stay unchanged."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from eventsourcing.persistence import Mapper, StoredEvent

if TYPE_CHECKING:
    from eventsourcing.domain import DomainEventProtocol


class RowEvent(NamedTuple):
    """A row as the library's event store takes and gives it."""

    originator_id: str
    originator_version: int
    name: str
    body: bytes


class RowMapper(Mapper[str]):
    """Writes no class path and encodes nothing: ``state`` is the line itself."""

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """Return the event as the recorders store it."""
        record, version, name, body = cast("RowEvent", domain_event)
        return StoredEvent(originator_id=record, originator_version=version, topic=name, state=body)

    def to_domain_event(self, stored_event: StoredEvent) -> RowEvent:
        """Return the stored event as a row of its record."""
        return RowEvent(str(stored_event.originator_id), stored_event.originator_version, stored_event.topic, stored_event.state)
