"""Which sound belongs to what; and the volume on the pause screen."""

from typing import Any

import pytest

from companion.games import find_game
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of


@pytest.fixture
def heard(app: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is played, in order; nothing is really played."""
    played: list[str] = []
    monkeypatch.setattr(app.sounds, "play", played.append)
    monkeypatch.setattr(app.sounds, "_speak", lambda words: played.append(words))
    app.start_game(find_game("classic"), seats_of(2), {"placing": "all at once"})
    played.clear()
    return played


def test_a_turn_a_conquest_and_a_refusal_are_heard(app: Any, heard: list[str]) -> None:
    session, bot = app.playing, RandomBot(1)
    while not any(report.kind == "conquest" for report in session.table.latest):
        session.answer(bot.answer(session.question))
    assert "turn" in heard and heard[-2] == "conquest"
    assert "takes" in heard[-1], "what happened is spoken"
    heard.clear()
    session.undo()
    assert heard == []
    app.answer({"attack": [7], "defence": [1]}, seq=session.seq)
    assert heard == ["refusal"]


def test_simulated_players_hear_nothing(app: Any) -> None:
    app.sounds.play("turn")
    assert app.sounds._loaded == {}


def test_the_volume_is_kept(app: Any, screen: Any) -> None:
    app.start_game(find_game("classic"), seats_of(2), {})
    app.open_tool("pause")
    screen.frames(3)
    app.pointer.tap("Soft")
    assert app.context.settings.volume == 30
    assert "volume = 30" in app.context.journal.path.with_name("settings.toml").read_text()
