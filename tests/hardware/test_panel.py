"""The contract of every panel, tried on each of them; and frames by themselves."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from companion.hardware.panel import (
    ASK,
    BLANK,
    CONFIRM,
    END,
    NEXT,
    PANEL_BUTTONS,
    UNDO,
    Button,
    ButtonRole,
    ChimeNote,
    LightFrame,
    LightState,
    seat_button,
)
from tests.hardware.rigs import GpioRig, HubRig, SimulatedRig

WHITE = LightState("202020", "9")
BLINK = LightState("202020", "90")
DARK = LightState("000000", "0")


@pytest.fixture(params=["simulated", "gpio", "hub"])
def rig(request: pytest.FixtureRequest) -> Iterator[Any]:
    if request.param == "hub":
        made = HubRig(request.getfixturevalue("on_pico"))
    else:
        made = {"simulated": SimulatedRig, "gpio": GpioRig}[request.param]()
    made.advance(50)
    yield made
    made.panel.close()


def test_it_has_the_panel_buttons(rig: Any) -> None:
    assert set(PANEL_BUTTONS) <= rig.panel.buttons


@pytest.mark.parametrize(
    ("held", "told"),
    [
        (5, []),  # a spike on the wire is no finger
        (15, []),  # nor is anything shorter than the bounce time
        (40, [("confirm", False)]),  # a quick tap
        (600, [("confirm", False)]),  # a slow one
        (800, [("confirm", True)]),  # held: a long press and no press besides
        (60_000, [("confirm", True)]),  # held down for a minute: still only one
    ],
)
def test_how_long_a_finger_stays(rig: Any, held: int, told: Any) -> None:
    rig.push(CONFIRM, held)
    assert rig.take_presses() == told


def test_a_long_press_is_told_while_the_finger_still_rests(rig: Any) -> None:
    rig.set_button(UNDO, True)
    rig.advance(800)
    assert rig.take_presses() == [("undo", True)]


def test_two_presses_within_the_bounce_time_are_one(rig: Any) -> None:
    rig.set_button(END, True)
    rig.advance(60)
    rig.set_button(END, False)
    rig.advance(10)
    rig.set_button(END, True)
    rig.advance(60)
    rig.set_button(END, False)
    rig.advance(60)
    assert rig.take_presses() == [("end", False)]


def test_bouncing_metal_is_one_press(rig: Any) -> None:
    for down in (True, False, True, False, True):
        rig.set_button(ASK, down)
        rig.advance(5)
    rig.advance(60)
    for down in (False, True, False, True, False):
        rig.set_button(ASK, down)
        rig.advance(5)
    rig.advance(60)
    assert rig.take_presses() == [("ask", False)]


def test_two_buttons_at_once_are_two_presses(rig: Any) -> None:
    rig.set_button(CONFIRM, True)
    rig.set_button(NEXT, True)
    rig.advance(60)
    rig.set_button(NEXT, False)
    rig.advance(60)
    rig.set_button(CONFIRM, False)
    rig.advance(60)
    assert rig.take_presses() == [("next", False), ("confirm", False)]


def test_presses_name_their_panel(rig: Any) -> None:
    rig.push(CONFIRM, 50)
    assert rig.presses[0].panel == rig.panel.name


@pytest.mark.parametrize(
    ("frame", "role", "number"),
    [
        (LightFrame(steps=(DARK, WHITE)), "steps", 1),
        (LightFrame(seats=(DARK, DARK, WHITE)), "seats", 2),
        (LightFrame(attention=WHITE), "attention", 0),
    ],
)
def test_a_light_lights_where_it_belongs_and_nowhere_else(
    rig: Any, frame: Any, role: str, number: int
) -> None:
    rig.panel.show(frame)
    rig.advance(150)
    lit = {
        (kind, n)
        for kind, count in (("steps", 3), ("seats", 3), ("attention", 1))
        for n in range(count)
        if rig.brightness(kind, n) > 0
    }
    assert lit == {(role, number)}


def test_a_rhythm_blinks(rig: Any) -> None:
    rig.panel.show(LightFrame(attention=BLINK))
    rig.advance(150)
    seen = []
    for _ in range(40):
        rig.advance(25)
        seen.append(rig.brightness("attention") > 0)
    changes = sum(a != b for a, b in itertools.pairwise(seen))
    assert 7 <= changes <= 8  # a second of eight slots


def test_a_frame_replaces_the_one_before(rig: Any) -> None:
    rig.panel.show(LightFrame(seats=(WHITE,)))
    rig.advance(150)
    rig.panel.show(BLANK)
    rig.advance(150)
    assert rig.brightness("seats", 0) == 0


def test_more_lights_than_lamps_do_no_harm(rig: Any) -> None:
    rig.panel.show(LightFrame(steps=(WHITE,) * 16, seats=(WHITE,) * 16, attention=WHITE))
    rig.advance(150)
    assert rig.brightness("steps", 7) > 0 and rig.brightness("seats", 5) > 0


def test_a_chime_is_heard(rig: Any) -> None:
    rig.panel.chime((ChimeNote(880, 100), ChimeNote(0, 50), ChimeNote(440, 100)))
    assert rig.hertz() == [880, 440]


def test_it_says_how_it_is(rig: Any) -> None:
    health = rig.panel.health()
    assert health.state in ("ok", "simulated") and health.detail and not health.fix


def test_closing_twice_is_fine_and_so_is_all_that_comes_late(rig: Any) -> None:
    rig.panel.close()
    rig.panel.close()
    rig.panel.show(LightFrame(attention=WHITE))
    rig.panel.chime((ChimeNote(880, 100),))


@pytest.mark.parametrize(
    ("colour", "pattern"),
    [
        ("FF8800", "9"),  # capitals
        ("ff880", "9"),  # a digit short
        ("ff8800", ""),  # no pattern
        ("ff8800", "x"),  # no digit
        ("ff8800", "9" * 33),  # too long
        ("ff8800", "٣"),  # a digit elsewhere, not here
    ],
)
def test_no_light(colour: str, pattern: Any) -> None:
    with pytest.raises(ValueError, match="no light can"):
        LightState(colour, pattern)


@pytest.mark.parametrize(
    ("now", "lamps", "shown"),
    [
        (0, 8, range(0, 3)),  # fewer steps than lamps
        (2, 3, range(0, 3)),  # as many
        (0, 2, range(0, 2)),  # too few lamps: the part with the present step
        (1, 2, range(0, 2)),
        (2, 2, range(1, 3)),
        (1, 0, range(0, 0)),  # no strip
    ],
)
def test_a_short_strip_shows_the_part_with_the_present_step(now: int, lamps: int, shown: Any) -> None:
    lights = tuple(LightState("ffffff", str(n)) for n in range(3))
    assert LightFrame(steps=lights, now=now).steps_on(lamps) == tuple(lights[n] for n in shown)


@pytest.mark.parametrize(
    ("button", "words"),
    [(CONFIRM, "confirm"), (seat_button(0), "seat 1"), (Button(ButtonRole.SEAT, 5), "seat 6")],
)
def test_buttons_have_names(button: Any, words: str) -> None:
    assert str(button) == words
