"""Info about Classic Risk for the lobby."""

from companion.locale.messages import gettext
from companion.referee.game_info import BY_THE_LETTER, Cover, Editor, GameInfo, Preset

INFO = GameInfo(
    id="classic",
    title="Classic Risk",
    tagline=gettext("Conquer the world"),
    seats=(2, 6),
    minutes=120,
    difficulty="easy",
    cover=Cover(board="classic", colour="blue"),
    editors=(Editor("boards", gettext("Boards")),),
    presets=(
        Preset(gettext("Short"), {"placing": "all at once", "goal": "capitals"}),
        Preset("2008", {"edition": "2008", "placing": "all at once"}),
        Preset(BY_THE_LETTER, {"setup": "claim", "fortify": "adjacent"}, gettext("As printed in 1993")),
    ),
)
"""The lobby reads this before the rules are imported."""
