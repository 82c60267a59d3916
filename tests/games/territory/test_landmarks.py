"""Landmarks are drawn at once, or named one by one, and no territory has two."""

from typing import Any

import pytest

from companion.games.territory.landmarks import Finding, find_landmarks
from companion.referee.questions import Pick, Shuffle
from tests.games.classic.boards import a_turn


@pytest.mark.parametrize("known", [0, 1, 3])
@pytest.mark.parametrize("finding", ["drawn", "entered"])
def test_landmarks_are_found_until_there_are_enough(finding: Finding, known: int) -> None:
    state, found, asked = a_turn({}).state, ["peru", "siam", "ural"][:known], 0
    script, answer = find_landmarks(state, found, 3, finding, "X-1", plural="cities"), None
    wanted = [*found, *["alaska", "brazil", "china"][: 3 - known]]
    while True:
        try:
            question: Any = script.send(answer)
        except StopIteration:
            break
        asked += 1
        left = 3 - len(found)
        free = [place for place in state.holdings if place not in found]
        if finding == "drawn":
            assert isinstance(question, Shuffle) and list(question.items) == free
            assert question.prompt == f"Draw {left} cards for cities"
            answer: Any = (*wanted[known:], "yakutsk", "irkutsk")  # type: ignore[no-redef]
        else:
            assert isinstance(question, Pick) and list(question.allowed) == free
            assert question.prompt == "Cities: where is the next?"
            assert question.detail == f"{left} of 3 are still to be named."
            assert set(question.denied) == set(found)
            answer = wanted[len(found)]
    assert found == wanted
    assert asked == (0 if known == 3 else 1 if finding == "drawn" else 3 - known)
