"""How good a position of Nuked is, in soldiers: each part of the sum by itself."""

import pytest

from companion.games.nuked import evaluation, rules
from companion.games.nuked.evaluation import armies_of, sorties, value
from companion.games.nuked.state import NukedState
from tests.games.nuked.boards import Held, a_state

SOUTH_AMERICA = ("argentina", "brazil", "peru", "venezuela")


def state(
    held: Held, farms: dict[str, str] | None = None, capitals: dict[str, str] | None = None
) -> NukedState:
    """A board that is empty but for these."""
    return a_state(held, rest=(None, 0), farms=farms or {}, capitals=capitals or {})


WORTHS: list[tuple[str, Held, dict[str, str], float]] = [
    # soldiers, 2 for each territory with a chain to the Farm, 1/2 for others, 12 for the Farm
    ("no Farm", {"brazil": ("red", 5), "peru": ("red", 3)}, {}, 8 + 2 * 0.5),
    ("a Farm", {"brazil": ("red", 5), "peru": ("red", 3)}, {"red": "brazil"}, 8 + 2 * 2 + 12),
    ("one cut off", {"brazil": ("red", 5), "alaska": ("red", 3)}, {"red": "brazil"}, 8 + 2 + 0.5 + 12),
    ("a Farm that is lost", {"brazil": ("red", 5)}, {"red": "alaska"}, 5 + 0.5),
    # twice a continent's bonus of two
    ("a continent", dict.fromkeys(SOUTH_AMERICA, ("red", 9)), {"red": "peru"}, 36 + 4 * 2 + 12 + 2 * 2),
    ("less one", dict.fromkeys(SOUTH_AMERICA[1:], ("red", 9)), {"red": "peru"}, 27 + 3 * 2 + 12),
    # less what the rivals have, on average
    ("one rival", {"brazil": ("red", 5), "japan": ("blue", 4)}, {}, 5.5 - 4.5),
    ("two rivals", {"brazil": ("red", 5), "japan": ("blue", 4), "egypt": ("green", 1)}, {}, 5.5 - 3.0),
]


@pytest.mark.parametrize(("what", "held", "farms", "worth"), WORTHS, ids=[row[0] for row in WORTHS])
def test_what_a_position_is_worth(what: str, held: Held, farms: dict[str, str], worth: float) -> None:
    board = state(held, farms)
    assert value(board, armies_of(board), "red") == pytest.approx(worth), what


EXPOSED: list[tuple[int, int, dict[str, str], dict[str, str], float]] = [
    # soldiers in Brazil and of a rival beside it, Farm, Capital, and what counts as lost:
    # one stays and three fresh ones come, against twice as many, or three times on a Capital
    (2, 2, {}, {}, 2),
    (2, 1, {}, {}, 0),
    (3, 4, {}, {}, 2),
    (3, 3, {}, {}, 0),
    (2, 4, {}, {"red": "brazil"}, 2),
    (2, 3, {}, {"red": "brazil"}, 0),
    # the Farm, and with it what makes its two territories better than cut off
    (2, 2, {"red": "brazil"}, {}, 2 + 12 + 1.5 * 2),
    (2, 2, {"red": "alaska"}, {}, 2),
]


@pytest.mark.parametrize(("own", "rival", "farms", "capitals", "lost"), EXPOSED)
def test_what_a_rival_could_take_counts_as_lost_in_part(
    own: int, rival: int, farms: dict[str, str], capitals: dict[str, str], lost: float
) -> None:
    held: Held = {"brazil": ("red", own), "alaska": ("red", 9), "north-africa": ("blue", rival)}
    near = state(held, farms, capitals)
    far = state({**held, "north-africa": (None, 0), "japan": ("blue", rival)}, farms, capitals)
    difference = value(far, armies_of(far), "red") - value(near, armies_of(near), "red")
    assert difference == pytest.approx(evaluation.EXPOSED * lost)


SENT: list[tuple[int, tuple[str | None, int], dict[str, str], list[int], int]] = [
    # soldiers in Brazil, who holds North Africa, Capitals, how many may be sent, and how many of all are left
    (9, ("blue", 2), {}, [4, 6, 8], 6),
    (10, ("blue", 2), {}, [4, 7, 9], 7),
    (5, ("blue", 2), {}, [4], 2),
    (4, ("blue", 2), {}, [], 0),
    (9, ("blue", 2), {"blue": "north-africa"}, [6, 7, 8], 6),
    (9, (None, 0), {}, [rules.TO_OCCUPY, 6, 8], 8 - rules.LOST_OCCUPYING),
]


@pytest.mark.parametrize(("soldiers", "target", "capitals", "sent", "left"), SENT)
def test_attacks_with_as_few_as_may_be_half_or_all(
    soldiers: int, target: tuple[str | None, int], capitals: dict[str, str], sent: list[int], left: int
) -> None:
    board = state({"brazil": ("red", soldiers), "north-africa": target, "japan": ("blue", 1)}, {}, capitals)
    armies = armies_of(board)
    found = list(sorties(board, armies, "red", "brazil", ("north-africa",)))
    assert [one.sent for one in found] == sent
    assert all((one.origin, one.target) == ("brazil", "north-africa") for one in found)
    if found:
        taken = {"brazil": ("red", 1), "north-africa": ("red", left), "japan": ("blue", 1)}
        after = {**dict.fromkeys(armies, (None, 0)), **taken}
        assert found[-1].gain == pytest.approx(value(board, after, "red") - value(board, armies, "red"))
