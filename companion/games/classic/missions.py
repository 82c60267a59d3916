"""Secret Mission: players keep their cards hidden and declare when the mission is fulfilled (CL-MISSION).

The missions are in our own words, of the kinds in all printings: two continents, many territories, the
elimination of another player.
"""

from collections.abc import Iterator
from itertools import combinations

from msgspec import Struct

from companion.games.boards.elements import place_name
from companion.games.classic.state import ClassicState
from companion.games.territory.attack import Interruptions
from companion.games.territory.reinforcement import continents_of
from companion.locale.messages import gettext, listed, ngettext
from companion.referee.questions import Choose, Offer, Option
from companion.referee.ruling import ALLOWED, Ruling, refuse
from companion.referee.script import Report, Script

DECLARE = "mission"
NOT_YET = "not yet"
MANY = 24
"""Territories of one mission."""
STRONG, STRONG_ARMIES = 18, 2
"""Territories of another, and the armies on each of them."""
WITH_A_THIRD = ({"europe", "australia"}, {"europe", "south-america"})
"""Pairs of continents to which the printed cards add a third continent of the player's choice."""


class Mission(Struct, frozen=True):
    """A mission and the progress of the active seat."""

    id: str
    text: str
    have: int
    need: int


def missions(state: ClassicState, seat: str) -> Iterator[Mission]:
    """CL-MISSION: list every possible mission with the progress of a seat."""
    held = state.held(seat)
    strong = sum(state.holdings[place].armies >= STRONG_ARMIES for place in held)
    whole = {continent.id for continent in continents_of(state, seat)}
    yield Mission("territories", ngettext("{count} territory", "{count} territories", MANY), len(held), MANY)
    text = gettext(
        "{territories} territories, {armies} armies each", territories=STRONG, armies=STRONG_ARMIES
    )
    yield Mission("strong", text, strong, STRONG)
    for one, other in combinations(state.map.continents, 2):
        pair, names = {one.id, other.id}, (place_name(one.name), place_name(other.name))
        have = len(whole & pair)
        if pair in WITH_A_THIRD:
            third = bool(whole - pair)
            yield Mission(
                f"{one.id}+{other.id}",
                gettext("{one}, {other}, a third", one=names[0], other=names[1]),
                have + third,
                3,
            )
        else:
            yield Mission(f"{one.id}+{other.id}", listed(names), have, 2)
    for rival in state.seats:
        if rival.id != seat:
            done = state.eliminated.get(rival.id) == seat
            yield Mission(f"end-{rival.id}", gettext("The end of {player}", player=rival.name), int(done), 1)


def _offers(state: ClassicState) -> tuple[Offer, ...]:
    secret = state.house.goal == "missions" and not state.is_2008
    return (Offer(DECLARE, state.mover.id, gettext("My mission is fulfilled")),) if secret else ()


def _declare(state: ClassicState, _: str) -> Script[None]:
    """CL-MISSION: a player who shows a fulfilled mission in their own turn wins."""
    seat = state.mover
    answer = yield from Choose(
        seat=seat.id,
        prompt=gettext("Which mission is yours?"),
        rules=("CL-MISSION",),
        options=(
            Option(NOT_YET, gettext("Not yet")),
            *(
                Option(
                    mission.id,
                    mission.text,
                    gettext("{have} of {need}", have=mission.have, need=mission.need),
                    _judge(mission),
                )
                for mission in missions(state, seat.id)
            ),
        ),
    )
    if answer != NOT_YET:
        state.winners = (seat.id,)
        text = gettext("{player} has fulfilled the mission and has won.", player=seat.name)
        yield from Report(text, kind="victory", seat=seat.id, rules=("CL-MISSION",))


def after_move(state: ClassicState) -> Script[None]:
    """CL-MISSION: offer the declaration if the last move of the turn has fulfilled the strong territories."""
    strong = next(mission for mission in missions(state, state.mover.id) if mission.id == "strong")
    if _offers(state) and strong.have >= strong.need:
        yield from _declare(state, DECLARE)


def _judge(mission: Mission) -> Ruling:
    if mission.have >= mission.need:
        return ALLOWED
    return refuse(
        "CL-MISSION",
        "{mission}: {have} of {need} so far.",
        mission=mission.text,
        have=mission.have,
        need=mission.need,
    )


INTERRUPTIONS: Interruptions[ClassicState] = Interruptions(_offers, _declare)
"""A mission can be declared before an attack, before attacks end, or before the move that ends the turn."""
