"""Every card of every game on a sheet, at 100 and 40 pixels, open and known: ``cards-light.png`` and ``cards-dark.png``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from records.games.castle_rampage.board.faces import card_faces as castle_faces
from records.games.creature_crush.board.faces import card_faces as crush_faces
from records.games.regicide.board.faces import FACES
from support.catalogue import house_catalogue as castle_house
from support.crush import house_catalogue as crush_house
from web.pages.board.cards import CardState, DrawnCard
from web.pages.board.prints import print_of
from web.pages.board.rendering import card
from web.pages.board.symbols import written
from web.pages.offline.frames import of_this_document

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Browser

CSS = Path(__file__).parents[2] / "web/static/css"
STYLE = "body { margin: 8px; display: flex; flex-wrap: wrap; gap: 8px } .w100 { --cw: 100px } .w40 { --cw: 40px; align-self: center }"


def take_cards(browser: Browser, app: Flask, folder: Path, theme: str) -> None:
    """Write the sheet of a theme into a folder."""
    with app.test_request_context():
        drawn = "".join(_cards())
    styles = "".join((CSS / name).read_text("utf-8") for name in ("tokens.css", "cards.css", "enemy.css"))
    sprite = f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position: absolute">{"".join(written().values())}</svg>'
    page = browser.new_page(viewport={"width": 1600, "height": 900}, color_scheme="dark" if theme == "dark" else "light")
    page.set_content(
        f'<!doctype html><meta charset="utf-8"><style>{styles}{STYLE} body {{ background: var(--page) }}</style>{sprite}{drawn}'
    )
    folder.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=folder / f"cards-{theme}.png", full_page=True)
    page.close()


def _cards() -> list[str]:
    """Return each card as the pages draw it, at each size."""
    drawn = []
    for faces in (castle_faces(castle_house()), FACES, crush_faces(crush_house())):
        for name, face in faces.items():
            shows = (print_of(face, name, "en"),)
            cards = [DrawnCard(label=name, face=state, shows=shows) for state in (CardState.UP, CardState.KNOWN)]
            drawn += [f'<div class="w{size}">{of_this_document(card(cards[nth]))}</div>' for nth, size in ((0, 100), (0, 40), (1, 40))]
    return drawn
