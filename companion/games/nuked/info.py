"""Info about Nuked for the lobby."""

from companion.referee.game_info import BY_THE_LETTER, Cover, Editor, GameInfo, Preset

SPARED = "Nobody is cut off in the first three rounds"
"""What the companion's own rule sets suspend (rule 8)."""

INFO = GameInfo(
    id="nuked",
    title="Nuked",
    tagline="No dice, much fallout",
    seats=(2, 6),
    minutes=90,
    difficulty="medium",
    cover=Cover(board="classic", signs=("radiated",), colour="green"),
    editors=(Editor("boards", "Boards"),),
    presets=(
        Preset("Steady", {"rule_set": "Steady"}, SPARED),
        Preset("Fierce", {"rule_set": "Fierce"}, SPARED),
        Preset(
            BY_THE_LETTER,
            {"rule_set": BY_THE_LETTER, "early": "game turns", "attack_answer": "yes"},
            "Who is cut off from the Farm loses at once",
        ),
    ),
)
"""The lobby reads this before the rules are imported."""
