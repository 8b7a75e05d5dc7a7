"""The rules of HOLLOW. Nothing here looks at a hidden face but to refuse what its own log shows to be against a paragraph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from records.core.events import Event
from records.core.faces import UNKNOWN, Face, among, fits, known, none_of
from records.core.ids import DeckId, SeatKey, slot_id
from records.core.position import Chance, Command, Position
from records.core.requests import ChanceRequest
from records.core.script import Script
from records.core.secret import ALL, NOBODY, audience
from records.core.shared import Asked, DrawAgreed, DrawOffered, GameDrawn, GameStarted, GameWon, Resigned
from records.errors import RuleViolation
from support.mini_game import commands as cmd
from support.mini_game import events as ev
from support.mini_game.cards import CARDS_OF, DISCARD, DRAW, NEST, SEATS, row
from support.mini_game.evolve import WRITTEN, HollowCounters

HollowScript = Script[HollowCounters]
BIRDS = among(CARDS_OF["birds"])
CLAIMS: dict[str, Face] = {"": UNKNOWN, "small": among(CARDS_OF["small"]), "no raven": none_of(["raven"]), "owl": "owl"}
LAST_TURN = 40
SMALL = 2
OWL, PIKE = 3, 4


def refuse(paragraph: str, seat: str, why: str) -> RuleViolation:
    """Return the refusal of a command."""
    return RuleViolation(f"hollow.{paragraph.replace('.', '-')}", seat, why, paragraph)


def decide(position: Position[HollowCounters], command: Command, chance: Chance, version: int) -> tuple[Event, ...]:
    """Return the batch that a command leads to."""
    script = Script(WRITTEN, position, version)
    _DECIDE[type(command)](script, _checked(script, command), chance)
    return script.events


def next_seat(seat: SeatKey) -> SeatKey:
    """Return who sits to the left."""
    return SEATS[(SEATS.index(seat) + 1) % len(SEATS)]


def _checked(script: HollowScript, command: Any) -> Any:
    state = script.state
    if state.outcome is not None:
        raise refuse("5", getattr(command, "seat", ""), "the game is over")
    if isinstance(command, cmd.Start):
        if state.turn:
            raise refuse("1", "", "the game has begun")
        return command
    if isinstance(command, cmd.AgreeDraw):
        if state.offered in (None, command.seat):
            raise refuse("5", command.seat, "nobody else has offered a draw")
    elif state.pending:
        asked = state.pending[0]
        if getattr(command, "answers", None) != asked.id or command.seat != asked.seat:
            raise refuse("2", command.seat, f"{asked.seat} is asked first: {asked.what}")
    elif hasattr(command, "answers"):
        raise refuse("2", command.seat, "nothing was asked")
    elif command.seat != state.active:
        raise refuse("2", command.seat, f"{state.active} is on turn")
    return command


def _decided(script: HollowScript, decision: type[Event], command: Command, rule: str, **more: Any) -> None:
    script.write(decision(rule=rule, **{**{name: getattr(command, name) for name in command.__struct_fields__}, **more}))


def _end(script: HollowScript) -> None:
    state = script.state
    if state.turn >= LAST_TURN:
        script.write(GameDrawn(rule="5", why="the last turn is over"))
    elif state.active is not None:
        script.write(ev.TurnBegan(rule="2", seat=next_seat(state.active), number=state.turn + 1))


def _top(script: HollowScript, deck: DeckId = DRAW) -> int:
    blocks = script.table.decks.get(deck)
    return blocks[0].count if blocks else 0


def _start(script: HollowScript, command: cmd.Start, chance: Chance) -> None:
    _decided(script, GameStarted, command, "1")
    for seat in SEATS:
        script.ask(chance, ChanceRequest((ev.HandDealt,), seat=seat, number=3, shown_to=audience(seat), rule="1.1"))
    script.ask(chance, ChanceRequest((ev.NestMixedIn,), deck=NEST, shown_to=ALL, rule="1.2"))
    script.write(ev.TurnBegan(rule="2", seat=command.begins, number=1))


def _seek(script: HollowScript, command: cmd.Seek, chance: Chance) -> None:
    _decided(script, ev.CardsSought, command, "2.1")
    for shown_to in (audience(command.seat), audience(command.seat, *([command.partner] if command.partner else []))):
        if not _top(script):
            if not script.table.zones.get(DISCARD):
                script.write(ev.NothingCame(rule="2.1", seat=command.seat))
                break
            script.ask(chance, ChanceRequest((ev.DiscardsReturned,), rule="2.1"))
        script.ask(chance, ChanceRequest((ev.CardDrawn,), seat=command.seat, shown_to=shown_to, rule="2.1"))
    _end(script)


def _lay(script: HollowScript, command: cmd.Lay, chance: Chance) -> None:
    if command.up and command.claim:
        raise refuse("2.2", command.seat, "a card that lies open is not announced")
    hint = CLAIMS[command.claim]
    face = command.card.faces[0]
    if known(face) and not fits(str(face), hint):
        raise refuse("2.2", command.seat, f"announced as {command.claim}, but it is a {face}")
    card = msgspec.structs.replace(command.card, known_to=ALL if command.up else audience(command.seat), hint=hint)
    _decided(script, ev.CardLaid, command, "2.2", slot=slot_id(script.next), card=card)
    _end(script)


def _blind(script: HollowScript, command: cmd.OfferBlind, chance: Chance) -> None:
    if not script.table.hands[command.seat].count:
        raise refuse("2.3", command.seat, "the hand is empty")
    _decided(script, ev.BlindOffered, command, "2.3")
    script.ask(chance, ChanceRequest((ev.BlindLaid,), seat=command.seat, slots=(slot_id(script.next),), rule="2.3"))
    _end(script)


def _want_top(script: HollowScript, command: cmd.WantTop, chance: Chance) -> None:
    _decided(script, ev.TopWanted, command, "2.4")
    if _top(script):
        to = ALL if command.up else NOBODY
        script.ask(chance, ChanceRequest((ev.TopDealt,), seat=command.seat, slots=(slot_id(script.next),), shown_to=to, rule="2.4"))
    else:
        script.write(ev.NothingCame(rule="2.4", seat=command.seat))
    _end(script)


def _choose(script: HollowScript, command: cmd.Choose, chance: Chance) -> None:
    slot = script.table.slots.get(command.slot)
    if slot is None or slot.up:
        raise refuse("2.6", command.seat, f"{command.slot} does not lie face down")
    _decided(script, ev.SlotChosen, command, "2.5" if command.why == "peek" else "2.6")
    if command.why == "peek":
        script.ask(chance, ChanceRequest((ev.SlotPeeked,), slots=(command.slot,), shown_to=audience(command.seat), rule="2.5"))
        _end(script)
        return
    revealed: Any = script.ask(chance, ChanceRequest((ev.SlotRevealed,), slots=(command.slot,), shown_to=ALL, rule="2.6"))
    owner = SeatKey(slot.pile.removeprefix("row:"))
    if revealed.value <= SMALL:
        script.write(ev.SlotSwept(rule="2.6", slot=command.slot))
        if script.table.hands[owner].count:
            script.write(Asked(rule="2.6", id=f"q{script.next}", seat=owner, what="discard", why="a small card was found"))
            return
    elif revealed.value == OWL:
        script.write(ev.SlotTaken(rule="2.6", slot=command.slot, seat=command.seat))
    elif revealed.value == PIKE:
        script.write(ev.SlotReturned(rule="2.6", slot=command.slot))
    else:
        script.write(ev.SlotHidden(rule="2.6", slot=command.slot))
    _end(script)


def _stir(script: HollowScript, command: cmd.Stir, chance: Chance) -> None:
    _decided(script, ev.RowStirred, command, "2.9")
    script.ask(chance, ChanceRequest((ev.RowMixed,), pile=row(command.seat), rule="2.9"))
    _end(script)


def _play(script: HollowScript, command: cmd.PlayCard, chance: Chance) -> None:
    _decided(script, ev.CardPlayed, command, "3")
    request = _effect(script, command)
    if request is None:
        script.write(ev.NothingCame(rule="3", seat=command.seat))
    else:
        script.ask(chance, request)
    script.write(ev.PlayedGathered(rule="3"))
    if request is not None and command.effect == "search":
        script.write(Asked(rule="3.1", id=f"q{script.next}", seat=command.seat, what="pull", least=0, why="a search"))
        return
    _end(script)


def _effect(script: HollowScript, command: cmd.PlayCard) -> ChanceRequest | None:
    """What the table is asked, None where there is nothing to ask about."""
    hands, of, player = script.table.hands, SeatKey(command.of), audience(command.seat)
    top = min(2, _top(script))
    match command.effect:
        case "mill":
            return ChanceRequest((ev.TopMilled,), number=top, rule="3") if top else None
        case "question":
            return ChanceRequest((ev.HandTold,), seat=of, purpose=command.kind, rule="3")
        case "weigh":
            return ChanceRequest((ev.HandWeighed,), seat=of, rule="3")
        case "count":
            return ChanceRequest((ev.DeckTold,), deck=DeckId(command.of), purpose=command.kind, rule="3")
        case "glimpse" if hands[of].count:
            return ChanceRequest((ev.HandSeen,), seat=of, shown_to=player, purpose="glimpse", rule="3")
        case "look" if hands[of].count:
            return ChanceRequest((ev.HandSeen,), seat=of, number=hands[of].count, shown_to=audience(command.seat, of), rule="3")
        case "spy" if sum(block.count for block in script.table.decks[DRAW]) > command.number:
            to = audience(command.seat, *([command.partner] if command.partner else []))
            return ChanceRequest((ev.TopSeen,), deck=DRAW, number=command.number, shown_to=to, rule="3")
        case "cut" if top:
            return ChanceRequest((ev.DeckCut,), deck=DRAW, number=top, shown_to=player if command.kind == "own" else NOBODY, rule="3")
        case "search" if _top(script, DeckId(command.of)):
            return ChanceRequest((ev.DeckSearched,), seat=command.seat, deck=DeckId(command.of), shown_to=player, rule="3")
        case "glimpse" | "look" | "spy" | "cut" | "search":
            return None
        case _:
            raise refuse("3", command.seat, f"no card does {command.effect!r}")


def _pull(script: HollowScript, command: cmd.Pull, chance: Chance) -> None:
    face = command.card.faces[0]
    if known(face) and not fits(str(face), BIRDS):
        raise refuse("3.1", command.seat, f"a {face} is no bird")
    card = msgspec.structs.replace(command.card, known_to=audience(command.seat), hint=BIRDS)
    _decided(script, ev.CardPulled, command, "3.1", card=card)
    script.ask(chance, ChanceRequest((ev.DeckShuffled,), deck=command.deck, rule="3.1"))
    _end(script)


def _decline(script: HollowScript, command: cmd.DeclinePull, chance: Chance) -> None:
    _decided(script, ev.PullDeclined, command, "3.1")
    script.ask(chance, ChanceRequest((ev.DeckShuffled,), deck=command.deck, rule="3.1"))
    _end(script)


def _raise(script: HollowScript, command: cmd.Raise, chance: Chance) -> None:
    _decided(script, ev.CardRaised, command, "4.1", slot=slot_id(script.next))
    _end(script)


def _show(script: HollowScript, command: cmd.Show, chance: Chance) -> None:
    card = msgspec.structs.replace(command.card, known_to=audience(command.seat, command.to))
    _decided(script, ev.CardShown, command, "4.5", card=card)
    _end(script)


def _bury(script: HollowScript, command: cmd.Bury, chance: Chance) -> None:
    _decided(script, ev.HandBuried, command, "4.4", cards=msgspec.structs.replace(command.cards, known_to=audience(command.seat)))
    _end(script)


def _resign(script: HollowScript, command: cmd.Resign, chance: Chance) -> None:
    _decided(script, Resigned, command, "5")
    script.write(GameWon(rule="5", seat=next_seat(command.seat), why="the one before resigned"))


def _offer(script: HollowScript, command: cmd.OfferDraw, chance: Chance) -> None:
    _decided(script, DrawOffered, command, "5")


def _agree(script: HollowScript, command: cmd.AgreeDraw, chance: Chance) -> None:
    _decided(script, DrawAgreed, command, "5")
    script.write(GameDrawn(rule="5"))


def _plainly(decision: type[Event], rule: str) -> Callable[[HollowScript, Any, Chance], None]:
    def decides(script: HollowScript, command: Command, chance: Chance) -> None:
        _decided(script, decision, command, rule)
        _end(script)

    return decides


_DECIDE: dict[type[Command], Callable[[HollowScript, Any, Chance], None]] = {
    cmd.Start: _start,
    cmd.Seek: _seek,
    cmd.Lay: _lay,
    cmd.OfferBlind: _blind,
    cmd.WantTop: _want_top,
    cmd.Choose: _choose,
    cmd.Shift: _plainly(ev.SlotShifted, "2.7"),
    cmd.Recall: _plainly(ev.SlotRecalled, "2.8"),
    cmd.Stir: _stir,
    cmd.PlayCard: _play,
    cmd.Pull: _pull,
    cmd.DeclinePull: _decline,
    cmd.Drop: _plainly(ev.CardsDropped, "2.6"),
    cmd.Raise: _raise,
    cmd.Fetch: _plainly(ev.CardFetched, "4.2"),
    cmd.Return: _plainly(ev.CardsReturned, "4.3"),
    cmd.Bury: _bury,
    cmd.Show: _show,
    cmd.Resign: _resign,
    cmd.OfferDraw: _offer,
    cmd.AgreeDraw: _agree,
}
