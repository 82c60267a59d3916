"""Objectives come into play and are collected, at most one a turn; what is not fulfilled says by how much."""

from typing import Any

import pytest

from companion.games.territory.collecting import NONE, TIERS, collect, collect_question, lay_out
from companion.games.territory.landmarks import Finding
from companion.games.territory.objectives import Objective, ObjectiveCard, Objectives
from companion.referee.questions import Choose, Shuffle
from companion.referee.script import Report
from tests.games.territory.ground import BOARD, WORDS, ground, objective

CARDS = [Objective(name, "minor", "territories", number) for number, name in enumerate("abcdef", 1)]
NAMES = {card.id: f"Objective {card.id}" for card in CARDS}


@pytest.mark.parametrize("known", [0, 1, 3])
@pytest.mark.parametrize("finding", ["drawn", "entered"])
@pytest.mark.parametrize(("wanted", "laid"), [(3, 3), (9, 6)])
def test_objectives_are_laid_out_until_there_are_enough(
    finding: Finding, known: int, wanted: int, laid: int
) -> None:
    """Those of another tier that are in play do not count; there are no more than there are."""
    other = ObjectiveCard(Objective("z", "major", "territories", 30))
    in_play = Objectives([other, *(ObjectiveCard(card) for card in CARDS[:known])])
    script: Any = lay_out(in_play, CARDS, wanted, "X-1", names=NAMES, words=TIERS["minor"], finding=finding)
    answer: Any = None
    asked = 0
    with pytest.raises(StopIteration):
        while True:
            question = script.send(answer)
            asked += 1
            left = [name for name in "fedcba" if in_play.find(name) is None]
            missing = laid - (len(in_play.cards) - 1)
            if finding == "drawn":
                assert isinstance(question, Shuffle) and set(question.items) == set(left)
                are = "is" if missing == 1 else "are"
                assert question.detail.startswith(f"The first {missing} {are} in play.")
                assert question.words == {name: NAMES[name] for name in left}
                answer = tuple(left)
            else:
                assert isinstance(question, Choose) and {one.id for one in question.options} == set(left)
                assert question.detail == f"{missing} still to be named."
                assert {one.detail for one in question.options} == {"minor objective"}
                answer = left[0]
    order = [*"abc"[:known], *[name for name in "fedcba" if name not in "abc"[:known]]]
    assert [card.objective.id for card in in_play.cards] == ["z", *order[:laid]]
    assert asked == (0 if known == laid else 1 if finding == "drawn" else laid - known)


def in_play(collected: str | None = None) -> Objectives:
    """Six territories in all, two in one turn, thirty in all; eight that Blue has."""
    return Objectives(
        [
            ObjectiveCard(objective("territories", 6, id="six")),
            ObjectiveCard(objective("territories", 2, in_one_turn=True, id="two")),
            ObjectiveCard(objective("territories", 30, id="thirty")),
            ObjectiveCard(objective("territories", 8, id="eight"), owner="blue"),
        ],
        collected=collected,
    )


PLACES = sorted(BOARD.ids)


@pytest.mark.parametrize(
    ("held", "new", "offered"),
    [(8, 2, ["six", "two"]), (6, 1, ["six"]), (5, 2, ["two"]), (5, 1, []), (30, 0, ["six", "thirty"])],
)
def test_what_is_fulfilled_is_offered_and_the_rest_says_what_it_needs(
    held: int, new: int, offered: list[str]
) -> None:
    context = ground(PLACES[:held], PLACES[: held - new])
    question = collect_question(in_play(), context, WORDS, "X-1", seat="red")
    assert collect_question(in_play("six"), context, WORDS, "X-1", seat="red") is None, "one a turn"
    if not offered:
        assert question is None
        return
    assert question is not None and question.seat == "red" and question.rules == ("X-1",)
    rulings = {one.id: one.ruling for one in question.options}
    assert [one for one, ruling in rulings.items() if ruling.allowed] == [*offered, NONE]
    assert list(rulings) == [
        *offered,
        NONE,
        *(one for one in ("six", "two", "thirty", "eight") if one not in offered),
    ]
    assert "has been collected already" in rulings["eight"].text
    for name, needs, has in (("six", 6, held), ("two", 2, new), ("thirty", 30, held)):
        if name not in offered:
            assert rulings[name].text == f"It needs {needs}, and there are {has}."
    details = {one.id: one.detail for one in question.options}
    assert details["two"].endswith(f", {new} of 2") and details[NONE] == ""


@pytest.mark.parametrize(("answer", "owner"), [("six", "red"), ("two", "red"), (NONE, None)])
def test_who_collects_owns_it_and_it_is_told(answer: str, owner: str | None) -> None:
    cards = in_play()
    script: Any = collect(cards, ground(PLACES[:8], PLACES[:6]), WORDS, "X-1", seat="red", player="Anna")
    next(script)
    with pytest.raises(StopIteration) as end:
        told = script.send(answer)
        assert isinstance(told, Report) and told.text.startswith("Anna collects: ")
        assert (told.seat, told.rules) == ("red", ("X-1",))
        next(script)
    card = cards.find(answer)
    assert end.value.value is card and cards.collected == (answer if owner else None)
    assert [one.owner for one in cards.cards] == [
        "red" if one.objective.id == answer else one.owner for one in cards.cards
    ]
    assert sum(one.owner == "red" for one in cards.cards) == (owner is not None)
    assert list(collect(cards, ground(()), WORDS, "X-1", seat="red", player="Anna")) == []
