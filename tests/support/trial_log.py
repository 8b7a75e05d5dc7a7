"""A trial log: a simulated game of Regicide in plain sentences, as an observed table. No site's own words are at hand."""

from __future__ import annotations

from importers.base import ImportOptions
from importers.storing import store_file
from records.core.ids import SeatKey
from records.core.viewers import LOCAL, Caller
from records.service import GameBook, NewTable
from records.service.writing.simulation import simulate
from web.words.wording import say_plainly

WORDS = {
    "{seat} begins.": "[Begins]",
    "{seat} is dealt {cards}.": "> {seat}: {cards}",
    "The {cards} comes out of the castle.": "> {cards}",
    "{seat} plays {cards}.": "{cards}",
    "{seat} draws {cards}.": "+ {seat}: {cards}",
    "{seat} discards {cards}.": "drop {cards}",
    "The {cards} lies on top of the discard pile now.": "> {cards}",
    "{seat} yields.": "yields",
    "The hand of {seat} is worth less than {n}.": "falls",
    "The {cards} is defeated.": "",
}
"""What the sentences of Regicide mean."""
_NAMES = {SeatKey("A"): "Ana", SeatKey("B"): "Ben"}
SEED = 3
"""Of the game that is told again."""


def as_text(*lines: str, told_to: str = "") -> str:
    """Return a log as somebody pastes it; ``told_to`` is whose screen it was taken from."""
    seen = f"Seen by: {told_to}\n" if told_to else ""
    return f"Players: Ana, Ben\nGame: Regicide\nSite: Trial\nTable: 7\nDate: 2026-03-14\n{seen}\n" + "\n".join(lines)


def stored_log(book: GameBook, text: str, caller: Caller = LOCAL) -> str:
    """Store a pasted log; return the id of its record."""
    return str(store_file(book, caller, text.encode(), "log.txt", ImportOptions())[0].id)


def sentences(book: GameBook, seed: int) -> tuple[str, list[str]]:
    """Simulate a game of two; return its id and what everybody was told of it, in English."""
    (new,) = simulate(book.games["regicide"], seed=seed, games=1, players=2)
    played = book.writing.add(LOCAL, new)[0].id
    view = book.record(LOCAL, played, "open")
    return str(played), [say_plainly(line, _NAMES, view.faces) for step in view.timeline.steps for line in step.lines]


def trial(book: GameBook, caller: Caller = LOCAL, *, most: int = 40) -> str:
    """Store the first lines of a trial log; return the id of the observed table."""
    played, lines = sentences(book, SEED)
    book.records.trash(LOCAL, played)
    return stored_log(book, as_text(*lines[:most]), caller)


def begun_beside(book: GameBook, source: str, caller: Caller = LOCAL) -> str:
    """Begin the game of the trial log beside it, with the hands of the log; return the id of the record."""
    short = {word: code for code, word in book.games["regicide"].notation.short.items()}
    dealt = ("c6 cA d5 d7 h2 s8 s9", "c10 d10 d3 h3 h5 s10 s4", "dJ")
    table = NewTable(game="regicide", names=("Ana", "Ben"), begins=SeatKey("B"))
    told = book.writing.begin(caller, table, [tuple(short[word] for word in cards.split()) for cards in dealt])
    book.retelling.begin_retelling(caller, told, source)
    return str(told)
