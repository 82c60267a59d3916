"""The part of `micropython` that the firmware uses."""

from typing import Any


def kbd_intr(character: Any) -> None:
    """Do nothing: under CPython a Ctrl-C on the line is always a normal byte."""
