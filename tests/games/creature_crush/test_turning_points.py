"""The turning points of CreatureCrush: great creatures that fall or change sides, heavy blows, close escapes, hands that are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from records.core.events import Event
from records.core.faces import UNKNOWN
from records.core.shared import PositionSet
from records.core.viewers import OPEN, PUBLIC, Viewer
from records.core.wording.narration import Moment
from records.games.creature_crush.model import chain_events as ce
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.narration.turning import turning
from support.crush_cards import card
from support.crush_table import A, B, CrushTable, at

HAMMER = card("hammer", 4, 8, 4)


class WatchedTable(CrushTable):
    """A table whose turning points are looked for while it is played on."""

    def __init__(self, field: Mapping[str, str], viewer: Viewer, **laid_out: Any) -> None:
        self.points: list[tuple[str, str]] = []
        self._viewer = viewer
        super().__init__(field, cards=(HAMMER,), **laid_out)

    def _write(self, event: Event) -> None:
        before = self._draft.state.copy()
        super()._write(event)
        if isinstance(event, PositionSet):
            return
        recorded: Any = type("Told", (), {"event": event, "v": self._version})
        point = turning(Moment(recorded, before, self._draft, self._viewer))
        self.points += [(point.kind, str(point.says))] if point else []


def struck(field: Mapping[str, str], viewer: Viewer = PUBLIC, *, hands: Mapping[str, Sequence[str]] | None = None) -> list[tuple[str, str]]:
    """The turning points of an attack with what A has in b1 or a1, for 4, on what B has in b1."""
    table = WatchedTable(field, viewer, dice="4", hands=hands, camps={"B": []})
    direct = "b1:B" not in field
    cell = "a1:A" if direct else "b1:A"
    table.do(cmd.AttackWith(seat=A, slot=at(cell), target=None if direct else at("b1:B"), dice=(0,)), *(("toad",) if direct else ()))
    return table.points


def test_a_great_creature_that_falls_is_a_turning_point() -> None:
    """By what is printed on it; a small one falls every turn."""
    fallen = struck({"b1:A": "hammer", "b1:B": "breaker"})
    assert ("fall", "breaker falls.") in fallen
    assert not [kind for kind, _says in struck({"b1:A": "ogre", "b1:B": "hound"}) if kind == "fall"]


def test_a_heavy_blow_and_a_close_escape_are_told() -> None:
    """Much damage at once counts on whom it strikes; who is left with one life has got away."""
    assert ("attack", "breaker takes 8 damage at once.") in struck({"b1:A": "hammer", "b1:B": "breaker"})
    assert struck({"b1:A": "ogre", "b1:B": "viper"}) == [("escape", "viper survives with 1 life.")]
    assert struck({"b1:A": "ogre", "b1:B": "medic"}) == []


def test_a_direct_attack_counts_where_few_cards_are_left() -> None:
    """Everybody sees how many; in the second person to whose hand it is."""
    few, many = {"B": ["hound", "toad"]}, {"B": ["hound"] * 4 + ["toad"]}
    assert struck({"a1:A": "ogre"}, hands=few) == [("attack", "A direct attack takes a card of the hand of B; hand cards left: 1.")]
    assert struck({"a1:A": "ogre"}, B, hands=few) == [("attack", "A direct attack takes a card of your hand; hand cards left: 1.")]
    assert struck({"a1:A": "ogre"}, hands=many) == []


def test_cards_that_are_discarded_tell_the_others() -> None:
    """Two of a small hand at once; their owner, and who sees everything, knew them, and who was not shown them learned nothing."""

    def told(viewer: Viewer, *cards: str) -> list[tuple[str, str]]:
        table = WatchedTable({}, viewer, hands={"B": ["hound", "toad", "imp"]})
        table._write(ce.HandDiscarded(seat=B, answers="", cards=cards))
        return table.points

    words = [("told", "2 cards from the hand of B are shown at once.")]
    assert told(PUBLIC, "hound", "toad") == told(A, "hound", "toad") == words
    assert told(B, "hound", "toad") == told(OPEN, "hound", "toad") == told(A, "hound") == told(PUBLIC, UNKNOWN, UNKNOWN) == []
