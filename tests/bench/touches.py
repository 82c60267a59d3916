"""Share of touches that hit their target, in every game.

``python -m tests.bench.touches [--answers N] [--touches N]``: touches aim at the centre of each allowed place
and of the visible part of each button, with a standard deviation of 2 mm. The seed is fixed.
"""

import argparse
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.tools.demonstrations.window import prepare_offscreen
from tests.ui.every_game import CASES, SIZE


def targets(shell: Any) -> Iterator[tuple[str, Any]]:
    """Yield the touch targets on the screen: allowed places, and all buttons."""
    from companion.ui.widgets.controls.canvas_widget import Tappable
    from companion.ui.widgets.players.emblem import EmblemBadge

    home = shell.home
    for widget in home.walk():
        if isinstance(widget, Tappable) and not isinstance(widget, EmblemBadge) and in_sight(widget):
            yield f"{type(widget).__name__} {getattr(widget, 'text', '')}", widget
    if home.name == "table" and home.board.parent is not None and not is_roster(home.board):
        for place in home.panel.places or ():
            yield place, home.board


def is_roster(board: Any) -> bool:
    """Return whether the board is a list of cards, which are buttons."""
    return type(board).__name__ == "Roster"


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


def share(shell: Any, name: str, target: Any, count: int) -> float:
    """Return the share of this many touches that hit their target, 0 to 1."""
    from tests.ui.touch_error import touches

    if hasattr(target, "place_at"):
        points = list(touches(target.where(name), count))
        inside = [target.to_widget(*point) for point in points]
        return sum(target.place_at(point) == name for point in inside) / count
    left, low, right, top = seen(target)
    points = list(touches(((left + right) / 2, (low + top) / 2), count))
    return sum(touched(shell, point) is target for point in points) / count


def main() -> None:
    """Play every game for a while and print a line for each kind of question."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=int, default=40, help="answers in each game")
    parser.add_argument("--touches", type=int, default=100, help="touches of each target")
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
        found: defaultdict[str, list[tuple[float, str]]] = defaultdict(list)
        screen.shell.start_game(find_game(name), seats_of(players), house)
        bot = RandomBot(1)
        for _ in range(wanted.answers):
            question = screen.shell.playing.question
            if question is None:
                break
            kind = f"{screen.shell.playing.table.state.step} {type(question).__name__}"
            if len(found[kind]) < 200:
                screen.shell.show_home()
                screen.wait(0.0)
                found[kind] += [
                    (share(screen.shell, aim, target, wanted.touches), aim)
                    for aim, target in targets(screen.shell)
                ]
            screen.shell.playing.answer(bot.answer(question))
        screen.shell.leave_game()
        report(f"{name} {' '.join(house.values())}".strip(), found)
    screen.close()


def report(game: str, found: dict[str, list[tuple[float, str]]]) -> None:
    """Print the share of hits, and the worst targets."""
    from tests.ui.touch_error import WANTED

    for kind, shares in found.items():
        if shares:
            worst = min(shares)
            mean = sum(hit for hit, _ in shares) / len(shares)
            low = "  <-- too few" if worst[0] < WANTED else ""
            print(f"{game:28} {kind:28} {len(shares):4} {mean:6.1%} worst {worst[0]:6.1%} {worst[1]}{low}")


if __name__ == "__main__":
    main()
