"""What reading the document against the program found: objectives, defence, bombs, sabotage, tanks."""

from typing import Any

import pytest

from companion.games.balance import objectives
from companion.games.balance.combat import contest, tank_bonus
from companion.games.balance.game import BALANCE
from companion.games.balance.state import LastingEffect
from companion.games.territory.attack import Attack
from companion.games.territory.state import NEUTRAL
from companion.referee.questions import FillIn, Pick, PlayCards, Shuffle
from companion.referee.random_bot import RandomBot
from companion.referee.table import Table
from tests.games.balance.boards import a_turn, armies
from tests.referee.tables import lay, play

FRONT = {"alaska": ("red", 6), "kamchatka": ("blue", 5), "japan": ("blue", 1), "siam": (NEUTRAL, 9)}


@pytest.mark.rule("BP-OBJ", "BP-A20")
@pytest.mark.parametrize("seed", range(6))
def test_bp_obj_nobody_fulfils_an_objective_that_is_laid_out(seed: int) -> None:
    table, bot = lay(BALANCE, 2 + seed % 4), RandomBot(seed)
    while not table.state.turn:
        assert table.question is not None
        play(table, bot.answer(table.question))
    for card in table.state.objectives.cards:
        assert objectives.holder(table.state, card.objective) is None
    if len(table.state.seats) == 2:
        assert table.state.objectives.find("eighteen-territories") is None


@pytest.mark.rule("BP-OBJ", "BP-A20")
def test_bp_a20_an_objective_that_somebody_has_is_not_written() -> None:
    table, bot = lay(BALANCE, 2, objectives="by the table"), RandomBot(3)
    while table.state.step != "objectives":
        assert table.question is not None
        play(table, bot.answer(table.question))
    play(table, {"counts": "territories", "need": 18, "when": "held"})
    assert "write another" in table.latest[0].text and not table.state.objectives.cards
    play(table, {"counts": "territories", "need": 19, "when": "held"})
    assert isinstance(table.question, FillIn) and len(table.state.objectives.cards) == 1


@pytest.mark.rule("BP-SCA-DEFENSE", "BP-A12")
@pytest.mark.parametrize(("troops", "dice", "count"), [(1, 2, 1), (2, 3, 2), (3, 3, 3), (9, 3, 3)])
def test_bp_sca_defense_gives_a_die_on_top_wherever_few_stand(troops: int, dice: int, count: int) -> None:
    effects = {"effects": [LastingEffect("defence", "blue")]}
    table = a_turn(FRONT | {"kamchatka": ("blue", troops)}, setting=effects)
    fight = contest(table.state, Attack("alaska", "kamchatka"))
    assert min(fight.defender.dice, troops) == count
    play(table, "alaska", "kamchatka")
    assert "1 extra defence die" in table.question.detail
    assert table.question.pools[1].most == dice


@pytest.mark.rule("BP-SCA-BOMB", "BP-A14")
def test_bp_sca_bomb_any_enemy_and_what_it_really_does() -> None:
    table = play(a_turn(FRONT, step="actions", casualties={"red": 12}), "bomb")
    assert isinstance(table.question, Pick) and "It loses 2, but one stays" in table.question.detail
    play(table, "japan")  # a single troop: it stays, and the fallout reaches its neighbours
    assert "Japan loses 0, one stays." in table.latest[0].text
    assert armies(table, "japan") == [("blue", 1)]
    rolled: Any = table.question
    assert "kamchatka" in {pool.name for pool in rolled.pools}


@pytest.mark.rule("BP-SCA-SABOTAGE", "CL-STAR")
def test_bp_sca_sabotage_is_told_before_stars_are_traded() -> None:
    sabotage = {"effects": [LastingEffect("sabotage", "blue", "red")]}
    table = a_turn(FRONT, step="draft", hands={"red": 4}, setting=sabotage)
    assert isinstance(table.question, PlayCards) and "sabotaged: only 40%" in table.question.detail


@pytest.mark.rule("BP-TNK")
@pytest.mark.parametrize(
    ("tanks", "attacks", "house", "bonus"),
    [
        ({"alaska": 1}, True, "adjacent only", 1),  # next to the territory attacked
        ({"kamchatka": 1}, False, "count", 1),
        ({"kamchatka": 1}, False, "adjacent only", 0),  # in the battle's own territory
        ({"japan": 1}, False, "adjacent only", 1),
    ],
)
def test_bp_tnk_tanks_in_their_own_territory(
    tanks: dict[str, int], attacks: bool, house: str, bonus: int
) -> None:
    table = a_turn(FRONT, setting={"tanks": tanks}, tanks="yes", tanks_at_home=house)
    army = "red" if attacks else "blue"
    assert tank_bonus(table.state, army, "alaska", "kamchatka", attacks=attacks) == bonus


@pytest.mark.rule("BP-A1", "BP-SIT")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_bp_a1_sites_hold_neutral_troops_as_the_general_set_up_says(players: int) -> None:
    table: Table[Any] = lay(BALANCE, players)
    bot = RandomBot(1)
    while table.state.step != "claim":
        assert table.question is not None
        play(table, bot.answer(table.question))
    assert table.state.armies(NEUTRAL) == 75
    assert set(table.state.held(NEUTRAL)) == set(table.state.landmarks["site"])
    assert not isinstance(table.question, Shuffle)


@pytest.mark.rule("BP-SCA-MANEUVER")
def test_a_correction_that_takes_the_meeting_place_calls_the_maneuver_off() -> None:
    held = FRONT | {"alberta": ("red", 4), "ontario": ("red", 4)}
    table = play(a_turn(held, step="actions", casualties={"red": 12}), "maneuver", "alberta")
    assert table.correct({"alberta.owner": "blue"}).allowed
    assert table.state.facts.pending is None and table.state.step == "actions"


@pytest.mark.rule("BP-SCA-AIRFIELD")
def test_an_airfield_on_anothers_territory_is_refused_with_its_reason() -> None:
    ruling = a_turn(FRONT).correct({"kamchatka.tower": "red"})
    assert ruling.rules == ("BP-SCA-AIRFIELD",) and "Kamchatka belongs to Blue" in ruling.text
