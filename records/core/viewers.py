"""Viewers and callers."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import msgspec

from records.core.ids import SeatKey

if TYPE_CHECKING:
    from records.core.secret import Audience


class Spectator(enum.Enum):
    """The two viewers that sit on no seat."""

    PUBLIC = "public"
    """Sees what everybody at the table sees."""
    OPEN = "open"
    """Sees everything that the record holds."""


Viewer: TypeAlias = SeatKey | Spectator
PUBLIC, OPEN = Spectator.PUBLIC, Spectator.OPEN


def sees(viewer: Viewer, known_to: Audience) -> bool:
    """Whether ``viewer`` was shown what ``known_to`` was shown."""
    return viewer in known_to or viewer is OPEN or known_to == ("*",)


def viewer_key(viewer: Viewer) -> str:
    """Return how a viewer is written in a URL or option: ``public``, ``open`` or the seat's key."""
    return viewer.value if isinstance(viewer, Spectator) else viewer


class CallerKind(enum.Enum):
    """By what a caller is known."""

    LOCAL = "local"
    """The one user of a program without accounts."""
    OPERATOR = "operator"
    """The operator, who runs the program and holds the store, at the command line."""
    ACCOUNT = "account"
    TOKEN = "token"  # noqa: S105 -- a kind, no secret
    """A program that asks for an account."""
    LINK = "link"
    """The holder of a link that somebody shared."""
    LEARNER = "learner"
    """Somebody who joined a class by its code; reaches that class and nothing else."""
    ANONYMOUS = "anonymous"


class Role(enum.StrEnum):
    """What an account may do in addition to what is released to everybody (design/access: Callers and the policy)."""

    PLAYER = "player"
    RECORDER = "recorder"
    TEACHER = "teacher"
    ARBITER = "arbiter"
    ADMIN = "admin"


class Scope(enum.StrEnum):
    """What a token can be good for."""

    READ = "read"
    RECORD = "record"
    """Begin games, write into them, and say how they went."""
    UPLOAD = "upload"
    ANNOTATE = "annotate"
    """Write notes, lines and disputes."""
    KEEP = "keep"
    """What an admin does."""


class Delay(NamedTuple):
    """How far behind a running game a link stays: an event is shown once so many came after it, and so many minutes passed since."""

    steps: int = 0
    minutes: int = 0


NO_DELAY = Delay()


STUDY_LINK = "study"
"""Used instead of a viewer if a link leads to a study, whose chapters name their viewers."""


class LinkGrant(msgspec.Struct, frozen=True):
    """What a link shows to its holder: at most what its maker sees then."""

    record: str
    """A study's id where the link leads to one."""
    viewer: Viewer
    first: int = 0
    """The step at which it opens."""
    last: int | None = None
    """The record ends there."""
    names: bool = False
    export: bool = False
    cases: bool = False
    """Whether its holder may open a case about what it shows."""
    origins: tuple[str, ...] = ()
    """Sites that may show it in a frame of theirs."""
    delay: Delay = NO_DELAY
    shows: object = None
    """Which chapter of a study is looked through; None for a link to a record."""
    asks: bool = False
    """Whether a question is open that the engine's answers about it would tell: none of these is to be had then."""

    @property
    def of_study(self) -> bool:
        """Whether the link leads to a study."""
        return self.viewer == STUDY_LINK


class Caller(msgspec.Struct, frozen=True):
    """The person who calls, as far as the program knows."""

    name: str
    """As it stands in messages; "" for the one local user of a program without accounts."""
    kind: CallerKind = CallerKind.ANONYMOUS
    account: str = ""
    """Key of the account that asks, or for which is asked; "" for none. Of a learner where it came into the class."""
    roles: frozenset[Role] = frozenset()
    via: str = ""
    """Which way in: the digest of a session, a token or a link."""
    scopes: frozenset[Scope] | None = None
    """What a token is good for, within the rights of its account; None for everything."""
    in_class: str = ""
    """Of a learner, which class."""
    grant: LinkGrant | None = None
    """What a link leads to; its account and roles are those of its maker."""
    reason: str = ""
    """Why hands are opened, in the operator's words; the trail keeps it."""

    @property
    def person(self) -> str:
        """The key by which the author of notes is found; the holder of the store is the local user from before it had accounts."""
        return self.account or ("" if self.kind is CallerKind.OPERATOR else self.name)


LOCAL = Caller("", CallerKind.LOCAL)
OPERATOR = Caller("operator", CallerKind.OPERATOR)
ANONYMOUS = Caller("anonymous")
