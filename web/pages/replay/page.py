"""The replay page: one record, one viewer, one step."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from flask import request
from markupsafe import Markup

from records.core.asking.typed import DEALT
from records.core.viewers import OPEN, Spectator
from records.service.viewing import is_judged_for_pages
from records.service.writing.record_filler import answering
from web.callers import CLASS, chapter_place
from web.charts import has_charts
from web.choices import BY, CHOICES, LARGE, STRIDES, large_cards, stride
from web.links import is_below
from web.looking import check_hindsight, check_memory, check_step, look, news_of, stream_of
from web.pages.board.card_views import HERE
from web.pages.replay.controls import Control, controls, next_stride
from web.pages.replay.fragments import Pieces, same_on
from web.pages.replay.marks import FIRST, turning_list, turning_marks
from web.pages.replay.notes import NotesHere, notes_here
from web.pages.replay.precedents import speaking
from web.pages.replay.retold import NOTHING, retold
from web.pages.replay.reviewed import may_be_reviewed, review_address
from web.pages.replay.story import Story, tell_in_suspense, turns_at
from web.pages.replay.story import tell as tell_story
from web.pages.replay.table import ShownTable
from web.pages.replay.viewers import eyes_of
from web.pages.rules.page import has_rules
from web.queries import FORGETFUL, HINDSIGHT, read_choice, read_number
from web.roots import path_to
from web.suspense import NAME, OFF, ON, WISHES, in_suspense
from web.words.games import game_face, game_line
from web.words.rulesets import joined, rules_line
from web.words.seats import played_alone
from web.words.texts import _, listing, ngettext, number

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from records.core.sentences import Sentence
    from records.core.viewers import Caller
    from records.service import GameBook, RecordView
    from records.service.cases.precedents import Precedent
    from web.choices import Stride
    from web.pages.replay.marks import BarMark


SHORT = "short"
"""Parameter of a step without its page: turns that stay as they are when the arrows are followed are named only."""


def page(book: GameBook, caller: Caller, record: str, asked: Mapping[str, str], view: RecordView | None = None) -> ReplayPage:
    """Return the page for ``at`` (without it: the first move), ``as`` (without it: the open table), ``memory`` and ``knows``.

    Raises Refused (404 for a record or step that is not there, 422 for what cannot be read or names nobody), and NotYours.
    """
    at = read_number("at", asked["at"]) if "at" in asked else None
    if view is None:
        view = look(book, caller, record, asked.get("as"))
    opens = at is None
    if at is None:
        at = view.timeline.first_move
    if NAME in asked:
        read_choice(NAME, asked[NAME], WISHES)
    if BY in asked:
        read_choice(BY, asked[BY], STRIDES)
    if LARGE in asked:
        read_choice(LARGE, asked[LARGE], CHOICES[LARGE])
    if SHORT in asked:
        read_choice(SHORT, asked[SHORT], ("on",))
    suspense = in_suspense()
    forgets = check_memory(view, asked.get("memory"))
    hindsight = check_hindsight(asked.get("knows"), forgets=forgets)
    check_step(view, at)
    told = view.timeline_until(at) if suspense else view.timeline
    if not suspense:
        story = tell_story(told, view.header.seats, view.steps, at)
    else:
        story = tell_in_suspense(told, view.timeline, view.header.seats, view.steps, at)
    path = path_to("pages.replay", record=record)
    table = ShownTable(view, at, path=path, lens=FORGETFUL if forgets else HINDSIGHT if hindsight else "", told=told)
    shown = ReplayPage(book, view, story, table, suspense=suspense, opens=opens, short=SHORT in asked)
    shown.precedents = speaking(book, caller, view, at, suspense=suspense)
    if shown.kept:
        shown.retold = retold(book, caller, view, at)
    shown.notes = notes_here(book, caller, view, at, story.overview.count, suspense=suspense)
    return shown


class ReplayPage:
    """What the template of the page may ask; made anew for every request."""

    def __init__(
        self, book: GameBook, view: RecordView, story: Story, table: ShownTable, *, suspense: bool, opens: bool, short: bool
    ) -> None:
        self.view, self.story, self.table, self.suspense, self.short = view, story, table, suspense, short
        self.precedents: tuple[Precedent, ...] = ()
        """Rulings about other games that speak to the play of this step."""
        self.notes = NotesHere()
        """What people wrote."""
        self.retold = NOTHING
        """The log from which it was told, or the records that tell it."""
        self.opens = opens
        """Whether the record is opened here, and nobody has named a step."""
        self.by: Stride = stride()
        """How far arrows lead."""
        self.lens, self.forgets, self.hindsight = table.lens, table.forgets, table.hindsight
        self.kept = not (is_below() or CLASS in request.environ or chapter_place() is not None)
        """Whether the list of games leads back here: not below a link, a class or a chapter."""
        self.game = game_face(book.games, view.header.game)
        self.record = view.header.record
        self.path = path_to("pages.replay", record=self.record)
        self.has_rules, self.has_charts = has_rules(view.header.game), has_charts(view)
        self.has_notation = view.game.play is not None
        self.texts, self.viewer = table.texts, table.viewer
        self.to, self.name, self.say = self.texts.to, self.texts.name, self.texts.say
        self.viewers = tuple(eyes_of(view, eyes, table.lens) for eyes in view.eyes)
        self.here = self.to(story.at)
        self.any_step = HERE
        """Stands for the step in what is drawn once for all steps."""
        self._pieces = Pieces(view, self.texts, kept=not suspense)

    def once(self, part: str, *of: Hashable, caller: Callable[[], Markup]) -> Markup:
        """Return a part of the page that depends on the log, who may look at it, the lens, and ``of``: it is drawn once.

        The step stands in it as ``HERE``, as in all addresses that are named so below, and is filled in.
        """
        return self._pieces.once(part, (self.view.allowed, *of), caller).replace(HERE, str(self.story.at))

    @property
    def at_turning(self) -> int | None:
        """This step where it is a turning point of the list, else None."""
        return self.story.at if self.story.at in self.view.turning_points(self.view.steps) else None

    @property
    def other_lens(self) -> str:
        """Address of this step through the other lens, all that was seen or what a table keeps; "" where no table of the game forgets."""
        if self.view.game.board.memory is None:
            return ""
        return f"{self.path}?at={HERE}&as={self.viewer.key}{'' if self.forgets else FORGETFUL}"

    @property
    def other_time(self) -> str:
        """Address of this step with what was known of it then, or in hindsight."""
        return f"{self.path}?at={HERE}&as={self.viewer.key}{'' if self.hindsight else HINDSIGHT}"

    @property
    def alone(self) -> str:
        """Who plays several seats, in words; "" where nobody does."""
        return played_alone(self.view)

    @property
    def both_eyes(self) -> str:
        """Address of this step as two viewers saw it, "" where there is nobody else to look as, or in suspense."""
        if self.suspense or len(self.viewers) == 1:
            return ""
        return f"{path_to('eyes.two', record=self.record)}?at={HERE}&as={self.viewer.key}"

    @property
    def other_suspense(self) -> str:
        """Address of this step with all of the game's length, or without anything of what comes later."""
        wish = OFF if self.suspense else ON
        return f"{self.path}?at={self.story.at}&as={self.viewer.key}{FORGETFUL if self.forgets else ''}&{NAME}={wish}"

    @property
    def ends(self) -> bool:
        """Whether a reader in suspense has come to the end here."""
        return self.suspense and self.story.ways.on is None

    @property
    def other_size(self) -> str:
        """Address of this step with large cards, or with cards of the usual size."""
        wish = "off" if large_cards() else "on"
        return f"{self.path}?at={self.story.at}&as={self.viewer.key}{self.lens}&{LARGE}={wish}"

    @property
    def has_turning(self) -> bool:
        """Whether turning points are looked for in this game."""
        return self.view.game.board.turning is not None

    @cached_property
    def turning(self) -> tuple[BarMark, ...]:
        """The turning points up to this step."""
        return turning_marks(self.view, self.story.at, self.story.overview.count)

    @cached_property
    def turning_list(self) -> tuple[tuple[BarMark, ...], tuple[BarMark, ...]]:
        """The turning points of the game, in suspense of what was reached, the greatest swing first: those shown at once, and the rest."""
        every = turning_list(self.view, self.story.at if self.suspense else self.view.steps, self.story.overview.count)
        return every[:FIRST], every[FIRST:]

    @property
    def review(self) -> str:
        """Address of the review through these eyes; "" where there cannot be one, and in suspense."""
        return review_address(self.view) if not self.suspense and may_be_reviewed(self.view) else ""

    @property
    def reviewed(self) -> str:
        """Address of what the review says of decisions and turning points; "" as above."""
        return self.review.replace("/review?", "/review/marks?")

    @property
    def breaches(self) -> str:
        """Address of what could be seen up to this step to be against the rules; "" where nobody judges it."""
        return f"{self.path}/breaches?at={HERE}&as={self.viewer.key}" if is_judged_for_pages(self.view) else ""

    @property
    def marks(self) -> tuple[BarMark, ...]:
        """The marks on the bar, in the order in which they are drawn; what is against the rules comes after (``breaches``)."""
        return (*self.turning, *self.notes.bar)

    @cached_property
    def controls(self) -> dict[str, Control]:
        """The step controls by name."""
        here = f"{self.path}/onward?at={self.story.at}&as={self.viewer.key}{self.lens}&{BY}="
        return controls(self.story.ways, self.by, self.to, lambda far: here + far)

    @property
    def other_stride(self) -> str:
        """Address of this step with arrows that lead further, or by events again."""
        return f"{self.here}&{BY}={next_stride(self.by)}"

    @property
    def opening(self) -> str:
        """Who plays what, by the name that somebody gave the game, where there is one."""
        names, game = self.names, self.called or self.game.title
        return ngettext("%(names)s plays %(game)s.", "%(names)s play %(game)s.", len(names), names=listing(names), game=game)

    @property
    def last_turning(self) -> int | None:
        """Version of the last one before this step."""
        return max((mark.version for mark in self.turning if mark.version < self.story.at), default=None)

    @property
    def on_turning(self) -> str:
        """Address that leads to the next one without telling on this page where it is; "" at the end and in suspense."""
        if self.suspense or self.story.ways.on is None:
            return ""
        return f"{self.path}/turning?at={HERE}&as={self.viewer.key}{self.lens}"

    @property
    def takes_along(self) -> bool:
        """Whether files of the record are offered."""
        return self.view.takes_along

    @property
    def news(self) -> str:
        """Where a script learns that the game went on, "" where it does not run, or how far it is is hidden from who looks."""
        return news_of(self.view) if self.view.running and (self.view.followed or not self.suspense) else ""

    @property
    def stream(self) -> str:
        """Where it hears that as it happens."""
        return stream_of(self.view) if self.news else ""

    @property
    def steps(self) -> int:
        """Number of events."""
        return self.view.steps

    @property
    def last_number(self) -> int:
        """Number of the last step, as pages number them."""
        return self.view.timeline.step_number(self.view.steps)

    @property
    def sheet(self) -> str:
        """Address of the page on which this game is written on; "" where it is over, cannot be, or in suspense.

        Callers who see the open table write for all, players for their seat if the program deals, whatever viewer is chosen here.
        """
        view = self.view
        plays = any(not isinstance(one, Spectator) for one in view.eyes) and answering(view.events) == DEALT
        writable = (OPEN in view.eyes or plays) and not self.suspense and view.game.recording is not None and view.outcome is None
        return path_to("recording.sheet", record=view.header.record) if writable else ""

    @property
    def narration(self) -> Markup:
        """The narrated turns."""
        return self._pieces.told(self.story.told, self.story.present, self._stay)

    @cached_property
    def _stay(self) -> frozenset[str]:
        """Names of the turns that need not be sent, because both steps to which the arrows lead show them too."""
        if not self.short or self.suspense:
            return frozenset()
        ways = self.story.ways
        back = {"event": ways.back, "turn": ways.back_turn, "round": ways.back_round}[self.by]
        on = {"event": ways.on, "turn": ways.on_turn, "round": ways.on_round}[self.by]
        return same_on([turns_at(self.view.timeline, self.view.header.seats, at) for at in (back, on) if at is not None])

    @property
    def blocks(self) -> Markup:
        """The blocks of the whole game: a hundred elements that no macro could write in time. All in them are numbers of ours."""
        rects = (
            f'<rect{" class=ahead" if block.ahead else ""} fill="url(#h{block.color})" x="{block.x}" y="11"'
            f' width="{block.width}" height="13"/>'
            for block in self.story.overview.blocks
        )
        return Markup("".join(rects))  # noqa: S704 -- see above

    @property
    def names(self) -> list[str]:
        """Everybody's name in seating order."""
        return [self.name(seat) for seat in self.view.header.seats]

    @property
    def imprint(self) -> Markup:
        """Return game, day and rules in a line."""
        header = self.view.header
        return joined(game_line(self.game, self.view.label, header.started), rules_line(self.view.game, header.ruleset))

    @property
    def never_told(self) -> list[Markup]:
        """What can never be known from the record through these eyes; nothing where all is shown, and in suspense."""
        return [] if self.suspense or not self.view.untold else [self.say(sentence) for sentence in self.view.never_told()]

    @property
    def nameable(self) -> bool:
        """Whether somebody has to say what game this is."""
        return self.view.game.nameless

    @property
    def called(self) -> str:
        """What the game is called so far."""
        return self.view.label.title

    @property
    def turn_label(self) -> str:
        """Return turn and seat of the moment, "" before the first."""
        if self.story.now is None:
            return ""
        if not self.story.now.turn:
            return _("Before the first turn")
        turn, whose = number(self.story.now.turn), self.story.told[-1].seat
        if whose is None:
            return _("turn %(turn)s", turn=turn)
        return _("turn %(turn)s, %(name)s", turn=turn, name=self.name(whose))

    @property
    def place_words(self) -> str:
        """The moment as a place on the bar, for screen readers."""
        step = _("Step %(n)s", n=number(self.story.number))
        return f"{step}, {self.turn_label}" if self.turn_label else step

    def plainly(self, sentence: Sentence) -> str:
        """Return a sentence of the record without markup."""
        return self.texts.plainly(sentence)

    @property
    def narration_label(self) -> str:
        """Name of the narration for screen readers."""
        return _("Narration: %(viewer)s %(saw)s", viewer=self.viewer.label, saw=self.viewer.saw)

    @property
    def overview_label(self) -> str:
        """The drawing of the whole game in a sentence; in suspense that of the game so far."""
        if self.suspense:
            return _("The game up to step %(at)s: %(turns)s turns.", turns=number(self.story.turns), at=number(self.story.number))
        return _(
            "The whole game: %(turns)s turns; you are at step %(at)s of %(count)s.",
            turns=number(self.story.turns),
            at=number(self.story.number),
            count=number(self.story.counts["event"].of),
        )
