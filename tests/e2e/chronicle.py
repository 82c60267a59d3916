"""Reviews a game by touches in the real window: ``python -m tests.e2e.chronicle DATA``.

Prints one line of JSON: the state of the game, the chronicle's contents, and where the game continued.
"""

import json
import sys
from pathlib import Path
from typing import Any

from tests.e2e.whole_game import SEED, window

ANSWERS = 60


def play(screen: Any, answers: int) -> None:
    """Give this many random answers, the last few by touches."""
    from companion.referee.random_bot import RandomBot

    bot, session = RandomBot(SEED), screen.shell.playing
    session.unsubscribe(screen.shell._on_change)  # the screen need not follow meanwhile
    for _ in range(answers):
        session.answer(bot.answer(session.question))
    session.subscribe(screen.shell._on_change)
    screen.shell.show_home()
    screen.wait(0.1)


def touch_once(screen: Any) -> None:
    """Give one answer by touches."""
    from companion.referee.random_bot import RandomBot

    screen.driver.give(RandomBot(SEED).answer(screen.shell.playing.question))


def main() -> None:
    """Start a game, play, open the chronicle, scrub, return to a turn, and continue from there."""
    screen = window(Path(sys.argv[1]))
    pointer = screen.pointer
    pointer.tap("2")
    pointer.tap("House rules")
    pointer.tap("Each player all at once")
    pointer.tap("Back")
    pointer.tap("Start")
    touch_once(screen)
    play(screen, ANSWERS)
    session = screen.shell.playing
    pointer.tap("Undo")
    pointer.tap("Chronicle")
    chronicle = screen.shell.overlay
    before, latest = len(session.table.entries), chronicle.turn
    ribbon = chronicle.ribbon
    for share in (0.9, 0.2, 0.5):
        pointer.tap_at(ribbon.x + ribbon.width * share, ribbon.center_y)
    shown, board = chronicle.turn, chronicle.board.game_view
    entry = chronicle.chronicle.turns[shown].last_entry
    screen.picture(Path(sys.argv[1]) / "chronicle.png")
    pointer.hold("Go back to here")
    back, same = len(session.table.entries), session.table.game_view == board
    touch_once(screen)
    told = {
        "before": before,
        "latest": latest,
        "shown": shown,
        "entry": entry,
        "back": back,
        "same": same,
        "after": len(session.table.entries),
        "kept": session.journal.load(session.number).record.entry_count,
        "screen": screen.shell.overlay is None,
    }
    print(json.dumps(told), flush=True)
    screen.close()


if __name__ == "__main__":
    main()
