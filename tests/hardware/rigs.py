"""A test rig for each kind of panel, with simulated presses, clock and lights, for one common suite."""

from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.hardware.gpio import GpioPanel
from companion.hardware.hub import HubPanel
from companion.hardware.simulated import SimulatedPanel
from companion.hardware.wiring import read_wiring
from tests.firmware.bench_board import BenchBoard

TICK_MS = 5


class Rig:
    """A simulated panel. Subclasses define how to press its buttons and read its lights."""

    def __init__(self) -> None:
        self.now = 0
        self.presses: list[Any] = []
        self.panel: Any
        self.set_button: Any

    def advance(self, milliseconds: Any) -> None:
        for _ in range(0, milliseconds, TICK_MS):
            self.now += TICK_MS
            self.turn()
            self.panel.tick(self.now)

    def turn(self) -> None:
        """Run one step of the other end."""

    def push(self, button: Any, milliseconds: Any) -> None:
        self.set_button(button, True)
        self.advance(milliseconds)
        self.set_button(button, False)
        self.advance(50)

    def take_presses(self) -> Any:
        """Return the presses since the last call."""
        presses = [(str(press.button), press.long) for press in self.presses]
        self.presses.clear()
        return presses


class SimulatedRig(Rig):
    """Presses buttons in the simulated panel; reads its frame."""

    def __init__(self) -> None:
        super().__init__()
        self.panel = SimulatedPanel(self.presses.append)

    def set_button(self, button: Any, down: Any) -> None:
        (self.panel.hold if down else self.panel.release)(button)

    def brightness(self, role: Any, number: Any = 0) -> Any:
        frame = self.panel.frame
        lights = (frame.attention,) if role == "attention" else getattr(frame, role)
        return lights[number].brightness(self.now) if number < len(lights) else 0.0

    def hertz(self) -> Any:
        chime = self.panel.chimes.pop() if self.panel.chimes else ()
        return [tone.hertz for tone in chime if tone.hertz]


class GpioRig(Rig):
    """Pulls gpiozero's mock pins low to press; reads the PWM of the pins."""

    def __init__(self, wiring: Any = None) -> None:
        super().__init__()
        self.wiring = wiring or read_wiring()
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.panel = GpioPanel(self.wiring, self.presses.append, self.factory)

    def set_button(self, button: Any, down: Any) -> None:
        pin = self.factory.pin(self.wiring.buttons[button])
        (pin.drive_low if down else pin.drive_high)()

    def brightness(self, role: Any, number: Any = 0) -> Any:
        pins = (self.wiring.attention,) if role == "attention" else getattr(self.wiring, role)
        return float(self.factory.pin(pins[number]).state) ** 0.5

    def hertz(self) -> Any:
        heard: list[Any] = []
        for _ in range(80):
            self.advance(TICK_MS)
            pin = self.factory.pin(self.wiring.buzzer)
            tone = round(pin.frequency) if pin.state else 0
            if not heard or heard[-1] != tone:
                heard.append(tone)
        return [tone for tone in heard if tone]


class HubRig(Rig):
    """The real firmware logic at the other end of an in-memory line."""

    def __init__(self, on_pico: Any, **changes: Any) -> None:
        super().__init__()
        self.board = BenchBoard(**changes)
        self.far = on_pico("hub").Hub(self.board, "471a8b6c")
        self.panel = HubPanel(self.presses.append, find=lambda: "/dev/bench", opener=lambda _: self)
        self.buttons = [*self.board.settings.PANEL_BUTTONS, *(f"seat {n + 1}" for n in range(6))]
        self.advance(600)

    def turn(self) -> None:
        self.board.clock = self.now
        self.far.turn()

    def read(self, size: Any) -> Any:
        came, self.board.outbox = self.board.outbox[:size], self.board.outbox[size:]
        return came

    def write(self, data: Any) -> None:
        self.board.inbox += data

    def close(self) -> None:
        pass

    def set_button(self, button: Any, down: Any) -> None:
        number = self.buttons.index(str(button))
        (self.board.pressed.add if down else self.board.pressed.discard)(number)

    def brightness(self, role: Any, number: Any = 0) -> Any:
        lamps = self.board.rings if role == "seats" else self.board.strip
        return max(lamps[-1 if role == "attention" else number]) / 255

    def hertz(self) -> Any:
        heard: list[Any] = []
        for _ in range(80):
            self.advance(TICK_MS)
            if not heard or heard[-1] != self.board.hertz:
                heard.append(self.board.hertz)
        return [tone for tone in heard if tone]
