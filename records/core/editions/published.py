"""The rulesets of a game, and those that its records were made with: a ruleset that was published once is readable for ever."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.editions.rulesets import Ruleset
from records.core.sentences import N_
from records.core.shared import GameStarted
from records.errors import MalformedCommand
from records.values import replace

if TYPE_CHECKING:
    from records.core.events import Recorded
    from records.core.header import Header


EARLIER, EARLIER_SAYS = N_("Earlier rules"), N_("Rules that were played by once, under a name that is no longer in use.")


class PublishedRuleset(msgspec.Struct, frozen=True):
    """What a ruleset decided when it was published."""

    name: str
    version: int
    values: Mapping[str, str]
    """By switch. One that is not named came later, and stands as the rules went before it."""


class Rulesets(Mapping[str, Ruleset]):
    """The rulesets that a game is played by, by name, the usual one first; beside them every one that was published, by its hash."""

    def __init__(self, current: Sequence[Ruleset] = (), published: Mapping[str, PublishedRuleset] | None = None) -> None:
        self._current = {ruleset.name: ruleset for ruleset in current}
        self.published: Mapping[str, PublishedRuleset] = published or {}
        self._former: dict[str, Ruleset | None] = {}

    def __getitem__(self, name: str) -> Ruleset:
        return self._current[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._current)

    def __len__(self) -> int:
        return len(self._current)

    def named(self, name: str) -> Ruleset:
        """Return the ruleset of a name, "" being the usual one; raises ``MalformedCommand`` for an unknown one."""
        ruleset = self._current.get(name) if name else next(iter(self._current.values()), None)
        if ruleset is None:
            there = ", ".join(f"{one.name} ({one.title})" for one in self._current.values())
            raise MalformedCommand(f"there is no ruleset {name!r}; there are {there}")
        return ruleset

    def of(self, header: Header) -> Ruleset | None:
        """Return the ruleset that a record was made with, None where this edition of the rules is not known here."""
        current = self._current.get(header.ruleset)
        if current is not None and current.hash == header.ruleset_hash:
            return current
        former = self._published(header.ruleset_hash)
        return former if former is not None and former.name == header.ruleset else None

    def nearest(self, header: Header) -> Ruleset:
        """Return the ruleset that a record was made with; where it is not known, the one of its name as it is now, else the usual one.

        Enough to read a record by, for what happened needs no rules. Nothing may be decided by it without asking ``of``.
        """
        return self.of(header) or self._current.get(header.ruleset) or self.named("")

    def _published(self, digest: str) -> Ruleset | None:
        if digest not in self.published:
            return None
        if digest not in self._former:
            self._former[digest] = self._restored(digest, self.published[digest])
        return self._former[digest]

    def _restored(self, digest: str, published: PublishedRuleset) -> Ruleset | None:
        """Return a published ruleset with the switches of today; None where one that it decided on is no more."""
        like = self._current.get(published.name) or replace(self.named(""), title=EARLIER, says=EARLIER_SAYS)
        settings = {switch.name: published.values.get(switch.name, switch.before) for switch in like.switches}
        try:
            ruleset = replace(like, name=published.name, version=published.version, settings=settings)
        except MalformedCommand:
            return None
        return ruleset if ruleset.hash == digest and published.values.keys() <= settings.keys() else None


def stated_readings(log: Sequence[Recorded[Any]]) -> Mapping[str, str]:
    """Return the readings that a game itself set apart from its ruleset when it began, at last if it began more than once."""
    begins = [recorded.event for recorded in log if isinstance(recorded.event, GameStarted)]
    return dict(begins[-1].switches) if begins else {}
