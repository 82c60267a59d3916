"""The definition of Balance of Power: its steps and components."""

from pathlib import Path

from companion.games.balance import correct, inquiries, setup, shop, turn
from companion.games.balance.bot import BalanceBot
from companion.games.balance.game_view import game_view
from companion.games.balance.houserules import BalanceHouseRules
from companion.games.balance.info import INFO
from companion.games.balance.notation import BALANCE_NOTATION
from companion.games.balance.state import BalanceState
from companion.games.territory.attack import attack_act
from companion.games.territory.state import names_of_places
from companion.locale.messages import gettext, pgettext
from companion.referee.evaluation import read_evaluation
from companion.referee.game import Act, Game, Lesson
from companion.referee.rulebook import read_rulebook
from companion.referee.timeline import Step

STEPS: tuple[Step[BalanceState], ...] = (
    Step("table", gettext("Table"), "setup", setup.ask_the_table),
    Step("first", gettext("Who begins"), "setup", setup.choose_first),
    Step("cities", gettext("Cities"), "setup", setup.place_cities),
    Step("rough", gettext("Rough terrain"), "setup", setup.place_rough),
    Step("sites", gettext("Sites"), "setup", setup.place_sites),
    Step("neutrals", gettext("Neutral army"), "setup", setup.place_neutral),
    Step("claim", gettext("Territories"), "setup", setup.claim),
    Step("place", gettext("First troops"), "setup", setup.place_troops),
    Step("capitals", gettext("Capitals"), "setup", setup.place_capitals),
    Step("objectives", gettext("Objectives"), "setup", setup.lay_out_objectives, at_end=(setup.start_turns,)),
    Step(
        "neutral",
        gettext("Neutral"),
        "turn",
        turn.neutral_army,
        then=lambda state: turn.after("actions", state),
    ),
    Step(
        "actions",
        gettext("Actions"),
        "turn",
        turn.special_actions,
        then=lambda state: turn.after("draft", state),
    ),
    Step("draft", gettext("Draft"), "turn", turn.draft),
    Step("attack", pgettext("step", "Attack"), "turn", turn.attack),
    Step("objective", gettext("Objective"), "turn", turn.collect_objective),
    Step("maneuver", gettext("Maneuver"), "turn", turn.maneuver, at_end=(turn.pass_turn,)),
)

BALANCE = Game(
    info=INFO,
    rulebook=read_rulebook(Path(__file__).with_name("rulebook.toml")),
    house_rules=BalanceHouseRules,
    state=BalanceState,
    steps=STEPS,
    begin=setup.begin,
    game_view=game_view,
    editables=correct.editables,
    correct=correct.correct,
    settle=correct.settle,
    inquiries={"attack": inquiries.may_attack, "maneuver": inquiries.may_maneuver, "buy": shop.may_buy},
    acts={
        "attack": attack_act("BP-ATK"),
        "maneuver": Act(lambda origin, target, troops=1: ((origin, target, troops),), ("BP-MAN",)),
        "buy": Act(lambda action: ((action,),), ("BP-SCA",)),
    },
    notation=BALANCE_NOTATION,
    bot=BalanceBot,
    names=names_of_places,
    evaluation=read_evaluation(Path(__file__).with_name("evaluation.toml")),
    lessons=(
        Lesson("actions", "Stars buy special combat actions. You can also save them for a later turn."),
        Lesson("draft", "Count your territories and continents, and put the new troops on the board."),
        Lesson(
            "attack",
            "Attack as often as you like. Up to three dice against two, and ties go to the defender.",
        ),
        Lesson(
            "maneuver",
            "Move troops once between connected territories. If you took a territory, you draw a card.",
        ),
    ),
)
"""Balance of Power."""
