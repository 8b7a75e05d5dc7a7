"""What a scorekeeper is asked: dice, cards, what chance picks (§ 3, 4, 5.7, 7.7 to 7.9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from records.core.asking.answering import ScorekeeperTable
from records.core.asking.typed import AnswerOption, TableQuestion, card_options
from records.core.events import Event, name_of
from records.core.faces import UNKNOWN, fits, known
from records.core.ids import DeckId, SlotId
from records.core.requests import ChanceRequest
from records.core.sentences import N_, CardRef, SeatRef, Sentence, Word
from records.games.creature_crush.deciding.sight import Sight
from records.games.creature_crush.model import field_events as fe
from records.games.creature_crush.model import set_up_events as su
from records.games.creature_crush.model import turn_events as tu
from records.games.creature_crush.model.places import STACK, camp
from records.games.creature_crush.model.position import CrushPosition
from records.games.creature_crush.recording import answers
from records.games.creature_crush.rulesets import LEAGUE

DIE = tuple(AnswerOption(key=str(face), says=Sentence(str(face))) for face in range(1, 7))


def unseen(position: CrushPosition) -> tuple[str, ...]:
    """Return the cards of the game without those whose place the log shows; in a league there are two of each."""
    lying, state = position.table, position.state
    left = Counter(dict.fromkeys(state.cards, 2 if state.way == LEAGUE.name.rpartition("/")[2] else 1))
    left.subtract(face for hand in lying.hands.values() for face in hand.faces)
    left.subtract(str(slot.seen) for slot in lying.slots.values() if known(slot.seen))
    left.subtract(str(face) for faces in lying.zones.values() for face in faces if known(face))
    return tuple(sorted((+left).elements()))


def _off(position: CrushPosition, deck: DeckId) -> tuple[AnswerOption, ...]:
    """What may come off a deck: what its top block holds where the log knows that, else any card that it does not show."""
    top = position.table.deck(deck)[:1]
    return card_options(top[0].faces if top and top[0].faces is not None else unseen(position), unknown=True)


def _cards(
    request: ChanceRequest, text: str, options: tuple[AnswerOption, ...], build: Callable[[Sequence[str]], Event], number: int
) -> TableQuestion:
    asks = Sentence(text, {"seat": SeatRef(request.whose), "n": number} if "%(n)s" in text else {"seat": SeatRef(request.whose)})
    event = name_of(request.classes[0])
    return TableQuestion(event=event, seat=request.seat, asks=asks, options=options, least=number, most=number, build=build)


def _camp(position: CrushPosition, request: ChanceRequest) -> Event | TableQuestion:
    """Nobody looks at a camp that is dealt face down."""
    if not request.shown_to:
        return answers.camp_dealt(request, (UNKNOWN,) * request.number)
    text = N_("Which %(n)s cards are the camp of %(seat)s?")
    return _cards(request, text, _off(position, STACK), lambda cards: answers.camp_dealt(request, cards), request.number)


def _draft(position: CrushPosition, request: ChanceRequest) -> TableQuestion:
    text = N_("Which %(n)s cards does %(seat)s draw?")
    return _cards(request, text, _off(position, STACK), lambda cards: answers.draft_drawn(request, cards), request.number)


def _hand(position: CrushPosition, request: ChanceRequest) -> TableQuestion:
    text = N_("Which %(n)s cards does %(seat)s take as the first hand?")
    return _cards(request, text, _off(position, camp(request.whose)), lambda cards: answers.hand_dealt(request, cards), request.number)


def _drawn(position: CrushPosition, request: ChanceRequest) -> TableQuestion:
    text = N_("Which card does %(seat)s draw?")
    return _cards(request, text, _off(position, camp(request.whose)), lambda cards: answers.card_drawn(request, cards[0]), 1)


def _first(position: CrushPosition, request: ChanceRequest) -> TableQuestion:
    one, other = position.state.seats
    return TableQuestion(
        event=name_of(su.FirstRolled),
        asks=Sentence(
            N_("What do %(one)s and %(other)s roll for who begins, in this order?"), {"one": SeatRef(one), "other": SeatRef(other)}
        ),
        options=DIE,
        least=2,
        most=2,
        build=lambda keys: answers.first_rolled(request, [(one, int(keys[0])), (other, int(keys[1]))]),
    )


def _rolled(_position: CrushPosition, request: ChanceRequest) -> Event | TableQuestion:
    if not request.number:
        return answers.dice_rolled(request, ())
    text = N_("What does %(seat)s roll, with %(n)s dice?")
    return _cards(request, text, DIE, lambda keys: answers.dice_rolled(request, tuple(map(int, keys))), request.number)


def _hit(position: CrushPosition, request: ChanceRequest) -> TableQuestion:
    number, asks = request.number, Sentence(N_("Which cards does chance pick?"))
    if not request.slots:
        options = tuple(AnswerOption(key=key, says=Sentence(str(int(key) + 1)), most=1) for key in request.purpose.split())
        build: Callable[[tuple[str, ...]], Event] = lambda keys: answers.indices_hit(request, tuple(map(int, keys)))  # noqa: E731 -- one of two
    else:
        options = tuple(AnswerOption(key=slot, says=_lies(position, slot), most=1) for slot in request.slots)
        build = lambda keys: answers.slots_hit(request, tuple(map(SlotId, keys)))  # noqa: E731 -- the other
    return TableQuestion(event=name_of(fe.SlotHit), seat=request.seat, asks=asks, options=options, least=number, most=number, build=build)


def _lies(position: CrushPosition, slot: SlotId) -> Sentence:
    """Return a card of the field in words: its name, or that it lies face down, and its place."""
    lying = position.table.slots[slot]
    card = CardRef(str(lying.face)) if known(lying.face) else Word(N_("a face-down card"))
    return Sentence("%(card)s (%(cell)s)", {"card": card, "cell": lying.pile[:2].upper()})


def _revealed(position: CrushPosition, request: ChanceRequest) -> Event | TableQuestion:
    lying = position.table.slots[request.slot]
    if known(lying.face):
        return answers.card_revealed(request, lying.face)
    return TableQuestion(
        event=name_of(fe.CardRevealed),
        slot=request.slot,
        asks=Sentence(N_("Which card is turned up?")),
        options=card_options([name for name in unseen(position) if fits(name, lying.face)], unknown=True),
        build=lambda keys: answers.card_revealed(request, keys[0]),
    )


def _hand_hit(position: CrushPosition, request: ChanceRequest) -> TableQuestion:
    hand = position.table.hand(request.whose)
    there = hand.faces if len(hand.faces) == hand.count else (*hand.faces, *unseen(position))
    text = N_("Which hand card of %(seat)s is hit?")
    return _cards(request, text, card_options(there, unknown=True), lambda cards: answers.hand_card_hit(request, cards[0]), 1)


def _top_hit(position: CrushPosition, request: ChanceRequest) -> TableQuestion:
    text = N_("Which card is the top of the camp of %(seat)s?")
    return _cards(request, text, _off(position, camp(request.whose)), lambda cards: answers.camp_top_hit(request, cards[0]), 1)


def _looked(position: CrushPosition, request: ChanceRequest) -> Event:
    """Only who looks sees the camp; what the log has of it is noted."""
    blocks = position.table.deck(camp(request.whose))
    faces = [face for block in blocks for face in block.faces or (UNKNOWN,) * block.count]
    return answers.camp_looked_through(request, faces)


def _looked_at(position: CrushPosition, request: ChanceRequest) -> Event | TableQuestion:
    held = Sight(position).faces_of(request.whose, "hand")
    if UNKNOWN not in held:
        return answers.hand_looked_at(request, held)
    options = card_options((*(str(face) for face in held if known(face)), *unseen(position)), unknown=True)
    text = N_("Which cards does %(seat)s show to the other side?")
    return _cards(request, text, options, lambda cards: answers.hand_looked_at(request, cards), len(held))


table = ScorekeeperTable(
    {
        su.CampDealt: _camp,
        su.StackShuffled: lambda _position, request: answers.stack_shuffled(request),
        su.DraftDrawn: _draft,
        su.CampShuffled: lambda _position, request: answers.camp_shuffled(request),
        su.FirstRolled: _first,
        su.HandDealt: _hand,
        tu.CardDrawn: _drawn,
        tu.DiceRolled: _rolled,
        fe.SlotHit: _hit,
        fe.CardRevealed: _revealed,
        fe.HandCardHit: _hand_hit,
        fe.CampTopHit: _top_hit,
        fe.CampLookedThrough: _looked,
        fe.HandLookedAt: _looked_at,
    }
)
"""What the table answers where the log has it already, else what the scorekeeper is asked."""
