"""The screens use the room of larger and upright windows: more is shown, nothing only grows."""

from typing import Any

import pytest

from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from tests.ui.conftest import play_unseen

SIZES = {
    "7 inch": (800, 480),
    "1024x600": (1024, 600),
    "1280x800": (1280, 800),
    "upright": (720, 1280),
    "upright 600": (600, 1024),
}
MAP_SHARE = {"7 inch": 0.45, "1024x600": 0.5, "1280x800": 0.5, "upright": 0.35, "upright 600": 0.38}
"""Share of the window that the map has at least."""


LISTED = ("1024x600", "1280x800", "upright 600")
"""Windows with room for what has happened."""


@pytest.mark.every(5)
@pytest.mark.parametrize("size", SIZES)
def test_a_table_of_six_uses_the_window(
    app: Any, screen: Any, monkeypatch: pytest.MonkeyPatch, size: str
) -> None:
    from companion.games import find_game
    from companion.referee.questions import PickOrEnd

    width, height = SIZES[size]
    monkeypatch.setattr(type(app.signals), "at_work", property(lambda _: False))  # no panel of buttons
    screen.resize(width, height)
    app.start_game(find_game("classic"), seats_of(6), {"placing": "all at once"})
    play_unseen(app, RandomBot(2), lambda session: isinstance(session.question, PickOrEnd))
    screen.frames(4)
    home = app.home
    assert home.board.width * home.board.height >= MAP_SHARE[size] * width * height
    for part in (home.strip, home.board, home.side, home.seats):
        assert part.x >= 0 and part.right <= width + 1 and part.y >= 0 and part.top <= height + 1, part
    cells = home.seats._fitting(home.seats._seated())
    assert [cell.name for cell in cells] == [seat.name for seat in seats_of(6)]
    assert all("cards" in dict(cell.figures) for cell in cells)
    assert (home.events.parent is not None) == (size in LISTED)
    if size in LISTED:
        assert home.events.shown >= 1
        assert not home.seats.event, "it is not said twice"


@pytest.mark.parametrize("size", ["upright", "upright 600"])
def test_upright_a_question_and_its_three_options_are_whole(
    app: Any, screen: Any, monkeypatch: pytest.MonkeyPatch, size: str
) -> None:
    from companion.games import find_game
    from companion.referee.questions import Choose

    monkeypatch.setattr(type(app.signals), "at_work", property(lambda _: False))
    screen.resize(*SIZES[size])
    app.start_game(find_game("starcraft"), seats_of(3), {})
    play_unseen(app, RandomBot(1), lambda session: isinstance(session.question, Choose))
    screen.frames(6)
    panel = app.home.panel
    assert len(panel._cards) == 3 and panel._list.height >= panel._laid.height
    assert app.home.card.vbar == (0, 1)


@pytest.mark.parametrize(
    ("window", "inches", "unit"),
    [((1024, 600), 0, 1.0), ((1024, 600), 7, 1.25), ((1280, 800), 0, 1.18), ((1280, 720), 0, 1.5)],
)
def test_a_larger_panel_shows_more_and_a_finer_one_the_same(window: Any, inches: float, unit: float) -> None:
    from companion.ui.theme import Metrics

    metrics = Metrics()
    metrics.inches = inches
    metrics.fit(*window)
    assert metrics.unit == pytest.approx(unit, abs=0.01)


@pytest.mark.every(4)
@pytest.mark.parametrize("shown", ["settings", "lobby"])
@pytest.mark.parametrize("size", ["7 inch", "upright", "upright 600"])
def test_no_key_of_a_row_is_too_narrow_for_its_longest_word(
    app: Any, screen: Any, monkeypatch: pytest.MonkeyPatch, size: str, shown: str
) -> None:
    from companion.games.starcraft.info import INFO
    from tests.ui.overflow import Overflow

    overflow = Overflow(monkeypatch.setattr)
    screen.resize(*SIZES[size])
    app.home._choose_game(INFO)
    if shown == "settings":
        app.open_overlay("settings")
    screen.frames(4)
    assert overflow.found(app.overlay or app.home) == []
