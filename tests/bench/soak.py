"""Plays all games for a long time in one window, with a camera, and tells how memory grows.

``python -m tests.bench.soak [MINUTES]`` prints a line per game: minutes, answers, megabytes resident,
megabytes of the C heap in use, objects of Python. Set MALLOC_ARENA_MAX=2, as the service does.
"""

import ctypes
import gc
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.appliance import EMPTY_TRAY, ROOT, megabytes, window

GAMES: tuple[tuple[str, int, dict[str, str]], ...] = (
    ("classic", 4, {"placing": "all at once"}),
    ("starcraft", 4, {"mode": "command room", "placing": "all at once"}),
    ("nuked", 4, {}),
    ("balance", 3, {}),
    ("battle", 2, {}),
    ("rogue", 2, {}),
)
"""Games with their seats and house rules, one after the other."""
ANSWERS = 80
"""Answers in a game before the next begins."""
MENUS = ("chronicle", "curves", "standings", "pause", "correct", "history", "settings")


class _HeapInUse(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_size_t)
        for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks",
                     "fordblks", "keepcost")
    ]  # fmt: skip


def heap_in_use() -> float:
    """Return the megabytes that the C library has handed out (mallinfo2)."""
    library = ctypes.CDLL("libc.so.6")
    library.mallinfo2.restype = _HeapInUse
    found = library.mallinfo2()
    return float((found.uordblks + found.hblkhd) / 1e6)


def main(minutes: float) -> None:
    """Play until the time is over."""
    from companion.app.camera.dice_tray import open_tray
    from companion.errors import CompanionError
    from companion.games import find_game
    from companion.referee.random_bot import RandomBot
    from companion.referee.seats import seats_of
    from companion.ui.app import return_free_memory

    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder) / "tray.png"
        subprocess.run([sys.executable, "-c", EMPTY_TRAY, str(empty)], check=True, cwd=ROOT)
        screen = window(Path(folder), open_tray(str(empty)))
        shell, began, answers, round_ = screen.shell, time.monotonic(), 0, 0
        while time.monotonic() - began < 60 * minutes:
            name, seats, rules = GAMES[round_ % len(GAMES)]
            shell.start_game(find_game(name), seats_of(seats), dict(rules))
            player = RandomBot(round_)
            for number in range(ANSWERS):
                session = shell.playing
                if session.question is None:
                    break
                try:
                    shell.answer(player.answer(session.question), seq=session.seq)
                except CompanionError:
                    session.undo()
                answers += 1
                screen.wait(0.02)
                if number % 20 == 19:
                    shell.open_overlay(MENUS[(number // 20 + round_) % len(MENUS)])
                    screen.wait(0.1)
                    shell.close_overlay()
            shell.leave_game()
            screen.wait(0.2)
            round_ += 1
            gc.collect()  # as the app does, which is not here
            return_free_memory()
            past = (time.monotonic() - began) / 60
            print(
                f"{past:5.1f} min {answers:6} answers {name:10} {megabytes():6.0f} MB "
                f"{heap_in_use():6.0f} MB heap {len(gc.get_objects()):8} objects",
                flush=True,
            )
        screen.close()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0)
