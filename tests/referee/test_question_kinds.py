"""Every kind of question has all its parts: text, JSON, the panel's meaning, and a view on phones."""

import re
from pathlib import Path
from typing import Any, get_args

import pytest

from companion.referee.question_base import QuestionBase
from companion.referee.questions import Question

ROOT = Path(__file__).parents[2]
KINDS: tuple[type[QuestionBase[Any]], ...] = get_args(Question)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_kind_says_what_the_panels_buttons_mean(kind: type[QuestionBase[Any]]) -> None:
    assert kind.accept
    assert len(kind.accept) <= 24 and len(kind.proposes) <= 24


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_kind_rules_on_its_answers_and_lists_the_allowed_ones(kind: type[QuestionBase[Any]]) -> None:
    own = {name for base in kind.__mro__ if base is not QuestionBase for name in vars(base)}
    assert {"parse", "judge", "options_allowed"} <= own


def test_phones_draw_every_kind() -> None:
    script = (ROOT / "companion" / "web" / "static" / "questions.js").read_text(encoding="utf-8")
    drawn = set(re.findall(r'^ +"([a-z ]+)": \(\) =>', script, re.MULTILINE))
    tags = {str(kind.__struct_config__.tag) for kind in KINDS}
    assert tags <= drawn, tags - drawn
