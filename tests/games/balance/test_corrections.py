"""Setting the variant right by hand, step by step."""

from typing import Any

import pytest

from companion.games.balance.game import BALANCE
from companion.games.balance.state import LastingEffect
from companion.games.classic.objectives import MINOR
from companion.games.territory.objectives import ObjectiveCard
from companion.games.territory.state import NEUTRAL
from companion.referee.questions import Choose, Deploy, Pick, PickOrEnd
from tests.games.balance.boards import a_turn, armies, roll
from tests.games.balance.story import CITIES, ROUGH, SITES, deck
from tests.games.balance.test_setup import dealt
from tests.referee.tables import lay, play

FRONT = {"alaska": ("red", 6), "alberta": ("red", 4), "kamchatka": ("blue", 1), "siam": (NEUTRAL, 10)}


@pytest.mark.parametrize(
    ("changes", "facts"),
    [
        ({"red.casualties": 7}, {"casualties": {"red": 7, "blue": 0, NEUTRAL: 0}}),
        ({"alaska.city": "yes"}, {"landmarks": {"city": ["alaska"], "rough": [], "site": []}}),
        ({"alaska.tower": "red"}, {"airfields": {"alaska": "red"}}),
        ({"alaska.tanks": 2}, {"tanks": {"alaska": 2}}),
        ({"red.capital": "brazil"}, {"capitals": {"red": "brazil"}}),
        ({"red.capital": "nobody"}, {"capitals": {}}),
        ({"blue.defence": "yes"}, {"effects": [LastingEffect("defence", "blue")]}),
        ({"blue.ally-red": "yes"}, {"effects": [LastingEffect("alliance", "blue", "red")]}),
        ({"red.sabotaged": "yes"}, {"effects": [LastingEffect("sabotage", "blue", "red")]}),
        ({"alaska.general": "blue"}, {"effects": [LastingEffect("general", "blue", "red", "alaska")]}),
        ({"game.active": "blue"}, {"active": "blue", "step": "draft"}),  # nothing to do before
    ],
)
def test_what_is_on_the_table_can_be_set(changes: dict[str, Any], facts: dict[str, Any]) -> None:
    table = a_turn(FRONT, tanks="yes")
    assert table.correct(changes).allowed
    assert {name: getattr(table.state, name) for name in facts} == facts


@pytest.mark.parametrize("key", ["blue.defence", "blue.ally-red", "red.sabotaged", "alaska.general"])
def test_lasting_actions_can_be_ended(key: str) -> None:
    table = a_turn(FRONT)
    on, off = ("blue", "nobody") if key == "alaska.general" else ("yes", "no")
    assert table.correct({key: on}).allowed and len(table.state.effects) == 1
    assert table.correct({key: off}).allowed and not table.state.effects


@pytest.mark.rule("BP-CAS-1", "BP-UNIT", "BP-CARD-1")
@pytest.mark.parametrize(
    ("changes", "rules"),
    [
        ({"red.casualties": 13}, ("BP-CAS-1",)),
        ({"red.cards": 6}, ("BP-CARD-1",)),
        ({"alaska.owner": "nobody"}, ("BP-SET-5",)),
        ({"game.step": "maneuver", "game.supply": 2}, ("BP-DRF-1",)),
        ({"mars.armies": 2}, ("BP-SET-5",)),
    ],
)
def test_what_cannot_be(changes: dict[str, Any], rules: tuple[str, ...]) -> None:
    assert a_turn(FRONT).correct(changes).rules == rules


@pytest.mark.rule("BP-UNIT")
def test_troop_piles_follow_and_an_army_can_be_larger_than_was_said() -> None:
    table = a_turn(FRONT)
    assert table.correct({"alaska.armies": 26}).allowed
    assert table.state.troop_pile["red"] == 180 - 26 - 4
    assert table.correct({"alaska.armies": 300}).allowed
    assert (table.state.troop_pile["red"], table.state.troops["red"]) == (0, 304)
    assert table.correct({"red.troops": 400}).allowed
    assert table.state.troop_pile["red"] == 96


@pytest.mark.parametrize(
    ("step", "question"),
    [
        ("neutral", Deploy),
        ("actions", Choose),
        ("draft", Deploy),
        ("attack", PickOrEnd),
        ("maneuver", PickOrEnd),
    ],
)
def test_any_step_can_be_gone_to(step: str, question: type) -> None:
    table = a_turn(FRONT, casualties={"red": 5})
    assert table.correct({"game.step": step}).allowed
    assert table.state.step == step and isinstance(table.question, question)


def test_going_back_to_a_draft_that_was_placed_needs_troops() -> None:
    table = play(a_turn(FRONT, step="draft"), {"place": "alaska", "count": 3})
    assert table.correct({"game.step": "draft"}).rules == ("BP-DRF-1",)
    assert table.correct({"game.step": "draft", "game.supply": 2}).allowed
    assert isinstance(table.question, Deploy) and table.question.most == 2


@pytest.mark.rule("BP-LOSE")
def test_who_is_losing_can_be_said() -> None:
    strong = {"siam": (NEUTRAL, 9), "brazil": ("blue", 2)}
    table = a_turn(strong, rest=("red", 2), step="draft")
    assert table.correct({"game.losing": "red", "game.step": "neutral"}).allowed
    assert table.state.step == "neutral"
    assert table.question and table.question.seat == "red"


def test_a_conquest_that_is_set_right_is_withdrawn() -> None:
    table = play(a_turn(FRONT), "alaska", "kamchatka", roll([6, 6], [1]))
    assert table.correct({"kamchatka.armies": 4}).allowed
    assert isinstance(table.question, PickOrEnd) and table.state.facts.occupation is None
    assert armies(table, "alaska", "kamchatka") == [("red", 4), ("red", 4)]


@pytest.mark.rule("BP-WIN")
def test_the_last_player_can_be_made_and_unmade() -> None:
    table = a_turn(FRONT, rest=(NEUTRAL, 2))
    assert table.correct({"kamchatka.owner": "red"}).allowed
    assert table.state.winners == ("red",) and table.question is None
    assert table.correct({"kamchatka.owner": "blue"}).allowed
    assert not table.state.winners and table.question is not None


def test_a_player_with_nothing_has_no_turn() -> None:
    table = a_turn(FRONT, players=3)
    assert table.correct({"game.active": "green"}).rules == ("BP-WIN",)
    assert table.correct({"alaska.owner": "blue", "alberta.owner": "blue", "peru.owner": "green"}).allowed
    assert table.state.active == "blue"


@pytest.mark.rule("BP-OBJ")
def test_objectives_can_be_given() -> None:
    table = a_turn(FRONT)
    table.state.objectives.cards.append(ObjectiveCard(MINOR[0]))
    assert table.correct({"goal.asia": "red"}).allowed
    assert table.state.objectives.cards[0].owner == "red"


# --- the set-up --------------------------------------------------------------------------------------------


def test_before_anybody_goes_first_there_is_nothing_to_set_right() -> None:
    assert BALANCE.correctables(lay(BALANCE, 2).state) == ()


@pytest.mark.rule("BP-SET-4")
def test_player_one_can_be_somebody_else() -> None:
    table = lay(BALANCE, 2, {}, "red")
    assert table.correct({"game.active": "blue"}).allowed
    assert table.state.supply == {"blue": 30, "red": 33, NEUTRAL: 0}


@pytest.mark.rule("BP-SET-5", "BP-SET-6")
def test_first_troops_follow_the_board() -> None:
    table = dealt(3, neutral_army="for two")
    assert table.state.step == "place"
    place = table.state.held("red")[0]
    assert table.correct({f"{place}.armies": 11}).allowed
    assert table.state.supply["red"] == 33 - 14 - 10
    assert table.state.in_use("red") + table.state.troop_pile["red"] == 180


def test_marks_can_be_set_right_before_the_neutral_army_stands() -> None:
    table = lay(BALANCE, 2, {}, "red", deck(*CITIES), deck(*ROUGH), deck(*SITES))
    assert table.correct({f"{SITES[0]}.site": "no", "brazil.site": "yes"}).allowed
    play(table, [*SITES[1:], "brazil"])
    assert isinstance(table.question, Pick)
    assert armies(table, "brazil", SITES[0]) == [(NEUTRAL, 10), (None, 0)]


def test_the_shop_opens_again_after_a_correction() -> None:
    table = a_turn(FRONT, step="actions", casualties={"red": 1}, hands={"red": 1}, marks={"siam": "site"})
    assert table.correct({"red.casualties": 12}).allowed
    play(table, "airfield", [], "alaska", "recon", ["one-star"])
    assert table.state.casualties["red"] == 1
