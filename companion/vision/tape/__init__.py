"""Reads a tape measure or ruler that lies in view: finds it, counts its ticks, identifies its graduation."""

from companion.vision.tape.graduation import GRADUATIONS, Graduation
from companion.vision.tape.reading import TapeDistance, TapeReading, read_tape

__all__ = ["GRADUATIONS", "Graduation", "TapeDistance", "TapeReading", "read_tape"]
