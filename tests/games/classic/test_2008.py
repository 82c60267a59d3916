"""The 2008 edition, rule by rule: cities, capitals, objectives, rewards."""

from typing import Any

import pytest

from companion.games.classic import rules
from companion.games.classic.game import CLASSIC
from companion.games.classic.objectives import MAJOR, MINOR, PRESET_CITIES
from companion.games.classic.state import Edition2008
from companion.games.territory.objectives import ObjectiveCard, Objectives
from companion.games.territory.reinforcement import in_words, total
from companion.referee.game_view import Figure
from companion.referee.questions import Choose, Deploy, Pick, PickOrEnd, Roll, Shuffle
from companion.referee.table import Table
from tests.games.classic.boards import a_turn, armies
from tests.referee.tables import lay, play

GOALS = {objective.id: objective for objective in (*MINOR, *MAJOR)}
CAPITALS = {"red": "alaska", "blue": "japan", "green": "peru"}
FRONT = {"alaska": ("red", 5), "kamchatka": ("blue", 2), "alberta": ("red", 1), "japan": ("blue", 3)}
CONQUEST = ("alaska", "kamchatka", {"attack": [6, 6, 6], "defence": [1, 1]}, 3)


def has(
    objective: str, owner: str | None = None, reward: str | None = None, is_: Any = "face down"
) -> ObjectiveCard:
    """One objective in play."""
    return ObjectiveCard(GOALS[objective], owner, reward, is_ if reward or owner is None else "none")


def turn_2008(
    held: dict[str, tuple[str, int]] = FRONT,
    *in_play: ObjectiveCard,
    before: tuple[str, ...] | None = None,
    airfields: dict[str, str] | None = None,
    capitals: dict[str, str] = CAPITALS,
    **words: Any,
) -> Table[Any]:
    """Red's turn in the 2008 edition."""
    mine = tuple(place for place, (owner, _) in held.items() if owner == "red")
    campaign = Edition2008(
        cities=list(PRESET_CITIES),
        capitals=dict(capitals),
        objectives=Objectives(list(in_play), mine if before is None else before),
        airfields=airfields or {},
    )
    return a_turn(held, edition="2008", campaign=campaign, **words)


# --- CL-2008: set-up ---------------------------------------------------------------------------------------

PLACES = tuple(sorted(CLASSIC.begin(lay(CLASSIC, 2).state.seats, lay(CLASSIC, 2).state.house).holdings))
MINOR_IDS, MAJOR_IDS = (tuple(objective.id for objective in goals) for goals in (MINOR, MAJOR))


@pytest.mark.rule("CL-2008")
def test_fifteen_cards_are_drawn_for_cities() -> None:
    table = lay(CLASSIC, 3, "red", edition="2008")
    assert isinstance(table.question, Shuffle)
    play(table, PLACES)
    assert table.state.edition_2008.cities == list(PLACES[:15])


@pytest.mark.rule("CL-2008")
def test_cities_can_be_tapped_on_the_map() -> None:
    table = lay(CLASSIC, 3, "red", *PLACES[:14], edition="2008", cities="entered")
    assert isinstance(table.question, Pick)
    assert table.answer(PLACES[3]).rules == ("CL-2008",)
    play(table, PLACES[20])
    assert table.state.edition_2008.cities == [*PLACES[:14], PLACES[20]]


@pytest.mark.rule("CL-2008")
def test_the_preset_has_fifteen_cities_on_all_continents() -> None:
    table = lay(CLASSIC, 3, "red", edition="2008", cities="preset")
    cities = table.state.edition_2008.cities
    assert len(set(cities) & set(PLACES)) == len(cities) == 15
    assert all(set(cities) & set(continent.territories) for continent in table.state.map.continents)


@pytest.mark.rule("CL-2008-O")
def test_there_are_six_minor_and_six_major_objectives() -> None:
    assert len(GOALS) == 12
    assert {objective.tier for objective in MINOR} == {"minor"}
    assert {objective.tier for objective in MAJOR} == {"major"}


@pytest.mark.rule("CL-2008-O")
@pytest.mark.parametrize("objectives", ["drawn", "entered"])
def test_four_of_each_are_in_play(objectives: str) -> None:
    answers = (MINOR_IDS, MAJOR_IDS) if objectives == "drawn" else (*MINOR_IDS[:4], *MAJOR_IDS[:4])
    table = lay(CLASSIC, 3, "red", *answers, edition="2008", cities="preset", objectives=objectives)
    in_play = [card.objective.id for card in table.state.edition_2008.objectives.cards]
    assert in_play == [*MINOR_IDS[:4], *MAJOR_IDS[:4]]


@pytest.mark.rule("CL-2008-R")
@pytest.mark.parametrize(
    ("dealing", "known", "is_"),
    [
        ("face down", False, "face down"),
        ("dealt", True, "face down"),
        ("open", True, "open"),
        ("none", False, "none"),
    ],
)
def test_how_rewards_lie_on_objectives(dealing: str, known: bool, is_: str) -> None:
    table = lay(CLASSIC, 3, "red", MINOR_IDS, MAJOR_IDS, edition="2008", cities="preset", rewards=dealing)
    if known:
        for _ in range(2):
            assert isinstance(table.question, Shuffle)
            play(table, table.question.items)
    for card in table.state.edition_2008.objectives.cards:
        assert (card.reward is not None, card.reward_is) == (known, is_)
    shown = table.game_view.goals[0].detail
    assert shown == {"face down": "minor, reward face down", "open": "minor, Airfield", "none": "minor"}[is_]


@pytest.mark.rule("CL-2008")
def test_everybody_puts_a_capital_on_a_territory_of_their_own() -> None:
    table = lay(CLASSIC, 3, "red", MINOR_IDS, MAJOR_IDS, PLACES, edition="2008", cities="preset")
    red = table.state.held("red")
    assert table.answer(table.state.held("blue")[0]).rules == ("CL-2008",)
    play(table, red[2], table.state.held("blue")[0], table.state.held("green")[0])
    assert table.state.step == "place"
    assert table.state.edition_2008.capitals["red"] == red[2]
    assert "capital:red" in table.game_view.places[red[2]].marks


def set_up_anyhow(table: Table[Any]) -> None:
    """Capitals and armies wherever they may stand."""
    while table.state.turn == 0:
        question = table.question
        assert isinstance(question, (Pick, Deploy))
        place = question.allowed[0]
        play(table, place if isinstance(question, Pick) else {"place": place, "count": question.most})


@pytest.mark.rule("CL-2008")
@pytest.mark.parametrize(
    ("first_cards", "hands"),
    [("none", [0, 0, 0, 0, 0, 0]), ("last seats", [2, 0, 0, 0, 1, 1])],  # Blue begins, Red is last
)
def test_late_seats_may_start_with_a_card(first_cards: str, hands: list[int]) -> None:
    table = lay(
        CLASSIC,
        6,
        *("blue", MINOR_IDS, MAJOR_IDS, PLACES),
        edition="2008",
        cities="preset",
        placing="all at once",
        first_cards=first_cards,
    )
    set_up_anyhow(table)
    assert list(table.state.cards.hands.values()) == hands
    assert table.state.cards.deck == 42 - sum(hands)


@pytest.mark.rule("CL-2008")
def test_first_cards_come_out_of_what_the_deck_has_left() -> None:
    table = lay(CLASSIC, 6, edition="2008", cities="preset", placing="all at once", first_cards="last seats")
    play(table, "red", MINOR_IDS, MAJOR_IDS, PLACES)
    assert table.correct({"red.cards": 41}).allowed
    set_up_anyhow(table)
    assert (sum(table.state.cards.hands.values()), table.state.cards.deck) == (42, 0)


# --- CL-2008: the draft ------------------------------------------------------------------------------------


@pytest.mark.rule("CL-2008", "CL-RNF", "CL-2008-R")
@pytest.mark.parametrize(
    ("held", "capitals", "reward", "armies", "words"),
    [
        (PRESET_CITIES[:7], {}, None, 4, "7 territories and 7 cities"),
        (("alaska",), {}, None, 3, "at least 3"),
        (("alaska",), {"red": "alaska"}, None, 4, "(at least 3) + 1 for capitals = 4"),
        (("alaska", "japan"), {"red": "alaska", "blue": "japan"}, None, 5, "2 for capitals"),
        (("japan",), {"red": "alaska", "blue": "peru"}, None, 3, "at least 3"),
        (("alaska",), {}, "two troops", 5, "2 for reward = 5"),
    ],
)
def test_cities_capitals_and_a_reward_bring_armies(
    held: tuple[str, ...], capitals: dict[str, str], reward: str | None, armies: int, words: str
) -> None:
    in_play = (has("two-continents", "red", reward, "in force"),) if reward else ()
    table = turn_2008(dict.fromkeys(held, ("red", 1)), *in_play, capitals=capitals, step="trade")
    terms = rules.income(table.state, "red")
    assert words in in_words(terms)
    assert total(terms) == armies


@pytest.mark.rule("CL-STAR")
def test_cards_have_stars_and_are_never_sets() -> None:
    table = turn_2008(step="trade", hands={"red": 6})
    assert table.answer(["infantry", "infantry", "infantry"]).rules == ("CL-STAR",)
    assert table.answer(["two-star"] * 6).rules == ("CL-STAR",)
    play(table, ["two-star"] * 5)
    assert isinstance(table.question, Deploy)
    assert table.question.most == 30 + 3 + 1
    assert rules.deck_size(table.state) == 42


# --- CL-2008-R: rewards ------------------------------------------------------------------------------------


@pytest.mark.rule("CL-2008-R")
@pytest.mark.parametrize("reward", [True, False])
def test_a_starting_maneuver_comes_after_the_armies_are_put(reward: bool) -> None:
    in_play = (has("asia", "red", "starting maneuver", "in force"),) if reward else ()
    table = turn_2008(FRONT, *in_play, step="trade")
    play(table, {"place": "alaska", "count": 4})
    assert table.state.step == ("starting-maneuver" if reward else "attack")
    assert [chip.title for chip in table.timeline.chips].count("Maneuver") == reward
    if reward:
        play(table, "alaska", "alberta", 2)
        assert table.state.step == "attack"
        assert armies(table, "alaska", "alberta") == [("red", 7), ("red", 3)]


@pytest.mark.rule("CL-2008-R", "CL-FORT")
@pytest.mark.parametrize("reward", [True, False])
def test_an_additional_maneuver_at_the_end_of_the_turn(reward: bool) -> None:
    in_play = (has("asia", "red", "additional maneuver", "in force"),) if reward else ()
    table = turn_2008(FRONT, *in_play, step="fortify")
    play(table, "alaska", "alberta", 2)
    assert (table.state.active == "red") is reward
    if reward:
        assert isinstance(table.question, PickOrEnd)
        assert "CL-2008-R" in table.question.rules
        assert table.correct({"peru.armies": 4}).allowed  # the first move is not made again
        play(table, "alberta", "alaska", 2)
        assert table.state.active == "blue"


@pytest.mark.rule("CL-2008-R", "CL-2008-O", "CL-CARD")
@pytest.mark.parametrize(
    ("conquered", "collected", "guaranteed", "both", "cards"),
    [
        (True, False, False, False, 1),
        (False, False, False, False, 0),
        (True, True, False, False, 0),  # an objective instead of a card
        (True, True, False, True, 1),
        (False, True, True, False, 1),  # the guaranteed card comes in any turn
        (False, False, True, False, 1),
        (True, False, True, False, 1),  # but never two
    ],
)
def test_who_draws_a_card(conquered: bool, collected: bool, guaranteed: bool, both: bool, cards: int) -> None:
    in_play = (has("asia", "red", "guaranteed card", "in force"),) if guaranteed else ()
    table = turn_2008(FRONT, *in_play, objective_and_card="both" if both else "one of them", step="fortify")
    table.state.facts.conquered = conquered
    table.state.edition_2008.objectives.collected = "asia" if collected else None
    play(table, "end")
    assert table.state.cards.hands["red"] == cards


@pytest.mark.rule("CL-2008-R", "CL-ATK")
@pytest.mark.parametrize(
    ("owner", "reward", "airfields", "house", "pools", "detail"),
    [
        ("red", "attack die", {}, "target", ((2, 4), (1, 2)), "Red: one die more, the best count."),
        ("blue", "defence die", {}, "target", ((1, 3), (2, 3)), "Blue: one die more, the best count."),
        ("blue", "attack die", {}, "target", ((1, 3), (1, 2)), ""),
        (None, None, {"japan": "blue"}, "target", ((1, 3), (1, 2)), "Blue: +1 on the highest die."),
        (None, None, {"alaska": "red"}, "target", ((1, 3), (1, 2)), "Red: +1 on the highest die."),
        (None, None, {"alberta": "red"}, "target", ((1, 3), (1, 2)), ""),  # not next to Kamchatka
        (None, None, {"alberta": "red"}, "either end", ((1, 3), (1, 2)), "Red: +1 on the highest die."),
    ],
)
def test_dice_and_airfields_help_in_battle(
    owner: Any, reward: Any, airfields: dict[str, str], house: str, pools: Any, detail: str
) -> None:
    in_play = (has("two-continents", owner, reward, "in force"),) if owner else ()
    table = turn_2008(FRONT, *in_play, airfields=airfields, airfield=house)
    question = play(table, "alaska", "kamchatka").question
    assert isinstance(question, Roll)
    assert tuple((pool.least, pool.most) for pool in question.pools) == pools
    assert question.detail == detail


@pytest.mark.rule("CL-2008-R", "CL-OCC")
def test_only_dice_with_an_army_behind_them_move_in() -> None:
    table = turn_2008(FRONT, has("two-continents", "red", "attack die", "in force"))
    play(table, "alaska", "kamchatka", {"attack": [6, 6, 5, 1], "defence": [5, 5]})
    assert table.state.facts.occupation.least == 3


@pytest.mark.rule("CL-2008-R")
def test_an_airfield_is_placed_at_once_and_lost_with_its_territory() -> None:
    table = turn_2008({**FRONT, "japan": ("red", 2)}, has("enemy-capital"), airfields={"alberta": "red"})
    play(table, "end", "enemy-capital", "tower")
    assert table.correct({"peru.armies": 9}).allowed  # the airfield is still to be placed
    assert isinstance(table.question, Pick)
    assert table.answer("alberta").rules == ("CL-2008-R",)
    play(table, "japan")
    assert table.state.edition_2008.airfields == {"alberta": "red", "japan": "red"}
    assert table.state.step == "fortify"
    lost = turn_2008(FRONT, airfields={"kamchatka": "blue"})
    play(lost, *CONQUEST[:3])
    assert lost.state.edition_2008.airfields == {}


# --- CL-2008-O: objectives ---------------------------------------------------------------------------------

NORTH = ("alberta", "ontario", "quebec", "greenland", "alaska", "central-america", "northwest-territory")
AMERICA = (*NORTH, "eastern-united-states", "western-united-states")


def held_by_red(*places: str) -> dict[str, tuple[str, int]]:
    return dict.fromkeys(places, ("red", 2))


@pytest.mark.rule("CL-2008-O")
@pytest.mark.parametrize(
    ("objective", "held", "before", "expected"),
    [
        ("north-america", AMERICA, AMERICA, True),
        ("north-america", NORTH, (), False),
        ("asia", AMERICA, (), False),
        ("europe", AMERICA, (), False),
        ("enemy-capital", ("japan",), ("japan",), True),
        ("enemy-capital", ("alaska",), (), False),  # one's own does not count
        ("two-enemy-capitals", ("japan", "peru"), (), True),
        ("two-enemy-capitals", ("japan", "alaska"), (), False),
        ("eight-cities", PRESET_CITIES[:8], PRESET_CITIES, True),
        ("eight-cities", PRESET_CITIES[:7], (), False),
        ("eleven-cities", PRESET_CITIES[:11], PRESET_CITIES, True),
        ("take-four-cities", PRESET_CITIES[:6], PRESET_CITIES[:2], True),
        ("take-four-cities", PRESET_CITIES[:6], PRESET_CITIES[:3], False),
        ("take-ten-territories", PLACES[:12], PLACES[:2], True),
        ("take-ten-territories", PLACES[:12], PLACES[:3], False),
        ("take-a-continent", AMERICA, (), True),
        ("take-a-continent", AMERICA, ("alaska",), False),  # something of it was held before
        ("two-continents", AMERICA, (), False),
        ("eighteen-territories", PLACES[:18], PLACES[:18], True),
        ("eighteen-territories", PLACES[:17], (), False),
    ],
)
def test_what_fulfils_an_objective(
    objective: str, held: tuple[str, ...], before: tuple[str, ...], expected: bool
) -> None:
    table = turn_2008(held_by_red(*held), has(objective), before=before, step="attack")
    assert table.inquire("objective", objective=objective).rules[:1] == ("CL-TURN",)  # not before the end
    play(table, "end")
    assert table.inquire("objective", objective=objective).allowed is expected
    assert isinstance(table.question, Choose) is expected


@pytest.mark.rule("CL-2008-O")
def test_one_objective_a_turn_and_what_is_taken_stays_taken() -> None:
    in_play = (has("north-america"), has("take-a-continent"), has("asia", "blue"))
    table = play(turn_2008(held_by_red(*AMERICA), *in_play, before=(), rewards="none"), "end")
    assert table.inquire("objective", objective="asia").text.startswith("Blue has it already. Asked now: '")
    assert table.answer("asia").rules == ("CL-2008-O",)
    play(table, "north-america", "guaranteed card")
    assert table.state.step == "fortify"
    assert "One objective has" in table.inquire("objective", objective="take-a-continent").text
    assert "CL-2008-O" in table.inquire("objective", objective="peace").rules
    play(table, "end")
    assert table.state.edition_2008.objectives.collected is None
    assert set(table.state.edition_2008.objectives.before) == set(table.state.held("green"))


@pytest.mark.rule("CL-2008-O")
def test_the_shelf_shows_how_far_the_mover_has_come() -> None:
    table = turn_2008(held_by_red(*PRESET_CITIES[:6]), has("eight-cities"), has("asia", "blue"))
    assert [(goal.title, goal.have, goal.need, goal.owner) for goal in table.game_view.goals] == [
        ("8 cities", 6, 8, None),
        ("All Asia", 0, 12, "blue"),
    ]
    assert table.game_view.standings[1].figures[0] == Figure("objectives", 1)


# --- CL-2008: victory and elimination ----------------------------------------------------------------------

TWO = (has("asia", "red"), has("europe", "red"))


@pytest.mark.rule("CL-2008")
@pytest.mark.parametrize("check", ["at once", "end of turn"])
@pytest.mark.parametrize("capital", ["red", "blue"])
def test_three_objectives_and_ones_own_capital_win(check: str, capital: str) -> None:
    held = {**held_by_red(*AMERICA[:4], *AMERICA[5:]), "alaska": (capital, 2), "japan": ("red", 1)}
    table = turn_2008(held, *TWO, has("enemy-capital"), victory=check, step="attack")
    play(table, "end", "enemy-capital", "guaranteed card")
    won = capital == "red"
    assert bool(table.state.winners) is (won and check == "at once")
    if table.question is not None:
        play(table, "end")
    assert table.state.winners == (("red",) if won else ())


@pytest.mark.rule("CL-2008")
def test_retaking_ones_capital_wins_at_once() -> None:
    held = {"alaska": ("blue", 1), "alberta": ("red", 5), "japan": ("blue", 1)}
    table = turn_2008(held, *TWO, has("eight-cities", "red"))
    play(table, "alberta", "alaska", {"attack": [6], "defence": [1]})
    assert table.state.winners == ("red",)
    assert table.latest[-1].rules == ("CL-2008",)


@pytest.mark.rule("CL-2008", "CL-ELM")
def test_elimination_brings_objectives_at_once_and_destroys_rewards() -> None:
    held = {"alaska": ("red", 5), "kamchatka": ("blue", 1)}
    in_play = (has("asia", "red"), has("europe", "blue", "attack die", "in force"))
    table = turn_2008(held, *in_play, hands={"blue": 6})
    play(table, "alaska", "kamchatka", {"attack": [6], "defence": [1]})
    assert [card.owner for card in table.state.edition_2008.objectives.cards] == ["red", "red"]
    assert table.state.edition_2008.objectives.cards[1].reward_is == "destroyed"
    assert table.state.cards.hands["red"] == 6
    play(table, 1, "end")  # no trade down: stars wait for the next turn
    assert table.state.step == "fortify"


@pytest.mark.rule("CL-2008")
def test_elimination_may_win_at_once() -> None:
    held = {"alaska": ("red", 5), "kamchatka": ("blue", 1)}
    table = turn_2008(held, has("asia", "red"), has("europe", "blue"), has("eight-cities", "blue"))
    play(table, "alaska", "kamchatka", {"attack": [6], "defence": [1]})
    assert table.state.winners == ("red",)


@pytest.mark.rule("CL-2008")
def test_a_seat_that_has_all_it_needs_wins_when_its_turn_comes() -> None:
    held = {"alaska": ("red", 3), "japan": ("blue", 3)}
    in_play = (has("asia", "blue"), has("europe", "blue"), has("eight-cities", "blue"))
    table = play(turn_2008(held, *in_play, step="fortify", rest="red"), "end")
    assert (table.state.winners, table.latest[-1].kind) == (("blue",), "victory")


# --- what the edition leaves alone -------------------------------------------------------------------------


def test_without_the_edition_there_is_nothing_of_it() -> None:
    table = a_turn(FRONT)
    assert [chip.id for chip in table.timeline.chips] == ["trade", "reinforce", "attack", "fortify", "draw"]
    assert table.state.edition_2008 == Edition2008()
    assert not any(
        "capital" in thing.key or "goal" in thing.key for thing in CLASSIC.correctables(table.state)
    )
    assert table.game_view.goals == ()


# --- corrections -------------------------------------------------------------------------------------------


@pytest.mark.rule("CL-2008", "CL-2008-O", "CL-2008-R")
def test_everything_of_the_edition_can_be_set_right() -> None:
    table = turn_2008(FRONT, has("asia"), has("two-continents", "blue", "attack die", "in force"))
    changes: dict[str, int | str] = {
        "alaska.city": "yes",
        "alberta.city": "no",
        "alberta.capital": "red",
        "alaska.capital": "nobody",
        "alaska.tower": "red",
        "goal.asia": "red",
        "reward.asia": "guaranteed card",
        "reward.two-continents": "destroyed",
        "game.collected": "asia",
    }
    assert table.correct(changes).allowed
    campaign = table.state.edition_2008
    assert "alaska" in campaign.cities
    assert "alberta" not in campaign.cities
    assert campaign.capitals == {**CAPITALS, "red": "alberta"}
    assert campaign.airfields == {"alaska": "red"}
    assert [(card.owner, card.reward_is) for card in campaign.objectives.cards] == [
        ("red", "in force"),
        ("blue", "destroyed"),
    ]
    assert campaign.objectives.collected == "asia"
    table.undo()
    assert table.state.edition_2008.capitals == CAPITALS


@pytest.mark.rule("CL-2008")
def test_a_capital_cannot_vanish() -> None:
    ruling = turn_2008().correct({"alaska.capital": "nobody"})
    assert ruling.rules == ("CL-2008",)
    assert "Red needs a capital" in ruling.text
