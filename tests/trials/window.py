"""The real window, drawn offscreen, with random answers until it is killed.

``python -m tests.trials.window DATA SEED`` resumes the last game, or starts one, and prints the number of
answers after every answer that its screen has drawn.
"""

import random
import sys
from pathlib import Path

from companion.tools.demonstrations.window import prepare_offscreen


def main() -> None:
    """Give random answers until the process is killed."""
    data, seed = Path(sys.argv[1]), int(sys.argv[2])
    prepare_offscreen((800, 480), data)
    from companion.games import every_game
    from companion.referee.random_bot import RandomBot
    from companion.referee.seats import seats_of
    from companion.tools.demonstrations.offscreen import Offscreen

    screen = Offscreen(data, (800, 480))
    shell, bot = screen.shell, RandomBot(seed)
    last = screen.context.journal.last_unfinished()
    if last is not None:
        shell.resume_game(last.id)
    else:
        game = random.Random(seed).choice(every_game())
        shell.start_game(game, seats_of(max(2, game.seats[0])), {})
    while shell.session is not None and shell.playing.question is not None:
        shell.answer(bot.answer(shell.playing.question), seq=shell.playing.seq)
        screen.wait(0.0)
        print(shell.playing.number, len(shell.playing.table.entries), flush=True)


if __name__ == "__main__":
    main()
