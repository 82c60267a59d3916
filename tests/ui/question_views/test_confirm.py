"""Yes or no: a short list stands beside the board, a long one takes its place and is seen as a whole."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.locale import catalogue
from companion.locale.messages import gettext, joined
from tests.locale.pseudo import ENGLISH, PSEUDO

LOSSES = (
    "Northern Europe: 55 to 44, Capital tax",
    *(f"Place {number}: 2 to 1, cut off" for number in range(11)),
)


@pytest.mark.parametrize(("lines", "large"), [(2, False), (3, False), (4, True), (12, True)])
def test_a_long_list_takes_the_place_of_the_board(screen: Any, lines: int, large: bool) -> None:
    assert shown(screen, LOSSES[:lines]).large == large


def test_ten_losses_are_seen_at_once(screen: Any) -> None:
    from kivy.uix.scrollview import ScrollView

    view = shown(screen, LOSSES[:10])
    (window,) = [part for part in view.walk() if isinstance(part, ScrollView)]
    assert window.children[0].height <= window.height


def test_a_list_is_said_in_the_language_of_the_screen(screen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its lines are parts of one message: they must be taken from its translation."""
    monkeypatch.setattr(catalogue._SHOWN, "catalogue", PSEUDO)
    view = shown(screen, [gettext("Nobody {number}.", number=number) for number in range(4)])
    said = [row.text for row in view.walk() if type(row).__name__ in ("ListRow", "TextLabel")]
    assert len(said) == 4 and not any(ENGLISH.search(text) for text in said)


def shown(screen: Any, lines: Sequence[str]) -> Any:
    """The question in the room that it gets: the board's, or beside it."""
    from companion.referee.questions import Confirm
    from companion.ui.question_views.confirm import ConfirmView

    question = Confirm(
        seat="red", prompt="Losses", rules=("NK-1",), detail=joined(lines, "\n"), yes="All removed", no="Back"
    )
    view = ConfirmView(question, print, print)
    view.size_hint, view.size = (None, None), (514, 384) if view.large else (286, 220)
    return screen.show(view)
