"""Objectives and rewards of the 2008 edition as data, and their effects on income and victory."""

from companion.games.boards.board import Board
from companion.games.boards.board_choice import largest_continents
from companion.games.classic.state import ClassicState
from companion.games.territory import rewards
from companion.games.territory.objectives import (
    Objective,
    ObjectiveContext,
    ObjectiveWords,
    fulfilled,
    have,
    need,
    title,
)
from companion.games.territory.reinforcement import Term
from companion.games.territory.turns import in_step
from companion.locale.messages import Message, gettext, joined, ngettext
from companion.referee.ruling import ALLOWED, Ruling, refuse

CITY = "city"
CITIES = 15
EACH = 4
TO_WIN = 3

MINOR = (
    Objective("asia", "minor", "continent", of="asia"),
    Objective("europe", "minor", "continent", of="europe"),
    Objective("north-america", "minor", "continent", of="north-america"),
    Objective("enemy-capital", "minor", "capitals", 1),
    Objective("take-four-cities", "minor", "landmarks", 4, in_one_turn=True, of=CITY),
    Objective("eight-cities", "minor", "landmarks", 8, of=CITY),
)
MAJOR = (
    Objective("take-ten-territories", "major", "territories", 10, in_one_turn=True),
    Objective("eleven-cities", "major", "landmarks", 11, of=CITY),
    Objective("two-enemy-capitals", "major", "capitals", 2),
    Objective("take-a-continent", "major", "continents", 1, in_one_turn=True),
    Objective("two-continents", "major", "continents", 2),
    Objective("eighteen-territories", "major", "territories", 18),
)
"""The twelve objectives of CL-2008-O, minor and major, on the classic board."""


def minor_objectives(board: Board) -> tuple[Objective, ...]:
    """CL-2008-O: return the minor objectives of a board; they name the continents of the largest bonuses."""
    continents = (Objective(each, "minor", "continent", of=each) for each in largest_continents(board))
    return (*continents, *(each for each in MINOR if each.counts != "continent"))


def cities_in_words(count: int) -> Message:
    """Say a number of cities."""
    return ngettext("{count} city", "{count} cities", count)


WORDS = ObjectiveWords(
    capitals=lambda count: ngettext("{count} enemy capital", "{count} enemy capitals", count),
    continents=lambda count: ngettext("{count} continent", "{count} continents", count),
    new_continents=lambda count: ngettext("{count} new continent", "{count} new continents", count),
    landmarks={CITY: cities_in_words},
)
REWARDS = {
    "tower": gettext("Airfield"),
    "additional maneuver": gettext("Additional maneuver"),
    "starting maneuver": gettext("Starting maneuver"),
    "guaranteed card": gettext("Guaranteed card"),
    "attack die": gettext("Attack die"),
    "defence die": gettext("Defence die"),
    "two troops": gettext("Two troops"),
}
"""Titles of the edition's rewards (CL-2008-R)."""

PRESET_CITIES = (
    "alberta",
    "eastern-united-states",
    "central-america",
    "brazil",
    "argentina",
    "great-britain",
    "scandinavia",
    "southern-europe",
    "north-africa",
    "south-africa",
    "middle-east",
    "india",
    "china",
    "japan",
    "eastern-australia",
)
"""Our own choice of cities, spread over the continents; the table can enter the printed ones."""


def ground(state: ClassicState, seat: str) -> ObjectiveContext:
    """CL-2008-O: return what objectives are judged by; an enemy capital counts wherever its owner is."""
    campaign, held = state.edition_2008, frozenset(state.held(seat))
    return ObjectiveContext(
        board=state.map,
        held=held,
        before=frozenset(campaign.objectives.before) if state.turn else held,
        landmarks={CITY: campaign.cities},
        enemy_capitals=frozenset(place for owner, place in campaign.capitals.items() if owner != seat),
    )


def terms(state: ClassicState, seat: str) -> tuple[Term, ...]:
    """CL-2008, CL-2008-R: return one army for every capital held, and two for a reward."""
    held = set(state.held(seat)) if state.is_2008 else set()
    capitals = sum(place in held for place in state.edition_2008.capitals.values())
    parts = (
        Term(gettext("capitals"), capitals),
        Term(gettext("reward"), rewards.troops(state.edition_2008.objectives, seat)),
    )
    return tuple(part for part in parts if part.armies)


def holds_own_capital(state: ClassicState, seat: str) -> bool:
    """CL-2008: return whether a seat holds its own capital."""
    capital = state.edition_2008.capitals.get(seat)
    return capital is not None and state.holdings[capital].owner == seat


def winners(state: ClassicState) -> tuple[str, ...]:
    """CL-2008: the active seat wins with three objectives and its own capital."""
    if not state.is_2008 or not state.turn:
        return ()
    seat = state.mover.id
    enough = len(state.edition_2008.objectives.owned(seat)) >= TO_WIN
    return (seat,) if enough and holds_own_capital(state, seat) else ()


def judge_objective(state: ClassicState, *, objective: str) -> Ruling:
    """CL-2008-O: judge whether the active seat can collect this objective now."""
    return in_step(state, "objective", "CL-TURN", lambda: _judge_objective(state, objective))


def _judge_objective(state: ClassicState, objective: str) -> Ruling:
    in_play = state.edition_2008.objectives
    card = in_play.find(objective)
    if card is None:
        names = joined((card.objective.id for card in in_play.cards), ", ") or gettext("none")
        return refuse(
            "CL-2008-O",
            "{objective!r} is not in play.",
            objective=objective,
            instead=gettext("In play: {names}.", names=names),
        )
    if card.owner is not None:
        return refuse("CL-2008-O", "{player} has it already.", player=state.player(card.owner))
    if in_play.collected is not None:
        return refuse("CL-2008-O", "One objective has been collected this turn, and one is the most.")
    where, wanted = ground(state, state.mover.id), card.objective
    if fulfilled(wanted, where):
        return ALLOWED
    asked, so_far = need(wanted, where.board), have(wanted, where)
    return refuse(
        "CL-2008-O",
        "{objective}: it needs {needed}, and there are {had}.",
        objective=title(wanted, WORDS, where.board),
        needed=asked,
        had=so_far,
    )
