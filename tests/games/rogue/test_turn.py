"""The steps of a turn: cards and tokens drawn, leaders, teams, and who comes next."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.rogue import rules
from companion.games.rogue.game import ROGUE
from companion.games.rogue.scenario import Condition, Victory
from companion.games.rogue.state import RogueState
from companion.referee.questions import Choose, Confirm, PickOrEnd
from companion.referee.table import Table
from tests.games.rogue.boards import a_card, a_state, a_table
from tests.referee.tables import play

HOME = {"docks": "red assault* recon", "command-post": "blue assault* recon"}


def a_turn(squads: dict[str, str] | None = None, **facts: Any) -> Table[RogueState]:
    """The start of red's turn."""
    facts.setdefault("level", "intermediate")
    return a_table(squads or HOME, step="draw", **facts)


@pytest.mark.rule("RG-TML")
@pytest.mark.parametrize(
    ("level", "chips"),
    [
        ("boot camp", ["squad", "combat"]),
        ("intermediate", ["draw", "squad", "combat"]),
        ("advanced", ["draw", "aircraft", "dogfight", "squad", "combat"]),
        ("commander", ["draw", "aircraft", "dogfight", "squad", "combat"]),
    ],
)
def test_the_timeline_has_the_steps_of_the_level(level: str, chips: list[str]) -> None:
    table = a_table(HOME, level=level)
    assert [chip.id for chip in table.timeline.chips] == chips


@pytest.mark.rule("RG-DRW-1", "RG-A1")
@pytest.mark.parametrize(
    ("squads", "house", "holders", "kind", "refusing"),
    [
        (HOME, {}, {}, "weapons", ()),  # nobody's symbol
        ({"net-sheds": "red recon"}, {}, {}, "weapons", ()),  # one's own
        ({"net-sheds": "blue recon"}, {}, {}, "weapons", ()),  # one of two is the enemy's
        ({"net-sheds": "blue recon", "truck-park": "blue recon"}, {}, {}, "weapons", ("RG-DRW-1",)),
        (HOME, {"control": "squad"}, {"net-sheds": "blue", "truck-park": "blue"}, "weapons", ()),
        (HOME, {"control": "lasting"}, {"net-sheds": "blue", "truck-park": "blue"}, "weapons", ("RG-DRW-1",)),
    ],
)
def test_the_free_card(
    squads: dict[str, str],
    house: dict[str, str],
    holders: dict[str, str],
    kind: str,
    refusing: tuple[str, ...],
) -> None:
    table = a_table(HOME, level="intermediate", **house)
    table.state.squads = a_state(squads, level="intermediate").squads
    table.state.holders |= holders
    assert table.inquire("card", kind=kind).rules == refusing


@pytest.mark.rule("RG-DRW-1")
def test_a_teammates_symbol_is_open() -> None:
    squads = {"net-sheds": "green recon", "truck-park": "green recon"} | HOME
    state = a_state(squads, players=4, teams=True, level="intermediate")
    assert rules.judge_free_card(state, "red", "weapons").allowed
    assert not rules.judge_free_card(state, "blue", "weapons").allowed


@pytest.mark.rule("RG-A13")
@pytest.mark.parametrize(("house", "refusing"), [("symbol needed", ("RG-A13",)), ("any", ())])
def test_a_free_card_without_a_symbol_on_the_board(house: str, refusing: tuple[str, ...]) -> None:
    state = a_state(HOME, level="intermediate", free_card=house)
    bare = tuple(
        replace(tile, zones=tuple(replace(zone, symbols=()) for zone in tile.zones))
        for tile in state.ground.tiles
    )
    state.field = replace(state.ground, tiles=bare)
    assert rules.judge_free_card(state, "red", "weapons").rules == refusing


@pytest.mark.rule("RG-DRW-2", "RG-A1")
@pytest.mark.parametrize(
    ("level", "drawn"),
    [
        ("intermediate", {"leadership": 1, "weapons": 2, "air support": 0}),
        # From Advanced on the battery's Air Support symbol counts as well.
        ("advanced", {"leadership": 1, "weapons": 2, "air support": 1}),
    ],
)
def test_a_card_for_every_symbol(level: str, drawn: dict[str, int]) -> None:
    squads = {"net-sheds": "red assault*", "palm-grove": "red recon", "old-battery": "red recon"}
    table = a_turn(squads | {"command-post": "blue recon*"}, level=level, starts={"docks": "red"})
    play(table, "weapons")  # the free card is of a kind drawn again
    assert table.state.hands["red"] == drawn


@pytest.mark.rule("RG-DRW-3")
def test_boot_camp_draws_nothing() -> None:
    table = a_turn(level="boot camp")
    assert isinstance(table.question, PickOrEnd)
    assert table.state.step == "squad"
    assert table.inquire("card", kind="weapons").rules == ("RG-DRW-3",)


@pytest.mark.rule("RG-DRW-4")
@pytest.mark.parametrize(("hand", "surplus"), [(9, 0), (10, 0), (11, 1), (13, 3)])
def test_ten_cards_at_most(hand: int, surplus: int) -> None:
    assert rules.surplus(hand) == surplus


@pytest.mark.rule("RG-DRW-5", "RG-A10")
@pytest.mark.parametrize(
    ("kind", "house", "refusing"),
    [
        ("leadership", {}, ("RG-DRW-5",)),  # never shuffled again, by no house rule
        ("weapons", {}, ()),
        ("weapons", {"reshuffle": "never"}, ("RG-A10",)),
    ],
)
def test_an_empty_deck(kind: str, house: dict[str, Any], refusing: tuple[str, ...]) -> None:
    table = a_turn(deck=0, **house)
    table.state.discards = {"leadership": 4, "weapons": 4, "air support": 4}
    assert rules.judge_free_card(table.state, "red", kind).rules == refusing
    if not refusing:
        table = a_turn(deck=1)
        table.state.discards["weapons"] = 4
        table.state.decks["weapons"] = 0
        play(table, "weapons")
        assert (table.state.decks["weapons"], table.state.discards["weapons"]) == (3, 0)


@pytest.mark.rule("RG-DRW-6", "RG-AIR-2", "RG-TNK-1")
def test_an_air_support_card_brings_an_aircraft() -> None:
    table = a_turn(level="advanced", starts={"docks": "red", "dunes": "red", "command-post": "blue"})
    play(table, "air support")
    assert isinstance(table.question, PickOrEnd) and table.question.allowed == ("4A", "2A")
    assert table.answer("3B").rules == ("RG-DRW-6",)
    play(table, "2A")
    assert table.state.aircraft == {"2A": {"red": 1}}
    assert table.state.reserve("red", "tank") == 2


@pytest.mark.rule("RG-DRW-6")
def test_no_token_no_aircraft() -> None:
    table = a_turn(level="advanced", aircraft={"4A": {"red": 3}}, starts={"docks": "red"})
    play(table, "air support")
    assert any("no air token" in report.text for report in table.latest)


# --- Commander tokens --------------------------------------------------------------------------------


@pytest.mark.rule("RG-CMD-1", "RG-CMD-2", "RG-SET-4")
def test_a_commander_token_is_drawn_and_used() -> None:
    scan = a_card("Scan", "move 1", when="squad", kind="commander")
    table = a_turn(level="commander", cards=(scan,))
    play(table, "weapons")
    assert isinstance(table.question, Confirm)
    play(table, True)
    assert table.state.tokens_left == 7 and table.state.tokens_drawn["red"] == 1
    play(table, {"offer": "token"}, "Scan")
    assert table.state.facts.moves == 2 and not table.state.facts.token
    assert [offer.id for offer in table.question.offers] == ["card"]


@pytest.mark.rule("RG-CMD-2", "RG-A9")
@pytest.mark.parametrize(("house", "drawn"), [("count", 1), ("free", 0)])
def test_a_token_not_used_is_wasted(house: str, drawn: int) -> None:
    table = a_turn(level="commander", wasted_tokens=house)
    play(table, "weapons", True, "end", "end")
    assert table.state.active == "blue"
    assert table.state.tokens_drawn["red"] == drawn
    assert table.state.tokens_left == 7  # it does not come back


@pytest.mark.rule("RG-CMD-3", "RG-A9")
@pytest.mark.parametrize(("house", "may"), [("team", False), ("player", True)])
def test_four_tokens_for_each(house: str, may: bool) -> None:
    state = a_state(HOME, players=4, teams=True, level="commander", token_limit=house)
    state.tokens_drawn |= {"red": 2, "green": 2}  # one team
    assert rules.judge_token(state, "red").allowed == may


@pytest.mark.rule("RG-CMD-3")
def test_nobody_is_offered_a_fifth_token() -> None:
    table = a_turn(level="commander")
    table.state.tokens_drawn["red"] = 4
    play(table, "weapons")
    assert not isinstance(table.question, Confirm)


# --- leaders, teams, order ----------------------------------------------------------------------------


@pytest.mark.rule("RG-LDR-2", "RG-TNK-3")
def test_a_lost_leader_is_replaced_in_the_start_zone() -> None:
    squads = {"docks": "red recon support tank", "command-post": "blue assault*"}
    table = a_turn(squads, starts={"docks": "red"})
    assert isinstance(table.question, Choose)
    assert table.may("docks tank").rules == ("RG-TNK-3",)
    play(table, "docks recon")
    assert table.state.squads["docks"].leaders == ["recon"]


@pytest.mark.rule("RG-LDR-2")
def test_without_a_unit_in_the_start_zone_the_next_one_leads() -> None:
    squads = {"quay": "red recon", "command-post": "blue assault*"}
    reserves = a_card("Reserves", "spawn 2", when="squad")
    table = a_turn(squads, starts={"docks": "red"}, cards=(reserves,), hand=1)
    play(table, "weapons", {"offer": "card"}, "Reserves", "support", "engineer")
    assert table.state.squads["docks"].leaders == ["support"]


@pytest.mark.rule("RG-LDR-2")
def test_a_unit_back_in_the_start_zone_may_lead_after_all() -> None:
    squads = {"docks": "red recon", "command-post": "blue assault*"}
    state = a_state(squads, step="draw", level="intermediate", starts={"docks": "red"})
    state.leader_due = ("red",)
    table = Table(ROGUE, state)
    play(table, "docks recon")
    assert table.state.squads["docks"].leaders == ["recon"]
    assert table.state.leader_due == ()


@pytest.mark.rule("RG-A2")
def test_a_free_unit_every_turn_by_house_rule() -> None:
    table = a_turn(starts={"docks": "red"}, spawning="one a turn")
    play(table, "support", "weapons")
    assert table.state.squads["docks"].units == {"assault": 1, "recon": 1, "support": 1}


@pytest.mark.rule("RG-TEAM", "RG-TML")
def test_a_team_orders_its_turns_in_advanced_play() -> None:
    squads = {
        "docks": "red recon*",
        "quay": "green recon*",
        "palm-grove": "blue recon*",
        "ford": "yellow recon*",
    }
    state = a_state(squads, players=4, teams=True, step="draw", level="advanced")
    state.facts.ordered = False
    table = Table(ROGUE, state)
    # Red and green are one team: it chooses who goes first, and then the other one goes.
    assert isinstance(table.question, Choose) and table.question.rules == ("RG-TEAM",)
    play(table, "green")
    assert table.state.active == "green"
    play(table, "weapons", "end", "end")  # a free card, no move, no attack
    assert table.state.active == "red"


@pytest.mark.rule("RG-TML", "RG-TEAM")
@pytest.mark.parametrize(
    ("level", "order"),
    [
        ("boot camp", ["red", "blue", "green", "yellow"]),  # clockwise
        ("advanced", ["red", "green", "blue", "yellow"]),  # team by team
    ],
)
def test_who_comes_next(level: str, order: list[str]) -> None:
    from companion.games.rogue.turn import pass_turn

    state = a_state(HOME, players=4, teams=True, level=level)
    seen = []
    for _ in range(4):
        seen.append(state.active)
        pass_turn(state)
    assert seen == order
    assert (state.active, state.round, state.turn) == ("red", 2, 5)


# --- victory ------------------------------------------------------------------------------------------


def a_victory(part: Any, side: str = "Side 1", **facts: Any) -> Victory:
    return Victory(side=side, title=part, conditions=(Condition(kind=part, **facts),))


@pytest.mark.rule("RG-WIN")
def test_reaching_a_zone_wins() -> None:
    table = a_table(HOME, victories=(a_victory("reach", zones=("quay",)),))
    play(table, "docks", "+go", "quay")
    assert table.state.winners == ("red",) and table.question is None


@pytest.mark.rule("RG-WIN")
def test_eliminating_wins() -> None:
    squads = {"docks": "red assault* recon support", "fish-market": "blue recon"}
    table = a_table(squads, step="combat", victories=(a_victory("eliminate", players=(2,)),))
    play(table, "docks", "fish-market", {"regular attack": [1, 1, 1], "regular defence": [1]})
    assert table.state.winners == ("red",)


@pytest.mark.rule("RG-WIN")
def test_holding_for_turns_wins() -> None:
    table = a_table(HOME, victories=(a_victory("hold", zones=("docks",), number=2),))
    play(table, "end", "end")
    assert table.state.held == {"0.0": 1}
    assert table.game_view.goals[0].have == 1
    play(table, "end")
    assert table.state.winners == ("red",)


@pytest.mark.rule("RG-WIN")
def test_holding_begins_anew_when_it_is_broken_off() -> None:
    table = a_table(HOME, victories=(a_victory("hold", zones=("docks",), number=2),))
    play(table, "end", "end", "docks", "+go", "quay")
    assert table.state.held == {}


@pytest.mark.rule("RG-WIN")
def test_kills_and_survival_win() -> None:
    state = a_state(HOME, victories=(a_victory("kill", players=(2,), number=3),))
    state.fallen["blue"] = 3
    from companion.games.rogue.victory import progress_of

    assert progress_of(state, 0) == (3, 3)
    state = a_state(HOME, victories=(a_victory("survive", number=4),))
    state.round = 5
    assert progress_of(state, 0) == (4, 4)


@pytest.mark.rule("RG-WIN")
def test_all_parts_of_a_victory_are_needed() -> None:
    both = Victory(
        side="Side 1",
        title="Both",
        conditions=(Condition(kind="reach", zones=("quay",)), Condition(kind="kill", players=(2,))),
    )
    table = a_table(HOME, victories=(both,))
    play(table, "docks", "+go", "quay")
    assert not table.state.winners
    assert (table.game_view.goals[0].have, table.game_view.goals[0].need) == (1, 2)


@pytest.mark.rule("RG-WIN")
def test_when_nobody_has_units_the_table_decides() -> None:
    table = a_table(
        {"docks": "red recon*", "fish-market": "blue recon*"},
        step="combat",
        typed=True,
        cover={"fish-market": 1},
    )
    play(table, "docks", "fish-market", {"hits": 1, "struck": 1})
    assert isinstance(table.question, Choose)
    play(table, "Side 2")
    assert table.state.winners == ("blue",)


@pytest.mark.rule("RG-A2", "RG-TNK-1")
@pytest.mark.parametrize(("level", "may"), [("boot camp", False), ("intermediate", True)])
def test_the_free_unit_of_a_turn_may_be_a_tank(level: str, may: bool) -> None:
    table = a_turn(starts={"docks": "red"}, spawning="one a turn", level=level)
    assert isinstance(table.question, Choose)
    assert ("tank" in [option.id for option in table.question.options]) == may
    if may:
        play(table, "tank")
        assert table.state.squads["docks"].count("tank") == 1
