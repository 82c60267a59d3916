"""Setting up all ways to play."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.games.starcraft import charts
from companion.games.starcraft.game import STARCRAFT
from companion.games.starcraft.library import read_library
from companion.games.starcraft.state import StarcraftState
from companion.referee.questions import Choose, Count, Deploy, Pick, Shuffle
from companion.referee.table import Table
from tests.games.players import Player
from tests.games.starcraft.sector import COLOURS, a_turn
from tests.referee.tables import lay, play

PLACES = tuple(a_turn({}).state.holdings)
SEATS = ("red", "blue", "green", "yellow", "black", "purple")
RACES = {"terran": ("red", "blue"), "protoss": ("yellow", "orange"), "zerg": ("purple", "brown")}


def until(table: Table[StarcraftState], step: str) -> Table[StarcraftState]:
    """Let a stand-in answer until a step of the set-up asks something, or the first turn begins."""
    player = Player(3)
    while table.state.step != step and not table.state.turn:
        assert table.question is not None
        play(table, player.answer(table.question))
    return table


def basic(players: int, *answers: object) -> Table[StarcraftState]:
    """Basic Training where the seats take the places of the chart in order, each the first colour offered."""
    table = lay(STARCRAFT, players, list(SEATS[:players]))
    while table.state.step == "sides":
        assert isinstance(table.question, Choose)
        play(table, table.question.options[0].id)
    return play(table, *answers)


# --- the mode ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SC-MODE", "SC-TEAM")
@pytest.mark.parametrize(
    ("mode", "players", "played"),
    [
        ("basic training", 3, "basic training"),
        ("command room", 6, "command room"),
        ("total domination", 3, "total domination"),
        ("team play", 4, "team play"),
        ("team play", 6, "team play"),
        # Two players play the match, whatever the lobby says.
        ("basic training", 2, "match"),
        ("team play", 2, "match"),
    ],
)
def test_what_is_played(mode: str, players: int, played: str) -> None:
    table = lay(STARCRAFT, players, mode=mode)
    assert table.state.mode == played
    assert table.question is not None and table.question.rules[0] != "SC-MODE"


@pytest.mark.rule("SC-MODE", "SC-TEAM")
@pytest.mark.parametrize("players", [3, 5])
def test_no_teams_of_an_odd_number(players: int) -> None:
    table = lay(STARCRAFT, players, mode="team play")
    assert table.may("team play").rules == ("SC-TEAM",)
    assert play(table, "command room").state.mode == "command room"


# --- factions and turn order ------------------------------------------------------------------------------


@pytest.mark.rule("SC-SET-B", "SC-TURN")
def test_dice_choose_a_place_on_the_chart_and_its_colour() -> None:
    table = lay(STARCRAFT, 4, ["green", "red", "yellow", "blue"])
    question = table.question
    assert isinstance(question, Choose)
    assert [option.label for option in question.options] == [
        "1st: Terran", "2nd: Protoss", "3rd: Zerg", "4th: Terran",
    ]  # fmt: skip
    play(table, "3", "brown", "1", "orange")  # Red takes an unused colour instead of the chart's
    assert [option.label for option in table.question.options] == ["2nd: Protoss", "4th: Terran"]
    play(table, "2", "yellow", "red")
    state = table.state
    assert state.order == ("red", "yellow", "green", "blue")
    assert state.factions == {"green": "brown", "red": "orange", "yellow": "yellow", "blue": "red"}
    assert [(seat.id, seat.name, seat.colour) for seat in state.seats][:2] == [
        ("red", "Zeratul", "orange"),
        ("blue", "Valerian Mengsk", "red"),
    ]


@pytest.mark.rule("SC-TURN", "SC-SET-C")
def test_elsewhere_the_highest_die_begins_and_play_goes_round() -> None:
    table = lay(STARCRAFT, 4, "green", *COLOURS[:4], mode="command room")
    assert table.state.order == ("green", "yellow", "red", "blue")
    assert table.state.faction("yellow").hero == "Jim Raynor"


# --- Basic Training ---------------------------------------------------------------------------------------


@pytest.mark.rule("SC-SET-B", "SC-ACH")
@pytest.mark.parametrize(
    ("players", "races", "silver"),
    [
        (3, "zerg protoss terran", "8-minerals"),
        (4, "terran protoss zerg terran", "take-4-minerals"),
        (5, "zerg terran protoss terran protoss", "8-minerals"),
        (6, "protoss terran zerg protoss zerg terran", "8-minerals"),
    ],
)
def test_the_charts(players: int, races: str, silver: str, shared: Path) -> None:
    table = basic(players)
    state = table.state
    assert [state.faction(seat).race for seat in state.order] == races.split()
    gold = {"take-10-territories", "2-enemy-bases", "18-territories", "2-planets"}
    assert {card.objective.id for card in state.objectives.cards} == {silver, "korhal", "char", "aiur"} | gold
    facts = json.loads((shared / "rules" / "starcraft_map.json").read_text(encoding="utf-8"))
    printed = facts["basic_training"][str(players)]
    assert set(state.minerals) == {state.map.find(name)[0].id for name in printed["minerals"]}
    assert len(state.minerals) == 15


@pytest.mark.rule("SC-A12")
@pytest.mark.parametrize(
    ("spelt", "meant"),
    [
        ("Keresh Province", "keresh-province"),
        ("Keresch Province", "keresh-province"),
        ("Keres Province", "keresh-province"),
        ("Talematros", "talemattros"),
    ],
)
def test_every_spelling_is_found(spelt: str, meant: str) -> None:
    assert [territory.id for territory in a_turn({}).state.map.find(spelt)] == [meant]


@pytest.mark.rule("SC-SET-B")
@pytest.mark.parametrize(
    ("players", "cards"),
    [(3, [0, 0, 0]), (4, [0, 0, 0, 1]), (5, [0, 0, 0, 1, 1]), (6, [0, 0, 0, 1, 1, 2])],
)
def test_first_cards_and_heroes(players: int, cards: list[int]) -> None:
    state = until(basic(players, "deal"), "reinforce").state
    assert [state.hands[seat].size for seat in state.order] == cards
    assert all(place in state.held(seat) for seat, place in state.heroes.items())
    assert all(card.reward_is == "none" for card in state.objectives.cards)  # no rewards in Basic Training


@pytest.mark.rule("SC-SET-B")
def test_an_even_random_deal_gives_everybody_the_same() -> None:
    table = basic(5, "deal")
    assert isinstance(table.question, Count)
    assert (table.question.suggested, table.question.least) == (20, 9)
    play(table, 20, list(PLACES))
    state = table.state
    assert {state.armies(seat) for seat in state.order} == {20}
    assert [len(state.held(seat)) for seat in state.order] == [9, 9, 8, 8, 8]
    spread = [state.holdings[place].armies for place in state.held(state.order[4])]
    assert max(spread) - min(spread) == 1


@pytest.mark.rule("SC-SET-B")
def test_the_known_chart_for_four_leaves_its_missing_unit_to_the_table() -> None:
    table = basic(4, "known")
    state = table.state
    assert (state.step, state.supply["green"]) == ("units", 1)
    assert state.bases["green"] == "citadel-of-the-executor"
    play(table, {"place": "talemattros", "count": 1})
    assert {state.armies(seat) for seat in state.order} == {25}


@pytest.mark.rule("SC-SET-B", "SC-ATK-10")
def test_a_chart_is_entered_on_the_map_with_a_running_total(library: Path) -> None:
    table = basic(3, "on the map", 30)
    for number in range(3):
        enter(table, PLACES[number::3])
    for number in range(3):
        assert table.may(PLACES[(number + 1) % 3]).rules == ("SC-SET-B",)  # somebody else's
        play(table, PLACES[number])
    assert table.question is not None and table.question.prompt == "Save this chart for other games?"
    play(table, True)
    assert library.is_file()
    assert set(read_library().charts) == {"Chart for 3"}
    # Another game can take it from there, and stands as this one did.
    again = basic(3, "saved Chart for 3")
    assert again.state.holdings == table.state.holdings
    assert again.state.bases == table.state.bases


def enter(table: Table[StarcraftState], places: tuple[str, ...]) -> None:
    """Fourteen territories: sixteen units more on the first."""
    for place in places:
        assert isinstance(table.question, Deploy)
        count = 17 if place == places[0] else 1
        stand = 0 if place == places[0] else 16 + places.index(place)
        assert table.question.detail.startswith(f"{stand} of 30 units stand")
        play(table, {"place": place, "count": count})


@pytest.mark.rule("SC-SET-B")
def test_a_chart_leaves_no_territory_free() -> None:
    table = basic(3, "on the map", 15)
    # 42 territories and 45 units: nobody may pile up more than three besides.
    question = table.question
    assert isinstance(question, Deploy)
    assert question.most == 4
    play(table, {"place": "ursa", "count": 4})
    assert table.may({"place": "ursa", "count": 1}).rules == ("SC-SET-B",)
    assert table.may({"place": "canis", "count": 1}).allowed


@pytest.mark.rule("SC-SET-B")
def test_a_damaged_notebook_is_told_and_spoils_no_game(library: Path) -> None:
    library.parent.mkdir()
    library.write_text("charts = 7", encoding="utf-8")
    table = lay(STARCRAFT, 3, list(SEATS[:3]))
    assert "cannot be read" in table.reports[0].report.text
    assert table.state.charts == {}
    until(table, "land")
    table = until(play(table, "on the map", 14), "units")
    assert library.read_text(encoding="utf-8") == "charts = 7"


def test_the_known_charts_fit_the_board() -> None:
    for players, text in charts.KNOWN.items():
        state = basic(players).state
        assert charts.fits(state, text)
        assert not charts.fits(state, text.replace("ursa 3", "ursa 0"))
        assert not charts.fits(state, text.replace("ursa 3 ", ""))
        assert not charts.fits(state, "ursa and all that")


# --- the Command Room and Total Domination ----------------------------------------------------------------


@pytest.mark.rule("SC-SET-C", "SC-TEAM", "SC-TD")
@pytest.mark.parametrize(
    ("mode", "players", "units", "territories"),
    [
        ("command room", 3, 30, [14, 14, 14]),
        ("command room", 4, 25, [11, 11, 10, 10]),
        ("command room", 5, 20, [9, 9, 8, 8, 8]),
        ("command room", 6, 15, [7] * 6),
        ("total domination", 5, 20, [9, 9, 8, 8, 8]),
        ("team play", 4, 25, [11, 11, 10, 10]),
        ("team play", 6, 15, [7] * 6),
    ],
)
@pytest.mark.parametrize("placing", ["one by one", "all at once"])
def test_all_units_stand_at_the_start(
    mode: str, players: int, units: int, territories: list[int], placing: str
) -> None:
    table = until(lay(STARCRAFT, players, mode=mode, placing=placing), "ready")
    state = table.state
    assert {state.armies(seat) for seat in state.order} == {units}
    assert [len(state.held(seat)) for seat in state.order] == territories
    assert len(set(state.bases.values())) == players
    assert len(set(state.minerals)) == 15
    assert Counter(card.objective.tier for card in state.objectives.cards) == {"minor": 4, "major": 4}
    assert {card.reward_is for card in state.objectives.cards} == {"face down"}


@pytest.mark.rule("SC-SET-C", "SC-A16")
def test_bases_first_then_claims_then_units_one_by_one() -> None:
    table = lay(STARCRAFT, 3, "red", "red", "blue", "yellow", list(PLACES), mode="command room")
    until(table, "land")
    assert table.state.minerals == list(PLACES[:15])
    play(table, "ursa")
    assert table.question is not None and table.question.seat == "blue"
    assert table.may("ursa").rules == ("SC-A16",)  # a base stands there
    play(table, "canis", "eris", "rajal")
    assert table.may("rajal").rules == ("SC-SET-C",)
    table = until(table, "units")
    asked = []
    for _ in range(4):
        question = table.question
        assert isinstance(question, Deploy) and question.most == 1
        asked.append(question.seat)
        play(table, {"place": question.allowed[0], "count": 1})
    assert asked == ["red", "blue", "green", "red"]


@pytest.mark.rule("SC-SET-C")
def test_the_table_may_name_the_cards_it_draws() -> None:
    table = lay(STARCRAFT, 3, "red", "red", "blue", "yellow", mode="command room", drawing="entered")
    assert isinstance(table.question, Pick)
    play(table, *PLACES[5:19])
    assert table.may(PLACES[5]).rules == ("SC-SET-C",)
    play(table, PLACES[0], "aiur", "char")
    assert isinstance(table.question, Choose)
    play(table, "enemy-base", "8-minerals", "18-territories", "2-planets", "11-minerals", "take-a-planet")
    assert [card.objective.id for card in table.state.objectives.cards][:2] == ["aiur", "char"]
    assert table.state.step == "land"


@pytest.mark.rule("SC-RWD-9")
def test_the_companion_may_hide_the_rewards() -> None:
    table = lay(STARCRAFT, 3, "red", "red", "blue", "yellow", mode="command room", rewards="dealt")
    until(table, "land")
    assert all(card.reward and card.reward_is == "face down" for card in table.state.objectives.cards)
    assert "face down" in table.game_view.goals[0].detail  # and shows none


@pytest.mark.rule("SC-TD", "SC-CRD-1", "SC-A15")
@pytest.mark.parametrize(
    ("house", "decks", "heroes", "goals"),
    [
        ({}, {"common": 42}, 0, 8),
        ({"domination": "heroes and abilities"}, dict.fromkeys(RACES, 14), 3, 8),
        ({"domination_achievements": "left out"}, {"common": 42}, 0, 0),
    ],
)
def test_total_domination(house: dict[str, str], decks: dict[str, int], heroes: int, goals: int) -> None:
    table = until(lay(STARCRAFT, 3, mode="total domination", placing="all at once", **house), "reinforce")
    state = table.state
    assert {name: deck.pile for name, deck in state.decks.items()} == decks
    assert sum(place is not None for place in state.heroes.values()) == heroes
    assert len(state.objectives.cards) == goals


# --- the match --------------------------------------------------------------------------------------------


def the_match(**house: str) -> Table[StarcraftState]:
    table = lay(STARCRAFT, 2, "red", "red", "yellow", **house)
    while not (isinstance(table.question, Shuffle) and table.question.items == tuple(PLACES)):
        play(table, Player(1).answer(table.question))  # type: ignore[arg-type]
    return table


@pytest.mark.rule("SC-1V1", "SC-A16")
def test_nine_cards_to_each_player_and_six_to_each_neutral_colour() -> None:
    table = play(the_match(), list(PLACES))
    state = table.state
    assert Counter(holding.owner for holding in state.holdings.values()) == {
        "red": 9, "blue": 9, "neutral-blue": 6, "neutral-orange": 6, "neutral-purple": 6, "neutral-brown": 6,
    }  # fmt: skip
    assert state.player("neutral-brown") == "neutral brown"
    assert table.may(PLACES[9]).rules == ("SC-1V1",)  # the base stands on one's own
    play(table, PLACES[0], PLACES[9])
    assert (state.bases, state.minerals) == ({"red": PLACES[0], "blue": PLACES[9]}, [])


@pytest.mark.rule("SC-1V1")
@pytest.mark.parametrize(("placing", "own", "neutral"), [("one by one", 3, 1), ("all at once", 27, 9)])
def test_deploying_in_turn(placing: str, own: int, neutral: int) -> None:
    table = play(the_match(placing=placing), list(PLACES), PLACES[0], PLACES[9])
    asked = []
    for _ in range(10):
        question = table.question
        assert isinstance(question, Deploy)
        owner = table.state.holdings[question.allowed[0]].owner
        asked.append((question.seat, owner, question.most))
        play(table, {"place": question.allowed[0], "count": question.most})
    colours = ("neutral-blue", "neutral-orange", "neutral-purple", "neutral-brown")
    one = [("red", "red", own), *(("red", colour, neutral) for colour in colours)]
    other = [("blue", "blue", own), *(("blue", colour, neutral) for colour in colours)]
    assert asked == one + other


@pytest.mark.rule("SC-1V1", "SC-TURN")
def test_the_match_rolls_again_for_the_first_turn_and_has_no_first_cards() -> None:
    table = until(the_match(placing="all at once"), "ready")
    assert len(table.state.minerals) == 15
    play(table, "blue")
    state = table.state
    assert (state.order, state.active, state.step) == (("blue", "red"), "blue", "reinforce")
    assert state.hands["red"].size == state.hands["blue"].size == 0
    assert state.armies("red") == 36
    assert state.armies("neutral-orange") == 24


@pytest.mark.rule("SC-1V1", "SC-A7")
@pytest.mark.parametrize(("house", "cards"), [({}, 1), ({"neutrals": "bring none"}, 0)])
def test_neutrals_are_rolled_for_by_the_opponent(house: dict[str, Any], cards: int) -> None:
    table = a_turn({"ursa": ("red", 9), "pyramus": ("neutral-blue", 1)}, players=2, rest="blue", **house)
    play(table, "ursa", "pyramus")
    question: Any = table.question
    assert [pool.seat for pool in question.pools] == ["red", "blue"]
    play(table, {"attack": [6, 6, 6], "defence": [1]}, 3, "end")
    assert table.state.hands["red"].size == cards


@pytest.mark.rule("SC-1V1", "SC-WIN")
@pytest.mark.parametrize(("house", "winners"), [({}, ()), ({"match_victory": "opponent out"}, ("red",))])
def test_when_a_match_is_won(house: dict[str, Any], winners: tuple[str, ...]) -> None:
    held = {"ursa": ("red", 9), "pyramus": ("blue", 1)}
    table = a_turn(held, players=2, rest="neutral-blue", facts={"mode": "match"}, **house)
    play(table, "ursa", "pyramus", {"attack": [6, 6, 6], "defence": [1]})
    assert table.state.winners == winners
    if not winners:  # alone against neutrals one rolls for them oneself
        play(table, 3, "ursa", "augustgrad")
        question: Any = table.question
        assert [pool.seat for pool in question.pools] == ["red", "red"]
