"""Rule puzzles: a position, some lines, readings of the rules to play them by, and what each is expected to lead to."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from importers.notation.headers import Headers, read_headers, read_switches
from importers.notation.items import Bracket, GameLine, HeaderLine, LineWord, items
from importers.notation.places import HAND
from importers.notation.problems import LineRefused, Places, short
from importers.notation.reading import GameReading, Options, ReadGame, result_of
from records.core.faces import Face
from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
from records.core.tables.hands import Hand
from records.errors import MalformedCommand
from records.values import replace

if TYPE_CHECKING:
    from importers.notation.line_table import LineTable
    from records.core.game import Game
    from records.core.position import Position

PLAYED = "played"
"""The reading of a puzzle that names none."""
_CLAIM = re.compile(r"(?P<what>[^!=<>]+?)\s*(?P<sign>!=|=)\s*(?P<value>.*)", re.DOTALL)
UNSET, NOBODY = "unset", "nobody"
_PARAGRAPH = re.compile(r"§?\s*([0-9]+(?:\.[0-9]+)*)")


class ClaimJudged(msgspec.Struct, frozen=True, kw_only=True):
    """One claim under one reading."""

    reading: str
    claim: str
    holds: bool
    found: str
    """What there is in fact."""
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.reading}: {self.claim}" + ("" if self.holds else f" does not hold: {self.found}")


class PuzzleRun(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle under one of its readings."""

    reading: str
    game: ReadGame
    refused: LineRefused | None
    """The line that the rules refuse, at which it ended."""


def run_puzzle(games: Mapping[str, Game], text: str) -> list[ClaimJudged]:
    """Play a puzzle under each of its readings; return what becomes of each claim, in the order of the text.

    Raises ``LineRefused`` for a text that is no puzzle: a line that cannot be read, a claim about nothing, a reading that is none.
    """
    parts = [*items(text)]
    for part in parts:
        if isinstance(part, LineRefused):
            raise part
    lines = [part for part in parts if isinstance(part, HeaderLine)]
    headers = read_headers(games, lines, datetime.now(UTC))
    if not headers.expects:
        raise LineRefused("malformed", 'a puzzle says what it expects: [Expect "tavern.1 = cJ"]', headers.at)
    body = [part for part in parts if isinstance(part, GameLine | Bracket)]
    runs = {name: _run(name, headers, body) for name, headers in readings_of(headers).items()}
    places, findings = Places(text), []
    for expect in headers.expects:
        names, claims = _expected(expect, tuple(runs))
        for name in names:
            for claim in claims:
                holds, found = Claims(runs[name]).judge(claim, expect.at)
                line, column = places.of(expect.at)
                findings.append(ClaimJudged(reading=name, claim=claim, holds=holds, found=found, line=line, column=column))
    return findings


def readings_of(headers: Headers) -> dict[str, Headers]:
    """Return the headers of each reading, by its name; of a puzzle that names none those that stand there."""
    found: dict[str, Headers] = {}
    for line in headers.readings:
        if not 1 <= len(line.texts) <= 3:  # noqa: PLR2004 -- name, ruleset, switches
            raise LineRefused("malformed", '[Reading "name" "ruleset" "switch=value; ..."] names a reading', line.at)
        name, ruleset, switches = (*line.texts, "", "")[:3]
        if name in found or not name:
            raise LineRefused("malformed", f"the reading {short(name)} appears here twice, or has no name", line.at)
        try:
            edition = headers.game.rules.edition(ruleset or headers.header.ruleset)
        except MalformedCommand as error:
            raise LineRefused("malformed", str(error), line.at) from None
        header = msgspec.structs.replace(headers.header, ruleset=edition["ruleset"], ruleset_hash=edition["ruleset_hash"])
        settings = dict(headers.switches) | dict(read_switches(headers.game, edition["ruleset"], switches, line.at))
        found[name] = replace(headers, header=header, switches=tuple(sorted(settings.items())))
    return found or {PLAYED: headers}


def _run(name: str, headers: Headers, body: Sequence[GameLine | Bracket]) -> PuzzleRun:
    game = GameReading(headers, Options(puzzle=True)).read(body)
    refused = game.refused[0] if game.refused else None
    if refused is not None and refused.rule is None:
        raise refused
    return PuzzleRun(reading=name, game=game, refused=refused)


def _expected(line: HeaderLine, readings: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The readings that a header speaks of, all where it names none, and its claims."""
    first, *rest = line.texts or ("",)
    if first in readings:
        return (first,), tuple(rest)
    if not first or not _CLAIM.fullmatch(first):
        raise LineRefused("malformed", f"{short(first)} is neither a reading nor a claim", line.at, readings)
    return readings, line.texts


class Claims:
    """What can be claimed of the end of a puzzle."""

    def __init__(self, run: PuzzleRun) -> None:
        self._run = run
        self._table: LineTable = run.game.table
        self._position: Position[Any] = self._table.position

    def judge(self, claim: str, at: int) -> tuple[bool, str]:
        """Return whether a claim holds, and what there is; raises ``LineRefused`` for a claim about nothing."""
        match = _CLAIM.fullmatch(claim.strip())
        if match is None:
            raise LineRefused("malformed", f"{short(claim)} is not a claim: what = value, or what != value", at)
        what, wanted = match["what"].strip(), match["value"].strip()
        found, fits = self._found(what, wanted, at)
        return fits == (match["sign"] == "="), found

    def _found(self, what: str, wanted: str, at: int) -> tuple[str, bool]:
        match what:
            case "refused":
                return self._refused(wanted, at)
            case "asked":
                return self._asked(wanted)
            case "winner" | "result":
                found = result_of(self._position.state.outcome, self._table.game)
                return found, found == wanted
        if what.startswith("knows "):
            return self._knows(what, wanted, at)
        if (borne := self._borne(what)) is not None:
            return borne, borne == wanted
        word = items_word(what, at)
        head = what.split(".")
        if self._is_place(head):
            return self._place(word, wanted, at)
        return self._counter(what, wanted, at)

    def _is_place(self, head: Sequence[str]) -> bool:
        kinds = self._table.places.words
        return head[0] in kinds or (len(head) > 1 and head[0] in self._table.header.seats and head[1] in kinds)

    def _refused(self, wanted: str, at: int) -> tuple[str, bool]:
        """``no``, ``yes``, the line as it is written, a code, or a paragraph (``§ 3.1``)."""
        refused = self._run.refused
        if refused is None or refused.rule is None:
            return "nothing is refused", wanted == "no"
        rule = refused.rule
        paragraph = _PARAGRAPH.fullmatch(wanted)
        found = f"{rule.code} (§ {rule.paragraph})"
        if wanted in {"yes", "no"}:
            return found, wanted == "yes"
        if paragraph is not None:
            return found, rule.paragraph == paragraph[1]
        if not wanted:
            raise LineRefused("malformed", "what is refused? yes, no, a code or a paragraph", at)
        return found, rule.code == wanted or rule.code.endswith(f".{wanted}")

    def _asked(self, wanted: str) -> tuple[str, bool]:
        """``nobody``, or a seat, what it is asked, and how many of it: ``A discard 2``, ``A discard 0-2``."""
        pending = self._position.state.pending
        if not pending:
            return NOBODY, wanted == NOBODY
        told = []
        for asked in pending:
            many = str(asked.least) if asked.least == asked.most else f"{asked.least}-{asked.most}"
            told.append((f"{asked.seat} {asked.what}", many))
        words = wanted.split()
        fits = any(" ".join(words) in {head, f"{head} {many}", head.split()[0]} for head, many in told)
        return ", ".join(f"{head} {many}" for head, many in told), fits

    def _knows(self, what: str, wanted: str, at: int) -> tuple[str, bool]:
        """``knows B.hand cook = A``: who beside its holder was shown a card; ``knows B.gate.2 = AB``; ``*`` for all, ``nobody``."""
        parts = what.split()
        if len(parts) == 2 and (names := self._table.names.named(parts[1])) and "." not in parts[1]:  # noqa: PLR2004 -- "knows" and a card
            return self._known(self._knowing(frozenset(names)), wanted)
        place = items_word(parts[1], at) if len(parts) in {2, 3} else None
        if place is None:
            raise LineRefused("malformed", "knows a place = who: knows B.gate.2 = A, knows B.hand cook = A", at)
        kind, _seat, nth = self._table.places.form(place)
        if self._table.places.kind_of(kind) == "pile":
            lying = self._position.table.slots[self._table.places.slot(place, None, self._position)]
            known = "*" if "*" in lying.known_to or lying.up else "".join(lying.known_to)
        elif kind == HAND and len(parts) == 3:  # noqa: PLR2004 -- a hand and a card of it
            known = self._shown_of_hand(place, parts[2], at)
        elif self._table.places.kind_of(kind) == "deck":
            blocks = self._position.table.decks.get(DeckId(self._table.places.place(_without(place, nth), None)), ())
            block = blocks[(nth or 1) - 1] if 0 < (nth or 1) <= len(blocks) else None
            known = "*" if block and "*" in block.known_to else "".join(block.known_to) if block else ""
        elif self._table.places.kind_of(kind) == "zone":
            known = "*"
        else:
            raise LineRefused("malformed", f"a card of {short(place.text)} must be named", at)
        return self._known(known, wanted)

    @staticmethod
    def _known(known: str, wanted: str) -> tuple[str, bool]:
        said = "" if wanted == NOBODY else "".join(sorted(wanted.replace(" ", "")))
        return known or NOBODY, known == said

    def _knowing(self, names: frozenset[Face]) -> str:
        """Who was shown a card of these names wherever one lies, "" for nobody."""
        table, found = self._position.table, set[str]()
        if any(names.intersection(faces) for faces in table.zones.values()):
            return "*"
        for lying in table.slots.values():
            if lying.face in names:
                found |= {"*"} if lying.up else {*lying.known_to}
        for seat, hand in table.hands.items():
            found |= {str(one) for audience, faces in hand.shown if names.intersection(faces) for one in audience}
            found |= {str(seat)} if names.intersection(hand.own) else set()
        for block in (block for blocks in table.decks.values() for block in blocks):
            found |= {*block.known_to} if names.intersection(block.faces or ()) else set()
        return "*" if "*" in found else "".join(sorted(found))

    def _borne(self, what: str) -> str | None:
        """What a card that lies bears, by the name that ``set`` takes: ``damage.B.b1``; None for what is no such claim."""
        name, _dot, place = what.partition(".")
        borne = self._table.game.notation.borne
        if borne is None or not place:
            return None
        try:
            slot = self._table.places.slot(LineWord(place, 0), None, self._position)
        except LineRefused as refused:
            if refused.fault == "illegal" and name in borne(self._position.state, ""):
                return "no card"
            return None
        there = borne(self._position.state, slot)
        return _told(there[name]) if name in there else None

    def _shown_of_hand(self, place: LineWord, card: str, at: int) -> str:
        seat = SeatKey(self._table.places.place(place, None).partition(":")[2])
        hand = self._position.table.hands.get(seat, Hand())
        names = self._table.names.named(card)
        if not names:
            raise LineRefused("malformed", f"no card is called {short(card)}", at)
        seen = {one for audience, faces in hand.shown for one in audience if any(name in faces for name in names)}
        if "*" in seen:
            return "*"
        own = {seat} if any(name in hand.own for name in names) else set()
        return "".join(sorted(map(str, seen | own)))

    def _place(self, word: LineWord, wanted: str, at: int) -> tuple[str, bool]:
        """A number of cards, or the card at a place counted from the top; of an open pile from the card that came last."""
        _kind, _seat, nth = self._table.places.form(word)
        place = self._table.places.place(_without(word, nth), None)
        faces, count = self._lying(place)
        if nth is None:
            if wanted.isdigit():
                return str(count), count == int(wanted)
            return self._bag(faces, count, wanted, at)
        if not 0 < nth <= count:
            return "no card", wanted == UNSET
        face = faces[nth - 1] if nth <= len(faces) else "?"
        names = self._table.names
        found = names.write(face)
        if wanted == "?":
            return found, face == "?"
        read = names.faces(items_word(wanted, at))
        return found, face in read

    def _bag(self, faces: Sequence[Face], count: int, wanted: str, at: int) -> tuple[str, bool]:
        """All cards of a place, in any order."""
        names = self._table.names
        found = " ".join(names.write_all(faces)) + (f" ?*{count - len(faces)}" if count > len(faces) else "")
        words = [items_word(word, at) for word in wanted.split()]
        read = [names.faces(word)[0] for word in words]
        return found or "nothing", sorted(map(str, read)) == sorted(map(str, (*faces, *("?",) * (count - len(faces)))))

    def _lying(self, place: str) -> tuple[Sequence[Face], int]:
        table = self._position.table
        kind = self._table.places.kind_of(place.partition(":")[0])
        if kind == "pile":
            slots = table.piles.get(PileId(place), ())
            return [table.slots[SlotId(slot)].face for slot in slots], len(slots)
        if kind == "zone":
            faces = table.zones.get(ZoneId(place), ())
            return faces[::-1], len(faces)
        if kind == "deck":
            blocks = table.decks.get(DeckId(place), ())
            told: list[Face] = []
            for block in blocks:
                told += block.faces if block.faces is not None and block.count == 1 else ("?",) * block.count
            return told, len(told)
        hand = table.hands.get(SeatKey(place.partition(":")[2]), Hand())
        return hand.faces, hand.count

    def _counter(self, what: str, wanted: str, at: int) -> tuple[str, bool]:
        """A counter of the game by its name; ``unset`` where it is not there: ``None``, ``no``, nothing."""
        name, _dot, key = what.partition(".")
        state = self._position.state
        public = sorted(one for one in vars(state) if not one.startswith("_") and one not in {"rules", "cards"})
        if name not in public:
            raise LineRefused("malformed", f"{short(what)} is neither a place nor a counter", at, (*self._table.places.words, *public))
        value = getattr(state, name)
        if key:
            value = dict(value).get(key) if isinstance(value, Mapping | tuple) else getattr(value, key, None)
        found = _told(value)
        return found, found == wanted or (wanted == UNSET and value in (None, (), False, "") and not isinstance(value, int))


def _told(value: Any) -> str:
    if value is None or value == ():
        return UNSET
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return " ".join(f"{key}:{_told(one)}" for key, one in sorted(value.items())) or UNSET
    if isinstance(value, tuple):
        return " ".join(map(_told, value))
    return str(value)


def _without(word: LineWord, nth: int | None) -> LineWord:
    return word if nth is None else word._replace(text=word.text.removesuffix(f".{nth}"))


def items_word(text: str, at: int) -> LineWord:
    """Return a word of a claim, which stands in a header."""
    return LineWord(text, at)
