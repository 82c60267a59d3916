"""Whole games of Risk StarCraft by script, one for each way to play and number of players.

Over all of them every rule of the book has its say.
"""

from collections.abc import Callable, Sequence
from functools import cache

import pytest

from companion.games.starcraft.game import STARCRAFT
from companion.referee.questions import Deploy
from tests.games.starcraft.story import PLACES, PLANET, Story

AIUR, CHAR, KORHAL = PLANET["aiur"], PLANET["char"], PLANET["korhal"]
ZERUS, MAR_SARA, SHAKURAS = PLANET["zerus"], PLANET["mar-sara"], PLANET["shakuras"]
SILVER = ("aiur", "char", "korhal", "8-minerals")
GOLD = ("18-territories", "2-planets", "take-10-territories", "2-enemy-bases")
SEATS = ("red", "blue", "green", "yellow", "black", "purple")
THE_WEST = ("pyramus", *AIUR, *SHAKURAS)
ROUND_MAR_SARA = ("pyramus", "riksville", "backwater-station", "thisby", "diamondback-wastelands")
THROUGH_CHAR = (
    "radiated-wastes", "bone-trench", "death-valley", "glass-flats", "burning-rift", "char-aleph",
    "acid-marsh", "primary-hive-cluster", "nydus-network", "eris", "hells-gates", "dauntless-plateau",
)  # fmt: skip
ROUND_SHAKURAS = ("antioch-province", "talemattros", "xelnaga-temple-grounds", "rajal", "katuul-province")


def hands(first: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """One player's territories, these first and as many as is fair; the others take the rest in turn."""
    fair = -(-len(PLACES) // players)
    mine = tuple(dict.fromkeys((*first, *PLACES)))[:fair]
    rest = [place for place in PLACES if place not in mine]
    return [mine, *(tuple(rest[number :: players - 1]) for number in range(players - 1))]


# --- Basic Training ----------------------------------------------------------------------------------------


@cache
def basic_training_for_three() -> Story:
    """A chart is entered on the map and kept. Green's Zerg hold the west, and round Mar Sara they win."""
    game = Story(3, "basic training").takes_sides("green", "red", "blue")
    game.say("on the map").refused(13, "SC-SET-B").say(30)
    shares = hands(THE_WEST, 3)
    for places in shares:
        game.puts(places[0], 17)
        for place in places[1:]:
            game.puts(place, 1)
    game.say(*(places[0] for places in shares), True)
    game.refused("acid-marsh", "SC-HER-1").say(*(places[0] for places in shares))
    game.collects("aiur").waits_for("green")
    game.collects("2-planets").waits_for("green")
    game.puts("pyramus").reaches("attack").refused("saalok", "SC-ATK-1").marches(*ROUND_MAR_SARA)
    game.collects("18-territories")
    return game


@cache
def basic_training_for_four() -> Story:
    """The known chart. Red's Terrans take Korhal, a defensive card binds them, and ten territories fall."""
    game = Story(4, "basic training").takes_sides(*SEATS[:4]).say("known").puts("talemattros")
    game.say("augustgrad", "rajal", "char-aleph", "the-eternal-scar")
    game.puts("augustgrad").reaches("attack")
    game.attacks("augustgrad", "keresh-province", "3 hero").rolls((5, 2, 1), (5, 4)).rolls_on()
    game.marches("keresh-province", "canis", "wolfrec-province", "radiated-wastes")
    game.collects("korhal").waits_for("red")
    game.puts("radiated-wastes").reaches("attack").marches(*THROUGH_CHAR[:2])
    game.say("bone-trench", "death-valley").plays_card("yellow", "highest")
    game.refused("1", "SC-ATK-11").refused("call off", "SC-ATK-11").say("3")
    game.rolls((6, 6, 6), (5, 1)).rolls_on()
    game.marches(*THROUGH_CHAR[2:]).collects("take-10-territories").waits_for("red")
    game.collects("18-territories")
    return game


@cache
def basic_training_for_five() -> Story:
    """An even random deal. Red's Zerg hold Aiur, take Shakuras, and go on into Mar Sara."""
    game = Story(5, "basic training").takes_sides(*SEATS[:5]).say("deal", 20)
    shares = hands(AIUR, 5)
    game.deals(*shares).say(*(places[0] for places in shares)).say(*(places[0] for places in shares))
    game.collects("aiur").waits_for("red")
    game.puts("antioch-province").reaches("attack").marches(*ROUND_SHAKURAS).collects("2-planets")
    assert game.state.hands["red"].size == 0  # an achievement instead of a card
    game.waits_for("red").puts("katuul-province").reaches("attack")
    game.marches("katuul-province", *ROUND_MAR_SARA)
    game.collects("18-territories")
    return game


@cache
def basic_training_for_six() -> Story:
    """An even random deal, and victory at the end of the turn. Red's Protoss sweep out of Korhal."""
    game = Story(6, "basic training", victory="end of turn").takes_sides(*SEATS).say("deal", 15)
    shares = hands(KORHAL, 6)
    game.deals(*shares).say(*(places[0] for places in shares)).say(*(places[0] for places in shares))
    game.puts("radiated-wastes").collects("korhal").waits_for("red")
    game.puts("radiated-wastes").reaches("attack").marches(*THROUGH_CHAR).collects("take-10-territories")
    game.waits_for("red").collects("18-territories")
    assert game.state.winners == ()
    game.passes()
    return game


# --- the Command Room --------------------------------------------------------------------------------------


def set_out(players: int, mode: str, *shares: Sequence[str], **house: str) -> Story:
    """Everybody takes these, base and hero and all spare units on the first; minerals are where Red is."""
    game = Story(players, mode, **house)
    game.say("red", *("red", "blue", "yellow", "orange", "purple", "brown")[:players])
    game.finds_field(shares[0], SILVER, GOLD).claims(**dict(zip(SEATS, shares, strict=False)))
    game.stations(*(places[0] for places in shares))
    while game.state.step == "ready":
        game.say(shares[SEATS.index(game.table.question.seat)][0])
    return game


@cache
def command_room_for_three() -> Story:
    """Red has a card in any case, sees the Terran deck used up, and fights with hero and tower."""
    game = set_out(3, "command room", *hands(THE_WEST, 3))
    game.collects("aiur", "guaranteed card")
    assert game.state.hands["red"].size == 1  # with an achievement and without a conquest
    game.waits_for("red").not_corrected({"red.cards": 9, "blue.cards": 9}, "SC-CRD-4")
    game.corrected({"red.cards": 13}).refused(["one-star"], "SC-RNF-4").say(["one-star", "one-star"])
    game.puts("pyramus").reaches("achieve").say("2-planets", "tower").refused("acid-marsh", "SC-RWD-4")
    game.say("pyramus")
    assert game.state.decks["terran"].pile == 2  # the discards, shuffled with the last card
    game.waits_for("red").say([]).puts("pyramus").reaches("attack")
    game.attacks("pyramus", "riksville", "3 hero").rolls((4, 1, 1), (6,)).rolls_on()  # 4 and 2 is 6, a tie
    game.marches("riksville", "backwater-station", "thisby", "diamondback-wastelands")
    return game.collects("18-territories", "two troops")


@cache
def command_room_for_four() -> Story:
    """Red moves twice, with the hero, has the bonus attack die, and takes Blue's hero off the board."""
    game = set_out(4, "command room", *hands((*KORHAL, "saalok", *AIUR[-3:]), 4))
    game.collects("korhal", "additional maneuver").say("augustgrad", "radiated-wastes", 5, True, "end")
    game.waits_for("red").puts("radiated-wastes").reaches("attack")
    game.corrected({"bone-trench.owner": "blue", "blue.hero": "bone-trench"})
    game.marches(*THROUGH_CHAR[:9]).collects("18-territories", "attack die").waits_for("red")
    game.puts("nydus-network").reaches("attack")
    game.attacks("nydus-network", "eris", "1").rolls((1, 6), (2,)).rolls_on()
    return game.collects("8-minerals", "starting maneuver")


@cache
def command_room_for_five() -> Story:
    """Red eliminates Black, trades the captured card at once, and holds two planets."""
    neighbour = (*SHAKURAS[2:], *SHAKURAS[:2], *ROUND_MAR_SARA[:4])
    left = [place for place in PLACES if place not in AIUR and place not in neighbour]
    shares = (AIUR, *(left[number::3] for number in range(3)), neighbour)
    game = set_out(5, "command room", *shares, captured_cards="at once")
    game.puts("antioch-province").reaches("attack").marches(*ROUND_SHAKURAS, *ROUND_MAR_SARA[:4])
    assert not game.state.held("black")
    game.say(["two-star"]).puts("thisby").collects("2-planets", "two troops").waits_for("red")
    game.puts("thisby").collects("aiur", "tower", "pyramus").waits_for("red")
    game.puts("thisby").reaches("attack").marches("thisby", "diamondback-wastelands")
    return game.collects("18-territories", "attack die")


@cache
def command_room_for_six() -> Story:
    """Red sweeps through Char; a second tower finds no room."""
    game = set_out(6, "command room", *hands(("radiated-wastes", *KORHAL), 6))
    game.puts("radiated-wastes").collects("korhal", "tower", "augustgrad").waits_for("red")
    game.puts("radiated-wastes").reaches("attack").marches(*THROUGH_CHAR).reaches("achieve")
    game.say("take-10-territories").corrected({f"{place}.tower": "red" for place in game.state.held("red")})
    game.say("tower").waits_for("red")
    return game.collects("18-territories", "defence die")


# --- Total Domination --------------------------------------------------------------------------------------


@cache
def domination_for_three() -> Story:
    """Red collects rewards for what they give, and then the whole sector."""
    game = set_out(3, "total domination", *hands(THE_WEST, 3))
    game.collects("aiur", "starting maneuver").waits_for("red").puts("antioch-province")
    game.say("pyramus", "katuul-province", 1).collects("2-planets", "defence die").passes()
    attacked_by_blue(game)
    game.waits_for("red").collects("8-minerals", "additional maneuver").waits_for("red")
    game.puts("pyramus").reaches("attack").marches(*ROUND_MAR_SARA)
    game.collects("18-territories", "two troops").waits_for("red")
    assert "2 for reward" in game.table.question.detail
    return game.conquers_all("red")


def attacked_by_blue(game: Story) -> None:
    """Red defends a territory with two units and the bonus die."""
    target = "antioch-province"
    origin = "the-great-forum"
    game.corrected({f"{origin}.owner": "blue", f"{origin}.armies": 5, f"{target}.armies": 6})
    game.reaches("attack").attacks(origin, target).rolls((5, 4, 3), (5, 4, 1))
    game.say({"offer": "call off"}).corrected({f"{origin}.owner": "red"})


@cache
def domination_for_four() -> Story:
    return set_out(4, "total domination", *hands(THE_WEST, 4)).conquers_all("red")


@cache
def domination_for_five() -> Story:
    """Five are no teams: they play Total Domination instead."""
    game = Story(5, "team play", domination_achievements="left out").refused("team play", "SC-TEAM")
    game.say("total domination", "red", "red", "blue", "yellow", "orange", "purple")
    shares = hands(AIUR, 5)
    game.finds_field(AIUR, (), ()).claims(**dict(zip(SEATS, shares, strict=False)))
    return game.stations(*(places[0] for places in shares)).conquers_all("red")


@cache
def domination_for_six() -> Story:
    return set_out(6, "total domination", *hands(KORHAL, 6)).conquers_all("red")


@cache
def the_match() -> Story:
    """Two players and four neutral colours."""
    game = Story(2, "command room")
    game.say("red", "red", "yellow").finds_field((), SILVER, GOLD)
    game.say(list(PLACES)).refused(PLACES[9], "SC-1V1").say(PLACES[0], PLACES[9])
    while isinstance(question := game.table.question, Deploy):
        game.puts(question.allowed[0])
    return game.finds_field((), (), ()).say("red").conquers_all("red")


# --- Team Play ---------------------------------------------------------------------------------------------


@cache
def two_against_two() -> Story:
    """Red and Green collect in turn, and Red takes over a territory of Green's."""
    reds, greens = (*AIUR, "pyramus", "riksville"), (*KORHAL, "ate", "eris", "thisby")
    left = [place for place in PLACES if place not in (*reds, *greens)]
    game = set_out(4, "team play", reds, left[::2], greens, left[1::2])
    game.collects("aiur", "tower", "pyramus").waits_for("green").collects("korhal", "guaranteed card")
    game.waits_for("red").reaches("prepare").refused("augustgrad", "SC-TEAM").say("ursa", True)
    game.refused("canis", "SC-ATK-1").collects("8-minerals", "starting maneuver").waits_for("green")
    return game.collects("2-planets", "attack die")


@cache
def three_against_three() -> Story:
    """Red eliminates Blue, whose allies inherit, and Red's team has four achievements first."""
    reds, blues = hands(("radiated-wastes", *KORHAL), 6)[0], THROUGH_CHAR[1:8]
    quiet = (*AIUR, *SHAKURAS, *ZERUS, *MAR_SARA)
    yellows, purples = (*THROUGH_CHAR[8:11], *quiet[:4]), ("dauntless-plateau", "ate", *quiet[4:9])
    game = set_out(6, "team play", reds, blues, quiet[9:16], yellows, quiet[16:], purples)
    game.puts("radiated-wastes").reaches("attack").marches(*THROUGH_CHAR[:8])
    assert not game.state.held("blue")
    game.collects("korhal", "tower", "ursa").waits_for("red")
    game.puts("primary-hive-cluster").collects("8-minerals", "guaranteed card").waits_for("red")
    game.puts("primary-hive-cluster").reaches("attack").marches(*THROUGH_CHAR[7:], "ate")
    game.collects("18-territories", "two troops").waits_for("red")
    return game.collects("2-planets", "attack die")


# --- all of them -------------------------------------------------------------------------------------------

GAMES: dict[str, tuple[Callable[[], Story], tuple[str, ...]]] = {
    "basic training 3": (basic_training_for_three, ("green",)),
    "basic training 4": (basic_training_for_four, ("red",)),
    "basic training 5": (basic_training_for_five, ("red",)),
    "basic training 6": (basic_training_for_six, ("red",)),
    "command room 3": (command_room_for_three, ("red",)),
    "command room 4": (command_room_for_four, ("red",)),
    "command room 5": (command_room_for_five, ("red",)),
    "command room 6": (command_room_for_six, ("red",)),
    "total domination 3": (domination_for_three, ("red",)),
    "total domination 4": (domination_for_four, ("red",)),
    "total domination 5": (domination_for_five, ("red",)),
    "total domination 6": (domination_for_six, ("red",)),
    "match 2": (the_match, ("red",)),
    "team play 4": (two_against_two, ("red", "green")),
    "team play 6": (three_against_three, ("red", "green", "black")),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game(name: str) -> None:
    play, winners = GAMES[name]
    game = play()
    mode, players = name.rsplit(" ", 1)
    assert (game.state.mode, len(game.state.seats)) == (mode, int(players))
    assert (game.state.winners, game.table.question) == (winners, None)
    assert game.table.latest[-1].kind == "victory"


def test_every_rule_has_its_say() -> None:
    fired = set().union(*(play().fired for play, _ in GAMES.values()))
    assert {rule.id for rule in STARCRAFT.rulebook.rules} - fired == set()
