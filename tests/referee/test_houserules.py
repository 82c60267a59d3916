"""House rules: a switch has the choices that are declared, or those that its listing finds today."""

from companion.games.boards.board_choice import BOARDS
from companion.games.classic.game import CLASSIC
from companion.referee.houserules import switches


def test_choices_are_listed_or_declared() -> None:
    found = {switch.name: switch for switch in switches(CLASSIC.house_rules)}
    assert found["board"].choices == BOARDS.choices() != ()
    assert {choice.value for choice in found["setup"].choices} == {"claim", "deal"}
