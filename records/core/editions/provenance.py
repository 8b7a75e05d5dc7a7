"""Where a value of a catalogue comes from: stated in a named source, or a house value (design/architecture: Provenance)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from records.core.editions.placed import Form, Placed

LONGEST_NOTE = 200


class Provenance(msgspec.Struct, frozen=True):
    """Who says so."""

    sources: tuple[str, ...] = ()
    """Codes of the sources that state it; none for a house value, our stand-in for what no source tells."""
    note: str = ""
    """How the source says it, where it is not plain."""

    @property
    def house(self) -> bool:
        """Whether it is a stand-in that the owner of the game replaces."""
        return not self.sources


def provenance(form: Form, node: Placed, keys: Collection[str], codes: Collection[str]) -> tuple[dict[str, Placed], Provenance]:
    """Read ``{KEYS..., source: [CODES]}`` or ``{KEYS..., house: true}``, each with an optional ``note``; return the keys and the rest."""
    shape = f"{{{': ..., '.join(keys)}: ..., source: [...]}} or the same with 'house: true'"
    found = dict(form.fields(node, keys, ("source", "house", "note"), shape))
    source, house, note = (found.pop(key, None) for key in ("source", "house", "note"))
    if isinstance(node.value, Mapping) and (source is None) == (house is None):
        form.note(node, "a value says where it comes from: either 'source: [...]' or 'house: true'")
    if house is not None and not form.truth(house):
        form.note(house, "a value that is not a house value names its source instead")
    stated: tuple[str, ...] = ()
    if source is not None:
        stated = form.each(source, lambda code: form.choice(code, codes))
        if isinstance(source.value, tuple) and (not stated or len(set(stated)) < len(stated)):
            form.note(source, "a source is named by one or more codes, none twice")
    return found, Provenance(stated, form.text(note, LONGEST_NOTE) if note is not None else "")
