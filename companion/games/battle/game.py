"""Battle Risk: its list of steps, and all its parts."""

from pathlib import Path

from companion.games.battle import correct, inquiries, setup, turn
from companion.games.battle.bot import BattleBot
from companion.games.battle.game_view import game_view
from companion.games.battle.houserules import BattleHouseRules
from companion.games.battle.info import INFO
from companion.games.battle.state import BattleState
from companion.locale.messages import gettext, pgettext
from companion.referee.evaluation import read_evaluation
from companion.referee.game import Game, Lesson
from companion.referee.rulebook import read_rulebook
from companion.referee.timeline import Step

STEPS: tuple[Step[BattleState], ...] = (
    Step("list", gettext("Army list"), "setup", setup.choose_army_list, when=setup.has_choice),
    Step("numbers", gettext("House numbers"), "setup", setup.fill_in_numbers),
    Step("armies", gettext("Armies"), "setup", setup.set_up_armies),
    Step("crews", gettext("Crews"), "setup", setup.man_cannons),
    Step("order", pgettext("step", "Order"), "setup", setup.choose_order, at_end=(setup.start_turns,)),
    Step("buy", pgettext("step", "Buy"), "turn", turn.buy),
    Step("roll", pgettext("step", "Roll"), "turn", turn.roll),
    Step("flight", gettext("Fear"), "turn", turn.flight),
    Step("battle", gettext("Battle"), "turn", turn.battle, at_end=(turn.pass_turn,)),
)

BATTLE = Game(
    info=INFO,
    rulebook=read_rulebook(Path(__file__).with_name("rulebook.toml")),
    house_rules=BattleHouseRules,
    state=BattleState,
    steps=STEPS,
    begin=setup.begin,
    game_view=game_view,
    editables=correct.editables,
    correct=correct.correct,
    inquiries={
        "move": inquiries.may_move,
        "attack": inquiries.may_attack,
        "charge": inquiries.may_charge,
        "fire": inquiries.may_fire,
        "reach": inquiries.may_reach,
    },
    names=lambda state: {state.name(piece): piece.id for piece in state.pieces()},
    bot=BattleBot,
    evaluation=read_evaluation(Path(__file__).with_name("evaluation.toml")),
    shorten_first_turn=setup.keep_few,
    lessons=(
        Lesson("roll", "Roll a die: it says how many inches your soldiers move in all this turn."),
        Lesson(
            "battle",
            "Tap a soldier, then say what it does: move, or attack what is in range. Measure on the table.",
        ),
    ),
)
"""Battle Risk."""
