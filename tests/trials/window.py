"""The real window, drawn offscreen, that answers at random until it is killed.

``python -m tests.trials.window DATA SEED`` goes on with the last game, or begins one, and prints for every
answer that its screen has taken, drawn, how many answers stand.
"""

import random
import sys
from pathlib import Path

from companion.demonstrations.window import prepare_offscreen


def main() -> None:
    """Answer until killed."""
    data, seed = Path(sys.argv[1]), int(sys.argv[2])
    prepare_offscreen((800, 480), data)
    from companion.demonstrations.offscreen import Offscreen
    from companion.games import every_game
    from companion.referee.random_bot import RandomBot
    from companion.referee.seats import seats_of

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
