"""What seats answer in the middle of a play (§ 8.15, 9.3, 11, 13)."""

from __future__ import annotations

from typing import assert_never

from records.core.faces import bag
from records.core.position import Chance
from records.core.sentences import N_, CardRef
from records.errors import NotNoted, RuleViolation
from records.games.castle_rampage.deciding.attack import ROB, TARGET
from records.games.castle_rampage.deciding.debts import DISCARD, spared
from records.games.castle_rampage.deciding.effect_reactions import answer_effect
from records.games.castle_rampage.deciding.reactions import DEFENCE, must_be_asked, weaken, weakening
from records.games.castle_rampage.deciding.resolve import resolve
from records.games.castle_rampage.evolving.power_evolve import DEBT
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.model.effect_commands import ChoosePermanents, Recover
from records.games.castle_rampage.model.refusals import CastleScript, must_hold, refuse


def answer(script: CastleScript, command: cmd.Answer, chance: Chance) -> None:
    """Answer the question that is open for a seat, and go on with the play; raises ``NotNoted`` where nobody noted what is played."""
    match command:
        case cmd.ChooseTarget():
            _choose(script, command)
        case cmd.PlayLastResort():
            _defend(script, command)
        case cmd.DeclineDefence():
            asked = must_be_asked(script, command.seat, command.answers, DEFENCE, "11.1")
            script.write(pe.DefenceDeclined(rule=asked.rule, answers=asked.id, seat=command.seat))
        case cmd.AnswerRobber():
            asked = must_be_asked(script, command.seat, command.answers, ROB, "8.15")
            script.write(pe.RobberAnswered(rule=asked.rule, answers=asked.id, seat=command.seat, takes=command.takes))
        case cmd.Discard():
            _discard(script, command)
        case Recover() | ChoosePermanents():
            answer_effect(script, command)
        case _:
            assert_never(command)
    playing = script.state.playing
    if playing is not None and not script.state.pending and script.state.card(playing.card) is None:
        raise NotNoted("how this goes on depends on the card that is played, which nobody noted")
    resolve(script, chance)


def _choose(script: CastleScript, command: cmd.ChooseTarget) -> None:
    asked = must_be_asked(script, command.seat, command.answers, TARGET, "9.3")
    enemy = script.state.other(command.seat)
    if command.pile not in (ev.gate(enemy), ev.castle(enemy)):
        raise refuse("target", command.seat, asked.rule, N_("The attack hits the enemy Gate or Castle."))
    script.write(pe.TargetChosen(rule=asked.rule, answers=asked.id, seat=command.seat, pile=command.pile))


def _defend(script: CastleScript, command: cmd.PlayLastResort) -> None:
    asked = must_be_asked(script, command.seat, command.answers, DEFENCE, "11.1")
    card = script.state.card(command.card)
    if card is not None and card.name not in weakening(script.state):
        raise refuse("defence", command.seat, "11.1", N_("%(card)s does not weaken an attack."), card=CardRef(card.name))
    must_hold(script, command.seat, command.card)
    script.write(pe.LastResortPlayed(rule="11.1", answers=asked.id, seat=command.seat, card=command.card))
    weaken(script, command.card)


def _discard(script: CastleScript, command: cmd.Discard) -> None:
    asked = must_be_asked(script, command.seat, command.answers, DISCARD, "13.9")
    if not asked.least <= len(command.cards) <= asked.most:
        raise refuse("discard", command.seat, asked.rule, N_("%(n)s cards must be discarded."), n=asked.least)
    kept = spared(script, command.seat) if asked.why.startswith(DEBT) else ()
    must_hold(script, command.seat, *command.cards)
    try:
        must_hold(script, command.seat, *command.cards, *kept)
    except RuleViolation:
        text = N_("What was taken in this attack is not among the cards to be discarded.")
        raise refuse("spared", command.seat, "13.12", text) from None
    script.write(pe.HandDiscarded(rule=asked.rule, answers=asked.id, seat=command.seat, cards=bag(command.cards)))
