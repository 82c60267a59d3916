"""The picture of the table with what is written on it."""

from itertools import combinations
from typing import Any

from companion.ui.rulers.annotations import TextMark


def test_names_of_figures_that_stand_together_do_not_cover_each_other(screen: Any, monkeypatch: Any) -> None:
    from companion.ui.free_boxes import covered
    from companion.ui.widgets.controls import drawing
    from companion.ui.widgets.measuring.measuring_view import MeasuringView

    view = screen.show(MeasuringView())
    boxes: list[Any] = []
    monkeypatch.setattr(view, "where", lambda at: at)
    monkeypatch.setattr(drawing, "rounded_rectangle", lambda low, size, *_, **__: boxes.append((low, size)))
    with view.canvas:
        for number, at in enumerate([(400.0, 240.0), (410.0, 244.0), (418.0, 232.0)]):
            view._draw_note(TextMark(f"inf {number}", at))
    assert len(boxes) == 3
    assert [covered(one, [other]) for one, other in combinations(boxes, 2)] == [0.0] * 3
