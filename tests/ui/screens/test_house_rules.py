"""House rules in the lobby: by the step in which they matter, what is changed on top and said to be so."""

from typing import Any

import pytest

from companion.games import every_game, find_game
from companion.ui.screens.house_rules import ELSEWHERE, FIRST


def opened(app: Any, game: Any, chosen: dict[str, str]) -> Any:
    app.home._choose_game(game.info)
    app.home.chosen = chosen
    app.open_overlay("house rules", lobby=app.home)
    app.pointer._pause(0.0)
    return app.overlay


@pytest.mark.every(3, first=1)
@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_every_switch_stands_under_one_heading_in_the_order_of_the_steps(app: Any, game: Any) -> None:
    groups = list(opened(app, game, {})._groups())
    laid = [switch.name for _, switches in groups for switch in switches]
    assert sorted(laid) == sorted(switch.name for switch in game.switches)
    known = ["What do you play?", *dict.fromkeys(step.title for step in game.steps), ELSEWHERE]
    places = [known.index(heading) for heading, _ in groups]
    assert places == sorted(set(places))
    first = {switch.name for heading, switches in groups if heading == known[0] for switch in switches}
    assert first == {switch.name for switch in game.switches} & set(FIRST)


def test_what_is_changed_comes_right_after_what_is_played(app: Any) -> None:
    groups = list(opened(app, find_game("classic"), {"placing": "all at once", "edition": "2008"})._groups())
    assert [heading for heading, _ in groups[:2]] == ["What do you play?", "Changed"]
    assert [switch.name for switch in groups[1][1]] == ["placing"], "the edition stands above already"


def test_a_tap_changes_a_switch_and_another_tap_changes_it_back(app: Any) -> None:
    opened(app, find_game("classic"), {})
    app.pointer.tap("Each player all at once")
    assert app.home.chosen == {"placing": "all at once"}
    assert app.pointer.shows("(changed)") and not app.pointer.shows("CL-SETUP")
    app.pointer.tap("In turn, one at a time")
    assert app.home.chosen == {}
    assert not app.pointer.shows("changed")


def test_all_as_printed_forgets_every_change(app: Any) -> None:
    opened(app, find_game("classic"), {"placing": "all at once"})
    app.pointer.tap("Back to the printed rules")
    assert app.home.chosen and app.overlay is not None, "a tap is not enough"
    app.pointer.hold("Back to the printed rules")
    assert app.home.chosen == {} and app.overlay is None
