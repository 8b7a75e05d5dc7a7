"""Catalogues for the games: one package reads the file, another knows what it means; they meet here (design/architecture: Layout)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from records.catalogues import read
from records.games.castle_rampage.cards import Catalogue
from records.games.castle_rampage.catalogue import catalogue_of


def load_catalogue(text: str | bytes, name: str) -> Catalogue:
    """Return the catalogue of Castle Rampage in ``text``; raises ``ImportRefused`` with every problem of the file ``name``."""
    return catalogue_of(read(text, name), name)


@cache
def house_catalogue() -> Catalogue:
    """Return the catalogue that comes with the program, read at the first call."""
    file = files("records.games.castle_rampage") / "catalogue.yaml"
    return load_catalogue(file.read_bytes(), file.name)
