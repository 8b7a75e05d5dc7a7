"""Catalogues of people's own: any powers on any card. Games with them end, keep every card, and are decided again the same."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from records.core.asking.chance import FromRecord, batches
from records.core.editions.catalogues import Catalogues
from records.core.events import Event, Recorded
from records.core.header import Header
from records.core.ids import RecordId
from records.core.logs.fold import Folder
from records.core.position import frozen
from records.games.castle_rampage.cards import POWERS, UNITS, Card, Catalogue, Cost, Power
from records.games.castle_rampage.game import castle_rampage
from records.games.castle_rampage.powers import HOOKS
from records.games.castle_rampage.rulesets import SWITCHES
from records.service.writing.simulation import simulate
from records.values import replace
from support.castle import NOON, A, B
from support.catalogue import house_catalogue
from support.soaking import one_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.game import Game

FEW = range(6)
RULES = ("castle-rampage/pegasus", "castle-rampage/yucata", "castle-rampage/house")


def power(dice: random.Random, name: str) -> Power:
    """A power with small numbers and any of its words."""
    form = POWERS[name]
    numbers = {key: dice.randint(low, min(high, low + 2)) for key, (low, high) in form.numbers.items()}
    return Power(name, numbers, {key: dice.choice(words) for key, words in form.words.items()})


def card(dice: random.Random, printed: Card) -> Card:
    """The same card with other powers, cost and symbols, as far as a catalogue may have them."""
    free = [name for name, form in POWERS.items() if form.kind in (None, printed.kind) and (printed.attack is not None or not form.attacks)]
    powers = tuple(power(dice, name) for name in dice.sample(free, dice.choice((0, 1, 1, 2, 3, 4))))
    cost = dice.choice(
        (
            Cost(),
            Cost(),
            Cost(pays="hand-cards", cards=dice.randint(1, 2)),
            Cost(pays="units", units=tuple(dice.choices(UNITS, k=dice.randint(1, 2)))),
            Cost(pays="own-top-cards"),
        )
    )
    two = printed.attack if any(one.name == "two-attacks" for one in powers) else None
    stated = {**printed.provenance, "second-attack": printed.provenance["attack"]}
    units = tuple(dice.sample(UNITS, dice.randint(0, 3)))
    return replace(printed, powers=powers, cost=cost, units=units, second_attack=two, provenance=stated)


def mixed(seed: int) -> Catalogue:
    """The shipped cards with powers dealt anew."""
    dice, shipped = random.Random(seed), house_catalogue()  # noqa: S311 -- a test
    return replace(shipped, cards={name: card(dice, printed) for name, printed in shipped.cards.items()})


def readings(seed: int) -> dict[str, str]:
    """Some readings apart from the ruleset's."""
    dice = random.Random(seed)  # noqa: S311 -- a test
    return {switch.name: dice.choice(switch.values) for switch in SWITCHES if switch.name != "powers" and dice.random() < 0.5}


def played(game: Game, rules: str, seed: int) -> Iterator[tuple[Header, tuple[Recorded[Event], ...]]]:
    """Two whole games, by readings of their own."""
    for new in simulate(game, seed=seed, games=2, ruleset=rules, switches=readings(seed)):
        head = Header(record=RecordId("test"), game=game.name, seats=(A, B), started=NOON, **game.rules.edition(rules))
        yield head, tuple(Recorded(v, entry.cause or v, entry.at, "", entry.event) for v, entry in enumerate(new.entries, 1))


@pytest.mark.parametrize("seed", one_in(3, FEW))
@pytest.mark.parametrize("rules", RULES)
def test_any_powers_on_any_card(rules: str, seed: int) -> None:
    """Each batch is decided again the same from its own chance, no chance is left over, and the game has an end."""
    game = castle_rampage(Catalogues(mixed(seed)))
    assert game.play is not None
    assert game.play is not None
    for head, log in played(game, rules, seed):
        folder = Folder(game)
        draft = folder.start(head)
        for batch in batches(log):
            events = [recorded.event for recorded in batch]
            chance = FromRecord(events)
            again = game.play.decide(frozen(batch[0].v - 1, draft), game.play.command_of(events[0]), chance, batch[0].v)
            assert again == tuple(events)
            assert chance.left == ()
            for recorded in batch:
                folder.apply(draft, recorded)
        assert draft.state.outcome is not None


def test_every_power_of_the_catalogue_is_built() -> None:
    """What a catalogue may name does something, and nothing else is offered."""
    assert set(HOOKS) == set(POWERS)
