"""Army lists: what a file may say, which mistakes are named, and that an invented army plays."""

import re
from pathlib import Path

import pytest

from companion.errors import BrokenFile
from companion.games.battle import army_list
from companion.games.battle.army_list import BATTLE_RISK, read_army_list
from companion.games.battle.game import BATTLE
from companion.referee.questions import Choose, FillIn, Measure, Roll
from tests.games.battle.players import BattlePlayer
from tests.games.battle.story import Battle
from tests.games.players import seeds

README = Path(army_list.__file__).with_name("README.md")


def example() -> str:
    """Return the army that the README invents."""
    found = re.search(r"```toml\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def write(text: str) -> Path:
    """Write a file into the table's folder."""
    path = army_list.folder() / "robots.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.rule("BR-SET")
def test_an_army_of_the_tables_own_is_offered_and_kept() -> None:
    path = write(example())
    battle = Battle()
    question = battle.table.question
    assert isinstance(question, Choose)
    assert [(option.label, option.detail) for option in question.options] == [
        ("Battle Risk", "Infantry, Cavalry, Cannon, ..."),
        ("Robots", "Trooper, Walker, Wreck, ..."),
    ]
    path.unlink()
    battle.say("1", {})
    fields = battle.table.question
    assert isinstance(fields, FillIn)
    assert {field.label: field.value for field in fields.fields} == {
        "Trooper": 4,
        "Walker": 2,
        "Wreck": 0,
        "Robot gun": 1,
    }
    assert battle.state.army_list.title == "Robots"
    assert (battle.state.library, battle.state.unreadable) == ((), {})


@pytest.mark.rule("BR-SET")
def test_without_own_armies_nothing_is_asked() -> None:
    battle = Battle()
    assert isinstance(battle.table.question, FillIn)
    assert battle.state.army_list == BATTLE_RISK


@pytest.mark.rule("BR-SET")
def test_a_file_that_is_no_army_says_why_and_is_refused() -> None:
    write(example().replace("inches = 0.5", 'inches = "far"'))
    battle = Battle()
    question = battle.table.question
    assert isinstance(question, Choose)
    battle.refused("broken robots", "BR-SET").say("0")
    line = 1 + next(n for n, row in enumerate(example().splitlines()) if "inches = 0.5" in row)
    assert f"line {line}: 'inches' must be a number, not text" in question.options[1].ruling.text


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('weapon = "laser"', 'weapon = "lazer"', "no weapon is called 'lazer'"),
        ("inches = 0.5 ", "inches = 0.3 ", "'inches' is a multiple of 0.0625"),
        ('becomes = "wreck"', 'becomes = "robot-gun"', "'becomes' names infantry or cavalry"),
        ("price = 4", "", "'price' is missing"),
        ('weapon = "mortar"', 'weapon = "claw"', "'claw' has no range, and cannons fire"),
        ('arm = "cavalry"', 'arm = "cavalry"\nautomatic = true', "only a cannon is automatic"),
        ('id = "wreck"', 'id = "trooper"', "'trooper' is there twice"),
        ("armour = 2", "armour = 6", "'armour' is at most 5"),
        ("armour = 2", 'rules = ["BR-X"]', "BR-X"),
        ("armour = 2", "speed = 2", "nothing here is called 'speed'"),
        ("automatic = true", "attack = 1", "a cannon needs a shot, and has no attack bonus"),
    ],
)
def test_each_mistake_is_named(before: str, after: str, message: str) -> None:
    assert before in example()
    path = write(example().replace(before, after, 1))
    with pytest.raises(BrokenFile, match=re.escape(message)):
        read_army_list(path)


def test_soldiers_are_needed_that_need_no_house_rule() -> None:
    text = re.sub(r"(arm = \"(?:infantry|cavalry)\")", r"\1\nmercenary = true", example())
    with pytest.raises(BrokenFile, match="neither commander nor mercenary"):
        read_army_list(write(text))


def battle_of(*armies: dict[str, int], roll: int = 4, **house: str) -> Battle:
    """Return a battle of the invented army, in the middle of red's turn."""
    return Battle.fought_with(read_army_list(write(example())), *armies, roll=roll, **house)


@pytest.mark.rule("BR-MOV-2", "BR-ATK-2", "BR-HGT-1")
def test_profiles_decide_how_far_a_unit_moves_and_reaches() -> None:
    battle = battle_of({"trooper": 1}, {"trooper": 1})
    battle.order("red-trooper-1", "move")
    assert isinstance(battle.table.question, Measure)
    assert battle.table.question.most == 2.0
    battle.say(1.5).order("red-trooper-1", "attack", "blue-trooper-1").say(True, "above")
    assert isinstance(battle.table.question, Measure)
    assert (battle.table.question.most, battle.table.question.because) == (
        3.5,
        "laser 3 in, high ground 3 1/2 in",
    )


@pytest.mark.rule("BR-ATK-4", "BR-DMG-2")
def test_armour_and_saves_of_a_profile_hold() -> None:
    battle = battle_of({"trooper": 2}, {"walker": 1}, field="flat and open")
    battle.attacks("red-trooper-1", "blue-walker-1", 5, 4)
    assert "5 against 4 + 2: no damage" in battle.told()
    battle.attacks("red-trooper-2", "blue-walker-1", 6, 4)
    assert isinstance(battle.table.question, Roll)
    assert battle.table.question.detail == "Blue walker 1 is hit. 1 to 4: killed. 5 to 6: on foot."
    battle.rolls("horse", 5)
    assert battle.man("blue-walker-1").kind == "wreck"


@pytest.mark.rule("BR-DMG-2")
@pytest.mark.parametrize(("die", "fate"), [(5, "killed"), (6, "fights")])
def test_a_soldier_on_foot_may_have_a_save_too(die: int, fate: str) -> None:
    battle = battle_of({"trooper": 1}, {"wreck": 1, "trooper": 1}, field="flat and open")
    battle.attacks("red-trooper-1", "blue-wreck-1", 6, 1)
    assert isinstance(battle.table.question, Roll)
    assert battle.table.question.detail == "Blue wreck 1 is hit. 1 to 5: killed. 6: fights on."
    battle.rolls("save", die)
    man = battle.man("blue-wreck-1")
    assert (man.fate, man.kind) == (fate, "wreck")


@pytest.mark.every(2)
@pytest.mark.rule("BR-SET", "BR-WIN")
@pytest.mark.parametrize("seed", seeds(0, 4))
def test_an_invented_army_is_played_to_the_end(seed: int) -> None:
    write(example())
    table = Battle(treasury="yes", commanders="hero and fear", field="flat and open").table
    table.answer("1")
    player = BattlePlayer(seed)
    for _ in range(6000):
        if table.question is None:
            break
        table.answer(player.command(table.question))
        written = BATTLE.notation.write(table.state)
        assert BATTLE.notation.read(written) == table.state
    assert table.state.winners
