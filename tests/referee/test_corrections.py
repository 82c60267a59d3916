"""What a correction may set, what it may not, and the rulings on it."""

from typing import Annotated, Any, Literal

import pytest
from msgspec import Struct

from companion.referee.correction import (
    Correctable,
    Editable,
    apply,
    choice,
    declared,
    editable,
    fixable,
    flag,
    judge_changes,
    number,
    unfulfilled,
)
from companion.referee.names import BySeat, SeatId
from companion.referee.ruling import Reason, Refusals, Ruling, refuse
from companion.referee.seats import seats_of
from companion.referee.timeline import State, turns_begun

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


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"alaska.armies": 3, "alaska.owner": "red", "moon": 1}, ""),
        ({"alaska.armies": 4}, "Armies in Alaska: 4 does not fit the rest of the table, but 3 does."),
        ({"alaska.owner": "blue"}, "Owner of Alaska: blue does not fit the rest of the table, but red does."),
        ({"game.winner": "red"}, ""),  # it happens once
    ],
)
def test_a_value_that_does_not_hold_beside_the_others_is_refused(
    changes: dict[str, int | str], text: str
) -> None:
    known = [
        editable(one.key, one.label, one.value, one.rule, None, **more)
        for one, more in ((ARMIES, {"most": 9}), (OWNER, {"choices": OWNER.choices}))
    ]
    known.append(editable("game.winner", "Winner", "nobody", "T-WIN", None, choices=("red",), momentary=True))
    ruling = unfulfilled(known, changes)
    assert (ruling.allowed, ruling.text) == (not text, text or "Allowed.")


def test_a_value_is_read_and_set_where_it_stands() -> None:
    table: dict[str, Any] = {"blue": 2, "late": False, "home": None}

    def declared() -> list[Editable]:
        return [
            number(table, "red", "red.cards", "Red: cards", "T-CARDS", most=9),
            number(table, "blue", "blue.cards", "Blue: cards", "T-CARDS", most=1, grows=True),
            flag(table, "late", "game.late", "Late", "T-LATE"),
            choice(
                table, "home", "red.home", "Red: home", "T-HOME", ("alaska", "nobody", "peru"), none="nobody"
            ),
        ]

    now = [one.correctable for one in declared()]
    assert [one.value for one in now] == [0, 2, "no", "nobody"]
    assert [one.subject for one in now] == ["red", "blue", "game", "red"]
    assert [one.most for one in now[:2]] == [9, 2]
    for home in ("peru", "alaska"):
        apply(declared(), {"red.cards": 4, "game.late": "yes", "red.home": home})
        assert table == {"red": 4, "blue": 2, "late": True, "home": home}
    apply(declared(), {"red.home": "nobody", "game.late": "no"})
    assert (table["home"], table["late"]) == (None, False)


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


class Facts(Struct):
    """What has happened in a turn."""

    late: Annotated[bool, fixable("Late", "T-LATE")] = False
    mood: Annotated[Literal["good", "bad"], fixable("Mood", "T-MOOD", key="how")] = "good"
    losing: Annotated[SeatId | None, fixable("Losing", "T-LOSE")] = None
    moves: int = 0


class Toy(State, kw_only=True):
    """A state that says how it can be corrected."""

    hands: BySeat[Annotated[int, fixable("cards", "T-CARDS", least=1, most=9)]]
    facts: Facts
    friends: dict[SeatId, Annotated[SeatId, fixable("friend", "T-FRIEND", when=turns_begun)]]


def test_the_types_of_a_state_say_what_can_be_corrected() -> None:
    toy = Toy(seats=seats_of(2), step="play", hands={"red": 1, "blue": 2}, facts=Facts(), friends={})

    def known() -> list[Editable]:
        return [*declared(toy), *declared(toy, toy.facts, "turn", "Turn")]

    assert [one.correctable for one in known()] == [
        Correctable("red.hands", "red", "Red: cards", 1, "T-CARDS", least=1, most=9),
        Correctable("blue.hands", "blue", "Blue: cards", 2, "T-CARDS", least=1, most=9),
        Correctable("turn.late", "turn", "Turn: Late", "no", "T-LATE", ("yes", "no")),
        Correctable("turn.how", "turn", "Turn: Mood", "good", "T-MOOD", ("good", "bad")),
        Correctable("turn.losing", "turn", "Turn: Losing", "nobody", "T-LOSE", ("nobody", "red", "blue")),
    ]
    apply(known(), {"blue.hands": 7, "turn.late": "yes", "turn.how": "bad", "turn.losing": "red"})
    assert toy.hands == {"red": 1, "blue": 7} and toy.facts == Facts(True, "bad", "red")
    apply(known(), {"turn.losing": "nobody"})
    assert toy.facts.losing is None


def test_names_by_names_have_an_entry_or_none_when_they_can_be_corrected() -> None:
    toy = Toy(seats=seats_of(2), step="play", hands={}, facts=Facts(), friends={"red": "blue"})
    assert not [one for one in declared(toy) if one.correctable.key.endswith("friends")]
    toy.turn = 1
    known = [one.correctable for one in declared(toy) if one.correctable.rule == "T-FRIEND"]
    assert known == [
        Correctable("red.friends", "red", "Red: friend", "blue", "T-FRIEND", ("nobody", "red", "blue")),
        Correctable("blue.friends", "blue", "Blue: friend", "nobody", "T-FRIEND", ("nobody", "red", "blue")),
    ]
    apply(declared(toy), {"red.friends": "nobody", "blue.friends": "red"})
    assert toy.friends == {"blue": "red"}


def test_a_type_that_cannot_be_corrected_is_an_error() -> None:
    class Odd(Struct):
        """A list cannot be corrected."""

        names: Annotated[list[str], fixable("Names", "T-NAMES")] = []

    toy = Toy(seats=seats_of(2), step="play", hands={"red": 1, "blue": 2}, facts=Facts(), friends={})
    with pytest.raises(TypeError, match=r"game\.names can be a fact"):
        list(declared(toy, Odd()))
