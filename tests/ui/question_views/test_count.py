"""A number is asked for with its unit, which is never cut."""

from typing import Any

import pytest

from companion.locale import catalogue
from companion.referee.questions import Count
from companion.ui import theme
from companion.ui.theme import px


@pytest.mark.parametrize(
    ("most", "text", "detail"),
    [(3, "1 army", ""), (24, "1", "army")],  # with both ends beside it the unit stands below
)
def test_the_button_that_confirms_names_the_unit(screen: Any, most: int, text: str, detail: str) -> None:
    from companion.ui.question_views.count import CountView

    question = Count(
        seat="red", prompt="How many?", rules=("CL-ATT",), least=1, most=most, unit="armies", suggested=1
    )
    view = screen.show(CountView(question, print, print))
    assert (view.confirm.text, view.confirm.detail) == (text, detail)
    view.stepper.value = 2
    assert "armies" in view.confirm.text + view.confirm.detail


@pytest.mark.parametrize("unit", ["armies", "units", "soldiers", "troops"])
@pytest.mark.parametrize("language", ["de", "en", "es", "fr", "it"])
def test_both_ends_and_the_unit_have_room_beside_the_board(screen: Any, language: str, unit: str) -> None:
    from companion.ui.question_views.count import BESIDE, CountView

    question = Count(
        seat="red", prompt="How many?", rules=("CL-ATT",), least=1, most=24, unit=unit, suggested=24
    )
    catalogue.show_in(language)
    try:
        view = CountView(question, print, print)
        view.size_hint, view.size = (None, None), (px(BESIDE), 300)
        screen.show(view)
        keys = view.confirm.parent.children
        assert sum(key.width for key in keys) + 2 * px(theme.TARGET_GAP) <= px(BESIDE)
        assert all(key.width >= key.least_width for key in keys)
    finally:
        catalogue.show_in("en")
