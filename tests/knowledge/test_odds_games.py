"""The odds of attacks in whole games of Castle Rampage, against one question for each card (design/knowledge: Attack odds)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

import pytest

from records.core.assault import Assault
from records.core.ids import SlotId
from records.core.viewers import LOCAL
from records.knowledge.asking import Asking
from records.knowledge.engine import Known
from records.knowledge.odds.attack import AttackOdds, attack_odds
from records.service import GameBook, RecordView
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import open_store
from records.values import replace
from support.knowledge.attacks import WAYS, by_questions
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from pathlib import Path

RULESETS = ("castle-rampage/pegasus", "castle-rampage/yucata")
GAME = "castle-rampage"


@pytest.fixture(scope="module", params=rest_soaked(RULESETS))
def views(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[RecordView]]:
    """Return two simulated games as each seat saw them."""
    folder: Path = tmp_path_factory.mktemp("odds")
    with GameBook(open_store(f"sqlite:///{folder / 'games.db'}"), games=library()) as book:
        records = [one.id for one in book.writing.add(LOCAL, *simulate(book.games[GAME], seed=33, games=2, ruleset=request.param))]
        yield [book.record(LOCAL, record, seat) for record in records for seat in ("A", "B")]


def steps(view: RecordView, number: int) -> list[int]:
    """Return steps of the game at which it is played, spread over it."""
    playing = [at for at in range(view.steps + 1) if view.position(at).state.phase == "play"]
    return playing[len(playing) // (2 * number) :: max(1, len(playing) // number)][:number]


def asked(view: RecordView, at: int, way: int = 0) -> tuple[Asking, Assault, dict[str, dict[str, int]]]:
    """Return a step, and one way to attack then."""
    assaults, worth = view.game.odds.assaults, view.game.board.worth
    assert assaults is not None
    assert worth is not None
    ask = Known(view.game, view.header, view.events, view.viewer).asking(at)
    attack = assaults(view.position(at).state, view.viewer)[way]  # type: ignore[arg-type]  # a seat by construction
    return ask, attack, {pile: dict(values) for pile, values in worth(view.header).items()}


def foes(view: RecordView, at: int, attack: Assault, worth: dict[str, dict[str, int]]) -> list[tuple[SlotId, dict[str, int]]]:
    """Return the cards in the order in which they are met."""
    piles = view.position(at).table.piles
    return [(slot, worth[pile.partition(":")[0]]) for pile in attack.piles for slot in piles.get(pile, ())]


def by_number(odds: AttackOdds) -> dict[int, Fraction]:
    """Return the chances by how many cards fall."""
    return {sum(fallen): chance for fallen, chance in odds.destroys.items()}


@pytest.mark.soak
def test_attacks_equal_one_question_for_each_card(views: Sequence[RecordView]) -> None:
    """How many cards fall and what is left over are as the engine says card by card, whenever a fallen card gives its strength."""
    pick, unsure = Random(3), 0  # noqa: S311 -- which questions, not a secret
    for nth, view in enumerate(views):
        for at in steps(view, 7):
            ask, attack, worth = asked(view, at, way=pick.choice((0, 0, 1, 2)))
            attack, strength = replace(attack, gives_when=WAYS[nth % 3]), pick.choice((2, 3, 4, 6, 8))
            found = attack_odds(ask, attack, strength, view.position(at).table.piles, worth)
            chances, left = by_questions(ask, attack, strength, foes(view, at, attack, worth))
            assert (found.how, by_number(found), found.surplus) == ("exact", chances, left), (at, strength)
            unsure += len(chances) > 1
    assert unsure > 8


@pytest.mark.soak
def test_attacks_of_every_strength_are_exact_and_in_order(views: Sequence[RecordView]) -> None:
    """At every tenth step, for each strength: exact, the chances sum to 1, and a stronger attack destroys no fewer."""
    for view in views:
        for at in steps(view, 8):
            ask, attack, worth = asked(view, at)
            before: list[Fraction] = []
            for strength in (1, 3, 5, 8, 13, 21, 40, 99):
                found = attack_odds(ask, attack, strength, view.position(at).table.piles, worth)
                assert (found.how, sum(found.destroys.values())) == ("exact", 1)
                chances = by_number(found)
                least = [sum((chance for fallen, chance in chances.items() if fallen >= number), Fraction(0)) for number in range(30)]
                assert all(now >= then for now, then in zip(least, before, strict=False))
                before = least
            assert found.decides in (None, 1)
