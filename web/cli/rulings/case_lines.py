"""A dispute in lines, as its reader may have it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.sentences import N_
from web.cli.rulings.readings import named_reading
from web.cli.steps import number_of
from web.words.cases import ANSWERS, SAYS, STANDING, VERDICTS
from web.words.phrases import seat_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.service import RecordView
    from records.service.cases.views import AnswerView, CaseView, RulingView
    from web.words.phrases import Locale

_CASE, _PLACE, _QUESTION = N_("Dispute"), N_("Record %(record)s, step %(n)s (steps %(first)s to %(last)s)"), N_("Question")
_BY, _ADJUSTED, _CARRIED, ERASED = N_("By this reading:"), N_("Adjusted result:"), N_(", carried out at step %(n)s"), N_("erased")
_WON, _DRAWN, _LOST = N_("won by %(names)s"), N_("drawn"), N_("lost by all")


def case_lines(case: CaseView, view: RecordView, locale: Locale) -> Iterator[str]:
    """Yield a dispute line by line; ``view`` is its record, by which its steps are counted."""
    said, erased = locale.translated, locale.translated(ERASED)
    where = ", ".join(filter(None, (case.header.event, case.header.round, case.header.table)))
    yield f"{said(_CASE)} {case.id}: {said(STANDING[case.standing])} ({case.viewer}){'  ' + where if where else ''}"
    at, first, last = (number_of(view, version) for version in (case.v, case.play.first, case.play.last))
    yield said(_PLACE) % {"record": case.record, "n": at, "first": first, "last": last}
    yield f"{_called(case.question.by, view, locale) or said(_QUESTION)}: {erased if case.written.erased else case.question.text}"
    for one in case.claims:
        if one.written.erased:
            yield f"  {one.id}: {erased}"
            continue
        yield f"  {one.id} {_called(one.body.party, view, locale)}: {said(SAYS[one.body.says])} {said(VERDICTS[one.verdict])}"
        yield f"     {said(_BY)} {named_reading(one.body.reading, one.reading, locale)}"
        if one.body.text:
            yield f"     {one.body.text}"
    for ruling in case.rulings:
        yield from _ruling(ruling, view, locale)
    if case.closed is not None:
        yield _answer(case.closed, view, locale, "  ")


def _ruling(one: RulingView, view: RecordView, locale: Locale) -> Iterator[str]:
    body, said = one.body, locale.translated
    cites = f" (§ {', '.join(body.cites)})" if body.cites else ""
    who = said(ERASED) if one.written.erased else _called(body.by, view, locale)
    yield f"  {one.id} {who}, {said(STANDING[one.standing.value])}{cites}: {body.text}".rstrip(": ")
    if body.reading is not None:
        yield f"     {said(_BY)} {named_reading(body.reading, one.reading, locale)}"
    if body.adjusted is not None:
        won = said(_WON) % {"names": ", ".join(seat_name(seat, view.names, locale) for seat in body.adjusted.winners)}
        result = said(_DRAWN) if body.adjusted.drawn else won if body.adjusted.winners else said(_LOST)
        seen = body.correction is not None and body.correction <= view.steps
        by = said(_CARRIED) % {"n": number_of(view, body.correction or 0)} if seen else ""
        yield f"     {said(_ADJUSTED)} {result}{by}"
    for answer in one.answers:
        yield _answer(answer, view, locale, "     ")


def _answer(one: AnswerView, view: RecordView, locale: Locale, indent: str) -> str:
    who = ", ".join(filter(None, (locale.translated(ANSWERS[one.kind]), _called(one.body.by, view, locale))))
    return f"{indent}{who}: {locale.translated(ERASED) if one.written.erased else one.body.text}".rstrip(": ")


def _called(who: str, view: RecordView, locale: Locale) -> str:
    """Return the name of a seat that is given by its key; other words stay."""
    return next((seat_name(seat, view.names, locale) for seat in view.header.seats if seat == who), who)
