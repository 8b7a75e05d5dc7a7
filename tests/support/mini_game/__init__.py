"""HOLLOW, a small card game made for the laws: it uses every method of the card table and every event that games share.

Its rules, by paragraph:

1   Three seats. Moths and newts are small, owls and ravens are birds; a pike is neither. Values: moth 1, newt 2, owl 3, pike 4, raven 5.
1.1 Three cards each are dealt while the ravens lie apart.
1.2 Then the ravens are shuffled into the draw pile.
2   On turn a seat does one thing; then the next seat is on turn.
2.1 Seek: draw two cards; a partner, if named, is shown the second. An empty draw pile is made anew from the discards.
2.2 Lay a card into the own row, face down or up. Face down it may be announced as small, as no raven, or as an owl, and must be that.
2.3 Let a neighbour lay one of the own cards, which nobody looks at.
2.4 Deal the top card to the own row, unseen or face up.
2.5 Look at a card that lies face down.
2.6 Challenge a card: it is turned up. A small one is discarded, and the row's owner discards a card; an owl comes to the challenger's hand;
    a pike goes on the draw pile; a raven is turned down again.
2.7 Move an own card within the row. 2.8 Take an own card back to the hand, without a look. 2.9 Stir the own row.
3   Play a card openly for one effect: mill, question, weigh, count, glimpse, look, spy, cut or search. It is then discarded.
3.1 Who searches looks through a pile and may take a bird; the pile is shuffled.
4.1 Raise a discard to the own row. 4.2 Fetch a discard to the hand. 4.3 Return discards to an end of the draw pile.
4.4 Bury hand cards, in order or as a heap. 4.5 Show a card to another seat.
5   A seat may resign, and the next seat wins; or offer a draw, which another may accept. After 40 turns the game is drawn.
"""

from __future__ import annotations

from support.mini_game.cards import CARDS, CARDS_OF, SEATS
from support.mini_game.commands import Start
from support.mini_game.game import HOLLOW, header
from support.mini_game.play import play

__all__ = ["CARDS", "CARDS_OF", "HOLLOW", "SEATS", "Start", "header", "play"]
