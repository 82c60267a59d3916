"""The chart of a whole game keeps its words inside, in any language."""

from typing import Any

import pytest

from companion.app.chronicle.awards import CurvePoint
from companion.referee.seats import seats_of


@pytest.mark.parametrize("word", ["Round", "Rounds of the game"])
def test_the_word_below_the_numbers_stays_inside(
    screen: Any, monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    from companion.ui.widgets.controls import drawing
    from companion.ui.widgets.players import curve_chart

    written = dict[str, float]()

    def draw_text(text: str, at: Any, size: float, *_: Any, anchor: Any, **__: Any) -> None:
        written[text] = at[0] - anchor[0] * drawing.text_width(text, size)

    monkeypatch.setattr(curve_chart, "gettext", lambda _: word)
    monkeypatch.setattr(drawing, "draw_text", draw_text)
    chart = curve_chart.CurveChart(
        series={"red": (CurvePoint(0, 1, 5), CurvePoint(9, 2, 8))}, seats=seats_of(2),
        size_hint=(None, None), size=(600, 300),
    )  # fmt: skip
    screen.show(chart)
    screen.frames(2)
    assert written[word] >= chart.x
