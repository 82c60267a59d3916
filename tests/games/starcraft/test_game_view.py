"""What a game of Risk StarCraft shows."""

import pytest

from companion.referee.game_view import Goal
from companion.referee.table import Table
from tests.games.starcraft.sector import a_turn
from tests.referee.tables import play


def a_game() -> Table:  # type: ignore[type-arg]
    return a_turn(
        {"ursa": ("red", 3), "pyramus": ("blue", 2), "eris": ("red", 1)},
        goals={"8-minerals": None, "18-territories": "blue"},
        rewards={"18-territories": "attack die"},
        hands={"red": 2},
        facts={
            "bases": {"red": "ursa", "blue": "pyramus"},
            "heroes": {"red": "ursa", "blue": "pyramus", "green": None},
            "towers": {"eris": "red"},
        },
    )


@pytest.mark.rule("SC-SET-C", "SC-HER-1", "SC-RWD-4")
@pytest.mark.parametrize(
    ("place", "marks"),
    [
        ("ursa", ("mineral", "base:red", "hero:red")),
        ("pyramus", ("base:blue", "hero:blue")),
        ("eris", ("tower:red",)),
        ("canis", ()),
    ],
)
def test_marks(place: str, marks: tuple[str, ...]) -> None:
    assert a_game().game_view.places[place].marks == marks


@pytest.mark.rule("SC-ACH")
def test_the_shelf_shows_progress_and_who_has_what() -> None:
    assert a_game().game_view.goals == (
        Goal("8-minerals", "8 mineral fields", 1, 8, None, "silver"),
        Goal("18-territories", "18 territories", 2, 18, "blue", "gold, Bonus attack die"),
    )


@pytest.mark.rule("SC-CRD-5")
def test_standings_count_what_everybody_may_know() -> None:
    red, blue, green = a_game().game_view.standings
    assert {figure.label: figure.value for figure in red.figures} == {
        "territories": 2, "units": 4, "minerals": 1, "bases": 1, "cards": 2, "achievements": 0,
    }  # fmt: skip
    assert {figure.label: figure.value for figure in blue.figures}["achievements"] == 1
    assert not green.out


def test_the_open_invasion_is_in_focus() -> None:
    assert play(a_game(), "ursa", "augustgrad").game_view.focus == ("ursa", "augustgrad")


def test_a_match_shows_its_neutral_colours() -> None:
    table = a_turn({"ursa": ("red", 2)}, players=2, rest="neutral-brown")
    assert table.game_view.places["eris"].owner == "neutral-brown"
    assert [standing.seat for standing in table.game_view.standings] == ["red", "blue"]
