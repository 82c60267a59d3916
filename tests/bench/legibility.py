"""How large the question is written, in minutes of arc from across the table.

``python -m tests.bench.legibility [--size 800x480] [--answers N] [--cases N ...] [--before]``: a bot plays
each game; for every question beside the board the height of its capitals is measured as seen from 1.2 m,
where 16 minutes of arc are wanted (ISO 9241-303). With ``--before`` the question does not grow.
"""

import argparse
import tempfile
from math import atan, degrees
from pathlib import Path
from statistics import median
from typing import Any

from companion.tools.demonstrations.window import prepare_offscreen
from tests.ui.every_game import CASES

DISTANCE_MM, CAPITALS, PIXELS_PER_MM, WANTED = 1200.0, 0.7, 5.2, 16.0
"""Distance of the eyes, height of capitals in font sizes, theme pixels in a millimetre, minutes of arc."""


def minutes(font_size: float) -> float:
    """Return the minutes of arc of capitals in a font size in theme pixels."""
    return 60 * degrees(atan(font_size * CAPITALS / PIXELS_PER_MM / DISTANCE_MM))


def main() -> None:
    """Play every game for a while and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", default="800x480")
    parser.add_argument("--answers", type=int, default=60, help="answers in each game")
    parser.add_argument("--cases", type=int, nargs="+", default=range(len(CASES)))
    parser.add_argument("--before", action="store_true")
    wanted = parser.parse_args()
    wide, high = map(int, wanted.size.split("x"))
    data = Path(tempfile.mkdtemp())
    prepare_offscreen((wide, high), data)
    from companion.games import find_game
    from companion.referee.random_bot import RandomBot
    from companion.referee.seats import seats_of
    from companion.tools.demonstrations.offscreen import Offscreen
    from companion.ui.screens import question_card

    if wanted.before:
        looks = [look for look in question_card.LOOKS if look[0] in question_card.USUAL]
        vars(question_card)["LOOKS"] = looks
    screen = Offscreen(data, (wide, high))
    for name, players, house in (CASES[number] for number in wanted.cases):
        screen.shell.start_game(find_game(name), seats_of(players), house)
        found = dict(measured(screen, RandomBot(1), wanted.answers))
        screen.shell.leave_game()
        sizes = sorted(minutes(size) for size in found.values())
        enough = sum(size >= WANTED for size in sizes) / len(sizes)
        title = f"{name} {' '.join(house.values())}".strip()
        print(
            f"{title:44} {len(sizes):3} questions, median {median(sizes):4.1f}, least {sizes[0]:4.1f}, "
            f"{enough:4.0%} from {WANTED:g} on",
            flush=True,
        )
        for prompt, size in found.items():
            if minutes(size) < WANTED:
                print(f"    {minutes(size):4.1f} {prompt}")
    screen.close()


def measured(screen: Any, bot: Any, answers: int) -> Any:
    """Yield each new question of a game with its font size in theme pixels."""
    from companion.ui.theme import METRICS

    for _ in range(answers):
        question = screen.shell.playing.question
        if question is None:
            return
        screen.shell.show_home()
        if screen.shell.home.name == "table":
            screen.wait(0.0)
            screen.wait(0.0)
            yield question.prompt, screen.shell.home.card.prompt.font_size / float(METRICS.unit)
        screen.shell.playing.answer(bot.answer(question))


if __name__ == "__main__":
    main()
