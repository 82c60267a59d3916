"""What the emulated machine's screen shows, and where to touch it, at 800x480."""

from collections.abc import Callable
from contextlib import suppress
from time import sleep

import cv2

from tests.machine.machine import Machine, Picture

BOOT = 3600
"""Seconds that a boot may take, however busy this machine is."""
ANSWER = 900
"""Seconds from a touch to the next question."""
TIMEOUT = 120
"""Seconds after which a touch without an answer only woke the screen."""
START, UNDO, TAKE_BACK = (643, 427), (657, 400), (310, 442)
SEATS = {"red": (587, 254), "blue": (727, 254), "green": (587, 323)}
"""Where to touch: Start in the lobby, who rolled highest, Undo and what its page offers."""
QUESTION = (slice(85, 375), slice(520, 795))
"""Where the question is on the screen, rows and columns."""
TOOLS = (slice(372, 420), slice(520, 795))
"""Where Why, Undo and Fix are below it."""
ALIKE = 0.95
"""Correlation above which two pictures of a question show the same, however dim."""


def is_drawn(picture: Picture) -> bool:
    """Return whether the companion draws, not the console: hardly a pixel is black."""
    return float((picture.max(axis=2) < 8).mean()) < 0.2


def same_question(one: Picture, other: Picture) -> bool:
    """Whether the question is the same."""
    return _alike(one[QUESTION], other[QUESTION])


def same_tools(one: Picture, other: Picture) -> bool:
    """Whether both show the table with its tools, or neither: a page or the view from afar has none."""
    return _alike(one[TOOLS], other[TOOLS])


def _alike(one: Picture, other: Picture) -> bool:
    """Compare by normalized cross-correlation, which a dimmed screen leaves as it is."""
    return float(cv2.matchTemplate(one, other, cv2.TM_CCOEFF_NORMED).max()) > ALIKE


def settled(machine: Machine) -> Picture:
    """Return the screen once its question no longer moves."""
    before = machine.screen()

    def still(now: Picture) -> bool:
        nonlocal before
        same, before = same_question(before, now), now
        return same

    sleep(5)
    return machine.wait_for(still, ANSWER, "calm screen")


def touched(machine: Machine, place: tuple[float, float]) -> Picture:
    """Touch; return the screen with another question, once it no longer moves."""
    touch_until_changed(machine, place)
    return settled(machine)


def touch_until_changed(machine: Machine, place: tuple[float, float]) -> None:
    """Touch until another question begins to show."""
    before = machine.screen()
    touch_until(machine, place, lambda now: not same_question(before, now))


def touch_until(machine: Machine, place: tuple[float, float], shown: Callable[[Picture], bool]) -> None:
    """Touch, again where a touch only woke the screen, until it shows something."""
    for _ in range(ANSWER // TIMEOUT):
        machine.touch(*place)
        with suppress(AssertionError):
            machine.wait_for(shown, TIMEOUT, "answer")
            return
    raise AssertionError(f"no answer to touches at {place}:\n{machine.log()[-2000:]}")
