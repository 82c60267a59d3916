"""Share of touches that hit their target, in every game.

``python -m tests.bench.touches [--answers N] [--touches N] [--spread MM]``: touches aim at the centre of each
allowed place and of the visible part of each button, with a standard deviation of 2 mm, or another one.
The seed is fixed. The line "places" says what became of the touches of allowed places: another place at once
before doubtful touches were asked again, and now; asked again; and without any effect. With ``--buttons``
buttons are touched too.
"""

import argparse
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

from companion.tools.demonstrations.window import prepare_offscreen
from tests.ui.every_game import CASES, SIZE

FATES = ("wrong before", "wrong", "asked", "lost")


def targets(shell: Any) -> Iterator[tuple[str, Any]]:
    """Yield the touch targets on the screen: allowed places, and all buttons."""
    from companion.ui.widgets.controls.canvas_widget import Tappable
    from companion.ui.widgets.players.emblem import EmblemBadge

    home = shell.home
    for widget in home.walk():
        if isinstance(widget, Tappable) and not isinstance(widget, EmblemBadge) and in_sight(widget):
            yield f"{type(widget).__name__} {getattr(widget, 'text', '')}", widget
    if home.name == "table" and home.board.parent is not None:
        for place in home.panel.places or ():
            yield place, home.board


def laid_out(board: Any) -> None:
    """Let a list of cards lay out what has grown or was scrolled to; a map needs no frame."""
    from kivy.base import EventLoop
    from kivy.core.window import Window

    from companion.tools.demonstrations.offscreen import without_drawing

    if type(board).__name__ == "Roster":
        with without_drawing(Window):
            for _ in range(3):
                EventLoop.idle()


def seen(widget: Any) -> tuple[float, float, float, float]:
    """Return left, bottom, right and top of the visible part of a widget in its scroll views."""
    from kivy.uix.scrollview import ScrollView

    left, low = widget.to_window(*widget.pos)
    right, top = left + widget.width, low + widget.height
    above = widget.parent
    while above is not None and above is not above.parent:
        if isinstance(above, ScrollView):
            x, y = above.to_window(*above.pos)
            left, low = max(left, x), max(low, y)
            right, top = min(right, x + above.width), min(top, y + above.height)
        above = above.parent
    return left, low, right, top


def in_sight(widget: Any) -> bool:
    """Return whether enough of a widget is visible to touch it; otherwise a player scrolls first."""
    from companion.ui.theme import TAP_TARGET, px

    left, low, right, top = seen(widget)
    return min(right - left, top - low) >= min(px(TAP_TARGET), *widget.size)


def touched(shell: Any, point: tuple[float, float]) -> Any:
    """Return the button that receives a touch at a point of the window, from front to back."""
    from companion.ui.widgets.controls.canvas_widget import Tappable

    found = None
    for widget in shell.home.walk():
        if isinstance(widget, Tappable) and widget.opacity and widget.covers(*widget.to_widget(*point)):
            found = widget
    return found


def share(shell: Any, target: Any, count: int, spread: float) -> float:
    """Return the share of this many touches that hit a button, 0 to 1; the spread is in mm."""
    from tests.ui.touch_error import touches

    left, low, right, top = seen(target)
    points = touches(((left + right) / 2, (low + top) / 2), count, spread=spread)
    return sum(touched(shell, point) is target for point in points) / count


def fates(board: Any, name: str, count: int, spread: float) -> Counter[str]:
    """Count what becomes of this many touches of a place on a board; the spread is in mm.

    "wrong before" counts another place without asking again, "wrong" another place in the end, "asked" second
    touches, and "lost" touches that answer nothing: on the sea, or on what is not allowed.
    """
    from tests.ui.touch_error import touches

    found, seed = Counter({"touches": count}), crc32(name.encode())
    first, second = (list(touches((0.0, 0.0), count, seed + turn, spread=spread)) for turn in (0, 1))
    for off, again in zip(first, second, strict=True):
        point = aimed(board, name, off)
        place = board.place_at(point)
        allowed = place in board.selectable
        found["wrong before"] += allowed and place != name
        if allowed and board._ask_again(point, place):
            found["asked"] += 1
            place = board.meant(aimed(board, name, again))
            board._end_doubt()
        found["wrong"] += place in board.selectable and place != name
        found["lost"] += place not in board.selectable
    return found


def aimed(board: Any, name: str, off: tuple[float, float]) -> tuple[float, float]:
    """Return where a touch lands that aims at a place and misses it, once its list has come to rest."""
    laid_out(board)
    board.where(name)
    laid_out(board)
    x, y = board.where(name)
    point: tuple[float, float] = board.to_widget(x + off[0], y + off[1])
    return point


def main() -> None:
    """Play every game for a while and print a line for each kind of question."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=int, default=40, help="answers in each game")
    parser.add_argument("--touches", type=int, default=100, help="touches of each target")
    parser.add_argument("--spread", type=float, default=2.0, help="standard deviation of a touch, in mm")
    parser.add_argument("--buttons", action="store_true", help="touch buttons too")
    parser.add_argument("--cases", type=int, nargs="+", default=range(len(CASES)))
    wanted = parser.parse_args()
    data = Path(tempfile.mkdtemp())
    prepare_offscreen(SIZE, data)
    from companion.games import find_game
    from companion.referee.random_bot import RandomBot
    from companion.referee.seats import seats_of
    from companion.tools.demonstrations.offscreen import Offscreen

    screen = Offscreen(data, SIZE)
    for name, players, house in (CASES[number] for number in wanted.cases):
        screen.shell.start_game(find_game(name), seats_of(players), house)
        measure(screen, f"{name} {' '.join(house.values())}".strip(), wanted, RandomBot(1))
        screen.shell.leave_game()
    screen.close()


def measure(screen: Any, game: str, wanted: argparse.Namespace, bot: Any) -> None:
    """Let a bot play a game, touch what each question allows, and print what came of it."""
    found: defaultdict[str, list[tuple[float, str]]] = defaultdict(list)
    places = Counter[str]()
    for _ in range(wanted.answers):
        question = screen.shell.playing.question
        if question is None:
            break
        kind = f"{screen.shell.playing.table.state.step} {type(question).__name__}"
        screen.shell.show_home()
        screen.wait(0.0)
        for aim, target in targets(screen.shell):
            if hasattr(target, "place_at"):
                fate = fates(target, aim, wanted.touches, wanted.spread)
                places += fate
                found[kind].append((1 - (fate["wrong"] + fate["lost"]) / fate["touches"], aim))
            elif wanted.buttons:
                found[kind].append((share(screen.shell, target, wanted.touches, wanted.spread), aim))
        screen.shell.playing.answer(bot.answer(question))
    report(game, found)
    if places:
        parts = (f"{part} {places[part] / places['touches']:.2%}" for part in FATES)
        print(f"{game:28} places: {places['touches']} touches, {', '.join(parts)}", flush=True)


def report(game: str, found: dict[str, list[tuple[float, str]]]) -> None:
    """Print the share of hits, and the worst targets."""
    from tests.ui.touch_error import WANTED

    for kind, shares in found.items():
        worst = min(shares)
        mean = sum(hit for hit, _ in shares) / len(shares)
        low = "  <-- too few" if worst[0] < WANTED else ""
        print(f"{game:28} {kind:28} {len(shares):4} {mean:6.1%} worst {worst[0]:6.1%} {worst[1]}{low}")


if __name__ == "__main__":
    main()
