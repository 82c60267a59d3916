"""Who was winning, turn by turn, and the turn that decided it."""

import pytest
from msgspec.structs import replace

from companion.app.chronicle.chronicle import Chronicle, TurnRecord
from companion.app.chronicle.win_curve import chances_at_turn_start, deciding_turn, win_curve
from companion.referee.evaluation import WinChance
from companion.referee.seats import seats_of
from tests.app.chronicle.bot_games import bot_game, told

SEATS = seats_of(2, ("Anna", "Ben"))


def game(*chances: float, winners: tuple[str, ...] = ("red",)) -> Chronicle:
    """A game in which Anna has these chances at the ends of the turns."""
    turns = tuple(
        TurnRecord(
            number,
            number,
            SEATS[number % 2].id,
            number,
            number + 1,
            (),
            (),
            (WinChance("red", chance, chance, chance), WinChance("blue", 1 - chance, 1 - chance, 1 - chance)),
        )
        for number, chance in enumerate(chances)
    )
    return Chronicle("classic", "Classic", SEATS, winners, turns)


def test_the_curve_has_whole_per_cent_for_every_seat() -> None:
    curve = win_curve(game(0.5, 0.256, 1.0))
    assert [point.value for point in curve["red"]] == [50, 26, 100]
    assert [point.value for point in curve["blue"]] == [50, 74, 0]


@pytest.mark.parametrize(
    ("chances", "index"),
    [
        ((0.5, 0.55, 0.8, 0.85, 1.0), 2),
        ((0.5, 0.45, 0.55, 1.0), None),  # no turn stands out, and the last one only says who won
        ((0.5, 0.3, 0.5, 0.9, 1.0), 3),
        ((0.5, 1.0), None),
    ],
)
def test_the_deciding_turn_is_the_winners_largest_rise(chances: tuple[float, ...], index: int | None) -> None:
    found = deciding_turn(game(*chances))
    assert (found.index if found else None) == index
    assert deciding_turn(game(*chances, winners=())) is None


def test_chances_are_those_at_the_start_of_the_turn() -> None:
    table, turns = bot_game("classic"), told("classic").chronicle.turns
    assert [chance.chance for chance in chances_at_turn_start(table)] == [
        float(seat.id in table.state.winners) for seat in table.state.seats
    ]
    while table.question is None or table.state.turn == turns[-1].number:
        table.undo()
    started = replace(turns[-2]).chances
    assert chances_at_turn_start(table) == turns[-3].chances != started
    bot_game.cache_clear()


def test_a_game_whose_bots_nobody_has_fitted_has_no_curve() -> None:
    plain = tuple(replace(turn, chances=()) for turn in game(0.5, 0.9, 1.0).turns)
    assert win_curve(replace(game(), turns=plain)) == {}
