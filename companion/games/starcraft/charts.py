"""The set-up charts of Basic Training, and text notation of charts of starting units.

The numbers of starting units were pictures in the rules and are lost. For four players one chart is publicly
known, with one unit of the third place missing; otherwise the table enters its chart or deals.
"""

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

from companion.errors import MalformedPosition
from companion.games.starcraft.factions import Race
from companion.games.starcraft.state import StarcraftState
from companion.games.territory.notation import read_counts, write_counts
from companion.games.territory.state import Holding

_GOLD = ("take-10-territories", "2-enemy-bases", "18-territories", "2-planets")
_PLANETS = ("korhal", "char", "aiur")
_FIELDS_OF_ALL = (
    "acid-marsh", "volatile-cleft", "ruins-of-styrling", "scion-province", "the-great-forum",
    "katuul-province",
)  # fmt: skip
_FIELDS_OF_3_TO_5 = (
    *_FIELDS_OF_ALL, "nydus-network", "velari-province", "ursa", "backwater-station", "jacobs-installation",
    "hells-gates", "augustgrad",
)  # fmt: skip


class Chart(Struct, frozen=True):
    """The chart of Basic Training for one number of players.

    Attributes:
        races: the race of each place in the turn order.
        minerals: territories with mineral fields.
        achievements: achievements in play.
    """

    races: tuple[Race, ...]
    minerals: tuple[str, ...]
    achievements: tuple[str, ...]


CHARTS: dict[int, Chart] = {
    3: Chart(
        ("zerg", "protoss", "terran"),
        (*_FIELDS_OF_3_TO_5, "radiated-wastes", "keresh-province"),
        ("8-minerals", *_PLANETS, *_GOLD),
    ),
    4: Chart(
        ("terran", "protoss", "zerg", "terran"),
        (*_FIELDS_OF_3_TO_5, "radiated-wastes", "keresh-province"),
        ("take-4-minerals", *_PLANETS, *_GOLD),
    ),
    5: Chart(
        ("zerg", "terran", "protoss", "terran", "protoss"),
        (*_FIELDS_OF_3_TO_5, "keresh-province", "death-valley"),
        ("8-minerals", *_PLANETS, *_GOLD),
    ),
    6: Chart(
        ("protoss", "terran", "zerg", "protoss", "zerg", "terran"),
        (
            *_FIELDS_OF_ALL, "burning-rift", "canis", "riksville", "glass-flats", "dauntless-plateau",
            "primary-hive-cluster", "temple-of-the-preservers", "radiated-wastes", "pyramus",
        ),
        ("8-minerals", *_PLANETS, *_GOLD),
    ),
}  # fmt: skip
"""The charts by number of players."""

KNOWN = {
    4: "1: augustgrad 3 ruins-of-styrling 3 ursa 3 antioch-province 2 feral-hives 1 volatile-cleft 2 thisby 1"
    " backwater-station 2 diamondback-wastelands 3 riksville 5 base backwater-station;"
    " 2: bone-trench 1 nydus-network 2 eris 2 keresh-province 3 radiated-wastes 3 saalok 2"
    " temple-of-the-preservers 2 pyramus 2 rajal 4 katuul-province 4 base rajal;"
    " 3: char-aleph 2 glass-flats 2 burning-rift 2 wolfrec-province 2 canis 2 the-great-forum 3"
    " scion-province 2 remains-of-the-overmind 2 velari-province 2 citadel-of-the-executor 3 talemattros 2"
    " base citadel-of-the-executor;"
    " 4: death-valley 5 dauntless-plateau 1 hells-gates 2 primary-hive-cluster 1 acid-marsh 1 ate 1"
    " the-eternal-scar 4 sundered-valley 4 fulmic-highlands 1 jacobs-installation 3"
    " xelnaga-temple-grounds 2 base the-eternal-scar",
}
"""Publicly known charts of starting units, by number of players, as our own choice: the rules lost theirs.
The third place has 24 units, the others 25; the table places the missing one."""

_PLACE = re.compile(r"\s*(\d): (.+) base (\S+)\s*")


class Share(Struct, frozen=True):
    """The units and the base of one place in the turn order."""

    units: Mapping[str, int]
    base: str


def write_chart(state: StarcraftState) -> str:
    """Write the units on the board as a chart, by places in the turn order."""
    return "; ".join(_write_share(state, seat, place) for place, seat in enumerate(state.order, 1))


def _write_share(state: StarcraftState, seat: str, place: int) -> str:
    units = {territory: state.holdings[territory].armies for territory in state.held(seat)}
    return f"{place}: {write_counts(units)} base {state.bases[seat]}"


def read_chart(text: str) -> dict[int, Share]:
    """Read a chart.

    Raises:
        MalformedPosition: it is none.
    """
    return dict(_shares(text))


def _shares(text: str) -> Iterator[tuple[int, Share]]:
    for section in text.split(";"):
        found = _PLACE.fullmatch(section)
        if found is None:
            raise MalformedPosition(f"A chart has parts like '1: ursa 3 base ursa', not {section[:40]!r}.")
        yield int(found[1]), Share(read_counts(found[2]), found[3])


def set_up(state: StarcraftState, text: str, units: int) -> None:
    """Put a chart on the board; missing units stay in the supply."""
    for place, share in read_chart(text).items():
        seat = state.order[place - 1]
        for territory, count in share.units.items():
            state.holdings[state.map.territory(territory).id] = Holding(seat, count)
        state.bases[seat] = state.map.territory(share.base).id
        state.supply[seat] = max(0, units - sum(share.units.values()))


def fits(state: StarcraftState, text: str) -> bool:
    """Return whether a chart is for this number of players and covers the whole board."""
    try:
        shares = read_chart(text)
    except MalformedPosition:
        return False
    named = [territory for share in shares.values() for territory in share.units]
    bases = all(share.base in share.units and min(share.units.values()) > 0 for share in shares.values())
    everybody = sorted(shares) == list(range(1, len(state.seats) + 1))
    return everybody and bases and sorted(named) == sorted(state.holdings)
