"""Regicide as a game value."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from records.core.editions.rulesets import Ruleset
from records.core.game import Edition, Game, GameBoard, GameOdds, GamePlay, GameRules, Simulation
from records.core.header import Header
from records.core.open_piles import lie_open
from records.core.playing.live_playouts import LivePlayouts
from records.core.playing.playouts import Playouts
from records.core.secret import ALL, secret
from records.core.sentences import N_
from records.core.shared import (
    Asked,
    CardExposed,
    CardReturned,
    CardTaken,
    DeckSet,
    GameStarted,
    GapNoted,
    IrregularityNoted,
    PositionSet,
    Resigned,
    TakenBack,
)
from records.errors import MalformedCommand
from records.games.regicide.board.enemy import enemy
from records.games.regicide.board.faces import FACES, GROUPS, PLACES
from records.games.regicide.cards import CATALOGUE, CATALOGUE_HASH, JESTER, JESTERS, JESTERS_IN_TAVERN, ROYAL_RANKS, WORTH, royals, tavern
from records.games.regicide.deciding.decide import decide
from records.games.regicide.deciding.laid_out import open_by_rule, told_by_rule
from records.games.regicide.deciding.legal import legal
from records.games.regicide.evolve import EVOLVE, graded, set_counters
from records.games.regicide.model import events as ev
from records.games.regicide.model.commands import Say, command_of
from records.games.regicide.model.position import ASIDE, CASTLE, TAVERN, RegicideCounters
from records.games.regicide.narration.narrate import narrate
from records.games.regicide.narration.turning import turning
from records.games.regicide.notation import REGICIDE_NOTATION
from records.games.regicide.odds import QUESTIONS, SETS
from records.games.regicide.player.policy import policy, start
from records.games.regicide.playout.playouts import playouts
from records.games.regicide.reasons import REGICIDE_REASONS
from records.games.regicide.recording.dealer import Dealer
from records.games.regicide.recording.scorekeeping import SCOREKEEPING
from records.games.regicide.rulesets import RULESETS
from records.values import replace

NAME = "regicide"
PLAYERS = (2, 3, 4, 1)
SHARED = (
    GameStarted,
    Asked,
    PositionSet,
    GapNoted,
    TakenBack,
    IrregularityNoted,
    CardExposed,
    CardReturned,
    CardTaken,
    Resigned,
)
"""Nobody wins alone, and no draw is agreed."""


def initial(header: Header) -> PositionSet:
    """Return the cards before the deal; raises ``MalformedCommand`` for a number of players that the game is not for."""
    players = len(header.seats)
    if players not in JESTERS_IN_TAVERN:
        raise MalformedCommand(f"Regicide is for 1 to 4 players, not {players}")
    rules = RULESETS.of(header)
    return _undealt(players, flips=players == 1 and (rules is None or rules["solo_flips"] == "two"))  # by unknown rules they may be flipped


@cache
def _undealt(players: int, *, flips: bool) -> PositionSet:
    castle = tuple(secret(*royals(rank), to=ALL) for rank in ROYAL_RANKS)
    aside = (DeckSet(deck=ASIDE, blocks=(secret(*(JESTER,) * JESTERS, to=ALL),)),) if flips else ()
    return PositionSet(
        decks=(DeckSet(deck=CASTLE, blocks=castle), DeckSet(deck=TAVERN, blocks=(secret(*tavern(players), to=ALL),)), *aside)
    )


def counters(header: Header) -> RegicideCounters:
    """Return the counters before the first event."""
    return RegicideCounters(seats=header.seats, rules=RULESETS.nearest(header))


def edition(ruleset: str) -> Edition:
    """Return rules and cards by the name of a ruleset; raises ``MalformedCommand`` for an unknown one."""
    rules = RULESETS.named(ruleset)
    return Edition(ruleset=rules.name, ruleset_hash=rules.hash, catalogue=CATALOGUE, catalogue_hash=CATALOGUE_HASH)


PLAY = GamePlay(decide=decide, legal=legal, command_of=command_of)
BY_THE_RULES = Simulation(players=PLAYERS, start=start, dealer=Dealer, policy=policy, graded=graded, aside=(Say,))


def compiled(rules: Ruleset, folder: Path | None) -> Playouts | None:
    """Return the play-outs of the kernel, as ``Simulation.compiled`` does."""
    return playouts(rules, folder, LivePlayouts(PLAY, BY_THE_RULES))


_OWN: Any = ev.RegicideEvent
REGICIDE = Game(
    name=NAME,
    title=N_("Regicide"),
    icon="crown",
    together=True,
    own=_OWN.__args__,
    evolve=EVOLVE,
    shared=SHARED,
    initial=initial,
    counters=counters,
    set_counters=set_counters,
    told_by_rule=told_by_rule,
    laid_by_rule=lambda position, _header: open_by_rule(position),
    fits=lie_open("royal"),
    narrate=narrate,
    play=PLAY,
    rules=GameRules(edition=edition, rulesets=RULESETS, reasons=REGICIDE_REASONS),
    board=GameBoard(faces=lambda _header: FACES, places=PLACES, enemy=enemy, turning=turning),
    odds=GameOdds(
        sets=lambda _header: SETS, groups=lambda _header: GROUPS, values=lambda _header: WORTH, drawn_from=TAVERN, questions=QUESTIONS
    ),
    recording=SCOREKEEPING,
    simulation=replace(BY_THE_RULES, compiled=compiled),
    notation=REGICIDE_NOTATION,
)
