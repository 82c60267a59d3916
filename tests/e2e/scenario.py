"""Creates a scenario by touches in the real window, and plays it to its victory in another process.

``python -m tests.e2e.scenario DATA make`` creates it; ``... DATA play`` starts the app again, opens a broken
file beside it, finds it at the set-up, and wins. Both print their observations as a line of JSON.
"""

import json
import sys
from pathlib import Path
from typing import Any

from tests.e2e.battlefield import window

TITLE = "Night raid"
ANSWERS: tuple[Any, ...] = (
    *("night-raid", "orange", "type", "docks assault", "command-post assault", "+go"),
    *("docks", "recon", "+go", "fish-market"),  # the recon stays and holds the docks
)
"""Answers from the set-up to the first march."""


def make(screen: Any) -> dict[str, Any]:
    """Answer the editor's questions; Player 1 wins by two conditions together."""
    pointer = screen.pointer
    for words in ("Battlefield Rogue", "Scenarios", "New scenario"):
        pointer.tap(words)
    screen.driver.type_words(TITLE)
    for words in ("Next", "Next", "2", "Next", "Next", "Next", "Next"):
        pointer.tap(words)
    pointer.tap("Another way for Player 1")
    pointer.tap("Hold")
    unfinished = screen.shell.overlay.draft.problems().text
    on_map(screen, "docks")
    stepper = screen.pointer.find_kind(_stepper())
    for step in (stepper.plus, stepper.minus):
        pointer.touch(step)
    pointer.tap("Done")
    pointer.tap("Add a condition")
    pointer.tap("Reach")
    on_map(screen, "fish-market")
    retold = pointer.shows("Player 1 wins by holding Docks for 2 turns and reaching Fish market.")
    for words in ("Done", "Done", "Next"):
        pointer.tap(words)
    return {"unfinished": unfinished, "retold": retold, "ready": pointer.shows("Ready")}


def on_map(screen: Any, zone: str) -> None:
    """Touch a zone on the editor's map."""
    screen.pointer.tap_at(*screen.shell.overlay.page.map.where(zone))


def play(screen: Any) -> dict[str, Any]:
    """Read the error of the broken scenario, then play the valid one until somebody has won."""
    pointer, shell = screen.pointer, screen.shell
    pointer.tap("Battlefield Rogue")
    pointer.tap("Scenarios")
    pointer.tap("broken")
    said = pointer.find_kind(_sheet()).ruling.text
    pointer.tap_at(400, 10)
    for words in ("Back", "2", "Start"):
        pointer.tap(words)
    for answer in ANSWERS:
        screen.driver.give(answer)
    while shell.playing.question is not None:
        screen.driver.give("end")
    state = shell.playing.table.state
    screen.wait(0.1)
    return {
        "broken": said,
        "turn": state.turn,
        "winners": list(state.winners),
        "shown": pointer.shows("Hold Docks for 2 turns and reach Fish market"),
        "by": sorted({entry.by for entry in shell.playing.table.entries}),
    }


def _stepper() -> Any:
    from companion.ui.widgets.controls.stepper import Stepper

    return Stepper


def _sheet() -> Any:
    from companion.ui.widgets.controls.ruling_popup import RulingPopup

    return RulingPopup


def main() -> None:
    data, part = Path(sys.argv[1]), sys.argv[2]
    screen = window(data)
    try:
        print(json.dumps({"make": make, "play": play}[part](screen)), flush=True)
    finally:
        screen.close()


if __name__ == "__main__":
    main()
