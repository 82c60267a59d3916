"""Info about Balance of Power for the lobby."""

from companion.locale.messages import gettext
from companion.referee.game_info import BY_THE_LETTER, Cover, Editor, GameInfo, Preset

INFO = GameInfo(
    id="balance",
    title="Balance of Power",
    tagline=gettext("A neutral army between you"),
    seats=(2, 5),
    minutes=120,
    difficulty="hard",
    cover=Cover(board="classic", signs=("capital",), colour="orange"),
    editors=(Editor("boards", gettext("Boards")),),
    presets=(
        Preset(gettext("Short"), {"claiming": "dealt", "placing": "all at once"}),
        Preset(
            BY_THE_LETTER,
            {
                "wild_cards": "two stars",
                "bombing": "may empty",
                "tanks_at_home": "adjacent only",
                "fulfilled": "stay",
            },
        ),
    ),
)
"""Game info; the lobby reads it without importing the rules."""
