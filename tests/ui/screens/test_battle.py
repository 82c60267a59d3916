"""A battle roll entered by hand shows its result: the pairs, the losses, and what follows."""

from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
import pytest

from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.ui.widgets.dice.die import DiceRow
from companion.ui.widgets.dice.pair_table import PairTable
from companion.ui.widgets.dice.roll_result import RollResult
from tests.ui.conftest import play_unseen
from tests.ui.sizes import SIZES


def to_a_battle(app: Any, armies: int = 1) -> Any:
    """Play classic Risk to a battle roll with at least this many armies on either side."""
    from companion.games import find_game
    from companion.referee.questions import Roll

    def reached(session: Any) -> bool:
        contest = session.question.contest if isinstance(session.question, Roll) else None
        return contest is not None and min(contest.attacker.armies, contest.defender.armies) >= armies

    app.start_game(find_game("classic"), seats_of(3), {"placing": "all at once"})
    play_unseen(app, RandomBot(3, continue_probability=1.0), reached)
    return app.playing


def banners(app: Any) -> list[Any]:
    """The results on the screen."""
    return [widget for widget in app.children if isinstance(widget, RollResult)]


@pytest.mark.every(2)
@pytest.mark.parametrize("attack", [1, 6])
def test_a_roll_by_hand_shows_who_loses_what(app: Any, screen: Any, attack: int) -> None:
    session = to_a_battle(app)
    screen.frames(2)
    question = session.question
    app.driver.give({"attack": [attack] * question.pools[0].most, "defence": [3] * question.pools[1].most})
    screen.frames(2)
    (result,) = banners(app)
    if app.home.name != "battle":
        told = [report.text for report in session.table.latest if report.kind != "battle"]
        assert app.pointer.shows(" ".join(told))
    else:
        keys = [key for row in app.home._pad.dice.rows.values() for key in row.keys]
        assert result.x >= max(key.right for key in keys), "the keys for the next roll are free"
    app.pointer.tap_at(*result.center)
    assert banners(app) == []


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_a_told_battle_covers_no_key_and_no_number_of_dice(
    app: Any, screen: Any, size: tuple[int, int]
) -> None:
    from companion.ui.free_boxes import control_boxes, covered

    screen.resize(*size)
    to_a_battle(app)
    screen.frames(2)
    told = "6 rolls. Red lost 7, 5.5 expected. Neutral lost 5, 6.5 expected. Neutral holds Siam with 4."
    result = RollResult(app.home.contest, None, ("red", "blue"), ("Red", "Blue"), told, lambda: None)
    box = app.home.banner_box(result.height_at)
    rows = [(row.to_window(*row.pos), tuple(row.size)) for row in app.home._pad.dice.rows.values()]
    keys = [key for key in control_boxes(app.home) if key[0][1] < app.home._both.y]  # above are emblems
    assert keys and rows
    assert covered(box, [*keys, *rows]) == 0


@pytest.mark.every(3)
@pytest.mark.parametrize("size", SIZES)
def test_the_dice_of_a_roll_lie_on_no_key(app: Any, screen: Any, size: tuple[int, int]) -> None:
    """There is nothing to take back before a die is entered: its key comes with it."""
    from companion.ui.free_boxes import control_boxes, covered

    screen.resize(*size)
    to_a_battle(app, 3)
    screen.frames(3)
    app.pointer.tap("Roll for us")
    screen.until(lambda: bool(banners(app)))
    (result,) = banners(app)
    assert app.home.name == "battle"
    assert covered((tuple(result.pos), tuple(result.size)), control_boxes(app.home)) == 0
    row = app.home._pad.dice.rows["attack"]
    app.pointer.touch(row.keys[3])
    assert row.faces == (4,) and not banners(app) and row.delete.parent is row
    app.pointer.touch(row.delete)
    assert row.faces == () and row.delete.parent is None


def test_offers_without_room_are_listed_and_none_scrolls(app: Any, screen: Any) -> None:
    """In the Command Room six players may play cards in a battle; Call off stays in sight."""
    from kivy.uix.scrollview import ScrollView

    from companion.games import find_game
    from companion.referee.interruptions import CALL_OFF
    from tests.ui.inspector import MIN_TARGET

    def crowded(session: Any) -> bool:
        offers: Any = getattr(session.question, "offers", ())
        contest = getattr(session.question, "contest", None)
        return contest is not None and len(offers) == 6 and offers[0].id == CALL_OFF

    names = ("Anna", "Benjamin", "Charlotte", "Dimitri", "Eva", "Francesca")
    app.start_game(find_game("starcraft"), seats_of(6, names), {"mode": "command room"})
    play_unseen(app, RandomBot(2, continue_probability=1.0), crowded)
    screen.frames(3)
    last = app.playing.question.offers[-1]
    keys = [key for row in app.home._pad.dice.rows.values() for key in row.keys]
    assert min(key.width for key in keys) >= MIN_TARGET, "six keys for losses leave the dice their size"
    assert app.pointer.shows("Call off") and not app.pointer.shows(last.label)
    app.pointer.tap("More")
    screen.frames(3)
    assert app.pointer.shows("Call off") and app.pointer.shows(last.label)
    assert not [widget for widget in app.home.walk() if isinstance(widget, ScrollView)]
    app.pointer.tap("Dice")
    screen.frames(3)
    rows = {width: [key.text for key in app.home.offer_buttons([], width)] for width in range(300, 100, -5)}
    narrow = min(width for width, texts in rows.items() if "Call off" in texts)
    assert rows[narrow] == ["Call off", ""], "More gives up its word before Call off goes"
    app.driver.give({"offer": last.id})
    assert app.playing.table.entries[-1].value == {"offer": last.id}


def test_a_key_keeps_one_line_where_the_row_has_room(app: Any, screen: Any) -> None:
    from companion.ui.widgets.controls.buttons import BigButton

    to_a_battle(app)
    screen.frames(3)
    keys = [key for key in app.home.walk() if isinstance(key, BigButton) and key.text == "Roll for us"]
    assert [key.width >= key.full_width for key in keys] == [True]


def test_a_result_goes_with_the_next_answer(app: Any, screen: Any) -> None:
    session = to_a_battle(app)
    screen.frames(2)
    app.driver.give({pool.name: [3] * pool.most for pool in session.question.pools})
    session.undo()
    assert banners(app) == []


def test_a_roll_that_is_no_battle_is_entered_by_hand(app: Any, screen: Any) -> None:
    from companion.tools.demonstrations.moments import to_the_shot

    class Tray:
        simulated, problem, tray_update, picture, has_read = False, None, None, None, False
        can_read = staticmethod(lambda _: True)
        ask = finish = take_roll = uncertain_dice = evidence = staticmethod(lambda *_: None)
        bodies: ClassVar[dict[str, tuple[str, ...]]] = {}

    session = to_the_shot(app.context.journal)
    session.answer(7.5)
    session.answer(["blue-infantry-2"])
    app.context.tray, app.context.by_hand = Tray(), True
    app.show_session(session)
    screen.frames(3)
    assert app.home.name == "roll"
    given = len(session.table.entries)
    app.driver.give({pool.name: [3] * pool.most for pool in session.question.pools})
    assert len(session.table.entries) == given + 1


def test_the_companion_rolls_once_and_shows_its_dice(app: Any, screen: Any) -> None:
    session = to_a_battle(app)
    screen.frames(2)
    given = len(session.table.entries)
    app.pointer.tap("Roll for us")
    screen.frames(2)
    assert len(session.table.entries) == given + 1
    (banner,) = banners(app)
    (table,) = [child for child in banner.children if isinstance(child, PairTable)]
    assert table.tumble and all(table._face(face) != face for face in range(1, 7)), "they are seen rolling"
    screen.until(lambda: not table.tumble)
    assert [table._face(pair.attack) for pair in table.pairs] == [pair.attack for pair in table.pairs]


def test_a_running_tally_tells_what_the_rolls_of_a_battle_have_cost(app: Any, screen: Any) -> None:
    """From the second roll on; who takes one back is told what is left."""
    session = to_a_battle(app, 4)
    screen.frames(2)
    first = session.question.contest
    app.pointer.tap("Roll for us")
    screen.until(lambda: bool(banners(app)))
    assert not app.pointer.shows("So far")

    def tally() -> str:
        app.pointer.tap("Roll for us")
        screen.until(lambda: bool(banners(app)))
        now = session.question.contest
        lost = first.attacker.armies - now.attacker.armies, first.defender.armies - now.defender.armies
        return f"lost {lost[0]}, {app.home._names()[1]} {lost[1]}."

    assert app.pointer.shows(tally())
    session.undo()
    screen.frames(2)
    assert app.pointer.shows(tally())


def test_a_result_fits_a_table_that_is_shown_for_the_first_time(app: Any, screen: Any) -> None:
    session = to_a_battle(app)
    app.leave_game()
    app.resume_game(session.number)
    screen.frames(2)
    assert app.home.name == "battle"
    for _ in range(50):
        app.pointer.tap("Roll for us")
        if app.home.name == "table":
            break
    screen.frames(2)
    (banner,) = banners(app)
    assert banner.width > app.width / 3


def test_an_automatic_battle_is_told_as_a_whole(app: Any, screen: Any) -> None:
    session = to_a_battle(app, 3)
    screen.frames(2)
    contest, given = session.question.contest, len(session.table.entries)
    app.pointer.tap("Roll on")
    screen.frames(2)
    rolls = len(session.table.entries) - given
    assert rolls > 1
    assert app.pointer.shows(f"{rolls} rolls. ")
    (banner,) = banners(app)
    app.pointer.tap_at(*banner.center)
    screen.frames(2)
    assert app.overlay.name == "rolls"
    dice = [row for row in app.overlay.walk() if isinstance(row, DiceRow)]
    assert len(dice) == 2 * rolls
    assert len(dice[1].faces) <= contest.attacker.dice


@pytest.mark.every(3, first=2)
@pytest.mark.parametrize("game", ["classic", "balance", "starcraft"])
def test_rolling_on_stops_at_exactly_the_number_on_the_key(app: Any, screen: Any, game: str) -> None:
    """By touches, until a battle is told that neither side won: Nuked has none to roll on."""
    from companion.games import find_game
    from companion.ui.screens.battle import KEEP

    app.start_game(find_game(game), seats_of(3), {})
    session, bot, goes_on = app.playing, RandomBot(1, continue_probability=1.0), False

    def strong(session: Any) -> bool:
        contest, view = getattr(session.question, "contest", None), session.table.game_view
        return contest is not None and view.places[contest.attacker.place].count > KEEP + 1

    while not goes_on:
        play_unseen(app, bot, strong)
        screen.frames(3)
        contest, given = session.question.contest, len(session.table.entries)
        app.pointer.tap("Roll on until 3 left")
        screen.frames(3)
        again = getattr(session.question, "contest", None)
        goes_on = again is not None and again.attacker.place == contest.attacker.place
    rolls, places = len(session.table.entries) - given, session.table.game_view.places
    assert places[contest.attacker.place].count == KEEP
    assert rolls > 1 and app.pointer.shows(f"{rolls} rolls. ")
    assert app.pointer.shows(f" with {places[contest.defender.place].count}. Tap for the dice.")


@pytest.mark.every(2)
@pytest.mark.parametrize("seat", ["red", "blue"])
def test_keys_for_dice_carry_the_colours_of_the_players(app: Any, screen: Any, seat: str) -> None:
    def attacked(session: Any) -> bool:
        contest = getattr(session.question, "contest", None)
        return contest is not None and session.question.pools[0].seat == seat

    session = to_a_battle(app)
    play_unseen(app, RandomBot(3, continue_probability=1.0), attacked)
    screen.frames(2)
    rows = app.home._pad.dice.rows
    assert {pool.seat: rows[pool.name].body for pool in session.question.pools} == {
        pool.seat: session.seat(pool.seat).colour for pool in session.question.pools
    }


@pytest.mark.every(2)
@pytest.mark.parametrize("simulated", [True, False])
def test_a_simulated_picture_says_that_it_is(app: Any, screen: Any, simulated: bool) -> None:
    class Tray:
        problem, tray_update, picture, has_read = False, None, None, False
        can_read = staticmethod(lambda _: True)
        ask = finish = take_roll = uncertain_dice = evidence = staticmethod(lambda *_: None)
        bodies: ClassVar[dict[str, tuple[str, ...]]] = {}

    Tray.simulated = simulated  # type: ignore[attr-defined]
    app.context.tray = Tray()
    to_a_battle(app)
    screen.frames(2)
    assert app.home.live.tag == ("Simulated" if simulated else "")
    app.context.tray = None


def test_a_third_player_who_is_asked_is_the_one_who_is_lit(app: Any, screen: Any) -> None:
    """In Nuked a fallen player's neighbour is asked, in StarCraft each player who may play a card."""
    from companion.games import find_game

    app.start_game(find_game("nuked"), seats_of(4), {})
    session, bot, asked = app.playing, RandomBot(1), 0
    session.unsubscribe(app._on_change)
    while asked < 2 and session.question is not None and session.seq < 900:
        seat, active = session.question.seat, session.table.timeline.active
        if seat is not None and active is not None and seat != active and app._home_name() == "table":
            asked += 1
            app.show_home()
            screen.frames(2)
            assert app.home.seats.active == seat
            assert app.home.children, "the question is there"
        session.answer(bot.answer(session.question))
    assert asked
    session.subscribe(app._on_change)


def test_dice_of_the_last_roll_are_not_outlined_in_the_next(app: Any, screen: Any) -> None:
    to_a_battle(app)
    screen.frames(2)
    reading = SimpleNamespace(dice=("a die",))
    for fresh, read, marked in ((True, False, 1), (False, False, 0), (False, True, 1)):
        tray = SimpleNamespace(tray_update=SimpleNamespace(reading=reading, fresh=fresh))
        assert len(app.home.marked_dice(tray, read=read)) == marked


class ReadTray:
    """A tray in which the dice lie that were put there."""

    simulated, problem, tray_update, has_read = True, None, None, True
    picture = np.zeros((480, 640, 3), np.uint8)
    bodies: ClassVar[dict[str, tuple[str, ...]]] = {"attack": ("red",), "defence": ("white",)}
    can_read = staticmethod(lambda _: True)
    ask = finish = uncertain_dice = evidence = staticmethod(lambda *_: None)

    def __init__(self) -> None:
        self.dice: Any = None

    def take_roll(self) -> Any:
        dice, self.dice = self.dice, None
        return dice


@pytest.mark.every(3, first=2)
@pytest.mark.parametrize(
    ("size", "picture", "pairs"),
    [
        ((800, 480), 0.3, 0.4),
        pytest.param((1280, 800), 0.4, 0.45, marks=pytest.mark.slow),
        pytest.param((720, 1280), 0.4, 0.9, marks=pytest.mark.slow),
    ],
)
def test_the_picture_and_the_pairs_use_the_window(
    app: Any,
    screen: Any,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
    picture: float,
    pairs: float,
) -> None:
    """Neither is squeezed: upright they lie below each other. No word lies on another."""
    from companion.ui.widgets.dice.pair_table import PairTable
    from tests.ui.inspector import overlapping, words_on
    from tests.ui.overflow import Overflow

    overflow = Overflow(monkeypatch.setattr)
    screen.resize(*size)
    tray = app.context.tray = ReadTray()
    pools = to_a_battle(app).question.pools
    screen.frames(3)
    assert overflow.found(app.home) == []
    tray.dice = {pool.name: (4,) * pool.most for pool in pools}
    screen.until(lambda: app.home.read_dice is not None)
    screen.frames(3)
    assert app.home.live._frame()[2] >= picture * size[0]
    assert app.pointer.find_kind(PairTable).width >= pairs * size[0]
    assert overflow.found(app.home) == []
    assert list(overlapping(list(words_on(app.home, overflow)))) == []


@pytest.mark.parametrize(
    ("label", "high"), [("Francesca rolls 1 and 1 bonus", 84), ("Anna rolls 1 to 3", 52)]
)
def test_label_and_dice_stand_whole_beside_the_keys(
    screen: Any, monkeypatch: pytest.MonkeyPatch, label: str, high: float
) -> None:
    """A long label with a bonus die, and a row that is low above the strip of the panel."""
    from companion.referee.dice import DicePool
    from companion.ui.widgets.dice.dice_pad import MIN_SLOT, PoolRow
    from tests.ui.overflow import Overflow

    overflow = Overflow(monkeypatch.setattr)
    row = PoolRow(DicePool("defence", "red", 1, 3 if high < 80 else 2), label=label)
    row.size_hint, row.size = (None, None), (784, high)
    row.faces = (4,)
    screen.show(row)
    assert overflow.found(row) == []
    assert row.entered.height >= MIN_SLOT
    assert all(child.right <= row.right and child.top <= row.top for child in row.children)


def test_the_screen_stays_for_the_next_roll_and_shows_it_anew(app: Any, screen: Any) -> None:
    session = to_a_battle(app)
    screen.frames(2)
    home = app.home
    row = home._pad.dice.rows["attack"]
    row.faces = (6,) * row.pool.most
    bot = RandomBot(3, continue_probability=1.0)
    app.answer(bot.answer(session.question), seq=session.seq)
    while app.home.name != "battle":
        app.answer(bot.answer(session.question), seq=session.seq)
    screen.frames(2)
    assert app.home is home
    assert home._pad.dice.rows["attack"] is row
    assert home._pad.dice.faces == {"attack": (), "defence": ()}
    assert [row.pool for row in home._pad.dice.rows.values()] == list(session.question.pools)
    attacker = session.seat(session.question.contest.attacker.seat)
    assert home._attacker._badge.seat == attacker
    assert app.pointer.shows(f"{attacker.name} rolls")


def test_a_battle_that_is_undone_is_asked_again(app: Any, screen: Any) -> None:
    session = to_a_battle(app)
    screen.frames(2)
    app.answer({pool.name: [3] * pool.most for pool in session.question.pools}, seq=session.seq)
    session.undo()
    screen.frames(2)
    assert app.home.name == "battle"
    assert app.home.question == session.question
    assert app.home._seq == session.seq


def test_a_target_alone_offers_to_attack_from_elsewhere(app: Any, screen: Any) -> None:
    from companion.app.night.session import Session
    from tests.games.starcraft.test_attack import around_pyramus

    table = around_pyramus(ursa=4, riksville=3, canis=2)
    app.show_session(Session.start(app.context.journal, table))
    screen.frames(3)
    app.driver.touch_place("pyramus")
    screen.frames(3)
    assert app.home.name == "battle" and app.pointer.shows("From Ursa.")
    app.pointer.tap("From Riksville")
    screen.frames(3)
    assert table.state.facts.invasion.origin == "riksville"
    assert not app.pointer.shows("From Ursa")
