"""The screens of all games under the inspector: nothing cut, small, close or faint, and an answer in reach.

The contact sheets lie in DIR after ``pytest tests/ui/test_inspector.py --slow --basetemp=DIR``.
"""

from pathlib import Path
from typing import Any

import pytest

from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from tests.ui.every_game import CASES
from tests.ui.inspector import Inspector
from tests.ui.overflow import Overflow

SIZES = ((800, 480), (1280, 800), (720, 1280))
ANSWERS, FEW = 260, 60


def inspected(
    app: Any, screen: Any, inspector: Inspector, case: tuple[str, int, dict[str, str]], answers: int
) -> list[str]:
    """Play a game by a random player, and look at each kind of question once in every step."""
    from companion.games import find_game

    name, players, house = case
    app.start_game(find_game(name), seats_of(players), house)
    session, bot, seen, wrong = app.playing, RandomBot(1), set[str](), list[str]()
    session.unsubscribe(app._on_change)
    for _ in range(answers):
        question = session.question
        if question is None:
            break
        kind = f"{session.table.state.step} {type(question).__name__}"
        if kind not in seen:
            seen.add(kind)
            app.banner.close()
            app.show_home()
            screen.frames(4)
            wrong += [f"{kind}: {words}" for words in inspector.inspect(app.home, f"{name} {kind}")]
        session.answer(bot.answer(question))
    session.subscribe(app._on_change)
    app.leave_game()
    return wrong


@pytest.mark.parametrize("case", CASES[:1] + CASES[8:9], ids=lambda case: case[0])
def test_the_first_screens_can_be_read_and_touched(
    app: Any, screen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: Any
) -> None:
    inspector = Inspector(Overflow(monkeypatch.setattr), tmp_path)
    monkeypatch.setattr(type(app.signals), "at_work", property(lambda _: False))  # no panel of buttons
    assert sorted(set(inspected(app, screen, inspector, case, FEW))) == []
    inspector.contact_sheet(tmp_path / "contact-sheet.png")


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[1]}-{'-'.join(case[2].values())}")
def test_every_screen_can_be_read_and_touched(
    app: Any, screen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: Any, size: tuple[int, int]
) -> None:
    inspector = Inspector(Overflow(monkeypatch.setattr), tmp_path)
    monkeypatch.setattr(type(app.signals), "at_work", property(lambda _: False))  # no panel of buttons
    screen.resize(*size)
    found = inspected(app, screen, inspector, case, ANSWERS)
    inspector.contact_sheet(tmp_path / "contact-sheet.png")
    assert sorted(set(found)) == []
