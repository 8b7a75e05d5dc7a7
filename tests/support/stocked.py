"""Stores with one of everything, each made once by who asks: it takes a quarter of a second."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import msgspec

from importers import ImportOptions, read_file
from records.core.ids import SeatKey
from records.core.shared import IrregularityNoted
from records.core.viewers import LOCAL, OPEN, PUBLIC
from records.service import GameBook, NewGame, NewTable
from records.service.access import LocalPolicy
from records.service.cases.drafts import NewRuling
from records.service.chapters.drafts import NewChapter
from records.service.desks.linking import NewLink
from records.service.layers.notes import NoteText
from records.service.library import library
from records.service.streams.files import StreamFile
from records.service.writing.simulation import simulate
from records.store import Account, Pairing
from records.studies.chapters.events import AcceptedMove, FindMove
from records.studies.classes.events import ChoicePoll
from records.studies.tasks.answers import GivenMove
from records.values import replace
from support.command_line import plain_archive

A = SeatKey("A")
AT = datetime(2026, 11, 21, 12, tzinfo=UTC)


def begun(book: GameBook) -> str:
    """Begin a game."""
    return book.writing.begin(LOCAL, NewTable(game="castle-rampage", names=("Ana", "Ben"), begins=A, dealt=True))


@dataclass(frozen=True)
class Stocked:
    """The file of a store with one of everything, its record, and what the rest is called by: it takes a quarter of a second to make."""

    file: Path
    record: str
    made: SimpleNamespace


def stocked_store(folder: Path, stock: Callable[[GameBook, str], SimpleNamespace]) -> Stocked:
    """Make such a store in a folder."""
    with GameBook.open(f"sqlite:///{folder}/book.sqlite", policy=LocalPolicy()) as book:
        record = begun(book)
        return Stocked(folder / "book.sqlite", record, stock(book, record))


def stock(book: GameBook, record: str) -> SimpleNamespace:
    """Write one of everything, and return what it is called by."""
    book.people.pair(LOCAL, record, Pairing("Cup"))
    new = next(simulate(library()["castle-rampage"], seed=1, games=1, ruleset="castle-rampage/plain"))
    steps = book.record(LOCAL, record).steps
    exchanged = book.records.export(LOCAL, record, OPEN)
    fact = IrregularityNoted(what="other")
    written = book.notes.write_note(LOCAL, record, NoteText(at=0, text="x"))
    line = book.notes.begin_line(LOCAL, record, steps, dealt="known")
    file = book.notes.files.export_layer(LOCAL, written.layer)
    (archive,) = read_file(book.games, json.dumps(plain_archive()).encode(), "game.json", ImportOptions())
    assert isinstance(archive, NewGame)
    nameless = book.writing.add(LOCAL, archive)[0].id
    unruled, ruled, appealed = (book.cases.open_case(LOCAL, record, steps, "?").id for _ in range(3))
    for case in (ruled, appealed):
        book.cases.rule(LOCAL, case, NewRuling(by="x"))
    book.cases.answer_ruling(LOCAL, appealed, "appeal", "r1", "y")
    _token, shared = book.access.share(LOCAL, record, NewLink(viewer=PUBLIC))
    for member in ("Adam", "Bea", "Cem"):
        admin = frozenset({"admin"})
        book._office.store.accounts.put(Account(key=f"key{member}", name=member, roles=admin, created_at=AT))
    filed = book.cases.case_file(LOCAL, ruled, OPEN)
    stream = next(one for one in book.records.rescue(LOCAL) if isinstance(one, StreamFile) and one.header.kind == "case")
    chapter = NewChapter(title="x", record=record, last=0)
    study = book.studies.add_chapter(LOCAL, book.studies.open_study(LOCAL, "x").id, chapter)
    first = study.chapters[0].id
    studied = book.studies.export_study(LOCAL, study.id)
    finished = replace(chapter, record=book.writing.add(LOCAL, new)[0].id)
    lesson = book.studies.add_chapter(LOCAL, book.studies.open_study(LOCAL, "x").id, finished)
    body = lesson.chapters[0].body
    assert body is not None
    step = lesson.chapters[0].id
    done = book.record(LOCAL, book.writing.add(LOCAL, new)[0].id)
    at = next(at for at in range(1, done.steps) if done.game.play is not None and done.game.play.legal(done.position(at)))
    move = msgspec.Raw(msgspec.json.encode(done.game.play.legal(done.position(at))[0] if done.game.play is not None else None))
    task = NewChapter(title="x", record=done.header.record, last=at, task=FindMove(answers=(AcceptedMove(pattern=move),)))
    asked = book.studies.add_chapter(LOCAL, book.studies.open_study(LOCAL, "x").id, task)
    asked_step, answer = asked.chapters[0].id, GivenMove(command=move)
    book.studies.publish_study(LOCAL, asked.id)
    book.studies.publish_study(LOCAL, lesson.id)
    book.learning.share_study(LOCAL, lesson.id)
    handed = book.learning.study_links(LOCAL, lesson.id)[0].id
    retold = book.writing.add(LOCAL, replace(new, origin="another"))[0].id
    book.retelling.begin_retelling(LOCAL, record, nameless)
    table = book.retelling.learn_words(LOCAL, "castle-rampage", "", {"{seat} passes": "pass"})
    return SimpleNamespace(
        answer=answer,
        appealed=appealed,
        asked=asked,
        asked_step=asked_step,
        body=body,
        chapter=chapter,
        exchanged=exchanged,
        fact=fact,
        file=file,
        filed=filed,
        first=first,
        handed=handed,
        lesson=lesson,
        line=line,
        nameless=nameless,
        new=new,
        ruled=ruled,
        shared=shared,
        step=step,
        steps=steps,
        stream=stream,
        studied=studied,
        retold=retold,
        study=study,
        table=table,
        told=next(one for one in book.records.rescue(LOCAL) if isinstance(one, StreamFile) and one.header.kind == "words"),
        unruled=unruled,
        written=written,
    )


def stock_classes(book: GameBook, record: str) -> SimpleNamespace:
    """Hold a class, and return what it is called by."""
    held = book.classes.open_class_on_record(LOCAL, record, "public", "x")
    chapter = book.classes.begin_session(LOCAL, held.id).session.shown.chapter  # type: ignore[union-attr]
    asked = ChoicePoll(question="?", choices=("a", "b"))
    book.classes.open_poll(LOCAL, held.id, asked)
    stream = book.classes.export_class(LOCAL, held.id)
    book.class_door.join(book.classes.set_class_code(LOCAL, held.id), "Kim", "127.0.0.1")
    learner = book.classes.learners(LOCAL, held.id)[0].id
    return SimpleNamespace(asked=asked, chapter=chapter, held=held, learner=learner, stream=stream)
