"""Writes the Castle Rampage records of ``examples/games`` anew: the same bytes every time, for ids, keys and seeds stand in here.

    python examples/write_games.py [FOLDER]

Two records are the printed rulebook's example of an attack, each from a laid-out position: in the German text it ends at the Gate, in the
English one at the Castle. Four are games that played themselves. Five are scenes that were thought out: together they show each card played
or at work, and each way in which somebody comes to know a card or no longer does.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from importers import native
from records.core.chain import Chain
from records.core.events import Recorded
from records.core.fold import Folder
from records.core.header import Header
from records.core.ids import SEATS, DeckId, PileId, RecordId, slot_id
from records.core.secret import secret
from records.core.shared import DeckSet, HandSet, PileSet, PositionSet, SlotSet
from records.core.typed import Typed
from records.games.castle_rampage.commands import Play
from records.service import Entry, NewGame
from records.service.incoming import Exchanged
from records.service.library import library
from records.service.simulation import simulate
from scenes.evening import evening
from scenes.gates import gates
from scenes.jester import jester
from scenes.secrets import secrets
from scenes.siege import siege

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.game import Game

ANTON, BEATRIX = SEATS[:2]
NOON = datetime(2024, 10, 5, 12, tzinfo=UTC)
PILES = {
    "gate:A": ("giant", "worker", "house-raider", "squire"),
    "castle:A": ("cook", "earthquake", "giant", "priest"),
    "castle:B": ("medic", "ogre", "summoner", "dragon"),
}
HANDS = {ANTON: ("fight-plan-1", "knight", "archer"), BEATRIX: ("robber", "reinforcement")}
GERMAN = {**PILES, "gate:B": ("axe-man-bonus", "knight", "ogre", "archer")}
"""Gate 3, Gate 4, then an Ogre with 6 in the Gate: of 9 there are 2 left, and it holds."""
ENGLISH = {**PILES, "gate:B": ("knight",), "castle:B": ("ogre", "medic", "summoner", "dragon")}
"""The last Gate card with 4, then an Ogre with 6 in the Castle: of 9 there are 5 left, and it holds."""


def worked_example(game: Game, piles: Mapping[str, tuple[str, ...]], why: str) -> NewGame:
    """Return a record of one position, in which Anton attacks with 9."""
    edition = game.edition("castle-rampage/plain")
    header = Header(record=RecordId("example"), game=game.name, seats=(ANTON, BEATRIX), started=NOON, **edition)
    folder = Folder(game)
    position = _laid_out(game, header, piles, why)
    log = [Recorded(1, 1, NOON, "", position)]
    if game.decide is None or game.scorekeeping is None:
        raise SystemExit("the rules of Castle Rampage are not known")
    batch = game.decide(folder.position(header, log), Play(seat=ANTON, card="fight-plan-1"), Typed(game.scorekeeping.table, ()), 2)
    later = NOON + timedelta(seconds=20)
    entries = [Entry(at=NOON, event=position), *(Entry(at=later, event=event, cause=2) for event in batch)]
    names = {str(ANTON): "Anton", str(BEATRIX): "Beatrix"}
    return NewGame(game=game.name, seats=header.seats, names=names, started=NOON, entries=entries, **edition)


def _laid_out(game: Game, header: Header, piles: Mapping[str, tuple[str, ...]], why: str) -> PositionSet:
    """Return the position: what is neither in a pile nor in a hand lies in the draw pile, and nobody saw it there."""
    (deck,) = game.initial(header).decks
    rest = Counter(str(card) for block in deck.blocks for card in block.faces)
    rest.subtract(card for pile in piles.values() for card in pile)
    rest.subtract(card for hand in HANDS.values() for card in hand)
    slots = [(pile, card) for pile in sorted(piles) for card in piles[pile]]
    laid = [(pile, SlotSet(slot=slot_id(1, nth), card=secret(card, to=(pile[-1],)))) for nth, (pile, card) in enumerate(slots, 1)]
    return PositionSet(
        hands=tuple(HandSet(seat=seat, cards=(secret(*cards, to=(seat,)),)) for seat, cards in HANDS.items()),
        piles=tuple(PileSet(pile=PileId(pile), slots=tuple(slot for where, slot in laid if where == pile)) for pile in sorted(piles)),
        decks=(DeckSet(deck=DeckId("draw"), blocks=(secret(*rest.elements()),)),),
        counters=(("active", ANTON), ("turn", 9)),
        why=why,
    )


def file_of(game: Game, new: NewGame, name: str) -> bytes:
    """Return the native file of a game, its id and key made from ``name``."""
    digest = blake2b(name.encode(), digest_size=32)
    header = Header(
        record=RecordId(digest.hexdigest()[:16]),
        game=new.game,
        ruleset=new.ruleset,
        ruleset_hash=new.ruleset_hash,
        catalogue=new.catalogue,
        catalogue_hash=new.catalogue_hash,
        seats=new.seats,
        started=new.started,
    )
    chain = Chain(game, header, digest.digest())
    log = [chain.add(entry.at, entry.event, entry.cause)[0] for entry in new.entries]
    exchanged = Exchanged(header=header, names=new.names, key=digest.digest(), log=log, head=chain.hash)
    return native.write({game.name: game}, exchanged, "open")


def files() -> dict[str, bytes]:
    """Return every record with its file's name."""
    game = library()["castle-rampage"]
    (plain,) = simulate(game, seed=9, games=1, ruleset="castle-rampage/plain")
    (online,) = simulate(game, seed=7, games=1, ruleset="castle-rampage/plain-online")
    (pegasus,) = simulate(game, seed=11, games=1, ruleset="castle-rampage/pegasus")
    (yucata,) = simulate(game, seed=15, games=1, ruleset="castle-rampage/yucata")
    people = {str(ANTON): "Mira", str(BEATRIX): "Jona"}
    games = {
        "castle-rampage-example-gate": worked_example(game, GERMAN, "Das Beispiel der gedruckten Regel, deutscher Text"),
        "castle-rampage-example-castle": worked_example(game, ENGLISH, "The printed rulebook's example, English text"),
        "castle-rampage-plain": plain,
        "castle-rampage-online": replace(online, names=people),
        "castle-rampage-pegasus": pegasus,
        "castle-rampage-yucata": yucata,
        **{f"castle-rampage-{scene.__name__}": scene(game) for scene in (siege, secrets, gates, jester, evening)},
    }
    return {f"{name}.jsonl": file_of(game, new, name) for name, new in games.items()}


def main() -> None:
    """Write them."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "games"
    for name, data in files().items():
        (folder / name).write_bytes(data)
        print(f"{name}: {len(data)} bytes")


if __name__ == "__main__":
    main()
