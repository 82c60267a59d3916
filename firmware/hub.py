"""The hub: says what the buttons do, shows what the host says, and stays calm when it says nothing."""

from blink_pattern import SLOT_MS, is_light, level, shade
from buzzer import Buzzer
from debounce import LONG, PRESS, Debouncer
from power import within
from wire import HUB_BEATS_MS, NUMBERS, PRESSES, PROTOCOL, SILENCE_MS, LineReader, encode, is_count

HELLO_MS = 1000
"""How often the hub says hello while no host speaks to it, in milliseconds."""
MAX_NOTES = 32
DARK = ("000000", "0")
LOST = ("304060", "00000000111122223333333322221111")
"""The pattern of a hub that has lost its host: every seat breathes slowly, all in step."""


class Button:
    """One button and how often it was pressed.

    Attributes:
        counters: Presses and long presses modulo 256, and whether it is down (0 or 1).
    """

    def __init__(self):
        self.counters = [0, 0, 0]
        self._debouncer = Debouncer()

    def sample(self, now, down):
        """Take in one reading; return whether anything is new."""
        press = self._debouncer.sample(now, down)
        was_down = self.counters[2]
        self.counters[2] = 1 if self._debouncer.down else 0
        if press == PRESS:
            self.counters[0] = (self.counters[0] + 1) % PRESSES
        elif press == LONG:
            self.counters[1] = (self.counters[1] + 1) % PRESSES
        return bool(press) or was_down != self.counters[2]


class Hub:
    """One hub.

    Args:
        board: The Board, or a test double.
        version: Fingerprint of the firmware.

    Attributes:
        host: Whether a host that fits is speaking to us.
    """

    def __init__(self, board, version):
        settings = board.settings
        self.host = False
        self._board = board
        self._version = version
        self._panel = [Button() for _ in settings.PANEL_BUTTONS]
        self._seats = [Button() for _ in settings.SEAT_BUTTONS]
        self._reader = LineReader()
        self._nonsense = 0
        self._heard = -SILENCE_MS
        self._hello_sent = -HELLO_MS
        self._state_sent = -HUB_BEATS_MS
        self._number = 0
        self._lights_number = 0
        self._buzzer = Buzzer()
        self._hertz = 0
        self._drawn = None
        self._clear_lights()

    def turn(self):
        """Do once all that a hub does; to be called without end."""
        now = self._board.now()
        for message in self._reader.feed(self._board.read()):
            if not self._handle_message(message, now):
                self._nonsense += 1
        self._check_timeout(now)
        if self._sample(now) or now - self._state_sent >= HUB_BEATS_MS:
            self._send_state(now)
        if not self.host and now - self._hello_sent >= HELLO_MS:
            self._send_hello(now)
        self._draw(now)
        self._update_buzzer(now)
        self._board.alive()

    def _clear_lights(self):
        self._steps, self._rings, self._attention = [], [], DARK

    def _check_timeout(self, now):
        if self.host and now - self._heard >= SILENCE_MS:
            self.host = False
            self._drawn = None
            self._clear_lights()

    def _handle_message(self, message, now):
        """Do what the host says; return False where it makes no sense."""
        if message[0] == "hello":
            self._send_hello(now)
            return True
        if message[0] == "lights":
            return self._take_lights(message, now)
        if message[0] == "chime":
            return self._take_chime(message, now)
        if message == ["service"]:
            self._board.restart_for_service()
            return True
        return False

    def _take_lights(self, message, now):
        if len(message) != 5 or not is_count(message[1], NUMBERS):
            return False
        _, number, steps, seats, attention = message
        if not _are_lights(steps) or not _are_lights(seats) or not is_light(attention):
            return False
        self._steps, self._rings, self._attention = steps, seats, attention
        self._lights_number = number
        self._heard, self.host, self._drawn = now, True, None
        return True

    def _take_chime(self, message, now):
        if len(message) != 3 or not isinstance(message[2], list) or len(message[2]) > MAX_NOTES:
            return False
        if not all(_is_tone(tone) for tone in message[2]):
            return False
        self._buzzer.play(message[2], now)
        return True

    def _sample(self, now):
        news = False
        for button, down in zip(self._panel + self._seats, self._board.down()):
            if button.sample(now, down):
                news = True
        return news

    def _send_hello(self, now):
        self._hello_sent = now
        settings = self._board.settings
        panel = list(settings.PANEL_BUTTONS)
        parts = [settings.STEPS if settings.STRIP is not None else 0, len(self._seats), panel]
        self._board.write(encode(["hello", PROTOCOL, self._board.identity(), self._version] + parts))

    def _send_state(self, now):
        self._state_sent = now
        self._number = (self._number + 1) % NUMBERS
        damaged = (self._reader.damaged + self._nonsense) % NUMBERS
        panel = [button.counters for button in self._panel]
        seats = [button.counters for button in self._seats]
        self._board.write(encode(["state", self._number, self._lights_number, damaged, panel, seats]))

    def _draw(self, now):
        """Set the lights, once for each slot of the patterns and whenever they are new."""
        slot = now // SLOT_MS
        if slot == self._drawn:
            return
        self._drawn = slot
        settings = self._board.settings
        strip = [_light_now(self._steps, number, now) for number in range(settings.STEPS)]
        strip.append(shade(self._attention[0], level(self._attention[1], now)))
        rings = [self._ring(number, now) for number in range(len(settings.SEAT_RINGS))]
        self._board.show(*_within_budget(strip, rings, settings))

    def _ring(self, number, now):
        if self.host:
            return _light_now(self._rings, number, now)
        return shade(LOST[0], level(LOST[1], now))

    def _update_buzzer(self, now):
        hertz = self._buzzer.hertz(now)
        if hertz != self._hertz:
            self._hertz = hertz
            self._board.sound(hertz)


def _are_lights(value):
    return isinstance(value, list) and all(is_light(light) for light in value)


def _is_tone(value):
    """Return whether a value is `[hertz, milliseconds]` that a piezo can play."""
    if not isinstance(value, list) or len(value) != 2:
        return False
    hertz, milliseconds = value
    return is_count(hertz, 10001) and (hertz == 0 or hertz >= 50) and is_count(milliseconds, 2001)


def _light_now(lights, number, now):
    colour, pattern = lights[number] if number < len(lights) else DARK
    return shade(colour, level(pattern, now))


def _within_budget(strip, rings, settings):
    """Dim strip and rings together to what the cable can give; a ring counts as often as it has lights."""
    every = [colour for colour in rings for _ in range(settings.RING_LIGHTS)]
    dimmed = within(strip + every, settings.BUDGET_MA)
    first = len(strip)
    return dimmed[:first], dimmed[first :: settings.RING_LIGHTS]
