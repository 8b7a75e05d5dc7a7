"""What is asked in a file: the tasks of chapters, and of a record questions about closed cards. The keys lie readable in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.errors import RecordsError
from records.service.chapters.asking import askable_places
from records.studies.chapters import events as ev
from web.pages.board.places import place_in_words
from web.words.texts import percent
from web.words.wording import say_plainly, title_of, told_apart

if TYPE_CHECKING:
    from records.service import RecordView
    from web.pages.learning.chapter import ChapterPage

MOST, FEWEST, WIDEST = 8, 2, 12
"""Questions about a record; and how many cards the place in question can be."""


def of_record(view: RecordView, stops: list[int]) -> list[dict[str, Any]]:
    """Return some questions about a record: at steps spread over it, of a card that can be a few others."""
    found: list[dict[str, Any]] = []
    if view.game.play is None or view.seen.other_cards:
        return found
    apart = max(1, len(stops) // (3 * MOST))
    for at in stops[::apart]:
        if len(found) == MOST:
            break
        try:
            places = {place: of for place, of in askable_places(view, at).items() if FEWEST <= len(of) <= WIDEST}
        except RecordsError:
            continue
        if places and (not found or at - found[-1]["at"] > len(stops) / MOST):
            place = min(places)
            true = {card: float(chance) for card, chance in places[place].items()}
            found.append(
                {**_cards(view, at, place), "at": at, "true": sorted(true), "chances": {card: percent(one) for card, one in true.items()}}
            )
    return found


def _cards(view: RecordView, at: int, place: str) -> dict[str, Any]:
    titles = told_apart({name: title_of(name, view.faces) for name in view.faces}, view.faces)
    offered = sorted(titles.items(), key=lambda card: card[1].casefold())
    return {
        "kind": "candidates",
        "place": place_in_words(view, view.position(at), place),
        "slot": place,
        "offered": offered,
        "hints": [],
        "says": "",
    }


def of_chapter(page: ChapterPage, key: ev.ChapterKey) -> dict[str, Any] | None:
    """Return the task of a chapter with its key; None where nothing is asked."""
    task, view, at = page.task, page.view, page.at
    told: dict[str, Any] = {
        "at": at,
        "place": page.place,
        "slot": page.slot,
        "hints": list(getattr(task, "hints", ())),
        "says": getattr(task, "says", ""),
    }
    match task:
        case ev.AskCandidates():
            return {**_cards(view, at, task.place), **told, "kind": "candidates", "question": page.question, "true": list(key.candidates)}
        case ev.AskChance() | ev.AskOdds():
            chance = key.chance[0] / key.chance[1] if key.chance is not None else 0.0
            return {**told, "kind": "chance", "question": page.question, "true": chance, "told": percent(chance)}
        case ev.AskKnows():
            return {**told, "kind": "knows", "seats": page.seats, "how": page.how_known, "true": dict(key.knows)}
        case ev.FindMove():
            play, keeping = view.game.play, view.game.recording
            if play is None or keeping is None:
                return None
            position = page.position
            accepted = {bytes(command): nth for nth, command in key.moves}
            moves = []
            for command in play.legal(position):
                nth = accepted.get(msgspec.json.encode(command))
                words = say_plainly(keeping.tell(position, command), view.names, view.faces)
                worth, says = (task.answers[nth].worth, task.answers[nth].says) if nth is not None else (0, "")
                moves.append([words, worth, says])
            return {**told, "kind": "move", "moves": sorted(moves)}
    return None
