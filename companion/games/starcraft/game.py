"""Risk StarCraft: its list of steps, and all its parts."""

from pathlib import Path

from companion.games.starcraft import collect, correct, rules, setup, setup_field, turn
from companion.games.starcraft.attack import attack
from companion.games.starcraft.bot import StarcraftBot
from companion.games.starcraft.game_view import game_view
from companion.games.starcraft.houserules import StarcraftHouseRules
from companion.games.starcraft.info import INFO
from companion.games.starcraft.notation import STARCRAFT_NOTATION
from companion.games.starcraft.state import StarcraftState, upgrade
from companion.games.territory.attack import attack_act
from companion.games.territory.first_game import shorten_first_turn
from companion.games.territory.state import names_of_places
from companion.locale.messages import gettext, pgettext
from companion.referee.evaluation import read_evaluation
from companion.referee.game import Act, Game, Lesson
from companion.referee.rulebook import read_rulebook
from companion.referee.timeline import Step


def _after_achievements(state: StarcraftState) -> str:
    """SC-A5: return the step after achievements: the card before or after the maneuver, by house rule."""
    return "draw" if state.house.ending == "draw, then maneuver" else "maneuver"


def _after_draw(state: StarcraftState) -> str:
    return "maneuver" if state.house.ending == "draw, then maneuver" else "trade"


def _after_maneuver(state: StarcraftState) -> str:
    return "trade" if state.house.ending == "draw, then maneuver" else "draw"


def _pass_after_draw(state: StarcraftState) -> None:
    if state.house.ending == "maneuver, then draw":
        turn.pass_turn(state)


def _pass_after_maneuver(state: StarcraftState) -> None:
    if state.house.ending == "draw, then maneuver":
        turn.pass_turn(state)


STEPS: tuple[Step[StarcraftState], ...] = (
    Step("sides", gettext("Factions"), "setup", setup.choose_sides),
    Step("field", gettext("Battlefield"), "setup", setup_field.set_up_field),
    Step("land", gettext("Territories"), "setup", setup.lay_out_land),
    Step("units", gettext("Units"), "setup", setup.place_units),
    Step("ready", gettext("Heroes"), "setup", setup.get_ready, at_end=(setup.start_turns,)),
    Step("trade", gettext("Stars"), "turn", turn.trade, at_end=(turn.count_reinforcements,)),
    Step("reinforce", gettext("Reinforce"), "turn", turn.reinforce),
    Step("prepare", gettext("Prepare"), "turn", turn.prepare),
    Step("attack", pgettext("step", "Attack"), "turn", attack),
    Step("achieve", gettext("Achieve"), "turn", collect.achieve, then=_after_achievements),
    Step("draw", pgettext("step", "Draw"), "turn", turn.draw, then=_after_draw, at_end=(_pass_after_draw,)),
    Step(
        "maneuver",
        gettext("Maneuver"),
        "turn",
        turn.maneuver,
        then=_after_maneuver,
        at_end=(_pass_after_maneuver,),
    ),
)

STARCRAFT = Game(
    info=INFO,
    rulebook=read_rulebook(Path(__file__).with_name("rulebook.toml")),
    house_rules=StarcraftHouseRules,
    state=StarcraftState,
    steps=STEPS,
    begin=setup.begin,
    game_view=game_view,
    editables=correct.editables,
    correct=correct.correct,
    settle=correct.settle,
    inquiries={"attack": rules.judge_attack, "maneuver": rules.judge_maneuver},
    acts={
        "attack": attack_act("SC-ATK-1"),
        "maneuver": Act(lambda origin, target, units=1: ((origin, target, units),), ("SC-MAN-1",)),
    },
    notation=STARCRAFT_NOTATION,
    bot=StarcraftBot,
    names=names_of_places,
    upgrade=upgrade,
    evaluation=read_evaluation(Path(__file__).with_name("evaluation.toml")),
    shorten_first_turn=shorten_first_turn,
    lessons=(
        Lesson("reinforce", "Three territories bring a unit, whole planets and minerals more."),
        Lesson(
            "attack", "Tap a territory of yours, then an enemy beside it. Each unit that goes rolls a die."
        ),
        Lesson(
            "achieve", "Have you done what an achievement asks? Take it: one a turn, and it brings a reward."
        ),
        Lesson("maneuver", "Move units once between territories that are connected. Then your turn ends."),
    ),
)
"""Risk StarCraft."""
