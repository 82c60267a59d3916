"""The Pico's pins, lights, clock and USB line: the only file that touches the machine."""

import binascii
import os
import select
import sys
import time

import machine
import micropython
import neopixel

WATCHDOG_MS = 8000
"""A hub that hangs this long restarts itself, in milliseconds (the chip allows 8388 at most)."""
READ_AT_ONCE = 256
"""Most bytes read in one go, so that a flood on the line does not hold up buttons and lights."""
REST_MS = 2
SERVICE_MARK = "service"
"""A file that tells the next start to leave the line to `companion flash`."""


class Board:
    """What is soldered together.

    Args:
        settings: The module `settings`.
    """

    def __init__(self, settings):
        self.settings = settings
        self._buttons = [_button(pin) for pin in _button_pins(settings)]
        self._rings = [_lights(pin, settings.RING_LIGHTS) for pin in settings.SEAT_RINGS]
        self._strip = None
        if settings.STRIP is not None:
            self._strip = _lights(settings.STRIP, settings.STEPS + 1)
        self._buzzer = None
        if settings.BUZZER is not None:
            self._buzzer = machine.PWM(machine.Pin(settings.BUZZER))
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._ticks = time.ticks_ms()
        self._now = 0
        self._watchdog = None

    def begin(self):
        """Take the line for ourselves and start the watchdog; from now on Ctrl-C is just a byte."""
        micropython.kbd_intr(-1)
        self._watchdog = machine.WDT(timeout=WATCHDOG_MS)

    def alive(self):
        """Tell the watchdog that all is well."""
        if self._watchdog is not None:
            self._watchdog.feed()

    def rest(self):
        """Let a moment pass between two turns."""
        time.sleep_ms(REST_MS)

    def identity(self):
        """Return the chip's own number in hex digits."""
        return binascii.hexlify(machine.unique_id()).decode()

    def now(self):
        """Return milliseconds since the start; unlike the machine's own ticks they do not wrap around."""
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now

    def down(self):
        """Return whether each button is down: the panel's in order, then the seats'."""
        return [not pin.value() for pin in self._buttons]

    def show(self, strip, rings):
        """Set the lights.

        Args:
            strip: A (red, green, blue) for each light of the strip.
            rings: For each seat, the (red, green, blue) of its whole ring.
        """
        if self._strip is not None:
            for number, colour in enumerate(strip):
                self._strip[number] = colour
            self._strip.write()
        for ring, colour in zip(self._rings, rings):
            ring.fill(colour)
            ring.write()

    def sound(self, hertz):
        """Let the piezo sound at a frequency, or be silent at 0."""
        if self._buzzer is None:
            return
        if hertz:
            self._buzzer.freq(hertz)
        self._buzzer.duty_u16(32768 if hertz else 0)

    def read(self):
        """Return the bytes that have come, without waiting for any."""
        came = bytearray()
        while len(came) < READ_AT_ONCE and self._poll.poll(0):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                break
            came += byte
        return bytes(came)

    def write(self, data):
        """Send bytes; with nobody at the other end they are gone."""
        sys.stdout.buffer.write(data)

    def restart_for_service(self):
        """Restart and leave the line to `companion flash`."""
        with open(SERVICE_MARK, "w") as file:
            file.write("companion flash")
        machine.reset()


def _button(pin):
    return machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)


def _lights(pin, count):
    return neopixel.NeoPixel(machine.Pin(pin), count)


def _button_pins(settings):
    return list(settings.PANEL_BUTTONS.values()) + settings.SEAT_BUTTONS


def called_for_service():
    """Return whether this start is for `companion flash`; the next one is for playing again."""
    try:
        os.remove(SERVICE_MARK)
    except OSError:
        return False
    return True
