"""Reading a real tape measure or ruler that lies in view: find it, count its ticks, know its graduation."""

from companion.vision.tape.graduation import GRADUATIONS, Graduation
from companion.vision.tape.reading import TapeDistance, TapeReading, read_tape

__all__ = ["GRADUATIONS", "Graduation", "TapeDistance", "TapeReading", "read_tape"]
