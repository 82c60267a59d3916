"""A double tap, and a finger that was on the screen before, never answer the next question."""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import pytest
from kivy.uix.widget import Widget

from companion.referee.questions import PickOrEnd
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.ui.pointer import Pointer
from companion.ui.touch_guard import TouchGuard
from companion.ui.widgets.controls.canvas_widget import Tappable
from tests.ui.conftest import play_unseen
from tests.ui.every_game import CASES
from tests.ui.simulated_time import FRAME, SimulatedTime

Case = tuple[str, int, dict[str, str]]
FIRST = list({case[0]: case for case in reversed(CASES)}.values())
"""The first case of each game."""

FAST, SLOW = 6, 100
"""Answers by double taps in each game."""
SEEDS = 2
"""Games in which the many answers are given, one after the other in the same window."""
TIMEOUT = 5
"""Times that many answers are tried: a first tap may come before its question is drawn."""
SKIPPED = 3
"""Answers at most that are given without a finger between two by fingers, so that all steps come up."""
PAIRS = 3
"""Questions of each game at which two fingers come down at once."""
BETWEEN = 0.12
"""Seconds between the two taps."""
SHORTEST, LONGEST = 0.05, 0.3
"""The same for random double taps: from the moment the finger goes up until it comes down again."""
READING = 2.5
"""Seconds that a player reads: longer than a hand-over and the guard last."""


class DoubleTaps(Pointer):
    """Taps everything twice, and notes where the second tap answered as well."""

    def __init__(self, shell: Any, time: SimulatedTime, seed: int) -> None:
        super().__init__(time.pause)
        self.shell, self.time, self.chance = shell, time, Random(seed)
        self.answers = 0
        self.twice: list[Any] = []

    def tap_at(self, x: float, y: float, hold: float = 0.0) -> None:
        before = self.shell.playing.seq
        super().tap_at(x, y, hold)
        answered = self.shell.playing.seq
        if answered != before:
            self.answers += 1
            question = self.shell.playing.question
            self.time.pause(self.chance.uniform(SHORTEST, LONGEST) - FRAME)
            super().tap_at(x, y)
            if self.shell.playing.seq != answered:
                self.twice.append((x, y, question))
            self.time.pause(READING, frames=3)


@pytest.fixture
def time(app: Any, screen: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[SimulatedTime]:
    """App time that passes only as a test says."""
    simulated = SimulatedTime(screen, app, monkeypatch.setattr)
    yield simulated
    simulated.close()


def skip(shell: Any, bot: RandomBot, count: int) -> None:
    """Give answers without the screen."""
    enough = len(shell.playing.table.entries) + count
    play_unseen(shell, bot, lambda session: session.question is None or len(session.table.entries) >= enough)


def play(app: Any, time: SimulatedTime, case: Case, answers: int, seed: int = 1) -> DoubleTaps:
    """Play a game by double taps until this many have answered, or the game is over."""
    from companion.games import find_game

    name, players, house = case
    pointer = DoubleTaps(app, time, seed)
    app.guard.seconds, app.turn_display._enabled = 0.35, True
    app.pointer = app.driver.pointer = pointer
    app.start_game(find_game(name), seats_of(players), house)
    bot = RandomBot(seed)
    for _ in range(TIMEOUT * answers):
        if pointer.answers >= answers or app.playing.question is None:
            app.leave_game()
            return pointer
        time.pause(READING, frames=3)
        app.driver.give(bot.answer(app.playing.question))
        skip(app, bot, pointer.chance.randint(0, SKIPPED))
    raise AssertionError(f"{pointer.answers} answers; the screen says {pointer.texts()}")


@pytest.mark.every(3)
@pytest.mark.parametrize("case", FIRST, ids=lambda case: case[0])
def test_a_double_tap_answers_once(app: Any, time: SimulatedTime, case: Case) -> None:
    assert play(app, time, case, FAST).twice == []


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[1]}-{'-'.join(case[2].values())}")
def test_a_thousand_double_taps_answer_once_each(app: Any, time: SimulatedTime, case: Case) -> None:
    answers = 0
    for seed in count(1):
        played = play(app, time, case, min(SLOW - answers, SLOW // SEEDS), seed)
        assert played.twice == []
        answers += played.answers
        if answers >= SLOW:
            break


def attacks(session: Any) -> bool:
    """Somebody is asked where to attack."""
    return isinstance(session.question, PickOrEnd) and bool(session.question.allowed)


@pytest.fixture
def playing(app: Any, screen: Any) -> Any:
    """A turn of classic Risk at its attacks, with the guard on and a clock that a test sets."""
    from companion.games import find_game

    app.start_game(find_game("classic"), seats_of(3), {"placing": "all at once"})
    play_unseen(app, RandomBot(3), attacks)
    screen.frames(2)
    app.now = 100.0
    app.guard.seconds, app.guard.clock = 0.35, lambda: app.now
    return app


def double_tap(app: Any, point: tuple[float, float]) -> None:
    """Tap twice, and wait until the guard is over."""
    app.pointer._pause(0.0)
    app.now += 1.0
    app.pointer.tap_at(*point)
    app.now += BETWEEN
    app.pointer.tap_at(*point)
    app.now += 1.0


@pytest.mark.every(3, first=1)
@pytest.mark.parametrize(("words", "name"), [("Why?", "why"), ("Undo", "history"), ("Fix", "correct")])
def test_a_second_tap_does_nothing_on_what_has_opened(playing: Any, words: str, name: str) -> None:
    button = playing.pointer.find(words)
    seq = playing.playing.seq
    for share in (0.1, 0.5, 0.9):
        double_tap(playing, (button.center_x, button.y + share * button.height))
        assert (playing.overlay.name, playing.playing.seq) == (name, seq)
        playing.close_overlay()


def test_a_second_tap_neither_closes_a_reason_nor_answers_below_it(playing: Any) -> None:
    board, panel, seq = playing.home.board, playing.home.panel, playing.playing.seq
    dim = next(place for place in playing.playing.table.game_view.places if place not in panel.places)
    double_tap(playing, board.where(dim))
    assert playing._popup.parent is playing, "the reason can be read"
    double_tap(playing, board.where(panel.places[0]))
    assert playing._popup.parent is None
    assert playing.playing.seq == seq, "the tap that put it away answers nothing, twice neither"


def test_a_second_tap_on_a_hand_over_answers_nothing(playing: Any) -> None:
    playing.turn_display.hand_over(playing.playing)
    seq = playing.playing.seq
    double_tap(playing, playing.home.board.where(playing.home.panel.places[0]))
    assert playing.turn_display.card is None
    assert playing.playing.seq == seq


@pytest.mark.parametrize(("on_a_place", "answers"), [(True, 1), (False, 0)])
def test_a_double_tap_on_a_banner_answers_only_what_it_covers_and_once(
    playing: Any, screen: Any, on_a_place: bool, answers: int
) -> None:
    from kivy.uix.widget import Widget

    from companion.ui.free_boxes import holds

    class Banner(Widget):
        def height_at(self, width: float) -> float:
            return 300.0 if width else 0.0

        def on_touch_down(self, touch: Any) -> bool:
            return self.collide_point(*touch.pos) and playing.banner.dismiss() is None

    point, seq = playing.home.board.where(playing.home.panel.places[0]), playing.playing.seq
    if not on_a_place:
        point = (playing.home.board.x + 2, playing.home.board.y + 2)
        assert not any(holds(box, point) for box in playing.home.targets())
    playing.banner.show(banner := Banner(size_hint=(None, None)))
    screen.until(lambda: banner.parent is not None)
    banner.pos, banner.size = (0, 0), playing.size
    double_tap(playing, point)
    assert (banner.parent, playing.playing.seq) == (None, seq + answers)


def fingers_on(app: Any, screen: Any, chance: Random) -> tuple[Any, Any]:
    """Two fingers over different answers of the open question."""
    answers = [app.home.board.where(place) for place in (getattr(app.home.panel, "places", None) or ())]
    answers += [
        widget.to_window(*widget.center)
        for widget in app.home.walk(restrict=True)
        if isinstance(widget, Tappable) and min(widget.size) > 1
    ]
    one, other = chance.sample(answers, 2)
    return screen.finger(*one), screen.finger(*other)


@pytest.mark.every(3, first=2)
@pytest.mark.parametrize("case", FIRST, ids=lambda case: case[0])
def test_two_fingers_at_once_answer_once(app: Any, screen: Any, case: Any) -> None:
    from companion.games import find_game

    name, players, house = case
    app.guard.seconds = 0.35
    app.start_game(find_game(name), seats_of(players), house)
    bot, chance, now = RandomBot(len(name)), Random(name), 100.0
    app.guard.clock = lambda: now
    for _ in range(PAIRS):
        app.close_popup()
        app.show_home()
        screen.frames(2)
        now += 1.0
        if app.home.name == "table" and app.home.panel is not None:
            given = len(app.playing.table.entries)
            pair = fingers_on(app, screen, chance)
            for finger in pair:
                finger.touch_down()
            for finger in pair:
                finger.touch_up()
            assert len(app.playing.table.entries) <= given + 1
        app.banner.close()
        if app.playing.question is not None:
            app.playing.answer(bot.answer(app.playing.question))


def test_a_finger_that_slides_to_another_button_presses_neither(playing: Any) -> None:
    for one, other in (("Why?", "Fix"), ("Undo", "End attacks"), ("End attacks", "Why?")):
        start, end = (playing.pointer.find(words) for words in (one, other))
        seq = playing.playing.seq
        playing.now += 1.0
        playing.pointer.drag(start.to_window(*start.center), end.to_window(*end.center))
        assert (playing.playing.seq, playing.overlay) == (seq, None)


def test_a_finger_that_was_down_before_the_question_does_not_answer_it(app: Any, screen: Any) -> None:
    from companion.games import find_game

    app.guard.seconds = 0.35
    app.start_game(find_game("classic"), seats_of(3), {"placing": "all at once"})
    play_unseen(app, RandomBot(3), attacks)
    screen.frames(2)
    app.guard.clock = lambda: 100.0
    finger = screen.finger(*app.home.board.where(app.home.panel.places[0]))
    app.guard._until = 0.0
    finger.touch_down()
    app.guard.start()
    seq = app.playing.seq
    finger.touch_up()
    assert app.playing.seq == seq
    screen.tap(*app.home.board.where(app.home.panel.places[0]))
    assert app.playing.seq == seq, "the guard lasts"
    app.guard.clock = lambda: 101.0
    screen.tap(*app.home.board.where(app.home.panel.places[0]))
    assert app.playing.seq > seq


def test_the_guard_waits_until_the_question_is_drawn(app: Any, screen: Any) -> None:
    now = 100.0
    app.guard.seconds, app.guard.clock = 0.35, lambda: now
    app.guard.start()
    now = 200.0  # the frame takes this long; the finger came down meanwhile
    assert app.guard.blocks(screen.finger(1, 1))
    screen.frames(2)
    assert app.guard.blocks(screen.finger(1, 1))
    now = 200.4
    assert not app.guard.blocks(screen.finger(1, 1))


def test_the_second_tap_of_a_double_tap_comes_within_the_guard(screen: Any) -> None:
    widget, now = Widget(), 10.0
    guard = TouchGuard(widget)
    guard.clock = lambda: now
    guard.start()
    screen.frames(2)
    for later, blocked in ((0.0, True), (0.3, True), (0.5, False)):
        now = 10.0 + later
        assert guard.blocks(screen.finger(1, 1)) is blocked


def test_the_button_that_ends_is_never_where_one_confirmed(screen: Any) -> None:
    from companion.referee.questions import Count, PickOrEnd
    from companion.ui.question_views.count import CountView
    from companion.ui.question_views.pick import PickOrEndView

    asked: dict[str, Any] = {"seat": "red", "prompt": "How many?", "rules": ("CL-ATT",)}
    count = CountView(Count(**asked, least=1, most=3, unit="army"), print, print)
    end = PickOrEndView(PickOrEnd(**asked, allowed=("peru",), denied={}, end="End"), print, print)
    screen.show(count)
    confirm_top = count.confirm.top
    screen.show(end)
    (button,) = [part for part in end.walk() if getattr(part, "text", "") == "End"]
    assert confirm_top < end.center_y < button.y
