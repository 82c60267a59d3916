"""Panel profiles: a small TOML file that says which pin is which, checked before a pin is touched."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from companion.errors import FaultyWiring
from companion.hardware.panel import PANEL_BUTTONS, Button, seat_button

DEFAULT = Path(__file__).with_name("wiring.toml")
FREE_PINS = range(2, 28)
"""BCM numbers on the header; 0 and 1 belong to the identity chip of add-on boards."""
AUTO = "auto"


@dataclass(frozen=True, slots=True)
class Wiring:
    """Where everything is connected; pins in BCM numbers.

    Attributes:
        buttons: pin of each button.
        steps: pins of the step lights, in order of play.
        seats: pins of the seats' lights, round the table.
        attention: pin of the light for the whole table, if there is one.
        buzzer: pin of the passive piezo, if there is one.
        port: the hub's serial device, or `"auto"` to look for one.
    """

    buttons: dict[Button, int] = field(default_factory=dict)
    steps: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()
    attention: int | None = None
    buzzer: int | None = None
    port: str = AUTO


def read_wiring(path: Path = DEFAULT) -> Wiring:
    """Read a panel profile.

    Raises:
        FaultyWiring: The file cannot be read, or a line in it cannot be; the message names the line.
    """
    try:
        text = path.read_text(encoding="utf-8")
        given = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise FaultyWiring(f"The panel profile {path} cannot be read: {error}.") from error
    return _Profile(path, text, given).wiring()


class _Profile:
    """One profile while it is being checked."""

    def __init__(self, path: Path, text: str, given: dict[str, object]) -> None:
        self._path = path
        self._lines = text.splitlines()
        self._given = given
        self._taken: dict[int, str] = {}

    def wiring(self) -> Wiring:
        for name in self._given:
            if name not in ("buttons", "lights", "chime", "hub"):
                raise self._fault(name, None, "is no section; there are buttons, lights, chime, hub")
        return Wiring(
            buttons=self._buttons(),
            steps=self._pins("lights", "steps"),
            seats=self._pins("lights", "seats"),
            attention=self._one("lights", "attention"),
            buzzer=self._one("chime", "buzzer"),
            port=self._port(),
        )

    def _buttons(self) -> dict[Button, int]:
        known = {str(button): button for button in PANEL_BUTTONS}
        seats = self._pins("buttons", "seats")
        named = {
            button: pin for name, button in known.items() if (pin := self._one("buttons", name)) is not None
        }
        return named | {seat_button(number): pin for number, pin in enumerate(seats)}

    def _section(self, section: str) -> dict[str, object]:
        keys = {
            "buttons": (*map(str, PANEL_BUTTONS), "seats"),
            "lights": ("steps", "seats", "attention"),
            "chime": ("buzzer",),
            "hub": ("port",),
        }[section]
        table = self._given.get(section, {})
        if not isinstance(table, dict):
            raise self._fault(section, None, f"must be a section: write [{section}]")
        for key in table:
            if key not in keys:
                raise self._fault(section, key, f"is not known here; there are {', '.join(keys)}")
        return table

    def _one(self, section: str, key: str) -> int | None:
        value = self._section(section).get(key)
        return None if value is None else self._pin(section, key, value)

    def _pins(self, section: str, key: str) -> tuple[int, ...]:
        values = self._section(section).get(key, [])
        if not isinstance(values, list):
            raise self._fault(section, key, "must be a list of pins, such as [4, 17]")
        return tuple(self._pin(section, key, value) for value in values)

    def _pin(self, section: str, key: str, value: object) -> int:
        if type(value) is not int or value not in FREE_PINS:
            raise self._fault(
                section, key, f"is {value!r}; a pin is a BCM number from {FREE_PINS[0]} to {FREE_PINS[-1]}"
            )
        if value in self._taken:
            raise self._fault(section, key, f"is on pin {value}, which {self._taken[value]} has already")
        self._taken[value] = f"{section}.{key}"
        return value

    def _port(self) -> str:
        port = self._section("hub").get("port", AUTO)
        if not isinstance(port, str) or not port:
            raise self._fault("hub", "port", f'is {port!r}; write "auto" or a path under /dev/serial/by-id')
        return port

    def _fault(self, section: str, key: str | None, words: str) -> FaultyWiring:
        number = next(self._line_numbers(section, key), None)
        where = f"{self._path}, line {number}" if number else str(self._path)
        name = section if key is None else f"{section}.{key}"
        return FaultyWiring(f"{where}: {name} {words}.")

    def _line_numbers(self, section: str, key: str | None) -> Iterator[int]:
        """Find where a key stands; tomllib does not tell."""
        inside = ""
        for number, line in enumerate(self._lines, start=1):
            header = re.match(r"\s*\[+\s*([\w.-]+)", line)
            inside = header.group(1) if header else inside
            if key is None:
                found = re.match(rf"\s*\[*\s*{re.escape(section)}\b", line)
            else:
                found = re.match(rf'\s*"?{re.escape(key)}"?\s*=', line) if inside == section else None
            if found:
                yield number
