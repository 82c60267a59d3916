"""Attacks: what may be attacked from where, in whose words it is refused, and how battles end."""

from typing import Any

import pytest

from companion.games.nuked.rulings import can_send
from companion.games.nuked.state import NukedState
from companion.referee.ruling import Ruling
from companion.referee.table import Table
from tests.games.nuked.boards import Held, a_turn
from tests.referee.tables import play

DUEL: Held = {
    "north-africa": ("red", 7),
    "brazil": ("blue", 3),
    "peru": ("blue", 1),
    "egypt": (None, 0),
    "congo": ("red", 3),
    "western-europe": ("red", 1),
}


def holds(table: Table[NukedState], place: str) -> tuple[str | None, int]:
    """Owner and soldiers of a territory."""
    holding = table.state.holdings[place]
    return holding.owner, holding.armies


@pytest.mark.rule("NK-ATK-1", "NK-BTL-1")
def test_the_example_of_rule_one() -> None:
    table = play(a_turn(DUEL), "north-africa", "brazil", 6)
    assert (holds(table, "north-africa"), holds(table, "brazil")) == (("red", 1), ("red", 3))


@pytest.mark.rule("NK-ATK-3", "NK-MAP")
def test_the_example_of_rule_5() -> None:
    table = play(a_turn({"china": ("red", 4), "india": (None, 0)}), "china", "india", 3)
    assert (holds(table, "china"), holds(table, "india")) == (("red", 1), ("red", 1))


@pytest.mark.rule("NK-ATK-2")
def test_the_sum_of_an_attack_is_told() -> None:
    table = a_turn(DUEL)
    play(table, "north-africa", "brazil")
    assert table.question is not None
    assert str(table.question.detail) == "2 x 3 defenders = 6."


@pytest.mark.rule("NK-ATK-5")
def test_there_is_no_limit_to_attacks() -> None:
    table = play(
        a_turn(DUEL | {"north-africa": ("red", 14), "congo": ("red", 8)}), "north-africa", "brazil", 6
    )
    for origin, target, sent in (("north-africa", "egypt", 3), ("brazil", "peru", 2), ("congo", "egypt", 0)):
        if sent:
            play(table, origin, target, sent)
    assert {holds(table, place)[0] for place in ("brazil", "egypt", "peru")} == {"red"}
    assert table.question is not None and table.question.prompt == "Attack from where?"


@pytest.mark.parametrize(
    ("answers", "wrong", "rules", "words"),
    [
        pytest.param(
            ("north-africa",),
            "peru",
            ("NK-MAP",),
            "Peru is not linked to North Africa.",
            marks=pytest.mark.rule("NK-MAP"),
        ),
        pytest.param(
            ("north-africa",),
            "congo",
            ("NK-ATK-1",),
            "Congo is your own.",
            marks=pytest.mark.rule("NK-ATK-1"),
        ),
        pytest.param(
            ("north-africa", "brazil"),
            5,
            ("NK-ATK-1",),
            "Brazil needs 6 = 2 x 3.",
            marks=pytest.mark.rule("NK-ATK-1"),
        ),
        pytest.param(
            ("north-africa", "brazil"),
            7,
            ("NK-ATK-4",),
            "North Africa has 7 soldiers, and one stays behind.",
            marks=pytest.mark.rule("NK-ATK-4"),
        ),
        pytest.param(
            ("north-africa", "egypt"),
            2,
            ("NK-ATK-3",),
            "Egypt is unoccupied and needs 3.",
            marks=pytest.mark.rule("NK-ATK-3"),
        ),
        pytest.param(
            (),
            "western-europe",
            ("NK-ATK-4",),
            "Western Europe has 1 soldier",
            marks=pytest.mark.rule("NK-ATK-4"),
        ),
        pytest.param((), "peru", ("NK-MAP",), "Peru belongs to Blue.", marks=pytest.mark.rule("NK-MAP")),
        # Three soldiers cannot set out for three rivals or an unoccupied territory: one must stay.
        pytest.param(
            (), "congo", ("NK-ATK-1",), "needs 4 = 2 x 2, and 1 stays: 5.", marks=pytest.mark.rule("NK-ATK-1")
        ),
    ],
)
def test_what_is_refused(answers: tuple[Any, ...], wrong: Any, rules: tuple[str, ...], words: str) -> None:
    ruling = play(a_turn(DUEL), *answers).may(wrong)
    assert (ruling.allowed, ruling.rules) == (False, rules)
    assert words in ruling.text


@pytest.mark.parametrize(
    ("defenders", "attackers", "round", "capital", "ruling", "words"),
    [
        pytest.param(4, 13, 4, True, (), "", marks=pytest.mark.rule("NK-ATK-2")),
        pytest.param(
            4,
            12,
            4,
            True,
            ("NK-ATK-4",),
            "Brazil needs 12 = 3 x 4, and 1 stays: 13.",
            marks=pytest.mark.rule("NK-ATK-4"),
        ),
        pytest.param(
            4, 11, 4, True, ("NK-ATK-2",), "North Africa has 11.", marks=pytest.mark.rule("NK-ATK-2")
        ),
        pytest.param(4, 11, 4, False, (), "", marks=pytest.mark.rule("NK-ATK-2")),
        pytest.param(1, 20, 3, True, ("NK-CAP-2",), "this is round 3", marks=pytest.mark.rule("NK-CAP-2")),
        # All that is wrong, not the first.
        pytest.param(9, 20, 3, True, ("NK-CAP-2", "NK-ATK-2"), "", marks=pytest.mark.rule("NK-CAP-2")),
        # An empty Capital of somebody who still plays cannot be taken early either.
        pytest.param(0, 20, 3, True, ("NK-CAP-2",), "", marks=pytest.mark.rule("NK-CAP-2")),
        pytest.param(0, 20, 4, True, (), "", marks=pytest.mark.rule("NK-CAP-2")),
    ],
)
def test_capitals(
    defenders: int, attackers: int, round: int, capital: bool, ruling: tuple[str, ...], words: str
) -> None:
    held: Held = {
        "north-africa": ("red", attackers),
        "brazil": ("blue" if defenders else None, defenders),
        "egypt": ("red", 1),
        "iceland": ("blue", 1),
    }
    capitals = {"blue": "brazil"} if capital else {}
    table = a_turn(held, rest=("green", 30), capitals=capitals, round=round)
    judged = table.inquire("attack", origin="north-africa", target="brazil")
    assert (judged.rules, judged.allowed) == (ruling, not ruling)
    assert words in judged.text


@pytest.mark.rule("NK-CRD-2", "NK-BTL-2")
@pytest.mark.parametrize(
    ("answer", "house", "by", "brazil", "left_behind"),
    [
        ("stand", {}, 3, ("red", 3), 1),
        # Three and three are six: nobody is larger, and all die.
        pytest.param("defence", {}, 3, (None, 0), 1, marks=pytest.mark.rule("NK-A4")),
        pytest.param(
            "defence", {"equal": "defender holds"}, 3, ("blue", 1), 1, marks=pytest.mark.rule("NK-A4")
        ),
        ("defence", {}, 2, ("red", 1), 1),
        ("defence", {}, 5, ("blue", 2), 1),
        # Twice the troops are asked for once more, and the attackers go home.
        pytest.param(
            "defence", {"enough": "after the card"}, 2, ("blue", 5), 7, marks=pytest.mark.rule("NK-A5")
        ),
        pytest.param(
            "stand", {"enough": "after the card"}, 2, ("red", 3), 1, marks=pytest.mark.rule("NK-A5")
        ),
    ],
)
def test_a_defence_card_may_turn_the_battle(
    answer: str, house: dict[str, str], by: int, brazil: tuple[str | None, int], left_behind: int
) -> None:
    table = a_turn(DUEL, hands={"blue": 1}, rule_set={"defence": {"by": by}}, **house)
    play(table, "north-africa", "brazil", 6)
    assert table.question is not None and table.question.seat == "blue"
    play(table, answer)
    assert (holds(table, "brazil"), holds(table, "north-africa")) == (brazil, ("red", left_behind))
    assert table.state.cards.hands["blue"] == (answer == "stand")


@pytest.mark.parametrize(
    ("answer", "house", "by", "told"),
    [
        # (the answer of the attacked, house rules, soldiers of a Defence card, the last report)
        ("stand", {}, 3, ("6 against 3: Red takes Brazil with 3.", "red", ("NK-BTL-1", "NK-A14"))),
        ("defence", {}, 2, ("6 against 5: Red takes Brazil with 1.", "red", ("NK-BTL-1", "NK-A14"))),
        ("defence", {}, 3, ("6 against 6: nobody is left in Brazil.", "red", ("NK-A4", "NK-MAP"))),
        (
            "defence",
            {"equal": "defender holds"},
            3,
            ("6 against 6: Brazil holds with 1.", "blue", ("NK-BTL-1", "NK-BTL-2", "NK-A4")),
        ),
        ("defence", {}, 5, ("6 against 8: Brazil holds with 2.", "blue", ("NK-BTL-1", "NK-BTL-2"))),
        (
            "defence",
            {"enough": "after the card"},
            2,
            ("6 against 2 x 5 is too few: the attack on Brazil turns back.", "red", ("NK-A5",)),
        ),
    ],
)
def test_what_is_told_of_a_battle(
    answer: str, house: dict[str, str], by: int, told: tuple[str, str, tuple[str, ...]]
) -> None:
    table = a_turn(DUEL, hands={"blue": 1}, rule_set={"defence": {"by": by}}, **house)
    play(table, "north-africa", "brazil", 6, answer)
    *before, last = table.latest
    assert (last.text, last.seat, last.rules) == told
    assert last.kind == ("conquest" if "takes" in last.text else "battle")
    shield = f"Blue plays Defence: 3 are {3 + by}."
    assert [report.text for report in before] == ([shield] if answer == "defence" else [])


@pytest.mark.parametrize(
    ("house", "asked_again"),
    [
        pytest.param({}, False, marks=pytest.mark.rule("NK-CRD-2", "NK-A13")),
        pytest.param({"defence": "one an attack"}, True, marks=pytest.mark.rule("NK-A13")),
    ],
)
def test_one_defence_card_for_each_territory(house: dict[str, str], asked_again: bool) -> None:
    held = DUEL | {"north-africa": ("red", 40)}
    table = a_turn(held, hands={"blue": 2}, rule_set={"defence": {"by": 30}}, **house)
    play(table, "north-africa", "brazil", 6, "defence")
    assert holds(table, "brazil") == ("blue", 27)
    table.correct({"brazil.armies": 3})
    play(table, "north-africa", "brazil", 6)
    asked = table.question is not None and table.question.seat == "blue"
    assert asked == asked_again
    assert table.inquire("defence", place="brazil").allowed == asked_again


@pytest.mark.rule("NK-A6")
def test_several_origins_in_one_attack() -> None:
    held = DUEL | {"north-africa": ("red", 5), "venezuela": ("red", 4)}
    alone = a_turn(held).inquire("attack", origin="north-africa", target="brazil")
    assert alone.rules == ("NK-ATK-1",)
    table = play(a_turn(held, origins="several"), "north-africa", "brazil")
    assert table.may(2).rules == ("NK-ATK-1",)  # Venezuela can make good no more than three
    play(table, 4)
    assert table.may("end").rules == ("NK-A6",)
    assert table.may("peru").rules == ("NK-A6",)
    play(table, "venezuela")
    assert table.may(1).rules == ("NK-ATK-1",)
    play(table, 3)
    assert (holds(table, "brazil"), holds(table, "venezuela")) == (("red", 4), ("red", 1))


@pytest.mark.rule("NK-ATK-4", "NK-A6")
@pytest.mark.parametrize(
    ("origins", "origin", "count"),
    [
        ("one", "north-africa", 4),
        ("several", "north-africa", 4 + 8),
        ("several", "venezuela", 8 + 4),
        ("several", "alaska", 6),  # not linked to Brazil
        ("several", "peru", 4 + 8),  # another's
    ],
)
def test_how_many_can_be_sent(origins: str, origin: str, count: int) -> None:
    held = DUEL | {"north-africa": ("red", 5), "venezuela": ("red", 9), "alaska": ("red", 7)}
    assert can_send(a_turn(held, origins=origins).state, "red", origin, "brazil") == count


@pytest.mark.rule("NK-A6")
def test_whoever_attacks_first_sends_one_at_least() -> None:
    """Others can send all that is needed."""
    held = DUEL | {"north-africa": ("red", 5), "venezuela": ("red", 9)}
    table = play(a_turn(held, origins="several"), "north-africa", "brazil")
    assert not table.may(0).allowed and table.may(1).allowed


@pytest.mark.rule("NK-A11")
@pytest.mark.parametrize(("farm_lost", "rules"), [("safe", ("NK-A11",)), ("all cut off", ())])
def test_farms_that_are_safe(farm_lost: str, rules: tuple[str, ...]) -> None:
    table = a_turn(DUEL, farms={"blue": "brazil"}, hands={"red": 1}, farm_lost=farm_lost)
    ruling: Ruling = table.inquire("attack", origin="north-africa", target="brazil")
    assert ruling.rules == rules
    assert table.inquire("nuke", target="brazil").rules == rules


@pytest.mark.rule("NK-A17", "NK-ELM")
def test_a_capital_that_falls_ends_its_players_game() -> None:
    held = DUEL | {"north-africa": ("red", 12)}
    table = a_turn(held, victory="capital falls", capitals={"blue": "brazil"}, hands={"blue": 2})
    play(table, "north-africa", "brazil", 9, "stand")
    assert (holds(table, "peru"), table.state.held("blue")) == ((None, 0), ())
    assert table.state.cards.hands == {"red": 2, "blue": 0, "green": 0}
    assert not table.state.winners


@pytest.mark.rule("NK-A17")
def test_capitals_win_as_soon_as_there_are_enough() -> None:
    capitals = {"red": "congo", "blue": "brazil", "green": "japan"}
    table = a_turn(
        DUEL | {"north-africa": ("red", 12)},
        victory="capitals",
        capitals=capitals,
        rule_set={"victory": {"capitals": 2}},
    )
    play(table, "north-africa", "brazil", 9)
    assert table.state.winners == ("red",)


@pytest.mark.rule("NK-ELM", "NK-A17")
def test_the_last_one_standing_wins() -> None:
    table = a_turn({"north-africa": ("red", 7), "brazil": ("blue", 3)}, rest=("red", 1), players=2)
    play(table, "north-africa", "brazil", 6)
    assert table.state.winners == ("red",)
    assert [report.kind for report in table.latest] == ["conquest", "elimination", "victory"]


@pytest.mark.rule("NK-TURN")
@pytest.mark.parametrize(
    ("step", "inquiry", "words", "rules"),
    [
        ("attack", "attack", {"origin": "north-africa", "target": "brazil"}, ()),
        ("attack", "attack", {"origin": "north-africa", "target": "brazil", "soldiers": 6}, ()),
        ("attack", "attack", {"origin": "north-africa", "target": "brazil", "soldiers": 5}, ("NK-ATK-1",)),
        ("attack", "attack", {"origin": "north-africa", "target": "brazil", "soldiers": 9}, ("NK-ATK-4",)),
        ("attack", "attack", {"origin": "brazil", "target": "north-africa"}, ("NK-MAP",)),
        ("place", "attack", {"origin": "north-africa", "target": "brazil"}, ("NK-TURN",)),
        ("attack", "defence", {"place": "brazil"}, ("NK-CRD-3",)),
        ("attack", "defence", {"place": "egypt"}, ("NK-CRD-2",)),
        ("attack", "card", {"card": "boat"}, ("NK-CRD-3",)),
    ],
)
def test_may_i(step: str, inquiry: str, words: dict[str, Any], rules: tuple[str, ...]) -> None:
    table = a_turn(DUEL, step=step, supply=3 * (step == "place"))
    assert table.inquire(inquiry, **words).rules == rules


@pytest.mark.rule("NK-ATK-3", "NK-CRD-3")
@pytest.mark.parametrize(
    ("attacks", "conquest"),
    [
        ((), "none"),
        ((("north-africa", "egypt", 3),), "unoccupied"),
        ((("north-africa", "brazil", 6),), "rival"),
        ((("north-africa", "brazil", 6), ("north-africa", "egypt", 3)), "rival"),
        ((("north-africa", "egypt", 3), ("north-africa", "brazil", 6)), "rival"),
    ],
)
def test_what_was_taken_in_this_turn(attacks: tuple[tuple[str, str, int], ...], conquest: str) -> None:
    table = a_turn(DUEL | {"north-africa": ("red", 12), "congo": ("red", 6), "egypt": (None, 0)})
    for origin, target, sent in attacks:
        asked = table.question
        assert asked is not None
        play(table, *(() if asked.focus == (origin,) else (origin,)), target, sent)
    assert table.state.facts.conquest == conquest
