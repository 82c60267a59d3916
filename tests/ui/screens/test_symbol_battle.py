"""The battle of symbol dice on its screen: odds before and after, what is still missing, and the answer."""

from fractions import Fraction
from typing import Any

import pytest

from companion.app.camera.symbol_dice import symbol_contest_with
from companion.odds import symbol_contest_wounds
from companion.referee.questions import Roll
from companion.tools.demonstrations.moments import MOMENTS, session_at


@pytest.fixture
def battle(app: Any) -> Any:
    """A fight of squads, the dice not yet entered."""
    app.show_session(session_at(app.context.journal, MOMENTS["rogue-combat"]))
    app.pointer._pause(0.0)
    assert app.home.name == "symbol-battle"
    return app


def mean(question: Any, dice: Any) -> Any:
    chances = symbol_contest_wounds(symbol_contest_with(question, dice))
    return sum((wounds.defender * chance for wounds, chance in chances.items()), Fraction(0))


def test_the_odds_follow_the_dice_as_they_are_entered(battle: Any) -> None:
    question = battle.playing.question
    chart = battle.home.charts["defender"]
    assert chart.mean == mean(question, {}) and sum(chart.chances) == 1 and chart.certain is None
    first = question.pools[0]
    battle.pointer.touch(battle.home.pad.rows[first.name].key(6))
    assert chart.mean == mean(question, {first.name: (6,)})
    for pool in question.pools:
        for _ in range(pool.most - len(battle.home.pad.rows[pool.name].rolled)):
            battle.pointer.touch(battle.home.pad.rows[pool.name].key(6))
    every = {pool.name: (6,) * pool.most for pool in question.pools}
    assert chart.certain == mean(question, every)


def test_confirm_says_which_dice_are_missing(battle: Any) -> None:
    from companion.ui.widgets.controls.ruling_popup import RulingPopup

    battle.pointer.tap("Confirm")
    assert "to be rolled" in battle.pointer.find_kind(RulingPopup).ruling.text


def test_fingers_roll_and_the_game_goes_on(battle: Any) -> None:
    question = battle.playing.question
    before = len(battle.playing.table.entries)
    battle.driver.give({pool.name: [1] * pool.most for pool in question.pools})
    assert len(battle.playing.table.entries) == before + 1
    assert battle.playing.table.entries[-1].by == "touch"


def test_a_dogfight_is_fought_on_the_same_screen(app: Any) -> None:
    app.show_session(session_at(app.context.journal, MOMENTS["rogue-dogfight"]))
    assert app.home.name == "symbol-battle" and isinstance(app.playing.question, Roll)
    game_view = app.playing.table.game_view
    over = {mark.partition(":")[2] for mark in game_view.places[game_view.focus[0]].marks}
    assert {pool.seat for pool in app.playing.question.pools} <= over


def test_four_lines_about_the_dice_are_all_written(battle: Any, screen: Any) -> None:
    from msgspec.structs import replace

    from companion.ui.screens.symbol_battle import ODDS

    lines = ("Attack: +2 blocks, upgraded by 1 cover.", "Defence: +2 blocks, upgraded by 1 cover.")
    battle.home.question = replace(battle.home.roll, detail="\n".join(lines))
    battle.home.build()
    screen.frames(3)
    labels = [screen.find(line) for line in lines]
    assert all(label.height == label.texture_size[1] for label in labels)
    assert sum(label.height for label in labels) <= ODDS


def test_keys_for_two_pools_of_a_side_are_large_enough_for_fingers(
    battle: Any, screen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.ui import theme
    from tests.ui.overflow import Overflow

    overflow = Overflow(monkeypatch.setattr)
    battle.home.build()
    screen.frames(3)
    pad = battle.home.pad
    assert len(pad.rows) > 2, "one side has two kinds of dice"
    assert all(key.width >= theme.TAP_TARGET for row in pad.rows.values() for key in row.keys.values())
    assert overflow.found(battle.home) == []


@pytest.mark.every(4)
@pytest.mark.parametrize("moment", ["rogue-combat", "rogue-dogfight"])
@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_names_of_both_sides_and_of_all_pools_are_whole(
    app: Any, screen: Any, monkeypatch: pytest.MonkeyPatch, moment: str, size: tuple[int, int]
) -> None:
    """Upright the names stand above both sides, and all pools below each other."""
    from tests.ui.overflow import Overflow

    overflow = Overflow(monkeypatch.setattr)
    screen.resize(*size)
    app.show_session(session_at(app.context.journal, MOMENTS[moment]))
    screen.frames(4)
    assert overflow.found(app.home) == []
