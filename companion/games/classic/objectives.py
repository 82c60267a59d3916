"""The 2008 edition's objectives and rewards as data, and what they bring: armies, and victory."""

from companion.games.classic.state import ClassicState
from companion.games.territory import rewards
from companion.games.territory.goals import Goal, GoalWords, Ground, fulfilled, have, need, title
from companion.games.territory.reinforcement import Term
from companion.referee.ruling import ALLOWED, Ruling, refuse

CITY = "city"
CITIES = 15
EACH = 4
TO_WIN = 3

MINOR = (
    Goal("asia", "minor", "continent", of="asia"),
    Goal("europe", "minor", "continent", of="europe"),
    Goal("north-america", "minor", "continent", of="north-america"),
    Goal("enemy-capital", "minor", "capitals", 1),
    Goal("take-four-cities", "minor", "landmarks", 4, in_one_turn=True, of=CITY),
    Goal("eight-cities", "minor", "landmarks", 8, of=CITY),
)
MAJOR = (
    Goal("take-ten-territories", "major", "territories", 10, in_one_turn=True),
    Goal("eleven-cities", "major", "landmarks", 11, of=CITY),
    Goal("two-enemy-capitals", "major", "capitals", 2),
    Goal("take-a-continent", "major", "continents", 1, in_one_turn=True),
    Goal("two-continents", "major", "continents", 2),
    Goal("eighteen-territories", "major", "territories", 18),
)
"""The twelve objectives of CL-2008-O, minor and major."""

WORDS = GoalWords(
    capital=("enemy capital", "enemy capitals"),
    continent=("continent", "continents"),
    landmarks={CITY: ("city", "cities")},
)
REWARDS = {
    "tower": "Airfield",
    "additional maneuver": "Additional maneuver",
    "starting maneuver": "Starting maneuver",
    "guaranteed card": "Guaranteed card",
    "attack die": "Attack die",
    "defence die": "Defence die",
    "two troops": "Two troops",
}
"""What the edition calls its rewards (CL-2008-R)."""

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
"""Cities spread over the continents by this house: the printed chart is for the table to enter."""


def ground(state: ClassicState, seat: str) -> Ground:
    """CL-2008-O: what objectives look at; an enemy's capital counts wherever its owner is."""
    campaign, held = state.campaign, frozenset(state.held(seat))
    return Ground(
        board=state.map,
        held=held,
        before=frozenset(campaign.shelf.before) if state.turn else held,
        landmarks={CITY: campaign.cities},
        enemy_capitals=frozenset(place for owner, place in campaign.capitals.items() if owner != seat),
    )


def terms(state: ClassicState, seat: str) -> tuple[Term, ...]:
    """CL-2008, CL-2008-R: an army for every capital held, and two for a reward."""
    held = set(state.held(seat))
    capitals = sum(place in held for place in state.campaign.capitals.values())
    parts = (
        Term("capitals", capitals),
        Term("reward", rewards.troops(state.campaign.shelf, seat)),
    )
    return tuple(part for part in parts if part.armies)


def holds_own_capital(state: ClassicState, seat: str) -> bool:
    """CL-2008: tell whether a seat's own capital is in its hands."""
    capital = state.campaign.capitals.get(seat)
    return capital is not None and state.holdings[capital].owner == seat


def victors(state: ClassicState) -> tuple[str, ...]:
    """CL-2008: three objectives and one's own capital win, in one's own turn."""
    if not state.is_2008 or not state.turn:
        return ()
    seat = state.mover.id
    enough = len(state.campaign.shelf.owned(seat)) >= TO_WIN
    return (seat,) if enough and holds_own_capital(state, seat) else ()


def judge_objective(state: ClassicState, *, objective: str) -> Ruling:
    """CL-2008-O: may the seat on turn collect this objective, as the board stands?"""
    shelf = state.campaign.shelf
    card = shelf.find(objective)
    if card is None:
        in_play = ", ".join(card.goal.id for card in shelf.goals) or "none"
        return refuse("CL-2008-O", f"{objective!r} is not in play.", instead=f"In play: {in_play}.")
    if card.owner is not None:
        return refuse("CL-2008-O", f"{state.player(card.owner)} has it already.")
    if shelf.collected is not None:
        return refuse("CL-2008-O", "One objective has been collected this turn, and one is the most.")
    where, goal = ground(state, state.mover.id), card.goal
    if fulfilled(goal, where):
        return ALLOWED
    asked, so_far = need(goal, where.board), have(goal, where)
    return refuse(
        "CL-2008-O", f"{title(goal, WORDS, where.board)}: it needs {asked}, and there are {so_far}."
    )
