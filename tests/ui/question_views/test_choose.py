"""Choosing one of several: lists that fit stay where they lie, longer ones scroll to what is meant."""

from typing import Any

import pytest

from companion.referee.questions import Choose, Option
from companion.referee.ruling import refuse

NO = refuse("X-1", "Not with one army.")


@pytest.fixture
def panel(screen: Any) -> Any:
    """Make a panel with this many options, in the room beside the board; every third is refused."""
    from companion.ui.question_views.choose import ChooseView

    def made(count: int) -> Any:
        options = tuple(
            Option(str(number), f"Order number {number}", "what it means", ruling=NO)
            if number % 3 == 2
            else Option(str(number), f"Order number {number}", "what it means")
            for number in range(count)
        )
        question = Choose(prompt="?", rules=("X-1",), options=options)
        given: list[Any] = []
        panel = ChooseView(question, given.append, given.append)
        panel.size_hint, panel.size, panel.given = (None, None), (270, 300), given
        return screen.show(panel)

    return made


def inside(panel: Any, card: Any) -> bool:
    """Whether a card can be seen in full."""
    low, high = card.to_window(card.x, card.y)[1], card.to_window(card.x, card.top)[1]
    return bool(panel._list.y <= low and high <= panel._list.top)


def test_a_short_list_stays_where_it_lies(screen: Any, panel: Any) -> None:
    short = panel(2)
    screen.frames(2)
    before = [card.to_window(*card.pos) for card in short._cards]
    short.scroll_to("1")
    screen.frames(2)
    assert [card.to_window(*card.pos) for card in short._cards] == before
    assert short._cards[0].top == pytest.approx(short._list.children[0].top), "at the top of its room"


def test_a_long_list_scrolls_to_what_is_meant(screen: Any, panel: Any) -> None:
    long = panel(9)
    screen.frames(2)
    assert not inside(long, long._cards[8])
    card = long.scroll_to("8")
    screen.frames(2)
    assert card is long._cards[8] and inside(long, card)


def test_buttons_light_up_only_what_is_allowed_and_take_it(panel: Any) -> None:
    shown = panel(4)
    lit = []
    for _ in range(4):
        shown.propose(1)
        lit.append([card.title for card in shown._cards if card.chosen])
    assert lit == [[f"Order number {number}"] for number in (0, 1, 3, 0)]
    shown.accept()
    assert shown.given == ["0"]


def test_accepting_before_anything_is_lit_only_lights_up(panel: Any) -> None:
    shown = panel(4)
    shown.accept()
    assert shown.given == [] and shown._cards[0].chosen


def test_what_is_refused_says_why(screen: Any, panel: Any) -> None:
    shown = panel(4)
    shown.scroll_to("2")
    screen.frames(2)
    screen.tap_on(shown._cards[2])
    assert shown.given == [NO]


@pytest.mark.usefixtures("screen")
def test_a_place_that_answers_too_is_taken_and_others_explain_themselves() -> None:
    from companion.ui.question_views.choose import ChooseView

    question = Choose(
        prompt="?", rules=("X-1",), options=(Option("go", "Go"),), also=("near",), denied={"far": NO}
    )
    given: list[Any] = []
    panel = ChooseView(question, given.append, given.append)
    assert panel.places == ("near",) and not panel.large, "the board stays to be tapped"
    panel.touch_place("near")
    assert given == ["near"] and panel.judge_place("far") == NO


@pytest.mark.parametrize("count", range(3, 7))
def test_short_options_beside_the_board_are_all_seen(screen: Any, count: int) -> None:
    from companion.ui.layout import column
    from companion.ui.question_views.choose import BESIDE, ROOM, ChooseView

    options = tuple(Option(str(number), f"Go {number}") for number in range(count))
    panel = ChooseView(Choose(prompt="?", rules=("X-1",), options=options), print, print)
    panel.size_hint, panel.size = (None, None), (BESIDE, panel._list.size_hint_min_y)
    screen.show(column(panel))
    screen.frames(2)
    assert panel.height <= ROOM and all(inside(panel, card) for card in panel._cards)
