"""Every kind of question is answered on a phone's form, and the question allows the answer."""

import contextlib
from collections.abc import Iterator
from concurrent.futures import wait
from pathlib import Path
from typing import Any

import pytest

from companion.locale.catalogue import builtins_in
from companion.locale.messages import ENGLISH
from companion.referee.dice import Contest, DicePool, Force, SymbolContest, Symbols
from companion.referee.interruptions import read_answer
from companion.referee.losses import roll_losses
from companion.referee.question_base import Offer
from companion.referee.questions import (
    Choose,
    Confirm,
    Count,
    Deploy,
    Field,
    FillIn,
    Measure,
    Option,
    Pick,
    PickOrEnd,
    PickSeveral,
    PlayCards,
    Roll,
    Shuffle,
)
from companion.web.gateway import Reply
from companion.web.live import id_words
from companion.web.server import WebServer
from tests.web.browser import Browser, Page

pytestmark = pytest.mark.slow

ASKED: dict[str, Any] = {"seat": "red", "prompt": "What now?", "rules": ("X-1",)}
DIE = (Symbols(), Symbols(1), Symbols(1, 1))
FIGHT = Contest(Force("red", "peru", 4, 3), Force("blue", "brazil", 3, 2))
STANDING = {"peru": {"count": 5}, "brazil": {"count": 3}}
BATTLE = Roll(
    **ASKED,
    pools=(DicePool("attack", "red", 1, 3), DicePool("defence", "blue", 1, 2)),
    contest=FIGHT,
    outcomes=roll_losses(FIGHT),
    later=FIGHT,
)
FORMS: dict[str, tuple[Any, list[str], Any]] = {
    "choose": (Choose(**ASKED, options=(Option("a", "Alpha"), Option("b", "Beta"))), ["Beta"], "b"),
    "pick": (Pick(**ASKED, allowed=("alaska", "brazil")), ["brazil"], "brazil"),
    "pick or end": (PickOrEnd(**ASKED, allowed=("alaska",), end="End attacks"), ["End attacks"], "end"),
    "several": (
        PickSeveral(**ASKED, allowed=("alaska", "brazil", "peru")),
        ["alaska", "peru", "These 2"],
        ["alaska", "peru"],
    ),
    "several, none": (PickSeveral(**ASKED, allowed=("alaska",), none="Nobody"), ["Nobody"], []),
    "deploy": (
        Deploy(**ASKED, allowed=("alaska",), most=5),
        ["More", "alaska"],
        {"place": "alaska", "count": 2},
    ),
    "count": (Count(**ASKED, least=1, most=9, suggested=3), ["More", "Confirm"], 4),
    "cards": (
        PlayCards(**ASKED, kinds=("infantry", "wild"), allowed=(("infantry", "infantry", "wild"),)),
        ["infantry", "infantry", "wild", "Trade"],
        ["infantry", "infantry", "wild"],
    ),
    "roll": (
        Roll(**ASKED, pools=(DicePool("attack", "red", 1, 3),)),
        ["attack 6", "attack 2", "Confirm"],
        {"attack": [6, 2]},
    ),
    "roll of symbols": (
        Roll(
            **ASKED, pools=(DicePool("fire", "red", 1, 1, sides=3),), symbol_contest=SymbolContest((DIE,), ())
        ),
        ["fire hit + block", "Confirm"],
        {"fire": [3]},
    ),
    "losses of a roll": (BATTLE, ["1 each"], {"losses": {"attacker": 1, "defender": 1}}),
    "losses of several rolls": (
        BATTLE,
        ["Several rolls", "#left-attacker=3", "#left-defender=1", "details: Confirm"],
        {"losses": {"attacker": 2, "defender": 2}},
    ),
    "losses of several rolls, taken": (
        BATTLE,
        ["Several rolls", "#left-attacker=3", "details: Confirm"],
        {"losses": {"attacker": 2, "defender": 3}},
    ),
    "measure": (Measure(**ASKED, start="the gun", finish="the tower", most=9.0), ["More", "Confirm"], 0.0625),
    "fill in": (
        FillIn(**ASKED, fields=(Field("number", "Number", 2, 0, 5), Field("side", "Side", "left"))),
        ["More", "Confirm"],
        {"number": 3, "side": "left"},
    ),
    "confirm": (Confirm(**ASKED, yes="Yes, go", no="No"), ["Yes, go"], True),
    "shuffle": (Shuffle(**ASKED, items=("one", "two")), ["By hand", "two", "one"], ["two", "one"]),
    "an offer": (
        Confirm(**ASKED, offers=(Offer("card", "red", "Play a card"),)),
        ["Play a card"],
        {"offer": "card"},
    ),
}
SHOW = """async ([question, offers, words, places, several, beaten]) => {
  const { QuestionForm } = await import("/static/questions.js");
  const board = { drawing: null, names: {}, mark: () => {} };
  window.given = [];
  const home = document.createElement("div");
  const bar = document.createElement("div");
  document.body.replaceChildren(home, bar);
  const give = async (answer) => { window.given.push(answer); return true; };
  const form = new QuestionForm(home, board, bar, give);
  const dice = { dice: {}, dice_counts: {}, read_dice: null };
  const state = { seq: 1, paused: false, roster: [], seats: [], places, ...dice };
  const pools = (question.pools || []).map((pool) => pool.name);
  form.show(state, { seq: 1, seat: "red", question, pools, offers, words, can_undo: false, several, beaten });
}"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    server = WebServer(
        "127.0.0.1", Path(tmp_path_factory.mktemp("phones")), lambda *_: Reply(False), lambda _: None, port=0
    )
    with contextlib.ExitStack() as stack:
        stack.callback(server.stop)
        browser = stack.enter_context(contextlib.closing(Browser(lambda future: wait([future]))))
        yield browser.open(f"http://127.0.0.1:{server.port}/j/wrong-code")


def show(page: Page, question: Any, offers: dict[str, str]) -> None:
    """Show the form of a question as a phone gets it."""
    several, beaten = (question.several, question.beaten) if isinstance(question, Roll) else (False, None)
    page.run(SHOW, builtins_in([question, offers, id_words(question), STANDING, several, beaten], ENGLISH))


@pytest.mark.parametrize("name", FORMS)
def test_the_form_gives_an_answer_that_the_question_allows(page: Page, name: str) -> None:
    question, taps, wanted = FORMS[name]
    offers = {offer.id: offer.label for offer in question.offers}
    show(page, question, offers)
    for words in taps:
        field, _, number = words.partition("=")
        if words in ("By hand", "Several rolls"):
            page.tap_on("summary")
        elif number:
            page.fill(field, number)
        else:
            page.tap(words.removeprefix("details: "), "details" if ":" in words else "body")
    (given,) = page.run("window.given")
    assert given == {"raw": wanted}
    assert read_answer(question, given["raw"])[1].allowed


def test_several_rolls_begin_with_a_taken_place_and_the_attackers_number_is_told(page: Page) -> None:
    """As on the touchscreen: nobody taps the defender's number where the place was taken."""
    show(page, BATTLE, {})
    fields = "['attacker', 'defender'].map((side) => document.querySelector(`#left-${side}`).value)"
    confirm = "document.querySelector('details > button').disabled"
    assert page.run(fields) == ["", "0"] and page.run(confirm)
    page.tap_on("summary")
    page.tap("More", "div:has(> label[for=left-attacker])")
    assert page.run(fields) == ["5", "0"] and not page.run(confirm)


def test_what_the_companion_deals_is_asked_of_it(page: Page) -> None:
    question = FORMS["shuffle"][0]
    show(page, question, {})
    page.tap("Let chance decide")
    assert page.run("window.given") == [{"chance": True}]
