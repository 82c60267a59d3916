"""Interruptions that a question offers: lines of keys beside the board, or a list in the board's place."""

from collections.abc import Callable, Sequence

from kivy.uix.widget import Widget

from companion.locale.messages import gettext
from companion.referee.questions import Offer
from companion.ui import theme
from companion.ui.layout import column, fixed_height, row, spacer
from companion.ui.widgets.controls.buttons import BigButton

MORE = gettext("More")
"""The key that lists the interruptions without room."""
SHORT_LABELS = 24
"""Most letters of two keys that share a line; each may wrap."""
LISTED = 2
"""Listed interruptions that stand side by side."""

Take = Callable[[str], object]
"""Takes the interruption with this id."""


def offer_key(offer: Offer, take: Take) -> BigButton:
    """Return a quiet key: the bright ones answer the question."""
    return BigButton(text=offer.label, kind="quiet", on_tap=lambda _: take(offer.id))


def more_key(show: Callable[[], object], *, worded: bool = True) -> BigButton:
    """Return the key that lists the interruptions without room; its icon alone where its word has none."""
    key = BigButton(text=MORE if worded else "", icon="menu", kind="quiet", on_tap=lambda _: show())
    key.label = MORE
    return key


def offer_lines(offers: Sequence[Offer], take: Take) -> list[Widget]:
    """Return the interruptions as lines of keys: two short neighbours share one."""
    lines: list[list[Offer]] = []
    for offer in offers:
        pair = [*lines[-1], offer] if lines else []
        if len(pair) == 2 and sum(len(one.label) for one in pair) <= SHORT_LABELS:
            lines[-1] = pair
        else:
            lines.append([offer])
    keys = ([offer_key(offer, take) for offer in line] for line in lines)
    return [fixed_height(row(*line) if line[1:] else line[0], theme.TAP_TARGET) for line in keys]


def offer_list(keys: Sequence[BigButton]) -> Widget:
    """Return interruptions in large lines of `LISTED`, from the top."""
    lines = [keys[at : at + LISTED] for at in range(0, len(keys), LISTED)]
    return column(*(fixed_height(row(*line), theme.BUTTON_HEIGHT) for line in lines), spacer())
