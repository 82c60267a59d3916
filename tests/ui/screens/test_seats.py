"""Who sits where: palettes of colours, emblems and players, and places that are swapped."""

from typing import Any

import pytest

from companion.ui.widgets.controls.keyboard import Keyboard


@pytest.fixture
def seated(app: Any) -> Any:
    """Three seats, of which the second is Bob's."""
    app.open_overlay("seats", lobby=app.home)
    app.overlay._name(1, "Bob")
    app.pointer._pause(0.0)
    return app


def test_a_colour_is_chosen_from_a_palette(seated: Any) -> None:
    seated.pointer.tap("Colour")
    assert seated.pointer.shows("Which colour?") and seated.pointer.shows("Blue: Bob")
    seated.pointer.tap("Purple")
    changed = next(seat for seat in seated.home.seats if seat.colour == "purple")
    assert (changed.id, changed.name) == ("purple", "Purple"), "an unnamed seat is called by its colour"
    assert seated.pointer.shows("Who sits where?") and not seated.pointer.shows("Which colour?")


def test_a_colour_that_somebody_has_is_swapped(seated: Any) -> None:
    seated.overlay._colour(0, "blue")
    first, second, third = seated.home.seats
    assert (first.colour, first.name) == ("blue", "Blue")
    assert (second.colour, second.id, second.name) == ("red", "red", "Bob")
    assert third.colour == "green"


def test_emblems_are_swapped_alone(seated: Any) -> None:
    before = seated.home.seats
    seated.overlay._emblem(2, before[0].emblem)
    after = seated.home.seats
    assert (after[2].emblem, after[0].emblem) == (before[0].emblem, before[2].emblem)
    assert [(seat.id, seat.name, seat.colour) for seat in after] == [
        (seat.id, seat.name, seat.colour) for seat in before
    ]


def test_back_closes_the_palette_first(seated: Any) -> None:
    before = seated.home.seats
    seated.pointer.tap("Emblem")
    seated.pointer.tap("Back")
    assert seated.overlay.name == "seats" and seated.home.seats == before
    seated.pointer.tap("Back")
    assert seated.overlay is None


TITLES = {"Colour": "Which colour?", "Emblem": "Which emblem?", "Person": "Who plays?"}


def where(app: Any, words: str) -> Any:
    widget = app.pointer.find(words)
    return widget.to_window(*widget.center)


@pytest.mark.every(4)
@pytest.mark.parametrize("button", ["Name", "Colour", "Emblem", "Person"])
def test_a_double_tap_only_opens(seated: Any, screen: Any, button: str) -> None:
    now = 0.0
    seated.guard.seconds, seated.guard.clock = 0.35, lambda: now
    before = seated.home.seats
    try:
        at = where(seated, button)
        for _ in range(2):
            screen.tap(*at)
            screen.frames(1)
            now += 0.1
        keyboards = [child for child in screen.window.children if isinstance(child, Keyboard)]
        assert all(keyboard.text == "" or keyboard.text == "Bob" for keyboard in keyboards)
        assert len(keyboards) == (button == "Name")
        now += 1.0
        if keyboards:
            done = where(seated, "Done")
            for _ in range(2):
                screen.tap(*done)
                screen.frames(1)
                now += 0.1
            assert not [child for child in screen.window.children if isinstance(child, Keyboard)]
        else:
            assert seated.pointer.shows(TITLES[button]), "the palette is open"
        assert seated.home.seats == before, "nothing was chosen, and nobody moved"
    finally:
        seated.guard.seconds = 0.0


@pytest.mark.parametrize(
    ("number", "order"),
    [(0, ["Bob", "Green", "Red"]), (1, ["Bob", "Red", "Green"]), (2, ["Red", "Green", "Bob"])],
)
def test_seats_swap_places(seated: Any, number: int, order: list[str]) -> None:
    seated.overlay._earlier(number)
    assert [seat.name for seat in seated.home.seats] == order
