"""The dice reader with the network that comes with the companion."""

from collections.abc import Sequence

from companion.vision.detection.network import SHIPPED, DiceNetwork
from companion.vision.faces.profile import FaceProfile
from companion.vision.reader import DiceReader


def shipped_reader(profiles: Sequence[FaceProfile] = ()) -> DiceReader:
    """A reader with the network that comes with the companion, or without one if it is not there."""
    return DiceReader(DiceNetwork() if SHIPPED.exists() else None, profiles=profiles)
