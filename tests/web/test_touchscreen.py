"""The touchscreen and the phones show the same game; errors of phones do not affect the touchscreen."""

import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from companion.errors import JournalError
from companion.games import find_game
from companion.referee.questions import Roll
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.web.service import WebPhones
from tests.ui.conftest import _window, app, screen  # noqa: F401 - fixtures of the one window
from tests.web.conftest import LOOPBACK, Phone, Stream, Table


class TouchscreenTable(Table):
    """A table whose game is on the touchscreen: its clock does what the stand-in's does elsewhere."""

    def __init__(self, touchscreen: Any, screen: Any) -> None:  # noqa: F811
        self.touchscreen, self._screen = touchscreen, screen
        self.session, self.service = touchscreen.playing, touchscreen.context.phones
        self._threads = ThreadPoolExecutor(2)
        self.streams: list[Stream] = []

    def is_followed(self) -> bool:
        """The web server knows the game, which it hears of with the clock's next tick."""
        return self.service._server.live.snapshot is not None

    def step(self) -> None:
        self._screen.frames()

    def close(self) -> None:
        for stream in self.streams:
            stream.close()
        self.service.stop()
        self._threads.shutdown()


@pytest.fixture
def table(app: Any, screen: Any, tmp_path: Path) -> Any:  # noqa: F811
    app.context.phones = WebPhones(tmp_path / "phones", port=0)
    app.context.phones.start(LOOPBACK)
    app.start_game(find_game("classic"), seats_of(3), {})
    laid = TouchscreenTable(app, screen)
    laid.until(laid.is_followed)
    yield laid
    laid.close()


def test_an_answer_on_either_side_shows_on_the_other(table: TouchscreenTable) -> None:
    anna = Phone(table).join().sit("red")
    stream = anna.stream()
    assert anna.answer("green")["taken"]
    assert table.touchscreen.playing.question.prompt != "Who begins?"
    table.session.answer_by_chance()
    table.until(lambda: stream.table["seq"] == table.session.seq)


def test_a_defender_with_a_phone_fixes_its_dice_on_the_touchscreen(table: TouchscreenTable) -> None:
    bot = RandomBot(3)
    table.session.unsubscribe(table.touchscreen._on_change)
    while not isinstance(table.question, Roll):
        table.session.answer(bot.answer(table.question))
    table.session.subscribe(table.touchscreen._on_change)
    table.touchscreen.show_home()
    table.touchscreen.phone_claims_dice("defence", 1)
    pools = {pool.name: pool for pool in table.touchscreen.home.question.pools}
    assert (pools["defence"].least, pools["defence"].most) == (1, 1)
    assert table.touchscreen.read_dice is None


def test_closing_the_touchscreen_closes_the_port(table: TouchscreenTable) -> None:
    port = table.port
    table.touchscreen.close()
    with socket.socket() as line:
        assert line.connect_ex(("127.0.0.1", port)) != 0


def test_a_journal_that_cannot_be_read_does_not_stop_the_touchscreen(
    table: TouchscreenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> Any:
        raise JournalError("the disk is gone")

    monkeypatch.setattr(table.session.journal, "games", broken)
    table.service.stop()
    table.service.start(LOOPBACK)
    table.step()
    assert table.session.question is not None
