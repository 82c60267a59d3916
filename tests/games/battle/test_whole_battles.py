"""Two whole battles, from the first purchase to the last soldier; between them every rule has its say."""

from functools import cache

import pytest

from companion.games.battle.game import BATTLE
from companion.referee.table import Table
from tests.games.battle.story import Battle


@cache
def the_hill() -> Battle:
    """Two small armies with a cannon each, on a field with a hill; nothing optional."""
    battle = Battle().say({})
    battle.say(*({"infantry": 3, "cavalry": 1, "cannon": 1},) * 2)
    battle.refused("red-cavalry-1", "BR-CAN-2").say("red-infantry-1", "blue-infantry-1", ["red", "blue"])

    # Red turns its cannon, fires from the hill at the crew of the other one, and misfires at the next man.
    battle.rolls("movement", 4).order("red-cannon-1", "fire", "exploding", False)
    battle.order("red-cannon-1", "break-down", "haul", "red-infantry-1", 0.25, "set-up")
    battle.order("red-cannon-1", "fire", "exploding", True, "above").refused(11.5, "BR-HGT-1")
    battle.say(10.5, ["blue-infantry-1", "blue-infantry-2"])
    battle.hits(5, 5).rolls("cannon", 5).hits(1, 3).rolls("misfire", 4)
    battle.refused("red-infantry-1", "BR-ATK-1").refused("blue-cavalry-1", "BR-MOV-1")

    # Its cavalry charges, its infantry walks and sees nobody.
    battle.order("red-cavalry-1", "charge").moves("red-cavalry-1", 2.25)
    battle.attacks("red-cavalry-1", "blue-infantry-2", 3, 4)
    battle.moves("red-infantry-2", 1).order("red-infantry-2", "attack", "blue-infantry-3", False)
    battle.ends()

    # Blue mans its cannon again, may not fire it, and rides in vain.
    battle.rolls("movement", 2).order("blue-cannon-1", "man", "blue-infantry-3").refused("fire", "BR-CAN-1")
    battle.order("blue-cavalry-1", "attack").refused("red-cannon-1", "BR-CAN-11")
    battle.refused("blue-infantry-3", "BR-ATK-3").say("red-infantry-2", True, 0.0625).hits(2, 5).ends()

    # Red shoots a horse from below, and takes the cannon.
    battle.rolls("movement", 3).order("red-infantry-2", "attack", "blue-cavalry-1", True, "below")
    battle.refused(0.75, "BR-HGT-2").say(0.5).hits(6, 2).rolls("horse", 5)
    battle.attacks("red-infantry-3", "blue-infantry-3", 6, 1, inches=1).ends()

    # The last of Blue, on foot, kills one more.
    battle.rolls("movement", 6).moves("blue-cavalry-1", 1.5)
    battle.attacks("blue-cavalry-1", "red-infantry-3", 4, 4, inches=0.75).ends()

    # The captured cannon ends it.
    battle.rolls("movement", 5).order("blue-cannon-1", "man", "red-infantry-2")
    battle.order("blue-cannon-1", "fire", "grape", True, "level").refused(10.125, "BR-CAN-4").say(10)
    battle.refused(["red-cannon-1"], "BR-CAN-12").say(["blue-cavalry-1"]).hits(6, 2)
    return battle


@cache
def the_money() -> Battle:
    """Mercenaries against a larger army with two commanders; everything optional."""
    battle = Battle(treasury="yes", mercenaries="yes", commanders="hero and fear")
    battle.say({"treasury": 120, "automatic_cannon": 25}).refused({"dragoon": 7}, "BR-TRE-1")
    nobody = dict.fromkeys(("infantry", "cavalry", "cannon"), 0)
    hired = {"sharpshooter": 1, "dragoon": 1, "cavalry-commander": 1, "automatic-cannon": 1}
    battle.say({**nobody, **hired})  # 10 + 20 + 15 + 25
    battle.say({"infantry": 3, "cavalry": 0, "cannon": 1, "infantry-commander": 2, "sharpshooter": 1})
    battle.say("blue-infantry-1", ["red", "blue"])

    # Red buys a man, and its automatic cannon kills a crew, destroys the cannon and hits a mercenary.
    battle.say({"infantry": 1}).refused(8, "BR-TRE-3").say(13).rolls("movement", 4)
    battle.order("red-automatic-cannon-1").refused("man", "BR-MRC-3")
    battle.aims("red-automatic-cannon-1", "rolling", ["blue-infantry-1", "blue-sharpshooter-1"])
    battle.hits(6, 2).rolls("cannon", 2).hits(4, 4)

    # A rifle from the hill finds a commander, and two men run.
    battle.attacks("red-sharpshooter-1", "blue-infantry-commander-1", 5, 4, inches=3, height="above")
    battle.say(["blue-infantry-2", "blue-infantry-3"]).rolls("fear", 2).rolls("fear", 3).ends()

    # One of them meets the other commander, one is gone; the commander attacks in vain.
    battle.say({}).rolls("movement", 3).say(4).say(6, 0.75).refused("blue-infantry-2", "BR-A4")
    battle.attacks("blue-infantry-commander-2", "red-dragoon-1", 1, 6).ends()

    # The dragoon kills him too, and Red's own commander rides down the last man.
    battle.say({}).rolls("movement", 2)
    battle.attacks("red-dragoon-1", "blue-infantry-commander-2", 6, 2, inches=1.5, height="below")
    battle.say(["blue-infantry-2"]).rolls("fear", 5).order("red-cavalry-commander-1", "charge")
    battle.attacks("red-cavalry-commander-1", "blue-infantry-2", 2, 4)
    return battle


def the_last_shot() -> Battle:
    """The last two men fall to one shot; an automatic cannon by itself does not count."""
    army = {"infantry": 1, "automatic-cannon": 1}
    battle = Battle.raging({"infantry": 1, "cannon": 1}, army, mercenaries="yes")
    battle.order("red-cannon-1", "man", "red-infantry-1")
    return battle.aims("red-cannon-1", "grape", ["red-infantry-1", "blue-infantry-1"]).hits(6, 1).hits(6, 1)


@pytest.mark.parametrize("battle", [the_hill, the_money])
def test_red_is_the_last_one_standing(battle: object) -> None:
    played: Battle = battle()  # type: ignore[operator]
    assert (played.state.winners, played.table.question) == (("red",), None)
    assert played.state.standing() == ("red",)


def test_who_was_left_on_the_hill() -> None:
    roster = {unit.id: unit for unit in the_hill().table.game_view.roster}
    assert {name for name, unit in roster.items() if not unit.out} == {
        "red-infantry-1",
        "red-infantry-2",
        "red-cavalry-1",
        "red-cannon-1",
        "blue-cannon-1",
    }
    assert roster["blue-cannon-1"].seat == "red"
    assert roster["blue-cavalry-1"].marks == ("on foot", "killed")


def test_what_the_mercenaries_cost_and_earned() -> None:
    purses = the_money().state.purses
    assert (purses["red"].paid, purses["red"].earned) == (70 + 5, 2 + 8 + 2 + 4 + 4 + 2)
    assert (purses["red"].left, purses["blue"].left) == (67, 60)
    assert the_money().state.kills == {"red": 5, "blue": 0}


def test_every_rule_had_its_say() -> None:
    assert the_hill().fired | the_money().fired | the_last_shot().fired == {
        rule.id for rule in BATTLE.rulebook.rules
    }


@pytest.mark.parametrize("battle", [the_hill, the_money])
def test_a_whole_battle_can_be_taken_back_and_resumed_from_its_answers(battle: object) -> None:
    played: Battle = battle()  # type: ignore[operator]
    table = played.table
    again = Table.resume(BATTLE, table.positions[:1], table.entries)
    assert again.state == table.state
    again.undo(len(again.entries))
    again.redo(len(again.undone))
    assert again.state == table.state
