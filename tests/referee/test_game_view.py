"""The view of a game that declares none: what its state has by seats."""

from companion.referee.game_view import Figure, Standing
from tests.referee.tables import lay
from tests.referee.tiny.skirmish import SKIRMISH


def test_numbers_by_seats_are_shown_beside_them() -> None:
    table = lay(SKIRMISH, 2)
    table.state.stamina["blue"] = 1
    view = SKIRMISH.game_view(table.state)
    assert view.standings == (
        Standing("red", (Figure("stamina", 4),)),
        Standing("blue", (Figure("stamina", 1),)),
    )
    assert (view.kind, view.places) == ("field", {})


def test_a_game_without_a_notation_writes_its_fields() -> None:
    table = lay(SKIRMISH, 2)
    text = SKIRMISH.notation.write(table.state)
    assert text.startswith("skirmish r1 t1 move red; seats red blue; ") and '"blue":4' in text
    assert SKIRMISH.read_position(text) == table.state
