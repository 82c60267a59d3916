"""One move of armies at the end of a turn: from where, to where, how many; or none."""

from types import SimpleNamespace
from typing import Any

import pytest

from companion.games.territory.maneuver import Moved, maneuver
from companion.referee.interruptions import Interruption
from companion.referee.questions import Count, Offer, PickOrEnd
from companion.referee.script import Report
from tests.games.classic.boards import a_turn

LANDS = {"alaska": ("red", 5), "alberta": ("red", 1), "ontario": ("red", 3), "siam": ("red", 4)}


def played(answers: list[Any], *, adjacent_only: bool = False, **facts: Any) -> tuple[Any, Any, list[Any]]:
    """Answer one question after the other; return the board, what came of it, and what was asked."""
    state = a_turn(LANDS, step="fortify").state
    for name, value in facts.pop("state", {}).items():
        setattr(state, name, value)
    script = maneuver(
        state, "red", ("X-1", "X-2"), prompt="Move?", end="No", adjacent_only=adjacent_only, **facts
    )
    asked, given, answer = list[Any](), iter(answers), None
    try:
        while True:
            asked.append(script.send(answer))
            answer = None if isinstance(asked[-1], Report) else next(given)
    except StopIteration as end:
        return state, end.value, asked


def test_armies_move_once() -> None:
    state, moved, (where, to, how_many, told) = played(["alaska", "ontario", 3])
    assert isinstance(where, PickOrEnd) and set(where.allowed) == {"alaska", "ontario"}
    assert (where.prompt, where.end, where.rules) == ("Move?", "No", ("X-1", "X-2"))
    assert "siam" in where.denied and "alberta" in where.denied and "peru" in where.denied
    assert isinstance(to, PickOrEnd) and set(to.allowed) == {"alberta", "ontario"} and to.focus == ("alaska",)
    assert isinstance(how_many, Count) and (how_many.least, how_many.most, how_many.suggested) == (1, 4, 4)
    assert how_many.focus == ("alaska", "ontario")
    assert told.text == "Red moves 3 armies to Ontario." and told.seat == "red"
    assert moved == Moved("alaska", "ontario", 3)
    assert [state.holdings[place].armies for place in LANDS] == [2, 1, 6, 4]


@pytest.mark.parametrize(
    ("answers", "moved"),
    [
        ([None], None),
        (["alaska", None, None], None),
        (["alaska", None, "ontario", "alberta", 2], Moved("ontario", "alberta", 2)),
    ],
)
def test_nothing_need_move_and_another_origin_may_be_chosen(answers: list[Any], moved: Moved | None) -> None:
    state, came, _ = played(answers)
    assert came == moved
    assert sum(state.holdings[place].armies for place in LANDS) == 13


def test_to_a_neighbour_only() -> None:
    _, _, (where, to, *_) = played(["alaska", None, None], adjacent_only=True)
    assert set(where.allowed) == {"alaska", "ontario"} and set(to.allowed) == {"alberta"}
    assert "not next to Alaska" in to.denied["ontario"].text


@pytest.mark.parametrize("state", [{"winners": ("red",)}, {"holdings": a_turn({}).state.holdings}])
def test_nothing_is_asked_where_no_army_can_move_or_somebody_has_won(state: dict[str, Any]) -> None:
    assert played([], state=state)[1:] == (None, [])


def test_a_card_may_be_played_before() -> None:
    offered = []

    def play(state: Any, offer: Any) -> Any:
        offered.append(offer)
        state.holdings["siam"].armies = 1
        yield from ()

    offer = Offer("card", "blue", "Play a card")
    cards: Any = SimpleNamespace(offers=lambda _: (offer,), play=play)
    state, moved, asked = played([Interruption("card"), "alaska", "alberta", 4], interruptions=cards)
    assert offered == ["card"] and asked[0].offers == asked[1].offers == (offer,)
    assert moved == Moved("alaska", "alberta", 4) and state.holdings["siam"].armies == 1
