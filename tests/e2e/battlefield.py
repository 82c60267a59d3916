"""Draws a battlefield by touches in the real window, and plays on it in another process.

``python -m tests.e2e.battlefield DATA draw`` draws and saves it; ``... DATA play`` starts the app again,
finds it, and plays some turns on it by touches. Both print their observations as a line of JSON.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from companion.tools.demonstrations.window import prepare_offscreen

SIZE = (800, 480)
SEED = 5
TITLE = "Ford"
TURNS = 3

ZONES = (
    ((0, 0), (48, 0), (52, 45), (0, 50)),
    ((48, 0), (100, 0), (100, 50), (52, 45)),
    ((0, 50), (52, 45), (50, 100), (0, 100)),
    ((52, 45), (100, 50), (100, 100), (50, 100)),
)
"""Corners of the zones of each tile; shared corners let the touch snap."""


def window(data: Path) -> Any:
    """Return the app in an offscreen window; the players' files are in the same folder."""
    os.environ["COMPANION_DATA"] = str(data / "own")
    prepare_offscreen(SIZE, data)
    from companion.tools.demonstrations.offscreen import Offscreen

    return Offscreen(data, SIZE, None, SEED)


def draw(screen: Any) -> dict[str, Any]:
    """Name a battlefield, place two tiles, draw zones, join, mark and save."""
    pointer = screen.pointer
    pointer.tap("Battlefield Rogue")
    pointer.tap("Battlefields")
    pointer.tap("New battlefield")
    screen.driver.type_words(TITLE)
    for tile, square in (("2B", "+0,0"), ("4A", "+1,0")):
        on_map(screen, square)
        pointer.tap(tile)
        pointer.tap("Blank")
        pointer.tap("Draw zones")
        for corners in ZONES:
            for corner in (*corners, corners[0]):
                pointer.tap_at(*screen.shell.overlay.sheet.where(corner))
        pointer.tap("Done")
    pointer.tap("Joins")
    on_map(screen, "2b-1")
    on_map(screen, "2b-4")
    refused = pointer.shows("Why not?")
    pointer.tap_at(400, 10)
    pointer.tap("Link all neighbours")
    mark(screen, "woods", "2b-3")
    mark(screen, "symbol-leadership", "4a-1")
    mark(screen, "start*1", "2b-1")
    mark(screen, "start*2", "4a-4")
    ready = pointer.shows("Ready")
    pointer.tap("Save")
    return {"refused": refused, "ready": ready}


def on_map(screen: Any, place: str) -> None:
    """Touch a place on the editor's map."""
    screen.pointer.tap_at(*screen.shell.overlay.map.where(place))


def mark(screen: Any, sign: str, zone: str) -> None:
    """Add a mark to a zone."""
    from companion.tools.editors.edit_modes import PaletteKey

    screen.pointer.tap("Marks")
    overlay = screen.shell.overlay
    screen.pointer.touch(
        next(key for key in overlay.walk() if isinstance(key, PaletteKey) and key.sign == sign)
    )
    on_map(screen, zone)


def play(screen: Any) -> dict[str, Any]:
    """Start a game on it from the lobby and play some turns; a broken file beside it shows its error."""
    from companion.referee.random_bot import RandomBot

    pointer, shell = screen.pointer, screen.shell
    pointer.tap("Battlefield Rogue")
    pointer.tap("Battlefields")
    pointer.tap("broken")
    said = [reason.text for reason in _sheet(screen).ruling.reasons]
    pointer.tap_at(400, 10)
    pointer.tap("Back")
    pointer.tap("2")
    pointer.tap("Start")
    player = RandomBot(SEED)
    while shell.playing.question is not None and shell.playing.table.state.turn <= TURNS:
        question = shell.playing.question
        here = [option.id for option in getattr(question, "options", ()) if option.label == TITLE]
        screen.driver.give(here[0] if here else player.answer(question))
    state = shell.playing.table.state
    return {
        "broken": said,
        "field": state.field.title,
        "turn": state.turn,
        "entries": len(shell.playing.table.entries),
        "by": sorted({entry.by for entry in shell.playing.table.entries}),
    }


def _sheet(screen: Any) -> Any:
    from companion.ui.widgets.controls.ruling_popup import RulingPopup

    return screen.pointer.find_kind(RulingPopup)


def main() -> None:
    data, part = Path(sys.argv[1]), sys.argv[2]
    screen = window(data)
    try:
        print(json.dumps({"draw": draw, "play": play}[part](screen)), flush=True)
    finally:
        screen.close()


if __name__ == "__main__":
    main()
