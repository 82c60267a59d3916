"""Games by touches in a real window of their own, 800x480 and offscreen; each as a line of JSON.

``python -m tests.ui.every_game DATA SEED TURNS``: what was cut, refused or logged as an error is in the line.
"""

import json
import logging
import os
import sys
import traceback
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

SIZE = (800, 480)
MOST = 500
"""Answers after which a game has been seen."""

CASES: tuple[tuple[str, int, dict[str, str]], ...] = (
    ("classic", 3, {"placing": "all at once"}),
    ("classic", 3, {"edition": "2008", "placing": "all at once"}),
    ("starcraft", 3, {}),
    ("starcraft", 6, {"mode": "command room", "placing": "all at once", "rewards": "dealt"}),
    ("starcraft", 4, {"mode": "team play", "drawing": "entered", "placing": "all at once"}),
    ("starcraft", 2, {"mode": "total domination", "placing": "all at once"}),
    ("nuked", 4, {}),
    ("balance", 3, {"placing": "all at once"}),
    ("rogue", 2, {}),
    ("battle", 2, {}),
)
"""Game, players and house rules of each evening."""


class Evening:
    """One game: each kind of question is looked at once in every step, and touched if it was not before.

    Args:
        screen: the app, offscreen.
        overflow: looks for what is cut.
        seed: of the stand-in for the players.
        touched: how often each kind of question of this game was touched by now.
    """

    def __init__(self, screen: Any, overflow: Any, seed: int, touched: Counter[str]) -> None:
        from companion.referee.random_bot import RandomBot

        self.shell, self.driver = screen.shell, screen.driver
        self.screen, self.overflow = screen, overflow
        self.player = RandomBot(seed)
        self.touched, self.seen = touched, Counter[str]()
        self.troubles: list[str] = []

    def play(self, case: tuple[str, int, dict[str, str]], turns: int) -> None:
        """Sit down and play this many turns."""
        from companion.games import find_game
        from companion.referee.seats import seats_of

        name, players, house = case
        self.shell.start_game(find_game(name), seats_of(players), house)
        while self.question is not None and len(self.shell.playing.table.entries) < MOST:
            state = self.shell.playing.table.state
            if state.turn > turns:
                break
            self.answer(f"{type(self.question).__name__} in {state.step}")
        self.shell.leave_game()

    @property
    def question(self) -> Any:
        return self.shell.playing.question

    def answer(self, kind: str) -> None:
        """Answer the open question, looking at its screen first where it is new."""
        raw = self.player.answer(self.question)
        if not self.seen[kind]:
            self.shell.show_home()
            self.look(kind)
        self.seen[kind] += 1
        if self.touched[kind]:
            self.skip(raw)
        else:
            self.touched[kind] += 1
            self.touch(kind, raw)

    def skip(self, raw: Any) -> None:
        """Answer without the screen, and put the last roll's result away as the shell would."""
        session = self.shell.playing
        session.unsubscribe(self.shell._on_change)
        session.answer(raw)
        session.subscribe(self.shell._on_change)
        self.shell.banner.close()

    def touch(self, kind: str, raw: Any) -> None:
        """Answer with a finger."""
        session = self.shell.playing
        given, seq = len(session.table.entries), session.seq
        self.driver.give(raw)
        if len(session.table.entries) == given or session.seq == seq:
            self.troubles.append(f"{kind}: {raw!r} was touched in, but not taken")
            session.answer(raw)

    def look(self, kind: str) -> None:
        """What is asked stands on the screen, and nothing is cut."""
        self.screen.wait(0.0)
        home = self.shell.home
        if home.name != self.shell._home_name():
            self.troubles.append(f"{kind}: the screen {home.name} is shown")
        if home.name == "table" and home.panel.question is not self.question:
            self.troubles.append(f"{kind}: another question is shown")
        self.troubles += [f"{kind}: {cut}" for cut in self.overflow.found(home)]


class Errors(logging.Handler):
    """Keeps what is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


def main() -> None:
    data, seed, turns = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    from companion.ui.kivy_setup import prepare_kivy

    prepare_kivy(SIZE, data / "kivy")
    from companion.demonstrations.offscreen import Offscreen
    from tests.ui.overflow import Overflow

    overflow, screen, errors = Overflow(), Offscreen(data, SIZE, None, seed), Errors()
    logging.getLogger().addHandler(errors)
    touched: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for number, case in enumerate(CASES):
        evening = Evening(screen, overflow, seed, touched[case[0]])
        try:
            evening.play(case, turns)
        except Exception:
            evening.troubles.append(traceback.format_exc())
            screen.shell.leave_game()
        troubles = evening.troubles + errors.said
        errors.said = []
        print(json.dumps({"case": number, "seen": dict(evening.seen), "troubles": troubles}), flush=True)
    screen.close()


if __name__ == "__main__":
    main()
