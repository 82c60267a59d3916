"""The lobby's information about Battlefield Rogue."""

from companion.locale.messages import gettext
from companion.referee.game_info import BY_THE_LETTER, Cover, Editor, GameInfo, Preset

INFO = GameInfo(
    id="rogue",
    title="Battlefield Rogue",
    tagline=gettext("Squads, cards and symbol dice"),
    seats=(2, 4),
    minutes=90,
    difficulty="hard",
    cover=Cover(signs=("building", "tank", "aircraft"), colour="black"),
    colours=("orange", "blue", "gray", "black"),
    editors=(Editor("battlefields", gettext("Battlefields")), Editor("scenarios", gettext("Scenarios"))),
    presets=(
        Preset(gettext("Tanks"), {"level": "intermediate"}),
        Preset(gettext("Aircraft"), {"level": "advanced"}),
        Preset(
            BY_THE_LETTER,
            {
                "level": "advanced",
                "dogfights": "per token",
                "run_and_gun": "either side",
                "overrun": "tanks stop",
            },
        ),
    ),
)
"""Available before the rules are loaded."""
