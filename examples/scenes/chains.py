"""Chains of CreatureCrush that are worth a look: who may answer, what is carried out first, who orders what comes at the same time.

Each position is laid out for one of them and says which, in German and English.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from scenes.battle import Battle

if TYPE_CHECKING:
    from records.core.game import Game
    from records.service import NewGame


def answers(game: Game) -> NewGame:
    """Return the chains of attacks: one five deep, and one that takes the attacker away."""
    battle = Battle(game, "creature-crush/skirmish", ("Frieda", "Gustav"), datetime(2025, 5, 3, 19, tzinfo=UTC))
    battle.lay_out(
        "Fünf Effekte in einer Kette: Jede Antwort wird beantwortet, der neueste Effekt kommt zuerst · "
        "Five effects in one chain: each answer is answered, the newest effect comes first",
        {
            "b1A": "rope-dancer", "b2A": "field-medic", "c1A": "battle-cry", "c2A": "rolling-stones",
            "b1B": "yard-wolf", "b2B": "marsh-toad", "b3B": "gate-hound", "c1B": "pitfall", "c2B": "spring-armour",
        },
        dice="64", hand_A="moss-giant", hand_B="toll-gnat", camp_A="ash-crow clockmaker ferry-troll", camp_B="brick-ogre storm-gull",
    )  # fmt: skip
    battle.attack("b1A", "b1B", 0)
    for at in ("c1B", "c1A", "c2B"):
        battle.flip(at)
    battle.flip("c2A", battle.slot("b3B"), 4, 3)
    battle.choose("b1A")
    battle.lay_out(
        "Eine Beschwörung wird beantwortet: Wen das Glöckchen treffen sollte, der ist schon wieder auf der Hand · "
        "A summons is answered: whom the bell was to hurt is back in the hand by then",
        {
            "b1A": "war-boar", "b2A": "paper-kite", "b3A": "hedge-knight", "c1A": "night-raid",
            "b1B": "bell-ringer", "b2B": "yard-wolf", "b3B": "iron-ram", "c1B": "cold-welcome",
        },
        dice="511", hand_A="mirror-cat spark-imp", hand_B="toll-gnat sky-whale", camp_A="ash-crow", camp_B="brick-ogre storm-gull",
    )  # fmt: skip
    battle.summon("mirror-cat", "a1A", 0)
    battle.order(0, 1)
    battle.flip("c1A")
    battle.flip("c1B")
    battle.discard("sky-whale toll-gnat")
    battle.choose("b1B", "b3B")
    return battle.new_game()


def together(game: Game) -> NewGame:
    """Return what comes at the same time: lines of the dead, traps of an overrun camp, and both sides' last cards."""
    battle = Battle(game, "creature-crush/skirmish", ("Hedwig", "Ivo"), datetime(2025, 5, 4, 19, tzinfo=UTC))
    battle.lay_out(
        "Drei fallen zugleich: Wer am Zug ist, ordnet auch die Effekte des anderen · "
        "Three fall at once: whoever is on turn orders the other's effects too",
        {"b1A": "marsh-priest", "b2A": "yard-wolf", "b1B": "hearth-dragon", "b2B": "spark-imp", "b3B": "letter-carrier"},
        damage="b3B 1", dice="54", hand_A="wall-breaker", hand_B="toll-gnat",
        camp_A="iron-ram war-boar ferry-troll", camp_B="net-thrower scarecrow",
    )  # fmt: skip
    battle.summon("wall-breaker", "b3A", 0, 1)
    battle.order(1, 3, 5, 0, 4, 2)
    battle.choose("b3A")
    battle.fetch("net-thrower")
    battle.lay_out(
        "Die Falle schnappt im Lager zu: Zwei Karten fallen dem Krähenkönig zum Opfer, und beide tun noch etwas · "
        "A trap in the camp: the Crow King takes two cards, and both still do something",
        {"b1A": "yard-wolf", "b2B": "ferry-troll"},
        dice="45", hand_A="crow-king", hand_B="hedge-knight sky-whale",
        camp_A="iron-ram war-boar", camp_B="mole-scout ash-crow net-thrower drum-goblin scarecrow",
    )  # fmt: skip
    battle.summon("crow-king", "b2A", 0, 1)
    battle.order(1, 0)
    battle.bring("hedge-knight")
    battle.put("b1B")
    battle.lay_out(
        "Beide verlieren zugleich: Der letzte Angriff wird mit der letzten Karte beantwortet · "
        "Both lose at once: the last attack is answered with the last card",
        {"a1A": "ditch-runner", "b2A": "candle-rat", "c1B": "last-bonfire"},
        dice="32", hell_A="old-mountain war-boar", hell_B="gate-hound moss-giant",
    )  # fmt: skip
    battle.attack("a1A", "", 0)
    battle.flip("c1B")
    return battle.new_game()
