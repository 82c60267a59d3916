"""After an attack the next one goes on from where it is likely to; and a roll told only by its losses."""

import random
from typing import Any

import pytest

from companion.errors import MalformedAnswer
from companion.games.classic.game import CLASSIC
from companion.games.territory.attack import Attack, AttackRules, _suggested, declare, dice_attacks
from companion.games.territory.state import Holding, Occupation
from companion.referee.questions import Count, PickOrEnd, Roll
from companion.referee.ruling import objection
from companion.referee.table import Table
from tests.games.classic.boards import a_turn, armies
from tests.referee.tables import play

BOARD = {
    "alaska": ("red", 6),
    "kamchatka": ("blue", 2),
    "alberta": ("red", 1),
    "brazil": ("red", 3),
    "northwest-territory": ("blue", 3),
}
FELL = {"losses": {"attacker": 0, "defender": 2}}


@pytest.mark.parametrize(
    ("board", "answers", "origin"),
    [
        ({}, ["alaska", "kamchatka", FELL, 5], "kamchatka"),  # conquered, and it can attack
        ({"alaska": ("red", 7)}, ["alaska", "kamchatka", FELL, 3], "kamchatka"),
        ({}, ["alaska", "kamchatka", {"offer": "call off"}], "alaska"),  # it did not fall
        (
            {"alaska": ("red", 3), "kamchatka": ("blue", 1)},
            ["alaska", "kamchatka", {"losses": {"attacker": 0, "defender": 1}}],
            "kamchatka",
        ),
        (
            {"alaska": ("red", 2), "kamchatka": ("blue", 1)},
            ["alaska", "kamchatka", {"losses": {"attacker": 0, "defender": 1}}],
            None,
        ),  # one army each: neither can attack
    ],
)
def test_attacks_go_on_from_the_conquered_territory(
    board: dict[str, tuple[str, int]], answers: list[Any], origin: str | None
) -> None:
    question = play(a_turn(BOARD | board), *answers).question
    assert isinstance(question, PickOrEnd)
    assert question.focus == ((origin,) if origin else ()) and question.end == "End attacks"


@pytest.mark.parametrize(
    ("answer", "prompt", "detail"),
    [
        ("brazil", "Attack what?", "From Brazil."),  # another origin
        ("alaska", "Attack what?", "From Alaska."),  # the same one, picked as in games kept by older versions
        ("northwest-territory", "Alaska attacks Northwest Territory", ""),  # a target at once
    ],
)
def test_an_origin_that_is_kept_may_be_changed(answer: str, prompt: str, detail: str) -> None:
    table = play(a_turn(BOARD), "alaska", "kamchatka", {"offer": "call off"}, answer)
    question = table.question
    assert question is not None and (question.prompt, question.detail) == (prompt, detail)


def test_the_end_after_an_attack_ends_all_attacks() -> None:
    table = play(a_turn(BOARD), "alaska", "kamchatka", {"offer": "call off"}, "end")
    assert table.state.step == "fortify"


# --- losses without dice -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "possible"),
    [
        ({}, [(2, 0), (1, 1), (0, 2), (1, 0), (0, 1)]),
        ({"kamchatka": ("blue", 1)}, [(1, 0), (0, 1)]),
        ({"alaska": ("red", 2)}, [(1, 0), (0, 1)]),
    ],
)
def test_a_roll_may_be_told_by_its_losses(
    board: dict[str, tuple[str, int]], possible: list[tuple[int, int]]
) -> None:
    question = play(a_turn(BOARD | board), "alaska", "kamchatka").question
    assert isinstance(question, Roll)
    assert [(told.attacker, told.defender) for told in question.outcomes] == possible


def test_told_losses_are_taken_and_the_journal_keeps_that_no_dice_were_seen() -> None:
    table = play(a_turn(BOARD), "alaska", "kamchatka", {"losses": {"attacker": 1, "defender": 1}})
    assert armies(table, "alaska", "kamchatka") == [("red", 5), ("blue", 1)]
    assert table.entries[-1].value == {"losses": {"attacker": 1, "defender": 1}}
    again = Table.resume(CLASSIC, table.positions, table.entries)
    assert armies(again, "alaska", "kamchatka") == [("red", 5), ("blue", 1)]


def test_as_many_move_in_as_could_attack() -> None:
    question = play(a_turn(BOARD), "alaska", "kamchatka", FELL).question
    assert isinstance(question, Count) and question.least == 3


@pytest.mark.parametrize("told", [(0, 0), (5, 2), (6, 0), (0, 3)])
def test_impossible_losses_are_refused(told: tuple[int, int]) -> None:
    table = play(a_turn(BOARD), "alaska", "kamchatka")
    ruling = table.answer({"losses": {"attacker": told[0], "defender": told[1]}})
    assert not ruling.allowed and "They have 5 and 2; it ends when a side has none." in ruling.text


def test_the_losses_of_several_rolls_are_told_together() -> None:
    table = play(a_turn(BOARD), "alaska", "kamchatka", {"losses": {"attacker": 2, "defender": 1}})
    assert armies(table, "alaska", "kamchatka") == [("red", 4), ("blue", 1)]
    assert isinstance(table.question, Roll), "the battle goes on"
    table.answer({"losses": {"attacker": 1, "defender": 1}})
    assert armies(table, "alaska", "kamchatka") == [("red", 1), ("red", 2)], "all who could attack move in"


def test_malformed_losses_are_refused() -> None:
    with pytest.raises(MalformedAnswer, match="losses of both sides"):
        play(a_turn(BOARD), "alaska", "kamchatka").answer({"losses": {"attacker": 1}})


@pytest.mark.parametrize(
    ("near", "suggested"),
    [
        ({"northwest-territory": ("blue", 3)}, 5),  # both may be attacked: all go on
        ({"japan": ("red", 2), "mongolia": ("red", 2), "irkutsk": ("red", 2), "yakutsk": ("red", 2)}, 3),
    ],
)
def test_who_moves_in_is_suggested_by_where_enemies_stand(
    near: dict[str, tuple[str, int]], suggested: int
) -> None:
    question = play(a_turn(BOARD | near), "alaska", "kamchatka", FELL).question
    assert isinstance(question, Count) and question.suggested == suggested


# --- naming the target first -------------------------------------------------------------------------------


def test_a_target_that_one_territory_can_attack_says_where_from() -> None:
    table = play(a_turn(BOARD), "kamchatka")
    assert isinstance(table.question, Roll) and table.question.prompt == "Alaska attacks Kamchatka"


def test_a_target_that_several_can_attack_asks_where_from() -> None:
    table = play(a_turn(BOARD | {"alberta": ("red", 4)}), "northwest-territory")
    question = table.question
    assert isinstance(question, PickOrEnd) and question.prompt == "Attack Northwest Territory from where?"
    assert question.allowed == ("alaska", "alberta")
    assert "Attack from Alaska" in table.may("brazil").text
    play(table, "alberta")
    assert isinstance(table.question, Roll) and table.question.prompt == "Alberta attacks Northwest Territory"


def test_another_place_after_all_is_asked_from_the_beginning() -> None:
    table = play(a_turn(BOARD | {"alberta": ("red", 4)}), "northwest-territory", "end")
    assert table.question is not None and table.question.prompt == "Attack from where?"


def test_beside_a_kept_origin_a_target_elsewhere_says_where_from() -> None:
    table = play(a_turn(BOARD), "alaska", "kamchatka", {"offer": "call off"})
    assert isinstance(table.question, PickOrEnd) and "peru" not in table.question.allowed
    play(table, "peru")
    assert isinstance(table.question, Roll) and table.question.prompt == "Brazil attacks Peru"


# --- on any board ------------------------------------------------------------------------------------------

SEATS = ("blue", "green", "red")


def dealt(seed: int) -> Any:
    """A board dealt by chance; some land is nobody's, or belongs to an army without a player."""
    chance, state = random.Random(seed), a_turn({}).state
    for place in state.holdings:
        owner = chance.choice((*SEATS, *SEATS, "neutral", None))
        state.holdings[place] = Holding(owner, chance.choice((1, 1, 2, 3, 9)) if owner else 0)
    return state


def never_siam(state: Any, army: str, origin: str, target: str) -> Any:
    """An objection of a game."""
    del state, army, origin
    return [lambda: objection("X-2", "Siam is closed.")] if target == "siam" else []


RULES: AttackRules[Any] = dice_attacks("X-1", objections=never_siam)


@pytest.mark.parametrize("army", SEATS)
@pytest.mark.parametrize("seed", range(2))
def test_what_may_attack_what(seed: int, army: str) -> None:
    """Two armies attack linked land of somebody else, where the game has no objection."""
    state = dealt(seed)

    def may(origin: str, target: str) -> bool:
        owner = state.holdings[target].owner
        return target in state.neighbours(origin) and owner not in (army, None) and target != "siam"

    able = [place for place in state.held(army) if state.holdings[place].armies > 1]
    origins = [origin for origin in able if any(may(origin, target) for target in state.holdings)]
    assert list(RULES.origins(state, army)) == origins
    every = [target for target in state.holdings if any(may(origin, target) for origin in origins)]
    assert list(RULES.all_targets(state, army, origins)) == every
    for origin in state.holdings:
        targets = [target for target in state.holdings if may(origin, target)]
        assert list(RULES.targets(state, army, origin)) == targets
        assert RULES.can_attack(state, army, origin) == bool(targets)
        assert RULES.is_origin(state, army, origin) == (origin in origins)
        assert list(RULES.sources(state, army, origin)) == [one for one in origins if may(one, origin)]
        assert RULES.judge_origins(state, army)(origin).allowed == (origin in origins)
        for target in (*state.neighbours(origin), "siam"):
            ruling = RULES.judge(state, army, origin, target)
            assert ruling.allowed == (origin in origins and may(origin, target))
            assert RULES.judge_targets(state, army, origin)(target).allowed == may(origin, target)


NEAR_ALASKA, FROM = "Within reach: Kamchatka, Northwest Territory.", "Attack from Alaska, Brazil."


@pytest.mark.parametrize(
    ("origin", "target", "reasons", "instead"),
    [
        ("alaska", "kamchatka", "Allowed.", ""),
        ("alaska", "alberta", "Alberta is your own.", NEAR_ALASKA),
        ("alaska", "peru", "Peru is not linked to Alaska.", NEAR_ALASKA),
        ("alaska", "siam", "Siam is not linked to Alaska. Siam is closed.", NEAR_ALASKA),
        ("brazil", "argentina", "Nobody holds Argentina.", "Within reach: North Africa, Peru, Venezuela."),
        (
            "alberta",
            "northwest-territory",
            "Alberta has 1 army; an attack needs 2, for one stays behind.",
            FROM,
        ),
        ("kamchatka", "japan", "Kamchatka belongs to Blue.", FROM),
        ("india", "siam", "Siam is closed.", FROM),
        (
            "western-australia",
            "peru",
            "No enemy stands beside Western Australia. Peru is not linked to Western Australia.",
            FROM,
        ),
    ],
)
def test_a_refusal_names_all_that_is_wrong_and_what_is_possible(
    origin: str, target: str, reasons: str, instead: str
) -> None:
    quiet = ("new-guinea", "indonesia", "eastern-australia", "middle-east", "afghanistan", "china")
    own = dict.fromkeys(quiet, ("red", 1)) | {"western-australia": ("red", 2), "india": ("red", 5)}
    state = a_turn(BOARD | own).state
    state.holdings["argentina"] = Holding()
    assert str(RULES.judge(state, "red", origin, target).text) == f"{reasons} {instead}".strip()


def declared(state: Any, *answers: Any, presumes: bool = False) -> Any:
    """The attack that is declared by some answers, and the questions."""
    script, asked, given = declare(state, "red", RULES, presumes=presumes), list[Any](), [None, *answers]
    with pytest.raises(StopIteration) as end:
        while True:
            asked.append(script.send(given.pop(0)))
    return end.value.value, asked


@pytest.mark.parametrize(
    ("armies_there", "order"),
    [
        ((9, 4, 2), ("alaska", "alberta", "ontario")),
        ((2, 9, 4), ("alberta", "ontario", "alaska")),
        # of equal ones who has less to attack: Alaska reaches Kamchatka too, Ontario Greenland and Quebec
        ((4, 4, 4), ("alberta", "alaska", "ontario")),
        ((1, 3, 3), ("alberta", "ontario")),
    ],
)
def test_a_target_alone_is_attacked_from_the_strongest(
    armies_there: tuple[int, ...], order: tuple[str, ...]
) -> None:
    places = dict(zip(("alaska", "alberta", "ontario"), armies_there, strict=True))
    own = dict.fromkeys(("western-united-states", "eastern-united-states"), ("red", 1))
    state = a_turn(own | {place: ("red", count) for place, count in places.items()}).state
    attack, asked = declared(state, "northwest-territory", presumes=True)
    assert attack == Attack(order[0], "northwest-territory", order[1:]) and len(asked) == 1
    attack, asked = declared(state, "northwest-territory", order[-1])
    assert attack == Attack(order[-1], "northwest-territory") and set(asked[1].allowed) == set(order)


@pytest.mark.parametrize("seed", range(6))
def test_how_many_should_go_on(seed: int) -> None:
    """All; as few as may where enemies stand beside the land that they leave, and none beside the new."""
    state = dealt(seed)
    for origin in state.held("red"):
        for target in state.neighbours(origin):
            if state.holdings[target].owner == "red":
                beside = [
                    any(state.holdings[near].owner not in ("red", None) for near in state.neighbours(place))
                    for place in (origin, target)
                ]
                few = beside == [True, False]
                assert _suggested(state, Occupation(origin, target, 3), 4) == (3 if few else 7)
