"""Whole games of classic Risk by script, from set-up to victory; over all of them every rule has its say."""

from functools import cache

from companion.games.classic.game import CLASSIC
from companion.games.classic.objectives import PRESET_CITIES
from tests.games.classic.story import CONTINENT, Story

AMERICA = (*CONTINENT["north-america"], *CONTINENT["south-america"])
OLD_WORLD = (*CONTINENT["europe"], *CONTINENT["africa"])
ASIA = CONTINENT["asia"]
DEAL = (
    (*AMERICA, "western-australia"),
    (*OLD_WORLD, "eastern-australia"),
    (*ASIA, "indonesia", "new-guinea"),
)
SIBERIA = ("kamchatka", "japan", "mongolia", "irkutsk", "yakutsk", "siberia", "ural", "china", "afghanistan")
EUROPE = ("ukraine", "scandinavia", "iceland", "great-britain", "northern-europe", "western-europe")
AFRICA = ("southern-europe", "egypt", "north-africa", "congo", "south-africa", "madagascar", "east-africa")
SOUTH = ("middle-east", "india", "siam", "indonesia", "new-guinea")
A_SET = ["artillery", "cavalry", "infantry"]


# --- the ordinary game -------------------------------------------------------------------------------------


@cache
def the_world_is_conquered() -> Story:
    """Three players: five quiet rounds in which everybody gathers cards, then Red takes everything."""
    game = Story(3)
    game.say("red").refused(["alaska"] * 42, "CL-SETUP")
    game.deals(*DEAL).not_corrected({"alaska.armies": 0}, "CL-MAP")
    game.refused({"place": "ural", "count": 1}, "CL-SETUP")
    game.puts("alaska").puts("scandinavia").puts("ural")
    for _ in range(5):
        red_takes_iceland(game)
        blue_takes_back_what_is_hers(game)
        green_takes_ukraine(game)
    red_must_trade_and_breaks_out(game)
    game.marches(*SIBERIA, *EUROPE, *AFRICA, *SOUTH)
    assert "Green is out. Red takes 5 cards." in [told.report.text for told in game.table.reports]
    game.refused([], "CL-SET-3").say(A_SET).puts("new-guinea")  # Green's cards make seven: four are left
    assert game.state.cards.hands == {"red": 4, "blue": 5, "green": 0}
    game.refused("western-australia", "CL-ATK")
    return game.marches("new-guinea", "eastern-australia")


def red_takes_iceland(game: Story) -> None:
    assert game.state.active == "red"
    game.keeps_cards().puts("greenland", 2).puts("alaska").takes("greenland", "iceland").say("end")
    game.refused("kamchatka", "CL-FORT").say("alaska", "ontario", 1)


def blue_takes_back_what_is_hers(game: Story) -> None:
    game.keeps_cards().puts("scandinavia").takes("scandinavia", "iceland")
    if game.state.holdings["ukraine"].owner == "green":
        game.takes("scandinavia", "ukraine")
    game.done()


def green_takes_ukraine(game: Story) -> None:
    game.keeps_cards().puts("ural").takes("ural", "ukraine").done()


def red_must_trade_and_breaks_out(game: Story) -> None:
    assert game.state.cards.hands == {"red": 5, "blue": 5, "green": 5}
    game.refused([], "CL-SET-3").refused(["infantry", "infantry", "cavalry"], "CL-SET").say(A_SET)
    game.refused("ural", "CL-SET-2").say("alaska")  # a traded card shows Alaska: two armies there
    game.refused({"place": "ural", "count": 1}, "CL-RNF").puts("alaska")
    game.refused("ural", "CL-ATK").say("alaska").refused("ural", "CL-ATK").say("end")
    game.attacks("alaska", "kamchatka", (6, 6, 6), (5,)).refused(0, "CL-OCC").moves_in()


def test_three_players_conquer_the_world() -> None:
    game = the_world_is_conquered()
    assert (game.state.winners, game.state.round) == (("red",), 6)
    assert len(game.state.held("red")) == 42
    assert game.table.latest[-1].rules == ("CL-WIN",)


# --- the 2008 edition --------------------------------------------------------------------------------------

MINOR = ("asia", "europe", "north-america", "enemy-capital")
MAJOR = ("take-ten-territories", "two-continents", "eighteen-territories", "two-enemy-capitals")


@cache
def the_capital_is_retaken() -> Story:
    """Three players, 2008: Red eliminates Green, has three objectives, and needs the capital back to win."""
    game = Story(3, edition="2008", cities="entered", objectives="entered")
    game.say("red", "alaska").refused("alaska", "CL-2008").say(*PRESET_CITIES[:14])
    game.say(*MINOR, *MAJOR).deals(*DEAL)
    game.say("greenland").refused("brazil", "CL-2008").say("ukraine", "ural")
    game.puts("alaska").puts("scandinavia").puts("ural")
    first_objectives(game)
    second_objectives(game)
    game.puts("alaska").say("end").marches("alaska", *SIBERIA, *SOUTH)
    assert len(game.state.edition_2008.objectives.owned("red")) == 3
    assert game.state.winners == ()  # Blue holds Red's capital
    game.attacks("ontario", "greenland", (6, 6, 6, 1), (5,))  # with Blue's airfield a tie
    assert game.state.holdings["ontario"].armies == 5
    game.say({"attack": [6, 3, 2, 1], "defence": [4]})
    return game


def first_objectives(game: Story) -> None:
    """Round one: everybody collects the continent they were dealt."""
    sum_of_red = (
        "6 for 14 territories and 6 cities + 5 for North America + 2 for South America + 1 for capitals = 14"
    )
    assert game.table.question.detail == f"Income: {sum_of_red}"
    game.puts("ontario", 4).puts("alaska").say("end")
    game.refused("asia", "CL-2008-O").say("north-america", "starting maneuver", "end")
    game.puts("iceland").say("end", "europe", "tower").refused("alaska", "CL-2008-R").say("iceland", "end")
    game.puts("ural").say("end", "asia", "guaranteed card", "end")
    assert game.state.cards.hands == {"red": 0, "blue": 0, "green": 1}


def second_objectives(game: Story) -> None:
    """Round two: Red counts two continents, Blue takes Red's capital, Green has a card of two stars."""
    game.puts("alaska").refused("ural", "CL-FORT").say("alaska", "ontario", 1)
    game.say("end", "two-continents", "attack die", "end")
    game.puts("iceland").takes("iceland", "greenland").say("end", "enemy-capital", "additional maneuver")
    game.say("iceland", "scandinavia", 1).refused("ural", "CL-FORT").say("scandinavia", "ukraine", 1)
    game.refused(["one-star"], "CL-STAR").say(["two-star"]).puts("ural").say("end", "end")
    assert game.state.cards.hands == {"red": 0, "blue": 0, "green": 1}


def test_three_players_and_the_2008_edition() -> None:
    game = the_capital_is_retaken()
    assert (game.state.winners, game.state.round, game.state.step) == (("red",), 3, "attack")
    assert game.table.latest[-1].rules == ("CL-2008",)
    rewards = {card.objective.id: card.reward_is for card in game.state.edition_2008.objectives.owned("red")}
    assert rewards == {"asia": "destroyed", "north-america": "in force", "two-continents": "in force"}
    assert (game.table.game_view.places["iceland"].marks, game.table.game_view.places["ural"].marks) == (
        ("airfield:blue",),
        ("capital:green",),
    )


@cache
def two_play_the_2008_edition() -> Story:
    """Two players and a neutral army, 2008: cities as preset, rewards dealt by the companion."""
    game = Story(
        2, edition="2008", cities="preset", rewards="dealt", objective_and_card="both", victory="end of turn"
    )
    game.say("red", [*MINOR, "take-four-cities", "eight-cities"])
    game.say([*MAJOR[1:], MAJOR[0], "eleven-cities", "take-a-continent"])
    game.say(["guaranteed card", "additional maneuver", "tower", "starting maneuver"])
    game.say(["two troops", "attack die", "defence die", "tower"])
    game.deals(*DEAL).founds("alaska", "egypt")
    game.puts("alaska").puts("kamchatka").puts("egypt").puts("ural")  # the neutral army stands in Asia
    game.puts("alaska").say("end", "north-america", "brazil", "end")
    game.puts("ukraine").say("end", "europe", "end")
    game.puts("alaska").say("end", "two-continents", "end")
    game.puts("ukraine").done()
    game.puts("alaska").refused("ural", "CL-ATK").marches("alaska", *SIBERIA[:4]).say("end")
    game.say("eighteen-territories")
    assert game.state.winners == ()  # this table looks at the end of the turn
    return game.done()


def test_two_players_and_the_2008_edition() -> None:
    game = two_play_the_2008_edition()
    assert game.state.winners == ("red",)
    assert game.state.cards.hands["red"] == 1  # an objective and a card in one turn
    assert game.state.edition_2008.airfields == {"brazil": "red"}


# --- other ways to win -------------------------------------------------------------------------------------


@cache
def all_capitals_fall() -> Story:
    """Capital Risk: Red takes Green's capital, loses it again, then takes both others in one turn."""
    game = Story(3, goal="capitals").say("red").deals(*DEAL)
    game.refused("ural", "CL-CAP").founds("peru", "ukraine", "china")
    game.puts("alaska").puts("egypt").puts("ural")
    game.puts("alaska").marches("alaska", "kamchatka", "mongolia", "china").done()
    assert game.state.winners == ()  # Blue's is still missing
    game.puts("egypt").done()
    game.puts("ural").marches("ural", "china").done()
    game.keeps_cards().puts("mongolia").marches("mongolia", "china", "afghanistan")
    assert game.state.winners == ()
    return game.marches("afghanistan", "ukraine")


def test_capital_risk() -> None:
    game = all_capitals_fall()
    assert game.state.winners == ("red",)
    assert game.table.latest[-1].rules == ("CL-CAP",)


@cache
def a_mission_is_fulfilled() -> Story:
    """Three dice defend: Red shows the card too early, takes ten territories, and shows it again."""
    game = Story(3, goal="missions", defence="three dice").say("red").deals(*DEAL)
    game.puts("alaska").puts("egypt").puts("ural").puts("alaska")
    game.say({"offer": "mission"}).refused("territories", "CL-MISSION").refused("end-blue", "CL-MISSION")
    game.say("not yet").marches("alaska", *SIBERIA).takes("afghanistan", "ukraine")
    return game.say({"offer": "mission"}, "territories")


def test_secret_mission() -> None:
    game = a_mission_is_fulfilled()
    assert (game.state.winners, len(game.state.held("red"))) == (("red",), 24)
    assert game.table.latest[-1].rules == ("CL-MISSION",)


def test_every_rule_has_its_say() -> None:
    games = (
        the_world_is_conquered(),
        the_capital_is_retaken(),
        two_play_the_2008_edition(),
        all_capitals_fall(),
        a_mission_is_fulfilled(),
    )
    fired = set().union(*(game.fired for game in games))
    assert fired >= {rule.id for rule in CLASSIC.rulebook.rules}
