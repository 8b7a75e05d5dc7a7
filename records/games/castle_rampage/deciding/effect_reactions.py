"""Answers to the questions of effects (§ 10.13, 10.18)."""

from __future__ import annotations

from records.core.faces import known
from records.core.sentences import N_, CardRef
from records.games.castle_rampage.deciding.reactions import must_be_asked
from records.games.castle_rampage.model import effect_events as ee
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model.effect_commands import ChoosePermanents, EffectCommand, Recover
from records.games.castle_rampage.model.refusals import CastleScript, refuse
from records.games.castle_rampage.powers.gates import destroy_permanents


def answer_effect(script: CastleScript, command: EffectCommand) -> None:
    """Write the answer and what follows from it at once; the play goes on afterwards. Raises ``RuleViolation``."""
    if isinstance(command, Recover):
        _recover(script, command)
    else:
        _choose(script, command)


def _recover(script: CastleScript, command: Recover) -> None:
    must_be_asked(script, command.seat, command.answers, "recover", "10.13")
    lying = script.table.zones.get(ev.DISCARD, ())
    if known(command.card) and command.card not in lying and all(map(known, lying)):
        raise refuse("discard", command.seat, "10.13", N_("%(card)s is not in the discard pile."), card=CardRef(str(command.card)))
    script.write(ee.CardRecovered(rule="10.13", answers=command.answers, seat=command.seat, card=command.card))


def _choose(script: CastleScript, command: ChoosePermanents) -> None:
    asked = must_be_asked(script, command.seat, command.answers, "permanent", "10.18")
    enemy = script.state.other(command.seat)
    lying = script.table.piles.get(ev.display(enemy), ())
    slots = tuple(slot for slot in lying if slot in command.slots)
    if len(slots) != asked.most or len(command.slots) != asked.most:
        raise refuse("permanents", command.seat, "10.18", N_("Choose %(n)s cards of the opponent's display."), n=asked.most)
    script.write(ee.PermanentChosen(rule="10.18", answers=command.answers, seat=command.seat, slots=slots))
    destroy_permanents(script, enemy, "10.18", slots)
