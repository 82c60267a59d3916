"""The emulated machine's screen at 800x480: what it shows, and where to touch it."""

from collections.abc import Callable
from contextlib import suppress
from time import sleep

import cv2

from tests.machine.machine import Machine, Picture

BOOT = 3600
"""Maximum time for a boot on a busy machine, in seconds."""
ANSWER = 900
"""Maximum time from a touch to the next question, in seconds."""
TIMEOUT = 120
"""Time after which a touch without effect is taken to have only woken the screen, in seconds."""
START, UNDO, TAKE_BACK = (643, 427), (657, 400), (310, 442)
SEATS = {"red": (587, 254), "blue": (727, 254), "green": (587, 323)}
"""Points to touch: Start in the lobby, the seat that rolled highest, Undo and its page's button."""
QUESTION = (slice(85, 375), slice(520, 795))
"""Position of the question on the screen, rows and columns."""
TOOLS = (slice(372, 420), slice(520, 795))
"""Position of Why, Undo and Fix below it."""
ALIKE = 0.95
"""Correlation above which two pictures show the same question, at any brightness."""


def is_drawn(picture: Picture) -> bool:
    """Return whether the companion draws, not the console: few pixels are black."""
    return float((picture.max(axis=2) < 8).mean()) < 0.2


def same_question(one: Picture, other: Picture) -> bool:
    """Return whether both pictures show the same question."""
    return _alike(one[QUESTION], other[QUESTION])


def same_tools(one: Picture, other: Picture) -> bool:
    """Return whether both or neither show the table's toolbar; pages have none."""
    return _alike(one[TOOLS], other[TOOLS])


def _alike(one: Picture, other: Picture) -> bool:
    """Compare by normalized cross-correlation, which ignores brightness."""
    return float(cv2.matchTemplate(one, other, cv2.TM_CCOEFF_NORMED).max()) > ALIKE


def settled(machine: Machine) -> Picture:
    """Return the screen once its question has stopped changing."""
    before = machine.screen()

    def still(now: Picture) -> bool:
        nonlocal before
        same, before = same_question(before, now), now
        return same

    sleep(5)
    return machine.wait_for(still, ANSWER, "calm screen")


def touched(machine: Machine, place: tuple[float, float]) -> Picture:
    """Touch a point; return the screen with the next question, once it has stopped changing."""
    touch_until_changed(machine, place)
    return settled(machine)


def touch_until_changed(machine: Machine, place: tuple[float, float]) -> None:
    """Touch until another question appears."""
    before = machine.screen()
    touch_until(machine, place, lambda now: not same_question(before, now))


def touch_until(machine: Machine, place: tuple[float, float], shown: Callable[[Picture], bool]) -> None:
    """Touch, repeatedly if a touch only woke the screen, until its picture meets a condition."""
    for _ in range(ANSWER // TIMEOUT):
        machine.touch(*place)
        with suppress(AssertionError):
            machine.wait_for(shown, TIMEOUT, "answer")
            return
    raise AssertionError(f"no answer to touches at {place}:\n{machine.log()[-2000:]}")
