"""The shell: what is said lies in front of every screen that comes, and a refusal names its rules."""

import gc
import weakref
from pathlib import Path
from typing import Any

from companion.games import find_game
from companion.referee.ruling import refuse
from companion.referee.seats import seats_of
from companion.ui.widgets.controls.toast import Toast
from tests.ui.conftest import make_app


def test_a_line_lies_in_front_of_every_screen_that_comes(app: Any) -> None:
    app.show_toast("Blue is out")
    toast = next(child for child in app.children if isinstance(child, Toast))
    app.start_game(find_game("classic"), seats_of(3), {})
    assert app.children.index(toast) < app.children.index(app.home)
    app.open_overlay("why")
    assert app.children.index(toast) < app.children.index(app.overlay)
    app.close_overlay()
    assert app.children.index(toast) < app.children.index(app.home)
    assert toast.text == "Blue is out"


def test_what_a_line_says_of_strangers_files_is_readable(app: Any, screen: Any) -> None:
    app.show_toast("\u202egnp.\udcff\x1b is now game 3")
    screen.frames(2)
    toast = next(child for child in app.children if isinstance(child, Toast))
    assert toast.text == "\ufffdgnp.\ufffd\ufffd is now game 3"


def test_a_line_over_the_steps_goes_with_them(app: Any, screen: Any) -> None:
    app.start_game(find_game("classic"), seats_of(3), {})
    screen.frames(2)
    app.show_toast("The territories are dealt")
    assert any(isinstance(child, Toast) for child in app.children)
    app.open_overlay("why")
    assert not any(isinstance(child, Toast) for child in app.children)


def test_before_anything_is_said_nothing_lies_in_front(app: Any) -> None:
    app.open_overlay("house rules", lobby=app.home)
    assert app.children[0] is app.overlay


def test_a_refusal_shows_the_text_of_its_rule(app: Any) -> None:
    app.start_game(find_game("classic"), seats_of(3), {})
    rule = app.playing.game.rulebook.rules[0]
    app.show_refusal(refuse(rule.id, "Not now.", instead="Wait."))
    assert app.children[0].texts == {rule.id: rule.text}
    assert app.close_popup() and not app.close_popup()


def test_a_closed_shell_leaves_memory(screen: Any, tmp_path: Path) -> None:
    """A widget that a clock keeps alive goes on redrawing itself, and every test after it gets slower."""
    with make_app(screen, tmp_path) as app:
        app.start_game(find_game("classic"), seats_of(3), {})
        screen.frames(3)
        closed = weakref.ref(app)
        del app
    screen.clear()

    def is_gone() -> bool:
        gc.collect()
        return closed() is None

    screen.until(is_gone)
