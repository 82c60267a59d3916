"""What the rules leave to the table: numbers with their price, choices, and words."""

from typing import Any

import pytest

from companion.referee.questions import Field, FillIn

ARMY = FillIn(
    prompt="The army",
    rules=("BR-TRE-1",),
    fields=(Field("infantry", "Infantry: 5", 2, 0, 20), Field("cannon", "Cannon: 15", 1, 0, 20)),
    prices={"infantry": 5, "cannon": 15},
    purse=35,
)
REGION = FillIn(
    prompt="The region",
    rules=("RG-MAP",),
    fields=(Field("name", "Name", "Mill"), Field("ground", "Ground", "woods", choices=("woods", "road"))),
)


def panel(screen: Any, question: FillIn) -> Any:
    from companion.ui.question_views.fill_in import FillInView

    given: list[Any] = []
    shown = screen.show(FillInView(question, given.append, lambda ruling: given.append(ruling.allowed)))
    shown.given = given
    return shown


@pytest.mark.parametrize(
    ("infantry", "cost", "answer"),
    [
        (2, "Costs 25 of 35", {"infantry": 2, "cannon": 1}),
        (4, "Costs 35 of 35", {"infantry": 4, "cannon": 1}),
        (5, "Costs 40 of 35", False),  # the purse cannot pay it: refused with its rule
    ],
)
def test_the_cost_runs_along(screen: Any, infantry: int, cost: str, answer: Any) -> None:
    army = panel(screen, ARMY)
    army.entries["infantry"].value = infantry
    screen.frames(2)
    assert cost in [getattr(widget, "text", "") for widget in army.walk()]
    army.accept()
    assert army.given == [answer]


def test_choices_go_round_and_words_are_typed(screen: Any) -> None:
    region = panel(screen, REGION)
    screen.seconds(0.1)
    ground = region.scroll_to("ground")
    for wanted in ("road", "woods", "road"):
        screen.tap_on(ground)
        screen.seconds(0.3)
        assert ground.text == wanted
    region.entries["name"].text = "Old mill"
    region.accept()
    assert region.given == [{"name": "Old mill", "ground": "road"}]
