"""Info about Balance of Power for the lobby."""

from companion.referee.game_info import Cover, GameInfo, Preset

INFO = GameInfo(
    id="balance",
    title="Balance of Power",
    tagline="A neutral army between you",
    seats=(2, 5),
    minutes=120,
    difficulty="hard",
    cover=Cover(board="classic", signs=("capital",), colour="orange"),
    presets=(Preset("Short", {"claiming": "dealt", "placing": "all at once"}),),
)
"""Game info; the lobby reads it without importing the rules."""
