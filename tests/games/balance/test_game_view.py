"""What the variant shows."""

import pytest

from companion.games.balance.state import LastingEffect
from companion.games.territory.state import NEUTRAL
from tests.games.balance.boards import a_turn
from tests.referee.tables import play

HELD = {"alaska": ("red", 6), "kamchatka": ("blue", 5), "siam": (NEUTRAL, 10)}
STANDING = {
    "capitals": {"red": "alaska", "blue": "kamchatka"},
    "airfields": {"alaska": "red"},
    "tanks": {"kamchatka": 2},
}
MARKS = {"alaska": "city", "siam": "site", "kamchatka": "rough"}


@pytest.mark.parametrize(
    ("place", "marks"),
    [
        ("alaska", ("city", "capital:red", "airfield:red")),
        ("kamchatka", ("rough", "capital:blue", "tank:blue", "tank:blue")),
        ("siam", ("site",)),
        ("brazil", ()),
    ],
)
def test_marks(place: str, marks: tuple[str, ...]) -> None:
    game_view = a_turn(HELD, marks=MARKS, setting=STANDING).game_view
    assert game_view.places[place].marks == marks


def test_every_seat_at_a_glance() -> None:
    game_view = a_turn(HELD, marks=MARKS, casualties={"red": 7}, hands={"red": 2}).game_view
    red = {figure.label: figure.value for figure in game_view.standings[0].figures}
    assert red == {
        "territories": 1,
        "cities": 1,
        "troops": 6,
        "casualties": 7,
        "cards": 2,
        "objectives": 0,
        "troop pile": 180 - 6 - 7,
    }


def test_actions_in_force_and_the_neutral_pile() -> None:
    effects = [
        LastingEffect("general", "blue", "red", "alaska"),
        LastingEffect("sabotage", "blue", "red"),
        LastingEffect("defence", "blue"),
    ]
    roster = a_turn(HELD, casualties={NEUTRAL: 9}, setting={"effects": effects}).game_view.roster
    assert [unit.name for unit in roster] == [
        "The neutral army",
        "Kill General: Alaska",
        "Sabotage: Red",
        "Improved Defence",
    ]
    assert ("casualties", 9) in [(figure.label, figure.value) for figure in roster[0].figures]


def test_what_the_open_action_is_about() -> None:
    table = a_turn(HELD, casualties={"red": 12}, step="actions")
    play(table, "bomb", "kamchatka")
    assert table.game_view.focus == ("kamchatka",)
