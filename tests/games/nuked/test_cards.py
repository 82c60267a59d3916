"""Cards: one offensive card a turn at any time, what each does by the rule set, and how cards are won."""

from typing import Any

import pytest

from companion.games.nuked import cards
from companion.games.nuked.rulings import reachable
from companion.games.nuked.state import NukedState
from companion.referee.table import Table
from tests.games.nuked.boards import Held, a_turn
from tests.referee.tables import play

CARD = {"offer": "card"}
COASTS: Held = {
    "north-africa": ("red", 6),
    "congo": ("red", 4),
    "brazil": ("blue", 3),
    "japan": ("blue", 2),
    "mongolia": ("blue", 1),
    "egypt": (None, 0),
}
HAND = {"red": 3, "blue": 2}


def holds(table: Table[NukedState], place: str) -> tuple[str | None, int]:
    """Owner and soldiers of a territory."""
    holding = table.state.holdings[place]
    return holding.owner, holding.armies


@pytest.mark.rule("NK-CRD-1")
@pytest.mark.parametrize("step", ["muster", "place", "attack"])
def test_a_card_can_be_played_at_any_time_of_the_turn(step: str) -> None:
    table = a_turn(COASTS, step=step, hands=HAND, supply=3 * (step == "place"))
    play(table, CARD, "extra", "congo")
    assert holds(table, "congo") == ("red", 7)
    assert table.state.step == step
    assert (table.state.cards.hands["red"], table.state.cards.discards) == (2, {"extra": 1})


@pytest.mark.rule("NK-CRD-1")
@pytest.mark.parametrize("second", ["nuke", "boat", "attack", "extra"])
def test_only_one_a_turn(second: str) -> None:
    table = play(a_turn(COASTS, hands=HAND), CARD, "extra", "congo", CARD)
    ruling = table.may(second)
    assert (ruling.rules, ruling.text) == (
        ("NK-CRD-1",),
        "One offensive card a turn, and this turn's was an Extra Troop. Allowed: No card.",
    )
    play(table, "back")
    assert table.inquire("card", card=second).rules == ("NK-CRD-1",)


@pytest.mark.rule("NK-CRD-3")
def test_nobody_plays_what_nobody_has() -> None:
    table = a_turn(COASTS, hands={})
    assert table.question is not None and not table.question.offers
    table = a_turn(COASTS, hands=HAND)
    table.correct({"game.nuke": 4})
    play(table, CARD)
    assert table.may("nuke").rules == ("NK-CRD-4",)
    assert table.may("boat").allowed


@pytest.mark.rule("NK-CRD-4", "NK-MAP")
@pytest.mark.parametrize(
    ("kills", "lasts", "left", "radiated"),
    [("all", 2, (None, 0), True), ("half", 2, ("blue", 1), True), ("all", 0, (None, 0), False)],
)
def test_a_nuke(kills: str, lasts: int, left: tuple[str | None, int], radiated: bool) -> None:
    table = a_turn(COASTS, hands=HAND, rule_set={"nuke": {"kills": kills, "lasts": lasts}})
    play(table, CARD, "nuke", "brazil")
    assert holds(table, "brazil") == left
    assert ("brazil" in table.state.fallout) == radiated
    assert ("radiated" in table.game_view.places["brazil"].marks) == radiated


@pytest.mark.parametrize(
    ("target", "house", "nuke", "round", "rules"),
    [
        pytest.param("congo", {}, {}, 1, ("NK-A21",), marks=pytest.mark.rule("NK-A21")),
        pytest.param("egypt", {}, {}, 1, ("NK-A21",), marks=pytest.mark.rule("NK-A21")),
        pytest.param("japan", {}, {}, 3, ("NK-A3",), marks=pytest.mark.rule("NK-A3", "NK-CAP-2")),
        pytest.param("japan", {"nuke_on_capital": "always"}, {}, 1, (), marks=pytest.mark.rule("NK-A3")),
        pytest.param(
            "japan", {"nuke_on_capital": "later"}, {}, 3, ("NK-A3",), marks=pytest.mark.rule("NK-A3")
        ),
        pytest.param("japan", {"nuke_on_capital": "later"}, {}, 4, (), marks=pytest.mark.rule("NK-A3")),
        pytest.param(
            "japan", {"nuke_on_capital": "never"}, {}, 9, ("NK-A3",), marks=pytest.mark.rule("NK-A3")
        ),
        pytest.param(
            "mongolia", {}, {"reach": "next door"}, 4, ("NK-CRD-4",), marks=pytest.mark.rule("NK-CRD-4")
        ),
        pytest.param("brazil", {}, {"reach": "next door"}, 4, (), marks=pytest.mark.rule("NK-CRD-4")),
    ],
)
def test_where_a_nuke_may_strike(
    target: str, house: dict[str, str], nuke: dict[str, Any], round: int, rules: tuple[str, ...]
) -> None:
    table = a_turn(
        COASTS, hands=HAND, capitals={"blue": "japan"}, round=round, rule_set={"nuke": nuke}, **house
    )
    play(table, CARD, "nuke")
    assert table.may(target).rules == rules
    assert all(reason.house for reason in table.may(target).reasons), "no rule of the book"
    assert table.inquire("nuke", target=target).rules == rules


@pytest.mark.rule("NK-CRD-4")
@pytest.mark.parametrize(
    ("counted", "struck_by", "lasts", "over_at"),
    [
        # Blue strikes in round 4: the fallout is over when Blue's turn comes for the second time after.
        ("own turns", "blue", 2, (6, "blue")),
        ("own turns", "red", 1, (5, "red")),
        ("rounds", "blue", 2, (6, "red")),
        ("rounds", "blue", 1, (5, "red")),
    ],
)
def test_how_long_fallout_lasts(counted: str, struck_by: str, lasts: int, over_at: tuple[int, str]) -> None:
    table = a_turn(
        {"kamchatka": ("red", 1), "alaska": ("blue", 1), "peru": ("red", 1)},
        rest=("green", 1),
        hands={"red": 1, "blue": 1},
        rule_set={"nuke": {"lasts": lasts, "counted": counted}},
    )
    if struck_by == "blue":
        table.correct({"game.active": "blue", "game.step": "attack"})
    play(table, CARD, "nuke", "congo")
    while table.state.fallout:
        advance_turn(table)
    assert (table.state.round, table.state.active) == over_at


def advance_turn(table: Table[NukedState]) -> None:
    """Answer with whatever ends the step soonest, and lose nobody."""
    table.correct({f"{seat.id}.farm": table.state.held(seat.id)[0] for seat in table.state.seats})
    match table.state.step:
        case "muster":
            play(table, "anywhere")
        case "place":
            seat = table.state.mover.id
            play(table, {"place": table.state.held(seat)[0], "count": table.state.supply[seat]})
        case "attack":
            play(table, "end")
        case "end":
            play(table, True)


@pytest.mark.rule("NK-CRD-4")
@pytest.mark.parametrize(("entering", "rules"), [("free", ()), ("barred", ("NK-CRD-4",))])
def test_entering_radiated_land(entering: str, rules: tuple[str, ...]) -> None:
    held = COASTS | {"north-africa": ("red", 9)}
    table = a_turn(held, radiated=("brazil",), rule_set={"nuke": {"entering": entering}})
    assert table.inquire("attack", origin="north-africa", target="brazil").rules == rules


@pytest.mark.rule("NK-CRD-4")
@pytest.mark.parametrize(
    ("boat", "origin", "target", "rules"),
    [
        ({}, "congo", "japan", ("NK-ATK-4",)),
        ({}, "north-africa", "japan", ()),
        ({}, "north-africa", "mongolia", ("NK-CRD-4",)),
        ({"reach": "anywhere"}, "north-africa", "mongolia", ()),
        ({"landlocked": ("japan",)}, "north-africa", "japan", ("NK-CRD-4",)),
    ],
)
def test_a_boat(boat: dict[str, Any], origin: str, target: str, rules: tuple[str, ...]) -> None:
    table = a_turn(COASTS, hands=HAND, rule_set={"boat": boat})
    assert "NK-MAP" in table.inquire("attack", origin=origin, target=target).rules
    play(table, CARD, "boat")
    assert table.inquire("attack", origin=origin, target=target).rules == rules


@pytest.mark.rule("NK-CRD-4")
@pytest.mark.parametrize(("lasts", "still_there"), [("one attack", False), ("whole turn", True)])
def test_how_long_a_boat_lasts(lasts: str, still_there: bool) -> None:
    held = COASTS | {"north-africa": ("red", 20), "great-britain": (None, 0)}
    table = play(a_turn(held, hands={"red": 1}, rule_set={"boat": {"lasts": lasts}}), CARD, "boat")
    play(table, "north-africa", "egypt", 3)  # over land: the Boat is still there
    assert table.state.helped_by("boat")
    play(table, "north-africa", "japan", 4)
    assert holds(table, "japan") == ("red", 2)
    assert table.state.helped_by("boat") == still_there


@pytest.mark.rule("NK-CRD-4", "NK-A5")
@pytest.mark.parametrize(
    ("attack", "least", "left"),
    [
        # Three are lent for the battle: three and three make the six that Brazil needs.
        ({}, 3, 3),
        ({"lasts": "to stay"}, 3, 3),
        ({"by": 4, "lasts": "to stay"}, 2, 3),
        ({"form": "times", "by": 3}, 2, 2),
    ],
)
def test_an_attack_card(attack: dict[str, Any], least: int, left: int) -> None:
    table = play(a_turn(COASTS, hands={"red": 1}, rule_set={"attack": attack}), CARD, "attack")
    play(table, "north-africa", "brazil")
    assert table.may(least - 1).rules == ("NK-ATK-1",)
    play(table, least)
    assert holds(table, "brazil") == ("red", left)
    assert not table.state.helped_by("attack")


@pytest.mark.rule("NK-CRD-4")
def test_an_attack_card_needs_a_defender() -> None:
    table = play(a_turn(COASTS, hands={"red": 1}), CARD, "attack", "north-africa", "egypt")
    assert table.may(2).rules == ("NK-ATK-3",)
    play(table, 3)
    assert table.state.helped_by("attack")


@pytest.mark.rule("NK-CRD-3")
@pytest.mark.parametrize(
    ("won_by", "taken", "drawn"),
    [
        ("rival territory", "rival", 1),
        ("rival territory", "unoccupied", 0),
        ("any territory", "unoccupied", 1),
        ("any territory", "none", 0),
        ("every turn", "none", 1),
        ("nothing", "rival", 0),
    ],
)
def test_cards_are_won(won_by: str, taken: str, drawn: int) -> None:
    table = a_turn({}, rest=("red", 1), rule_set={"hands": {"won_by": won_by}})
    table.correct(
        {"peru.owner": "blue", "congo.owner": "green", "red.farm": "brazil", "game.conquest": taken}
    )
    play(table, "end")
    assert table.state.active == "blue"
    assert table.state.cards.hands["red"] == drawn


@pytest.mark.rule("NK-CRD-3")
def test_a_full_hand_draws_none_and_an_empty_deck_is_made_anew() -> None:
    whole: Held = {"peru": ("blue", 1), "congo": ("green", 1)}
    facts: dict[str, Any] = {"rest": ("red", 1), "farms": {"red": "brazil"}}
    table = a_turn(whole, hands={"red": 5}, **facts)
    table.correct({"game.conquest": "rival"})
    play(table, "end")
    assert table.state.cards.hands["red"] == 5
    table = a_turn(whole, rule_set={"deck": dict.fromkeys(("nuke", "boat", "extra", "defence"), 0)}, **facts)
    table.correct({"game.conquest": "rival", "game.attack": 6})
    play(table, "end")
    assert (table.state.cards.hands["red"], table.state.cards.deck) == (1, 5)
    assert table.state.cards.discards == {}


@pytest.mark.rule("NK-ELM", "NK-CRD-3")
@pytest.mark.parametrize(("fallen", "red", "deck"), [("to the victor", 3, 32), ("into the deck", 1, 34)])
@pytest.mark.parametrize("loser", ["blue", "yellow"])
def test_a_fallen_players_cards(loser: str, fallen: str, red: int, deck: int) -> None:
    held: Held = {"north-africa": ("red", 9), "brazil": (loser, 1)}
    table = a_turn(held, players=4, hands={"red": 2, loser: 2}, rule_set={"hands": {"fallen": fallen}})
    play(table, CARD, "nuke", "brazil")
    assert (table.state.cards.hands["red"], table.state.cards.deck) == (red, deck)


@pytest.mark.rule("NK-ELM", "NK-A21")
def test_the_cards_of_who_nukes_the_own_last_territory_go_into_the_deck() -> None:
    table = a_turn({"north-africa": ("red", 9)}, hands={"red": 3}, nuke_targets="anywhere")
    play(table, CARD, "nuke", "north-africa")
    assert (table.state.cards.hands["red"], table.state.cards.deck) == (0, 35)
    assert table.latest[1].text == "Red is out. Shuffled into the deck: 2 cards."


@pytest.mark.rule("NK-CRD-4", "NK-MAP")
def test_a_boat_reaches_every_coast_and_without_it_only_neighbours() -> None:
    table = a_turn({"brazil": ("red", 9)}, hands={"red": 1})
    neighbours = table.state.neighbours("brazil")
    assert reachable(table.state, "brazil") == neighbours
    play(table, CARD, "boat")
    reached = reachable(table.state, "brazil")
    assert set(neighbours) < set(reached) and "japan" in reached
    assert "mongolia" not in reached and "brazil" not in reached


@pytest.mark.parametrize(
    ("answers", "house", "told"),
    [
        (("extra", "congo"), {}, ("Red plays Extra Troop: 3 more in Congo.", "red", "NK-CRD-4")),
        (("boat",), {}, ("Red plays Boat: Attack coast to coast, one attack.", "red", "NK-CRD-4")),
        (("attack",), {}, ("Red plays Attack: +3 for the next attack.", "red", "NK-A5")),
        (("nuke", "brazil"), {}, ("A Nuke on Brazil: 3 soldiers of Blue dead.", "red", "NK-A20")),
        (
            ("nuke", "egypt"),
            {"nuke_targets": "anywhere"},
            ("A Nuke on Egypt: nobody is there.", "red", "NK-A20"),
        ),
        (
            ("nuke", "brazil", "defence"),
            {"nuke_defence": "stops it"},
            ("Blue plays Defence: the Nuke does nothing.", "blue", "NK-A20"),
        ),
        (
            ("nuke", "brazil", "stand"),
            {"nuke_defence": "stops it"},
            ("A Nuke on Brazil: 3 soldiers of Blue dead.", "red", "NK-A20"),
        ),
    ],
)
def test_what_is_told_of_a_card(
    answers: tuple[str, ...], house: dict[str, str], told: tuple[str, str, str]
) -> None:
    (report,) = play(a_turn(COASTS, hands=HAND, **house), CARD, *answers).latest
    assert (report.text, report.seat, report.rules[-1]) == told
    assert report.kind == ("battle" if report.text.startswith("A Nuke on") else "trade")


@pytest.mark.rule("NK-CRD-2", "NK-A22")
@pytest.mark.parametrize("played", [(), ("defence",), ("defence", "extra")])
@pytest.mark.parametrize(
    ("house", "kinds"), [("defence only", {"defence"}), ("any troop card", {"defence", "attack", "extra"})]
)
def test_cards_that_are_all_played_are_no_answer(
    house: str, kinds: set[str], played: tuple[str, ...]
) -> None:
    state = a_turn(COASTS, hands=HAND, answers=house).state
    state.cards.discards = {kind: getattr(state.table.deck, kind) for kind in played}
    assert set(cards.answers(state)) == kinds - set(played)
