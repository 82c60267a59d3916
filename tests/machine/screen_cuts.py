"""Cuts the power of an emulated machine during a game on its screen, and checks what its disk has saved.

``python -m tests.machine.screen_cuts FOLDER [SESSIONS] [CUTS]``, with FOLDER from tests/machine/build. The
whole installed machine boots to the lobby, a touch starts a game, and the machine is frozen at its first
question. Every session resumes it; touches answer and undo, and the screen acknowledges a step when it shows
another question, or the first one again. QEMU logs all writes to the disk and is killed at a random moment.
The cuts are made and judged as in power_cuts.py.
"""

import random
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from companion.app.night.session import Session
from companion.games import find_game
from companion.journal.journal import Journal
from companion.referee.seats import seats_of
from tests.machine.disk_cuts import Recording, Saved, cut_sessions
from tests.machine.machine import Machine, Picture
from tests.machine.screen import (
    BOOT,
    SEATS,
    START,
    TAKE_BACK,
    UNDO,
    is_drawn,
    same_question,
    same_tools,
    settled,
    touch_until,
    touched,
)

STEPS = (3, 8)
"""Number of steps in a session before the last one, which the power cut may interrupt."""
LAST = 10.0
"""Maximum time from the last touch to the power cut, in seconds."""


def prepare(machine: Machine) -> None:
    """Start the machine and a game by touch, and freeze it at the first question."""
    machine.new_disk()
    machine.start()
    machine.wait_for(is_drawn, BOOT, "lobby")
    settled(machine)
    touched(machine, START)
    machine.freeze()


def steps(chance: random.Random) -> Iterator[str]:
    """Yield the steps on the screen: the seat that rolled highest, and undo, repeatedly."""
    while True:
        yield chance.choice(list(SEATS))
        yield "undo"


def games_by_step(done: list[str]) -> list[Saved]:
    """Repeat the steps without a screen; return what a journal contains after each step."""
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "games.sqlite") as journal:
        session = Session.begin(journal, find_game("classic"), seats_of(3))
        games: list[Saved] = [([], 0)]
        for step in done:
            if step == "undo":
                session.undo()
            else:
                session.answer(step)
            games.append((list(session.table.entries), len(session.table.undone)))
    return games


def record(machine: Machine, chance: random.Random) -> Recording:
    """Play some steps, then cut the power just after a touch."""
    machine.new_disk(machine.frozen.name)
    machine.start(resume=True)
    first = settled(machine)
    done, sizes, left = [], [], chance.randint(*STEPS)
    for step in steps(chance):
        done.append(step)
        if step == "undo":
            touched(machine, UNDO)
        place = TAKE_BACK if step == "undo" else SEATS[step]
        if not left:
            machine.touch(*place)
            time.sleep(chance.uniform(0, LAST))
            break
        touch_until(machine, place, partial(_acknowledges, step, first))
        sizes.append(machine.writes.stat().st_size)
        settled(machine)
        left -= 1
    machine.pull_the_plug()
    return Recording(sizes, machine.writes.stat().st_size, games_by_step(done))


def _acknowledges(step: str, first: Picture, now: Picture) -> bool:
    """Return whether the screen shows that a step was done: the first question, or the table with another."""
    is_first = same_question(first, now)
    return is_first if step == "undo" else same_tools(first, now) and not is_first


def main() -> None:
    """Cut the power several times in each of several sessions and print a line for each cut."""
    sessions, cuts = (int(number) for number in (*sys.argv[2:4], "10", "5")[:2])
    machine = Machine(Path(sys.argv[1]), name="screen")
    cut_sessions(machine, prepare, record, (sessions, cuts), seed=15)


if __name__ == "__main__":
    main()
