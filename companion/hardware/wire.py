"""The hub's serial protocol: lines of ASCII with a checksum, so that damage is detected.

A line is a JSON array, a space, the CRC-32 of the array's text as eight hex digits, and a newline:
`["light",3,"ff8800"] 1c291ca3`. Nothing in it is a control character, so it reads well in any terminal.

This one file is used on both ends. It lives here because an installed companion must be able to import it
like any other module, while the Pico gets a flat copy of every file anyway (`companion flash`, as `wire.py`).
It keeps to the Python that MicroPython runs: no `typing`, no dataclasses, no `re`.

The messages, by their first word:

    host to hub   ["hello", protocol]                                   who are you?
                  ["lights", number, steps, seats, attention]           the whole picture; also the heartbeat
                  ["chime", number, [[hertz, milliseconds], ...]]       hertz 0 is a rest
                  ["service"]                                           restart and wait for `companion flash`
    hub to host   ["hello", protocol, identity, version, steps, seats, panel]
                  ["state", number, lights, damaged, panel, seats]      every button; also the heartbeat

`["hello", ...]` and `["service"]` keep their meaning in every protocol to come: they are how two ends that do
not fit find out and are brought together. A light is `[colour, pattern]` (see blink_pattern.py). A button is
`[presses, long presses, down]`, both counted modulo 256: whoever missed a line learns the presses from the
next one.
"""

import binascii
import json

PROTOCOL = 1
MAX_LINE = 1600
"""Bytes in the longest line, newline not counted; 16 steps and 16 seats at their longest fit."""
NUMBERS = 65536
"""Lines are numbered modulo this."""
PRESSES = 256
"""Presses are counted modulo this."""
HOST_BEATS_MS = 500
"""The host repeats its lights at least this often, in milliseconds."""
HUB_BEATS_MS = 250
"""The hub repeats its state at least this often, in milliseconds."""
SILENCE_MS = 2000
"""After this long without a good line the other end counts as lost, in milliseconds."""


def checksum(text: bytes) -> bytes:
    """Return the CRC-32 of a text as eight lowercase hex digits."""
    return b"%08x" % (binascii.crc32(text) & 0xFFFFFFFF)


def encode(message: list) -> bytes:  # type: ignore[type-arg]  # MicroPython knows no typing.Any
    """Return the line, newline included, that carries a message.

    Raises:
        ValueError: The message is longer than a line or has text that is not printable ASCII.
    """
    text = json.dumps(message, separators=(",", ":")).encode()
    line = text + b" " + checksum(text)
    if len(line) > MAX_LINE:
        raise ValueError(f"a line of {len(line)} bytes is too long, the limit is {MAX_LINE}")
    if any(byte < 32 or byte > 126 for byte in line):
        raise ValueError("a line may carry printable ASCII only")
    return line + b"\n"


def decode(line: bytes) -> list | None:  # type: ignore[type-arg]
    """Return the message a line carries (newline stripped), or None where the line is damaged."""
    if len(line) > MAX_LINE:
        return None
    text, _, given = line.rpartition(b" ")
    if given != checksum(text):
        return None
    try:
        message = json.loads(text)
    except (ValueError, RuntimeError, MemoryError):  # no JSON, or nested without end
        return None
    if isinstance(message, list) and message and isinstance(message[0], str):
        return message
    return None


class LineReader:
    """Cuts a stream of bytes into lines, hands out the good messages and counts the rest.

    Attributes:
        good: Lines understood so far.
        damaged: Lines dropped so far; a run of bytes too long for a line counts once.
    """

    def __init__(self) -> None:
        self.good = 0
        self.damaged = 0
        self._rest = b""
        self._skipping = False

    def feed(self, chunk: bytes) -> list:  # type: ignore[type-arg]
        """Take in any bytes, split anywhere, and return the messages completed by them, oldest first."""
        messages = []
        *lines, rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            message = self._line(line)
            if message is not None:
                messages.append(message)
        if len(rest) > MAX_LINE + 1:  # never keep what cannot become a line any more
            self._skipping = True
            rest = b""
        self._rest = rest
        return messages

    def _line(self, line: bytes) -> list | None:  # type: ignore[type-arg]
        skipped, self._skipping = self._skipping, False
        if line.endswith(b"\r"):  # a terminal program may end its lines this way
            line = line[:-1]
        if not line and not skipped:
            return None
        message = None if skipped else decode(line)
        if message is None:
            self.damaged += 1
        else:
            self.good += 1
        return message


def is_count(value: object, below: int) -> bool:
    """Return whether a value is a whole number from 0 up to, not including, a limit."""
    return type(value) is int and 0 <= value < below
