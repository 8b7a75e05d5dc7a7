"""Findings of an audit in words, for page and command line alike, in the language of a ``Locale``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from records.core.sentences import N_, Sentence
from records.rulings.audit import Verdict
from records.rulings.consequences import Matters
from web.words.phrases import Printed, say_plainly

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from records.core.board import CardFace
    from records.core.ids import SeatKey
    from records.service.views.findings import AuditFinding
    from web.words.phrases import Locale

VERDICTS = {
    Verdict.BROKEN: N_("against a rule"),
    Verdict.DIFFERS: N_("not what follows by the rules"),
    Verdict.OPEN: N_("cannot be judged"),
}
MATTERS = {
    Matters.NOTHING: N_("It changed nothing: after this play everything is as the rules would have it."),
    Matters.TAKEN_BACK: N_("It was taken back."),
    Matters.OVER: N_("It is over: after step %(n)s everything is as the rules would have it."),
    Matters.LASTS: N_("It can still matter: by the rules the position would be different."),
    Matters.SAME_RESULT: N_("By the rules the position would be different; the result is the same."),
    Matters.RESULT: N_("It matters: by the rules the game would have ended differently."),
    Matters.INSTEAD: N_("It can still matter: the rules forbid it, and nobody can say what would have been decided instead."),
    Matters.OPEN: N_("Whether it matters cannot be judged from this log."),
    Matters.NOT_FOLLOWED: N_("Whether it matters was not checked: too much was found before it."),
}
_NOTICED, _UNNOTICED = N_("Could be noticed by %(names)s."), N_("No one at the table could notice it.")
_KEPT, _NOT_KEPT = N_("In line with the rules if the card is: %(cards)s."), N_("Not if it is: %(cards)s.")


class FindingWords(msgspec.Struct, frozen=True):
    """A finding in one language; each text is "" where there is nothing to say."""

    finding: AuditFinding
    names: Mapping[SeatKey, str]
    faces: Mapping[str, CardFace]
    locale: Locale
    nth: Callable[[int], int] = int
    """Number of the step after an event, used on pages; elsewhere events are named."""

    @property
    def whose(self) -> str:
        """Whose decision it was."""
        seat = self.finding.seat
        return self.names.get(seat, str(seat)) if seat is not None else ""

    @property
    def verdict(self) -> str:
        """What the rules say of it."""
        return self.locale.translated(VERDICTS[self.finding.judged.verdict])

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The paragraph that was broken, that gives what should have followed, or by which it could not be judged."""
        one = self.finding.judged
        return one.unjudged or ((one.paragraph,) if one.paragraph else ())

    @property
    def why(self) -> str:
        """The reason, unless the recorded and the correct event already show it."""
        told = self.finding.judged.why
        return "" if told is None or self.ruled else self._say(told)

    @property
    def recorded(self) -> str:
        """What was recorded."""
        return self._all(self.finding.recorded)

    @property
    def ruled(self) -> str:
        """What the rules give there; "" if it has the same words."""
        told = self._all(self.finding.ruled)
        return "" if told == self.recorded else told

    @property
    def noticed(self) -> str:
        """Who could have noticed it."""
        if not self.finding.judged.wrong:
            return ""
        names = ", ".join(self.names.get(seat, str(seat)) for seat in self.finding.noticed_by)
        return self._say(Sentence(_NOTICED, {"names": names}) if names else Sentence(_UNNOTICED))

    @property
    def matters(self) -> str:
        """Whether it can still matter."""
        found = self.finding.consequence
        return "" if found is None else self._say(Sentence(MATTERS[found.matters], {"n": self.nth(found.until or 0)}))

    @property
    def possible(self) -> tuple[str, ...]:
        """With which cards it would be as the rules say, and with which not."""
        kept: list[str] = []
        other: list[str] = []
        for one in self.finding.possibilities:
            card = Printed(self.locale, self.faces).card(one.card)
            if one.verdict is Verdict.KEPT:
                kept.append(card)
            else:
                other.append(f"{card} (§ {one.paragraph})" if one.paragraph else card)
        told = ((_KEPT, kept), (_NOT_KEPT, other))
        return tuple(self._say(Sentence(text, {"cards": ", ".join(dict.fromkeys(cards))})) for text, cards in told if cards)

    def _all(self, sentences: Sequence[Sentence]) -> str:
        return " ".join(map(self._say, sentences))

    def _say(self, sentence: Sentence) -> str:
        return say_plainly(sentence, self.names, Printed(self.locale, self.faces))
