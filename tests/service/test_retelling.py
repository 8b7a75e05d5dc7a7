"""Logs that are told again, and tables of words: who sees them, what going back unties, and what is deleted with what."""

from __future__ import annotations

import pytest

from importers.retelling.next_move import NextMove
from importers.retelling.source import log_lines
from importers.retelling.telling import Telling, telling_of
from records.core.viewers import LOCAL, OPERATOR, PUBLIC, Role
from records.errors import MalformedCommand, RecordNotFound
from records.service import GameBook
from records.store import Bound, Listed, Onlookers, Release
from records.studies.retellings.fold import LineMark, RetellingState
from support import books
from support.trial_log import WORDS, as_text, begun_beside, stored_log, trial

book = books.own


def telling(book: GameBook, told: str) -> Telling:
    """How far the local caller told a log."""
    found = telling_of(book, LOCAL, book.record(LOCAL, told, "open"))
    assert found is not None
    return found


def texts(now: Telling) -> list[str]:
    """The lines that are told."""
    return [one.line.text for one in now.lines[: now.at]]


def test_a_log_is_told_by_known_words_and_going_back_unties_its_lines(book: GameBook) -> None:
    """The deal, then moves with their answers; lines of unknown words between a move and its answers belong to it."""
    source = trial(book)
    told = begun_beside(book, source)
    book.retelling.learn_words(LOCAL, "regicide", "trial", WORDS)
    telling(book, told).follow()
    assert texts(telling(book, told))[-1] == "The Jack of Diamonds comes out of the castle."
    assert telling(book, told).known == "B cA s9"
    assert telling(book, told).play_on() == 2
    now = telling(book, told)
    assert texts(now)[-1] == "Ben draws 7 of Hearts."
    assert now.lines[4].mark == now.lines[10].mark != now.lines[11].mark
    first = now.lines[4].mark
    assert first is not None
    assert first.version is not None
    book.writing.take_back(LOCAL, told, first.version - 1, expected=now.view.steps)
    assert texts(telling(book, told)) == texts(now)[:4]
    telling(book, told).play_on()
    assert texts(telling(book, told)) == texts(now)


def test_what_a_line_means_is_learnt_from_the_move_to_which_it_was_tied(book: GameBook) -> None:
    """A move made on the board; lines can wait for it, be skipped, and be told no more."""
    source = trial(book)
    told = begun_beside(book, source)
    telling(book, told).belong_upto("5.0")
    found = telling(book, told).to_learn
    assert found is not None
    assert found[1:] == ("{seat} is dealt {cards}.", ["> {seat}: {cards}", ""])
    telling(book, told).belong_upto("6.0")
    telling(book, told).wait(skip=False)
    telling(book, told).wait(skip=True)
    entries, _move = telling(book, told).table.play([NextMove(lines=("B cA s9", "> hJ"), places=())])
    book.writing.append(LOCAL, told, entries, expected=5)
    telling(book, told).moved(6)
    marks = [one.mark for one in telling(book, told).lines[4:8]]
    assert marks == [LineMark(6), LineMark(None, skipped=True), LineMark(6), None]
    with pytest.raises(MalformedCommand, match="may not mean 'yields'"):
        telling(book, told).learn("Spades: the attack of the {cards} falls by {n} to {n2}.", "yields")
    telling(book, told).untie("8.0")
    assert telling(book, told).at == 5


def test_a_log_is_not_seen_through_the_record_that_was_written_beside_it(book: GameBook) -> None:
    """Who may see the record and not the log learns nothing of it; the lines of one seat are told only through eyes that saw them."""
    source = stored_log(book, as_text("Ben begins.", "* You hold 6 of Clubs", told_to="Ana"))
    told = begun_beside(book, source)
    view = book.record(LOCAL, told, PUBLIC)
    public, ana, ben = (book.retelling.retelling_of(LOCAL, book.record(LOCAL, told, eyes)) for eyes in ("public", "A", "B"))
    assert public is not None
    assert ana is not None
    assert ben is not None
    assert [len(log_lines(one.source)) for one in (public, ana, ben)] == [1, 2, 1]
    assert book.retelling.written_beside(LOCAL, view) is not None
    assert book.retelling.tellings(LOCAL, source) == [told]
    book.people.add_member(LOCAL, "keeper", [Role.ADMIN])
    book.people.add_member(OPERATOR, "reader")
    reader = book.people.account_caller("reader")
    book.access.release_record(OPERATOR, told, Release(listed=Listed.ACCOUNTS, after=Onlookers.PUBLIC))
    seen = book.record(reader, told, PUBLIC)
    assert book.retelling.retelling_of(reader, seen) is None
    assert book.retelling.written_beside(reader, seen) is None
    book.access.release_record(OPERATOR, source, Release(listed=Listed.ACCOUNTS, after=Onlookers.PUBLIC))
    now = book.retelling.retelling_of(reader, seen)
    assert now is not None
    assert len(log_lines(now.source)) == 1
    assert book.retelling.tellings(reader, source) == [told]


def test_a_log_that_is_deleted_takes_along_what_was_told_of_it(book: GameBook) -> None:
    """In the trash it says nothing already; the record stays."""
    source = trial(book)
    told = begun_beside(book, source)
    book.records.trash(LOCAL, source)
    assert telling_of(book, LOCAL, book.record(LOCAL, told, "open")) is None
    book.records.purge(LOCAL, source, Bound.WITH)
    assert book.retelling.retelling_of(LOCAL, book.record(LOCAL, told)) is None


def test_only_a_game_with_rules_is_written_beside_a_log(book: GameBook) -> None:
    """One log to a record, an observed table with as many seats."""
    source = trial(book)
    told = begun_beside(book, source)
    assert book.retelling.begin_retelling(LOCAL, told, source).told == told
    other = stored_log(book, as_text("Ana begins."))
    with pytest.raises(MalformedCommand, match="tells another log already"):
        book.retelling.begin_retelling(LOCAL, told, other)
    with pytest.raises(MalformedCommand, match="is not written beside"):
        book.retelling.begin_retelling(LOCAL, source, other)
    with pytest.raises(RecordNotFound, match="written beside no log"):
        book.retelling.tell_lines(LOCAL, book.record(LOCAL, other), [])


def test_a_table_of_words_is_its_owners_to_change_and_remove(book: GameBook) -> None:
    """By game and site; words that stand there already get another meaning in their place, and their texts can be erased."""
    learn = book.retelling.learn_words
    table = learn(LOCAL, "regicide", "trial", {"{seat} yields.": "", "{seat} plays {cards}.": "{cards}"})
    assert learn(LOCAL, "regicide", "trial", {"{seat} yields.": "yields"}).means == {
        "{seat} yields.": "yields",
        "{seat} plays {cards}.": "{cards}",
    }
    assert learn(LOCAL, "regicide", "other", {"{seat} passes.": "yields"}).id != table.id
    first = next(iter(book.retelling.word_table(LOCAL, table.id).lines))
    assert list(book.retelling.unlearn_words(LOCAL, table.id, first).means) == ["{seat} plays {cards}."]
    assert [one.site for one in book.retelling.word_tables(LOCAL)] == ["other", "trial"]
    with pytest.raises(MalformedCommand, match="no game with rules is called 'chess'"):
        learn(LOCAL, "chess", "", {"a": "b"})
    with pytest.raises(MalformedCommand, match="one line of up to 500"):
        learn(LOCAL, "regicide", "", {"a\nb": ""})
    assert book.retelling.erase_words(LOCAL, book.people.person(LOCAL).key) == 4
    assert book.retelling.word_table(LOCAL, table.id).means == {}
    assert book.retelling.remove_word_table(LOCAL, table.id) == 1
    with pytest.raises(RecordNotFound):
        book.retelling.word_table(LOCAL, table.id)
    assert not [*book.records.verify(LOCAL)]


def test_what_stands_ends_before_the_first_move_that_was_taken_back() -> None:
    """A line of a later move that counts again does not stand without those before it."""
    state = RetellingState(viewer="open", marks={"1": LineMark(1), "2": LineMark(2), "3": LineMark(None, skipped=True), "4": LineMark(1)})
    assert list(state.standing({1})) == ["1"]
    assert list(state.standing({1, 2})) == ["1", "2", "3", "4"]
