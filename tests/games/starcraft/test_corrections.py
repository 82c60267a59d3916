"""Setting the board right by hand: everything on it, at any time, within what can be."""

from typing import Any

import pytest

from companion.games.starcraft.game import STARCRAFT
from companion.games.starcraft.state import Hand, StarcraftState
from companion.referee.entries import Changes
from companion.referee.random_bot import RandomBot
from companion.referee.table import Table
from tests.games.players import Player
from tests.games.starcraft.sector import a_turn
from tests.referee.tables import lay, play

BASES = {"red": "ursa", "blue": "eris", "green": "rajal"}
FIELDS = a_turn({}).state.minerals


def a_game(**facts: Any) -> Table[StarcraftState]:
    facts = {"facts": {"bases": BASES, "decks": a_turn({}).state.decks}} | facts
    held = {"ursa": ("red", 9), "augustgrad": ("red", 2), "eris": ("blue", 3), "pyramus": ("green", 1)}
    return a_turn(held, goals={"char": "blue", "aiur": None}, rewards={"char": "tower"}, **facts)


@pytest.mark.parametrize(
    ("changes", "rules"),
    [
        # What stands on the board.
        ({"ursa.armies": 4}, ()),
        ({"ursa.armies": 0}, ("SC-ATK-10",)),
        ({"ursa.owner": "blue", "ursa.armies": 2}, ()),
        ({"ursa.owner": "yellow"}, ("SC-ATK-10",)),
        # Mineral fields move, and stay fifteen.
        ({f"{FIELDS[0]}.mineral": "no", "rajal.mineral": "yes"}, ()),
        ({"rajal.mineral": "yes"}, ("SC-SET-C",)),
        # Bases, heroes, towers.
        ({"red.base": "augustgrad"}, ()),
        ({"red.base": "eris"}, ("SC-A16",)),
        ({"red.hero": "ursa"}, ()),
        ({"red.hero": "eris"}, ("SC-HER-1",)),
        ({"ursa.tower": "red"}, ()),
        # Achievements and rewards.
        ({"goal.aiur": "red", "goal.char": "nobody"}, ()),
        ({"reward.char": "additional maneuver"}, ()),
        ({"game.collected": "aiur"}, ()),
        # Hands.
        ({"red.cards": 5, "red.captured.zerg": 2}, ()),
        ({"red.cards": 15}, ("SC-CRD-5",)),
        ({"red.cards": 9, "blue.cards": 9}, ("SC-CRD-4",)),
        # Whose turn it is, and where in it.
        ({"game.active": "blue"}, ()),
        ({"game.step": "maneuver"}, ()),
        ({"game.step": "reinforce"}, ()),
        ({"game.step": "maneuver", "game.supply": 3}, ("SC-RNF-6",)),
        ({"game.conquered": 2}, ()),
        ({"game.active": "purple"}, ("SC-TURN",)),
    ],
)
@pytest.mark.rule("SC-ATK-10", "SC-A16", "SC-HER-1", "SC-CRD-4", "SC-CRD-5", "SC-TURN", "SC-RNF-6")
def test_what_can_be_set_right(changes: Changes, rules: tuple[str, ...]) -> None:
    table = a_game()
    ruling = table.correct(changes)
    assert ruling.rules == rules
    if not rules:
        values = {thing.key: thing.value for thing in table.game.correctables(table.state)}
        expected = {key: value for key, value in changes.items() if key != "game.step"}
        assert {key: values[key] for key in expected} == expected
        table.undo()


@pytest.mark.rule("SC-HER-4", "SC-RWD-4")
def test_who_loses_a_territory_by_hand_loses_what_stood_there() -> None:
    table = a_game(
        facts={
            "bases": BASES,
            "towers": {"ursa": "red"},
            "heroes": {"red": "ursa", "blue": None, "green": None},
        }
    )
    assert table.correct({"ursa.owner": "blue"}).allowed
    state = table.state
    assert (state.towers, state.heroes["red"], state.bases["red"]) == ({}, None, "ursa")


@pytest.mark.rule("SC-ATK-3")
def test_an_invasion_over_a_corrected_territory_is_withdrawn() -> None:
    table = play(a_game(), "ursa", "pyramus")
    assert table.correct({"ursa.armies": 1}).allowed
    assert table.state.facts.invasion is None
    assert not table.may("ursa").allowed


@pytest.mark.rule("SC-ATK-2")
def test_an_invasion_elsewhere_stands() -> None:
    table = play(a_game(), "ursa", "pyramus")
    assert table.correct({"eris.armies": 1}).allowed
    assert table.question is not None and table.question.prompt.startswith("Invasion")


@pytest.mark.rule("SC-ELM", "SC-CRD-4")
def test_hands_set_by_hand_come_out_of_the_decks() -> None:
    table = a_game()
    assert table.correct({"red.cards": 3, "green.captured.terran": 1}).allowed
    state = table.state
    assert state.hands["green"] == Hand(0, {"terran": 1})
    assert (state.decks["terran"].pile, state.decks["zerg"].pile) == (10, 14)


@pytest.mark.rule("SC-SET-C")
def test_units_set_right_while_they_are_placed_are_placed_anew() -> None:
    answers: list[object] = ["red", "red", "blue", "yellow"]
    table = lay(STARCRAFT, 3, *answers, mode="command room")
    while table.state.step != "units":
        play(table, Player(1).answer(table.question))  # type: ignore[arg-type]
    place = table.state.held("red")[0]
    assert table.correct({f"{place}.armies": 4}).allowed
    assert table.state.supply["red"] == 30 - 14 - 3


@pytest.mark.rule("SC-WIN")
def test_a_board_with_one_player_left_is_won() -> None:
    table = a_turn({"ursa": ("green", 2)}, rest="red")
    assert table.correct({"ursa.owner": "red"}).allowed
    assert table.state.winners == ("red",)


@pytest.mark.rule("SC-TURN")
@pytest.mark.parametrize("step", ["trade", "reinforce", "prepare", "attack", "achieve", "draw", "maneuver"])
def test_every_step_can_be_gone_to(step: str) -> None:
    table = a_game()
    assert table.correct({"game.step": step}).allowed
    assert table.state.winners == () and table.question is not None


@pytest.mark.rule("SC-MAN-1")
def test_a_corrected_step_allows_its_maneuver_again() -> None:
    state = a_game().state
    state.facts.maneuvers = 1
    table = Table(STARCRAFT, state)
    assert table.correct({"game.step": "maneuver"}).allowed
    assert (table.state.step, table.state.facts.maneuvers) == ("maneuver", 0)


def test_a_chart_without_a_base_for_everybody_is_not_kept() -> None:
    """Found by tests/trials: a correction in the set-up leaves a seat without a base."""
    table, bot = lay(STARCRAFT, 3), RandomBot(4)
    for number in range(20):
        if number == 2:
            assert table.correct({"the-great-forum.owner": "green"}).allowed
        elif table.question is not None:
            assert table.answer(bot.answer(table.question)).allowed


@pytest.mark.parametrize(
    ("mode", "towers"), [("basic training", False), ("command room", True), ("total domination", True)]
)
def test_towers_are_corrected_only_where_rewards_are_played(mode: str, towers: bool) -> None:
    keys = {thing.key for thing in STARCRAFT.correctables(a_turn({}, mode=mode).state)}
    assert ("ursa.tower" in keys) == towers
