"""The card battle: laid face down, revealed in turn, described once, and what every effect does."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from companion.games.rogue import rules
from companion.games.rogue.deck import deck_path, read_deck
from companion.games.rogue.state import RogueState
from companion.referee.questions import Choose, Count, FillIn, PickOrEnd, Roll
from companion.referee.table import Table
from tests.games.rogue.boards import a_card, a_table
from tests.referee.tables import play

FOUR = "red assault* engineer recon support"
NEXT = {"docks": FOUR, "fish-market": "blue assault* engineer recon support"}
AIM, DUCK, JAM = a_card("Aim", "upgrade 1"), a_card("Duck", "blocks 2"), a_card("Jam", "cancel 1")
BOTH = a_card("Both", "hits 2", "or", "upgrade 2")


def a_fight(cards: tuple[Any, ...] = (AIM, DUCK, JAM, BOTH), **facts: Any) -> Table[RogueState]:
    """Red attacks blue; everybody has three cards of each deck."""
    squads = facts.pop("squads", NEXT)
    table = a_table(squads, step="combat", hand=3, cards=cards, **facts)
    return play(table, *list(squads)[:2])


def asked(table: Table[RogueState]) -> tuple[str | None, str]:
    """Who is asked, in a word what for."""
    question = table.question
    assert question is not None
    return question.seat, type(question).__name__


@pytest.mark.rule("RG-CMB-3")
def test_the_attacker_lays_first_then_they_reveal_in_turn() -> None:
    table = a_fight()
    assert asked(table) == ("red", "Count")
    assert table.answer(4).rules == ("RG-CMB-3",)  # three at most
    play(table, 2)
    assert asked(table) == ("blue", "Count")
    assert "laid 2" in (table.question.detail if table.question else "")
    play(table, 3)
    order = []
    for card in ("Aim", "Duck", "Aim", "Duck", "Duck"):
        order.append(asked(table)[0])
        seen = table.question.detail if table.question else ""
        play(table, card)
    # Before the last card both could see what lay on the table.
    assert seen == "Attack: 0 face down, revealed Aim, Aim\nDefence: 1 face down, revealed Duck, Duck"
    assert order == ["red", "blue", "red", "blue", "blue"]
    assert isinstance(table.question, Roll)
    assert table.state.fight is not None
    assert table.state.fight.card_battle.attack.upgrades == 2
    assert table.state.fight.card_battle.defence.blocks == 6
    assert table.state.hands["red"]["weapons"] == 1
    assert table.state.discards["weapons"] == 5


@pytest.mark.rule("RG-CRD")
def test_one_power_of_two_is_chosen_on_reveal() -> None:
    table = a_fight()
    play(table, 1, 0, "Both")
    assert isinstance(table.question, Choose)
    assert [option.detail for option in table.question.options] == ["hits 2", "upgrade 2"]
    play(table, "2")
    assert rules.dice_of(table.state, "attack") == (3, 2)


@pytest.mark.rule("RG-CMB-3", "RG-CRD")
@pytest.mark.parametrize(
    ("card", "refusing"),
    [
        (a_card("Rocket", "hits 1", needs="tank"), ("RG-CMB-3",)),
        (a_card("Order", "hits 1", needs="leader"), ()),
        (a_card("March", "move 1", when="squad"), ("RG-TML",)),
        (a_card("Both wrong", "hits 1", needs="tank", when="draw"), ("RG-TML", "RG-CMB-3")),
    ],
)
def test_a_card_needs_its_moment_and_its_unit(card: Any, refusing: tuple[str, ...]) -> None:
    table = a_fight((card,))
    play(table, 1, 0)
    assert table.may(card.name).rules == refusing
    play(table, "+back")  # it was laid by mistake: back to hand
    assert isinstance(table.question, Roll)
    assert table.state.hand("red") == 9


@pytest.mark.rule("RG-CRD")
def test_a_card_not_in_hand_cannot_be_it() -> None:
    table = a_fight((a_card("Speech", "hits 1", kind="leadership"),))
    table.state.hands["red"]["leadership"] = 0
    play(table, 1, 0)
    assert table.may("Speech").rules == ("RG-CRD",)


@pytest.mark.rule("RG-CRD")
def test_a_cancelled_card_has_no_effect() -> None:
    table = a_fight()
    play(table, 1, 2, "Jam", "Duck", "Duck")
    assert table.state.fight is not None
    assert table.state.fight.card_battle.defence.blocks == 2  # the second one counts


@pytest.mark.rule("RG-CRD")
def test_a_card_is_described_once_and_then_known(rogue_folder: Path) -> None:
    table = a_fight(())
    play(table, 1, 0, "+new", {"name": "Flank, left", "kind": "weapons", "needs": "recon"})
    play(table, "after squad", "+done")  # it can be played before an attack, too
    play(table, "upgrade", 2, "+second", "hits", 1, "cancel", "+done", "1")
    known = table.state.cards["Flank left"]
    assert (known.needs, known.windows) == ("recon", ("after squad", "combat"))
    assert [power.title for power in known.powers] == ["upgrade 2", "hits 1, cancel 1"]
    assert read_deck(deck_path()) == (known,)
    assert deck_path().parent == rogue_folder
    # The next game knows it from the start.
    assert "Flank left" in a_game_begun().cards


@pytest.mark.rule("RG-CRD")
def test_a_card_without_a_name_of_its_own_is_not_kept(rogue_folder: Path) -> None:
    table = a_fight(())
    play(table, 1, 0, "+new", {}, "+done", "hits", 1, "+done")
    assert list(table.state.cards) == ["Card 1"]
    assert not rogue_folder.exists()


def a_game_begun() -> RogueState:
    from companion.games.rogue.houserules import RogueHouseRules
    from companion.games.rogue.setup import begin
    from companion.referee.seats import seats_of

    return begin(seats_of(2), RogueHouseRules())


@pytest.mark.rule("RG-CRD")
def test_a_described_card_that_does_not_fit_is_refused_with_the_reason() -> None:
    table = a_fight((), squads={"docks": "red recon", "fish-market": "blue recon"})
    play(table, 1, 0, "+new", {"name": "Ram", "needs": "tank"}, "+done", "hits", 1, "+done")
    assert any("needs a tank" in report.text for report in table.latest)
    assert table.may("Ram").rules == ("RG-CMB-3",)


# --- what effects do ---------------------------------------------------------------------------------

STARTS = {"docks": "red", "command-post": "blue"}
HOME = {"docks": "red assault* recon", "command-post": "blue assault* recon"}


def openly(card: Any, *answers: object, **facts: Any) -> Table[RogueState]:
    """Red plays a card openly before moving."""
    squads = facts.pop("squads", HOME)
    table = a_table(squads, cards=(card,), hand=1, starts=STARTS, **facts)
    return play(table, {"offer": "card"}, card.name, *answers)


@pytest.mark.rule("RG-A2", "RG-SQD-1")
def test_spawning_soldiers() -> None:
    table = openly(a_card("Reserves", "spawn 3", when="squad"), "engineer", "support")
    # The squad has four units now: there is no room for the third.
    assert table.state.squads["docks"].units == {"assault": 1, "recon": 1, "engineer": 1, "support": 1}
    assert isinstance(table.question, PickOrEnd)
    assert table.state.supply("red", "engineer") == 4


@pytest.mark.rule("RG-A2")
def test_a_class_that_is_used_up_does_not_come() -> None:
    squads = HOME | {"quay": "red recon recon recon recon"}
    table = openly(a_card("Reserves", "spawn 1", when="squad"), squads=squads)
    assert table.may("recon").rules == ("RG-A2",)


@pytest.mark.rule("RG-A2")
@pytest.mark.parametrize(("house", "may"), [("come back", True), ("stay lost", False)])
def test_lost_units_come_again_or_not(house: str, may: bool) -> None:
    table = openly(a_card("Reserves", "spawn 1", when="squad"), lost_units=house)
    table.state.lost["red"]["recon"] = 4
    table.correct({"game.moves": 1})  # asks again
    assert table.may("recon").allowed == may
    if may:
        play(table, "recon")
        assert table.state.lost["red"]["recon"] == 3


@pytest.mark.rule("RG-TNK-1", "RG-TNK-4", "RG-TNK-2")
def test_tanks_come_on_in_start_zones() -> None:
    armour = a_card("Armour", "tank 2", when="squad")
    table = openly(armour, level="intermediate")
    assert table.answer("quay").rules == ("RG-TNK-4",)
    play(table, "docks", "docks")
    assert table.state.squads["docks"].units == {"assault": 1, "recon": 1, "tank": 2}
    # Three tokens, and one is in the air: no tank more.
    table = openly(
        armour, squads=HOME | {"quay": "red tank tank"}, level="advanced", aircraft={"4A": {"red": 1}}
    )
    assert any("no token" in report.text for report in table.latest)


@pytest.mark.rule("RG-TNK-5", "RG-TNK-4")
@pytest.mark.parametrize(
    ("zone", "closed"),
    [("docks", ""), ("command-post", "building"), ("palm-grove", "woods"), ("quay", "cover")],
)
def test_a_tank_comes_on_where_tanks_may_be(zone: str, closed: str) -> None:
    armour = a_card("Armour", "tank 1", when="squad")
    squads = {"docks": "red assault*", "harbour-bay": "blue assault*"} | HOME
    table = a_table(
        squads,
        cards=(armour,),
        hand=1,
        starts={zone: "red", "dunes": "red"},
        cover={"quay": 1},
        level="intermediate",
    )
    play(table, {"offer": "card"}, "Armour")
    ruling = table.may(zone)
    assert ruling.allowed != bool(closed)
    if closed:
        assert "RG-TNK-5" in ruling.rules and closed in ruling.text


@pytest.mark.rule("RG-CRD", "RG-TNK-1")
@pytest.mark.parametrize(
    ("card_level", "effect", "level", "allowed"),
    [
        ("boot camp", "hits 1", "boot camp", True),
        ("advanced", "hits 1", "boot camp", False),
        ("advanced", "hits 1", "advanced", True),
        ("intermediate", "hits 1", "advanced", True),
        ("boot camp", "tank 1", "boot camp", False),  # as an older deck file may say
        ("boot camp", "tank 1", "intermediate", True),
    ],
)
def test_a_card_of_a_later_level_is_not_played(
    card_level: Any, effect: str, level: str, allowed: bool
) -> None:
    card = structs.replace(a_card("Surprise", effect, when="squad"), level=card_level)
    table = a_table(HOME, cards=(card,), hand=1, starts=STARTS, level=level)
    play(table, {"offer": "card"})
    assert table.may("Surprise").allowed == allowed


@pytest.mark.rule("RG-TNK-1")
def test_no_card_of_boot_camp_is_described_with_a_tank() -> None:
    table = a_table(HOME, hand=1, starts=STARTS, level="boot camp")
    play(table, {"offer": "card"}, "+new", {"name": "Panzer", "kind": "weapons"}, "+done")
    assert table.may("tank").rules == ("RG-TNK-1",)
    assert table.may("spawn").allowed


def test_the_level_of_a_card_is_asked_up_to_that_of_the_game() -> None:
    table = a_table(HOME, hand=1, starts=STARTS, level="intermediate")
    play(table, {"offer": "card"}, "+new")
    assert isinstance(table.question, FillIn)
    level = next(field for field in table.question.fields if field.name == "level")
    assert (level.value, level.choices) == ("intermediate", ("boot camp", "intermediate"))


@pytest.mark.rule("RG-LDR-3", "RG-A7")
@pytest.mark.parametrize(
    ("third", "house", "second"),
    [
        ("assault engineer support recon", {}, True),  # ten and one
        ("assault engineer support", {}, False),  # nine and one
        ("assault engineer support tank", {}, True),
        ("assault engineer support tank", {"eleventh": "soldiers"}, False),  # nine soldiers, and one
    ],
)
def test_the_eleventh_unit_leads(third: str, house: dict[str, str], second: bool) -> None:
    squads = {
        "docks": "red assault* recon",
        "quay": "red assault engineer support support",
        "net-sheds": f"red {third}",
        "command-post": "blue assault*",
    }
    reserves = a_card("Reserves", "spawn 1", when="squad")
    table = openly(reserves, "engineer", squads=squads, level="intermediate", **house)
    assert (table.state.leaders("red") == 2) == second


@pytest.mark.rule("RG-LDR-3", "RG-A7", "RG-TNK-3")
def test_a_tank_as_the_eleventh_leaves_the_base_to_the_next_soldier() -> None:
    squads = {
        "docks": "red assault* recon",
        "quay": "red assault engineer support support",
        "net-sheds": "red assault engineer support tank",
        "command-post": "blue assault*",
    }
    both = a_card("Armoured column", "tank 1", "spawn 1", when="squad")
    table = openly(both, "docks", squads=squads, level="intermediate")
    assert table.state.leaders("red") == 1
    play(table, "engineer")
    assert table.state.squads["docks"].leaders == ["assault", "engineer"]


@pytest.mark.rule("RG-A7")
@pytest.mark.parametrize(("house", "leaders"), [("every time", 2), ("once", 1)])
def test_the_eleventh_comes_again(house: str, leaders: int) -> None:
    squads = {
        "docks": "red assault* recon",
        "quay": "red assault engineer support support",
        "net-sheds": "red assault engineer support recon",
        "command-post": "blue assault*",
    }
    table = a_table(
        squads,
        cards=(a_card("Reserves", "spawn 1", when="squad"),),
        hand=1,
        starts=STARTS,
        level="intermediate",
        eleventh_again=house,
    )
    table.state.second_had = ("red",)  # there was one before, and it was lost
    play(table, {"offer": "card"}, "Reserves", "engineer")
    assert table.state.leaders("red") == leaders


@pytest.mark.rule("RG-A14", "RG-TNK-3")
@pytest.mark.parametrize(("house", "may"), [("two leaders", False), ("three leaders", True)])
def test_a_third_leader(house: str, may: bool) -> None:
    squads = HOME | {"docks": "red assault* recon* tank support"}
    table = openly(
        a_card("Promotion", "leader 1", when="squad"), squads=squads, level="intermediate", bases=house
    )
    assert isinstance(table.question, Choose) == may
    if may:
        assert table.may("docks tank").rules == ("RG-TNK-3",)
        play(table, "docks support")
        assert table.state.leaders("red") == 3


@pytest.mark.rule("RG-AIR-3", "RG-DST")
def test_air_support_takes_cover_first() -> None:
    strike = a_card("Strike", "wound 3", when="squad", kind="air support")
    table = openly(strike, "command-post", level="advanced", cover={"command-post": 2})
    # Two of three wounds go into the cover, the third takes a unit of its owner's choice.
    assert table.state.cover["command-post"] == 0
    assert isinstance(table.question, Choose) and table.question.seat == "blue"
    play(table, "recon")
    assert table.state.squads["command-post"].units == {"assault": 1}


@pytest.mark.rule("RG-AIR-3")
def test_other_wounds_leave_cover_alone() -> None:
    mortar = a_card("Mortar", "wound 2", when="squad")
    table = openly(mortar, "command-post", level="advanced", cover={"command-post": 2})
    assert table.state.cover["command-post"] == 2
    assert "command-post" not in table.state.squads


@pytest.mark.rule("RG-DST")
def test_cards_that_destroy_cover() -> None:
    table = openly(
        a_card("Breach", "destroy cover 2", when="squad"),
        "checkpoint",
        "checkpoint",
        cover={"checkpoint": 2, "docks": 1},
    )
    assert table.state.cover == {"checkpoint": 0, "docks": 1}


@pytest.mark.rule("RG-MOV-1", "RG-CMB-1", "RG-CRD")
def test_more_moves_attacks_and_range() -> None:
    table = openly(a_card("Drill", "move 1", "attack 1", "range 2", when="squad"))
    now = table.state.facts
    assert (now.moves, now.attacks, now.range) == (2, 2, 2)
    assert rules.attack_range(table.state, table.state.squads["docks"]) == 3


@pytest.mark.rule("RG-CRD")
def test_upgrades_played_before_the_attack_count_in_it() -> None:
    prepared = a_card("Prepare", "upgrade 2", "hits 1", when="squad, after squad")
    table = a_table(NEXT, cards=(prepared,), hand=1)
    play(table, {"offer": "card"}, "Prepare", "end", "docks", "fish-market", 0, 0)
    assert rules.dice_of(table.state, "attack") == (3, 2)
    assert table.state.fight is not None and table.state.fight.card_battle.attack.hits == 1
    assert table.state.facts.upgrades == 0


@pytest.mark.rule("RG-CRD", "RG-TML")
def test_the_gap_between_moving_and_attacking() -> None:
    """The picture of the document: a card for after the move and before combat."""
    gap = a_card("Gap", "place cover 1", when="after squad")
    table = a_table(NEXT, cards=(gap,), hand=1)
    play(table, {"offer": "card"})
    assert table.may("Gap").rules == ("RG-TML",)
    play(table, "+back", "end", {"offer": "card"}, "Gap", "docks")
    assert table.state.cover["docks"] == 1


@pytest.mark.rule("RG-CRD", "RG-DRW-5")
def test_drawing_and_discarding_by_card() -> None:
    table = openly(a_card("Supply", "draw 1", "discard 1", when="squad"), "weapons", "blue weapons")
    assert table.state.hands["red"]["weapons"] == 1  # played one, drew one
    assert table.state.hands["blue"]["weapons"] == 0


@pytest.mark.rule("RG-CRD")
def test_what_the_companion_cannot_do_is_done_by_hand() -> None:
    table = openly(a_card("Oddity", "by hand 1", when="squad"))
    assert any("fix the board" in report.text for report in table.latest)


@pytest.mark.rule("RG-CMB-3")
def test_nobody_is_asked_for_cards_without_any() -> None:
    table = play(a_table(NEXT, step="combat"), "docks", "fish-market")
    assert isinstance(table.question, Roll)
    assert not isinstance(table.question, Count)
