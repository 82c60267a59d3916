"""A turn beside its battles: stars, reinforcements, heroes back, achievements, rewards, cards, maneuvers."""

from typing import Any

import pytest

from companion.games.boards.board import load_board
from companion.games.starcraft import rules
from companion.games.starcraft.state import Hand, StarcraftState
from companion.games.territory.reinforcement import Term
from companion.referee.questions import Choose, Count, Deploy, Pick, PickOrEnd, PlayCards
from companion.referee.table import Table
from tests.games.starcraft.sector import a_turn, arranged, reward, units
from tests.referee.tables import play

SECTOR = load_board("starcraft")
PLANET = {planet.id: planet.territories for planet in SECTOR.continents}
NONE = {"red": None, "blue": None, "green": None}
FIELDS = a_turn({}).state.minerals


def owned(*places: str, count: int = 1) -> dict[str, tuple[str, int]]:
    return dict.fromkeys(places, ("red", count))


def step(table: Table[StarcraftState]) -> str:
    return table.state.step


# --- stars ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SC-RNF-4", "SC-A1", "SC-CRD-3")
def test_stars_are_traded_once_a_turn_for_two_to_ten_of_them() -> None:
    table = a_turn(owned("ursa"), step="trade", hands={"red": 6})
    assert table.may(["one-star"]).rules == ("SC-RNF-4",)
    assert table.may(["two-star"] * 6).rules == ("SC-RNF-4",)  # twelve stars
    play(table, ["one-star", "two-star"])
    assert (step(table), table.state.facts.traded) == ("reinforce", 4)
    assert (table.state.hands["red"].own, table.state.decks["terran"].discards) == (4, 2)


@pytest.mark.rule("SC-A1")
def test_some_tables_trade_as_often_as_they_like() -> None:
    table = a_turn(owned("ursa"), step="trade", hands={"red": 6}, star_trades="several")
    play(table, ["one-star"] * 2, ["one-star"] * 2)
    assert isinstance(table.question, PlayCards)
    play(table, [])
    assert (step(table), table.state.facts.traded) == ("reinforce", 4)


@pytest.mark.rule("SC-ELM", "SC-CRD-4")
def test_captured_cards_go_back_to_their_own_decks() -> None:
    table = a_turn(owned("ursa"), step="trade", hands={"red": 2})
    table.state.decks["zerg"].pile -= 2
    table.state.decks["protoss"].pile -= 1
    table = arranged(table, hands=table.state.hands | {"red": Hand(2, {"zerg": 2, "protoss": 1})})
    play(table, ["one-star"] * 4)
    assert isinstance(table.question, Count)
    assert (table.question.least, table.question.most) == (2, 3)  # no more than two are one's own
    play(table, 2, 0)  # two captured ones, none of them Protoss
    assert table.state.hands["red"] == Hand(0, {"zerg": 0, "protoss": 1})
    assert {name: deck.discards for name, deck in table.state.decks.items()} == {
        "terran": 2,
        "protoss": 0,
        "zerg": 2,
    }


# --- reinforcements ---------------------------------------------------------------------------------------


@pytest.mark.rule("SC-RNF-1", "SC-RNF-2", "SC-RNF-3", "SC-RNF-5", "SC-RWD-8", "SC-A11")
@pytest.mark.parametrize(
    ("held", "bases", "troops", "terms"),
    [
        # The examples of the document: 13 / 3 and a base; 5 / 3 and a base; Shakuras besides.
        (9, 1, False, (4, 1)),
        (2, 0, False, (3,)),  # never fewer than three
        (9, 2, False, (4, 2)),  # an enemy's base counts like one's own
        (9, 1, True, (4, 1, 2)),
    ],
)
def test_the_sum_of_reinforcements(held: int, bases: int, troops: bool, terms: tuple[int, ...]) -> None:
    poor = [territory.id for territory in SECTOR.territories if territory.id not in FIELDS]
    places = (*FIELDS[:4], *poor[: held - 4]) if held > 4 else poor[:held]
    table = a_turn(
        owned(*places),
        step="trade",
        goals={"18-territories": "red"},
        rewards={"18-territories": "two troops"} if troops else {},
        facts={"bases": dict(zip(("red", "blue"), places[:bases], strict=False))},
    )
    assert tuple(term.armies for term in rules.reinforcements(table.state, "red")) == terms
    assert isinstance(table.question, Deploy)
    assert table.question.most == sum(terms)


@pytest.mark.rule("SC-RNF-2")
@pytest.mark.parametrize(
    ("planet", "bonus"),
    [("char", 7), ("aiur", 5), ("korhal", 5), ("mar-sara", 3), ("zerus", 2), ("shakuras", 2)],
)
def test_every_planet_has_its_bonus(planet: str, bonus: int) -> None:
    state = a_turn(owned(*PLANET[planet])).state
    assert Term(SECTOR.continent(planet).name, bonus) in rules.reinforcements(state, "red")


@pytest.mark.rule("SC-RNF-6")
def test_all_units_are_deployed_on_ones_own_territories() -> None:
    table = a_turn(owned("ursa", "canis"), step="trade")
    assert table.may({"place": "pyramus", "count": 1}).rules == ("SC-RNF-6",)
    assert table.may({"place": "ursa", "count": 4}).rules == ("SC-RNF-6",)
    play(table, {"place": "ursa", "count": 2})
    assert step(table) == "reinforce"
    play(table, {"place": "canis", "count": 1})
    assert (step(table), units(table, "ursa", "canis")) == ("prepare", [("red", 3), ("red", 2)])


@pytest.mark.rule("SC-CRD-3", "SC-RNF-6")
def test_a_card_may_be_played_while_deploying() -> None:
    table = a_turn(owned("ursa"), step="reinforce", hands={"red": 1}, facts={"supply": {"red": 3}})
    play(table, {"offer": "card:red"}, "new", {"effect": "units", "amount": 2})
    play(table, {"place": "ursa", "count": 2}, {"place": "ursa", "count": 3})
    assert units(table, "ursa") == [("red", 6)]


@pytest.mark.rule("SC-HER-4", "SC-RNF-6")
@pytest.mark.parametrize(("answer", "stands"), [("ursa", "ursa"), ("end", None)])
def test_a_fallen_hero_returns(answer: str, stands: str | None) -> None:
    table = a_turn(owned("ursa", count=3), step="prepare")
    assert isinstance(table.question, PickOrEnd)
    assert table.may("pyramus").rules == ("SC-HER-4",)
    play(table, answer)
    assert (table.state.heroes["red"], step(table)) == (stands, "attack")


# --- achievements -----------------------------------------------------------------------------------------


def achieve(
    held: tuple[str, ...], objective: str, *, before: tuple[str, ...] | None = None, **facts: Any
) -> bool:
    """Whether an achievement is offered to Red, who holds these and held those before."""
    table = a_turn(owned(*held), goals={objective: None})
    table = arranged(table, bases={"red": "ursa", "blue": "rajal", "green": "eris"}, **facts)
    table.state.objectives.before = held if before is None else before
    play(table, "end") if step(table) == "attack" else None
    return isinstance(table.question, Choose) and table.question.prompt.startswith("Collect")


def most(places: tuple[str, ...] | list[str], count: int) -> tuple[str, ...]:
    return tuple(places)[:count]


POOR = tuple(territory.id for territory in SECTOR.territories if territory.id not in FIELDS)
TWO = (*PLANET["zerus"], *PLANET["shakuras"])


@pytest.mark.rule("SC-ACH")
@pytest.mark.parametrize(
    ("objective", "held", "before", "offered"),
    [
        ("aiur", PLANET["aiur"], None, True),
        ("aiur", PLANET["aiur"][1:], None, False),
        ("char", PLANET["char"], None, True),
        ("korhal", PLANET["korhal"], None, True),
        ("korhal", PLANET["char"], None, False),
        ("enemy-base", ("rajal",), None, True),  # one's own base is not needed
        ("enemy-base", ("ursa",), None, False),  # one's own is no enemy's
        ("2-enemy-bases", ("rajal", "eris"), None, True),
        ("2-enemy-bases", ("rajal", "ursa"), None, False),
        ("8-minerals", most(FIELDS, 8), None, True),
        ("8-minerals", (*most(FIELDS, 7), *POOR[:5]), None, False),
        ("11-minerals", most(FIELDS, 11), None, True),
        ("11-minerals", most(FIELDS, 10), None, False),
        ("take-4-minerals", most(FIELDS, 4), (), True),
        ("take-4-minerals", most(FIELDS, 4), most(FIELDS, 1), False),  # one was held before
        ("take-10-territories", most(POOR, 12), most(POOR, 2), True),
        ("take-10-territories", most(POOR, 12), most(POOR, 3), False),
        ("take-a-planet", PLANET["zerus"], (), True),
        ("take-a-planet", PLANET["zerus"], ("eris",), True),
        ("take-a-planet", PLANET["zerus"], PLANET["zerus"][:1], False),
        ("2-planets", TWO, None, True),
        ("2-planets", TWO[1:], None, False),
        ("18-territories", most(POOR, 18), None, True),
        ("18-territories", most(POOR, 17), None, False),
    ],
)
def test_what_achievements_ask(
    objective: str, held: tuple[str, ...], before: tuple[str, ...] | None, offered: bool
) -> None:
    assert achieve(held, objective, before=before) == offered


@pytest.mark.rule("SC-ACH-2")
def test_one_achievement_a_turn_of_those_that_are_open() -> None:
    goals = {"8-minerals": None, "11-minerals": None, "18-territories": None, "char": "blue", "aiur": None}
    table = a_turn(owned(*FIELDS, *POOR[:3]), step="achieve", goals=goals)
    found = {option.id: option.ruling.allowed for option in table.question.options}
    assert found == {
        "8-minerals": True,
        "11-minerals": True,
        "18-territories": True,
        "none": True,
        "char": False,
        "aiur": False,
    }
    assert table.may("aiur").rules == ("SC-ACH-2",)
    play(table, "11-minerals")
    assert step(table) != "achieve"
    assert {card.objective.id: card.owner for card in table.state.objectives.cards}["11-minerals"] == "red"
    assert len(table.state.objectives.cards) == 5  # none is replaced


# --- rewards ----------------------------------------------------------------------------------------------


def collecting(objective: str, **house: Any) -> Table[StarcraftState]:
    """Red holds eighteen territories and eight mineral fields, and collects an achievement with a reward."""
    places = (*FIELDS[:8], *POOR[:10])
    table = a_turn(owned(*places, count=3), step="achieve", goals={objective: None}, **house)
    table.state.objectives.cards[0].reward_is = "face down"
    return play(table, objective)


@pytest.mark.rule("SC-RWD-9")
@pytest.mark.parametrize(
    ("objective", "tokens"),
    [
        ("8-minerals", {"tower", "additional maneuver", "starting maneuver", "guaranteed card"}),
        ("18-territories", {"tower", "attack die", "defence die", "two troops"}),
    ],
)
def test_silver_rewards_lie_on_silver_and_gold_on_gold(objective: str, tokens: set[str]) -> None:
    table = collecting(objective)
    assert isinstance(table.question, Choose)
    assert {option.id for option in table.question.options} == tokens


@pytest.mark.rule("SC-RWD-1", "SC-RWD-9")
def test_a_reward_is_in_force_in_the_very_turn() -> None:
    table = play(collecting("8-minerals"), "additional maneuver")
    assert step(table) == "maneuver"
    for because in ((), ("SC-RWD-1",)):
        assert isinstance(table.question, PickOrEnd)
        assert table.question.rules == ("SC-MAN-1", "SC-MAN-2", *because)
        mover = table.question.allowed[0]
        play(table, mover, min(table.state.connected(mover) - {mover}), 1)
    assert table.state.active == "green"


@pytest.mark.rule("SC-RWD-4", "SC-RWD-5")
def test_a_tower_is_placed_at_once_and_never_two_on_one_territory() -> None:
    table = arranged(collecting("8-minerals"), towers={"ursa": "red"})
    play(table, "tower")
    assert isinstance(table.question, Pick)
    assert table.may("ursa").rules == ("SC-RWD-4",)
    assert table.may("eris").rules == ("SC-RWD-4",)
    play(table, "acid-marsh")
    assert table.state.towers == {"ursa": "red", "acid-marsh": "red"}


@pytest.mark.rule("SC-A8")
@pytest.mark.parametrize(("house", "waiting"), [("forfeited", 0), ("waits", 1)])
def test_a_tower_without_room(house: str, waiting: int) -> None:
    pieces = {"bases": {"blue": "ursa"}, "towers": {"ursa": "red"}}
    table = a_turn(
        owned("ursa"), step="achieve", goals={"enemy-base": None}, facts=pieces, second_tower=house
    )
    table.state.objectives.cards[0].reward_is = "face down"
    play(table, "enemy-base", "tower")
    assert table.state.towers == {"ursa": "red"}
    assert table.state.waiting_towers == {"red": waiting}


@pytest.mark.rule("SC-A8")
def test_a_tower_that_waits_is_placed_when_there_is_room() -> None:
    table = a_turn(owned("ursa", "canis", count=3), step="prepare", second_tower="waits")
    table = arranged(table, waiting_towers={"red": 1}, heroes=NONE | {"red": "ursa"}, towers={"ursa": "red"})
    play(table, "canis")
    assert table.state.towers == {"ursa": "red", "canis": "red"}


@pytest.mark.rule("SC-RWD-2", "SC-HER-1")
def test_a_starting_maneuver_comes_before_attacking() -> None:
    table = a_turn(owned("ursa", "augustgrad", count=3), step="prepare", goals={"korhal": "red"})
    table = arranged(reward(table, "korhal", "starting maneuver"), heroes=NONE | {"red": "ursa"})
    play(table, "ursa", "augustgrad", 2, True)
    assert units(table, "ursa", "augustgrad") == [("red", 1), ("red", 5)]
    assert (table.state.heroes["red"], step(table)) == ("augustgrad", "attack")


# --- the card ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SC-CRD-1", "SC-CRD-2", "SC-CRD-5", "SC-RWD-3")
@pytest.mark.parametrize(
    ("conquered", "achievement", "guaranteed", "cards"),
    [
        (0, False, False, 0),
        (1, False, False, 1),
        (5, False, False, 1),  # however many
        (5, True, False, 0),  # an achievement instead
        (0, True, True, 1),
        (0, False, True, 1),
        (5, False, True, 1),  # never more than one
    ],
)
def test_who_draws_a_card(conquered: int, achievement: bool, guaranteed: bool, cards: int) -> None:
    goals = {"char": "red", "18-territories": None}
    table = a_turn(owned(*POOR[:18], count=1), step="achieve", goals=goals)
    if guaranteed:
        table = reward(table, "char", "guaranteed card")
    table.state.facts.conquered = conquered
    play(table, "18-territories" if achievement else "none")
    assert table.state.hands["red"].size == cards
    assert table.state.decks["terran"].pile == 14 - cards


@pytest.mark.rule("SC-CRD-4", "SC-A14")
@pytest.mark.parametrize(
    ("house", "pile", "after"),
    [
        ("at the last card", 1, (3, 0)),
        ("at the last card", 0, (2, 0)),
        ("when drawing", 1, (0, 3)),
        ("when drawing", 0, (2, 0)),
    ],
)
def test_when_a_deck_is_made_anew(house: str, pile: int, after: tuple[int, int]) -> None:
    table = a_turn(owned("ursa"), reshuffle=house, hands={"blue": 11 - pile})
    table.state.decks["terran"].pile, table.state.decks["terran"].discards = pile, 3
    table.state.facts.conquered = 1
    play(table, "end") if step(table) == "attack" else None
    deck = table.state.decks["terran"]
    assert (deck.pile, deck.discards) == after


@pytest.mark.rule("SC-CRD-4")
def test_no_card_is_left() -> None:
    table = a_turn(owned("ursa", count=2), hands={"blue": 14})
    table.state.facts.conquered = 1
    play(table, "end")
    assert table.state.hands["red"].size == 0
    assert "No card is left to draw." in [told.report.text for told in table.reports]


@pytest.mark.rule("SC-A5")
@pytest.mark.parametrize(("ending", "cards"), [("draw, then maneuver", 1), ("maneuver, then draw", 0)])
def test_the_card_comes_before_the_maneuver_or_after_it(ending: str, cards: int) -> None:
    table = a_turn(owned("ursa", "augustgrad", count=2), ending=ending)
    table.state.facts.conquered = 1
    play(table, "end")
    assert (step(table), table.state.hands["red"].size) == ("maneuver", cards)
    play(table, "end")
    assert (table.state.active, table.state.hands["red"].size) == (
        "blue" if table.state.held("blue") else "green",
        1,
    )


# --- maneuvers and whose turn it is -----------------------------------------------------------------------


@pytest.mark.rule("SC-MAN-1", "SC-MAN-2")
def test_the_example_of_the_document() -> None:
    """From Talemattros through Katuul Province into Pyramus; two of three units, for one stays."""
    own = {"talemattros": ("red", 3), "katuul-province": ("red", 1), "pyramus": ("red", 1)}
    table = play(a_turn(own, step="maneuver"), "talemattros")
    assert table.may("rajal").rules == ("SC-MAN-1",)
    play(table, "pyramus")
    assert table.may(3).rules == ("SC-MAN-1",)
    play(table, 2)
    assert units(table, "talemattros", "pyramus") == [("red", 1), ("red", 3)]
    assert table.state.active == "green"


@pytest.mark.rule("SC-HER-1")
@pytest.mark.parametrize(("goes", "stands"), [(True, "augustgrad"), (False, "ursa")])
def test_a_hero_may_go_along(goes: bool, stands: str) -> None:
    table = a_turn(owned("ursa", "augustgrad", count=3), step="maneuver")
    table = play(arranged(table, heroes=NONE | {"red": "ursa"}), "ursa", "augustgrad", 2, goes)
    assert table.state.heroes["red"] == stands


@pytest.mark.rule("SC-HER-1", "SC-MAN-1")
def test_a_correction_between_a_move_and_its_hero_gives_no_second_maneuver() -> None:
    table = a_turn(owned("ursa", "augustgrad", "canis", count=3), step="maneuver")
    table = play(arranged(table, heroes=NONE | {"red": "ursa"}), "ursa", "augustgrad", 1)
    assert table.correct({"canis.armies": 7}).allowed
    assert table.question is not None and table.question.prompt.endswith("go along?")
    play(table, True)
    assert table.state.active == "green"


@pytest.mark.rule("SC-TURN")
def test_turns_leave_out_who_is_out_and_rounds_are_counted() -> None:
    table = a_turn({"ursa": ("red", 2), "canis": ("green", 2)}, rest="green", step="attack")
    play(table, "end")
    assert (table.state.active, table.state.turn, table.state.round) == ("green", 2, 1)
    question = table.question
    assert isinstance(question, Deploy)
    play(table, {"place": "canis", "count": question.most}, "end", "end", "end")
    assert (table.state.active, table.state.turn, table.state.round) == ("red", 3, 2)


# --- victory ----------------------------------------------------------------------------------------------

THREE = {"aiur": "red", "char": "red", "18-territories": None}


@pytest.mark.rule("SC-WIN", "SC-A6")
@pytest.mark.parametrize(
    ("house", "base", "won"),
    [
        ("at once", "ursa", True),
        ("when collecting", "ursa", True),
        ("at once", "eris", False),  # one's base is in other hands
        ("end of turn", "ursa", False),
    ],
)
def test_the_third_achievement_wins_with_ones_base(house: str, base: str, won: bool) -> None:
    held = owned(*{*POOR[:18], "ursa", "augustgrad"} - {"eris"}, count=2)
    table = a_turn(held, step="achieve", goals=THREE, victory=house)
    table = play(arranged(table, bases={"red": base}), "18-territories")
    assert bool(table.state.winners) == won
    if house == "end of turn":
        play(table, "end")
        assert table.state.winners == ("red",)


@pytest.mark.rule("SC-A6", "SC-WIN")
@pytest.mark.parametrize(
    ("house", "won"), [("at once", True), ("when collecting", False), ("end of turn", False)]
)
def test_a_base_retaken_wins(house: str, won: bool) -> None:
    table = a_turn(
        {"ursa": ("red", 9), "pyramus": ("green", 1)},
        goals=THREE | {"18-territories": "red"},
        facts={"bases": {"red": "pyramus"}},
        victory=house,
    )
    play(table, "ursa", "pyramus", {"attack": [6, 6, 6], "defence": [1]})
    assert bool(table.state.winners) == won
    if not won:
        play(table, 3, "end")
        if house == "end of turn":
            play(table, "end")
        assert table.state.winners == ("red",)


@pytest.mark.rule("SC-WIN", "SC-ELM")
def test_the_last_on_the_board_wins_without_achievements() -> None:
    table = a_turn({"pyramus": ("green", 1)}, rest="red")
    play(table, "ursa", "pyramus", {"attack": [6], "defence": [1]})
    assert table.state.winners == ("red",)


@pytest.mark.rule("SC-TD", "SC-A15")
@pytest.mark.parametrize("house", ["collected", "left out"])
def test_achievements_do_not_win_total_domination(house: str) -> None:
    table = a_turn(
        owned(*POOR[:18]),
        mode="total domination",
        step="achieve",
        goals=THREE if house == "collected" else {},
        domination_achievements=house,
    )
    table = arranged(table, bases={"red": POOR[0]})
    if house == "collected":
        play(table, "18-territories")
    assert table.state.winners == ()
    assert step(table) == "reinforce"  # the next player's turn


@pytest.mark.rule("SC-TD")
def test_total_domination_is_won_with_the_whole_board() -> None:
    table = a_turn({"pyramus": ("green", 1)}, rest="red", mode="total domination")
    play(table, "ursa", "pyramus", {"attack": [6], "defence": [1]})
    assert table.state.winners == ("red",)


@pytest.mark.rule("SC-A2", "SC-ELM")
@pytest.mark.parametrize(("house", "asked"), [("at once", "Trade in stars?"), ("next turn", "Attack what?")])
def test_when_captured_cards_may_be_traded(house: str, asked: str) -> None:
    table = a_turn(
        {"ursa": ("red", 9), "pyramus": ("blue", 1)}, captured_cards=house, hands={"blue": 2, "red": 3}
    )
    play(table, "ursa", "pyramus", {"attack": [6, 6, 6], "defence": [1]}, 3)
    assert table.question is not None and table.question.prompt == asked
    if house == "at once":
        assert not table.may(["one-star"] * 4).allowed  # captured ones only
        play(table, ["one-star", "one-star"], {"place": "ursa", "count": 2})
        assert table.state.hands["red"].size == 3
    question = table.question
    assert question is not None and (question.prompt, question.focus) == ("Attack what?", ("pyramus",))
