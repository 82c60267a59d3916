"""Classic Risk as the table meets it: the one list of its steps, and all its parts."""

from pathlib import Path

from companion.games.classic import cards, correct, rules, setup, turn
from companion.games.classic.houserules import SWITCHES, ClassicHouseRules
from companion.games.classic.notation import CLASSIC_NOTATION
from companion.games.classic.scene import scene
from companion.games.classic.state import ClassicState
from companion.referee.game import Game
from companion.referee.rulebook import read_rulebook
from companion.referee.timeline import Step

STEPS: tuple[Step[ClassicState], ...] = (
    Step("first", "Who begins", "setup", setup.choose_first, then=lambda _: "give-out"),
    Step("give-out", "Territories", "setup", setup.give_out, then=lambda _: "place"),
    Step(
        "place",
        "First armies",
        "setup",
        setup.place_armies,
        then=lambda _: "trade",
        at_end=(setup.start_turns,),
    ),
    Step("trade", "Cards", "turn", turn.trade, then=lambda _: "reinforce", at_end=(turn.muster,)),
    Step("reinforce", "Reinforce", "turn", turn.reinforce, then=lambda _: "attack"),
    Step("attack", "Attack", "turn", turn.attack, then=lambda _: "fortify"),
    Step("fortify", "Fortify", "turn", turn.fortify, then=lambda _: "draw"),
    Step("draw", "Draw", "turn", cards.draw, then=lambda _: "trade", at_end=(turn.pass_turn,)),
)

CLASSIC = Game(
    id="classic",
    title="Classic Risk",
    tagline="Conquer the world, for 2 to 6",
    seats=(2, 6),
    rulebook=read_rulebook(Path(__file__).with_name("rulebook.toml")),
    house_rules=ClassicHouseRules,
    switches=SWITCHES,
    state=ClassicState,
    steps=STEPS,
    begin=setup.begin,
    scene=scene,
    correctables=correct.correctables,
    correct=correct.correct,
    inquiries={"attack": rules.judge_attack, "fortify": rules.judge_fortify, "trade": rules.judge_trade},
    notation=CLASSIC_NOTATION,
)
"""The game."""
