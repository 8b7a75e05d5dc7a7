"""Values for the templates of one dispute, and of its ruling on a sheet."""

from __future__ import annotations

from difflib import SequenceMatcher
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from records.core.secret import ALL
from records.core.sentences import N_
from records.errors import MalformedCommand
from records.rulings.claims import readings_that_tell
from records.rulings.orders import told_alike
from records.rulings.redoing.plays import recorded_plays
from records.service.cases.views import ARBITER
from records.service.views import rereading
from records.values import replace
from web.pages.cases.of_record import OfRecord, address
from web.pages.cases.results import DRAWN, NOBODY, TEAM
from web.pages.replay.differing import differing
from web.pages.replay.table import ShownTable
from web.words.cases import ANSWERS, SAYS, TEXTS, VERDICTS
from web.words.outcomes import adjusted_result
from web.words.texts import _, day, listing, ngettext
from web.words.wording import say, say_plainly

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markupsafe import Markup

    from records.core.editions.rulesets import Ruleset
    from records.projections.timeline import Timeline
    from records.rulings.claims import PlayRead
    from records.service import GameBook, RecordView
    from records.service.cases.views import AnswerView, CaseView, ClaimView, RulingView, TextReaders
    from records.studies.layers.events import RuleReading
STOPS = {
    "refused": N_("The rules forbid what was decided."),
    "unanswered": N_("A question is asked that nobody answered."),
    "after the end": N_("The game is over here; the record goes on."),
}


class ToldLine(msgspec.Struct, frozen=True):
    """A sentence of a play as a reading decides it, beside the recorded one."""

    sentence: Markup | str
    rule: str
    sort: str
    """``same`` as recorded, ``new``, ``gone`` (recorded, and does not happen), or ``more``: several that are as recorded."""


class SwitchOffer(msgspec.Struct, frozen=True):
    """A reading of one switch, as a form offers it."""

    key: str
    title: str


class CasePage(OfRecord):
    """Values for the template of one dispute."""

    def __init__(self, book: GameBook, view: RecordView, case: CaseView, *, printed: bool = False, line: Timeline | None = None) -> None:
        super().__init__(book, view, case.viewer, line)
        self._book = book
        self._told = replace(view, seen=view.seen.by_name()) if printed else view
        self.found = case
        self.here = self.case(case.id)
        self.sheet = address("cases.ruling", case.id, self.viewer)
        self.offline = address("offline.case", case.id, self.viewer)
        self.reproduces = ""
        """For an imported dispute, whether the play has the result that its file says."""

    @cached_property
    def table(self) -> ShownTable:
        """The table as the disputed play left it, as far as this reader has its log."""
        return ShownTable(self._told, min(self.found.play.last, self._told.steps))

    @property
    def record_path(self) -> str:
        """Address of the record's disputes, "" where the record is not here."""
        return self.path

    @property
    def where(self) -> str:
        """Event, round and table, as far as they are named."""
        header = self.found.header
        round_ = _("round %(name)s", name=header.round) if header.round else ""
        table = _("table %(name)s", name=header.table) if header.table else ""
        return ", ".join(filter(None, (header.event, round_, table)))

    @property
    def eyes(self) -> tuple[tuple[str, str, bool], ...]:
        """The viewers as whom the case can be read: address, name, whether it is the present one."""
        known = [*((str(seat), self.seat(seat)) for seat in self.seats), ("public", _("The public")), ("open", _("Open table"))]
        known.append((ARBITER, _("Arbiter")))
        return tuple((address("cases.case", self.found.id, key), name, key == self.viewer) for key, name in known)

    @property
    def recorded(self) -> tuple[tuple[Markup, str], ...]:
        """The disputed play as it was recorded: sentences with their paragraphs."""
        play = self.found.play
        return self._sentences(self._told, range(play.first, play.last + 1))

    def by(self, of: RuleReading, known: Ruleset | None) -> tuple[str, ...]:
        """Return a reading in words: its ruleset, then each switch that is set apart from it."""
        if known is None:
            return (of.ruleset, *(f"{name}: {value}" for name, value in of.switches))
        apart = dict(of.switches)
        points = (
            f"{_(switch.title)}: {_(switch.choice(known[switch.name]).title)} (§ {switch.paragraph})"
            for switch in known.switches
            if switch.name in apart
        )
        return (_(known.title), *points)

    def follows(self, read: PlayRead | None) -> tuple[ToldLine, ...]:
        """Return the events under a reading, compared with the recorded ones; none if they are equal, or if it stops."""
        if read is None or not read.otherwise or read.stop is not None:
            return ()
        view = replace(self._told, seen=rereading.play_as_log(self._told.seen, read))
        lines = tuple(_against(self.recorded, self._sentences(view, range(read.play.first, view.steps + 1))))
        return lines if any(line.sort in {"new", "gone"} for line in lines) else (*lines, *self._beyond(read, view))

    def _beyond(self, read: PlayRead, view: RecordView) -> Iterator[ToldLine]:
        """Yield the differences if the sentences are the same: places and figures afterwards, or an order."""
        tables = ShownTable(self._told, read.play.last), ShownTable(view, view.steps)
        rows = differing(tables)
        for title, (was, would) in rows:
            yield ToldLine(_("Afterwards: %(title)s: %(words)s", title=title, words=was), "", "gone")
            yield ToldLine(_("Afterwards: %(title)s: %(words)s", title=title, words=would), "", "new")
        if not rows:
            recorded = (one.event for batch in read.play.batches for one in batch)
            yield ToldLine(say(told_alike(recorded, (event for _v, _cause, event in read.events)), self._view.names), "", "new")

    def stops(self, read: PlayRead | None) -> str:
        """Return why the play cannot be continued under a reading, "" if it can."""
        if read is None or read.stop is None:
            return ""
        told = _(STOPS.get(read.stop.kind, VERDICTS["cannot be judged"]))
        why = say_plainly(read.stop.why, self._view.names, self._view.faces) if read.stop.why is not None else ""
        return " ".join(filter(None, (told, why, f"(§ {read.stop.paragraph})" if read.stop.paragraph else "")))

    def says(self, claim: ClaimView) -> str:
        """Return what a claim says, in words."""
        return _(SAYS[claim.body.says])

    def verdict(self, claim: ClaimView) -> str:
        """Return the result of checking a claim, in words."""
        return _(VERDICTS[claim.verdict])

    def answer(self, one: AnswerView) -> str:
        """Return what sort of answer it is, in words."""
        return _(ANSWERS[one.kind])

    def read_by(self, written: TextReaders) -> str:
        """Return who may read a text, and whether it provably reveals nothing new to them."""
        if written.known_to == ALL:
            who = _("for everybody")
        elif written.known_to:
            who = _("for %(names)s", names=listing([self.called(seat) for seat in written.known_to]))
        else:
            who = _("for the open table")
        how = _("proven") if written.status.value == "proven" else _("declared")
        return f"{who}, {how}"

    def day(self, written: TextReaders) -> str:
        """Return the day on which something was written."""
        return day(written.at)

    def adjusted(self, ruling: RulingView) -> str:
        """Return the adjusted result in words, "" where there is none."""
        return adjusted_result(ruling.body.adjusted, self._view.names, self.seats if self.game.together else ())

    @property
    def results(self) -> tuple[tuple[str, str], ...]:
        """The results that a ruling can give: the form's value, and words. Who plays together wins and loses together."""
        won = tuple((str(seat), _("%(name)s wins", name=self.seat(seat))) for seat in self.seats)
        if not self.game.together:
            return (*won, (DRAWN, _("drawn")), (NOBODY, _("lost by all")))
        return ((TEAM, _("The team wins")) if len(won) > 1 else won[0], (NOBODY, _("lost by all")))

    @property
    def last(self) -> RulingView | None:
        """The ruling that stands, in force or appealed."""
        return next((one for one in self.found.rulings if one.standing.value != "overruled"), None)

    @property
    def erasable(self) -> tuple[tuple[str, str], ...]:
        """Texts that can be erased, as far as this reader has them: id and title."""
        titles = {one.id: f"{self.called(one.body.party)}: {self.says(one)}" for one in self.found.claims if not one.written.erased}
        titles |= {one.id: _("Ruling by %(name)s", name=self.called(one.body.by)) for one in self.found.rulings}
        return tuple((what, titles.get(what) or _(TEXTS[what])) for what in self.found.erasable)

    @property
    def next_party(self) -> str:
        """Name of a seat that has claimed nothing yet; "" if all have."""
        claimed = {self.called(one.body.party) for one in self.found.claims}
        return next((self.seat(seat) for seat in self.seats if self.seat(seat) not in claimed), "")

    @property
    def rulesets(self) -> tuple[tuple[str, str], ...]:
        """The rulesets of the game: name and title."""
        return tuple((name, _(one.title)) for name, one in self._view.game.rules.rulesets.items())

    @cached_property
    def quarrels(self) -> tuple[SwitchOffer, ...]:
        """The readings under which the disputed play would differ, as far as this reader's log shows: possible subjects of a dispute."""
        try:
            own = self._view.reading()
        except MalformedCommand:
            return ()
        record = recorded_plays(self._view.game, self._view.header, self._view.events)
        named = {switch.name: switch for switch in own.switches}
        return tuple(
            SwitchOffer(f"{name}={value}", f"{_(named[name].title)}: {_(named[name].choice(value).title)}")
            for name, value in readings_that_tell(record, self.found.play, own)
        )

    @cached_property
    def switches(self) -> tuple[tuple[str, str, tuple[SwitchOffer, ...]], ...]:
        """Each switch with what the record plays, and the values that a form offers instead."""
        try:
            own = self._view.reading()
        except MalformedCommand:
            return ()
        return tuple(
            (
                f"{_(switch.title)} (§ {switch.paragraph})",
                _(switch.choice(own[switch.name]).title),
                tuple(SwitchOffer(f"{switch.name}={one.name}", _(one.title)) for one in switch.choices if one.name != own[switch.name]),
            )
            for switch in own.switches
        )

    def _sentences(self, view: RecordView, versions: range) -> tuple[tuple[Markup, str], ...]:
        steps = (step for step in view.timeline.told if step.version in versions and not step.cut)
        return tuple((say(line, view.names, view.faces), step.rule) for step in steps for line in step.lines)


_AROUND = 2
"""Most recorded sentences that are shown one by one; longer runs are only counted."""


def _against(recorded: Sequence[tuple[Markup, str]], told: Sequence[tuple[Markup, str]]) -> Iterator[ToldLine]:
    """Yield a play under a reading compared with the recorded one: new and missing sentences, and the number of equal ones between."""
    here, there = [str(sentence) for sentence, _rule in recorded], [str(sentence) for sentence, _rule in told]
    for tag, first, last, begin, end in SequenceMatcher(None, here, there, autojunk=False).get_opcodes():
        if tag == "equal":
            if end - begin > _AROUND:
                yield ToldLine(ngettext("%(num)s step as recorded", "%(num)s steps as recorded", end - begin), "", "more")
            else:
                yield from (ToldLine(sentence, rule, "same") for sentence, rule in told[begin:end])
        else:
            yield from (ToldLine(sentence, rule, "gone") for sentence, rule in recorded[first:last])
            yield from (ToldLine(sentence, rule, "new") for sentence, rule in told[begin:end])
