"""Info about Nuked for the lobby."""

from companion.locale.messages import gettext
from companion.referee.game_info import BY_THE_LETTER, Cover, Editor, GameInfo, Preset

SPARED = gettext("Nobody is cut off in the first three rounds")
"""What the companion's own rule sets suspend (rule 8)."""

INFO = GameInfo(
    id="nuked",
    title="Nuked",
    tagline=gettext("No dice, much fallout"),
    seats=(2, 6),
    minutes=90,
    difficulty="medium",
    cover=Cover(board="classic", signs=("radiated",), colour="green"),
    editors=(Editor("boards", gettext("Boards")),),
    presets=(
        Preset(gettext("Steady"), {"rule_set": "Steady"}, SPARED),
        Preset(gettext("Fierce"), {"rule_set": "Fierce"}, SPARED),
        Preset(
            BY_THE_LETTER,
            {"rule_set": "By the letter", "early": "game turns", "attack_answer": "yes"},
            gettext("Who is cut off from the Farm loses at once"),
        ),
    ),
)
"""The lobby reads this before the rules are imported."""
