"""What is wrong with a board that can be read: every fault in a sentence.

Bonuses are compared with a linear model of a continent's territories and of its links to other continents
(J. Chattin, "Making a Risk Map", 2020, jimmychattin.com). Its two coefficients are the least-squares fit to
the six continents of the classic board.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import hypot

from companion.games.boards.board import Board, load_board

SMALLEST_TOLERANCE = 2.0
"""A bonus may differ from the model by this many armies, or by half if that is more.

On the classic board the largest difference is 0.8 armies (Africa).
"""


def faults(board: Board) -> tuple[str, ...]:
    """Return every fault of a board in words; nothing for a good one."""
    return (
        *_lone(board),
        *_in_parts(board),
        *_twin_names(board),
        *_misplaced_labels(board),
        *_unlikely_bonuses(board),
    )


def proposed_bonus(board: Board, continent: str) -> int:
    """Return the bonus of a continent by the linear model, at least one."""
    return max(1, round(_modelled_bonus(board, continent)))


def _modelled_bonus(board: Board, continent: str) -> float:
    per_territory, per_link = _coefficients()
    territories, links = size_and_links(board, continent)
    return per_territory * territories + per_link * links


def size_and_links(board: Board, continent: str) -> tuple[int, int]:
    """Return a continent's number of territories, and of links to territories of other continents."""
    own = set(board.continent(continent).territories)
    return len(own), sum((link.a in own) != (link.b in own) for link in board.links)


@cache
def _coefficients() -> tuple[float, float]:
    """Return armies a territory and armies a link: least squares on the classic board (normal equations)."""
    classic = load_board("classic")
    rows = [(*size_and_links(classic, item.id), item.bonus) for item in classic.continents]
    tt, tl, ll = (sum(a * b for a, b in pairs) for pairs in _products(rows, ((0, 0), (0, 1), (1, 1))))
    tb, lb = (sum(a * b for a, b in pairs) for pairs in _products(rows, ((0, 2), (1, 2))))
    determinant = tt * ll - tl * tl
    return (tb * ll - lb * tl) / determinant, (lb * tt - tb * tl) / determinant


def _products(
    rows: list[tuple[int, int, int]], columns: tuple[tuple[int, int], ...]
) -> Iterator[list[tuple[int, int]]]:
    return ([(row[left], row[right]) for row in rows] for left, right in columns)


def _lone(board: Board) -> Iterator[str]:
    for territory in board.territories:
        if not board.neighbours(territory.id):
            yield f"{territory.name} has no neighbour."


def _in_parts(board: Board) -> Iterator[str]:
    """Name what cannot be reached from the first territory; what has no neighbour is told already."""
    first = board.territories[0]
    apart = sorted(board.ids - board.connected(first.id, board.ids))
    names = [board.territory(id).name for id in apart if board.neighbours(id)]
    if names:
        yield f"The board is not connected: no way from {first.name} to {', '.join(names)}."


def _twin_names(board: Board) -> Iterator[str]:
    names = Counter(
        name
        for item in board.territories
        for name in {text.casefold() for text in (item.name, *item.aliases)}
    )
    for name, times in names.items():
        if times > 1:
            yield f"{times} territories are called {name!r}."
    for name, times in Counter(item.name.casefold() for item in board.continents).items():
        if times > 1:
            yield f"{times} continents are called {name!r}."


def _misplaced_labels(board: Board) -> Iterator[str]:
    for item in board.territories:
        if not item.contains(*item.label):
            yield f"The disc of {item.name} does not stand on its land."
    for one, other in combinations(board.territories, 2):
        apart = hypot(one.label[0] - other.label[0], one.label[1] - other.label[1])
        if apart < 2 * board.disc_radius:
            yield f"The discs of {one.name} and {other.name} overlap."


def _unlikely_bonuses(board: Board) -> Iterator[str]:
    for item in board.continents:
        modelled = _modelled_bonus(board, item.id)
        if abs(item.bonus - modelled) > max(SMALLEST_TOLERANCE, modelled / 2):
            territories, links = size_and_links(board, item.id)
            yield (
                f"{item.name}: a bonus of {item.bonus} is out of keeping with {territories} territories and "
                f"{links} links to other continents; {proposed_bonus(board, item.id)} would be usual."
            )
