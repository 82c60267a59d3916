"""Panel profiles: a small TOML file that says which pin is which, checked before a pin is touched."""

from dataclasses import dataclass, field
from pathlib import Path

from companion.errors import FaultyWiring
from companion.external_files.toml_file import Section, TomlFile
from companion.hardware.panel import PANEL_BUTTONS, Button, seat_button

DEFAULT = Path(__file__).with_name("wiring.toml")
FREE_PINS = range(2, 28)
"""BCM numbers on the header; 0 and 1 belong to the identity chip of add-on boards."""
AUTO = "auto"
SECTIONS = {
    "buttons": (*map(str, PANEL_BUTTONS), "seats"),
    "lights": ("steps", "seats", "attention"),
    "chime": ("buzzer",),
    "hub": ("port",),
}
"""The sections of a profile, and the keys of each."""


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
    file = TomlFile(path, FaultyWiring)
    for name in file.top:
        if name not in SECTIONS:
            raise file.top.wrong(
                name, "{key} is no section; there are {sections}", sections=", ".join(SECTIONS)
            )
    sections = {name: file.section(name, optional=True) for name in SECTIONS}
    for name, section in sections.items():
        section.allow(*SECTIONS[name])
    pins = _Pins()
    buttons = {
        button: pin
        for button in PANEL_BUTTONS
        if (pin := pins.one(sections["buttons"], str(button))) is not None
    }
    seats = pins.many(sections["buttons"], "seats")
    return Wiring(
        buttons=buttons | {seat_button(number): pin for number, pin in enumerate(seats)},
        steps=pins.many(sections["lights"], "steps"),
        seats=pins.many(sections["lights"], "seats"),
        attention=pins.one(sections["lights"], "attention"),
        buzzer=pins.one(sections["chime"], "buzzer"),
        port=_port(sections["hub"]),
    )


class _Pins:
    """Reads pins of a profile; no pin is used twice."""

    def __init__(self) -> None:
        self._used: dict[int, str] = {}

    def one(self, section: Section, key: str) -> int | None:
        return self._pin(section, key, section.value(key)) if key in section else None

    def many(self, section: Section, key: str) -> tuple[int, ...]:
        values = section.value(key) if key in section else []
        if not isinstance(values, list):
            raise section.wrong(key, "{key} must be a list of pins, such as [4, 17]")
        return tuple(self._pin(section, key, value) for value in values)

    def _pin(self, section: Section, key: str, value: object) -> int:
        if type(value) is not int or value not in FREE_PINS:
            least, most = FREE_PINS[0], FREE_PINS[-1]
            raise section.wrong(
                key,
                "{key} is {value!r}; a pin is a BCM number from {least} to {most}",
                value=value,
                least=least,
                most=most,
            )
        if value in self._used:
            raise section.wrong(
                key,
                "{key} is on pin {value}, which {other} has already",
                value=value,
                other=self._used[value],
            )
        self._used[value] = f"{section.name}.{key}"
        return value


def _port(section: Section) -> str:
    port = section.value("port") if "port" in section else AUTO
    if not isinstance(port, str) or not port:
        raise section.wrong(
            "port", '{key} is {port!r}; write "auto" or a path under /dev/serial/by-id', port=port
        )
    return port
