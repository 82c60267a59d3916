"""Three phones join by the code on the touchscreen and play a battle together with it, in a real browser."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.games import find_game
from companion.referee.questions import Count, PickOrEnd, Roll
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.vision.sources.picture_files import load_picture
from companion.web.service import WebPhones
from tests.ui.conftest import _window, app, screen  # noqa: F401 - fixtures of the one window
from tests.web.browser import PROJECTOR, Browser
from tests.web.conftest import LOOPBACK, NAMES

pytestmark = pytest.mark.slow

PICTURES = os.environ.get("COMPANION_PICTURES")
"""A folder to leave the pictures in, to be looked at."""


class LoopbackPhones(WebPhones):
    """Offers the network that needs no cable."""

    interfaces = (LOOPBACK,)


@pytest.fixture
def touchscreen(app: Any, tmp_path: Path) -> Any:  # noqa: F811
    """The touchscreen in the middle of a game, before somebody attacks from Red's side."""
    app.context.phones = LoopbackPhones(tmp_path / "phones", port=0)
    app.start_game(find_game("classic"), seats_of(3, NAMES), {})
    bot, session = RandomBot(5), app.playing
    session.unsubscribe(app._on_change)
    while not (attack_is_open(session.question) and session.question.seat == "red"):
        session.answer(bot.answer(session.question))
    session.subscribe(app._on_change)
    app.show_home()
    return app


def attack_is_open(question: Any) -> bool:
    asked = isinstance(question, PickOrEnd) and question.prompt.startswith("Attack from")
    return asked and bool(question.allowed)


@pytest.fixture
def browser(touchscreen: Any, screen: Any) -> Iterator[Browser]:  # noqa: F811, ARG001
    with closing(Browser(lambda future: screen.until(future.done, timeout=90))) as opened:
        yield opened


def keep(page: Any, name: str, folder: Path) -> None:
    """Take a picture, and see that it is not blank."""
    path = Path(PICTURES or folder) / f"{name}.png"
    page.picture(path)
    assert load_picture(path).std() > 10


def enter(page: Any, pool: str, face: int, count: int) -> None:
    for _ in range(count):
        page.tap(f"{pool} {face}")
    page.tap("Confirm")


def dice(question: Any) -> dict[str, int]:
    return {pool.name: pool.most for pool in question.pools}


def test_three_phones_and_the_touchscreen_play_a_battle(
    touchscreen: Any,
    screen: Any,  # noqa: F811
    browser: Browser,
    tmp_path: Path,
) -> None:
    touchscreen.open_tool("pause")
    screen.frames(3)
    touchscreen.pointer.tap("Phones")
    touchscreen.pointer.tap("Switch on")
    code = cv2.QRCodeDetector().detectAndDecode(load_picture(screen.picture(tmp_path / "touchscreen.png")))[0]
    assert code == touchscreen.context.phones.address
    seats = {seat.id: browser.open(code) for seat in touchscreen.playing.seats}
    projector = browser.open(f"{code}/stream", PROJECTOR, "dark")
    for seat in touchscreen.playing.seats:
        seats[seat.id].tap("My seat")
        seats[seat.id].tap(f"{seat.emblem} {seat.name}", "#view-seat")
        seats[seat.id].see("Only this phone sees this page.")
        seats[seat.id].tap("Table")
    screen.until(lambda: touchscreen.pointer.shows(f"Phone 1: {NAMES[0]}"))
    keep(seats["red"], "phone-paused", tmp_path)
    touchscreen.pointer.tap("Back")
    touchscreen.pointer.tap("Go on")

    session = touchscreen.playing
    origin = max(session.question.allowed, key=lambda place: session.table.game_view.places[place].count)
    touchscreen.driver.touch_place(origin)
    target = next(place for place in session.question.allowed)
    seats["red"].tap_on(f'[data-disc="{target}"]')
    seats["red"].tap_on("#aim .big")
    screen.until(lambda: isinstance(session.question, Roll))
    defender = next(pool.seat for pool in session.question.pools if pool.name == "defence")
    bystander = next(seat for seat in seats if seat not in ("red", defender))

    seats[defender].see("attack: not rolled yet")
    keep(seats[defender], "phone-defends", tmp_path)
    enter(seats[defender], "defence", 1, 1)
    seats[defender].see("Waiting for the attack dice.")
    seats["red"].see(session.question.prompt)
    keep(projector, "projector", tmp_path)
    assert seats[bystander].count("fieldset") == 0

    seats[defender].offline(True)
    seq = session.seq
    enter(seats["red"], "attack", 6, dice(session.question)["attack"])
    screen.until(lambda: session.seq > seq)
    rolls = 0
    while isinstance(session.question, Roll):
        touchscreen.driver.type_dice({"attack": [6] * dice(session.question)["attack"], "defence": [1]})
        rolls += 1
        assert rolls < 20
    assert rolls, "a battle of one roll has no tally"
    seats[bystander].see("So far ")
    keep(seats[bystander], "phone-tally", tmp_path)
    seats[defender].offline(False)
    assert isinstance(session.question, Count)
    seats[defender].see(session.question.prompt, "#question")
    assert seats[defender].text("#question h2") == session.question.prompt
    seats["red"].see(session.question.prompt, "#question")
    keep(seats["red"], "phone-moves-in", tmp_path)
    seats["red"].tap("Confirm")
    screen.until(lambda: not isinstance(session.question, Count))
    assert {entry.by for entry in session.table.entries[-8:]} >= {"phone", "touch"}
    for page in (*seats.values(), projector):
        page.see(session.question.prompt, "#question")
    assert browser.errors == []


def test_the_private_page_is_kept_over_a_reload(touchscreen: Any, browser: Browser, tmp_path: Path) -> None:
    touchscreen.context.phones.start(LOOPBACK)
    anna = browser.open(touchscreen.context.phones.address)
    anna.tap("My seat")
    anna.see("My seat · Phone 1", "#view-seat")
    anna.tap("star Anna", "#view-seat")
    anna.see("Anna · Phone 1", "#view-seat")
    anna.fill("#card", "Alaska infantry")
    anna.tap("Add")
    anna.fill("#notes", "Ben bluffs.")
    anna.tap("Table")
    anna.tap("My seat")
    anna.see("Saved.")
    keep(anna, "phone-private", tmp_path)
    anna.run("location.reload()")
    anna.tap("My seat")
    anna.see("Alaska infantry")
    assert anna.run("document.querySelector('#notes').value") == "Ben bluffs."
    assert browser.errors == []
