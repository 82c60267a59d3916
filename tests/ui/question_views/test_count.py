"""A number is asked for with its unit, which is never cut."""

from typing import Any

import pytest

from companion.referee.questions import Count


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
