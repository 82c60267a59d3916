"""What a correction may set, what it may not, and the rulings on it."""

from typing import Any

import pytest

from companion.referee.correction import Correctable, judge_changes
from companion.referee.ruling import Reason, Refusals, Ruling, refuse

ARMIES = Correctable("alaska.armies", "alaska", "Armies in Alaska", 3, "T-ARMIES", least=1, most=9)
OWNER = Correctable("alaska.owner", "alaska", "Owner of Alaska", "red", "T-OWNER", choices=("red", "blue"))


@pytest.mark.parametrize(
    ("thing", "value", "possible"),
    [
        (ARMIES, 1, True),
        (ARMIES, 9, True),
        (ARMIES, 0, False),
        (ARMIES, 10, False),
        (ARMIES, True, False),
        (ARMIES, "3", False),
        (OWNER, "blue", True),
        (OWNER, "green", False),
        (OWNER, 1, False),
    ],
)
def test_a_value_within_its_bounds_or_choices_is_possible(thing: Any, value: Any, possible: bool) -> None:
    reason = thing.objection(value)
    assert (reason is None) == possible
    assert reason is None or (reason.rule == thing.rule and thing.label in reason.text)


def test_an_objection_names_what_would_be_possible() -> None:
    assert ARMIES.objection(10) == Reason("T-ARMIES", "Armies in Alaska: 10 is not possible (1 to 9).")
    assert OWNER.objection("x") == Reason("T-OWNER", "Owner of Alaska: 'x' is not possible (red, blue).")


def test_all_that_is_wrong_with_changes_is_named() -> None:
    assert judge_changes((ARMIES, OWNER), {"alaska.armies": 2, "alaska.owner": "blue"}).allowed
    ruling = judge_changes((ARMIES, OWNER), {"alaska.armies": 0, "alaska.owner": "x", "moon": 1})
    assert [reason.rule for reason in ruling.reasons] == ["T-ARMIES", "T-OWNER", "T-ARMIES"]
    assert "nothing called 'moon'" in ruling.text
    assert judge_changes((), {"moon": 1}).rules == ("",)


def test_a_ruling_carries_every_reason_and_what_would_be_allowed() -> None:
    reasons = (Reason("A", "No."), None, Reason("B", "Never."), Reason("A", "Not now."))
    ruling = Ruling.from_reasons(reasons, "Wait.")
    assert (ruling.allowed, ruling.rules, ruling.text) == (False, ("A", "B"), "No. Never. Not now. Wait.")
    assert Ruling.from_reasons((None,), "Wait.") == Ruling(True)
    assert Ruling(True).text == "Allowed."
    assert refuse("A", "No.", house=True).reasons[0].house and not refuse("A", "No.").reasons[0].house


def test_refusals_are_of_places_that_cannot_be_chosen() -> None:
    asked = []
    refusals = Refusals(("a", "b", "c"), ("b",), lambda place: asked.append(place) or refuse("R", place))
    assert (list(refusals), len(refusals), asked) == (["a", "c"], 2, [])
    assert refusals["a"].text == "a" and asked == ["a"]
    assert ("b" in refusals, "c" in refusals, "moon" in refusals) == (False, True, False)
    with pytest.raises(KeyError):
        refusals["b"]
