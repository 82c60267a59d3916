"""Makes the pictures of the map games: ``python -m companion.demonstrations.map_games FOLDER``.

Stand-ins play until the moment that is worth seeing has come; then the game is put on the screen.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.data_folder import VARIABLE
from companion.demonstrations.screenshots import keep
from companion.games import find_game
from companion.referee.houserules import set_house_rules
from companion.referee.questions import Choose, Confirm, Deploy, Pick, Roll
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.referee.table import Table

if TYPE_CHECKING:
    from companion.demonstrations.offscreen import Offscreen

SIZE = (800, 480)
SEEDS = range(40)
"""Games that are tried until one comes to the moment."""
ANSWERS = 3000
"""Answers after which a game has not come to it."""
SAID = 6.0
"""Seconds after which what was said is gone."""


@dataclass(frozen=True)
class Moment:
    """Something worth seeing.

    Attributes:
        picture: name of its picture.
        game: name of the game.
        players: how many play.
        come: tells whether it has come, from the table.
        house: house rules.
        overlay: name of the screen laid over the game, if one is.
    """

    picture: str
    game: str
    players: int
    come: Callable[[Table[Any]], bool]
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


def _shelf(table: Table[Any]) -> bool:
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
MOMENTS = (
    Moment("starcraft-setup", "starcraft", 4, _minerals, COMMAND | {"drawing": "entered"}),
    Moment("starcraft-reinforce", "starcraft", 4, _reinforcements, COMMAND),
    Moment("starcraft-battle", "starcraft", 4, _hero_against_tower, COMMAND),
    Moment("starcraft-achievements", "starcraft", 4, _shelf, COMMAND, overlay="standings"),
    Moment("starcraft-victory", "starcraft", 4, _over, COMMAND),
    Moment("nuked-losses", "nuked", 4, _losses),
    Moment("balance-shop", "balance", 3, _shop, {"placing": "all at once"}),
    Moment("balance-neutral", "balance", 2, _neutrals, {"placing": "all at once"}),
    Moment(
        "classic-2008-objectives", "classic", 3, _objectives, {"edition": "2008", "placing": "all at once"}
    ),
)
PICTURES = tuple(moment.picture for moment in MOMENTS)
"""Names of all pictures that this module makes."""


def answers_to(moment: Moment) -> list[Any]:
    """Return the answers that lead from the first question to a moment, of the first game that comes to it.

    Raises:
        LookupError: none of the games that were tried does.
    """
    game = find_game(moment.game)
    house = set_house_rules(game.house_rules, moment.house)
    for seed in SEEDS:
        table, player = Table(game, game.begin(seats_of(moment.players), house)), RandomBot(seed)
        answers: list[Any] = []
        while not moment.come(table) and table.question is not None and len(answers) < ANSWERS:
            answers.append(player.answer(table.question))
            table.answer(answers[-1])
        if moment.come(table):
            return answers
    raise LookupError(f"No game came to the moment of {moment.picture}.")


def show(screen: "Offscreen", moment: Moment) -> None:
    """Show a game on the screen as it was at a moment."""
    from companion.app.session import Session

    seats, game = seats_of(moment.players), find_game(moment.game)
    session = Session.begin(screen.context.journal, game, seats, moment.house)
    for answer in answers_to(moment):
        session.answer(answer)
    screen.shell.show_session(session)
    screen.wait(SAID)
    if moment.overlay:
        screen.shell.open_overlay(moment.overlay)


def main() -> None:
    """Make all pictures in the folder that is named."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="companion-") as data:
        os.environ |= {"SDL_VIDEODRIVER": "offscreen", VARIABLE: data}
        from companion.ui.kivy_setup import prepare_kivy

        prepare_kivy(SIZE, Path(data) / "kivy")
        from companion.demonstrations.offscreen import Offscreen

        screen = Offscreen(Path(data), SIZE)
        try:
            for moment in MOMENTS:
                show(screen, moment)
                keep(screen, folder / f"{moment.picture}.png")
                screen.shell.leave_game()
        finally:
            screen.close()


if __name__ == "__main__":
    main()
