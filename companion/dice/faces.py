"""The six faces of a die, and where their pips lie."""

FACES = (1, 2, 3, 4, 5, 6)

_CORNERS = ((-1, -1), (1, 1), (-1, 1), (1, -1))

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((0, 0),),
    2: _CORNERS[:2],
    3: (*_CORNERS[:2], (0, 0)),
    4: _CORNERS,
    5: (*_CORNERS, (0, 0)),
    6: (*_CORNERS, (-1, 0), (1, 0)),
}
"""The pips of each face on a grid of three by three places around its middle; 0 is a blank face."""
