"""Random games in the pseudo-language: no text that players read may be left in English."""

import pytest

from companion.games import find_game
from tests.locale.english_left import english_left


@pytest.mark.parametrize(
    ("game", "seats", "house"),
    [
        ("classic", 3, {}),
        ("classic", 2, {"setup": "claim", "goal": "capitals"}),
        ("classic", 4, {"goal": "missions", "cards": "stars"}),
        ("classic", 3, {"edition": "2008", "cities": "entered", "objectives": "entered"}),
        ("classic", 3, {"edition": "2008", "rewards": "dealt"}),
        ("battle", 3, {"treasury": "yes", "mercenaries": "yes", "commanders": "hero and fear"}),
        ("battle", 2, {"field": "flat and open", "misfire": "one roll", "flight": "at once"}),
        ("rogue", 2, {}),
        ("rogue", 4, {"level": "commander", "control": "lasting", "spawning": "one a turn"}),
    ],
)
def test_no_english_is_left_in_a_game(game: str, seats: int, house: dict[str, str]) -> None:
    assert english_left(find_game(game), house, seats, answers=150, seed=2) == {}
