"""The part of `micropython` that the firmware uses."""


def kbd_intr(character):
    """Do nothing: under CPython a Ctrl-C on the line is always a normal byte."""
