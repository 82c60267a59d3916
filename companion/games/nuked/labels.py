"""Labels of a rule set's entries."""

LABELS: dict[str, dict[str, str]] = {
    "troops": {
        "two": "First troops each, 2 players",
        "three": "First troops each, 3 players",
        "four": "First troops each, 4 players",
        "five": "First troops each, 5 players",
        "six": "First troops each, 6 players",
    },
    "start": {
        "territories": "Territories are",
        "placing": "First troops are placed",
        "homes": "Capital and Farm are",
        "grace": "Rounds without cut-off",
    },
    "deck": {
        "attack": "Attack cards",
        "nuke": "Nukes",
        "boat": "Boats",
        "extra": "Extra Troop cards",
        "defence": "Defence cards",
    },
    "hands": {
        "at_start": "Cards each at the start",
        "won_by": "A card is won by",
        "limit": "Most cards in hand (0: any)",
        "fallen": "A fallen player's cards go",
    },
    "nuke": {
        "kills": "A Nuke kills",
        "reach": "It strikes",
        "lasts": "Its target is radiated for",
        "counted": "Rounds, or turns of its player",
        "entering": "Attacking radiated territory is",
    },
    "boat": {
        "reach": "A Boat goes",
        "lasts": "It lasts for",
        "landlocked": "Territories without a coast",
    },
    "attack": {
        "form": "Attack card: plus or times",
        "by": "Attack card: how many",
        "lasts": "They fight for",
    },
    "extra": {
        "form": "Extra Troop card: plus or times",
        "by": "Extra Troop card: how many",
    },
    "defence": {
        "form": "Defence card: plus or times",
        "by": "Defence card: how many",
        "lasts": "They fight for",
    },
    "victory": {"capitals": "Capitals that win"},
}
"""Labels by section and entry."""
