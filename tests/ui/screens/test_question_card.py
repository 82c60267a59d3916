"""The question in large words: as high as it needs, else it scrolls, and no word lies under the bar."""

from typing import Any

import pytest

from companion.referee.seats import seats_of

PROMPT, PRINT = "Blue: which place on the chart?", "It says when you take your turns, and your race. " * 4


@pytest.fixture
def card(screen: Any) -> Any:
    """Make a card beside the board that has room up to a height."""
    from kivy.uix.boxlayout import BoxLayout

    from companion.ui.screens.question_card import QuestionCard

    def made(most: float) -> Any:
        side = BoxLayout(orientation="vertical", size_hint=(None, None), size=(270, 400))
        card = QuestionCard()
        card.ask(PROMPT, PRINT, seats_of(1)[0])
        card.most = most
        side.add_widget(card)
        screen.show(side)
        screen.frames(4)
        return card

    return made


def test_with_room_it_is_as_high_as_its_words(card: Any) -> None:
    shown = card(400)
    assert shown.height == shown._card.height < 400
    assert shown.vbar == (0, 1)


def test_without_room_it_scrolls_beside_its_bar(card: Any) -> None:
    shown = card(120)
    assert shown.height == 120 and shown.vbar[1] < 1
    assert shown.prompt.text == PROMPT
    assert shown.prompt.right <= shown._card.right - shown.bar_width


def test_once_there_is_room_again_the_words_take_all_of_it(screen: Any, card: Any) -> None:
    shown = card(120)
    shown.most = 400
    screen.frames(4)
    assert shown.vbar == (0, 1)
    assert max(child.right for child in shown._card.children) == shown._card.right


def test_room_for_all_but_the_bar_is_enough(screen: Any, card: Any) -> None:
    from kivy.clock import Clock

    shown = card(400)
    enough = shown._card.height
    for most in (120, enough):
        # As the table does: while what stands on the side is laid out.
        Clock.schedule_once(lambda _, most=most: setattr(shown, "most", most), -1)
        screen.frames(4)
    assert (shown.vbar, shown.height) == ((0, 1), enough)


@pytest.mark.parametrize("most", [400, 120, 60])
def test_the_next_question_looks_as_on_a_card_of_its_own(screen: Any, card: Any, most: float) -> None:
    def look(shown: Any) -> list[tuple[Any, ...]]:
        words = [widget for widget in shown.walk() if getattr(widget, "text", "")]
        return [(label.text, *label.to_window(*label.pos), *label.size, label.font_size) for label in words]

    own = card(most)
    wanted = look(own)
    kept = card(most)
    for prompt, detail, seat in (("Roll", "", None), (PROMPT * 3, "", seats_of(2)[1])):
        kept.ask(prompt, detail, seat)
        screen.frames(2)
    kept.scroll_y = 0.3
    kept.ask(PROMPT, PRINT, seats_of(1)[0])
    screen.frames(4)
    assert look(kept) == wanted
    assert kept.scroll_y == 1.0
