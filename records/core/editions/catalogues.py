"""The catalogues of cards that a game has: the one that new games are played with, and all that records may have been made with."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

import msgspec

from records.core.editions.placed import Member, Placed
from records.values import replace

if TYPE_CHECKING:
    from records.core.header import Header


class CardCatalogue(Protocol):
    """What every game's catalogue must provide."""

    @property
    def name(self) -> str:
        """Name that headers state: ``castle-rampage/house``."""

    @property
    def hash(self) -> str:
        """By which new records name its cards, 32 hex digits."""

    @property
    def hashes(self) -> Collection[str]:
        """Every hash by which records name these cards."""


K = TypeVar("K", bound=CardCatalogue)


def no_former(_digest: str) -> None:
    """Know no former catalogue."""


class Catalogues(Generic[K]):
    """Catalogues of one game, found by the header of a record; the first is the usual one.

    ``read`` returns more of them and is called when one is asked for: a program that needs no cards of this game reads none. ``former``
    returns the catalogue that was published under a hash, None for none, and is asked once for each that it knows. ``texts`` are the files
    of those that do not come with the program, by hash.
    """

    def __init__(
        self,
        *given: K,
        read: Callable[[], Iterable[K]] = tuple,
        former: Callable[[str], K | None] = no_former,
        texts: Mapping[str, bytes] | None = None,
    ) -> None:
        self._given, self._read, self._former, self._texts = given, read, former, texts or {}

    @property
    def usual(self) -> K:
        """New games are played with it."""
        return self._all[0]

    def read_now(self) -> None:
        """Read all catalogues now, so that no request waits for it later; raises ``ImportRefused``."""
        self._all  # noqa: B018 -- kept once it is computed

    @cached_property
    def _all(self) -> list[K]:
        return [*self._given, *self._read()]

    def of(self, header: Header) -> K | None:
        """Return the catalogue of the cards that a record was made with, None where they are not known here."""
        fitting = [one for one in self._all if header.catalogue_hash in one.hashes]
        if not fitting and (former := self._former(header.catalogue_hash)) is not None:
            self._all.append(former)
            return former
        return next((one for one in fitting if one.name == header.catalogue), fitting[0] if fitting else None)

    def text_of(self, header: Header) -> bytes:
        """Return the file of the catalogue that a record was made with, b"" for one that comes with the program or is not known here."""
        return self._texts.get(header.catalogue_hash, b"")

    def with_usual(self, usual: K, text: bytes = b"") -> Catalogues[K]:
        """Return these catalogues and one more, with which new games are played; ``text`` is its file."""
        known = {digest for one in self._all for digest in one.hashes}
        texts = {digest: text for digest in usual.hashes if text and digest not in known}
        return Catalogues(usual, *self._all, former=self._former, texts={**self._texts, **texts})


class PublishedCatalogue(msgspec.Struct, frozen=True, kw_only=True):
    """One version of a catalogue that comes with the program, as it was published."""

    name: str
    version: int
    cards: str
    """Hash of its cards."""
    differs: str = ""
    """File in ``editions`` with the differences from the next version; "" if there are none."""


def name_in(placed: Placed) -> str:
    """Return the name of the catalogue in a file, "" where none stands."""
    member = placed.value.get("catalogue") if isinstance(placed.value, Mapping) else None
    return member.value.value if member is not None and isinstance(member.value.value, str) else ""


def earlier(later: Placed, differs: Placed) -> Placed:
    """Return a version of a catalogue, built from the next version and a file with the differences.

    The file states ``catalogue`` and ``version``; ``cards`` are rows as they were, whole; ``without`` names those that came later.
    """
    now, then = _mapping(later), _mapping(differs)
    rows = {_name(row): row for row in _rows(now, "cards")}
    for name in (row.value for row in _rows(then, "without")):
        rows.pop(str(name), None)
    rows |= {_name(row): row for row in _rows(then, "cards")}
    cards = replace(now["cards"], value=replace(now["cards"].value, value=tuple(rows.values())))
    head = {key: then[key] for key in ("catalogue", "version") if key in then}
    return replace(later, value={**now, **head, "cards": cards})


def _mapping(placed: Placed) -> Mapping[str, Member]:
    return placed.value if isinstance(placed.value, Mapping) else {}


def _rows(of: Mapping[str, Member], key: str) -> tuple[Placed, ...]:
    value = of[key].value.value if key in of else ()
    return value if isinstance(value, tuple) else ()


def _name(row: Placed) -> str:
    member = _mapping(row).get("name")
    return str(member.value.value) if member is not None else ""
