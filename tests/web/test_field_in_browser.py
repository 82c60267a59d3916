"""The live table on phones and the projector: figures, rings, and whom a touched one reaches."""

import os
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from companion.app.camera.table_camera import TableCamera
from companion.app.night.session import Session
from companion.games import find_game
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.tools.demonstrations.simulated_table import PIECES, SimulatedTable
from tests.web.browser import PHONE, PROJECTOR, Browser
from tests.web.conftest import Table

pytestmark = pytest.mark.slow

PICTURES = os.environ.get("COMPANION_PICTURES")


@pytest.fixture
def field(table: Table, tmp_path: Path) -> Table:
    """A battle before the camera, which knows every figure but one."""
    table.session = Session.begin(table.journal, find_game("battle"), seats_of(2), {})
    bot = RandomBot(3)
    while len([unit for unit in table.session.table.game_view.roster if unit.figures]) < 3:
        question = table.session.question
        assert question is not None
        table.session.answer(bot.answer(question))
    roster = [unit for unit in table.session.table.game_view.roster if unit.reaches and not unit.out]
    felt, file = SimulatedTable(PIECES), tmp_path / "profile.toml"
    felt.calibrated(file)
    camera = TableCamera("felt", lambda: felt.next_frame().picture, file)
    bases = camera.observe().miniatures
    sides = [[unit for unit in roster if unit.seat == seat.id] for seat in table.session.seats]
    for number, base in enumerate(bases[:-1]):
        camera.name_figure(sides[number % 2][number // 2].id, base)
    for _ in range(2):  # a base lies still once it was seen twice
        camera.observe()
    table.host.context.table = camera
    table.host.session = table.session
    return table


@pytest.fixture
def browser(field: Table) -> Iterator[Browser]:
    def wait(future: Future[Any]) -> None:
        field.until(future.done)

    opened = Browser(wait)
    yield opened
    opened.close()


@pytest.mark.parametrize(("size", "path"), [(PHONE, ""), (PROJECTOR, "/stream")])
def test_figures_stand_with_rings_and_one_says_whom_it_reaches(
    field: Table, browser: Browser, size: tuple[int, int], path: str
) -> None:
    page = browser.open(f"{field.service.address}{path}", size)
    figures = len(field.host.context.table.last_observation().figures)
    page.wait_for(f"() => document.querySelectorAll('svg.field .figure').length === {figures}")
    assert page.run("() => document.querySelectorAll('svg.field .ring').length") > 0
    assert page.run("() => document.querySelectorAll('svg.field .unsure').length") == 1
    page.run("() => document.querySelector('svg.field .figure').dispatchEvent(new Event('click'))")
    assert "infantry 1: Has not moved. In range: " in page.text(".field-words")
    if PICTURES:
        page.picture(Path(PICTURES) / f"field{size[0]}.png")
    assert browser.errors == []
