"""Beside the board the question, what answers it and interruptions never overlap."""

from itertools import combinations
from math import dist
from typing import Any

import pytest
from msgspec.structs import replace

from companion.referee.questions import Count, Deploy, Offer, Shuffle
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.ui import theme
from tests.ui.conftest import play_unseen


def offers_much(session: Any) -> bool:
    """A deployment beside which more interruptions are offered than have room."""
    return isinstance(session.question, Deploy) and len(session.question.offers) > 1


def test_many_interruptions_leave_the_question_its_room(app: Any, screen: Any) -> None:
    from companion.games import find_game

    house = {"mode": "command room", "placing": "all at once", "rewards": "dealt"}
    app.start_game(find_game("starcraft"), seats_of(5), house)
    play_unseen(app, RandomBot(4), offers_much)
    screen.frames(4)
    panel = app.home.panel
    assert panel.minimum_height <= panel.height + 1, "what answers the question is cut"


def test_interruptions_without_room_are_listed_in_the_boards_place(app: Any, screen: Any) -> None:
    from companion.games import find_game

    house = {"mode": "command room", "placing": "all at once", "rewards": "dealt"}
    app.start_game(find_game("starcraft"), seats_of(5), house)
    play_unseen(app, RandomBot(4), offers_much)
    screen.frames(4)
    offers = app.playing.question.offers
    assert not any(app.pointer.shows(offer.label) for offer in offers)
    app.pointer.tap("More")
    assert all(app.pointer.shows(offer.label) for offer in offers) and not app.home.board.parent
    app.pointer.tap("Answer")
    assert app.home.board.parent and app.home.panel.parent is app.home.side
    app.pointer.tap("More")
    app.pointer.tap(offers[-1].label)
    assert app.playing.table.entries[-1].value == {"offer": offers[-1].id} and app.home.board.parent


@pytest.mark.parametrize("kind", [Shuffle, Count, Deploy])
def test_answers_make_room_for_a_question_that_is_read_from_afar(
    app: Any, screen: Any, kind: type[Any]
) -> None:
    """The two ways to shuffle stand side by side, a stepper is as low as a touch target, a hint goes."""
    from companion.games import find_game

    screen.resize(800, 480 + 56)  # the room of the smallest screen without the strip of a panel
    app.start_game(find_game("classic"), seats_of(3), {"placing": "all at once"})
    play_unseen(app, RandomBot(1), lambda session: isinstance(session.question, kind))
    screen.frames(6)
    home = app.home
    assert home.card.prompt.font_size == theme.px(theme.FAR) and home.card.vbar == (0, 1)
    assert home.panel.minimum_height <= home.panel.height + 1, "what answers the question is cut"


def test_orders_to_several_soldiers_are_one_tap_away_from_a_question_read_from_afar(
    app: Any, screen: Any
) -> None:
    from companion.app.night.session import Session
    from tests.games.battle.story import Battle

    screen.resize(800, 480 + 56)  # the room of the smallest screen without the strip of a panel
    battle = Battle.raging({"infantry": 2}, {"infantry": 1})
    app.show_session(Session.start(app.context.journal, battle.table))
    screen.frames(6)
    assert all(app.pointer.shows(label) for label in ("Group move", "Volley", "No damage"))
    assert app.home.card.prompt.font_size == theme.px(theme.FAR)
    assert app.home.panel._end.height >= theme.px(theme.TAP_TARGET)


def test_short_offers_share_a_line_and_a_yes_or_no_shows_two_lines(app: Any, screen: Any) -> None:
    from companion.app.night.session import Session
    from companion.referee.questions import Confirm
    from companion.ui.widgets.controls.buttons import BigButton
    from tests.games.battle.story import Battle

    battle = Battle.raging({"infantry": 1}, {"infantry": 1}).order("red-infantry-1", "blue-infantry-1")
    app.show_session(Session.start(app.context.journal, battle.table))
    screen.frames(4)
    assert isinstance(app.playing.question, Confirm) and len(app.playing.question.offers) == 3
    found = {key.text: key for key in app.home.walk() if isinstance(key, BigButton)}
    lines = {text: key.to_window(*key.pos)[1] for text, key in found.items()}
    assert lines["Hit"] == lines["No damage"] > lines["Level, in range"] >= app.home._toolbar.top
    assert lines["Yes"] >= lines["Hit"] + found["Hit"].height and found["Yes"].height >= found["Hit"].height


def test_what_a_rider_suffered_is_told_without_scrolling(app: Any, screen: Any) -> None:
    from companion.app.night.session import Session
    from companion.ui.widgets.controls.buttons import BigButton
    from tests.games.battle.story import Battle

    battle = Battle.raging({"infantry": 1}, {"cavalry": 1}).order("red-infantry-1", "blue-cavalry-1")
    app.show_session(Session.start(app.context.journal, battle.table))
    screen.frames(4)
    offers = [offer.label for offer in app.playing.question.offers]
    found = {key.text: key for key in app.home.walk() if isinstance(key, BigButton)}
    below, above = app.home._toolbar.top, found["Yes"].to_window(*found["Yes"].pos)[1]
    assert offers == ["Killed", "On foot", "No damage", "Level, in range"]
    for label in offers:
        low = found[label].to_window(*found[label].pos)[1]
        assert below <= low and low + found[label].height <= above, label
    app.pointer.tap("On foot")
    assert battle.man("blue-cavalry-1").kind == "infantry"


def test_whoever_measures_sees_every_other_way_too(app: Any, screen: Any) -> None:
    from companion.app.night.session import Session
    from companion.referee.questions import Choose, Measure
    from companion.ui.widgets.controls.buttons import BigButton
    from tests.games.battle.story import Battle
    from tests.ui.inspector import box_of, within

    battle = Battle.raging({"infantry": 1}, {"infantry": 1}).order("red-infantry-1", "blue-infantry-1", True)
    if isinstance(battle.table.question, Choose):
        battle.say("level")
    app.show_session(Session.start(app.context.journal, battle.table))
    screen.frames(4)
    assert isinstance(app.playing.question, Measure)
    offers = {offer.label for offer in app.playing.question.offers} - {"In range"}
    keys = {key.text: box_of(key) for key in app.home.side.walk() if isinstance(key, BigButton)}
    assert offers == {"Hit", "No damage", "Call off"} and offers <= keys.keys()
    side = box_of(app.home.side)
    for label in offers:
        assert within(keys[label], side) and keys[label][1] >= app.home._toolbar.top, label
    assert app.home.card.height >= app.home.card.least, "the question is whole"


LONG = "Blue loses 2, Red loses 0 (Western United States against Eastern United States). "


@pytest.mark.every(3)
@pytest.mark.parametrize("words", ["Blue takes Venezuela.", LONG, LONG * 3])
@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_a_line_never_lies_over_the_map(app: Any, screen: Any, words: str, size: tuple[int, int]) -> None:
    from companion.games import find_game

    screen.resize(*size)
    app.start_game(find_game("classic"), seats_of(3), {"placing": "all at once"})
    screen.frames(4)
    app.show_toast(words.strip())
    toast, board = app.toast.toast, app.home.board
    assert toast.parent is app and toast.opacity == 1
    across = toast.x < board.right and board.x < toast.right
    assert not (across and toast.y < board.top and board.y < toast.top)


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("lit", "free"),
    [
        (("alaska",), "foot"),
        (("argentina",), "top"),
        (("alaska", "argentina"), "board"),
        (("north-africa", "india", "ontario", "ukraine", "argentina", "china"), "beside"),
    ],
)
def test_a_banner_never_hides_a_place_that_may_be_picked(
    app: Any, screen: Any, lit: tuple[str, ...], free: str
) -> None:
    from companion.games import find_game

    screen.resize(800, 480 + 56)  # the room of the smallest screen without the strip of a panel
    app.start_game(find_game("classic"), seats_of(3), {"placing": "all at once"})
    screen.frames(4)
    home = app.home
    home.board.selectable = lit
    (left, low), (wide, high) = home.banner_box(lambda _: 140.0)
    for place in lit:
        x, y = home.board.where(place)
        assert not (left < x < left + wide and low < y < low + high)
    assert {
        "foot": low < home.y + 80,
        "top": low + high > home.board.top - 20,
        "board": left + wide <= home.board.right,
        "beside": left >= home.board.right,
    }[free]


def test_a_banner_beside_the_board_hides_no_control(app: Any, screen: Any) -> None:
    from companion.games import find_game
    from companion.ui.free_boxes import control_boxes, covered

    app.start_game(find_game("classic"), seats_of(3), {"placing": "all at once"})
    screen.frames(4)
    home = app.home
    play_unseen(app, RandomBot(1), lambda session: session.table.state.step == "attack")
    screen.frames(4)
    home.board.selectable = tuple(home.board.game_view.places)
    box = home.banner_box(lambda _: 90.0)
    assert box[0][0] >= home.board.right
    assert covered(box, control_boxes(home.side)) == 0


def test_upright_a_line_lies_beside_the_step_and_the_small_print_is_in_sight(app: Any, screen: Any) -> None:
    """Over no answer, player or current step; and where answers leave room, their question has it."""
    from companion.games import find_game
    from companion.referee.questions import Roll
    from companion.ui.screens.question_card import QuestionCard

    screen.resize(720, 1280)
    app.start_game(find_game("battle"), seats_of(2), {})
    play_unseen(app, RandomBot(1), lambda session: isinstance(session.question, Roll))
    screen.frames(6)
    card = app.pointer.find_kind(QuestionCard)
    assert app.playing.question.detail
    assert card.height >= card.children[0].height - 1, "the small print scrolls"
    strip, toast = app.home.strip, app.toast.toast
    now = next(chip.id for chip in strip.timeline.chips if str(chip.status) == "now")
    low = next(span[2] for span in strip._spans if span[3] == now)
    app.show_toast("Anna takes Brazil.")
    assert toast.y >= strip.y and toast.top <= strip.top and toast.right <= strip.pause.x
    assert toast.top <= low + 1 or toast.y >= low + strip.height / strip.rows - 1, "not over the current step"
    app.show_toast("Anna: 3 points each; cannons may not fire.")  # too long for a row of steps
    assert toast.y >= strip.y and toast.right <= strip.pause.x


def test_upright_a_question_of_two_more_lines_takes_a_little_of_the_map(
    app: Any, screen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.games import find_game
    from companion.ui.screens.question_card import QuestionCard

    screen.resize(720, 1280)
    app.start_game(find_game("classic"), seats_of(3), {"placing": "all at once"})
    session, bot = app.playing, RandomBot(1)
    while not isinstance(session.question, Shuffle):
        session.answer(bot.answer(session.question))
    screen.frames(6)
    before = app.home.desk.height
    long = replace(session.question, detail="The first cards count. The companion can draw for you.")
    monkeypatch.setattr(type(session), "question", property(lambda _: long))
    app.home._ask()
    screen.frames(6)
    card = app.pointer.find_kind(QuestionCard)
    assert card.height >= card.children[0].height - 1, "the small print scrolls"
    assert 0.8 * before < app.home.desk.height <= before


def test_what_happened_leaves_the_question_its_room(
    app: Any, screen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a wide window events are listed below the question, in the room that it leaves."""
    from companion.games import find_game
    from companion.ui.screens.question_card import QuestionCard

    monkeypatch.setattr(type(app.signals), "at_work", property(lambda _: False))  # no panel of buttons
    screen.resize(1280, 800)
    app.start_game(find_game("classic"), seats_of(2), {"placing": "all at once"})
    session, bot = app.playing, RandomBot(1)
    while not session.table.reports:
        session.answer(bot.answer(session.question))
    long = replace(session.question, detail="This takes many lines of small print. " * 4)
    monkeypatch.setattr(type(session), "question", property(lambda _: long))
    app.home._ask()
    screen.frames(6)
    card = app.pointer.find_kind(QuestionCard)
    assert card.height >= card.children[0].height - 1, "the small print scrolls"
    assert app.home.events.parent is not None


def test_the_card_and_the_tools_stay_for_the_next_question(app: Any, screen: Any) -> None:
    from companion.games import find_game
    from companion.ui.screens.question_card import QuestionCard

    app.start_game(find_game("classic"), seats_of(3), {"placing": "all at once"})
    screen.frames(3)
    card, tool = app.pointer.find_kind(QuestionCard), app.pointer.find("Undo")
    first = card.prompt.text
    app.answer(RandomBot(1).answer(app.playing.question), seq=app.playing.seq)
    screen.frames(3)
    assert app.pointer.find_kind(QuestionCard) is card
    assert app.pointer.find("Undo") is tool
    assert card.prompt.text == app.playing.question.prompt != first


def test_the_button_of_an_interruption_stays_and_interrupts_the_question_of_now(
    app: Any, screen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.games import find_game

    app.start_game(find_game("starcraft"), seats_of(4), {"mode": "command room", "placing": "all at once"})
    play_unseen(app, RandomBot(4), lambda session: len(session.question.offers) == 1)
    screen.frames(2)
    session, given = app.playing, []
    (offer,) = session.question.offers
    button = app.pointer.find(offer.label)
    monkeypatch.setattr(type(session), "seq", session.seq + 7)
    monkeypatch.setattr(app, "answer", lambda raw, seq: given.append((raw, seq)))
    app.home.refresh()
    assert app.pointer.find(offer.label) is button
    button.dispatch("on_tap")
    assert given == [({"offer": offer.id}, session.seq)]


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_who_is_winning_is_shown_where_the_table_wants_it(
    app: Any, screen: Any, size: tuple[int, int]
) -> None:
    from companion.games import find_game

    screen.resize(*size)
    app.start_game(find_game("classic"), seats_of(3), {"placing": "all at once"})
    play_unseen(
        app, RandomBot(4), lambda session: isinstance(session.question, Deploy) and session.table.state.turn
    )
    assert app.home.winning.height == 0 and app.win_chances == ()
    app.context.settings = replace(app.context.settings, who_is_winning=True)
    app.home.refresh()
    screen.frames(4)
    winning = app.home.winning
    assert winning.height > 0
    assert sum(width for _, _, width in winning.parts()) == pytest.approx(winning.width)
    assert app.home.board.y >= winning.top - 1 and winning.y >= app.home.seats.top - 1


def test_a_double_tap_in_doubt_between_two_places_answers_nothing(app: Any, screen: Any) -> None:
    from companion.games import find_game

    screen.resize(800, 480 + 56)  # the room of the smallest screen without the strip of a panel
    app.start_game(find_game("classic"), seats_of(3), {"placing": "all at once"})
    play_unseen(app, RandomBot(4), lambda session: isinstance(session.question, Deploy))
    screen.frames(4)
    board, now = app.home.board, [100.0]
    app.guard.seconds, app.guard.clock = 0.35, lambda: now[0]
    one, other = min(combinations(board.selectable, 2), key=lambda pair: dist(*map(board.where, pair)))
    (x0, y0), (x1, y1) = board.where(one), board.where(other)
    given = len(app.playing.table.entries)
    screen.tap((x0 + x1) / 2, (y0 + y1) / 2)
    assert {one, other} <= set(board.doubtful)
    now[0] += 0.2
    screen.tap(*board.where(one))
    assert board.doubtful and len(app.playing.table.entries) == given
    now[0] += 0.4
    screen.tap(*board.where(other))
    assert app.playing.table.entries[-1].value["place"] == other
    assert not app.home.board.doubtful and app.home.board._view.zoom == 1


def test_before_anything_is_laid_out_no_answer_is_made_lower(app: Any, screen: Any) -> None:
    from companion.games import find_game

    app.start_game(find_game("classic"), seats_of(3), {})
    screen.frames(6)
    view = app.home.panel
    assert view._list.height >= view._laid.height


@pytest.mark.parametrize(("words", "rows"), [("Volley", 1), ("Abenteuerlustigerweise", 2)])
def test_upright_interruptions_stand_beside_the_tools_where_their_words_have_room(
    app: Any, screen: Any, words: str, rows: int
) -> None:
    from companion.games import find_game

    screen.resize(480, 800)
    app.start_game(find_game("classic"), seats_of(3), {"placing": "all at once"})
    assert len(app.home._new_foot([Offer("o", "red", words)])) == rows


def test_a_target_is_tapped_at_once_and_an_own_place_is_lit(app: Any, screen: Any) -> None:
    from companion.games import find_game
    from companion.referee.questions import PickOrEnd, Roll
    from companion.referee.random_bot import RandomBot

    app.start_game(find_game("classic"), seats_of(3), {"placing": "all at once"})
    session, bot = app.playing, RandomBot(3)
    while not (isinstance(session.question, PickOrEnd) and session.question.also):
        session.answer(bot.answer(session.question))
    screen.frames(3)
    table, origins = session.table, session.question.allowed
    assert set(app.home.board.selectable) == set(origins)
    alone = next(
        place
        for place in session.question.also
        if sum(place in table.state.neighbours(origin) for origin in origins) == 1
    )
    app.driver.touch_place(alone)
    screen.seconds(0.5)
    if app.home.name != "battle":
        app.driver.touch_place(alone)  # between two places: the second touch decides
    assert isinstance(session.question, Roll) and session.question.contest.defender.place == alone
