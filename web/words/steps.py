"""Steps of a record as lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.words.phrases import say_plainly

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from records.core.ids import SeatKey
    from records.projections.timeline import Step
    from web.words.phrases import Locale


def step_lines(step: Step, names: Mapping[SeatKey, str], locale: Locale) -> Iterator[str]:
    """Yield a step as lines of text: a star before private information, its paragraph of the rules after the last line."""
    sentences = [("", sentence) for sentence in step.lines] + [("* ", told.sentence) for told in step.tells]
    for nth, (mark, sentence) in enumerate(sentences, 1):
        rule = f" (§ {step.rule})" if step.rule and nth == len(sentences) else ""
        yield mark + say_plainly(sentence, names, locale) + rule + (" [taken back]" if step.cut else "")
    if not sentences:
        yield "-"
