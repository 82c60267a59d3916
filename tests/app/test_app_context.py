"""What every screen needs: games that are known here, and settings that take effect once they are kept."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.app_context import AppContext
from companion.app.machine.settings import FILE, Settings, read_settings
from companion.errors import UnknownName
from companion.games import GAMES
from companion.journal.journal import Journal
from companion.referee.seats import seats_of


@pytest.fixture
def context(tmp_path: Path) -> Iterator[AppContext]:
    with Journal.open(tmp_path / "games.sqlite") as journal:
        yield AppContext(journal, tuple(game for game in GAMES if game.id != "nuked"))


def test_a_game_is_begun_and_resumed(context: AppContext) -> None:
    begun = context.begin_session(context.find_game("classic"), seats_of(3), {"setup": "deal"})
    resumed = context.resume_session(begun.number)
    assert begun.dice_roller is resumed.dice_roller is context.dice_roller
    assert resumed.house == begun.house and resumed.key == begun.key


@pytest.mark.parametrize("name", ["nuked", "chess", ""])
def test_a_game_that_is_not_offered_is_not_known(context: AppContext, name: str) -> None:
    with pytest.raises(UnknownName, match="does not know the game"):
        context.find_game(name)


def test_settings_take_effect_once_they_are_kept(
    context: AppContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context.keep_settings(Settings(brightness=40))
    assert context.settings == read_settings(tmp_path / FILE) == Settings(brightness=40)

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.app.app_context.write_settings", full)
    with pytest.raises(OSError, match="No space"):
        context.keep_settings(Settings(brightness=50))
    assert context.settings == Settings(brightness=40)
