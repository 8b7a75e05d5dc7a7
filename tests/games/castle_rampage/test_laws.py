"""What holds of whole games: they end, lose no card, obey their own rules, and every batch follows from what is in the record."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from records.core.asking.chance import FromRecord, batches
from records.core.events import Event, Recorded, Sort
from records.core.faces import join, known
from records.core.logs.fold import Folder
from records.core.position import frozen
from records.core.secret import Secret
from records.core.shared import DrawAgreed, DrawOffered
from records.core.viewers import OPEN, PUBLIC
from records.errors import RuleViolation
from records.games.castle_rampage.deciding.legal import legal
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import effect_events as ee
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.recording.dealer import Dealer
from records.knowledge.door import veil
from records.service.writing.simulation import simulate
from support.castle import CASTLE, A, B, header, place, play, strengthen
from support.laws.count_table import CountTable
from support.soaking import one_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.header import Header
    from records.core.viewers import Viewer
    from records.service import NewGame

SEEDS = range(4)
RULES = CASTLE.rules.names


def log_of(game: NewGame) -> tuple[Recorded[Any], ...]:
    """The events of a simulated game in their envelopes."""
    return tuple(Recorded(version, entry.cause or version, entry.at, "", entry.event) for version, entry in enumerate(game.entries, 1))


@pytest.fixture(scope="module", params=one_in(2, [pytest.param((rules, seed)) for rules in RULES for seed in SEEDS]), ids=str)
def game(request: pytest.FixtureRequest) -> tuple[Header, tuple[Recorded[Any], ...]]:
    """A whole game with its header."""
    rules, seed = request.param
    (played,) = simulate(CASTLE, seed=seed, games=1, ruleset=rules)
    return header(rules), log_of(played)


def positions(game: tuple[Header, tuple[Recorded[Any], ...]], viewer: Viewer) -> Iterator[tuple[Any, tuple[Recorded[Any], ...]]]:
    """Each batch of the log that a viewer got, with the position before it."""
    head, log = game
    folder = Folder(CASTLE)
    draft = folder.start(head)
    for batch in batches(veil(CASTLE.parts, log, viewer)):
        yield frozen(batch[0].v - 1, draft), batch
        for recorded in batch:
            folder.apply(draft, recorded)


def joined(found: Any, recorded: Any) -> None:
    """Fail unless two values agree in all but faces, and the faces can be the same card."""
    if isinstance(found, Secret):
        assert (found.known_to, found.hint, len(found.faces)) == (recorded.known_to, recorded.hint, len(recorded.faces))
        for one, other in zip(found.faces, recorded.faces, strict=True):
            join(one, other)
    else:
        assert found == recorded


@pytest.mark.soak
@pytest.mark.parametrize("viewer", [OPEN, A, B], ids=str)
def test_decide_gives_every_batch_again(game: Any, viewer: Viewer) -> None:
    """With the recorded chance, from the whole log and from each seat's own: same classes, same fields, faces that can be the same."""
    assert CASTLE.play is not None
    assert CASTLE.play is not None
    for position, batch in positions(game, viewer):
        events = [recorded.event for recorded in batch]
        assert events[0].sort is Sort.DECISION
        chance = FromRecord(events)
        again = CASTLE.play.decide(position, CASTLE.play.command_of(events[0]), chance, batch[0].v)
        assert [type(event) for event in again] == [type(event) for event in events]
        assert chance.left == ()
        for found, recorded in zip(again, events, strict=True):
            for field in found.__struct_fields__:
                joined(getattr(found, field), getattr(recorded, field))


def test_the_audit_bites(game: Any) -> None:
    """A batch with a defence that is not the card's, or with a chance too few, is not given again."""
    assert CASTLE.play is not None
    assert CASTLE.play is not None
    attacks = ((position, batch) for position, batch in positions(game, OPEN) if any(type(r.event) is ev.DefenderRevealed for r in batch))
    position, batch = next(attacks)
    events = [recorded.event for recorded in batch]
    nth = next(nth for nth, event in enumerate(events) if type(event) is ev.DefenderRevealed)
    wrong = [*events[:nth], msgspec.structs.replace(events[nth], value=events[nth].value + 1), *events[nth + 1 :]]
    with pytest.raises(Exception, match="defends"):
        CASTLE.play.decide(position, CASTLE.play.command_of(events[0]), FromRecord(wrong), batch[0].v)
    with pytest.raises(Exception, match="the batch has no more chance"):
        CASTLE.play.decide(position, CASTLE.play.command_of(events[0]), FromRecord(events[:nth]), batch[0].v)


def test_no_card_is_lost_or_doubled(game: Any) -> None:
    """All cards are on the table after every event, each as often as the catalogue has it."""
    head, log = game
    folder = Folder(CASTLE)
    (deck,) = CASTLE.initial(head).decks
    catalogue = Counter(str(face) for block in deck.blocks for face in block.faces)
    counted = CountTable({})
    count, truth = folder.start(head, counted), folder.start(head)
    for recorded in log:
        folder.apply(count, recorded)
        folder.apply(truth, recorded)
        assert counted.total == sum(catalogue.values())
        assert _all_faces(truth.table) == catalogue
        assert min(counted.counts.values()) >= 0


def _all_faces(table: Any) -> Counter[str]:
    found: Counter[str] = Counter()
    for faces in (
        *(hand.faces for hand in table.hands.values()),
        *((slot.seen,) for slot in table.slots.values()),
        *(block.faces for blocks in table.decks.values() for block in blocks),
        *table.zones.values(),
    ):
        found.update(map(str, faces))
    return found


def test_everybody_counts_the_same(game: Any) -> None:
    """Every viewer's log has as many cards in every place as the whole one, at every step."""
    for (open_position, _), (seen, _) in zip(positions(game, OPEN), positions(game, PUBLIC), strict=True):
        truth, public = open_position.table, seen.table
        assert {seat: hand.count for seat, hand in truth.hands.items()} == {seat: hand.count for seat, hand in public.hands.items()}
        assert truth.piles == public.piles
        assert {deck: sum(b.count for b in blocks) for deck, blocks in truth.decks.items()} == {
            deck: sum(b.count for b in blocks) for deck, blocks in public.decks.items()
        }
        assert truth.zones == public.zones


@pytest.mark.soak
def test_legal_commands_are_accepted_and_others_refused(game: Any) -> None:
    """At every step all that is legal is accepted; of all commands that can be said, every other is refused with a code."""
    picker = random.Random(1)  # noqa: S311 -- a test
    for position, _batch in positions(game, OPEN):
        if position.version == 0:
            continue
        allowed = legal(position)
        said = list(_sayable(position))
        for command in (*picker.sample(allowed, min(3, len(allowed))), *picker.sample(said, 12)):
            refusal = _refusal(position, command, picker)
            assert (refusal is None) == (command in allowed), f"{command} at {position.version}: {refusal}"
            assert refusal is None or (refusal.code.startswith("castle-rampage.") and refusal.paragraph)


def _refusal(position: Any, command: cmd.CastleCommand, picker: random.Random) -> RuleViolation | None:
    assert CASTLE.play is not None
    try:
        CASTLE.play.decide(position, command, Dealer(picker), position.version + 1)
    except RuleViolation as error:
        return error
    return None


def _sayable(position: Any) -> Iterator[cmd.CastleCommand]:
    for card in (*position.table.hands[A].faces, *position.table.hands.get(B, position.table.hands[A]).faces, "jester"):
        for seat in (A, B):
            yield play(card, seat)
            yield cmd.EndTurn(seat=seat)
            for owner in (A, B):
                yield from (strengthen(card, f"{pile}:{owner}", seat) for pile in ("gate", "castle", "display"))
            yield from (place(card, f"{pile}:{seat}") for pile in ("gate", "castle"))


def test_a_game_ends_with_a_winner_or_a_draw(game: Any) -> None:
    """The last event is the result, and nothing comes after it."""
    head, log = game
    assert Folder(CASTLE).position(head, log).state.outcome is not None
    assert Folder(CASTLE).position(head, log[:-1]).state.outcome is None


@pytest.mark.soak
def test_all_events_occur_in_a_few_games() -> None:
    """Simulation games show every event of the game but the failed draw and those of other readings, so that these laws see them all."""
    seen: Counter[type[Event]] = Counter()
    for rules in RULES:
        for played in simulate(CASTLE, seed=7, games=12, ruleset=rules):
            seen.update(type(entry.event) for entry in played.entries)
    assert set(CASTLE.own) - set(seen) == {ev.DrawFailed, ee.GateMixed, pe.HandCardHit, pe.RobberAnswered}


@pytest.mark.soak
def test_the_same_seed_gives_the_same_game() -> None:
    """Another seed, another number of the game or another ruleset gives another one."""

    def events(seed: int, nth: int, rules: str = RULES[0]) -> list[Event]:
        return [entry.event for entry in list(simulate(CASTLE, seed=seed, games=nth + 1, ruleset=rules))[nth].entries]

    assert events(5, 1) == events(5, 1)
    assert events(5, 1) != events(6, 1)
    assert events(5, 1) != events(5, 0)
    assert events(5, 1) != events(5, 1, RULES[1])


def test_players_see_only_their_own(game: Any) -> None:
    """The simulated player decides the same when every face that it was not shown is hidden from it."""
    assert CASTLE.simulation is not None
    for (position, batch), (seen_a, _), (seen_b, _) in zip(positions(game, OPEN), positions(game, A), positions(game, B), strict=True):
        if position.version == 0 or type(batch[0].event) in (DrawOffered, DrawAgreed):
            continue
        own = seen_a if batch[0].event.seat == A else seen_b
        pickers = [random.Random(position.version) for _ in range(2)]  # noqa: S311 -- a test
        assert CASTLE.simulation.policy(own, pickers[0]) == CASTLE.simulation.policy(position, pickers[1])
        assert all(map(known, own.table.hands[batch[0].event.seat].faces))
