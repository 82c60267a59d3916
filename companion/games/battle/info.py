"""What the lobby shows of Battle Risk."""

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
"""Known before the rules are loaded."""
