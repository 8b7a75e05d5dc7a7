"""Writing a game down as it is played: through the rules, with chance typed in or dealt, and facts beside them."""

from __future__ import annotations

from typing import Any

import pytest

from records.core.asking.chance import batches
from records.core.ids import DeckId, PileId, SeatKey, SlotId
from records.core.secret import secret
from records.core.shared import (
    CardExposed,
    Corrected,
    GameStarted,
    GameWon,
    GapNoted,
    IrregularityNoted,
    PileSet,
    PositionSet,
    Replacement,
    SlotSet,
    TakenBack,
)
from records.core.viewers import LOCAL, OPEN, PUBLIC, Caller
from records.errors import (
    AnswerNeeded,
    Contradiction,
    ImpossibleEvent,
    MalformedCommand,
    NotYours,
    RecordNotFound,
    RuleViolation,
    StaleVersion,
)
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import events as ev
from records.service import GameBook, NewTable
from support import books
from support.castle import end, place, play, strengthen

A, B = SeatKey("A"), SeatKey("B")
FIVE, OTHER = ["archer", "cook", "giant", "knight", "worker"], ["advisor", "dragon", "priest", "squire", "veteran"]


book = books.own


def table(**more: Any) -> NewTable:
    """Ana and Ben sit down; Ana begins."""
    return NewTable(**{"game": "castle-rampage", "names": ("Ana", "Ben"), "begins": A, "ruleset": "castle-rampage/plain", **more})


def began(book: GameBook, **more: Any) -> str:
    """A game whose first five cards each are typed in."""
    return book.writing.begin(LOCAL, table(**more), [FIVE, OTHER])


def in_play(book: GameBook) -> str:
    """A game after its set-up, B's hand unknown but for what it was dealt; A has worker, medic and an archer."""
    record = began(book)
    steps = book.record(LOCAL, record, OPEN).steps
    first = [place(card, pile) for card, pile in zip(FIVE, ("gate:A", "gate:A", "castle:A", "castle:A"), strict=False)]
    first += [place(card, pile) for card, pile in zip(OTHER, ("gate:B", "gate:B", "castle:B", "castle:B"), strict=False)]
    for command in first[:-1]:
        steps = book.command(LOCAL, record, command, expected=steps)
    steps = book.command(LOCAL, record, first[-1], answers=[["cook", "cook", "knight", "medic", "robber"], ["?"] * 5, []], expected=steps)
    for command in (place("cook", "gate:A"), place("cook", "gate:A"), place("knight", "castle:A"), place("robber", "castle:A")):
        steps = book.command(LOCAL, record, command, expected=steps)
    for pile in ("gate:B", "gate:B", "castle:B"):
        steps = book.command(LOCAL, record, place("?", pile), expected=steps)
    book.command(LOCAL, record, place("?", "castle:B"), answers=[["archer"]], expected=steps)
    return record


def test_a_game_begins_once_the_deal_is_typed_in(book: GameBook) -> None:
    """Until then each question is raised with those before it, and nothing is stored; then the record has its first batch."""
    answers: list[list[str]] = []
    for nth, seat in enumerate((A, B)):
        with pytest.raises(AnswerNeeded) as needed:
            book.writing.begin(LOCAL, table(), answers)
        assert (needed.value.question.seat, len(needed.value.answered), needed.value.wrong) == (seat, nth, "")
        answers.append(FIVE if seat == A else OTHER)
    assert book.records.shelf(LOCAL).total == 0
    record = book.writing.begin(LOCAL, table(ruleset="castle-rampage/plain"), answers)
    view = book.record(LOCAL, record, "ana")
    assert view.events[0].event == GameStarted(rule="1.1", seats=(A, B), begins=A, chance="typed")
    assert len(batches(view.events)) == 1
    assert (view.header.ruleset, view.names, view.steps) == ("castle-rampage/plain", {A: "Ana", B: "Ben"}, 5)
    assert view.position(5).table.hands[A].faces == tuple(FIVE)
    assert view.position(5).table.hands[B].faces == ()
    assert list(book.records.verify(LOCAL)) == []


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"game": "bridge"}, "no game is called 'bridge'; there are castle-rampage, creature-crush, observed"),
        ({"game": "observed"}, "observed cannot be written down: its rules are not known here"),
        ({"names": ("Ana",)}, "castle-rampage is for 2 players, not 1"),
        ({"names": ("Ana", "Ben", "Cleo")}, "not 3"),
        ({"names": ("Ana", " ")}, "is not a name"),
        ({"begins": SeatKey("C")}, "one of A, B begins, not 'C'"),
        ({"ruleset": "castle-rampage/mine"}, "there is no ruleset 'castle-rampage/mine'"),
    ],
)
def test_a_table_that_cannot_be_is_refused(book: GameBook, more: dict[str, Any], why: str) -> None:
    """Game, seats, names, who begins and ruleset are checked before anything is asked."""
    with pytest.raises(MalformedCommand, match=why):
        book.writing.begin(LOCAL, table(**more), [FIVE, OTHER])
    assert book.records.shelf(LOCAL).total == 0


def test_a_whole_set_up_is_written_down_with_unknown_cards(book: GameBook) -> None:
    """What the writer did not see stays unknown to every viewer, and the game goes on."""
    record = in_play(book)
    view = book.record(LOCAL, record, OPEN)
    position = view.position(view.steps)
    assert position.table.hands[B].count == 2
    assert position.table.hands[B].faces == ()
    assert [position.table.slots[slot].seen for slot in position.table.piles[ev.gate(B)]] == ["advisor", "dragon", "?", "?"]
    assert (position.state.turn, position.state.active) == (1, A)
    assert list(book.records.verify(LOCAL)) == []


def test_chance_is_typed_in_where_the_log_does_not_know(book: GameBook) -> None:
    """An attack asks for each defender that nobody noted, and for no other."""
    record = in_play(book)
    steps = book.record(LOCAL, record, OPEN).steps
    steps = book.command(LOCAL, record, end(), answers=[["knight"], ["?"]], expected=steps)
    steps = book.command(LOCAL, record, end("B"), answers=[["fight-plan-1"], ["giant"]], expected=steps)
    with pytest.raises(AnswerNeeded) as needed:
        book.command(LOCAL, record, play("fight-plan-1"), expected=steps)
    assert needed.value.question.slot == book.record(LOCAL, record, OPEN).position(steps).table.piles[ev.gate(B)][2]
    assert book.record(LOCAL, record, OPEN).steps == steps
    after = book.command(LOCAL, record, play("fight-plan-1"), answers=[["worker"]], expected=steps)
    shown = [r.event.card for r in book.record(LOCAL, record, PUBLIC).events[steps:after] if isinstance(r.event, ev.DefenderRevealed)]
    assert shown == ["advisor", "dragon", "worker"]


def test_the_program_deals_where_it_was_asked_to(book: GameBook) -> None:
    """A record that says so needs no answers, from its first batch to its last, and refuses any."""
    record = book.writing.begin(LOCAL, table(dealt=True))
    game = book.games["castle-rampage"]
    assert game.play is not None
    with pytest.raises(MalformedCommand, match="nothing is typed in"):
        book.command(LOCAL, record, play("giant"), answers=[["giant"]], expected=book.record(LOCAL, record, OPEN).steps)
    for _ in range(16):
        view = book.record(LOCAL, record, OPEN)
        book.command(LOCAL, record, game.play.legal(view.position(view.steps))[0], expected=view.steps)
    assert book.record(LOCAL, record, OPEN).position(24).table.hands[A].faces
    assert list(book.records.verify(LOCAL)) == []


def test_two_dealt_games_differ(book: GameBook) -> None:
    """The program deals by no seed."""
    hands = {book.record(LOCAL, book.writing.begin(LOCAL, table(dealt=True)), OPEN).position(2).table.hands[A].faces for _ in range(4)}
    assert len(hands) > 1


def test_a_broken_rule_is_refused_with_its_paragraph(book: GameBook) -> None:
    """With a stable code and a sentence; nothing is stored."""
    record = began(book)
    with pytest.raises(RuleViolation) as refused:
        book.command(LOCAL, record, end(), expected=5)
    assert (refused.value.code, refused.value.paragraph, refused.value.seat) == ("castle-rampage.set-up", "1.5", "A")
    assert str(refused.value) == "A: The cards of the set-up are not placed yet. (§ 1.5) (castle-rampage.set-up)"
    assert book.record(LOCAL, record, OPEN).steps == 5


def test_who_writes_too_late_is_told_so(book: GameBook) -> None:
    """A command for a step that is no longer the last one is refused before anything is asked."""
    record = began(book)
    book.command(LOCAL, record, place("archer", "gate:A"), expected=5)
    for write in (
        lambda: book.command(LOCAL, record, place("cook", "gate:A"), expected=5),
        lambda: book.writing.note(LOCAL, record, GapNoted(), expected=5),
        lambda: book.writing.take_back(LOCAL, record, 5, expected=5),
    ):
        with pytest.raises(StaleVersion) as stale:
            write()
        assert (stale.value.expected, stale.value.actual) == (5, 6)


def test_a_command_may_come_as_json(book: GameBook) -> None:
    """Its class under ``type``; unknown fields, wrong types and other games' commands are refused with the path."""
    record = began(book)
    text = '{"type":"place","seat":"A","pile":"gate:A","card":{"faces":["archer"],"known_to":["A"]}}'
    assert book.command(LOCAL, record, text, expected=5) == 6
    for wrong, why in (
        ("{", "this is not a command of castle-rampage"),
        ('{"type":"yield","seat":"A"}', "Invalid value 'yield'"),
        ('{"type":"end-turn","seat":"A","sure":true}', "unknown field `sure`"),
        ('{"type":"end-turn","seat":1}', r"\$.seat"),
        (text.replace('"known_to":["A"]', '"known_to":["B","A"]'), "known_to is sorted"),
        (text.replace('["A"]}', f'["A"],"salt":["{"0" * 32}"]}}').replace("archer", "cook"), "a command brings no seals"),
    ):
        with pytest.raises(MalformedCommand, match=why):
            book.command(LOCAL, record, wrong, expected=6)


def test_a_command_cannot_tell_who_knows_a_card(book: GameBook) -> None:
    """Who laid it alone is shown it, whatever the command says."""
    record = began(book)
    command = cmd.Place(seat=A, pile=PileId("gate:A"), card=secret("archer", to=(A, B)))
    book.command(LOCAL, record, command, expected=5)
    event = book.record(LOCAL, record, OPEN).events[5].event
    assert isinstance(event, ev.CardPlaced)
    assert event.card.known_to == (A,)


def test_only_whom_the_policy_allows_writes(book: GameBook) -> None:
    """A caller whom the policy does not know can neither begin nor write."""
    record, stranger = began(book), Caller("mallory")
    for write in (
        lambda: book.writing.begin(stranger, table(dealt=True)),
        lambda: book.command(stranger, record, place("archer", "gate:A"), expected=5),
        lambda: book.writing.note(stranger, record, GapNoted(), expected=5),
        lambda: book.writing.take_back(stranger, record, 0, expected=5),
    ):
        with pytest.raises((RecordNotFound, NotYours)):
            write()
    assert (book.records.shelf(LOCAL).total, book.record(LOCAL, record, OPEN).steps) == (1, 5)


def test_a_mistake_is_noted_beside_the_rules(book: GameBook) -> None:
    """A fact is a batch of its own and changes nothing on the table; what the rules write cannot be noted."""
    record = began(book)
    before = book.record(LOCAL, record, OPEN).position(5).table
    assert book.writing.note(LOCAL, record, IrregularityNoted(what="exposed", seat=B, words="the dragon lay open"), expected=5) == 6
    view = book.record(LOCAL, record, OPEN)
    assert (view.events[5].cause, view.position(6).table) == (6, before)
    with pytest.raises(MalformedCommand, match="GameWon is a consequence, which the rules write; only facts are noted"):
        book.writing.note(LOCAL, record, GameWon(seat=A), expected=6)


def test_something_is_taken_back(book: GameBook) -> None:
    """The board is that of the step, what was seen stays known; into a batch or across a shuffle it cannot go."""
    record = in_play(book)
    steps = book.record(LOCAL, record, OPEN).steps
    after = book.command(LOCAL, record, end(), answers=[["knight"], ["squire"]], expected=steps)
    with pytest.raises(ImpossibleEvent, match="in the middle"):
        book.writing.take_back(LOCAL, record, steps + 1, expected=after)
    assert book.writing.take_back(LOCAL, record, steps, expected=after, agreed=(A, B), why="she meant to strengthen") == after + 1
    view = book.record(LOCAL, record, OPEN)
    fact = view.events[-1].event
    assert isinstance(fact, TakenBack)
    assert (fact.to, fact.agreed) == (steps, (A, B))
    position = view.position(view.steps)
    assert (position.state.active, position.table.hands[B].count) == (A, 2)
    top = book.record(LOCAL, record, "B").position(view.steps).table.decks[DeckId("draw")][0]
    assert (top.count, top.faces) == (1, ("knight",))
    again = book.command(LOCAL, record, end(), answers=[["knight"], ["squire"]], expected=view.steps)
    assert again == after + 1 + 4
    assert list(book.records.verify(LOCAL)) == []


def test_a_dealt_card_that_was_taken_back_comes_again(book: GameBook) -> None:
    """What somebody saw on top of the pile is what the program deals next."""
    record = book.writing.begin(LOCAL, table(dealt=True))
    game = book.games["castle-rampage"]
    assert game.play is not None
    while not book.record(LOCAL, record, OPEN).position(book.record(LOCAL, record, OPEN).steps).state.turn:
        view = book.record(LOCAL, record, OPEN)
        book.command(LOCAL, record, game.play.legal(view.position(view.steps))[0], expected=view.steps)
    steps = book.record(LOCAL, record, OPEN).steps
    after = book.command(LOCAL, record, end(), expected=steps)
    drawn = [r.event.card for r in book.record(LOCAL, record, OPEN).events[steps:] if isinstance(r.event, ev.CardDrawn)]
    back = book.writing.take_back(LOCAL, record, steps, expected=after)
    book.command(LOCAL, record, end(), expected=back)
    again = [r.event.card for r in book.record(LOCAL, record, OPEN).events[back:] if isinstance(r.event, ev.CardDrawn)]
    assert again == drawn


def test_after_a_gap_a_position_must_be_laid_out(book: GameBook) -> None:
    """No card moves until then; from the position the game goes on."""
    record = in_play(book)
    steps = book.record(LOCAL, record, OPEN).steps
    steps = book.writing.note(LOCAL, record, GapNoted(why="we forgot to write"), expected=steps)
    with pytest.raises(ImpossibleEvent, match="something is missing"):
        book.command(LOCAL, record, strengthen("worker", "gate:A"), expected=steps)
    slots = tuple(SlotSet(slot=SlotId(f"s{steps + 1}.{nth}"), card=secret("?", to=(B,))) for nth in (2, 3))
    position = PositionSet(piles=(PileSet(pile=PileId("castle:B"), slots=slots),), counters=(("active", "B"), ("turn", 12)))
    steps = book.writing.note(LOCAL, record, position, expected=steps)
    book.command(LOCAL, record, end("B"), expected=steps)
    assert book.record(LOCAL, record, OPEN).position(steps + 1).state.turn == 12


def test_what_was_written_wrongly_is_corrected(book: GameBook) -> None:
    """A correction stands in for the event everywhere; one that cannot have happened is refused, and nothing is stored."""
    record = began(book)
    steps = book.command(LOCAL, record, place("archer", "gate:A"), expected=5)
    wrong = book.record(LOCAL, record, OPEN).events[5].event
    assert isinstance(wrong, ev.CardPlaced)
    right = ev.CardPlaced(rule="1.5", seat=A, pile=wrong.pile, slot=wrong.slot, card=secret("cook", to=(A,), hint=wrong.card.hint))
    steps = book.writing.note(LOCAL, record, Corrected(of=(Replacement(version=6, event=right),)), expected=steps)
    assert book.record(LOCAL, record, OPEN).position(steps).table.slots[wrong.slot].seen == "cook"
    elsewhere = ev.CardPlaced(rule="1.5", seat=A, pile=PileId("gate:B"), slot=wrong.slot, card=right.card)
    with pytest.raises((ImpossibleEvent, Contradiction), match="may not change the pile"):
        book.writing.note(LOCAL, record, Corrected(of=(Replacement(version=6, event=elsewhere),)), expected=steps)
    assert book.record(LOCAL, record, OPEN).steps == steps


def test_a_face_that_the_record_holds_is_written_with_what_shows_it(book: GameBook) -> None:
    """A fact that shows a known card to somebody else says which it is, though its writer did not."""
    record = began(book)
    steps = book.command(LOCAL, record, place("archer", "gate:A"), expected=5)
    steps = book.writing.note(LOCAL, record, CardExposed(place="s6", card=secret("?", to=("*",))), expected=steps)
    assert book.record(LOCAL, record, PUBLIC).position(steps).table.slots[SlotId("s6")].face == "archer"
