"""A simulated board for the firmware's logic, with a clock that tests set."""

from types import SimpleNamespace
from typing import Any


def settings(**changes: Any) -> Any:
    """Return settings for a full table: six seats, eight steps, five panel buttons."""
    usual = {
        "SEAT_BUTTONS": [2, 3, 4, 5, 6, 7],
        "SEAT_RINGS": [8, 9, 10, 11, 12, 13],
        "RING_LIGHTS": 8,
        "STRIP": 14,
        "STEPS": 8,
        "PANEL_BUTTONS": {"confirm": 16, "end": 17, "undo": 18, "ask": 19, "next": 21},
        "BUZZER": 20,
        "BUDGET_MA": 350,
    }
    return SimpleNamespace(**(usual | changes))


class BenchBoard:
    """Replaces `board.Board`.

    Attributes:
        pressed: numbers of the pressed buttons, panel buttons first.
        inbox: bytes to the hub.
        outbox: bytes from the hub.
        strip, rings: the colours shown.
        hertz: the current tone.
    """

    def __init__(self, **changes: Any) -> None:
        self.settings = settings(**changes)
        self.clock = 0
        self.pressed: set[int] = set()
        self.inbox = b""
        self.outbox = b""
        self.strip: list[Any] = []
        self.rings: list[Any] = []
        self.hertz = 0
        self.services = self.beats = 0

    def now(self) -> Any:
        return self.clock

    def identity(self) -> Any:
        return "e66138528327a52f"

    def down(self) -> Any:
        count = len(self.settings.PANEL_BUTTONS) + len(self.settings.SEAT_BUTTONS)
        return [number in self.pressed for number in range(count)]

    def show(self, strip: Any, rings: Any) -> None:
        self.strip, self.rings = strip, rings

    def sound(self, hertz: Any) -> None:
        self.hertz = hertz

    def read(self) -> Any:
        came, self.inbox = self.inbox[:256], self.inbox[256:]
        return came

    def write(self, data: Any) -> None:
        self.outbox += data

    def alive(self) -> None:
        self.beats += 1

    def restart_for_service(self) -> None:
        self.services += 1
