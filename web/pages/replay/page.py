"""The replay page: one record, one viewer, one step."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from flask import url_for
from markupsafe import Markup, escape

from records.core.asking.typed import DEALT
from records.core.ids import SeatKey
from records.core.viewers import OPEN, PUBLIC, Spectator, viewer_key
from records.service.viewing import is_judged_for_pages
from records.service.writing.record_filler import answering
from web.charts import has_charts
from web.choices import BY, CHOICES, LARGE, STRIDES, large_cards, stride
from web.looking import check_hindsight, check_memory, check_step, look, news_of
from web.pages.board.board import Board
from web.pages.board.figures import NumberTable, figures, number_tables, progress, standing
from web.pages.board.places import places
from web.pages.board.seat_colors import seat_color
from web.pages.replay.controls import Control, controls, next_stride
from web.pages.replay.fragments import Pieces, same_on
from web.pages.replay.marks import turning_marks
from web.pages.replay.notes import NotesHere, notes_here
from web.pages.replay.precedents import speaking
from web.pages.replay.step_texts import StepTexts
from web.pages.replay.story import Story, first_move, tell_in_suspense, turns_at
from web.pages.replay.story import tell as tell_story
from web.pages.replay.team import team_line
from web.pages.rules.page import has_rules
from web.queries import FORGETFUL, HINDSIGHT, read_choice, read_number
from web.suspense import NAME, OFF, ON, WISHES, in_suspense
from web.words.games import game_face, game_line
from web.words.outcomes import verdict
from web.words.rulesets import joined, rules_line
from web.words.seats import played_alone
from web.words.texts import _, listing, ngettext, number
from web.words.wording import say_plainly

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.sentences import Sentence
    from records.core.viewers import Caller, Viewer
    from records.service import GameBook, RecordView
    from records.service.cases.precedents import Precedent
    from web.choices import Stride
    from web.pages.board.places import PlaceInWords
    from web.pages.board.values import PlaceOnTable
    from web.pages.replay.marks import BarMark
    from web.pages.replay.team import TeamLine


SHORT = "short"
"""Parameter of a step without its page: turns that stay as they are when the arrows are followed are named only."""


@dataclass(frozen=True, slots=True)
class Eyes:
    """A viewer as the page offers it."""

    key: str
    """As it stands in the address."""
    label: str
    saw: str
    """The rest of the sentence that begins with the label: what these eyes see."""
    color: int | None
    """None for a viewer without a seat."""


def page(book: GameBook, caller: Caller, record: str, asked: Mapping[str, str]) -> ReplayPage:
    """Return the page for ``at`` (without it: the first move), ``as`` (without it: the open table), ``memory`` and ``knows``.

    Raises Refused (404 for a record or step that is not there, 422 for what cannot be read or names nobody), and NotYours.
    """
    at = read_number("at", asked["at"]) if "at" in asked else None
    view = look(book, caller, record, asked.get("as"))
    opens = at is None
    if at is None:
        at = first_move(view.timeline)
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
    if not suspense:
        story = tell_story(view.timeline, view.header.seats, view.steps, at)
    else:
        story = tell_in_suspense(view.timeline_until(at), view.timeline, view.header.seats, view.steps, at)
    shown = ReplayPage(book, view, story, forgets=forgets, hindsight=hindsight, suspense=suspense, opens=opens, short=SHORT in asked)
    shown.precedents = speaking(book, caller, view, at, suspense=suspense)
    shown.notes = notes_here(book, caller, view, at, story.overview.count, suspense=suspense)
    return shown


class ReplayPage:
    """What the template of the page may ask; made anew for every request."""

    def __init__(
        self,
        book: GameBook,
        view: RecordView,
        story: Story,
        *,
        forgets: bool = False,
        hindsight: bool = False,
        suspense: bool = False,
        opens: bool = False,
        short: bool = False,
    ) -> None:
        self._view, self.story, self.forgets, self.hindsight, self.suspense = view, story, forgets, hindsight, suspense
        self.short = short
        self.precedents: tuple[Precedent, ...] = ()
        """Rulings about other games that speak to the play of this step."""
        self.notes = NotesHere()
        """What people wrote."""
        self.opens = opens
        """Whether the record is opened here, and nobody has named a step."""
        self.by: Stride = stride()
        """How far arrows lead."""
        self.lens = FORGETFUL if forgets else HINDSIGHT if hindsight else ""
        self.game = game_face(book.games, view.header.game)
        self.record = view.header.record
        self.path = url_for("pages.replay", record=self.record)
        self.has_rules, self.has_charts = has_rules(view.header.game), has_charts(view)
        self.has_notation = view.game.play is not None
        self.texts = StepTexts(view, self.path, self.lens, has_rules=self.has_rules)
        self.to, self.name, self.say = self.texts.to, self.texts.name, self.texts.say
        self.viewers = tuple(map(self._eyes, view.eyes))
        self.viewer = self._eyes(view.viewer)
        self.here = self.to(story.at)
        self.position = view.remembered(story.at) if forgets else view.shown(story.at)
        self._pieces = Pieces(view, self.texts, kept=not suspense)
        self.boards = [f"boards/{view.header.game}.html", "boards/panel.html"]
        """The game's own board, else what every log can tell."""

    @property
    def other_lens(self) -> str:
        """Address of this step through the other lens, all that was seen or what a table keeps; "" where no table of the game forgets."""
        if self._view.game.board.memory is None:
            return ""
        return f"{self.path}?at={self.story.at}&as={self.viewer.key}{'' if self.forgets else FORGETFUL}"

    @property
    def other_time(self) -> str:
        """Address of this step with what was known of it then, or in hindsight."""
        return f"{self.path}?at={self.story.at}&as={self.viewer.key}{'' if self.hindsight else HINDSIGHT}"

    @property
    def alone(self) -> str:
        """Who plays several seats, in words; "" where nobody does."""
        return played_alone(self._view)

    @property
    def more_finally(self) -> bool:
        """Whether there is more to be seen once the game is closed for good."""
        return self._view.more_finally

    @property
    def both_eyes(self) -> str:
        """Address of this step as two viewers saw it, "" where there is nobody else to look as, or in suspense."""
        if self.suspense or len(self.viewers) == 1:
            return ""
        return f"{url_for('eyes.two', record=self.record)}?at={self.story.at}&as={self.viewer.key}"

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
        return self._view.game.board.turning is not None

    @cached_property
    def turning(self) -> tuple[BarMark, ...]:
        """The turning points up to this step."""
        return turning_marks(self._view, self.story.at, self.story.overview.count)

    @property
    def breaches(self) -> str:
        """Address of what could be seen up to this step to be against the rules; "" where nobody judges it."""
        return f"{self.path}/breaches?at={self.story.at}&as={self.viewer.key}" if is_judged_for_pages(self._view) else ""

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
        """Who plays what."""
        names = self.names
        return ngettext("%(names)s plays %(game)s.", "%(names)s play %(game)s.", len(names), names=listing(names), game=self.game.title)

    @property
    def last_turning(self) -> int | None:
        """Version of the last one before this step."""
        return max((mark.version for mark in self.turning if mark.version < self.story.at), default=None)

    @property
    def on_turning(self) -> str:
        """Address that leads to the next one without telling on this page where it is; "" at the end and in suspense."""
        if self.suspense or self.story.ways.on is None:
            return ""
        return f"{self.path}/turning?at={self.story.at}&as={self.viewer.key}{self.lens}"

    @property
    def moment(self) -> Markup:
        """This step as it stands in the addresses of cards on the board."""
        return escape(f"{self.story.at}{HINDSIGHT if self.hindsight else ''}")

    @property
    def takes_along(self) -> bool:
        """Whether files of the record are offered."""
        return self._view.takes_along

    @property
    def news(self) -> str:
        """Where a script learns that the game went on, "" where it does not run, or who looks has no part in it."""
        return news_of(self._view) if self._view.followed else ""

    @property
    def steps(self) -> int:
        """Number of events."""
        return self._view.steps

    @property
    def sheet(self) -> str:
        """Address of the page on which this game is written on; "" where it is over, cannot be, or in suspense.

        Callers who see the open table write for all, players for their seat if the program deals, whatever viewer is chosen here.
        """
        view = self._view
        plays = any(not isinstance(one, Spectator) for one in view.eyes) and answering(view.events) == DEALT
        writable = (OPEN in view.eyes or plays) and not self.suspense and view.game.recording is not None and view.outcome is None
        return url_for("recording.sheet", record=view.header.record) if writable else ""

    def color(self, seat: SeatKey | None) -> int:
        """Return the seat's color, 0 for none."""
        return seat_color(self._view.header.seats, seat)

    @property
    def narration(self) -> Markup:
        """The narrated turns."""
        return self._pieces.told(self.story.told, self.story.present, self._stay)

    @property
    def strip(self) -> Markup:
        """The turns as cells; those of steps that lie ahead bear nothing."""
        return self._pieces.strip(self.story.cells, self.story.at, self.story.present, self._stay)

    @cached_property
    def _stay(self) -> frozenset[str]:
        """Names of the turns that need not be sent, because both steps to which the arrows lead show them too."""
        if not self.short or self.suspense:
            return frozenset()
        ways = self.story.ways
        back = {"event": ways.back, "turn": ways.back_turn, "round": ways.back_round}[self.by]
        on = {"event": ways.on, "turn": ways.on_turn, "round": ways.on_round}[self.by]
        return same_on([turns_at(self._view.timeline, self._view.header.seats, at) for at in (back, on) if at is not None])

    @property
    def blocks(self) -> Markup:
        """The blocks of the whole game: a hundred elements that no macro could write in time. All in them are numbers of ours."""
        rects = (
            f'<rect{" class=ahead" if block.ahead else ""} fill="url(#h{block.color})" x="{block.x}" y="11"'
            f' width="{block.width}" height="13"/>'
            for block in self.story.overview.blocks
        )
        return Markup("".join(rects))  # noqa: S704 -- see above

    @cached_property
    def board(self) -> Board:
        """The table as values, for the game's board."""
        return Board(self._view, self.story.at, self.path, forgetful=self.position if self.forgets else None, lens=self.lens)

    @property
    def team(self) -> TeamLine | None:
        """What is seen of all hands, in a game that is played together."""
        return team_line(self._view, self.story.at)

    @property
    def lying(self) -> tuple[PlaceInWords, ...]:
        """Every place with its cards in words, for a game without a board; none where only the log is known."""
        return places(self._view, self.position)

    def whole(self, place: PlaceOnTable) -> str:
        """Return what the heading of a place opens, for screen readers, behind its words: ``Hand of Ben: show all``."""
        return _("%(place)s: show all", place=place.whose)

    @property
    def sees_near_hand(self) -> bool:
        """Whether the hand below lies open for the viewer, so that its cards are drawn whole."""
        return self._view.viewer is not PUBLIC

    def part(self, seat: SeatKey) -> str:
        """Return the seat's part in the fight under way, else in this moment; "" for none."""
        fight = self.board.fight
        if fight is None:
            return self.standing(seat)
        return _("attacks") if fight.seat == seat else _("defends")

    @property
    def names(self) -> list[str]:
        """Everybody's name in seating order."""
        return [self.name(seat) for seat in self._view.header.seats]

    @property
    def numbers(self) -> list[NumberTable]:
        """The log's numbers about table and seats, as tables."""
        return number_tables(self._view.game.board, self.position.state, self._view.header.seats)

    @property
    def imprint(self) -> Markup:
        """Return game, day and rules in a line."""
        header = self._view.header
        return joined(game_line(self.game, self._view.label, header.started), rules_line(self._view.game, header.ruleset))

    @property
    def never_told(self) -> list[Markup]:
        """What can never be known from the record through these eyes; nothing where all is shown, and in suspense."""
        return [] if self.suspense or not self._view.untold else [self.say(sentence) for sentence in self._view.never_told()]

    @property
    def nameable(self) -> bool:
        """Whether somebody has to say what game this is."""
        return self._view.game.nameless

    @property
    def called(self) -> str:
        """What the game is called so far."""
        return self._view.label.title

    @property
    def far_seats(self) -> tuple[SeatKey, ...]:
        """Seats that sit across: all but the viewer's own; a spectator sees the first seat below."""
        return tuple(seat for seat in self._view.header.seats if seat != self.near_seat)

    @property
    def near_seat(self) -> SeatKey:
        """The seat below."""
        seats = self._view.header.seats
        return self._view.viewer if not isinstance(self._view.viewer, Spectator) and self._view.viewer in seats else seats[0]

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
    def step_label(self) -> str:
        """Return seat and step of the moment, where the number beside it counts turns or rounds."""
        if self.story.now is None or self.story.now.seat is None:
            return _("step %(n)s", n=number(self.story.number))
        return _("%(name)s, step %(n)s", name=self.name(self.story.now.seat), n=number(self.story.number))

    @property
    def place_words(self) -> str:
        """The moment as a place on the bar, for screen readers."""
        step = _("Step %(n)s", n=number(self.story.number))
        return f"{step}, {self.turn_label}" if self.turn_label else step

    def plainly(self, sentence: Sentence) -> str:
        """Return a sentence of the record without markup."""
        return say_plainly(sentence, self._view.names, self._view.faces)

    @property
    def narration_label(self) -> str:
        """Name of the narration for screen readers."""
        return _("Narration: %(viewer)s %(saw)s", viewer=self.viewer.label, saw=self.viewer.saw)

    @property
    def board_label(self) -> str:
        """Name of the table for screen readers."""
        return _("Table at step %(n)s: %(viewer)s %(saw)s", n=number(self.story.number), viewer=self.viewer.label, saw=self.viewer.saw)

    @property
    def cells_label(self) -> str:
        """Name of the strip of cells for screen readers."""
        steps = [step.version for turn in self.story.cells for step in turn.steps]
        if not steps:
            return _("No steps")
        return _("Steps %(first)s to %(last)s", first=self.texts.nth(steps[0]), last=self.texts.nth(steps[-1]))

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

    def _eyes(self, viewer: Viewer) -> Eyes:
        key = viewer_key(viewer)
        if viewer is OPEN:
            return Eyes(key, _("Open table"), self._shows(), None)
        saw = self._saw()
        if viewer is PUBLIC:
            return Eyes(key, _("Spectator"), saw, None)
        return Eyes(key, self.name(SeatKey(key)), saw, self.color(SeatKey(key)))

    def _shows(self) -> str:
        if self.forgets:
            return _("shows all, by the online table's memory")
        return _("shows all, in hindsight") if self.hindsight else _("shows all, as then")

    def _saw(self) -> str:
        if self.forgets:
            return _("saw it, by the online table's memory")
        return _("saw it, in hindsight") if self.hindsight else _("saw it, as then")

    @property
    def outcome(self) -> str:
        """Return who won, from the moment on at which it is known; else ""."""
        return verdict(self.position.state.outcome, self._view.names, self._view.header.seats if self.game.together else ())

    def figures(self, seat: SeatKey) -> list[tuple[str, str]]:
        """Return label and figure of each thing that the log says about a seat at this moment."""
        return figures(self._view.game.board, self.position.state, seat)

    def standing(self, seat: SeatKey) -> str:
        """Return the seat's part in this moment, "" for none."""
        return standing(self._view.game.board, self.position.state, seat)

    @property
    def progress(self) -> str:
        """How far the game is, "" where nobody says."""
        return progress(self._view.game.board, self.position.state)
