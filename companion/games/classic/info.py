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
        Preset(
            gettext("Italy"),
            {
                "placing": "in threes",
                "goal": "missions",
                "set_values": "pair with wild",
                "territory_bonus": "each card",
                "fortify": "adjacent",
                "defence": "three dice",
            },
            gettext("RisiKo!: three dice defend"),
        ),
        Preset(
            gettext("Germany"),
            {
                "placing": "all at once",
                "goal": "missions",
                "territory_bonus": "each card",
                "fortify": "adjacent",
            },
            gettext("Risiko with mission cards"),
        ),
        Preset(
            gettext("France"),
            {"armies": "french", "goal": "missions", "set_values": "artillery least", "fortify": "adjacent"},
            gettext("40, 35, 30 or 25 armies, and missions"),
        ),
        Preset(
            gettext("Britain"),
            {"goal": "missions", "set_values": "fixed", "fortify": "adjacent"},
            gettext("Missions, and sets of fixed worth"),
        ),
        Preset(BY_THE_LETTER, {"setup": "claim", "fortify": "adjacent"}, gettext("As printed in 1993")),
    ),
)
"""The lobby reads this before the rules are imported."""
