"""Studies: chapters of records are written, ordered, published with their keys, erased; only their author reads them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from importers.native_streams import read_stream, write_stream
from records.core.ids import SeatKey
from records.core.viewers import LOCAL, PUBLIC, Caller
from records.errors import (
    BrokenChain,
    ImportRefused,
    ImpossibleEvent,
    MalformedCommand,
    NotYours,
    RecordNotFound,
    StaleVersion,
    StoreRefused,
)
from records.service import GameBook
from records.service.access import AccessSight, LocalPolicy
from records.service.chapters.asking import askable_places
from records.service.chapters.drafts import NewChapter
from records.service.kinds import STUDIES
from records.service.library import library
from records.service.streams.files import StreamFile
from records.service.writing.simulation import simulate
from records.studies.chapters.events import (
    AcceptedMove,
    AskCandidates,
    AskChance,
    AskOdds,
    AttackAsked,
    DrawAsked,
    FindMove,
    GameAsked,
)
from web.schemas.studies import StudySchema

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from records.service.access import Permission
    from records.service.chapters.views import StudyView
    from records.store import RecordAccess

BEN = Caller("ben")
A, B = SeatKey("A"), SeatKey("B")


class BensSeat(LocalPolicy):
    """Ben may look as B alone, and write."""

    def sight(self, caller: Caller, record: str, access: RecordAccess | None) -> AccessSight | None:
        """B's eyes for Ben."""
        return AccessSight(viewers=(B, PUBLIC), default=B) if caller == BEN else super().sight(caller, record, access)

    def may(self, caller: Caller, permission: Permission, record: str | None, access: RecordAccess | None) -> bool:
        """Writing, to Ben."""
        return permission.value == "annotate" if caller == BEN else super().may(caller, permission, record, access)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameBook]:
    """A store with one game."""
    with GameBook.open(f"sqlite:///{tmp_path_factory.mktemp('studies')}/studies.db", policy=BensSeat()) as opened:
        opened.writing.add(LOCAL, next(iter(simulate(library()["castle-rampage"], seed=3, games=1))))
        yield opened


@pytest.fixture(scope="module")
def game(book: GameBook) -> str:
    """The game."""
    return book.records.shelf(LOCAL).entries[0].id


def asked(book: GameBook, game: str) -> tuple[int, str, Any]:
    """A step, a closed card of which B can be asked something there, and what is true of it."""
    view = book.record(LOCAL, game, B)
    for step in range(5, view.steps):
        for slot, chances in view.knowledge(step).slots.items():
            if chances.exact and chances.certain is None:
                return step, slot, chances
    raise AssertionError("nothing is closed in this game")


def with_chapters(book: GameBook, game: str, *titles: str) -> StudyView:
    """A study with chapters to be read."""
    view = book.studies.open_study(LOCAL, "A study", "About *walls*.")
    for title in titles:
        view = book.studies.add_chapter(LOCAL, view.id, NewChapter(title=title, record=game, last=6))
    return view


def titles(view: StudyView) -> list[str]:
    """What the chapters are called, in their order."""
    return [one.body.title if one.body else "" for one in view.chapters]


def test_chapters_are_ordered_revised_and_removed(book: GameBook, game: str) -> None:
    """A chapter keeps its id when it moves and changes; who had an older version before them is refused."""
    view = with_chapters(book, game, "one", "two", "three")
    one, two, three = (chapter.id for chapter in view.chapters)
    assert titles(book.studies.move_chapter(LOCAL, view.id, three, None)) == ["three", "one", "two"]
    assert titles(book.studies.move_chapter(LOCAL, view.id, three, one)) == ["one", "three", "two"]
    new = NewChapter(title="second", record=game, first=2, last=7, viewer="A")
    revised = book.studies.revise_chapter(LOCAL, view.id, two, new, was=3)
    assert titles(revised) == ["one", "three", "second"]
    with pytest.raises(StaleVersion):
        book.studies.revise_chapter(LOCAL, view.id, two, new, was=3)
    with pytest.raises(MalformedCommand, match="behind itself"):
        book.studies.move_chapter(LOCAL, view.id, two, two)
    assert titles(book.studies.remove_chapter(LOCAL, view.id, one, was=2)) == ["three", "second"]
    with pytest.raises(RecordNotFound, match="no chapter"):
        book.studies.move_chapter(LOCAL, view.id, one, None)
    added = [
        len(book.studies.add_chapter(LOCAL, view.id, NewChapter(title="x", record=game, last=1), once="same").chapters) for _ in range(2)
    ]
    assert added == [3, 3]


def test_a_published_number_stays_as_it_was(book: GameBook, game: str) -> None:
    """What is changed later is in the next number alone."""
    view = with_chapters(book, game, "one", "two")
    assert book.studies.publish_study(LOCAL, view.id).number == 1
    book.studies.name_study(LOCAL, view.id, "Another name")
    book.studies.remove_chapter(LOCAL, view.id, view.chapters[0].id, was=2)
    first, second = book.studies.study(LOCAL, view.id, 1), book.studies.publish_study(LOCAL, view.id)
    assert (first.title, titles(first), second.title, titles(second)) == ("A study", ["one", "two"], "Another name", ["two"])
    with pytest.raises(RecordNotFound, match="no number 3"):
        book.studies.study(LOCAL, view.id, 3)
    with pytest.raises(ImpossibleEvent, match="without chapters"):
        book.studies.publish_study(LOCAL, with_chapters(book, game).id)


def test_keys_are_what_the_viewer_could_know_at_the_last_step(book: GameBook, game: str) -> None:
    """Candidates and chances of a closed card, as the engine counts them from that seat's log; they are in published numbers alone."""
    step, slot, chances = asked(book, game)
    card = min(chances.of)
    view = with_chapters(book, game)
    for task in (AskCandidates(place=slot), AskChance(place=slot, card=card)):
        view = book.studies.add_chapter(LOCAL, view.id, NewChapter(title="?", record=game, last=step, viewer="B", task=task))
    assert [one.key for one in view.chapters] == [None, None]
    keys = [one.key for one in book.studies.publish_study(LOCAL, view.id).chapters]
    assert keys[0] is not None
    assert keys[1] is not None
    assert keys[0].candidates == tuple(sorted(chances.of))
    assert keys[1].chance == chances.of[card].as_integer_ratio()


def test_hands_and_decks_are_asked_about_too(book: GameBook, game: str) -> None:
    """Which cards another hand can hold, and how likely; what the next card of the deck can be. Not of one's own hand."""
    view = book.record(LOCAL, game, B)
    known = view.knowledge(9)
    places = askable_places(view, 9)
    assert {"hand:A", *known.decks} <= set(places)
    assert "hand:B" not in places
    card = min(places["hand:A"])
    (deck,) = known.decks
    tasks = (
        AskCandidates(place="hand:A"),
        AskChance(place="hand:A", card=card),
        AskCandidates(place=deck),
        AskChance(place=deck, card=card),
    )
    study = with_chapters(book, game).id
    for task in tasks:
        book.studies.add_chapter(LOCAL, study, NewChapter(title="?", record=game, last=9, viewer="B", task=task))
    keys = [one.key for one in book.studies.publish_study(LOCAL, study).chapters if one.key is not None]
    assert keys[0].candidates == tuple(sorted(known.hands[A].most))
    assert keys[1].chance == known.hands[A].holds[card].as_integer_ratio()
    assert keys[2].candidates == tuple(sorted(known.decks[deck].top.of))
    assert keys[3].chance == known.decks[deck].top.of[card].as_integer_ratio()


def test_chances_that_can_be_counted_are_asked(book: GameBook, game: str) -> None:
    """Of a draw, of an attack, of what a game can be asked: exact ones, as the engine counts them for those eyes."""
    dice = book.writing.add(LOCAL, next(iter(simulate(library()["creature-crush"], seed=3, games=1))))[0].id
    view, table = book.record(LOCAL, game, B), book.record(LOCAL, dice, B)
    at = next(step for step in range(9, table.steps) if "pay" in table.questions(step))
    attack = view.odds(20, 3)
    for record, step, asked, true in (
        (game, 20, DrawAsked(number=3, cards=("spy",)), view.odds_of_draw(20, 3, ["spy"]).holds),
        (game, 20, AttackAsked(strength=3, falls=1), sum(chance for fallen, chance in attack.destroys.items() if sum(fallen))),
        (dice, at, GameAsked(name="pay", said=(("cost", "5"),)), table.ask(at, "pay", {"cost": "5"}).chances[0].chance),
    ):
        draft = book.studies.chapter_draft(LOCAL, NewChapter(title="?", record=record, last=step, viewer="B", task=AskOdds(of=asked)))
        assert draft.key.chance == Fraction(true).as_integer_ratio()
    for record, wrong, why in (
        (game, DrawAsked(number=0, cards=("spy",)), "1 to 99 cards"),
        (game, DrawAsked(number=1, cards=()), "one card at least"),
        (game, DrawAsked(number=1, cards=("unicorn",)), "no card 'unicorn'"),
        (game, AttackAsked(strength=3, falls=99), "not 99 cards can fall"),
        (game, AttackAsked(strength=3, falls=1, way="moat"), "knows no attack 'moat'"),
        (game, GameAsked(name="pay"), "has no odds 'pay'"),
        (dice, GameAsked(name="pay", nth=9), "not 10"),
    ):
        last = at if record == dice else 20
        with pytest.raises(MalformedCommand, match=why):
            book.studies.chapter_draft(LOCAL, NewChapter(title="?", record=record, last=last, viewer="B", task=AskOdds(of=wrong)))


def test_the_moves_that_are_answers_are_legal_ones(book: GameBook, game: str) -> None:
    """A pattern stands for every legal command that it fits, and the first one that fits counts; one that fits none is refused."""
    view = book.record(LOCAL, game)
    play = view.game.play
    assert play is not None
    step, legal = next((at, found) for at in range(4, view.steps) if len(found := play.legal(view.position(at))) > 1)
    whole = msgspec.Raw(msgspec.json.encode(legal[0]))
    tag = msgspec.json.decode(whole)[legal[0].__struct_config__.tag_field]
    wide = msgspec.Raw(msgspec.json.encode({legal[0].__struct_config__.tag_field: tag}))
    task = FindMove(answers=(AcceptedMove(pattern=whole, says="Right."), AcceptedMove(pattern=wide, worth=30)), hints=("Look.",))
    study = with_chapters(book, game)
    alike = sum(msgspec.json.decode(msgspec.json.encode(one)).get(legal[0].__struct_config__.tag_field) == tag for one in legal)
    if alike == 1:
        task = FindMove(answers=task.answers[:1])
    book.studies.add_chapter(LOCAL, study.id, NewChapter(title="?", record=game, last=step, task=task))
    published = book.studies.publish_study(LOCAL, study.id)
    key = published.chapters[0].key
    assert key is not None
    assert StudySchema.data(published)["chapters"][0]["key"]["moves"][0] == [0, msgspec.json.decode(whole)]
    assert [nth for nth, _move in key.moves] == [0, *[1] * (alike - 1)]
    for bad, why in ((b'{"t":"nothing"}', "no legal move"), (b"[]", "as a JSON object")):
        refused = FindMove(answers=(AcceptedMove(pattern=msgspec.Raw(bad)),))
        with pytest.raises(MalformedCommand, match=why):
            book.studies.add_chapter(LOCAL, study.id, NewChapter(title="?", record=game, last=step, task=refused))


def test_a_chapter_that_cannot_be_is_refused(book: GameBook, game: str) -> None:
    """Steps that are not there, a task without a key, a task whose answer lies open: nothing is written."""
    step, slot, _chances = asked(book, game)
    study = with_chapters(book, game).id
    task = AskCandidates(place=slot)
    for chapter in (
        NewChapter(title="x", record=game, last=99999),
        NewChapter(title="x", record=game, first=4, last=3),
        NewChapter(title=" ", record=game, last=3),
        NewChapter(title="x", record=game, last=step, viewer="B", task=AskCandidates(place="nowhere")),
        NewChapter(title="x", record=game, last=step, viewer="open", task=task),
        NewChapter(title="x", record=game, last=step, viewer="B", task=AskChance(place=slot, card="no such card")),
        NewChapter(title="x", record=game, last=step, viewer="B", task=task, conceal="nothing"),
    ):
        with pytest.raises(MalformedCommand):
            book.studies.add_chapter(LOCAL, study, chapter)
    assert book.studies.study(LOCAL, study).chapters == ()


def test_a_study_is_for_its_author_and_shows_what_the_author_may_see(book: GameBook, game: str) -> None:
    """Somebody else's study is not there; nobody makes a chapter through eyes that are not theirs."""
    view = with_chapters(book, game, "one")
    book.people.person(BEN)
    for ask in (book.studies.study, book.studies.publish_study, book.studies.export_study, book.studies.remove_study):
        with pytest.raises(RecordNotFound, match="no study"):
            ask(BEN, view.id)
    bens = book.studies.open_study(BEN, "Ben's")
    assert [one.id for one in book.studies.studies(BEN)] == [bens.id]
    with pytest.raises(NotYours):
        book.studies.add_chapter(BEN, bens.id, NewChapter(title="x", record=game, last=3, viewer="A"))
    chapter = book.studies.add_chapter(BEN, bens.id, NewChapter(title="x", record=game, last=3)).chapters[0]
    assert chapter.body is not None
    assert chapter.body.viewer == "B"
    assert bens.id not in {one.id for one in book.studies.studies(LOCAL)}


def test_an_erased_chapter_leaves_no_trace_and_a_whole_chain(tmp_path: Path) -> None:
    """Its words are gone from the store's file, in published numbers too; verify finds nothing, and it is not published again."""
    path = tmp_path / "erased.db"
    with GameBook.open(f"sqlite:///{path}") as book:
        game = book.writing.add(LOCAL, next(iter(simulate(library()["castle-rampage"], seed=3, games=1))))[0].id
        study = book.studies.open_study(LOCAL, "Xylophagous title")
        chapter = NewChapter(title="x", text="Quercitron words", record=game, last=3)
        made = book.studies.add_chapter(LOCAL, study.id, chapter).chapters[0]
        book.studies.publish_study(LOCAL, study.id)
        assert book.studies.erase_chapter(LOCAL, study.id, made.id) == 1
        assert book.studies.study(LOCAL, study.id, 1).chapters[0].body is None
        with pytest.raises(MalformedCommand, match="was erased"):
            book.studies.publish_study(LOCAL, study.id)
        assert book.studies.erase_studies(LOCAL, study.author) == 2
        assert list(book.records.verify(LOCAL)) == []
        book.records.back_up(LOCAL, tmp_path / "copy.db")
    kept = (tmp_path / "copy.db").read_bytes()
    assert b"Quercitron" not in kept
    assert b"Xylophagous" not in kept


def test_a_changed_study_is_found_and_named(tmp_path: Path) -> None:
    """Verify names the study and the version; reading it is refused."""
    with GameBook.open(f"sqlite:///{tmp_path}/changed.db") as book:
        study = book.studies.open_study(LOCAL, "Before").id
    with closing(sqlite3.connect(tmp_path / "changed.db")) as raw, raw:
        for (guard,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            raw.execute(f'DROP TRIGGER "{guard}"')
        raw.execute("UPDATE stored_events SET state = replace(state, 'Before', 'Behind')")
    with GameBook.open(f"sqlite:///{tmp_path}/changed.db") as book:
        assert ("study", study, 1) in {(found.kind, found.record, found.version) for found in book.records.verify(LOCAL)}
        with pytest.raises(BrokenChain, match=f"study {study} is not what was written"):
            book.studies.study(LOCAL, study)


def test_a_study_travels_whole(book: GameBook, game: str, tmp_path: Path) -> None:
    """Its file is taken in elsewhere, by rescue or by hand, once; one that was changed is refused with its line."""
    study = with_chapters(book, game, "one")
    book.studies.publish_study(LOCAL, study.id)
    file = write_stream(book.studies.export_study(LOCAL, study.id))
    assert study.id in {found.header.stream for found in book.records.rescue(LOCAL) if isinstance(found, StreamFile)}
    with GameBook.open(f"sqlite:///{tmp_path}/other.db") as other:
        stream = read_stream(file, "x.study", STUDIES)
        assert [other.studies.take_in_study(LOCAL, stream) for _ in range(2)] == [True, False]
        assert list(other.records.verify(LOCAL)) == []
        assert (
            write_stream(
                next(
                    found
                    for found in other.records.rescue(LOCAL)
                    if isinstance(found, StreamFile) and found.header.kind in {"study", "learner"}
                )
            )
            == file
        )
    lines = file.split(b"\n")
    for bad in (file[:-1], file.replace(b'"number":1', b'"number":2'), b"\n".join([lines[0], *lines[2:]]), b"\n\n\n\n"):
        with pytest.raises(ImportRefused):
            read_stream(bad, "x.study", STUDIES)


def test_a_deleted_study_leaves_a_tombstone(book: GameBook, game: str) -> None:
    """It is in no list, and its id is not used again."""
    study = with_chapters(book, game, "one")
    stream = book.studies.export_study(LOCAL, study.id)
    assert book.studies.remove_study(LOCAL, study.id) == 2
    assert study.id not in {one.id for one in book.studies.studies(LOCAL)}
    with pytest.raises(StoreRefused):
        book.studies.take_in_study(LOCAL, stream)
