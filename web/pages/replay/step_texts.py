"""What ``macros/steps.html`` and ``macros/words.html`` ask about steps: addresses, names and sentences, for one viewer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.viewers import Spectator, viewer_key
from records.service.pieces import CountedDict
from web.pages.board.cache import cached_for
from web.words.texts import _, number
from web.words.wording import say, say_plainly, seat_name

if TYPE_CHECKING:
    from markupsafe import Markup

    from records.core.ids import SeatKey
    from records.core.sentences import Sentence
    from records.core.wording.narration import PrivateLine
    from records.projections.timeline import Step
    from records.service import RecordView


class _Said(CountedDict["tuple[object, ...]", "Markup"]):
    """Sentences as they are said, by message and fields."""


class _SaidPlainly(CountedDict["tuple[object, ...]", str]):
    """The same without markup."""


class StepTexts:
    """Addresses and words of a record's steps. ``path`` is the record's address, ``lens`` stands behind each step's."""

    def __init__(self, view: RecordView, path: str, lens: str, *, has_rules: bool) -> None:
        self._view, self._path, self.lens, self._has_rules = view, path, lens, has_rules
        self._as = viewer_key(view.viewer)
        self._said, self._plainly = cached_for(view, _Said), cached_for(view, _SaidPlainly)

    def to(self, version: int) -> str:
        """Return the address of a step, for the same viewer."""
        return f"{self._path}?at={version}&as={self._as}{self.lens}"  # 100 of them on a page: url_for would take half the page's time

    def again(self, version: int, eyes: str) -> str:
        """Return the address of a step through other eyes, with all that was known then."""
        return f"{self._path}?at={version}&as={eyes}"

    def count(self, version: int) -> int:
        """Return the number of a step, as the arrows count."""
        return self._view.timeline.step_number(version)

    def nth(self, version: int) -> str:
        """Return it as the reader's language writes it."""
        return number(self.count(version))

    def paragraph(self, step: Step) -> str:
        """Return the address of the rule that a step names; "" where it names none, or its game brings no rules text."""
        return f"{self._path}/rules?at={step.version}&as={self._as}#p{step.rule}" if step.rule and self._has_rules else ""

    def explained(self, step: Step) -> str:
        """Return the address at which a step is explained; "" where no rule gave it."""
        return f"{self._path}/explain?at={step.version}&as={self._as}" if step.rule else ""

    def name(self, seat: SeatKey) -> str:
        """Return the player's name."""
        return seat_name(seat, self._view.names)

    def say(self, sentence: Sentence) -> Markup:
        """Return a sentence of the record in the reader's language."""
        key = (sentence.text, *sentence.args.items())
        said = self._said.get(key)
        return self._said.put(key, say(sentence, self._view.names, self._view.faces)) if said is None else said

    def plainly(self, sentence: Sentence) -> str:
        """Return it without markup."""
        key = (sentence.text, *sentence.args.items())
        said = self._plainly.get(key)
        return self._plainly.put(key, say_plainly(sentence, self._view.names, self._view.faces)) if said is None else said

    def is_other_sides(self, tell: PrivateLine) -> bool:
        """Whether the other side learned it: a red eye. A viewer without a seat has no other side."""
        return not tell.mine and not isinstance(self._view.viewer, Spectator)

    def passing(self, step: Step) -> str:
        """Return what a step is called while its board is shown in passing."""
        return _("Step %(n)s, preview", n=self.nth(step.version))
