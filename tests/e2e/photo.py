"""A battle with real dice: a photo is read by the app, confirmed by touch and saved with its evidence.

``python -m tests.e2e.photo DATA PHOTO`` prints as JSON what was read, answered and saved. The photo shows
three white dice of the attacker, and a black and a blue one of the defender.
"""

import json
import sys
from pathlib import Path
from typing import Any

from companion.tools.demonstrations.window import prepare_offscreen

SIZE = (800, 480)
BODIES = {"attack": ("white",), "defence": ("black", "blue")}
TIMEOUT = 30.0


def window(data: Path, photo: Path) -> Any:
    """Return the app with a camera that sees only the photo."""
    prepare_offscreen(SIZE, data)
    from companion.app.camera.dice_tray import open_tray
    from companion.tools.demonstrations.offscreen import Offscreen

    return Offscreen(data, SIZE, open_tray(str(photo), BODIES), 3)


def to_the_battle(screen: Any) -> None:
    """Start a game, and skip to an attack of three dice against two."""
    from companion.app.night.session import Session
    from companion.games import find_game
    from companion.referee.questions import Roll
    from companion.referee.random_bot import RandomBot
    from companion.referee.seats import seats_of

    journal, classic, player = screen.context.journal, find_game("classic"), RandomBot(7)
    session = Session.begin(journal, classic, seats_of(3), {"placing": "all at once"})
    while not isinstance(session.question, Roll) or [pool.most for pool in session.question.pools] != [3, 2]:
        assert session.question is not None
        session.answer(player.answer(session.question))
    screen.shell.show_session(session)


def main() -> None:
    data, photo = Path(sys.argv[1]), Path(sys.argv[2])
    screen = window(data, photo)
    try:
        to_the_battle(screen)
        waited = 0.0
        while not screen.pointer.shows("Confirm") and waited < TIMEOUT:
            screen.wait(0.2)
            waited += 0.2
        screen.picture(data / "battle.png")
        screen.pointer.tap("Confirm")
        session = screen.shell.playing
        number = len(session.table.entries)
        kept = screen.context.journal.evidence(session.number, number)
        told = {
            "answer": session.table.entries[-1].value,
            "by": session.table.entries[-1].by,
            "seen": [[die.face, die.colour] for die in kept.dice] if kept else None,
            "crop": len(kept.crop) if kept else 0,
        }
        print(json.dumps(told), flush=True)
    finally:
        screen.close()


if __name__ == "__main__":
    main()
