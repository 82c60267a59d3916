"""Phones for thumbs: the map on the screen, touches that miss a little, lost connections, undo."""

import os
import random
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from companion.referee.questions import Deploy, PickOrEnd, Roll
from companion.web import live
from tests.web.browser import Browser, Page
from tests.web.conftest import Table

pytestmark = pytest.mark.slow

SIZES = {"small": (360, 640), "usual": (390, 844), "landscape": (740, 360)}
SPREAD = 9.5
"""Standard deviation of a finger's touches in CSS pixels: 1.5 mm."""
TOUCHES = 40
PLACES = """() => [...document.querySelectorAll(".place.lit")].map((land) => {
  const disc = document.querySelector(`[data-disc="${CSS.escape(land.dataset.place)}"]`);
  const at = new DOMPoint(0, 0).matrixTransform(disc.getScreenCTM());
  return [land.querySelector("title").textContent, at.x, at.y];
})"""
KEYS = "() => [...document.querySelectorAll('#aim .big')].map((key) => key.textContent.split(':')[0])"
BOARD = """() => {
  const at = document.querySelector("#board svg").getBoundingClientRect();
  return [at.top, at.bottom];
}"""
ASKED = """() => document.querySelector(".place.lit")
  && document.querySelector("#answer").childElementCount > 1"""


SIT = (
    "(seat) => fetch('/api/seat', {method: 'POST', headers: {'Content-Type': 'application/json'},"
    " body: JSON.stringify({seat})}).then((reply) => reply.json())"
)
TOO_WIDE = """() => [...document.querySelectorAll("button, h2, p, summary")]
  .filter((part) => part.offsetParent)
  .filter((part) => part.scrollWidth - part.clientWidth > 1
    || part.getBoundingClientRect().right > innerWidth + 1)
  .map((part) => part.textContent)"""


def seated(table: Table, browser: Browser, size: tuple[int, int], seat: str = "red") -> Page:
    """A phone of this size with a seat, once the page shows its question."""
    page = browser.open(table.service.address, size)
    take(table, page, seat)
    return page


def take(table: Table, page: Page, seat: str) -> None:
    page.run(SIT, seat)
    page.see(table.question.prompt, "#question")
    page.wait_for(ASKED)


def lit(page: Page) -> list[tuple[str, float, float]]:
    return [(name, x, y) for name, x, y in page.run(PLACES)]


def is_asked(kind: type[Deploy | PickOrEnd]) -> Callable[[Any], bool]:
    def asked(question: Any) -> bool:
        return isinstance(question, kind) and question.seat == "red" and len(question.allowed) > 2

    return asked


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", [Deploy, PickOrEnd])
def test_a_finger_finds_its_place_and_no_touch_answers_at_once(
    table: Table, browser: Browser, kind: type[Deploy | PickOrEnd], size: str
) -> None:
    table.play_to(is_asked(kind))
    page, seq = seated(table, browser, SIZES[size]), table.session.seq
    top, bottom = page.run(BOARD)
    width, height = SIZES[size]
    assert top >= 0 and bottom <= height - 44, "question and board are on the screen, above the tabs"
    places, chance, hits, keys = lit(page), random.Random(size), 0, 0
    for _ in range(TOUCHES):
        name, x, y = chance.choice(places)
        page.touch(
            min(width - 1, max(1, x + chance.gauss(0, SPREAD))),
            min(height - 61, max(45, y + chance.gauss(0, SPREAD))),
        )
        offered = page.run(KEYS)
        hits, keys = hits + (name in offered), keys + len(offered)
        page.tap("Choose another", "#aim")
    assert hits >= 0.97 * TOUCHES
    assert keys <= 2.2 * TOUCHES, "mostly one or two keys"
    assert table.session.seq == seq


def test_the_lit_region_is_shown_larger(table: Table, browser: Browser) -> None:
    table.play_to(is_asked(PickOrEnd))
    view = "() => Number(document.querySelector('#board svg').getAttribute('viewBox').split(' ')[2])"
    page = seated(table, browser, SIZES["small"])
    whole = page.run(view)
    table.session.answer(
        max(table.question.allowed, key=lambda place: table.session.table.game_view.places[place].count)
    )
    assert table.question.prompt.startswith("Attack what")
    page.see(table.question.prompt, "#question")
    page.wait_for(f"() => ({view})() < 0.8 * {whole}")


def test_a_touch_shows_its_place_and_a_second_one_confirms(table: Table, browser: Browser) -> None:
    table.play_to(is_asked(Deploy))
    page = seated(table, browser, SIZES["usual"])
    seq = table.session.seq
    name, x, y = max(
        lit(page),
        key=lambda place: min(
            (place[1] - other[1]) ** 2 + (place[2] - other[2]) ** 2 for other in lit(page) if other != place
        ),
    )
    page.touch(x, y)
    assert page.run(KEYS) == [name]
    assert table.session.seq == seq
    page.touch(x, y)
    table.until(lambda: table.session.seq > seq)


def test_an_answer_without_connection_is_sent_once_when_it_is_back(table: Table, browser: Browser) -> None:
    table.play_to(is_asked(Deploy))
    page = seated(table, browser, SIZES["usual"])
    entries = len(table.session.table.entries)
    page.offline(True)
    page.see("Connection lost.")
    page.tap(lit(page)[0][0], "#answer")
    page.see("Your answer is sent when it is back.")
    page.offline(False)
    table.until(lambda: len(table.session.table.entries) > entries)
    page.wait_for("() => document.querySelector('#refusal').hidden")
    assert len(table.session.table.entries) == entries + 1


@pytest.mark.parametrize("cuts", [1, 3])
def test_a_lost_reply_doubles_nothing(table: Table, browser: Browser, cuts: int) -> None:
    table.play_to(is_asked(Deploy))
    page = seated(table, browser, SIZES["usual"])
    entries = len(table.session.table.entries)
    page.lose_replies("/api/answer", cuts)
    page.tap(lit(page)[0][0], "#answer")
    for _ in range(cuts):
        page.see("Your answer is sent when it is back.")
        page.offline(True)
        page.offline(False)
    page.wait_for("() => document.querySelector('#refusal').hidden")
    assert len(table.session.table.entries) == entries + 1, "no second answer, and nobody was first"


def test_an_answer_that_waits_can_be_withdrawn(table: Table, browser: Browser) -> None:
    table.play_to(is_asked(Deploy))
    page = seated(table, browser, SIZES["usual"])
    seq = table.session.seq
    page.offline(True)
    page.tap(lit(page)[0][0], "#answer")
    page.tap("Do not send")
    page.offline(False)
    page.wait_for("() => document.querySelector('#offline').hidden")
    assert table.session.seq == seq


def test_a_note_without_connection_reaches_the_table(table: Table, browser: Browser) -> None:
    table.play_to(is_asked(Deploy))
    page = seated(table, browser, SIZES["usual"])
    page.tap("My seat", "nav")
    page.see("Only this phone sees this page.")
    page.offline(True)
    page.fill("#notes", "Ben bluffs.")
    page.see("Kept on this phone.")
    page.offline(False)
    page.see("Saved.")
    page.run("location.reload()")
    page.tap("My seat", "nav")
    page.wait_for("() => document.querySelector('#notes')?.value === 'Ben bluffs.'")


def test_a_note_survives_a_reload_without_connection(table: Table, browser: Browser) -> None:
    table.play_to(is_asked(Deploy))
    page = seated(table, browser, SIZES["usual"])
    page.tap("My seat", "nav")
    page.see("Only this phone sees this page.")
    page.refuse("/api/private")
    page.fill("#notes", "Cleo waits.")
    page.see("Kept on this phone.")
    page.accept("/api/private")
    page.run("location.reload()")
    page.tap("My seat", "nav")
    page.see("Saved.")
    assert page.run("document.querySelector('#notes').value") == "Cleo waits."


def test_a_phone_takes_its_own_answer_back(table: Table, browser: Browser) -> None:
    table.play_to(is_asked(Deploy))
    page = seated(table, browser, SIZES["usual"])
    prompt, entries = table.question.prompt, len(table.session.table.entries)
    page.tap(lit(page)[0][0], "#answer")
    table.until(lambda: len(table.session.table.entries) == entries + 1)
    page.tap("Undo my answer")
    table.until(lambda: len(table.session.table.entries) == entries)
    page.see(prompt, "#question")


def test_a_phone_tells_what_several_rolls_have_left(table: Table, browser: Browser, tmp_path: Path) -> None:
    table.play_to(lambda question: isinstance(question, Roll) and question.seat == "red" and question.several)
    page = browser.open(table.service.address, SIZES["usual"])
    page.run(SIT, "red")
    page.see("Several rolls")
    page.tap_on("summary:has-text('Several rolls')")
    assert page.run(TOO_WIDE) == []
    page.picture(Path(os.environ.get("COMPANION_PICTURES") or tmp_path) / "phone-several-rolls.png")
    roll, places = table.question, table.session.table.game_view.places
    for side, force in (("attacker", roll.contest.attacker), ("defender", roll.contest.defender)):
        page.fill(f"#left-{side}", str(places[force.place].count))
    page.tap_on("#answer details button:has-text('Confirm')")
    page.see("No rolls can cost", "#refusal")
    assert table.question == roll, "nothing was told yet"
    page.fill("#left-defender", "0")
    page.tap_on("#answer details button:has-text('Confirm')")
    table.until(lambda: table.question != roll)
    assert table.session.table.entries[-1].by == "phone"


def test_connection_loss_shows_within_five_seconds_and_a_quiet_table_is_no_loss(
    table: Table, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.play_to(is_asked(Deploy))
    page = seated(table, browser, SIZES["usual"])
    page.run("""() => {
      window.opened = 0;
      const Old = window.EventSource;
      window.EventSource = class extends Old { constructor(...all) { super(...all); window.opened += 1; } };
      window.EventSource.CLOSED = Old.CLOSED;
    }""")
    quiet = monotonic() + 12
    table.until(lambda: monotonic() > quiet)
    assert page.run("window.opened") == 0, "nothing happened, and the phone stayed connected"
    assert page.run("document.querySelector('#offline').hidden")
    since = monotonic()
    page.refuse("/api/live")
    monkeypatch.setattr(live, "PING_SECONDS", 60.0)  # the network swallows everything from now on
    page.see("Connection lost.")
    assert monotonic() - since < 8, "at most a ping and five seconds"


@pytest.mark.parametrize("size", [SIZES["small"], SIZES["usual"]])
@pytest.mark.parametrize("view", ["table", "chronicle", "rules", "seat"])
def test_letters_twice_as_large_stay_on_the_page(
    table: Table, browser: Browser, size: tuple[int, int], view: str
) -> None:
    table.play_to(lambda question: isinstance(question, PickOrEnd) and question.seat == "red")
    page = seated(table, browser, size)
    page.run("() => { document.documentElement.style.fontSize = '200%'; }")
    page.tap_on(f"[data-view={view}]")
    page.wait_for(f"() => document.querySelector('#view-{view}').childElementCount")
    wide = page.run(TOO_WIDE)
    assert (wide, page.run("() => document.documentElement.scrollWidth")) == ([], size[0])
