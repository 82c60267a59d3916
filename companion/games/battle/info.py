"""Info about Battle Risk for the lobby."""

from companion.referee.game_info import Cover, GameInfo, Preset

INFO = GameInfo(
    id="battle",
    title="Battle Risk",
    tagline="Soldiers, sabres and cannons, in inches",
    seats=(2, 6),
    minutes=60,
    difficulty="medium",
    cover=Cover(signs=("start", "tower", "woods"), colour="brown"),
    presets=(Preset("Flat field", {"field": "flat and open"}),),
)
"""The lobby reads this before the rules are imported."""
