"""The records of CreatureCrush among the examples: two scenes of chains and two games that played themselves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from importers import ImportOptions
from importers.storing import store_file
from records.core.shared import Asked, GameDrawn, GameWon, PositionSet
from records.core.viewers import LOCAL
from records.games.creature_crush.model import chain_events as ch
from records.games.creature_crush.model import field_events as fe
from records.games.creature_crush.model import turn_events as tu
from records.rulings.audit import Verdict
from records.service import GameBook
from records.store import open_store
from support.soaking import one_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.events import Event
    from records.service import RecordView

GAMES = Path(__file__).parents[1] / "examples" / "games"
SCENES, PLAYED = ("answers", "together"), ("skirmish", "arena")
VIEWERS = ("A", "B", "public", "open")


class Battles:
    """The four records."""

    def __init__(self, book: GameBook) -> None:
        self.book = book
        self._ids = {name: self._stored(f"creature-crush-{name}.jsonl") for name in (*SCENES, *PLAYED)}

    def _stored(self, name: str) -> str:
        (one,) = store_file(self.book, LOCAL, (GAMES / name).read_bytes(), name, ImportOptions())
        return one.id

    def view(self, name: str, viewer: str = "open") -> RecordView:
        """A record through somebody's eyes."""
        return self.book.record(LOCAL, self._ids[name], viewer)

    def events(self, name: str, *kinds: type[Event]) -> list[Any]:
        """The events of some classes, in their order."""
        return [recorded.event for recorded in self.view(name).events if isinstance(recorded.event, kinds)]

    def deepest(self, name: str) -> int:
        """How many effects a chain holds at most."""
        return max(len(self.view(name).position(at).state.chain) for at in range(self.view(name).steps + 1))


@pytest.fixture(scope="module")
def battles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Battles]:
    """The records on a shelf of their own."""
    with GameBook(open_store(f"sqlite:///{tmp_path_factory.mktemp('battles') / 'records.sqlite'}")) as book:
        yield Battles(book)


@pytest.mark.parametrize("name", one_in(3, [*SCENES, *PLAYED]))
@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_rules_give_every_batch_again(battles: Battles, name: str, viewer: str) -> None:
    """Nothing differs for anybody; at the open table everything is judged, and kept."""
    verdicts = {judged.verdict for judged in battles.view(name, viewer).audit()}
    assert verdicts <= ({Verdict.KEPT} if viewer == "open" else {Verdict.KEPT, Verdict.OPEN})


def test_each_position_says_what_it_shows_in_both_languages(battles: Battles) -> None:
    """German and English, a dot between them."""
    told = [event.why for name in SCENES for event in battles.events(name, PositionSet)]
    assert len(told) == 5
    assert all(len(why.split(" · ")) == 2 for why in told)


def test_five_effects_are_carried_out_from_the_newest_to_the_oldest(battles: Battles) -> None:
    """Each seat answers the other's card; the attack strikes last."""
    assert battles.deepest("answers") == 5
    flipped = [(event.seat, event.card) for event in battles.events("answers", tu.CrushFlipped)][:4]
    assert flipped == [("B", "pitfall"), ("A", "battle-cry"), ("B", "spring-armour"), ("A", "rolling-stones")]
    begun = [event.id for event in battles.events("answers", ch.EffectBegan)][:5]
    assert begun == [event.id for event in battles.events("answers", ch.EffectTriggered)][4::-1]
    first = next(recorded.v for recorded in battles.view("answers").events if isinstance(recorded.event, ch.AttackEnded))
    assert battles.events("answers", ch.AttackEnded)[0].struck
    assert not battles.view("answers").position(first).state.chain


def test_an_effect_finds_its_target_gone(battles: Battles) -> None:
    """The cat is back in the hand before the bell hurts it."""
    assert [event.step for event in battles.events("answers", ch.StepEnded) if event.fizzled] == [0]


def test_the_seat_on_turn_orders_six_effects_of_both(battles: Battles) -> None:
    """Three creatures fall at once, each with a line, and a priest sees each of them fall."""
    asked = [event for event in battles.events("together", Asked) if event.what == "order"]
    assert [(event.seat, event.least) for event in asked] == [("A", 6), ("A", 2)]
    assert battles.deepest("together") == 6


def test_a_searched_camp_shows_others_only_what_the_text_names(battles: Battles) -> None:
    """Its owner sees all of it and takes a card of cost 5; the other seat learns that it is such a card."""
    at = next(recorded.v for recorded in battles.view("together").events if isinstance(recorded.event, ch.CardFetched))
    own, other = (battles.view("together", viewer).events[at - 1].event for viewer in "BA")
    assert own.card.faces == ("net-thrower",)  # type: ignore[union-attr]  # a card was fetched
    assert other.card.faces != own.card.faces  # type: ignore[union-attr]


def test_traps_are_sprung_in_the_camp(battles: Battles) -> None:
    """Two of its cards fall, one summons from the hand, the other draws."""
    assert [event.card for event in battles.events("together", fe.CampTopHit)] == ["mole-scout", "ash-crow"]
    assert [event.card for event in battles.events("together", fe.SummonedByEffect)] == ["hedge-knight"]


def test_both_lose_at_once_and_the_battle_is_drawn(battles: Battles) -> None:
    """The last card answers the last attack, and is spent by it."""
    assert [event.why for event in battles.events("together", GameDrawn)] == ["both lost"]


@pytest.mark.parametrize("name", PLAYED)
def test_a_played_battle_is_won_and_has_a_chain_three_deep(battles: Battles, name: str) -> None:
    """From the first camp to the last card."""
    assert isinstance(battles.view(name).events[-1].event, GameWon)
    assert battles.deepest(name) >= 3
