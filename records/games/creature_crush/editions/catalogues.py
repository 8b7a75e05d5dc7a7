"""Every version of the catalogues that come with the game, by its hash. Entries are added and never changed, but for ``differs``."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.editions.catalogues import PublishedCatalogue

PUBLISHED: Mapping[str, PublishedCatalogue] = {
    "0d8c86a1e7cd5d95ed2e7df1b0e4c75e": PublishedCatalogue(
        name="creature-crush/house", version=1, cards="0d8c86a1e7cd5d95ed2e7df1b0e4c75e", differs="house-1.yaml"
    ),
    "017f92f0f53458a8791cbb346a6ca24f": PublishedCatalogue(
        name="creature-crush/house", version=2, cards="017f92f0f53458a8791cbb346a6ca24f", differs="house-2.yaml"
    ),
    "b75774bb7356b5f4fdb04f86cc2910c0": PublishedCatalogue(
        name="creature-crush/house", version=3, cards="b75774bb7356b5f4fdb04f86cc2910c0"
    ),
}
