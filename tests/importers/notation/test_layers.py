"""Notes and variations in a text become layers beside its record, and a record's layers stand in its text for whoever may read them."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from importers import ImportOptions
from importers.notation.exporting import layers_beside, notation_of
from importers.storing import store_file
from records.core.viewers import LOCAL, OPEN, PUBLIC, Viewer
from records.errors import ImportRefused, RecordsError
from records.service import GameBook
from records.service.incoming import IncomingLayer
from records.service.layers.line_texts import LineStep, LineText
from records.service.layers.notes import NoteText
from records.service.layers.views import LayerView
from records.service.library import library
from records.service.writing.simulation import simulate
from records.studies.layers.events import Arrow, Spot
from support import books
from support.notation import faults
from support.soaking import rest_soaked

EXAMPLES = sorted((Path(__file__).parent.parent.parent.parent / "examples" / "games").glob("*.kbz"))
GAME = EXAMPLES[1].read_text()


book = books.shared


other = books.shared


def stored(book: GameBook, text: str) -> str:
    """Put the one game of a text on a shelf."""
    return store_file(book, LOCAL, text.encode(), "game.kbz", ImportOptions())[0].id


def written(book: GameBook, record: str, viewer: Viewer = OPEN) -> str:
    """Return a record with all its layers as a viewer may read them."""
    return notation_of(book.record(LOCAL, record, viewer), layers=layers_beside(book, LOCAL, record, viewer)).text


def told(book: GameBook, record: str, viewer: Viewer = OPEN) -> list[Any]:
    """Return all that the layers of a record say to a viewer, without what is drawn anew for each shelf."""
    return sorted((_layer(book, one, viewer) for one in book.notes.layers(LOCAL, record, viewer)), key=repr)


def _layer(book: GameBook, layer: LayerView, viewer: Viewer) -> tuple[Any, ...]:
    lines = [(_line(book, layer, line.id, viewer), line.id) for line in layer.lines]
    order: dict[str | None, Any] = {ident: nodes for nodes, ident in lines} | {None: None}
    notes = [
        (
            note.at.v,
            note.since,
            note.text,
            note.glyph,
            note.marks,
            note.known_to,
            repr(order[note.at.line]),
            _way(book, layer, note.at, viewer),
        )
        for note in layer.notes
    ]
    return layer.author.name, sorted(notes, key=repr), sorted((nodes for nodes, _ident in lines), key=repr)


def _line(book: GameBook, layer: LayerView, ident: str, viewer: Viewer) -> tuple[Any, ...]:
    (line,) = (one for one in layer.lines if one.id == ident)
    logs = book.notes.line_logs(LOCAL, layer.id, ident, viewer)
    ways = [tuple((one.v, type(one.event).__name__, repr(one.event)) for one in log[line.base :]) for log in logs.values()]
    return line.base, line.name, str(line.eyes), sorted(ways)


def _way(book: GameBook, layer: LayerView, at: Any, viewer: Viewer) -> list[str]:
    """What happened from the base of a line to a node."""
    if at.line is None:
        return []
    return [repr(one.event) for one in book.notes.line_logs(LOCAL, layer.id, at.line, viewer)[at.node][at.v :]]


@pytest.mark.parametrize("path", rest_soaked(EXAMPLES, keep=2), ids=lambda path: path.stem)
def test_notes_and_variations_of_an_example_are_beside_its_record_and_go_round(book: GameBook, other: GameBook, path: Path) -> None:
    """Every one that stands in the file; written out and read elsewhere they say the same."""
    record = stored(book, path.read_text())
    layers = book.notes.layers(LOCAL, record)
    text = re.sub(r"^;.*$", "", path.read_text(), flags=re.MULTILINE)
    assert sum(len(layer.notes) for layer in layers) == len(re.findall(r"\{[^|]", text))
    assert sum(len(layer.lines) for layer in layers) == len(re.findall(r"^ +\( [a-z]", text, re.MULTILINE))
    again = stored(other, written(book, record))
    assert told(other, again) == told(book, record) != []


def test_all_that_a_note_holds_goes_round(book: GameBook, other: GameBook) -> None:
    """Texts with signs and spaces, judgements, marks, arrows, audiences, first steps, moments inside a line, several authors."""
    record = stored(book, GAME.replace("kitchen", "hall"))
    steps = book.record(LOCAL, record).steps
    table = book.record(LOCAL, record).position(38).table
    slots = sorted(table.slots)
    marks = (Spot(place="gate:A"), Spot(place=slots[0], tone=3), Arrow(start="hand:A", end=slots[1]), Arrow(start=slots[1], end="draw"))
    notes = (
        NoteText(at=0, text="[before] all", audience=("*",), since=0),
        NoteText(at=38, text=" @spaces {braces} \\ and\n; two lines ( ", glyph="??", marks=marks, audience=("A",)),
        NoteText(at=38, glyph="!", audience=("A", "B"), since=40),
        NoteText(at=37, text="within", marks=(Spot(place="castle:B", tone=1),)),
        NoteText(at=36, text="\\"),
        NoteText(at=steps, text="a" * 9_999),
        NoteText(at=20, text="$! [Game x] | {", since=21),
    )
    book.notes.write_layer(LOCAL, record, IncomingLayer(author="Änne & Co.", notes=notes))
    book.notes.write_layer(LOCAL, record, IncomingLayer(author="Änne + Co", notes=(NoteText(at=5, text="mine"),)))
    again = stored(other, written(book, record))
    assert told(other, again) == told(book, record)
    assert written(other, again).partition("\n[Layer")[2] == written(book, record).partition("\n[Layer")[2]


@pytest.mark.parametrize("name", rest_soaked([name for name, game in library().items() if game.simulation is not None]))
def test_lines_of_every_game_go_round(book: GameBook, other: GameBook, name: str) -> None:
    """With branches, notes on their steps, and for eyes that see less than the table, at steps where lines do not end."""
    (new,) = simulate(library()[name], seed=5, games=1)
    record = book.writing.add(LOCAL, new)[0].id
    picker = random.Random(1)  # noqa: S311 -- any commands do
    steps = book.record(LOCAL, record).steps
    for viewer, about in ((OPEN, steps // 3), ("A", steps // 2), (PUBLIC, steps // 4), (OPEN, steps)):
        view = book.record(LOCAL, record, viewer)
        base = next(v for v in range(about, 0, -1) if v == steps or view.events[v].cause == v + 1)
        line = book.notes.begin_line(LOCAL, record, base, name=f"by {viewer}", viewer=viewer, dealt="known")
        for parent in (0, 0, 1):
            if parent and parent not in line.nodes:
                continue
            log = book.notes.line_logs(LOCAL, line.layer, line.id, viewer)[parent]
            position = view.seen.folder.position(view.header, log)
            commands = list(view.game.play.legal(position)) if view.game.play else []
            for command in picker.sample(commands, min(4, len(commands))):
                try:
                    line = book.notes.grow_line(LOCAL, line.layer, line.id, command, parent=parent)
                except RecordsError:
                    continue
                break
        for node in line.nodes:
            text = NoteText(at=base, line=line.id, node=node, text=f"at {node}", glyph="!?")
            book.notes.write_note(LOCAL, record, text, viewer=viewer)
    assert sum(len(line.nodes) for layer in book.notes.layers(LOCAL, record) for line in layer.lines) >= 5
    for viewer in (OPEN, "A"):
        again = stored(other, written(book, record, viewer))
        seen = told(book, record, viewer)
        assert told(other, again) == seen, written(book, record, viewer)


@pytest.mark.soak
def test_a_viewers_text_tells_nothing_of_notes_that_are_not_for_it(book: GameBook) -> None:
    """Number, time, author, marks and lines of what others may read leave every byte of it as it is."""
    (new,) = simulate(library()["castle-rampage"], seed=11, games=1)
    plain, noted = (book.writing.add(LOCAL, new)[0].id for _ in range(2))
    shown = (NoteText(at=30, text="for all", audience=("*",), since=30), NoteText(at=40, text="for Ana", audience=("A",), since=40))
    hidden = tuple(NoteText(at=at, text="secret", glyph="??", audience=aud) for at in (10, 30, 31, 40) for aud in ((), ("B",)))
    view = book.record(LOCAL, plain)
    base = next(v for v in range(50, 80) if view.events[v].cause == v + 1)
    command = next(iter(view.game.play.legal(view.position(base))))  # type: ignore[union-attr]  # it has rules
    batch = [one.event for one in view.events if one.cause == base + 1]
    command = view.game.play.command_of(batch[0])  # type: ignore[union-attr]
    line = LineText(base=base, name="secret", viewer=OPEN, steps=(LineStep(command=command, parent=0, events=tuple(batch)),))
    for record, notes, lines in ((plain, shown, ()), (noted, (*hidden[:4], *shown, *hidden[4:]), (line,))):
        book.notes.write_layer(LOCAL, record, IncomingLayer(author="Mira", notes=notes, lines=lines))
    book.notes.write_layer(LOCAL, noted, IncomingLayer(author="Nobody else", notes=hidden))
    for viewer in ("A", PUBLIC):
        one, two = written(book, plain, viewer), written(book, noted, viewer)
        assert one.replace(plain, "") == two.replace(noted, "")
        assert "secret" not in two
        assert "for all" in two
    assert "secret" in written(book, noted)


FAULTS = {
    "no header names a layer": "{@nobody x}",
    "is not a place": "{[moon] x}",
    "which card of 'B.castle.9'?": "{[B.castle.9] x}",
    "a step is a number": "{[step=x] x}",
    "nobody sits at 'C'": "{[@C] x}",
    "one judgement too many": "$! $? {x}",
    "is no judgement": "$!b {x}",
    "a note has a text": "{}",
    "eyes= and after= belong": "{[eyes=A] x}",
    "a mark is one of": "{[A.gate$e] x}",
}


@pytest.mark.parametrize(("reason", "note"), FAULTS.items(), ids=FAULTS)
def test_a_note_that_cannot_be_is_refused_with_its_place(reason: str, note: str) -> None:
    """Nothing of it is kept silently out."""
    (fault,) = faults(GAME.replace("{The Advisor is in hand.}", note).replace("$!?", ""))
    assert reason in fault
    assert f"line {GAME[: GAME.index('{The Advisor')].count(chr(10)) + 1}, column " in fault


BRACKETS = {
    "brackets begin with the name": "( {[A.gate] x} castle robber )",
    "brackets in brackets have no name": "( castle robber ( {x} gate robber ) )",
    "after= names a step": "( {[after=9999]} castle robber )",
    "a note in brackets belongs": "( castle robber {[step=3] x} )",
    "Gate or Castle": "( castle robber\n castle robber )",
}


@pytest.mark.parametrize(
    ("reason", "bracket"), [one for one in BRACKETS.items() if one[1]], ids=[key for key, one in BRACKETS.items() if one]
)
def test_a_variation_that_cannot_be_is_refused(reason: str, bracket: str) -> None:
    """With what is wrong."""
    found = faults(GAME.replace("( castle robber {safe} )", bracket))
    assert len(found) == 1
    assert reason in found[0]


def test_notes_that_the_shelf_cannot_keep_are_told_and_the_game_is_kept(book: GameBook) -> None:
    """A note that is shown from a step which is not there."""
    heard: list[str] = []
    text = GAME.replace("{The Advisor", "{[from=9999] The Advisor").replace("kitchen", "attic")
    (one,) = store_file(book, LOCAL, text.encode(), "late.kbz", ImportOptions(tell=heard.append))
    assert book.notes.layers(LOCAL, one.id) == []
    assert any("2 notes and variations are kept out: a note is shown from a step" in line for line in heard)


def test_a_file_that_is_read_again_writes_no_layer_twice(book: GameBook) -> None:
    """The same bytes are the same record."""
    text = GAME.replace("kitchen", "garden")
    assert stored(book, text) == stored(book, text)
    assert len(book.notes.layers(LOCAL, stored(book, text))) == 1
    with pytest.raises(ImportRefused):
        stored(book, text.replace("{safe}", "{safe"))
