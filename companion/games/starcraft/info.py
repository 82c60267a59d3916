"""What the lobby shows of Risk StarCraft."""

from companion.referee.game_info import Cover, GameInfo, Preset

INFO = GameInfo(
    id="starcraft",
    title="Risk StarCraft",
    tagline="Battle for the Koprulu sector",
    seats=(2, 6),
    minutes=90,
    difficulty="medium",
    cover=Cover(board="starcraft", signs=("mineral",), colour="purple"),
    presets=(
        Preset("Short", {"placing": "all at once"}),
        Preset("Command", {"mode": "command room", "placing": "all at once"}),
    ),
)
"""Known before the rules are loaded."""
