"""Screenshots of the scenario editor: ``python -m companion.tools.demonstrations.scenario FOLDER``."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.tools.demonstrations.screenshots import keep
from companion.tools.demonstrations.window import offscreen_app

if TYPE_CHECKING:
    from companion.tools.demonstrations.offscreen import Offscreen

SIZE = (800, 480)
SEED = 1
TITLE = "Night raid"
SIDES = ("Coast", "Heights")


def make_a_scenario(screen: "Offscreen", picture: Callable[[str], None]) -> None:
    """Create a scenario: two players against two, and a battery to hold."""
    pointer = screen.pointer
    for text in ("Battlefield Rogue", "Scenarios", "New scenario"):
        pointer.tap(text)
    screen.driver.type_words(TITLE)
    picture("scenario-where")
    for text in ("Next", "Next", "4"):
        pointer.tap(text)
    _share_sides(screen)
    picture("scenario-sides")
    pointer.tap("Next")
    for before, name in zip(("Players 1 and 3", "Players 2 and 4"), SIDES, strict=True):
        pointer.tap(before)
        screen.driver.type_words(name)
    pointer.tap("Next")
    _touch_zones(screen, "quay")
    picture("scenario-starts")
    for text in ("Next", "Next", f"Another way for {SIDES[0]}", "Hold"):
        pointer.tap(text)
    _touch_zones(screen, "old-battery", "net-sheds")
    picture("scenario-hold")
    for text in ("Done", "Add a condition", "Take units", "Done"):
        pointer.tap(text)
    picture("scenario-way")
    for text in ("Done", "Next"):
        pointer.tap(text)
    picture("scenario")
    pointer.tap("Back")
    picture("scenarios")
    pointer.tap("More")
    picture("scenario-more")


def _share_sides(screen: "Offscreen") -> None:
    """Put players 3 and 4 on the sides of players 1 and 2."""
    from companion.ui.widgets.controls.buttons import BigButton

    for player, text in ((3, "Player 1"), (4, "Player 2")):
        keys = [key for key in _overlay(screen).walk() if isinstance(key, BigButton) and key.text == text]
        keys.sort(key=lambda key: key.to_window(*key.center)[1], reverse=True)
        screen.pointer.touch(keys[player - 1])


def _touch_zones(screen: "Offscreen", *zones: str) -> None:
    for zone in zones:
        screen.pointer.tap_at(*_overlay(screen).page.map.where(zone))


def _overlay(screen: "Offscreen") -> Any:
    """The open screen of the editor."""
    return screen.shell.overlay


def main() -> None:
    """Take all screenshots into the folder given on the command line."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with offscreen_app(SIZE, SEED) as screen:
        make_a_scenario(screen, lambda name: keep(screen, folder / f"{name}.png"))


if __name__ == "__main__":
    main()
