"""The pages of lines: those beside a record, and one of them, with the moves that lead on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from flask import url_for

from records.core.sentences import N_
from records.core.viewers import OPEN, viewer_key
from records.errors import AmbiguousEntry, ImpossibleEvent, MalformedCommand, RecordNotFound, SeatNotFound
from records.service.writing.recording import command_from
from web.games import game_face
from web.looking import check_step, look
from web.pages.recording.missing_cards import holes_in
from web.pages.replay.notes import note_html
from web.pages.replay.still import StillTable
from web.problems import Refused
from web.queries import read_choice, read_number
from web.suspense import in_suspense
from web.texts import _, number
from web.wording import say, say_plainly, seat_name, title_of, told_apart

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from markupsafe import Markup

    from records.core.position import Command, Position
    from records.core.viewers import Caller
    from records.service import GameBook, RecordView
    from records.service.layers.book import LineBranch
    from records.service.layers.lines import LineView

MOST_TOLD, MOST_PLAYED = 60, 12
"""Moves of a tree that are told, and steps of the record beside them."""
DEALT = {
    "lay": N_("as it lay; what was never recorded you type in"),
    "known": N_("by lot, as likely as could be known then"),
    "chosen": N_("you type it in"),
}


def lines_page(book: GameBook, caller: Caller, record: str, asked: Mapping[str, str]) -> LinesPage:
    """Return the lines beside a record, with the form that begins one after step ``at`` by another reading, if one is asked for."""
    view = look(book, caller, record, asked.get("as"))
    at = read_number("at", asked["at"]) if "at" in asked else 0
    check_step(view, at)
    if in_suspense():
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("In suspense nothing is told of how a game goes on."), ("path", "record"))
    ruleset, switches = reading_asked(view, asked)
    layers = book.layers(caller, record, view.viewer)
    return LinesPage(
        book, view, decided(view, at), tuple(line for layer in layers for line in layer.lines), (ruleset, asked.get("switch", ""), switches)
    )


def decided(view: RecordView, at: int) -> int:
    """Return the step at which all has followed from the decision that step ``at`` belongs to: only there somebody may act."""
    return next((one.v for one in reversed(view.events) if at and one.cause == view.events[at - 1].cause), at)


def reading_asked(view: RecordView, asked: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Return the ruleset, "" for the record's own, and the switch set otherwise; raises Refused (422)."""
    ruleset = read_choice("ruleset", asked["ruleset"], tuple(view.game.rules.rulesets)) if asked.get("ruleset") else ""
    name, _sign, value = asked.get("switch", "").partition("=")
    switches = {name: value} if name else {}
    if ruleset or switches:
        try:
            view.reading(ruleset, switches)
        except MalformedCommand as error:
            reason = _("There is no reading “%(switch)s”.", switch=asked.get("switch", ""))
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("query", "switch")) from error
    return ruleset, switches


class LinesPage:
    """What the template of the list may ask."""

    def __init__(
        self, book: GameBook, view: RecordView, at: int, found: tuple[LineView, ...], reading: tuple[str, str, dict[str, str]]
    ) -> None:
        self._view, self.at, self._found = view, at, found
        self.ruleset, self.switch, self._switches = reading
        self.game = game_face(book.games, view.header.game)
        self.names = tuple(seat_name(seat, view.names) for seat in view.header.seats)
        self.viewer = viewer_key(view.viewer)
        self.path = url_for("lines.beside", record=view.header.record)
        self.table = f"{url_for('pages.replay', record=view.header.record)}?at={at}&as={self.viewer}"
        self.may_begin = view.game.play is not None and view.game.recording is not None and not view.unknown_rules

    @property
    def lines(self) -> Iterator[tuple[LineView, str, str]]:
        """Each line, its address, and where it begins, in words."""
        for line in self._found:
            yield line, address(line, max(line.nodes, default=0), self.viewer), begins(self._view, line)

    @property
    def dealt(self) -> list[tuple[str, str]]:
        """Who may answer for the table: key and words. How it lay is told to the open table alone."""
        return [(key, _(words)) for key, words in DEALT.items() if key != "lay" or self._view.viewer is OPEN]

    @property
    def reading(self) -> str:
        """What is read otherwise in words, "" for nothing."""
        return reading_words(self._view, self.ruleset, self._switches)

    @property
    def moment(self) -> str:
        """The step that a line begins after, in words."""
        return step_words(self._view, self.at)


def step_words(view: RecordView, at: int) -> str:
    """Return a step with what happened last, in words."""
    told = next((step for step in reversed(view.timeline.told) if step.version <= at and step.lines), None)
    if told is None:
        return _("Step %(n)s", n=number(view.timeline.step_number(at)))
    return _("Step %(n)s: %(what)s", n=number(view.timeline.step_number(at)), what=say_plainly(told.lines[-1], view.names, view.faces))


def begins(view: RecordView, line: LineView) -> str:
    """Return where a line begins, and by which rules, in words."""
    at = _("after step %(n)s", n=number(line.base))
    reading = reading_words(view, line.reading[0], dict(line.reading[1])) if line.reading is not None else ""
    return f"{at}; {reading}" if reading else at


def reading_words(view: RecordView, ruleset: str, switches: Mapping[str, str]) -> str:
    """Return a reading in words, "" for the record's own."""
    words = [_(view.game.rules.rulesets[ruleset].title)] if ruleset in view.game.rules.rulesets else []
    known = {switch.name: switch for switch in view.game.rules.rulesets.named("").switches}
    words += [f"{_(known[name].title)}: {_(known[name].choice(value).title)}" for name, value in switches.items() if name in known]
    return "; ".join(words)


def address(line: LineView, node: int, viewer: str) -> str:
    """Return the address of a node of a line."""
    return f"{url_for('lines.line', layer=line.layer, line=line.id)}?node={node}&as={viewer}"


@dataclass(frozen=True, slots=True)
class LineMove:
    """A move that may be made now."""

    command: Command
    says: Markup
    holes: tuple[bool, ...]
    """For each card that may be named whether it may stay unknown."""


@dataclass(frozen=True, slots=True)
class LineChoice:
    """A move of the line: where it stands, and what was done."""

    node: int
    to: str
    says: Markup
    here: bool


def line_page(book: GameBook, caller: Caller, layer: str, line: str, asked: Mapping[str, str]) -> LinePage:
    """Return a line at ``node``, without it at its last one, for viewer ``as``; raises Refused (404, 422)."""
    node = read_number("node", asked["node"]) if "node" in asked else 0
    try:
        branch = book.line_branch(caller, layer, line, node, asked.get("as"))
        view = look(book, caller, branch.record, viewer_key(branch.line.eyes))
    except (RecordNotFound, ImpossibleEvent) as error:
        raise Refused(HTTPStatus.NOT_FOUND, _("There is no such line here for you."), ("path", "line")) from error
    except (AmbiguousEntry, SeatNotFound) as error:
        reason = _(
            "“%(viewer)s” is not a viewer of this record: say a seat's key, a player's name, public or open.", viewer=asked.get("as")
        )
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("query", "as")) from error
    return LinePage(book, caller, view, branch, node, asked.get("as", viewer_key(view.viewer)))


@dataclass(frozen=True, slots=True)
class LineRow:
    """A move in the tree of a line."""

    depth: int
    """How many branchings lie before it: moves that follow each other where nothing else was tried stand one below the other."""
    choice: LineChoice
    glyph: str
    """Sign of the first note about it that has one, "" for none."""


@dataclass(frozen=True, slots=True)
class LineNote:
    """A note about a move of a line."""

    author: str
    glyph: str
    html: Markup


class LinePage:
    """What the template of a line may ask."""

    def __init__(self, book: GameBook, caller: Caller, view: RecordView, branch: LineBranch, node: int, reader: str) -> None:  # noqa: PLR0917 -- what a line is seen by
        self.base, self.branch, self.node, self.reader = view, branch, node, reader
        self.line = branch.line
        self.view = replace(view, seen=branch.seen)
        self.game = game_face(book.games, view.header.game)
        self.names = tuple(seat_name(seat, view.names) for seat in view.header.seats)
        self.table = StillTable(book, self.view, self.view.steps)
        self.path = url_for("lines.line", layer=self.line.layer, line=self.line.id)
        self.list = f"{url_for('lines.beside', record=branch.record)}?at={self.line.base}&as={reader}"
        self.record = f"{url_for('pages.replay', record=branch.record)}?at={self.line.base}&as={viewer_key(view.viewer)}"
        self.complaint: Markup | str = ""
        self._book, self._caller = book, caller
        self.keep = url_for("lines.keep", layer=self.line.layer, line=self.line.id)
        layers = book.layers(caller, branch.record, reader)
        self._notes = [note for layer in layers for note in layer.notes if note.at.line == self.line.id]

    @property
    def begins(self) -> str:
        """Where the line begins, and by which rules."""
        return begins(self.base, self.line)

    @property
    def dealt(self) -> str:
        """Who answers for the table, in words."""
        return _(DEALT[self.line.dealt])

    @property
    def eyes(self) -> str:
        """Whose view the line goes on from."""
        key = viewer_key(self.line.eyes)
        if self.line.eyes is OPEN:
            return _("Open table")
        named = [seat_name(seat, self.base.names) for seat in self.base.header.seats if seat == key]
        return named[0] if named else _("Spectator")

    @property
    def way(self) -> list[LineChoice]:
        """The moves from the base to here."""
        path: list[int] = []
        node = self.node
        while node:
            path.append(node)
            node = self.line.nodes[node][0]
        return [self._choice(one) for one in reversed(path)]

    @property
    def on(self) -> list[LineChoice]:
        """The moves that were made from here already."""
        return [self._choice(one) for one, (parent, _command, _count) in self.line.nodes.items() if parent == self.node]

    @cached_property
    def tree(self) -> list[LineRow]:
        """All moves of the line, each before those that follow it; none where the way here tells them all, or of a long line."""
        children: dict[int, list[int]] = {}
        for node, (parent, _command, _count) in self.line.nodes.items():
            children.setdefault(parent, []).append(node)
        if all(len(nodes) < 2 for nodes in children.values()) or len(self.line.nodes) > MOST_TOLD:  # noqa: PLR2004 -- a branching
            return []
        logs = self._book.line_logs(self._caller, self.line.layer, self.line.id, self.reader)
        glyphs = {note.at.node: note.glyph for note in reversed(self._notes) if note.glyph}
        rows: list[LineRow] = []
        waiting = [(node, 0) for node in reversed(children.get(0, []))]
        while waiting:
            node, depth = waiting.pop()
            parent, command, _count = self.line.nodes[node]
            before = replace(self.branch.seen, events=logs[parent], _before=None, _kept={}, _recent={})
            said = self._told(before.position(len(logs[parent])), command_from(self.base.game, command))
            rows.append(
                LineRow(depth, LineChoice(node, address(self.line, node, self.reader), said, node == self.node), glyphs.get(node, ""))
            )
            follow, apart = children.get(node, []), len(children[parent]) > 1
            waiting += [(one, depth + int(apart or len(follow) > 1)) for one in reversed(follow)]
        return rows

    @property
    def notes(self) -> list[LineNote]:
        """The notes about this move."""
        here = (note for note in self._notes if note.at.node == self.node)
        return [
            LineNote(note.name or _("Somebody (%(key)s)", key=note.author[:4]), note.glyph or "", note_html(self.base, note.text))
            for note in here
        ]

    @property
    def played(self) -> list[tuple[str, Markup]]:
        """What happened in the record after the line's base, as far as its moves reach: address and sentence; nothing in suspense."""
        if in_suspense():
            return []
        moves, node = 1, self.node
        while node:
            moves, node = moves + 1, self.line.nodes[node][0]
        told: list[tuple[str, Markup]] = []
        causes: list[int | None] = []
        by_version = {one.v: one.cause for one in self.base.events[self.line.base :]}
        for step in self.base.timeline.told:
            if step.version <= self.line.base or step.cut or not step.lines:
                continue
            cause = by_version[step.version]
            causes += [cause] if cause not in causes else []
            if len(causes) > moves or len(told) == MOST_PLAYED:
                break
            to = f"{url_for('pages.replay', record=self.branch.record)}?at={step.version}&as={viewer_key(self.base.viewer)}"
            told.append((to, say(step.lines[-1], self.base.names, self.base.faces)))
        return told

    @property
    def keys(self) -> dict[str, str]:
        """Where the arrow keys lead, by name: back and on along the line, up and down among what was tried instead, first and last."""
        line = self.line
        parents = {node: parent for node, (parent, _command, _count) in line.nodes.items()}
        follow = [node for node, parent in parents.items() if parent == self.node]
        found = {"on": follow[0]} if follow else {}
        if self.node:
            beside = [node for node, parent in parents.items() if parent == parents[self.node]]
            nth = beside.index(self.node)
            found |= {"back": parents[self.node], "first": 0}
            found |= {"up": beside[nth - 1]} if nth else {}
            found |= {"down": beside[nth + 1]} if nth + 1 < len(beside) else {}
        last = self.node
        while (after := next((node for node, parent in parents.items() if parent == last), None)) is not None:
            last = after
        found |= {"last": last} if last != self.node else {}
        return {name: address(line, node, self.reader) for name, node in found.items()}

    @property
    def start(self) -> str:
        """Address of the line's base."""
        return address(self.line, 0, self.reader)

    @cached_property
    def moves(self) -> tuple[LineMove, ...]:
        """What may be done here; nothing for who did not write the line."""
        keeping = self.base.game.recording
        if keeping is None or not self.branch.own or self.branch.position.state.outcome is not None:
            return ()
        play = self.base.game.play
        legal = play.legal(self.branch.position) if play is not None else ()
        return tuple(
            LineMove(command, self._told(self.branch.position, command), holes_in(command, listed=command in legal))
            for command in keeping.actions(self.branch.position)
        )

    @cached_property
    def cards(self) -> list[tuple[str, str]]:
        """Name and title of each card that may lie where these eyes saw none."""
        keeping = self.base.game.recording
        unseen = keeping.unseen(self.branch.position) if keeping is not None else ()
        titles = told_apart({card: title_of(card, self.base.faces) for card in unseen}, self.base.faces)
        return sorted(titles.items(), key=lambda card: card[1].casefold())

    def _choice(self, node: int) -> LineChoice:
        parent, command, _count = self.line.nodes[node]
        before = self.line.base
        while parent:
            parent, _command, count = self.line.nodes[parent]
            before += count
        said = self._told(self.branch.seen.position(before), command_from(self.base.game, command))
        return LineChoice(node, address(self.line, node, self.reader), said, node == self.node)

    def _told(self, position: Position[Any], command: Command) -> Markup:
        keeping = self.base.game.recording
        if keeping is None:
            raise Refused(HTTPStatus.NOT_FOUND, _("The rules of this game are not known here, so nothing can be written into its record."))
        return say(keeping.tell(position, command), self.base.names, self.base.faces)
