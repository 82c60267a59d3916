"""Which panel takes the answer to which kind of question."""

from collections.abc import Callable
from typing import Any

from companion.referee.questions import (
    Cards,
    Choose,
    Confirm,
    Count,
    Deploy,
    FillIn,
    Measure,
    Pick,
    PickOrEnd,
    PickSeveral,
    Question,
    Roll,
    Shuffle,
)
from companion.referee.ruling import Ruling
from companion.ui.panels.cards import CardsPanel
from companion.ui.panels.choose import ChoosePanel
from companion.ui.panels.confirm import ConfirmPanel
from companion.ui.panels.count import CountPanel
from companion.ui.panels.deploy import DeployPanel
from companion.ui.panels.fill_in import FillInPanel
from companion.ui.panels.measure import MeasurePanel
from companion.ui.panels.panel import Give, Panel
from companion.ui.panels.pick import PickOrEndPanel, PickPanel
from companion.ui.panels.roll import RollPanel
from companion.ui.panels.several import SeveralPanel
from companion.ui.panels.shuffle import ShufflePanel

PANELS: dict[type[Any], type[Panel]] = {
    Choose: ChoosePanel,
    PickSeveral: SeveralPanel,
    Pick: PickPanel,
    PickOrEnd: PickOrEndPanel,
    Deploy: DeployPanel,
    Count: CountPanel,
    Cards: CardsPanel,
    Roll: RollPanel,
    Measure: MeasurePanel,
    FillIn: FillInPanel,
    Confirm: ConfirmPanel,
}
"""Every kind but the shuffle, which needs more to be told."""


def panel_for(
    question: Question,
    give: Give,
    refuse: Callable[[Ruling], Any],
    *,
    by_chance: Callable[[], Any],
    places: frozenset[str],
) -> Panel:
    """Make the panel for a question.

    Args:
        question: the question.
        give: called with the answer.
        refuse: called with the ruling on what is not allowed.
        by_chance: has the companion roll or shuffle.
        places: ids of the places on the board.
    """
    if isinstance(question, Shuffle):
        on_board = places.issuperset(question.items)
        return ShufflePanel(question, give, refuse, by_chance=by_chance, on_board=on_board)
    return PANELS[type(question)](question, give, refuse)
