"""Maps each kind of question to its view."""

from collections.abc import Callable
from typing import Any

from companion.referee.questions import (
    Choose,
    Confirm,
    Count,
    Deploy,
    FillIn,
    Measure,
    Pick,
    PickOrEnd,
    PickSeveral,
    PlayCards,
    Question,
    Roll,
    Shuffle,
)
from companion.referee.ruling import Ruling
from companion.ui.question_views.cards import PlayCardsView
from companion.ui.question_views.choose import ChooseView
from companion.ui.question_views.confirm import ConfirmView
from companion.ui.question_views.count import CountView
from companion.ui.question_views.deploy import DeployView
from companion.ui.question_views.fill_in import FillInView
from companion.ui.question_views.measure import MeasureView
from companion.ui.question_views.pick import PickOrEndView, PickView
from companion.ui.question_views.question_view import Give, QuestionView
from companion.ui.question_views.roll import RollView
from companion.ui.question_views.several import SeveralView
from companion.ui.question_views.shuffle import ShuffleView

QUESTION_VIEWS: dict[type[Any], type[QuestionView]] = {
    Choose: ChooseView,
    PickSeveral: SeveralView,
    Pick: PickView,
    PickOrEnd: PickOrEndView,
    Deploy: DeployView,
    Count: CountView,
    PlayCards: PlayCardsView,
    Roll: RollView,
    Measure: MeasureView,
    FillIn: FillInView,
    Confirm: ConfirmView,
}
"""The view of every kind except the shuffle, whose view takes more arguments."""


def question_view_for(
    question: Question,
    give: Give,
    refuse: Callable[[Ruling], Any],
    *,
    by_chance: Callable[[], Any],
    places: frozenset[str],
) -> QuestionView:
    """Make the view for a question.

    Args:
        question: the question.
        give: called with the answer.
        refuse: called with the ruling on what is not allowed.
        by_chance: lets the companion roll or shuffle.
        places: ids of the places on the board.
    """
    if isinstance(question, Shuffle):
        on_board = places.issuperset(question.items)
        return ShuffleView(question, give, refuse, by_chance=by_chance, on_board=on_board)
    return QUESTION_VIEWS[type(question)](question, give, refuse)
