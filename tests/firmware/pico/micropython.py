"""The part of `micropython` that the firmware uses."""


def kbd_intr(character):
    """Under CPython a Ctrl-C on the line is a byte like any other anyway."""
