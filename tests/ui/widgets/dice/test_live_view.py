"""The camera's picture arrives on the screen as it is, with every die outlined where it lies."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.vision.dice import DieReading


@pytest.fixture
def view(screen: Any) -> Any:
    from companion.ui.widgets.dice.live_view import LiveView

    return screen.show(LiveView(size_hint=(None, None), size=(400, 340), pos=(0, 0)))


def test_colours_and_up_are_right(screen: Any, view: Any, tmp_path: Path) -> None:
    picture = np.zeros((240, 320, 3), np.uint8)
    picture[:120] = (0, 0, 200)  # the upper half is red in BGR
    picture[120:] = (200, 0, 0)
    view.show(picture)
    shot = cv2.imread(str(screen.picture(tmp_path / "live.png")))
    assert shot is not None
    assert tuple(shot[480 - 240, 200]) == (0, 0, 200)
    assert tuple(shot[480 - 70, 200]) == (200, 0, 0)


def test_a_die_is_outlined_where_it_lies(screen: Any, view: Any, tmp_path: Path) -> None:
    picture = np.zeros((240, 320, 3), np.uint8)
    die = DieReading(6, (0, 120, 160, 240), "red", 0.99, True)  # the lower left quarter
    view.show(picture)
    before = cv2.imread(str(screen.picture(tmp_path / "before.png"))).astype(int)
    view.show(picture, (die,))
    after = cv2.imread(str(screen.picture(tmp_path / "after.png"))).astype(int)
    rows, columns = np.nonzero(np.abs(after - before).sum(axis=2) > 60)
    assert columns.max() <= 210 and rows.min() >= 260  # the name stands over the outline


def test_a_new_picture_goes_into_the_same_texture(view: Any) -> None:
    view.show(np.zeros((240, 320, 3), np.uint8))
    texture = view.texture
    view.show(np.full((240, 320, 3), 255, np.uint8))
    assert view.texture is texture
    view.show(np.zeros((120, 160, 3), np.uint8))
    assert view.texture is not texture


def test_the_texture_is_no_larger_than_the_picture_is_shown(screen: Any, view: Any) -> None:
    view.show(np.zeros((720, 1280, 3), np.uint8))
    assert tuple(view.texture.size) == (394, 222)
    view.size = (200, 340)
    screen.frames(2)
    assert tuple(view.texture.size) == (194, 109)
    view.show(np.zeros((72, 128, 3), np.uint8))
    assert tuple(view.texture.size) == (128, 72)


def test_a_picture_is_copied_once_though_the_tone_changes(
    screen: Any, view: Any, monkeypatch: pytest.MonkeyPatch
) -> None:

    copied = []
    shrink: Any = cv2.resize
    monkeypatch.setattr(cv2, "resize", lambda *given, **how: copied.append(1) or shrink(*given, **how))
    view.show(np.zeros((720, 1280, 3), np.uint8))
    view.tone = "sure"
    screen.frames(2)
    assert len(copied) == 1


def test_no_picture_is_said(screen: Any, view: Any) -> None:
    view.show(np.zeros((240, 320, 3), np.uint8))
    view.show(None, text="The camera is gone")
    screen.frames(2)
    assert view.texture is None and view.text == "The camera is gone"


@pytest.mark.parametrize("width", [262, 380])
def test_a_long_caption_takes_two_lines_and_is_not_cut(
    screen: Any, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    from companion.ui.widgets.controls import drawing
    from companion.ui.widgets.dice.live_view import LiveView

    words = "A die lies outside the tray: put it back or roll again"
    written, draw = [], drawing.draw_text
    monkeypatch.setattr(
        drawing, "draw_text", lambda text, *at, **how: written.append(text) or draw(text, *at, **how)
    )
    screen.show(LiveView(text=words, size_hint=(None, None), size=(width, 300)))
    lines = [text for text in written if text != "No picture"]
    assert " ".join(lines[-2:]) == words
