"""A game told again: every kind of answer in words, and every battle roll for the luck ledger."""

from typing import Any

import pytest

from companion.app.chronicle.replay import ReplayStep, describe, replay, roll_record
from companion.games import find_game
from companion.odds import luck
from companion.referee.dice import Contest, DicePool, Force, Losses
from companion.referee.entries import Answered, Corrected
from companion.referee.houserules import set_house_rules
from companion.referee.inches import format_inches
from companion.referee.questions import (
    END,
    Choose,
    Confirm,
    Count,
    Deploy,
    Field,
    FillIn,
    Measure,
    Offer,
    Option,
    Pick,
    PickOrEnd,
    PickSeveral,
    PlayCards,
    Question,
    Roll,
    Shuffle,
)
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.referee.table import Table

ASKED: dict[str, Any] = {"prompt": "?", "rules": ()}
NAMES = {"peru": "Peru", "siam": "Siam", "red": "Ann", "peru.armies": "Armies in Peru"}
MANY = [f"card-{number}" for number in range(7)]
ARMY = FillIn(**ASKED, fields=(Field("infantry", "Infantry", 3, 0, 9), Field("name", "Name", "x")))
MODE = Choose(**ASKED, options=(Option("fast", "All at once"),), offers=(Offer("stop", "blue", "Call off"),))
TOKENS = Shuffle(**ASKED, items=("card", "tower"), words={"tower": "Airfield"})
DICE = Roll(**ASKED, pools=(DicePool("attack", "red", 1, 3), DicePool("defence", "blue", 1, 2)))


@pytest.mark.parametrize(
    ("question", "value", "words"),
    [
        (Pick(**ASKED, allowed=("peru",)), "peru", "Peru"),
        (PickOrEnd(**ASKED, allowed=("peru",), end="End attacks"), END, "End attacks"),
        (Deploy(**ASKED, allowed=("peru",), most=5), {"place": "peru", "count": 3}, "3 on Peru"),
        (MODE, "fast", "All at once"),  # as the question calls it
        (MODE, {"offer": "stop"}, "Call off"),
        (MODE, {"offer": "gone"}, "Gone"),  # an offer that is not made any more
        (DICE, {"attack": [6, 3], "defence": [5]}, "6 3 / 5"),
        (ARMY, {"infantry": 4, "name": "Guard"}, "Infantry: 4, Name: Guard"),
        (ARMY, {}, "As suggested"),
        (Count(**ASKED, least=1, most=9, unit="armies"), 1, "1 army"),
        (Count(**ASKED, least=1, most=9), 4, "4"),
        (Measure(**ASKED, start="here", finish="there"), 2.5, format_inches(2.5)),
        (
            Measure(**ASKED, start="here", finish="there"),
            {"inches": 2.51, "error": 0.02},
            "2 1/2 in, sure to 0.02",
        ),
        (Confirm(**ASKED, yes="Attack again", no="Let be"), True, "Attack again"),
        (Confirm(**ASKED, yes="Attack again", no="Let be"), False, "Let be"),
        (MODE, True, "Yes"),
        (MODE, False, "No"),
        (PickSeveral(**ASKED, allowed=("peru", "siam")), ["peru", "siam"], "Peru, Siam"),
        (PickSeveral(**ASKED, allowed=("peru",), none="Nobody"), [], "Nobody"),
        (PickSeveral(**ASKED, allowed=tuple(MANY)), MANY, "7 of them"),
        (PlayCards(**ASKED, kinds=("wild",), allowed=(), words={"wild": "joker"}), ["wild"], "joker"),
        (Shuffle(**ASKED, items=tuple(MANY)), MANY, "7 cards dealt"),
        (TOKENS, ["tower", "card"], "Airfield, card"),
        (None, 7, "7"),  # nothing is known of what was asked
    ],
)
def test_an_answer_in_words(question: Question | None, value: Any, words: str) -> None:
    assert describe(ReplayStep(1, question, Answered(value)), NAMES) == words


def test_a_correction_names_what_was_set_right() -> None:
    entry = Corrected({"peru.armies": 4, "owner": "red"})
    assert describe(ReplayStep(1, None, entry), NAMES) == "Armies in Peru: 4, owner: Ann"


@pytest.fixture(scope="module")
def played() -> Table[Any]:
    """A game with battles, and one thing set right by hand."""
    game = find_game("classic")
    table = Table(
        game, game.begin(seats_of(3), set_house_rules(game.house_rules, {"placing": "all at once"}))
    )
    player = RandomBot(3)
    while len(table.entries) < 200:
        assert table.question is not None
        table.answer(player.answer(table.question))
        if len(table.entries) == 150:
            thing = next(thing for thing in game.correctables(table.state) if thing.key.endswith("armies"))
            assert table.correct({thing.key: int(thing.value) + 1}).allowed
    return table


@pytest.mark.parametrize("since", [0, 1, 60, 149, 150, 199, 200])
def test_what_was_asked_is_told_with_what_was_given(played: Table[Any], since: int) -> None:
    steps = list(replay(played, since))
    assert [step.entry for step in steps] == list(played.entries[since:])
    assert [step.number for step in steps] == list(range(since + 1, len(played.entries) + 1))
    for step in steps:
        assert (step.question is None) == isinstance(step.entry, Corrected)


def test_every_battle_roll_is_told_with_what_it_cost(played: Table[Any]) -> None:
    battles = [
        step
        for step in replay(played)
        if isinstance(step.question, Roll) and step.question.contest and "offer" not in step.entry.value
    ]
    told = [roll for step in replay(played) if (roll := roll_record(step)) is not None]
    assert len(told) == len(battles) > 5
    for roll, step in zip(told, battles, strict=True):
        attack, defence = (step.entry.value[name] for name in ("attack", "defence"))
        assert (roll.attack.dice, roll.defence.dice) == (len(attack), len(defence))
        assert roll.losses.attacker + roll.losses.defender == min(len(attack), len(defence))


def test_a_hero_counts_in_what_is_expected_as_in_what_is_lost() -> None:
    contest = Contest(Force("red", "peru", 5, 1, bonus=1), Force("blue", "siam", 2, 1))
    question = Roll(
        **ASKED, pools=(DicePool("attack", "red", 1, 1), DicePool("defence", "blue", 1, 1)), contest=contest
    )
    rolled = roll_record(ReplayStep(1, question, Answered({"attack": [5], "defence": [5]})))
    assert rolled is not None
    assert rolled.losses == Losses(0, 1)
    assert luck([rolled])["red"].expected == pytest.approx(15 / 36), "with the hero 21 of 36 rolls win"


def test_a_bonus_die_is_thrown_but_does_not_count() -> None:

    contest = Contest(Force("red", "peru", 5, 3, extra=1), Force("blue", "siam", 2, 2))
    question = Roll(
        **ASKED, pools=(DicePool("attack", "red", 1, 4), DicePool("defence", "blue", 1, 2)), contest=contest
    )
    rolled = roll_record(ReplayStep(1, question, Answered({"attack": [6, 5, 2, 1], "defence": [6, 1]})))
    assert rolled is not None
    assert (rolled.attack.dice, rolled.attack.keep) == (4, 3)
    assert rolled.losses == Losses(1, 1)
