"""A thumb on the page on which a game is written down: it touches what a move names, and counts."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random

    from playwright.sync_api import Locator, Page

IN_SIGHT = """it => {
  it.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const { x, y, width, height } = it.getBoundingClientRect();
  const [left, top] = [x + width / 2, y + height / 2];
  const there = document.elementFromPoint(left, top);
  const meets = it.contains(there) && !it.matches(":disabled");
  return { at: meets ? [left, top] : null, drawn: document.getElementById("pad").dataset.drawn };
}"""
"""The middle of a thing, once it is scrolled to; null where something covers it."""
ANSWERED = """drawn => {
  const pad = document.getElementById("pad");
  return ["ready", "asked"].includes(pad?.dataset.state) && pad.dataset.drawn !== drawn;
}"""
"""Whether the page stands still, drawn anew since."""
ASKED = """() => {
  const [question, data] = ["question", "touch-data"].map((id) => JSON.parse(document.getElementById(id)?.textContent ?? "null"));
  return {
    asked: document.getElementById("pad").dataset.state === "asked",
    hint: document.getElementById("hint").innerText,
    least: question?.least ?? null,
    version: data?.version ?? null,
  };
}"""
NAMES = """() => [...document.querySelectorAll("#choices .name")].map((name) => name.dataset.name)"""


@dataclass
class Thumb:
    """Touches a page; ``touches`` are those of the present move, ``allowed`` as many as it may cost."""

    page: Page
    picker: random.Random
    touches: int = 0
    allowed: int = 0
    counts: list[tuple[int, int, str]] = field(default_factory=list)
    """Of each move: its touches, what it may cost, and what was written."""
    alone: list[int] = field(default_factory=list)
    """Of each move: its touches without those that answered what the table was asked."""

    def begin(self, site: str, game: str) -> None:
        """Sit down at a real table, and say what is dealt until the first move can be made."""
        self.sit_down(site, game)
        self.settle()
        self.page.locator("#touch-data").wait_for(state="attached")

    def sit_down(self, site: str, game: str) -> None:
        """Begin a game at a real table, whose cards are asked for."""
        page = self.page
        page.goto(f"{site}/records/new?game={game}")
        for label, name in (("Player 1", "Ana"), ("Player 2", "Ben")):
            page.get_by_label(label, exact=True).fill(name)
        page.get_by_role("button", name="Begin").tap()
        page.locator("#pad[data-state]").wait_for()

    def data(self) -> dict[str, Any]:
        """Return what the page says may be written."""
        found: dict[str, Any] = json.loads(self.page.locator("#touch-data").text_content() or "")
        return found

    def touch(self, it: Locator) -> None:
        """Touch one thing with the thumb where it is in sight, and wait until the page has answered."""
        found = it.evaluate(IN_SIGHT)
        if found["at"] is None:
            it.tap()  # waits until nothing covers it any more, or fails
        else:
            self.page.touchscreen.tap(*found["at"])
        self.touches += 1
        self.page.wait_for_function(ANSWERED, arg=found["drawn"])

    def settle(self) -> None:
        """Answer what the table is asked, until nothing is asked; then the page is at rest."""
        self.rest()
        while (seen := self.page.evaluate(ASKED))["asked"]:
            wanted = re.search(r"0 of (\d+)$", seen["hint"])
            number = int(wanted[1]) if wanted else 1
            if seen["least"] is not None:
                number = seen["least"]
            for _ in range(number):
                known = [nth for nth, name in enumerate(self.page.evaluate(NAMES)) if name != "?"]
                self.touch(self.page.locator("#choices .name").nth(self.picker.choice(known[:12])))
            self.allowed += number
            if wanted or number != 1:
                self.touch(self.page.locator("#write"))
                self.allowed += 1
            self.rest()

    def _asked(self) -> bool:
        return bool(self.page.evaluate(ASKED)["asked"])

    def rest(self) -> None:
        """Wait until nothing is being written."""
        self.page.wait_for_function(ANSWERED, arg="")

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
        for hole in holes:
            if hole == "!":
                self.touch(page.locator("#choices .name").first)
                self.allowed += 1
        if not self._moved(version) and not self._asked():
            if not self._chosen(says) and not holes:
                self.touch(page.locator("#choices .chip", has_text=re.compile(f"^{re.escape(says)}$")).first)
            self.touch(page.locator("#write"))
        self.alone.append(self.touches)
        self.settle()
        self.counts.append((self.touches, self.allowed, says))

    def _chosen(self, says: str) -> bool:
        return says in str(self.page.evaluate("document.querySelector('#write:enabled')?.textContent ?? ''"))

    def _moved(self, version: int) -> bool:
        seen = self.page.evaluate(ASKED)
        return bool(seen["asked"] or seen["version"] != version)
