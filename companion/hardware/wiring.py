"""Panel profiles: a small TOML file that says which pin is which, checked before a pin is touched."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct, structs

from companion.errors import FaultyWiring, WrongValue
from companion.external_files.typed_toml import read
from companion.hardware.panel import PANEL_BUTTONS, Button, seat_button

DEFAULT = Path(__file__).with_name("wiring.toml")
FREE_PINS = range(2, 28)
"""BCM numbers on the header; 0 and 1 belong to the identity chip of add-on boards."""
AUTO = "auto"
SEATS = "seats"
"""The key of the seats' buttons."""

Pins = tuple[int, ...]


class _Lights(Struct, frozen=True, forbid_unknown_fields=True):
    steps: Pins = ()
    seats: Pins = ()
    attention: int | None = None


class _Chime(Struct, frozen=True, forbid_unknown_fields=True):
    buzzer: int | None = None


class _Hub(Struct, frozen=True, forbid_unknown_fields=True):
    port: Annotated[str, Meta(min_length=1)] = AUTO


class _Profile(Struct, frozen=True, forbid_unknown_fields=True):
    """The file; `buttons` has the panel's buttons and the list of the seats'."""

    buttons: dict[str, Any] = {}
    lights: _Lights = _Lights()
    chime: _Chime = _Chime()
    hub: _Hub = _Hub()

    def __post_init__(self) -> None:
        known = (*map(str, PANEL_BUTTONS), SEATS)
        used: dict[int, str] = {}
        for section, values in structs.asdict(self).items():
            values = values if isinstance(values, dict) else structs.asdict(values)
            for key, value in values.items() if section != "hub" else ():
                place = f"{section}.{key}"
                if section == "buttons" and key not in known:
                    keys = ", ".join(known)
                    raise WrongValue(place, "{key} is not known here; there are {keys}", keys=keys)
                if key == SEATS and not isinstance(value, list | tuple):
                    raise WrongValue(place, "{key} must be a list of pins, such as [4, 17]")
                for pin in value if key in (SEATS, "steps") else () if value is None else (value,):
                    _check_pin(place, pin, used)
                    used[pin] = place


def _check_pin(place: str, pin: Any, used: dict[int, str]) -> None:
    if type(pin) is not int or pin not in FREE_PINS:
        raise WrongValue(
            place,
            "{key} is {value!r}; a pin is a BCM number from {least} to {most}",
            value=pin,
            least=FREE_PINS[0],
            most=FREE_PINS[-1],
        )
    if pin in used:
        raise WrongValue(
            place, "{key} is on pin {value}, which {other} has already", value=pin, other=used[pin]
        )


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
    profile = read(path, _Profile, error=FaultyWiring)
    buttons, lights = profile.buttons, profile.lights
    named = {button: buttons[str(button)] for button in PANEL_BUTTONS if str(button) in buttons}
    seats = {seat_button(number): pin for number, pin in enumerate(buttons.get(SEATS, ()))}
    buzzer, port = profile.chime.buzzer, profile.hub.port
    return Wiring(named | seats, lights.steps, lights.seats, lights.attention, buzzer, port)
