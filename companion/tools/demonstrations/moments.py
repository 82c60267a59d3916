"""Moments of games, by name: bots play the first game of many that comes to one."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any

from companion.app.night.session import Session
from companion.games import find_game
from companion.games.rogue.cards import NEW
from companion.journal.journal import Journal
from companion.referee.bot import Bot
from companion.referee.dice_roller import DiceRoller
from companion.referee.houserules import set_house_rules
from companion.referee.questions import (
    Choose,
    Confirm,
    Deploy,
    FillIn,
    Measure,
    Pick,
    PickOrEnd,
    PlayCards,
    Question,
    Roll,
)
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.referee.table import Table

Reached = Callable[[Table[Any]], bool]
"""Whether a table has come to a moment."""
Answering = Callable[[Table[Any]], Any]
"""Returns the answer to a table's open question."""


class CannonBot(RandomBot):
    """Musters a small army and chooses the cannon at once."""

    ARMY = {"infantry": 4, "cavalry": 2, "cannon": 1}  # noqa: RUF012 - never changed

    def __init__(self, seed: int, shot: str = "exploding") -> None:
        super().__init__(seed)
        self.shot = shot

    def answer(self, question: Question) -> Any:
        """Return an answer that leads to the shot."""
        match question:
            case FillIn() if question.fields[0].name == "infantry":
                return self.ARMY
            case PickOrEnd():
                guns = [name for name in question.allowed if "cannon" in name]
                return (guns or question.allowed or ("end",))[0]
            case Choose():
                open_to = [option.id for option in question.options if option.ruling.allowed]
                return next((order for order in ("fire", self.shot) if order in open_to), open_to[0])
            case Confirm():
                return True
            case Roll() if question.pools[0].name == "movement":
                return {"movement": [5]}
        return super().answer(question)


class CardBot(RandomBot):
    """Plays known cards, and uses dice with known faces."""

    def answer(self, question: Question) -> Any:
        """Choose known cards and faces, else answer randomly."""
        if isinstance(question, Choose):
            options = [option.id for option in question.options if option.ruling.allowed]
            known = [id for id in options if id != NEW]
            return "house" if "house" in options else self.random.choice(known or options)
        return super().answer(question)


@dataclass(frozen=True, eq=False)
class Moment:
    """A moment of a game.

    Attributes:
        game: name of the game.
        players: number of players.
        reached: returns whether a table is at it.
        house: house rules.
        bot: makes the bot that plays all seats, from a seed.
        seeds: seeds of bots to try until one reaches it.
        most: maximum number of answers in a game.
    """

    game: str
    players: int
    reached: Reached
    house: dict[str, str] = field(default_factory=dict)
    bot: Callable[[int], RandomBot] = RandomBot
    seeds: Iterable[int] = range(40)
    most: int = 3000


def _minerals(table: Table[Any]) -> bool:
    return isinstance(table.question, Pick) and table.state.step == "field" and len(table.state.minerals) > 8


def _reinforcements(table: Table[Any]) -> bool:
    return isinstance(table.question, Deploy) and table.state.turn > 6 and table.question.most > 4


def _hero_against_tower(table: Table[Any]) -> bool:
    question = table.question
    if not isinstance(question, Roll) or question.contest is None or "tower" not in question.detail:
        return False
    return question.contest.attacker.bonus > 0 and question.contest.defender.bonus > 0


def _three_objectives(table: Table[Any]) -> bool:
    return sum(goal.owner is not None for goal in table.game_view.goals) > 2


def _over(table: Table[Any]) -> bool:
    return table.question is None


def _losses(table: Table[Any]) -> bool:
    question, state = table.question, table.state
    if not isinstance(question, Confirm) or question.detail.count("\n") < 2:
        return False
    home = state.capitals.get(question.seat or "")
    return any(line.kind == "chain" and line.places[0] == home for line in table.game_view.lines)


def _shop(table: Table[Any]) -> bool:
    question = table.question
    if not isinstance(question, Choose) or table.state.step != "actions" or len(question.options) < 9:
        return False
    return sum(option.ruling.allowed for option in question.options) > 5


def _neutrals(table: Table[Any]) -> bool:
    return isinstance(table.question, Deploy) and table.state.step == "neutral" and table.state.turn > 3


def _objectives(table: Table[Any]) -> bool:
    question = table.question
    if not isinstance(question, Choose) or table.state.step != "objective":
        return False
    return len(question.options) > 4 and any(goal.owner is not None for goal in table.game_view.goals)


def _secret(table: Table[Any]) -> bool:
    question = table.question
    return question is not None and question.secret and question.seat == "blue"


def _large_battle(table: Table[Any]) -> bool:
    """A battle of many rolls begins."""
    question = table.question
    if not isinstance(question, Roll) or question.contest is None:
        return False
    return 8 < question.contest.attacker.armies < 14 and question.contest.defender.armies > 5


def _squad_moves(table: Table[Any]) -> bool:
    """A squad is about to move, with aircraft overhead."""
    question, state = table.question, table.state
    flying = sum(map(len, state.aircraft.values()))
    return isinstance(question, PickOrEnd) and "to where" in question.prompt and flying > 1 and state.turn > 6


def _squad_cards(table: Table[Any]) -> bool:
    """A card must be chosen, and some are revealed already."""
    question, fight = table.question, table.state.fight
    revealed = fight.card_battle.attack.revealed if fight else ()
    return isinstance(question, Choose) and "which card" in question.prompt and bool(revealed)


def _squad_dice(table: Table[Any]) -> bool:
    """A squad with upgraded dice fights another one."""
    question = table.question
    return isinstance(question, Roll) and table.state.fight is not None and len(question.pools) > 2


def _dogfight(table: Table[Any]) -> bool:
    return isinstance(table.question, Roll) and table.state.dogfight is not None


def _cannon(table: Table[Any]) -> bool:
    """The distance of a cannon's first shot is asked for."""
    return isinstance(table.question, Measure) and "cannon" in table.question.because


_starcraft = partial(Moment, "starcraft", 4)
_rogue = partial(Moment, "rogue", house={"level": "commander"}, bot=CardBot, seeds=range(1, 40), most=700)
_COMMAND = {"mode": "command room", "placing": "all at once"}
MOMENTS = {
    "starcraft-setup": _starcraft(_minerals, _COMMAND | {"drawing": "entered"}),
    "starcraft-reinforce": _starcraft(_reinforcements, _COMMAND),
    "starcraft-battle": _starcraft(_hero_against_tower, _COMMAND),
    "starcraft-achievements": _starcraft(_three_objectives, _COMMAND),
    "starcraft-victory": _starcraft(_over, _COMMAND),
    "nuked-losses": Moment("nuked", 4, _losses),
    "balance-shop": Moment("balance", 3, _shop, {"placing": "all at once"}),
    "balance-neutral": Moment("balance", 2, _neutrals, {"placing": "all at once"}),
    "classic-2008-objectives": Moment(
        "classic", 3, _objectives, {"edition": "2008", "placing": "all at once"}
    ),
    "classic-secret": Moment("classic", 3, _secret, {"goal": "capitals"}),
    "classic-battle": Moment("classic", 2, _large_battle, {"placing": "all at once"}),
    "rogue-move": _rogue(4, _squad_moves),
    "rogue-cards": _rogue(4, _squad_cards),
    "rogue-combat": _rogue(3, _squad_dice),
    "rogue-dogfight": _rogue(4, _dogfight),
    "cannon": Moment("battle", 2, _cannon, {"field": "flat and open"}, CannonBot, (4,), 400),
}
"""Every moment by name; most are called as the picture of them."""


def first_way(
    begun: Callable[[], Table[Any]],
    answering: Callable[[int], Answering],
    seeds: Iterable[int],
    reached: Reached,
    most: int,
) -> list[Any]:
    """Return the answers that lead to a moment, of the first seed that comes to it.

    Raises:
        LookupError: no seed comes to it.
    """
    for seed in seeds:
        table, answer = begun(), answering(seed)
        answers: list[Any] = []
        while not reached(table) and table.question is not None and len(answers) < most:
            answers.append(answer(table))
            table.answer(answers[-1])
        if reached(table):
            return answers
    raise LookupError("No game came to the wanted moment.")


@cache
def answers_to(moment: Moment) -> tuple[Any, ...]:
    """Return the answers of the first game that comes to a moment; they are looked for once.

    Raises:
        LookupError: no game comes to it.
    """
    game = find_game(moment.game)
    house = set_house_rules(game.house_rules, moment.house)

    def answering(seed: int) -> Answering:
        bot = moment.bot(seed)
        return lambda table: bot.answer(table.question)  # type: ignore[arg-type]  # a question is open

    def begun() -> Table[Any]:
        return Table(game, game.begin(seats_of(moment.players), house))

    return tuple(first_way(begun, answering, moment.seeds, moment.reached, moment.most))


def session_at(journal: Journal, moment: Moment, dice_roller: DiceRoller | None = None) -> Session:
    """Return a new game that is played to a moment; the companion's dice are rolled by `dice_roller`."""
    game, seats = find_game(moment.game), seats_of(moment.players)
    session = Session.begin(journal, game, seats, moment.house, dice_roller=dice_roller)
    for answer in answers_to(moment):
        session.answer(answer, by="demonstration")
    return session


def to_the_shot(journal: Journal, shot: str = "exploding") -> Session:
    """Start a battle on flat ground, and play until the distance of a cannon's shot is asked for."""
    return session_at(journal, _shot(shot))


@cache
def _shot(kind: str) -> Moment:
    return replace(MOMENTS["cannon"], bot=partial(CannonBot, shot=kind))


def well_played(bot: Bot[Any], table: Table[Any]) -> Any:
    """Return the answer of a bot that plays well, and of chance where it has no advice."""
    assert table.question is not None, "a bot is asked while the game goes on"
    advice = bot.advise(table.question, table.state)
    if advice is not None:
        return advice.answer
    # The bot gives no advice on hidden cards: lay a set if the hand may hold one.
    if isinstance(table.question, PlayCards) and any(table.question.allowed):
        return max((list(cards) for cards in table.question.allowed), key=len)
    return RandomBot(0).answer(table.question)


def good_bot(table: Table[Any], seed: int) -> Bot[Any]:
    """Return a bot that plays all seats well, so that pictures look real."""
    make = table.game.bot
    assert make is not None, "the demonstration plays games with bots"
    return make("hard", seed)
