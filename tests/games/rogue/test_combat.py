"""Combat on the ground: who, with how many dice, what upgrades them, who falls, and what comes after."""

from typing import Any

import pytest

from companion.games.rogue import rules
from companion.games.rogue.state import RogueState
from companion.odds.symbol_dice import Wounds, symbol_contest_wounds
from companion.referee.questions import Choose, Count, FillIn, Roll
from companion.referee.table import Table
from tests.games.rogue.boards import a_card, a_state, a_table
from tests.referee.tables import play

FOUR = "red assault* engineer recon support"
# Zones in a row without cover: docks - fish-market - sandy-beach.
NEXT = {"docks": FOUR, "fish-market": "blue assault* engineer recon support"}


def a_fight(squads: dict[str, str] | None = None, **facts: Any) -> Table[RogueState]:
    """A table where red attacks from the first zone into the second, just declared."""
    squads = squads or NEXT
    table = a_table(squads, step="combat", **facts)
    origin, target = list(squads)[:2]
    return play(table, origin, target)


def pools(table: Table[RogueState]) -> dict[str, int]:
    """The dice asked for, by kind."""
    assert isinstance(table.question, Roll)
    return {pool.name: pool.most for pool in table.question.pools}


def roll(table: Table[RogueState]) -> Table[RogueState]:
    """Roll ones: with the faces of these tests every die shows what it always shows."""
    return play(table, {name: [1] * number for name, number in pools(table).items()})


@pytest.mark.parametrize(
    ("squads", "cover", "expected"),
    [
        pytest.param(NEXT, {}, (3, 0, 2, 0), marks=pytest.mark.rule("RG-CMB-4")),
        ({"docks": "red assault*", "fish-market": "blue recon*"}, {}, (1, 0, 1, 0)),
        ({"docks": "red assault* recon", "fish-market": "blue recon* recon"}, {}, (2, 0, 2, 0)),
        # One die better for each cover token in one's own zone, when attacking too.
        pytest.param(NEXT, {"fish-market": 1}, (3, 0, 1, 1), marks=pytest.mark.rule("RG-CMB-5")),
        (NEXT, {"docks": 2}, (1, 2, 2, 0)),
        # Never more than are rolled.
        pytest.param(NEXT, {"docks": 5, "fish-market": 3}, (0, 3, 0, 2), marks=pytest.mark.rule("RG-CMB-5")),
        # A tank's die is always upgraded.
        pytest.param(
            {"docks": "red assault* tank", "fish-market": "blue tank recon*"},
            {},
            (1, 1, 1, 1),
            marks=pytest.mark.rule("RG-TNK-7"),
        ),
        ({"docks": "red assault* tank tank", "fish-market": "blue recon*"}, {"docks": 1}, (0, 3, 1, 0)),
    ],
)
def test_dice(squads: dict[str, str], cover: dict[str, int], expected: tuple[int, ...]) -> None:
    table = a_fight(squads, cover=cover, level="intermediate")
    rolled = pools(table)
    names = ("regular attack", "upgraded attack", "regular defence", "upgraded defence")
    assert tuple(rolled.get(name, 0) for name in names) == expected


@pytest.mark.rule("RG-CMB-6")
def test_four_hits_three_blocks_one_wound() -> None:
    """The example of the document."""
    assert rules.wounds(4, 3) == 1
    table = a_fight(cover={"docks": 1, "fish-market": 1})
    roll(table)  # 1 + 1 + 2 hits, 1 + 2 blocks
    assert isinstance(table.question, Choose) and table.question.seat == "blue"
    assert "1 to lose" in table.question.detail
    play(table, "recon")
    assert table.state.squads["fish-market"].units == {"assault": 1, "engineer": 1, "support": 1}
    assert table.state.lost["blue"]["recon"] == 1


@pytest.mark.rule("RG-CMB-6")
@pytest.mark.parametrize(("hits", "blocks", "wounds"), [(0, 0, 0), (3, 1, 2), (1, 4, 0), (6, 0, 6)])
def test_wounds_are_hits_less_blocks(hits: int, blocks: int, wounds: int) -> None:
    assert rules.wounds(hits, blocks) == wounds


@pytest.mark.rule("RG-CMB-7", "RG-A5")
@pytest.mark.parametrize(("house", "chooser"), [({}, "red"), ({"attacker_casualties": "defender"}, "blue")])
def test_a_hit_on_the_upgraded_defence_die_wounds_the_attacker(house: dict[str, Any], chooser: str) -> None:
    table = a_fight(cover={"fish-market": 1}, typed=True, **house)
    assert isinstance(table.question, FillIn)
    assert [field.name for field in table.question.fields] == ["hits", "blocks", "struck"]
    play(table, {"hits": 0, "blocks": 1, "struck": 1})
    assert isinstance(table.question, Choose) and table.question.seat == chooser
    assert "RG-A5" in table.question.rules
    play(table, "support")
    assert table.state.squads["docks"].size == 3
    assert table.state.squads["fish-market"].size == 4


@pytest.mark.rule("RG-TNK-8", "RG-A12", "RG-CLS-4")
@pytest.mark.parametrize(
    ("units", "blocks"),
    [
        ("tank", 0),
        ("tank engineer", 1),
        ("tank tank engineer", 1),  # each tank needs an engineer of its own
        ("tank tank engineer engineer", 2),
        ("engineer engineer", 0),
    ],
)
def test_a_tanks_engineer_blocks(units: str, blocks: int) -> None:
    squads = {"docks": FOUR, "fish-market": f"blue {units}"}
    table = a_fight(squads, level="advanced")
    assert isinstance(table.question, Roll) and table.question.symbol_contest is not None
    assert rules.certain_blocks(table.state, "defence") == blocks
    assert ("RG-TNK-8" in table.question.rules) == (blocks > 0)
    assert ("RG-CLS-4" in table.question.rules) == (blocks > 0)
    # The attack has no blocks of this kind, unless the house says so.
    turned = {"docks": f"red {units}", "fish-market": FOUR.replace("red", "blue")}
    assert rules.certain_blocks(a_fight(turned, level="advanced").state, "attack") == 0
    both = a_fight(turned, level="advanced", engineers_block="attack too")
    assert rules.certain_blocks(both.state, "attack") == blocks


@pytest.mark.rule("RG-CMB-5")
def test_the_odds_of_a_roll_are_known_when_the_faces_are() -> None:
    table = a_fight(cover={"fish-market": 1})
    assert isinstance(table.question, Roll) and table.question.symbol_contest is not None
    # Three hits against one and two blocks: with these faces nothing is left to chance.
    assert symbol_contest_wounds(table.question.symbol_contest) == {Wounds(attacker=0, defender=0): 1}


@pytest.mark.rule("RG-CMB-1", "RG-CMB-2")
def test_one_attack_a_turn_on_a_neighbour() -> None:
    squads = NEXT | {"quay": "red recon", "sandy-beach": "blue recon", "radio-mast": "blue recon"}
    table = a_table(squads, step="combat")
    assert table.answer("radio-mast").rules == ("RG-CMB-1",)  # not one's own
    play(table, "docks")
    assert table.answer("sandy-beach").rules == ("RG-CMB-2",)  # two zones off
    assert table.answer("quay").rules == ("RG-CMB-1",)  # a friend
    play(table, "end", "quay", "fish-market")
    roll(table)
    assert table.state.active == "blue"  # one attack was all


@pytest.mark.rule("RG-CMB-1")
def test_a_squad_that_did_not_move_may_attack() -> None:
    table = a_table(NEXT | {"dunes": "red recon"})
    play(table, "dunes", "coast-road", "docks", "fish-market")
    assert isinstance(table.question, Roll)


@pytest.mark.rule("RG-CMB-2", "RG-CMB-1")
@pytest.mark.parametrize(
    ("origin", "target", "rules"),
    [
        ("docks", "fish-market", ()),
        ("docks", "sandy-beach", ("RG-CMB-1",)),  # empty
        ("docks", "atlantis", ("RG-CMB-2",)),
        ("fish-market", "docks", ("RG-CMB-1",)),  # not one's own
    ],
)
def test_may_i_attack(origin: str, target: str, rules: tuple[str, ...]) -> None:
    table = a_table(NEXT, step="combat")
    assert table.inquire("attack", origin=origin, target=target).rules == rules


# --- after the fight -------------------------------------------------------------------------------


@pytest.mark.rule("RG-OVR")
@pytest.mark.parametrize(
    ("answers", "moved"),
    [
        (("overrun", "+go"), {"assault": 1, "engineer": 1, "recon": 1, "support": 1}),
        (("overrun", "recon", "+go"), {"assault": 1, "engineer": 1, "support": 1}),
        (("stay",), {}),
    ],
)
def test_overrun(answers: tuple[str, ...], moved: dict[str, int]) -> None:
    table = a_fight({"docks": FOUR, "fish-market": "blue recon"})
    roll(table)  # three hits, one block: the only defender falls
    play(table, *answers)
    there = table.state.squads.get("fish-market")
    assert (there.units if there else {}) == moved


@pytest.mark.rule("RG-A11", "RG-OVR")
def test_tanks_do_not_overrun_into_buildings() -> None:
    table = a_fight({"docks": "red tank tank assault*", "fish-market": "blue recon"}, level="intermediate")
    roll(table)
    play(table, "overrun")
    assert table.state.squads["fish-market"].units == {"assault": 1}
    assert table.state.squads["docks"].units == {"tank": 2}


@pytest.mark.rule("RG-CLS-1", "RG-OVR")
@pytest.mark.parametrize(
    ("recon", "between", "cover", "rules"),
    [
        (2, "", {}, ()),  # one zone further
        (1, "", {}, ("RG-CMB-2",)),
        (2, "", {"fish-market": 1}, ("RG-CLS-1",)),  # cover in the way
        (2, "blue recon", {}, ("RG-CLS-1",)),  # units in the way
    ],
)
def test_sniping(recon: int, between: str, cover: dict[str, int], rules: tuple[str, ...]) -> None:
    squads = {"docks": "red " + "recon " * recon, "sandy-beach": "blue support"}
    squads |= {"fish-market": between} if between else {}
    table = a_table(squads, step="squad", level="advanced", cover=cover)
    if not rules:
        play(table, "end")
    assert table.inquire("attack", origin="docks", target="sandy-beach").rules == rules
    if not rules:
        play(table, "docks", "sandy-beach")
        roll(table)  # two hits, one block
        assert "sandy-beach" not in table.state.squads  # nobody overruns from afar
        assert table.state.active == "blue"


@pytest.mark.rule("RG-CLS-1", "RG-CMB-2")
@pytest.mark.parametrize(("recon", "rules"), [(1, ("RG-CMB-2",)), (2, ("RG-CLS-1",))])
def test_the_rule_of_the_range_refuses_what_is_too_far(recon: int, rules: tuple[str, ...]) -> None:
    squads = {"docks": "red " + "recon " * recon, "radio-mast": "blue support"}
    table = a_table(squads, step="squad", level="advanced")
    ruling = table.inquire("attack", origin="docks", target="radio-mast")
    assert ruling.rules == rules and "out of range" in ruling.text


@pytest.mark.rule("RG-CLS-1")
def test_no_sniping_below_advanced() -> None:
    state = a_state({"docks": "red recon recon"}, level="intermediate")
    assert rules.attack_range(state, state.squads["docks"]) == 1
    state = a_state({"docks": "red recon recon recon recon"}, level="advanced")
    assert rules.attack_range(state, state.squads["docks"]) == 4  # the example of the document


@pytest.mark.rule("RG-CLS-2", "RG-A6")
@pytest.mark.parametrize(
    ("support", "level", "cards"),
    [(1, "advanced", 3), (2, "advanced", 2), (3, "advanced", 1), (4, "advanced", 0), (4, "intermediate", 3)],
)
def test_suppressing_fire(support: int, level: str, cards: int) -> None:
    squads = {"docks": "red " + "support " * support, "fish-market": "blue recon"}
    table = a_fight(squads, level=level, hand=2)
    play(table, 0)
    asked = table.question
    if cards:
        assert isinstance(asked, Count) and (asked.seat, asked.most) == ("blue", cards)
    else:
        assert isinstance(asked, Roll)
        assert any("suppressed" in report.text for report in table.latest)


@pytest.mark.rule("RG-CLS-3", "RG-A6")
@pytest.mark.parametrize(
    ("squad", "house", "zones"),
    [
        # Two assault units: one zone, on the same tile.
        ("red assault assault", {}, {"harbour-bay": False, "fish-market": True, "quay": False}),
        ("red assault assault assault", {}, {"fish-market": True, "quay": True, "sandy-beach": True}),
        ("red assault recon", {}, None),
    ],
)
def test_run_and_gun(squad: str, house: dict[str, str], zones: dict[str, bool] | None) -> None:
    table = a_fight({"docks": squad, "fish-market": "blue recon"}, level="advanced", **house)
    roll(table)  # the defender falls: the zone is empty
    options = [option.id for option in table.question.options]
    assert options == (["overrun", "run and gun", "stay"] if zones else ["overrun", "stay"])
    if zones is None:
        return
    play(table, "run and gun")
    for zone, may in zones.items():
        assert table.may(zone).allowed == may, zone
    assert table.may("dunes").rules == ("RG-CLS-3",)  # another tile
    play(table, "fish-market")
    assert table.state.squads["fish-market"].count("assault") == squad.count("assault")


@pytest.mark.rule("RG-A6", "RG-CLS-3")
def test_a_defender_runs_by_house_rule() -> None:
    squads = {"docks": "red recon", "fish-market": "blue assault assault"}
    table = a_fight(squads, level="advanced", run_and_gun="either side")
    roll(table)  # one hit, two blocks
    assert isinstance(table.question, Choose) and table.question.seat == "blue"
    play(table, "run and gun", "sandy-beach")
    assert table.state.squads["sandy-beach"].owner == "blue"


@pytest.mark.rule("RG-A6")
@pytest.mark.parametrize(("house", "runs"), [("after casualties", False), ("at declaration", True)])
def test_when_assault_units_are_counted(house: str, runs: bool) -> None:
    squads = {"quay": "red assault assault", "fish-market": "blue recon recon"}
    table = a_fight(squads, level="advanced", assault_count=house, cover={"fish-market": 1}, typed=True)
    # One of the two assault units falls to the hit on an upgraded defence die.
    play(table, {"struck": 1})
    asked = table.question
    assert (isinstance(asked, Choose) and "RG-CLS-3" in asked.rules) == runs


@pytest.mark.rule("RG-A11", "RG-TNK-6")
@pytest.mark.parametrize(("house", "may"), [("tanks let pass", True), ("tanks stop", False)])
def test_tanks_next_door_and_run_and_gun(house: str, may: bool) -> None:
    squads = {
        "docks": "red assault assault assault",
        "fish-market": "blue recon",
        "coast-road": "blue tank",
    }
    table = a_fight(squads, level="advanced", overrun=house)
    roll(table)
    play(table, "run and gun")
    # Past the fish market (not next to the tank) to the beach and the quay: two steps are free.
    assert table.may("sandy-beach").allowed and table.may("quay").allowed
    # Out of the sheds, next to the tank, the quay would be a third step.
    squads["quay"] = "red assault assault assault assault"
    squads["net-sheds"] = "blue support"
    del squads["docks"]
    table = a_table(squads, step="combat", level="advanced", overrun=house)
    play(table, "quay", "net-sheds")
    roll(table)
    play(table, "run and gun")
    assert table.may("sandy-beach").allowed == may


@pytest.mark.rule("RG-CMB-3")
def test_cards_can_end_a_fight_before_the_dice() -> None:
    shot = a_card("Shot", "wound 4")
    table = a_fight({"docks": FOUR, "fish-market": "blue recon"}, hand=1, cards=(shot,))
    play(table, 1, 0, "Shot", "fish-market")
    assert isinstance(table.question, Choose) and "RG-OVR" in table.question.rules
    play(table, "stay")
    assert table.state.active == "blue"  # that was the attack of this turn
