"""Plays a game by touches in the real window, in a separate process that a test can kill.

``python -m tests.e2e.whole_game DATA begin`` starts a game by touches and plays into the first battle;
``python -m tests.e2e.whole_game DATA go-on`` starts the app again, plays on, and ends the game.
``touch-all`` plays it to its end with every answer by touch. All print their observations as lines of JSON.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

from companion.tools.demonstrations.window import prepare_offscreen
from tests.short_games import win

SIZE = (800, 480)
SEED = 3
TOUCHED = 5
"""Answers by touch after the game was resumed; then a correction gives one player all territories."""


def window(data: Path) -> Any:
    """Return the app in an offscreen window, with a simulated tray."""
    prepare_offscreen(SIZE, data)
    from companion.app.camera.dice_tray import open_tray
    from companion.tools.demonstrations.offscreen import Offscreen

    return Offscreen(data, SIZE, open_tray(f"simulated:{SEED}"), SEED)


def print_state(screen: Any, **more: Any) -> None:
    """Print the state of the game."""
    import msgspec

    session = screen.shell.playing
    question = session.question
    print(
        json.dumps(
            {
                "screen": screen.shell.home.name,
                "prompt": question.prompt if question is not None else None,
                "entries": len(session.table.entries),
                "state": msgspec.to_builtins(session.table.state),
                "clocks": session.clocks.spent(),
                "winners": session.table.state.winners,
                **more,
            }
        ),
        flush=True,
    )


def begin(screen: Any) -> None:
    """Play from the lobby into the middle of the first battle; then wait to be killed."""
    from companion.referee.questions import Roll
    from companion.referee.random_bot import RandomBot

    pointer, driver, player = screen.pointer, screen.driver, RandomBot(SEED)
    pointer.tap("2")
    pointer.tap("House rules")
    pointer.tap("Each player all at once")
    pointer.tap("Back")
    pointer.tap("Start")
    while not isinstance(screen.shell.playing.question, Roll):
        driver.give(player.answer(screen.shell.playing.question))
    undo_and_redo(screen)
    driver.roll()
    set_one_die_right(screen)
    correct_a_territory(screen)
    screen.wait(1.0)
    screen.shell.playing.save_clocks()
    print_state(screen, step="waiting")
    time.sleep(600)


def set_one_die_right(screen: Any) -> None:
    """Correct the last die of the attack by hand, as if the dice reader had misread it."""
    from companion.ui.widgets.dice.dice_pad import DicePad

    pointer, session = screen.pointer, screen.shell.playing
    pointer.tap("Change")
    pad = pointer.find_kind(DicePad)
    row = pad.rows["attack"]
    said = (*row.faces[:-1], row.faces[-1] % 6 + 1)
    pointer.touch(row.delete)
    pointer.touch(row.keys[said[-1] - 1])
    pointer.touch(pad.confirm)
    answer = session.table.entries[-1]
    assert sorted(answer.value["attack"]) == sorted(said), answer


def undo_and_redo(screen: Any) -> None:
    """Undo three answers by holding, and redo them one by one."""
    pointer, session = screen.pointer, screen.shell.playing
    before = len(session.table.entries)
    pointer.tap("Undo")
    pointer.touch(screen.shell.overlay._rows[2])
    pointer.hold("Undo 3")
    assert len(session.table.entries) == before - 3
    for _ in range(3):
        pointer.tap("Undo")
        pointer.tap("Redo")
    assert len(session.table.entries) == before


def correct_a_territory(screen: Any) -> None:
    """Add an army to a territory by touches; the half-declared attack is withdrawn."""
    session = screen.shell.playing
    place = session.table.state.held(session.table.state.active)[0]
    armies = session.table.state.holdings[place].armies
    screen.pointer.tap("Fix")
    screen.driver.touch_place(place)
    screen.pointer.touch(screen.pointer.find_kind(stepper()).plus)
    screen.pointer.tap("Fix (")
    assert session.table.state.holdings[place].armies == armies + 1


def stepper() -> type[Any]:
    from companion.ui.widgets.controls.stepper import Stepper

    return Stepper


def go_on(screen: Any) -> None:
    """Resume from the lobby, print the state of the game, and end it by a correction after some touches."""
    from companion.referee.random_bot import RandomBot

    session, player = resume(screen), RandomBot(SEED + 1)
    for _ in range(TOUCHED):
        if session.question is not None:
            screen.driver.give(player.answer(session.question))
    if session.question is not None:
        win(session)
    end(screen)


def touch_all(screen: Any) -> None:
    """Do the same with every answer by touch: Red plays well, or chance plays up to 8,000 answers."""
    from companion.games.classic.bot import ClassicBot
    from companion.referee.random_bot import RandomBot
    from tests.bench.bots import bot_answer

    session, chance = resume(screen), RandomBot(SEED + 1)
    players = {"red": ClassicBot("hard", SEED)}
    while session.question is not None:
        screen.driver.give(bot_answer(session.table, players.get(session.question.seat), chance))
    end(screen)


def resume(screen: Any) -> Any:
    """Go on from the lobby, and print the state of the game."""
    screen.pointer.tap("Go on")
    print_state(screen, step="resumed")
    return screen.shell.playing


def end(screen: Any) -> None:
    """Print what is shown at the end."""
    screen.wait(0.2)
    print_state(screen, step="ended", reads=screen.pointer.texts())


def main() -> None:
    data, part = Path(sys.argv[1]), sys.argv[2]
    screen = window(data)
    try:
        {"begin": begin, "go-on": go_on, "touch-all": touch_all}[part](screen)
    finally:
        screen.close()


if __name__ == "__main__":
    main()
