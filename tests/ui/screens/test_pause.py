"""The pause: leaving the game puts it away, and it can be gone on with."""

from typing import Any

from companion.games import find_game
from companion.referee.seats import seats_of


def test_a_game_is_left_from_the_pause_and_gone_on_with(app: Any, screen: Any) -> None:
    app.start_game(find_game("classic"), seats_of(3), {})
    screen.frames(4)
    number = app.playing.number
    app.open_overlay("pause")
    screen.frames(4)
    app.pointer.hold("Leave the game")
    screen.frames(4)
    assert app.session is None and app.home.name == "lobby" and app.overlay is None
    app.pointer.tap("Go on")
    assert app.playing.number == number
