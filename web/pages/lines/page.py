"""The page of a line at one of its moves: the imagined table with what may be touched next, the tree, and what was played."""

from __future__ import annotations

from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec
from flask import url_for

from records.core.events import Sort
from records.core.viewers import viewer_key
from records.errors import AmbiguousSeat, ImpossibleEvent, RecordNotFound, SeatNotFound
from records.service.commands import command_from
from records.service.layers.lines import MOST_EVENTS
from records.values import replace
from web.looking import look
from web.pages.lines.table import BesidePlayed
from web.pages.lines.words import DEALT, address, begins, eyes_words
from web.pages.recording.action_sheet import ActionSheet
from web.pages.replay.notes import note_html
from web.pages.replay.table import ShownTable, mover
from web.problems import Refused
from web.queries import read_choice, read_number
from web.suspense import in_suspense
from web.words.games import game_face
from web.words.signatures import signed
from web.words.texts import _, number
from web.words.wording import say, seat_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markupsafe import Markup

    from records.core.position import Command, Position
    from records.core.viewers import Caller
    from records.service import GameBook, RecordView
    from records.service.layers.views import LineBranch

MOST_TOLD, MOST_PLAYED = 60, 12
"""Moves of a tree that are shown, and steps of the record beside them."""
BESIDE = "beside"
"""Parameter of a line's page: ``played`` draws what was played beside it."""


class LineChoice(msgspec.Struct, frozen=True):
    """A move of the line: where it stands, and what was done."""

    node: int
    to: str
    says: Markup
    here: bool


def line_page(book: GameBook, caller: Caller, layer: str, line: str, asked: Mapping[str, str]) -> LinePage:
    """Return a line at ``node``, without it at its last one, for viewer ``as``; raises Refused (404, 422)."""
    node = read_number("node", asked["node"]) if "node" in asked else 0
    try:
        branch = book.notes.line_branch(caller, layer, line, node, asked.get("as"))
        view = look(book, caller, branch.record, viewer_key(branch.line.eyes))
    except (RecordNotFound, ImpossibleEvent) as error:
        raise Refused(HTTPStatus.NOT_FOUND, _("There is no such line here that you can see."), ("path", "line")) from error
    except (AmbiguousSeat, SeatNotFound) as error:
        reason = _(
            "“%(viewer)s” is not a viewer of this record: use a seat's key, a player's name, public or open.", viewer=asked.get("as")
        )
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("query", "as")) from error
    page = LinePage(book, caller, view, branch, node, asked.get("as", viewer_key(view.viewer)))
    page.beside = read_choice(BESIDE, asked[BESIDE], ("played",)) if BESIDE in asked else ""
    return page


class LineRow(msgspec.Struct, frozen=True):
    """A move in the tree of a line."""

    depth: int
    """How many branchings lie before it: moves that follow each other where nothing else was tried stand one below the other."""
    choice: LineChoice
    glyph: str
    """Sign of the first note about it that has one, "" for none."""
    as_played: bool
    """Whether the game went so too, up to this move."""


class LineNote(msgspec.Struct, frozen=True):
    """A note about a move of a line."""

    author: str
    glyph: str
    html: Markup


class LinePage:
    """What the template of a line may ask."""

    template = "pages/line.html"

    def __init__(self, book: GameBook, caller: Caller, view: RecordView, branch: LineBranch, node: int, reader: str) -> None:  # noqa: PLR0917 -- what a line is seen by
        self.base, self.branch, self.node, self.reader = view, branch, node, reader
        self.line = branch.line
        self.view = replace(view, seen=branch.seen)
        self.game = game_face(book.games, view.header.game)
        self.names = tuple(seat_name(seat, view.names) for seat in view.header.seats)
        self.path = url_for("lines.line", layer=self.line.layer, line=self.line.id)
        self.list = f"{url_for('lines.beside', record=branch.record)}?at={self.line.base}&as={reader}"
        self.record = f"{url_for('pages.replay', record=branch.record)}?at={self.line.base}&as={viewer_key(view.viewer)}"
        self.complaint: Markup | str = ""
        self.beside = ""
        self._book, self._caller = book, caller
        self.keep = url_for("lines.keep", layer=self.line.layer, line=self.line.id)
        layers = book.notes.layers(caller, branch.record, reader)
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
        return eyes_words(self.base)

    @property
    def base_number(self) -> str:
        """The step after which the line begins, as steps are counted."""
        return number(self.base.timeline.step_number(self.line.base))

    @property
    def played_number(self) -> str:
        """The step of the record that the line is compared with, as steps are counted."""
        return number(self.base.timeline.step_number(self._played_until))

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
        logs = self._book.notes.line_logs(self._caller, self.line.layer, self.line.id, self.reader)
        glyphs = {note.at.node: note.glyph for note in reversed(self._notes) if note.glyph}
        rows: list[LineRow] = []
        waiting = [(node, 0) for node in reversed(children.get(0, []))]
        while waiting:
            node, depth = waiting.pop()
            parent, command, _count = self.line.nodes[node]
            before = self.base.seen.branched(self.line.base, logs[parent][self.line.base :])
            said = self._told(before.position(len(logs[parent])), command_from(self.base.game, command))
            rows.append(
                LineRow(
                    depth,
                    LineChoice(node, address(self.line, node, self.reader), said, node == self.node),
                    glyphs.get(node, ""),
                    node in self._as_played,
                )
            )
            follow, apart = children.get(node, []), len(children[parent]) > 1
            waiting += [(one, depth + int(apart or len(follow) > 1)) for one in reversed(follow)]
        return rows

    @property
    def notes(self) -> list[LineNote]:
        """The notes about this move."""
        here = (note for note in self._notes if note.at.node == self.node)
        return [LineNote(signed(note.person), note.glyph or "", note_html(self.base, note.text)) for note in here]

    @cached_property
    def depth(self) -> int:
        """How many moves of the line led here."""
        return len(self.way)

    @cached_property
    def _as_played(self) -> frozenset[int]:
        """The moves that were made in the record too, one after the other from the base; none in suspense."""
        play = self.base.game.play
        if in_suspense() or play is None:
            return frozenset()
        later = self.base.events[self.line.base :]
        decided = [play.command_of(one.event) for one in later[:MOST_EVENTS] if one.v == one.cause and one.event.sort is Sort.DECISION]
        depth = {0: 0}
        for node, (parent, command, _count) in self.line.nodes.items():
            at = depth.get(parent, len(decided))
            if at < len(decided) and command_from(self.base.game, command) == decided[at]:
                depth[node] = at + 1
        return frozenset(depth) - {0}

    @cached_property
    def _played_until(self) -> int:
        """The step of the record after as many moves as the line has made, and all that followed from them; its base for none."""
        causes = list(dict.fromkeys(one.cause for one in self.base.events[self.line.base :]))[: self.depth]
        return max((one.v for one in self.base.events[self.line.base :] if one.cause in causes), default=self.line.base)

    @property
    def played(self) -> list[tuple[str, Markup]]:
        """What happened in the record after the line's base, as far as its moves reach: address and sentence; nothing in suspense."""
        if in_suspense():
            return []
        moves = max(self.depth, 1)
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
        """Where the keys lead, by name: back and on along the line, up and down among what was tried instead, first and last.

        Back from the base leads into the record, where the line left it.
        """
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
        found_at = {name: address(line, node, self.reader) for name, node in found.items()}
        return found_at if self.node else {"back": self.record, **found_at}

    @property
    def start(self) -> str:
        """Address of the line's base."""
        return address(self.line, 0, self.reader)

    @cached_property
    def sheet(self) -> ActionSheet | None:
        """What may be done here; None for readers other than the author, and where the game is over."""
        keeping = self.base.game.recording
        if keeping is None or not self.branch.own or self.branch.position.state.outcome is not None:
            return None
        return ActionSheet(self.view, self.branch.position, keeping)

    @property
    def table(self) -> ShownTable:
        """The imagined table, marked where what was played is drawn beside it."""
        return (
            self.pair.imagined if self.pair is not None else ShownTable(self.view, self.view.steps, below=mover(self.view, self.view.steps))
        )

    @cached_property
    def pair(self) -> BesidePlayed | None:
        """This table beside the record's after as many moves; None where it is not asked for, and in suspense."""
        if self.beside != "played" or in_suspense():
            return None
        return BesidePlayed(self.view, self.base, self._played_until, self.played)

    @property
    def other_beside(self) -> str:
        """Address of this page with what was played beside it, or without; "" in suspense, and where nothing was played after the base."""
        if in_suspense() or self._played_until == self.line.base:
            return ""
        here = address(self.line, self.node, self.reader)
        return here if self.beside else f"{here}&{BESIDE}=played"

    @property
    def followed(self) -> list[tuple[Markup, str]]:
        """What the last move of the line led to: sentences, each with its paragraph or ""."""
        return self.table.said(self.view.steps - self.line.nodes[self.node][2]) if self.node else []

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
