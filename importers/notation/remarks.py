"""Remarks in ``{...}``: a note's author, its readers, its marks, and its text (docs/notation.md, Notes)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, get_args

from importers.notation.items import HeaderLine, LineRemark, LineWord
from importers.notation.notes import LayerNamed, TextComment
from importers.notation.positions import read_audience
from importers.notation.problems import LineRefused, short
from records.core.secret import ALL, NOBODY, Audience
from records.core.viewers import OPEN, PUBLIC
from records.errors import MalformedCommand
from records.service.incoming import checked_name
from records.service.layers.notes import LONGEST_NOTE, MOST_MARKS
from records.studies.layers.events import Arrow, Glyph, Spot

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from importers.notation.places import PlaceWords
    from records.core.ids import SeatKey
    from records.core.position import Position

STEP, FROM, EYES, AFTER = "step=", "from=", "eyes=", "after="
TONES = "abcd"
BY_ID = "#"
"""Before the id of a place for which the game has no word."""
_KEY = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_HEAD = re.compile(r"\s*(?:@(?P<layer>[^\s\[\]]+)(?=\s|\[|\Z)\s*)?(?:\[(?P<words>[^\[\]]*)\]\s*)?(?P<text>.*)", re.DOTALL)
_ESCAPED = re.compile(r"\\([{}\\\[\]@\s])")
_TO_ESCAPE = re.compile(r"[{}\\]|\A[@\[\s]|\s\Z")
_NUMBER = re.compile(r"[0-9]{1,6}")


@dataclass(slots=True)
class RemarkHead:
    """A remark taken apart."""

    at: int
    layer: str
    text: str
    glyph: Glyph | None = None
    tone: int = 0
    audience: Audience | None = None
    numbers: dict[str, int] = field(default_factory=dict)
    """``step=`` and the like."""
    eyes: str = ""
    places: list[tuple[LineWord, ...]] = field(default_factory=list)
    """The marks: places, and pairs of places for arrows."""
    tones: list[int | None] = field(default_factory=list)


class RemarkWords:
    """The notes of one game's text."""

    def __init__(self, layers: Mapping[str, LayerNamed], seats: tuple[SeatKey, ...], places: PlaceWords) -> None:
        self._layers, self._seats, self._places = layers, seats, places

    def split(self, remark: LineRemark) -> RemarkHead:
        """Return the parts of a remark; raises ``LineRefused`` for a layer, a seat or a word that is none."""
        match = _HEAD.fullmatch(remark.text)
        layer, words, text = (match["layer"] or "", match["words"], match["text"]) if match else ("", None, remark.text)
        if layer and layer not in self._layers:
            raise LineRefused("malformed", f"no header names a layer {short(layer)}", remark.at, tuple(self._layers))
        head = RemarkHead(remark.at, layer, _ESCAPED.sub(r"\1", _stripped(text)))
        if len(head.text) > LONGEST_NOTE:
            raise LineRefused("malformed", f"a note has {LONGEST_NOTE} characters at most", remark.at)
        for glyph in remark.glyphs:
            self._sign(head, glyph[1:])
        for word in (words or "").split():
            self._word(head, word)
        return head

    def _sign(self, head: RemarkHead, sign: str) -> None:
        if sign in get_args(Glyph) and head.glyph is None:
            head.glyph = sign  # type: ignore[assignment]  # it is one of them
        elif len(sign) == 1 and sign in TONES:
            head.tone = TONES.index(sign)
        else:
            told = f"${sign} is one judgement too many for a note" if head.glyph else f"${sign} is no judgement"
            raise LineRefused("malformed", told, head.at, tuple(f"${one}" for one in (*get_args(Glyph), *TONES)))

    def _word(self, head: RemarkHead, word: str) -> None:
        at = LineWord(word, head.at)
        for key in (STEP, FROM, AFTER):
            if word.startswith(key):
                if not _NUMBER.fullmatch(word[len(key) :]):
                    raise LineRefused("malformed", f"{short(word)}: a step is a number", head.at)
                head.numbers[key] = int(word[len(key) :])
                return
        if word.startswith("@"):
            head.audience = read_audience(at, word, self._seats)
        elif word.startswith(EYES):
            head.eyes = word[len(EYES) :]
            if head.eyes not in (PUBLIC.value, OPEN.value, *self._seats):
                raise LineRefused("malformed", f"whose eyes are {short(head.eyes)}?", head.at, (PUBLIC.value, OPEN.value, *self._seats))
        else:
            place, dollar, tone = word.partition("$")
            if dollar and (tone not in TONES or len(tone) != 1):
                raise LineRefused("malformed", f"{short(word)}: a mark is one of $a $b $c $d", head.at)
            head.places.append(tuple(LineWord(one, head.at) for one in place.split(">", 1)))
            head.tones.append(TONES.index(tone) if dollar else None)

    def comment(
        self, head: RemarkHead, version: int, position: Callable[[int], Position[Any]], actor: SeatKey | None, *, layer: str | None = None
    ) -> TextComment:
        """Return a remark as a note on step ``version``; ``layer`` is that of the variation in which it stands.

        Raises ``LineRefused`` for a place that is not there then, and for a note that says nothing.
        """
        inside = layer is not None
        if inside and (head.layer or head.numbers.get(STEP) is not None or head.eyes or AFTER in head.numbers):
            raise LineRefused("malformed", "a note in brackets belongs to its step there, and to the layer of the brackets", head.at)
        if not inside and (head.eyes or AFTER in head.numbers):
            raise LineRefused("malformed", "eyes= and after= belong to what comes first in brackets", head.at)
        if not (head.text.strip() or head.glyph or head.places):
            raise LineRefused("malformed", "a note has a text, a judgement or a mark", head.at)
        if len(head.places) > MOST_MARKS:
            raise LineRefused("malformed", f"a note has {MOST_MARKS} marks at most", head.at)
        at = version if inside else head.numbers.get(STEP, version)
        marks: list[Spot | Arrow] = []
        if head.places:
            there = position(at)
            for places, tone in zip(head.places, head.tones, strict=True):
                ids = [self._place(word, actor, there) for word in places]
                marks.append(
                    Spot(place=ids[0], tone=head.tone if tone is None else tone) if len(ids) == 1 else Arrow(start=ids[0], end=ids[1])
                )
        named = layer if layer is not None else head.layer
        own = self._layers[named].audience if named in self._layers else None
        return TextComment(
            version=at,
            text=head.text,
            glyph=head.glyph,
            marks=tuple(marks),
            audience=own if head.audience is None else head.audience,
            since=head.numbers.get(FROM),
            layer=named,
        )

    def _place(self, word: LineWord, actor: SeatKey | None, position: Position[Any]) -> str:
        if word.text.startswith(BY_ID):
            ident, table = word.text[1:], position.table
            if not any(ident in places for places in (table.slots, table.piles, table.decks, table.zones)):
                raise LineRefused("malformed", f"{short(word.text)} is not a place", word.at)
            return ident
        if word.text.rpartition(".")[2].isdigit():
            return self._places.slot(word, actor, position)
        return self._places.place(word, actor)


def layers_named(lines: Sequence[HeaderLine], seats: tuple[SeatKey, ...]) -> dict[str, LayerNamed]:
    """Return the layers that headers name; raises ``LineRefused``."""
    found: dict[str, LayerNamed] = {}
    for line in lines:
        key, author, viewpoint, day = (*line.texts, "", "", "", "")[:4]
        if not 1 <= len(line.texts) <= 4 or not _KEY.fullmatch(key):  # noqa: PLR2004 -- key, author, viewpoint, day
            told = '[Layer "anna" "Anna K." "A" "2026-03-14"]: a key of small letters, the author, who may read it, a day'
            raise LineRefused("malformed", told, line.at)
        if key in found:
            raise LineRefused("malformed", f"the layer {key} appears here twice", line.at)
        audiences: dict[str, Audience | None] = {"": None, PUBLIC.value: ALL, OPEN.value: NOBODY, **{seat: (seat,) for seat in seats}}
        if viewpoint not in audiences:
            raise LineRefused("malformed", f"who is {short(viewpoint)}?", line.at, tuple(audiences)[1:])
        try:
            name = checked_name(author) if author else ""
            if day:
                date.fromisoformat(day)
        except MalformedCommand as error:
            raise LineRefused("malformed", str(error), line.at) from None
        except ValueError:
            raise LineRefused("malformed", f"{short(day)} is not a day: 2026-03-14", line.at) from None
        found[key] = LayerNamed(key=key, author=name, audience=audiences[viewpoint])
    return found


def remark(text: str, *, layer: str = "", words: Sequence[str] = (), glyph: str | None = None) -> str:
    """Return a note as it is written; ``words`` are what stands in its square brackets."""
    escaped = _TO_ESCAPE.sub(lambda found: f"\\{found.group()}", text)
    parts = (f"@{layer}" if layer else "", f"[{' '.join(words)}]" if words else "", escaped)
    return (f"${glyph} " if glyph else "") + "{" + " ".join(filter(None, parts)) + "}"


def _stripped(text: str) -> str:
    """Text without spaces around it; one behind a backslash stays."""
    bare = text.strip()
    lost = text[len(text.rstrip()) :]
    slashes = len(bare) - len(bare.rstrip("\\"))
    return bare + lost[:1] if slashes % 2 and lost else bare
