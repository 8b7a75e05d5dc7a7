"""How the steps of Regicide read: one card that a sentence is about has its article in English, and none in German."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from records.core.events import Recorded
from records.core.faces import UNKNOWN
from records.core.header import Header
from records.core.ids import RecordId
from records.core.logs.fold import Folder
from records.core.sentences import CardRef, Sentence, Word
from records.core.viewers import OPEN, PUBLIC
from records.games.regicide.board.faces import FACES
from records.games.regicide.game import REGICIDE
from records.games.regicide.narration.wording import CANCELLED, IMMUNE, the
from records.knowledge.door import veil
from records.projections.timeline import timeline
from records.service.writing.simulation import simulate
from support.soaking import one_in
from web.words.phrases import Printed, locale_of, say_plainly

if TYPE_CHECKING:
    from collections.abc import Iterator

ABOUT = ("royal", "card")
"""Fields that hold the one card that a sentence is about."""


def lines(rules: str, players: int) -> Iterator[Sentence]:
    """Each sentence of some games, as the open table and a spectator are told it."""
    for new in simulate(REGICIDE, seed=5, games=3, players=players, ruleset=rules):
        header = Header(record=RecordId("test"), game=new.game, seats=new.seats, started=new.started, **REGICIDE.rules.edition(rules))
        log = tuple(Recorded(v, entry.cause or v, entry.at, "", entry.event) for v, entry in enumerate(new.entries, 1))
        for viewer in (OPEN, PUBLIC):
            told = timeline(REGICIDE, Folder(REGICIDE), header, veil(REGICIDE.parts, log, viewer), viewer)
            yield from (line for turn in told.turns for step in turn.steps for line in step.lines)


@pytest.mark.parametrize(
    ("rules", "players"), one_in(4, [("regicide/2021", 1), ("regicide/2021", 3), ("regicide/2020", 2), ("regicide/bga", 4)])
)
def test_the_card_that_a_line_is_about_has_its_article(rules: str, players: int) -> None:
    """It is "the attack of the Jack of Clubs"; in German the name stands alone, and each line begins with a capital."""
    found: set[str] = set()
    for line in lines(rules, players):
        for name in ABOUT:
            card = line.args.get(name)
            if isinstance(card, CardRef):
                found.add(line.text)
                english, german = (say_plainly(line, {}, Printed(locale_of(tag), FACES)) for tag in ("en", "de"))
                title = FACES[card.card].title
                assert f"he {title['en']}" in english
                assert title["de"] in german
                assert f"he {title['de']}" not in german
                assert (english[0].isupper(), german[0].isupper()) == (True, True)
    assert len(found) >= 8


@pytest.mark.parametrize("text", [*IMMUNE.values(), *CANCELLED.values()])
def test_a_royal_that_nobody_noted_follows_the_article_too(text: str) -> None:
    """It is "The card that nobody noted is immune": the article stands once, and the German line begins with a capital."""
    royal = the(UNKNOWN)
    assert isinstance(royal, Word)
    english, german = (say_plainly(Sentence(text, {"royal": royal}), {}, locale_of(tag)) for tag in ("en", "de"))
    assert english.startswith("The card that nobody noted is ")
    assert german.startswith("Karte (nicht notiert) ist gegen ")
