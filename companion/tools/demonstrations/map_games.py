"""Makes the screenshots of the map games: ``python -m companion.tools.demonstrations.map_games FOLDER``.

Random bots play until the game reaches the wanted position, which is then shown on the screen.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.games import find_game
from companion.referee.houserules import set_house_rules
from companion.referee.questions import Choose, Confirm, Deploy, Pick, Roll
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.referee.table import Table
from companion.tools.demonstrations.screenshots import keep
from companion.tools.demonstrations.window import offscreen_app

if TYPE_CHECKING:
    from companion.tools.demonstrations.offscreen import Offscreen

SIZE = (800, 480)
SEEDS = range(40)
"""Seeds of games to try until one reaches the wanted position."""
ANSWERS = 3000
"""Maximum number of answers in a game."""
TOAST_SECONDS = 6.0
"""Seconds until toasts have disappeared."""


@dataclass(frozen=True)
class Screenshot:
    """A screenshot of a game in one position.

    Attributes:
        picture: name of the picture.
        game: name of the game.
        players: number of players.
        reached: returns whether a table is in the position.
        house: house rules.
        overlay: name of an overlay to open, if any.
    """

    picture: str
    game: str
    players: int
    reached: Callable[[Table[Any]], bool]
    house: dict[str, str] = field(default_factory=dict)
    overlay: str = ""


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


COMMAND = {"mode": "command room", "placing": "all at once"}
SCREENSHOTS = (
    Screenshot("starcraft-setup", "starcraft", 4, _minerals, COMMAND | {"drawing": "entered"}),
    Screenshot("starcraft-reinforce", "starcraft", 4, _reinforcements, COMMAND),
    Screenshot("starcraft-battle", "starcraft", 4, _hero_against_tower, COMMAND),
    Screenshot("starcraft-achievements", "starcraft", 4, _three_objectives, COMMAND, overlay="standings"),
    Screenshot("starcraft-victory", "starcraft", 4, _over, COMMAND),
    Screenshot("nuked-losses", "nuked", 4, _losses),
    Screenshot("balance-shop", "balance", 3, _shop, {"placing": "all at once"}),
    Screenshot("balance-neutral", "balance", 2, _neutrals, {"placing": "all at once"}),
    Screenshot(
        "classic-2008-objectives", "classic", 3, _objectives, {"edition": "2008", "placing": "all at once"}
    ),
)
PICTURES = tuple(wanted.picture for wanted in SCREENSHOTS)
"""Names of all screenshots that this module makes."""


def answers_to(wanted: Screenshot) -> list[Any]:
    """Return the answers of the first game that reaches a wanted position.

    Raises:
        LookupError: no game reaches it.
    """
    game = find_game(wanted.game)
    house = set_house_rules(game.house_rules, wanted.house)
    for seed in SEEDS:
        table, player = Table(game, game.begin(seats_of(wanted.players), house)), RandomBot(seed)
        answers: list[Any] = []
        while not wanted.reached(table) and table.question is not None and len(answers) < ANSWERS:
            answers.append(player.answer(table.question))
            table.answer(answers[-1])
        if wanted.reached(table):
            return answers
    raise LookupError(f"No game reached the position of {wanted.picture}.")


def show(screen: "Offscreen", wanted: Screenshot) -> None:
    """Show a game in the wanted position."""
    from companion.app.night.session import Session

    seats, game = seats_of(wanted.players), find_game(wanted.game)
    session = Session.begin(screen.context.journal, game, seats, wanted.house)
    for answer in answers_to(wanted):
        session.answer(answer)
    screen.shell.show_session(session)
    screen.wait(TOAST_SECONDS)
    if wanted.overlay:
        screen.shell.open_overlay(wanted.overlay)


def main() -> None:
    """Make all screenshots in the folder given on the command line."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with offscreen_app(SIZE) as screen:
        for wanted in SCREENSHOTS:
            show(screen, wanted)
            keep(screen, folder / f"{wanted.picture}.png")
            screen.shell.leave_game()


if __name__ == "__main__":
    main()
