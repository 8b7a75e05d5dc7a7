"""A ruleset is a value: every point on which the sources differ or are silent is a named switch (DESIGN, idea 8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b

import msgspec

from records.errors import MalformedCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """One point of the rules on which readings differ."""

    name: str
    values: tuple[str, ...]
    """Every reading; the first is the default."""
    paragraph: str
    """Paragraph of the project's own rules text."""
    reason: str
    """Why the default is what it is, and which source says so."""
    house: bool = False
    """Whether no source answers the point, so that the default is ours."""


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """One reading of a game's rules: a value for each of its switches."""

    name: str
    """``castle-rampage/plain``."""
    version: int
    switches: tuple[Switch, ...]
    settings: Mapping[str, str]
    """Where it departs from the defaults."""

    def __post_init__(self) -> None:
        for name, value in self.settings.items():
            self._check(name, value)

    def __getitem__(self, name: str) -> str:
        """Return the reading of one switch; raises ``MalformedCommand`` for one that is not there."""
        try:
            return self._values[name]
        except KeyError:
            raise self._unknown(name) from None

    def with_settings(self, changes: Mapping[str, str]) -> Ruleset:
        """Return this ruleset with other readings; raises ``MalformedCommand`` for an unknown switch or value."""
        return Ruleset(name=self.name, version=self.version, switches=self.switches, settings={**self.settings, **changes})

    @cached_property
    def hash(self) -> str:
        """BLAKE2b-16 over name, version and the value of every switch; 32 hex digits."""
        plain = [self.name, self.version, [[switch.name, self[switch.name]] for switch in self.switches]]
        return blake2b(msgspec.json.encode(plain), digest_size=16).hexdigest()

    @cached_property
    def _values(self) -> Mapping[str, str]:
        return {switch.name: self.settings.get(switch.name, switch.values[0]) for switch in self.switches}

    def _check(self, name: str, value: str) -> None:
        values = self._switch(name).values
        if value not in values:
            raise MalformedCommand(f"{self.name}: {name} is one of {', '.join(values)}, not {value!r}")

    def _switch(self, name: str) -> Switch:
        for switch in self.switches:
            if switch.name == name:
                return switch
        raise self._unknown(name)

    def _unknown(self, name: str) -> MalformedCommand:
        known = ", ".join(switch.name for switch in self.switches)
        return MalformedCommand(f"{self.name} has no switch {name!r}; it has {known}")
