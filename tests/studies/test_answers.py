"""What a learner's answer is worth by the frozen key: pure, for every kind of task, fair whatever is answered."""

from __future__ import annotations

from fractions import Fraction
from typing import get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.errors import MalformedCommand
from records.studies.chapters import events as ev
from records.studies.tasks import answers as an
from records.studies.tasks.grading import GradedCards, GradedChance, GradedMove, GradedSeats

CARDS = tuple("abcdefgh")
HOW = get_args(ev.HowKnown)
MOVES = tuple(msgspec.Raw(msgspec.json.encode({"t": "play", "cards": [card]})) for card in CARDS)
some_cards = st.sets(st.sampled_from(CARDS), min_size=1).map(sorted)
quick = settings(max_examples=40, deadline=None)


def key(**true: object) -> ev.ChapterKey:
    """A key."""
    return ev.ChapterKey(chapter=ev.ChapterId("x"), **true)  # type: ignore[arg-type]


def named(true: object, said: object) -> GradedCards:
    """The grade of cards."""
    made = an.graded(ev.AskCandidates(place="s"), key(candidates=tuple(true)), an.NamedCards(cards=tuple(said)), cards=CARDS)  # type: ignore[arg-type, call-overload]
    assert isinstance(made, GradedCards)
    return made


@quick
@given(some_cards, some_cards, st.randoms())
def test_cards_that_are_named_are_graded_fairly(true: list[str], said: list[str], lots: object) -> None:
    """Worth 0 to 100, all for the key alone; the order is irrelevant; one wrong card more never pays; the parts are the whole."""
    made = named(true, said)
    assert 0 <= made.worth <= 100
    assert (made.worth == 100) == (said == true)
    shuffled = list(said)
    lots.shuffle(shuffled)  # type: ignore[attr-defined]
    assert named(true, shuffled) == made
    assert sorted((*made.right, *made.missed)) == true
    assert sorted((*made.right, *made.wrong)) == said
    for card in set(CARDS) - set(true) - set(said):
        assert named(true, [*said, card]).worth <= made.worth
    assert named(true, CARDS).worth <= 100 * len(true) // len(CARDS)


@quick
@given(st.fractions(0, 1, max_denominator=60), st.floats(0, 100))
def test_a_chance_is_graded_by_how_far_it_is_off(true: Fraction, percent: float) -> None:
    """Worth 0 to 100, all for the key, never more for what is farther off on the same side."""
    task, is_so = ev.AskChance(place="s", card="a"), key(chance=true.as_integer_ratio())

    def worth(said: float) -> int:
        made = an.graded(task, is_so, an.SaidChance(percent=said))
        assert isinstance(made, GradedChance)
        assert made.true == true
        return made.worth

    odds = ev.AskOdds(of=ev.DrawAsked(number=1, cards=("a",)))
    assert an.graded(odds, is_so, an.SaidChance(percent=percent)).worth == worth(percent)
    assert 0 <= worth(percent) <= 100
    assert worth(float(true * 100)) == 100
    farther = min(100.0, percent + 3) if percent >= true * 100 else max(0.0, percent - 3)
    assert worth(farther) <= worth(percent)


@quick
@given(st.dictionaries(st.sampled_from("ABCD"), st.sampled_from(HOW), min_size=1), st.randoms())
def test_each_seat_of_whom_it_is_asked_is_right_or_not(true: dict[str, ev.HowKnown], lots: object) -> None:
    """The share of seats that are right; the key is worth all, nothing right nothing."""
    task, is_so = ev.AskKnows(place="s"), key(knows=tuple(true.items()))
    said = {seat: lots.choice(HOW) for seat in true}  # type: ignore[attr-defined]
    made = an.graded(task, is_so, an.SaidKnows(seats=said))
    assert isinstance(made, GradedSeats)
    assert [one.right for one in made.seats] == [said[seat] == true[seat] for seat in true]
    assert made.worth == 100 * sum(one.right for one in made.seats) // len(true)
    assert an.graded(task, is_so, an.SaidKnows(seats=dict(reversed(said.items())))) == made
    assert an.graded(task, is_so, an.SaidKnows(seats=true)).worth == 100
    assert an.graded(task, is_so, an.SaidKnows(seats={seat: HOW[HOW.index(how) - 1] for seat, how in true.items()})).worth == 0


@quick
@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from(MOVES)), unique_by=lambda one: bytes(one[1]), min_size=1), st.data())
def test_a_move_is_worth_what_the_first_answer_that_it_fits_says(moves: list[tuple[int, msgspec.Raw]], data: st.DataObject) -> None:
    """However its JSON is written; any other legal move is worth nothing, and says nothing of those that are."""
    answers = tuple(ev.AcceptedMove(pattern=msgspec.Raw(b"{}"), worth=worth, says=str(worth)) for worth in (100, 60, 0))
    task, is_so = ev.FindMove(answers=answers), key(moves=tuple(moves))
    given_move = data.draw(st.sampled_from(MOVES))
    backwards = dict(reversed(msgspec.json.decode(given_move).items()))
    made = an.graded(task, is_so, an.GivenMove(command=msgspec.Raw(msgspec.json.encode(backwards))), legal=MOVES)
    nth = next((nth for nth, move in moves if move == given_move), None)
    assert made == GradedMove(worth=0 if nth is None else answers[nth].worth, nth=nth, says="" if nth is None else answers[nth].says)


MOVE = ev.FindMove(answers=(ev.AcceptedMove(pattern=msgspec.Raw(b"{}")),))


@pytest.mark.parametrize(
    ("task", "answer", "why"),
    [
        (ev.GuidedReading(), {"t": "chance", "percent": 1}, "answer: the chapter is read"),
        (MOVE, {"t": "chance", "percent": 1}, "answer: the chapter asks for a move"),
        (ev.AskCandidates(place="s"), {"t": "candidates", "cards": []}, "answer, cards: no card"),
        (ev.AskCandidates(place="s"), {"t": "candidates", "cards": ["a", "z"]}, "answer, card 2: 'z' is no card"),
        (ev.AskCandidates(place="s"), {"t": "candidates", "cards": ["a", "b", "a"]}, "answer, card 3: 'a' is named twice"),
        (ev.AskChance(place="s", card="a"), {"t": "chance", "percent": 101}, "answer, percent: .* not 101"),
        (ev.AskChance(place="s", card="a"), {"t": "chance", "percent": -1}, "answer, percent"),
        (ev.AskKnows(place="s"), {"t": "knows", "seats": {"A": "cannot", "Z": "cannot"}}, "answer, seats: of 'Z' nothing is asked"),
        (ev.AskKnows(place="s"), {"t": "knows", "seats": {}}, "answer, seats: nothing is said of A"),
        (MOVE, {"t": "move", "command": {"t": "pass"}}, "answer, command: it is no legal move"),
        (MOVE, {"t": "move", "command": [1]}, "answer, command: a command is a JSON object"),
        (MOVE, {"t": "move", "command": {"a": "x" * 30_000}}, "answer, command: it has up to"),
    ],
)
def test_what_is_no_answer_to_the_task_is_refused_with_its_place(task: ev.ChapterTask, answer: dict[str, object], why: str) -> None:
    """Nothing is graded that nobody could have meant."""
    is_so = key(candidates=("a",), chance=(1, 2), knows=(("A", "cannot"),), moves=((0, MOVES[0]),))
    with pytest.raises(MalformedCommand, match=why):
        an.graded(task, is_so, an.read_answer(msgspec.json.encode(answer)), cards=CARDS, legal=MOVES)


@pytest.mark.parametrize("data", [b"{", b'{"t":"x"}', b'{"t":"chance"}', b'{"t":"knows","seats":{"A":"perhaps"}}', b"\xff", b"[" * 9999])
def test_a_text_that_is_no_answer_is_refused(data: bytes) -> None:
    """Broken JSON, an unknown kind, a missing or wrong field."""
    with pytest.raises(MalformedCommand, match="answer: "):
        an.read_answer(data)


def test_a_key_of_another_task_is_refused() -> None:
    """A grade is never made of a key that is not there."""
    for task, answer in (
        (ev.AskChance(place="s", card="a"), an.SaidChance(percent=1)),
        (ev.AskKnows(place="s"), an.SaidKnows(seats={})),
        (ev.FindMove(answers=()), an.GivenMove(command=MOVES[0])),
    ):
        with pytest.raises(MalformedCommand, match="is not that of its task"):
            an.graded(task, key(moves=((0, MOVES[0]),)), answer)
