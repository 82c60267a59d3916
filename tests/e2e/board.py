"""Teaches a board by touches in the real window, and plays whole games on boards by touches.

``python -m tests.e2e.board DATA teach`` teaches Two Shores from a photo, until it is killed; ``... go-on``
starts the app again, takes the board up, finishes it, and starts a game on it. ``... play BOARD GAME`` plays
a game on a board that ships from the lobby to its end, every answer by touch. All print lines of JSON.
"""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.tools.demonstrations.window import prepare_offscreen

SIZE = (800, 480)
SEED = 3
TAUGHT = "duel"
QUICKLY = {
    "classic": ("House rules", "Each player all at once", "Back"),
    "nuked": ("Steady",),
    "balance": ("Short",),
}
"""What is touched in the lobby for a game that asks less."""


def window(data: Path) -> Any:
    """Return the app in an offscreen window; the players' boards are in the same folder."""
    os.environ["COMPANION_DATA"] = str(data / "own")
    prepare_offscreen(SIZE, data)
    from companion.tools.demonstrations.offscreen import Offscreen

    return Offscreen(data, SIZE, None, SEED)


def teacher(screen: Any) -> Any:
    """Return a teacher who tells after each touch what has been taught."""
    from companion.games.boards.board import load_board
    from tests.tools.editors.teacher import Teacher

    class Telling(Teacher):
        """Tells after each touch what has been taught."""

        def _touched(self, begun: float) -> None:
            super()._touched(begun)
            if hasattr(self.shell.overlay, "draft"):
                tell("touched", **taught(screen))

    return Telling(screen.shell, screen.pointer, load_board(TAUGHT))


def taught(screen: Any) -> dict[str, Any]:
    """Return how much of everything has been taught."""
    plan = screen.shell.overlay.draft.plan
    homes = sum(bool(place.continent) for place in plan.places)
    counts = (len(plan.corners), len(plan.places), len(plan.water), len(plan.changed), homes)
    return {"taught": counts}


def tell(step: str, **what: Any) -> None:
    """Print a line."""
    print(json.dumps({"step": step, **what}), flush=True)


def teach(screen: Any) -> None:
    """Teach a board."""
    screen.pointer.tap("Classic Risk")
    teaching = teacher(screen)
    teaching.begin()
    teaching.corners_and_places()
    teaching.rest()


def go_on(screen: Any) -> None:
    """Take the board up again, finish it, and start a game on it."""
    from companion.games.boards.board import load_board
    from companion.games.boards.board_check import faults

    screen.pointer.tap("Classic Risk")
    teaching = teacher(screen)
    teaching.key("Boards")
    teaching.key("Go on with our-board-1")
    tell("taken up", **taught(screen))
    teaching.corners_and_places()
    teaching.rest()
    screen.pointer.tap("Our board")
    screen.pointer.tap("Start")
    board = load_board(screen.shell.playing.table.state.board)
    tell("playing", territories=len(board.territories), links=len(board.links), faults=faults(board))


def play(screen: Any, board: str, name: str) -> None:
    """Play a game of two bots on a board, every answer by touch."""
    from companion.games import find_game
    from companion.games.boards.board import load_board
    from companion.referee.random_bot import RandomBot
    from tests.bench.bots import bot_answer

    game, pointer = find_game(name), screen.pointer
    assert game.bot is not None
    seats = str(game.seats[0])
    for words in (game.title, "Boards", load_board(board).name, *QUICKLY[name], seats, "Start"):
        pointer.tap(words)
    session, bot, chance = screen.shell.playing, game.bot("normal", SEED), RandomBot(SEED)
    assert session.table.state.board == board
    while session.question is not None:
        given = len(session.table.entries)
        screen.driver.give(bot_answer(session.table, bot if session.question.seat else None, chance))
        assert len(session.table.entries) > given, session.question
    screen.wait(0.2)
    state = session.table.state
    ended = {"winners": state.winners, "screen": screen.shell.home.name, "reads": pointer.texts()}
    tell("ended", answers=len(session.table.entries), turns=state.turn, **ended)


def main() -> None:
    data, part, *more = sys.argv[1:]
    screen = window(Path(data))
    parts: dict[str, Callable[..., None]] = {"teach": teach, "go-on": go_on, "play": play}
    try:
        parts[part](screen, *more)
    finally:
        screen.close()


if __name__ == "__main__":
    main()
