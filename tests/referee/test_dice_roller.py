"""The companion's dice: every face comes up, the same seed gives the same dice."""

from typing import Any

from companion.referee.dice import DicePool
from companion.referee.dice_roller import DiceRoller
from companion.referee.questions import Roll, Shuffle

RULE: dict[str, Any] = {"prompt": "?", "rules": ("R-1",)}
ROLL = Roll(**RULE, pools=(DicePool("attack", "red", 1, 3, sides=8), DicePool("defence", "blue", 1, 2)))


def test_every_face_comes_up_and_no_other() -> None:
    roller = DiceRoller(3)
    rolls: list[Any] = [roller.answer(ROLL) for _ in range(200)]
    seen = {pool: {face for roll in rolls for face in roll[pool]} for pool in ("attack", "defence")}
    assert seen == {"attack": set(range(1, 9)), "defence": set(range(1, 7))}
    assert {len(roll["attack"]) for roll in rolls} == {3}


def test_the_same_seed_gives_the_same_dice_and_the_same_order() -> None:
    cards = Shuffle(**RULE, items=tuple("abcdefgh"))
    for question in (ROLL, cards):
        assert DiceRoller(5).answer(question) == DiceRoller(5).answer(question)
    order = DiceRoller(5).answer(cards)
    assert sorted(order) == list("abcdefgh") != order
