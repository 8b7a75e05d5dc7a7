"""All that may be written now as data for the script that lets one touch it: moves with their touches, and why the rest is dim."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.faces import UNKNOWN
from records.core.secret import Secret
from records.core.sentences import Sentence
from records.core.tables.hands import Hand
from records.errors import RecordsError, RuleViolation
from records.service.writing.recording import check_by_rules
from web.pages.recording.missing_cards import filled
from web.pages.recording.suits import suits_of
from web.words.texts import _
from web.words.wording import say_plainly, title_of, told_apart

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from records.core.ids import SeatKey
    from records.core.position import Command
    from web.pages.recording.actions import Action, OfferedActions
    from web.pages.recording.touches import Touching

FIRST_NAME = 0xE000
"""Where a sentence takes the name of a card that is named only now: private characters, the first for the first card."""


HIDDEN = 2
"""Mark of a move that is one of several examples where the cards can be named one by one instead."""


class MoveKinds(msgspec.Struct, frozen=True):
    """MoveKinds of moves, by class and seat."""

    alone: frozenset[tuple[type, object]]
    """Of which there is one only."""
    unnamed: frozenset[tuple[type, object]]
    """Of which there is one whose cards are named afterwards."""


def touch_data(sheet: OfferedActions, touching: Touching) -> dict[str, Any]:
    """Return the data of a page.

    ``keys`` are pairs of key and words; a move is its touches (places in ``keys``), for each card to be named ``?`` where it may stay
    unknown and ``!`` where not, its sentence, the sentence with names left open, whether it stands beside the moves of the game, and
    whether it is asked back. ``at_once``: a touch that leaves nothing open writes the move.
    """
    keys: dict[str, int] = {}
    kinds = MoveKinds(
        alone=frozenset(kind for kind, times in Counter(map(_kind, sheet.actions)).items() if times == 1),
        unnamed=frozenset(_kind(action) for action in sheet.actions if action.holes),
    )
    moves = [_move(sheet, touching, action, keys, kinds) for action in sheet.actions]
    all_keys = list(keys)
    owed = sheet.keeping.owed(sheet.position) if sheet.actions and sheet.keeping.owed is not None else None
    return {
        "version": sheet.version,
        "mover": sheet.position.state.to_act or "",
        "keys": list(_keys_in_words(sheet, touching, keys)),
        "moves": moves,
        "names": sheet.cards if any(action.holes for action in sheet.actions) else [],
        "suits": suits_of((face for face, _title in sheet.cards), sheet.view.faces),
        "owed": {"need": owed.need, "worth": owed.worth} if owed is not None else None,
        "why": dict(_refusals(sheet, {all_keys[nth] for move in moves for nth in move[0]})),
        "undo": sheet.ways_back[0][0] if sheet.ways_back else None,
        "at_once": sheet.can_undo,
    }


def _keys_in_words(sheet: OfferedActions, touching: Touching, keys: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each key with what it stands for; cards of one title are distinguished."""
    faces = sheet.view.faces
    named = {key: key.rpartition("/")[2].removeprefix("name:") for key in keys if key.startswith(("hand:", "name:"))}
    titles = told_apart({face: title_of(face, faces) for face in named.values() if face in faces}, faces)
    for key in keys:
        yield key, titles.get(named.get(key, "")) or touching.words(key)


def _kind(action: Action) -> tuple[type, object]:
    return type(action.command), getattr(action.command, "seat", None)


def _move(sheet: OfferedActions, touching: Touching, action: Action, keys: dict[str, int], kinds: MoveKinds) -> tuple[Any, ...]:
    command = action.command
    touches, open_kind = touching.touches(command), _kind(action) in kinds.unnamed
    if _kind(action) in kinds.alone and len(touches) > 1 and touching.whole_hand(command, touches):
        touches = ()  # nothing is chosen: it is said, not touched
    at = [keys.setdefault(key, len(keys)) for key in touches]
    open_names = ""
    if action.holes:
        named = filled(command, [chr(FIRST_NAME + nth) for nth in range(len(action.holes))])
        open_names = say_plainly(sheet.keeping.tell(sheet.position, named), sheet.view.names, sheet.view.faces)
    beside = int(not at and not action.listed and not action.holes)
    if len(touches) > 1 and open_kind and all(key.startswith("name:") for key in touches):
        beside = HIDDEN
    holes = "".join("?" if may_stay else "!" for may_stay in action.holes)
    return at, holes, action.plain, open_names, beside, int(isinstance(command, sheet.keeping.ending))


def _refusals(sheet: OfferedActions, touched: set[str]) -> Iterator[tuple[str, str]]:
    """Yield why no move begins with a card of the hand that is to move: what the rules say of it in the place of one that may."""
    seat = sheet.position.state.to_act
    if seat is None or sheet.view.game.play is None:
        return
    for face in dict.fromkeys(sheet.position.table.hands.get(seat, Hand()).faces):
        key = f"hand:{seat}/{face}"
        if face != UNKNOWN and key not in touched:
            why = next(filter(None, (_refusal(sheet, command) for command in _instead(sheet, seat, face))), "")
            if why:
                yield key, why


def _instead(sheet: OfferedActions, seat: SeatKey, face: str) -> Iterator[Command]:
    """Yield the moves of one card that may be made now, with another card in its place."""
    seen = set()
    for action in sheet.actions:
        fields = msgspec.structs.asdict(action.command)
        held = [name for name in ("card", "cards") if name in fields]
        if fields.get("seat") != seat or not held or (type(action.command), held[0]) in seen:
            continue
        seen.add((type(action.command), held[0]))
        of = fields[held[0]]
        other: Any = face if isinstance(of, str) else (face,)
        if isinstance(of, Secret):
            other = msgspec.structs.replace(of, faces=(face,))
        yield msgspec.structs.replace(action.command, **{held[0]: other})


def _refusal(sheet: OfferedActions, command: Command) -> str:
    try:
        check_by_rules(sheet.view.game, sheet.position, command)
    except RuleViolation as broken:
        why = broken.why
        words = say_plainly(why, sheet.view.names, sheet.view.faces) if isinstance(why, Sentence) else str(why)
        return f"{words} (§ {broken.paragraph})" if broken.paragraph else words
    except RecordsError:
        return ""
    return ""


def texts() -> dict[str, str]:
    """Return what the script says by itself, in the reader's language."""
    return {
        "touch": _("Touch a card."),
        "choose": _("Choose what happens."),
        "go_on": _("Touch what else belongs to it."),
        "go_on_to": _("Now touch: %(what)s.", what="{what}"),
        "at_once": _("Touching it records the move. Undo takes it back."),
        "enough": _("The card that reaches it records the move."),
        "go_on_last": _("Now touch: %(what)s. That writes it down.", what="{what}"),
        "which": _("Which card is it?"),
        "others": _("It is not this side's move."),
        "nothing": _("Nothing can be done with it now."),
        "not_with": _("That does not go with what you touched."),
        "used": _("It is used up."),
        "of": _("%(n)s of %(m)s", n="{n}", m="{m}"),
        "unseen": _("Not seen"),
        "rest_unseen": _("The others were not seen"),
        "find": _("Two letters of its name"),
        "none": _("None"),
        "write": _("Write down: {words}"),
        "keep": _("Keep for later: {words}"),
        "sending": _("It is being written …"),
        "away": _("No connection. What you enter is kept on this device and written once you are connected again."),
        "kept_one": _("1 move is waiting to be written."),
        "kept_many": _("{n} moves are waiting to be written."),
        "try": _("Try again now"),
        "discard": _("Throw it away"),
        "stopped": _("This one could not be written:"),
        "undo": _("Undo"),
        "die": _("die %(pips)s", pips="{pips}"),
    }
