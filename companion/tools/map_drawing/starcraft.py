"""Names of the StarCraft territories and planets for the lands of the mirrored classic board.

The board of Risk StarCraft is the classic one mirrored left to right, with its own names.
"""

TERRITORIES: dict[str, str] = {
    "afghanistan": "dauntless-plateau",
    "alaska": "feral-hives",
    "alberta": "remains-of-the-overmind",
    "argentina": "rajal",
    "brazil": "katuul-province",
    "central-america": "antioch-province",
    "china": "nydus-network",
    "congo": "riksville",
    "east-africa": "diamondback-wastelands",
    "eastern-australia": "volatile-cleft",
    "eastern-united-states": "the-great-forum",
    "egypt": "jacobs-installation",
    "great-britain": "keresh-province",
    "greenland": "saalok",
    "iceland": "canis",
    "india": "hells-gates",
    "indonesia": "the-eternal-scar",
    "irkutsk": "burning-rift",
    "japan": "acid-marsh",
    "kamchatka": "char-aleph",
    "madagascar": "thisby",
    "middle-east": "ate",
    "mongolia": "primary-hive-cluster",
    "new-guinea": "sundered-valley",
    "north-africa": "pyramus",
    "northern-europe": "augustgrad",
    "northwest-territory": "citadel-of-the-executor",
    "ontario": "velari-province",
    "peru": "xelnaga-temple-grounds",
    "quebec": "temple-of-the-preservers",
    "scandinavia": "wolfrec-province",
    "siam": "eris",
    "siberia": "death-valley",
    "south-africa": "backwater-station",
    "southern-europe": "ruins-of-styrling",
    "ukraine": "radiated-wastes",
    "ural": "bone-trench",
    "venezuela": "talemattros",
    "western-australia": "fulmic-highlands",
    "western-europe": "ursa",
    "western-united-states": "scion-province",
    "yakutsk": "glass-flats",
}
"""StarCraft territory by classic territory."""

PLANETS: dict[str, str] = {
    "asia": "char",
    "europe": "korhal",
    "north-america": "aiur",
    "australia": "zerus",
    "africa": "mar-sara",
    "south-america": "shakuras",
}
"""Planet by classic continent."""
