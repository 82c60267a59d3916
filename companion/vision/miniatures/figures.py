"""Figures with identity: each base is named once, and followed from picture to picture.

Nearest neighbours, as in SORT (A. Bewley et al., "Simple online and realtime tracking", 2016), but only where
nothing else explains a picture: a figure that stays, or the one figure that moved to the one new place of its
colour. Whatever else happens makes the figures concerned unsure, until somebody names them again.
"""

from collections.abc import Collection, Sequence
from math import dist

from msgspec import Struct
from msgspec.structs import replace

from companion.vision.miniatures.detection import Miniature

AT_REST = 0.08
"""Inches: a base that is seen again within this distance lies still."""

STAYS = 0.15
"""Inches: within this distance of its place a figure has not been moved; two bases cannot be so near."""

ALIKE = 60.0
"""Largest difference of two colours of one figure (blue, green, red), as light changes."""

WIDER = 1.25
"""Largest ratio of two radii of one figure; two figures that overlap in the picture look like a wide one."""

Place = tuple[float, float]


class TrackedFigure(Struct, frozen=True):
    """One figure on the table, as it is followed, and kept on disk.

    Attributes:
        name: of the piece; empty until somebody names it.
        centre: of its base, in inches on the table, as last seen.
        radius: of its base, in inches.
        colour: its median colour: blue, green, red, 0 to 255.
        start: its place when distances began to count.
        sure: whether it is this figure beyond doubt.
        seen: whether it was visible in the last picture.
        barrel: where it points, in degrees from x towards y on the table; None until somebody says so.
        laid: the number under which it points there; see `Reach.laid` of the game's view.
    """

    name: str
    centre: Place
    radius: float
    colour: tuple[int, int, int]
    start: Place
    sure: bool = True
    seen: bool = True
    barrel: float | None = None
    laid: int = 0

    @classmethod
    def on(cls, name: str, base: Miniature, *, sure: bool = True) -> "TrackedFigure":
        """Return the figure that stands on a base, and has not been moved."""
        return cls(name, base.centre, base.radius, base.colour, base.centre, sure)

    @property
    def base(self) -> Miniature:
        """Its base, as last seen."""
        return Miniature(self.centre, self.radius, self.colour)

    @property
    def moved(self) -> float:
        """The distance from its start, in inches, straight."""
        return dist(self.start, self.centre)

    def seen_on(self, base: Miniature) -> "TrackedFigure":
        """Return it on a base of the newest picture."""
        return replace(self, centre=base.centre, radius=base.radius, colour=base.colour, seen=True)


class FigureTracker:
    """Follows the figures on a table.

    Attributes:
        figures: all that stand there, named or not.
    """

    def __init__(self) -> None:
        self.figures: list[TrackedFigure] = []
        self._last: Sequence[Miniature] = ()
        self._unwatched = False

    @property
    def named(self) -> dict[str, TrackedFigure]:
        """The named figures by name."""
        return {figure.name: figure for figure in self.figures if figure.name}

    def name(self, name: str, base: Miniature) -> None:
        """Name the figure on a base; the name leaves any other figure."""
        self.figures = [
            figure
            for figure in self.figures
            if figure.name != name and dist(figure.centre, base.centre) > STAYS
        ]
        self.figures.append(TrackedFigure.on(name, base))

    def restore(self, figures: Sequence[TrackedFigure]) -> None:
        """Begin with figures that nobody has watched for a while: who stands elsewhere now is asked."""
        self.figures = [replace(figure, seen=False) for figure in figures]
        self._last, self._unwatched = (), bool(figures)

    def keep_only(self, names: Collection[str]) -> None:
        """Forget the figures whose pieces have left the game."""
        self.figures = [figure for figure in self.figures if not figure.name or figure.name in names]

    def begin_one(self, name: str) -> None:
        """Count the distance of one figure from where it stands now."""
        self.figures = [
            replace(figure, start=figure.centre) if figure.name == name else figure for figure in self.figures
        ]

    def point(self, name: str, barrel: float, laid: int) -> None:
        """Note where a figure's barrel points, until the figure is moved."""
        self.figures = [
            replace(figure, barrel=barrel, laid=laid) if figure.name == name else figure
            for figure in self.figures
        ]

    def follow(self, bases: Sequence[Miniature], *, hand: bool = False) -> None:
        """Follow the figures into the next picture.

        Args:
            bases: all miniatures in it.
            hand: whether a hand is over the table, so that some may be hidden or in it.
        """
        still = [base for base in bases if any(_near(base, before, AT_REST) for before in self._last)]
        resting = not hand and len(still) == len(bases) == len(self._last)
        self._last = tuple(bases)
        left = list(still)
        for number, figure in enumerate(self.figures):
            here = next((base for base in left if _stays(figure, base)), None)
            if here is not None:
                left.remove(here)
                self.figures[number] = figure.seen_on(here)
            else:
                self.figures[number] = replace(figure, seen=False)
        if resting:
            self._explain(left)

    def _explain(self, new: list[Miniature]) -> None:
        """Give new places to the figures that are no longer at theirs."""
        gone = [figure for figure in self.figures if not figure.seen]
        if self._unwatched:
            for figure in gone:
                self._put(figure, replace(figure, sure=False))
            gone, self._unwatched = [], False
        for base in new:
            could = [figure for figure in gone if alike(figure, base)]
            rivals = [other for other in new if could and alike(could[0], other)]
            if len(could) == len(rivals) == 1:
                self._put(could[0], replace(could[0].seen_on(base), barrel=None))
            elif could:
                for figure in could:
                    self._put(figure, replace(figure, sure=False))
                self.figures.append(TrackedFigure.on("", base, sure=False))
            else:
                self.figures.append(TrackedFigure.on("", base))
        # Nobody knows what an unnamed figure was, so that it need not be looked for.
        self.figures = [figure for figure in self.figures if figure.seen or figure.name]

    def _put(self, before: TrackedFigure, after: TrackedFigure) -> None:
        self.figures = [after if figure is before else figure for figure in self.figures]


def _near(one: Miniature | TrackedFigure, other: Miniature, inches: float) -> bool:
    return dist(one.centre, other.centre) <= inches


def alike(one: Miniature | TrackedFigure, other: Miniature) -> bool:
    """Return whether two bases may be of one figure, by colour and size."""
    smaller, larger = sorted((one.radius, other.radius))
    return dist(one.colour, other.colour) <= ALIKE and larger <= WIDER * smaller


def _stays(figure: TrackedFigure, base: Miniature) -> bool:
    return _near(figure, base, STAYS) and alike(figure, base)
