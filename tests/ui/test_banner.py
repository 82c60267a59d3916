"""Banners over the board: laid where the screen has come to rest."""

from typing import Any

import pytest
from kivy.uix.widget import Widget

from companion.referee.seats import seats_of
from tests.ui.sizes import SIZES


@pytest.fixture
def playing(app: Any, screen: Any) -> Any:
    """The app at the first question of a game."""
    from companion.games import find_game

    app.start_game(find_game("classic"), seats_of(2), {"placing": "all at once"})
    screen.frames(4)
    return app


class Banner(Widget):
    """A banner as high as it is told."""

    def height_at(self, width: float) -> float:
        return 223.0 if width > 400 else 171.0


@pytest.mark.parametrize("frames", [1, 2])
def test_a_banner_waits_for_the_answers_to_come_to_rest(
    playing: Any, screen: Any, monkeypatch: pytest.MonkeyPatch, frames: int
) -> None:
    """The answers of a new question move for some frames after it is shown."""
    left = [frames]

    def box(height_at: Any) -> Any:
        left[0] -= 1
        return (10.0 if left[0] >= 0 else 300.0, 20.0), (286.0, height_at(286.0))

    monkeypatch.setattr(playing.home, "banner_box", box)
    playing.banner.show(banner := Banner(size_hint=(None, None)))
    screen.until(lambda: banner.parent is not None)
    assert tuple(banner.pos) == (300.0, 20.0) and banner.height == 171.0


def test_a_screen_that_never_rests_shows_its_banner(
    playing: Any, screen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = iter(range(1000))
    monkeypatch.setattr(playing.home, "banner_box", lambda high: ((next(places), 0.0), (90.0, high(90.0))))
    playing.banner.show(banner := Banner(size_hint=(None, None)))
    screen.until(lambda: banner.parent is not None, timeout=5)


def test_a_banner_without_room_covers_the_least(app: Any, screen: Any) -> None:
    """On Two Shores: only the edge of one of two targets is covered, and by a low banner."""
    from companion.games import find_game
    from companion.ui.free_boxes import control_boxes, covered

    app.start_game(find_game("classic"), seats_of(2), {"board": "duel", "placing": "all at once"})
    screen.frames(4)
    home = app.home
    home.board.selectable = ("heron-isle", "sheep-walk")
    box = home.banner_box(Banner().height_at)
    (left, low), (wide, high) = box
    for place in home.board.selectable:
        x, y = home.board.where(place)
        assert not (left < x < left + wide and low < y < low + high)
    assert (wide, high) == (home.side.width, 171.0) and covered(box, control_boxes(home.side)) == 0


def test_a_tap_on_what_a_banner_covers_works_at_once(
    playing: Any, screen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it covers nothing that can be touched it takes the tap itself."""
    closed: list[Any] = []

    class Closed(Banner):
        def on_touch_down(self, touch: Any) -> bool:
            return bool(self.collide_point(*touch.pos) and not closed.append(touch))

    why = playing.pointer.find("Why?")
    monkeypatch.setattr(playing.home, "banner_box", lambda _: (why.to_window(*why.pos), tuple(why.size)))
    playing.banner.show(banner := Closed(size_hint=(None, None)))
    screen.until(lambda: banner.parent is not None)
    playing.pointer.touch(why)
    assert playing.overlay.name == "why" and banner.parent is None and not closed


@pytest.mark.parametrize("laid", [False, True])
def test_a_banner_goes_with_the_table_when_a_button_of_the_panel_opens_a_screen(
    playing: Any, screen: Any, laid: bool
) -> None:
    playing.banner.show(banner := Banner(size_hint=(None, None)))
    if laid:
        screen.until(lambda: banner.parent is not None)
    playing.open_tool("why")
    screen.frames(6)
    assert banner.parent is None and not playing.banner.shown


@pytest.mark.every(3)
@pytest.mark.parametrize("size", SIZES)
def test_a_toast_covers_no_control(app: Any, screen: Any, size: tuple[int, int]) -> None:
    from companion.games import find_game
    from companion.ui.free_boxes import control_boxes, covered

    screen.resize(*size)

    def uncovered() -> None:
        screen.frames(4)
        shown = app.overlay or app.home
        assert covered(app.toast.box("Anna takes Brazil."), control_boxes(shown)) == 0, shown.name

    uncovered()
    for name in ("games", "players", "settings", "language"):
        app.open_overlay(name)
        uncovered()
    app.start_game(find_game("classic"), seats_of(3), {"placing": "all at once"})
    uncovered()
    for name in ("why", "standings", "chronicle", "pause", "correct"):
        app.open_overlay(name)
        uncovered()


def test_a_tap_on_what_a_toast_covers_works_at_once(playing: Any, screen: Any) -> None:
    playing.show_toast("Anna takes Brazil.")
    screen.seconds(0.2)
    why = playing.pointer.find("Why?")
    playing.toast.toast.pos = why.to_window(*why.pos)
    playing.pointer.touch(why)
    assert playing.overlay.name == "why" and not playing.toast.toast.text
