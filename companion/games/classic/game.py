"""Classic Risk: its list of steps, and all its parts."""

from pathlib import Path

from companion.games.classic import cards, correct, edition_2008, objectives, rules, setup, turn
from companion.games.classic.bot import ClassicBot
from companion.games.classic.game_view import game_view
from companion.games.classic.houserules import ClassicHouseRules
from companion.games.classic.info import INFO
from companion.games.classic.notation import CLASSIC_NOTATION
from companion.games.classic.state import ClassicState, upgrade
from companion.games.territory.attack import attack_act
from companion.games.territory.state import names_of_places
from companion.games.territory.turns import start_turns
from companion.locale.messages import gettext, pgettext
from companion.referee.evaluation import read_evaluation
from companion.referee.game import Act, Game, Lesson
from companion.referee.rulebook import read_rulebook
from companion.referee.timeline import Step


def is_2008(state: ClassicState) -> bool:
    """CL-2008: whether the 2008 edition is played, which has more set-up steps."""
    return state.is_2008


def moves_first(state: ClassicState) -> bool:
    """CL-2008-R: whether the active seat has the starting maneuver."""
    return "starting-maneuver" in rules.turn_steps(state)


STEPS: tuple[Step[ClassicState], ...] = (
    Step("first", gettext("Who begins"), "setup", setup.choose_first),
    Step("cities", gettext("Cities"), "setup", edition_2008.build_cities, when=is_2008),
    Step("objectives", gettext("Objectives"), "setup", edition_2008.lay_out_objectives, when=is_2008),
    Step("give-out", gettext("Territories"), "setup", setup.give_out),
    Step(
        "capitals",
        gettext("Capitals"),
        "setup",
        edition_2008.found_capitals,
        when=lambda state: state.has_capitals,
    ),
    Step(
        "place",
        gettext("First armies"),
        "setup",
        setup.place_armies,
        at_end=(edition_2008.deal_first_cards, start_turns),
    ),
    Step("trade", gettext("Cards"), "turn", turn.trade, at_end=(turn.count_reinforcements,)),
    Step("reinforce", gettext("Reinforce"), "turn", turn.reinforce),
    Step("starting-maneuver", gettext("Maneuver"), "turn", edition_2008.starting_maneuver, when=moves_first),
    Step("attack", pgettext("step", "Attack"), "turn", turn.attack),
    Step("objective", gettext("Objective"), "turn", edition_2008.collect_objective, when=is_2008),
    Step("fortify", gettext("Fortify"), "turn", turn.fortify),
    Step("draw", pgettext("step", "Draw"), "turn", cards.draw, at_end=(turn.pass_turn,)),
)

CLASSIC = Game(
    info=INFO,
    rulebook=read_rulebook(Path(__file__).with_name("rulebook.toml")),
    house_rules=ClassicHouseRules,
    state=ClassicState,
    steps=STEPS,
    begin=setup.begin,
    game_view=game_view,
    editables=correct.editables,
    correct=correct.correct,
    settle=correct.settle,
    inquiries={
        "attack": rules.judge_attack,
        "fortify": rules.judge_fortify,
        "trade": rules.judge_trade,
        "objective": objectives.judge_objective,
    },
    acts={
        "attack": attack_act("CL-ATK"),
        "fortify": Act(lambda origin, target, armies=1: ((origin, target, armies),), ("CL-FORT",)),
        "trade": Act(lambda cards: ((cards,),), ("CL-SET", "CL-STAR")),
        "objective": Act(lambda objective: ((objective,),), ("CL-2008-O",)),
    },
    notation=CLASSIC_NOTATION,
    bot=ClassicBot,
    names=names_of_places,
    upgrade=upgrade,
    evaluation=read_evaluation(Path(__file__).with_name("evaluation.toml")),
    lessons=(
        Lesson(
            "reinforce", "Three territories bring an army, whole continents more. Put them where you attack."
        ),
        Lesson("attack", "Tap a territory of yours, then an enemy beside it, and roll. The higher die wins."),
        Lesson("fortify", "Move armies once between connected territories. Then your turn ends."),
    ),
)
"""Classic Risk."""
