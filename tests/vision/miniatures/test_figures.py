"""Figures keep their names through moves, and nobody gets a wrong name though it is sure."""

from random import Random

import numpy as np
import pytest

from companion.vision.miniatures.detection import Miniature
from companion.vision.miniatures.figures import FigureTracker

RED, BLUE = (40, 40, 200), (190, 80, 30)
ARMY = {
    "red-1": (2.0, 2.0),
    "red-2": (3.0, 2.0),
    "red-3": (4.0, 2.0),
    "blue-1": (2.0, 6.0),
    "blue-2": (4.0, 6.0),
}
Places = dict[str, tuple[float, float]]


def bases(places: Places, chance: Random | None = None, hidden: tuple[str, ...] = ()) -> list[Miniature]:
    """Return what a camera sees of figures at these places, by default exactly."""
    noise = (lambda: chance.gauss(0, 0.015)) if chance is not None else (lambda: 0.0)
    return [
        Miniature((x + noise(), y + noise()), 0.28, RED if name.startswith("red") else BLUE)
        for name, (x, y) in places.items()
        if name not in hidden
    ]


def tracker(places: Places | None = None) -> FigureTracker:
    """Return a tracker to whom all figures were named."""
    made = FigureTracker()
    for name, base in zip(places or ARMY, bases(places or ARMY), strict=True):
        made.name(name, base)
    made.follow(bases(places or ARMY))
    return made


def look(made: FigureTracker, places: Places, times: int = 2) -> None:
    for _ in range(times):
        made.follow(bases(places))


def doubtful(made: FigureTracker) -> tuple[str, ...]:
    """The names of figures that somebody must name again."""
    return tuple(name for name, figure in made.named.items() if not figure.sure)


def places_of(made: FigureTracker) -> Places:
    return {name: figure.centre for name, figure in made.named.items()}


def test_who_moved_and_how_far_is_known() -> None:
    made = tracker()
    look(made, ARMY | {"red-2": (3.0, 3.5)})
    figure = made.named["red-2"]
    assert (figure.sure, figure.moved) == (True, pytest.approx(1.5))
    assert doubtful(made) == ()
    made.begin_one("red-2")
    assert made.named["red-2"].moved == 0.0


def test_one_picture_is_not_enough() -> None:
    made = tracker()
    made.follow(bases(ARMY | {"red-2": (3.0, 3.5)}))
    assert places_of(made)["red-2"] == ARMY["red-2"], "it may be in a hand"


def test_two_of_one_colour_that_moved_at_once_are_asked() -> None:
    made = tracker()
    look(made, ARMY | {"red-1": (2.0, 3.0), "red-3": (4.0, 3.0)})
    assert set(doubtful(made)) == {"red-1", "red-3"}
    made.name("red-1", bases({"red-1": (2.0, 3.0)})[0])
    made.name("red-3", bases({"red-3": (4.0, 3.0)})[0])
    assert doubtful(made) == ()
    assert len(made.figures) == len(ARMY)


def test_two_of_different_colours_are_told_apart() -> None:
    made = tracker()
    look(made, ARMY | {"red-1": (2.0, 3.0), "blue-1": (2.0, 5.0)})
    assert doubtful(made) == ()
    assert places_of(made)["blue-1"] == (2.0, 5.0)


def test_a_hidden_figure_keeps_its_name() -> None:
    made = tracker()
    for _ in range(3):
        made.follow(bases(ARMY, hidden=("red-1", "blue-2")), hand=True)
    look(made, ARMY)
    assert places_of(made) == ARMY
    assert doubtful(made) == ()


def test_nothing_is_decided_while_a_hand_is_over_the_table() -> None:
    made = tracker()
    moved = ARMY | {"red-1": (2.0, 4.0)}
    for _ in range(3):
        made.follow(bases(moved, hidden=("red-2",)), hand=True)
    look(made, moved)
    assert places_of(made)["red-1"] == (2.0, 4.0)
    assert doubtful(made) == ()


def test_a_figure_that_was_removed_does_not_become_another() -> None:
    made = tracker()
    left = {name: place for name, place in ARMY.items() if name != "red-1"}
    look(made, left)
    look(made, left | {"red-3": (5.0, 3.0)})
    assert set(doubtful(made)) == {"red-1", "red-3"}, "the one that came could be either"
    made = tracker()
    made.keep_only(tuple(left))
    look(made, left)
    look(made, left | {"red-3": (5.0, 3.0)})
    assert doubtful(made) == ()


def test_a_new_figure_is_nobody() -> None:
    made = tracker()
    look(made, ARMY | {"red-new": (8.0, 8.0)})
    assert doubtful(made) == ()
    assert [figure.name for figure in made.figures].count("") == 1


@pytest.mark.parametrize("seed", range(20))
def test_in_random_moves_nobody_is_wrong_though_sure(seed: int) -> None:
    """Hands hide others, frames are noisy, and sometimes two are moved in one interval."""
    chance, made, places = Random(seed), tracker(), dict(ARMY)
    kept = moves = 0
    for _ in range(50):
        movers = chance.sample(sorted(places), 2 if chance.random() < 0.1 else 1)
        for name in movers:
            places[name] = _free(places, chance)
        hidden = tuple(chance.sample(sorted(places), 2))
        for _ in range(chance.randint(1, 3)):
            made.follow(bases(places, chance, hidden), hand=True)
        for _ in range(2):
            made.follow(bases(places, chance))
        for name, figure in made.named.items():
            right = np.hypot(*np.subtract(figure.centre, places[name])) < 0.1
            assert right or not (figure.sure and figure.seen), name
        kept += all(made.named[name].sure and made.named[name].seen for name in movers)
        moves += 1
        unknown = [name for name, figure in made.named.items() if not (figure.sure and figure.seen)]
        for name in unknown:
            made.name(name, bases({name: places[name]})[0])
        made.follow(bases(places, chance))
    assert kept >= 0.85 * moves


def _free(places: Places, chance: Random) -> tuple[float, float]:
    """Return a place that no base overlaps."""
    while True:
        spot = chance.uniform(0, 12), chance.uniform(0, 9)
        if all(np.hypot(spot[0] - x, spot[1] - y) > 0.6 for x, y in places.values()):
            return spot


def restarted(before: FigureTracker, places: Places) -> FigureTracker:
    """Return the tracker of a program that was killed and finds these figures on the table."""
    made = FigureTracker()
    made.restore(list(before.named.values()))
    look(made, places)
    return made


def test_after_a_restart_who_stands_where_he_stood_has_his_name() -> None:
    made = restarted(tracker(), ARMY)
    assert doubtful(made) == ()
    assert places_of(made) == ARMY
    assert all(figure.seen for figure in made.figures)
    look(made, ARMY | {"red-2": (3.0, 3.5)})
    assert (made.named["red-2"].sure, made.named["red-2"].moved) == (True, pytest.approx(1.5))


def test_after_a_restart_who_moved_meanwhile_is_asked() -> None:
    """Before a restart one that moved alone keeps its name; nobody has watched this one."""
    made = restarted(tracker(), ARMY | {"red-2": (3.0, 3.5)})
    assert doubtful(made) == ("red-2",)
    assert [figure.name for figure in made.figures if figure.centre == (3.0, 3.5)] == [""]
    made.name("red-2", bases({"red-2": (3.0, 3.5)})[0])
    assert doubtful(made) == ()


def test_after_a_restart_nothing_is_decided_under_a_hand() -> None:
    made = FigureTracker()
    made.restore(list(tracker().named.values()))
    for _ in range(3):
        made.follow(bases(ARMY, hidden=("red-1",)), hand=True)
    assert doubtful(made) == ()
    look(made, ARMY)
    assert doubtful(made) == () and made.named["red-1"].seen
