"""A sensible player for simulated games: builds with good defenders, attacks where it should succeed, pays with the least valuable cards.

It looks at its own hand, at open cards and at slots that it was shown, never at cards hidden from it.
"""

from __future__ import annotations

from records.core.asking.chance import Picker
from records.core.faces import Face, known
from records.core.ids import PileId, SeatKey
from records.errors import ImpossibleEvent
from records.games.castle_rampage.deciding.legal import TurnOptions, Ways, commands
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model.position import CastlePosition
from records.games.castle_rampage.player.valuing import Outlook, play_worth, worth

COMFORTABLE = 4
"""Cards in a hand above which a player is less choosy with them."""
EAGER = 2.2
"""What a card must be worth as a defender, where it could do something else."""
LONGEST_GAME = 300
"""Turns; then the player on turn offers a draw, and the other accepts."""


def start(seats: tuple[SeatKey, ...], picker: Picker) -> cmd.Start:
    """Return how a simulated game begins: either seat may start."""
    return cmd.Start(seats=seats, begins=picker.choice(seats))


def policy(position: CastlePosition, picker: Picker) -> cmd.CastleCommand:
    """Return what the seat to act does; ``position`` is that of the full log."""
    state = position.state
    if state.draw_offered is not None:
        return cmd.AgreeDraw(seat=state.other(state.draw_offered))
    ways = Ways(each=1, order=lambda face: worth(position, face))
    if state.pending:
        return _answered(position, commands(position, ways), picker)
    if state.turn > LONGEST_GAME and state.active is not None:
        return cmd.OfferDraw(seat=state.active)
    if state.phase == "setup" and (places := [one for one in commands(position, ways) if isinstance(one, cmd.Place)]):
        return _placed(position, places, picker)
    if state.active is None:
        raise ImpossibleEvent("nobody is to act")
    return _on_turn(position, TurnOptions(position, state.active, ways), picker) or cmd.EndTurn(seat=state.active)


def _placed(position: CastlePosition, places: list[cmd.Place], picker: Picker) -> cmd.Place:
    places = [option for option in places if option.seat == places[0].seat]  # the owner of the next laid card must not depend on hands
    return max(places, key=lambda option: (_laid_worth(position, option.card.faces[0], option.pile), picker.random()))


def _on_turn(position: CastlePosition, options: TurnOptions, picker: Picker) -> cmd.CastleCommand | None:
    """Return the command of the seat on turn; None to end its turn. Options that are not examined are not listed."""
    builds = list(options.strengthens())
    if builds and (build := _build(position, builds, picker)) is not None:
        return build
    slips = list(options.slips())
    if slips:
        return picker.choice(slips)
    plays: list[cmd.Play | cmd.SendVeteran] = [*options.plays(), *options.sent()]
    return _play(position, plays, picker) if plays else None


def _laid_worth(position: CastlePosition, card: Face, pile: PileId) -> float:
    """What a card is worth below a pile: its defence there, less what is lost by not attacking with it."""
    values = position.state.cards[str(card)]
    return values.defence(pile) - 0.4 * (values.attack or 0)


def _build(position: CastlePosition, builds: list[cmd.Strengthen], picker: Picker) -> cmd.Strengthen | None:
    lengths = {option.pile: len(position.table.piles.get(option.pile, ())) for option in builds}
    thin = {pile: 1.5 if length <= 2 else 0.0 for pile, length in lengths.items()}  # noqa: PLR2004 -- a pile about to fall

    def value(option: cmd.Strengthen) -> float:
        return _laid_worth(position, option.card.faces[0], option.pile) + thin[option.pile] - 0.5 * _spent(position, option.pays)

    best, _chance, nth = max([(value(option), picker.random(), -nth) for nth, option in enumerate(builds)])
    floor = EAGER if position.state.powers else 0.0
    return builds[-nth] if best > floor + picker.random() else None


def _spent(position: CastlePosition, pays: tuple[tuple[str, tuple[Face, ...]], ...]) -> float:
    return sum([worth(position, face) for _purpose, cards in pays for face in cards]) if pays else 0.0


def _play(position: CastlePosition, plays: list[cmd.Play | cmd.SendVeteran], picker: Picker) -> cmd.Play | cmd.SendVeteran | None:
    outlook = Outlook(position, plays[0].seat)

    def value(option: cmd.Play | cmd.SendVeteran) -> float:
        gain = play_worth(outlook, option)
        return gain - 0.3 * _spent(position, option.pays) if isinstance(option, cmd.Play) else gain

    valued = [(value(option), picker.random(), nth) for nth, option in enumerate(plays)]
    best, _chance, nth = max(valued)
    crowded = max(0, position.table.hands[plays[nth].seat].count - COMFORTABLE) if position.state.powers else 0
    return plays[nth] if best > -0.4 * crowded else None


def _answered(position: CastlePosition, options: tuple[cmd.CastleCommand, ...], picker: Picker) -> cmd.CastleCommand:
    """Return the answer to the oldest question: the cards worth least are discarded, a Castle in danger is defended."""
    seat = position.state.pending[0].seat
    own = [option for option in options if getattr(option, "seat", None) == seat]
    if not own:
        raise ImpossibleEvent(f"{position.state.pending[0].what} was asked, and there is nothing to answer")
    valued = [(_answer_worth(position, option), picker.random(), nth) for nth, option in enumerate(own)]
    return own[max(valued)[2]]


def _answer_worth(position: CastlePosition, option: cmd.CastleCommand) -> float:
    attack = position.state.attack
    match option:
        case cmd.Discard():
            return -sum(worth(position, card) for card in option.cards)
        case cmd.PlayLastResort():
            castle = attack is not None and attack.target.startswith("castle")
            return 1.5 if castle else (attack.strength - 3) / 2 if attack is not None else 0.0
        case cmd.DeclineDefence():
            return 1.0
        case cmd.AnswerRobber():
            return 1.0 if option.takes else 0.0
        case cmd.ChooseTarget():
            enemy = position.state.other(option.seat)
            thin = len(position.table.piles.get(ev.castle(enemy), ())) <= 2  # noqa: PLR2004 -- about to fall
            return 2.0 * thin if option.pile == ev.castle(enemy) else 1.0
        case _:
            card = getattr(option, "card", None)
            return worth(position, card) if card is not None and known(card) else 0.0
