"""What is wrong with a board that can be read: every fault in a sentence.

Bonuses are compared with a linear model of a continent's territories and of its links to other continents
(J. Chattin, "Making a Risk Map", 2020, jimmychattin.com). Its two coefficients are the least-squares fit to
the six continents of the classic board.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import ceil, hypot

from companion.games.boards.board import Board, load_board
from companion.games.boards.elements import Territory, place_name
from companion.locale.messages import gettext, joined

SMALLEST_TOLERANCE = 2.0
"""A bonus may differ from the model by this many armies, or by half if that is more.

On the classic board the largest difference is 0.8 armies (Africa).
"""

ROWS = 240
"""Horizontal lines on which lands are compared."""
MOST_CROSSINGS = 1_000_000
"""Most crossings of lines and outlines: a drawing with very many points is compared on fewer lines."""
MOST_PAIRS = 20
"""Most overlapping lands that are named."""
SLACK = 1 / 400
"""Share of the canvas's width by which lands may overlap: outlines are simplified and rounded."""


def faults(board: Board) -> tuple[str, ...]:
    """Return every fault of a board in words; nothing for a good one."""
    return (
        *_lone(board),
        *_in_parts(board),
        *_twin_names(board),
        *_lands_on_each_other(board),
        *_links_without_border(board),
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
            yield gettext("{place} has no neighbour.", place=place_name(territory.name))


def _in_parts(board: Board) -> Iterator[str]:
    """Name what cannot be reached from the first territory; what has no neighbour is told already."""
    first = board.territories[0]
    apart = sorted(board.ids - board.connected(first.id, board.ids))
    names = [place_name(board.territory(id).name) for id in apart if board.neighbours(id)]
    if names:
        yield gettext(
            "The board is not connected: no way from {place} to {places}.",
            place=place_name(first.name),
            places=joined(names, ", "),
        )


def _twin_names(board: Board) -> Iterator[str]:
    names = Counter(
        name
        for item in board.territories
        for name in {text.casefold() for text in (item.name, *item.aliases)}
    )
    for name, times in names.items():
        if times > 1:
            yield gettext("{number} territories are called {name!r}.", number=times, name=name)
    for name, times in Counter(item.name.casefold() for item in board.continents).items():
        if times > 1:
            yield gettext("{number} continents are called {name!r}.", number=times, name=name)


def _lands_on_each_other(board: Board) -> Iterator[str]:
    """Name territories that overlap by more than SLACK somewhere on horizontal lines; the first few."""
    points = sum(len(ring) for item in board.territories for part in item.polygons for ring in part.rings)
    step, least = board.height / max(1, min(ROWS, MOST_CROSSINGS // points)), SLACK * board.width
    rows = defaultdict[int, list[tuple[float, float, str]]](list)
    for item in board.territories:
        for row, crossings in _crossings(item, step).items():
            ends = sorted(crossings)
            rows[row] += [(left, right, item.name) for left, right in zip(ends[::2], ends[1::2], strict=True)]
    found = set[tuple[str, str]]()
    for spans in rows.values():
        before: list[tuple[float, float, str]] = []
        for left, right, name in sorted(spans):
            before = [span for span in before if span[1] > left + least]
            if right > left + least:
                found |= {(min(name, other), max(name, other)) for _, _, other in before if other != name}
            before.append((left, right, name))
            if len(found) > MOST_PAIRS:
                break
    for one, two in sorted(found)[:MOST_PAIRS]:
        yield gettext("{place} and {other} lie on each other.", place=place_name(one), other=place_name(two))


def _crossings(item: Territory, step: float) -> dict[int, list[float]]:
    """Return where horizontal lines, `step` apart, cross a territory's outlines; by number of the line."""
    found = defaultdict[int, list[float]](list)
    for (x0, y0), (x1, y1) in item.sides():
        low, high = min(y0, y1), max(y0, y1)
        for row in range(ceil(low / step - 0.5), ceil(high / step - 0.5)):
            found[row].append(x0 + ((row + 0.5) * step - y0) * (x1 - x0) / (y1 - y0))
    return found


def _links_without_border(board: Board) -> Iterator[str]:
    points = {item.id: {start for start, _ in item.sides()} for item in board.territories}
    for link in board.links:
        if link.kind == "land" and points[link.a].isdisjoint(points[link.b]):
            yield gettext(
                "{place} and {other} are linked by land, but share no border.",
                place=place_name(board.territory(link.a).name),
                other=place_name(board.territory(link.b).name),
            )


def _misplaced_labels(board: Board) -> Iterator[str]:
    for item in board.territories:
        if not item.contains(*item.label):
            yield gettext("The disc of {place} does not stand on its land.", place=place_name(item.name))
    for one, other in combinations(board.territories, 2):
        apart = hypot(one.label[0] - other.label[0], one.label[1] - other.label[1])
        if apart < 2 * board.disc_radius:
            yield gettext(
                "The discs of {place} and {other} overlap.",
                place=place_name(one.name),
                other=place_name(other.name),
            )


def _unlikely_bonuses(board: Board) -> Iterator[str]:
    for item in board.continents:
        modelled = _modelled_bonus(board, item.id)
        if abs(item.bonus - modelled) > max(SMALLEST_TOLERANCE, modelled / 2):
            territories, links = size_and_links(board, item.id)
            yield gettext(
                "{continent}: a bonus of {bonus} is out of keeping with its territories ({territories}) and "
                "its links to other continents ({links}); {usual} would be usual.",
                continent=place_name(item.name),
                bonus=item.bonus,
                territories=territories,
                links=links,
                usual=proposed_bonus(board, item.id),
            )
