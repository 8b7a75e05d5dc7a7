"""A thumb on the page on which a game is written down: it touches what a move names, and counts."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random

    from playwright.sync_api import Locator, Page


@dataclass
class Thumb:
    """Touches a page; ``touches`` are those of the present move, ``allowed`` as many as it may cost."""

    page: Page
    picker: random.Random
    touches: int = 0
    allowed: int = 0
    counts: list[tuple[int, int, str]] = field(default_factory=list)
    """Of each move: its touches, what it may cost, and what was written."""

    def begin(self, site: str, game: str) -> None:
        """Sit down at a real table, and say what is dealt until the first move can be made."""
        page = self.page
        page.goto(f"{site}/records/new?game={game}")
        for label, name in (("Player 1", "Ana"), ("Player 2", "Ben")):
            page.get_by_label(label, exact=True).fill(name)
        page.get_by_role("button", name="Begin").tap()
        page.locator("#pad[data-state]").wait_for()
        self.settle()
        page.locator("#touch-data").wait_for(state="attached")

    def data(self) -> dict[str, Any]:
        """Return what the page says may be written."""
        found: dict[str, Any] = json.loads(self.page.locator("#touch-data").text_content() or "")
        return found

    def touch(self, it: Locator) -> None:
        """Touch one thing with the thumb where it is in sight."""
        drawn = self.page.locator("#pad").get_attribute("data-drawn")
        it.tap()
        self.touches += 1
        self.page.locator(f'#pad[data-drawn]:not([data-drawn="{drawn}"])').wait_for(state="attached")

    def settle(self) -> None:
        """Answer what the table is asked, until nothing is asked; then the page is at rest."""
        self.rest()
        while self._asked():
            question = self.page.evaluate(
                "document.querySelector('#question') ? JSON.parse(document.querySelector('#question').textContent) : null"
            )
            asks = self.page.locator("#hint").inner_text()
            wanted = re.search(r"0 of (\d+)$", asks)
            number = int(wanted[1]) if wanted else 1
            if question is not None:
                number = question["least"]
            for _ in range(number):
                names = self.page.locator("#choices .name")
                known = [nth for nth in range(names.count()) if names.nth(nth).get_attribute("data-name") != "?"]
                self.touch(names.nth(self.picker.choice(known[:12])))
            self.allowed += number
            if wanted or number != 1:
                self.touch(self.page.locator("#write"))
                self.allowed += 1
            self.rest(asks)

    def _asked(self) -> bool:
        return self.page.locator("#pad[data-state=asked]").count() > 0

    def rest(self, before: str = "") -> None:  # noqa: ARG002 -- what was asked is told by a failure
        """Wait until nothing is being written."""
        self.page.locator("#pad:is([data-state=ready], [data-state=asked])").wait_for()

    def on_board(self, key: str) -> Locator:
        """Return what bears a key and is not touched yet."""
        sort, _colon, named = key.partition(":")
        board = self.page.locator("#board")
        lit = "[data-lit]"
        if sort == "hand":
            seat, _slash, face = named.partition("/")
            hand = board.locator(f'[data-place="hand-{seat}"]')
            if face == "?":
                return hand.locator(f'.card[data-face="down"]{lit}').first
            return hand.locator(f'.card{lit}:is([data-card="{face}"], [data-href*="/cards/{face}?"])').first
        if sort == "slot":
            return board.locator(f'.card[data-slot="{named}"]{lit}').first
        if sort == "die":
            seat, _slash, pips = named.partition("/")
            return board.locator(f'[data-dice="{seat}"] .die[data-pips="{pips}"]{lit}').first
        return board.locator(f'[data-pile="{named}"]{lit}').first

    def play(self, nth: int) -> None:
        """Write one of the moves, by as few touches as a person needs who looks at the page."""
        data, page = self.data(), self.page
        touches, holes, says, *_rest = data["moves"][nth]
        keys = [data["keys"][at][0] for at in touches]
        # cards first, then dice, the place last
        keys.sort(key=lambda key: (key.startswith("place:"), key.startswith("die:")))
        self.touches, self.allowed = 0, 1 + max(1, sum(not key.startswith("place:") for key in keys))
        version = data["version"]
        for key in keys:
            if self._chosen(says) or self._moved(version):
                break
            it = self.on_board(key)
            if key.startswith("name:") or not it.count():
                it = page.locator(f'#choices [data-name="{re.split("[:/]", key)[-1]}"], #choices .chip').first
            self.touch(it)
            self.rest()
        for hole in holes:
            if hole == "!":
                self.touch(page.locator("#choices .name").first)
                self.allowed += 1
        if not self._moved(version) and not self._asked():
            if not self._chosen(says) and not holes:
                self.touch(page.locator("#choices .chip", has_text=re.compile(f"^{re.escape(says)}$")).first)
            self.touch(page.locator("#write"))
        self.rest()
        self.settle()
        self.counts.append((self.touches, self.allowed, says))

    def _chosen(self, says: str) -> bool:
        return self.page.locator("#write:enabled", has_text=says).count() > 0

    def _moved(self, version: int) -> bool:
        self.rest()
        return self._asked() or bool(self.data()["version"] != version)
