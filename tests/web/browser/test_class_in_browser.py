"""A phone and the teacher's page in a real browser: what is shown comes by itself, and a form that is being filled in stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.lesson import held_class

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def test_a_phone_follows_the_teacher_by_itself(chromium: Browser, tmp_path: Path) -> None:
    """By the arrow keys of one page the board of the other; a question is answered by a touch, and revealed on both."""
    with held_class(tmp_path, program=False) as held:
        context = chromium.new_context(locale="en-GB", viewport={"width": 390, "height": 844})
        phone, teacher = context.new_page(), context.new_page()
        phone.goto(f"{held.address}/join?code={held.code}")
        phone.get_by_label("Nickname").fill("Kim")
        phone.get_by_role("button", name="Join", exact=True).click()
        with phone.expect_navigation():
            phone.get_by_role("link", name="To the class").click()
        begun = phone.locator("[data-live=table]").get_attribute("data-key")
        teacher.goto(f"http://{held.host}:{held.other_port}/classes/{held.id}/live")
        teacher.get_by_text("Ask a question of your own").click()
        teacher.get_by_role("textbox", name="Question").fill("Who")
        teacher.locator("h1").click()
        teacher.keyboard.press("ArrowRight")
        later = f"[data-live=table]:not([data-key='{begun}'])"
        phone.locator(later).wait_for()
        teacher.locator(later).wait_for()
        assert teacher.get_by_role("textbox", name="Question").input_value() == "Who"
        teacher.get_by_label("Answer 1", exact=True).fill("Ana")
        teacher.get_by_label("Answer 2", exact=True).fill("Ben")
        teacher.get_by_role("button", name="Ask it").click()
        phone.get_by_role("button", name="Ben").click()
        teacher.get_by_text("1 of 1 answered").wait_for()
        assert phone.get_by_role("button", name="Ben").get_attribute("aria-pressed") == "true"
        teacher.get_by_role("button", name="Reveal the answer to all").click()
        phone.locator(".bars b", has_text="1").wait_for()
        context.close()


@pytest.mark.soak
def test_a_move_is_answered_by_touching_the_board(chromium: Browser, tmp_path: Path) -> None:
    """A card of the hand, then the place: the list says what is meant by it, and only what the touches leave; then it is sent."""
    with held_class(tmp_path, program=False, move=True) as held:
        context = chromium.new_context(locale="en-GB", viewport={"width": 390, "height": 844}, has_touch=True)
        phone = context.new_page()
        phone.goto(f"{held.address}/join?code={held.code}")
        phone.get_by_label("Nickname").fill("Kim")
        phone.get_by_role("button", name="Join", exact=True).click()
        phone.get_by_role("link", name="To the class").click()
        phone.locator("#live").wait_for()
        held.lead("ask", chapter=held.chapter)
        choice = phone.get_by_label("Which move?")
        choice.wait_for()
        card = phone.locator("#board [data-place^=hand-] .card[data-lit]").last
        card.tap()
        left = choice.evaluate("it => [...it.options].filter((one) => !one.hidden).map((one) => one.text)")
        place = phone.locator("#board [data-pile][data-lit]").last
        place.tap(position={"x": 4, "y": 4})
        meant = choice.evaluate("it => it.selectedOptions[0].text")
        assert meant in left
        assert 1 <= len(left) < choice.evaluate("it => it.options.length")
        phone.get_by_role("button", name="Answer").tap()
        phone.get_by_text(f"You answered: {meant}").wait_for()
        assert choice.evaluate("it => [...it.options].some((one) => one.hidden)")
        held.lead("reveal", poll=1)
        phone.locator(".bars b", has_text="1").wait_for()
        assert phone.locator("[data-lit]").count() == 0
        assert meant in held.ask(f"/classes/{held.id}/answers.csv")[2]
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
        context.close()
