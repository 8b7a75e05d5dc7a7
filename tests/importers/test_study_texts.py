"""Studies as texts that people write: what stands in the documentation is read, changed texts change their study, faults have lines."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from importers.study_texts.reading import read_study_text
from importers.study_texts.toml_lines import TomlFile
from importers.study_texts.words import StepWords
from importers.study_texts.writing import _string, _text, write_study_text
from records.core.viewers import LOCAL
from records.errors import ImportRefused, MalformedCommand
from records.service import GameBook
from records.service.chapters.drafts import NewChapter
from records.studies.chapters import events as ev
from support.soaking import one_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.service.chapters.views import StudyView

ROOT = Path(__file__).parents[2]
DOC = (ROOT / "docs" / "study-files.md").read_text(encoding="utf-8")
FIRST, MOVE = re.findall(r"```toml\n(.*?)```", DOC, re.DOTALL)
LATE = (ROOT / "examples" / "games" / "castle-rampage-late.kbz").read_text(encoding="utf-8")
POSITION = f"""
[[chapter]]
title = "Late"
eyes = "A"
position = '''
{LATE}'''
"""


@pytest.fixture
def book() -> Iterator[GameBook]:
    """An empty book."""
    with GameBook.open("sqlite:///:memory:") as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the record that the texts name."""
    shutil.copy(ROOT / "examples" / "games" / "castle-rampage-secrets.jsonl", tmp_path)
    return tmp_path


def write(book: GameBook, folder: Path, text: str, *, prune: bool = False) -> tuple[StudyView, int]:
    """What a text makes."""
    whole = read_study_text(book, LOCAL, text.encode(), folder / "gate.study.toml")
    return book.studies.write_study(LOCAL, whole, prune=prune)


def bodies(view: StudyView) -> list[ev.ChapterBody]:
    """How the chapters read."""
    return [one.body for one in view.chapters if one.body is not None]


def test_the_example_of_the_documentation_is_a_study(book: GameBook, folder: Path) -> None:
    """Its record is stored once, moves and places are read as notation, its keys are the engine's, and it is published."""
    view, changed = write(book, folder, FIRST + MOVE + POSITION)
    assert (view.title, view.language, changed) == ("Secrets under the gate", "en", 5)
    assert len(book.records.shelf(LOCAL).entries) == 1
    one, two, three, four = bodies(view)
    assert isinstance(one.task, ev.AskCandidates)
    assert (one.source.last, one.viewer, one.task.place, len(one.task.hints)) == (14, "B", "s2", 2)
    assert isinstance(two.task, ev.AskKnows)
    assert isinstance(three.task, ev.FindMove)
    assert [bytes(answer.pattern) for answer in three.task.answers] == [b'{"type":"end-turn","seat":"B"}', b'{"type":"play"}']
    assert isinstance(three.task.then, ev.ThenSteps)
    assert isinstance(four.source, ev.Laid)
    keys = [chapter.key for chapter in book.studies.publish_changes(LOCAL, view.id).chapters if chapter.key is not None]
    assert keys[0].candidates == ("saboteur", "spy")
    assert dict(keys[1].knows) == {"A": "sees it", "B": "can work it out"}
    assert {nth for nth, _move in keys[2].moves} == {0, 1}
    assert book.studies.publish_changes(LOCAL, view.id).numbers == 1


@pytest.mark.soak
def test_a_changed_text_changes_its_study(book: GameBook, folder: Path) -> None:
    """What reads the same is not written; chapters keep their ids when they move or read otherwise; others stay, or are pruned."""
    study = write(book, folder, FIRST + MOVE + POSITION)[0]
    ids = [one.id for one in study.chapters]
    assert write(book, folder, FIRST + MOVE + POSITION) == (study, 0)
    book.studies.add_chapter(LOCAL, study.id, NewChapter(title="By hand", record=bodies(study)[0].source.anchor.record, last=3))  # type: ignore[union-attr]
    head, first, second = FIRST.partition("[[chapter]]")[0], *FIRST.split("[[chapter]]")[1:]
    other = head + MOVE + f"[[chapter]]{second}" + f"[[chapter]]{first}".replace("last = 14", "last = 9").replace("gate.2", "gate.3")
    changed, number = write(book, folder, other)
    assert [one.id for one in changed.chapters][:3] == [ids[2], ids[1], ids[0]]
    assert [body.title for body in bodies(changed)[3:]] == ["Late", "By hand"]
    assert bodies(changed)[2].source.last == 9
    assert number == 3
    pruned = write(book, folder, other, prune=True)[0]
    assert [one.id for one in pruned.chapters] == [ids[2], ids[1], ids[0]]
    back = write(book, folder, FIRST + MOVE + POSITION)[0]
    assert [one.id for one in back.chapters][:3] == ids[:3]
    assert back.chapters[3].id != ids[3]
    book.studies.remove_study(LOCAL, study.id)
    assert write(book, folder, FIRST)[0].id != study.id


@pytest.mark.parametrize(
    ("change", "line", "why"),
    one_in(
        4,
        [
            (('ask = "candidates"', "ask = candidates"), 15, "Invalid value"),
            (('ask = "candidates"', 'ask = "riddle"'), 15, "Invalid value 'riddle'"),
            (("last = 14", 'last = "14"'), 10, "Expected `int | null`, got `str`"),
            (("last = 14", "lasst = 14"), 10, "unknown field `lasst`"),
            (("last = 14", "last = 999"), 7, "steps 0 to 999 are none of a record of 89"),
            (('eyes = "B"', 'eyes = "Zoe"'), 7, "nobody called 'Zoe'"),
            (('place = "B.gate.2"', 'place = "B.gate.7"'), 16, "which card of 'B.gate.7'?"),
            (('place = "B.gate.2"', 'place = "B.gate.1"'), 14, "of which something exact can be asked"),
            (('place = "s2"', 'place = "s999"'), 28, "'s999' is not a place"),
            (('seats = ["A", "B"]', 'seats = ["Q"]'), 26, "'Q' is no seat"),
            (('language = "en"', 'language = "English"'), 2, "'English' is no language"),
            (('title = "Who knows it now?"', 'title = "What did Clara put there?"'), 20, "another chapter is called"),
            (("castle-rampage-secrets.jsonl", "nowhere.jsonl"), 9, "there is no file 'nowhere.jsonl'"),
            (('move = "end"', 'move = "castle dragon"'), 42, "'castle dragon' is no legal move here; possible: play medic"),
            (('move = "end"', 'move = "castle dragoon"'), 42, "no card is called 'dragoon'"),
            (('move = "end"', 'move = "( end"'), 42, "is not one line of a game"),
            (('move = "end"', "worth = 3"), 42, "an answer has either move"),
            (("then = 34", "then = 31"), 37, "event 31 does not follow event 31"),
            (("then = 34", 'then = "a:b:c"'), 40, "is no line: LAYER:LINE"),
            (("then = 34", 'then = "castle dragon"'), 40, "was strengthened in this turn"),
            (("then = 34", 'then = """\nplay medic\n( end )\n"""'), 42, "no notes and no brackets"),
            (("last = 18", 'last = 18\nplay = "dance"'), 24, "'dance' is not a word of this game"),
            (("A.hand = robber", "A.hand = robbber"), 65, "no card is called 'robbber'"),
        ],
    ),
)
def test_what_is_wrong_is_told_with_its_line(book: GameBook, folder: Path, change: tuple[str, str], line: int, why: str) -> None:
    """In TOML, in a field, in a move, in a position; and nothing is written."""
    text = FIRST + MOVE + POSITION
    assert change[0] in text
    with pytest.raises(ImportRefused, match=re.escape(why)) as refused:
        write(book, folder, text.replace(*change, 1))
    assert [problem.line for problem in refused.value.problems] == [line], str(refused.value)
    assert book.studies.studies(LOCAL) == []


def test_moves_are_imagined_in_notation(book: GameBook, folder: Path) -> None:
    """As a chapter that goes on after a step, and as what follows a found move; read again nothing has changed."""
    imagined = """
[[chapter]]
title = "What if"
record = "castle-rampage-secrets.jsonl"
last = 31
eyes = "B"
play = "play medic"

[chapter.task]
ask = "move"
answer = [{move = "recover knight"}]
"""
    text = FIRST + MOVE.replace("then = 34", 'then = "play medic"') + imagined
    view, _changed = write(book, folder, text)
    then, chapter = bodies(view)[2], bodies(view)[3]
    assert isinstance(then.task, ev.FindMove)
    assert isinstance(then.task.then, ev.LinePart)
    shown = book.studies.chapter_then(LOCAL, then)
    assert shown is not None
    assert shown.view.steps > 31
    assert isinstance(chapter.source, ev.LinePart)
    assert (chapter.source.first, chapter.source.anchor.v, chapter.viewer) == (31, 31, "B")
    assert chapter.source.last == shown.view.steps
    assert write(book, folder, text)[1] == 0


def test_every_chapter_tells_its_first_fault(book: GameBook, folder: Path) -> None:
    """One reading of the text finds them all."""
    with pytest.raises(ImportRefused) as refused:
        write(book, folder, (FIRST + MOVE).replace("last = 14", "last = 999").replace('"end"', '"dance"'))
    assert len(refused.value.problems) == 2


def test_every_legal_move_is_read_as_notation_writes_it(book: GameBook, folder: Path) -> None:
    """At steps at which a seat has many."""
    view = book.studies.chapter_log(LOCAL, bodies(write(book, folder, FIRST)[0])[1]).view
    play = view.game.play
    assert play is not None
    for at in (18, 31):
        words = StepWords(view.game, view.header, view.position(at))
        for move in play.legal(view.position(at)):
            assert words.move(words._told(move)) == msgspec.Raw(msgspec.json.encode(move))


def test_a_study_is_written_as_a_text_that_changes_nothing(book: GameBook, folder: Path) -> None:
    """Moves, what follows, positions, chances and hard words; what is changed in it is changed in the study, and nothing else."""
    odds = """
[[chapter]]
title = "Odds"
record = "castle-rampage-secrets.jsonl"
last = 20
eyes = "B"
conceal = "until solved"
task = {ask = "odds", question = "pay", say = {cost = 7}}
"""
    odds = odds.replace('ask = "odds", question = "pay", say = {cost = 7}', 'ask = "draw", number = 2, cards = ["spy"], hints = ["One."]')
    text = FIRST + MOVE.replace("then = 34", 'then = "play medic"') + MOVE.replace("The rest", "The other rest") + POSITION + odds
    view = write(book, folder, text)[0]
    hard = 'A "quoted" \\ text,\nwith \'\'\' and """ in it\tand \x7f.\n\n# *Ends* with a "'
    view = book.studies.name_study(LOCAL, view.id, 'Hard "words"', hard)
    record = bodies(view)[0].source.anchor.record  # type: ignore[union-attr]
    answer = ev.AcceptedMove(pattern=msgspec.Raw(b'{ "type": "play" }'), worth=5)
    task = ev.FindMove(answers=(answer,))
    view = book.studies.add_chapter(LOCAL, view.id, NewChapter(title="By hand", text=hard, record=record, last=31, viewer="B", task=task))
    told = write_study_text(book, LOCAL, view)
    assert 'move = "end"' in told
    assert 'then = "kept"' in told
    assert "then = 34" in told
    assert write(book, folder, told) == (view, 0)
    changed, number = write(book, folder, told.replace('title = "Late"', 'title = "Later"'))
    assert number == 1
    assert [body.title for body in bodies(changed)] == [body.title.replace("Late", "Later") for body in bodies(view)]
    with pytest.raises(ImportRefused, match="nothing follows so far"):
        write(book, folder, text.replace('then = "play medic"', 'then = "kept"').replace("The rest", "Another rest"))


@settings(max_examples=30, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_every_text_is_written_so_that_it_is_read_again(text: str) -> None:
    """On one line and on several; TOML has no other line ends, and a text is trimmed."""
    text = text.replace("\r\n", "\n").strip()
    assert tomllib.loads(f"a = {_text(text)}\nb = {_string(text)}") == {"a": text + ("\n" if "\n" in text else ""), "b": text}


def test_chances_are_asked_in_words(book: GameBook, folder: Path) -> None:
    """Of a draw, of an attack; of what no game can be asked it is told."""
    chapter = """
[[chapter]]
title = "{0}"
record = "castle-rampage-secrets.jsonl"
last = 20
eyes = "B"
task = {{{1}}}
"""
    text = 'title = "x"\n' + chapter.format("draw", 'ask = "draw", number = 2, cards = ["spy", "ogre"]')
    text += chapter.format("attack", 'ask = "attack", strength = 5, falls = 1, says = "So."')
    assert [body.task for body in bodies(write(book, folder, text)[0])] == [
        ev.AskOdds(of=ev.DrawAsked(number=2, cards=("spy", "ogre"))),
        ev.AskOdds(of=ev.AttackAsked(strength=5, falls=1), says="So."),
    ]
    with pytest.raises(ImportRefused, match=r"line 8: chapter 1, task: .* has no odds 'pay' after event 20"):
        write(book, folder, 'title = "x"\n' + chapter.format("pay", 'ask = "odds", question = "pay", say = {cost = 7}'))


def test_hands_and_decks_are_places(book: GameBook, folder: Path) -> None:
    """In words or by id; a hand of nobody here is none."""
    view = book.studies.chapter_log(LOCAL, bodies(write(book, folder, FIRST)[0])[1]).view
    words = StepWords(view.game, view.header, view.position(18))
    told = {text: words.place(text) for text in ("B.hand", "hand:A", "draw", "B.gate.1", "s2")}
    assert told == {"B.hand": "hand:B", "hand:A": "hand:A", "draw": "draw", "B.gate.1": told["B.gate.1"], "s2": "s2"}
    assert words.card("Bogenschütze") == "archer"
    for text in ("C.hand", "gates", "B.gate"):
        with pytest.raises(MalformedCommand):
            words.place(text)


def test_lines_are_found_behind_long_texts() -> None:
    """Tables and keys that stand in a text are none."""
    text = b'a = """\n[[chapter]]\nb = 1\n"""\n[[chapter]]\nb = 2\n[[chapter.task.answer]]\n[[chapter.task.answer]]\nc = [\n 1 ]\n'
    toml = TomlFile(text + b"[[chapter]]\n[chapter.task]\nd.e = 1\n", "x")
    assert [toml.line(path) for path in (("a",), ("chapter", 0), ("chapter", 0, "b"))] == [1, 5, 6]
    assert toml.line(("chapter", 0, "task", "answer", 1, "c")) == 9
    assert toml.line(("chapter", 1, "task", "d", "e")) == 13
    assert toml.line(("chapter", 1, "text")) == 11
