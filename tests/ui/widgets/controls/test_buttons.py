"""Buttons answer a finger at once, count only what was meant, and explain what they deny."""

from typing import Any

import pytest

from companion.referee.ruling import refuse

NO = refuse("CL-ATK", "Alaska has 1 army, an attack needs 2.", instead="Attack from Brazil.")


@pytest.fixture
def button(screen: Any, heard: Any) -> Any:
    from companion.ui.widgets.controls.buttons import BigButton

    taps: list[Any] = []
    denials: list[Any] = []
    widget = BigButton(text="End attacks", size_hint=(None, None), size=(240, 60), pos=(100, 100))
    widget.bind(on_tap=heard(taps), on_denied=heard(denials))
    widget.taps, widget.denials = taps, denials
    return screen.show(widget)


def test_a_tap_counts_once(screen: Any, button: Any) -> None:
    screen.tap_on(button)
    assert len(button.taps) == 1


def test_the_button_shows_the_finger_before_it_lifts(screen: Any, button: Any) -> None:
    finger = screen.finger(*button.center)
    finger.touch_down()
    assert button.pressed and not button.taps
    finger.touch_up()
    assert not button.pressed and len(button.taps) == 1


def test_sliding_off_lets_go(screen: Any, button: Any) -> None:
    finger = screen.finger(*button.center)
    finger.touch_down()
    finger.touch_move(600, 400)
    finger.touch_up()
    assert not button.taps and not button.pressed


def test_a_denied_button_tells_its_ruling(screen: Any, button: Any) -> None:
    button.ruling = NO
    screen.tap_on(button)
    assert button.denials == [NO] and not button.taps


@pytest.mark.parametrize(
    ("seconds", "counts"),
    [
        (0.05, 0),  # a slip
        (0.6, 1),  # meant
    ],
)
def test_a_hold_button_counts_only_when_held(screen: Any, heard: Any, seconds: float, counts: int) -> None:
    from companion.ui.widgets.controls.buttons import HoldButton

    taps: list[Any] = []
    button = HoldButton(text="End the game", hold=0.3, size_hint=(None, None), size=(240, 60))
    button.bind(on_tap=heard(taps))
    screen.show(button)
    screen.hold_on(button, seconds)
    assert len(taps) == counts


def test_a_tap_in_a_slow_frame_is_no_hold(screen: Any, heard: Any) -> None:
    from companion.ui.widgets.controls.buttons import HoldButton

    taps: list[Any] = []
    button = HoldButton(text="End the game", hold=0.3, size_hint=(None, None), size=(240, 60))
    button.bind(on_tap=heard(taps))
    screen.show(button)
    screen.tap_in_slow_frame(button, 0.4)
    assert not taps


def test_handlers_can_be_given_at_once(screen: Any) -> None:
    from companion.ui.widgets.controls.buttons import ChoiceCard

    taps = []
    card = screen.show(ChoiceCard(title="Deal", on_tap=lambda _: taps.append("deal")))
    screen.tap_on(card)
    assert taps == ["deal"]


def test_a_disabled_button_takes_no_touch(screen: Any, button: Any) -> None:
    button.disabled = True
    screen.tap_on(button)
    assert not button.taps


def test_a_button_is_found_by_its_words(screen: Any, button: Any) -> None:
    assert screen.find("End attacks") is button
    with pytest.raises(LookupError):
        screen.find("Begin attacks")


@pytest.mark.parametrize(
    ("text", "detail", "width"),
    [
        ("Go on", "Classic Risk: Red, Blue, Green", 290),  # the lobby's
        ("Go on", "Battlefield Rogue: Ann, Bob, Carla, Dora", 290),  # written smaller
        ("Save", "to a file", 130),
        ("A long deed of many words", "short", 290),
    ],
)
def test_the_sign_stands_clear_of_both_lines(
    screen: Any, monkeypatch: pytest.MonkeyPatch, text: str, detail: str, width: int
) -> None:
    from companion.ui.widgets.controls import buttons, drawing

    signs, lines = [], []
    monkeypatch.setattr(drawing, "draw_icon", lambda _, at, radius, __: signs.append(at[0] + radius))
    monkeypatch.setattr(
        drawing,
        "draw_fitting_text",
        lambda words, at, size, _, room, bold=False, **__: lines.append(
            at[0] - min(drawing.text_width(words, size, bold), room) / 2
        ),
    )
    screen.show(
        buttons.BigButton(text=text, detail=detail, icon="play", size_hint=(None, None), size=(width, 84))
    )
    assert len(lines) >= 2
    assert max(signs) <= min(lines)


@pytest.mark.parametrize(("beside", "taps"), [(0, 1), (3, 1), (7, 0)])
def test_a_finger_a_little_beside_a_button_still_taps_it(screen: Any, beside: int, taps: int) -> None:
    from companion.ui.widgets.controls.buttons import BigButton

    heard_taps = []
    button = BigButton(text="Undo", size_hint=(None, None), size=(100, 48), pos=(100, 100))
    button.bind(on_tap=lambda *_: heard_taps.append(1))
    screen.show(button)
    screen.tap(200 + beside, 120)
    assert len(heard_taps) == taps


def test_between_two_buttons_that_touch_each_keeps_its_own_ground(screen: Any) -> None:
    from companion.ui.layout import row
    from companion.ui.widgets.controls.buttons import BigButton

    taps = []
    one, other = (BigButton(text=name, on_tap=lambda button: taps.append(button.text)) for name in ("a", "b"))
    screen.show(row(one, other, gap=0, size_hint=(None, None), size=(200, 48)))
    screen.tap(98, 24)
    screen.tap(102, 24)
    assert taps == ["a", "b"]


def test_a_button_is_drawn_once_it_has_its_place(screen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.ui.layout import column, row
    from companion.ui.widgets.controls.buttons import BigButton

    drawn = []
    monkeypatch.setattr(BigButton, "draw", lambda button: drawn.append(tuple(button.size)))
    screen.show(column(row(column(BigButton(text="Undo"))), size_hint=(None, None), size=(240, 60)))
    screen.frames()
    assert drawn == [(240, 60)]


@pytest.mark.usefixtures("screen")
@pytest.mark.parametrize("title", ["All on the Capital: 10", "Anywhere: 7", "Defence card", "No"])
@pytest.mark.parametrize("detail", ["", "10 soldiers stand where the Capital does, no others."])
def test_a_wider_card_is_never_higher(title: str, detail: str) -> None:
    """Else a list that drops its scroll bar does not fit any more, and is laid out for ever."""
    from companion.ui.widgets.controls.buttons import ChoiceCard

    card = ChoiceCard(title=title, detail=detail)
    heights = [card.needed(width) for width in range(120, 400, 2)]
    assert heights == sorted(heights, reverse=True)
