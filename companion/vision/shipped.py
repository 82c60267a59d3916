"""The dice reader with the network that comes with the companion."""

from collections.abc import Sequence

from companion.vision.detection.network import SHIPPED, DiceNetwork
from companion.vision.faces.profile import FaceProfile
from companion.vision.reader import DiceReader
from companion.vision.tray import Tray


def shipped_reader(profiles: Sequence[FaceProfile] = (), tray: Tray | None = None) -> DiceReader:
    """A reader with the network that comes with the companion, or without one if it is not there.

    Args:
        profiles: of dice whose faces carry something else than pips.
        tray: where the tray is, if that is known: then a picture takes half the time.
    """
    return DiceReader(DiceNetwork() if SHIPPED.exists() else None, tray, profiles=profiles)
