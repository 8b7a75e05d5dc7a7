"""A ruleset is a value: every point on which the sources differ or are silent is a named switch (design/architecture: Rulesets)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from hashlib import blake2b

import msgspec

from records.errors import GameRefused, MalformedCommand
from records.values import replace


class SwitchValue(msgspec.Struct, frozen=True):
    """One reading of a switch."""

    name: str
    """As records and commands write it: ``never dealt``."""
    title: str
    """Message id of its name for people."""
    says: str
    """Message id of a sentence: what happens under this reading."""


class Switch(msgspec.Struct, frozen=True, kw_only=True):
    """One point of the rules on which readings differ."""

    name: str
    """As records and commands write it: ``purple_at_start``."""
    title: str
    """Message id of its name for people."""
    says: str
    """Message id of the question that its readings answer."""
    choices: tuple[SwitchValue, ...]
    """Every reading; the first is the default."""
    paragraph: str
    """Paragraph of the project's own rules text."""
    reason: str
    """Why the default is what it is, and which source says so."""
    house: bool = False
    """Whether no source answers the point, so that the default is ours."""
    before: str = ""
    """The reading by which the rules went as long as there was no switch: one of the values; "" for a switch that was always there."""

    def __post_init__(self) -> None:
        if self.before not in ("", *self.values):
            raise GameRefused(f"switch {self.name}: before is one of its values, or nothing where it was always there: {self.before!r}")

    @property
    def values(self) -> tuple[str, ...]:
        """Names of the readings, the default first."""
        return tuple(choice.name for choice in self.choices)

    def choice(self, value: str) -> SwitchValue:
        """Return the reading of this name."""
        return next(choice for choice in self.choices if choice.name == value)


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """One reading of a game's rules: a value for each of its switches."""

    name: str
    """As records and commands write it: ``castle-rampage/plain``."""
    title: str
    """Message id of its name for people."""
    says: str
    """Message id of a sentence: which reading it is."""
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
        if not changes:
            return self
        return replace(self, settings={**self.settings, **changes})

    def with_known(self, changes: Mapping[str, str]) -> Ruleset:
        """Return this ruleset with those of ``changes`` that it knows: a record may come from where more is known."""
        known = {switch.name: switch.values for switch in self.switches}
        return self.with_settings({name: value for name, value in changes.items() if value in known.get(name, ())})

    @cached_property
    def hash(self) -> str:
        """What it decides: BLAKE2b-16 over name, version and the value of every switch; 32 hex digits.

        A switch that came later and reads as the rules went before it decides nothing new, so it is left out: a ruleset keeps its hash
        when the rules grow.
        """
        values = self._values  # to name a reading asks nothing of it: a watched one notes no switch here
        decided = [
            [switch.name, values[switch.name]] for switch in self.switches if not switch.before or values[switch.name] != switch.before
        ]
        plain = [self.name, self.version, decided]
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


@dataclass(frozen=True, kw_only=True)
class WatchedRuleset(Ruleset):
    """A ruleset that notes which of its switches are read."""

    read: set[str] = field(default_factory=set, compare=False)
    """Names of switches; shared with every ruleset that is made out of this one."""

    @classmethod
    def of(cls, ruleset: Ruleset) -> WatchedRuleset:
        """Return the same reading, watched."""
        watched = cls(**{own.name: getattr(ruleset, own.name) for own in fields(Ruleset)})
        watched.__dict__.update(_values=ruleset._values, hash=ruleset.hash)  # noqa: SLF001 -- the same ones, not worked out again
        return watched

    def __getitem__(self, name: str) -> str:
        """Return the reading of one switch, as any ruleset does."""
        self.read.add(name)
        return super().__getitem__(name)

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """Paragraphs of the switches that were read, in the order of the switches."""
        return tuple(dict.fromkeys(switch.paragraph for switch in self.switches if switch.name in self.read))
