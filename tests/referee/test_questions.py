"""Every kind of question: what it takes, what it refuses, and what it cannot understand."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.errors import MalformedAnswer
from companion.referee.dice import Contest, DicePool, Force, Losses
from companion.referee.interruptions import Interruption, read_answer
from companion.referee.losses import roll_losses
from companion.referee.question_base import list_allowed
from companion.referee.questions import (
    Choose,
    Confirm,
    Count,
    Deploy,
    Deployment,
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
from companion.referee.ruling import Refusals, Ruling, refuse

RULE: dict[str, Any] = {"prompt": "?", "rules": ("R-1",)}
TAKEN = refuse("R-2", "Brazil is taken.", instead="Pick Peru.")
CHOOSE = Choose(**RULE, options=(Option("a", "A"), Option("b", "B", ruling=refuse("R-2", "Not B today."))))
PICK = Pick(**RULE, allowed=("peru",), denied={"brazil": TAKEN})
PICK_OR_END = PickOrEnd(**RULE, allowed=("peru",), denied={"brazil": TAKEN}, end="Enough")
STUCK = PickOrEnd(**RULE, allowed=("peru",), end="Enough", end_ruling=refuse("R-3", "Not before one attack."))
DEPLOY = Deploy(**RULE, allowed=("peru",), denied={"brazil": TAKEN}, most=3)
COUNT = Count(**RULE, least=2, most=5, above=refuse("R-4", "Only five are there."))
CARDS = PlayCards(
    **RULE,
    kinds=("x", "y"),
    words={"y": "joker"},
    allowed=(("x", "y"),),
    denied={"x+x": refuse("R-5", "No set.")},
    none="None",
)
TWO_DICE = Roll(**RULE, pools=(DicePool("attack", "red", 2, 2),))
ROLL = Roll(**RULE, pools=(DicePool("attack", "red", 1, 3), DicePool("defence", "blue", 1, 2)))
FIGHT = Contest(Force("red", "peru", 3, 3), Force("blue", "brazil", 2, 2))
ONE_ROLL = Roll(**RULE, pools=ROLL.pools, contest=FIGHT, outcomes=(Losses(1, 0), Losses(0, 1)))
ROLLS = Roll(**RULE, pools=ROLL.pools, contest=FIGHT, outcomes=ONE_ROLL.outcomes, later=FIGHT)
MEASURE = Measure(**RULE, start="a", finish="b", most=6.0)
RANGE = Measure(**RULE, start="a", finish="b", least=0.25, most=2.0, because="musket 1 in, high ground 2 in")
SAID = Measure(
    **RULE,
    start="a",
    finish="b",
    most=2.0,
    because="musket 2 in",
    offers=(Offer("in range", "red", "In range"),),
    said=("in range",),
)
FILL_IN = FillIn(**RULE, fields=(Field("n", "Number", 1, 0, 9), Field("w", "Word", "x", choices=("x", "y"))))
WORDED = FillIn(**RULE, fields=(Field("w", "Word", "x", choices=("x", "y"), words={"x": "Ex", "y": "Why"}),))
ARMY = FillIn(
    **RULE,
    fields=(Field("foot", "Foot", 0, 0, 9), Field("horse", "Horse", 0, 0, 9)),
    prices={"foot": 5, "horse": 10},
    purse=40,
)
SHUFFLE = Shuffle(**RULE, items=("a", "b", "c"))
SEVERAL = PickSeveral(**RULE, allowed=("foot", "horse"), denied={"gun": refuse("R-2", "A gun is not hit.")})
NOBODY = PickSeveral(**RULE, allowed=("foot",), none="Nobody")
OFFERED = Confirm(**RULE, offers=(Offer("card", "blue", "Play a card"),))


@pytest.mark.parametrize(
    ("question", "raw", "answer"),
    [
        (CHOOSE, "a", "a"),
        (PICK, "peru", "peru"),
        (PICK_OR_END, "peru", "peru"),
        (PICK_OR_END, "end", None),
        (DEPLOY, {"place": "peru", "count": 3}, Deployment("peru", 3)),
        (DEPLOY, {"place": "peru", "count": 1}, Deployment("peru", 1)),
        (COUNT, 2, 2),
        (COUNT, 5, 5),
        (CARDS, ["y", "x"], ("x", "y")),  # the order does not matter
        (CARDS, [], ()),  # no trade
        (ROLL, {"attack": [6, 1], "defence": [3]}, {"attack": (6, 1), "defence": (3,)}),
        (MEASURE, 6, 6.0),
        (Measure(**RULE, start="a", finish="b"), 999_999.0, 999_999.0),
        (SAID, {"inches": 1.98, "error": 0.03}, 1.98),
        (SAID, 2.03, 2.03),  # without an error the sixteenth decides
        (MEASURE, 6.03, 6.03),  # to the nearest sixteenth that is 6
        (RANGE, 2.0, 2.0),
        (RANGE, 0.22, 0.22),  # a quarter, to the nearest sixteenth
        (FILL_IN, {"n": 0}, {"n": 0, "w": "x"}),
        (FILL_IN, {"n": 9, "w": "y"}, {"n": 9, "w": "y"}),
        (FILL_IN, {"n": 3}, {"n": 3, "w": "x"}),  # what is left out stays as suggested
        (WORDED, {"w": "y"}, {"w": "y"}),
        (WORDED, {"w": "Why"}, {"w": "y"}),  # older games kept the words
        (ARMY, {"foot": 1, "horse": 2}, {"foot": 1, "horse": 2}),
        (ARMY, {"foot": 4, "horse": 2}, {"foot": 4, "horse": 2}),  # 40, all there is
        (Confirm(**RULE), False, False),
        (SEVERAL, ["horse", "foot"], ("horse", "foot")),  # in the order given
        (NOBODY, [], ()),
        (SHUFFLE, ["c", "a", "b"], ("c", "a", "b")),
        (OFFERED, {"offer": "card"}, Interruption("card")),
    ],
)
def test_takes_what_is_allowed(question: Question, raw: object, answer: object) -> None:
    assert read_answer(question, raw) == (answer, read_answer(question, raw)[1])
    assert read_answer(question, raw)[1].allowed


@pytest.mark.parametrize(
    ("question", "raw", "rules", "words"),
    [
        (CHOOSE, "b", ("R-2",), "Not B today."),
        (CHOOSE, "z", ("R-1",), "Allowed: a."),
        (PICK, "brazil", ("R-2",), "Pick Peru."),
        (PICK, "atlantis", ("R-1",), "There is no place called 'atlantis' to pick here."),
        (PICK_OR_END, "brazil", ("R-2",), "Brazil is taken."),
        (STUCK, "end", ("R-3",), "Not before one attack."),
        (
            DEPLOY,
            {"place": "brazil", "count": 9},
            ("R-2", "R-1"),
            "9 is not between 1 and 3.",
        ),  # both reasons
        (DEPLOY, {"place": "peru", "count": 0}, ("R-1",), "Put 1 to 3."),
        (COUNT, 1, ("R-1",), "1 is too few: at least 2."),
        (Measure(**RULE, start="a", finish="b"), 1e6, ("R-1",), "is no distance"),
        (COUNT, 6, ("R-4",), "Only five are there."),
        (CARDS, ["x", "x"], ("R-5",), "No set."),
        (CARDS, ["y"], ("R-1",), "joker cannot be laid down."),
        (ROLL, {"attack": [7, 1, 1, 1]}, ("R-1",), "not 7"),
        (ROLL, {"attack": [0], "defence": [1]}, ("R-1",), "not 0"),
        (ROLL, {"attack": [1, 1, 1, 1], "defence": [1]}, ("R-1",), "Attack: 4 dice, but 1 to 3"),
        (TWO_DICE, {"attack": [1]}, ("R-1",), "Attack: 1 die, but 2 are to be rolled. Attack: 2 dice."),
        (ONE_ROLL, {"losses": {"attacker": 2, "defender": 0}}, ("R-1",), "Allowed: 1 / 0, 0 / 1."),
        (ROLLS, {"losses": {"attacker": 2, "defender": 3}}, ("R-1",), "They have 3 and 2; it ends"),
        (ROLL, {"attack": [1], "defence": [1], "luck": [6]}, ("R-1",), "Nobody rolls 'luck'"),
        (MEASURE, 6.5, ("R-1",), "At most 6 in."),
        (MEASURE, -1, ("R-1",), "At least 0 in."),
        (MEASURE, 6.04, ("R-1",), "6 1/16 in: too far."),
        (RANGE, 2.2, ("R-1",), "Musket 1 in, high ground 2 in, measured 2 3/16 in: too far."),
        (RANGE, 0.1, ("R-1",), "measured 1/8 in: too near."),
        (RANGE, {"inches": 2.09, "error": 0.03}, ("R-1",), "2 1/16 in: too far by 0.06 in, sure to 0.03."),
        (
            SAID,
            {"inches": 2.02, "error": 0.03},
            ("R-1",),
            "Measured 2.02 in, sure to 0.03: too close",
        ),
        (SAID, {"inches": 2.0, "error": 0.03125}, ("R-1",), "too close"),  # as near as its error is far
        (SAID, {"inches": 2.05, "error": 0.03}, ("R-1",), "Look at the table and say: In range."),
        (ARMY, {"foot": 5, "horse": 2}, ("R-1",), "That costs 45, but only 40 is there."),
        (SEVERAL, ["gun", "foot", "foot", "moon"], ("R-2", "R-1"), "Each can be chosen only once."),
        (SEVERAL, [], ("R-1",), "Choose at least one."),
        (FILL_IN, {"n": 10, "w": "z", "q": 1}, ("R-1",), "'z' is not one of x, y"),
        (FILL_IN, {"n": "many"}, ("R-1",), "not between 0 and 9"),
        (FILL_IN, {"n": 10}, ("R-1",), "not between 0 and 9"),
        (FILL_IN, {"n": -1}, ("R-1",), "not between 0 and 9"),
        (SHUFFLE, ["a", "a", "b"], ("R-1",), "missing: ['c'], too many: ['a']"),
        (SHUFFLE, ["a", "b"], ("R-1",), "missing: ['c'], too many: none"),
        (OFFERED, {"offer": "bribe"}, ("R-1",), "Nobody is offered 'bribe'"),
    ],
)
def test_refuses_with_a_rule_and_a_reason(
    question: Question, raw: object, rules: tuple[str, ...], words: str
) -> None:
    _, ruling = read_answer(question, raw)
    assert not ruling.allowed
    assert ruling.rules == rules
    assert words in ruling.text


@pytest.mark.parametrize(
    ("question", "raw"),
    [
        (CHOOSE, 1),
        (PICK, None),
        (DEPLOY, "peru"),
        (DEPLOY, {"place": "peru"}),
        (COUNT, "three"),
        (COUNT, 2.5),
        (COUNT, True),
        (CARDS, "x"),
        (ROLL, [6, 5]),
        (ROLL, {"attack": ["six"]}),
        (MEASURE, "far"),
        (FILL_IN, []),
        (SEVERAL, "foot"),
        (Confirm(**RULE), "yes"),
        (SHUFFLE, {"a": 1}),
        (OFFERED, {"offer": 7}),
        (CHOOSE, {"offer": "card"}),  # nothing is offered here
    ],
)
def test_says_what_shape_it_wants(question: Question, raw: object) -> None:
    with pytest.raises(MalformedAnswer, match="does not answer the question: it wants"):
        read_answer(question, raw)


@pytest.mark.parametrize("answer", [True, False])
def test_yes_and_no_are_read_as_they_are_written(answer: bool) -> None:
    question = Confirm(**RULE)
    assert question.read(question.write(answer)) is answer


def test_only_the_refusal_that_is_read_is_worked_out() -> None:
    judged = []

    def judge(place: str) -> Ruling:
        judged.append(place)
        return refuse("XX-1", f"{place} is closed.")

    refusals = Refusals(("here", "there", "nowhere"), ("here",), judge)
    asked = Pick(prompt="Where?", rules=("XX-1",), allowed=("here",), denied=refusals)
    assert judged == []
    assert asked.judge("there").text == "there is closed."
    assert asked.judge("elsewhere").text == "There is no place called 'elsewhere' to pick here."
    assert judged == ["there"]
    assert (list(refusals), len(refusals), "here" in refusals) == (["there", "nowhere"], 2, False)


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (0, ""),
        (1, "Allowed: a."),
        (6, "Allowed: a, b, c, d, e, f."),
        (7, "Allowed: a, b, c, d, e, f and more."),
    ],
)
def test_a_refusal_names_six_that_are_allowed(count: int, words: str) -> None:
    assert list_allowed(tuple("abcdefg"[:count])) == words


@pytest.mark.parametrize(
    ("defenders", "several", "beaten"),
    [(1, False, 1), (2, False, 2), (3, False, None), (1, True, 1), (3, True, 3), (201, True, None)],
)
def test_the_losses_of_who_is_beaten_are_preset(defenders: int, several: bool, beaten: int | None) -> None:
    """All of them, where one roll or those that may be told together can cost so many."""
    contest = Contest(Force("red", "peru", 5, 3), Force("blue", "brazil", defenders, 2))
    pools = DicePool("attack", "red", 1, 3), DicePool("defence", "blue", 1, 2)
    roll = Roll(prompt="Roll", rules=("R-1",), pools=pools, contest=contest, outcomes=roll_losses(contest))
    asked = replace(roll, later=contest if several else None)
    assert (asked.beaten, asked.several) == (beaten, several and defenders <= 200)
    assert replace(roll, contest=None).beaten is None
