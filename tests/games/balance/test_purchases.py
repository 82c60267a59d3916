"""What a computer player expects of special combat actions, and what it buys."""

import numpy as np
import pytest

from companion.games.balance import purchases
from companion.games.balance.bot import BalanceBot
from companion.games.balance.shop import PRICES
from companion.games.balance.state import ActionId, BalanceState, LastingEffect
from companion.games.territory.attack import Attack
from companion.games.territory.evaluator import Positions
from companion.games.territory.planned import TurnModel
from companion.referee.questions import END
from companion.referee.random_bot import RandomBot
from companion.referee.table import Table
from tests.games.balance.boards import a_turn

HELD = {"alaska": ("red", 5), "alberta": ("red", 4), "ontario": ("red", 3), "kamchatka": ("green", 5)}
"""Red holds three territories; Ontario is beside Blue, Alaska beside Green in Kamchatka."""


def _outcomes(
    state: BalanceState, action: ActionId
) -> tuple[TurnModel, Positions, dict[str, purchases.Purchase]]:
    bot = BalanceBot("hard", 1)
    model, position = bot.turn_model(state, "red")
    found = purchases.outcomes(state, model, position, action, lambda after: bot.turn_model(after, "red")[0])
    return model, position, {one.choice: one for one in found}


def _table(*, players: int = 3, **more: object) -> BalanceState:
    return a_turn(HELD, players=players, step="actions", rest=("blue", 3), **more).state  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("action", "choice", "changes"),
    [
        ("draft", "ontario", {"ontario": 3}),
        ("bombardment", "kamchatka", {"kamchatka": -3}),
        ("bombardment", "quebec", {"quebec": -2}),
        ("bomb", "siam", {"siam": -2, "india": -0.5, "china": -0.5, "indonesia": -0.5}),
        ("maneuver", "alaska", {"alaska": 3, "alberta": -3}),
    ],
)
def test_an_action_changes_the_armies_as_its_rule_says(
    action: ActionId, choice: str, changes: dict[str, float]
) -> None:
    held = HELD | {"northwest-territory": ("red", 1), "western-united-states": ("red", 1)}
    state = a_turn(held, players=3, step="actions", rest=("blue", 3)).state
    model, before, found = _outcomes(state, action)
    after = found[choice].position
    moved = dict(zip(model.ground.places, (after.armies - before.armies)[0].tolist(), strict=True))
    assert {place: troops for place, troops in moved.items() if troops} == changes
    assert (after.owner == before.owner).all()


@pytest.mark.parametrize(
    ("action", "cards"), [("card", {"red": [1, 2, 0]}), ("espionage", {"blue": [1, 1, 0]})]
)
def test_a_card_comes_from_the_deck_or_from_who_has_one(
    action: ActionId, cards: dict[str, list[int]]
) -> None:
    state = _table(hands={"blue": 2})
    model, _, found = _outcomes(state, action)
    seats = ["red", "blue", "green"]
    order = [model.ground.seats.index(seat) for seat in seats]
    assert {who: one.position.cards[0, order].tolist() for who, one in found.items()} == cards


@pytest.mark.parametrize("action", ["attack", "forces", "airfield"])
def test_an_action_for_battles_makes_an_attack_likelier(action: ActionId) -> None:
    strong = HELD | {"ontario": ("red", 8)}
    state = a_turn(strong, players=3, step="actions", rest=("blue", 3), marks={"quebec": "rough"}).state
    model, position, found = _outcomes(state, action)
    ends = [model.ground.index[place] for place in ("ontario", "quebec")]
    choice = "ontario" if action == "airfield" else ""
    assert found[choice].model.chance(position, *ends) > model.chance(position, *ends) > 0


def test_an_ally_threatens_nobody_and_wins_for_itself_alone() -> None:
    state = _table()
    model, position, found = _outcomes(state, "alliance")
    assert set(found) == {"blue", "green"}
    seats = model.ground.seats
    red, blue = seats.index("red"), seats.index("blue")
    allied = found["blue"].model.ground.hostile
    assert allied[blue, red] == 0 and allied[red, blue] == 1
    changed = allied != model.ground.hostile
    assert changed.sum() == 1
    state.effects.append(LastingEffect("alliance", by="blue", target="red"))
    bound = BalanceBot("hard", 1).turn_model(state, "red")[0]
    assert (bound.ground.hostile == model.ground.hostile).all(), "Red's forced ally wins nothing for Red"
    assert float(found["blue"].model.value(position)[0]) > float(model.value(position)[0])


@pytest.mark.parametrize("action", ["recon", "defence", "general", "neutral", "sabotage"])
def test_of_other_actions_nothing_is_known(action: ActionId) -> None:
    assert not _outcomes(_table(), action)[2]


def test_an_extra_die_counts_before_the_attacks_begin() -> None:
    state, attack = _table(), Attack("ontario", "quebec")
    state.facts.extra_dice = 1
    assert BalanceBot("hard", 1).contest(state, attack).attacker.extra == 1


def _bought(table: Table[BalanceState], bot: BalanceBot) -> list[object]:
    """Answer until the special actions are over; return the answers."""
    answers: list[object] = []
    while table.question is not None and table.state.step == "actions":
        advice = bot.advise(table.question, table.state)
        answer = advice.answer if advice else RandomBot(1).answer(table.question)
        assert table.answer(answer).allowed
        answers.append(answer)
    return answers


def test_hard_players_bombard_who_stands_in_the_way() -> None:
    """Blue's last territory holds four: three of them die, and the last one falls."""
    held = {"brazil": ("red", 4), "peru": ("blue", 4)}
    dear = dict.fromkeys(PRICES, 9) | {"bombardment": 6}
    table = a_turn(
        held, players=3, step="actions", rest=("green", 9), casualties={"red": 6}, setting={"prices": dear}
    )
    assert _bought(table, BalanceBot("hard", 1))[:2] == ["bombardment", "peru"]


def test_troops_leave_what_no_enemy_stands_beside() -> None:
    """Four of Alberta's five go to Alaska; Ontario, at the front, keeps its own."""
    held = HELD | {
        "alberta": ("red", 5),
        "northwest-territory": ("red", 1),
        "western-united-states": ("red", 1),
    }
    dear = dict.fromkeys(PRICES, 9) | {"maneuver": 3}
    table = a_turn(
        held, players=3, step="actions", rest=("blue", 9), casualties={"red": 3}, setting={"prices": dear}
    )
    answers = _bought(table, BalanceBot("hard", 1))
    assert answers[0] == "maneuver" and answers[2:4] == ["alberta", 4]
    assert table.state.holdings["ontario"].armies >= 3


def test_hard_players_buy_nothing_without_troops_to_pay() -> None:
    table = a_turn(HELD, step="actions", casualties={"red": 1}, hands={"red": 3})
    assert _bought(table, BalanceBot("hard", 1))[0] == END


@pytest.mark.parametrize("seed", range(4))
def test_the_best_choice_is_always_allowed(seed: int) -> None:
    """From boards by chance each known action is carried out as it was chosen."""
    chance = np.random.default_rng(seed)
    places = list(_table().holdings)
    held = {
        place: (("red", "blue", "green")[chance.integers(3)], int(chance.integers(1, 6))) for place in places
    }
    table = a_turn(held, players=3, step="actions", casualties={"red": 40}, hands={"blue": 2})
    answers = _bought(table, BalanceBot("hard", seed))
    assert len(answers) > 1 and table.state.casualties["red"] < 40
