"""Authors in words: somebody of this store by name; for a text from elsewhere, its importer and stated author."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.words.texts import _

if TYPE_CHECKING:
    from records.service.persons import BroughtBy, Person


def signed(person: Person) -> str:
    """Return who wrote a layer; the beginning of the key where the name is not known."""
    return named(person) or _("Somebody (%(key)s)", key=person.key[:4])


def named(person: Person) -> str:
    """Return who wrote something; "" where nobody is named."""
    return person.name if person.brought is None else came(person.brought)


def came(brought: BroughtBy) -> str:
    """Return who imported something from elsewhere, and its stated author."""
    if brought.by and brought.said:
        return _("imported by %(by)s, said to be by %(said)s", by=brought.by, said=brought.said)
    if brought.by:
        return _("imported by %(by)s, author unknown", by=brought.by)
    if brought.said:
        return _("from elsewhere, said to be by %(said)s", said=brought.said)
    return _("from elsewhere, author unknown")
