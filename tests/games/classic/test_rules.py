"""The sums and verdicts of classic Risk as tables, and the published examples they must agree with."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from companion.games.boards.board import load_board
from companion.games.classic import rules
from companion.games.classic.game import CLASSIC
from companion.games.classic.turn import pass_turn
from companion.games.territory.reinforcement import territory_term, total
from companion.games.territory.state import Holding
from companion.referee.dice import Contest, Force, pair_dice
from companion.referee.seats import seats_of
from tests.games.classic.boards import a_turn
from tests.referee.tables import lay

CONTINENTS = {
    "asia": 7,
    "europe": 5,
    "north-america": 5,
    "africa": 3,
    "south-america": 2,
    "australia": 2,
}
FRONT = {"alaska": ("red", 5), "kamchatka": ("blue", 2), "alberta": ("red", 1), "ontario": ("red", 2)}


# --- CL-RNF ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CL-RNF")
@pytest.mark.parametrize(
    ("territories", "armies"),
    [(1, 3), (8, 3), (9, 3), (11, 3), (12, 4), (14, 4), (15, 5), (41, 13)],
)
def test_a_third_of_the_territories_and_at_least_three(territories: int, armies: int) -> None:
    assert territory_term(territories).armies == armies


@pytest.mark.rule("CL-RNF", "CL-MAP")
@pytest.mark.parametrize(("continent", "bonus"), CONTINENTS.items())
def test_a_whole_continent_brings_its_bonus(continent: str, bonus: int) -> None:
    places = load_board("classic").continent(continent).territories
    whole = a_turn(dict.fromkeys(places, ("red", 1))).state
    assert total(rules.income(whole, "red")) == max(3, len(places) // 3) + bonus
    whole.holdings[places[0]] = Holding("blue", 1)
    assert total(rules.income(whole, "red")) == max(3, (len(places) - 1) // 3)


@pytest.mark.rule("CL-MAP")
def test_the_map_has_42_territories_and_83_links() -> None:
    board = load_board("classic")
    assert (len(board.territories), len(board.links), len(board.continents)) == (42, 83, 6)
    assert "kamchatka" in board.neighbours("alaska")


# --- CL-SET, CL-STAR ---------------------------------------------------------------------------------------


@pytest.mark.rule("CL-SET-3")
@pytest.mark.parametrize("set_values", ["rising", "pair with wild"])
def test_five_cards_always_hold_a_set(set_values: str) -> None:
    """So nobody is ever told to trade what cannot be traded."""
    allowed, _ = rules.sets(a_turn({}, set_values=set_values).state)
    for hand in product(rules.SYMBOLS, repeat=5):
        if hand.count("wild") <= 2:
            assert any(all(hand.count(card) >= three.count(card) for card in three) for three in allowed)


@pytest.mark.rule("CL-SET")
@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (["infantry", "infantry", "cavalry"], "cavalry, infantry, infantry is no set."),
        (["wild", "wild", "wild"], "There are only 2 wild cards."),
        (["infantry"], "A set is three alike"),
        (["infantry"] * 4, "infantry, infantry, infantry, infantry is no set."),
        (["queen", "queen", "queen"], "queen, queen, queen is no set."),
    ],
)
def test_may_i_trade_these(cards: list[str], words: str) -> None:
    ruling = a_turn(FRONT, step="trade", hands={"red": 4}).inquire("trade", cards=cards)
    assert ruling.rules == ("CL-SET",)
    assert words in ruling.text


@pytest.mark.rule("CL-SET")
@pytest.mark.parametrize(
    "cards",
    [
        ["infantry"] * 3,
        ["cavalry", "artillery", "infantry"],
        ["wild", "cavalry", "cavalry"],
        ["wild", "wild", "cavalry"],
    ],
)
def test_a_set_may_be_traded(cards: list[str]) -> None:
    assert a_turn(FRONT, step="trade", hands={"red": 3}).inquire("trade", cards=cards).allowed
    no_cards = a_turn(FRONT, step="trade").inquire("trade", cards=cards)
    assert "Red holds 0 cards" in no_cards.text
    assert "CL-TURN" in a_turn(FRONT, hands={"red": 3}).inquire("trade", cards=cards).rules


@pytest.mark.rule("CL-SETUP")
@pytest.mark.parametrize(
    ("house", "armies"),
    [({}, (40, 35, 30, 25, 20)), ({"armies": "french"}, (40, 40, 35, 30, 25))],
)
def test_starting_armies_by_players(house: dict[str, str], armies: tuple[int, ...]) -> None:
    for players, expected in zip(range(2, 7), armies, strict=True):
        given = rules.starting_armies(lay(CLASSIC, players, **house).state)
        neutral = {"neutral": 40} if players == 2 else {}
        assert given == {seat.id: expected for seat in seats_of(players)} | neutral


# --- CL-ATK, CL-FORT, CL-TURN: "may I?" --------------------------------------------------------------------


@pytest.mark.rule("CL-ATK", "CL-FORT", "CL-TURN")
@pytest.mark.parametrize(
    ("step", "inquiry", "words", "rule", "says"),
    [
        ("attack", "attack", {"origin": "alaska", "target": "kamchatka"}, "", "Allowed."),
        ("attack", "attack", {"origin": "alaska", "target": "japan"}, "CL-ATK", "Japan is not linked"),
        ("attack", "attack", {"origin": "alberta", "target": "ontario"}, "CL-ATK", "an attack needs 2"),
        (
            "fortify",
            "attack",
            {"origin": "alaska", "target": "kamchatka"},
            "CL-TURN",
            "It is the fortify step",
        ),
        ("fortify", "fortify", {"origin": "alaska", "target": "alberta", "armies": 4}, "", "Allowed."),
        (
            "fortify",
            "fortify",
            {"origin": "alaska", "target": "alberta", "armies": 5},
            "CL-FORT",
            "1 to 4 can",
        ),
        (
            "fortify",
            "fortify",
            {"origin": "alaska", "target": "alberta", "armies": 0},
            "CL-FORT",
            "1 to 4 can",
        ),
        ("attack", "fortify", {"origin": "alaska", "target": "alberta"}, "CL-TURN", "not fortify"),
        ("fortify", "fortify", {"origin": "ontario", "target": "alberta"}, "", "Allowed."),
    ],
)
def test_may_i(step: str, inquiry: str, words: dict[str, Any], rule: str, says: str) -> None:
    ruling = a_turn(FRONT, step=step).inquire(inquiry, **words)
    assert ruling.rules == ((rule,) if rule else ())
    assert says in ruling.text


@pytest.mark.rule("CL-TURN")
def test_where_nothing_can_be_answered_but_the_end_that_is_said() -> None:
    table = a_turn({"alaska": ("red", 1), "kamchatka": ("blue", 5)}, step="attack")
    said = table.inquire("fortify", origin="alaska", target="kamchatka").text
    assert said.endswith("Asked now: 'Attack from where?'. Nothing is: choose 'End attacks'.")


@pytest.mark.rule("CL-TURN")
def test_nothing_may_be_done_before_the_turns_begin() -> None:
    ruling = lay(CLASSIC, 3).inquire("attack", origin="alaska", target="kamchatka")
    assert ruling.text.startswith("The turns have not begun. Asked now: 'Who rolled highest?")


@pytest.mark.rule("CL-TURN")
@pytest.mark.parametrize(
    ("starter", "held", "turns"),
    [
        ("red", ("red", "blue", "green"), [("red", 1), ("blue", 1), ("green", 1), ("red", 2), ("blue", 2)]),
        ("blue", ("red", "blue", "green"), [("blue", 1), ("green", 1), ("red", 1), ("blue", 2)]),
        ("green", ("red", "blue"), [("green", 1), ("red", 1), ("blue", 1), ("red", 2)]),  # green is out
    ],
)
def test_a_round_ends_where_it_began(
    starter: str, held: tuple[str, ...], turns: list[tuple[str, int]]
) -> None:
    places = dict(zip(("alaska", "brazil", "china"), ((owner, 1) for owner in held), strict=False))
    state = a_turn(places, rest=held[-1]).state
    state.active = state.starter = starter
    seen = []
    for _ in turns:
        seen.append((state.active, state.round))
        pass_turn(state)
    assert seen == turns


# --- the published examples --------------------------------------------------------------------------------

DICE: dict[str, tuple[int, int, dict[str, Any], dict[str, Any]]] = {
    "2v1": (2, 1, {}, {}),
    "3v1": (3, 1, {}, {}),
    "3v2 attacker +1 high": (3, 2, {"bonus": 1}, {}),
    "3v2 bonus attack die": (3, 2, {"extra": 1}, {}),
    "3v2 bonus defence die": (3, 2, {}, {"extra": 1}),
    "3v2 both +1 high": (3, 2, {"bonus": 1}, {"bonus": 1}),
    "3v2 defender +1 high": (3, 2, {}, {"bonus": 1}),
}
WAYS = {  # defender loses all, split, attacker loses all
    "2v1": (125, 0, 91),
    "3v1": (855, 0, 441),
    "3v2 attacker +1 high": (3970, 2377, 1429),
    "3v2 bonus attack die": (21421, 15470, 9765),
    "3v2 bonus defence die": (10767, 13671, 22218),
    "3v2 both +1 high": (2890, 2611, 2275),
    "3v2 defender +1 high": (1860, 3176, 2740),
}


def ways(case: str) -> tuple[int, int, int]:
    """Lay out every roll there is and count how they end."""
    attack, defence, mine, theirs = DICE[case]
    fight = Contest(Force("red", "alaska", 9, attack, **mine), Force("blue", "japan", 9, defence, **theirs))
    thrown = attack + mine.get("extra", 0)
    counts = dict.fromkeys(range(min(attack, defence) + 1), 0)
    for faces in product(range(1, 7), repeat=thrown + defence + theirs.get("extra", 0)):
        pairs = pair_dice(fight, {"attack": faces[:thrown], "defence": faces[thrown:]})
        counts[sum(pair.loser == "defender" for pair in pairs)] += 1
    lost = sorted(counts)
    return counts[lost[-1]], sum(counts[some] for some in lost[1:-1]), counts[0]


def test_the_shared_reinforcements(shared: Path) -> None:
    vectors = json.loads((shared / "rules" / "vectors.json").read_text(encoding="utf-8"))
    for vector in (vector for vector in vectors if vector["game"] == "classic"):
        assert territory_term(vector["input"]["territories"]).armies == vector["expected"]["troops"]


@pytest.mark.rule("CL-ATK")
@pytest.mark.parametrize("case", DICE)
def test_every_roll_there_is(case: str) -> None:
    assert ways(case) == WAYS[case]


def test_the_shared_examples_are_the_ones_above(shared: Path) -> None:
    vectors = json.loads((shared / "rules" / "vectors.json").read_text(encoding="utf-8"))
    dice = {v["input"]["case"]: v["expected"] for v in vectors if v["game"] == "any Risk dice"}
    assert {case: (e["def_loses_all"], e["split"], e["att_loses_all"]) for case, e in dice.items()} == WAYS
