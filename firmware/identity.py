"""Who this hub is and which firmware it carries."""

import binascii

FILES = (
    "blink_pattern.py",
    "board.py",
    "buzzer.py",
    "debounce.py",
    "hub.py",
    "identity.py",
    "main.py",
    "power.py",
    "wire.py",
)
"""The files that make the firmware; settings.py belongs to the table it was wired for."""


def fingerprint(folder: str = "") -> str:
    """Return the CRC-32 over all files of the firmware, as eight hex digits: its version.

    Raises:
        OSError: A file is missing.
    """
    crc = 0
    for name in FILES:
        with open(folder + name, "rb") as file:
            crc = binascii.crc32(file.read(), crc)
    return f"{crc & 0xFFFFFFFF:08x}"
