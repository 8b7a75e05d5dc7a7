"""What is typed in: puzzles, lines of a game, cards of a catalogue (§ 7.5; docs/notation, docs/catalogues)."""

from __future__ import annotations

import pytest

from importers.notation.puzzles import run_puzzle
from records.games.creature_crush.effects.card_filter import CardFilter, Targets
from records.games.creature_crush.effects.lines import Ability
from records.games.creature_crush.effects.verbs import DestroyCards, SummonCreatures
from records.games.creature_crush.model import commands as cmd
from records.service.library import library
from support.crush import TEXT, crush_line, refusal
from support.crush_cards import card, does
from support.crush_table import A, CrushTable, at
from support.crush_texts import problems, typed


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("damage.B.b1 = 3", ""),
        ("damage.B.b1 = 4", "does not hold: 3"),
        ("damage.A.b1 = 0", ""),
        ("paid.B.c1 = 2", ""),
        ("damage.B.b3 = 0", "does not hold: no card"),
        ("knows B.c1 = B", ""),
        ("knows firedamp = B", ""),
        ("knows firedamp = AB", "does not hold: B"),
        ("knows moss-giant = *", ""),
        ("knows war-boar = B", ""),
        ("knows iron-ram = nobody", ""),
        ("knows A.hell.1 = *", ""),
    ],
)
def test_puzzles_claim_what_a_lying_card_carries_and_who_knows_a_card(claim: str, told: str) -> None:
    """The wolf deals 3 damage to the giant; a face-down card is known to its owner, what lies open to all."""
    places = {"A_b1": "^yard-wolf", "B_b1": "^moss-giant", "B_c1": "firedamp", "A_hell": "hail"}
    text = typed("attack b1 B.b1 pays 4", "B pass", counters="paid.B.c1=2", **places)
    (judged,) = run_puzzle(library(), text.replace("\n\n", f'\n[Expect "{claim}"]\n\n', 1))
    assert (judged.holds, str(judged)) == (not told, f"played: {claim} {told}".strip())


def test_an_attack_on_an_empty_place_is_refused_in_words() -> None:
    """It names the place, not a word of the form that would have fitted."""
    (told,) = problems(typed("attack b1 B.b2 pays 4", A_b1="^yard-wolf"))
    assert told.startswith("line 12, column 14: illegal: no card lies at 'B.b2'; turn 5, A")


def test_cards_whose_ids_collide_in_notation_are_refused_with_the_catalogue() -> None:
    """A game is written down without regard to hyphens, so that one of them could never be named."""
    (told,) = refusal(TEXT.replace("- name: candle-rat\n", "- name: gatehound\n", 1))
    assert told.endswith("the card 'gatehound' is written like 'gate-hound': hyphens do not tell cards apart")


@pytest.mark.parametrize(("line", "language"), [("Zerstöre eine Karte.", "de"), ("Flip: Destroy a card.", "en")])
def test_a_card_without_a_place_means_the_field(line: str, language: str) -> None:
    """As the source has it of every effect that names no place."""
    said = crush_line(line, language)
    assert isinstance(said, Ability)
    assert said.steps[0].verb == DestroyCards(Targets("choose", CardFilter(kind="card", place="field"), 1, 1))


TWO = SummonCreatures(Targets("choose", CardFilter(kind="creature", place="hand", side="yours"), 0, 2))


@pytest.mark.parametrize(("free", "most"), [(1, 1), (2, 2), (3, 2)])
def test_who_may_choose_up_to_two_and_has_one_place_tells_no_more_than_it_does(free: int, most: int) -> None:
    """It names as many hand cards as there are places for."""
    cells = [f"{zone}{column}:A" for zone in "ab" for column in "123"][free:]
    call = card("call", 1, 0, 0, does(TWO, on="flip"))
    table = CrushTable({**dict.fromkeys(cells, "toad"), "c1:A": "call"}, cards=[call], hands={"A": ["hound", "medic"]})
    table.do(cmd.Flip(seat=A, slot=at("c1:A"), card="call"))
    assert [(asked.what, asked.most) for asked in table.state.pending] == [("from-hand", most)]
    assert max(len(answer.cards) for answer in table.may(cmd.Answer)) == most
