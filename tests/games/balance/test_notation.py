"""Positions as one line of text."""

import msgspec
import pytest

from companion.errors import CompanionError
from companion.games.balance.game import BALANCE
from companion.games.balance.notation import BALANCE_NOTATION
from companion.referee.table import Table
from tests.games.balance.test_scripted import five_players, three_players, two_players

A_LINE = (
    "balance r4 t11 attack red; seats red blue; red: brazil 3, peru 1; neutral: siam 9; blue: others 2; "
    "house sabotage=rounded up; city egypt congo; capitals red peru; airfields brazil red; casualties red 4; "
    'cards red 2; prices recon 1; starter red; effects [{"action":"defence","by":"blue"}]'
)


@pytest.mark.every(3)
@pytest.mark.parametrize("play", [two_players, three_players, five_players])
def test_every_position_of_a_whole_game_reads_back_exactly(play: object) -> None:
    assert callable(play)
    for position in play().table.positions:
        state = msgspec.json.decode(position.state, type=BALANCE.state)
        assert BALANCE_NOTATION.read(BALANCE_NOTATION.write(state)) == state


def test_a_line_is_a_game() -> None:
    state = BALANCE_NOTATION.read(A_LINE)
    assert (state.holdings["brazil"].armies, state.troop_pile["red"]) == (3, 180 - 4 - 4)
    assert (state.prices["recon"], state.prices["maneuver"]) == (1, 3)
    table = Table(BALANCE, state)
    assert table.answer("brazil").allowed


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("balance", "classic", "no position of Balance of Power"),
        ("seats red blue", "seats red", "2 to 5 seats"),
        ("city egypt", "city atlantis", "atlantis"),
        ("capitals red peru", "capitals red", "breaks off"),
        ("casualties red 4", "casualties green 4", "which does not exist"),
        ("cards red 2", "cards red 99", "more in the position than in the deck"),
        ("starter red", "starter green", "starter names 'green'"),
        ('"by":"blue"', '"by":3', "cannot be read"),
        ("starter red", "flags upside_down", "no flag 'upside_down'"),
    ],
)
def test_what_cannot_be_read(old: str, new: str, words: str) -> None:
    with pytest.raises(CompanionError, match=words):
        BALANCE_NOTATION.read(A_LINE.replace(old, new, 1))
