"""The keyboard on the touchscreen."""

from typing import Any

import pytest


@pytest.fixture
def line(screen: Any) -> Any:
    """A line with nothing written on it."""
    from companion.ui.widgets.controls.keyboard import TextField

    return screen.show(TextField(title="Name of the region", size_hint=(0.5, 0.2)))


def typed(screen: Any, keys: list[str]) -> None:
    from companion.ui.pointer import Pointer

    pointer = Pointer(lambda _: screen.frames(2))
    for key in keys:
        pointer.tap(key)


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (["n", "e", "w", "Space", "y", "o"], "New Yo"),  # words begin with capitals by themselves
        (["Shift", "a", "b"], "ab"),  # unless told otherwise
        (["a", "Delete", "b"], "B"),
        (["a", "123", "4", "2", "abc", "b"], "A42b"),
        (["j", "äé", "é", "abc", "n", "Space", "äé", "Ä", "ñ", "ß"], "Jén Äñß"),
        (["äé", "Ø", "123", "7", "äé", "Shift", "É"], "Ø7É"),
        (["a", "Space"], "A"),  # nothing is left hanging at the end
    ],
)
def test_what_is_typed_stands_on_the_line(screen: Any, line: Any, keys: list[str], words: str) -> None:
    screen.tap_on(line)
    typed(screen, [*keys, "Done"])
    assert line.text == words


def test_a_name_may_begin_with_a_letter_twice(screen: Any) -> None:
    """A small letter on the same key counts at once, although the key has shown another one a moment ago."""
    from kivy.uix.floatlayout import FloatLayout

    from companion.ui.touch_guard import GUARD_SECONDS, TouchGuard
    from companion.ui.widgets.controls.keyboard import Keyboard

    behind = screen.show(FloatLayout())
    behind.guard = TouchGuard(behind)
    now = 10.0
    behind.guard.clock = lambda: now
    keyboard = Keyboard()
    keyboard.open()
    screen.frames(2)
    now += GUARD_SECONDS
    for letter in ("A", "a", "r"):
        screen.tap_on(screen.find(letter))
        now += 0.1
    assert keyboard.text == "Aar"
    keyboard.close()


def test_cancel_leaves_the_line_as_it_was(screen: Any, line: Any) -> None:
    line.text = "Siam"
    screen.tap_on(line)
    typed(screen, ["x", "Cancel"])
    assert line.text == "Siam"


def test_no_more_is_taken_than_fits(screen: Any) -> None:
    from companion.ui.widgets.controls.keyboard import Keyboard

    keyboard = screen.show(Keyboard(longest=3))
    typed(screen, ["a", "b", "c", "d"])
    assert keyboard.text == "Abc"


def test_every_key_is_large_enough_for_a_finger(screen: Any) -> None:
    from companion.ui import theme
    from companion.ui.widgets.controls.keyboard import Keyboard

    keyboard = screen.show(Keyboard())
    for key in keyboard.children:
        assert min(key.size) >= theme.TAP_TARGET
    assert all(key.x >= 0 and key.right <= 800 for key in keyboard.children)


def test_letters_of_the_language_come_first(screen: Any, line: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.ui.widgets.controls.keyboard.letters", lambda _: "ïœ¿")
    screen.tap_on(line)
    typed(screen, ["ïœ", "Ï", "œ", "¿", "Ü", "Done"])
    assert line.text == "Ïœ¿ü"
