"""Positions as one line of text: read back exactly; an error says what is wrong."""

from collections.abc import Callable

import msgspec
import pytest

from companion.errors import CompanionError, MalformedPosition, UnknownName
from companion.games.nuked.game import NUKED
from companion.games.nuked.notation import NUKED_NOTATION
from tests.games.nuked.boards import a_state
from tests.games.nuked.random_games import Warlord
from tests.games.nuked.story import Story
from tests.games.nuked.test_whole_games import a_duel, a_sunday, a_world_war
from tests.games.players import seeds
from tests.referee.tables import lay, play


@pytest.mark.every(3)
@pytest.mark.parametrize("whole_game", [a_duel, a_sunday, a_world_war])
def test_every_position_of_a_whole_game_reads_back_exactly(whole_game: Callable[[], Story]) -> None:
    table = whole_game().table
    states = [msgspec.json.decode(position.state, type=table.game.state) for position in table.positions]
    assert len(states) > 15
    for state in states:
        assert NUKED_NOTATION.read(NUKED_NOTATION.write(state)) == state


@pytest.mark.long
@pytest.mark.parametrize("seed", seeds(0, 6))
def test_states_in_the_middle_of_a_step_read_back_exactly(seed: int) -> None:
    player = Warlord(seed)
    table = play(lay(NUKED, 2 + seed % 5, fallout="one for each"), "Fierce", True)
    for _ in range(250):
        if table.question is None:
            break
        play(table, player.command(table.question, table.state))
        assert NUKED_NOTATION.read(NUKED_NOTATION.write(table.state)) == table.state


def test_a_position_is_short() -> None:
    state = a_state({"brazil": ("red", 3)}, capitals={"red": "brazil"}, radiated=("peru",), players=2)
    text = NUKED_NOTATION.write(state)
    assert text.startswith("nuked r4 t7 attack red; seats red blue;")
    assert "; capitals red brazil; fallout peru red 9; ended red 3 blue 3; starter red; mode anywhere" in text


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", MalformedPosition),
        ("classic r0 t0 rules -; seats red blue", MalformedPosition),
        ("nuked r0 t0 rules -; seats red", MalformedPosition),
        ("nuked r0 t0 rules -; seats red blue; rules {", MalformedPosition),
        ('nuked r0 t0 rules -; seats red blue; rules {"nuke":{"lasts":99}}', MalformedPosition),
        ("nuked r0 t0 rules -; seats red blue; rules {}; cards red 99", MalformedPosition),
        ("nuked r0 t0 rules -; seats red blue; fallout brazil", MalformedPosition),
        ("nuked r0 t0 rules -; seats red blue; capitals red", MalformedPosition),
        ("nuked r0 t0 rules -; seats red blue; capitals red mars", MalformedPosition),
        ("nuked r0 t0 rules -; seats red blue; farms green brazil", MalformedPosition),
        ("nuked r0 t0 rules -; seats red blue; mode sideways", MalformedPosition),
        ("nuked r0 t0 rules -; seats red blue; flags hungry", MalformedPosition),
        ("nuked r0 t0 rules -; seats red blue; house equal=draw", UnknownName),
    ],
)
def test_nonsense_is_told_what_is_wrong(text: str, error: type[CompanionError]) -> None:
    with pytest.raises(error):
        NUKED_NOTATION.read(text)
