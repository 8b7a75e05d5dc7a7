"""The table of a game as values for its board template: every place with its cards, and the fight under way.

It knows no game: places come from the position; faces, names and fights come from the game itself. All values are made from a position that
the viewer may see, so a closed card carries nothing but its place.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Any

from records.core.board import PlaceName
from records.core.faces import UNKNOWN, Face, known
from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
from records.core.secret import ALL
from records.core.sentences import N_, CardRef, SeatRef, Sentence
from records.core.table import HAND, hand_place
from records.core.tables.hands import Hand
from records.core.viewers import OPEN, Spectator, sees, viewer_key
from web.pages.board import cards
from web.pages.board.cache import cached_for
from web.pages.board.card_views import CardsByAddress, CardView
from web.pages.board.cards import DrawnCard, RedEye
from web.pages.board.enemy import EnemyOnTable, enemy_on_table
from web.pages.board.field import FieldOnTable, field_on_table
from web.pages.board.labels import card_place, place_title
from web.pages.board.layers import layers
from web.pages.board.signs import Sign, sign_of
from web.pages.board.values import OVERLAPS, AttackOnTable, PlacedCard, PlaceOnTable
from web.queries import FORGETFUL
from web.words.texts import _, signed
from web.words.wording import say, title_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from markupsafe import Markup

    from records.core.board import Arrival, Enemy, FallenCard, Field, Fight
    from records.core.position import Position
    from records.core.tables.blocks import Block
    from records.core.tables.table_state import Slot
    from records.service import RecordView

MOST_CANDIDATES = 2
"""A closed card names up to this many candidates; for more it shows their number."""
_HAND = PlaceName(title=N_("Hand"), yours=N_("Your hand"), theirs=N_("Hand of %(seat)s"))


class Board:
    """The table at one step. ``path`` is the record's address, ``forgetful`` the position by the online table's memory.

    ``lens`` stands behind the addresses of places.
    """

    def __init__(self, view: RecordView, at: int, path: str, *, forgetful: Position[Any] | None = None, lens: str = "") -> None:
        self._view, self._at, self._path = view, at, path
        self.viewer = view.viewer
        self._as = f"as={viewer_key(view.viewer)}"
        self._lens = lens or ("" if forgetful is None else FORGETFUL)
        self._table, self._faces = (forgetful or view.shown(at)).table, view.faces
        self._sights = cached_for(view, CardsByAddress).under(path, self._as + ("" if forgetful is None else FORGETFUL))

    @cached_property
    def fight(self) -> AttackOnTable | None:
        """The fight under way, None where there is none."""
        fight = self._fight
        if fight is None:
            return None
        title = Sentence(N_("%(seat)s attacks."), {"seat": SeatRef(fight.seat)})
        return AttackOnTable(
            title=self._say(title),
            seat=fight.seat,
            card=self._open(fight.card, _("Attacker")),
            parts=tuple((self._say(self._part(part)), value) for part, value in fight.parts),
            total=fight.total,
            strength=fight.strength,
            line=self._say(fight.line),
            ahead=tuple(self._ahead(arrival) for arrival in fight.arrivals if arrival.since),
        )

    def _ahead(self, arrival: Arrival) -> str:
        """Return what the card before an arrival takes and gives, by its name."""
        face = arrival.since[0][0]
        if not isinstance(face, str) or not known(face):
            return _("a card not known, at most %(n)s", n=signed(arrival.since[0][1]))
        return " ".join((title_of(face, self._faces), *(signed(amount) for _face, amount in arrival.since)))

    def has(self, place: str) -> bool:
        """Whether any card lies in a zone, a deck or a pile, or fell there in this fight."""
        return bool(self._table.zones.get(ZoneId(place)) or self._table.decks.get(DeckId(place)) or self._table.piles.get(PileId(place)))

    def place(self, place: str) -> PlaceOnTable | None:
        """Return any place by its id, None where there is none."""
        if place.startswith(HAND):
            seat = SeatKey(place.removeprefix(HAND))
            return self.hand(seat) if seat in self._view.header.seats else None
        if place in self._table.piles:
            return self.pile(place)
        if place in self._table.zones:
            return self.zone(place)
        return self.deck(place) if place in self._table.decks else None

    def pile(self, pile: str, *, gathered: bool = False, small: bool = False) -> PlaceOnTable:
        """Return a pile, top first, with what has fallen of it in the fight before its cards.

        ``gathered`` draws equal open cards once, ``small`` draws them as pictures.
        """
        name = self._named(pile)
        whose = self._whose(pile, name)
        fight = self._fight
        arrivals = {arrival.slot: arrival for arrival in fight.arrivals} if fight else {}
        fallen = [fell for fell in self._fallen_cards if fell.pile == pile]
        slots = self._table.piles.get(PileId(pile), ())
        drawn = [PlacedCard(self._fallen(fell.face, fell.slot, whose), arrivals.get(fell.slot)) for fell in fallen]
        if gathered:
            drawn += map(PlacedCard, self._gathered(slots, whose, small=small))
        else:
            drawn += (
                PlacedCard(self._slot(slot, card_place(whose, name, nth), small=small), arrivals.get(slot), self._signs(slot))
                for nth, slot in enumerate(slots, 1)
            )
        return self._made(pile, name, whose, len(slots), drawn)

    def breadth(self, kind: str, least: int) -> int:
        """Return the length of the longest pile of a kind, including fallen cards: ``least`` to ``OVERLAPS``."""
        fallen = Counter(fell.pile for fell in self._fight.fallen) if self._fight else Counter[PileId]()
        lengths = [len(slots) + fallen[pile] for pile, slots in self._table.piles.items() if pile.startswith(f"{kind}:")]
        return min(OVERLAPS, max([least, *lengths]))

    def hand(self, seat: SeatKey, *, small: bool = False) -> PlaceOnTable:
        """Return a hand, unknown cards first."""
        name, place = _HAND, hand_place(seat)
        whose = self._whose(place, name)
        hand = self._table.hands.get(seat, Hand())
        mine = seat == self._view.viewer
        unknown = hand.count - len(hand.faces)
        drawn = [self._closed(whose, small=small)] * unknown
        seen_by = self._shown(hand, seat) if mine else Counter[str]()
        for face in hand.faces:
            others = self._others if mine and seen_by[face] > 0 else ()
            seen_by[face] -= 1
            drawn.append(self._held(face, whose, others, mine=mine, small=small))
        return self._made(place, name, whose, hand.count, map(PlacedCard, drawn))

    def deck(self, deck: str) -> PlaceOnTable:
        """Return a deck: its count and its top card, which is closed; its viewer may know it."""
        name = self._named(deck)
        blocks = self._table.decks.get(DeckId(deck), ())
        whose = self._whose(deck, name)
        top = [PlacedCard(self._top_card(blocks[0], whose))] if blocks else []
        return self._made(deck, name, whose, sum(block.count for block in blocks), top)

    def zone(self, zone: str) -> PlaceOnTable:
        """Return a zone of open cards, the last one first."""
        name = self._named(zone)
        whose = self._whose(zone, name)
        faces = self._table.zones.get(ZoneId(zone), ())
        return self._made(zone, name, whose, len(faces), (PlacedCard(self._open(face, whose)) for face in reversed(faces)))

    def top(self, zone: str) -> PlaceOnTable:
        """Return a zone with its last card alone."""
        name = self._named(zone)
        whose = self._whose(zone, name)
        faces = self._table.zones.get(ZoneId(zone), ())
        return self._made(
            zone, name, whose, len(faces), [PlacedCard(self._open(face, _("%(place)s, top card", place=whose))) for face in faces[-1:]]
        )

    # -- one card -------------------------------------------------------------------------------------------------------

    def _slot(self, slot: SlotId, place: str, *, small: bool = False, times: int = 1) -> DrawnCard:
        lying = self._table.slots[slot]
        face = lying.face
        now = slot in self._now
        if lying.up:
            return self._draw(CardView(cards.CardState.UP, face, place, slot=slot, now=now, small=small, times=times))
        others = self._knowing(lying)
        eye = RedEye.WHOLE if others and self._others else RedEye.NONE
        return self._draw(CardView(_closed_face(face), face, place, others, lying.known_to, slot=slot, now=now, small=small, eye=eye))

    def _gathered(self, slots: Sequence[SlotId], whose: str, *, small: bool) -> Iterable[DrawnCard]:
        first: dict[Face, SlotId] = {}
        times = Counter[SlotId]()
        for slot in slots:
            lying = self._table.slots[slot]
            own = slot if not (lying.up and known(lying.face)) else first.setdefault(lying.face, slot)
            times[own] += 1
        return (self._slot(slot, whose, times=number, small=small) for slot, number in times.items())

    def _held(self, face: str, whose: str, others: tuple[SeatKey, ...], *, mine: bool, small: bool) -> DrawnCard:
        lies = cards.CardState.UP if mine else cards.CardState.KNOWN
        return self._draw(CardView(lies, face, whose, others, small=small, eye=RedEye.WHOLE if others else RedEye.NONE))

    def _open(self, face: Face, place: str) -> DrawnCard:
        return self._draw(CardView(cards.CardState.UP if known(face) else cards.CardState.DOWN, face, place))

    def _top_card(self, block: Block, place: str) -> DrawnCard:
        faces = set(block.faces or ())
        if len(faces) != 1:
            return self._closed(place, small=False)
        others = tuple(seat for seat in self._others if sees(seat, block.known_to))
        eye = RedEye.WHOLE if others else RedEye.NONE
        return self._draw(
            CardView(cards.CardState.KNOWN, faces.pop(), _("%(place)s, top card", place=place), others, block.known_to, eye=eye)
        )

    def layers(self, deck: str, *, brief: bool = True) -> tuple[str, ...]:
        """Return what its viewer was shown of a deck's parts, from top to bottom, in words; none where nothing is known of any."""
        return layers(self._table.decks.get(DeckId(deck), ()), self._faces, brief=brief)

    def shown(self, face: Face, place: str, *, small: bool = False) -> DrawnCard:
        """Return a card that lies open; ``place`` is where, in words."""
        return self._draw(CardView(cards.CardState.UP if known(face) else cards.CardState.DOWN, face, place, small=small))

    def _closed(self, place: str, *, small: bool) -> DrawnCard:
        return self._draw(CardView(cards.CardState.DOWN, UNKNOWN, place, small=small))

    def _fallen(self, face: Face, slot: SlotId, place: str) -> DrawnCard:
        return self._draw(CardView(cards.CardState.UP if known(face) else cards.CardState.DOWN, face, place, slot=slot, fell=True))

    def _draw(self, sight: CardView) -> DrawnCard:
        return self._sights.draw(sight, self._view)

    # -- who knows, and what things are called --------------------------------------------------------------------------

    @cached_property
    def _fight(self) -> Fight | None:
        return self._view.fight(self._at)

    @cached_property
    def enemy(self) -> EnemyOnTable | None:
        """The common enemy of all seats; None in a game in which the seats play against each other."""
        return enemy_on_table(self._view, self._enemy, self.shown) if self._enemy is not None else None

    @cached_property
    def _enemy(self) -> Enemy | None:
        return self._view.enemy(self._at)

    @cached_property
    def field(self) -> FieldOnTable | None:
        """Dice, the stack of effects and what goes on; None in a game without a field."""
        return field_on_table(self._view, self._field, self.shown) if self._field is not None else None

    @cached_property
    def _field(self) -> Field | None:
        return self._view.field(self._at)

    @cached_property
    def _now(self) -> frozenset[SlotId]:
        """Cards that the moment is about."""
        if self._fight is not None and self._fight.now is not None:
            return frozenset({self._fight.now})
        return self._field.now if self._field is not None else frozenset()

    def _signs(self, slot: SlotId) -> tuple[Sign, ...]:
        marks = self._field.marks.get(slot, ()) if self._field is not None else ()
        return tuple(sign_of(mark, self._view) for mark in marks)

    @property
    def _fallen_cards(self) -> Sequence[FallenCard]:
        """Cards that fell and still lie in their places."""
        if self._enemy is not None and self._enemy.fallen is not None:
            return (self._enemy.fallen,)
        return self._fight.fallen if self._fight is not None else ()

    @property
    def _others(self) -> tuple[SeatKey, ...]:
        """The other side; nobody for a viewer without a seat."""
        viewer = self._view.viewer
        return () if isinstance(viewer, Spectator) else tuple(seat for seat in self._view.header.seats if seat != viewer)

    def _knowing(self, lying: Slot) -> tuple[SeatKey, ...]:
        """Who else was shown a closed card; on the open table, where the viewer is nobody, all who were."""
        able = self._view.header.seats if self._view.viewer is OPEN and lying.known_to != ALL else self._others
        return tuple(seat for seat in able if sees(seat, lying.known_to))

    def _shown(self, hand: Hand, seat: SeatKey) -> Counter[str]:
        """How many of each card the other side was shown; for several audiences the largest number."""
        seen: Counter[str] = Counter()
        for audience, names in hand.shown:
            if any(sees(other, audience) for other in self._others if other != seat):
                seen |= Counter(names)
        return seen

    def _named(self, place: str) -> PlaceName:
        return self._view.game.board.places.get(place.partition(":")[0]) or PlaceName(title=place)

    def _whose(self, place: str, name: PlaceName) -> str:
        return place_title(place, name, self._view.viewer, self._view.names)

    def _say(self, sentence: Sentence) -> Markup:
        return say(sentence, self._view.names, self._faces)

    def _part(self, part: CardRef | Sentence) -> Sentence:
        return part if isinstance(part, Sentence) else Sentence("%(card)s", {"card": part})

    def _made(self, place: str, name: PlaceName, whose: str, count: int, drawn: Iterable[PlacedCard]) -> PlaceOnTable:
        return PlaceOnTable(
            id=place,
            title=_(name.title),
            whose=whose,
            icon=name.icon,
            edge=name.edge,
            count=count,
            cards=tuple(drawn),
            address=f"{self._path}/places/{place}?at={self._at}&{self._as}{self._lens}",
        )


def _closed_face(face: Face) -> cards.CardState:
    """Return the face of a closed card, by what its viewer knows of it."""
    if isinstance(face, str):
        return cards.CardState.KNOWN if known(face) else cards.CardState.DOWN
    if face.among:
        return cards.CardState.ONE_OF if len(face.among) == MOST_CANDIDATES else cards.CardState.AMONG
    return cards.CardState.DOWN
