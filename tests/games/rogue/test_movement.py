"""Moving squads: how far, past whom, over which ground; and a reason for every zone out of reach."""

from typing import Any

import pytest

from companion.games.rogue import movement
from companion.games.rogue.movement import Move
from tests.games.rogue.boards import a_state, a_table
from tests.referee.tables import play

RED = "red assault* recon"


@pytest.mark.parametrize(
    ("zone", "rules"),
    [
        pytest.param("coast-road", (), marks=pytest.mark.rule("RG-MOV-3")),  # on the same tile
        pytest.param(
            "sandy-beach", (), marks=pytest.mark.rule("RG-MOV-3")
        ),  # the first zone of the next tile
        ("towpath", ()),  # of another next tile
        pytest.param(
            "quay", ("RG-MOV-3",), marks=pytest.mark.rule("RG-MOV-3")
        ),  # the second zone of the next tile
        ("outer-gate", ("RG-MOV-3",)),  # beyond the next tile
        pytest.param(
            "footbridge", ("RG-MOV-4",), marks=pytest.mark.rule("RG-MOV-4")
        ),  # a tile over the corner
        pytest.param("river", ("RG-MOV-5",), marks=pytest.mark.rule("RG-MOV-5")),  # water
    ],
)
def test_how_far_a_squad_goes(zone: str, rules: tuple[str, ...]) -> None:
    state = a_state({"palm-grove": RED})
    assert movement.judge(state, Move("red", "palm-grove", 2, 0), zone).rules == rules


@pytest.mark.rule("RG-MOV-5")
def test_water_is_not_crossed() -> None:
    state = a_state({"docks": RED})
    # The quay lies behind the bay; round by the fish market it can be reached, unless an enemy stands there.
    assert movement.judge(state, Move("red", "docks", 2, 0), "quay").allowed
    state = a_state({"docks": RED, "fish-market": "blue assault"})
    assert movement.judge(state, Move("red", "docks", 2, 0), "quay").rules == ("RG-MOV-6",)


@pytest.mark.parametrize(
    ("zone", "rules"),
    [
        pytest.param("parade-ground", (), marks=pytest.mark.rule("RG-MOV-6")),  # past a teammate
        pytest.param("outer-gate", ("RG-SQD-2", "RG-MOV-6"), marks=pytest.mark.rule("RG-SQD-2", "RG-MOV-6")),
        pytest.param(
            "radio-mast", ("RG-MOV-6",), marks=pytest.mark.rule("RG-MOV-6")
        ),  # an enemy stands there
        ("motor-pool", ()),
        ("command-post", ()),  # round the enemy
    ],
)
def test_friend_and_enemy_in_the_way(zone: str, rules: tuple[str, ...]) -> None:
    """The picture of the document: past a friendly squad, never past an enemy, never stopping with either."""
    state = a_state(
        {"east-wall": RED, "outer-gate": "green assault", "radio-mast": "blue recon"},
        players=4,
        teams=True,
    )
    move = Move("red", "east-wall", 2, 0)
    if zone == "motor-pool":
        assert movement.judge(state, move, zone).rules == ("RG-MOV-6",)  # only past the enemy
    else:
        assert movement.judge(state, move, zone).rules == rules


@pytest.mark.rule("RG-MOV-6")
def test_an_enemy_closes_the_way() -> None:
    state = a_state({"docks": RED, "fish-market": "blue recon"})
    ruling = movement.judge(state, Move("red", "docks", 2, 0), "sandy-beach")
    assert ruling.rules == ("RG-MOV-6",)
    assert "in the way" in ruling.text


@pytest.mark.parametrize(
    ("there", "moving", "house", "rules"),
    [
        pytest.param("red recon recon", 2, {}, (), marks=pytest.mark.rule("RG-A4", "RG-SQD-1")),
        pytest.param("red recon recon recon", 2, {}, ("RG-SQD-1",), marks=pytest.mark.rule("RG-SQD-1")),
        pytest.param("red recon", 2, {"merging": "never"}, ("RG-A4",), marks=pytest.mark.rule("RG-A4")),
        pytest.param(
            "red tank tank recon", 2, {}, ("RG-SQD-1",), marks=pytest.mark.rule("RG-TNK-2", "RG-SQD-1")
        ),
    ],
)
def test_joining_a_squad_of_ones_own(
    there: str, moving: int, house: dict[str, Any], rules: tuple[str, ...]
) -> None:
    state = a_state({"docks": RED, "fish-market": there}, **house)
    assert movement.judge(state, Move("red", "docks", moving, 0), "fish-market").rules == rules


@pytest.mark.rule("RG-TNK-5")
@pytest.mark.parametrize(
    ("origin", "zone", "bad"),
    [
        ("ford", "footbridge", "bridge"),
        ("ford", "reeds", "woods"),
        ("ford", "farmyard", "building and cover"),
        ("gravel-pit", "checkpoint", "cover"),
        ("lookout", "cliff-path", "rocky"),
    ],
)
def test_ground_closed_to_tanks(origin: str, zone: str, bad: str) -> None:
    state = a_state({origin: "red tank"}, level="intermediate", cover={"farmyard": 1, "checkpoint": 2})
    ruling = movement.judge(state, Move("red", origin, 1, 1), zone)
    assert ruling.rules == ("RG-TNK-5",) and bad in ruling.text
    assert movement.judge(state, Move("red", origin, 1, 0), zone).allowed  # soldiers may


@pytest.mark.rule("RG-TNK-5")
def test_a_tank_does_not_pass_closed_ground_either() -> None:
    state = a_state({"motor-pool": "red tank"}, level="intermediate", cover={"checkpoint": 2})
    # The towpath is open, but barracks, checkpoint and gravel pit lie around the motor pool.
    ruling = movement.judge(state, Move("red", "motor-pool", 1, 1), "towpath")
    assert ruling.rules == ("RG-TNK-5",) and "on the way" in ruling.text
    assert movement.judge(state, Move("red", "motor-pool", 1, 0), "towpath").allowed


@pytest.mark.rule("RG-TNK-6")
def test_a_tank_slows_but_does_not_pin() -> None:
    """The example of the document: stop next door to the tank, and move on next turn."""
    state = a_state({"coast-road": "blue tank", "docks": RED}, level="intermediate")
    to = lambda origin, zone: movement.judge(state, Move("red", origin, 2, 0), zone)  # noqa: E731
    # Sandy beach and net sheds lie next to the tank's road: the squad stops there.
    assert to("docks", "sandy-beach").allowed and to("docks", "net-sheds").allowed
    ruling = to("docks", "palm-grove")
    assert ruling.rules == ("RG-TNK-6",)
    assert "tank" in ruling.text
    # Next turn it starts beside the tank and moves away freely, through one zone next to it.
    state.squads["sandy-beach"] = state.squads.pop("docks")
    assert to("sandy-beach", "dunes").allowed and to("sandy-beach", "docks").allowed
    assert to("sandy-beach", "quay").allowed


@pytest.mark.rule("RG-TNK-6")
def test_ones_own_tanks_slow_nobody() -> None:
    state = a_state({"coast-road": "red tank", "docks": RED}, level="intermediate")
    assert movement.judge(state, Move("red", "docks", 2, 0), "palm-grove").allowed


@pytest.mark.rule("RG-MOV-1", "RG-MOV-2")
def test_part_of_a_squad_moves_and_part_stays() -> None:
    table = a_table({"docks": "red assault* recon support", "command-post": "blue assault*"})
    play(table, "docks", "recon", "+go", "fish-market")
    assert table.state.squads["docks"].units == {"recon": 1}
    assert table.state.squads["fish-market"].units == {"assault": 1, "support": 1}
    assert table.state.squads["fish-market"].leaders == ["assault"]
    # One move a turn: the turn goes on to combat, and as there is nobody to attack, to the next player.
    assert table.state.active == "blue"


@pytest.mark.rule("RG-MOV-1")
def test_only_ones_own_squads_move() -> None:
    table = a_table({"docks": RED, "quay": "blue assault"})
    assert table.answer("quay").rules == ("RG-MOV-1",)
    assert table.answer("end").allowed


@pytest.mark.rule("RG-MOV-4")
def test_every_zone_has_its_ruling() -> None:
    state = a_state({"docks": RED, "quay": "blue tank", "palm-grove": "red support"}, level="intermediate")
    planned = Move("red", "docks", 2, 0)
    allowed = movement.reach(state, planned)
    denied = movement.refusals(state, planned, allowed)
    assert set(allowed) | set(denied) == set(state.ground.zones)
    assert all(ruling.reasons for ruling in denied.values())


@pytest.mark.rule("RG-MOV-1", "RG-MOV-3")
@pytest.mark.parametrize(
    ("origin", "target", "rules"),
    [
        ("docks", "quay", ()),
        ("docks", "vineyard", ("RG-MOV-3",)),
        ("docks", "atlantis", ("RG-MOV-3",)),
        ("command-post", "east-wall", ("RG-MOV-1",)),  # not one's own
    ],
)
def test_may_i_move(origin: str, target: str, rules: tuple[str, ...]) -> None:
    table = a_table({"docks": RED, "command-post": "blue recon"})
    assert table.inquire("move", origin=origin, target=target).rules == rules


@pytest.mark.rule("RG-MOV-3")
def test_zones_are_understood_by_their_names() -> None:
    table = a_table({"palm-grove": RED}, step="squad")
    play(table, "Palm grove", "+go", "Coast road")
    assert set(table.state.squads) == {"coast-road"}
    assert table.inquire("move", origin="Coast Road", target="palm grove").rules in ((), ("RG-MOV-1",))
