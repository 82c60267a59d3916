"""The live table on phones and the projector: figures, rings, and whom a touched one reaches."""

import os
from math import dist
from pathlib import Path

import pytest

from companion.app.camera.table_camera import TableCamera
from companion.tools.demonstrations.moments import to_the_shot
from companion.tools.demonstrations.simulated_table import PIECES, SimulatedTable
from tests.web.browser import PROJECTOR, Browser
from tests.web.conftest import Table

pytestmark = pytest.mark.slow

PICTURES = os.environ.get("COMPANION_PICTURES")


@pytest.fixture
def field(table: Table, tmp_path: Path) -> Table:
    """A battle before the camera, which knows every figure but one."""
    table.session = to_the_shot(table.journal)
    roster = [unit for unit in table.session.table.game_view.roster if unit.reaches and not unit.out]
    felt, file = SimulatedTable(PIECES), tmp_path / "profile.toml"
    felt.calibrated(file)
    camera = TableCamera("felt", lambda: felt.next_frame().picture, file)
    camera.play(table.session.key)
    bases = camera.observe().miniatures
    for piece in PIECES[:-1]:
        named = {figure.name for figure in camera.figures}
        mine = [unit for unit in roster if unit.seat == piece.colour and unit.id not in named]
        name = next(unit.id for unit in mine if (unit.arm == "cannon") == piece.gun)
        camera.name_figure(name, min(bases, key=lambda base: dist(base.centre, piece.at)))
    camera.point_barrel("red-cannon-1", 0.0, 0)
    camera.trace(((7.0, 5.0), (8.0, 4.5), (8.2, 8.0), (7.2, 8.0)))
    for _ in range(2):  # a base lies still once it was seen twice
        camera.observe()
    table.host.context.table = camera
    table.host.session = table.session
    return table


@pytest.mark.parametrize(("size", "path"), [((360, 640), ""), (PROJECTOR, "/stream")])
def test_figures_stand_with_rings_and_one_says_whom_it_reaches(
    field: Table, browser: Browser, size: tuple[int, int], path: str
) -> None:
    page = browser.open(f"{field.service.address}{path}", size)
    figures = len(field.host.context.table.last_observation().figures)
    page.wait_for(f"() => document.querySelectorAll('svg.field .figure').length === {figures}")
    assert page.run("() => document.querySelectorAll('svg.field .ring').length") > 0
    assert page.run("() => document.querySelectorAll('svg.field .unsure').length") == 1
    gun = "svg.field .figure[aria-label*=cannon]"
    page.run(f"() => document.querySelector('{gun}').dispatchEvent(new Event('click'))")
    assert "cannon 1: Has not moved. In range: " in page.text(".field-words")
    assert page.run("() => document.querySelectorAll('svg.field polygon.hides').length") == 1
    assert page.run("() => document.querySelectorAll('svg.field path.ring.attack').length") == 1, "its arc"
    behind = page.text(".field-words").count("behind terrain")
    assert page.run("() => document.querySelectorAll('svg.field line.hidden').length") == behind >= 1
    if PICTURES:
        page.picture(Path(PICTURES) / f"field{size[0]}.png")
    assert browser.errors == []
