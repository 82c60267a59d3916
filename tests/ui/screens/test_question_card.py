"""The question in large words: as high as it needs, else it scrolls, and no word lies under the bar."""

from math import atan, degrees
from typing import Any

import pytest

from companion.referee.seats import seats_of
from companion.ui import theme

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


def test_the_prompt_stands_beside_the_emblem_where_all_text_fits_only_so(card: Any) -> None:
    tall = card(400)
    shown = card(tall._height(theme.BODY, tall.width, beside=False) - 8)
    assert shown.vbar == (0, 1) and shown._badge.parent is shown._line
    assert max(child.right for child in shown._card.children) == shown._card.right


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


@pytest.fixture
def short(screen: Any) -> Any:
    """Make a card with a short question that has room up to a height, above hints of a height."""
    from kivy.uix.boxlayout import BoxLayout

    from companion.ui.screens.question_card import QuestionCard

    def made(most: float, hints: float, prompt: str) -> Any:
        side = BoxLayout(orientation="vertical", size_hint=(None, None), size=(270, 400))
        card = QuestionCard()
        card.ask(prompt, "", seats_of(1)[0])
        card.hints, card.most = hints, most
        side.add_widget(card)
        screen.show(side)
        screen.frames(4)
        return card

    return made


@pytest.mark.parametrize(
    ("most", "hints", "prompt", "size"),
    [
        (300, 0, "Attack from where?", theme.FAR),
        (150, 0, "Attack from where?", theme.FAR),
        (150, 60, "Attack from where?", theme.FAR),  # read from afar, it may take the hints' room
        (130, 0, "Attack from where?", theme.FAR),  # beside the emblem, without the name
        (100, 0, "Attack from where?", theme.FAR),  # two lines close together
        (90, 0, "Attack from where?", 38),  # larger beside the emblem than with the name
        (70, 0, "Attack from where?", 30),
        (150, 60, "Attack what from Northern Europe?", theme.SUBTITLE),
        (150, 0, "Attack what from Northern Europe?", 34),
        (400, 0, "Reinforcements", 38),  # no word is broken
    ],
)
def test_a_question_grows_until_it_is_read_from_across_the_table(
    short: Any, most: float, hints: float, prompt: str, size: float
) -> None:
    card = short(most, hints, prompt)
    assert card.prompt.font_size == theme.px(size)
    assert card._card.height <= most and card.vbar == (0, 1)


@pytest.mark.parametrize(
    ("seat", "most", "badge"),
    [(0, 150, False), (0, 120, True), (None, 150, False), (None, 120, None)],
)
def test_the_name_gives_way_to_a_question_read_from_across_the_table(
    screen: Any, card: Any, seat: int | None, most: float, badge: bool | None
) -> None:
    shown = card(400)
    asked = None if seat is None else seats_of(1)[seat]
    shown.ask("Place 21 armies", "", asked)
    shown.most = most
    screen.frames(4)
    assert shown.prompt.font_size == theme.px(theme.FAR) and shown._card.height <= most
    assert (shown._badge in shown._line.children) is bool(badge)
    assert (shown._seat_box in shown._card.children) is (badge is False)


def test_a_detail_without_room_for_a_line_leaves_it_to_the_question(screen: Any, card: Any) -> None:
    shown = card(400)
    shown.ask("What next?", PRINT, seats_of(1)[0])
    shown.most = 60
    screen.frames(4)
    assert shown.prompt.font_size == theme.px(theme.FAR) and shown.vbar[1] < 1
    shown.most = 100  # here a line of the detail can be read
    assert shown.prompt.font_size == theme.px(theme.BODY)


def test_capitals_from_across_the_table_have_16_minutes_of_arc() -> None:
    from PIL import ImageFont

    from companion.icons import typeface

    left, top, right, bottom = ImageFont.truetype(str(typeface.FONT_BOLD), 1000).getbbox("H")
    assert right > left
    seen = atan(theme.FAR * (bottom - top) / 1000 / theme._PIXELS_PER_MM / 1200)
    assert 16 <= 60 * degrees(seen) < 17
