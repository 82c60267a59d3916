"""Measures the companion's cost on a machine: a tap, idling, a camera, memory, and the start.

``python -m tests.bench.appliance [taps] [idle] [camera] [start]`` prints a figure per line. Times are
processor times, so that other work on the machine disturbs them little; drawing, which the graphics chip
does on a Pi, is left out.
"""

import gc
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from compileall import compile_dir
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[2]
SIZE = (800, 480)
IDLE_S = 10.0
CAMERA_S = 20.0
STARTS = 5
"""Number of starts of the companion and of an empty window, alternating."""
BARE = """
import os
from companion.ui.kivy_setup import prepare_kivy
from pathlib import Path
import sys
prepare_kivy((800, 480), Path(sys.argv[1]) / "kivy")
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.uix.label import Label
EventLoop.ensure_window(); EventLoop.status = "started"
Window.add_widget(Label(text="bare"))
Window.on_draw = Window.on_flip = lambda *_: None
EventLoop.idle()
"""
EMPTY_TRAY = """
import sys, cv2
from companion.vision.sources.simulated import SimulatedTray
cv2.imwrite(sys.argv[1], cv2.resize(SimulatedTray().next_frame().picture, (1280, 720)))
"""
LOBBY = """
import sys
from companion.app.machine.service_notify import ServiceNotifier
def stop_once_laid_out(_):
    from kivy.app import App
    from kivy.clock import Clock
    from kivy.core.window import Window
    Window.on_draw = Window.on_flip = lambda *_: None
    Clock.schedule_once(lambda _: App.get_running_app().stop())
ServiceNotifier.ready = stop_once_laid_out  # Kivy is not imported before the command prepares it
from companion.cli import main
sys.exit(main(["play", "--size", "800x480", "--data", sys.argv[1], "--camera", "none", "--panel", "none"]))
"""


def megabytes() -> float:
    """Return the current memory use of the process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def window(data: Path, tray: Any = None) -> Any:
    """Return the app in an offscreen window."""
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    from companion.ui.kivy_setup import prepare_kivy

    prepare_kivy(SIZE, data / "kivy")
    from kivy.core.window import Window
    from kivy.graphics.opengl import glFinish

    from companion.tools.demonstrations.offscreen import Offscreen

    screen = Offscreen(data, SIZE, tray)
    # Like a display, start no frame before the last is drawn: waiting frames take memory.
    Window.bind(on_flip=lambda *_: glFinish())
    return screen


def cost_of_taps(screen: Any, name: str, house_rules: dict[str, str], seats: int, answers: int = 60) -> float:
    """Return the median milliseconds of the main thread from an answer to the next layout, undrawn."""
    from kivy.base import EventLoop
    from kivy.core.window import Window

    from companion.games import find_game
    from companion.referee.random_bot import RandomBot
    from companion.referee.seats import seats_of
    from companion.tools.demonstrations.offscreen import without_drawing

    shell, player = screen.shell, RandomBot(4)
    shell.start_game(find_game(name), seats_of(seats), house_rules)
    session = shell.playing
    session.unsubscribe(shell._on_change)
    while session.table.timeline.part == "setup" or len(session.table.entries) < 60:
        session.answer(player.answer(session.question))
    session.subscribe(shell._on_change)
    shell.show_home()
    screen.wait(0.3)
    spent = []
    gc.collect()
    for _ in range(answers):
        answer = player.answer(session.question)
        began = time.thread_time()
        shell.answer(answer, seq=session.seq)
        with without_drawing(Window):
            EventLoop.idle()
        spent.append(time.thread_time() - began)
        EventLoop.idle()
    shell.leave_game()
    return 1000 * median(spent)


def load(screen: Any, seconds: float) -> float:
    """Return the load in per cent of a core without touches; unchanged frames are not drawn."""
    from kivy.base import EventLoop
    from kivy.core.window import Window

    from companion.ui.frame_rate import AFTER_TOUCH, FrameRate

    rate = FrameRate(Window)
    screen.wait(AFTER_TOUCH)
    began, clock = time.process_time(), time.monotonic()
    while time.monotonic() - clock < seconds:
        EventLoop.idle()
    rate.close()
    return 100 * (time.process_time() - began) / (time.monotonic() - clock)


def taps(tell: Callable[[str, float, str], None]) -> None:
    """Report the cost of an answer in two games."""
    with tempfile.TemporaryDirectory() as folder:
        screen = window(Path(folder))
        tell("answer, Classic", cost_of_taps(screen, "classic", {"placing": "all at once"}, 3), "ms")
        rules = {"mode": "command room", "placing": "all at once"}
        tell("answer, StarCraft", cost_of_taps(screen, "starcraft", rules, 4), "ms")


def idle(tell: Callable[[str, float, str], None]) -> None:
    """Report the cost of the lobby and of a game without touches."""
    from companion.games import find_game
    from companion.referee.random_bot import RandomBot
    from companion.referee.seats import seats_of
    from tests.ui.conftest import play_unseen
    from tests.ui.test_idle import QUESTIONS, SETTLED, waits

    with tempfile.TemporaryDirectory() as folder:
        screen = window(Path(folder))
        tell("lobby, idle", load(screen, IDLE_S), "% of a core")
        screen.shell.start_game(find_game("classic"), seats_of(3), {})
        tell("game, idle", load(screen, IDLE_S), "% of a core")
        for game, rules, kind in QUESTIONS:
            screen.shell.leave_game()
            screen.shell.start_game(find_game(game), seats_of(2), rules)
            play_unseen(screen.shell, RandomBot(5), partial(waits, kind=kind))
            screen.wait(SETTLED)
            tell(f"{game}, {kind.__name__}, idle", load(screen, IDLE_S), "% of a core")
        tell("memory", megabytes(), "MB")


def camera(tell: Callable[[str, float, str], None]) -> None:
    """Report the cost of a camera over an empty tray, and the growth of memory."""
    from companion.app.camera.dice_tray import open_tray

    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder) / "tray.png"
        # In a separate process: a real camera takes no memory for rendering.
        subprocess.run([sys.executable, "-c", EMPTY_TRAY, str(empty)], check=True, cwd=ROOT)
        screen = window(Path(folder), open_tray(str(empty)))
        before = megabytes()
        tell("camera over an empty tray, lobby", load(screen, CAMERA_S), "% of a core")
        tell("memory before", before, "MB")
        tell("memory after", megabytes(), "MB")
        screen.close()


def start(tell: Callable[[str, float, str], None]) -> None:
    """Report how much longer the lobby takes to start than an empty window, alternating in one run."""
    # Compiled as by `deploy/install` and `deploy/play`, whatever this environment sets.
    for package in ("companion", "calibration", "firmware"):
        compile_dir(ROOT / package, quiet=1)
    spent: dict[str, list[float]] = {"bare": [], "lobby": []}
    environment = {**os.environ, "SDL_VIDEODRIVER": "offscreen"}
    for _ in range(STARTS):
        for name, program in (("bare", BARE), ("lobby", LOBBY)):
            with tempfile.TemporaryDirectory() as folder:
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                subprocess.run(
                    [sys.executable, "-c", program, folder],
                    cwd=ROOT,
                    check=True,
                    capture_output=True,
                    env=environment,
                )
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent[name].append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    tell("bare window, processor time", median(spent["bare"]), "s")
    tell("lobby, processor time", median(spent["lobby"]), "s")
    tell("lobby by bare window", median(spent["lobby"]) / median(spent["bare"]), "times")


PARTS = {"taps": taps, "idle": idle, "camera": camera, "start": start}


def main() -> None:
    """Measure the parts named on the command line, or all, each in a separate process."""
    names = sys.argv[1:] or list(PARTS)
    if len(names) > 1:
        for name in names:
            subprocess.run([sys.executable, "-m", "tests.bench.appliance", name], check=True, cwd=ROOT)
        return
    PARTS[names[0]](lambda what, figure, unit: print(f"{what:36} {figure:8.2f} {unit}", flush=True))


if __name__ == "__main__":
    main()
