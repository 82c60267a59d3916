"""Every game has a bot that plays by its rules, in three strengths, gives reasons, and beats chance."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games import every_game
from companion.games.balance.bot import BalanceBot
from companion.games.battle.bot import BattleBot
from companion.games.classic.bot import ClassicBot
from companion.games.classic.game import CLASSIC
from companion.games.nuked.bot import NukedBot
from companion.games.nuked.game import NUKED
from companion.games.rogue import movement
from companion.games.rogue.bot import RogueBot
from companion.games.rogue.game import ROGUE
from companion.games.rogue.scenario import Condition, Victory, read_scenario, scenario_files
from companion.games.rogue.state import RogueState
from companion.games.starcraft import rules
from companion.games.starcraft.bot import StarcraftBot
from companion.games.starcraft.game import STARCRAFT
from companion.games.starcraft.setup_basic import ON_THE_MAP
from companion.games.territory.objectives import Objective, ObjectiveCard
from companion.referee.bot import STRENGTHS, Advice, Bot, Strength
from companion.referee.game import Game
from companion.referee.houserules import set_house_rules
from companion.referee.questions import END, Choose, Count, Deploy, FillIn, Measure, Pick, PickOrEnd
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.referee.table import Table
from tests.bench.bots import match, play, played, table_answer
from tests.games.balance.boards import a_turn as balance_turn
from tests.games.battle.story import Battle
from tests.games.classic.boards import a_turn
from tests.games.nuked.boards import Held
from tests.games.nuked.boards import a_turn as nuked_turn
from tests.games.players import Player
from tests.games.rogue.boards import a_card, a_state, a_table
from tests.games.starcraft.sector import a_turn as star_turn
from tests.games.starcraft.sector import arranged
from tests.referee.tables import lay
from tests.referee.tables import play as say

WITH_BOTS = [game for game in every_game() if game.bot]
MAX_REASON = 80
CHASE = (
    Victory(side="Side 1", title="Chase", conditions=(Condition(kind="eliminate", players=(2,)),)),
    Victory(side="Side 2", title="Chase", conditions=(Condition(kind="eliminate", players=(1,)),)),
)


def test_our_games_have_a_bot() -> None:
    ours = {"classic", "starcraft", "nuked", "balance", "battle", "rogue"}
    assert ours <= {game.id for game in WITH_BOTS}


@pytest.mark.every(4, first=2)
@pytest.mark.parametrize(
    "strength", [pytest.param(one, marks=[pytest.mark.slow] if one == "normal" else []) for one in STRENGTHS]
)
@pytest.mark.parametrize("game", WITH_BOTS, ids=lambda game: game.id)
def test_what_it_advises_is_allowed_and_has_a_reason(game: Game[Any], strength: Strength) -> None:
    """It plays every seat, at the largest table; only what people must see is left to them."""
    table, chance = lay(game, game.seats[1]), Player(3)
    bot = game.bot(strength, 3) if game.bot else None
    asked = 0
    for _ in range(150):
        if table.question is None or bot is None:
            break
        advice = bot.advise(table.question, table.state)
        if advice is None:
            assert bot.asks_the_table(table.question, table.state)
            table.answer(table_answer(table, chance))
            continue
        asked += 1
        assert advice.reason.endswith(".") and len(advice.reason) <= MAX_REASON
        ruling = table.answer(advice.answer)
        assert ruling.allowed, (table.question, advice, ruling)
    assert asked > 20


@pytest.mark.every(2)
@pytest.mark.parametrize("game", WITH_BOTS, ids=lambda game: game.id)
def test_the_same_seed_plays_the_same_game(game: Game[Any]) -> None:
    assert play(game, ("easy", None), 5) == play(game, ("easy", None), 5)


def test_it_attacks_where_the_odds_are_best() -> None:
    around = {"peru": ("blue", 1), "venezuela": ("blue", 9), "north-africa": ("blue", 9)}
    table = a_turn({"brazil": ("red", 10), **around}, players=2, rest="blue")
    bot, arrow = ClassicBot("easy", 1), ("brazil", "peru")
    assert table.question is not None
    falls = "Peru falls with a chance of 100%."
    assert bot.decide(table.question, table.state) == Advice("brazil", falls, arrow)
    say(table, "brazil")
    assert bot.decide(table.question, table.state) == Advice("peru", "The chance is 100%.", arrow)


def test_it_calls_a_lost_attack_off() -> None:
    table = a_turn({"brazil": ("red", 2), "venezuela": ("blue", 9)}, players=2, rest="blue")
    say(table, "brazil", "venezuela")
    assert table.question is not None
    advice = ClassicBot("hard", 1).advise(table.question, table.state)
    assert advice == Advice({"offer": "call off"}, "The chance is only 0%.")


def test_it_brings_armies_from_behind_to_the_front() -> None:
    behind = {"brazil": ("red", 2), "peru": ("red", 7), "argentina": ("red", 1), "venezuela": ("red", 1)}
    table = a_turn(behind, players=2, rest="blue", step="fortify")
    bot = ClassicBot("hard", 1)
    for places in (("peru",), ("brazil", "venezuela")):
        assert table.question is not None
        advice = bot.advise(table.question, table.state)
        assert advice is not None and advice.answer in places
        say(table, advice.answer)


def test_what_only_people_can_see_is_left_to_them() -> None:
    battle = Battle.raging({"infantry": 1}, {"infantry": 1}, field="flat and open")
    bot = BattleBot("hard", 1)
    for expected in ("red-infantry-1", "full move", "attack"):
        assert battle.table.question is not None
        advice = bot.advise(battle.table.question, battle.state)
        assert advice is not None and advice.answer == expected
        battle.say(advice.answer)
    assert isinstance(battle.table.question, PickOrEnd), "who is in range?"
    assert bot.advise(battle.table.question, battle.state) is None
    battle.say("blue-infantry-1")
    assert isinstance(battle.table.question, Measure)
    assert bot.advise(battle.table.question, battle.state) is None


def test_who_errs_in_battle_forgets_soldiers_and_nothing_else() -> None:
    battle = Battle.raging({"infantry": 2}, {"infantry": 1}, field="flat and open")
    bot = BattleBot("easy", 1)
    assert battle.table.question is not None
    begun = bot.err(battle.table.question, battle.state)
    assert begun is not None and begun.answer == "red-infantry-1", "a whole turn is not forgotten"
    battle.say("red-infantry-1")
    assert battle.table.question is not None
    ordered = bot.err(battle.table.question, battle.state)
    assert ordered is not None and ordered.answer == "full move"
    battle.say("back")
    battle.state.army("red")[0].attacked = True
    ended = bot.err(battle.table.question, battle.state)
    assert ended is not None and ended.answer == END


def asked(table: Table[Any], bot: Bot[Any], answer: object = None) -> tuple[str, object]:
    """The open question and the bot's answer to it; people answer what it leaves to them."""
    assert table.question is not None
    advice = bot.advise(table.question, table.state)
    prompt = table.question.prompt
    say(table, advice.answer if advice else answer)
    return prompt, advice.answer if advice else "the table"


def test_which_cards_are_in_a_hand_only_people_see() -> None:
    table = a_turn({"brazil": ("red", 3)}, step="trade", hands={"red": 3})
    assert asked(table, ClassicBot("hard", 1), [])[1] == "the table"


def test_whose_territory_a_traded_card_shows_only_people_see() -> None:
    table = a_turn({"brazil": ("red", 3)}, step="trade", hands={"red": 3})
    assert asked(table, ClassicBot("hard", 1), ["infantry"] * 3)[1] == "the table"
    assert asked(table, ClassicBot("hard", 1), END) == ("Does a card show a territory of yours?", "the table")


def test_which_mission_lies_there_only_people_see() -> None:
    table = say(a_turn({"brazil": ("red", 3)}, goal="missions", rest="blue"), {"offer": "mission"})
    assert asked(table, ClassicBot("hard", 1), "not yet")[1] == "the table"


def test_a_reward_that_is_turned_over_only_people_see() -> None:
    goals: dict[str, str | None] = {"korhal": None}
    table = star_turn({}, step="achieve", goals=goals, rest="red", mode="command room")
    card = table.state.objectives.find("korhal")
    assert card is not None
    card.reward_is = "face down"
    table = arranged(table)
    bot = StarcraftBot("hard", 1)
    assert asked(table, bot)[1] == "korhal"
    assert asked(table, bot, "tower") == ("Turn the reward over. Which is it?", "the table")


def test_what_the_printed_chart_shows_only_people_see() -> None:
    table = lay(STARCRAFT, 3)
    people, bot, asked = RandomBot(1), StarcraftBot("hard", 1), set()
    while len(table.state.bases) < 3:
        question = table.question
        assert question is not None
        if isinstance(question, Choose) and ON_THE_MAP in [option.id for option in question.options]:
            table.answer(ON_THE_MAP)
            continue
        if table.state.chart == ON_THE_MAP and isinstance(question, Deploy | Pick):
            assert bot.advise(question, table.state) is None, question.prompt
            asked.add(type(question))
        table.answer(people.answer(question))
    assert asked == {Deploy, Pick}


@pytest.mark.parametrize("seats", [3, 5])
def test_the_bench_lets_all_seats_of_starcraft_start_alike(seats: int) -> None:
    """By chance one seat began with 30 territories and another with 2."""
    tables = played(STARCRAFT, (None,) * seats, 1, STARCRAFT.house_rules())
    state = next(table.state for table in tables if table.state.turn)
    held = [len(state.held(seat.id)) for seat in state.seats]
    assert max(held) - min(held) <= 1
    assert {state.armies(seat.id) for seat in state.seats} == {rules.starting_units(state)}


def test_the_bench_rolls_other_dice_for_each_seat() -> None:
    """All seats rolled one sequence of dice: who attacked first was as lucky as everybody after."""
    rolled: dict[str, list[int]] = {"red": [], "blue": []}
    for table in played(CLASSIC, ("easy", "easy"), 1, CLASSIC.house_rules(placing="all at once")):
        value = table.entries[-1].value if table.entries else None
        if isinstance(value, dict) and "attack" in value:
            rolled[table.state.active or ""] += value["attack"] + value["defence"]
        if min(map(len, rolled.values())) >= 12:
            break
    assert rolled["red"][:12] != rolled["blue"][:12]


def test_whether_there_is_a_defence_card_only_people_see() -> None:
    table = nuked_turn({"brazil": ("red", 9), "peru": ("blue", 2)}, hands={"blue": 1})
    say(table, "brazil", "peru", 8)
    prompt, answer = asked(table, NukedBot("hard", 1), "stand")
    assert (prompt, answer) == ("Peru is attacked: defend?", "the table")


@pytest.mark.parametrize("farm", ["peru", "venezuela"])
@pytest.mark.parametrize("players", [2, 3])
def test_hard_nuked_takes_the_farm_that_all_of_a_rivals_land_hangs_on(farm: str, players: int) -> None:
    africa = ("north-africa", "egypt", "congo", "east-africa", "south-africa", "madagascar")
    held: Held = {"brazil": ("red", 5), "peru": ("blue", 2), "venezuela": ("blue", 2), "siam": ("blue", 9)}
    if players > 2:
        held |= {"siam": ("green", 9), **dict.fromkeys(africa, ("red", 9))}
    homes = {"farms": {"red": "brazil", "blue": farm}, "players": players}
    table = nuked_turn(held, rest=("blue", 9), **homes)
    assert [asked(table, NukedBot("hard", 1))[1] for _ in range(2)] == ["brazil", farm]


def test_hard_nuked_gathers_its_first_troops() -> None:
    state = nuked_turn({"brazil": ("red", 1), "peru": ("red", 2)}, capitals={"red": "brazil"}).state
    allowed = ("brazil", "peru")
    question = Deploy(seat="red", prompt="Put 1 soldier", rules=("NK-SET-2",), allowed=allowed, most=1)
    state.turn = 0
    advice = NukedBot("hard", 1).advise(question, state)
    assert advice is not None and advice.answer == {"place": "peru", "count": 1}


@pytest.mark.parametrize(("beside", "chosen"), [("blue", "capital"), ("red", "anywhere")])
def test_weaker_nuked_bots_strengthen_a_capital_at_the_front(
    monkeypatch: pytest.MonkeyPatch, beside: str, chosen: str
) -> None:
    """Half of nine or ten territories is more than a third, but only a Capital at the front can use it."""
    monkeypatch.setattr(NukedBot, "blunders", {"normal": 0.0})
    own = ("venezuela", "peru", "argentina", "congo", "egypt", "east-africa", "south-africa", "madagascar")
    held: Held = {"brazil": ("red", 9), "north-africa": (beside, 1), **dict.fromkeys(own, ("red", 1))}
    table = nuked_turn(held, step="muster", capitals={"red": "brazil"}, farms={"red": "brazil"})
    assert asked(table, NukedBot("normal", 1))[1] == chosen


@pytest.mark.every(2)
@pytest.mark.parametrize("strength", ["normal", "easy"])
def test_weaker_nuked_bots_beat_chance(strength: Strength) -> None:
    assert match(NUKED, strength, None, 12)["one"] >= 10


@pytest.mark.long
@pytest.mark.parametrize("weaker", ["normal", "easy"])
def test_hard_beats_the_others_in_nuked(weaker: Strength) -> None:
    assert match(NUKED, "hard", weaker, 4)["one"] >= 3


@pytest.mark.parametrize(("number", "capitals", "attacks"), [(4, 0, 1), (4, 1, 1), (4, 2, 2)])
def test_easy_nuked_takes_one_territory_and_now_and_then_a_capital(
    monkeypatch: pytest.MonkeyPatch, number: int, capitals: int, attacks: int
) -> None:
    monkeypatch.setattr(NukedBot, "blunders", {"easy": 0.0})
    held: Held = {
        "brazil": ("red", 60),
        "peru": ("blue", 2),
        "venezuela": ("green", 2),
        "japan": ("green", 2),
    }
    held["siam"] = ("yellow", 2)
    homes = dict(list({"blue": "peru", "green": "venezuela"}.items())[:capitals])
    table = nuked_turn(held, rest=("blue", 2), capitals=homes, round=number, players=4)
    bot, found = NukedBot("easy", 1), 0
    while table.state.step == "attack":
        found += asked(table, bot, "stand")[0].startswith("How many attack")
    assert found == attacks


@pytest.mark.parametrize("capital", ["peru", "venezuela"])
def test_hard_balance_goes_for_a_rivals_capital(capital: str) -> None:
    held = {"brazil": ("red", 9), "peru": ("blue", 2), "venezuela": ("blue", 2)}
    table = balance_turn(held, rest=("blue", 9), setting={"capitals": {"blue": capital}})
    assert [asked(table, BalanceBot("hard", 1))[1] for _ in range(2)] == ["brazil", capital]


@pytest.mark.parametrize("city", ["peru", "venezuela"])
def test_hard_balance_goes_for_what_an_objective_counts(city: str) -> None:
    held = {"brazil": ("red", 5), "peru": ("blue", 2), "venezuela": ("blue", 2)}
    table = balance_turn(held, rest=("blue", 9), marks={"brazil": "city", city: "city"})
    table.state.objectives.cards = [ObjectiveCard(Objective("two", "minor", "landmarks", 2, of="city"))]
    assert [asked(table, BalanceBot("hard", 1))[1] for _ in range(2)] == ["brazil", city]


def test_the_neutral_army_attacks_where_the_odds_are_best() -> None:
    neutral = {"brazil": ("neutral", 9), "peru": ("blue", 1), "venezuela": ("blue", 9), "siam": ("red", 1)}
    table = balance_turn(neutral, step="neutral", rest=("blue", 90))
    bot = BalanceBot("hard", 1)
    while table.question is not None and table.question.prompt != "Neutral attack: from where?":
        asked(table, bot)
    assert table.question is not None
    advice = bot.advise(table.question, table.state)
    assert advice is not None and advice.arrow == ("brazil", "peru")
    assert [asked(table, bot)[1] for _ in range(2)] == ["brazil", "peru"]


def test_it_buys_with_troops_and_guesses_no_stars() -> None:
    pile = {"red": 6}
    table = balance_turn({"brazil": ("red", 3)}, step="actions", casualties=pile, hands={"red": 2})
    bot = BalanceBot("hard", 1)
    assert asked(table, bot) == ("Buy a special combat action?", "draft")
    assert asked(table, bot) == ("Pay with cards too?", [])
    poor = balance_turn({"brazil": ("red", 3)}, step="actions", casualties={"red": 4}, hands={"red": 2})
    assert asked(poor, bot)[1] != "draft"


def test_allies_keep_their_territories_and_give_them_when_asked() -> None:
    held = {"acid-marsh": ("red", 3), "burning-rift": ("green", 1), "ursa": ("green", 3)}
    table = star_turn(held, players=4, mode="team play", step="prepare", rest="blue")
    while table.question is not None and "command of" not in table.question.prompt:
        asked(table, StarcraftBot("hard", 1))
    assert asked(table, StarcraftBot("hard", 1))[1] == "end"


def test_an_aircraft_flies_where_it_meets_a_lone_enemy() -> None:
    squads = {"docks": "red assault* recon", "fish-market": "blue recon*"}
    air = {"2A": {"red": 2}, "5A": {"blue": 1}}
    table = a_table(squads, step="aircraft", aircraft=air, level="advanced")
    bot = RogueBot("hard", 1)
    assert [asked(table, bot)[1] for _ in range(2)] == ["2A", "5A"]


def test_hits_of_dice_that_the_companion_does_not_know_only_people_see() -> None:
    squads = {"docks": "red assault* recon engineer", "fish-market": "blue recon*"}
    table = a_table(squads, step="combat", typed=True)
    bot = RogueBot("hard", 1)
    asked(table, bot)
    asked(table, bot)
    while table.question is not None and not isinstance(table.question, FillIn):
        asked(table, bot)
    assert table.question is not None and bot.advise(table.question, table.state) is None


def test_two_squads_that_fear_each_other_do_not_wait() -> None:
    squads = {"docks": "red assault* recon", "checkpoint": "blue assault* recon"}
    table = a_table(squads, cover={"checkpoint": 2}, victories=CHASE)
    assert asked(table, RogueBot("hard", 1))[1] == "docks"


def test_how_many_stay_behind_is_told_by_numbers_not_by_words() -> None:
    goals = (Condition(kind="hold", zones=("docks", "fish-market")),)
    squads = {"docks": "red assault* recon engineer support", "checkpoint": "blue recon*"}
    table = a_table(squads, victories=(Victory(side="Side 1", title="Hold both", conditions=goals),))
    bot = RogueBot("hard", 1)
    asked(table, bot)
    question = table.question
    assert isinstance(question, Choose) and question.detail
    for detail in ("", "Nine, 9, of them", question.detail):
        advice = bot.advise(replace(question, detail=detail), table.state)
        assert advice is not None and advice.answer in ("recon", "engineer", "support")


@pytest.mark.parametrize(("hand", "most", "laid"), [(1, 3, 1), (2, 3, 2), (3, 3, 3), (3, 1, 1)])
def test_it_lays_more_cards_the_fuller_its_hand(hand: int, most: int, laid: int) -> None:
    """`hand` cards of each of the three kinds."""
    state = a_state({"docks": "red assault*", "fish-market": "blue recon*"}, hand=hand, level="intermediate")
    question = Count(
        prompt="How many?", seat="red", rules=("RG-CMB-3",), least=0, most=most, suggested=0, unit="cards"
    )
    advice = RogueBot("hard", 1).advise(question, state)
    assert advice is not None and advice.answer == laid


def test_people_say_which_of_its_open_cards_it_plays_and_it_chooses_the_power() -> None:
    cards = (a_card("Grenade", "move 1", "or", "hits 2"),)
    squads = {"docks": "red assault* recon", "fish-market": "blue recon* support"}
    table = a_table(squads, step="combat", hand=1, level="intermediate", cards=cards)
    bot = RogueBot("hard", 1)
    while table.question is not None and not isinstance(table.question, Choose):
        asked(table, bot)
    assert table.question is not None and bot.advise(table.question, table.state) is None
    worded = bot.for_table(table.question, table.state)
    assert worded.prompt == "Which open card does Red play?" and len(worded.prompt.split()) <= 8
    table.answer("Grenade")
    assert table.question is not None and "which power" in table.question.prompt
    assert asked(table, bot)[1] == "2"


def test_without_units_it_asks_once_a_turn_for_a_card_that_brings_some() -> None:
    table = a_table({"fish-market": "blue recon*"}, hand=1, level="intermediate")
    bot = RogueBot("hard", 1)
    assert asked(table, bot)[1] == {"offer": "card"}
    assert table.question is not None and bot.advise(table.question, table.state) is None
    table.answer("+back")
    assert asked(table, bot)[1] == "end"


@pytest.mark.every(4)
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if number % 3 else [])
        for number, path in enumerate(scenario_files())
    ],
)
def test_no_turn_is_empty_while_a_fight_can_be_had(path: Path) -> None:
    """Both sides once waited for the other in 80 of 100 turns; who holds or guards a goal may well wait."""
    turns, empty = standstill(path, seeds=1)
    assert empty <= turns / 6


def destinations(state: RogueState, zone: str) -> tuple[str, ...]:
    squad = state.squads[zone]
    return movement.reach(state, movement.Move(squad.owner, zone, squad.size, squad.count("tank")))


def guards(state: RogueState, seat: str) -> bool:
    """Whether a rival need only reach a zone to win: it has to come."""
    rivals = [victory for victory in state.plan.victories if victory.side != state.side(seat)]
    return any(condition.kind == "reach" for victory in rivals for condition in victory.conditions)


def standstill(path: Path, seeds: int) -> tuple[int, int]:
    """Return in how many turns of hard bots, but guards, a squad could act, and in how many none did."""
    plan, field = read_scenario(path)
    could: set[tuple[int, int]] = set()
    acted: set[tuple[int, int]] = set()
    for seed in range(seeds):
        state = ROGUE.begin(seats_of(plan.players), set_house_rules(ROGUE.house_rules, {"level": plan.level}))
        state.scenario, state.field = plan, field
        table, chance = Table(ROGUE, state), RandomBot(seed)
        bots = {seat.id: RogueBot("hard", seed) for seat in state.seats}
        for _ in range(1500):
            question, turn = table.question, (seed, table.state.turn)
            if question is None:
                break
            bot = bots.get(question.seat or "")
            advice = bot.advise(question, table.state) if bot else None
            answer = advice.answer if advice else table_answer(table, chance)
            if isinstance(question, Count) and question.unit == "cards":
                answer = 0  # nobody has described a card
            if isinstance(question, PickOrEnd) and {"RG-MOV-1", "RG-CMB-1"} & set(question.rules):
                attacks = "RG-CMB-1" in question.rules
                ways = [zone for zone in question.allowed if attacks or destinations(table.state, zone)]
                could |= {turn} if ways and not guards(table.state, question.seat or "") else set()
            elif isinstance(question, PickOrEnd) and question.focus and answer != END:
                acted.add(turn)
            table.answer(answer)
    return len(could), len(could - acted)


def test_a_squad_moves_beside_an_enemy_and_attacks() -> None:
    squads = {"docks": "red assault* recon engineer", "fish-market": "blue recon*"}
    table = a_table(squads, step="combat")
    assert table.question is not None
    advice = RogueBot("hard", 1).advise(table.question, table.state)
    assert advice is not None and (advice.answer, advice.reason) == ("docks", "Fish market is within reach.")


@pytest.mark.parametrize(
    ("strength", "players", "better"), [("hard", 3, 2.0), ("normal", 3, 0.0), ("hard", 2, 0.0)]
)
def test_hard_players_of_three_shorten_their_front(strength: Strength, players: int, better: float) -> None:
    """Peru lies between Brazil and Argentina; Venezuela has two hostile neighbours and one of ours."""
    held = {"brazil": ("red", 9), "argentina": ("red", 1), "venezuela": ("blue", 1), "peru": ("blue", 1)}
    state = a_turn(held, players=players, rest="blue" if players == 2 else "green").state
    bot = ClassicBot(strength, 1)
    assert bot.worth(state, "red", "peru") - bot.worth(state, "red", "venezuela") == pytest.approx(better)


def test_easy_bots_blunder_and_hard_ones_never_do() -> None:
    table = a_turn({"brazil": ("red", 2), "venezuela": ("blue", 9)}, players=2, rest="blue")

    def answers(strength: Strength) -> set[str]:
        assert table.question is not None
        return {str(ClassicBot(strength, seed).advise(table.question, table.state)) for seed in range(60)}

    assert len(answers("easy")) > len(answers("hard")) == 1


@pytest.mark.slow
@pytest.mark.parametrize("game", WITH_BOTS, ids=lambda game: game.id)
def test_it_beats_chance_in_most_games(game: Game[Any]) -> None:
    assert match(game, "hard", None, 20)["one"] >= 16
