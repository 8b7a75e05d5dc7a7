"""The studies among the examples: keys, accepted moves, both languages, and no chapter that tells the answer of a later one."""

from __future__ import annotations

import random
import tomllib
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from importers.study_texts.reading import SUFFIX, read_study_text, study_text_name
from records.core.faces import UNKNOWN, Some
from records.core.ids import DeckId, PileId, SeatKey, SlotId
from records.core.secret import NOBODY
from records.core.viewers import LOCAL
from records.games.regicide.cards import WORTH
from records.games.regicide.model import events as rg
from records.games.regicide.model.answers import held, size
from records.games.regicide.model.position import ASIDE
from records.service import GameBook
from records.service.chapters.drafts import key_of
from records.service.writing.playing import PlayedTable
from records.studies.chapters import events as ev
from support.soaking import rest_soaked
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from records.core.position import Command
    from records.service.chapters.views import ChapterView, StudyView

FILES = sorted((Path(__file__).parents[1] / "examples" / "studies").iterdir())
DOC = (Path(__file__).parents[1] / "docs" / "study-files.md").read_text(encoding="utf-8")
NAMES = ("castle-rampage", "creature-crush", "regicide")
LANGUAGES = ("de", "en")
TASKS = 25
"""At least so many in all."""

SEES, TELLS, CANNOT = "sees it", "can work it out", "cannot"
KEYS: dict[str, dict[str, Any]] = {
    "castle-rampage": {
        "held": {"A": SEES, "B": SEES},
        "deeper": {"A": CANNOT, "B": SEES},
        "slip": {"saboteur", "spy"},
        "quarter": Fraction(1, 4),
        "drawn": {"A": SEES, "B": TELLS},
        "third": Fraction(1, 3),
        "unseen": {"A": CANNOT, "B": SEES},
    },
    "creature-crush": {
        "cheap": Fraction(3311, 7776),
        "one-die": {"battle-cry", "blood-price", "change-of-places", "muster", "powder-keg", "spring-armour"},
        "powder": Fraction(1, 6),
        "four-dice": {"blood-price", "flood"},
        "certain": {"A": TELLS, "B": SEES},
    },
    "regicide": {"where": Fraction(5, 12)},
}
"""What the sentences of the texts say."""


@dataclass(frozen=True)
class Kept:
    """A study as it was published, with its text."""

    view: StudyView
    text: dict[str, Any]

    def chapters(self) -> Iterator[tuple[str, dict[str, Any], ChapterView]]:
        """Name, text and chapter."""
        for told, chapter in zip(self.text["chapter"], self.view.chapters, strict=True):
            yield told["name"], told, chapter


@pytest.fixture(scope="module")
def book() -> Iterator[GameBook]:
    """A book that held nothing before the studies."""
    with GameBook.open("sqlite:///:memory:") as opened:
        yield opened


@pytest.fixture(scope="module")
def studies(book: GameBook) -> dict[str, Kept]:
    """All of them by the names of their files."""
    found = {}
    for file in FILES:
        data = file.read_bytes()
        made, _changes = book.studies.write_study(LOCAL, read_study_text(book, LOCAL, data, file))
        found[file.name.removesuffix(SUFFIX)] = Kept(book.studies.publish_changes(LOCAL, made.id), tomllib.loads(data.decode()))
    return found


@pytest.mark.soak
def test_three_studies_in_two_languages_ask_enough(studies: dict[str, Kept]) -> None:
    """Three subjects, each in German and English; guided chapters do not count as tasks."""
    assert sorted(studies) == sorted(f"{name}.{language}" for name in NAMES for language in LANGUAGES)
    for language in LANGUAGES:
        tasks = [told for name in NAMES for _name, told, _one in studies[f"{name}.{language}"].chapters() if "task" in told]
        assert len(tasks) >= TASKS
        assert all(told["task"]["hints"] for told in tasks)
    for name in NAMES:
        told_of = [told for _name, told, _one in studies[f"{name}.en"].chapters()]
        assert f"| `{name}` | {len(told_of)} | {sum('task' in told for told in told_of)} |" in DOC


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_the_same_chapters_tasks_and_keys(studies: dict[str, Kept], name: str) -> None:
    """Nothing differs but texts, and no text was left in the other language."""
    german, english = (studies[f"{name}.{language}"] for language in LANGUAGES)
    assert (german.view.language, english.view.language) == LANGUAGES
    for (_n, de, one), (_m, en, other) in zip(german.chapters(), english.chapters(), strict=True):
        assert _bare(de) == _bare(en)
        assert one.key is not None
        assert other.key is not None
        assert msgspec.structs.replace(one.key, chapter=other.key.chapter) == other.key
        texts = list(zip(_texts(de), _texts(en), strict=True))
        assert [said for said, told in texts if said == told or not said.strip()] == []


@pytest.mark.parametrize("name", NAMES)
def test_each_key_is_what_the_engine_finds_in_the_record(book: GameBook, studies: dict[str, Kept], name: str) -> None:
    """Worked out again, from what the eyes saw up to the last step and no further; the sentences say the same."""
    found: dict[str, Any] = {}
    for chapter, _told, one in studies[f"{name}.en"].chapters():
        assert one.body is not None
        assert one.key is not None
        last = one.body.source.last
        assert key_of(one.key.chapter, one.body.task, book.studies.chapter_log(LOCAL, one.body).until(last), last) == one.key
        if not isinstance(one.body.task, ev.GuidedReading | ev.FindMove):
            plain = set(one.key.candidates) or dict(one.key.knows)
            found[chapter] = Fraction(*one.key.chance) if one.key.chance is not None else plain
    assert found == KEYS[name]


@pytest.mark.parametrize("name", rest_soaked(NAMES))
def test_a_move_is_right_where_it_reaches_what_the_text_asks_for(book: GameBook, studies: dict[str, Kept], name: str) -> None:
    """Every legal move is played out: those that are worth all reach it, and no other one does."""
    asked = {
        chapter: one for chapter, _told, one in studies[f"{name}.en"].chapters() if one.body and isinstance(one.body.task, ev.FindMove)
    }
    assert set(asked) == set(GOALS[name])
    for chapter, one in asked.items():
        table = _table(book, one)
        goal = GOALS[name][chapter]
        assert one.key is not None
        assert isinstance(one.body.task, ev.FindMove)  # type: ignore[union-attr]
        full = {bytes(command) for nth, command in one.key.moves if one.body.task.answers[nth].worth == 100}  # type: ignore[union-attr]
        assert full == {msgspec.json.encode(move) for move in table.legal() if goal(table, move)}, chapter


@pytest.mark.parametrize(
    ("name", "chapter"),
    [("castle-rampage", "exactly"), ("castle-rampage", "order"), ("castle-rampage", "jester"), ("creature-crush", "lane")],
)
def test_what_follows_a_found_move_shows_the_win(book: GameBook, studies: dict[str, Kept], name: str, chapter: str) -> None:
    """Where the text promises one, in the record or as it is imagined."""
    body = next(one.body for said, _told, one in studies[f"{name}.en"].chapters() if said == chapter)
    assert body is not None
    then = book.studies.chapter_then(LOCAL, body)
    assert then is not None
    outcome = then.view.outcome
    assert outcome is not None
    assert outcome.winners == ("A",)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_chapter_tells_the_answer_of_a_later_one(book: GameBook, studies: dict[str, Kept], name: str, language: str) -> None:
    """None shows later steps of the record of which one behind it asks; none names all cards of such a key, or its chance."""
    shown: dict[str, int] = {}
    said = ""
    for chapter, told, one in studies[f"{name}.{language}"].chapters():
        assert one.body is not None
        assert one.key is not None
        source, task = one.body.source, one.body.task
        record = source.anchor.record if isinstance(source, ev.RecordPart) else ""
        if not isinstance(task, ev.GuidedReading):
            assert shown.get(record, 0) <= source.last, chapter
            assert one.body.conceal == "later steps"
        if one.key.candidates:
            titles = _titles(book, one, language)
            assert not all(titles[card] in said for card in one.key.candidates), chapter
        own = f"{told['title']} {told['text']} {' '.join(told.get('task', {}).get('hints', []))}"
        if one.key.chance is not None:
            percent = f"{round(100 * Fraction(*one.key.chance))} {'Prozent' if language == 'de' else 'per cent'}"
            assert percent not in said + own, chapter
        then = task.then.last if isinstance(task, ev.FindMove) and isinstance(task.then, ev.ThenSteps) else 0
        if record:
            shown[record] = max(shown.get(record, 0), source.last, then)
        said += " ".join(_texts(told))


@pytest.mark.soak
def test_the_table_tells_no_answer_while_it_is_asked(book: GameBook, studies: dict[str, Kept]) -> None:
    """A closed card that a chapter asks of is closed and nothing else, on the page too; once it was given up the table tells all again."""
    for name, chapter, can_be in (
        ("castle-rampage", "slip", Some(among=("saboteur", "spy"))),
        ("castle-rampage", "drawn", "spy"),
        ("creature-crush", "four-dice", Some(among=("blood-price", "flood"))),
    ):
        view = studies[f"{name}.en"].view
        one = next(one for said, _told, one in studies[f"{name}.en"].chapters() if said == chapter)
        assert one.body is not None
        assert isinstance(one.body.task, ev.AskCandidates | ev.AskKnows)
        slot, last = SlotId(one.body.task.place), one.body.source.last
        page = f"/learn/{view.id}/{one.id}/chapter"
        client = create_app(book).test_client()
        card = "Spy" if name == "castle-rampage" else "Flood"
        for face, told in ((UNKNOWN, False), (can_be, True)):
            lying = book.learning.chapter_shown(LOCAL, view.id, one.id).view.shown(last).table.slots[slot]
            assert lying.face == face
            assert (lying.known_to != NOBODY) == (told or chapter != "drawn")  # of which it is asked who knows it
            answer = client.get(page, headers={"Accept-Language": "en"}).text
            table = answer.partition('id="board"')[2].partition('class="prose"')[0]
            assert (card in table) == told, chapter
            book.learning.give_up(LOCAL, view.id, one.id)


@pytest.mark.soak
def test_a_text_that_was_written_is_known_by_its_name(book: GameBook, studies: dict[str, Kept]) -> None:
    """Also when it was deleted, so that what is opened at every start stays away; another's is none."""
    file = FILES[0]
    name = study_text_name(file.read_bytes(), file)
    assert book.studies.was_written(LOCAL, name)
    assert not book.studies.was_written(LOCAL, f"{name}.other")
    with GameBook.open("sqlite:///:memory:") as empty:
        assert not empty.studies.was_written(LOCAL, name)
        made = empty.studies.write_study(LOCAL, read_study_text(empty, LOCAL, file.read_bytes(), file))[0]
        empty.studies.remove_study(LOCAL, made.id)
        assert empty.studies.was_written(LOCAL, name)
    assert len(studies) == len(FILES)


# -- moves ---------------------------------------------------------------------------------------------------------------


def _table(book: GameBook, one: ChapterView) -> PlayedTable:
    """The open table at the last step of a chapter."""
    assert one.body is not None
    last = one.body.source.last
    seen = book.studies.chapter_log(LOCAL, msgspec.structs.replace(one.body, viewer="open")).view.seen
    return PlayedTable(seen.game, seen.header, seen.position(last), tuple(seen.events[:last]), folder=seen.folder)


def _after(table: PlayedTable, move: Command) -> PlayedTable:
    """The table after a move; what is closed to players is as it lies."""
    assert table.game.simulation is not None
    return table.apply(move, table.game.simulation.dealer(random.Random(1)))  # noqa: S311 -- a game, not a secret


def _reaches(table: PlayedTable, move: Command, goal: Callable[[PlayedTable], bool], depth: int = 8) -> bool:
    """Whether whoever moves can reach a goal with this move and others of the same turn."""
    seat = table.position.state.to_act
    then = _after(table, move)
    if then.outcome is not None or (then.position.state.turn == table.position.state.turn and goal(then)):
        return goal(then)
    if depth == 0 or then.position.state.turn != table.position.state.turn:
        return False
    moves = then.legal()
    if then.position.state.to_act != seat:
        return _reaches(then, moves[-1], goal, depth - 1)
    return any(_reaches(then, one, goal, depth - 1) for one in moves)


def _at_once(table: PlayedTable, move: Command, goal: Callable[[PlayedTable], bool]) -> bool:
    """Whether a move reaches a goal by itself, however the other side is asked in between."""
    then = _after(table, move)
    while not goal(then) and then.outcome is None and then.position.state.to_act != table.position.state.to_act:
        then = _after(then, then.legal()[-1])
    return goal(then)


def _wins(table: PlayedTable, seat: str = "A") -> bool:
    return table.outcome is not None and seat in table.outcome.winners


def _exactly(table: PlayedTable, move: Command) -> bool:
    return any(isinstance(event, rg.RoyalDefeated) and event.exact for event in _after(table, move).batch)


def _survives(table: PlayedTable, move: Command, depth: int = 4) -> bool:
    """Whether the game need not be lost before somebody begins another turn."""
    then = _after(table, move)
    if then.outcome is not None:
        return False
    if depth == 0 or then.position.state.turn > table.position.state.turn:
        return True
    return any(_survives(then, one, depth - 1) for one in then.legal())


def _next_survives(table: PlayedTable, move: Command) -> bool:
    then = _after(table, move)
    return then.outcome is None and any(_survives(then, one) for one in then.legal())


def _eight_for_one_flip(table: PlayedTable, move: Command, depth: int = 2) -> bool:
    """Whether a turn can begin with eight cards in hand when one Jester was flipped."""
    then = _after(table, move)
    if size(then.position.table, ASIDE) == 1 and not then.position.state.pending and held(then.position.table, SeatKey("A")).count == 8:
        return True
    aside = size(then.position.table, ASIDE)
    return then.outcome is None and depth > 0 and aside > 0 and any(_eight_for_one_flip(then, one, depth - 1) for one in then.legal())


def _to_the_point(table: PlayedTable, move: Any) -> bool:
    """Seven is owed: worth seven, and no Jester."""
    return sum(WORTH[card] for card in move.cards) == 7 and "jester" not in move.cards


def _played(table: PlayedTable, *cards: str) -> bool:
    """Whether these cards have left A's hand."""
    return not set(held(table.position.table, SeatKey("A")).faces) & set(cards)


def _played_and_attacked(table: PlayedTable) -> bool:
    """Whether Boar and Pitfall have left A's hand, and one of the two cards of B's camp was destroyed."""
    return _played(table, "war-boar", "pitfall") and size(table.position.table, DeckId("camp:B")) == 1


def _gap_closed(table: PlayedTable, move: Command) -> bool:
    """Whether somebody stands behind column 2, and nobody was lost for it."""
    piles = _after(table, move).position.table.piles
    return bool(piles.get(PileId("b2:A"))) and sum(len(slots) for pile, slots in piles.items() if pile.endswith(":A")) == 2


def _giant_fell(table: PlayedTable) -> bool:
    return len(table.position.table.piles[PileId("castle:B")]) < 4


GOALS: dict[str, dict[str, Callable[[PlayedTable, Any], bool]]] = {
    "castle-rampage": {
        "exactly": lambda table, move: _at_once(table, move, _wins),
        "past": lambda table, move: _at_once(table, move, _giant_fell),
        "order": lambda table, move: _reaches(table, move, _wins),
        "jester": lambda table, move: _at_once(table, move, _wins),
    },
    "creature-crush": {
        "both": lambda table, move: _reaches(table, move, lambda then: _played(then, "hearth-dragon", "brick-ogre"), 6),
        "any-die": lambda table, move: _reaches(table, move, lambda then: _played(then, "yard-wolf", "gate-hound", "war-chest")),
        "twice": lambda table, move: _reaches(table, move, _played_and_attacked),
        "lane": lambda table, move: _reaches(table, move, _wins),
        "leftover": _gap_closed,
    },
    "regicide": {
        **dict.fromkeys(("exactly", "companion", "drawn", "last-point", "clubs-again", "thirty-two"), _exactly),
        "reserve": _survives,
        "alone": _eight_for_one_flip,
        "next": _next_survives,
        "thrift": _to_the_point,
    },
}
"""What the text of a chapter asks for, by which every legal move is judged."""


# -- texts ---------------------------------------------------------------------------------------------------------------


def _bare(told: dict[str, Any]) -> dict[str, Any]:
    """A chapter without its texts."""
    bare = {key: value for key, value in told.items() if key not in {"title", "text", "task", "position"}}
    task = {key: value for key, value in told.get("task", {}).items() if key not in {"says", "hints", "answer"}}
    answers = [{key: value for key, value in one.items() if key != "says"} for one in told.get("task", {}).get("answer", [])]
    position = "\n".join(line for line in told.get("position", "").splitlines() if not line.startswith("@position"))
    return {**bare, "task": task, "answers": answers, "hints": len(told.get("task", {}).get("hints", [])), "position": position}


def _texts(told: dict[str, Any]) -> list[str]:
    """All that is said in a chapter."""
    task = told.get("task", {})
    own = [said for said in (task.get("says"), *(one["says"] for one in task.get("answer", []))) if said is not None]
    why = [line for line in told.get("position", "").splitlines() if line.startswith("@position")]
    return [told["title"], told["text"], *task.get("hints", []), *own, *why]


def _titles(book: GameBook, one: ChapterView, language: str) -> dict[str, str]:
    """How the cards of a chapter's game are called."""
    assert one.body is not None
    view = book.studies.chapter_log(LOCAL, one.body).view
    assert view.game.board.faces is not None
    return {code: card.title.get(language, code) for code, card in view.game.board.faces(view.header).items()}
