"""How many taps a turn and a set-up cost, counted on the real screens and told in companion/ui/README.md."""

import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import pytest

from companion.games import find_game
from companion.referee.questions import Deploy, Roll
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from tests.games.battle.story import Battle
from tests.games.battle.test_unit_orders import together

README = Path(__file__).parents[2] / "companion" / "ui" / "README.md"
LAND = {
    "alaska": ("red", 6),
    "brazil": ("red", 2),
    "peru": ("red", 1),
    "alberta": ("red", 1),
    "kamchatka": ("blue", 2),
    "japan": ("blue", 2),
    "mongolia": ("green", 4),
    "argentina": ("blue", 2),
}
"""Red can conquer two territories in a row, and fail at a third one."""
DICE = {
    "Blue -2": {"attack": (6, 6, 6), "defence": (1, 1)},
    "1 each": {"attack": (6, 1, 1), "defence": (5, 4)},
}


def published(label: str) -> int:
    """The number of taps that the README says."""
    found = re.search(rf"^\| {re.escape(label)} \| (\d+) \|", README.read_text(), re.MULTILINE)
    assert found, f"{README.name} has no row {label!r}"
    return int(found[1])


class Fingers:
    """Taps, and counts the taps."""

    def __init__(self, app: Any) -> None:
        self.app, self.count = app, 0

    def tap(self, words: str) -> None:
        self.app.pointer.tap(words)
        self.count += 1

    def place(self, place: str) -> None:
        self.app.driver.touch_place(place)
        self.count += 1


@pytest.fixture
def turn(app: Any, screen: Any) -> Any:
    """A turn in which Red has five armies to put down."""
    from companion.app.night.session import Session
    from companion.games.territory.state import Holding
    from companion.referee.houserules import set_house_rules
    from companion.referee.table import Table

    game = find_game("classic")
    state: Any = game.begin(seats_of(3), set_house_rules(game.house_rules, {}))
    for place in state.holdings:
        state.holdings[place] = Holding(*LAND.get(place, ("green", 2)))
    state.supply = {"red": 5, "blue": 0, "green": 0}
    state.active, state.step, state.round, state.turn = "red", "reinforce", 1, 1
    state.facts.reinforcements_counted = True
    app.show_session(Session.start(app.context.journal, Table(game, state)))
    screen.frames(3)
    return app


def play_turn(turn: Any, roll: Callable[[Fingers, str], None]) -> int:
    """Five armies on two territories, three attacks of one roll each, two conquests, fortify, a card."""
    fingers = Fingers(turn)
    fingers.tap("3")
    fingers.place("alaska")
    fingers.place("brazil")
    for target, outcome in (("kamchatka", "Blue -2"), ("japan", "Blue -2"), ("mongolia", "1 each")):
        fingers.place(target)
        roll(fingers, outcome)
        if outcome == "Blue -2":
            confirm(turn, fingers)
    fingers.tap("Call off")
    fingers.tap("End attacks")
    fingers.place("brazil")
    fingers.place("peru")
    confirm(turn, fingers)
    table = turn.playing.table
    assert (table.state.active, table.state.cards.hands["red"]) == ("blue", 1)
    assert {place for place in LAND if table.state.holdings[place].owner == "red"} == set(LAND) - {
        "mongolia",
        "argentina",
    }
    return fingers.count


def confirm(turn: Any, fingers: Fingers) -> None:
    """Confirm the number that the question suggests."""
    from companion.ui.question_views.count import CountView

    turn.pointer.touch(turn.pointer.find_kind(CountView).confirm)
    fingers.count += 1


def test_a_turn_by_hand(turn: Any) -> None:
    taps = play_turn(turn, lambda fingers, outcome: fingers.tap(outcome))
    assert taps == published("a turn of classic Risk, dice told by hand") <= 16
    losses = [entry.value for entry in turn.playing.table.entries if "losses" in str(entry.value)]
    assert len(losses) == 3  # the journal keeps that nobody saw the dice


class ReadTray:
    """A tray whose dice are read as soon as they are put there."""

    simulated, problem, tray_update, picture = False, None, None, None
    bodies: ClassVar[dict[str, tuple[str, ...]]] = {}
    has_read = True

    def __init__(self) -> None:
        self.dice: Any = None

    def can_read(self, _: Any) -> bool:
        return True

    def ask(self, *_: Any) -> None:
        self.dice = None

    def take_roll(self) -> Any:
        dice, self.dice = self.dice, None
        return dice

    def uncertain_dice(self) -> None: ...

    def evidence(self, _: Any) -> None: ...

    def finish(self) -> None: ...


def test_a_turn_with_a_camera_that_reads_for_sure(turn: Any, screen: Any) -> None:
    from msgspec.structs import replace

    tray = turn.context.tray = ReadTray()
    turn.context.settings = replace(turn.context.settings, accept_sure=True)

    def roll(_: Fingers, outcome: str) -> None:
        seq = turn.playing.seq
        tray.dice = DICE[outcome]
        screen.until(lambda: turn.playing.seq != seq)
        screen.frames(3)

    assert play_turn(turn, roll) == published("a turn of classic Risk, dice read by the camera") <= 13


@pytest.mark.long
def test_the_first_roll_of_an_evening_asks_once_whether_sure_ones_count(turn: Any, screen: Any) -> None:
    tray = turn.context.tray = ReadTray()
    asked: list[str] = []

    def roll(fingers: Fingers, outcome: str) -> None:
        seq = turn.playing.seq
        tray.dice = DICE[outcome]
        if not asked:
            screen.until(lambda: turn.pointer.shows("Count at once"))
            asked.append(outcome)
            fingers.tap("Count at once")
        screen.until(lambda: turn.playing.seq != seq)
        screen.frames(3)

    taps = play_turn(turn, roll)
    assert taps == published("the same on the first evening, asked at its first roll") <= 14
    assert turn.context.settings.accept_sure is False, "the next evening asks again"


@pytest.mark.long
def test_who_confirms_the_first_roll_is_not_asked_again(turn: Any, screen: Any) -> None:
    tray = turn.context.tray = ReadTray()
    offered: list[bool] = []

    def roll(fingers: Fingers, outcome: str) -> None:
        tray.dice = DICE[outcome]
        screen.until(lambda: turn.pointer.shows("Confirm"))
        offered.append(turn.pointer.shows("Count at once"))
        fingers.tap("Confirm")
        screen.frames(3)

    play_turn(turn, roll)
    assert offered == [True, False, False]


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("game", "house", "label"),
    [
        ("classic", {"setup": "deal"}, "starting armies of three players, classic Risk"),
        ("balance", {"claiming": "dealt"}, "starting armies of three players, Balance of Power"),
    ],
)
def test_starting_armies(app: Any, screen: Any, game: str, house: dict[str, str], label: str) -> None:
    app.start_game(find_game(game), seats_of(3), house)
    session, bot = app.playing, RandomBot(1)
    while not (isinstance(session.question, Deploy) and session.question.offers):
        session.answer(bot.answer(session.question))
    screen.frames(3)
    fingers = Fingers(app)
    while isinstance(session.question, Deploy) and session.question.offers:
        fingers.tap("Spread evenly")
        screen.frames(3)  # the next question is there before the next tap
    assert fingers.count == published(label)


TURNS = {
    "nuked": ("a turn of Nuked", 3, {}, 2),
    "balance": ("a turn of Balance of Power", 3, {"placing": "all at once"}, 2),
    "rogue": ("a turn of Battlefield Rogue", 2, {}, 2),
    "battle": ("a turn of Battle Risk", 2, {}, 1),
    "starcraft": ("a turn of Risk StarCraft", 3, {}, 3),
}
"""What the README calls a whole turn of each game, its players, house rules, and which turn it is.

It is played at random, and so stays the same when the computer players learn to play better. Turns of
StarCraft, Battle Risk and Balance that were played at random are kept, with their dice: they stay the same
when the game asks less.
"""
KEPT = {game: Path(__file__).with_name(f"turn_of_{game}.json") for game in ("starcraft", "battle", "balance")}
MAX_ANSWERS = 120
"""Answers after which a turn must be over."""


def start_turn(app: Any, game: str) -> list[Any]:
    """Start a game; return the answers of its turn if they are kept."""
    from companion.app.night.session import Session
    from companion.referee.table import Table

    _, players, house, _ = TURNS[game]
    if game not in KEPT:
        app.start_game(find_game(game), seats_of(players), house)
        return []
    turn, rules = json.loads(KEPT[game].read_text()), find_game(game)
    app.show_session(Session.start(app.context.journal, Table(rules, rules.read_position(turn["position"]))))
    return list(turn["answers"])


def asked_next(table: Any) -> tuple[Any, ...]:
    """What tells two positions of a declared attack apart."""
    question = table.question
    return str(question.prompt), getattr(question, "contest", None) or str(question.detail)


def names_target_first(table: Any, origin: Any, target: Any) -> bool:
    """Whether the target alone declares the same attack as the origin and the target."""
    from companion.referee.questions import Choose, PickOrEnd

    question = table.question
    if isinstance(question, Choose):
        return origin in ("attack", "back") and target in question.also
    if not isinstance(question, PickOrEnd) or not (question.also and isinstance(target, str)):
        return False
    if not question.judge(target).allowed or target in (origin, "end"):
        return False
    table.answer(target)
    short = asked_next(table)
    table.undo()
    both = table.answer(origin).allowed and table.answer(target).allowed and asked_next(table) == short
    table.undo(2)
    return bool(both)


def told_shortly(game: str) -> list[Any]:
    """Return the answers of a kept turn as players may shorten them.

    Rolls that follow each other in a battle are told together; a target that says where from is named alone;
    an attack that was made on the table is told by what it did, and says that the soldier is done, however it
    moved or charged before; attacks without damage are told together.
    """
    from companion.referee.dice import Losses, contest_losses
    from companion.referee.interruptions import CALL_OFF
    from companion.referee.losses import at_most
    from companion.referee.questions import Count
    from companion.referee.table import Table

    turn, rules = json.loads(KEPT[game].read_text()), find_game(game)
    table = Table(rules, rules.read_position(turn["position"]))
    told: list[Any] = []
    total, ends = None, None
    for answer, following in zip(turn["answers"], [*turn["answers"][1:], None], strict=True):
        question = table.question
        fight = question.contest if isinstance(question, Roll) and question.outcomes else None
        if fight is not None and answer != {"offer": CALL_OFF}:
            lost = at_most(fight, contest_losses(fight, answer))
            battle = (fight.attacker.place, fight.defender.place)
            if total is not None and ends == battle:
                told.pop()
                lost = Losses(total.attacker + lost.attacker, total.defender + lost.defender)
            total, ends = lost, battle
            told.append({"losses": {"attacker": lost.attacker, "defender": lost.defender}})
        else:
            total = None
            if not (names_target_first(table, answer, following) or told_by_the_next(question, answer)):
                told.append("full move" if (answer, following) == ("move", FULL) else answer)
        if type(answer) is int and not isinstance(question, Count):
            continue
        assert table.answer(answer).allowed
        if isinstance(question, Roll) and "missed" in offered(question):
            # Of a miss it does not matter at whom it went; a hit is told together with the save.
            hits = "hit." in table.latest[0].text
            told[-1 if hits else -2 :] = [{"offer": outcome(question, following) if hits else "missed"}]
        elif isinstance(question, Roll) and {"horse", "save"} & {pool.name for pool in question.pools}:
            told.pop()
    told = [*told[:-2], {"offer": "end turn"}] if told[-2:] == ["back", "end"] else told
    return misses_together(without_what_attacks_say(told)) if game == "battle" else told


def without_what_attacks_say(told: list[Any]) -> list[Any]:
    """Leave out the full move and the charge of a soldier whose attack is told next."""
    attacked = [following in OUTCOMES or is_enemy(following) for _, following in pairwise([*told, None])]
    return [
        answer
        for answer, says_it in zip(told, attacked, strict=True)
        if not (says_it and answer in ("full move", "charge"))
    ]


def misses_together(told: list[Any]) -> list[Any]:
    """Tell who only moved first, and with one key, last of all, who attacked without damage."""
    roll, *orders, end = told
    starts = [number for number, answer in enumerate(orders) if is_own(answer)]
    groups = [orders[start:stop] for start, stop in zip(starts, [*starts[1:], None], strict=True)]
    missed = [group[0] for group in groups if group[-1] == MISSED]
    others = sorted(groups, key=lambda group: group[-1] in OUTCOMES)
    told = [answer for group in others if group[-1] != MISSED for answer in group]
    return [roll, *told, MISSED, *missed, end]


def outcome(question: Roll, save: Any) -> str:
    """What a hit did, by the roll of the save after it, if the target has one."""
    if "hit" in offered(question):
        return "hit"
    (die,) = next(iter(save.values()))
    return "saved" if die > 3 else "killed"


def nobody_in_vain(told: list[Any]) -> list[Any]:
    """Leave out soldiers who were tapped and did nothing: the random player picks some and leaves them."""
    at = told.index(MISSED)
    pairs = pairwise(told[: at + 1])
    return [answer for answer, following in pairs if not (is_own(answer) and is_own(following))] + told[at:]


def is_enemy(answer: Any) -> bool:
    """Whether an answer names a piece of the other side in the kept turn."""
    return isinstance(answer, str) and answer.startswith("blue-")


def is_own(answer: Any) -> bool:
    """Whether an answer names a soldier of the mover in the kept turn."""
    return isinstance(answer, str) and answer.startswith("red-")


FULL, MISSED = {"offer": "full move"}, {"offer": "missed"}
OUTCOMES = (MISSED, *({"offer": outcome} for outcome in ("hit", "killed", "saved")))
"""What the table may say of an attack."""


def offered(question: Any) -> set[str]:
    """The ids of what a question offers besides its answers."""
    return {offer.id for offer in question.offers}


def told_by_the_next(question: Any, answer: Any) -> bool:
    """Whether an answer says only what later ones of a soldier say too: how far it goes, what is in range."""
    from companion.referee.questions import Choose

    heights = isinstance(question, Choose) and {option.id for option in question.options} >= {
        "above",
        "below",
    }
    return heights or offered(question) >= {"missed", "in range"} or answer == FULL


def counting(app: Any) -> Any:
    """Give the app a pointer that counts its touches, and return it."""
    from companion.ui.pointer import Pointer

    class Counting(Pointer):
        count = 0

        def tap_at(self, x: float, y: float, hold: float = 0.0) -> None:
            self.count += 1
            super().tap_at(x, y, hold)

        def drag(self, *points: Any, **how: Any) -> None:
            self.count += 1
            super().drag(*points, **how)

    app.pointer = app.driver.pointer = pointer = Counting(app.pointer._pause)
    return pointer


def whole_turn(
    app: Any,
    screen: Any,
    game: str,
    *,
    by_losses: bool = False,
    shortly: bool = False,
    shorten: Callable[[list[Any]], list[Any]] = list,
) -> tuple[int, int]:
    """Touch in a turn that is played at random; return answers and taps.

    Args:
        app: the app.
        screen: draws it.
        game: id of the game.
        by_losses: tell with one key what a roll cost, if there is a key for it, instead of every die.
        shortly: tell several rolls of a battle together, and name the target of an attack alone.
        shorten: leaves out answers of those.
    """
    from companion.referee.dice import contest_losses
    from companion.referee.questions import Confirm, Count, Measure

    bot, kept = RandomBot(1), start_turn(app, game)
    kept = shorten(told_shortly(game)) if shortly else kept
    session = app.playing

    def answer() -> Any:
        question = session.question
        if kept and type(kept[0]) is int and not isinstance(question, Count):
            kept.pop(0)  # by their losses alone, all units that could attack move in
        if kept:
            return kept.pop(0)
        # What people see on the table they say with one key, and they see it before they declare an attack.
        if isinstance(question, Measure) and question.said:
            return {"offer": question.said[0]}
        return True if isinstance(question, Confirm) else bot.answer(question)

    def give(raw: Any) -> None:
        question = session.question
        dice = isinstance(raw, dict) and not {"offer", "losses"} & set(raw)
        if by_losses and dice and isinstance(question, Roll) and question.contest is not None:
            lost = contest_losses(question.contest, raw)
            if lost in question.outcomes:
                raw = {"losses": {"attacker": lost.attacker, "defender": lost.defender}}
        app.driver.give(raw)
        if getattr(getattr(app.home, "board", None), "doubtful", ()):
            screen.seconds(0.5)  # both places grow; what was meant is touched again
            app.driver.give(raw)

    session.unsubscribe(app._on_change)
    while session.table.timeline.part != "turn" or session.table.state.turn < TURNS[game][3]:
        session.answer(answer())
    session.subscribe(app._on_change)
    app.show_home()
    screen.frames(3)
    given = len(session.table.entries)
    pointer = counting(app)
    turn = session.table.state.turn
    while session.table.state.turn == turn and session.question is not None:
        app.banner.close()
        give(answer())
        assert len(session.table.entries) - given <= MAX_ANSWERS
    return len(session.table.entries) - given, pointer.count


@pytest.mark.slow
@pytest.mark.parametrize("game", TURNS)
def test_a_whole_turn(app: Any, screen: Any, game: str) -> None:
    answers, taps = whole_turn(app, screen, game)
    assert (answers, taps) == (published(f"answers in {TURNS[game][0]}"), published(TURNS[game][0]))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["starcraft", "balance", "battle"])
def test_a_whole_turn_told_shortly(app: Any, screen: Any, game: str) -> None:
    _, taps = whole_turn(app, screen, game, shortly=True)
    assert taps == published(f"{TURNS[game][0]}, told shortly")


@pytest.mark.slow
def test_a_whole_turn_told_shortly_by_who_taps_nobody_in_vain(app: Any, screen: Any) -> None:
    _, taps = whole_turn(app, screen, "battle", shortly=True, shorten=nobody_in_vain)
    assert taps == published("the same, nobody tapped in vain") <= 14


@pytest.mark.slow
@pytest.mark.parametrize("game", ["starcraft", "balance"])
def test_a_whole_turn_told_by_losses(app: Any, screen: Any, game: str) -> None:
    _, taps = whole_turn(app, screen, game, by_losses=True)
    assert taps == published(f"{TURNS[game][0]}, rolls told by their losses")


TEN = "ten soldiers of Battle Risk move and five attack"


def one_by_one() -> list[Any]:
    """The answers of that turn, each soldier by itself, and told by what its attack did."""
    answers: list[Any] = [{"movement": [4]}]
    for number in range(1, 11):
        answers += [f"red-infantry-{number}", "full move"]
        answers += [f"blue-infantry-{number}", {"offer": "missed"}] if number <= 5 else []
    return [*answers, "back", "end"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("told", "most", "reads", "answers"),
    [
        ("one by one", 45, False, one_by_one()),
        ("by unit orders", 45, False, together()),
        ("by unit orders, dice read by the camera", 25, True, together()),
    ],
)
def test_a_turn_of_ten_soldiers(
    app: Any, screen: Any, told: str, most: int, reads: bool, answers: list[Any]
) -> None:
    from companion.app.night.session import Session

    table = Battle.raging({"infantry": 10}, {"infantry": 10}, roll=0, step="roll").table
    tray = app.context.tray = ReadTray() if reads else None
    app.show_session(Session.start(app.context.journal, table))
    app.show_home()
    screen.frames(3)
    pointer = counting(app)
    for answer in answers:
        app.banner.close()
        if answer == "end":
            soldiers = table.state.soldiers.values()
            assert sum(man.attacked for man in soldiers) == 5
            assert sum(man.spent > 0 for man in soldiers) == 10
        if tray is not None and isinstance(app.playing.question, Roll):
            tray.dice = {pool: tuple(faces) for pool, faces in answer.items()}
            screen.until(lambda: pointer.shows("Read wrongly? Change"))
            pointer.tap("Confirm")
        else:
            app.driver.give(answer)
    assert table.state.active == "blue"
    assert pointer.count == published(f"{TEN}, {told}") <= most
