"""What the next lines of a log lead to by a table of words, and what can be learnt of a line that was told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from importers.notation.items import GameLine, items
from importers.notation.lines.telling import START
from importers.retelling.drafting import BEGINS, SIGNS
from importers.retelling.next_move import NextMove
from importers.retelling.shapes import emptied, filled

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from importers.retelling.playing import LogWords
    from importers.retelling.shapes import LineShape
    from importers.retelling.source import LogLine
    from records.core.asking.typed import TableQuestion

MOST_ANSWERS = 20
"""So many further lines of answers are tried with a move."""
AHEAD = 12
"""In so many lines after an answer the next one is looked for."""


def means_of(table: LogWords, line: str, words: Mapping[str, str]) -> str | None:
    """Return what a line of a log means in notation; "" for a line that only follows, None where its words are not known."""
    shape = table.shaper.shape(line)
    means = words.get(shape.says)
    text = filled(means, shape, table.names) if means else means
    if text is None or not text or text == BEGINS:
        return None if text is None else ""
    seat = f"{shape.values['seat'][0]} " if "seat" in shape.values and not text.startswith(SIGNS) else ""
    return seat + text


def next_moves(table: LogWords, rest: Sequence[LogLine], words: Mapping[str, str]) -> list[NextMove]:
    """Return the move for which the first of some lines stands: with what directly continues it, then with more and more answers.

    Between a move and its later answers lines may stand whose words are not known. Empty where the first line is no known move.
    """
    found: list[NextMove] = []
    lines: list[str] = []
    places: list[str] = []
    for line in rest:
        text = means_of(table, line.text, words)
        if not lines and (not text or text.startswith(SIGNS)):
            break
        if lines and text and not text.startswith(SIGNS):
            break
        unknown = text is None and (not found or found[-1].places != tuple(places))
        if unknown:
            found.append(NextMove(lines=tuple(lines), places=tuple(places)))
        places.append(line.place)
        lines += filter(None, [text])
        if found and text:
            found.append(NextMove(lines=tuple(lines), places=tuple(places)))
        if len(found) > MOST_ANSWERS:
            break
    if lines and not found:
        found.append(NextMove(lines=tuple(lines), places=tuple(places)))
    return list({move.lines: move for move in reversed(found)}.values())[::-1]


def follows(table: LogWords, rest: Sequence[LogLine], words: Mapping[str, str], said: Sequence[str]) -> list[str]:
    """Return the places of the first lines that add nothing to a move whose notation is ``said``, by the table of words."""
    there = {card for one in said for word in _words(one) for card in table.names.named(word.strip('"'))}
    places: list[str] = []
    for line in rest:
        text = means_of(table, line.text, words)
        named = {card for word in _words(text or "") for card in table.names.named(word.strip('"'))}
        if text is None or (text and not text.startswith(SIGNS)) or (text and not named & there):
            break
        places.append(line.place)
    return places


def meanings(table: LogWords, line: str, said: Sequence[str]) -> tuple[str, list[str]]:
    """Return a line's words without people, cards and numbers, and what they may stand for: parts of a move that is ``said``.

    A part with a card or a seat that the line does not name is none: only a person knew it. The last one is "", that it only follows.
    """
    shape = table.shaper.shape(line)
    found: list[str] = []
    for one in said:
        words = _words(one)
        if words == [START]:
            continue
        words = words[1:] if words and words[0] in table.seats else words
        means = emptied(words, shape, table.names, table.seats)
        if means and (not one.startswith(SIGNS) or "{cards" in means):
            found.append(means)
    if "cards" in shape.values:
        found.sort(key=lambda means: "{cards" not in means)
    return shape.says, list(dict.fromkeys((*found, "")))


def proposed(
    table: LogWords, rest: Sequence[LogLine], answered: Sequence[tuple[TableQuestion, Sequence[str]]], question: TableQuestion
) -> list[str]:
    """Return the answer to a question that the next lines of a log give: the cards that one of them names; empty where none does.

    Lines that gave what was ``answered`` before are passed over, and so is one that only repeats cards of the last answer ("shows Ogre")
    where the line after it answers in words that answered before ("is dealt Axe Man").
    """
    lines, shapes = list(rest), set[str]()
    for earlier, keys in answered:
        given = next((nth for nth, line in enumerate(lines) if sorted(_named(table, line.text, earlier)) == sorted(keys)), -1)
        if given >= 0:
            shapes.add(table.shaper.shape(lines[given].text).says)
        lines = lines[given + 1 :]
    found = [(table.shaper.shape(line.text).says, keys) for line in lines if (keys := _named(table, line.text, question))]
    if not found:
        return []
    says, first = found[0]
    repeats = says not in shapes and any(set(first) <= set(keys) for _earlier, keys in answered)
    return found[1][1] if repeats and len(found) > 1 and found[1][0] in shapes else first


def left_after(table: LogWords, rest: Sequence[LogLine], answers: Sequence[Sequence[str]]) -> list[LogLine]:
    """Return the lines after the last one that names the cards of one of some answers, which the log gives in their order."""
    at = 0
    for keys in answers:
        ahead = range(at, min(at + AHEAD, len(rest)))
        at = next((nth + 1 for nth in ahead if _gives(table, rest[nth].text, keys)), at)
    return [*rest[at:]]


def _gives(table: LogWords, line: str, keys: Sequence[str]) -> bool:
    """Whether a line names the cards of an answer, and no others."""
    left = [*keys]
    for title in _titles(table.shaper.shape(line)):
        found = next((key for key in left if key in table.names.named(title)), None)
        if found is None:
            return False
        left.remove(found)
    return bool(keys) and not left


def _titles(shape: LineShape) -> list[str]:
    return [title for name, value in shape.values.items() if name.startswith("cards") for title in value]


def _named(table: LogWords, line: str, question: TableQuestion) -> list[str]:
    """Return the cards that a line names, if they answer a question: as many as it asks for, and of whom it asks."""
    shape = table.shaper.shape(line)
    seats = {value[0] for name, value in shape.values.items() if name.startswith("seat")}
    if seats and question.seat is not None and question.seat not in seats:
        return []
    there = {option.key for option in question.options}
    keys = [next((code for code in table.names.named(title) if code in there), "") for title in _titles(shape)]
    return keys if question.least <= len(keys) <= question.most and all(keys) else []


def _words(text: str) -> list[str]:
    found = next((one for one in items(text + "\n") if isinstance(one, GameLine) and one.words), None)
    return [f'"{word.text}"' if word.kind == "STRING" else word.text for word in found.words] if found else []
