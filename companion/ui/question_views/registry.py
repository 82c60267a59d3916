"""Finds the view of a question: every module beside this one registers the kinds that it shows."""

from importlib import import_module
from pkgutil import iter_modules

from companion.referee.questions import Question
from companion.ui import question_views
from companion.ui.question_views.question_view import QUESTION_VIEWS, QuestionView

for _module in iter_modules(question_views.__path__, f"{question_views.__name__}."):
    if _module.name != __name__:
        import_module(_module.name)


def view_of(question: Question) -> type[QuestionView]:
    """Return the class that shows a question."""
    return QUESTION_VIEWS[type(question)]
