"""Definition of Risk Battlefield Rogue: the list of its steps and all its parts."""

from pathlib import Path

from companion.games.rogue import correct, inquiries, moves, setup, turn
from companion.games.rogue.bot import RogueBot
from companion.games.rogue.game_view import game_view
from companion.games.rogue.houserules import Level, RogueHouseRules
from companion.games.rogue.info import INFO
from companion.games.rogue.state import RogueState, names_of_zones
from companion.locale.messages import gettext, pgettext
from companion.referee.evaluation import read_evaluation
from companion.referee.game import Act, Game, Lesson
from companion.referee.rulebook import read_rulebook
from companion.referee.timeline import Step


def _from(level: Level, state: RogueState) -> bool:
    """RG-TML: return whether the game's level of play includes a step."""
    return state.plays(level)


STEPS: tuple[Step[RogueState], ...] = (
    Step("scenario", gettext("Scenario"), "setup", setup.choose_scenario),
    Step("dice", gettext("Dice"), "setup", setup.choose_dice, then=setup.next_step),
    Step(
        "squads",
        gettext("Squads"),
        "setup",
        setup.place_squads,
        then=setup.next_step,
        at_end=(setup.start_turns,),
    ),
    Step(
        "deal", gettext("Cards"), "setup", setup.deal_cards, then=setup.next_step, at_end=(setup.start_turns,)
    ),
    Step(
        "draw", pgettext("step", "Draw"), "turn", turn.draw, when=lambda state: _from("intermediate", state)
    ),
    Step("aircraft", gettext("Aircraft"), "turn", turn.aircraft, when=lambda state: _from("advanced", state)),
    Step("dogfight", gettext("Dogfight"), "turn", turn.dogfight, when=lambda state: _from("advanced", state)),
    Step("squad", gettext("Squad"), "turn", turn.squad),
    Step("combat", gettext("Combat"), "turn", turn.fight, at_end=(turn.pass_turn,)),
)

ROGUE = Game(
    info=INFO,
    rulebook=read_rulebook(Path(__file__).with_name("rulebook.toml")),
    house_rules=RogueHouseRules,
    state=RogueState,
    steps=STEPS,
    begin=setup.begin,
    game_view=game_view,
    editables=correct.editables,
    correct=correct.correct,
    inquiries={
        "move": inquiries.judge_move,
        "attack": inquiries.judge_attack,
        "fly": inquiries.judge_fly,
        "card": inquiries.judge_free_card,
    },
    acts={
        "move": Act(
            lambda origin, target: ((origin, moves.GO, target), (origin, target)),
            ("RG-MOV-1", "RG-MOV-2", "RG-MOV-3"),
        ),
        "attack": Act(lambda origin, target: ((origin, target),), ("RG-CMB-1", "RG-CMB-2")),
    },
    names=names_of_zones,
    bot=RogueBot,
    evaluation=read_evaluation(Path(__file__).with_name("evaluation.toml")),
    lessons=(
        Lesson("draw", "Draw cards first. They bring weapons, leaders and aircraft to your squads."),
        Lesson("squad", "Choose a squad and a zone that it moves to. The lit zones are in reach."),
        Lesson("combat", "Lay a card face down, then roll. A hit that is not blocked costs a soldier."),
    ),
)
"""The game."""
