"""Icons for the figures of a seat: territories, armies, cards and others."""

from companion.icons.sheets import Icon, icon_sheet

NEXT_TURN = "next turn"
"""Label of the armies that the next turn brings."""
PIECES = ("armies", "troops", "soldiers", "units")
"""The games' words for fighting pieces."""
FIGURE_ICONS: dict[str, Icon] = {
    label: icon_sheet(sheet)[name]
    for label, sheet, name in (
        ("territories", "figures", "flag"),
        *((label, "figures", "soldier") for label in PIECES),
        ("cards", "figures", "card"),
        ("cities", "marks", "city"),
        ("minerals", "marks", "mineral"),
        ("bases", "marks", "base"),
        ("objectives", "figures", "star"),
        ("achievements", "figures", "star"),
        ("commander", "figures", "star"),
        ("tokens", "marks", "tank"),
        ("supply", "figures", "pile"),
        ("troop pile", "figures", "pile"),
        ("cannons", "figures", "cannon"),
        ("treasury", "figures", "coin"),
        (NEXT_TURN, "figures", "arrow"),
        ("time", "figures", "clock"),
        ("casualties", "figures", "cross"),
        ("kills", "figures", "cross"),
        ("lost", "figures", "cross"),
    )
}
"""Every icon by the label of its figure; other figures are shown with their label."""
