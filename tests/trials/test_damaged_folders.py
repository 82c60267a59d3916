"""Damaged data folders, resumed straight into the game: every loss is on the screen until somebody taps."""

import random
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.app.app_context import AppContext
from companion.app.machine.settings import FILE, Settings, read_or_set_aside, write_settings
from companion.app.night.panel_controller import Presses
from companion.app.night.session import Session
from companion.commands.play import _repairs
from companion.games import GAMES, find_game
from companion.hardware.panel_group import PanelGroup
from companion.journal.journal import Journal
from companion.referee.dice_roller import DiceRoller
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from tests.trials.test_damaged_copies import damage
from tests.ui.conftest import _window, screen  # noqa: F401 - fixtures

NOW = datetime(2026, 11, 24, 20, 15, tzinfo=UTC)
ANSWERS = 60
SETTINGS = Settings(sound=False, brightness=40)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a game of 60 answers, as a pulled plug leaves it."""
    folder = tmp_path_factory.mktemp("original")
    (live := folder / "live").mkdir()
    write_settings(live / FILE, SETTINGS)
    with Journal.open(live / "games.sqlite") as journal:
        session = Session.begin(journal, find_game("classic"), seats_of(3), {"placing": "all at once"})
        player = RandomBot(3)
        while len(session.table.entries) < ANSWERS and session.question is not None:
            session.answer(player.answer(session.question))
        shutil.copytree(live, folder / "copy", ignore=shutil.ignore_patterns("*-shm", "*.lock"))
    return folder / "copy"


@pytest.fixture
def window(screen: Any, monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: F811
    found = SimpleNamespace(
        bind=lambda **_: None, unbind=lambda **_: None, size=tuple(screen.window.size), clearcolor=None
    )
    monkeypatch.setattr("companion.ui.app.Window", found)
    return screen


class Evening:
    """The companion on a data folder, until it is left."""

    def __init__(self, folder: Path, window: Any) -> None:
        from companion.ui.app import CompanionApp

        settings, told = read_or_set_aside(folder / FILE, NOW)
        journal = Journal.open(folder / "games.sqlite")
        repairs = _repairs(journal)
        if told:
            repairs.add(told)
        tray: Any = SimpleNamespace(close=lambda: None, can_read=lambda _: False, record=lambda _: None)
        self.context = AppContext(
            journal, GAMES, DiceRoller(1), tray, PanelGroup(()), Presses(), settings=settings, repairs=repairs
        )
        self.window = window
        self.app = CompanionApp(self.context, {})
        window.show(self.app.build())
        window.frames(3)

    @property
    def shell(self) -> Any:
        return self.app.shell

    @property
    def lost(self) -> bool:
        """Whether anything of the original is missing."""
        session = self.shell.session
        entries = len(session.table.entries) if session is not None else 0
        return entries < ANSWERS or self.context.settings != SETTINGS

    @property
    def tells(self) -> bool:
        """Whether the screen says that something was damaged."""
        return self.shell.overlay is not None and self.shell.overlay.name == "repairs"

    def close(self) -> None:
        self.app.on_stop()


@pytest.fixture
def evenings(window: Any) -> Iterator[Any]:
    yield lambda folder: Evening(folder, window)


@pytest.mark.tries(500)
def test_every_loss_is_on_the_screen_until_a_tap(
    original: Path, tmp_path: Path, evenings: Any, tries: int, count: list[str], tried: list[str]
) -> None:
    rng = random.Random(7)
    for _ in range(tries):
        copy = tmp_path / "copy"
        shutil.copytree(original, copy)
        how = damage(rng.choice(sorted(copy.iterdir())), rng)
        tried.append(how)
        try:
            evening = evenings(copy)
            if evening.lost and not evening.tells:
                count.append(f"{how}: lost, and nothing says so")
            told, lost = evening.tells, evening.lost
            if evening.shell.session is not None and evening.shell.session.question is not None:
                # Somebody, or a panel, answers before anybody has read it.
                session = evening.shell.session
                session.answer(RandomBot(1).answer(session.question))
                evening.window.frames(3)
            evening.close()
            again = evenings(copy)
            if told and not again.tells:
                count.append(f"{how}: forgotten before anybody read it (lost: {lost})")
            if again.tells:
                again.shell.overlay._acknowledge()
                again.window.frames(2)
                if again.tells:
                    count.append(f"{how}: a tap does not put it away")
            again.close()
        except Exception as error:
            count.append(f"{how}: {error!r}")
        shutil.rmtree(copy)
