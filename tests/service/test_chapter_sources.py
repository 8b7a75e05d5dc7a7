"""What chapters are made of beside steps of a record: lines, positions laid out, what follows a found move, notes of layers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from importers.base import ImportOptions
from importers.native_streams import read_stream, write_stream
from importers.notation.importer import NotationImporter
from importers.storing import store_file
from records.core.viewers import LOCAL, PUBLIC, SeatKey
from records.errors import CorruptRecord, MalformedCommand, NotThisRecord, RecordNotFound
from records.service import GameBook
from records.service.chapters.drafts import NewChapter
from records.service.chapters.kept import cut_after
from records.service.chapters.sources import LineEnd
from records.service.incoming import NewGame
from records.service.kinds import STUDIES
from records.service.layers.notes import NoteText
from records.studies.chapters import events as ev

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.service.chapters.views import StudyView

GAMES = Path(__file__).parents[2] / "examples" / "games"
LATE = GAMES / "castle-rampage-late.kbz"
A, B = SeatKey("A"), SeatKey("B")


@pytest.fixture
def book() -> Iterator[GameBook]:
    """A book of its own."""
    with GameBook.open("sqlite:///:memory:") as opened:
        yield opened


@pytest.fixture
def game(book: GameBook) -> str:
    """A game with a line beside it."""
    path = GAMES / "castle-rampage-secrets.jsonl"
    return store_file(book, LOCAL, path.read_bytes(), path.name, ImportOptions())[0].id


def legal_at(book: GameBook, game: str, at: int) -> list[bytes]:
    """The legal moves there, at the open table."""
    view = book.record(LOCAL, game, "open")
    assert view.game.play is not None
    return [msgspec.json.encode(one) for one in view.game.play.legal(view.position(at))]


def moment(book: GameBook, game: str) -> tuple[int, bytes]:
    """A step with a move that needs no answer of the table, and that move."""
    view = book.record(LOCAL, game, "open")
    for at in range(20, view.steps):
        for move in legal_at(book, game, at):
            if b"castle" in move:
                return at, move
    raise AssertionError("no such move")


def with_line(book: GameBook, game: str, eyes: str = "open") -> tuple[int, LineEnd]:
    """A line of one step, and the step it begins after."""
    at, move = moment(book, game)
    line = book.notes.begin_line(LOCAL, game, at, viewer=eyes, command=move)
    return at, LineEnd(layer=line.layer, line=line.id)


def written(book: GameBook, chapter: NewChapter) -> tuple[str, StudyView]:
    """A study of one chapter."""
    study = book.studies.open_study(LOCAL, "A study").id
    return study, book.studies.add_chapter(LOCAL, study, chapter)


def body_of(view: StudyView, nth: int = 0) -> ev.ChapterBody:
    """How a chapter reads."""
    body = view.chapters[nth].body
    assert body is not None
    return body


def laid(book: GameBook) -> NewGame:
    """A position with what was played on from it."""
    found = NotationImporter(book.games).read(LATE.read_bytes(), LATE.name, ImportOptions())[0]
    assert isinstance(found, NewGame)
    return found


def test_a_line_is_a_chapter_that_stays_when_the_line_is_pruned(book: GameBook, game: str) -> None:
    """It is told through the eyes of the line or narrower ones, from the chapter alone; its last step can ask a move."""
    at, choice = with_line(book, game)
    study, made = written(book, NewChapter(title="What if", line=choice))
    body = body_of(made)
    assert isinstance(body.source, ev.LinePart)
    assert (body.source.first, body.viewer) == (at, "open")
    assert body.source.last > at
    before = book.studies.chapter_log(LOCAL, body).view
    book.notes.prune_line(LOCAL, choice.layer, choice.line)
    after = book.studies.chapter_log(LOCAL, body).view
    assert after.events == before.events
    assert after.events[:at] == book.record(LOCAL, game, "open").events[:at]
    narrow = book.studies.revise_chapter(LOCAL, study, made.chapters[0].id, NewChapter(title="As A", viewer="A"), was=2)
    seen = book.studies.chapter_log(LOCAL, body_of(narrow)).view
    assert seen.events[:at] == book.record(LOCAL, game, "A").events[:at]
    assert seen.steps == before.steps
    assert book.studies.publish_study(LOCAL, study).number == 1


def test_a_line_of_narrow_eyes_is_not_told_through_wider_ones(book: GameBook, game: str) -> None:
    """What A imagined shows nothing that B was shown."""
    _at, choice = with_line(book, game, "A")
    assert body_of(written(book, NewChapter(title="x", line=choice))[1]).viewer == "A"
    for eyes in ("B", "open"):
        with pytest.raises(MalformedCommand, match=f"is imagined by A; {eyes}"):
            written(book, NewChapter(title="x", line=choice, viewer=eyes))
    with pytest.raises(RecordNotFound, match="no line"):
        written(book, NewChapter(title="x", line=LineEnd(layer=choice.layer, line="none")))


def test_a_position_laid_out_is_held_by_the_chapter(book: GameBook, tmp_path: Path) -> None:
    """No record comes on the shelf; seats see what they were shown; another store reads it from the study's file alone."""
    study, made = written(book, NewChapter(title="Late", laid=laid(book), viewer="A"))
    body = body_of(made)
    assert isinstance(body.source, ev.Laid)
    assert len(book.records.shelf(LOCAL).entries) == 0
    view = book.studies.chapter_log(LOCAL, body).view
    assert body.source.last == view.steps
    assert view.names == {A: "Ines", B: "Jan"}
    assert view.position(body.source.first).table.hands[A].count == 3
    b_sees = book.studies.chapter_log(LOCAL, msgspec.structs.replace(body, viewer="B")).view
    assert view.position(body.source.first).table.hands[A].faces
    assert not b_sees.position(body.source.first).table.hands[A].faces
    revised = book.studies.revise_chapter(LOCAL, study, made.chapters[0].id, NewChapter(title="Later", last=body.source.first), was=2)
    assert body_of(revised).source.last == body.source.first
    assert body_of(revised).viewer == "A"
    with GameBook.open(f"sqlite:///{tmp_path}/other.db") as other:
        other.studies.take_in_study(LOCAL, read_stream(write_stream(book.studies.export_study(LOCAL, study)), "x.study", STUDIES))
        assert list(other.records.verify(LOCAL)) == []
        assert other.studies.chapter_log(LOCAL, body).view.events == view.events


def test_what_follows_a_found_move_is_steps_or_a_line(book: GameBook, game: str) -> None:
    """Steps after the last of the same record, or a line that begins there; nothing else, and of no other task."""
    at, choice = with_line(book, game)
    move = ev.FindMove(answers=(ev.AcceptedMove(pattern=msgspec.Raw(legal_at(book, game, at)[0])),))

    def chapter(**more: object) -> NewChapter:
        return NewChapter(**{"title": "?", "record": game, "last": at, "task": move, "viewer": "open", **more})  # type: ignore[arg-type]

    for then, steps in ((at + 2, at + 2), (choice, None)):
        study, made = written(book, chapter(then=then))
        body = body_of(made)
        shown = book.studies.chapter_then(LOCAL, body)
        assert shown is not None
        assert shown.view.events[:at] == book.studies.chapter_log(LOCAL, body).view.events[:at]
        assert shown.view.steps == (steps or at + 1)
        book.studies.publish_study(LOCAL, study)
    assert book.studies.chapter_then(LOCAL, body_of(written(book, chapter())[1])) is None
    for more, why in (
        ({"then": at}, "does not follow"),
        ({"then": 999}, "does not follow"),
        ({"then": choice, "last": at - 1}, "no legal move|does not begin after event"),
        ({"then": at + 1, "task": ev.GuidedReading()}, "nowhere else"),
    ):
        with pytest.raises(MalformedCommand, match=why):
            written(book, chapter(**more))


def test_notes_are_shown_at_the_chapters_steps_to_its_eyes(book: GameBook, game: str) -> None:
    """Not those of other steps and readers; a published number shows what it was published with, without what was erased."""
    for step, text, audience in ((4, "for all", ("*",)), (5, "for A", ("A",)), (9, "later", ("*",)), (1, "earlier", ("*",))):
        note = book.notes.write_note(LOCAL, game, NoteText(at=step, text=text, audience=audience, since=step))
    layer = note.layer
    study, made = written(book, NewChapter(title="x", record=game, first=2, last=8, viewer="B", layers=(layer,)))
    book.studies.publish_study(LOCAL, study)
    late = book.notes.write_note(LOCAL, game, NoteText(at=6, text="new", audience=("*",), since=6))

    def told(eyes: str, at: int | None = None, number: int | None = None) -> list[tuple[int, str]]:
        body = msgspec.structs.replace(body_of(made), viewer=eyes)
        pinned = book.studies.study(LOCAL, study, number).layers
        return [(one.step, one.note.text) for one in book.studies.chapter_notes(LOCAL, body, at, pinned)]

    assert told("B") == [(4, "for all"), (6, "new")]
    assert told("B", number=1) == [(4, "for all")]
    assert told("A", number=1) == [(4, "for all"), (5, "for A")]
    assert told("A", at=4) == [(4, "for all")]
    book.notes.erase_note(LOCAL, layer, late.id)
    assert told("B") == [(4, "for all")]
    with pytest.raises(RecordNotFound, match="no layer"):
        written(book, NewChapter(title="x", record=game, last=8, layers=("none",)))
    other = store_file(book, LOCAL, (GAMES / "castle-rampage-siege.jsonl").read_bytes(), "x.jsonl", ImportOptions())[0].id
    with pytest.raises(MalformedCommand, match="beside another record"):
        written(book, NewChapter(title="x", record=other, last=8, layers=(layer,)))


@pytest.mark.parametrize("name", ["castle-rampage-evening.jsonl", "castle-rampage-secrets.jsonl"])
def test_a_log_that_is_cut_is_that_of_its_beginning(book: GameBook, name: str) -> None:
    """In whatever order it is cut: kept cuts are gone on with, and tell nothing that came later, nor of what was taken back later."""
    record = store_file(book, LOCAL, (GAMES / name).read_bytes(), name, ImportOptions())[0].id
    seen = book.record(LOCAL, record, "A").seen
    for last in (9, 3, 20, 32, 33, 34, 25, 48, 50, 1, 49, len(seen.events) - 1, 40):
        cut, fresh = cut_after(seen, last), seen.branched(last)
        assert cut.events == fresh.events
        assert cut.timeline == fresh.timeline
        assert cut.end == fresh.end
        assert cut_after(seen, last) is cut
    assert cut_after(seen, len(seen.events)) is seen


def test_a_chapter_is_made_of_one_thing(book: GameBook, game: str) -> None:
    """Nothing and two things are refused."""
    for chapter in (NewChapter(title="x"), NewChapter(title="x", record=game, laid=laid(book))):
        with pytest.raises(MalformedCommand, match="a chapter is made of"):
            written(book, chapter)


def test_chapters_that_were_stored_before_are_read(book: GameBook, game: str) -> None:
    """A body and keys as they were written before there were lines, positions and layers."""
    anchor = msgspec.to_builtins(body_of(written(book, NewChapter(title="x", record=game, last=3))[1]).source)["anchor"]
    plain = {
        "title": "Old",
        "text": "",
        "source": {"t": "record", "anchor": anchor, "first": 0, "last": 3},
        "viewer": "open",
        "conceal": "later steps",
        "task": {"t": "move", "answers": [{"pattern": {}, "worth": 100, "says": ""}], "hints": []},
    }
    body = msgspec.json.decode(msgspec.json.encode(plain), type=ev.ChapterBody)
    assert book.studies.chapter_log(LOCAL, body).view.viewer is not PUBLIC
    assert book.studies.chapter_then(LOCAL, body) is None
    key = b'{"keys":[{"chapter":"x","candidates":["a"],"chance":null,"moves":[]}]}'
    assert msgspec.json.decode(key, type=ev.PublishedKeys).keys[0].candidates == ("a",)


def test_what_a_file_made_of_a_chapter_is_refused(book: GameBook, game: str) -> None:
    """Events that cannot be read, or are not those that were imagined; a record that was written down otherwise."""
    _at, choice = with_line(book, game)
    line, position = (
        body_of(written(book, chapter)[1]) for chapter in (NewChapter(title="x", line=choice), NewChapter(title="x", laid=laid(book)))
    )
    bad = msgspec.Raw(b'{"v":1}')
    for body in (line, position):
        broken = msgspec.structs.replace(body, source=msgspec.structs.replace(body.source, events=(bad, *body.source.events)))
        with pytest.raises(CorruptRecord, match="of a chapter cannot be read"):
            book.studies.chapter_log(LOCAL, broken)
    assert isinstance(line.source, ev.LinePart)
    moved = msgspec.structs.replace(line.source, anchor=msgspec.structs.replace(line.source.anchor, hash="00"))
    with pytest.raises(NotThisRecord):
        book.studies.chapter_log(LOCAL, msgspec.structs.replace(line, source=moved))
