"""Cards: what can be traded is confirmed, what cannot says why."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.ui.widgets.gallery import CARDS


@pytest.fixture
def picker(screen: Any, heard: Any) -> Any:
    from companion.ui.widgets.players.cards import CardPicker

    widget = CardPicker(question=CARDS, size_hint=(None, None), size=(350, 460), pos=(10, 10))
    widget.trades, widget.denials = [], []
    widget.bind(on_confirm=heard(widget.trades), on_denied=heard(widget.denials))
    return screen.show(widget)


def tap_cards(screen: Any, picker: Any, *kinds: Any) -> None:
    for kind in kinds:
        screen.tap_on(picker.pictures[kind])


def test_a_set_is_traded_whatever_the_order(screen: Any, picker: Any) -> None:
    tap_cards(screen, picker, "infantry", "artillery", "cavalry")
    screen.tap_on(picker.lay)
    assert picker.trades == [("artillery", "cavalry", "infantry")]


def test_the_button_says_what_the_cards_are_laid_down_for(picker: Any) -> None:
    assert picker.lay.text == "Trade"
    picker.question = replace(CARDS, lay="Pay")
    assert picker.lay.text == "Pay"


def test_half_a_set_explains_itself(screen: Any, picker: Any) -> None:
    tap_cards(screen, picker, "infantry", "artillery")
    screen.tap_on(picker.lay)
    assert not picker.trades and picker.denials[0].rules == ("CL-CRD",)


def test_no_cards_can_be_kept(screen: Any, picker: Any) -> None:
    screen.tap_on(picker.none)
    assert picker.trades == [()]


def test_cards_can_be_taken_back(screen: Any, picker: Any) -> None:
    tap_cards(screen, picker, "infantry")
    screen.tap_on(picker.clear)
    assert picker.picked == () and picker.pictures["infantry"].count == 0


def test_what_no_set_holds_is_denied_at_once(screen: Any, picker: Any) -> None:
    tap_cards(screen, picker, "infantry", "infantry", "infantry", "infantry")
    assert picker.denials and len(picker.picked) <= 3


@pytest.mark.parametrize("size", [(130, 60), (150, 110), (210, 60)])
@pytest.mark.parametrize(("kind", "name"), [("one-star", "1 star"), ("two-star", "2 stars")])
def test_low_cards_show_their_picture_and_name_too(
    screen: Any, monkeypatch: pytest.MonkeyPatch, kind: str, name: str, size: Any
) -> None:
    from companion.ui.widgets.players.cards import CardPicture
    from tests.ui.inspector import MIN_LETTERS, Inspector
    from tests.ui.overflow import Overflow
    from tests.ui.pixels import luminance, window_picture

    inspector = Inspector(Overflow(monkeypatch.setattr))
    card = screen.show(CardPicture(kind=kind, name=name, size_hint=(None, None), size=size, pos=(100, 100)))
    screen.frames(2)
    assert inspector.inspect(card) == []
    (written,) = inspector.overflow.written[card]
    assert written.text == name and written.size >= MIN_LETTERS
    ink = luminance(window_picture()[-100 - size[1] : -100, 100 : 100 + size[0]]) < 0.1
    ink[size[1] - int(written.bottom - 100 + written.texture.height) :, int(written.left - 100) :] = False
    assert ink.sum() > 15 * 15
