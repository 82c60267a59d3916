"""Info about Battle Risk for the lobby."""

from companion.referee.game_info import BY_THE_LETTER, Cover, GameInfo, Preset

INFO = GameInfo(
    id="battle",
    title="Battle Risk",
    tagline="Soldiers, sabres and cannons, in inches",
    seats=(2, 6),
    minutes=60,
    difficulty="medium",
    cover=Cover(signs=("start", "tower", "woods"), colour="brown"),
    presets=(
        Preset("Flat field", {"field": "flat and open"}),
        Preset(
            BY_THE_LETTER,
            {"charge": "less than the rest", "misfire": "whole shot", "captured_cannon": "may fire"},
        ),
    ),
)
"""The lobby reads this before the rules are imported."""
