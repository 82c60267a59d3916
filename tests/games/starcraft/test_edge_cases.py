"""Ten places of the document that are easy to get wrong, computed by hand."""

from typing import Any

import pytest

from companion.games.boards.board import load_board
from companion.games.starcraft import rules
from companion.games.starcraft.achievements import ACHIEVEMENTS, ground
from companion.games.starcraft.state import Hand
from companion.games.territory.objectives import fulfilled
from companion.games.territory.reinforcement import total
from companion.referee.questions import Count, Roll
from tests.games.starcraft.sector import a_turn, reward, units
from tests.referee.tables import play

PLANET = {planet.id: planet.territories for planet in load_board("starcraft").continents}
FRONT = {"ursa": ("red", 10), "augustgrad": ("blue", 2), "canis": ("green", 4)}
SIXES = {"attack": [6, 6, 6], "defence": [1, 1]}


@pytest.mark.rule("SC-ACH")
@pytest.mark.parametrize(
    ("before", "planet", "minerals"),
    [(0, True, True), (1, False, False)],  # one of them was held when the turn began
)
def test_sc_ach_what_was_held_before_is_not_taken_in_the_turn(
    before: int, planet: bool, minerals: bool
) -> None:
    shakuras = PLANET["shakuras"]
    table = a_turn(dict.fromkeys(shakuras, ("red", 2)))
    table.state.minerals = list(shakuras)
    table.state.objectives.begin_turn(shakuras[:before])
    now = ground(table.state, "red")
    assert fulfilled(ACHIEVEMENTS["take-a-planet"], now) == planet
    assert fulfilled(ACHIEVEMENTS["take-4-minerals"], now) == minerals


@pytest.mark.rule("SC-ATK-9", "SC-ATK-10")
def test_sc_atk_9_more_than_three_may_move_in_and_one_stays() -> None:
    table = play(a_turn(FRONT), "ursa", "augustgrad", SIXES)
    asked = table.question
    assert isinstance(asked, Count) and (asked.least, asked.most) == (3, 9)
    play(table, 9)
    assert units(table, "ursa", "augustgrad") == [("red", 1), ("red", 9)]


@pytest.mark.rule("SC-HER-2", "SC-ATK-4", "SC-ATK-7")
@pytest.mark.parametrize(
    ("defence", "lost"),
    [([5], (1, 0)), ([4], (0, 1)), ([4, 4], (0, 2)), ([5, 5], (2, 0)), ([5, 4], (1, 1))],
)
def test_sc_her_2_a_hero_raises_the_one_die_that_defends(defence: list[int], lost: tuple[int, int]) -> None:
    """Against 6, 5 and 1: a single 5 becomes 6 and holds; of two dice only the higher is raised."""
    heroes = {"red": None, "blue": "augustgrad", "green": None}
    table = play(a_turn(FRONT, facts={"heroes": heroes}), "ursa", "augustgrad")
    play(table, {"attack": [5, 6, 1], "defence": defence})
    ours, theirs = lost
    if ours < 2 and theirs < 2:
        assert units(table, "ursa", "augustgrad") == [("red", 10 - ours), ("blue", 2 - theirs)]


@pytest.mark.rule("SC-RNF-3", "SC-ACH", "SC-ELM")
def test_sc_elm_the_base_of_the_fallen_still_counts() -> None:
    """The base stays on the board: it brings a unit, and it is an enemy base."""
    held = FRONT | {"augustgrad": ("red", 1)}
    table = a_turn(held, facts={"bases": {"red": "ursa", "blue": "augustgrad", "green": "canis"}})
    assert not table.state.held("blue")
    assert total(rules.reinforcements(table.state, "red")) == 3 + 2
    assert fulfilled(ACHIEVEMENTS["enemy-base"], ground(table.state, "red"))


@pytest.mark.rule("SC-CRD-3", "SC-ELM")
def test_sc_elm_captured_cards_are_never_played_for_their_ability() -> None:
    held = FRONT | {"augustgrad": ("blue", 1)}
    table = a_turn(held, hands={"blue": 2})
    play(table, "ursa", "augustgrad", {"attack": [6, 6, 6], "defence": [1]}, 3)
    assert table.state.hands["red"] == Hand(0, {"terran": 2})  # of the same race, too
    assert [offer.seat for offer in table.question.offers] == []


@pytest.mark.rule("SC-CRD-1", "SC-CRD-2")
@pytest.mark.parametrize(
    ("conquered", "collected", "guaranteed", "cards"),
    [(0, False, True, 1), (3, False, True, 1), (3, True, True, 1), (3, True, False, 0), (0, False, False, 0)],
)
def test_sc_crd_2_one_card_at_the_most(conquered: int, collected: bool, guaranteed: bool, cards: int) -> None:
    goals: Any = {"char": "red", "aiur": None}
    table = a_turn(FRONT | {"pyramus": ("red", 1)}, step="attack", goals=goals)
    if guaranteed:
        table = reward(table, "char", "guaranteed card")
    table.state.facts.conquered = conquered
    table.state.objectives.collected = "aiur" if collected else None
    play(table, "end")
    assert table.state.hands["red"].own == cards


@pytest.mark.rule("SC-TEAM", "SC-WIN")
@pytest.mark.parametrize(("greens", "won"), [("red", True), ("green", True), ("blue", False)])
def test_sc_team_an_ally_may_hold_your_base(greens: str, *, won: bool) -> None:
    """Bases must be under the team's control, whoever of the team holds them."""
    goals: Any = {"char": "red", "aiur": "green", "korhal": "red", "18-territories": "green"}
    held = {"ursa": ("red", 3), "canis": (greens, 3), "eris": ("green", 3)}
    facts = {"bases": {"red": "ursa", "green": "canis", "blue": "rajal", "yellow": "augustgrad"}}
    table = a_turn(held, players=4, mode="team play", rest="blue", goals=goals, facts=facts)
    assert rules.has_achieved(table.state, "red") == won


@pytest.mark.rule("SC-TEAM", "SC-A9", "SC-ACH")
def test_sc_team_a_territory_taken_over_counts_as_held_before() -> None:
    held = {"ursa": ("red", 3), "canis": ("green", 1), "eris": ("green", 3)}
    table = a_turn(
        held,
        players=4,
        mode="team play",
        rest="blue",
        step="prepare",
        facts={"heroes": {"red": "ursa", "blue": None, "green": None, "yellow": None}},
    )
    play(table, "canis", True)
    assert units(table, "canis") == [("red", 1)] and "canis" in table.state.objectives.before
    assert not table.state.facts.conquered


@pytest.mark.rule("SC-1V1", "SC-A7", "SC-CRD-1")
@pytest.mark.parametrize(("house", "due"), [("bring cards", True), ("bring none", False)])
def test_sc_1v1_the_last_unit_of_a_neutral_colour(house: str, *, due: bool) -> None:
    """It is nobody's elimination: no cards, no achievements, and the game goes on."""
    held = {"ursa": ("red", 9), "augustgrad": ("neutral-brown", 1)}
    table = a_turn(held, players=2, mode="total domination", rest="blue", neutrals=house)
    table.state.mode = "match"
    play(table, "ursa", "augustgrad", {"attack": [6, 6, 6], "defence": [1]}, 3)
    assert rules.card_due(table.state) == due and table.state.winners == ()
    assert not any(report.kind == "elimination" for report in table.latest)


@pytest.mark.rule("SC-ATK-2", "SC-ATK-5", "SC-RWD-6")
@pytest.mark.parametrize(
    ("committed", "faces", "lost"),
    [
        ("1", [2, 6], 0),  # two dice, the better one counts
        ("2", [6, 6, 1], 0),
        ("2", [1, 1, 6], 1),
    ],
)
def test_sc_rwd_6_the_bonus_die_never_counts_as_a_unit(committed: str, faces: list[int], lost: int) -> None:
    table = a_turn(FRONT | {"augustgrad": ("blue", 5)}, goals={"char": "red"}, rewards={"char": "attack die"})
    play(table, "ursa", "augustgrad")
    assert isinstance(table.question, Roll)
    play(table, {"attack": faces, "defence": [3, 3] if committed == "2" else [3]})
    assert units(table, "ursa") == [("red", 10 - lost)]


@pytest.mark.rule("SC-MAN-1", "SC-HER-1")
def test_sc_her_1_no_hero_maneuvers_alone() -> None:
    heroes = {"red": "talemattros", "blue": None, "green": None}
    held = {"talemattros": ("red", 1), "katuul-province": ("red", 3), "pyramus": ("red", 1)}
    table = a_turn(held, step="maneuver", facts={"heroes": heroes})
    assert table.may("talemattros").rules == ("SC-MAN-1",)
    assert table.may("katuul-province").allowed
