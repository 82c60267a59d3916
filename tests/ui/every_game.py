"""Plays games by simulated touches in an offscreen window; prints a line of JSON for each.

``python -m tests.ui.every_game DATA`` (more with ``--help``): the line lists what the inspector found,
refused answers and logged errors. Contact sheets of all screens and a list of all texts are in DATA.
"""

import argparse
import json
import logging
import re
import traceback
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from companion.tools.demonstrations.window import prepare_offscreen

SIZE = (800, 480)
MOST = 500
"""Maximum number of answers in a game."""
TOOLS_AFTER = 70
"""Number of answers after which the tools (Why?, Undo, ...) are inspected."""
TOOLS = ("why", "history", "correct", "standings", "chronicle", "curves", "pause")
MENUS = ("seats", "games", "players", "settings", "language", "club", "time zone", "backup", "update")
NAMES = ("Anna", "Benjamin", "Charlotte", "Dimitri", "Eva", "Francesca")

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
"""Game, players and house rules of each run."""


class GameWalk:
    """One game: every kind of question is inspected once in every step, and answered by touch if it is new.

    Args:
        screen: the app, offscreen.
        inspector: finds errors of a screen.
        seed: of the bot that plays.
        touched: number of touch answers so far, by kind of question.
    """

    def __init__(self, screen: Any, inspector: Any, seed: int, touched: Counter[str]) -> None:
        from companion.referee.random_bot import RandomBot

        self.shell, self.driver = screen.shell, screen.driver
        self.screen, self.inspector = screen, inspector
        self.player = RandomBot(seed)
        self.touched, self.seen = touched, Counter[str]()
        self.problems: list[str] = []

    def play(self, case: tuple[str, int, dict[str, str]], turns: int) -> None:
        """Start a game and play this many turns."""
        from companion.games import find_game
        from companion.referee.seats import seats_of

        name, players, house = case
        self.shell.start_game(find_game(name), seats_of(players, NAMES), house)
        while self.question is not None and len(self.shell.playing.table.entries) < MOST:
            state = self.shell.playing.table.state
            if state.turn > turns:
                break
            self.answer(f"{type(self.question).__name__} in {state.step}")
            if len(self.shell.playing.table.entries) == TOOLS_AFTER:
                self.look_at_tools(TOOLS)
        if self.question is None:
            self.shell.show_home()
            self.look("victory", self.shell.home)
        self.shell.leave_game()

    @property
    def question(self) -> Any:
        return self.shell.playing.question

    def answer(self, kind: str) -> None:
        """Answer the open question; inspect its screen first if it is new."""
        raw = self.player.answer(self.question)
        prompt = re.sub(r"\b[A-Z]\S*|\d+", "", self.question.prompt).strip()
        if not self.seen[f"{kind}: {prompt}"]:
            self.shell.show_home()
            self.look_at_question(f"{kind}: {prompt}")
        self.seen[f"{kind}: {prompt}"] += 1
        if self.touched[kind]:
            self.skip(raw)
        else:
            self.touched[kind] += 1
            self.touch(kind, raw)

    def skip(self, raw: Any) -> None:
        """Answer without the screen, and remove the last roll's result as the shell would."""
        session = self.shell.playing
        session.unsubscribe(self.shell._on_change)
        session.answer(raw)
        session.subscribe(self.shell._on_change)
        self.shell.banner.close()

    def touch(self, kind: str, raw: Any) -> None:
        """Answer by simulated touches."""
        session = self.shell.playing
        given, seq = len(session.table.entries), session.seq
        self.driver.give(raw)
        if len(session.table.entries) == given or session.seq == seq:
            self.problems.append(f"{kind}: {raw!r} was touched in, but not taken")
            session.answer(raw)

    def look_at_question(self, kind: str) -> None:
        """Check that the right screen is shown, and inspect it."""
        home = self.shell.home
        if home.name != self.shell._home_name():
            self.problems.append(f"{kind}: the screen {home.name} is shown")
        self.look(kind, home)
        if home.name == "table" and home.panel.question is not self.question:
            self.problems.append(f"{kind}: another question is shown")

    def look(self, kind: str, shown: Any) -> None:
        """Inspect a screen, and a toast over it."""
        self.screen.wait(0.0)
        strip, toast = self.shell.strip, self.shell.toast.toast
        if toast.parent is self.shell:
            self.problems += [f"said over {kind}: {wrong}" for wrong in self.inspector.inspect(toast)]
            self.shell.remove_widget(toast)
            self.screen.wait(0.0)
        wrongs = self.inspector.inspect(shown)
        if kind == "time zone":  # its places are named by the system
            wrongs = [wrong for wrong in wrongs if not wrong.endswith("is English")]
        self.problems += [f"{kind}: {wrong}" for wrong in wrongs]
        self.problems += [f"{kind}: {wrong}" for wrong in covering(self.shell)]
        if strip.parent is self.shell:
            self.problems += [f"panel: {wrong}" for wrong in self.inspector.overflow.found(strip)]

    def look_at_tools(self, names: tuple[str, ...]) -> None:
        """Inspect the overlays of the table, or of the lobby."""
        for name in names:
            self.shell.open_overlay(name, **({"lobby": self.shell.home} if name == "seats" else {}))
            self.seen[name] += 1
            self.look(name, self.shell.overlay)
        self.shell.close_overlay()

    def look_at_menus(self) -> None:
        """Inspect the lobby and the screens that open from it."""
        from companion.games import GAMES

        self.shell.show_home()
        self.look("lobby", self.shell.home)
        self.look_at_tools(MENUS)
        for game in GAMES:
            self.shell.home._choose_game(game)
            self.look(f"lobby of {game.id}", self.shell.home)
            for name in ("house rules", "learn"):
                self.shell.open_overlay(name, lobby=self.shell.home)
                self.look(f"{name} of {game.id}", self.shell.overlay)
            self.shell.close_overlay()
        self.shell.home._choose_game(GAMES[0])


TOAST = "Anna takes Brazil."
RESULT = 176.0
"""Height of a roll's result in a wide box, in theme pixels."""


def covering(shell: Any) -> list[str]:
    """List what a toast, and the result of the roll before, would cover of the controls that are shown."""
    from companion.ui.free_boxes import control_boxes, covered
    from companion.ui.theme import px

    screen = shell.overlay or shell.home
    boxes = {f"the toast {TOAST!r}": shell.toast.box(TOAST)}
    latest = shell.session.table.latest if screen is shell.home and shell.session is not None else ()
    if any(report.kind == "battle" for report in latest):
        boxes["a result"] = screen.banner_box(lambda width: px(RESULT if width > px(400) else 128.0))
    controls = control_boxes(screen)
    return [f"{what} would cover a control" for what, box in boxes.items() if covered(box, controls)]


class Errors(logging.Handler):
    """Collects logged errors."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--size", default="x".join(map(str, SIZE)))
    parser.add_argument("--panel", action="store_true", help="with buttons and lights, and their strip")
    parser.add_argument("--language", default="en", help="of the screen; pseudo finds English that is left")
    parser.add_argument("--menus", action="store_true", help="look at the lobby's screens too")
    parser.add_argument("--turned", action="store_true", help="upside down, as for a player opposite")
    parser.add_argument("--cases", type=int, nargs="+", default=range(len(CASES)))
    return parser.parse_args()


def open_window(wanted: argparse.Namespace) -> tuple[Any, Any]:
    """Open the window, and return the inspector and the app."""
    wide, high = map(int, wanted.size.split("x"))
    prepare_offscreen((wide, high), wanted.data)
    from kivy.core.window import Window

    from companion.app.night.panel_controller import Presses
    from companion.hardware.discovery import simulated_panel
    from companion.locale import catalogue
    from companion.tools.demonstrations.offscreen import Offscreen
    from tests.locale.pseudo import translators_pseudo
    from tests.ui.inspector import Inspector
    from tests.ui.overflow import Overflow

    if wanted.language == "pseudo":
        catalogue._SHOWN.catalogue = translators_pseudo()
    else:
        catalogue.show_in(wanted.language)
    presses = Presses()
    panels = simulated_panel(presses.put) if wanted.panel else None
    inspector = Inspector(Overflow(), pseudo=wanted.language == "pseudo")
    screen = Offscreen(wanted.data, (wide, high), None, wanted.seed, panels, presses)
    if wanted.turned:
        Window.rotation = 180
        screen.picture(wanted.data / "turned.png")  # the first picture is still drawn as before
    return inspector, screen


def main() -> None:
    wanted = arguments()
    wanted.data.mkdir(parents=True, exist_ok=True)
    inspector, screen = open_window(wanted)
    errors = Errors()
    logging.getLogger().addHandler(errors)
    touched: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for number in wanted.cases:
        case = CASES[number]
        walk = GameWalk(screen, inspector, wanted.seed, touched[case[0]])
        try:
            if wanted.menus and number == wanted.cases[0]:
                walk.look_at_menus()
            walk.play(case, wanted.turns)
        except Exception:
            walk.problems.append(traceback.format_exc())
            screen.shell.leave_game()
        problems = list(dict.fromkeys(walk.problems + errors.said))
        errors.said = []
        inspector.contact_sheets(wanted.data / f"{number}-{case[0]}")
        print(json.dumps({"case": number, "seen": dict(walk.seen), "problems": problems}), flush=True)
    (wanted.data / "words.txt").write_text("\n".join(sorted(inspector.said)), encoding="utf-8")
    screen.close()


if __name__ == "__main__":
    main()
