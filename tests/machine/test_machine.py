"""A whole machine, installed by deploy/install and emulated: it boots to the lobby, plays, survives the plug.

Behind a flag, because a boot takes minutes: ``pytest tests/machine --machine FOLDER``, where
tests/machine/build left its disk in FOLDER. ``--plugs N`` says how often to pull the plug.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest

from tests.machine.machine import Machine, Picture
from tests.machine.screen import (
    ANSWER,
    BOOT,
    SEATS,
    START,
    TAKE_BACK,
    UNDO,
    is_drawn,
    same_question,
    settled,
    touched,
)


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
