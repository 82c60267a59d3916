"""Info about Battle Risk for the lobby."""

from companion.locale.messages import gettext
from companion.referee.game_info import BY_THE_LETTER, Cover, GameInfo, Preset

INFO = GameInfo(
    id="battle",
    title="Battle Risk",
    tagline=gettext("Soldiers, sabres and cannons, in inches"),
    seats=(2, 6),
    minutes=60,
    difficulty="medium",
    cover=Cover(signs=("start", "tower", "woods"), colour="brown"),
    presets=(
        Preset(gettext("Flat field"), {"field": "flat and open"}),
        Preset(
            BY_THE_LETTER,
            {"charge": "less than the rest", "misfire": "whole shot", "captured_cannon": "may fire"},
        ),
    ),
)
"""The lobby reads this before the rules are imported."""
