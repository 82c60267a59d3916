"""The projector's page: readable at every size, nothing is cut; what has no room takes turns."""

import pytest

from companion.app.night.session import Session
from companion.games import find_game
from companion.referee.questions import Roll
from companion.referee.seats import seats_of
from tests.web.browser import Browser
from tests.web.conftest import Table

pytestmark = pytest.mark.slow

SIZES = ((1280, 720), (1920, 1080), (1024, 768), (3840, 2160))
INSIDE = """() => {
  const aside = document.querySelector("aside");
  const { scrollWidth, scrollHeight } = document.documentElement;
  return [aside.scrollHeight <= aside.clientHeight, scrollWidth <= innerWidth, scrollHeight <= innerHeight];
}"""
SHOWN = """() => ["seats", "goals", "reports"].filter((id) => {
  const part = document.getElementById(id);
  return part.childElementCount && !part.hidden;
})"""
FILLED = (
    """() => ["seats", "goals", "reports"].filter((id) => document.getElementById(id).childElementCount)"""
)


@pytest.fixture
def busy(table: Table) -> Table:
    """A game with six seats, cards to compete for, and a battle."""
    table.session = Session.begin(
        table.journal, find_game("starcraft"), seats_of(6), {"mode": "command room", "placing": "all at once"}
    )
    table.host.session = table.session
    table.play_to(lambda question: isinstance(question, Roll) and question.contest is not None)
    return table


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_and_every_part_has_its_turn(
    busy: Table, browser: Browser, size: tuple[int, int]
) -> None:
    page = browser.open(f"{busy.service.address}/stream", size)
    page.see(busy.question.prompt, "#question")
    page.wait_for("() => document.querySelector('#seats').childElementCount")
    seen: set[str] = set()
    for _ in range(3):
        assert page.run(INSIDE) == [True, True, True]
        seen |= set(page.run(SHOWN))
        page.run("() => dispatchEvent(new KeyboardEvent('keydown', {key: 'PageDown'}))")
    assert seen == set(page.run(FILLED))
    letters = page.run("() => parseFloat(getComputedStyle(document.querySelector('#question h2')).fontSize)")
    assert letters >= size[1] / 45, "to be read across a room"
    assert not browser.errors
