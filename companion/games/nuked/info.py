"""Info about Nuked for the lobby."""

from companion.referee.game_info import Cover, GameInfo, Preset

INFO = GameInfo(
    id="nuked",
    title="Nuked",
    tagline="No dice, much fallout",
    seats=(2, 6),
    minutes=90,
    difficulty="medium",
    cover=Cover(board="classic", signs=("radiated",), colour="green"),
    presets=(Preset("Steady", {"rule_set": "Steady"}), Preset("Fierce", {"rule_set": "Fierce"})),
)
"""The lobby reads this before the rules are imported."""
