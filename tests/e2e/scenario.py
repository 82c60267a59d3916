"""A scenario made by touches in the real window, and played to its victory in another process.

``python -m tests.e2e.scenario DATA make`` makes it from nothing; ``... DATA play`` starts the app again,
looks at a broken file beside it, finds it at the set-up, and wins. Both say what they saw as a line of JSON.
"""

import json
import sys
from pathlib import Path
from typing import Any

from tests.e2e.battlefield import window

TITLE = "Night raid"
ANSWERS: tuple[Any, ...] = (
    *("night-raid", "red", "type", "docks assault", "command-post assault", "+go"),
    *("docks", "recon", "+go", "fish-market"),  # the recon stays behind and holds the docks
)
"""From the set-up to the first march."""


def make(screen: Any) -> dict[str, Any]:
    """Answer one question after the other; Player 1 wins by two things together."""
    hand = screen.hand
    for words in ("Battlefield Rogue", "Scenarios", "New scenario"):
        hand.tap(words)
    screen.fingers.type_words(TITLE)
    for words in ("Next", "Next", "2", "Next", "Next", "Next", "Next"):
        hand.tap(words)
    hand.tap("Another way for Player 1")
    hand.tap("Hold")
    unfinished = screen.stage.cover.bench.problems().words
    on_map(screen, "docks")
    stepper = screen.hand.find_kind(_stepper())
    for step in (stepper.plus, stepper.minus):
        hand.touch(step)
    hand.tap("Done")
    hand.tap("And also")
    hand.tap("Reach")
    on_map(screen, "fish-market")
    retold = hand.sees("Player 1 wins by holding Docks for 2 turns and reaching Fish market.")
    for words in ("Done", "Done", "Next"):
        hand.tap(words)
    return {"unfinished": unfinished, "retold": retold, "ready": hand.sees("Ready")}


def on_map(screen: Any, zone: str) -> None:
    """Touch a zone on the editor's map."""
    screen.hand.tap_at(*screen.stage.cover.page.map.where(zone))


def play(screen: Any) -> dict[str, Any]:
    """Hear what is wrong with the broken one, then play the good one until somebody has won."""
    hand, stage = screen.hand, screen.stage
    hand.tap("Battlefield Rogue")
    hand.tap("Scenarios")
    hand.tap("broken")
    said = hand.find_kind(_sheet()).ruling.words
    hand.tap_at(400, 10)
    for words in ("Back", "2", "Start"):
        hand.tap(words)
    for answer in ANSWERS:
        screen.fingers.give(answer)
    while stage.playing.question is not None:
        screen.fingers.give("end")
    state = stage.playing.table.state
    screen.wait(0.1)
    return {
        "broken": said,
        "turn": state.turn,
        "winners": list(state.winners),
        "shown": hand.sees("Hold Docks for 2 turns and reach Fish market"),
        "by": sorted({entry.by for entry in stage.playing.table.entries}),
    }


def _stepper() -> Any:
    from companion.ui.widgets.stepper import Stepper

    return Stepper


def _sheet() -> Any:
    from companion.ui.widgets.ruling_sheet import RulingSheet

    return RulingSheet


def main() -> None:
    data, part = Path(sys.argv[1]), sys.argv[2]
    screen = window(data)
    try:
        print(json.dumps({"make": make, "play": play}[part](screen)), flush=True)
    finally:
        screen.close()


if __name__ == "__main__":
    main()
