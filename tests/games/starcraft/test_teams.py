"""Team Play: what allies share, what they do not, and how a team wins."""

from typing import Any

import pytest
from msgspec import structs

from companion.games.boards.board import load_board
from companion.games.starcraft import achievements, rules
from companion.games.starcraft.achievements import ACHIEVEMENTS
from companion.games.starcraft.state import Hand, StarcraftState
from companion.games.territory import objectives
from companion.referee.questions import Choose, Confirm, PickOrEnd
from companion.referee.table import Table
from tests.games.starcraft.sector import a_turn, units
from tests.referee.tables import play

SECTOR = load_board("starcraft")
PLANET = {planet.id: planet.territories for planet in SECTOR.continents}
HEROES = {"red": "ursa", "blue": None, "green": None, "yellow": None}


def team(held: dict[str, tuple[str, int]], **facts: Any) -> Table[StarcraftState]:
    """Red and Green against Blue and Yellow, and Red's turn; what is not named is Blue's."""
    return a_turn(held, players=facts.pop("players", 4), mode="team play", rest="blue", **facts)


@pytest.mark.rule("SC-TEAM")
@pytest.mark.parametrize(
    ("players", "seat", "allies"),
    [
        (4, "red", ("red", "green")),
        (4, "blue", ("blue", "yellow")),
        (6, "yellow", ("blue", "yellow", "purple")),
    ],
)
def test_teams_sit_alternately(players: int, seat: str, allies: tuple[str, ...]) -> None:
    assert team({}, players=players).state.team(seat) == allies


@pytest.mark.rule("SC-TEAM")
def test_allies_are_not_attacked() -> None:
    table = team({"ursa": ("red", 9), "pyramus": ("green", 1), "canis": ("green", 1)})
    assert table.inquire("attack", origin="ursa", target="pyramus").rules == ("SC-TEAM",)
    play(table, "ursa")
    assert table.may("pyramus").rules == ("SC-TEAM",)
    assert table.may("augustgrad").allowed
    table = team({"ursa": ("red", 9)} | dict.fromkeys(SECTOR.neighbours("ursa"), ("green", 1)))
    assert table.may("ursa").rules == ("SC-ATK-1",)  # nobody else stands beside it


@pytest.mark.rule("SC-TEAM", "SC-MAN-2")
def test_a_maneuver_runs_through_allies_and_ends_on_ones_own() -> None:
    held = {"talemattros": ("red", 3), "katuul-province": ("green", 1), "pyramus": ("red", 1)}
    table = play(team(held, step="maneuver"), "talemattros")
    assert table.may("katuul-province").rules == ("SC-MAN-1",)
    play(table, "pyramus", 2)
    assert units(table, "talemattros", "pyramus") == [("red", 1), ("red", 3)]


@pytest.mark.rule("SC-TEAM", "SC-RNF-2")
def test_a_planet_held_together_brings_an_achievement_but_no_units() -> None:
    shared = dict.fromkeys(PLANET["korhal"], ("green", 1)) | {"ursa": ("red", 2)}
    table = team(shared, step="achieve", goals={"korhal": None, "2-planets": None})
    assert isinstance(table.question, Choose)
    assert {option.id: option.ruling.allowed for option in table.question.options} == {
        "korhal": True, "none": True, "2-planets": False,
    }  # fmt: skip
    assert "Korhal" not in [term.text for term in rules.reinforcements(table.state, "red")]
    assert "Korhal" not in [term.text for term in rules.reinforcements(table.state, "green")]


@pytest.mark.rule("SC-A22", "SC-ACH", "SC-TEAM")
@pytest.mark.parametrize(
    ("house", "ally", "held_before", "fulfilled"),
    [
        ("one player", 0, (), True),
        ("one player", 3, (), False),
        ("with allies", 3, (), True),
        ("with allies", 3, PLANET["korhal"][-1:], False),  # something of it was held when the turn began
        ("with allies", 7, (), False),  # nothing of it was taken
    ],
)
def test_a_planet_taken_in_one_turn_beside_an_ally(
    house: str, ally: int, held_before: tuple[str, ...], *, fulfilled: bool
) -> None:
    korhal = PLANET["korhal"]
    held = {place: ("green" if number < ally else "red", 1) for number, place in enumerate(korhal)}
    table = team(held, step="attack", goals={"take-a-planet": None}, team_planet=house)
    now = structs.replace(achievements.ground(table.state, "red"), before=frozenset(held_before))
    assert objectives.fulfilled(ACHIEVEMENTS["take-a-planet"], now) == fulfilled


@pytest.mark.rule("SC-TEAM", "SC-ACH")
def test_an_allys_base_is_no_enemys() -> None:
    facts = {"bases": {"red": "canis", "green": "ursa", "blue": "eris", "yellow": "rajal"}}
    table = team({"ursa": ("red", 2)}, step="achieve", goals={"enemy-base": None}, facts=facts)
    assert table.state.step != "achieve"
    table = team({"rajal": ("red", 2)}, step="achieve", goals={"enemy-base": None}, facts=facts)
    assert isinstance(table.question, Choose)


# --- transfer of command ----------------------------------------------------------------------------------


def commanding(**facts: Any) -> Table[StarcraftState]:
    """Red before attacking; Green, an ally, has Pyramus with one unit and Canis with two."""
    held = {"ursa": ("red", 3), "pyramus": ("green", 1), "canis": ("green", 2)}
    return team(held, step="prepare", facts={"heroes": HEROES} | facts.pop("facts", {}), **facts)


@pytest.mark.rule("SC-TEAM", "SC-A9")
def test_taking_command_of_an_allys_territory() -> None:
    table = commanding()
    assert isinstance(table.question, PickOrEnd)
    assert table.may("canis").rules == ("SC-TEAM",)  # two units
    assert table.may("eris").rules == ("SC-TEAM",)  # an enemy's
    play(table, "pyramus")
    assert isinstance(table.question, Confirm) and table.question.seat == "green"
    play(table, True)
    assert units(table, "ursa", "pyramus") == [("red", 3), ("red", 1)]
    assert table.state.step == "attack"  # one a turn
    assert table.state.facts.conquered == 0  # and no conquest
    assert "pyramus" in table.state.objectives.before


@pytest.mark.rule("SC-A23", "SC-TEAM", "SC-RWD-2")
@pytest.mark.parametrize(
    ("house", "prompts"),
    [
        ("maneuver", ["Starting maneuver: out of where?", "Take command of an ally's territory?"]),
        ("command", ["Take command of an ally's territory?", "Starting maneuver: out of where?"]),
    ],
)
def test_what_comes_first_before_attacks(house: str, prompts: list[str]) -> None:
    held = {"ursa": ("red", 3), "augustgrad": ("red", 1), "pyramus": ("green", 1), "canis": ("green", 2)}
    reward = {"goals": {"korhal": "red"}, "rewards": {"korhal": "starting maneuver"}}
    table = team(held, step="prepare", facts={"heroes": HEROES}, **reward, first_to_prepare=house)
    asked = []
    while table.state.step == "prepare":
        assert table.question is not None
        asked.append(table.question.prompt)
        play(table, "end")
    assert asked == prompts


@pytest.mark.rule("SC-TEAM")
def test_an_ally_may_refuse() -> None:
    table = play(commanding(), "pyramus", False)
    assert isinstance(table.question, PickOrEnd)
    play(table, "end")
    assert units(table, "pyramus") == [("green", 1)]
    assert table.state.step == "attack"


@pytest.mark.rule("SC-A9")
def test_nobody_gives_the_last_territory_away() -> None:
    held = {"ursa": ("red", 3), "pyramus": ("green", 1), "eris": ("yellow", 1)}
    table = team(held, step="prepare", facts={"heroes": HEROES})
    assert table.state.step == "attack"  # there is nothing to ask for


@pytest.mark.rule("SC-A9")
def test_bases_stay_and_towers_and_heroes_are_lost() -> None:
    facts = {
        "bases": {"green": "pyramus"},
        "towers": {"pyramus": "green"},
        "heroes": HEROES | {"green": "pyramus"},
    }
    state = play(commanding(facts=facts), "pyramus", True).state
    assert (state.bases, state.towers, state.heroes["green"]) == ({"green": "pyramus"}, {}, None)


@pytest.mark.rule("SC-A9")
def test_the_unit_may_have_to_come_from_the_reinforcements() -> None:
    table = commanding(command="from reinforcements")
    assert table.state.step == "attack"  # nothing was deployed
    held = {"ursa": ("red", 1), "augustgrad": ("red", 5), "pyramus": ("green", 1), "canis": ("green", 2)}
    facts = {"heroes": HEROES, "supply": {"red": 2}}
    table = team(held, step="reinforce", command="from reinforcements", facts=facts)
    play(table, {"place": "ursa", "count": 2}, "pyramus", True)
    assert table.may("augustgrad").rules == ("SC-A9",)
    play(table, "ursa")
    assert units(table, "ursa", "pyramus") == [("red", 2), ("red", 1)]


# --- elimination and victory ------------------------------------------------------------------------------


def last_unit(**house: str) -> Table[StarcraftState]:
    """Red takes Yellow's last territory; Blue, Yellow's ally, plays on."""
    table = team(
        {"ursa": ("red", 9), "pyramus": ("yellow", 1), "canis": ("green", 2)},
        goals={"char": "yellow"},
        rewards={"char": "two troops"},
        hands={"yellow": 3},
        **house,
    )
    return play(table, "ursa", "pyramus", {"attack": [6, 6, 6], "defence": [1]}, 3)


@pytest.mark.rule("SC-TEAM", "SC-A13", "SC-ELM")
@pytest.mark.parametrize(("house", "holder"), [({}, "red"), ({"ally_cards": "to an ally"}, "blue")])
def test_an_eliminated_players_achievements_go_to_the_ally(house: dict[str, str], holder: str) -> None:
    state = last_unit(**house).state
    (char,) = state.objectives.cards
    assert (char.owner, char.reward_is) == ("blue", "destroyed")
    assert state.hands[holder] == Hand(0, {"protoss": 3})
    assert state.hands["yellow"] == Hand()


@pytest.mark.rule("SC-TEAM", "SC-WIN")
def test_with_the_last_of_a_team_the_game_is_won() -> None:
    table = a_turn({"pyramus": ("blue", 1)}, players=4, mode="team play", rest="red", goals={"char": "blue"})
    play(table, "ursa", "pyramus", {"attack": [6], "defence": [1]})
    assert table.state.winners == ("red", "green")
    assert table.state.objectives.cards[0].owner == "red"


FOUR = {"aiur": "red", "char": "green", "korhal": "green", "8-minerals": "red"}
BASES = {"red": "ursa", "green": "canis", "blue": "eris", "yellow": "rajal"}
HOME = {"ursa": ("red", 3), "canis": ("green", 2)}


@pytest.mark.rule("SC-TEAM", "SC-WIN")
@pytest.mark.parametrize(
    ("goals", "held", "house", "won"),
    [
        (FOUR, HOME, {}, True),
        (dict(list(FOUR.items())[:3]), HOME, {}, False),  # three are too few
        (FOUR, {"ursa": ("green", 3), "canis": ("red", 2)}, {}, True),  # bases are held by the team
        (FOUR, HOME | {"canis": ("yellow", 2), "saalok": ("green", 1)}, {}, False),  # an ally's base is lost
        (FOUR, {"ursa": ("red", 3)}, {}, True),  # the ally is out: one's own base is enough
        (FOUR, HOME, {"team_victory": "every territory"}, False),
    ],
)
def test_how_a_team_wins(
    goals: dict[str, str | None], held: dict[str, tuple[str, int]], house: dict[str, str], won: bool
) -> None:
    table = team(held, goals=goals, facts={"bases": BASES}, **house)
    assert bool(table.state.winners) == won
    if won:
        assert table.state.winners == ("red", "green")
