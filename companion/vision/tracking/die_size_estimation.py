"""Estimates the size of dice in the picture from the first sure readings if the tray is not calibrated.

A search over all scales takes longer than one pass at a known size, and a table can only be called empty if
the size of a die is known. If the camera is moved or other dice are used, it searches again.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from companion.vision.detection.network import DiceNetwork
from companion.vision.dice import DiceReading
from companion.vision.faces.profile import FaceProfile
from companion.vision.frames import Picture
from companion.vision.reader import DiceReader
from companion.vision.tracking.tray_watcher import Reader
from companion.vision.tray import WHOLE_PICTURE, Tray

SURE_READINGS = 3
"""This many consecutive sure readings must agree about the size of dice."""

ALIKE = 1.15
"""Largest ratio of two edges of dice of the same size."""

AS_LARGE = 1.3
"""The same for dice read at the size of the previous dice; above it some may be overlooked."""


def reader_for(
    network: DiceNetwork | None, tray: Tray | None, profiles: Sequence[FaceProfile] = ()
) -> Reader:
    """A reader for a tray, see `DiceReader`; without a calibrated size of dice it estimates it."""
    if tray is not None and tray.die_edge is not None:
        return DiceReader(network, tray, profiles=profiles).read
    return AdaptiveDiceReader(network, tray, profiles).read


class AdaptiveDiceReader:
    """Reads dice of unknown size, and remembers their size. Not thread-safe."""

    def __init__(
        self, network: DiceNetwork | None, tray: Tray | None = None, profiles: Sequence[FaceProfile] = ()
    ) -> None:
        """See `DiceReader`."""
        self._network, self._tray, self._profiles = network, tray or WHOLE_PICTURE, tuple(profiles)
        self._searching = DiceReader(network, tray, profiles=profiles)
        self._estimate: tuple[DiceReader, float] | None = None
        self._edges: deque[float] = deque(maxlen=SURE_READINGS)

    def read(self, picture: Picture, before: DiceReading | None = None) -> DiceReading:
        """Read one picture at the remembered size if that is sure, else at any size (`DiceReader.read`)."""
        if self._estimate is not None:
            reader, edge = self._estimate
            usual = reader.read(picture, before)
            looks = usual.edge / (edge * usual.size[0]) if usual.edge is not None else 1.0
            if usual.sure and 1 / AS_LARGE < looks < AS_LARGE:
                return usual
        found = self._searching.read(picture, before)
        if found.sure and found.edge is not None:
            self._learn(found.edge / found.size[0])
        return found

    def _learn(self, edge: float) -> None:
        self._edges.append(edge)
        if len(self._edges) == SURE_READINGS and max(self._edges) < ALIKE * min(self._edges):
            usual = median(self._edges)
            tray = replace(self._tray, die_edge=usual)
            self._estimate = DiceReader(self._network, tray, profiles=self._profiles), usual
