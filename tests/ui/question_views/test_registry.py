"""Every kind of question has a view."""

from typing import get_args

from companion.referee.questions import Confirm, Question
from companion.ui.question_views.question_view import QUESTION_VIEWS, QuestionView
from companion.ui.question_views.registry import view_of


def test_every_kind_has_a_view_of_its_own() -> None:
    """No kind of question is without a view, and no view is without a question."""
    kinds = get_args(getattr(Question, "__value__", Question))
    assert kinds
    assert set(QUESTION_VIEWS) == set(kinds)
    assert all(QUESTION_VIEWS[kind].kind is kind for kind in kinds)
    assert len(set(QUESTION_VIEWS.values())) == len(kinds)
    assert view_of(Confirm(prompt="Sure?", rules=("a-rule",))).kind is Confirm


def test_a_view_without_a_kind_of_its_own_registers_nothing() -> None:
    """A class that inherits its kind does not take its parent's place."""
    before = dict(QUESTION_VIEWS)
    type("Variant", (next(iter(before.values())),), {})
    type("Base", (QuestionView,), {})
    assert before == QUESTION_VIEWS
