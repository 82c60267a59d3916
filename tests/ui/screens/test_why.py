"""Why?: the rules of the open question on top, those of a step when its chip is tapped, house rules named."""

from typing import Any

import pytest

from companion.games import find_game
from companion.referee.seats import seats_of


@pytest.fixture
def begun(app: Any) -> Any:
    app.start_game(find_game("classic"), seats_of(3), {"placing": "all at once"})
    return app


def read(app: Any, **params: Any) -> list[str]:
    """All words of the cover, from top to bottom."""
    app.open_overlay("why", **params)
    app.pointer._pause(0.0)
    return app.pointer.texts()[::-1]


def test_the_rules_of_the_question_come_first(begun: Any) -> None:
    said = read(begun)
    question, rules = begun.playing.question, begun.playing.game.rulebook.rules
    heading = said.index("All other rules")
    asked = [rule for rule in rules if rule.id in question.rules]
    assert question.prompt in said
    for rule in rules:
        place = said.index(rule.text)
        assert (place < heading) == (rule in asked)


def test_a_step_explains_itself(begun: Any) -> None:
    said = read(begun, step="attack")
    assert "For this step" in said and begun.playing.game.step("attack").title in said
    heading = said.index("All other rules")
    ours = [rule for rule in begun.playing.game.rulebook.rules if rule.step == "attack"]
    assert ours and all(said.index(rule.text) < heading for rule in ours)


def test_house_rules_of_the_game_are_named_with_the_rule_they_change(begun: Any) -> None:
    said = read(begun)
    assert "House rules of this game" in said
    assert any("Each player all at once" in words and "CL-SETUP" in words for words in said)


def test_a_game_as_printed_has_no_house_rules(app: Any) -> None:
    app.start_game(find_game("classic"), seats_of(3), {})
    assert "House rules of this game" not in read(app)
