"""The lobby's information about Battlefield Rogue."""

from companion.referee.game_info import Cover, Editor, GameInfo, Preset

INFO = GameInfo(
    id="rogue",
    title="Battlefield Rogue",
    tagline="Squads, cards and symbol dice",
    seats=(2, 4),
    minutes=90,
    difficulty="hard",
    cover=Cover(signs=("building", "tank", "aircraft"), colour="black"),
    editors=(Editor("battlefields", "Battlefields"), Editor("scenarios", "Scenarios")),
    presets=(Preset("Tanks", {"level": "intermediate"}), Preset("Aircraft", {"level": "advanced"})),
)
"""Available before the rules are loaded."""
