"""The last events beside the board: as many as fit, and always the beginning of the newest."""

from typing import Any

import pytest

from companion.referee.script import Report

LONG = "Cities: " + "Great Britain, Madagascar, Ural, East Africa, " * 4
SHORT = "Anna takes Brazil."


@pytest.mark.parametrize(
    ("reports", "height", "told"),
    [
        ((SHORT, LONG), 300, [LONG, SHORT]),
        ((LONG, SHORT), 90, [SHORT]),
        ((SHORT, LONG), 90, [LONG]),  # it has no room: its first lines
    ],
)
def test_the_newest_event_is_told_whatever_its_length(
    screen: Any, monkeypatch: pytest.MonkeyPatch, reports: tuple[str, ...], height: float, told: list[str]
) -> None:
    from companion.ui.widgets.controls import drawing
    from companion.ui.widgets.players.event_list import EventList

    drawn: list[tuple[str, float, float]] = []
    draw_text = drawing.draw_text

    def noted(text: str, at: tuple[float, float], size: float, *rest: Any, width: float) -> None:
        drawn.append((text, at[1], drawing.text_height(text, size, width)))
        draw_text(text, at, size, *rest, width=width)

    monkeypatch.setattr(drawing, "draw_text", noted)
    events = EventList(
        reports=tuple(map(Report, reports)), size_hint=(None, None), size=(344, height), pos=(100, 50)
    )
    screen.show(events)
    screen.frames()
    drawn = drawn[-len(told) :]
    assert events.shown == len(told) == len(drawn)
    for (text, middle, high), whole in zip(drawn, told, strict=True):
        words = text.removesuffix("...").split()
        assert words == whole.split()[: len(words)]
        assert events.y < middle - high / 2 and middle + high / 2 < events.top
