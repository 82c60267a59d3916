"""Plays each game to its end in one language, every answer by touch, in the real window.

``python -m tests.e2e.language_games DATA LANGUAGE [GAME ...]`` prints a line of JSON for each game.
"""

import json
import sys
import time
from itertools import count
from pathlib import Path
from typing import Any

from companion.tools.demonstrations.window import prepare_offscreen

SIZE = (800, 480)
CASES: dict[str, tuple[int, dict[str, str]]] = {
    "classic": (2, {"placing": "all at once"}),
    "starcraft": (2, {"placing": "all at once"}),
    "nuked": (3, {"rule_set": "Steady"}),
    "balance": (2, {"claiming": "dealt", "placing": "all at once"}),
    "battle": (2, {}),
    "rogue": (2, {}),
}
"""Players and house rules of each game."""
LONGEST = 3000
"""Maximum number of answers of a game."""
DRAW_EVERY = 20
"""One frame in so many is drawn: without a graphics card drawing takes most of the time."""


def draw_seldom() -> None:
    """Draw one frame in `DRAW_EVERY`; layouts and touches work as ever."""
    from kivy.core.window import Window

    kind, frames = type(Window), count()
    draw, flip = kind.on_draw, kind.on_flip

    def on_draw(window: Any, *_: Any) -> None:
        if next(frames) % DRAW_EVERY == 0:
            draw(window)
            flip(window)

    kind.on_draw, kind.on_flip = on_draw, lambda *_: None


def play(screen: Any, name: str, seed: int) -> dict[str, Any]:
    """Play a game of bots to its end, and return what is then on the screen.

    Args:
        screen: the app.
        name: the game's id.
        seed: of the bots.
    """
    from companion.games import find_game
    from companion.locale import catalogue
    from companion.referee.random_bot import RandomBot
    from companion.referee.seats import seats_of
    from tests.bench.bots import bot_answer

    game, (players, house) = find_game(name), CASES[name]
    assert game.bot is not None
    screen.shell.start_game(game, seats_of(players), house)
    screen.wait(0.0)
    session, bot, chance = screen.shell.playing, game.bot("normal", seed), RandomBot(seed)
    covered = 0
    while session.question is not None and len(session.table.entries) < LONGEST:
        given, answer = (
            len(session.table.entries),
            bot_answer(session.table, bot if session.question.seat else None, chance),
        )
        screen.driver.give(answer)
        if len(session.table.entries) == given:  # the touch has only closed a roll's result that lay there
            covered += 1
            screen.driver.give(answer)
        assert len(session.table.entries) > given, session.question
    screen.wait(0.2)
    state = session.table.state
    ended = {
        "answers": len(session.table.entries),
        "turns": state.turn,
        "winners": state.winners,
        "covered": covered,
    }
    reads = [catalogue.shown(text) for text in screen.pointer.texts()]
    return {**ended, "screen": screen.shell.home.name, "reads": reads}


def main() -> None:
    data, language, *games = sys.argv[1:]
    prepare_offscreen(SIZE, Path(data))
    from companion.locale import catalogue
    from companion.locale.languages import languages
    from companion.tools.demonstrations.offscreen import Offscreen

    catalogue.show_in(language)
    seed = languages().index(language)
    screen = Offscreen(Path(data), SIZE, None, seed)
    draw_seldom()
    try:
        for name in games or CASES:
            begun = time.monotonic()
            ended = play(screen, name, seed)
            print(json.dumps({"game": name, "seconds": round(time.monotonic() - begun), **ended}), flush=True)
            screen.shell.leave_game()
    finally:
        screen.close()


if __name__ == "__main__":
    main()
