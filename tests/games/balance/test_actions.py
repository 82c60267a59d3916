"""The fifteen special combat actions: price, effect and expiry, and why one cannot be bought."""

from typing import Any

import pytest

from companion.games.balance import rules
from companion.games.balance.shop import ACTIONS, find, judge_purchase
from companion.games.balance.state import BalanceState, LastingEffect
from companion.games.territory.state import NEUTRAL
from companion.referee.questions import END, Choose, Deploy, PickOrEnd, PlayCards, Roll
from companion.referee.table import Table
from tests.games.balance.boards import a_turn, armies
from tests.referee.tables import play

FRONT = {
    "alaska": ("red", 6),
    "alberta": ("red", 4),
    "kamchatka": ("blue", 5),
    "northwest-territory": ("blue", 1),
    "siam": (NEUTRAL, 10),
}
RICH = {"red": 12}


def shop(**changes: Any) -> Table[BalanceState]:
    """Red in the shop with a full pile."""
    return a_turn(**({"held": FRONT, "step": "actions", "casualties": RICH} | changes))


def bought(action: str, *answers: object, **changes: Any) -> Table[BalanceState]:
    """The table after Red has bought a special combat action and answered what it asks."""
    return play(shop(**changes), action, *answers)


def objections(table: Table[BalanceState], action: str) -> tuple[str, ...]:
    """The rules that keep the seat on turn from buying."""
    known = find(action)
    assert known
    return judge_purchase(table.state, known).rules


def pass_turns(table: Table[BalanceState], turns: int) -> None:
    """Get on by this many turns without doing anything."""
    last = table.state.turn + turns
    while table.state.turn < last:
        do_nothing(table)


def do_nothing(table: Table[BalanceState]) -> None:
    """Get on by one answer that attacks nobody."""
    question = table.question
    match question:
        case Choose():
            play(table, END if any(o.id == END for o in question.options) else "none")
        case Deploy():
            play(table, {"place": question.allowed[0], "count": question.most})
        case Roll():
            play(table, {pool.name: [6] * pool.most for pool in question.pools})
        case _:
            play(table, END)


@pytest.mark.rule("BP-SCA", "BP-CAS-2")
@pytest.mark.parametrize(
    ("action", "price"),
    [
        ("recon", 2),
        ("maneuver", 3),
        ("alliance", 4),
        ("attack", 4),
        ("defence", 4),
        ("general", 4),
        ("neutral", 4),
        ("draft", 5),
        ("bomb", 6),
        ("bombardment", 6),
        ("card", 6),
        ("sabotage", 6),
        ("forces", 6),
        ("espionage", 8),
        ("airfield", 10),
    ],
)
def test_what_each_costs(action: str, price: int) -> None:
    marks = {"kamchatka": "site", "siam": "rough"}
    there = {"marks": marks, "hands": {"blue": 2}}
    assert objections(shop(casualties={"red": price - 1}, **there), action) == ("BP-CAS-2",)
    table = shop(casualties={"red": price}, **there)
    pile = table.state.troop_pile["red"]
    play(table, action)
    assert (table.state.casualties["red"], table.state.troop_pile["red"]) in (
        (0, pile + price),
        (0, pile + price - 3),  # Draft 3 Troops takes them out again
    )


def test_there_are_fifteen() -> None:
    assert len({action.id for action in ACTIONS}) == len({action.rule for action in ACTIONS}) == 15


@pytest.mark.rule("BP-CAS-3")
def test_as_many_as_one_likes_and_nobody_without_means_is_asked() -> None:
    table = bought("maneuver", "alaska", END, "maneuver", "alaska", END)
    assert table.state.casualties["red"] == 6
    assert shop(casualties={}).state.step == "draft"  # an empty pile, no cards: no shop


@pytest.mark.rule("BP-CAS-2")
@pytest.mark.parametrize(
    ("pile", "hand", "laid", "left"),
    [
        (1, 2, ["one-star"], (0, 1)),  # 1 + 1 pay Recon Mission
        (0, 1, ["two-star"], (0, 0)),
        (1, 1, ["two-star"], (1, 0)),  # nothing is given back on a card
        (3, 1, [], (1, 1)),  # only troops
    ],
)
def test_stars_pay_too(pile: int, hand: int, laid: list[str], left: tuple[int, int]) -> None:
    table = shop(casualties={"red": pile}, hands={"red": hand}, marks={"kamchatka": "site"})
    play(table, "recon", laid)
    assert (table.state.casualties["red"], table.state.cards.hands["red"]) == left


@pytest.mark.rule("BP-CAS-2")
def test_stars_must_make_up_what_the_pile_lacks() -> None:
    table = shop(casualties={"red": 1}, hands={"red": 3}, marks={"kamchatka": "site"})
    play(table, "recon")
    assert isinstance(table.question, PlayCards)
    assert table.answer([]).text == "It costs 2, the pile has 1: pay the rest with stars."
    assert not table.answer(["one-star", "two-star"]).allowed  # a card too many
    play(table, {"offer": "leave"})
    assert (table.state.casualties["red"], table.state.facts.recon) == (1, 0)


# --- each of them ------------------------------------------------------------------------------------------


@pytest.mark.rule("BP-SCA-RECON", "BP-A11")
@pytest.mark.parametrize(
    ("house", "then", "faces"),
    [
        ({}, [{"attack": [1, 4]}, {"attack": [5]}], (6, 4, 5)),  # two ones, one of them twice
        ({"recon": "counts as two"}, [], (6, 2, 2)),
    ],
)
def test_recon_saves_ones_at_a_site(house: Any, then: list[Any], faces: tuple[int, ...]) -> None:
    table = bought("recon", "recon", END, marks={"kamchatka": "site"}, **house)
    play(
        table,
        {"place": "alaska", "count": 3},
        "alaska",
        "kamchatka",
        {"attack": [6, 1, 1], "defence": [2, 2]},
    )
    play(table, *then)
    lost_to_two = sum(face > 2 for face in sorted(faces, reverse=True)[:2])
    assert armies(table, "kamchatka") == [("blue", 5 - lost_to_two)]


@pytest.mark.rule("BP-SCA-RECON")
def test_recon_is_for_sites_and_for_dice_that_are_rolled() -> None:
    assert objections(shop(), "recon") == ("BP-SCA-RECON",)  # no site at all
    table = bought("recon", "recon", "recon", marks={"kamchatka": "site"})
    assert objections(table, "recon") == ("BP-SCA-RECON",)  # three dice, three saved
    play(table, END, {"place": "alaska", "count": 3}, "alaska", "northwest-territory")
    play(table, {"attack": [1, 1, 1], "defence": [6]})  # no site: ones stay
    assert armies(table, "alaska") == [("red", 8)]


@pytest.mark.rule("BP-SCA-MANEUVER")
def test_maneuver_gathers_five_troops() -> None:
    table = bought("maneuver", "alberta", "alaska")
    assert table.answer(6).rules == ("BP-SCA-MANEUVER",)
    play(table, 5)
    assert armies(table, "alaska", "alberta") == [("red", 1), ("red", 9)]
    assert isinstance(table.question, Choose)  # the shop again


@pytest.mark.rule("BP-SCA-MANEUVER")
def test_maneuver_can_be_ended_and_goes_on_after_a_correction() -> None:
    table = bought("maneuver", "alberta", "alaska", 2)
    assert table.correct({"quebec.armies": 7}).allowed
    assert table.answer("quebec").rules == ("BP-SCA-MANEUVER",)  # not ours
    play(table, END)
    assert armies(table, "alberta") == [("red", 6)]


@pytest.mark.rule("BP-SCA-MANEUVER")
def test_maneuver_needs_connected_troops() -> None:
    lonely = {"alaska": ("red", 6), "japan": ("red", 3)}
    assert objections(shop(held=lonely), "maneuver") == ("BP-SCA-MANEUVER",)


@pytest.mark.rule("BP-SCA-ALLIANCE", "BP-A13")
def test_an_ally_does_not_attack_for_a_turn() -> None:
    table = bought("alliance", "blue", END, {"place": "alaska", "count": 3}, END, END)
    assert table.state.active == "blue"
    pass_to_attack(table)
    assert table.answer("kamchatka").rules == ("BP-SCA-ALLIANCE",)
    pass_turns(table, 2)
    pass_to_attack(table)
    assert table.may("kamchatka").allowed  # in the turn after that


def pass_to_attack(table: Table[BalanceState]) -> None:
    """Get on to the attack step of this turn."""
    while table.state.step != "attack":
        do_nothing(table)


@pytest.mark.rule("BP-SCA-ALLIANCE")
def test_the_neutral_army_can_be_an_ally_until_ones_next_turn() -> None:
    table = bought("alliance", NEUTRAL)
    assert LastingEffect("alliance", "red", NEUTRAL) in table.state.effects
    assert table.answer("alliance").allowed
    assert table.answer(NEUTRAL).rules == ("BP-SCA-ALLIANCE",)  # already
    play(table, "blue")
    assert objections(table, "alliance") == ("BP-SCA-ALLIANCE",)  # nobody is left
    play(table, END, {"place": "alaska", "count": 3}, END, END)
    pass_turns(table, 1)
    assert not table.state.in_force("alliance")


@pytest.mark.rule("BP-SCA-ATTACK", "BP-A12")
@pytest.mark.parametrize(("house", "buys", "dice"), [({"extra_dice": "one"}, 1, (2, 4)), ({}, 2, (3, 5))])
def test_improved_attack_rolls_more_dice_of_which_the_best_count(
    house: Any, buys: int, dice: tuple[int, int]
) -> None:
    table = bought(*["attack"] * buys, END, {"place": "alaska", "count": 3}, "alaska", "kamchatka", **house)
    question = table.question
    assert isinstance(question, Roll)
    assert (question.pools[0].least, question.pools[0].most) == dice
    play(table, {"attack": [1] * buys + [5, 5, 5], "defence": [4, 4]})
    assert armies(table, "kamchatka") == [("blue", 3)]


@pytest.mark.rule("BP-A12", "BP-SCA-ATTACK", "BP-SCA-DEFENSE")
@pytest.mark.parametrize("action", ["attack", "defence"])
def test_by_house_rule_one_extra_die_is_the_most(action: str) -> None:
    assert objections(bought(action), action) == ()
    assert objections(bought(action, extra_dice="one"), action) == ("BP-A12",)


@pytest.mark.rule("BP-SCA-DEFENSE", "BP-A12")
def test_how_many_extra_dice_defend_is_told() -> None:
    first = bought("defence")
    assert first.latest[-1].text == "Red defends with an extra die until their next turn."
    assert play(first, "defence").latest[-1].text == "Red defends with 2 extra dice until their next turn."


@pytest.mark.rule("BP-SCA-DEFENSE", "BP-A12")
@pytest.mark.parametrize(("troops", "dice"), [(6, 3), (3, 3), (2, 3), (1, 2)])
def test_improved_defence_lasts_until_ones_own_next_turn(troops: int, dice: int) -> None:
    held = FRONT | {"alaska": ("red", troops)}
    table = bought("defence", END, {"place": "alberta", "count": 3}, END, END, held=held)
    pass_to_attack(table)
    play(table, "kamchatka", "alaska")
    assert isinstance(table.question, Roll) and table.question.pools[1].most == dice
    play(table, {"offer": "call off"})
    pass_turns(table, 1)
    assert not table.state.in_force("defence")


@pytest.mark.rule("BP-SCA-GENERAL", "BP-A13")
def test_without_its_general_a_territory_does_not_attack_the_buyer() -> None:
    table = bought("general")
    assert table.answer("japan").rules == ("BP-SCA-GENERAL",)  # not next to Red
    assert table.answer("alberta").rules == ("BP-SCA-GENERAL",)  # Red's own
    play(table, "kamchatka")
    play(table, "general")
    assert table.answer("kamchatka").rules == ("BP-SCA-GENERAL",)  # already
    play(table, "ontario", END, {"place": "alaska", "count": 3}, END, END)
    pass_to_attack(table)
    assert table.answer("kamchatka").rules == ("BP-SCA-GENERAL",)
    assert table.inquire("attack", origin="kamchatka", target="alaska").rules == ("BP-SCA-GENERAL",)
    pass_turns(table, 1)
    assert not table.state.in_force("general")


@pytest.mark.rule("BP-SCA-GENERAL")
def test_no_general_stands_next_door() -> None:
    table = shop(held={"alaska": ("red", 6)} | FRONT, rest=("red", 1))
    for place in ("kamchatka", "northwest-territory", "siam"):
        play(table, "general", place)
    assert objections(table, "general") == ("BP-SCA-GENERAL", "BP-CAS-2")


@pytest.mark.rule("BP-SCA-NEUTRAL", "BP-NEU-6")
def test_neutral_troops_attack_for_the_buyer() -> None:
    held = FRONT | {"india": ("red", 2)}
    table = bought("neutral", "siam", held=held)
    assert table.answer("india").rules == ("BP-NEU-6",)  # Red commands them
    play(table, "china", {"attack": [6, 6, 6], "defence": [1, 1]}, 9)
    assert armies(table, "siam", "china") == [(NEUTRAL, 1), (NEUTRAL, 9)]
    assert isinstance(table.question, Choose)
    assert not table.state.facts.conquered  # that is no conquest of Red's


@pytest.mark.rule("BP-SCA-NEUTRAL", "BP-NEU-6")
def test_neutral_troops_must_be_able_to_attack_somebody_else() -> None:
    assert objections(shop(held={"alaska": ("red", 6)}), "neutral") == ("BP-SCA-NEUTRAL",)  # none
    surrounded = {"indonesia": (NEUTRAL, 9), "alaska": ("blue", 3)}
    assert objections(shop(held=surrounded, rest=("red", 1)), "neutral") == ("BP-SCA-NEUTRAL",)


@pytest.mark.rule("BP-SCA-DRAFT")
def test_three_troops_are_placed_at_once() -> None:
    table = bought("draft", {"place": "alaska", "count": 1})
    assert table.answer({"place": "kamchatka", "count": 2}).rules == ("BP-SCA-DRAFT",)
    play(table, {"place": "alberta", "count": 2})
    assert armies(table, "alaska", "alberta") == [("red", 7), ("red", 6)]
    assert table.state.step == "actions"


@pytest.mark.rule("BP-SCA-DRAFT")
def test_nothing_is_drafted_from_an_empty_troop_pile() -> None:
    table = shop(casualties={}, hands={"red": 5}, setting={"troops": {"red": 10, "blue": 300, NEUTRAL: 99}})
    assert table.state.troop_pile["red"] == 0
    assert objections(table, "draft") == ("BP-SCA-DRAFT",)


@pytest.mark.rule("BP-SCA-BOMB", "BP-A14", "BP-CAS-1")
@pytest.mark.parametrize(
    ("house", "reached", "left"),
    [
        ({}, {"alaska", "japan", "irkutsk", "yakutsk", "mongolia"}, 3),  # one's own too
        ({"fallout": "enemies"}, {"japan", "irkutsk", "yakutsk", "mongolia"}, 3),
    ],
)
def test_the_bomb_takes_two_and_the_fallout_one(house: Any, reached: set[str], left: int) -> None:
    table = bought("bomb", "kamchatka", **house)
    question = table.question
    assert isinstance(question, Roll)
    assert {pool.name for pool in question.pools} == reached
    faces = {place: [3] for place in reached} | {"japan": [4], "irkutsk": [6]}
    play(table, faces)
    assert armies(table, "kamchatka", "japan", "irkutsk", "yakutsk") == [
        ("blue", left),
        ("blue", 1),
        ("blue", 1),
        ("blue", 2),
    ]
    assert table.state.casualties["blue"] == 4


@pytest.mark.rule("BP-SCA-BOMB", "BP-A14")
def test_the_bomb_leaves_one_troop() -> None:
    table = bought("bomb")
    assert table.answer("alaska").rules == ("BP-SCA-BOMB",)  # Red's own
    play(table, "japan")
    assert armies(table, "japan") == [("blue", 1)]
    assert objections(shop(held={"alaska": ("red", 9)}, rest=("blue", 1)), "bomb") == ("BP-SCA-BOMB",)


@pytest.mark.rule("BP-A14", "BP-SCA-BOMB", "BP-ATK")
def test_an_emptied_territory_is_nobodys_until_somebody_walks_in() -> None:
    table = bought("bomb", "northwest-territory", bombing="may empty")
    play(table, {pool.name: [1] for pool in table.question.pools})
    assert armies(table, "northwest-territory") == [(None, 0)]
    play(table, END, {"place": "alaska", "count": 3}, "alaska", "northwest-territory", 4)
    assert armies(table, "alaska", "northwest-territory") == [("red", 5), ("red", 4)]
    assert table.state.facts.conquered


@pytest.mark.rule("BP-A14")
def test_the_last_troop_of_a_player_can_be_bombed() -> None:
    table = shop(held=FRONT | {"brazil": ("green", 1)}, players=3, bombing="may empty", hands={"green": 2})
    play(table, "bomb", "brazil")
    assert armies(table, "brazil") == [(None, 0)]
    assert table.state.cards.hands["green"] == 0
    assert not table.state.winners


@pytest.mark.rule("BP-SCA-BOMBARDMENT", "BP-A14")
@pytest.mark.parametrize(("troops", "left"), [(5, 2), (3, 1), (2, 1)])
def test_bombardment_takes_three(troops: int, left: int) -> None:
    table = bought("bombardment", held=FRONT | {"kamchatka": ("blue", troops)})
    assert table.answer("japan").rules == ("BP-SCA-BOMBARDMENT",)  # not next to Red
    assert "has 1 troop" in table.answer("northwest-territory").text
    play(table, "kamchatka")
    assert armies(table, "kamchatka") == [("blue", left)]
    assert table.state.casualties["blue"] == troops - left


@pytest.mark.rule("BP-SCA-BOMBARDMENT")
def test_no_enemy_next_door_has_troops_to_lose() -> None:
    assert objections(shop(rest=("blue", 1), held={"alaska": ("red", 9)}), "bombardment") == (
        "BP-SCA-BOMBARDMENT",
    )


@pytest.mark.rule("BP-SCA-CARD", "CL-CARD")
def test_a_card_is_drawn_if_one_is_left() -> None:
    assert bought("card").state.cards.hands["red"] == 1
    empty = shop(hands={"blue": 42})
    assert objections(empty, "card") == ("BP-SCA-CARD",)


@pytest.mark.rule("BP-SCA-SABOTAGE", "BP-A13", "BP-A15")
@pytest.mark.parametrize(
    ("house", "drafted"),
    [
        ({}, 8),  # 38 / 3 = 12 and 10 for continents: 40% of 22 is 8.8
        ({"sabotage": "rounded up"}, 9),
        ({"sabotage": "territories only"}, 14),  # 40% of 12 is 4.8, and 10
    ],
)
def test_sabotage_cuts_one_draft(house: Any, drafted: int) -> None:
    table = bought("sabotage", "blue", held=FRONT | {"indonesia": ("red", 1)}, **house)
    assert objections(table, "sabotage") == ("BP-SCA-SABOTAGE",)  # already
    assert rules.draft(table.state, "blue").troops == drafted
    play(table, END, {"place": "alaska", "count": 3}, END, END)
    pass_turns(table, 1)
    assert not table.state.in_force("sabotage")
    assert rules.draft(table.state, "blue").troops == 22


@pytest.mark.rule("BP-SCA-FORCES", "BP-RGH")
def test_special_forces_attack_rough_terrain_with_three() -> None:
    marks = {"kamchatka": "rough"}
    assert objections(shop(), "forces") == ("BP-SCA-FORCES",)  # no rough terrain
    table = bought("forces", marks=marks)
    assert "BP-SCA-FORCES" in objections(table, "forces")  # already
    play(table, END, {"place": "alaska", "count": 3}, "alaska", "kamchatka")
    assert isinstance(table.question, Roll) and table.question.pools[0].most == 3


@pytest.mark.rule("BP-SCA-ESPIONAGE", "BP-A23")
@pytest.mark.parametrize(
    ("house", "words"), [({}, "Draw it at random."), ({"espionage": "victim chooses"}, "They choose which.")]
)
def test_espionage_steals_a_card(house: Any, words: str) -> None:
    table = shop(held=FRONT | {"peru": ("green", 3)}, players=3, hands={"blue": 2}, **house)
    play(table, "espionage")
    assert table.question and table.question.detail == words
    assert table.answer("green").rules == ("BP-SCA-ESPIONAGE",)  # has none
    play(table, "blue")
    assert table.state.cards.hands == {"red": 1, "blue": 1, "green": 0}
    assert objections(shop(), "espionage") == ("BP-SCA-ESPIONAGE",)


@pytest.mark.rule("BP-SCA-AIRFIELD")
def test_an_airfield_is_built_once_on_a_territory() -> None:
    table = bought("airfield")
    assert table.answer("kamchatka").rules == ("BP-SCA-AIRFIELD",)
    play(table, "alaska")
    assert table.state.airfields == {"alaska": "red"}
    full = shop(setting={"airfields": {"alaska": "red", "alberta": "red"}})
    assert objections(full, "airfield") == ("BP-SCA-AIRFIELD",)


@pytest.mark.rule("BP-SCA", "BP-CAS-2")
def test_may_i_buy() -> None:
    table = shop(casualties={"red": 3})
    assert table.inquire("buy", action="maneuver").allowed
    ruling = table.inquire("buy", action="airfield")
    assert ruling.text == (
        "Build Airfield costs 10; there are 3 in the Pile of Casualties and 0 cards. "
        "Asked now: 'Buy a special combat action?'. Allowed: No more, Maneuver (3)."
    )
    assert table.inquire("buy", action="rocket").rules == ("BP-SCA",)
    play(table, END)
    assert table.inquire("buy", action="maneuver").rules == ("BP-SCA",)  # too late


@pytest.mark.rule("BP-SCA-NEUTRAL")
def test_what_cannot_be_carried_out_any_more_comes_to_nothing() -> None:
    table = bought("neutral")
    assert isinstance(table.question, PickOrEnd)
    assert table.correct({"siam.owner": "blue"}).allowed  # there is no neutral army after all
    assert any("has no effect" in report.text for report in table.latest)
    assert isinstance(table.question, Choose)
