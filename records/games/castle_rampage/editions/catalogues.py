"""Each version of a catalogue that came with the program, by the hash in the headers of its records.

Entries are added and never changed, but for ``differs``: the version that is followed by another gets a file with what was otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping

from records.core.editions.catalogues import PublishedCatalogue

PUBLISHED: Mapping[str, PublishedCatalogue] = {
    "12507b6592f791bf97c52956ef2617a6": PublishedCatalogue(
        name="castle-rampage/house", version=1, cards="dfa3586e4f2a679b4f8f9ae48c476239"
    ),
}
