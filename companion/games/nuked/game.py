"""Nuked: its list of steps, and all its parts."""

from pathlib import Path

from companion.games.nuked import attack, cards, correct, inquiries, setup, turn
from companion.games.nuked.bot import NukedBot
from companion.games.nuked.game_view import game_view
from companion.games.nuked.houserules import NukedHouseRules
from companion.games.nuked.info import INFO
from companion.games.nuked.notation import NUKED_NOTATION
from companion.games.nuked.state import NukedState, upgrade
from companion.games.territory.state import names_of_places
from companion.games.territory.turns import start_turns
from companion.locale.messages import gettext, pgettext
from companion.referee.evaluation import read_evaluation
from companion.referee.game import Act, Game, Lesson
from companion.referee.rulebook import read_rulebook
from companion.referee.timeline import Step


def _after_losses(state: NukedState) -> str:
    """NK-ATK-5: return the next step; a player can return to attacks before losses are applied."""
    return "attack" if state.facts.reconsider else "draw"


STEPS: tuple[Step[NukedState], ...] = (
    Step("rules", gettext("Rules"), "setup", setup.choose_rules),
    Step("first", gettext("Who begins"), "setup", setup.choose_first),
    Step("give-out", gettext("Territories"), "setup", setup.give_out),
    Step("homes", gettext("Capitals"), "setup", setup.choose_homes),
    Step("troops", gettext("Troops"), "setup", setup.place_first_troops, at_end=(start_turns,)),
    Step("muster", gettext("Fresh troops"), "turn", turn.choose_fresh_troops),
    Step("place", pgettext("step", "Place"), "turn", turn.place),
    Step("attack", pgettext("step", "Attack"), "turn", attack.attack),
    Step("end", gettext("Losses"), "turn", turn.end_turn, then=_after_losses),
    Step("draw", pgettext("step", "Draw"), "turn", cards.draw, at_end=(turn.pass_turn,)),
)

NUKED = Game(
    info=INFO,
    rulebook=read_rulebook(Path(__file__).with_name("rulebook.toml")),
    house_rules=NukedHouseRules,
    state=NukedState,
    steps=STEPS,
    begin=setup.begin,
    game_view=game_view,
    editables=correct.editables,
    correct=correct.correct,
    settle=correct.settle,
    inquiries={
        "attack": inquiries.judge_attack,
        "card": inquiries.judge_card,
        "defence": inquiries.judge_defence,
        "nuke": inquiries.judge_nuke,
    },
    acts={
        "attack": Act(
            lambda origin, target, soldiers=None: (
                (origin, target) if soldiers is None else (origin, target, soldiers),
            ),
            ("NK-ATK-5", "NK-ATK-1"),
        ),
        "card": Act(lambda card: (({"offer": cards.PLAY}, card),)),
        "nuke": Act(lambda target: (({"offer": cards.PLAY}, "nuke", target), (target,)), ("NK-A21",)),
    },
    notation=NUKED_NOTATION,
    bot=NukedBot,
    names=names_of_places,
    upgrade=upgrade,
    evaluation=read_evaluation(Path(__file__).with_name("evaluation.toml")),
    lessons=(
        Lesson("muster", "Fresh soldiers come each turn. More territories bring more soldiers."),
        Lesson(
            "place",
            "Put your fresh soldiers on the board, where you will attack or where you are threatened.",
        ),
        Lesson("attack", "No dice: the larger army wins. Send more soldiers than the defender can answer."),
        Lesson("draw", "You draw a card when you have taken a territory. Keep it hidden until you play it."),
    ),
)
"""Nuked."""
