"""A whole machine, installed by deploy/install and emulated: it boots to the lobby, plays, survives the plug.

Behind a flag, because a boot takes minutes: ``pytest tests/machine --machine FOLDER``, where
tests/machine/build left its disk in FOLDER. ``--plugs N`` says how often to pull the plug.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import cv2
import pytest

from tests.machine.machine import Machine, Picture

BOOT = 3600
"""Seconds that a boot may take, however busy this machine is."""
ANSWER = 900
"""Seconds from a touch to the next question."""
PATIENCE = 120
"""Seconds after which a touch without an answer only woke the screen."""
START, UNDO, TAKE_BACK = (643, 427), (657, 400), (310, 442)
SEATS = {"red": (587, 254), "blue": (727, 254), "green": (587, 323)}
"""Where to touch at 800x480: Start in the lobby, who rolled highest, Undo and what its page offers."""
QUESTION = (slice(85, 375), slice(520, 795))
"""Where the question is on the screen, rows and columns."""
ALIKE = 0.95
"""Correlation above which two pictures of a question show the same, however dim."""


@pytest.fixture(scope="module")
def folder(request: pytest.FixtureRequest) -> Path:
    named = request.config.getoption("--machine")
    if named is None:
        pytest.skip("needs the disk of tests/machine/build: --machine FOLDER")
    return Path(named)


@pytest.fixture(scope="module")
def machine(folder: Path) -> Iterator[Machine]:
    """A machine with a new disk, switched on, in its lobby."""
    made = Machine(folder)
    made.new_disk()
    made.start()
    made.wait_for(is_drawn, BOOT, "lobby")
    yield made
    if made.is_on():
        made.pull_the_plug()


def is_drawn(picture: Picture) -> bool:
    """The companion draws, not the console: hardly a pixel is black."""
    return float((picture.max(axis=2) < 8).mean()) < 0.2


def same_question(one: Picture, other: Picture) -> bool:
    """Compare by normalized cross-correlation, which a dimmed screen leaves as it is."""
    scores = cv2.matchTemplate(one[QUESTION], other[QUESTION], cv2.TM_CCOEFF_NORMED)
    return float(scores.max()) > ALIKE


def settled(machine: Machine) -> Picture:
    """The screen once its question no longer moves."""
    before = machine.screen()

    def still(now: Picture) -> bool:
        nonlocal before
        same, before = same_question(before, now), now
        return same

    sleep(5)
    return machine.wait_for(still, ANSWER, "calm screen")


def touched(machine: Machine, place: tuple[float, float]) -> Picture:
    """Touch, again where the first touch only woke the screen; return the screen with another question."""
    before = machine.screen()

    def changed(now: Picture) -> bool:
        return not same_question(before, now)

    machine.touch(*place)
    try:
        machine.wait_for(changed, PATIENCE, "answer")
    except AssertionError:
        machine.touch(*place)
        machine.wait_for(changed, ANSWER, f"answer to two touches at {place}")
    return settled(machine)


@pytest.fixture(scope="module")
def first_question(machine: Machine) -> Picture:
    """A game begun with the finger: who rolled highest?"""
    settled(machine)
    return touched(machine, START)


def test_a_touch_starts_a_game(machine: Machine, first_question: Picture) -> None:
    assert is_drawn(first_question)
    assert machine.is_on()


def test_a_frozen_interface_is_started_again(machine: Machine, first_question: Picture) -> None:
    machine.run("kill -STOP $(systemctl show --property MainPID --value table-companion)")
    end = "systemctl show --property NRestarts --value table-companion"
    for _ in range(ANSWER):
        if int(machine.run(end).strip().splitlines()[-1]) > 0:
            break
        sleep(1)
    machine.wait_for(is_drawn, BOOT, "screen after the watchdog")
    assert same_question(settled(machine), first_question)


def test_the_plug_may_be_pulled(
    request: pytest.FixtureRequest, machine: Machine, first_question: Picture
) -> None:
    """Every answer that the screen showed as taken is there after the next boot."""
    chance = random.Random(1)
    lost = []
    for pull in range(request.config.getoption("--plugs")):
        shown = machine.screen()
        for _ in range(chance.randint(1, 3)):
            answered = not same_question(shown, first_question)
            for place in (UNDO, TAKE_BACK) if answered else (chance.choice(list(SEATS.values())),):
                shown = touched(machine, place)
        sleep(chance.uniform(0, 1))
        machine.pull_the_plug()
        machine.start()
        machine.wait_for(is_drawn, BOOT, "screen after the plug was pulled")
        resumed = settled(machine)
        if not same_question(shown, resumed):
            lost.append(pull)
    assert lost == []


def test_the_companion_may_switch_the_machine_off(machine: Machine) -> None:
    machine.run("runuser -u companion -- systemctl poweroff --no-block")
    for _ in range(BOOT):
        if not machine.is_on():
            return
        sleep(1)
    raise AssertionError("it is still on")
