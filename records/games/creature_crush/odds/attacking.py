"""What an attack does, announced or thought of: who falls, by every roll and every pick of chance (§ 5.5 to 5.7, 7, 8.5).

It is played out by the code that plays. Crush cards are turned up only as far as it is said; what else effects leave open, each seat
chooses to its own good: the attacked one first that nothing of its own falls, then that the attacker does, the attacking one the other way.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

import msgspec

from records.core.asking.questions import AnswerChance, Choice, OddsAnswer, OddsContext, Parameter, Values
from records.core.ids import SeatKey, SlotId
from records.core.position import Command
from records.core.requests import ChanceRequest
from records.core.sentences import N_, SeatRef, Sentence
from records.core.viewers import Viewer
from records.errors import ImpossibleEvent
from records.games.creature_crush.deciding.legal import legal
from records.games.creature_crush.deciding.sight import Sight
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model import field_events as fe
from records.games.creature_crush.model.chain_events import AttackEnded
from records.games.creature_crush.model.position import CrushPosition, CrushScript
from records.games.creature_crush.odds.enumerating import Open, outcomes
from records.games.creature_crush.odds.hitting import lying

NOTHING, CAMP, HAND = "nothing", "camp", "hand"
UNSEEN = ("discard", "from-hand", "from-camp", "search")
"""Questions that a seat answers with cards that others do not see."""
STRIKES = "5.7"
"""By this paragraph a direct attack destroys a card."""


class Result(msgspec.Struct, frozen=True):
    """How an attack ends."""

    hit: str = NOTHING
    """What falls on the attacked side: its creature, or by a direct attack the slot of a card, ``camp`` or ``hand``."""
    attacker: bool = True
    """Whether the attacker still lies in the field."""


Results: TypeAlias = Mapping[Result, Fraction]
"""Each with its chance; they sum to 1."""


def parameters(position: CrushPosition, _viewer: Viewer) -> tuple[Parameter, ...]:
    """Return which attack, and which crush card is turned up in answer; nothing where none is announced and none can be made."""
    state = position.state
    if state.outcome is not None or state.missing or state.active is None:
        return ()
    sight = Sight(position)
    try:
        found = _attacks(position)
        options = {_word(slot, target): _told(sight, slot, target) for slot, target in found}
        turned = {str(command.slot): lying(sight, command.slot) for command in _flips(position)} if state.attack is not None else {}
    except ImpossibleEvent:
        return ()
    if not options:
        return ()
    attack = Choice(name="attack", title=N_("which attack"), options=options)
    if not turned:
        return (attack,)
    return (attack, Choice(name="flip", title=N_("turned up in answer"), options={NOTHING: Sentence(N_("nothing")), **turned}))


def _attacks(position: CrushPosition) -> Mapping[tuple[SlotId, SlotId | None], Command]:
    """Return the announced attack, or those that the seat on turn may make; with the command that goes on with it."""
    state = position.state
    if state.attack is not None:
        if not state.pending or not Sight(position).there(state.attack.slot):
            return {}
        going_on = cmd.Pass(seat=state.pending[0].seat)
        return {(state.attack.slot, state.attack.target): going_on} if state.pending[0].what == "respond" else {}
    if not state.calm or state.phase != "battle":
        return {}
    made = [command for command in legal(position) if isinstance(command, cmd.AttackWith)]
    return {(command.slot, command.target): command for command in reversed(made)}


def _flips(position: CrushPosition) -> list[cmd.Flip]:
    return [command for command in legal(position) if isinstance(command, cmd.Flip)]


def _word(slot: SlotId, target: SlotId | None) -> str:
    return f"{slot},{target}" if target is not None else str(slot)


def _told(sight: Sight, slot: SlotId, target: SlotId | None) -> Sentence:
    attacker = lying(sight, slot).args["card"]
    if target is None:
        return Sentence(N_("%(card)s attacks %(seat)s directly"), {"card": attacker, "seat": SeatRef(_attacked(sight, slot))})
    return Sentence(N_("%(card)s attacks %(target)s"), {"card": attacker, "target": lying(sight, target).args["card"]})


def _attacked(sight: Sight, slot: SlotId) -> SeatKey:
    return sight.state.other(sight.controller(slot))


def answer(context: OddsContext, values: Values) -> OddsAnswer:
    """Return how likely each end of the attack is; no chances where cards decide that the viewer does not see."""
    position: CrushPosition = context.position
    sight, going_on = Sight(position), _attacks(position)
    slot, target = next(attack for attack in going_on if _word(*attack) == values["attack"])
    first = going_on[slot, target]
    if values.get("flip", NOTHING) != NOTHING:
        first = next(command for command in _flips(position) if command.slot == values["flip"])
    told = Sentence(N_("This assumes that no one turns up another crush card, and that each seat makes its choices to its own advantage."))
    try:
        results = _Course(slot, target, _attacked(sight, slot)).after(position, first)
    except ImpossibleEvent:
        unseen = Sentence(N_("The outcome depends on cards that cannot be seen from here."))
        return OddsAnswer(lines=(unseen,), exact=False)
    return OddsAnswer(lines=(told,), chances=tuple(_chances(sight, slot, target, results)))


def _chances(sight: Sight, slot: SlotId, target: SlotId | None, results: Results) -> list[AnswerChance]:
    if target is not None:
        survives = sum((chance for result, chance in results.items() if result.hit == NOTHING), Fraction(0))
        stands = sum((chance for result, chance in results.items() if result.attacker), Fraction(0))
        return [
            AnswerChance(Sentence(N_("%(card)s is not destroyed."), lying(sight, target).args), survives),
            AnswerChance(Sentence(N_("%(card)s is still on the field."), lying(sight, slot).args), stands),
        ]
    hit = dict[str, Fraction]()
    for result, chance in results.items():
        hit[result.hit] = hit.get(result.hit, Fraction(0)) + chance
    return [AnswerChance(_falls(sight, what, _attacked(sight, slot)), chance) for what, chance in sorted(hit.items())]


def _place(request: ChanceRequest) -> str:
    """Return where a card lay that a direct attack takes."""
    if request.classes[0] is fe.CardRevealed:
        return str(request.slot)
    return CAMP if request.classes[0] is fe.CampTopHit else HAND


def _falls(sight: Sight, what: str, attacked: SeatKey) -> Sentence:
    """Return what a direct attack destroys."""
    match what:
        case "nothing":
            return Sentence(N_("No card falls."))
        case "camp":
            return Sentence(N_("The top card of the camp of %(seat)s falls."), {"seat": SeatRef(attacked)})
        case "hand":
            return Sentence(N_("A random hand card of %(seat)s falls."), {"seat": SeatRef(attacked)})
        case _:
            card = lying(sight, SlotId(what))
            text = N_("%(card)s falls.") if "card" in card.args else N_("The face-down card on %(place)s of %(seat)s falls.")
            return Sentence(text, card.args)


class _Course(msgspec.Struct, frozen=True):
    """One attack, played out."""

    slot: SlotId
    target: SlotId | None
    attacked: SeatKey

    def after(self, position: CrushPosition, command: Command, hit: str = NOTHING) -> Results:
        """Return the results of a command and of what follows, until nothing is under way; ``hit`` is what has fallen before."""
        found = dict[Result, Fraction]()
        for script, chance in outcomes(position, command, self._strikes):
            for result, share in self._results(script, hit).items():
                found[result] = found.get(result, Fraction(0)) + chance * share
        return found

    def _strikes(self, request: ChanceRequest) -> bool:
        """Whether a direct attack takes a card that not everybody sees: which one decides nothing here, only where it lay."""
        return self.target is None and request.rule == STRIKES and request.classes[0] in (fe.CampTopHit, fe.HandCardHit, fe.CardRevealed)

    def _results(self, script: CrushScript | Open, hit: str) -> Results:
        if isinstance(script, Open):
            return {Result(_place(script.request)): Fraction(1)}
        fallen = [event for event in script.events if isinstance(event, fe.Destroyed)]
        if self.target is None:
            hit = next((str(event.slot) for event in fallen if event.rule == STRIKES), hit)
        elif any(event.slot == self.target for event in fallen):
            hit = str(self.target)
        position, state = script.position, script.state
        ended = self.target is None and any(isinstance(event, AttackEnded) for event in script.events)
        if ended or state.calm or state.outcome is not None:
            return {Result(hit, Sight(position).there(self.slot)): Fraction(1)}
        return self._goes_on(position, hit)

    def _goes_on(self, position: CrushPosition, hit: str) -> Results:
        """Return the results where a seat is asked something."""
        asked = position.state.pending[0]
        if asked.what == "respond":
            return self.after(position, cmd.Pass(seat=asked.seat), hit)
        if asked.what in UNSEEN:
            raise ImpossibleEvent(f"{asked.seat} answers with cards that are not seen here")
        ways = [self.after(position, command, hit) for command in legal(position)]
        return max(ways, key=self._good) if asked.seat == self.attacked else min(ways, key=self._good)

    def _good(self, results: Results) -> tuple[Fraction, Fraction]:
        """Return how good results are for the attacked seat."""
        kept = sum((chance for result, chance in results.items() if result.hit == NOTHING), Fraction(0))
        return kept, sum((chance for result, chance in results.items() if not result.attacker), Fraction(0))
