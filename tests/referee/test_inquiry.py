"""An inquiry that is asked wrongly says what it wants; an act is tried where it can be."""

from types import SimpleNamespace
from typing import Any

import pytest

from companion.errors import UnknownName
from companion.games import every_game
from companion.referee.inquiry import _done, check_parameters
from companion.referee.ruling import ALLOWED, Ruling, refuse


def inquiry(
    _: object, *, piece: str, inches: float, units: int = 1, cards: list[str] | None = None
) -> Ruling:
    raise AssertionError((piece, inches, units, cards))


WANTED = (
    "The inquiry 'move' wants piece (a text), inches (a number), "
    "units (a whole number, may be left out), cards (a list of texts, may be left out); "
)


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"inches": 1}, "piece is missing."),
        ({"piece": 7, "inches": 1}, "piece is 7."),
        ({"piece": "a", "inches": 1e308}, "inches is 1e+308."),
        ({"piece": "a", "inches": float("nan")}, "inches is nan."),
        ({"piece": "a", "inches": "3"}, "inches is '3'."),
        ({"piece": "a", "inches": True}, "inches is True."),
        ({"piece": "a", "inches": 1, "units": 1.5}, "units is 1.5."),
        ({"piece": "a", "inches": 1, "units": 10**18}, "units is 1000000000000000000."),
        ({"piece": "a", "inches": 1, "cards": ["a", 3]}, "cards is ['a', 3]."),
        ({"piece": "a", "inches": 1, "wings": 2}, "wings is not known."),
    ],
)
def test_what_is_wanted_is_said(given: dict[str, Any], wrong: str) -> None:
    with pytest.raises(UnknownName) as refused:
        check_parameters("move", inquiry, given)
    assert str(refused.value).startswith(WANTED + wrong)


@pytest.mark.parametrize("number", [1, 1_000_000, -1_000_000])
def test_what_fits_is_asked(number: int) -> None:
    check_parameters("move", inquiry, {"piece": "a", "inches": number, "units": None, "cards": []})


@pytest.mark.parametrize("name", [f"{game.id}/{name}" for game in every_game() for name in game.inquiries])
def test_every_inquiry_declares_kinds_that_are_checked(name: str) -> None:
    game, _, about = name.partition("/")
    asked = next(one for one in every_game() if one.id == game).inquiries[about]
    with pytest.raises(UnknownName, match="nonsense is not known"):
        check_parameters(about, asked, {"nonsense": 1})


@pytest.mark.parametrize(
    ("focus", "way", "rules", "done"),
    [
        (("a",), ("a", "x"), ("R-1",), True),
        (("a",), ("a", "y"), ("R-1",), False),
        (("a",), ("b", "x"), ("R-1",), None),  # the open question is about another origin
        (("a",), ("a", "x"), ("R-2",), None),  # or about something else
        ((), ("x",), ("R-1",), True),
        ((), ("y",), ("R-1",), None),
        ((), ({"offer": "card"}, "x"), ("R-2",), True),
        ((), ({"offer": "card"}, "y"), ("R-2",), False),
    ],
)
def test_an_act_is_tried_where_the_open_question_is_about_it(
    focus: tuple[str, ...], way: tuple[Any, ...], rules: tuple[str, ...], done: bool | None
) -> None:
    """What is begun already is not answered again; x and the offer are allowed."""
    table: Any = SimpleNamespace(
        question=SimpleNamespace(focus=focus, rules=("R-1",)),
        may=lambda answer: ALLOWED if answer in ("x", {"offer": "card"}) else refuse("R-1", "No."),
        answer=lambda _: None,
    )
    ruling = _done(table, way, rules)
    assert (ruling and ruling.allowed) == done
