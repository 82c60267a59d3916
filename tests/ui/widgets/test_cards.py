"""Cards: what can be traded is confirmed, what cannot says why."""

import pytest
from msgspec.structs import replace

from tests.ui.widgets.gallery import CARDS


@pytest.fixture
def picker(screen, heard):
    from companion.ui.widgets.cards import CardPicker

    widget = CardPicker(question=CARDS, size_hint=(None, None), size=(350, 460), pos=(10, 10))
    widget.trades, widget.denials = [], []
    widget.bind(on_confirm=heard(widget.trades), on_denied=heard(widget.denials))
    return screen.show(widget)


def tap_cards(screen, picker, *kinds):
    for kind in kinds:
        screen.tap_on(picker.pictures[kind])


def test_a_set_is_traded_whatever_the_order(screen, picker):
    tap_cards(screen, picker, "infantry", "artillery", "cavalry")
    screen.tap_on(picker.lay)
    assert picker.trades == [("artillery", "cavalry", "infantry")]


def test_the_button_says_what_the_cards_are_laid_down_for(picker):
    assert picker.lay.text == "Trade"
    picker.question = replace(CARDS, lay="Pay")
    assert picker.lay.text == "Pay"


def test_half_a_set_explains_itself(screen, picker):
    tap_cards(screen, picker, "infantry", "artillery")
    screen.tap_on(picker.lay)
    assert not picker.trades and picker.denials[0].rules == ("CL-CRD",)


def test_no_cards_can_be_kept(screen, picker):
    screen.tap_on(picker.none)
    assert picker.trades == [()]


def test_cards_can_be_taken_back(screen, picker):
    tap_cards(screen, picker, "infantry")
    screen.tap_on(picker.clear)
    assert picker.picked == () and picker.pictures["infantry"].count == 0


def test_what_no_set_holds_is_denied_at_once(screen, picker):
    tap_cards(screen, picker, "infantry", "infantry", "infantry", "infantry")
    assert picker.denials and len(picker.picked) <= 3
