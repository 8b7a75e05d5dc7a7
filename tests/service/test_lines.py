"""Lines: variations are grown by the rules, by what their eyes could know, and read by those eyes and wider ones alone."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from importers.base import ImportOptions
from importers.storing import store_file
from records.core.asking.typed import AnswerOption, TableQuestion
from records.core.events import Sort
from records.core.ids import SeatKey
from records.core.requests import ChanceRequest
from records.core.secret import Secret
from records.core.sentences import Sentence
from records.core.viewers import LOCAL, OPEN, PUBLIC
from records.errors import AnswerNeeded, Contradiction, ImpossibleEvent, MalformedCommand, RecordsError, RuleViolation
from records.knowledge.engine import Known
from records.service import GameBook, NewTable
from records.service.incoming import IncomingLayer
from records.service.layers.line_texts import LineStep, LineText
from records.service.layers.lines import line_log
from records.service.layers.lots import Lots
from records.service.layers.notes import NoteText
from records.service.library import library
from records.service.writing.simulation import simulate
from support import books
from support.soaking import one_in
from support.tiny import GAMES as TINY_GAMES
from support.tiny import A, Drawn, drawn, new_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.position import Command

B = SeatKey("B")


book = books.shared


@pytest.fixture(scope="module")
def records(book: GameBook) -> dict[str, str]:
    """A simulated record of each game, by its name."""
    names = ("castle-rampage", "regicide", "creature-crush")
    return {name: book.writing.add(LOCAL, next(simulate(library()[name], seed=5, games=1)))[0].id for name in names}


def decisions(book: GameBook, record: str, eyes: Any) -> Iterator[tuple[int, Command]]:
    """Yield steps at which a seat decides, with a legal command other than what the record has where there is one."""
    view = book.record(LOCAL, record, eyes)
    play = view.game.play
    assert play is not None
    for base in range(9, view.steps - 1, 5):
        if view.events[base].cause == base + 1 and view.position(base).state.to_act is not None:
            legal = play.legal(view.position(base))
            if legal:
                yield base, random.Random(base).choice(legal)  # noqa: S311 -- a test


@pytest.mark.parametrize("name", ["castle-rampage", "regicide", "creature-crush"])
@pytest.mark.parametrize("eyes", one_in(2, ["A", "open", "public"]))
def test_lots_answer_by_what_the_eyes_could_know(book: GameBook, records: dict[str, str], name: str, eyes: str) -> None:
    """A line grows wherever somebody decides, folds, and shows its eyes nothing that the record hides from them."""
    every = list(decisions(book, records[name], eyes))
    for base, command in every[:: max(1, len(every) // 2)][:2]:
        begun = book.notes.begin_line(LOCAL, records[name], base, viewer=eyes, dealt="known", name="what if")
        line = book.notes.grow_line(LOCAL, begun.layer, begun.id, command, parent=0)
        (parent, _command, count) = line.nodes[1]
        assert (parent, count > 0, line.name) == (0, True, "what if")
        seen = book.record(LOCAL, records[name], eyes).seen
        log = line_log(seen, book.notes._layers.read(line.layer).state.lines[line.id], 1)
        assert log[:base] == seen.events[:base]
        assert len(log) == base + count
        book.notes.prune_line(LOCAL, line.layer, line.id)


def test_a_line_is_read_by_its_eyes_and_wider_ones(book: GameBook, records: dict[str, str]) -> None:
    """A's line tells B nothing, not that it is there; notes in it are for its readers alone."""
    base, _command = next(decisions(book, records["regicide"], "A"))
    line = book.notes.begin_line(LOCAL, records["regicide"], base, viewer="A", name="secret plan")
    note = NoteText(at=base, text="here", line=line.id)
    assert book.notes.write_note(LOCAL, records["regicide"], note).known_to == ()
    with pytest.raises(MalformedCommand, match="for those alone who may see that line"):
        book.notes.write_note(LOCAL, records["regicide"], NoteText(at=base, text="x", line=line.id, audience=("*",)))
    for viewer, there in ((A, True), (OPEN, True), (B, False), (PUBLIC, False)):
        found = [one.id for layer in book.notes.layers(LOCAL, records["regicide"], viewer) for one in layer.lines]
        assert (line.id in found) is there
    book.notes.name_line(LOCAL, line.layer, line.id, "plan B")
    assert [one.name for one in book.notes.layer(LOCAL, line.layer).lines] == ["plan B"]
    book.notes.files.remove_layer(LOCAL, line.layer)


def test_chosen_answers_are_asked_for_and_must_be_possible(tmp_path: Path) -> None:
    """The table's next question comes with what can be; a command that breaks a rule, and a node that is not there, are refused."""
    with GameBook.open(f"sqlite:///{tmp_path}/chosen.db") as book:
        table = NewTable(game="regicide", names=("Ana", "Ben"), begins=A, dealt=True)
        record = book.writing.begin(LOCAL, table)
        view = book.record(LOCAL, record, "A")
        assert view.game.play is not None
        line = book.notes.begin_line(LOCAL, record, view.steps, viewer="A")
        tried = Counter[str]()
        for command in view.game.play.legal(view.position(view.steps)):
            try:
                book.notes.grow_line(LOCAL, line.layer, line.id, command, parent=0)
                tried["grown"] += 1
            except AnswerNeeded as needed:
                tried["asked"] += 1
                options = {option.key for option in needed.question.options}  # type: ignore[attr-defined]  # a game asked it
                hand = view.position(view.steps).table.hands[A].faces
                assert options
                assert not options & {card for card in hand if hand.count(card) == 1}
        assert tried["grown"] + tried["asked"] > 0
        with pytest.raises(ImpossibleEvent, match="no node 99"):
            book.notes.grow_line(LOCAL, line.layer, line.id, command, parent=99)
        with pytest.raises((RuleViolation, RecordsError)):
            book.notes.grow_line(LOCAL, line.layer, line.id, '{"type":"nothing"}', parent=0)
        with pytest.raises(MalformedCommand, match="chosen, known or lay"):
            book.notes.begin_line(LOCAL, record, 0, dealt="drawn")
        with pytest.raises(MalformedCommand, match="only to the open table"):
            book.notes.begin_line(LOCAL, record, 0, viewer="A", dealt="lay")


def test_what_was_played_comes_again_as_it_lay_also_within_a_play(book: GameBook) -> None:
    """Each recorded decision, made again where it was made, answers to attacks too, leads to what the record has."""
    file = Path(__file__).parents[2] / "examples" / "games" / "castle-rampage-siege.jsonl"
    record = store_file(book, LOCAL, file.read_bytes(), file.name, ImportOptions())[0].id
    events = book.record(LOCAL, record).events
    play = book.record(LOCAL, record).game.play
    assert play is not None
    begins = [one.v for one in events[:60] if one.v == one.cause and one.event.sort is Sort.DECISION]
    within = [v for v in begins if book.record(LOCAL, record).position(v - 1).state.pending]
    assert within
    for first in [*within[:4], *begins[-3:]]:
        line = book.notes.begin_line(LOCAL, record, first - 1, dealt="lay", command=play.command_of(events[first - 1].event))
        log = book.notes.line_branch(LOCAL, line.layer, line.id, 1, OPEN).seen.events
        assert [one.event for one in log[first - 1 :]] == [one.event for one in events if one.cause == first]
    book.notes.files.remove_layer(LOCAL, line.layer)


def test_nodes_are_pruned_with_all_that_follows(book: GameBook, records: dict[str, str]) -> None:
    """A branch goes, its siblings stay, and numbers are not given again."""
    record = records["creature-crush"]
    base, command = next(decisions(book, record, "open"))
    line = book.notes.begin_line(LOCAL, record, base, dealt="known")
    for _ in range(2):
        line = book.notes.grow_line(LOCAL, line.layer, line.id, command, parent=0)
    book.notes.prune_line(LOCAL, line.layer, line.id, 1)
    line = book.notes.grow_line(LOCAL, line.layer, line.id, command, parent=0)
    assert sorted(line.nodes) == [2, 3]
    with pytest.raises(ImpossibleEvent, match="no node 1"):
        book.notes.prune_line(LOCAL, line.layer, line.id, 1)
    assert list(book.records.verify(LOCAL)) == []


def test_notes_and_lines_of_a_file_become_a_layer(book: GameBook, records: dict[str, str]) -> None:
    """What an importer read beside a record is written in one go, and is said to be by whom it names."""
    record = records["regicide"]
    (base, command) = next(decisions(book, record, "open"))
    view = book.record(LOCAL, record)
    answers = _answers(book, record, base, command)
    text = NoteText(at=3, text="good", glyph="!", audience=("*",), since=3)
    line = LineText(base=base, name="or", steps=(LineStep(command=command, parent=0, answers=tuple(answers)),))
    notes, _lines = book.notes.write_layer(LOCAL, record, IncomingLayer(author="Mira", notes=(text,), lines=(line,)))
    assert [(note.brought and note.brought.said, note.text, note.at.v) for note in notes] == [("Mira", "good", 3)]
    layer = book.notes.layer(LOCAL, notes[0].layer)
    assert [(line.name, line.base, len(line.nodes)) for line in layer.lines] == [("or", base, 1)]
    assert view.steps >= base


def _answers(book: GameBook, record: str, base: int, command: Command) -> list[tuple[str, ...]]:
    """Return answers of the table that a command needs, the first that can be."""
    answers: list[tuple[str, ...]] = []
    line = book.notes.begin_line(LOCAL, record, base)
    while True:
        try:
            book.notes.grow_line(LOCAL, line.layer, line.id, command, parent=0, answers=answers)
        except AnswerNeeded as needed:
            question: Any = needed.question
            keys = [option.key for option in question.options if option.key != "?"]
            answers.append(tuple(keys[: question.least]))
            continue
        return answers


def test_whole_worlds_are_as_likely_as_they_are(tmp_path: Path) -> None:
    """Every world has each card once; the unseen hand, and the top of the deck, are each of what is left, as often as that is so."""
    with GameBook.open(f"sqlite:///{tmp_path}/tiny.db", games=TINY_GAMES) as book:
        record = book.writing.add(LOCAL, new_game(drawn(A, "ace"), drawn(B, "king"), drawn(B, "ten")))[0].id
        seen = book.record(LOCAL, record, A).seen
    known = Known(seen.game, seen.header, seen.events, A)
    picker, hands, tops = random.Random(7), Counter[tuple[str, ...]](), Counter[str]()  # noqa: S311 -- a test
    for _ in range(240):
        world = known.world(3, picker)
        (hand,), (deck,) = world.hands.values(), world.decks.values()
        assert sorted((*hand, *deck)) == ["king", "knave", "queen", "ten"]
        hands[hand] += 1
        tops[deck[0]] += 1
    assert len(hands) == 6
    assert all(20 <= count <= 62 for count in hands.values())  # 40 expected, four deviations
    assert all(33 <= count <= 87 for count in tops.values())  # 60 expected


def test_lots_bring_cards_in_each_order_as_often(tmp_path: Path) -> None:
    """Cards of one step come from one world: no card twice, and each two of those that are left as often as any other two."""
    with GameBook.open(f"sqlite:///{tmp_path}/tiny.db", games=TINY_GAMES) as book:
        record = book.writing.add(LOCAL, new_game(drawn(A, "ace"), drawn(B, "king"), drawn(B, "ten")))[0].id
        seen = book.record(LOCAL, record, A).seen
    known, position = Known(seen.game, seen.header, seen.events, A), seen.folder.position(seen.header, seen.events)
    options = tuple(AnswerOption(key=card, says=Sentence("x"), most=1) for card in known.asking(3).names)
    asked = TableQuestion(event="drawn", asks=Sentence("x"), options=options, build=list, seat=A, least=2, most=2)  # type: ignore[arg-type]
    picker, request = random.Random(7), ChanceRequest((Drawn,), seat=A)  # noqa: S311 -- a test
    pairs = Counter(
        tuple(Lots(lambda *_: asked, known, position, "draw", picker).ask(position, request))  # type: ignore[arg-type,var-annotated]
        for _ in range(120)
    )
    assert sum(pairs.values()) == 120
    assert set(pairs) == set(permutations(("king", "knave", "queen", "ten"), 2))
    assert all(1 <= count <= 24 for count in pairs.values())  # 10 expected, four deviations


def test_what_the_eyes_know_not_to_be_is_refused(tmp_path: Path) -> None:
    """A card that A holds cannot be laid by B in A's line."""
    with GameBook.open(f"sqlite:///{tmp_path}/refused.db") as book:
        record = book.writing.add(LOCAL, next(simulate(library()["castle-rampage"], seed=5, games=1)))[0].id
        refused = 0
        for base, _command in decisions(book, record, "A"):
            view = book.record(LOCAL, record, "A")
            position = view.position(base)
            if position.state.to_act != B:
                continue
            knowledge = view.knowledge(base)
            gone = [card for card in view.faces if card not in knowledge.hands[B].most]
            play = book.record(LOCAL, record).game.play
            assert play is not None
            for command in play.legal(book.record(LOCAL, record).position(base)):
                card: Any = getattr(command, "card", None)
                if not isinstance(card, Secret) or not gone:
                    continue
                line = book.notes.begin_line(LOCAL, record, base, viewer="A", dealt="known")
                forged = msgspec.structs.replace(command, card=msgspec.structs.replace(card, faces=(gone[0],)))
                with pytest.raises((Contradiction, ImpossibleEvent, RuleViolation, MalformedCommand)):
                    book.notes.grow_line(LOCAL, line.layer, line.id, forged, parent=0)
                book.notes.prune_line(LOCAL, line.layer, line.id)
                refused += 1
                break
            if refused >= 3:
                break
        assert refused
