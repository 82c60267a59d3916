"""Ten places of the document that are easy to get wrong, computed by hand."""

from typing import Any

import pytest

from companion.games.rogue import rules
from companion.games.rogue.state import RogueState
from companion.referee.questions import Choose, Count, FillIn
from companion.referee.table import Table
from tests.games.rogue.boards import a_state, a_table
from tests.referee.tables import play

DOCKS, MARKET, BEACH = "docks", "fish-market", "sandy-beach"


def typed(squads: dict[str, str], hits: int, blocks: int, struck: int | None = None, **facts: Any) -> Any:
    """Red attacks from the docks into the fish market; what the dice show is typed."""
    table: Table[RogueState] = play(a_table(squads, step="combat", typed=True, **facts), DOCKS, MARKET)
    assert isinstance(table.question, FillIn)
    return play(table, {"hits": hits, "blocks": blocks} | ({} if struck is None else {"struck": struck}))


@pytest.mark.rule("RG-CMB-7", "RG-OVR", "RG-A5")
def test_rg_cmb_7_both_squads_may_fall_and_then_nobody_overruns() -> None:
    """The hit of the upgraded defence die wounds the attacker, who has one unit only."""
    squads = {DOCKS: "red assault*", MARKET: "blue assault*", BEACH: "blue recon", "dunes": "red recon"}
    table = typed(squads, 1, 0, 1, cover={MARKET: 1})
    assert DOCKS not in table.state.squads and MARKET not in table.state.squads
    assert table.state.active == "blue"  # nothing is left to ask


@pytest.mark.rule("RG-CMB-6")
def test_rg_cmb_6_more_wounds_than_units_ask_nothing() -> None:
    table = typed({DOCKS: "red assault* recon support", MARKET: "blue assault* recon"}, 5, 0)
    assert MARKET not in table.state.squads and sum(table.state.lost["blue"].values()) == 2
    assert isinstance(table.question, Choose)  # overrun, or stay


@pytest.mark.rule("RG-OVR", "RG-MOV-2")
def test_rg_ovr_some_may_stay_behind() -> None:
    table = typed({DOCKS: "red assault* recon support", MARKET: "blue assault*", BEACH: "blue recon"}, 3, 0)
    play(table, "overrun", "support", "+go")
    assert table.state.squads[DOCKS].units == {"support": 1}
    assert table.state.squads[MARKET].units == {"assault": 1, "recon": 1}
    assert table.state.squads[MARKET].leaders == ["assault"]


@pytest.mark.rule("RG-CMB-5", "RG-TNK-7", "RG-CMB-4")
@pytest.mark.parametrize(
    ("squad", "cover", "cards", "dice"),
    [
        ("red tank tank tank", 2, 1, (3, 3)),  # six upgrades of three dice
        ("red tank recon", 0, 0, (2, 1)),
        ("red recon", 2, 0, (1, 1)),
        ("red recon recon recon recon", 1, 1, (3, 2)),  # four units roll three dice
    ],
)
def test_rg_cmb_5_cover_tanks_and_cards_together(
    squad: str, cover: int, cards: int, dice: tuple[int, int]
) -> None:
    squads = {DOCKS: squad, MARKET: "blue assault*"}
    table = play(a_table(squads, step="combat", level="advanced", cover={DOCKS: cover}), DOCKS, MARKET)
    assert table.state.fight is not None
    table.state.fight.card_battle.attack.upgrades = cards
    assert rules.dice_of(table.state, "attack") == dice


@pytest.mark.rule("RG-CLS-1", "RG-CMB-2")
@pytest.mark.parametrize(
    ("between", "cover", "reached"),
    [
        ({}, {}, True),
        ({MARKET: "red support"}, {}, False),  # your own squad stands between as well
        ({MARKET: "blue support"}, {}, False),
        ({}, {MARKET: 1}, False),
        ({}, {BEACH: 1}, True),  # cover at the target itself does not hide it
    ],
)
def test_rg_cls_1_zones_between_are_free_of_everybodys_units_and_cover(
    between: dict[str, str], cover: dict[str, int], *, reached: bool
) -> None:
    squads = {DOCKS: "red recon* recon", BEACH: "blue assault*"} | between
    state = a_state(squads, level="advanced", cover=cover)
    assert (BEACH in rules.targets(state, DOCKS)) == reached


@pytest.mark.rule("RG-CLS-2", "RG-CMB-3")
@pytest.mark.parametrize(
    ("attacker", "defender", "most"),
    [
        ("support support support assault*", "support assault*", (3, 1)),
        ("support assault*", "support support recon*", (2, 3)),
        ("support support support support", "recon*", (3, 0)),
    ],
)
def test_rg_cls_2_suppressing_fire_goes_both_ways(
    attacker: str, defender: str, most: tuple[int, int]
) -> None:
    squads = {DOCKS: f"red {attacker}", MARKET: f"blue {defender}"}
    table = play(a_table(squads, step="combat", level="advanced", hand=5), DOCKS, MARKET)
    battle = table.state.fight.card_battle
    assert (battle.attack.most, battle.defence.most) == most
    assert isinstance(table.question, Count) and table.question.most == most[0]


@pytest.mark.rule("RG-SQD-1", "RG-SQD-2", "RG-TNK-2", "RG-TNK-4")
@pytest.mark.parametrize(
    ("there", "room"),
    [
        (None, True),
        ("red assault* tank tank", True),
        ("red assault* tank tank engineer", False),  # tanks count as units
        ("blue assault*", False),
    ],
)
def test_rg_tnk_2_room_in_a_start_zone(there: str | None, *, room: bool) -> None:
    squads = {MARKET: "red recon*"} | ({DOCKS: there} if there else {})
    state = a_state(squads, level="intermediate", starts={DOCKS: "red"})
    assert rules.judge_room(state, "red", DOCKS).allowed == room


@pytest.mark.rule("RG-TNK-8", "RG-A12")
@pytest.mark.parametrize(
    ("squad", "blocks"),
    [
        ("tank tank engineer", 1),
        ("tank engineer engineer", 1),
        ("tank tank engineer engineer", 2),
        ("engineer", 0),
    ],
)
def test_rg_tnk_8_every_tank_needs_an_engineer_of_its_own(squad: str, blocks: int) -> None:
    squads = {DOCKS: f"red {squad}", MARKET: f"blue {squad}"}
    table = play(a_table(squads, step="combat", level="intermediate"), DOCKS, MARKET)
    assert rules.certain_blocks(table.state, "defence") == blocks
    assert rules.certain_blocks(table.state, "attack") == 0


@pytest.mark.rule("RG-AIR-5")
@pytest.mark.parametrize(
    ("red", "blue", "attack", "defence"),
    [(1, 1, (3, 0), (2, 0)), (3, 1, (3, 2), (2, 0)), (1, 3, (3, 0), (2, 2)), (2, 2, (3, 1), (2, 1))],
)
def test_rg_air_5_the_dice_of_a_dogfight_do_not_depend_on_the_aircraft_but_upgrades_do(
    red: int, blue: int, attack: tuple[int, int], defence: tuple[int, int]
) -> None:
    squads = {DOCKS: "red recon*", "dunes": "blue recon*"}
    table = a_table(squads, step="dogfight", level="advanced", aircraft={"4A": {"red": red, "blue": blue}})
    while table.state.dogfight is None:
        play(table, "4A")
    assert rules.dice_of(table.state, "attack") == attack
    assert rules.dice_of(table.state, "defence") == defence


@pytest.mark.rule("RG-DRW-1", "RG-A1")
@pytest.mark.parametrize(
    ("squads", "allowed"),
    [
        ({}, True),  # nobody controls the symbol
        ({"net-sheds": "red recon"}, True),
        ({"net-sheds": "blue recon"}, False),
    ],
)
def test_rg_drw_1_a_symbol_of_nobodys_is_open_to_all(squads: dict[str, str], *, allowed: bool) -> None:
    state = a_state({DOCKS: "red recon*"} | squads, level="intermediate")
    zones = state.ground.zones
    others = {z for z, zone in zones.items() if "weapons" in zone.symbols} - {"net-sheds"}
    for zone in others:  # the enemy stands on every other Weapons symbol
        state.squads[zone] = a_state({zone: "blue recon"}).squads[zone]
    assert rules.judge_free_card(state, "red", "weapons").allowed == allowed
