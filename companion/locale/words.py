"""Words that the program has as ids and players read: `gettext(id)` says them."""

from companion.locale.messages import Message, gettext

EMBLEMS: tuple[Message, ...] = (
    gettext("star"),
    gettext("anchor"),
    gettext("tower"),
    gettext("leaf"),
    gettext("crown"),
    gettext("bolt"),
    gettext("wave"),
    gettext("sun"),
    gettext("moon"),
    gettext("shield"),
)
STRENGTHS: tuple[Message, ...] = (gettext("easy"), gettext("medium"), gettext("normal"), gettext("hard"))
"""Of the computer, and how hard a game is to learn."""
MARKS: tuple[Message, ...] = (
    gettext("Capital"),
    gettext("Base"),
    gettext("City"),
    gettext("Rough terrain"),
    gettext("Site"),
    gettext("Mineral field"),
    gettext("Hero"),
    gettext("Tower"),
    gettext("Farm Block"),
    gettext("Radiated"),
    gettext("Cut off: loses one"),
    gettext("Airfield"),
    gettext("Tank"),
    gettext("Aircraft"),
    gettext("Building"),
    gettext("Woods"),
    gettext("Rocky"),
    gettext("Water"),
    gettext("Bridge"),
    gettext("Road"),
    gettext("Cover"),
    gettext("Start"),
)
"""Of the map's icons."""
COLUMNS: tuple[Message, ...] = (gettext("next turn"), gettext("together"), gettext("neutral"))
"""Of the standings."""
PARTS: tuple[Message, ...] = (
    gettext("python"),
    gettext("libraries"),
    gettext("screen"),
    gettext("dice reader"),
    gettext("camera"),
    gettext("calibration"),
    gettext("folder for games"),
    gettext("room for games"),
    gettext("lasting games"),
    gettext("journal"),
    gettext("power"),
    gettext("temperature"),
    gettext("backlight"),
)
"""Of the machine, as the doctor looks at them."""
