"""Writes the records of ``examples/games`` anew, but for the observed ones: the same bytes every time, for ids, keys and seeds stand here.

    python examples/write_games.py [FOLDER]

Of Castle Rampage two records are the printed rulebook's example of an attack, each from a laid-out position: in the German text it ends at
the Gate, in the English one at the Castle. Four are games that played themselves. Five are scenes that were thought out: together they show
each card played or at work, and each way in which somebody comes to know a card or no longer does.

Of Regicide three are games that played themselves, of seeds that were looked for: a lone player wins Gold, a team of three wins, a team of
two loses to the last King. Four are scenes: the moments of all points on which players and programs differ.

Of CreatureCrush two are scenes with chains worth a look. Two more, a skirmish and an arena in which a chain grows three deep, are games
that an earlier version simulated: they are not written here, and show that its records are read.

A file that is there and holds the same game in older shapes of its events stays as it is: it shows that such records are read. The two
scenes of CreatureCrush are such files (``chain-ordered/1``), so their positions keep their texts in both languages.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from importers import native
from records.core.header import Header
from records.core.ids import RecordId
from records.core.logs.chain import Chain
from records.service.incoming import Exchanged
from records.service.library import library
from records.service.writing.simulation import simulate
from records.values import replace
from scenes import chains, disputes
from scenes.evening import evening
from scenes.gates import gates
from scenes.jester import jester
from scenes.scene import A, B, Scene
from scenes.secrets import secrets
from scenes.siege import siege

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.game import Edition, Game
    from records.service import NewGame

FIRST_SKIRMISH = "62350652434dcd7e1f743ae9ac61b299"
"""The first edition of the skirmish, under which the chains were played."""
SECOND_CARDS = "017f92f0f53458a8791cbb346a6ca24f"
"""The second version of CreatureCrush's own cards, with which they were played."""
NOON = datetime(2024, 10, 5, 12, tzinfo=UTC)
HANDS = {"hand_A": "fight-plan-1 knight archer", "hand_B": "robber reinforcement"}
PILES = {
    "gate_A": "giant worker house-raider squire",
    "castle_A": "cook earthquake giant priest",
    "castle_B": "medic ogre summoner dragon",
}
GERMAN = {**PILES, "gate_B": "axe-man-bonus knight ogre archer"}
"""Gate 3, Gate 4, then an Ogre with 6 in the Gate: of 9 there are 2 left, and it holds."""
ENGLISH = {**PILES, "gate_B": "knight", "castle_B": "ogre medic summoner dragon"}
"""The last Gate card with 4, then an Ogre with 6 in the Castle: of 9 there are 5 left, and it holds."""


def worked_example(game: Game, piles: Mapping[str, str], why: str) -> NewGame:
    """Return a record of one position, in which Anton attacks with 9."""
    scene = Scene(game, "castle-rampage/plain", ("Anton", "Beatrix"), NOON)
    scene.lay_out(why, on_turn=A, turn=9, **HANDS, **dict(sorted(piles.items())))
    scene.play("fight-plan-1")
    return scene.new_game()


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
    games = {
        **castle_games(library()["castle-rampage"]),
        **regicide_games(library()["regicide"]),
        **crush_games(library()["creature-crush"]),
    }
    return {f"{name}.jsonl": file_of(library()[new.game], new, name) for name, new in games.items()}


def castle_games(game: Game) -> dict[str, NewGame]:
    """Return the records of Castle Rampage by name."""
    (plain,) = simulate(game, seed=9, games=1, ruleset="castle-rampage/plain")
    (online,) = simulate(game, seed=7, games=1, ruleset="castle-rampage/plain-online")
    (pegasus,) = simulate(game, seed=11, games=1, ruleset="castle-rampage/pegasus")
    (yucata,) = simulate(game, seed=15, games=1, ruleset="castle-rampage/yucata")
    people = {str(A): "Mira", str(B): "Jona"}
    return {
        "castle-rampage-example-gate": worked_example(game, GERMAN, "The printed rulebook's example, German text"),
        "castle-rampage-example-castle": worked_example(game, ENGLISH, "The printed rulebook's example, English text"),
        "castle-rampage-plain": plain,
        "castle-rampage-online": replace(online, names=people),
        "castle-rampage-pegasus": pegasus,
        "castle-rampage-yucata": yucata,
        **{f"castle-rampage-{scene.__name__}": scene(game) for scene in (siege, secrets, gates, jester, evening)},
    }


def regicide_games(game: Game) -> dict[str, NewGame]:
    """Return the records of Regicide by name."""
    (gold,) = simulate(game, seed=77, games=1, players=1)
    (team,) = simulate(game, seed=22, games=1, players=3)
    (lost,) = simulate(game, seed=34, games=1, players=2)
    return {
        "regicide-gold": replace(gold, names={str(A): "Vera"}),
        "regicide-team": replace(team, names=dict(zip("ABC", ("Tilda", "Oskar", "Wanja"), strict=True))),
        "regicide-last-king": replace(lost, names=dict(zip("AB", ("Henri", "Judit"), strict=True))),
        **{f"regicide-disputes-{scene.__name__}": scene(game) for scene in (disputes.two, disputes.three, disputes.alone, disputes.older)},
    }


def crush_games(game: Game) -> dict[str, NewGame]:
    """Return the chains of CreatureCrush by name, under the first edition of the skirmish and with the second of the cards."""

    def edition(name: str) -> Edition:
        return {**game.rules.edition(name), "ruleset_hash": FIRST_SKIRMISH, "catalogue_hash": SECOND_CARDS}

    first = replace(game, rules=replace(game.rules, edition=edition))
    return {f"creature-crush-{scene.__name__}": scene(first) for scene in (chains.answers, chains.together)}


def tells(data: bytes, name: str) -> object:
    """Return what a file says in the present shape of its events, without its chain."""
    read = native.read(library(), data, name)
    log = library()[read.header.game].brought_up(read.header, read.log)
    return read.header, read.names, read.key, [(recorded.cause, recorded.at, recorded.event) for recorded in log]


def main() -> None:
    """Write them."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "games"
    for name, data in files().items():
        path = folder / name
        if path.exists() and tells(path.read_bytes(), name) == tells(data, name):
            print(f"{name}: stays")
            continue
        path.write_bytes(data)
        print(f"{name}: {len(data)} bytes")


if __name__ == "__main__":
    main()
