"""Info about Risk StarCraft for the lobby."""

from companion.locale.messages import gettext
from companion.referee.game_info import BY_THE_LETTER, Cover, GameInfo, Preset

INFO = GameInfo(
    id="starcraft",
    title="Risk StarCraft",
    tagline=gettext("Battle for the Koprulu sector"),
    seats=(2, 6),
    minutes=90,
    difficulty="medium",
    cover=Cover(board="starcraft", signs=("mineral",), colour="purple"),
    presets=(
        Preset(gettext("Short"), {"placing": "all at once"}),
        # Translators: short for the mode Command Room.
        Preset(gettext("Command"), {"mode": "command room", "placing": "all at once"}),
        Preset(BY_THE_LETTER, {"ending": "maneuver, then draw"}),
    ),
)
"""The lobby reads this before the rules are imported."""
